"""Bots: seats that gm's own simple players have, who read their own mails and answer by letters like everybody's."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from helpers.bottable import BotTable
from helpers.mails import parsed, text_of, words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA
from helpers.told import ALL, all_kinds, notices

from gm.bots.diplomacy import Player
from gm.bots.player import Player as Simple
from gm.bots.reading import Reading
from gm.config.loading import load_config
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.bots import bots_of, is_bots
from gm.desk.game.refusal import OperatorError
from gm.post.outbound.smtp import Outcome
from gm.registry import RULESETS
from gm.rules import as_seat
from gm.serve import bots
from gm.serve.carrier import Carrier

FILE = '[game]\nname = "spring"\nruleset = "diplomacy"\n{game}\n{more}[seats]\n{seats}\n'
TWO = ("GERMANY", "ITALY")
CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
state = "{folder}"
[maildir]
path = "{folder}/mail"
[smtp]
host = "127.0.0.1"
port = 9
tls = "none"
"""
PILOT = 'autopilot = "bot"'


# -- what a file may say -----------------------------------------------------------------------------------------------


@each_row(
    ("game", "more", "seats", "where"),
    [
        ("", "", 'GERMANY = "bot"', "seats.GERMANY"),
        ("", "[joining]\n", 'FRANCE = "a@b.example"\nGERMANY = "bot"', "seats.GERMANY"),
        ('beacon = "lottery"', "", 'FRANCE = "a@b.example"\nGERMANY = "bot"', "seats.GERMANY"),
        ("", "", 'GERMANY = { address = "bot" }', "seats.GERMANY"),
        ('autopilot = "yes"', "", 'FRANCE = "a@b.example"', "game.autopilot"),
    ],
)
def test_bots_that_cannot_be_are_errors_with_their_place(game: str, more: str, seats: str, where: str) -> None:
    with pytest.raises(GameFileError, match=rf"^line [0-9]+: {where}: "):
        read_game_file(FILE.format(game=game, more=more, seats=seats))


def test_an_address_like_a_bots_gets_no_seat() -> None:
    table = BotTable()
    with pytest.raises(OperatorError):
        table.office.operate("spring", ["replace", "GERMANY"], table.at, address="somebody@bot.invalid")


# -- who is told -------------------------------------------------------------------------------------------------------


def test_everybody_is_told_which_seats_are_bots() -> None:
    table = BotTable(bots=TWO)
    table.watch()
    for seat in ("FRANCE", "GERMANY"):
        first = table.office.store.ledger.newest("spring", as_seat(seat), ALL)[-1]
        opened = dict(first.notices)["opened"]
        assert [name for name in opened["players"] if "(" in name] == [
            "Austria (vacant)", "Germany (gm's simple player)", "Italy (gm's simple player)", "Russia (vacant)",
            "Turkey (vacant)",
        ]  # fmt: skip
    table.tell("FRANCE", "STATUS")
    assert dict(notices(table, "FRANCE")["status"]["seats"])["Germany"] == "bot"
    table.write(OLGA, "STATUS", table.last(OLGA))
    assert "Played by gm's simple player, until a person takes it over: Germany, Italy" in words_of(table.last(OLGA))
    table.check()


def test_a_game_without_bots_says_nothing_of_them() -> None:
    table = BotTable()
    assert "simple player" not in words_of(table.of("FRANCE"))
    (first, *_) = table.office.store.journal.entries("spring")
    assert {"bots", "autopilot"}.isdisjoint(first.data)


# -- they answer -------------------------------------------------------------------------------------------------------


def test_bots_send_what_they_owe_and_the_phase_is_complete() -> None:
    table = BotTable(bots=TWO)
    assert table.settle() == ["done", "done"]
    assert {seat: len(lines) for seat, lines in table.written()} == {"GERMANY": 3, "ITALY": 3}
    assert len(table.filed("GERMANY")) == 3
    table.tell("FRANCE", *table.filed_example("FRANCE"))
    table.tell("ENGLAND", *table.filed_example("ENGLAND"))
    assert table.game.clock.complete is not None
    table.judge()
    assert table.settle() == ["done", "done"] and table.game.clock.phase == "F1901M"
    table.check()


