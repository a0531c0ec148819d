"""One game as a file: export, import, archive. Exactly what went out comes back, or nothing does."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.store import token_of
from operating import CONFIG, GM, Desk

from gm.desk.books.bounces import note
from gm.desk.books.exchange import archived, pack
from gm.desk.books.fsck import check_store
from gm.desk.office import Office
from gm.report.disclosure import disclose
from gm.rules import as_seat
from gm.store.journal import GENESIS, entry_hash
from gm.store.parts import MARK as PART
from gm.store.parts import OURS
from gm.store.players import SeatOf
from gm.store.schema import MIGRATIONS
from gm.store.store import Store
from gm.store.texts import MARK
from gm.store.whole import APART, game_tables, rows_of

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
Lines = list[Any]


@pytest.fixture
def full(desk: Desk) -> Desk:
    """The game with a row in every table that can have one."""
    mail = next(mail for mail in desk.store.outbox.all() if mail.reader == "FRANCE")
    note(desk.store, mail, True, "550 no such user", AT)
    desk.store.people.introduce("spring", "f" * 32, "olga@far.example", "Olga", 1)
    desk.store.site.tell("spring", AT, "the game begins", head="{}", page="{}")
    desk.store.deeds.add("spring", 1, [(as_seat("FRANCE"), "filed")])
    assert {table for table, _ in rows_of(desk.store, "spring")} == set(game_tables(desk.store.engine)) - APART
    return desk


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Desk]:
    """Another operator, who has no game yet."""
    folder = tmp_path / "other"
    (folder / "state").mkdir(parents=True)
    (folder / "gm.toml").write_text(CONFIG, encoding="utf-8")
    made = Desk(folder)
    yield made
    made.store.close()


def sorted_rows(store: Store, without: tuple[str, ...] = ("id", "outbox", "key")) -> list[str]:
    """All rows of the game as text, without the numbers that each database gives for itself."""
    rows = (
        (table, {k: v for k, v in row.items() if k not in without}) for table, row in rows_of(store, "spring")
    )
    return sorted(map(repr, rows))


def change(path: Path, edit: Callable[[Lines], Lines | None]) -> None:
    """Change the lines of a file."""
    lines = [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]
    lines = edit(lines) or lines
    path.write_bytes(gzip.compress("".join(f"{json.dumps(line)}\n" for line in lines).encode()))


def exported(desk: Desk, tmp_path: Path) -> Path:
    """The game of a desk as a file."""
    path = tmp_path / "spring.gm"
    said = desk.run("export", "spring", str(path))
    assert said.status == 0, said.both
    return path


def test_a_game_comes_back_row_for_row(full: Desk, other: Desk, tmp_path: Path) -> None:
    entries = len(full.store.journal.entries("spring"))
    said = other.run("import", str(exported(full, tmp_path)), "--send")
    assert (said.status, said.out) == (0, "spring is here again\n")
    assert sorted_rows(other.store) == sorted_rows(full.store)
    # The copy is noted before it is made, so it is in the copy as well.
    assert [entry.kind for entry in other.store.journal.entries("spring")][entries:] == ["looked"]
    assert check_store(other.store) == ([], 1)


def test_a_bounce_still_belongs_to_its_mail_under_other_numbers(full: Desk, other: Desk, tmp_path: Path) -> None:
    other.store.insert(
        "outbox", game="", reader="x", recipient="x", message_id="x", raw=b"", queued="", state="sent", next_try=""
    )
    other.run("import", str(exported(full, tmp_path)))
    (row,) = other.store.rows("select o.game, o.reader from bounces b join outbox o on o.id = b.outbox")
    assert row == {"game": "spring", "reader": "FRANCE"}


def test_a_table_that_is_new_cannot_be_forgotten(desk: Desk, other: Desk, tmp_path: Path) -> None:
    desk.store.conn.execute("create table wishes (game text not null, wish text not null)")
    desk.store.insert("wishes", game="spring", wish="peace")
    desk.store.insert("wishes", game="autumn", wish="war")
    assert [row for table, row in rows_of(desk.store, "spring") if table == "wishes"] == [
        {"game": "spring", "wish": "peace"}
    ]
    path = tmp_path / "spring.gm"
    path.write_bytes(pack(desk.store, "spring", AT))
    said = other.run("import", str(path))
    assert said.status == 1 and "there is no such table or column in wishes" in said.both


def test_the_same_game_makes_the_same_file(desk: Desk) -> None:
    assert pack(desk.store, "spring", AT) == pack(desk.store, "spring", AT)


def test_a_file_is_for_its_owner_alone_and_replaces_none(desk: Desk, tmp_path: Path) -> None:
    path = exported(desk, tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600
    before = path.read_bytes()
    said = desk.run("export", "spring", str(path))
    assert (said.status, said.both) == (1, f"Error: {path} is there already\n")
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.glob("*gm*")] == ["spring.gm"]


def test_a_folder_that_cannot_be_written_is_told(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = desk.run("export", "spring", str(tmp_path / "file" / "spring.gm"), "--remove", "--yes")
    assert said.status == 1 and "cannot be written" in said.both
    assert desk.store.games.has("spring")


def test_a_game_that_is_there_is_not_imported_over(desk: Desk, tmp_path: Path) -> None:
    path = exported(desk, tmp_path)
    before = sorted_rows(desk.store)
    said = desk.run("import", str(path))
    assert (said.status, said.both) == (1, f"Error: {path}: there is a game spring already\n")
    assert sorted_rows(desk.store) == before


def waiting_mails(desk: Desk) -> list[dict[str, Any]]:
    """The mails of the game that wait."""
    return desk.store.rows("select id from outbox where state = 'waiting' and game = 'spring'")


def test_mails_that_wait_are_held_and_sent_by_nobody_twice(desk: Desk, other: Desk, tmp_path: Path) -> None:
    waiting = len(waiting_mails(desk))
    desk.store.change("update outbox set state = 'sent' where id = 1")
    path = exported(desk, tmp_path)
    said = other.run("import", str(path))
    assert said.out == f"spring is here again; {waiting - 1} mails of it are held, see gm outbox\n"
    states = [row["state"] for row in other.store.rows("select state from outbox order by id")]
    assert states == ["sent", *["held"] * (waiting - 1)]


def letter(store: Store, key: str, number: int, text: str) -> str:
    """What becomes of a letter of France's, in reply to its first mail."""
    now = datetime.now(UTC).replace(microsecond=0)
    head = f"From: alice@far.example\nTo: gm+{token_of(store)}@example.org\nSubject: x\nMessage-ID: <{number}@new>\n"
    office = Office(store, GM, "operator@example.org", disclose)
    return office.receive(key, f"{head}\n{text}\n".encode(), now, now).state


