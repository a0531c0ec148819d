"""Acts by mail: what an operator writes, and what an enemy cannot do with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy

import pytest

from gm.desk.arrival.handover import ask_newcomer, hand_over
from gm.desk.arrival.putback import all_put_back, note_put_back
from gm.desk.books.fsck import check_store
from gm.desk.books.purge import purge_game
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import came
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.store import Store

ANN, BEN, FOE = "ann@op.test", "ben@op.test", "foe@evil.test"
OPERATORS = [("Ann", ANN), ("Ben", BEN)]
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
GAME = """[game]
name = "spring"
ruleset = "payola"
seed = "s"
identity = "open"
[deadlines]
movement = "3d"
[seats]
FRANCE = "alice@gm.test"
ENGLAND = "bob@gm.test"
"""


class House:
    """An office with two operators, whose mail anybody may forge; what it sends is seen by its recipient alone."""

    def __init__(self, reply: str = "gm+{token}@gm.test", judged: bool = False) -> None:
        self.store, self.verdict, self.count = Store(":memory:"), "none", 0
        self.office = Office(
            self.store, Sender("GM", "gm@gm.test", reply), OPERATORS, disclose, judged=judged,
            prove=lambda raw, sender: Authenticity(self.verdict, "", ()),  # type: ignore[arg-type]
        )  # fmt: skip
        self.office.open_game(read_game_file(GAME), START, "ab" * 32)
        self.read = len(self.store.outbox.all())

    def write(self, sender: str, text: str, at: datetime = START + HOUR, to: str = "gm@gm.test", more: str = "") -> str:
        """A mail comes, whoever sent it; what becomes of it."""
        self.count += 1
        raw = f"From: {sender}\nTo: {to}\n{more or 'Subject: hello'}\nMessage-ID: <{self.count}@x>\n\n{text}\n"
        handled = self.office.receive(f"1/{self.count}", raw.encode(), at, at)
        return f"{handled.state} {handled.reason}".strip()

    def inbox(self, reader: str) -> list[str]:
        """The mails to a reader that were not looked at yet, whole."""
        every = self.store.outbox.all()
        new, self.read = every[self.read :], len(every)
        return [mail.raw.decode() for mail in new if mail.recipient == reader]

    def ask(self, text: str, who: str = ANN, at: datetime = START + HOUR) -> str:
        """Ask for an act; the address to which the CONFIRM goes."""
        self.inbox(who)
        assert "waits for its CONFIRM" in self.write(who, text, at)
        (mail,) = self.inbox(who)
        return reply_to(mail)

    @property
    def acts(self) -> list[list[str]]:
        """The operator's acts in the journal, each with who did it."""
        entries = (entry.data for entry in self.store.journal.entries("spring") if entry.kind == "operator")
        return [[str(data.get("by", "")), *data["run"]] for data in entries]


def reply_to(mail: str) -> str:
    found = re.search(r"^Reply-To:.*?<?(\S+\+[a-z2-7]{20}@gm\.test)>?", mail, re.MULTILINE)
    assert found is not None, mail
    return found[1]


@pytest.fixture
def house() -> Iterator[House]:
    made = House()
    yield made
    assert check_store(made.store) == ([], 1)
    made.store.close()


def test_an_address_that_was_named_in_an_act_without_its_confirm_goes_with_a_purge(house: House) -> None:
    house.ask("GM REPLACE spring ENGLAND carol@new.test")
    house.office.operate("spring", ["abort"], START + 2 * HOUR)
    while house.office.strike_before(START + 30 * DAY):
        pass
    with house.store.transaction():
        for mail in house.store.outbox.unsent():
            house.store.outbox.sent(mail.id, 1, "250 ok", START + DAY)
    tables = ("facts", "outbox", "inbox", "people", "players")
    assert "carol@new.test" in str([house.store.rows(f"select * from {one}") for one in tables])
    assert purge_game(house.store, "spring")
    assert "carol@new.test" not in str([house.store.rows(f"select * from {one}") for one in tables])


# -- what an operator does ------------------------------------------------------------------------------------------


def test_an_act_is_done_once_it_is_confirmed_and_stands_under_its_doers_name(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    assert house.acts == []
    assert house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where) == "done an operator's act"
    assert house.acts == [["Ann", "pause"]]
    assert house.office.game("spring").clock.paused is not None  # type: ignore[union-attr]


