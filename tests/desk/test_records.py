"""Records: who was in time, late, or missed a phase, what a rollback takes back, how a game ended, and who is told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, MINUTE, START, WORK, Table
from helpers.told import heard
from msgspec.structs import replace

from gm.desk.books.counting import Uncounted, count_again, standing, tally
from gm.desk.books.purge import purge_game
from gm.desk.file.gamefile import read_game_file
from gm.rules import as_seat
from gm.store.deeds import Deed
from gm.store.players import Player
from gm.store.records import Record

NEW, CAROL = "new@example.net", "carol@example.net"
SHEET, ENGLISH = "4 : A PAR - BUR\nACCEPT FAEGIRT", "6 : F LON - NTH\nACCEPT FAEGIRT"
GRACE = """[game]
name = "spring"
ruleset = "payola"
seed = "s"
[deadlines]
movement = "3d"
grace = "1d"
[seats]
FRANCE = { address = "alice@example.com", also = ["alice@work.example"] }
ENGLAND = "bob@example.com"
"""


class Graced(Table):
    """The game with a day of grace."""

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(GRACE), START, "ab" * 32)

    def files(self, who: str, at: timedelta, text: str = SHEET) -> None:
        """Let a letter of orders come so long after the start; what the clock does before comes first."""
        self.strike(START + at)
        self.at = START + at
        self.write(who, text, self.last(who))

    def passes(self, until: timedelta) -> None:
        """Let so much time pass since the start."""
        self.strike(START + until)
        self.at = START + until

    def operate(self, *run: str) -> None:
        self.at += MINUTE
        self.office.operate("spring", run, self.at)

    def record(self, who: str) -> tuple[str, str, int, int, int]:
        """The only record of somebody: how they came, the result, and how often in time, late, and missed."""
        (one,) = self.office.store.records.of([who])
        return one.came, one.result, one.filed, one.late, one.missed


@pytest.fixture
def table() -> Graced:
    return Graced()


def ended(table: Graced) -> Graced:
    table.operate("draw", "FRANCE", "ENGLAND")
    return table


def test_who_files_before_the_deadline_is_in_time_in_grace_late_and_else_has_missed(table: Graced) -> None:
    table.files(ALICE, DAY)
    table.files(BOB, 3 * DAY + 60 * MINUTE, ENGLISH)  # the deadline was after three days
    table.passes(4 * DAY + MINUTE)
    assert table.office.game("spring").clock.phase == "F1901M"
    table.files(ALICE, 5 * DAY, "4 : A BUR - MUN\nACCEPT FAEGIRT")
    table.passes(8 * DAY + 60 * MINUTE)
    assert table.office.game("spring").clock.phase == "S1902M"
    ended(table)
    assert table.record(ALICE)[2:] == (2, 0, 0) and table.record(BOB)[2:] == (0, 1, 1)


def test_a_phase_that_the_operator_ends_before_its_deadline_is_missed_by_nobody(table: Graced) -> None:
    table.files(ALICE, DAY)
    table.operate("process")
    ended(table)
    assert table.record(ALICE) == ("began", "shared", 1, 0, 0) and table.record(BOB) == ("began", "shared", 0, 0, 0)


def test_who_is_away_and_has_said_so_has_missed_nothing(table: Graced) -> None:
    table.files(BOB, MINUTE, "ABSENT FROM 7 Jan TO 12 Jan")
    table.files(ALICE, DAY)
    table.passes(3 * DAY + 60 * MINUTE)
    ended(table)
    assert table.record(BOB) == ("began", "shared", 0, 0, 0)


def missed_then_back(table: Graced, *acts: tuple[str, ...]) -> Graced:
    """England misses spring; then come acts; then both file for whatever phase it is, and the operator judges."""
    table.files(ALICE, DAY)
    table.passes(4 * DAY + MINUTE)
    for act in acts:
        table.operate(*act)
    for who, order in ((ALICE, SHEET), (BOB, ENGLISH)):
        table.write(who, order, table.last(who))
    return table


def test_what_a_rollback_has_undone_does_not_count(table: Graced) -> None:
    missed_then_back(table, ("rollback", "S1901M"))
    table.operate("process")
    ended(table)
    assert table.record(BOB) == ("began", "shared", 1, 0, 0) and table.record(ALICE) == ("began", "shared", 1, 0, 0)


def test_what_a_forward_has_brought_back_counts_again(table: Graced) -> None:
    missed_then_back(table, ("rollback", "S1901M"), ("forward",))
    ended(table)
    assert table.record(BOB) == ("began", "shared", 0, 0, 1) and table.record(ALICE) == ("began", "shared", 1, 0, 0)


@pytest.mark.parametrize("acts", [(), (("rollback", "S1901M"),), (("rollback", "S1901M"), ("forward",))])
def test_records_are_made_anew_from_the_journal_as_they_were_made_at_the_end(
    table: Graced, acts: tuple[tuple[str, ...], ...]
) -> None:
    missed_then_back(table, *acts)
    table.operate("process")
    ended(table)
    store = table.office.store
    kept = [store.records.of([who]) for who in (ALICE, BOB)]
    assert store.deeds.of("spring") == []
    with store.transaction():
        store.records.purge("spring")
    assert count_again(store, "spring") == 2 and [store.records.of([who]) for who in (ALICE, BOB)] == kept


def test_a_game_whose_texts_are_purged_cannot_be_counted(table: Graced) -> None:
    ended(table)
    with table.office.store.transaction():
        assert table.office.store.journal.purge_texts("spring", ("letter", "held", "operator"))
    with pytest.raises(Uncounted):
        count_again(table.office.store, "spring")


def test_who_resigns_is_put_out_or_takes_over_has_that_in_their_record(table: Graced) -> None:
    table.write(BOB, "RESIGN", table.last(BOB))
    table.write(BOB, "CONFIRM", table.last(BOB))
    table.write(CAROL, "TAKEOVER ENGLAND", subject="[spring]")
    table.write(CAROL, "CONFIRM", table.last(CAROL))
    table.operate("resign", "FRANCE")
    table.operate("award", "ENGLAND")
    found = {who: table.record(who)[:2] for who in (ALICE, BOB, CAROL)}
    assert found == {ALICE: ("began", "put out"), BOB: ("began", "resigned"), CAROL: ("took over", "won")}


def test_who_has_not_won_has_lost_and_an_aborted_game_is_neither() -> None:
    won, aborted = Graced(), Graced()
    won.operate("award", "ENGLAND")
    aborted.operate("abort")
    assert (won.record(ALICE)[1], won.record(BOB)[1]) == ("lost", "won") and aborted.record(BOB)[1] == "aborted"


PLAYER = Player(as_seat("A"), 10, 20, "a@example.org", "", ())


@pytest.mark.parametrize(
    ("deeds", "expected"),
    [
        ([(11, "A", "filed"), (12, "A", "owing"), (13, "A", "filed")], (1, 1, 0)),
        ([(11, "A", "owing"), (12, "A", "missing"), (13, "A", "filed")], (1, 0, 1)),
        ([(9, "A", "missing"), (21, "A", "missing"), (15, "B", "missing")], (0, 0, 0)),
    ],
)  # fmt: skip
def test_a_tally_counts_a_players_own_deeds_while_they_had_the_seat(
    deeds: list[tuple[int, str, str]], expected: tuple[int, int, int]
) -> None:
    assert tally([Deed(n, as_seat(seat), what) for n, seat, what in deeds], PLAYER) == expected


def test_the_entries_that_stand_are_those_behind_no_rollback(table: Graced) -> None:
    missed_then_back(table, ("rollback", "S1901M"))
    entries = table.office.store.journal.entries("spring")
    (roll,) = (entry.n for entry in entries if entry.kind == "operator" and entry.data["run"][0] == "rollback")
    opened = int(entries[roll - 1].data["run"][2])
    assert standing(entries) == {*range(1, opened + 1), *range(roll, entries[-1].n + 1)} and opened < roll - 1


# -- who is told -------------------------------------------------------------------------------------------------


def said(table: Table, who: str) -> dict[str, object]:
    """The facts of the answer to somebody's MY RECORD."""
    answers = heard(table)
    table.asks(who, "MY RECORD")
    ((kind, facts),) = answers
    assert kind == "myrecord"
    return facts


