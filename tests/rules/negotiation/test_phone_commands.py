"""Every command of Negotiation as the rulings write it: right, wrong with its column, and nearly right."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.faults import Faults
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st
from telephone import RULES, Telephone

from gm.rules import Letter, Line, Orders, Problem
from gm.rules.lines.commands import AskBoard
from gm.rules.negotiation import acts as c
from gm.rules.negotiation import faults
from gm.rules.negotiation.items import Cancel, Iou, Move, Support, Win
from gm.rules.negotiation.reading import SAID

SEVEN = Telephone(7).state
NAMED = Telephone(3, names=("Ann", "b_2-x", "Carl")).state
LEVELS = "ABCDEFGHIK"


def read(text: str, player: str = "1", state: Any = SEVEN, refs: tuple[str, ...] = ()) -> Orders:
    found = RULES.read(state, player, Letter((Line(1, text),), refs=refs))
    assert isinstance(found, Orders)
    return found


def fault(text: str, player: str = "1", state: Any = SEVEN) -> Problem:
    found = read(text, player, state)
    assert not found.acts and not found.unread, found
    (problem,) = found.problems
    assert isinstance(problem, Problem)
    return problem


RIGHT: list[tuple[str, c.Act]] = [
    ("BOARD", AskBoard()),
    ("PROPOSE TO 3: GIVE SUPPORT 2 FOR IOU 3", c.Propose("3", (Support(2, "1"),), (Iou(3),), 1)),
    ("propose to 3: give support 2 of 4 and win 1, cancel iou 2 for move 2 from a5, 1 from a6 to b3",
     c.Propose("3", (Support(2, "4"), Win(1), Cancel(2)), (Move((("A5", 2), ("A6", 1)), "B3"),), 1)),
    ("PROPOSE TO 3: GIVE NOTHING FOR WIN 1", c.Propose("3", (), (Win(1),), 1)),
    ("PROPOSE TO 3: GIVE WIN 1 FOR NOTHING", c.Propose("3", (Win(1),), (), 1)),
    ("PROPOSE TO 3: GIVE MOVE 2 FROM A5, 1 FROM A6 TO B1 AND SUPPORT 1 FOR NOTHING",
     c.Propose("3", (Move((("A5", 2), ("A6", 1)), "B1"), Support(1, "1")), (), 1)),
    ("ACCEPT 5 WITH 3", c.Accept(c.Ref(5, "3"), 1)),
    ("REJECT 5 WITH 3", c.Reject(c.Ref(5, "3"), 1)),
    ("WITHDRAW 5 WITH 3", c.Withdraw(c.Ref(5, "3"), 0, 1)),
    ("WITHDRAW W2", c.Withdraw(None, 2, 1)),
    ("COUNTER 5 WITH 3: GIVE IOU 1 FOR WIN 1", c.Counter(c.Ref(5, "3"), (Iou(1),), (Win(1),), 1)),
    ("GIVE TO 3: SUPPORT 2", c.Give("3", (Support(2, "1"),), 1)),
    ("GIVE TO 3: SUPPORT 2 OF 4, WIN 1", c.Give("3", (Support(2, "4"), Win(1)), 1)),
    ("PERMIT 3: MOVE 2 FROM START TO A1", c.Propose("3", (Move((("START", 2),), "A1"),), (), 1)),
    ("THREAT B4 WITH 2 FROM A5, 1 FROM A6", c.Threat("B4", (("A5", 2), ("A6", 1)), (), False, 1)),
    ("THREAT B4 WITH 2 FROM A5, 1 FROM A6 RISK 3 OF 2, 1 OF 7",
     c.Threat("B4", (("A5", 2), ("A6", 1)), (("2", 3), ("7", 1)), False, 1)),
    ("THREAT B4 WITH 2 FROM A5, RISK ALL", c.Threat("B4", (("A5", 2),), (), True, 1)),
    ("THREAT B4 WITH 2 FROM A5 RISK 1 OF 2, 2 OF 2", c.Threat("B4", (("A5", 2),), (("2", 3),), False, 1)),
    ("THREAT A4 WITH 7 FROM START", c.Threat("A4", (("START", 7),), (), False, 1)),
    ("THREAT K4 WITH 1 FROM I5", c.Threat("K4", (("I5", 1),), (), False, 1)),
    ("GRANT", c.Answer("GRANT", None, (), 1)),
    ("CALL", c.Answer("CALL", None, (), 1)),
    ("CALL QUOTE FROM 6 3", c.Answer("CALL", None, ("6", "3"), 1)),
    ("CALL 6 WITH 2 QUOTE FROM 6 3", c.Answer("CALL", c.Ref(6, "2"), ("6", "3"), 1)),
    ("GRANT 6 WITH 2", c.Answer("GRANT", c.Ref(6, "2"), (), 1)),
    ("PAY", c.Answer("PAY", None, (), 1)),
    ("DEFEND 6 WITH 2", c.Answer("DEFEND", c.Ref(6, "2"), (), 1)),
    ("ATTACK 4 FOR 3", c.Attack("4", 3, 1)),
    ("COLLECT FROM 4", c.Collect("4", 1)),
    ("RECALL ALL FROM 4", c.Recall("4", None, 1)),
    ("RECALL 2 FROM 4", c.Recall("4", 2, 1)),
    ("INFORM 2", c.Inform("2", 1)),
    ("STANDING THREAT CALL", c.Instruct("threat", "CALL", (), 1)),
    ("STANDING THREAT GRANT", c.Instruct("threat", "GRANT", (), 1)),
    ("STANDING ATTACK DEFEND", c.Instruct("attack", "DEFEND", (), 1)),
    ("STANDING ATTACK PAY", c.Instruct("attack", "PAY", (), 1)),
    ("STANDING QUOTE 4 1 7", c.Instruct("quote", "QUOTE", ("4", "1", "7"), 1)),
    ("STANDING NOW", c.Instruct("now", "NOW", (), 1)),
    ("STANDING WAIT", c.Instruct("now", "WAIT", (), 1)),
    ("CALL GAME", c.CallGame(1)),
]  # fmt: skip


@each_row(("text", "act"), RIGHT)
def test_a_command_is_read_as_the_rules_write_it_in_any_case(text: str, act: c.Act) -> None:
    for said in (text, text.lower(), f"  {text}.", f"> {text}  % a remark"):
        found = read(said)
        assert found.acts == (act,) and not found.problems and not found.unread


WHY = Faults(faults.words)


def expected(*kinds: str) -> str:
    """What was expected instead: one of these."""
    return " or ".join(SAID.get(kind, kind) for kind in kinds)


def misplaced(word: str, *wanted: str) -> str:
    """What is said of a word where others were expected."""
    return WHY("misplaced", word=word, said=expected(*wanted))


def unfinished(*wanted: str) -> str:
    """What is said of a line that ends where something was expected."""
    return WHY("unfinished", whole="line", said=expected(*wanted))


# The columns are counted by hand: each is that of the word at fault.
WRONG = [
    ("THREAT B1 WITH 1 FROM A2", 8, WHY("yourself.column", square="B1")),
    ("THREAT B4 WITH 1 FROM A4", 23, WHY("no-step.one-column", place="A4", square="B4")),
    ("THREAT C4 WITH 1 FROM A5", 23, WHY("no-step.level", place="A5", level="B")),
    ("THREAT A4 WITH 1 FROM A5", 23, WHY("no-step.level", place="A5", level="B")),
    ("THREAT A4 WITH 1 FROM B5", 23, WHY("no-step.level", place="B5", level="C")),
    ("THREAT B4 WITH 1 FROM START", 23, WHY("no-step.level", place="START", level="A")),
    ("THREAT A4 WITH 1 FROM K5", 23, WHY("no-step.last", place="K5")),
    ("THREAT J4 WITH 1 FROM I5", 8, WHY("no-square.level", level="J")),
    ("THREAT L4 WITH 1 FROM K5", 8, WHY("no-square.level", level="L")),
    ("THREAT B8 WITH 1 FROM A5", 8, WHY("no-square.column", column=8, most=7)),
    ("THREAT B0 WITH 1 FROM A5", 8, WHY("no-square.column", column=0, most=7)),
    ("THREAT B4 WITH 0 FROM A5", 16, WHY("nothing")),
    ("THREAT B4 WITH 1 FROM A5 RISK 1 OF 1", 36, WHY("own-support")),
    ("THREAT B4 WITH 1 FROM A5 RISK 0 OF 2", 31, WHY("nothing")),
    ("THREAT B4", 10, unfinished("NUMBER", "WITH")),
    ("THREAT B4, C5 WITH 1 FROM A6", 10, misplaced(",", "NUMBER", "WITH")),
    ("ATTACK 1 FOR 2", 8, WHY("yourself")),
    ("ATTACK 8 FOR 2", 8, WHY("no-player", number=8, most=7)),
    ("ATTACK 0 FOR 2", 8, WHY("no-player", number=0, most=7)),
    ("ATTACK 4 FOR 0", 14, WHY("nothing")),
    ("ATTACK 4", 9, unfinished("FOR")),
    ("COLLECT 2 FROM 4", 9, misplaced("2", "FROM", "IOU")),
    ("RECALL 0 FROM 4", 8, WHY("nothing")),
    ("INFORM 1", 8, WHY("yourself")),
    ("CALL 2", 6, WHY("no-player.call", number=2)),
    ("GRANT 2", 8, unfinished("WITH")),
    ("GRANT QUOTE FROM 2", 7, misplaced("QUOTE", "NUMBER", "$END")),
    ("GIVE TO 3: IOU 2", 12, WHY("no-gift")),
    ("GIVE TO 3: CANCEL IOU 2", 12, WHY("no-gift")),
    ("GIVE TO 1: WIN 2", 9, WHY("yourself")),
    ("PROPOSE TO 3: GIVE SUPPORT 2", 29, unfinished("FOR")),
    ("PROPOSE TO 3: GIVE NOTHING AND WIN 1 FOR WIN 2", 28, misplaced("AND", "FOR")),
    ("PROPOSE TO 3: GIVE WIN 0 FOR WIN 2", 24, WHY("nothing")),
    ("PROPOSE TO 3: GIVE MOVE 1 FROM START TO A4 FOR NOTHING", 41,
     WHY("foreign-column", square="A4", owner=4, giver=1)),
    ("PROPOSE TO 3: GIVE NOTHING FOR MOVE 1 FROM START TO A1", 53,
     WHY("foreign-column", square="A1", owner=1, giver=3)),
    ("PROPOSE TO 3: GIVE MOVE 1 FROM A1 TO B1 FOR NOTHING", 32, WHY("no-step.one-column", place="A1", square="B1")),
    ("PERMIT 3: MOVE 1 FROM A3 TO C1", 23, WHY("no-step.level", place="A3", level="B")),
    ("STANDING THREAT DEFEND", 17, misplaced("DEFEND", "CALL", "GRANT")),
    ("STANDING ATTACK CALL", 17, misplaced("CALL", "DEFEND", "PAY")),
    ("STANDING QUOTE 9", 16, WHY("no-player", number=9, most=7)),
    ("PROPOSE TO 3: GIVE WIN 99999 FOR NOTHING", 24, WHY("too-large", most=9999)),
]  # fmt: skip


@each_row(("text", "column", "message"), WRONG)
def test_a_wrong_line_is_told_its_column_and_reason(text: str, column: int, message: str) -> None:
    problem = fault(text)
    assert (problem.line, problem.column, problem.message) == (1, column, message)


@each_row(
    ("text", "column", "hint"),
    [
        ("PROPSE TO 3: GIVE WIN 1 FOR WIN 2", 1, "PROPOSE TO 3: GIVE WIN 1 FOR WIN 2"),
        ("THREAD B4 WITH 1 FROM A5", 1, "THREAT B4 WITH 1 FROM A5"),
        ("THREAT B4 WITH 1 FORM A5", 18, "THREAT B4 WITH 1 FROM A5"),
        ("ATACK 4 FOR 3", 1, "ATTACK 4 FOR 3"),
        ("PROPOSE TO 3: GIVE SUPORT 2 FOR WIN 1", 20, "PROPOSE TO 3: GIVE SUPPORT 2 FOR WIN 1"),
        ("THREAT J4 WITH 1 FROM I5", 8, "K4"),
        ("STANDING TREAT CALL", 10, None),
    ],
)
def test_a_near_miss_is_shown_what_it_could_be(text: str, column: int, hint: str | None) -> None:
    found = read(text)
    if hint is None:  # prose or a fault: never a command
        assert not found.acts
        return
    problem = fault(text)
    assert problem.column == column and hint in problem.hints


@each_row(
    ("text", "forms"),
    [
        ("MOVE 2 FROM START TO A3",
         ("PROPOSE TO 3: GIVE NOTHING FOR MOVE 2 FROM START TO A3", "THREAT A3 WITH 2 FROM START")),
        ("move 1 from A2, 2 from A4 to b3",
         ("PROPOSE TO 3: GIVE NOTHING FOR MOVE 1 FROM A2, 2 FROM A4 TO B3", "THREAT B3 WITH 1 FROM A2, 2 FROM A4")),
        ("LEND 2 2 SUPPORT", ("GIVE TO 2: SUPPORT 2",)),
        ("Lend player 4 three pieces", ("GIVE TO 4: SUPPORT 3",)),
        ("LEND 2 SUPPORT TO 3", ("GIVE TO 3: SUPPORT 2",)),
        ("SUPPORT 2 TO 3", ("GIVE TO 3: SUPPORT 2",)),
        ("IOU 3 TO 2", ("PROPOSE TO 2: GIVE IOU 3 FOR NOTHING",)),
        ("PAY 2 TO 3", ("GIVE TO 3: WIN 2",)),
        ("STANDING THREAT YES", ("STANDING THREAT CALL", "STANDING THREAT GRANT")),
        ("STANDING ATTACK NEVER", ("STANDING ATTACK DEFEND", "STANDING ATTACK PAY")),
        ("ATTACK 2 WITH 3", ("ATTACK 2 FOR 3",)),
        ("INFORM 4 THAT 3 HAS IT", ("INFORM 4",)),
    ],
)
def test_a_command_in_other_words_is_shown_in_the_right_ones(text: str, forms: tuple[str, ...]) -> None:
    assert fault(text).hints == forms
    assert all(read(form).acts and not read(form).problems for form in forms)


@pytest.mark.parametrize("text", ["MOVE 2 FROM START TO A1", "IOU 3 TO 1", "INFORM 1 OF IT", "ATTACK 9 WITH 3"])
def test_no_form_is_shown_that_would_be_refused(text: str) -> None:
    found = read(text)
    assert not found.acts and all(not read(hint).problems for one in found.problems for hint in one.hints)


@each_row(
    ("text", "act"),
    [
        ("GIVE TO 3: 2 SUPPORT", "GIVE TO 3: SUPPORT 2"),
        ("give to 3, 2 support", "GIVE TO 3: SUPPORT 2"),
        ("GIVE 3: WIN 1", "GIVE TO 3: WIN 1"),
        ("GIVE 3 WIN 1", None),
        ("RECALL FROM 4", "RECALL ALL FROM 4"),
        ("CALL QUOTE FROM 4 AND 2", "CALL QUOTE FROM 4 2"),
        ("STANDING QUOTE 3, 4 and 2", "STANDING QUOTE 3 4 2"),
        ("GIVE TO 3: 2 pieces of support", None),
        ("GIVE TO 3: 2 SUPPORT OF 4, 1 WIN", "GIVE TO 3: SUPPORT 2 OF 4, WIN 1"),
        ("PROPOSE TO 3: GIVE 2 SUPPORT FOR 1 IOU", "PROPOSE TO 3: GIVE SUPPORT 2 FOR IOU 1"),
        ("PROPOSE TO 3: GIVE CANCEL 2 IOU FOR WIN 1", "PROPOSE TO 3: GIVE CANCEL IOU 2 FOR WIN 1"),
    ],
)
def test_what_can_mean_one_thing_only_is_done(text: str, act: str | None) -> None:
    assert read(text).acts == (read(act).acts if act else ())


def test_a_deal_of_nothing_for_nothing_is_none() -> None:
    assert fault("PROPOSE TO 3: GIVE NOTHING FOR NOTHING") == WHY.problem((1, 15), "nothing.deal")


def test_a_move_cannot_be_given_as_a_gift() -> None:
    assert fault("GIVE TO 3: MOVE 1 FROM START TO A1") == WHY.problem((1, 12), "no-gift")


@pytest.mark.parametrize("text", ["CALL me tomorrow", "Grant me a day", "Give my best to Ann", "Attack is no answer"])
def test_prose_is_no_command_and_no_fault(text: str) -> None:
    found = read(text)
    assert not found.acts and not found.problems and len(found.unread) == 1


@each_row("text", ["CALL 2", "CALL GAMES", "CALL GAM", "CALL GAME NOW", "CALL WITH 2"])
def test_call_with_something_else_is_never_taken_for_call(text: str) -> None:
    assert not read(text).acts


def test_a_bare_accept_that_is_no_reply_names_no_deal() -> None:
    for word in ("ACCEPT", "REJECT", "WITHDRAW", "COUNTER: GIVE WIN 1 FOR WIN 2"):
        assert fault(word) == WHY.problem((1, 1), "which", word=word.partition(":")[0])


@each_row("level", range(9))
def test_a_piece_goes_one_level_on_and_never_to_its_own_column_or_the_same(level: int) -> None:
    """General Nature: A to K without J, a different column each time, never the mover's own."""
    here, there = LEVELS[level], LEVELS[level + 1]
    for source in "1234567":
        for target in "1234567":
            found = read(f"THREAT {there}{target} WITH 1 FROM {here}{source}")
            assert bool(found.acts) == (target not in ("1", source)), (here, source, there, target)
    for other in LEVELS:
        if other != there:
            assert not read(f"THREAT {other}3 WITH 1 FROM {here}4").acts


