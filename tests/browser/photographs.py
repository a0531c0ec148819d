"""The pictures of README and docs/players.md, photographed from golden games: `make pictures`.

Beside them docs/pictures/pictures.toml keeps the hash of each page that was photographed, so that a test can say when a
picture shows what gm no longer writes.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
FOLDER = HERE.parent.parent / "docs" / "pictures"
HASHES = FOLDER / "pictures.toml"
PHONE, SCREEN = (390, 1000), (1280, 800)
COLOURS = 96
TO_THE_PICTURE = """() => {
    const picture = document.querySelector("img");
    const below = picture ? picture.getBoundingClientRect().bottom - innerHeight + 24 : 0;
    if (below > 0) scrollTo(0, below);
}"""  # so that all of it is seen, and as much as fits of what stands above it
PACKED = re.compile(r'(?s)<script type="application/json".*?</script>')


class Photograph(msgspec.Struct, frozen=True):
    """A picture: its name, the page that it shows, and the size of the screen."""

    name: str
    page: Callable[[], str]
    size: tuple[int, int]


def mail(game: str, seat: str, about: str, nth: int = 0) -> str:
    """The page of the first mail of a golden game to a seat whose subject has these words, or of a later one."""
    from helpers.goldenmails import golden_mails
    from test_mails_on_screens import page_of

    found = [(one, told) for one, told in golden_mails(game) if told.seat == seat and about in told.about]
    return page_of(*found[nth])


def report(game: str) -> str:
    """The page of the report of a golden game."""
    from test_reports_on_screens import report as page

    return page(game)


PHOTOGRAPHS = (
    Photograph("payola-mail", partial(mail, "spring", "FRANCE", "Spring 1902"), PHONE),
    Photograph("payola-report", partial(report, "spring"), SCREEN),
    Photograph("ground-war-mail", partial(mail, "crossroads", "NORTH", "Cycle 5"), PHONE),
    Photograph("diplomacy-mail", partial(mail, "solo", "FRANCE", "Spring 1903"), PHONE),
    Photograph("air-war-mail", partial(mail, "airlift", "SOUTH", "Cycle 5"), PHONE),
    Photograph("negotiation-mail", partial(mail, "exchange", "3", "the game begins"), PHONE),
    Photograph("so-long-sucker-mail", partial(mail, "parlor", "GREEN", "your turn", 2), PHONE),
    Photograph("hex-negotiation-mail", partial(mail, "stones", "WHITE", "your turn", 12), PHONE),
)


def hash_of(page: str) -> str:
    """The hash of what a page shows; what only programs read is left out."""
    return hashlib.sha256(PACKED.sub("", page).encode()).hexdigest()


def kept() -> dict[str, str]:
    """The hashes of the pages that were photographed, by name; {} if none was."""
    return tomllib.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}


def main() -> None:
    """Photograph all pages."""
    from PIL import Image
    from screens import browser_running, opened, why_missing

    if reason := why_missing():
        sys.exit(f"no browser can run: {reason}")
    hashes = {}
    with browser_running() as browser:
        for one in PHOTOGRAPHS:
            page = one.page()
            with opened(browser, page, one.size[0], device_scale_factor=2 if one.size == PHONE else 1) as shown:
                shown.set_viewport_size({"width": one.size[0], "height": one.size[1]})
                shown.evaluate(TO_THE_PICTURE)
                taken = Image.open(BytesIO(shown.screenshot())).convert("RGB")
            taken.quantize(COLOURS).save(FOLDER / f"{one.name}.png", optimize=True)
            hashes[one.name] = hash_of(page)
    HASHES.write_text("".join(f'{name} = "{digest}"\n' for name, digest in hashes.items()), encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    main()