def test_players_and_all_operators_are_told_and_players_read_who_did_it(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    before = len(house.store.outbox.all())
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where)
    told = {mail.recipient: " ".join(mail.raw.decode().split()) for mail in house.store.outbox.all()[before:]}
    assert {"alice@gm.test", "bob@gm.test", ANN, BEN} == set(told)
    assert "paused the game" in told["alice@gm.test"] and "The operator who did this: Ann." in told["alice@gm.test"]
    assert "Ann has confirmed this act by mail" in told[BEN]


@pytest.mark.parametrize(
    ("text", "run"),
    [
        ("GM DEADLINE spring +1d", ["deadline", "+1d"]),
        ("gm deadline [spring] -12H", ["deadline", "-12h"]),
        ("GM ANNOUNCE spring\nI am away.\n\nUntil Sunday.", ["announce", "I am away.", "", "Until Sunday."]),
        ("\n\nGM PAUSE Spring", ["pause"]),
    ],
)
def test_what_is_asked_for_is_what_is_done(house: House, text: str, run: list[str]) -> None:
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, house.ask(text))
    assert house.acts == [["Ann", *run]]


def test_a_seat_is_given_to_somebody_and_a_game_goes_on_by_mail(house: House) -> None:
    house.write(BEN, "CONFIRM", START + HOUR, house.ask("GM REPLACE spring england Carol@New.test", BEN))
    player = house.store.players.find("spring", house.office.game("spring").seats and "ENGLAND")  # type: ignore[arg-type]
    assert player is not None and player.address == "carol@new.test"
    house.write(BEN, "CONFIRM", START + HOUR, house.ask("GM PAUSE spring", BEN))
    house.write(ANN, "CONFIRM", START + 2 * HOUR, house.ask("GM RESUME spring", ANN, START + 2 * HOUR))
    assert [act[:2] for act in house.acts] == [["Ben", "replace"], ["Ben", "pause"], ["Ann", "resume"]]


def test_the_mail_that_asks_for_a_confirm_shows_the_whole_text_of_an_announcement(house: House) -> None:
    house.write(ANN, "GM ANNOUNCE spring\nNobody shall trust Bob.")
    (mail,) = house.inbox(ANN)
    assert "Nobody shall trust Bob." in mail and "announce spring (1 line)" in mail


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("GM PAUSE", "names no game"),
        ("GM PAUSE autumn", "there is no game autumn"),
        ("GM PAUSE spring now", "cannot be read"),
        ("GM DEADLINE spring tomorrow", "cannot be read"),
        ("GM DEADLINE spring", "cannot be read"),
        ("GM REPLACE spring NOWHERE carol@new.test", "cannot be read"),
        ("GM REPLACE spring ENGLAND gm@gm.test", "our own address"),
        ("GM ANNOUNCE spring\n\n", "no text below"),
        ("GM PAUSE spring\nGM ANNOUNCE spring\nHello", "one mail asks for one act"),
    ],
)
def test_what_cannot_be_asked_for_is_told_and_nothing_waits(house: House, text: str, why: str) -> None:
    house.write(ANN, text)
    (mail,) = house.inbox(ANN)
    assert why in " ".join(mail.split()) and not re.search(r"gm\+[a-z2-7]{20}@", mail)
    assert house.acts == [] and house.store.facts.beginning("operator asks ", dict) == {}


def test_an_operator_is_told_how_by_gm_help_and_beside_everybodys_help(house: House) -> None:
    house.write(ANN, "GM HELP")
    (mail,) = house.inbox(ANN)
    assert "GM REPLACE game SEAT address" in mail
    house.write(ANN, "HELP")
    mails = house.inbox(ANN)
    assert len(mails) == 2 and sum("GM REPLACE game" in mail for mail in mails) == 1
    house.write("stranger@x.test", "HELP")
    assert not any("GM REPLACE" in mail for mail in house.inbox("stranger@x.test"))


@pytest.mark.parametrize("word", ["PROCESS spring", "PREVIEW spring", "SHOW spring", "LOG spring", "ACT spring FRANCE",
                                  "ABORT spring", "TELL spring FRANCE", "ROLLBACK spring S1901M"])  # fmt: skip