def test_from_start_a_piece_goes_to_any_a_square_but_its_own() -> None:
    for target in "1234567":
        assert bool(read(f"THREAT A{target} WITH 3 FROM START").acts) == (target != "1")


def test_groups_of_several_squares_of_one_level_may_enter_one_square() -> None:
    assert read("THREAT C4 WITH 1 FROM B2, 2 FROM B3 AND 1 FROM B5").acts
    assert not read("THREAT C4 WITH 1 FROM B2, 2 FROM A3").acts


def test_prisoners_go_on_from_the_column_of_their_holder() -> None:
    assert read("THREAT I4 WITH 2 FROM H1").acts
    assert not read("THREAT I1 WITH 2 FROM H1").acts


def test_permit_is_short_for_a_proposal_of_a_move_for_nothing() -> None:
    long = read("PROPOSE TO 3: GIVE MOVE 2 FROM START TO A4 FOR NOTHING", "4")
    assert read("PERMIT 3: MOVE 2 FROM START TO A4", "4").acts == long.acts != ()


def test_a_player_may_be_named_by_his_registered_name() -> None:
    assert read("ATTACK b_2-X FOR 1", "1", NAMED).acts == (c.Attack("2", 1, 1),)
    assert read("CALL 2 WITH carl QUOTE FROM ann", "2", NAMED).acts == (c.Answer("CALL", c.Ref(2, "3"), ("1",), 1),)
    assert fault("ATTACK ann FOR 1", "1", NAMED).column == 8


