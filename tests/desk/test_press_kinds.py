"""Messages of each kind: who reads what, what readers cannot know, where a reply goes, and what is refused."""

from __future__ import annotations

import json
from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import text_of, words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, EVERYTHING, OLGA, SEATS, SevenTable, shape
from helpers.told import faults, notices

from gm.desk.commands.table import COMMANDS
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.notices.phrases import phrase

OTHERS = tuple(seat for seat in SEATS if seat != "FRANCE")


def sent_by(head: str, sender: str = "FRANCE", json_on: str = "", press: tuple[str, ...] = EVERYTHING) -> SevenTable:
    table = SevenTable(press)
    table.watch()
    for seat in filter(None, [json_on]):
        table.tell(seat, "SET JSON ON")
    table.tell(sender, head, "Shall we talk?", "END")
    return table


def attached(mail: EmailMessage) -> Any:
    (file,) = [part for part in mail.walk() if part.get_content_type() == "application/json"]
    return json.loads(file.get_content())


# -- who reads it ----------------------------------------------------------------------------------------------------


@each_row(
    ("head", "readers", "first"),
    [
        ("PRESS TO GERMANY", ("GERMANY",), "Message from France to Germany:"),
        ("PRESS TO GERMANY, ITALY", ("GERMANY", "ITALY"), "Message from France to Germany, Italy:"),
        ("BROADCAST", OTHERS, "Message from France to everybody:"),
        ("PRESS TO ALL", OTHERS, "Message from France to everybody:"),
        ("GREY PRESS TO GERMANY", ("GERMANY",), "Message to Germany from somebody who gives no name:"),
        ("PRESS GREY TO GERMANY", ("GERMANY",), "Message to Germany from somebody who gives no name:"),
        ("GREY BROADCAST", OTHERS, "Message to everybody from somebody who gives no name:"),
        ("PRESS TO GERMANY FROM ITALY", ("GERMANY",), "Message from Italy to Germany:"),
        ("PRESS TO GERMANY FAKE FROM ITALY", ("GERMANY",), "Message from Italy to Germany:"),
        ("PRESS TO GERMANY FAKE TO GERMANY, ITALY", ("GERMANY",), "Message from France to Germany, Italy:"),
        (
            "PRESS TO GERMANY FAKE TO GERMANY, ITALY FAKE FROM TURKEY", ("GERMANY",),
            "Message from Turkey to Germany, Italy:",
        ),
        ("PRESS TO GERMANY FROM TURKEY FAKE TO GERMANY, ITALY", ("GERMANY",), "Message from Turkey to Germany, Italy:"),
        ("BROADCAST FAKE FROM ITALY", OTHERS, "Message from Italy to everybody:"),
    ],
)  # fmt: skip
def test_a_message_reaches_its_readers_alone_under_the_head_that_was_asked_for(
    head: str, readers: tuple[str, ...], first: str
) -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", head, "Shall we talk?", "END")
    grown = {seat for seat, count in table.counts().items() if count > before[seat]}
    assert grown == {"FRANCE", *readers}
    for seat in readers:
        assert words_of(table.of(seat)).startswith(first)
        assert "| Shall we talk?" in text_of(table.of(seat))
    table.check()


@each_row(
    ("head", "reads"),
    [
        ("BROADCAST", "Message from France to everybody: | Shall we talk?"),
        ("GREY BROADCAST", "Message to everybody from somebody who gives no name: | Shall we talk?"),
        ("BROADCAST FROM ITALY", "Message from Italy to everybody: | Shall we talk?"),
        ("PRESS TO GERMANY", ""),
        ("GREY PRESS TO GERMANY", ""),
        ("PRESS TO " + ", ".join(OTHERS), ""),
    ],
)
def test_observers_read_what_is_public_and_nothing_private(head: str, reads: str) -> None:
    table = SevenTable()
    table.watch()
    count = len(table.mails(OLGA))
    table.tell("FRANCE", head, "Shall we talk?", "END")
    if reads:
        assert words_of(table.last(OLGA)) == reads
    assert len(table.mails(OLGA)) == count + bool(reads)