def test_there_are_no_looks_by_mail_and_no_other_acts(house: House, word: str) -> None:
    house.write(ANN, f"GM {word}")
    assert house.acts == [] and house.store.facts.beginning("operator asks ", dict) == {}
    (mail,) = house.inbox(ANN)
    assert "Subject: [gm] acts by mail" in mail and "GM REPLACE game SEAT address" in mail


@pytest.mark.parametrize(("text", "more"), [("GM, are you there?", ""), ("GM I need help", ""),
                                            ("Gm PROCESS spring", ""),
                                            ("GM PROCESS spring", "Subject: Re: [spring] S1901M")])  # fmt: skip
def test_what_an_operator_writes_otherwise_is_no_act(house: House, text: str, more: str) -> None:
    assert "no act of an operator's" not in house.write(ANN, text, more=more)
    assert not any("acts by mail" in mail for mail in house.inbox(ANN))


def test_where_there_are_no_plus_addresses_the_token_is_in_the_subject() -> None:
    house = House(reply="")
    house.write(ANN, "GM PAUSE spring")
    (mail,) = house.inbox(ANN)
    subject = str(message_from_bytes(mail.encode(), policy=policy.default)["Subject"])
    assert house.write(ANN, "CONFIRM", more=f"Subject: Re: {subject}") == "done an operator's act"
    assert house.acts == [["Ann", "pause"]]


# -- the enemy's script ---------------------------------------------------------------------------------------------


def test_a_forged_from_alone_does_nothing_and_its_writer_learns_nothing(house: House) -> None:
    house.write(ANN, "GM PAUSE spring")
    for text in ("CONFIRM", "GM CONFIRM", "GM PAUSE spring\nCONFIRM", "CONFIRM\nGM PAUSE spring"):
        house.write(ANN, text)
    assert house.acts == []
    assert house.inbox(FOE) == []


def test_a_question_goes_to_the_configured_address_whatever_the_mail_says(house: House) -> None:
    house.write(ANN, "GM PAUSE spring", more=f"Reply-To: {FOE}\nSender: {FOE}\nCc: {FOE}\nSubject: hello")
    assert [mail.recipient for mail in house.store.outbox.all()[house.read :]] == [ANN]


def test_a_confirm_serves_once(house: House) -> None:
    where = house.ask("GM DEADLINE spring +1d")
    for n in range(3):
        house.write(ANN, "CONFIRM", START + HOUR + n * MINUTE, where)
    assert house.acts == [["Ann", "deadline", "+1d"]]


def test_the_same_mail_that_comes_again_does_nothing_again(house: House) -> None:
    where = house.ask("GM DEADLINE spring +1d")
    raw = f"From: {ANN}\nTo: {where}\nSubject: Re\nMessage-ID: <same@x>\n\nCONFIRM\n".encode()
    for key in ("1/100", "1/101", "2/1"):
        house.office.receive(key, raw, START + HOUR, START + HOUR)
    assert len(house.acts) == 1


@pytest.mark.parametrize("who", [BEN, FOE, "alice@gm.test"])
def test_a_confirm_by_somebody_else_does_nothing_and_ends_the_token(house: House, who: str) -> None:
    where = house.ask("GM PAUSE spring")
    assert "from somebody else" in house.write(who, "CONFIRM", START + HOUR, where)
    assert [mail for mail in house.inbox(ANN) if "somebody else" in " ".join(mail.split())]
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where)
    assert house.acts == []


def test_a_token_of_one_act_confirms_no_other(house: House) -> None:
    first, second = house.ask("GM DEADLINE spring +1d"), house.ask("GM ANNOUNCE spring\nHello")
    house.write(ANN, "CONFIRM", START + HOUR, second)
    assert house.acts == [["Ann", "announce", "Hello"]]
    house.write(ANN, "CONFIRM\nGM PAUSE spring", START + HOUR, first)
    assert house.acts[1:] == [["Ann", "deadline", "+1d"]]