def test_the_same_seed_makes_the_same_letters() -> None:
    one, other = BotTable(bots=TWO), BotTable(bots=TWO)
    for table in (one, other):
        table.settle()
        table.judge()
        table.settle()
    assert one.written() == other.written() and len(one.written()) == 4


@pytest.mark.parametrize("ruleset", ["hex-negotiation", "air-war", "payola"])
def test_a_game_of_strict_identity_has_no_doubt_of_a_bot(ruleset: str) -> None:
    seats = {"hex-negotiation": ("BLACK", "WHITE"), "air-war": ("NORTH", "SOUTH")}.get(ruleset, ("FRANCE", "ITALY"))
    table = BotTable(played=seats[1:], bots=seats[:1], ruleset=ruleset, deadlines="", identity="strict")
    assert {*table.settle()} == {"done"}
    assert not table.game.seats[seats[0]].questions
    assert "refused" not in all_kinds(table, seats[0]) and "wronglines" not in all_kinds(table, seats[0])


def test_a_bot_that_fails_sends_the_example(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Player, mail: Any) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(Player, "answer", broken)  # planted: an error of ours
    table = BotTable(bots=("GERMANY",))
    table.hand_over()
    table.act()
    ((seat, lines),) = table.written()
    example = table.filed_example("GERMANY")
    assert seat == "GERMANY" and lines[: len(example)] == list(example)


@each_row("ruleset", RULESETS)
def test_bots_of_people_write_no_messages_and_no_votes(ruleset: str) -> None:
    table = BotTable.playing(ruleset)
    table.settle()
    words = {line.split()[0] for _, lines in table.written() for line in lines if line.split()}
    assert table.written() or ruleset in ("hex-negotiation", "so-long-sucker")  # it is not their turn
    assert words.isdisjoint({"PRESS", "BROADCAST", "VOTE", "TRANSFER", "Hello"})


# -- whatever dies when ------------------------------------------------------------------------------------------------


def test_a_letter_that_was_filed_before_gm_died_acts_once() -> None:
    table = BotTable(bots=TWO)
    table.hand_over()
    table.restart()
    table.hand_over()
    assert table.act() == ["done", "done"]
    assert table.settle() == []


def test_a_mail_that_is_read_again_has_no_second_effect() -> None:
    table = BotTable(bots=("GERMANY",))
    table.settle()
    before = table.office.store.journal.last("spring")
    table.office.store.execute("update outbox set state = 'waiting' where recipient like '%bot.invalid'")
    table.restart()
    table.hand_over()
    assert {*table.act()} <= {"known"} and table.office.store.journal.last("spring") == before


def test_a_bot_goes_on_after_a_restart_as_if_there_had_been_none() -> None:
    one, other = BotTable(bots=TWO, ruleset="payola"), BotTable(bots=TWO, ruleset="payola")
    for _ in range(3):
        for table in (one, other):
            table.settle()
            table.judge()
        other.restart()
    assert one.written() == other.written() and len(one.written()) == 5


def test_after_a_rollback_a_bot_orders_again() -> None:
    table = BotTable(bots=("GERMANY",))
    table.settle()
    table.judge()
    table.settle()
    table.operate("rollback", "S1901M")
    table.settle()
    assert len(table.filed("GERMANY")) == 3
    table.judge()
    table.settle()
    assert len(table.filed("GERMANY")) == 3 and table.game.clock.phase == "F1901M"
    table.check()