NO_SUMS = {"games": 0, "results": {}, "took_over": 0, "filed": 0, "late": 0, "missed": 0}
NOTHING = {"games": [], "more": 0, "sums": NO_SUMS}


def test_my_record_tells_a_player_of_their_own_games_that_are_over(table: Graced) -> None:
    table.files(ALICE, DAY)
    table.operate("process")
    assert said(table, ALICE) == NOTHING  # the game runs
    ended(table)
    game = {
        "game": "spring", "title": "Payola Diplomacy", "seat": "FRANCE", "ended": "2026-01-06", "came": "began",
        "result": "shared", "filed": 1, "late": 0, "missed": 0,
    }  # fmt: skip
    sums = {"games": 1, "results": {"shared": 1}, "took_over": 0, "filed": 1, "late": 0, "missed": 0}
    assert said(table, ALICE) == {"games": [game], "more": 0, "sums": sums}
    assert "spring (Payola Diplomacy), FRANCE" in words_of(table.last(ALICE))
    assert said(table, EVE) == NOTHING and said(table, CAROL) == NOTHING


def test_a_forged_my_record_is_answered_to_whose_it_is_alone(table: Graced) -> None:
    ended(table)
    table.write(ALICE, "MY RECORD", subject="hello", head={"Reply-To": EVE})
    assert table.mails(EVE) == []


