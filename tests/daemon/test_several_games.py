"""A mail to several games: each part acts in its own game's order, once, by that game's rules."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from helpers.hands import Still
from helpers.mails import text_of
from helpers.mailtable import GM, MINUTE, OPERATOR, START, Table
from helpers.store import told
from test_clock import Box, tell_story

from gm.config.loading import Config, Create, Gm, Imap, Smtp
from gm.desk.arrival.cut import Part
from gm.desk.arrival.putback import all_put_back, note_put_back
from gm.desk.arrival.reception import Reception
from gm.desk.books.fsck import check_store
from gm.desk.books.outage import Watch
from gm.post.boxes.mailbox import Arrival
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import came
from gm.post.inbound.limits import MAX_SMALL
from gm.rules import as_seat
from gm.serve.health import Signs
from gm.serve.houseclock import HouseClock
from gm.serve.meter import Meter
from gm.serve.worker import Worker
from gm.store.inbox import State

ALICE, BOB = "alice@example.com", "bob@example.com"
OFFER, MOVE = "4 : A PAR - BUR", "3 : F BRE - MAO"
BOTH = f"GAME spring\n{OFFER}\nGAME summer\n{MOVE}"
CONFIG = Config(
    gm=Gm(address=GM.address, operator=OPERATOR), imap=Imap(host="localhost", user="gm"), smtp=Smtp(host="localhost")
)  # fmt: skip


class House(Table):
    """Games and mailboxes, with what a daemon does with letters: they are filed when they come, and then act."""

    by_game = True  # whether letters are sorted into lanes, as where several daemons work

    def __init__(self, path: Path, **more: Any) -> None:
        super().__init__(path=str(path), **more)
        self.open("summer", str(more.get("identity", "checked")))
        self.store = self.office.store
        self.worker = self.new_worker()

    def new_worker(self) -> Worker:
        """The worker of a run that begins now."""
        return Worker(
            CONFIG, self.office, HouseClock(self.store, Still(self.at + timedelta(hours=1))), Meter(), signs=Signs(),
            stop=asyncio.Event(), wake=lambda: None, acted=lambda: None, tell=lambda what: None,
        )  # fmt: skip

    def raw(self, sender: str, text: str, to: str = GM.address, subject: str = "", **head: str) -> bytes:
        """A new letter."""
        self.letters += 1
        name = f"<{self.letters}@client.example>"
        fields = {"From": sender, "To": to, "Subject": subject, "Message-ID": name, **head}
        return "".join(f"{name}: {value}\n" for name, value in fields.items()).encode() + f"\n{text}\n".encode()

    def file(self, raw: bytes, key: str = "") -> list[str]:
        """File a letter as what reads the mailbox does, and return the keys of what was filed."""
        self.at += MINUTE
        key = key or f"1/{self.letters}"
        with self.store.transaction():
            found = self.office.sorting.filed(key, raw, self.at, by_game=self.by_game)
            for one in found:
                self.store.waiting.file(
                    "", one.key, self.at, one.raw, trouble="", sender=ALICE, lane=one.lane, part=one.part
                )  # fmt: skip
        return [one.key for one in found]

    def work(self) -> None:
        """Let all letters act that may."""
        while asyncio.run(self.worker.work()):
            pass
        assert not self.store.waiting.all_keys()

    def sends(self, text: str, sender: str = ALICE, **more: str) -> list[EmailMessage]:
        """A letter comes and acts; the mails that its sender gets."""
        before = len(self.mails(sender))
        self.file(self.raw(sender, text, **more))
        self.work()
        return self.mails(sender)[before:]

    def lines(self, game: str, seat: str = "FRANCE") -> list[list[str]]:
        """The lines of each letter of a seat in a game."""
        entries = self.store.journal.entries(game)
        found = [entry.data for entry in entries if entry.kind == "letter" and entry.data["seat"] == seat]
        return [[line["text"] for line in data["lines"] if line["text"]] for data in found]

    def states(self) -> dict[str, str]:
        """What became of each letter, or part of one, by its key."""
        return {row["key"]: row["state"] for row in self.store.rows("select key, state from inbox order by id")}


@pytest.fixture(params=[True, False], ids=["by game", "in one order"])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    made = House(tmp_path / "gm.sqlite", identity="open")
    made.by_game = request.param
    yield made
    assert check_store(made.store)[0] == []
    made.store.close()


def subjects(mails: list[EmailMessage]) -> list[str]:
    """The games in the subjects of mails."""
    return [str(mail["Subject"]).partition("]")[0].rpartition("[")[2] for mail in mails]


def test_each_part_acts_in_its_game_and_gets_an_answer_of_its_own(house: House) -> None:
    answers = house.sends(BOTH)
    assert house.lines("spring") == [[OFFER]] and house.lines("summer") == [[MOVE]]
    assert subjects(answers) == ["spring", "summer"]
    assert {mail["In-Reply-To"] for mail in answers} == {"<1@client.example>"}
    assert house.states() == {"1/1#spring": State.DONE, "1/1#summer": State.DONE}


def test_lines_keep_the_numbers_that_they_have_in_the_mail(house: House) -> None:
    answers = house.sends("GAME spring\nSHOW\n\nGAME summer\n4 : A PAR - XYZ")
    assert subjects(answers) == ["spring", "summer"]
    assert "line 5" in text_of(answers[1])


def test_what_stands_above_the_first_game_is_for_that_of_the_subject(house: House) -> None:
    house.sends(f"{OFFER}\nGAME summer\n{MOVE}", subject="Re: [spring] Spring 1901")
    assert house.lines("spring") == [[OFFER]] and house.lines("summer") == [[MOVE]]


def test_what_stands_above_is_answered_as_mail_about_no_game_if_there_is_none(house: House) -> None:
    answers = house.sends(f"Hello there\n{BOTH}")
    assert house.lines("spring") == [[OFFER]] and house.lines("summer") == [[MOVE]]
    assert [mail["Subject"].startswith("Re: [") for mail in answers].count(False) == 1
    assert "could not see which game" in text_of(answers[0])
    assert house.states()["1/1#"] == State.HELD


def test_a_game_named_twice_gets_one_letter(house: House) -> None:
    answers = house.sends(f"{BOTH}\nGAME spring\nSHOW")
    assert house.lines("spring") == [[OFFER, "SHOW"]] and subjects(answers) == ["spring", "summer"]


def test_a_mail_may_name_a_single_game(house: House) -> None:
    assert subjects(house.sends(f"GAME summer\n{MOVE}")) == ["summer"]
    assert house.lines("summer") == [[MOVE]] and house.lines("spring") == []


def test_names_of_games_that_there_are_not_are_answered_once_and_nothing_below_them_acts(house: House) -> None:
    answers = house.sends(f"GAME spring\n{OFFER}\nGAME wimter\nREADY\nGAME automn\nREADY")
    assert house.lines("spring") == [[OFFER]]
    assert ["could not see which game" in text_of(mail) for mail in answers] == [False, True]


def test_a_slip_in_the_only_name_does_nothing_in_the_game_of_the_subject(house: House) -> None:
    answers = house.sends(f"GAME sumer\n{OFFER}", subject="[spring]")
    assert house.lines("spring") == [] == house.lines("summer")
    assert ["could not see which game" in text_of(mail) for mail in answers] == [True]


def test_a_game_in_which_the_writer_has_no_seat_answers_as_it_answers_a_letter(house: House) -> None:
    house.form("winter")
    by_letter = house.sends("READY", subject="[winter]")
    answers = house.sends(f"GAME spring\n{OFFER}\nGAME winter\nREADY")
    assert subjects(answers) == ["spring", "winter"]
    assert text_of(answers[1]) == text_of(by_letter[0])
    assert "joined" not in {row["state"] for row in house.store.rows("select state from inbox")}


@pytest.mark.parametrize("line", ["GAMES summer", "Game: Summer.", "*GAME [summer]:*", "GAME “summer” % x"])
def test_a_heading_may_be_written_as_one_writes(house: House, line: str) -> None:
    house.sends(f"{line}\n{OFFER}", subject="[spring]")
    assert (house.lines("spring"), house.lines("summer")) == ([], [[OFFER]])


@pytest.mark.parametrize("line", ["GAME summer?", "// GAME summer", "% GAME summer"])
def test_a_heading_that_asks_or_is_a_remark_cuts_nothing(house: House, line: str) -> None:
    house.sends(f"{line}\n{OFFER}", subject="[spring]")
    assert house.lines("summer") == [] and house.states() == {"1/1": State.DONE}


@pytest.mark.parametrize("text", ["GAME over", "GAME", "GAME autumn leaves fall", "a new GAME summer"])
def test_a_line_of_text_that_only_looks_like_a_heading_cuts_nothing(house: House, text: str) -> None:
    house.sends(f"PRESS TO ENGLAND\nlet it be\n{text}\nfor Germany\nEND\n{OFFER}", subject="[spring]")
    assert house.states() == {"1/1": State.DONE}
    assert text in told(house.store, "ENGLAND") and "for Germany" in told(house.store, "ENGLAND")


def test_in_a_message_only_a_game_of_the_writers_begins_a_part(house: House) -> None:
    house.sends(f"GAME summer\n{MOVE}\nGAME spring\nPRESS TO ENGLAND\none\nGAME over\ntwo\nGAME summer\nSHOW")
    assert "GAME over" in told(house.store, "ENGLAND")
    assert house.lines("summer") == [[MOVE, "SHOW"]]


def test_an_operators_announcement_is_never_cut(house: House) -> None:
    house.office.operators = ((house.office.operators[0].__class__)("", ALICE),)
    house.sends("GM ANNOUNCE spring\nWe play\nGAME summer\nnext")
    assert list(house.states()) == ["1/1"]


def test_ten_games_fit_into_a_mail_and_of_eleven_nothing_is_done(house: House) -> None:
    names = [f"more-{chr(97 + n)}" for n in range(9)]
    for name in names:
        house.open(name, "open")
    ten = "\n".join(f"GAME {name}\n{OFFER}" for name in ("spring", *names))
    assert len(house.sends(ten)) == 10
    answers = house.sends(f"{ten}\nGAME summer\n{MOVE}")
    assert len(answers) == 1 and "11 games" in text_of(answers[0])
    assert house.lines("summer") == [] and len(house.lines("spring")) == 1


# -- a game's name behind a word ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", [
        "STATUS spring", "status Spring.", "SHOW [spring]", "board spring", "HISTORY of spring?",
        "Status \u201cspring\u201d", "Status \u2013 spring", "Show = spring!", "Status of the game spring, please",
    ],
)  # fmt: skip
def test_a_word_with_a_game_behind_it_is_for_that_game(house: House, line: str) -> None:
    word = line.split()[0]
    (told_at_once,) = house.sends(line, subject="hello")
    (asked,) = house.sends(word, subject="[spring]")
    assert house.lines("spring") == [[word], [word]] and subjects([told_at_once]) == ["spring"]
    assert told_at_once["Subject"] == asked["Subject"]


def test_help_with_a_game_behind_it_is_that_games_help_and_with_a_topic_it_is_not(house: House) -> None:
    house.open("press", "open")
    (mail,) = house.sends("HELP spring", subject="hello")
    assert subjects([mail]) == ["spring"] and house.lines("spring") == [["HELP"]]
    house.sends("HELP press", subject="hello")
    assert house.lines("press") == []


def test_several_games_may_stand_behind_words_and_what_is_below_goes_with_them(house: House) -> None:
    answers = house.sends(f"Hello,\nSTATUS spring\nSTATUS summer\n{MOVE}", subject="hello")
    assert subjects(answers) == ["spring", "summer"]
    assert house.lines("spring") == [["Hello,", "STATUS"]] and house.lines("summer") == [["STATUS", MOVE]]


@pytest.mark.parametrize(
    "text", [
        "STATUS spring\nNOT WITH eve@evil.example", "STATUS sprung", "My STATUS spring", "RESIGN spring?",
        "Wait \u2013 spring is over", "Stop spring from coming, please",
    ],
)  # fmt: skip
def test_what_is_not_clearly_so_is_for_no_game(house: House, text: str) -> None:
    house.sends(text, subject="hello")
    assert house.lines("spring") == [] and list(house.states()) == ["1/1"]


def test_only_a_game_of_the_writers_is_meant(house: House) -> None:
    (mail,) = house.sends("STATUS spring", "eve@evil.example", subject="hello")
    assert "could not see which game" in text_of(mail) and list(house.states()) == ["1/1"]
    house.sends("OBSERVE spring AS Olga", "olga@watchers.example", subject="hello")
    house.sends("CONFIRM", "olga@watchers.example", To=str(house.last("olga@watchers.example")["Reply-To"]))
    (mail,) = house.sends("STATUS spring", "olga@watchers.example", subject="hello")
    assert subjects([mail]) == ["spring"]


def test_a_reply_is_for_the_game_that_it_replies_to(house: House) -> None:
    house.sends("STATUS summer", To=str(house.last(ALICE)["Reply-To"]))
    assert list(house.states()) == ["1/1"]


def test_to_resign_so_is_asked_about_as_ever_and_from_a_plain_address_the_player_is_asked_first(tmp_path: Path) -> None:
    asked = []
    for n, (subject, text) in enumerate((("hello", "RESIGN spring"), ("[spring]", "RESIGN"))):
        (tmp_path / str(n)).mkdir()
        house = House(tmp_path / str(n) / "gm.sqlite")
        (mail,) = house.sends(text, subject=subject)
        assert [*house.states().values()] == [State.HELD]
        assert house.office.game("spring").seats[as_seat("FRANCE")].taken
        (answer,) = house.sends("CONFIRM", To=str(mail["Reply-To"]))
        assert not house.office.game("spring").seats[as_seat("FRANCE")].taken and check_store(house.store)[0] == []
        asked.append([text_of(one) for one in (mail, answer)])
    assert asked[0] == asked[1]


# -- once, whatever happens ------------------------------------------------------------------------------------------


def test_the_same_mail_again_does_nothing_again(house: House) -> None:
    raw = house.raw(ALICE, BOTH)
    for key in ("1/1", "1/1", "1/2"):  # shown again by the mailbox, and as a copy
        house.file(raw, key)
        house.work()
    assert len(house.lines("spring")) == len(house.lines("summer")) == 1
    assert house.states() == {
        "1/1#spring": State.DONE, "1/1#summer": State.DONE, "1/2#spring": State.KNOWN, "1/2#summer": State.KNOWN,
    }  # fmt: skip


class Killed(BaseException):
    """The daemon dies."""


@pytest.mark.parametrize("dies", [0, 1])
def test_killed_between_two_parts_each_acts_once(house: House, dies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    house.file(house.raw(ALICE, BOTH))
    handle, count = Reception.handle, []

    def dying(self: Reception, *args: Any, **more: Any) -> Any:
        count.append(1)
        if len(count) == 1 + dies:
            raise Killed
        return handle(self, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(Reception, "handle", dying)  # planted: a kill
        patch.setattr("gm.serve.worker.LONGEST_TRANSACTION", -1.0)  # time: each part in a transaction of its own
        with pytest.raises(Killed):
            house.work()
    house.office.forget()
    assert [len(house.lines(game)) for game in ("spring", "summer")] == [dies, 0]
    house.worker = house.new_worker()
    house.work()
    assert [len(house.lines(game)) for game in ("spring", "summer")] == [1, 1]


def test_a_fault_of_ours_in_one_part_does_not_touch_the_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    enter = house.office.enter

    def broken(game: Any, *args: Any, **more: Any) -> Any:
        if game.name == "spring":
            raise RuntimeError
        return enter(game, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(house.office, "enter", broken)  # planted: an error of ours
        house.sends(BOTH)
    assert house.states() == {"1/1#spring": State.FAILED, "1/1#summer": State.DONE}
    assert house.lines("spring") == [] and house.lines("summer") == [[MOVE]]
    letter = house.store.inbox.put_aside()[0]
    house.office.redo(house.store.inbox.found(letter.id), house.at)  # type: ignore[arg-type]
    assert house.lines("spring") == [[OFFER]] and house.lines("summer") == [[MOVE]]


def test_what_is_kept_of_a_part_has_no_line_of_another_game(house: House) -> None:
    house.sends(BOTH)
    kept = {row["key"]: house.store.opened(row["raw"]) for row in house.store.rows("select key, raw from inbox")}
    assert OFFER.encode() in kept["1/1#spring"] and MOVE.encode() not in kept["1/1#spring"]
    assert MOVE.encode() in kept["1/1#summer"] and OFFER.encode() not in kept["1/1#summer"]


def test_a_large_letter_is_cut_when_it_acts(house: House) -> None:
    quoted = "\n".join(f"> {n} {'x' * 60}" for n in range(MAX_SMALL // 60))
    keys = house.file(house.raw(ALICE, f"{BOTH}\n\n{quoted}", subject="[spring]"))
    assert keys == ["1/1"] and [row["lane"] for row in house.store.rows("select lane from waiting")] == [""]
    house.work()
    house.office.apart.rest()
    assert house.lines("spring") == [[OFFER]] and house.lines("summer") == [[MOVE]]


def test_a_letter_in_another_form_is_cut_at_the_same_lines(house: House) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = ALICE, GM.address, "Grüße", "<form@client.example>"
    text = f"GAME spring\n{OFFER}\nPRESS TO ENGLAND\nGrüße\nEND\n\nGAME summer\n4 : A PAR - XYZ\n\n> quoted"
    mail.set_content(text, cte="base64")
    mail.add_alternative(f"<p>{'<br>'.join(text.split(chr(10))[:-1])}</p>", subtype="html")
    mail.add_attachment(b"PK", maintype="application", subtype="zip", filename="orders.zip")
    house.file(mail.as_bytes(), "1/1")
    house.work()
    assert house.lines("spring")[0][0] == OFFER and "Grüße" in told(house.store, "ENGLAND")
    answers = house.mails(ALICE)[-2:]
    assert "line 8" in text_of(answers[1]) and all("orders.zip" in text_of(answer) for answer in answers)


def test_a_mail_that_a_restore_has_put_back_acts_and_what_is_for_no_game_is_not_answered_again(house: House) -> None:
    raw = house.raw(ALICE, f"Hello there\n{BOTH}")
    with house.store.transaction():
        note_put_back(house.store, [(came(house.office.read(raw), raw).whole, START)])
    before = len(house.mails(ALICE))
    house.file(raw)
    house.work()
    assert subjects(house.mails(ALICE)[before:]) == ["spring", "summer"]
    assert all_put_back(house.store) == {}


def test_what_reads_the_mailbox_files_the_parts_and_puts_the_mail_away_when_all_have_acted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watch(house.office).read_up_to(START)
    box = Box([])
    raw = house.raw(ALICE, BOTH)
    box.mails.append(Arrival("1/1", START + MINUTE, raw, len(raw)))
    tell_story(house.office, Still(START + 2 * MINUTE), box, monkeypatch)
    assert box.mails == [] and house.states() == {"1/1#spring": State.DONE, "1/1#summer": State.DONE}


# -- who learns what -------------------------------------------------------------------------------------------------

HASH = re.compile(r"\b[0-9a-f]{32}\b")
PRESS = {"spring": "PRESS TO ENGLAND\nPeace?\nEND", "summer": "PRESS TO ENGLAND\nNo peace.\nEND\nREADY"}


def told_to_bob(folder: Path, together: bool) -> list[tuple[str, str, str]]:
    """What another player of both games gets when Alice writes to both in one mail, or in two."""
    folder.mkdir()
    house = House(folder / "gm.sqlite", identity="open")
    each = [f"GAME {game}\n{text}" for game, text in PRESS.items()]
    for text in ["\n".join(each)] if together else each:
        house.file(house.raw(ALICE, text))
        house.at = START + MINUTE
    house.work()
    while house.office.strike_before(START + timedelta(days=4)):
        pass
    # The head of the journal covers a digest of each mail, which is meaningless without the game's key.
    found = [
        (str(mail["Message-ID"]), str(mail["Subject"]), HASH.sub("", text_of(mail))) for mail in house.mails(BOB)
    ]
    house.store.close()
    return sorted(found)


def test_nobody_else_can_tell_one_mail_to_two_games_from_two_mails(tmp_path: Path) -> None:
    assert told_to_bob(tmp_path / "one", True) == told_to_bob(tmp_path / "two", False)


def test_the_pair_finds_a_part_that_has_more_than_its_own_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Part, "has", lambda part, line: True)  # planted: a leak from one part into the other
    assert told_to_bob(tmp_path / "one", True) != told_to_bob(tmp_path / "two", False)


# -- games that are made by mail, here because they too act in an order ------------------------------------------------


def test_a_game_is_created_and_withdrawn_in_whatever_order_letters_act(house: House) -> None:
    house.office.create = Create(allowed=("payola",))
    for letter in ("CREATE autumn payola", "CANCEL autumn"):
        asked = house.sends(letter)[-1]
        house.sends("CONFIRM", to=str(asked["Reply-To"]), subject=f"Re: {asked['Subject']}")
    assert house.office.game("autumn").over
    assert [*house.states().values()].count(State.DONE) == 2


# -- whose it is -----------------------------------------------------------------------------------------------------


@pytest.fixture
def checked(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "gm.sqlite", identity="checked")
    yield made
    made.store.close()


def reply_address(house: House, game: str) -> str:
    """The address to which Alice replies in a game."""
    return next(str(mail["Reply-To"]) for mail in house.mails(ALICE) if f"[{game}]" in mail["Subject"])


def test_a_reply_address_proves_nothing_in_another_game(checked: House) -> None:
    to = reply_address(checked, "spring")
    checked.sends(BOTH, to=to, subject="Re: [spring]")
    assert checked.lines("spring") == [[OFFER]] and checked.lines("summer") == []
    assert checked.states() == {"1/1#spring": State.DONE, "1/1#summer": State.HELD}
    asked = checked.last(ALICE)
    assert "[summer]" in asked["Subject"] and MOVE in text_of(asked) and OFFER not in text_of(asked)
    assert to.partition("+")[2].partition("@")[0] not in str(checked.store.rows("select raw from inbox where id = 2"))


def test_a_held_part_acts_when_it_is_confirmed_alone(checked: House) -> None:
    checked.sends(BOTH, to=reply_address(checked, "spring"), subject="Re: [spring]")
    asked = checked.last(ALICE)
    checked.sends("CONFIRM", to=str(asked["Reply-To"]), subject=f"Re: {asked['Subject']}")
    assert [MOVE] in checked.lines("summer") and checked.states()["1/1#summer"] == State.DONE
    assert checked.lines("spring") == [[OFFER]]


def test_mail_to_the_reply_addresses_of_both_games_is_proven_in_both(checked: House) -> None:
    checked.sends(BOTH, to=f"{reply_address(checked, 'spring')}, {reply_address(checked, 'summer')}")
    assert checked.lines("spring") == [[OFFER]] and checked.lines("summer") == [[MOVE]]


def test_mail_for_which_its_server_vouches_acts_in_all_its_games(checked: House) -> None:
    checked.vouched = Authenticity("pass", "dkim")
    checked.sends(BOTH)
    assert checked.lines("spring") == [[OFFER]] and checked.lines("summer") == [[MOVE]]


def test_mail_from_elsewhere_to_somebodys_reply_address_cuts_nothing_by_their_games(checked: House) -> None:
    checked.sends(BOTH, sender="eve@example.org", to=reply_address(checked, "spring"))
    assert checked.lines("spring") == [] == checked.lines("summer")


def test_a_reply_address_that_others_have_seen_is_spent_though_nothing_in_the_mail_is_for_its_game(
    checked: House,
) -> None:
    to = reply_address(checked, "spring")
    checked.sends(f"GAME summer\n{MOVE}", to=f"{to}, carol@example.com")
    checked.sends(OFFER, to=to, subject="Re: [spring]")
    assert checked.lines("spring") == []
