"""Mails in a real browser: one of each kind of each ruleset, on phones and on a screen, in light and dark."""

from __future__ import annotations

import base64
from functools import cache

import pytest
from helpers.goldengames import OF_RULESETS
from helpers.goldenmails import golden_mails
from playwright.sync_api import Browser
from screens import SCHEMES, WIDTHS, Scheme, faults, opened

from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.mails.links import href, links
from gm.desk.mails.paintings import Paintings, Pictures
from gm.desk.mails.words import drawn, write_html, write_mail
from gm.offline.replay import GM
from gm.registry import RULESETS

pytestmark = pytest.mark.servers
# A mail stands inside the page of a mail program, which has the landmarks and the heading of the whole.
NOT_OF_A_PART = ("landmark-one-main", "page-has-heading-one", "region")


def page_of(game: Game, mail: Mail) -> str:
    """The page of a mail as a browser can show it: its pictures stand in it."""
    written, pictures = write_mail(game, mail), drawn(game, mail, Pictures(Paintings()))
    placed: dict[int, list[tuple[str, str]]] = {}
    for link in links(game, mail, written.subject, written.text):
        placed.setdefault(link.at, []).append(href(link, GM, mail.token))
    page = write_html(game, mail, written.subject, pictures=pictures, shown=placed)
    for one in pictures.values():
        page = page.replace(f"cid:{one.cid}", f"data:image/png;base64,{base64.b64encode(one.png).decode()}")
    return page


@cache
def mails(ruleset: str) -> dict[str, str]:
    """The longest mail of each kind, and the first of all, of the golden game of a ruleset: its page by its name."""
    found: dict[str, tuple[int, Game, Mail]] = {}
    for n, (game, mail) in enumerate(golden_mails(OF_RULESETS[ruleset])):
        size = len(write_mail(game, mail).text)
        name = "first" if n == 0 else str(mail.kind)
        if size > found.get(name, (0,))[0]:
            found[name] = size, game, mail
    return {name: page_of(game, mail) for name, (_, game, mail) in found.items()}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_mail_of_each_kind_is_whole_on_every_screen(
    browser: Browser, ruleset: str, width: int, scheme: Scheme
) -> None:
    pages = mails(ruleset)
    assert {"first", MailKind.NOTICE, MailKind.ANSWER, MailKind.END} <= {*pages}
    assert faults(browser, pages, width, scheme, NOT_OF_A_PART) == {}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_link_of_a_mail_is_large_enough_for_a_finger(browser: Browser, ruleset: str) -> None:
    for name, page in mails(ruleset).items():
        with opened(browser, page, 360) as shown:
            boxes = [one.bounding_box() for one in shown.locator("a").all()]
        assert all(box is not None and box["height"] >= 44 and box["width"] >= 44 for box in boxes), name


@pytest.mark.parametrize("ruleset", ["air-war", "ground-war", "hex-negotiation", "so-long-sucker", "payola"])
def test_a_picture_stands_above_the_words_of_its_board_and_is_shown(browser: Browser, ruleset: str) -> None:
    drawn_in = [page for page in mails(ruleset).values() if "<img" in page]
    assert drawn_in
    for page in drawn_in:
        with opened(browser, page, 390) as shown:
            for image in shown.locator("img").all():
                assert image.evaluate("one => one.complete && one.naturalWidth > 0")
            boards = shown.locator("pre.board").all()
            if boards:
                picture, board = shown.locator("img").first.bounding_box(), boards[0].bounding_box()
                assert picture is not None and board is not None
                assert picture["y"] + picture["height"] <= board["y"]