def test_an_imported_game_goes_on(desk: Desk, other: Desk, tmp_path: Path) -> None:
    other.run("import", str(exported(desk, tmp_path)))
    assert letter(other.store, "5/1", 1, "5 : A PAR - PIC") == "done"
    (seat,) = other.json("show", "spring", "FRANCE", "--reveal", "--yes")["seats"]
    assert seat["filed"] == ["ACCEPT FRTIAGE", "5 : A PAR - PIC"]
    assert check_store(other.store) == ([], 1)


def test_a_letter_that_acted_before_the_export_does_not_act_again(desk: Desk, other: Desk, tmp_path: Path) -> None:
    letter(desk.store, "1/9", 9, "TRANSFER 2 TO ENGLAND")
    other.run("import", str(exported(desk, tmp_path)))
    assert letter(other.store, "5/9", 9, "TRANSFER 2 TO ENGLAND") == "known"


def test_a_new_letter_with_the_key_of_an_old_one_elsewhere_is_read(desk: Desk, other: Desk, tmp_path: Path) -> None:
    other.run("import", str(exported(desk, tmp_path)))
    assert desk.store.rows("select key from inbox order by id")[0]["key"] == "1/0"
    assert letter(other.store, "1/0", 1, "SHOW") == "done"


# -- wrong files -------------------------------------------------------------------------------------------------


def entry(lines: Lines, table: str) -> dict[str, Any]:
    """The first row of a table."""
    return next(line[1] for line in lines[1:] if line[0] == table)


