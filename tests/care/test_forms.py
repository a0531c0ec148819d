"""What another version of gm kept of a game stays valid; a newer form of entry is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path

import pytest
from caring import configured, run
from helpers.goldengames import Script
from helpers.mailtable import ALICE, MINUTE, SHEET, Table
from helpers.store import let_sql_unpack
from helpers.unpainted import unpainted

import gm.desk.books.fsck
import gm.store.journal
from gm import __version__
from gm.desk.books.earlier import game_after
from gm.desk.books.fsck import check_store
from gm.desk.entries import events
from gm.desk.game import chain
from gm.desk.game.forms import FORM, NewerForm, brought_up
from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.report.disclosure import disclose
from gm.store.backup import BackupError, back_up, restore
from gm.store.database import as_json
from gm.store.journal import GENESIS, data_hash, entry_hash
from gm.store.store import Store

RICHER = "update snapshots set state = json_set(plain(state), '$.state.balances.FRANCE', 999) where n = ?"
Checked = tuple[list[str], list[str]]


class Left:
    """The game "summer" as another version left it in the middle: what it played from, and its database, open."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "gm.sqlite"
        self.script = Script("summer")
        self.at = self.script.halfway
        self.store = Store(self.path)
        run = self.script.replay(self.store)
        run.run(self.script.mails, self.script.acts, self.at)
        assert run.faults == []
        let_sql_unpack(self.store)
        rewrite(self.store, version="0.1.0")
        self.entries = last_entry(self.store)

    @property
    def office(self) -> Office:
        """An office as after a restart."""
        return Office(self.store, GM, OPERATOR, disclose, believes=True)

    def go_on(self) -> None:
        """Play the other half. The letters of the first come again, as from a mailbox that nobody has emptied."""
        run = self.script.replay(self.store)
        run.go_on(self.script.mails, [act for act in self.script.acts if act.at > self.at], None)
        assert run.faults == []


def last_entry(store: Store) -> int:
    """The number of the last entry of the one game."""
    return int(store.rows("select max(n) as n from journal")[0]["n"])


@pytest.fixture
def left(tmp_path: Path) -> Iterator[Left]:
    with unpainted():
        game = Left(tmp_path)
        yield game
        game.store.close()


def checked(store: Store) -> Checked:
    """The faults and the notes of the one game in a store."""
    notes: list[str] = []
    faults, _ = check_store(store, remark=notes.append)
    return faults, notes


def rewrite(store: Store, n: int = 0, change: Mapping[str, object] = {}, version: str = "") -> None:
    """Change the data of entry *n*, and perhaps which version wrote them all, with hashes that fit."""
    before = GENESIS
    for entry in store.journal.entries("summer"):
        text = as_json({**entry.data, **change} if entry.n == n else entry.data)
        written, at = version or entry.version, f"{entry.at:%Y-%m-%dT%H:%M:%SZ}"
        leaf = data_hash(text)
        digest = entry_hash(entry.game, entry.n, at, entry.kind, text, written, before, leaf)
        query = "update journal set data = ?, version = ?, before = ?, hash = ?, leaf = ? where n = ?"
        store.change(query, [text, written, before, digest, leaf, entry.n])
        before = digest


def long_letter(store: Store) -> int:
    """The entry of a long letter after which no snapshot was kept."""
    (row,) = store.rows(
        "select n from journal where kind = 'letter' and n not in (select n from snapshots) "
        "order by json_array_length(plain(data), '$.lines') desc, n limit 1"
    )
    return int(row["n"])


@pytest.mark.parametrize("version", ["0.1.0", __version__])
def test_a_position_that_was_kept_otherwise_is_a_note_where_another_version_wrote_it(left: Left, version: str) -> None:
    rewrite(left.store, version=version)
    left.store.change(RICHER, [left.entries])
    faults, notes = checked(left.store)
    found, none = (faults, notes) if version == __version__ else (notes, faults)
    assert [line for line in found if line.startswith(f"summer: entry {left.entries}: ")]
    assert none == []


def test_what_another_version_kept_holds_while_the_game_goes_on(left: Left) -> None:
    left.store.change(RICHER, [left.entries])
    assert left.office.game("summer").state.balances["FRANCE"] == 999
    left.go_on()
    faults, notes = checked(left.store)
    assert faults == [] and len(notes) == 1
    assert game_after(left.store, "summer", left.entries).state.balances["FRANCE"] == 999


def test_a_letter_that_this_version_reads_otherwise_changes_nothing_that_was_kept(left: Left) -> None:
    before = as_json(left.office.game("summer"))
    lines = [{"number": 1, "text": "STATUS", "command": True}]
    rewrite(left.store, long_letter(left.store), {"lines": lines})
    faults, notes = checked(left.store)
    assert faults == [] and [line for line in notes if "another position" in line]
    assert as_json(left.office.game("summer")) == before == as_json(game_after(left.store, "summer", left.entries))
    left.go_on()
    assert checked(left.store) == ([], notes)


