"""Rosters of leagues: what is read, and that every fault is named with its line and column."""

from __future__ import annotations

import pytest
from helpers.rows import each_row

from gm.desk.game.refusal import OperatorError
from gm.league.roster import MOST, Listed, RosterError, read_roster


def check(address: str) -> None:
    """Refuse what the desk would."""
    if address.startswith("gm@"):
        raise OperatorError("our own address")


def faults(data: bytes, **taken: str) -> list[tuple[int, int]]:
    """The line and column of each fault."""
    with pytest.raises(RosterError) as caught:
        read_roster(data, check, taken)
    return [(one.line, one.column) for one in caught.value.faults]


ALICE, BOB = Listed("Alice Ardent", "alice@far.example", "Europe/Paris"), Listed("Bob", "bob@far.example")


@each_row(
    "data",
    [
        b"Alice Ardent,alice@far.example,Europe/Paris\nBob,bob@far.example\n",
        b"name,address,timezone\nAlice Ardent,alice@far.example,paris\nBob,bob@far.example,\n",
        b"\xef\xbb\xbfName;Address;Time zone\r\nAlice Ardent;Alice@FAR.example;Europe/Paris\r\n\r\n"
        b"Bob;bob@far.example;\r\n",
        b"NAME;E-Mail;Zone\nAlice Ardent;alice@far.example;Paris\nBob;bob@far.example;\n",
        b'"Alice  Ardent" , alice@far.example , Paris\n\n Bob,bob@far.example',
    ],
)  # fmt: skip
def test_a_roster_is_read_with_and_without_headings_by_commas_or_semicolons(data: bytes) -> None:
    assert read_roster(data, check, {}) == [ALICE, BOB]


def test_every_fault_of_a_roster_is_named_at_once_with_its_place() -> None:
    data = (
        b"name,address,timezone\n"
        b"Alice,alice@far.example,Atlantis\n"
        b",bob@far.example\n"
        b"Carla,not an address\n"
        b"alice,ALICE@far.example,Paris\n"
        b"Dora\n"
        b"Emil,gm@far.example\n"
        b"Fay@x,fay@far.example,Paris,more\n"
    )
    assert faults(data) == [(2, 3), (3, 1), (4, 2), (5, 1), (5, 2), (6, 0), (7, 2), (8, 0)]


def test_a_first_row_without_an_address_is_no_heading_unless_it_names_the_columns() -> None:
    assert faults(b"Name;alice.far.example\nBob;bob@far.example\n") == [(1, 2)]
    assert faults(b"Surname,E-Mail\nBob,bob@far.example\n") == [(1, 2)]


def test_a_row_after_a_cell_of_two_lines_has_the_line_on_which_it_begins() -> None:
    assert faults(b'"Alice\nArdent",alice@far.example\nBob,bob\n') == [(3, 2)]


def test_a_name_or_an_address_that_is_taken_is_a_fault() -> None:
    taken = {"bob": "in the league", "alice@far.example": "in the league"}
    assert faults(b"Bob,robert@far.example\nAlice,alice@far.example\n", **taken) == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    "data,place", [(b"", (1, 0)), (b"name,address\n", (1, 0)), (b"Alice,a@b.example\nB\xf6b,b@b.example\n", (2, 0))]
)
def test_what_is_no_roster_is_told_so(data: bytes, place: tuple[int, int]) -> None:
    assert faults(data) == [place]


def test_a_league_has_a_largest_size() -> None:
    rows = [f"Player {number},p{number}@far.example" for number in range(MOST + 1)]
    assert len(read_roster("\n".join(rows[:MOST]).encode(), check, {})) == MOST
    assert faults("\n".join(rows).encode()) == [(MOST + 1, 0)]
