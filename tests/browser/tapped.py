"""Pages for tapping as tests open them: positions of golden games, the links to them, and sheets put together there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from helpers.goldenmails import golden_mails
from playwright.sync_api import Browser, Page

from gm.compose.page import Mailbox, page, place
from gm.desk.game.game import Game
from gm.desk.mails.taps import tap_link
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders, Problems, Seat

BOX = Mailbox("gm@example.org", "gm+{token}@example.org")
MOST_KEYS = 80
SITE = "https://gm.example.org/pages"
# Clicks buttons of the lists at random, as often as asked, and gives every sheet that came out, without those alike.
MONKEY = """([seed, clicks]) => {
    let state = seed + 1;
    const random = most => { state = (state * 48271) % 2147483647; return state % most; };
    const sheets = new Set();
    for (let n = 0; n < clicks; n++) {
        const buttons = [...document.querySelectorAll("#place .panel button")];
        if (!buttons.length) break;
        buttons[random(buttons.length)].click();
        sheets.add(document.getElementById("text").value);
    }
    return [...sheets].filter(Boolean);
}"""


class Tappable(NamedTuple):
    """A position of a game in which a seat can tap: the file of the page, and the fragment of the link to it."""

    ruleset: str
    state: Any
    seat: Seat
    phase: str
    file: str
    fragment: str


@cache
def tappable(name: str, late: bool = False) -> tuple[Tappable, ...]:
    """The positions of a golden game whose mails have links: the first, or the last, for each seat and phase."""
    found: dict[tuple[str, Seat], Tappable] = {}
    for game, mail in golden_mails(name):
        _, link = tap_link(game, mail, mail.token, SITE)
        if link and mail.seat is not None and (late or (mail.phase, mail.seat) not in found):
            found[mail.phase, mail.seat] = _tappable(game, mail.seat, link)
    return tuple(found.values())


def _tappable(game: Game, seat: Seat, link: str) -> Tappable:
    address, _, fragment = link.partition("#")
    phase = ruleset(game.ruleset).rules.phase(game.state)
    assert phase is not None
    return Tappable(game.ruleset, game.state, seat, phase.code, address.rpartition("/")[2], fragment)


def written(folder: Path, name: str, options: Any) -> Path:
    """The page for games with these options, in a folder."""
    where = place(name, options)
    assert where is not None
    path = folder / where.file
    if not path.exists():
        path.write_bytes(page(name, options, BOX)[1])
    return path


@contextmanager
def tapping(browser: Browser, width: int = 1280, **more: Any) -> Iterator[Page]:
    """A page without network that fails for whatever it would load and for every error of its script."""
    context = browser.new_context(viewport={"width": width, "height": 844}, offline=True, has_touch=width < 500, **more)
    shown, wrong = context.new_page(), list[str]()
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
    shown.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("file:") else None)
    try:
        yield shown
        assert wrong == []
    finally:
        context.close()


def show(shown: Page, path: Path, fragment: str) -> None:
    """Open a file with a fragment, as a tap on a link does."""
    shown.goto("about:blank")
    shown.goto(f"{path.resolve().as_uri()}#{fragment}")


def read(one: Tappable, sheet: str) -> Orders | Problems:
    """What the reader of its ruleset makes of a sheet."""
    lines = tuple(Line(n, text) for n, text in enumerate(sheet.splitlines(), 1))
    return ruleset(one.ruleset).rules.read(one.state, one.seat, Letter(lines))


def tap(shown: Page, code: str, touch: bool = False) -> None:
    """Tap on the map where the unit of a province stands, with a finger or the mouse."""
    spot = shown.evaluate(
        """code => {
            const board = JSON.parse(document.getElementById("facts").textContent).board;
            const svg = document.querySelector(".board svg"), [width, height] = board.size, [x, y] = board.spots[code];
            svg.scrollIntoView({block: "start"});
            const box = svg.getBoundingClientRect();
            return [box.left + x * box.width / width, box.top + y * box.height / height];
        }""",
        code,
    )
    (shown.touchscreen.tap if touch else shown.mouse.click)(*spot)


def keys_to(shown: Page, label: str) -> None:
    """Go on with the tab key to what begins with *label*, and press it."""
    for _ in range(MOST_KEYS):
        shown.keyboard.press("Tab")
        if shown.evaluate("document.activeElement.textContent").startswith(label):
            shown.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {label}")