def test_the_answer_is_the_same_whoever_plays_and_whatever_the_operator_has_noted(table: Graced) -> None:
    """What a running game has of its players, and the operator's notes, are in nobody's answer."""
    bare = words_of(table.asks(EVE, "MY RECORD"))
    store = table.office.store
    with store.transaction():
        store.persons.keep_note(ALICE, "a secret halberd")
        store.deeds.add("spring", 1, [(as_seat("FRANCE"), "missing")])
    assert words_of(table.asks(ALICE, "MY RECORD")) == words_of(table.asks(EVE, "MY RECORD")) == bare


def moved(table: Table, to: str) -> None:
    table.write(ALICE, f"SET ADDRESS {to}", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(to, "CONFIRM", table.last(to))
    player = table.office.store.players.find("spring", as_seat("FRANCE"))
    assert player is not None and player.address == to


def test_who_moves_to_a_new_address_has_one_record_at_both(table: Graced) -> None:
    moved(table, NEW)
    ended(table)
    assert said(table, NEW) == said(table, ALICE) != NOTHING


def test_who_moves_to_another_address_that_they_write_from_has_one_record_at_both(table: Graced) -> None:
    table.write(ALICE, f"SET ADDRESS {WORK}", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    ended(table)
    assert said(table, WORK) == said(table, ALICE) != NOTHING


def test_an_address_that_has_a_seat_elsewhere_is_not_taken_for_the_same_person(table: Graced) -> None:
    text = GRACE.replace("spring", "autumn").replace("bob@example.com", NEW).replace("alice@", "amy@")
    table.office.open_game(read_game_file(text), START, "cd" * 32)
    moved(table, NEW)
    assert table.office.store.persons.addresses(ALICE) == [ALICE]


def test_an_address_that_has_a_record_of_its_own_is_not_taken_for_the_same_person(table: Graced) -> None:
    """Somebody who agrees by mistake that their address is another's must not show them their games."""
    store = table.office.store
    with store.transaction():
        store.records.keep([one(played="winter", address=NEW)])
    moved(table, NEW)
    ended(table)
    assert said(table, ALICE) == NOTHING
    assert [game["game"] for game in said(table, NEW)["games"]] == ["spring", "winter"]  # type: ignore[attr-defined]


def one(played: str, address: str) -> Record:
    return Record(
        played, as_seat("ITALY"), 1, address=address, ruleset="payola", ended=START - DAY, came="began", result="won",
        filed=1, late=0, missed=0,
    )  # fmt: skip


def test_a_purge_takes_a_person_out_of_records_and_notes(table: Graced) -> None:
    moved(table, NEW)
    ended(table)
    store = table.office.store
    with store.transaction():
        store.persons.keep_note(BOB, "a note")
        store.records.keep([replace(one(played="winter", address=WORK))])
        store.change("update games set next_strike = null")
        store.change("update outbox set state = 'sent'")
    assert purge_game(store, "spring")
    assert store.records.addresses() == set() and store.persons.known() == {}
    assert store.rows("select * from persons") == []


def test_persons_are_merged_and_parted(table: Graced) -> None:
    persons = table.office.store.persons
    with table.office.store.transaction():
        persons.keep_note(ALICE, "first")
        persons.keep_note(NEW, "second")
        persons.merge(ALICE, NEW)
        persons.merge(NEW, BOB)
        assert persons.addresses(BOB) == sorted([ALICE, BOB, NEW]) and persons.note(BOB) == "first\nsecond"
        persons.forget([NEW])
        assert persons.addresses(ALICE) == sorted([ALICE, BOB]) and persons.addresses(NEW) == [NEW]
        assert persons.note(NEW) == ""