def test_a_confirm_that_comes_after_an_hour_does_nothing(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    house.write(ANN, "CONFIRM", START + 2 * HOUR + MINUTE, where)
    assert house.acts == []
    assert any("more than an hour" in " ".join(mail.split()) for mail in house.inbox(ANN))


def test_a_game_that_has_changed_in_between_is_left_alone(house: House) -> None:
    where = house.ask("GM DEADLINE spring +1d")
    house.office.operate("spring", ["process"], START + HOUR)
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where)
    assert house.acts == [["", "process"]]
    assert any("the game has changed" in " ".join(mail.split()) for mail in house.inbox(ANN))


def test_a_seat_that_has_changed_hands_in_between_is_left_alone(house: House) -> None:
    where = house.ask("GM REPLACE spring ENGLAND carol@new.test")
    house.office.operate("spring", ["replace", "ENGLAND"], START + HOUR, "dora@new.test")
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where)
    player = house.store.players.find("spring", "ENGLAND")  # type: ignore[arg-type]
    assert player is not None and player.address == "dora@new.test"


def test_players_letters_in_between_change_nothing_for_an_act(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    house.write("alice@gm.test", "4 : A PAR - BUR", more="Subject: [spring]")
    assert house.write(ANN, "CONFIRM", START + HOUR, where) == "done an operator's act"


def test_a_mail_of_which_the_server_says_that_it_is_forged_asks_for_nothing() -> None:
    house = House(judged=True)
    house.verdict = "fail"
    house.write(ANN, "GM PAUSE spring")
    assert house.inbox(ANN) == []
    house.verdict = "pass"
    where = house.ask("GM PAUSE spring")
    house.verdict = "fail"
    house.write(ANN, "CONFIRM", START + HOUR, where)
    assert house.acts == []


def test_an_operator_who_is_one_no_longer_confirms_nothing(house: House) -> None:
    where = house.ask("GM PAUSE spring", BEN)
    house.office.operators = house.office.operators[:1]
    house.write(BEN, "CONFIRM", START + HOUR, where)
    assert house.acts == []


def test_a_flood_in_an_operators_name_gets_few_mails_to_them(house: House) -> None:
    for _ in range(60):
        house.write(ANN, "GM PAUSE spring")
    assert len(house.inbox(ANN)) <= 10


def test_deny_withdraws_an_act(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    house.write(ANN, "DENY", START + HOUR, where)
    house.write(ANN, "CONFIRM", START + HOUR, where)
    assert house.acts == []


def test_a_reply_without_the_word_keeps_the_question_open(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    house.write(ANN, "Yes, please, I CONFIRM it", START + HOUR, where)
    assert house.acts == []
    house.write(ANN, "confirm.", START + HOUR, where)
    assert house.acts == [["Ann", "pause"]]


def test_a_guessed_token_is_no_token(house: House) -> None:
    house.ask("GM PAUSE spring")
    for token in ("a" * 20, "2" * 20):
        house.write(ANN, "CONFIRM", START + HOUR, f"gm+{token}@gm.test")
    assert house.acts == []


def test_what_the_database_holds_of_a_question_confirms_nothing(house: House) -> None:
    house.ask("GM PAUSE spring")
    (name,) = house.store.facts.beginning("operator asks ", dict)
    digest = name.removeprefix("operator asks ")
    assert re.fullmatch("[0-9a-f]{64}", digest)
    house.write(ANN, "CONFIRM", START + HOUR, f"gm+{digest[:20]}@gm.test")
    assert house.acts == []


def test_a_player_who_writes_gm_pause_gets_nothing_of_it(house: House) -> None:
    house.write("alice@gm.test", "GM PAUSE spring", more="Subject: [spring]")
    assert house.acts == []


def test_mail_about_the_house_goes_to_every_operator_in_a_mail_of_their_own(house: House) -> None:
    house.inbox(ANN)
    house.office.alarm("loop", {"place": "spring/FRANCE", "why": "x"}, START + HOUR)
    mails = house.store.outbox.all()[-2:]
    assert [mail.recipient for mail in mails] == [ANN, BEN]
    assert len({mail.message_id for mail in mails}) == 2 and BEN not in mails[0].raw.decode()


@pytest.mark.parametrize("more", ["Cc: alice@gm.test\nSubject: Re", "Cc: Ben <ben@op.test>, ann@op.test\nSubject: Re"])
def test_a_question_that_others_have_seen_in_a_reply_is_confirmed_by_nobody(house: House, more: str) -> None:
    where = house.ask("GM PAUSE spring")
    house.write(ANN, "Which of you wrote this?", START + HOUR, where, more)
    (told,) = house.inbox(ANN)
    assert "it went to others, too" in " ".join(told.split())
    house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where)
    assert house.acts == []


def test_a_question_that_others_have_seen_in_a_subject_is_confirmed_by_nobody() -> None:
    house = House(reply="")
    house.write(ANN, "GM PAUSE spring")
    (mail,) = house.inbox(ANN)
    subject = str(message_from_bytes(mail.encode(), policy=policy.default)["Subject"])
    house.write(ANN, "Was it you?", to="alice@gm.test, gm@gm.test", more=f"Subject: Fwd: {subject}")
    house.write(ANN, "CONFIRM", more=f"Subject: Re: {subject}")
    assert house.acts == []


def test_a_reply_to_us_and_to_its_writer_keeps_the_question_open(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    house.write(ANN, "Hm.", START + HOUR, where, f"Cc: {ANN}, gm@gm.test\nSubject: Re")
    assert house.write(ANN, "CONFIRM", START + HOUR + MINUTE, where) == "done an operator's act"


def test_a_flood_of_replies_without_the_word_gets_few_mails(house: House) -> None:
    where = house.ask("GM PAUSE spring")
    for _ in range(50):
        house.write(ANN, "Hm.", START + HOUR, where)
    assert 1 <= len(house.inbox(ANN)) <= 10


def test_a_flood_in_an_operators_name_does_not_silence_one_for_whom_the_server_vouches() -> None:
    house = House(judged=True)
    for _ in range(60):
        house.write(ANN, "GM PAUSE spring")
    assert "too many" in house.write(ANN, "GM PAUSE spring")
    house.verdict = "pass"
    where = house.ask("GM PAUSE spring")
    assert house.write(ANN, "CONFIRM", START + HOUR, where) == "done an operator's act"


def test_a_mail_of_which_the_server_says_that_it_is_forged_confirms_no_handing_over() -> None:
    house = House(judged=True)
    with house.store.transaction():
        ask_newcomer(house.office, "new@op.test", "Nora", START)
    (mail,) = house.inbox("new@op.test")
    house.verdict = "fail"
    house.write("new@op.test", "CONFIRM", START + HOUR, reply_to(mail))
    asked = hand_over(house.store, START + HOUR)
    assert asked is not None and asked.confirmed is None
    house.verdict = "none"
    house.write("new@op.test", "CONFIRM", START + HOUR, reply_to(mail))
    asked = hand_over(house.store, START + HOUR)
    assert asked is not None and asked.confirmed == START + HOUR


def test_what_a_restore_has_put_back_is_not_asked_about_again(house: House) -> None:
    mails = [("GM PAUSE spring", ""), ("HELP", ""), ("I am away", "Auto-Submitted: auto-replied\n")]
    raws = [
        f"From: {ANN}\nTo: gm@gm.test\nSubject: x\nMessage-ID: <{n}@y>\n{more}\n{text}\n".encode()
        for n, (text, more) in enumerate(mails)
    ]
    with house.store.transaction():
        note_put_back(house.store, [(came(house.office.read(raw), raw).whole, START) for raw in raws])
    house.inbox(ANN)
    for n, raw in enumerate(raws):
        house.office.receive(f"9/{n}", raw, START, START + HOUR)
    assert house.inbox(ANN) == []
    assert all_put_back(house.store) == {}
    assert "waits for its CONFIRM" in house.write(ANN, "GM PAUSE spring")


def test_an_act_that_a_flood_has_put_aside_can_be_asked_for_again_by_shell_and_confirmed_within_an_hour(
    house: House,
) -> None:
    for _ in range(11):
        house.write(ANN, "GM PAUSE spring")
    (aside,) = house.store.inbox.put_aside()
    letter = house.store.inbox.aside(aside.id)
    assert letter is not None
    house.inbox(ANN)
    house.office.redo(letter, START + 5 * HOUR)
    (mail,) = house.inbox(ANN)
    assert house.write(ANN, "CONFIRM", START + 5 * HOUR + MINUTE, reply_to(mail)) == "done an operator's act"