class Way:
    """A way out that notes to whom mails go."""

    def __init__(self) -> None:
        self.recipients: list[str] = []

    async def send(self, _: str, recipient: str, raw: bytes) -> Outcome:
        self.recipients.append(recipient)
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing is open."""


def test_no_mail_to_a_bot_ever_leaves(tmp_path: Path) -> None:
    table, filed, way = BotTable(bots=TWO), list[str](), Way()
    path = tmp_path / "gm.toml"
    path.write_text(CONFIG.format(folder=tmp_path), encoding="utf-8")
    now, config = (lambda: table.at), load_config(path)
    carrier = Carrier(config, table.office, lambda: None, now=now, filed=lambda: filed.append(""))
    carrier.senders = [way]  # type: ignore[list-item]

    async def send() -> None:
        while await carrier.send_round():
            table.act()

    asyncio.run(send())
    carrier.write_notes()
    assert sorted({*way.recipients}) == [ADDRESS["ENGLAND"], ADDRESS["FRANCE"]]
    assert len(table.written()) == len(filed) - 2 == 2  # the answers to their letters need none
    assert not table.office.store.outbox.waits()


# -- what a bot may know -----------------------------------------------------------------------------------------------


def letters_of_bots(secret: str, plant: pytest.MonkeyPatch | None = None) -> list[tuple[str, list[str]]]:
    """What bots write in two phases in which France has ordered *secret*, as nobody else knows.

    plant: let bots know what France is told.
    """
    table = BotTable(bots=TWO)
    if plant is not None:

        def leaks(player: Simple, mail: Reading) -> str:
            return f"{bots_answer(player, mail) or ''}\n{text_of(table.of('FRANCE'))}"

        plant.setattr(bots, "answer", leaks)  # planted: a leak
    table.tell("FRANCE", secret)
    table.hand_over()
    table.act()
    table.tell("FRANCE", "F BRE H", "A PAR H", "A MAR H")
    table.judge()
    table.hand_over()
    table.act()
    return [(seat, lines) for seat, lines in table.written() if seat in TWO]


bots_answer = bots.answer


def test_what_bots_write_tells_nothing_of_others_orders() -> None:
    assert letters_of_bots("A PAR - BUR") == letters_of_bots("A PAR - PIC")


def test_bots_that_know_what_another_is_told_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (letters_of_bots(f"A PAR - {to}", monkeypatch) for to in ("BUR", "PIC"))
    assert one != other


# -- votes, records ----------------------------------------------------------------------------------------------------


def test_an_agreed_end_needs_no_vote_of_a_bot() -> None:
    table = BotTable(bots=TWO)
    table.settle()
    table.tell("FRANCE", "VOTE DRAW")
    assert not table.game.over
    table.tell("ENGLAND", "VOTE DRAW")
    assert table.game.winners == ("ENGLAND", "FRANCE")


def test_two_thirds_are_two_thirds_of_the_people() -> None:
    table = BotTable(played=("1", "2", "3"), bots=("4",), ruleset="negotiation", options="players = 4", deadlines="")
    for seat, over in (("1", False), ("2", True)):
        table.write(f"p{seat}@players.example", "VOTE END", table.mails(f"p{seat}@players.example")[0])
        assert bool(table.game.over) is over or table.game.clock.phase != "LIVE"


def test_bots_have_no_record_and_are_nobody() -> None:
    table = BotTable(bots=TWO)
    table.settle()
    table.judge()
    table.settle()
    table.operate("abort")
    records = table.office.store.records
    assert records.addresses() == {ADDRESS["ENGLAND"], ADDRESS["FRANCE"]}
    table.settle()
    assert not [mail for mail in table.office.store.outbox.due(table.at, 100) if is_bots(mail.recipient)]


# -- a seat changes hands ----------------------------------------------------------------------------------------------


def test_a_person_takes_over_from_a_bot_and_the_operator_gives_the_seat_back() -> None:
    table = BotTable(bots=("GERMANY",))
    table.settle()
    table.write(NEWCOMER, "TAKEOVER GERMANY", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert not table.game.seats["GERMANY"].bot
    assert notices(table, "FRANCE")["seated"] == {"seat_name": "Germany", "replaced": False}
    assert "show" in all_kinds(table, "GERMANY") and table.settle() == []
    table.operate("resign", "GERMANY")
    table.operate("bot", "GERMANY")
    assert notices(table, "FRANCE")["botseated"] == {"seat_name": "Germany"}
    table.judge()
    assert table.settle() == ["done"] and len(table.filed("GERMANY")) == 3
    assert len({row["recipient"] for row in table.mails_of("GERMANY")}) == 3
    table.check()


def test_a_summary_says_when_a_bot_played_and_counts_people_alone() -> None:
    table = BotTable(bots=("GERMANY",))
    table.judge()
    table.write(NEWCOMER, "TAKEOVER GERMANY", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    table.tell("FRANCE", "SUMMARY")
    told = words_of(table.of("FRANCE"))
    assert "France: player 1 from the start" in told
    assert "Germany: gm's simple player until F1901M, player 1 from F1901M" in told


@pytest.mark.parametrize("seat", ["FRANCE", "GERMANY"])
def test_a_seat_that_somebody_has_is_given_to_no_bot(seat: str) -> None:
    table = BotTable(bots=("GERMANY",))
    with pytest.raises(OperatorError):
        table.operate("bot", seat)


def test_a_bot_that_the_operator_sends_away_leaves_a_vacant_seat() -> None:
    table = BotTable(bots=("GERMANY",))
    table.operate("resign", "GERMANY")
    assert not table.game.seats["GERMANY"].taken and "GERMANY" in table.game.state.vacant
    assert not [mail for mail in table.office.store.outbox.due(table.at, 100) if "put out" in mail.raw.decode("latin")]


# -- the autopilot -----------------------------------------------------------------------------------------------------


def resign(table: BotTable, seat: str) -> None:
    table.tell(seat, "RESIGN")
    table.reply(seat, "CONFIRM")


def test_the_autopilot_is_told_at_the_beginning_and_has_the_seats_that_nobody_has() -> None:
    table = BotTable(game=PILOT)
    assert "gm's simple player plays places that nobody has" in words_of(table.mails(ADDRESS["FRANCE"])[0])
    assert [seat for seat, sitting in table.game.seats.items() if sitting.bot] == [
        "AUSTRIA", "GERMANY", "ITALY", "RUSSIA", "TURKEY"
    ]  # fmt: skip
    assert table.settle() == ["done"] * 5


def test_the_autopilot_plays_from_when_a_seat_falls_vacant_until_somebody_takes_it() -> None:
    table = BotTable(played=("FRANCE", "ENGLAND", "ITALY"), game=PILOT)
    table.settle()
    resign(table, "ITALY")
    assert [kind for kind in ("resigned", "botseated") if kind in notices(table, "FRANCE")] == ["resigned", "botseated"]
    assert table.settle() == ["done", "done"] and len(table.filed("ITALY")) == 3
    table.write(NEWCOMER, "TAKEOVER ITALY", subject="[spring]")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    assert not table.game.seats["ITALY"].bot and table.last(NEWCOMER)
    table.judge()
    assert table.settle() == ["done"] * 4
    with pytest.raises(OperatorError):
        table.operate("resign", "GERMANY")
    table.check()


def test_without_it_a_vacant_seat_stays_vacant() -> None:
    table = BotTable(played=("FRANCE", "ENGLAND", "ITALY"), bots=("GERMANY",))
    resign(table, "ITALY")
    assert not table.game.seats["ITALY"].taken and table.game.seats["GERMANY"].bot


# -- nobody is left ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["", PILOT])
def test_bots_leave_when_no_person_plays(game: str) -> None:
    table = BotTable(bots=TWO, game=game)
    table.watch()
    table.settle()
    resign(table, "ENGLAND")
    assert any(sitting.bot for sitting in table.game.seats.values())
    resign(table, "FRANCE")
    assert not any(sitting.taken for sitting in table.game.seats.values())
    assert "gm's simple player has left: Germany is vacant" in words_of(table.last(OLGA))
    with pytest.raises(OperatorError):
        table.operate("bot", "GERMANY")
    assert table.settle() == []
    table.judge()
    assert table.settle() == []
    table.check()


def test_a_letter_of_a_bot_that_has_lost_its_seat_changes_nothing() -> None:
    table = BotTable(bots=("GERMANY",))
    table.hand_over()
    table.operate("resign", "GERMANY")
    table.act()
    assert not table.filed("GERMANY")
    assert table.settle() == [] and not table.written()


def test_bots_that_alone_are_left_end_a_game_that_resignations_end() -> None:
    seats = ("RED", "BLUE", "GREEN", "YELLOW")
    table = BotTable(played=seats[:1], bots=seats[1:], ruleset="so-long-sucker", deadlines="")
    table.write("pred@players.example", "RESIGN", table.mails("pred@players.example")[0])
    table.write("pred@players.example", "CONFIRM", table.last("pred@players.example"))
    assert table.game.over


# A board on which a bot, SOUTH, takes the only centre of WEST in the first year and that of NORTH in the second.
THREE = """format = 1
board = "three"
title = "Three"
victory = 5
start = { year = 1901 }
[powers]
NORTH = { name = "North", adjective = "Northern", letter = "N" }
SOUTH = { name = "South", adjective = "Southern", letter = "S" }
WEST = { name = "West", adjective = "Western", letter = "W" }
[provinces]
HIL = { name = "Hills", kind = "land", at = [3, 0] }
POR = { name = "Port", kind = "coast", at = [1, 1] }
LAK = { name = "The Lake", kind = "sea", at = [3, 2] }
MIL = { name = "Mill", kind = "coast", at = [5, 1] }
FER = { name = "Ferry", kind = "coast", at = [3, 4] }
ISL = { name = "Island", kind = "coast", at = [9, 9] }
[centres]
NORTH = ["HIL"]
SOUTH = ["FER", "MIL"]
WEST = ["POR"]
NEUTRAL = ["ISL"]
[units]
NORTH = ["A HIL"]
SOUTH = ["A FER", "A MIL"]
WEST = ["F POR"]
[army]
HIL = ["POR", "MIL"]
POR = ["HIL", "FER"]
MIL = ["HIL", "FER"]
FER = ["POR", "MIL"]
ISL = []
[fleet]
POR = ["LAK", "FER"]
MIL = ["LAK", "FER"]
FER = ["LAK", "POR", "MIL"]
LAK = ["POR", "MIL", "FER", "ISL"]
ISL = ["LAK"]
"""


def test_a_game_goes_on_for_who_is_not_eliminated() -> None:
    table = BotTable(("NORTH", "WEST"), ("SOUTH",), options=f"board_text = '''\n{THREE}'''")
    table.operate("act", "WEST", "F POR - LAK")
    table.judge()
    table.operate("act", "SOUTH", "A FER - POR")
    while table.game.clock.phase != "F1902M":
        assert bots_of(table.game) == ("SOUTH",)
        table.judge()
    assert table.game.state.eliminated("WEST") and not table.game.state.eliminated("NORTH")
    table.operate("act", "SOUTH", "A POR - HIL", "A MIL S A POR - HIL")
    while table.game.clock is not None and table.game.clock.phase != "S1903M":
        table.judge()
    assert bots_of(table.game) == ()


def test_texts_of_bots_are_plain() -> None:
    table = BotTable(bots=TWO)
    (row, *_) = table.mails_of("GERMANY")
    assert parsed(row["raw"]).get_content_type() == "text/plain" and "YOU OWE" in text_of(parsed(row["raw"]))
