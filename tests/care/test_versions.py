"""Games that earlier versions left in mid-game: this one checks them, plays on, and takes them back and forward.

What it tells in the second half is compared with the whole game as it plays it, and what was told in the first half
with what it would tell today: reader by reader, every notice and every word. If words have changed since, the game's
folder has a file `changed.txt` with the lines removed and added; `GM_GOLDEN=write` writes it.
"""

from __future__ import annotations

import json
import lzma
import os
import re
import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from difflib import unified_diff
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from halfway import KEPT, VERSIONS, Script
from msgspec.structs import replace

from gm import __version__
from gm.desk.books.commit import Books
from gm.desk.books.fsck import check_store
from gm.desk.entries import events
from gm.desk.game.budget import Sent
from gm.desk.game.game import Game
from gm.desk.game.turn import Turn
from gm.desk.mails.delivery import past_mails
from gm.desk.mails.words import write_mail
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.report.disclosure import disclose
from gm.store.backup import back_up, restore
from gm.store.database import as_json, iso
from gm.store.store import Store

GAMES = sorted(path.parent for path in VERSIONS.glob(f"*/*/{KEPT}"))
COMPARED = ("kind", "phase", "press_from", "at", "n")
Told = dict[str, list[str]]


class Left:
    """A game as an earlier version left it, its database open, and what it is played from."""

    def __init__(self, kept: Path, place: Path) -> None:
        self.kept, self.script, self.path = kept, Script(kept), place / "gm.sqlite"
        conn = sqlite3.connect(self.path)
        conn.executescript(lzma.decompress((kept / KEPT).read_bytes()).decode())
        conn.close()
        self.name, self.at = self.script.file.name, self.script.halfway
        self.store = Store(self.path)
        self.entries = last_entry(self.store)
        self.mails = self.store.rows("select max(id) as id from outbox")[0]["id"]

    @property
    def office(self) -> Office:
        """An office as after a restart."""
        return Office(self.store, GM, OPERATOR, disclose, believes=True)

    def go_on(self) -> None:
        """Play the other half. The letters of the first come again, as from a mailbox that nobody has emptied."""
        run = self.script.replay(self.store)
        run.go_on(self.script.mails, [act for act in self.script.acts if act.at > self.at], None)
        assert run.faults == []

    def whole(self, path: Path) -> Store:
        """The store of the whole game as this version plays it, opened as that version opened it."""
        store = Store(path)
        before, commit = self.store.journal.entries(self.name, last=self.entries), Books.commit
        careful = any("careful" in entry.data for entry in before)  # which versions before 0.4 did not enter
        run = self.script.replay(store)

        def opened(books: Books, *args: Any, data: Any, **more: Any) -> Turn:
            if more["kind"] == "open":
                data = before[0].data
            elif not careful and "careful" in data and len(store.journal.times(self.name)) < self.entries:
                data = {key: value for key, value in data.items() if key != "careful"}  # as it was entered then
            return commit(books, *args, data=data, **more)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Books, "commit", opened)
            run.run(self.script.mails, self.script.acts, None)
        assert run.faults == []
        return store


@pytest.fixture(params=GAMES, ids=lambda path: f"{path.parent.name}-{path.name}")
def left(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Left]:
    # Painting takes most of the time: the drawing itself stands for what would be painted of it.
    monkeypatch.setattr("gm.draw.drawing.to_png", lambda svg, colours: svg.encode())
    game = Left(request.param, tmp_path)
    yield game
    game.store.close()


def last_entry(store: Store) -> int:
    """The number of the last entry of the one game in a store."""
    return int(store.rows("select max(n) as n from journal")[0]["n"])


def told(rows: list[dict[str, Any]]) -> Told:
    """Rows of a ledger, or what can stand in one, as lines for each reader: words, then notices."""
    found: Told = {}
    for row in sorted(rows, key=lambda row: row["number"]):
        head = f"{row['reader']}/{row['number']} " + " ".join(f"{name}={row[name]}" for name in COMPARED)
        notices = msgspec.json.format(as_json(without_trips(json.loads(row["notices"]))), indent=1).replace("\\n", "\n")
        text = f"{head}\nSubject: {row['subject']}\n{row['body']}\n{notices}"
        found.setdefault(row["reader"], []).extend(text.split("\n"))
    return found


def without_trips(value: Any) -> Any:
    """Notices without the arrows of moves in pictures of war games, which gm 0.5.0 and earlier did not draw."""
    if isinstance(value, dict):
        return {key: without_trips(part) for key, part in value.items() if key != "trips"}
    return [without_trips(part) for part in value] if isinstance(value, list) else value


