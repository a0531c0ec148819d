"""Addresses, telephone numbers and dates under a letter stop nothing; what may be an order is never taken for one."""

from __future__ import annotations

from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import kinds

from gm.desk.letter.signatures import is_of_signature

SIGNED = [
    "12 Rue de Paris", "75011 Paris", "4 Munich Lane", "London NW1 5LP", "12 E4 Street", "London G2 3AB", "12 rue A",
    "22 Harbour Road, Cork T12 X5P0", "Bergstra\u00dfe 4", "Springfield, IL 62704", "+44 20 7946 0958", "12 January",
    "March 14th, 2026", "Tel. 030 5550 1122", "14 Acacia Avenue, Leeds",
]  # fmt: skip
ORDERS = [
    "4 : A PAR - BUR", "4 A LON - NWY VIA", "4 A LON NWY VIA", "25 $", "25 SAVE", "2 MEN E4-E5", "CITIES C18 H21 O177",
    "DISCARD 2", "PLACE D4 E5 F6", "2 Mar", "5 A MAR", "MAN G2-G3", "12 SPA", "TRUCK C2-C3 WITH 2", "200 A PAR - BUR",
]  # fmt: skip


@each_row("line", SIGNED)
def test_what_stands_under_a_letter_is_seen(line: str) -> None:
    assert is_of_signature(line) and is_of_signature(f" {line},")


@each_row("line", ORDERS)
def test_what_may_be_an_order_is_none_of_it(line: str) -> None:
    assert not is_of_signature(line)


@each_row("line", SIGNED)
def test_a_letter_signed_without_two_dashes_counts(line: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", "4 : A PAR - BUR", "", "Kind regards,", "Jean Dupont", line)
    assert table.filed() == ("4 : A PAR - BUR",) and "refused" not in kinds(table, "FRANCE")
