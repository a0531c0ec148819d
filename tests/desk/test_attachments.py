"""Attachments: one text with nothing but orders counts in an empty mail; all others are named, and none is read."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.mailtable import ALICE, BOB, Table
from helpers.told import kinds, notices
from test_overlooked import SOUTH, WarTable

OFFERS = "4 : A PAR - BUR\n2 : A MAR - SPA\n"
PDF = ("application/pdf", 'attachment; filename="orders.pdf"', "%PDF-1.4")


def attached(text: str, *parts: tuple[str, str, str]) -> tuple[str, dict[str, str]]:
    """The body and head of a mail with *parts*: content type, disposition and text."""
    pieces = [f"Content-Type: text/plain\n\n{text}"]
    pieces += [f"Content-Type: {kind}\nContent-Disposition: {where}\n\n{body}" for kind, where, body in parts]
    return "".join(f"--b\n{piece}\n" for piece in pieces) + "--b--\n", {"Content-Type": "multipart/mixed; boundary=b"}


def sent(table: Table, who: str, seat: str, text: str, *parts: tuple[str, str, str]) -> dict[str, Any]:
    body, head = attached(text, *parts)
    table.write(who, body, table.last(who), head=head)
    return notices(table, seat)


def txt(body: str, name: str = "orders.txt") -> tuple[str, str, str]:
    return "text/plain", f'attachment; filename="{name}"', body


def test_an_attachment_beside_orders_is_named() -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "4 : A PAR - BUR", PDF, txt("2 : A MAR - SPA"))
    assert table.filed() == ("4 : A PAR - BUR",) and told["overlooked"]["files"] == ["orders.pdf", "orders.txt"]


def test_where_there_is_nothing_else_the_answer_says_so_and_names_it() -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "", PDF)
    assert told["nothing"]["trouble"] and told["overlooked"]["files"] == ["orders.pdf"] and table.filed() == ()


def test_one_text_with_nothing_but_orders_counts() -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "\nSent from my iPhone\n", txt(OFFERS), PDF)
    assert table.filed() == ("4 : A PAR - BUR", "2 : A MAR - SPA") and told["overlooked"]["files"] == ["orders.pdf"]


@pytest.mark.parametrize("text", [f"Dear all,\n{OFFERS}", f"{OFFERS}See you in Paris\n"])
def test_a_text_with_more_than_orders_does_nothing_and_is_given_back(text: str) -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "", txt(text))
    assert table.filed() == () and [one["text"] for one in told["refused"]["problems"]] == [
        line for line in text.splitlines() if line not in OFFERS
    ]
    assert set(OFFERS.splitlines()) <= set(told["refused"]["retry"])


def test_in_a_war_it_is_the_same_and_nobody_is_ready() -> None:
    table = WarTable()
    told = sent(table, SOUTH, "SOUTH", "", txt("Plan for tomorrow\nMAN F6-F7\nREADY\n"))
    assert table.filed("SOUTH") == () and "refused" in told and not table.office.game("spring").state.ready


def test_of_two_texts_none_is_read() -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "", txt(OFFERS, "a.txt"), txt("9 : A PAR H", "b.txt"))
    assert table.filed() == () and told["overlooked"]["files"] == ["a.txt", "b.txt"]


@pytest.mark.parametrize(
    ("part", "name"),
    [
        (("message/rfc822", "attachment", f"Subject: x\n\n{OFFERS}"), "message/rfc822"),
        (("message/rfc822", 'attachment; filename="old.txt"', f"Subject: x\n\n{OFFERS}"), "old.txt"),
        (("text/calendar", 'attachment; filename="a.ics"', OFFERS), "a.ics"),
        (("text/html", 'attachment; filename="a.html"', "<p>4 : A PAR - BUR"), "a.html"),
    ],
)
def test_forwarded_mails_calendars_and_pages_are_named_and_not_read(part: tuple[str, str, str], name: str) -> None:
    table = Table()
    told = sent(table, ALICE, "FRANCE", "", part)
    assert table.filed() == () and told["overlooked"]["files"] == [name]


@pytest.mark.parametrize(
    "part",
    [
        ("image/png", 'inline; filename="logo.png"\nContent-ID: <logo>', "x"),
        ("application/pgp-signature", 'attachment; filename="signature.asc"', "x"),
        ("application/pkcs7-signature", 'attachment; filename="smime.p7s"', "x"),
        ("text/vcard", 'attachment; filename="ann.vcf"', "BEGIN:VCARD"),
    ],
)
def test_what_programs_attach_by_themselves_is_not_spoken_of(part: tuple[str, str, str]) -> None:
    table = Table()
    assert "overlooked" not in sent(table, ALICE, "FRANCE", "4 : A PAR - BUR", part)
    assert table.filed() == ("4 : A PAR - BUR",)


def test_an_attached_text_is_no_answer_to_a_message() -> None:
    table = Table()
    table.write(BOB, "PRESS TO FRANCE\nShall we talk?\nEND", table.last(BOB))
    before = len(table.mails(BOB))
    told = sent(table, ALICE, "FRANCE", "", txt("Yes, let us."))
    assert told["overlooked"]["files"] == ["orders.txt"] and "presssent" not in kinds(table, "FRANCE")
    assert len(table.mails(BOB)) == before


def test_an_address_in_the_name_of_a_file_is_not_kept() -> None:
    part = ("application/pdf", 'attachment; filename="b@c.de.pdf"', "")
    told = sent(Table(), ALICE, "FRANCE", "4 : A PAR - BUR", part)
    assert told["overlooked"]["files"] == ["(address)"]