def test_nothing_of_a_letter_but_the_message_itself_is_passed_on() -> None:
    table = SevenTable()
    letter = (
        "Dear GM,", "PRESS TO GERMANY", "  Hello!", "", "  You and me?", "END", "4 : A PAR - BUR", "VOTE DRAW", "",
        "> On Monday you wrote:", "> secret", "", "--", "Marianne de France, tel. 0123",
    )  # fmt: skip
    table.tell("FRANCE", *letter)
    got = table.of("GERMANY")
    said = [line for line in text_of(got).split("\n") if line.startswith("|")]
    assert said == ["|   Hello!", "|", "|   You and me?"]
    raw = got.as_string()
    for hidden in ("france@", "client.example", "A PAR", "VOTE", "secret", "Marianne", "Dear GM"):
        assert hidden not in raw


# -- what a reader cannot tell -----------------------------------------------------------------------------------------


@each_row(
    ("true", "false"),
    [
        ("PRESS TO GERMANY", "PRESS TO GERMANY FROM {sender}"),
        ("PRESS TO GERMANY, ITALY", "PRESS TO GERMANY, ITALY FROM {sender}"),
        ("PRESS TO GERMANY, ITALY", "PRESS TO GERMANY FROM {sender} FAKE TO GERMANY, ITALY"),
        ("BROADCAST", "BROADCAST FROM {sender}"),
    ],
)
@each_row("liar", ["FRANCE", "TURKEY"])
def test_a_false_message_is_byte_for_byte_what_it_claims_to_be(true: str, false: str, liar: str) -> None:
    honest = sent_by(true, "RUSSIA", "GERMANY")
    lying = sent_by(false.format(sender="RUSSIA"), liar, "GERMANY")
    assert shape(honest.of("GERMANY")) == shape(lying.of("GERMANY"))
    assert attached(honest.of("GERMANY")) == attached(lying.of("GERMANY"))
    assert honest.of("GERMANY")["Message-ID"] == lying.of("GERMANY")["Message-ID"]
    assert shape(honest.last(OLGA)) == shape(lying.last(OLGA))


@pytest.mark.parametrize("head", ["GREY PRESS TO GERMANY", "GREY PRESS TO GERMANY, ITALY", "GREY BROADCAST"])
def test_a_grey_message_is_the_same_bytes_whoever_wrote_it(head: str) -> None:
    one, other = (sent_by(head, sender, "GERMANY") for sender in ("FRANCE", "RUSSIA"))
    assert one.of("GERMANY").as_bytes() == other.of("GERMANY").as_bytes()
    assert one.last(OLGA).as_bytes() == other.last(OLGA).as_bytes()


def test_two_messages_share_a_mail_only_if_their_reader_sees_that_one_player_wrote_both() -> None:
    for head, mails in (("PRESS TO GERMANY", 1), ("GREY PRESS TO GERMANY", 2)):
        table = SevenTable(EVERYTHING)
        before = table.counts()["GERMANY"]
        table.tell("FRANCE", head, "Shall we talk?", "END", head, "Or not?", "END")
        assert table.counts()["GERMANY"] - before == mails


def test_the_answer_to_a_reply_does_not_tell_who_wrote_the_grey_message() -> None:
    answers = []
    for sender in ("FRANCE", "RUSSIA"):
        table = sent_by("GREY PRESS TO GERMANY", sender, "GERMANY")
        table.reply("GERMANY", "Who are you?")
        answers.append(table.of("GERMANY").as_bytes())
        got = notices(table, sender)["press"]
        assert (got["sender"], got["to"]) == ("Germany", [sender.capitalize()])
    assert answers[0] == answers[1]


def test_how_many_replies_to_grey_messages_are_taken_does_not_tell_who_wrote_them() -> None:
    """Replies to one player's messages are counted; whose a grey one is must not show in when the count is full."""
    counts = []
    for known in ("FRANCE", "RUSSIA"):
        table = SevenTable()
        table.tell(known, "PRESS TO GERMANY", "Hello.", "END")
        signed = table.of("GERMANY")
        table.tell("FRANCE", "GREY PRESS TO GERMANY", "Hello.", "END")
        grey, now = table.of("GERMANY"), table.at
        for number in range(25):
            table.write(ADDRESS["GERMANY"], f"Hm {number}.", signed, at=now)
        taken = 0
        for number in range(10):
            taken += table.write(ADDRESS["GERMANY"], f"Ho {number}.", grey, at=now).state == "done"
        counts.append(taken)
    assert counts == [10, 10]


