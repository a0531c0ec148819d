"""Wrong input by the operator: every command says what was wrong, with near misses, and exits with status 1 or 2."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from operating import ARGUMENTS, COMMANDS, Desk, arguments, names

from gm.desk.books.commit import Books
from gm.store.engine import Unavailable

OF_GAMES = [name for name, command in COMMANDS.items() if "game" in names(command)]
OF_SEATS = [name for name, command in COMMANDS.items() if names(command) & {"seat", "seats"}]
# For every other command: what is wrong, its exit status, and what is said of it.
WRONG: dict[str, tuple[tuple[str, ...], int, str]] = {
    "serve": ((), 1, "GM_IMAP_PASSWORD"),
    "demo": (("--speed", "9"), 2, "No such option"),
    "new": (("payola", "Spring"), 2, "game.name: lower-case letters"),
    "create": (("chess", "winter"), 2, "'chess' is not"),
    "list": (("spring",), 2, "unexpected extra argument (spring)"),
    "import": (("nowhere.gm",), 2, "'nowhere.gm' does not exist"),
    "inbox": (("--all",), 2, "No such option"),
    "inbox redo": (("99",), 1, "there is no letter 99 put aside"),
    "inbox drop": (("99",), 1, "99: no such letter is put aside"),
    "outbox": (("--every",), 2, "No such option"),
    "outbox hold": (("99",), 1, "there is no mail 99"),
    "outbox release": (("1",), 1, "1 is waiting; release is for mails that are held"),
    "outbox drop": (("x",), 2, "'x' is not a valid integer range"),
    "outbox resend": ((), 2, "Missing argument 'NUMBERS...'"),
    "config": ((), 1, "GM_IMAP_PASSWORD"),
    "replay": (("--out", "o.mbox", "nowhere.mbox"), 2, "'nowhere.mbox' does not exist"),
    "judge": (("chess",), 2, "'chess' is not one of"),
    "boards": (("loeb9",), 2, "unexpected extra argument (loeb9)"),
    "board": (("loeb10",), 2, "there is no file loeb10, and no board of that name"),
    "verify": (("nowhere.html",), 2, "'nowhere.html' does not exist"),
    "seal": (("spring", "S1901M", "FRANCE", "nowhere.txt"), 2, "'nowhere.txt' does not exist"),
    "doctor": (("spring",), 2, "unexpected extra argument (spring)"),
    "backup": ((), 2, "Missing argument 'FILE'"),
    "key": (("nowhere/key",), 1, "nowhere/key cannot be written"),
    "lock": ((), 1, "gm key FILE makes one"),
    "unlock": ((), 1, "the database is not sealed"),
    "help": (("inbox", "reda"), 2, "there is no command reda; did you mean redo? Try: gm help"),
    "hand-over": (("nonsense",), 1, "nonsense"),
    "restore": (("nowhere.sqlite", "--yes", "--leave-mail"), 1, "nowhere.sqlite"),
    "ratings": (("chess",), 2, "'chess' is not one of"),
    "persons": (("nonsense",), 2, "nonsense"),
    "persons show": (("nobody@far.example",), 1, "nobody here has the address nobody@far.example"),
    "persons note": (("nobody@far.example", "a note"), 1, "nobody here has the address nobody@far.example"),
    "persons merge": (("alice@far.example", "nobody@far.example"), 1, "nobody@far.example"),
    "persons part": (("alice@far.example",), 1, "a person of its own already"),
    "persons forget": (("nobody@far.example",), 1, "nobody here has the address nobody@far.example"),
    "persons count": (("spring",), 1, "spring is not over"),
    "league new": (("class", "nowhere.csv"), 2, "'nowhere.csv' does not exist"),
    "league next": (("class",), 1, "there is no league class"),
    "league add": (("class", "nowhere.csv"), 2, "'nowhere.csv' does not exist"),
    "league drop": (("class", "Dora"), 1, "there is no league class"),
    "league show": (("class",), 1, "there is no league class"),
    "league check": (("nowhere.json",), 2, "'nowhere.json' does not exist"),
    "league forget": (("class", "--yes"), 1, "there is no league class"),
    "site": ((), 1, "name a folder, or set site.folder in the configuration"),
    "move": ((), 1, "name the place: --to URL or FILE (or --stay)"),
    "completion": (("tcsh",), 2, "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
}


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def test_every_command_has_a_case_of_what_is_wrong() -> None:
    assert [name for name in COMMANDS if name not in OF_GAMES and name not in WRONG] == []


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_wrong_name_of_a_game_is_told_with_the_nearest(name: str, desk: Desk, tmp_path: Path) -> None:
    given = arguments(name, tmp_path)
    assert "spring" in given, "its arguments name no game"
    before = desk.store.rows("select max(rowid) as n from journal")
    said = desk.run(*name.split(), *("sprang" if word == "spring" else word for word in given), typed="y\n")
    assert (said.status, said.both) == (1, "Error: there is no game sprang; did you mean spring?\n")
    assert desk.store.rows("select max(rowid) as n from journal") == before


@pytest.mark.parametrize("name", OF_SEATS)
def test_a_wrong_seat_is_told_with_the_nearest(name: str, desk: Desk, tmp_path: Path) -> None:
    given = arguments(name, tmp_path)
    assert "FRANCE" in given, "its arguments name no seat"
    before = desk.store.journal.last_hash("spring")
    said = desk.run(*name.split(), *("FRANKE" if word == "FRANCE" else word for word in given), typed="y\n")
    assert (said.status, said.both) == (1, "Error: there is no seat FRANKE; did you mean FRANCE?\n")
    assert desk.store.journal.last_hash("spring") == before


@pytest.mark.parametrize("name", [name for name in WRONG if name in COMMANDS])
def test_what_is_wrong_is_told(name: str, desk: Desk) -> None:
    words, status, told = WRONG[name]
    said = desk.run(*name.split(), *words)
    assert said.status == status
    assert told in flat(said.both)


def test_a_database_that_goes_away_while_gm_starts_is_told_in_one_line(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(books: Books) -> None:
        raise Unavailable("the connection is lost")

    # planted: the database goes away
    monkeypatch.setattr(Books, "glance_at_all", away)
    monkeypatch.setenv("GM_IMAP_PASSWORD", "a-password")
    said = desk.run("serve")
    assert (said.status, said.both) == (1, "Error: the database cannot be used: the connection is lost\n")


@pytest.mark.parametrize("name", [name for name in COMMANDS if name in OF_GAMES])
def test_without_its_game_a_command_is_used_wrongly(name: str, desk: Desk) -> None:
    (game,) = (param for param in COMMANDS[name].params if param.name == "game")
    said = desk.run(*name.split())
    assert said.status == (2 if game.required else 0)
    assert not game.required or "Missing argument 'GAME'" in said.both


def test_the_nearest_seat_is_found_whatever_its_capitals(desk: Desk) -> None:
    said = desk.run("tell", "spring", "frnce", "hello")
    assert said.both == "Error: there is no seat frnce; did you mean FRANCE?\n"


def test_where_nothing_is_near_all_seats_are_told(desk: Desk) -> None:
    said = desk.run("resign", "spring", "XQ")
    assert said.both == (
        "Error: there is no seat XQ; there are AUSTRIA, ENGLAND, FRANCE, GERMANY, ITALY, RUSSIA, TURKEY\n"
    )


def test_a_database_that_is_none_is_told(desk: Desk) -> None:
    desk.store.close()
    desk.database.write_bytes(b"this is no database, but it is long enough to be taken for one" * 40)
    said = desk.run("list")
    assert said.status == 1 and "the database cannot be used" in said.both


def test_every_argument_that_names_a_game_or_a_seat_is_completed_by_the_shell() -> None:
    for name, command in COMMANDS.items():
        for param in command.params:
            if isinstance(param, click.Argument) and param.name in ("game", "seat", "seats"):
                assert param.type.name in ("game", "seat"), f"{name}: {param.name}"


def test_the_table_of_arguments_names_no_command_that_is_not_there() -> None:
    assert [name for name in (*ARGUMENTS, *WRONG) if name not in COMMANDS] == []
