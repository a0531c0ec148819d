"""Letters: how lines may be written, which are orders, how far a letter is carried out, and for which move it is."""

from __future__ import annotations

from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from sucker import after, due, read, refusal, sent, table

from gm.rules import Orders, Problems
from gm.rules.lines import letters
from gm.rules.lines.letters import not_reached
from gm.rules.so_long_sucker.acts import AskTable, Discard, Next, Play, Transfer
from gm.rules.so_long_sucker.choices import owed

STATE = table("rrbbg bb ggr yy", "b", "gr")


@each_row(
    ("line", "act"),
    [
        ("PLAY red", Play("RED")), ("play RED.", Play("RED")), ("Play r on 1 next g", Play("RED", 1, "GREEN")),
        ("PLAY red ON PILE 1, NEXT yellow", Play("RED", 1, "YELLOW")), ("- play red on #1", Play("RED", 1)),
        ("put a red chip on the pile 1 and next green", Play("RED", 1, "GREEN")), ("1. play red", Play("RED")),
        ("PLAY red ON A NEW PILE NEXT blue", Play("RED", 0, "BLUE")), ("play one red on one", Play("RED", 1)),
        ("PLAY red NEXT me % a remark", None), ("PLAY red new", Play("RED")), ("place reds", Play("RED")),
        ("PLAY red pile 1", Play("RED", 1)), ("PLAY red pile 1, NEXT yel", Play("RED", 1, "YELLOW")),
        ("play blu onto pile #1", Play("BLUE", 1)), ("PLAY red on pile1", Play("RED", 1)),
        ("play a red chip on pile 1, yellow is next", Play("RED", 1, "YELLOW")),
        ("play red on 1 and green goes next", Play("RED", 1, "GREEN")),
        ("play red on 1, y next", Play("RED", 1, "YELLOW")),
        ("DISCARD green", Discard("GREEN", 1)), ("discard 1 gre", Discard("GREEN", 1)),
        ("discard 2 blue", Discard("BLUE", 2)),
        ("give two blue chips to green", Transfer("BLUE", 2, "GREEN")),
        ("TRANSFER 1 b TO y", Transfer("BLUE", 1, "YELLOW")),
    ],
)  # fmt: skip
def test_a_line_may_be_written_in_many_ways(line: str, act: object) -> None:
    found = read(STATE, "RED", line)
    assert isinstance(found, Orders)
    assert found.acts == ((act,) if act else ()) and bool(found.problems) == (act is None)


@each_row(
    "line",
    ["Good morning!", "Next week I am away", "Give me a break", "I refuse to believe it.", "red and blue are fools",
     "Kill them all now", "the table is set", "Playing for time", "2"],
)  # fmt: skip
def test_a_sentence_is_left_alone_and_listed(line: str) -> None:
    found = read(STATE, "RED", line)
    assert isinstance(found, Orders)
    assert not found.acts and not found.problems and [one.text for one in found.unread] == [line]


@each_row(
    ("line", "code", "column", "hints"),
    [
        ("PLAY rde", "unknown-word", 6, ("PLAY RED",)), ("PLYA red ON 1", "unknown-word", 1, ("PLAY red ON 1",)),
        ("PLAY", "unfinished", 5, ()), ("PLAY red 1", "misplaced", 10, ()), ("PLAY red ON", "unfinished", 12, ()),
        ("PLAY red ON 1 NEXT", "unfinished", 19, ()), ("TRANSFER 1 blue", "unfinished", 16, ()),
        ("NEXT", "unfinished", 5, ()), ("DISCARD 2", "unfinished", 10, ()), ("PLAY 1 2 red", "misplaced", 8, ()),
        ("DISCARD 99999 blue", "too-much", 9, ()), ("PLAY white", "unknown-colour", 6, STATE.seats),
        ("REFUSE red blue", "misplaced", 12, ()),
        ("DISCARD -1 green", "unknown-word", 9, ()), ("PLAY pile 1 red", "misplaced", 6, ()),
        ("PLAY ye", "unknown-word", 6, ()), ("PLAY whi", "unknown-colour", 6, STATE.seats), ("TABLE red", None, 0, ()),
    ],
)  # fmt: skip
def test_a_line_that_is_meant_and_wrong_is_shown_with_its_place(
    line: str, code: str | None, column: int, hints: tuple[str, ...]
) -> None:
    if code is None:
        found = read(STATE, "RED", line)
        assert isinstance(found, Orders) and [one.text for one in found.unread] == [line]
        return
    problem = refusal(STATE, "RED", line)
    assert (problem.code, problem.column, problem.hints) == (code, column, hints)


