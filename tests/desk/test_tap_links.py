"""Links to the page on which orders are tapped: which mails have one, what it says, and who sees that."""

from __future__ import annotations

import base64
import json
import re
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import text_of
from helpers.mailtable import ALICE, BOB, SHEET, START, Table

from gm.compose.fragment import LONGEST

URL = "https://gm.example.org/pages"
SAM = "sam@sitter.example"
LINK = re.compile(rf"{URL}/(compose-[a-z0-9-]+\.html)#1\.([A-Za-z0-9_-]+)\.[0-9a-f]{{8}}")


def table(url: str = URL, html: bool = False) -> Table:
    """A game of Payola that has begun, whose GameMaster has pages at *url*."""
    found = Table("open")
    found.office.url, found.office.html = url, html
    return found


def page_of(mail: EmailMessage) -> str:
    """The page of a mail, "" if it is text alone."""
    part = mail.get_body(("html",))
    return str(part.get_content()) if part is not None else ""


def told(words: str) -> list[Any]:
    """What the only link in some words says."""
    ((_, payload),) = LINK.findall(words)
    found = json.loads(base64.urlsafe_b64decode(payload + "==="))
    assert isinstance(found, list)
    return found


def test_a_mail_that_asks_for_orders_links_to_the_page() -> None:
    asked = table(html=True)
    asked.write(ALICE, "STATUS")
    mail = asked.last(ALICE)
    game, ruleset, phase, seat, token, _, facts, filed = told(page_of(mail))
    assert (game, ruleset, phase, seat, filed) == ("spring", "payola", "S1901M", "FRANCE", [])
    assert str(mail["Reply-To"]) == f"gm+{token}@example.org"
    assert facts["m"] == 48
    assert "Tap your orders on the map" in page_of(mail)
    assert URL not in text_of(mail)  # whoever reads the text of a mail with a page is not shown a long address


def test_a_mail_of_text_alone_has_the_link_below() -> None:
    asked = table()
    asked.write(ALICE, "STATUS")
    lines = text_of(asked.last(ALICE)).split("\n")
    at = lines.index("Tap your orders on the map:")
    assert LINK.fullmatch(lines[at + 1]) and len(lines[at + 1]) <= LONGEST


def test_without_pages_no_mail_has_a_link_to_one() -> None:
    asked = table(url="", html=True)
    asked.write(ALICE, "STATUS")
    assert "compose-" not in page_of(asked.last(ALICE)) + text_of(asked.last(ALICE))
    assert "mailto:" in page_of(asked.last(ALICE))


def test_a_mail_that_asks_for_nothing_has_no_link() -> None:
    asked = table()
    asked.write(BOB, "PRESS TO FRANCE\nHello.\nEND")
    assert "Hello." in text_of(asked.last(ALICE))
    assert not LINK.search(text_of(asked.last(ALICE)))


def test_the_link_says_what_is_on_file_and_what_it_may_cost() -> None:
    asked = table()
    asked.write(ALICE, f"{SHEET}\n5 $")
    found = told(text_of(asked.last(ALICE)))
    assert found[7] == ["4 : A PAR - BUR", "5 $"]


def test_nobody_is_told_by_a_link_what_another_has_on_file_or_owns() -> None:
    def link_of_bob(*letters: str) -> list[Any]:
        asked = table()
        for letter in letters:
            asked.write(ALICE, letter)
        asked.at = START + timedelta(hours=1)
        asked.write(BOB, "STATUS")
        return told(text_of(asked.last(BOB)))

    assert link_of_bob() == link_of_bob("9 : A PAR - BUR\n20 $", "ACCEPT FAEGIRT")


def test_links_off_leaves_out_all_links_until_they_are_wanted_again() -> None:
    asked = table(html=True)
    asked.write(ALICE, "SET LINKS OFF")
    asked.write(ALICE, "STATUS")
    page = page_of(asked.last(ALICE))
    assert not LINK.search(page) and "mailto:" not in page and "<a " not in page
    asked.write(BOB, "STATUS")
    assert LINK.search(page_of(asked.last(BOB)))  # the setting is a player's own
    asked.strike(START + timedelta(days=9))
    assert "mailto:" not in page_of(asked.last(ALICE))  # and lasts
    asked.write(ALICE, "SET LINKS ON")
    asked.write(ALICE, "STATUS")
    assert LINK.search(page_of(asked.last(ALICE))) and "mailto:" in page_of(asked.last(ALICE))


def test_links_off_leaves_out_the_link_of_a_mail_of_text_alone() -> None:
    asked = table()
    asked.write(ALICE, "SET LINKS OFF")
    asked.write(ALICE, "STATUS")
    assert URL not in text_of(asked.last(ALICE))


@pytest.mark.parametrize("word", ["text", "html"])
def test_links_are_on_or_off(word: str) -> None:
    asked = table()
    asked.write(ALICE, f"SET LINKS {word}")
    assert "ON or OFF" in text_of(asked.last(ALICE))


def test_a_sitter_s_link_has_the_token_of_the_sitter_s_copy() -> None:
    asked = table()
    asked.write(ALICE, f"SITTER {SAM} FROM 6 Jan TO 9 Jan", reply=asked.mails(ALICE)[0])
    asked.write(ALICE, "CONFIRM", reply=asked.last(ALICE))
    asked.write(SAM, "CONFIRM", reply=asked.last(SAM))
    asked.at = START + timedelta(days=1)
    asked.write(ALICE, SHEET, reply=asked.last(ALICE))
    mails = [(mail, text_of(mail)) for mail in asked.mails(SAM) if LINK.search(text_of(mail))]
    assert mails
    for mail, words in mails:
        assert str(mail["Reply-To"]) == f"gm+{told(words)[4]}@example.org"
        assert told(words)[4] not in {told(text_of(one))[4] for one in asked.mails(ALICE) if LINK.search(text_of(one))}


def test_what_is_tapped_can_be_sent_back_and_counts() -> None:
    asked = table()
    asked.write(ALICE, "STATUS")
    mail = asked.last(ALICE)
    token = told(text_of(mail))[4]
    lines = "ACCEPT FAEGIRT\nOFFERS S1901M\n6 : A PAR - BUR\n5 $\nEND\n\nSent from my phone"
    asked.write(ALICE, lines, to=f"gm+{token}@example.org", subject="Re: [spring] S1901M")
    assert list(asked.filed()) == ["6 : A PAR - BUR", "5 $"]
