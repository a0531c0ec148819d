"""A demonstration as it was shown: what the terminal said, the letters, and the mails in which each player read."""

from __future__ import annotations

import mailbox
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from pathlib import Path
from unittest.mock import patch

import msgspec
from click.testing import CliRunner

from gm.bots.reading import Reading, read
from gm.cli import main
from gm.demo.table import Table
from gm.store.store import Store


class Shown(msgspec.Struct, frozen=True):
    """status, said: of the command; letters: each seat's, in order; rounds: how many mails a seat read each time."""

    status: int
    said: str
    folder: Path
    letters: dict[str, list[str]]
    rounds: dict[str, list[int]]

    def mails(self, seat: str) -> list[Reading]:
        """All mails to a seat, in order, from the file that the demonstration leaves."""
        box = mailbox.mbox(self.folder / f"{seat}.mbox", create=False)
        return [read(bytes(mail)) for mail in box]


def show(ruleset: str, state: Path, *more: str, typed: str = "") -> Shown:
    """Run `gm demo`."""
    with counted() as rounds:
        done = CliRunner().invoke(main, ["demo", ruleset, "--state", str(state), *more], input=typed)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    folder = (state / "demo").resolve()
    written = letters(folder) if folder.exists() else {}
    return Shown(done.exit_code, done.output, folder, letters=written, rounds=rounds)


def letters(folder: Path) -> dict[str, list[str]]:
    """What each seat wrote, in order, without what was quoted below it."""
    found: dict[str, list[str]] = defaultdict(list)
    store = Store(folder / "gm.sqlite")
    for row in store.rows("select raw from inbox order by id"):
        mail = message_from_bytes(row["raw"], policy=policy.default)
        seat = str(mail["From"]).partition("<")[2].partition("@")[0].upper()
        found[seat].append(mail.get_content().replace("\r\n", "\n").partition("\n\nOn Monday")[0])
    store.close()
    return found


@contextmanager
def counted() -> Iterator[dict[str, list[int]]]:
    """Count how many mails each seat reads at a time."""
    rounds: dict[str, list[int]] = defaultdict(list)
    inner = Table.new_mails

    def counting(table: Table, seat: str) -> list[Reading]:
        mails = inner(table, seat)
        rounds[seat].append(len(mails))
        return mails

    with patch.object(Table, "new_mails", counting):  # time: how far the letters of others had come
        yield rounds