@each_row("name", ["3", "Player 3", "player 3 (Carl)", "3 (carl)", "Carl", "CAR", "Carl (3)"])
def test_a_player_is_understood_however_our_mails_call_them(name: str) -> None:
    assert read(f"ATTACK {name} FOR 1", "1", NAMED).acts == (c.Attack("3", 1, 1),)
    assert read(f"PROPOSE TO {name}: GIVE WIN 1 FOR NOTHING", "1", NAMED).acts == (c.Propose("3", (Win(1),), (), 1),)
    assert read(f"CALL 2 WITH {name}", "2", NAMED).acts == (c.Answer("CALL", c.Ref(2, "3"), (), 1),)
    assert fault(f"ATTACK {name} FOR 0", "1", NAMED).column == len(f"ATTACK {name} FOR 0")


@pytest.mark.parametrize(("names", "line"), [
    (("Ann", "Mayer", "Carl"), "May I ask you something?"),
    (("Ann", "Giveon", "Carl"), "GIVE TO 3: WIN 1"),
])
def test_the_beginning_of_a_name_that_means_something_else_names_nobody(names: tuple[str, ...], line: str) -> None:
    state = Telephone(3, names=names).state
    assert read(line, "1", state) == read(line, "1", NAMED)


def test_a_name_in_brackets_behind_that_of_another_is_a_fault() -> None:
    assert fault("ATTACK 3 (Ann) FOR 1", "2", NAMED).column == 10


