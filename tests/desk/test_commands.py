"""The desk's commands cut out of a letter: press blocks, votes, seats, and what is wrong with them."""

from __future__ import annotations

import re

import pytest
from helpers.rows import each_row
from helpers.rulesets import numbered, places

from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import CutLetter, Own, cut_letter
from gm.desk.letter.reading import Request
from gm.rules import Line, Problem
from gm.rules.lines.players import abbreviated

READER = command_reader()
SEATS = {name: name for name in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")}
ORDER = re.compile(
    r"\s*([0-9]*\s*[:>!@&] ?|)[AF] [A-Z]{3} .*|\s*[0-9]+ \$|\s*(ACCEPT [A-Z]{7}|CLEAR|TRY)\s*", re.IGNORECASE
)


def cut(text: str) -> CutLetter:
    own = Own(lambda line: ORDER.fullmatch(line.text) is not None, (), ("OFFERS",))
    return cut_letter(numbered(text), READER, SEATS, own)


def faults(text: str) -> list[tuple[int, int, str]]:
    return places(cut(text).problems)


def done(text: str) -> list[Request]:
    found = cut(text)
    assert found.problems == ()
    return list(found.commands)


def names(text: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(command.name, command.words) for command in done(text)]


# -- plain commands ------------------------------------------------------------------------------------------------

PLAIN = [
    ("WAIT", ("wait", ())),
    ("set wait", ("wait", ())),
    ("Wait.", ("wait", ())),
    ("NOWAIT", ("nowait", ())),
    ("SET NOWAIT", ("nowait", ())),
    ("  wait  % until Sunday", ("wait", ())),
    ("VOTE DRAW", ("vote_draw", ())),
    ("vote draw.", ("vote_draw", ())),
    ("VOTE CONCEDE TO FRANCE", ("vote_concede", ("FRANCE",))),
    ("vote concede france", ("vote_concede", ("FRANCE",))),
    ("NOVOTE", ("novote", ())),
    ("RESIGN", ("resign", ())),
    ("CONFIRM", ("confirm", ())),
    ("STATUS", ("status", ())),
    ("SHOW", ("show", ())),
    ("HELP", ("help", ())),
    ("HELP offers", ("help", ("offers",))),
    ("HISTORY", ("history", ())),
    ("HISTORY S1901M", ("history", ("S1901M",))),
    ("JOIN FRANCE", ("join", ("FRANCE",))),
    ("TAKEOVER AS FRANCE", ("takeover", ("FRANCE",))),
    ("VOTE\xa0DRAW", ("vote_draw", ())),
]


@each_row(("text", "command"), PLAIN)
def test_a_command_is_read_in_each_of_its_forms(text: str, command: tuple[str, tuple[str, ...]]) -> None:
    assert names(text) == [command]


MISREAD = [
    ("VOTE", 1),
    ("VOTE MAYBE", 1),
    ("VOTE CONCEDE", 1),
    ("VOTE CONCEDE TO", 1),
    ("hello\nSET", 2),
    ("NOVOTE DRAW", 1),
    ("RESIGN now", 1),
    ("PRESS", 1),
    ("PRESS FRANCE\nhi\nEND", 1),
    ("BROADCAST TO FRANCE\nhi\nEND", 1),
]


@each_row(("text", "line"), MISREAD)
def test_a_line_that_begins_as_a_command_and_is_none_is_a_fault_with_the_right_form(text: str, line: int) -> None:
    (problem, *_) = cut(text).problems
    assert (problem.line, problem.code) == (line, "command")
    assert problem.message.startswith("written as: ")
    assert 1 <= problem.column <= len(text.split("\n")[line - 1]) + 1


UNKNOWN = [
    ("VOTE CONCEDE TO FRANSE", 17, "FRANCE"),
    ("PRESS TO GERMANNY\nhi\nEND", 10, "GERMANY"),
    ("PRESS TO FRANCE, ITALLY\nhi\nEND", 18, "ITALY"),
    ("TAKEOVER TURKY", 10, "TURKEY"),
]


@pytest.mark.parametrize(("text", "column", "near"), UNKNOWN)
def test_an_unknown_seat_is_told_at_its_place_with_near_misses(text: str, column: int, near: str) -> None:
    problem = cut(text).problems[0]
    assert (problem.line, problem.column, problem.code) == (1, column, "unknown-seat")
    assert near in problem.hints


def test_the_lines_of_the_desk_are_marked_and_the_others_left_to_the_rules() -> None:
    found = cut("Hello\nWAIT\n4 : A PAR - BUR\nPRESS TO ITALY\nhi\nEND\nBye")
    assert [(line.number, line.command) for line in found.lines] == [
        (1, False),
        (2, True),
        (3, False),
        (4, True),
        (7, False),
    ]


def test_commands_keep_their_order_and_forty_are_the_most() -> None:
    assert [c.name for c in done("\n".join(["WAIT", "NOWAIT"] * 20))] == ["wait", "nowait"] * 20
    assert faults("\n".join(["WAIT"] * 41)) == [(41, 1, "too-many")]


def test_signoff_ends_the_letter() -> None:
    found = cut("WAIT\nSIGNOFF\nVOTE DRAW\n4 : A PAR - BUR")
    assert [c.name for c in found.commands] == ["wait"]
    assert [line.text for line in found.lines if not line.command] == []


# -- press ---------------------------------------------------------------------------------------------------------

TO = [
    ("PRESS TO ITALY", ("ITALY",)),
    ("press to italy:", ("ITALY",)),
    ("PRESS TO ITALY, GERMANY", ("ITALY", "GERMANY")),
    ("PRESS TO ITALY AND GERMANY", ("ITALY", "GERMANY")),
    ("PRESS TO ITALY, GERMANY, and AUSTRIA", ("ITALY", "GERMANY", "AUSTRIA")),
    ("PRESS TO ITALY GERMANY ITALY", ("ITALY", "GERMANY")),
    ("PRESS TO ITALY % quietly", ("ITALY",)),
    ("BROADCAST", ()),
]


@each_row(("head", "seats"), TO)
def test_press_goes_to_the_seats_named(head: str, seats: tuple[str, ...]) -> None:
    (press,) = done(f"{head}\nHello there\nEND")
    assert (press.words, press.body) == (seats, ("Hello there",))


BODIES = [
    ("Hello\nEND\nWAIT", ("Hello",), ["wait"]),
    ("Hello\nend.\nWAIT", ("Hello",), ["wait"]),
    ("Hello\nENDPRESS\nWAIT", ("Hello",), ["wait"]),
    ("Hello", ("Hello",), []),
    ("\n\nHello\n\nyou\n\n", ("Hello", "", "you"), []),
    ("100 % sure\n% is no remark\nEND", ("100 % sure", "% is no remark"), []),
    ("the end is near\nEnd of story\nEND", ("the end is near", "End of story"), []),
    ("WAIT\n4 : A PAR - BUR\nEND", ("WAIT", "4 : A PAR - BUR"), []),
    (
        "I play\nOFFERS\n4 : A PAR - BUR\nEND\nyou?\nEND\nWAIT",
        ("I play", "OFFERS", "4 : A PAR - BUR", "END", "you?"),
        ["wait"],
    ),
    ("Offers of help are welcome\nEND\nWAIT", ("Offers of help are welcome",), ["wait"]),
    ("Hello\nSIGNOFF\n4 : A PAR - BUR", ("Hello",), []),
    ("Hello\nsignoff\nAnna", ("Hello",), []),
]


@each_row(("rest", "body", "others"), BODIES)
def test_press_has_every_line_up_to_its_own_end(rest: str, body: tuple[str, ...], others: list[str]) -> None:
    press, *more = done(f"PRESS TO ITALY\n{rest}")
    assert (press.body, [c.name for c in more]) == (body, others)


ENDLESS = [
    ("Hello\nWAIT", 3),
    ("Hello\n4 : A PAR - BUR", 3),
    ("Hello\nA PAR - BUR", 3),
    ("Hello\nACCEPT FAEGIRT", 3),
    ("Hello\nVOTE DRAW\nmore", 3),
    ("Hello\nOFFERS\nnothing", 3),
    ("Hello\nOFFERS\n4 : A PAR - BUR\nEND", 3),
    ("Hello\nOFFERS F1901M\n4 : A PAR - BUR\nEND", 3),
    ("Hello\n\nBROADCAST\nHello all\nEND", 4),
    ("Hello\nPRESS TO RUSSIA\nHello you\nEND", 3),
    ("Hello\nWAIT\nSIGNOFF", 3),
]


@each_row(("rest", "line"), ENDLESS)
def test_press_that_lacks_its_end_above_an_order_or_a_command_is_a_fault(rest: str, line: int) -> None:
    found = cut(f"PRESS TO ITALY\n{rest}")
    assert [(p.line, p.code) for p in found.problems] == [(line, "press-without-end")]
    assert not any(c.name == "press" and c.words == ("ITALY",) for c in found.commands)


def test_press_inside_a_sheet_has_its_own_end_and_the_sheet_its_own() -> None:
    found = cut("OFFERS\n4 : A PAR - BUR\nPRESS TO ITALY\nhi\nEND\n3 : A MAR H\nEND")
    assert found.problems == ()
    assert [line.text for line in found.lines if not line.command] == [
        "OFFERS",
        "4 : A PAR - BUR",
        "3 : A MAR H",
        "END",
    ]


def test_press_without_text_is_a_fault() -> None:
    assert faults("PRESS TO ITALY\n\nEND") == [(1, 1, "empty-press")]


# -- what players are called -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "seat"), [("F", "FRANCE"), ("Fra", "FRANCE"), ("T", "TURKEY"), ("turk", "TURKEY")])
def test_a_power_may_be_called_by_the_beginning_of_its_name(word: str, seat: str) -> None:
    seats = abbreviated({"FRANCE": "FRANCE", "TURKEY": "TURKEY"})
    found = READER.read(Line(1, f"PRESS TO {word}"), seats)
    assert isinstance(found, Request) and found.words == (seat,)


@pytest.mark.parametrize("word", ["G", "Ge", "fr"])
def test_a_beginning_that_names_two_powers_or_is_too_short_names_nobody(word: str) -> None:
    seats = abbreviated({"GERMANY": "GERMANY", "GREECE": "GREECE", "FRANCE": "FRANCE"})
    assert isinstance(READER.read(Line(1, f"PRESS TO {word}"), seats), Problem)


def test_near_misses_are_whole_names() -> None:
    found = READER.read(Line(1, "PRESS TO TURKY"), abbreviated({"TURKEY": "TURKEY", "FRANCE": "FRANCE"}))
    assert isinstance(found, Problem) and found.hints == ("TURKEY",)