# -- replies -----------------------------------------------------------------------------------------------------------


def test_a_reply_to_a_false_message_goes_to_whom_it_seems_to_come_from() -> None:
    table = sent_by("PRESS TO GERMANY FROM ITALY")
    before = table.counts()
    table.reply("GERMANY", "Gladly, Italy.")
    grown = {seat for seat, count in table.counts().items() if count > before[seat]}
    assert grown == {"GERMANY", "ITALY"}
    got, sent = notices(table, "ITALY")["press"], notices(table, "GERMANY")["presssent"]
    assert (got["sender"], got["to"], got["lines"]) == ("Germany", ["Italy"], ["Gladly, Italy."])
    assert (sent["to"], sent["as_from"], sent["as_to"]) == (["Italy"], "", [])


def test_whose_name_is_used_in_a_broadcast_reads_it_too_and_his_reply_is_an_ordinary_letter() -> None:
    table = sent_by("BROADCAST FROM ITALY")
    got = words_of(table.of("ITALY"))
    assert got == "Message from Italy to everybody: | Shall we talk?"
    table.reply("ITALY", "4 : A ROM - TUS")
    assert table.filed("ITALY") == ("4 : A ROM - TUS",)


@each_row("head", ["PRESS TO GERMANY", "GREY PRESS TO GERMANY", "PRESS TO GERMANY FROM ITALY"])
@each_row("line", ["4 : A MUN - BUR", "VOTE DRAW", "RESIGN", "TRANSFER 3 TO FRANCE", "NOTE"])
def test_a_reply_with_an_order_in_it_is_sent_nowhere_and_does_nothing(head: str, line: str) -> None:
    table = sent_by(head)
    before = table.counts()
    table.reply("GERMANY", "I offer you this:", line, "Do you agree?")
    assert table.counts() == {**before, "GERMANY": before["GERMANY"] + 1}
    got = words_of(table.of("GERMANY"))
    assert notices(table, "GERMANY")["pressunclear"]["hidden"] == [line] and line in got
    assert table.filed("GERMANY") == () and not table.game.seats["GERMANY"].vote
    if head.startswith("GREY"):
        assert "France" not in got and "FRANCE" not in got.replace(line, "")


@each_row(
    "text",
    ["Back in a week.", "Stop that!!! please", "Note to self: trust nobody", "Leave Munich to me", "Get well soon",
     "List of my wishes: none", "Observe that Italy moves", "Grey skies over London"],
)  # fmt: skip
def test_prose_in_a_reply_is_sent_though_it_begins_like_a_command(text: str) -> None:
    table = sent_by("PRESS TO GERMANY")
    table.reply("GERMANY", text)
    assert f"| {text}" in text_of(table.of("FRANCE"))


def test_a_reply_where_there_are_no_private_messages_is_not_sent() -> None:
    table = sent_by("BROADCAST", press=("public", "grey"))
    before = table.counts()
    table.reply("GERMANY", "Just between us.")
    assert table.counts() == {**before, "GERMANY": before["GERMANY"] + 1}
    unclear = notices(table, "GERMANY")["pressunclear"]
    assert (unclear["private"], unclear["hidden"], unclear["lines"]) == (False, [], ["Just between us."])


# -- what is refused ---------------------------------------------------------------------------------------------------


