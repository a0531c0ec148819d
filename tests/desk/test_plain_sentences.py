"""Plain sentences that ask something are answered in two or three lines, in every game; thanks are not answered."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from helpers.everygame import EveryTable, address
from helpers.mails import text_of, words_of
from helpers.rows import each_row
from helpers.seventable import OLGA, SevenTable
from helpers.told import heard, kinds, notices

from gm.desk.letter.sentences import asked_in
from gm.desk.mails.words import help_topics
from gm.registry import RULESETS

SENTENCES = tomllib.loads((Path(__file__).parent / "sentences.toml").read_text(encoding="utf-8"))
POWERS = {"austria", "england", "france", "germany", "italy", "russia", "turkey"}
# A sentence about each topic, and what it is answered with in every game: the kind of notice, "" for "answered".
ASKED = {
    "When is it due?": "", "Who has not moved yet?": "", "Who is ahead?": "", "What did I send?": "",
    "What happened last turn?": "", "Who is playing?": "whoplays", "Can I undo my last move?": "",
    "What happens if I miss the deadline?": "", "Can we agree on a draw?": "", "What are the rules?": "",
    "What can I do now?": "", "I am away next week.": "", "Can I have more time?": "",
    "Please do not run early!": "", "Everybody is ready, can we go on now?": "", "How do I resign?": "",
    "Stop these mails!": "", "How do I start a game with my friends?": "", "Which games can I join?": "",
    "How can I talk to the others?": "", "Can I speak to a human?": "", "When does the game end?": "",
    "Which time zone do you use?": "help", "Can somebody play for me next week?": "help",
    "Can my friend watch the game?": "help", "I have a new email address.": "help", "I quit!": "confirmasked",
    "What can you do?": "help", "Will there be a report of the whole game after the end?": "",
}  # fmt: skip
SHORT = 90  # words of an answer in short


@each_row("name", RULESETS)
def test_a_plain_sentence_is_answered_in_short_and_does_nothing(name: str) -> None:
    table = EveryTable(name)
    before = table.game
    for sentence, kind in ASKED.items():
        told = table.tell(sentence)
        assert kind or "answered" in told, sentence
        assert not kind or kind in told, sentence
        assert "owes" not in told, sentence
        assert kind or len(text_of(table.answer()).split()) < SHORT, sentence
    after = table.game
    assert after.over == "" and after.clock == before.clock and table.filed(table.writer) == ()
    assert all(one.taken and one.vote == "" and not one.wait for one in after.seats.values())


@each_row(("topic", "sentence"), [(topic, one) for topic, all_of in SENTENCES.items() for one in all_of])
def test_a_sentence_is_understood_by_its_words(topic: str, sentence: str) -> None:
    assert (asked_in(sentence, POWERS) or "nothing") == topic


@each_row("sentence", ["I quit", "I resign.", "Sorry, I have to leave the game", "we give up!", "I want to drop out"])
def test_whoever_quits_is_asked_first_and_resigns_only_with_a_confirm(sentence: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", sentence)
    assert kinds(table, "FRANCE") == ["confirmasked"] and table.game.seats["FRANCE"].taken
    table.reply("FRANCE", "CONFIRM")
    assert not table.game.seats["FRANCE"].taken


@each_row("sentence", [
    "How do I resign?", "Can I quit?", "What happens if I leave the game?", "I do not want to resign",
    "If Italy resigns, who takes over?",
])  # fmt: skip
def test_a_question_about_leaving_asks_nobody_whether_they_leave(sentence: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", sentence)
    assert "confirmasked" not in kinds(table, "FRANCE")


@each_row("lines", [
    ("Thanks!",), ("ok",), ("Ok, thank you very much.",), ("Hi GM,", "", "thanks for the quick answer!", "", "Jean"),
    ("Got it, thanks", "Marie Curie"), ("Great!",), ("Understood.",),
])  # fmt: skip
@each_row("name", RULESETS)
def test_thanks_get_no_answer(name: str, lines: tuple[str, ...]) -> None:
    table = EveryTable(name)
    before = len(table.mails(address(table.writer)))
    table.tell(*lines)
    assert len(table.mails(address(table.writer))) == before


@each_row("lines", [
    ("Thanks!", "4 : A PAR - BUR"), ("ok, Paris to Burgundy then",), ("Thanks, but when is it due?",), ("Yes, thanks",),
    ("Ok", "-- ", "5 : A PAR - BUR"),
])  # fmt: skip
def test_thanks_beside_anything_else_are_answered(lines: tuple[str, ...]) -> None:
    table = EveryTable("payola")
    before = len(table.mails(address("FRANCE")))
    table.tell(*lines)
    assert len(table.mails(address("FRANCE"))) == before + 1


def test_an_ok_to_a_question_of_ours_is_answered_with_how_to_confirm() -> None:
    table = SevenTable()
    table.tell("FRANCE", "RESIGN")
    table.reply("FRANCE", "ok")
    assert "CONFIRM" in text_of(table.of("FRANCE")) and table.game.seats["FRANCE"].taken


def test_a_sentence_beside_an_order_is_talk_and_the_order_counts() -> None:
    table = EveryTable("payola")
    told = table.tell("4 : A PAR - BUR", "When is it due?")
    assert list(table.filed("FRANCE")) == ["4 : A PAR - BUR"] and "answered" not in told
    assert told["notread"]["lines"] == ["When is it due?"]


def test_a_sentence_beside_a_wrong_order_does_not_hide_what_is_wrong() -> None:
    table = EveryTable("payola")
    told = table.tell("4 : A PAR - XYZ", "When is it due?")
    assert "refused" in told and "answered" not in told


def test_a_sentence_in_a_reply_to_a_message_goes_to_its_sender() -> None:
    table = SevenTable()
    table.tell("GERMANY", "PRESS TO FRANCE", "Shall we?", "END")
    table.reply("FRANCE", "When is it due?")
    assert "presssent" in kinds(table, "FRANCE") and "When is it due?" in text_of(table.of("GERMANY"))


def test_a_long_letter_is_no_question() -> None:
    table = EveryTable("payola")
    letter = "I trust you. Who is ahead? I think Turkey is. What do you say? Shall we? I wait. It is late. Yours."
    told = table.tell(*letter.split(". "))
    assert "answered" not in told and "nothing" in told


def test_several_sentences_are_answered_one_after_the_other() -> None:
    table = EveryTable("diplomacy")
    table.tell("Hello, I shall be away next week. Can I have more", "time? And who is ahead?", "", "Thanks, Jean")
    said = words_of(table.answer())
    assert "ABSENT FROM" in said and "EXTEND 2d" in said and "Russia 4" in said and said.count("Nothing else") == 1


@each_row(("name", "sentence", "page"), [
    ("diplomacy", "How do convoys work?", "CONVOY"), ("payola", "What is a plateau?", "PLATEAU"),
    ("ground-war", "How do I fire?", "FIRE"), ("negotiation", "What is an IOU?", "IOU"),
    ("hex-negotiation", "How does the swap work?", "SWAP"), ("so-long-sucker", "How can I rescue somebody?", "RESCUE"),
])  # fmt: skip
def test_a_question_about_a_word_of_a_game_shows_the_beginning_of_its_page(
    name: str, sentence: str, page: str
) -> None:
    table = EveryTable(name)
    assert table.tell(sentence)["help"]["topic"] == page
    assert f"HELP {page} has the whole page" in words_of(table.answer())


# -- who, and help ---------------------------------------------------------------------------------------------


def test_who_names_the_places_and_says_what_is_secret() -> None:
    table = SevenTable(played=("FRANCE", "GERMANY"))
    table.watch()
    table.tell("FRANCE", "WHO")
    said = words_of(table.of("FRANCE"))
    assert "France (you)" in said and "Italy (vacant)" in said and "Watched by Olga." in said
    assert "Who has sent something, and who has not, is secret" in said


def test_who_says_for_whom_a_game_of_turns_waits() -> None:
    table = EveryTable("so-long-sucker")
    assert table.tell("WHO")["whoplays"]["moving"] == [table.writer]
    assert "The game waits for BLUE." in words_of(table.answer())


def test_who_answers_watchers_too() -> None:
    table = SevenTable()
    table.watch()
    table.write(OLGA, "WHO", table.last(OLGA))
    assert "Austria" in text_of(table.last(OLGA)) and "(you)" not in text_of(table.last(OLGA))


@each_row("name", RULESETS)
def test_help_ends_after_the_help(name: str) -> None:
    table = EveryTable(name)
    for topic in help_topics(name):
        told, said = table.tell(f"HELP {topic}"), text_of(table.answer())
        assert not {"owes", "live", "answers"} & {*told} and "TO ANSWER" not in said, topic
        assert ("THIS GAME" in said) == (topic == "SETTINGS"), topic


def test_beside_an_order_help_is_no_reason_to_leave_out_what_is_owed() -> None:
    table = EveryTable("payola")
    assert "owes" in table.tell("4 : A PAR - BUR", "HELP MONEY")


# -- without a seat, without a game ----------------------------------------------------------------------------


def ask_as_watcher(sentence: str) -> tuple[SevenTable, int]:
    table = SevenTable()
    table.watch()
    before = len(table.mails(OLGA))
    table.write(OLGA, sentence, table.last(OLGA))
    return table, len(table.mails(OLGA)) - before


@each_row(("sentence", "said"), [
    ("Who is ahead?", "Russia 4"), ("Who plays?", "Austria"), ("Show me the map", "THE BOARD"),
    ("When is it due?", "Spring 1901"), ("What are the rules?", "HELP RULES"),
])  # fmt: skip
def test_who_watches_is_answered_what_everybody_may_know(sentence: str, said: str) -> None:
    table, answers = ask_as_watcher(sentence)
    assert answers == 1 and said in text_of(table.last(OLGA))


def test_thanks_of_who_watches_get_no_answer() -> None:
    assert ask_as_watcher("Thank you!")[1] == 0


@each_row(("sentence", "page"), [
    ("How do I start a game with my friends?", "JOIN"), ("What are the rules?", "RULES"),
    ("Can I watch a game?", "OBSERVE"),
])  # fmt: skip
def test_a_mail_about_no_game_is_answered_with_a_page_of_help(sentence: str, page: str) -> None:
    table = SevenTable()
    said: list[tuple[str, dict[str, Any]]] = heard(table)
    table.write("stranger@example.net", sentence, subject="hello")
    assert [kind for kind, _ in said] == ["helpanswer"] and page in said[0][1]["text"]


def test_thanks_about_no_game_get_no_answer() -> None:
    table = SevenTable()
    said = heard(table)
    table.write("stranger@example.net", "Thanks!", subject="Re: LIST")
    assert said == []


def test_a_sitter_who_quits_is_told_how_the_player_would() -> None:
    table = SevenTable()
    table.tell("FRANCE", "SITTER sam@example.net FROM 5 Jan TO 20 Jan")
    table.reply("FRANCE", "CONFIRM")
    table.write("sam@example.net", "CONFIRM", table.last("sam@example.net"))
    table.tell("FRANCE", "SHOW")
    table.write("sam@example.net", "I quit", table.last("sam@example.net"))
    assert notices(table, "FRANCE")["answered"]["topic"] == "resign"