@each_row("name", ["77", "B4", "W2", "call", "Standing", "and", "two words", "", "resign", "ü", "start"])
def test_a_name_is_one_word_that_is_no_number_square_or_word_of_the_grammar(name: str) -> None:
    assert RULES.check(RULES.card.options(players=3, names=("Ann", name, "Carl"))) != ""


@each_row("name", ["x", "7up", "A-4", "_dot_", "-o-", "Joe_2", "B4x", "a1234"])
def test_every_name_that_may_be_registered_can_be_written(name: str) -> None:
    state = Telephone(3, names=("Ann", name, "Carl")).state
    assert read(f"ATTACK {name} FOR 1", "1", state).acts == (c.Attack("2", 1, 1),)
    assert read(f"CALL QUOTE FROM {name}", "1", state).acts == (c.Answer("CALL", None, ("2",), 1),)


@pytest.mark.parametrize("players", [2, 11])
def test_the_program_takes_three_to_ten_players(players: int) -> None:
    assert RULES.check(RULES.card.options(players=players)) != ""


def test_two_players_cannot_have_one_name() -> None:
    assert RULES.check(RULES.card.options(players=3, names=("Ann", "ann", "Carl"))) != ""


def test_nothing_in_a_quote_makes_a_call_fail() -> None:
    assert read("CALL QUOTE FROM 9 1 3 3 0").acts == (c.Answer("CALL", None, ("1", "3"), 1),)


