"""An operator who types commands, the game they look after, and every command with arguments that fit it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
import msgspec
from click.testing import CliRunner
from helpers.store import all_sent, token_of

from gm.cli import main
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.report.disclosure import disclose
from gm.store.store import Store

CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
[imap]
host = "imap.example.org"
user = "gm"
[smtp]
host = "smtp.example.org"
"""
GAME = """[game]
name = "spring"
ruleset = "payola"
timezone = "Europe/Paris"
[seats]
FRANCE = { address = "alice@far.example", name = "Alice Ardent", also = ["lissy@near.example"] }
ENGLAND = { address = "bob@far.example", name = "Bob Bold" }
GERMANY = "carla@far.example"
"""
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
SHEET = """ACCEPT FRTIAGE
9173 : A PAR - BUR
VOTE CONCEDE TO ENGLAND
PRESS TO ENGLAND
the dagger sleeps
END
NOTE
keep the halberd
END"""
SECRETS = ("halberd", "9173", "FRTIAGE", "A PAR - BUR", "CONCEDE", "dagger", "zanzibar", "cutlass")


class Said(msgspec.Struct, frozen=True):
    """What a command said: its exit status, the standard output, and both outputs together."""

    status: int
    out: str
    both: str


class Desk:
    """A folder with a configuration and a database, and the operator in front of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "state" / "gm.sqlite"
        self.store = Store(self.database)
        self.office = Office(self.store, GM, "operator@example.org", disclose)

    def run(self, *words: str, typed: str = "") -> Said:
        """Run `gm` with these words and this on its standard input."""
        command = ["--config", str(self.folder / "gm.toml"), *words]
        done = CliRunner().invoke(main, command, input=typed)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Said(done.exit_code, done.stdout, done.output)

    def json(self, *words: str) -> Any:
        """What `gm ... --json` says."""
        said = self.run(*words, "--json")
        assert said.status == 0, said.both
        return json.loads(said.out)

    def end(self) -> None:
        """The game is over, and its last mails are sent."""
        assert self.run("abort", "spring", "--yes").status == 0
        self.store.change("update games set next_strike = null")
        all_sent(self.store)


def play(database: Path) -> None:
    """Begin `spring`, and let letters come: one that counts, one held for its player, one about nothing."""
    store = Store(database)
    office = Office(store, GM, "operator@example.org", disclose)
    now = datetime.now(UTC).replace(microsecond=0)
    office.open_game(read_game_file(GAME), now, "ab" * 32, "a seed")
    letters = (
        ("alice@far.example", f"gm+{token_of(store)}@example.org", "[spring] zanzibar", SHEET, "done"),
        ("bob@far.example", "gm@example.org", "[spring] S1901M", "PRESS TO FRANCE\nbring a cutlass\nEND", "held"),
        ("lissy@near.example", "gm@example.org", "zanzibar", "the dagger, you know", "held"),
    )
    for number, (sender, to, subject, text, state) in enumerate(letters):
        head = f"From: {sender}\nTo: {to}\nSubject: {subject}\nMessage-ID: <{number}@far.example>\n"
        handled = office.receive(f"1/{number}", f"{head}\n{text}\n".encode(), now, now)
        assert handled.state == state, handled
    store.conn.execute("pragma wal_checkpoint(truncate)")
    store.close()


def leaves(group: click.Group = main, before: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command that can be run, as (its words, itself); a second name of one is left out."""
    seen: list[click.Command] = []
    for name, command in group.commands.items():
        if any(command is one for one in seen):
            continue
        seen.append(command)
        if isinstance(command, click.Group):
            yield from leaves(command, (*before, name))
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield " ".join((*before, name)), command


