"""Lines that a mail program broke: joined if that is the only reading, asked about if there are two."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import numbered
from msgspec.structs import replace

from gm.desk.entries.events import apply
from gm.desk.letter.cutting import MOST_CHAINS, mend
from gm.desk.mails.words import write_mail
from gm.desk.notices.phrases import phrase
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders, Problem, Problems
from gm.rules.provinces.board import Unit

RULES: Any = ruleset("payola").rules
START = RULES.open(RULES.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
# Gascony may go to Brest by land, and over the sea: of these two orders one is written like the beginning of the other.
COAST = replace(
    START,
    units={
        "GAS": Unit("FRANCE", "A", "GAS"),
        "MAO": Unit("FRANCE", "F", "MAO"),
        "PIE": Unit("ITALY", "A", "PIE"),
    },
)


def reads(lines: Sequence[Line], state: Any = START, phase: str = "") -> Orders | Problems:
    found: Orders | Problems = RULES.read(state, "FRANCE", Letter(tuple(lines), phase=phase))
    return found


def mended(text: str) -> list[str]:
    """The lines after mending; there must be no doubt about any."""
    found = mend(numbered(text), reads)
    assert found.problems == ()
    return [line.text for line in found.lines]


HALF = "2#1 : A PAR - BUR | - PIC | H | S A MAR - GAS | S A MAR - BUR | S F BRE"  # 71 columns, and an offer by itself
FULL = f"{HALF} - GAS"
THIRDS = (  # 77 and 74 columns: neither reads by itself
    "9 > Army Paris - Burgundy | - Picardy | S Army Marseilles - Burgundy | S Army",
    "Munich - Burgundy | S Army Marseilles - Gascony | - Gascony | S Fleet Brest",
    "- Gascony",
)
REMARK = "a remark of so many words that a mail program broke it"

JOINED = {
    "before a dash": (f"{HALF}\n- GAS", [FULL]),
    "before a word for a dash": (f"{HALF}\nto Gascony", [f"{HALF} to Gascony"]),
    "before a dash, with offers around it": (
        f"1 : A MAR H\n{HALF}\n- GAS | S F BRE - PIC\n8 $",
        ["1 : A MAR H", f"{FULL} | S F BRE - PIC", "8 $"],
    ),
    "inside a sheet": (f"OFFERS S1901M\n{HALF}\n- GAS\nEND", ["OFFERS S1901M", FULL, "END"]),
    "twice": ("\n".join(THIRDS), [" ".join(THIRDS)]),
    "two offers, each broken": (f"{HALF}\n- GAS\n{HALF}\n- PIC", [FULL, f"{HALF} - PIC"]),
    "a transfer": ("TRANSFER" + " " * 50 + "10 TO\nGERMANY", ["TRANSFER" + " " * 50 + "10 TO GERMANY"]),
    "spaces around the break": (f"  {HALF} \n  - GAS", [FULL]),
}
KEPT = {
    "nothing is near the edge": "4 : A PAR - BUR\n2 : F BRE - MAO\n\n10 $",
    "the first half is short": "4 : A PAR - BUR | S F BRE\n- GAS",
    "the first word of the rest would have fitted": "2#1 : A PAR - BUR | - PIC | S A MAR - BUR | S F BRE\n- GAS",
    "the first half is wider than any mail program's line": f"{FULL} | S F BRE\n- PIC",
    "a blank line stands between": f"{HALF}\n\n- GAS",
    "the next line is an offer of its own": f"{FULL}\n4 : A MAR - SPA",
    "the rules join it themselves, behind a sign": f"{HALF} -\nGAS",
    "the rules join it themselves, before a bar": f"{HALF}\n| - GAS",
    "the rules join it themselves, where the first half is wrong": f"{HALF[:-4]}\nBRE - GAS",
    "nothing that is joined would read": f"{HALF}\nthen see you in Paris",
    "prose above": f"Dear GameMaster, {REMARK},\nthank you\n4 : A PAR - BUR",
    "the rest of a remark": f"4 : A PAR - BUR % {REMARK}\nlike this",
    "an offer that a remark above would swallow": f"4 : A PAR - BUR % {REMARK}\n5 : A MAR - BURG",
    "an offer without amount below a remark": f"4 : A PAR - BUR % {REMARK}\nA MAR - SPA",
    "an offer below a remark that stands alone": f"% {REMARK} and more\n5 : A MAR - BURG",
}


@each_row("name", JOINED)
def test_a_broken_line_is_joined_where_that_is_the_only_reading(name: str) -> None:
    text, expected = JOINED[name]
    assert isinstance(reads(numbered(text)), Problems)
    assert mended(text) == expected
    assert isinstance(reads(mend(numbered(text), reads).lines), Orders)


@each_row("name", KEPT)
def test_lines_that_were_not_broken_stay_as_they_are(name: str) -> None:
    assert mended(KEPT[name]) == KEPT[name].split("\n")


def test_a_joined_line_has_the_number_of_its_first_half() -> None:
    found = mend(numbered(f"1 : A MAR H\n{HALF}\n- GAS\n8 $"), reads)
    assert [line.number for line in found.lines] == [1, 2, 4]


def test_a_command_of_the_desk_is_never_a_half() -> None:
    first, second = numbered(f"{HALF}\n- GAS")
    for lines in [(replace(first, command=True), second), (first, replace(second, command=True))]:
        assert mend(lines, reads).lines == lines


def test_lines_between_which_something_was_left_out_are_not_joined() -> None:
    lines = (Line(1, HALF), Line(3, "- GAS"))
    assert mend(lines, reads).lines == lines


def test_a_letter_for_another_phase_is_left_alone() -> None:
    lines = numbered(f"{HALF}\n- GAS")
    assert mend(lines, lambda some: reads(some, phase="F1901M")).lines == lines


# -- two readings --------------------------------------------------------------------------------------------------

LAND = "12 : Army Gascony - Marseilles | - Burgundy | - Spain | - Brest"  # 63 columns: VIA would have made it 67


def test_a_line_with_two_readings_is_not_joined_and_both_are_shown() -> None:
    lines = numbered(f"Hello\n{LAND}\nVIA")
    found = mend(lines, lambda some: reads(some, COAST))
    assert found.lines == lines
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.code) == (2, 64, "wrapped")
    assert problem.message == phrase("fault.wrapped", others="line 3, 'VIA'", narrow=66)
    assert problem.hints == (f"{LAND} VIA",)


def test_a_rest_that_changes_nothing_is_no_second_reading() -> None:
    lines = numbered(f"{LAND} % as agreed\nmore than once")
    assert mend(lines, lambda some: reads(some, COAST)).problems == ()


def test_inside_a_sheet_only_one_of_the_readings_would_stand() -> None:
    """There every line must be read, so the rest cannot be prose."""
    found = mend(numbered(f"{LAND}\nVIA\n2 : F MAO H"), lambda some: reads(some, COAST))
    assert [line.text for line in found.lines] == [f"{LAND} VIA", "2 : F MAO H"]


# -- other rules, and the work ---------------------------------------------------------------------------------------


def two_removals(lines: Sequence[Line]) -> Orders | Problems:
    """Rules that want exactly two removals in a letter: a line alone is always wrong."""
    acts, problems = [], []
    for line in lines:
        words = line.text.split()
        if words[:1] == ["REMOVE"] and words[-1:] == ["."]:
            acts.append(words[1])
        else:
            problems.append(Problem(line.number, 1, "unread", "what is this?"))
    if len(acts) != 2:
        problems.append(Problem(lines[-1].number, 1, "count", "two removals, please"))
    return Problems(tuple(problems)) if problems else Orders(tuple(acts))


def test_where_a_line_alone_tells_nothing_the_whole_letter_does() -> None:
    half = "REMOVE the fleet in the western Mediterranean which is of no more use to"
    found = mend(numbered(f"REMOVE PAR .\n{half}\nus ."), two_removals)
    assert [line.text for line in found.lines] == ["REMOVE PAR .", f"{half} us ."]


def test_the_whole_letter_must_be_the_better_for_it() -> None:
    half = "REMOVE the fleet in the western Mediterranean which is of no more use to"
    lines = numbered(f"REMOVE PAR .\nREMOVE BRE .\n{half}\nus .")
    assert mend(lines, two_removals).lines == lines


@pytest.mark.parametrize("line", [HALF, "Dear GameMaster, " + "word " * 10 + "Paris", THIRDS[0]])
def test_a_letter_full_of_wide_lines_asks_no_more_than_one_with_some(line: str) -> None:
    asked: list[int] = []

    def counted(lines: Sequence[Line]) -> Orders | Problems:
        asked.append(len(lines))
        return Problems(tuple(Problem(one.number, 1, "unread", "what is this?") for one in lines))

    mend(numbered("\n".join([line] * 2000)), counted)
    few = sum(1 for count in asked if count <= 4)
    assert few <= MOST_CHAINS * 3 * 3
    assert len(asked) - few <= 1 + 2 * 10


# -- the answer ------------------------------------------------------------------------------------------------------

ANSWER = """\
  line 1  les | - Burgundy | - Spain | - Brest
                                              ^
    this reads one way alone and another way with line 2, 'VIA', which a
    mail program may have broken off. Leave that out, or write both as
    one line of fewer than 66 characters. Did you mean 12 : Army Gascony
    - Marseilles | - Burgundy | - Spain | - Brest VIA?