@each_row(
    ("kinds", "head", "why", "column", "near"),
    [
        ((), "PRESS TO GERMANY", "no-press", 1, ""),
        ((), "BROADCAST", "no-press", 1, ""),
        (("public",), "PRESS TO GERMANY", "no-private-press", 1, ""),
        (("private",), "BROADCAST", "no-public-press", 1, ""),
        (("private", "public"), "GREY PRESS TO GERMANY", "no-grey-press", 1, ""),
        (("private", "public"), "GREY BROADCAST", "no-grey-press", 1, ""),
        (("private", "public", "grey"), "PRESS TO GERMANY FROM ITALY", "no-false-press", 1, ""),
        (("private", "public", "grey"), "PRESS TO GERMANY FAKE TO ITALY", "no-false-press", 1, ""),
        (("private", "public", "grey"), "BROADCAST FROM ITALY", "no-false-press", 1, ""),
        (EVERYTHING, "PRESS TO FRANCE", "press-to-self", 1, ""),
        (EVERYTHING, "PRESS TO GERMANY, GM", "press-to-operator", 1, ""),
        (EVERYTHING, "GREY PRESS TO GM", "press-to-operator", 1, ""),
        (EVERYTHING, "PRESS TO GERMANNY", "unknown-player", 10, "PRESS TO GERMANY"),
        (EVERYTHING, "GREY PRESS TO GERMANNY AND ITALY", "unknown-player", 15, "GREY PRESS TO GERMANY AND ITALY"),
        (EVERYTHING, "PRESS TO GERMANY FROM ITALLY", "unknown-player", 23, "PRESS TO GERMANY FROM ITALY"),
        (EVERYTHING, "GREY PRESS TO GERMANY FROM ITALY", "grey-from", 1, ""),
        (EVERYTHING, "PRESS TO GERMANY, ITALY FROM ITALY", "from-reader", 1, ""),
        (EVERYTHING, "PRESS TO GERMANY FAKE TO FRANCE", "fake-to-sender", 1, ""),
        (EVERYTHING, "PRESS TO GERMANY FROM ITALY FAKE TO GERMANY, ITALY", "fake-to-sender", 1, ""),
        (EVERYTHING, "PRESS TO ALL FAKE TO GERMANY", "fake-broadcast", 1, ""),
    ],
)
def test_refused_press_comes_back_with_the_rule_and_nobody_learns_of_the_try(
    kinds: tuple[str, ...], head: str, why: str, column: int, near: str
) -> None:
    table = SevenTable(kinds)
    table.watch()
    before, outbox = table.counts(), len(table.office.store.rows("select id from outbox"))
    table.tell("FRANCE", "3 : A PAR - BUR", head, "A very private matter.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert len(table.office.store.rows("select id from outbox")) == outbox + 1
    assert faults(table, "FRANCE") == [(2, column, phrase(f"fault.{why}"), near)]
    given_back = notices(table, "FRANCE")["refused"]["retry"]
    mended = near if why == "unknown-player" else head  # where only one player can be meant
    assert given_back[1:] == [mended, "A very private matter.", "END"], "the text is given back, ready to send"
    assert table.filed() == ()
    kinds_told = {row["kind"] for row in table.office.store.rows("select kind from disclosed")}
    assert kinds_told.isdisjoint({"press", "falsepress"})


@each_row(
    ("head", "echo"),
    [
        ("PRESS TO GERMANY", "Sent to Germany:"),
        ("BROADCAST", "Sent to everybody:"),
        ("GREY PRESS TO GERMANY", "Sent to Germany, without your name:"),
        ("BROADCAST FROM ITALY", "Sent to everybody, as from Italy:"),
        ("PRESS TO GERMANY FAKE TO GERMANY, ITALY", "Sent to Germany, shown as sent to Germany, Italy:"),
        (
            "PRESS TO GERMANY FROM TURKEY FAKE TO GERMANY, ITALY",
            "Sent to Germany, as from Turkey, shown as sent to Germany, Italy:",
        ),
    ],
)
def test_the_sender_is_told_who_read_it_and_as_what(head: str, echo: str) -> None:
    assert words_of(sent_by(head).of("FRANCE")).startswith(f"{echo} Shall we talk?")


def test_press_to_the_operator_is_possible_in_every_game() -> None:
    table = SevenTable(())
    before = table.counts()
    table.tell("FRANCE", "PRESS TO GM", "When is the next deadline?", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    got = notices(table, OPERATOR_READER)["presstooperator"]
    assert got == {"sender": "France", "seat": "FRANCE", "lines": ["When is the next deadline?"]}
    assert len(table.mails("operator@example.org")) == 1


@pytest.mark.parametrize("line", ["PRESS TO GERMANY", "GREY BROADCAST", "BROADCAST"])
def test_press_after_the_end_is_given_back(line: str) -> None:
    table = SevenTable()
    table.operate("abort")
    before = table.counts()
    table.tell("FRANCE", line, "It was a fine game.", "END")
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
    assert faults(table, "FRANCE") == [(1, 1, phrase("fault.over-but-statement"), "")]
    refused = notices(table, "FRANCE")["refused"]
    assert refused["retry"] == [line, "It was a fine game.", "END"] and refused["still"] == []


# -- the report --------------------------------------------------------------------------------------------------------


@each_row(
    ("head", "line"),
    [
        ("PRESS TO GERMANY", "France to Germany:"),
        ("BROADCAST", "France to everybody:"),
        ("GREY PRESS TO GERMANY", "France to Germany, read as from nobody named:"),
        ("GREY BROADCAST", "France to everybody, read as from nobody named:"),
        ("BROADCAST FROM ITALY", "France to everybody, read as from Italy:"),
        ("PRESS TO GERMANY FROM ITALY", "France to Germany, read as from Italy:"),
        ("PRESS TO GERMANY FAKE TO ITALY, GERMANY", "France to Germany, read as from France to Italy, Germany:"),
    ],
)
def test_the_report_tells_who_wrote_and_what_was_read(head: str, line: str) -> None:
    table = sent_by(head)
    table.operate("abort")
    text, html = table.report()
    assert f"{line} Shall we talk?" in " ".join(text.split())
    assert line.removesuffix(":") in html


def test_who_answers_an_answer_to_his_grey_message_stays_unnamed() -> None:
    table = sent_by("GREY PRESS TO GERMANY")
    table.reply("GERMANY", "Who are you?")
    assert notices(table, "FRANCE")["press"]["unnamed"]
    table.reply("FRANCE", "Guess.")
    told = words_of(table.of("GERMANY"))
    assert "Guess." in told and "France" not in told and "somebody" in told
    table.reply("GERMANY", "Italy?")
    assert "Italy?" in words_of(table.of("FRANCE"))


@pytest.mark.parametrize("line", ["PRESS TO GERMNY", "TRANSFER 99 TO GERMANY", "4 : A PAR - BURGANDY"])
def test_a_reply_with_a_mistyped_order_or_command_in_it_is_sent_nowhere(line: str) -> None:
    table = sent_by("PRESS TO GERMANY")
    before = len(table.mails(ADDRESS["FRANCE"]))
    table.reply("GERMANY", "Well.", line)
    assert len(table.mails(ADDRESS["FRANCE"])) == before
    assert notices(table, "GERMANY")["pressunclear"]["hidden"] == [line]


@pytest.mark.parametrize("line", ["Yes.", "No", "Stop that!", "4 of us will come."])
def test_a_short_reply_to_a_message_is_a_message(line: str) -> None:
    table = sent_by("PRESS TO GERMANY")
    table.reply("GERMANY", line)
    assert line in words_of(table.of("FRANCE"))


@pytest.mark.parametrize(("quoted", "lines"), [("> I will.", 1), ("> I will.\n> Always.", 2)])
def test_a_quotation_inside_a_message_is_left_out_and_its_writer_is_told(quoted: str, lines: int) -> None:
    table = SevenTable()
    table.tell(
        "FRANCE", "PRESS TO ENGLAND", "You said:", *quoted.split("\n"), "That is a lie.", "END", "> more", "STATUS"
    )
    assert notices(table, "FRANCE")["presssent"]["left_out"] == lines
    assert notices(table, "ENGLAND")["press"]["lines"] == ["You said:", "That is a lie."]
    assert "I will" not in words_of(table.of("ENGLAND"))


def test_who_quotes_nothing_inside_a_message_is_told_nothing_of_it() -> None:
    table = SevenTable()
    table.tell("FRANCE", "STATUS", "> a quotation", "PRESS TO ENGLAND", "Hello.", "END", "> another", "SHOW")
    sent = notices(table, "FRANCE")["presssent"]
    assert (sent["to"], sent["left_out"]) == (["England"], 0)


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        ("PRESS TO ALL BUT ENGLAND", "refused"),
        ("PRESS TO EVERYBODY EXCEPT GM", "refused"),
        ("FAKE BROADCAST", "notread"),
    ],
)
def test_heads_of_other_gamemasters_send_nothing_and_are_answered_with_ours(head: str, answer: str) -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", head, "hello", "END")
    if answer == "refused":
        assert faults(table, "FRANCE") == [(1, 10, phrase("fault.all-but"), "")]
    else:
        assert notices(table, "FRANCE")[answer]["near"] == [COMMANDS["press"].elsewhere["FAKE"]]
    assert table.counts() == {**before, "FRANCE": before["FRANCE"] + 1}
