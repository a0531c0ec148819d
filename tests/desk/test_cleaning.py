"""Lines that look right and are not: letters of other scripts, signs that nobody sees, remarks. In all games."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from confusable_homoglyphs import confusables
from helpers.livetable import LiveTable
from helpers.mails import text_of
from helpers.mailtable import ALICE, Table
from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import kinds, notices
from helpers.turntable import TurnTable

from gm.desk.commands.table import command_reader
from gm.desk.letter.cleaning import cleaned
from gm.desk.letter.lookalikes import LIKE, in_latin, looks_like, visible
from gm.desk.letter.reading import Request
from gm.registry import RULESETS, ruleset
from gm.rules import Letter, Line, Orders, Problems

BEGUN = datetime(2026, 1, 5, 12, tzinfo=UTC)
SIGHT = {"K": "\u041a", "A": "\u0410", "C": "\u0421", "E": "\u0415", "H": "\u041d", "M": "\u041c", "O": "\u041e"}
SIGHT |= {"P": "\u0420", "T": "\u0422", "B": "\u0412", "X": "\u0425", "I": "\u0406", "S": "\u0405"}
RIGHT = {  # lines that are right when the game begins
    "payola": (
        "4 : A PAR - BUR", "ACCEPT FAEGIRT", "TRANSFER 5 TO GERMANY", "BALANCE", "8# : A MAR H", "8 # 4 : A PAR H",
    ),
    "diplomacy": ("A PAR - BUR", "F BRE - MAO", "A MAR S A PAR - BUR", "READY NOTHING"),
    "ground-war": ("MAN F6-F7", "2 MEN F6-F7", "READY NOTHING", "REPORT 0"),
    "air-war": ("CITIES C18 H21 O17", "READY"),
    "hex-negotiation": ("PLACE A1 B1 C1", "PROPOSE DRAW"),
    "negotiation": ("PROPOSE TO 2: GIVE WIN 1 FOR WIN 1", "THREAT A2 WITH 1 FROM START", "STANDING THREAT CALL"),
    "so-long-sucker": ("PLAY red NEW", "PLAY red"),
}  # fmt: skip


@cache
def opened(name: str) -> tuple[Any, Any, Any]:
    found = ruleset(name)
    options = found.card.options()
    state = found.rules.open(options, "seed", BEGUN).state
    seats = found.rules.seats(options)
    seat = "FRANCE" if name in ("payola", "diplomacy") else getattr(state, "owing", "") or seats[0]
    return found.rules, state, seat


def read(name: str, *lines: Line) -> Orders | Problems:
    rules, state, seat = opened(name)
    found: Orders | Problems = rules.read(state, seat, Letter(tuple(lines)))
    return found


def clean(name: str, *texts: str, names: tuple[str, ...] = ()) -> list[str]:
    lines = tuple(Line(number, text) for number, text in enumerate(texts, 1))
    return [line.text for line in cleaned(lines, lambda some: read(name, *some), names, lambda remark: False)]


def is_right(name: str, text: str) -> bool:
    found = read(name, Line(1, text))
    return isinstance(found, Orders) and bool(found.acts) and not found.problems and not found.unread


def rows() -> list[tuple[str, str]]:
    return [(name, line) for name, lines in RIGHT.items() for line in lines]


def test_every_game_has_lines_that_are_right() -> None:
    assert {*RIGHT} == {*RULESETS}
    assert [row for row in rows() if not is_right(*row)] == []


@each_row(("name", "line"), rows())
def test_letters_that_look_latin_are_taken_for_it(name: str, line: str) -> None:
    disguised = "".join(SIGHT.get(sign, sign) for sign in line)
    assert disguised != line or not {*line} & {*SIGHT}
    assert clean(name, disguised) == [line]
    wide = "".join(chr(ord(sign) + 0xFEE0) if "A" <= sign <= "Z" else sign for sign in line)
    assert clean(name, wide) == [line]


@each_row(("name", "line"), rows())
@each_row("sign", ["\u00ad", "\u200b", "\u2060", "\ufeff", "\u200e", "\ufe0f"])
def test_signs_that_nobody_sees_are_left_out(name: str, line: str, sign: str) -> None:
    assert clean(name, sign + sign.join(line)) == [line]


@each_row(("name", "line"), rows())
@each_row("remark", [" // as we said", " ; as we said", " # as we said", " // so ; so # so"])
def test_a_remark_stands_behind_a_line_that_is_right_without_it(name: str, line: str, remark: str) -> None:
    assert clean(name, line + remark) == [line]


BLANKS = "\u00a0\u2002\u2003\u2009\u202f\u205f\u3000"
DIGITS = ["\u0660", "\u06f0", "\u0966", "\u09e6", "\u0e50", "\uff10", "\U0001d7ce"]  # the zeros of some scripts


@each_row(("name", "line"), rows())
def test_blanks_digits_and_signs_of_other_scripts_are_those_that_mean_the_same(name: str, line: str) -> None:
    for blank in BLANKS:
        assert clean(name, line.replace(" ", blank)) == [line]
    for zero in DIGITS:
        assert clean(name, "".join(chr(ord(zero) + int(sign)) if sign.isdigit() else sign for sign in line)) == [line]
    wide = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in line)
    assert clean(name, wide) == [line]


@each_row("sign", ["\uff1a", "\ufe55", "\u2236", "\u02d0", "\ua789", "\u0589"])
def test_a_colon_of_another_script_is_a_colon(sign: str) -> None:
    assert clean("payola", f"4 {sign} A PAR - BUR") == ["4 : A PAR - BUR"]


@each_row("line", ["\uff11\uff19\u6642\uff1a\u4e86\u89e3", "Bonjour\u00a0: 5 minutes", "Back in \uff15 minutes"])
def test_what_is_no_order_keeps_its_signs(line: str) -> None:
    assert clean("payola", line) == [line]


KEPT = [  # lines that stay as they are: right, talk, or wrong either way
    ("payola", "8 # 4 : A PAR H"),
    ("payola", "8# : A PAR H"),
    ("payola", "4 : A PAR - BUR//west"),
    ("payola", "4 : A PAR - BUR# west"),
    ("payola", "4 : A PAR - XYZ // west"),
    ("payola", "See http://example.org ; it is good"),
    ("ground-war", "MAN F6-F7 ; MAN F6-G7"),
    ("so-long-sucker", "PLAY red ON pile # 1"),
    ("negotiation", "Мы согласны"),
    ("payola", "ОК, спасибо"),
    ("hex-negotiation", "Fine # 1"),
]


@each_row(("name", "line"), KEPT)
def test_no_other_line_is_changed(name: str, line: str) -> None:
    assert clean(name, line) == [line]


def test_each_line_of_a_letter_is_cleaned_for_itself() -> None:
    lines = ("4 : A P\u0410R - BUR // west", "", "% a remark", "3 : A MAR H # here", "OK ; bye")
    assert clean("payola", *lines) == ["4 : A PAR - BUR", "", "% a remark", "3 : A MAR H", "OK ; bye"]


def test_letters_like_digits_and_names_are_never_changed() -> None:
    assert in_latin("\u0417 : A PAR H", lambda word: True) == "\u0417 : A PAR H"
    assert clean("negotiation", "GIVE TO \u0412\u041e\u0412: 2 SUPPORT", names=("BOB",)) == ["GIVE TO ВОВ: 2 SUPPORT"]


# -- commands ------------------------------------------------------------------------------------------------------

COMMANDS = ["НЕLР", "SЕT ZОNE Europe/Paris", "STATUS // please", "HELP # me", "SET DIGEST OFF ; so", "VO\u00adTE DRAW"]


@each_row("text", COMMANDS)
def test_commands_are_read_like_orders(text: str) -> None:
    reader = command_reader()
    assert reader.may_command(text) and isinstance(reader.read(Line(1, text), {}), Request)


# -- whole letters -------------------------------------------------------------------------------------------------


def test_a_letter_in_letters_that_look_latin_is_filed() -> None:
    table = Table()
    table.write(ALICE, "4 : А РАR - ВUR // westward\n3 : A MAR H # here", table.last(ALICE))
    assert table.filed() == ("4 : A PAR - BUR", "3 : A MAR H")


def test_an_acceptance_list_and_an_offer_in_wide_signs_are_filed() -> None:
    table = Table()
    accept = "\uff21\uff23\uff23\uff25\uff30\uff34\u3000\uff26\uff21\uff25\uff27\uff29\uff32\uff34"
    table.write(ALICE, f"{accept}\n\u0664 : A PAR \uff0d BUR", table.last(ALICE))
    assert table.filed() == ("4 : A PAR - BUR",) and "FAEGIRT" in text_of(table.last(ALICE))


def test_a_word_that_stays_wrong_is_told_by_its_sign() -> None:
    table = Table()
    table.write(ALICE, "4 : A PAR - ВUХ", table.last(ALICE))
    (problem,) = notices(table, "FRANCE")["refused"]["problems"]
    assert problem["column"] == 13 and "'\u0412'" in problem["message"] and " B " in problem["message"]
    table.write(ALICE, "4 : А PAR - BUX", table.last(ALICE))
    (problem,) = notices(table, "FRANCE")["refused"]["problems"]
    assert problem["column"] == 13 and "look" not in problem["message"]


def test_press_is_passed_on_as_it_was_written() -> None:
    table = Table()
    said = "А РАR - ВUR // this # is ; all"
    table.write(ALICE, f"4 : A PAR - BUR\nPRESS TO ENGLAND\n{said}\nEND", table.last(ALICE))
    assert table.filed() == ("4 : A PAR - BUR",)
    assert notices(table, "ENGLAND")["press"]["lines"] == [said]


def test_an_order_with_a_remark_hides_in_no_message() -> None:
    table = Table()
    table.write(ALICE, "PRESS TO ENGLAND\nLet us go west.\n4 : A PAR - BUR // west", table.last(ALICE))
    assert "refused" in kinds(table, "FRANCE") and table.filed() == ()


def test_a_play_with_a_remark_is_played() -> None:
    table = TurnTable()
    mover = table.owing()
    table.tell(mover, f"{table.example()} // now you")
    assert "wronglines" not in kinds(table, mover)
    assert table.owing() != mover or "refused" not in kinds(table, mover)


def test_an_answer_on_the_telephone_may_have_a_remark() -> None:
    table = LiveTable()
    table.say(1, "1", "ТHREAT A4 WITH 1 FROM START # or else")
    table.say(2, "4", "GRANT // for now")
    assert "wronglines" not in kinds(table, "4") and not table.state.actions


# -- the table -----------------------------------------------------------------------------------------------------


def test_the_table_agrees_with_unicodes() -> None:
    """No letter that Unicode takes for a Latin one is missing, except those that decompose into one anyway."""
    alike = {"L": "I"}  # small L and capital I look the same
    for code in range(0x80, 0x20000):
        sign = chr(code)
        if not sign.isalpha() or unicodedata.normalize("NFKD", sign) != sign or "LATIN" in unicodedata.name(sign, ""):
            continue
        found = confusables.is_confusable(sign, greedy=True, preferred_aliases=["latin"]) or ()
        like = {one["c"].upper() for entry in found for one in entry["homoglyphs"] if one["c"].isascii()}
        like = {alike.get(one, one) for one in like if len(one) == 1 and one.isalpha()}
        ours = looks_like(sign).upper()
        assert not like or alike.get(ours, ours) in like, f"{sign} {code:x}"


def test_the_table_has_no_latin_letter_and_none_twice() -> None:
    signs = "".join(LIKE.values())
    assert len(signs) == len({*signs})
    assert not [sign for sign in signs if sign.isascii() or "LATIN" in unicodedata.name(sign)]
    assert not [sign for sign in signs if not sign.isalpha()]


def test_a_letter_with_a_combining_accent_is_one() -> None:
    assert visible("Mu\u0308nchen") == "M\u00fcnchen"


@each_row("remark", ["# get Spain", "// get spain", "; get spain", "# who else?", "# the south"])
def test_a_remark_that_begins_like_a_question_to_us_is_a_remark(remark: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", f"4 : A MAR - SPA {remark}")
    assert table.filed() == ("4 : A MAR - SPA",)


@pytest.mark.parametrize("remark", ["# A PAR - BUR", "; HELP OFFERS", "// WAIT", "# TRANSFER 5 TO ITALY"])
def test_a_remark_that_is_an_order_or_a_command_is_none(remark: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", f"4 : A MAR - SPA {remark}")
    assert table.filed() == ()


WHOLE_REMARKS = [
    ("payola", "4 : A PAR - BUR", "3 : A MAR - SPA"),
    ("diplomacy", "A PAR - BUR", "A MAR - SPA"),
    ("ground-war", "MAN F6-F7", "MAN F6-G7"),
    ("air-war", "CITIES C18 H21 O17", "CITIES C20 K16 O21"),
]


@pytest.mark.parametrize(("name", "kept", "left_out"), WHOLE_REMARKS)
def test_a_line_behind_two_strokes_does_nothing_whatever_it_says(name: str, kept: str, left_out: str) -> None:
    orders = read(name, Line(1, f"// {left_out}"), Line(2, kept), Line(3, f"  //{left_out}"))
    alone = read(name, Line(2, kept))
    assert isinstance(orders, Orders) and isinstance(alone, Orders)
    assert orders.acts == alone.acts and not orders.problems


def test_a_sheet_kept_for_every_use_files_only_what_stands_without_strokes() -> None:
    table = SevenTable()
    table.tell("FRANCE", "// OFFERS", "// 4 : A PAR - BUR", "3 : A MAR - SPA", "// WAIT", "// RESIGN", "//")
    assert table.filed() == ("3 : A MAR - SPA",)
    assert kinds(table, "FRANCE") == ["filed", "sealed", "notread", "owes", "receipt"]
