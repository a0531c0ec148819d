"""How often the database is asked while a letter is handled, and how often it waits for the disk."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from benchmarks.letters import OPERATOR, begin, letters
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.store.database import as_json
from gm.store.journal import Last
from gm.store.store import Store

MOST = 15
CONTROL = ("begin", "commit", "savepoint", "release", "pragma")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return begin(tmp_path / "gm.sqlite")


def last_of(office: Office) -> Last:
    last = office.store.journal.last("spring")
    assert last is not None
    return last


def statements(office: Office, raws: list[bytes]) -> list[str]:
    """What the database was asked for the last of these letters, handled in one transaction as a look brings them."""
    asked: list[str] = []
    at = last_of(office).at + timedelta(minutes=1)
    with office.store.transaction():
        for number, raw in enumerate(raws):
            asked.clear()
            office.store.conn.set_trace_callback(asked.append)
            office.receive(f"1/{number}", raw, at, at)
            office.store.conn.set_trace_callback(None)
    return asked


@pytest.mark.sqlite
def test_a_letter_of_ten_offers_takes_so_many_statements(office: Office) -> None:
    asked = statements(office, letters(office.store, 12))
    found = [one for one in asked if not one.lstrip().lower().startswith(CONTROL)]
    assert 10 < len(found) <= MOST, "\n".join(found)


def of_one_look(office: Office, count: int) -> list[str]:
    """The statements that so many letters take which are seen in one look at the mailbox."""
    asked: list[str] = []
    office.store.conn.set_trace_callback(asked.append)
    at = last_of(office).at + timedelta(minutes=1)
    with office.store.transaction():
        for number, raw in enumerate(letters(office.store, count)):
            office.receive(f"1/{number}", raw, at, at)
    return asked


@pytest.mark.sqlite
def test_letters_of_one_look_are_committed_together_and_wait_for_the_disk_once(office: Office) -> None:
    assert of_one_look(office, 5).count("commit") == 1
    assert office.store.value("pragma synchronous") == 2, "each commit waits for the disk"


@pytest.mark.sqlite
def test_letters_of_one_look_write_the_state_of_their_game_once(office: Office) -> None:
    about = [one for one in of_one_look(office, 5) if " snapshots " in one]
    assert [one.split()[0] for one in about] == ["delete", "insert"]
    assert office.store.snapshots.after("spring", 6) == as_json(office.game("spring"))


def test_the_state_is_there_for_whoever_asks_within_the_transaction(office: Office) -> None:
    at = last_of(office).at + timedelta(minutes=1)
    with office.store.transaction():
        for number, raw in enumerate(letters(office.store, 3)):
            office.receive(f"1/{number}", raw, at, at)
            assert office.store.games.state("spring") == as_json(office.game("spring"))
        assert [one.n for one in office.store.snapshots.of("spring")] == [1, 4]


def test_of_what_is_undone_no_state_is_written(office: Office) -> None:
    at = last_of(office).at + timedelta(minutes=1)
    first, second = letters(office.store, 2)
    with office.store.transaction():
        office.receive("1/1", first, at, at)
        before = as_json(office.game("spring"))
        with pytest.raises(KeyError), office.store.transaction():
            office.receive("1/2", second, at, at)
            raise KeyError
    assert office.store.games.state("spring") == before
    assert [one.n for one in office.store.snapshots.of("spring")] == [1, 2]


def test_a_letter_that_another_process_handled_meanwhile_counts(office: Office, tmp_path: Path) -> None:
    other = Office(Store(tmp_path / "gm.sqlite"), office.sender, OPERATOR, disclose)
    raws = letters(office.store, 4)
    at = last_of(office).at + timedelta(minutes=1)
    for number, (raw, one) in enumerate(zip(raws, (office, other, office, other), strict=True)):
        with one.store.transaction():
            one.receive(f"1/{number}", raw, at, at)
    entries = office.store.journal.entries("spring")
    assert [entry.n for entry in entries] == list(range(1, 6))
    assert len(office.game("spring").state.sheets) == 4