def ledger(store: Store, which: str, n: int) -> list[dict[str, Any]]:
    """The rows of the ledger whose entry is *which* ("<=" or ">") *n*."""
    return store.rows(f"select * from ledger where n {which} ? order by game, reader, number", [n])


def changes(before: Told, now: Told) -> list[str]:
    """The lines that went and came, each stretch once, whoever was told."""
    assert before.keys() == now.keys()
    found: dict[str, None] = {}
    for reader, lines in before.items():
        stretch: list[str] = []
        for line in [*list(unified_diff(lines, now[reader], n=0, lineterm=""))[2:], "@@"]:
            if line.startswith("@@"):
                found |= {"\n".join(stretch): None} if stretch else {}
                stretch = []
            else:
                stretch.append(line)
    return list(found)


def entered(store: Store, after: int) -> list[dict[str, Any]]:
    """The journal from an entry on, with its data as JSON."""
    rows = store.rows("select n, at, kind, data from journal where n > ? order by n", [after])
    return [{**dict(row), "data": json.loads(row["data"])} for row in rows]


def check_entries(here: list[dict[str, Any]], there: list[dict[str, Any]], words: set[str]) -> None:
    """The entries are the same; only lines of our mails whose words have changed are new words to one of them."""
    quotes: list[list[str]] = []
    for one in (*here, *there):
        quotes.append([line["text"] for line in one["data"].pop("quoted", ())])
    assert here == there
    for before, now in zip(quotes[: len(here)], quotes[len(here) :], strict=True):
        new = {plain(text) for text in {*before} ^ {*now}}
        assert {text for text in new if text and not any(text in changed for changed in words)} == set()


def plain(line: str) -> str:
    """A line without signs of quotation and breaks."""
    return " ".join(line.lstrip("> ").split())


def first_half(store: Store, until: int) -> list[list[Any]]:
    """What the heads of the journal hash: its entries up to one, and what the report tells of them."""
    journal = "select n, at, kind, data from journal where n <= ? order by n"
    disclosed = "select n, kind, body from disclosed where n <= ? and kind != 'leaf' order by n, kind, body"
    return [store.rows(query, [until]) for query in (journal, disclosed)]


def check_changes(game: Left, half: str, found: list[str]) -> None:
    """The stretches *found* are those that the file `changed.txt` of a game has under the heading *half*."""
    path, now = game.kept / "changed.txt", "".join(f"{one}\n\n" for one in found)
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    halves = dict(part.split(":\n\n", 1) for part in text.split("== ")[1:])
    if os.environ.get("GM_GOLDEN") == "write":
        halves[half] = now
        path.unlink(missing_ok=True)
        if text := "".join(f"== {key}:\n\n{halves[key]}" for key in sorted(halves) if halves[key]):
            path.write_text(text, encoding="utf-8")
    assert now == halves.get(half, "")


def rebuilt(game: Left) -> list[dict[str, Any]]:
    """What this version tells for the journal of the first half: from its first entry on, without a snapshot."""
    rows: list[dict[str, Any]] = []
    after: dict[int, Game] = {}
    now: Game | None = None
    for entry in game.store.journal.entries(game.name):
        past = partial(past_mails, game.store, game.name, now, before=entry.n)
        turn = events.apply(now, entry.at, entry.kind, entry.data, past, after.__getitem__)
        now = after[entry.n] = turn.game
        for mail in turn.mails:
            written = write_mail(now, mail)
            rows.append({
                "reader": mail.reader, "number": mail.number, "n": entry.n, "at": iso(entry.at), "kind": mail.kind,
                "phase": mail.phase, "press_from": mail.press_from, "subject": written.subject, "body": written.text,
                "notices": as_json(mail.notices),
            })  # fmt: skip
    return rows


def test_every_version_before_this_one_has_left_every_golden_game() -> None:
    games = {path.parent.name for path in (VERSIONS.parent.parent / "golden").glob("*/game.toml")}
    kept = {version.name: {path.name for path in version.iterdir()} for version in VERSIONS.glob("*.*.*")}
    assert kept and __version__ not in kept
    left = [kept[name] for name in sorted(kept)]
    assert all(before <= after <= games for before, after in pairwise(left)) and left[0]


def test_a_game_that_an_earlier_version_left_checks_out(left: Left) -> None:
    versions = {entry.version for entry in left.store.journal.entries(left.name)}
    assert versions == {left.kept.parent.name}
    assert check_store(left.store) == ([], 1)