def test_lines_are_carried_out_in_order_up_to_the_first_that_is_refused() -> None:
    found = read(STATE, "RED", "DISCARD 1 green\nPLAY green\nTRANSFER 1 blue TO blue\nhello\nPLAY red")
    assert isinstance(found, Orders)
    assert found.acts == (Discard("GREEN", 1),)  # the green one is dead, so it cannot be played
    assert [(p.line, p.code) for p in found.problems] == [(2, "no-such-chip"), (3, "not-reached"), (5, "not-reached")]
    assert found.problems[1] == not_reached(3, 2)
    assert [one.number for one in found.unread] == [4]


@each_row(
    ("line", "below", "column"),
    [
        ("TRANSFER 1 blue to blue, thanks mate", "PLAY blue ON 2 NEXT red", 26),
        ("PLAY red onn 1 nexxt blue", "PLAY red", 10), ("TRANSFER 1 gren TO bluu", "PLAY red NEXT blue", 12),
        ("PLAY gren NEXT bluu", "PLAY red", 6), ("GIVE 2 reds pls ta", "PLAY red", 13),
        ("PLYA red onn 1 nexxt blue", "PLAY red", 1), ("Please play red, dear friend", "PLAY red", 18),
        ("Discard -1 gren", "PLAY red", 9),
    ],
)  # fmt: skip
def test_an_order_with_many_unknown_words_is_no_prose_and_stops_the_letter(line: str, below: str, column: int) -> None:
    """Were it left alone as prose, the lines below it would be done without it."""
    found = read(STATE, "RED", f"{line}\n{below}")
    assert isinstance(found, Orders) and not found.acts and not found.unread
    assert [(p.line, p.code) for p in found.problems] == [(1, "unknown-word"), (2, "not-reached")]
    assert found.problems[0].column == column


def test_each_line_is_read_on_the_position_that_the_lines_above_it_leave() -> None:
    state = sent(STATE, "RED", "PLAY red NEXT blue\nTRANSFER 2 blue TO green").state
    assert state.mover == "BLUE" and state.hands["GREEN"] == {"RED": 1, "BLUE": 2, "GREEN": 2}
    again = sent(STATE, "RED", "PLAY blue\nNEXT me\nPLAY red ON 2 NEXT green").state
    assert again.piles == (("BLUE",), ("BLUE", "RED")) and again.mover == "GREEN"


def test_a_next_below_says_again_what_had_to_be() -> None:
    """GREEN alone is missing: the move goes to him, and to name him all the same is no fault."""
    state = table("rr bb gg yy", "by", "gr")
    assert sent(state, "RED", "PLAY red ON 1\nNEXT green").state.mover == "GREEN"
    found = read(state, "RED", "PLAY red ON 1\nNEXT blue")
    assert isinstance(found, Orders) and [p.code for p in found.problems] == ["not-your-turn"]


def test_table_is_a_question_and_is_answered_whatever_else_is_wrong() -> None:
    found = read(STATE, "BLUE", "table?\nPLAY blue")
    assert isinstance(found, Orders)
    assert found.acts == (AskTable(),) == found.asks and len(found.problems) == 1


# -- the move that a letter is for -------------------------------------------------------------------------------------


def is_over(named: str, now: str) -> str:
    """Why a letter for the move *named* does nothing while a later one is due."""
    return letters.words("over", named=named, due="now due", now=now)


def test_a_letter_for_a_move_that_is_over_is_not_used_for_another() -> None:
    """RED stays away, RED is played for, and by chance he has the move again when his letter comes."""
    state = table("rr b gg", "bg", "gr")
    named = state.code
    later = due(state).state
    assert later.mover == "BLUE"
    back = after(later, "BLUE: PLAY blue NEXT red")
    assert back.mover == "RED"
    found = read(back, "RED", "PLAY red", named)
    assert isinstance(found, Problems)
    assert found.reason == is_over(named, back.code) and found.retry == ("PLAY red",)
    assert isinstance(read(back, "RED", "PLAY red", back.code), Orders)


