"""Games of turns at the desk: a letter ends the phase; its writer gets one answer with everything, others one mail."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.mailtable import MINUTE, START
from helpers.told import notices
from helpers.turntable import OLGA, SEATS, TurnTable, address

from gm.desk.books.fsck import check_store


@pytest.fixture
def table() -> TurnTable:
    return TurnTable()


def test_each_gets_one_mail_of_a_move_whose_subject_says_what_happened_and_whose_turn_it_is(table: TurnTable) -> None:
    for _ in range(3):
        mover, before, code = table.owing(), table.counts(), table.game.clock.phase
        table.tell(mover, table.example())
        after = table.owing()
        assert table.game.clock.phase != code
        assert table.new(before) == dict.fromkeys((*SEATS, "observer"), 1)
        news = f"{mover} gives the move to {after}"
        for seat in SEATS:
            subject = str(table.of(seat)["Subject"])
            if seat == mover:
                assert subject.startswith("Re: [spring]")
            else:
                about = f"your turn: {news}" if seat == after else news
                assert subject == f"[spring] {table.game.clock.phase}: {about}"
    assert check_store(table.office.store) == ([], 1)


def test_the_answer_to_a_move_holds_all_that_the_others_are_told(table: TurnTable) -> None:
    mover = table.owing()
    table.tell(mover, table.example())
    other = next(seat for seat in SEATS if seat not in (mover, table.owing()))
    told = words_of(table.of(other))
    happened = told[told.index("THE TABLE") : told.index("CHIPS IN HAND")]
    assert happened in words_of(table.of(mover))
    assert happened in words_of(table.last(OLGA))


def test_the_next_clock_begins_with_the_move(table: TurnTable) -> None:
    mover = table.owing()
    table.tell(mover, table.example())
    assert table.game.clock.opened == table.at
    assert table.game.seats[mover].deadlines == 1
    assert sum(sitting.deadlines for sitting in table.game.seats.values()) == 1


def test_a_letter_that_ends_no_phase_is_answered_and_told_to_nobody(table: TurnTable) -> None:
    clock = table.game.clock
    for seat, line in ((table.owing(), "TABLE"), (table.owing(), "PLAY violet"), ("BLUE", "REFUSE"), ("RED", "SHOW")):
        before = table.counts()
        table.tell(seat, line)
        assert table.new(before) == {**dict.fromkeys((*SEATS, "observer"), 0), seat: 1}
    assert table.game.clock == clock


def test_a_question_beside_a_move_is_answered_in_the_same_mail_as_things_stand_after_it(table: TurnTable) -> None:
    mover, before = table.owing(), table.counts()
    table.tell(mover, table.example(), "STATUS")
    assert table.new(before)[mover] == 1
    answer = notices(table, mover)
    assert "tableturned" in answer and answer["status"]["phase"] == f"{table.owing()} to play"


def test_a_move_at_the_deadline_is_told_to_all_alike(table: TurnTable) -> None:
    mover, before = table.owing(), table.counts()
    table.strike(table.game.clock.deadline + MINUTE)
    assert table.game.clock.opened == START + 2 * 24 * 60 * MINUTE
    new = table.new(before)
    assert new.pop(mover) == 2  # a reminder, and what was done for him
    assert set(new.values()) == {1}
    assert f": your turn: {mover} gives the move to {table.owing()}" in str(table.of(table.owing())["Subject"])
    assert check_store(table.office.store) == ([], 1)


def test_a_resignation_that_ends_the_phase_tells_each_once(table: TurnTable) -> None:
    mover = table.owing()
    table.tell(mover, "RESIGN")
    before = table.counts()
    table.write(address(mover), "CONFIRM", table.of(mover))
    new = table.new(before)
    assert new[mover] == 2  # the answer, and what all are told: nobody else can take the seat
    assert table.game.seats[mover].taken
    for seat in SEATS:
        assert new[seat] == 1 + (seat == mover)
        assert notices(table, seat)["resigned"] == {"seat_name": mover, "by_operator": False, "kept": True}


def test_a_move_while_the_game_is_paused_starts_a_clock_that_stands(table: TurnTable) -> None:
    mover = table.owing()
    table.at += MINUTE
    table.office.operate("spring", ["pause"], table.at)
    table.tell(mover, table.example())
    assert table.owing() and table.game.clock is not None
    code = table.game.clock.phase
    table.strike(START + 10 * 24 * 60 * MINUTE)
    assert table.game.clock.phase == code, "a game that is paused is judged by nobody"
    assert table.game.clock.paused is not None


def played(forgets: bool) -> list[bytes]:
    """Some moves; all mails of them. *forgets*: the game is read from the store again before each."""
    table = TurnTable()
    for _ in range(6):
        if table.game.over:
            break
        if forgets:
            table.office.forget()
        table.tell(table.owing(), table.example())
    assert check_store(table.office.store) == ([], 1)
    return [row["raw"] for row in table.office.store.rows("select raw from outbox order by id")]


def test_a_game_that_is_read_from_the_store_again_tells_the_same_in_the_same_order() -> None:
    assert played(True) == played(False)