def test_an_entry_that_this_version_cannot_carry_out_is_a_note_and_no_way_back(left: Left) -> None:
    n = long_letter(left.store)
    rewrite(left.store, n, {"seat": "PRUSSIA"})
    faults, notes = checked(left.store)
    assert faults == [] and [line for line in notes if f"entry {n}: " in line]
    with pytest.raises(OperatorError, match=rf"version 0\.1\.0 wrote entry {n}"):
        game_after(left.store, "summer", n)
    left.go_on()
    assert checked(left.store) == ([], notes)


def test_the_last_position_of_another_version_stays(left: Left) -> None:
    assert left.store.rows("select kept from snapshots where n = ?", [left.entries]) == [{"kept": 0}]
    left.go_on()
    assert left.store.rows("select n from snapshots where n = ?", [left.entries])
    assert last_entry(left.store) > left.entries + 1


def test_a_form_is_brought_up_step_by_step() -> None:
    changes = [lambda facts: {**facts, "b": facts["a"] + 1}, lambda facts: {**facts, "c": facts["b"] + 1}]
    assert brought_up({"a": 1}, changes) == {"a": 1, "b": 2, "c": 3, "form": 3}
    assert brought_up({"a": 1, "b": 5, "form": 2}, changes) == {"a": 1, "b": 5, "c": 6, "form": 3}
    assert brought_up({"a": 1, "form": 3}, changes) == {"a": 1, "form": 3}
    for form in (0, 4, "3", None):
        with pytest.raises(NewerForm):
            brought_up({"name": "spring", "form": form}, changes)


def test_a_game_is_written_in_the_form_of_this_version(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    script = Script("summer")
    script.replay(store).run((), (), script.start + timedelta(hours=1))
    assert [entry.data["form"] for entry in store.journal.entries("summer") if entry.kind == "open"] == [FORM]
    assert json.loads(store.games.state("summer") or "")["form"] == FORM
    store.close()


def test_an_entry_of_a_newer_form_is_told_as_a_fault(left: Left) -> None:
    rewrite(left.store, 1, {"form": FORM + 1})
    faults, _ = checked(left.store)
    assert len(faults) == 1 and f"form {FORM + 1}" in faults[0]


def test_a_game_of_a_newer_form_is_refused_by_whoever_reads_it(left: Left, tmp_path: Path) -> None:
    left.store.change("update snapshots set state = json_set(plain(state), '$.form', ?)", [FORM + 1])
    (row,) = left.store.rows("select state from snapshots where n = 1")
    with pytest.raises(NewerForm):
        events.load_game(row["state"])
    with pytest.raises(NewerForm):
        left.office.game("summer")
    faults, _ = checked(left.store)
    assert len(faults) == 1 and f"form {FORM + 1}" in faults[0]
    back_up(left.path, tmp_path / "backup.sqlite")
    with pytest.raises(BackupError, match=f"form {FORM + 1}"):
        restore(tmp_path / "backup.sqlite", tmp_path / "new.sqlite", left.at, lambda store: check_store(store)[0])


def test_the_operator_sees_notes_and_no_difference(tmp_path: Path) -> None:
    config = configured(tmp_path)
    with unpainted():
        game = Left(config.gm.database.parent)
    assert game.path == config.gm.database
    game.store.change(RICHER, [game.entries])
    game.store.close()
    status, told = run(tmp_path, "fsck")
    assert status == 0 and f"note: summer: entry {game.entries}: " in told
    facts = json.loads(run(tmp_path, "fsck", "--json")[1])
    assert facts["differences"] == [] and len(facts["notes"]) == 1


def test_the_heads_that_another_version_told_hold_whatever_this_one_makes_of_its_entries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    for sheet in (SHEET, "2 : A PAR - PIC", SHEET):
        table.write(ALICE, sheet, table.last(ALICE))
    for module in (gm.store.journal, gm.desk.books.fsck):
        monkeypatch.setattr(module, "__version__", "later")  # planted: another version of gm
    monkeypatch.setattr(chain, "told_hash", lambda _: "0" * 64)  # planted: which makes something else of its entries
    for sheet in ("2 : A PAR - PIC", SHEET):
        table.write(ALICE, sheet, table.last(ALICE))
    table.office.operate("spring", ["process"], table.at + MINUTE)
    assert check_store(table.office.store) == ([], 1)


@pytest.mark.parametrize(
    "change",
    ["update disclosed set body = json_set(plain(body), '$.{}', 'x') where kind = '{}'", "delete from disclosed"],
)
def test_what_the_report_tells_is_checked_too(change: str) -> None:
    for kind, field in (("opening", "text"), ("leaf", "leaf")):
        table = Table()
        table.write(ALICE, SHEET, table.last(ALICE))
        let_sql_unpack(table.office.store)
        table.office.store.change(change.format(field, kind))
        faults, _ = check_store(table.office.store)
        assert faults and all("what the report tells of it differs" in fault for fault in faults)