def test_chips_may_be_given_in_answer_to_any_mail() -> None:
    later = after(STATE, "RED: PLAY red NEXT blue")
    found = read(later, "RED", "TRANSFER 1 blue TO blue\nPLAY red", STATE.code)
    assert isinstance(found, Orders)
    assert found.acts == (Transfer("BLUE", 1, "BLUE"),) and [p.code for p in found.problems] == ["over"]


def test_a_name_may_come_in_answer_to_the_mail_that_asked_for_the_chip() -> None:
    owing = after(STATE, "RED: PLAY red")
    found = read(owing, "RED", "NEXT blue", STATE.code)
    assert isinstance(found, Orders) and found.acts == (Next("BLUE"),)


def test_a_rescue_is_bound_to_who_asked_for_it() -> None:
    """GREEN refuses BLUE; the move rebounds to RED, who needs a rescue too."""
    state = after(table("r . ggy yy", "g", "ygr"), "RED: PLAY red ON 1 NEXT blue")
    later = after(state, "GREEN: REFUSE")
    assert later.mover == "RED" and later.kind == "rescue"
    found = read(later, "GREEN", "RESCUE 1 yellow", state.code)
    assert isinstance(found, Problems) and found.reason == is_over(state.code, later.code)
    assert isinstance(read(later, "GREEN", "RESCUE 1 yellow", later.code), Orders)


def test_a_refusal_of_one_distress_is_none_of_the_next_in_the_same_move() -> None:
    """GREEN gives his last chip away, is rescued by RED, and gives that away too: both are asked anew."""
    first = after(table("rrg b y yyr", "bg", "rg"), "GREEN: TRANSFER 1 yellow TO red")
    assert first.kind == "rescue" and [one.seat for one in owed(first)] == ["RED", "YELLOW"]
    saved = after(first, "RED: RESCUE 1 yellow")
    again = after(saved, "GREEN: TRANSFER 1 yellow TO blue")
    assert again.kind == "rescue" and again.code != first.code
    for text in ("REFUSE", "RESCUE 1 red"):
        late = read(again, "YELLOW", text, first.code)
        assert isinstance(late, Problems) and late.reason == is_over(first.code, again.code)
    assert sent(again, "YELLOW", "REFUSE", again.code).state.refused == ("YELLOW",)


def test_who_is_asked_twice_of_one_distress_may_answer_either_mail() -> None:
    """BLUE comes by a prisoner after RED and YELLOW were asked: the code changes, the distress does not."""
    first = after(table("rrg b y yyr", "bg", "rg"), "GREEN: TRANSFER 1 yellow TO red")
    wider = after(first, "RED: TRANSFER 1 yellow TO blue")
    assert wider.code != first.code and wider.asked == ("RED", "YELLOW", "BLUE")
    assert sent(wider, "YELLOW", "REFUSE", first.code).state.refused == ("YELLOW",)


def test_a_letter_for_a_move_to_come_is_told_so() -> None:
    found = read(STATE, "RED", "PLAY red", "T99P")
    wrong = letters.words("not-begun", named="T99P", now=STATE.code)
    assert isinstance(found, Problems) and found.reason == wrong


@given(st.lists(st.one_of(st.text(max_size=60), st.text("PLAYredONNEXTgb 12,\n%-", max_size=60),
    st.lists(st.sampled_from(["PLAY", "red", "ON", "2", "NEXT", "blue", ",", "DISCARD", "TO", "REFUSE", "RESCUE", "NEW",
    "me", "KILL", "TABLE", "99"]), max_size=8).map(" ".join)), max_size=6))  # fmt: skip
def test_no_letter_breaks_the_reader_and_what_it_reads_can_be_done(lines: list[str]) -> None:
    text = "\n".join(lines).replace("\r", " ")
    for seat in ("RED", "GREEN"):
        found = read(STATE, seat, text, "T1P")
        if isinstance(found, Orders):
            columns = [(p.line, p.column) for p in found.problems]
            assert columns == sorted(columns) and all(line >= 1 and column >= 1 for line, column in columns)
            sent_again = [one for one in found.acts if not isinstance(one, AskTable)]
            assert len(sent_again) <= 6 * len(text.split("\n"))