COMMANDS = dict(leaves())
# What each command is given when all are tried on the game. {out}: a folder of the test's own. None: see WHY_NOT.
ARGUMENTS: dict[str, tuple[str, ...] | None] = {
    "serve": (),  # ends at once: there is no password
    "demo": None,
    "new": ("payola", "autumn", "--seat", "FRANCE=dora@far.example"),
    "create": ("payola", "winter"),
    "invite": ("spring", "dora@far.example"),
    "approve": ("spring", "1"),
    "refuse": ("spring", "1"),
    "begin": ("spring", "--yes"),
    "beacon": ("spring", "6f1d3a"),
    "list": (),
    "report": ("spring", "--out", "{out}"),
    "fsck": ("spring",),
    "show": ("spring", "FRANCE"),
    "seats": ("spring",),
    "log": ("spring",),
    "persons": (),
    "persons show": ("alice@far.example",),
    "persons note": ("alice@far.example", "a note"),
    "persons merge": ("alice@far.example", "bob@far.example", "--yes"),
    "persons part": ("alice@far.example",),
    "persons forget": ("alice@far.example", "--yes"),
    "persons count": ("spring",),
    "process": ("spring", "S1901M"),
    "deadline": ("spring", "+1d"),
    "extend": ("spring", "1d"),
    "pause": ("spring",),
    "resume": ("spring",),
    "resign": ("spring", "FRANCE", "--yes"),
    "bot": ("spring", "FRANCE"),
    "replace": ("spring", "FRANCE", "dora@far.example", "--yes"),
    "announce": ("spring", "hello"),
    "tell": ("spring", "FRANCE", "hello"),
    "act": ("spring", "FRANCE", "SHOW"),
    "observe": ("spring", "vera@far.example", "--all-seeing", "--yes"),
    "award": ("spring", "FRANCE", "--yes"),
    "draw": ("spring", "FRANCE", "ENGLAND", "--yes"),
    "abort": ("spring", "--yes"),
    "reveal-names": ("spring", "--yes"),
    "rollback": ("spring", "S1901M", "--yes"),
    "forward": ("spring", "--yes"),
    "preview": ("spring",),
    "export": ("spring", "{out}/spring.gm"),
    "import": ("{out}/spring.gm",),
    "archive": ("spring",),
    "purge": ("spring", "--yes"),
    "compact": ("spring",),
    "inbox": (),
    "inbox redo": ("2", "--confirm"),
    "inbox drop": ("3",),
    "outbox": ("--all",),
    "outbox hold": ("1",),
    "outbox release": ("1",),
    "outbox drop": ("1",),
    "outbox resend": ("1",),
    "config": (),
    "replay": ("--game", "{out}/game.toml", "{out}/in.mbox", "--out", "{out}/out.mbox"),
    "judge": ("diplomacy",),
    "boards": (),
    "board": ("loeb9",),
    "verify": ("{out}/report.html",),
    "seal": ("spring", "S1901M", "FRANCE", "{out}/game.toml"),
    "help": ("inbox", "redo"),
    "completion": ("fish",),
    "doctor": None,
    "backup": ("{out}/backup.sqlite",),
    "restore": ("{out}/backup.sqlite", "--yes", "--leave-mail"),
    "hand-over": ("nora@example.org",),
    "key": ("{out}/database.key",),
    "lock": (),
    "unlock": (),
    "site": ("{out}/pages",),
    "league new": ("class", "{out}/roster.csv", "--rules", "so-long-sucker"),
    "league next": ("class",),
    "league add": ("class", "{out}/roster.csv"),
    "league drop": ("class", "Dora"),
    "league show": ("class",),
    "league check": ("{out}/league.json",),
    "league forget": ("class", "--yes"),
    "result": ("spring",),
    "ratings": ("payola",),
    "move": ("--to", "{out}/moved.sqlite"),
}
WHY_NOT = {
    "demo": "it plays a game of its own, and knows no other",
    "doctor": "it looks at servers and at no game",
}


def arguments(name: str, out: Path) -> list[str]:
    """What the command *name* is given, with the files that it reads."""
    (out / "game.toml").write_text(GAME, encoding="utf-8")
    (out / "in.mbox").write_text("From x Mon Jan  5 18:00:00 2026\nFrom: x@far.example\n\nHELP\n", encoding="utf-8")
    (out / "report.html").write_text("<html></html>", encoding="utf-8")
    (out / "roster.csv").write_text("Dora,dora@far.example\nEmil,emil@far.example\nFay,fay@far.example\n")
    (out / "league.json").write_text("{}")
    given = ARGUMENTS[name]
    assert given is not None
    return [word.replace("{out}", str(out)) for word in given]


def names(command: click.Command) -> set[str]:
    """The arguments (not the options) of a command."""
    return {str(param.name) for param in command.params if isinstance(param, click.Argument)}
