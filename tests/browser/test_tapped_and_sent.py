"""From the mail that asks for orders to the mail with the result: the link, the page, taps, the letter they make."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from helpers.mails import text_of
from helpers.mailtable import ALICE, BOB, GM, START, Table
from playwright.sync_api import Browser, Page
from tapped import SITE, keys_to, tap

from gm.compose.page import Mailbox, page

pytestmark = pytest.mark.servers


def by_touch(shown: Page) -> None:
    tap(shown, "PAR", touch=True)
    tap(shown, "BUR", touch=True)
    shown.get_by_role("button", name="Silver: plus 5").tap()
    shown.get_by_role("button", name="Done").tap()


def by_keyboard(shown: Page) -> None:
    for label in ("A PAR", "BUR Burgundy", "+5", "Done"):
        keys_to(shown, label)


@pytest.mark.parametrize("taps", [by_touch, by_keyboard])
def test_orders_tapped_on_a_phone_are_played(
    browser: Browser, taps: Callable[[Page], None], tmp_path: Path
) -> None:
    table = Table("open")
    table.office.html, table.office.url = True, SITE
    table.write(ALICE, "ACCEPT FAEGIRT")
    asked = table.last(ALICE).get_body(("html",))
    assert asked is not None
    file, content = page("payola", table.office.game("spring").options, Mailbox(GM.address, GM.reply_address))
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.route("**/*", lambda route: route.abort())
    context.route(f"{SITE}/{file}", lambda route: route.fulfill(body=content, content_type="text/html; charset=utf-8"))
    shown = context.new_page()
    shown.set_content(asked.get_content())
    shown.get_by_role("link", name="Tap your orders on the map").tap()
    shown.wait_for_url(re.compile(re.escape(file)))
    taps(shown)
    letter = urlsplit(shown.locator("#mail").get_attribute("href") or "")
    fields = {name: one for name, (one,) in parse_qs(letter.query).items()}
    context.close()
    table.write(ALICE, fields["body"].replace("\r\n", "\n"), to=unquote(letter.path), subject=fields["subject"])
    assert list(table.filed()) == ["6 : A PAR - BUR"]
    table.write(BOB, "ACCEPT EAFGIRT\n0 $")
    table.strike(START + timedelta(days=4))
    result = next(mail for mail in reversed(table.mails(ALICE)) if "A PAR - BUR" in text_of(mail))
    assert any(part.get_content_type() == "image/png" for part in result.walk())  # the map
    assert table.office.game("spring").state.units["BUR"].power == "FRANCE"