@pytest.mark.parametrize("number", ["1" * 5000, "0" * 20 + "1" * 5000, "0" * 5000, "10000"])
def test_a_number_that_is_too_large_or_none_is_a_fault_however_it_is_written(number: str) -> None:
    assert fault(f"ATTACK 4 FOR {number}").column == 14


def test_noughts_before_a_number_mean_nothing() -> None:
    assert read("ATTACK 04 FOR 0003").acts == (c.Attack("4", 3, 1),)


def test_a_letter_counts_up_to_its_first_wrong_line_and_each_is_shown_its_line() -> None:
    lines = (
        Line(2, "INFORM 3"), Line(4, "ATTACK 1 FOR 2"), Line(6, "INFORM 2"), Line(7, "GRANT"), Line(8, "BOARD"),
        Line(9, "COLLECT FROM 9"),
    )  # fmt: skip
    found = RULES.read(SEVEN, "1", Letter(lines))
    assert found.acts == (c.Inform("3", 2), c.Answer("GRANT", None, (), 7), AskBoard())
    assert [(one.line, one.column, one.code) for one in found.problems] == [
        (4, 8, "yourself"), (6, 1, "not-reached"), (9, 14, "no-player"),
    ]  # fmt: skip
    behind = RULES.read(SEVEN, "1", Letter((Line(2, "INFORM 3"), Line(6, "INFORM 2")), wrong=4))
    assert behind.acts == (c.Inform("3", 2),)


WORDS = st.sampled_from(
    [
        "PROPOSE",
        "TO",
        "FROM",
        "GIVE",
        "FOR",
        "SUPPORT",
        "WIN",
        "IOU",
        "CANCEL",
        "MOVE",
        "THREAT",
        "CALL",
        "GRANT",
        "QUOTE",
        "RISK",
        "ALL",
        "WITH",
        "OF",
        "AND",
        ",",
        ":",
        ";",
        "1",
        "2",
        "3",
        "9",
        "0",
        "99999",
        "A4",
        "B4",
        "K3",
        "J2",
        "START",
        "W2",
        "GAME",
        "STANDING",
        "NOW",
        "NOTHING",
        "ACCEPT",
        "ATTACK",
        "(",
        "?",
        "٣",
        "Ω",
        "x-",
        "-",
        "_",
        "%",
    ]
)


@given(st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60))
@settings(max_examples=300)
def test_any_line_is_a_command_or_prose_or_a_fault_with_a_place(text: str) -> None:
    found = read(text.replace("\n", " "))
    assert len(found.acts) + len(found.problems) + len(found.unread) == (1 if text.strip() else 0)
    for problem in found.problems:
        assert problem.line == 1 and 1 <= problem.column <= len(text) + 1 and problem.message