def test_what_is_no_such_file_is_told(other: Desk, desk: Desk, tmp_path: Path) -> None:
    whole = exported(desk, tmp_path).read_bytes()
    torn = whole[:900] + b"\xff" * 900 + whole[1800:]
    for number, data in enumerate(
        (b"", b"hello", gzip.compress(b"hello\n"), whole[:-40], whole[: len(whole) // 2], torn)
    ):
        path = tmp_path / f"{number}.gm"
        path.write_bytes(data)
        said = other.run("import", str(path))
        # What is torn may still unpack, to lines that are none.
        wrong = ("no file of gm export", ": line ") if data == torn else ("no file of gm export",)
        assert said.status == 1 and any(words in said.both for words in wrong), data[:40]
        assert not other.store.games.has("spring")


WRONG: dict[str, tuple[Callable[[Lines], Lines | None], str]] = {
    "a format to come": (lambda lines: lines[0].update(format=2), "it has format 2"),
    "a schema to come": (lambda lines: lines[0].update(schema="tomorrow"), "this older gm"),
    "a row too few": (lambda lines: lines[:-1], "rows are expected"),
    "a line that is no row": (lambda lines: [lines[0], ["journal"], *lines[2:]], "line 2: a table and its row"),
    "a row of another game": (lambda lines: entry(lines, "tokens").update(game="autumn"), "of another game"),
    "another column": (lambda lines: entry(lines, "tokens").update({"a, b": 1}), "no such table or column"),
    "another table": (lambda lines: [lines[0], ["facts", {"game": "spring"}], *lines[2:]], "no such table or column"),
    "a value of no kind": (lambda lines: entry(lines, "tokens").update(at=[1]), "line "),
    "a letter of no kind": (lambda lines: entry(lines, "inbox").update(raw={"base": "x"}), "line "),
    "a changed entry": (lambda lines: entry(lines, "journal").update(at="2026-01-01T00:00:00Z"), "chain is broken"),
    "a changed mail": (lambda lines: entry(lines, "ledger").update(body="you have won"), "differs"),
    "a changed snapshot": (lambda lines: entry(lines, "snapshots").update(state="{}"), "not as its journal says"),
    "no journal": (lambda lines: [lines[0], *(x if x[0] != "journal" else ["disclosed", x[1]] for x in lines[1:])],
                   "no such table or column"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_file_with_a_fault_is_refused_as_a_whole(what: str, desk: Desk, other: Desk, tmp_path: Path) -> None:
    edit, told = WRONG[what]
    path = exported(desk, tmp_path)
    change(path, edit)
    said = other.run("import", str(path))
    assert said.status == 1
    assert told in " ".join(said.both.split())
    assert list(rows_of(other.store, "spring")) == []
    assert other.store.rows("select * from inbox") == []


def test_a_file_of_an_older_schema_is_brought_up_to_date(desk: Desk, other: Desk, tmp_path: Path) -> None:
    def older(lines: Lines) -> Lines:
        texts = {row["hash"]: row["text"] for table, row in lines[1:] if table == "texts"}
        lines = [lines[0], *(line for line in lines[1:] if line[0] not in ("addresses", "people", "texts"))]
        for row in (row for _, row in lines[1:]):
            for column in {"state", "data"} & row.keys():
                row[column] = PART.sub(lambda found: texts[OURS + found[1]], row[column])
                for digest, text in texts.items():
                    quoted = msgspec.json.encode(text).decode()
                    row[column] = row[column].replace(f'{{"{MARK}":"{digest}"}}', quoted)
        for table, row in lines[1:]:
            later = {
                "games": ("offer", "glance"), "snapshots": ("kept",), "tokens": ("copy", "spent"), "journal": ("leaf",),
                "outbox": ("bucket", "press"), "inbox": ("whole", "lost"),
            }  # fmt: skip
            for column in later.get(table, ()):
                del row[column]
        before = GENESIS
        for row in (row for table, row in lines[1:] if table == "journal"):
            facts = {name: row[name] for name in ("game", "n", "at", "kind", "data", "version")}
            row.update(before=before, hash=entry_hash(**facts, before=before))
            before = row["hash"]
        lines[0].update(schema="real-mail", rows=len(lines) - 1)
        return lines

    path = exported(desk, tmp_path)
    change(path, older)
    assert other.run("import", str(path)).status == 0
    for address in ("alice@far.example", "lissy@near.example"):
        assert other.store.players.seats_of(address) == [SeatOf("spring", "FRANCE")]
    assert check_store(other.store) == ([], 1)


def test_every_migration_can_be_made_in_a_database_that_holds_one_game() -> None:
    assert list(MIGRATIONS)[:2] == ["first", "real-mail"]


# -- moving a game -----------------------------------------------------------------------------------------------


def test_a_game_is_moved_with_remove_which_asks(desk: Desk, other: Desk, tmp_path: Path) -> None:
    path = tmp_path / "spring.gm"
    said = desk.run("export", "spring", str(path), "--remove", typed="n\n")
    assert said.status == 1 and not path.exists() and desk.store.games.has("spring")
    assert desk.run("export", "spring", str(path), "--remove", typed="y\n").status == 0
    assert list(rows_of(desk.store, "spring")) == []
    assert other.run("import", str(path)).status == 0


# -- the archive -------------------------------------------------------------------------------------------------


def test_a_running_game_is_not_archived(desk: Desk) -> None:
    said = desk.run("archive", "spring")
    assert (said.status, said.both) == (1, "Error: spring is not over\n")


def test_a_game_whose_mails_wait_is_not_archived(desk: Desk) -> None:
    desk.run("abort", "spring", "--yes")
    desk.store.change("update games set next_strike = null")
    count = len(waiting_mails(desk))
    said = desk.run("archive", "spring")
    assert (said.status, said.both) == (1, f"Error: mails of spring are still waiting ({count}): see gm outbox\n")


def test_a_game_that_still_has_something_due_is_not_archived(desk: Desk) -> None:
    desk.end()
    desk.store.change("update games set next_strike = '2030-01-01T00:00:00Z'")
    said = desk.run("archive", "spring")
    assert said.status == 1 and "something is still due, at 2030-01-01T00:00:00Z" in said.both


def test_an_archived_game_is_listed_and_comes_back(desk: Desk) -> None:
    desk.end()
    before = sorted_rows(desk.store)
    path = desk.folder / "state" / "archive" / "spring.gm"
    said = desk.run("archive", "spring")
    assert said.out == f"spring is in {path}; gm import {path} brings it back\n"
    assert list(rows_of(desk.store, "spring")) == []
    assert desk.run("show", "spring").status == 1
    assert desk.run("list", "--all").out == "there are no games\n"
    (row,) = desk.json("list", "--archived")
    assert (row["game"], row["ruleset"]) == ("spring", "payola") and row["over"]
    assert desk.run("import", str(path)).status == 0
    assert sorted_rows(desk.store) == before
    assert check_store(desk.store) == ([], 1)


def test_a_letter_of_an_archived_game_that_still_lies_in_the_mailbox_is_not_read_again(desk: Desk) -> None:
    (row,) = desk.store.rows("select key, raw from inbox where game = 'spring' and state = 'done'")
    now = datetime.now(UTC).replace(microsecond=0)
    desk.end()
    desk.run("archive", "spring")
    assert desk.office.receive(row["key"], row["raw"], now, now).state == "known"
    assert desk.store.rows("select * from outbox where recipient like 'alice%'") == []
    assert b"alice" not in b"".join(one["raw"] for one in desk.store.rows("select raw from inbox where key = '1/0'"))
    desk.run("import", str(desk.folder / "state" / "archive" / "spring.gm"))
    assert desk.office.receive(row["key"], row["raw"], now, now).state == "known"


def test_a_game_archived_twice_needs_another_place_for_its_first_file(desk: Desk) -> None:
    desk.end()
    desk.run("archive", "spring")
    path = desk.folder / "state" / "archive" / "spring.gm"
    desk.run("import", str(path))
    said = desk.run("archive", "spring")
    assert said.status == 1 and "is there already, and not the same; move it away first" in said.both
    path.rename(path.with_name("spring-1.gm"))
    assert desk.run("archive", "spring").status == 0


def test_an_archive_that_was_cut_off_before_its_game_was_removed_is_ended(desk: Desk) -> None:
    desk.end()
    folder = desk.folder / "state" / "archive"
    folder.mkdir()
    (folder / "spring.gm").write_bytes(pack(desk.store, "spring", AT))
    assert desk.run("archive", "spring").status == 0
    assert not desk.store.games.has("spring")


def test_what_is_no_archived_game_is_not_listed(tmp_path: Path) -> None:
    (tmp_path / "notes.gm").write_text("hello", encoding="utf-8")
    (tmp_path / "empty.gm").write_bytes(b"")
    (tmp_path / "torn.gm").write_bytes(gzip.compress(b"{" * 9000)[:12] + b"\xff" * 900)
    assert archived(tmp_path) == archived(tmp_path / "nowhere") == []
