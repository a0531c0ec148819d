"""What the operator does to a game is told to all whom it concerns when it happens, and stands in the report."""

from __future__ import annotations

import pytest
from helpers.livetable import LiveTable
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, EVE, MINUTE, SHEET, START, Table
from helpers.told import all_kinds, brought
from msgspec.structs import replace

from gm.desk.books.fsck import check_store
from gm.desk.game.game import Game
from gm.desk.notices.operator import WHOLE
from gm.report.disclosure import disclose, read_disclosure

AT = START + MINUTE


def watched() -> Table:
    """A game with two players and an observer."""
    table = Table()
    table.does(EVE, "OBSERVE spring AS Olga")
    return table


def test_a_phase_judged_by_the_operator_is_told_to_all_and_stands_in_the_report() -> None:
    table = watched()
    table.office.operate("spring", ["process"], table.at + MINUTE)
    for seat in ("FRANCE", "ENGLAND"):
        assert all_kinds(table, seat).count("processed") == 1
    for who in (ALICE, BOB, EVE):
        told = brought(table, table.last(who))["processed"]
        assert told == {"title": "Spring 1901", "due": "Thu 8 Jan 18:00 UTC"}
    for report in disclose(table.office.store, "spring")[:2]:
        assert "the operator had the phase judged; it was due Thu 8 Jan 18:00 UTC" in " ".join(report.split())


def test_a_moved_deadline_stands_in_the_report() -> None:
    table = Table()
    table.office.operate("spring", ["deadline", "+1d"], AT)
    for report in disclose(table.office.store, "spring")[:2]:
        assert "the operator moved the deadline: it is now Fri 9 Jan 18:00 UTC" in " ".join(report.split())


def test_that_the_operator_acted_for_a_seat_is_told_with_the_next_public_event_and_never_what() -> None:
    table = watched()
    table.office.operate("spring", ["act", "FRANCE", SHEET], table.at + MINUTE)
    assert "actedfor" in all_kinds(table, "FRANCE") and "actedfor" not in all_kinds(table, "ENGLAND")
    assert "operatoracted" not in all_kinds(table, "ENGLAND")
    table.office.operate("spring", ["announce", "Hello"], table.at + 2 * MINUTE)
    for seat in ("FRANCE", "ENGLAND"):
        assert all_kinds(table, seat).count("operatoracted") == 1
    assert brought(table, table.last(EVE))["operatoracted"] == {"names": ["France"]}
    assert "A PAR - BUR" not in words_of(table.last(BOB))
    table.office.operate("spring", ["announce", "Hello again"], table.at + 3 * MINUTE)
    assert all_kinds(table, "ENGLAND").count("operatoracted") == 1
    assert check_store(table.office.store) == ([], 1)


def stands(game: Game) -> Game:
    """The game without its chain, which every entry makes longer."""
    return replace(game, entries=0, head="")


@pytest.mark.parametrize("live", [False, True])
def test_a_copy_of_the_database_is_noted_and_changes_nothing(live: bool) -> None:
    table = LiveTable() if live else Table()
    if live:
        table.say(1, "1", "THREAT A2 WITH 2 FROM START")  # type: ignore[attr-defined]
    store, office = table.office.store, table.office
    before = stands(office.game("spring")), store.journal.last_at("spring"), store.rows("select id from outbox")
    office.note_copy(store.games.alive(), WHOLE, table.at + 30 * MINUTE)
    office.note_copy(["spring"], "a copy of the game (gm export)", table.at + 40 * MINUTE)
    after = stands(office.game("spring")), store.journal.last_at("spring"), store.rows("select id from outbox")
    assert after == before
    made = read_disclosure(store, "spring")
    assert len(made.copies) == 1 and [look.body["what"] for look in made.looks] == ["a copy of the game (gm export)"]
    for report in disclose(store, "spring")[:2]:
        assert "1 copy of the whole database" in " ".join(report.split())
    assert check_store(store) == ([], 1)


