"""Conditions in letters that are kept for a phase to come: what they may ask, what they let count, what is refused."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import faults, kinds, notices

from gm.rules.diplomacy.faults import words

IF, NOW = words("if"), words("if-now", phase="F1901M")


def table_of(options: str = "ahead = true") -> SevenTable:
    return SevenTable(played=("FRANCE", "ENGLAND"), ruleset="diplomacy", options=options)


def filed(*lines: str) -> tuple[str, ...]:
    """What France has on file in fall, by a letter that was kept: in spring an army has gone from Paris to Burgundy."""
    table = table_of()
    table.tell("FRANCE", "A PAR - BUR", "F BRE - MAO")
    table.tell("FRANCE", "ORDERS F1901M", *lines)
    assert kinds(table, "FRANCE")[0] == "keptahead"
    table.judge()
    table.check()
    return tuple(table.filed())


@each_row(
    ("condition", "holds"),
    [
        ("IF FRENCH BUR", True),
        ("If French A BUR", True),
        ("IF FRANCE ARMY BURGUNDY THEN", True),
        ("IF FRENCH F BUR", False),
        ("IF GERMAN BUR", False),
        ("IF NOT GERMAN BUR", True),
        ("IF NOT FRENCH BUR", False),
        ("IF FRENCH PAR:", True),  # nobody stands there, and France owns it
        ("IF FRENCH A PAR", False),
        ("IF FRENCH SPA", False),
        ("IF RUSSIAN F STP/SC", True),
        ("IF RUSSIAN F STP", True),
        ("IF RUSSIAN STP/NC", False),
        ("IF ENG F ENG", False),
    ],
)
def test_a_condition_asks_who_stands_somewhere_or_else_who_owns_it(condition: str, holds: bool) -> None:
    lines = filed("A MAR H", condition, "A BUR - MUN", "ELSE", "A BUR - PAR", "ENDIF")
    assert lines == ("A BUR - MUN" if holds else "A BUR - PAR", "A MAR H")


def test_what_stands_below_endif_counts_in_any_case_and_a_branch_that_does_not_is_not_looked_at() -> None:
    lines = filed("IF GERMAN A BUR", "A XYZ - BUR", "F MAO - MAO", "END IF", "F MAO - SPA/SC")
    assert lines == ("F MAO - SPA/SC",)


def test_ready_may_depend_on_a_condition() -> None:
    for condition, ready in (("IF FRENCH BUR", True), ("IF GERMAN BUR", False)):
        table = table_of()
        table.tell("FRANCE", "A PAR - BUR")
        table.tell("FRANCE", "ORDERS F1901M", "A MAR H", condition, "READY", "ENDIF")
        table.judge()
        assert ("FRANCE" in table.game.state.ready) is ready


def test_its_player_alone_is_told_which_conditions_hold() -> None:
    table, asked = table_of(), ["IF FRENCH BUR", "IF NOT GERMAN F KIE"]
    table.tell("FRANCE", "ORDERS F1901M", "A MAR H", asked[0], "A BUR H", "ENDIF", asked[1], "ENDIF")
    table.judge()
    assert notices(table, "FRANCE")["decided"]["conditions"] == [[one, False] for one in asked]
    assert "IF FRENCH BUR no" in words_of(table.of("FRANCE"))
    assert "decided" not in kinds(table, "ENGLAND")


def test_if_no_order_counts_nothing_is_on_file_and_its_player_hears_why() -> None:
    table = table_of()
    table.tell("FRANCE", "ORDERS F1901M", "IF GERMAN BUR", "A MAR H", "ENDIF")
    table.judge()
    assert table.filed() == () and {"takenup", "decided"} <= {*kinds(table, "FRANCE")}
    assert notices(table, "FRANCE")["takenup"]["seal"] == ""


@each_row(
    ("lines", "expected"),
    [
        (("IF A PAR - BUR FAILS", "A BUR H", "ENDIF"), [(2, IF)]),
        (("IF FRENCH XYZ", "A BUR H", "ENDIF"), [(2, IF)]),
        (("IF MARTIAN BUR", "A BUR H", "ENDIF"), [(2, IF)]),
        (("IF FRENCH BUR AND GERMAN MUN", "A BUR H", "ENDIF"), [(2, IF)]),
        (("IF FRENCH BUR", "A BUR H"), [(2, words("if-open"))]),
        (("A BUR H", "ENDIF"), [(3, words("if-none"))]),
        (("IF FRENCH BUR", "A BUR H", "ELSE", "A BUR H", "ELSE", "ENDIF"), [(6, words("if-none"))]),
        (("IF FRENCH BUR", "IF FRENCH PAR", "A BUR H", "ENDIF"), [(3, words("if-nested"))]),
    ],
)
def test_a_condition_that_cannot_be_read_is_refused_at_once(
    lines: tuple[str, ...], expected: list[tuple[int, str]]
) -> None:
    table = table_of()
    table.tell("FRANCE", "ORDERS F1901M", *lines)
    assert [(line, said) for line, _, said, _ in faults(table, "FRANCE")] == expected
    assert table.game.seats["FRANCE"].ahead == ()


@pytest.mark.parametrize("line", ["IF A PAR - BUR FAILS", "IF FRENCH PAR", "ENDIF"])
def test_in_a_letter_for_the_phase_now_due_there_are_none(line: str) -> None:
    table = table_of()
    table.tell("FRANCE", "A MAR H", line)
    assert [said for _, _, said, _ in faults(table, "FRANCE")] == [NOW]
    assert table.filed() == ()


def test_a_sentence_that_begins_with_if_is_talk() -> None:
    table = table_of()
    table.tell("FRANCE", "If I may ask, is this right?", "A MAR H")
    assert table.filed() == ("A MAR H",)


def test_where_no_letters_are_kept_nothing_under_a_condition_is_filed_as_if_it_stood_alone() -> None:
    table = table_of("")
    table.tell("FRANCE", "IF GERMAN BUR", "A MAR H", "ENDIF")
    assert [line for line, _, _, _ in faults(table, "FRANCE")] == [3] and table.filed() == ()
