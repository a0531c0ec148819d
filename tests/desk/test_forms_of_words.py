"""The desk's command words in every form that people use, in letters to each of the games."""

from __future__ import annotations

from collections.abc import Sequence

from helpers.everygame import EveryTable, wrong
from helpers.rows import each_row

from gm.desk.commands.table import command_reader
from gm.desk.letter.cutting import CutLetter, Own, cut_letter
from gm.registry import RULESETS, ruleset
from gm.rules import Line

SEATS = {"FRANCE": "FRANCE", "ITALY": "ITALY"}
FORMS = ("{}", "{}?", "{}.", "{};", "{}!", "{} ?", "{}?!", "- {}", "* {}?", "> {}", "\u2022 {}", "  {}  % a remark")
ASKING = {
    "HELP": ("help", ()), "HELP OFFERS": ("help", ("OFFERS",)), "STATUS": ("status", ()), "SHOW": ("show", ()),
    "SUMMARY": ("summary", ()), "HISTORY": ("history", ()), "HISTORY S1901M": ("history", ("S1901M",)),
    "LIST": ("list", ()), "WHOAMI": ("whoami", ()), "PING": ("ping", ()), "DIARY": ("diary", ()),
}  # fmt: skip
ACTING = (
    "WAIT", "NOWAIT", "RESIGN", "VOTE DRAW", "CONFIRM", "DENY", "JOIN", "TAKEOVER ITALY", "SIGNOFF",
    "SET ZONE Europe/Paris", "PRESS TO ITALY", "BROADCAST", "ABSENT FROM 1 Aug TO 10 Aug", "EXTEND 2d", "SET WAIT",
)  # fmt: skip
SHY = ("YES", "NO", "STOP", "LEAVE", "BACK", "NOTE", "ABSENT", "STATEMENT", "OBSERVE")


def cut(name: str, texts: Sequence[str]) -> CutLetter:
    card = ruleset(name).card
    lines = [Line(number, text) for number, text in enumerate(texts, 1)]
    return cut_letter(lines, command_reader(), SEATS, Own(lambda line: False, card.words, card.blocks))


@each_row("name", RULESETS)
@each_row("word", ASKING)
def test_a_question_may_be_written_in_any_form(name: str, word: str) -> None:
    for form in FORMS:
        for text in (form.format(word), form.format(word.lower())):
            found = cut(name, [text])
            assert not found.problems, text
            said = [(one.name, tuple(part.upper() for part in one.words)) for one in found.commands]
            assert said == [ASKING[word]], text


@each_row("name", RULESETS)
@each_row("word", ACTING)
def test_a_word_that_acts_does_nothing_with_a_question_mark_and_is_asked_about(name: str, word: str) -> None:
    for form in ("{}?", "{} ?", "{}?!", "{}??  % or not"):
        found = cut(name, [form.format(word)])
        assert not found.commands, form
        assert [problem.code for problem in found.problems] == ["question"], form


@each_row("name", RULESETS)
@each_row("word", SHY)
def test_a_word_of_many_sentences_is_none_with_a_question_mark(name: str, word: str) -> None:
    found = cut(name, [f"{word}?"])
    assert not found.commands
    assert found.problems or not found.lines[0].command


@each_row("word", ["WAIT", "RESIGN", "VOTE DRAW", "YES", "STOP", "SIGNOFF", "PRESS TO ITALY"])
def test_a_word_that_acts_stands_in_no_list(word: str) -> None:
    for sign in "-*>":
        found = cut("payola", [f"{sign} {word}"])
        assert not found.commands and not found.problems
        assert not found.lines[0].command


def test_a_word_of_a_game_may_end_in_a_question_mark() -> None:
    (joins,) = cut("payola", ["JOIN summer WORD who?"]).commands
    assert joins.words == ("summer WORD who?",)


@each_row("name", RULESETS)
def test_inside_press_no_question_is_a_command(name: str) -> None:
    asked = ["Status?", "- Help?", "What do you say?", "End?", "Resign?", "- Who"]
    for end in ([], ["END"]):
        found = cut(name, ["PRESS TO ITALY", *asked, *end])
        assert not found.problems
        assert [(one.name, one.body) for one in found.commands] == [("press", tuple(asked))]


POLITE = (
    "please {}", "Please, {}", "{}, please", "{} pls!", "Hi GM, {}", "kindly {} - thank you", "could you please {}",
    "Thanks! {} Thanks a lot", "I would like to {}", "{} if you please.", "Ok, {}, cheers",
)  # fmt: skip
# A line of each game, how it is written with a please between, and what it leaves on file ("": it acts at once).
ORDERS = {
    "payola": ("TRANSFER 5 TO GERMANY", "TRANSFER please 5 TO GERMANY", ""),
    "diplomacy": ("A PAR - BUR", "A PAR, please, - BUR", "A PAR - BUR"),
    "negotiation": ("PERMIT 2: MOVE 2 FROM START TO A1", "PERMIT please 2: MOVE 2 FROM START TO A1", ""),
    "ground-war": ("2 MEN F6-F7", "2 MEN please F6-F7", "2 MEN F6-F7"),
    "air-war": ("CITIES C20 K16 O21", "CITIES C20 K16 please O21", "CITIES C20 K16 O21"),
    "so-long-sucker": ("PLAY blue NEXT red", "PLAY blue please NEXT red", ""),
    "hex-negotiation": ("PLACE A1 A2 A3", "PLACE A1 A2, please, A3", ""),
}


@each_row("name", RULESETS)
@each_row("form", [*POLITE, ""])
def test_politeness_costs_no_order(form: str, name: str) -> None:
    order, between, filed = ORDERS[name]
    table = EveryTable(name)
    before = table.game.state
    told = table.tell(form.format(order) or between)
    assert not wrong(told) and "notread" not in told and table.game.state != before
    assert list(table.filed(table.writer)) == [filed] * bool(filed)


@each_row("name", RULESETS)
@each_row("word", ["SHOW", "SET ZONE Europe/Paris"])
def test_politeness_costs_no_command(word: str, name: str) -> None:
    table = EveryTable(name)
    for form in POLITE:
        told = table.tell(form.format(word))
        assert ("show" in told) if word == "SHOW" else (table.game.seats[table.writer].timezone == "Europe/Paris"), form
        assert not wrong(told) and "notread" not in told


@each_row("name", RULESETS)
def test_a_line_of_mere_courtesy_is_not_listed_as_not_read(name: str) -> None:
    table = EveryTable(name)
    told = table.tell("Hello GM,", "", "Please", "SHOW", "ok, thanks!", "Thank you very much.")
    assert "show" in told and "notread" not in told


@each_row("line", ["Please note", "please confirm", "No, thanks", "please stop by", "Thanks for the HELP"])
def test_courtesy_makes_no_command_of_talk(line: str) -> None:
    found = cut("payola", [line, "A second line."])
    assert not found.commands and not found.problems


def test_please_in_a_message_does_not_end_it() -> None:
    (press,) = cut("payola", ["Please PRESS TO ITALY", "please wait", "Thanks! Show", "END"]).commands
    assert press.body == ("please wait", "Thanks! Show")