def test_what_was_told_in_the_first_half_is_what_this_version_tells(left: Left) -> None:
    before = told(ledger(left.store, "<=", left.entries))
    assert len(before) > 1
    check_changes(left, "the first half", changes(before, told(rebuilt(left))))


def test_the_other_half_is_that_of_the_whole_game_and_checks_out(left: Left, tmp_path: Path) -> None:
    left.go_on()
    whole = left.whole(tmp_path / "whole.sqlite")
    assert last_entry(left.store) == last_entry(whole) > left.entries
    here, there = ledger(left.store, ">", left.entries), ledger(whole, ">", left.entries)
    check_changes(left, "the other half", changes(told(there), told(here)))
    first = ledger(left.store, "<=", left.entries), ledger(whole, "<=", left.entries)
    words = {plain(line) for rows in (here, there, *first) for row in rows for line in row["body"].split("\n")}
    check_entries(entered(left.store, left.entries), entered(whole, left.entries), words)
    both = [this_year(left.office.game(left.name)), this_year(events.load_game(whole.games.state(left.name) or ""))]
    if first_half(left.store, left.entries) != first_half(whole, left.entries):
        both = [replace(game, head="") for game in both]  # a hash of what differs
    assert as_json(both[0]) == as_json(both[1])
    # Numbers, times and addresses of mails are made from the game's key: not one differs, nor does a byte of a mail
    # whose words are those of the whole game; but the report at the end repeats the words of the first half.
    same = {row["message_id"] for row in here if row in there and row["kind"] != "end"}
    query = "select id, reader, recipient, message_id, queued{} from outbox where id > ? order by id"
    assert left.store.rows(query.format(""), [left.mails]) == whole.rows(query.format(""), [left.mails])
    mails, others = (
        {row["id"]: row["raw"] for row in store.rows(query.format(", raw"), [left.mails]) if row["message_id"] in same}
        for store in (left.store, whole)
    )
    assert mails == others and mails
    whole.close()
    assert check_store(left.store) == ([], 1)


def this_year(game: Game) -> Game:
    """A game without the accounts of past years, which gm 0.3.0 and earlier did not keep, and maps (0.4.0).

    And without what was used of budgets of messages, which gm 0.6.0 and earlier did not count.
    """
    game = replace(game, seats={seat: replace(sitting, sent=Sent()) for seat, sitting in game.seats.items()})
    if game.ruleset != "payola":
        return game
    state: Any = game.state
    accounts = {seat: state.account(seat, state.year) for seat in state.accounts}
    return replace(game, state=replace(state, accounts=accounts, maps=()))


def phases(game: Left) -> list[str]:
    """The codes of the phases that were opened so far."""
    clocks = [events.load_game(snapshot.state).clock for snapshot in game.store.snapshots.of(game.name)]
    return list(dict.fromkeys(clock.phase for clock in clocks if clock is not None))


def position(game: Game) -> str:
    """What the rules hold. A live game knows when it was looked at last, and a rollback looks: times are left out."""
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "", as_json(game.state))


def test_a_game_goes_back_and_forward_over_what_an_earlier_version_wrote(left: Left) -> None:
    codes, office = phases(left), left.office
    before = position(office.game(left.name))
    (row,) = left.store.rows("select at from journal where n = ?", [left.entries - 1])
    backs = ((codes[0],), (codes[len(codes) // 2], "with-orders"), ("before", row["at"]))
    for number, back in enumerate(backs, 1):
        at = left.at + timedelta(minutes=number)
        office.operate(left.name, ("rollback", *back), at)
        office.operate(left.name, ("forward",), at)
        assert position(office.game(left.name)) == before
    assert check_store(left.store) == ([], 1)


def test_a_backup_of_a_game_that_an_earlier_version_left_is_restored_and_goes_on(left: Left, tmp_path: Path) -> None:
    def check(store: Store) -> list[str]:
        return check_store(store)[0]

    back_up(left.path, tmp_path / "backup.sqlite")
    before = left.store.rows("select * from ledger"), left.store.games.state(left.name)
    left.store.change("delete from ledger")
    left.store.close()
    assert restore(tmp_path / "backup.sqlite", left.path, left.at, check).before is not None
    left.store = Store(left.path)
    assert (left.store.rows("select * from ledger"), left.store.games.state(left.name)) == before
    assert left.office.strike_before(left.at + timedelta(days=60))
    assert check(left.store) == []