We have nothing on file from you for S1901M.

YOUR MAIL, to mend and send back:
  12 : Army Gascony - Marseilles | - Burgundy | - Spain | - Brest
  VIA
"""


def test_the_answer_shows_the_line_the_rest_and_both_as_one_in_72_columns() -> None:
    at = datetime(2026, 1, 5, 18, tzinfo=UTC)
    opening = {
        "name": "spring", "ruleset": "payola", "options": {}, "seed": "seed", "key": "key", "timezone": "UTC",
        "deadlines": {"movement": 86400, "retreat": 86400, "adjustment": 86400, "grace": 3600},
        "seats": dict.fromkeys(RULES.seats(RULES.card.options()), "UTC"),
    }  # fmt: skip
    game = replace(apply(None, at, "open", opening).game, state=COAST)
    letter = {"seat": "FRANCE", "person": "", "lines": [{"number": 1, "text": LAND}, {"number": 2, "text": "VIA"}]}
    turn = apply(game, at, "letter", letter)
    (mail,) = turn.mails
    written = write_mail(turn.game, mail)
    assert ANSWER in written.text
    assert RULES.on_file(turn.game.state, "FRANCE") == "(nothing)"
    assert "nothing has changed" in written.subject
    assert all(len(line) <= 72 for line in written.text.split("\n"))