def test_copies_are_counted_and_not_listed() -> None:
    table = Table()
    for day in range(9):
        table.office.note_copy(["spring"], WHOLE, AT + day * 1440 * MINUTE)
    for report in disclose(table.office.store, "spring")[:2]:
        assert report.count("the whole database") == 1
        assert "9 copies of the whole database" in " ".join(report.split())
        assert "2026-01-05 18:01 UTC, the last 2026-01-13 18:01 UTC" in " ".join(report.split())


def test_a_look_wakes_nothing() -> None:
    """A THREAT's window ends by the clock, not because the operator looks."""
    table = LiveTable()
    table.say(1, "1", "THREAT A2 WITH 2 FROM START")
    before = table.state
    table.office.operate("spring", ["reveal", "everything"], START + 30 * 60 * MINUTE)
    assert table.state == before and len(table.state.actions) == 1


@pytest.mark.parametrize("head", ["ab" * 32, "-"])
def test_a_restore_is_told_to_all_and_names_what_it_undid(head: str) -> None:
    table = watched()
    table.office.operate("spring", ["restored", head, "2026-01-05T18:00:00Z"], table.at + MINUTE)
    for who in (ALICE, BOB, EVE):
        assert brought(table, table.last(who))["restored"]["since"] == "Mon 5 Jan 18:00 UTC"
        assert "ab" * 32 not in words_of(table.last(who))
    told = "ab" * 32 if head != "-" else "the replaced database could not be read"
    for report in disclose(table.office.store, "spring")[:2]:
        assert told in " ".join(report.split()).replace("<code>", "")
    assert check_store(table.office.store) == ([], 1)


def test_in_a_game_that_forms_a_restore_is_told_to_those_who_have_joined() -> None:
    table = Table()
    table.form(joining="", seats="")
    table.does(EVE, "JOIN summer")
    count = len(table.mails(EVE))
    table.office.operate("summer", ["restored", "-"], table.at + MINUTE)
    assert len(table.mails(EVE)) == count + 1


def test_after_a_restore_no_mail_has_the_message_id_or_the_reply_address_of_one_sent_before() -> None:
    """Mail programs drop a second mail with the same Message-ID: it would be the one that tells of the restore."""
    restored, other = Table(), Table()
    restored.office.operate("spring", ["restored", "-"], AT)
    other.office.operate("spring", ["announce", "Hello"], AT)
    for name in ("Message-ID", "Reply-To"):
        assert restored.mails(ALICE)[0][name] == other.mails(ALICE)[0][name]
        assert restored.mails(ALICE)[1][name] != other.mails(ALICE)[1][name]


def test_a_doubtful_letter_that_the_operator_lets_count_is_told_like_one_of_their_own() -> None:
    table = watched()
    table.write(ALICE, SHEET, subject="[spring]")
    (row,) = table.office.store.rows("select id from inbox where state = 'held'")
    letter = table.office.store.inbox.aside(row["id"])
    assert letter is not None
    table.office.redo(letter, table.at + MINUTE, confirm=True)
    assert table.filed() == (SHEET,)
    assert "vouchedfor" in all_kinds(table, "FRANCE") and "vouchedfor" not in all_kinds(table, "ENGLAND")
    table.office.operate("spring", ["announce", "Hello"], table.at + 2 * MINUTE)
    assert "operatoracted" in all_kinds(table, "ENGLAND")
    for report in disclose(table.office.store, "spring")[:2]:
        assert "the operator let a doubtful letter of France count:" in " ".join(report.split())


@pytest.mark.parametrize("act", [["deadline", "+1d"], ["pause"], ["process"]])
def test_every_public_event_tells_that_the_operator_acted(act: list[str]) -> None:
    table = watched()
    table.office.operate("spring", ["act", "FRANCE", "STATUS"], table.at + MINUTE)
    table.office.operate("spring", act, table.at + 2 * MINUTE)
    assert "operatoracted" in all_kinds(table, "ENGLAND")
    assert brought(table, table.last(EVE))["operatoracted"] == {"names": ["France"]}
