"""A person at the demonstration's table: mails are shown as they come, and letters are typed below them."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence

import click

from gm.bots.reading import Reading
from gm.demo.table import Table
from gm.desk.game.refusal import OperatorError

RULE = "-" * 72
REPORT = "=" * 72  # above the report in the last mail
ASKED = "Your letter; a line with a single dot sends it (or: example, next, edit, help, quit)."
WORDS = (
    ("example", "send what the last mail gives as an example"),
    ("next", "send nothing more: time passes, with what is on file, or its default"),
    ("edit", "write the letter in your editor ($EDITOR), beginning with the example"),
    ("again", "show the last mail again"),
    ("help", "show this list; the GameMaster's help is a letter: HELP RULES, then a dot"),
    ("quit", "leave; what happened so far is kept"),
)


class Left(Exception):
    """The person has left, or there is nothing more to read from them."""


class Person:
    """The person on a seat. introduced: the lines that they are shown first."""

    def __init__(self, table: Table, seat: str, introduced: Sequence[str]) -> None:
        self._table, self._seat, self._introduced = table, seat, introduced
        self._last: Reading | None = None  # the last mail that takes orders

    async def play(self) -> None:
        """Play until the game is over or the person leaves."""
        for line in self._introduced:
            click.echo(line)
        await self._table.settled()
        await self._others()
        try:
            while not self._table.over:
                self._show_new()
                await self._turn()
        except Left:
            return
        await self._table.settled()
        self._show_new()

    async def _turn(self) -> None:
        """Ask for one letter, and let the others answer."""
        text = await self._letter()
        if text and self._last is not None:
            await self._table.send(self._seat, self._last, text)
            await self._table.settled()
        elif text is None and not self._table.paced:
            await self._let_time_pass()
        if text is None or text:
            written = await self._others()
            if text is None and self._table.paced and not written:
                click.echo("Nobody has anything to say; it is for you to write.")

    async def _let_time_pass(self) -> None:
        try:
            await self._table.time_passes()
        except OperatorError as error:
            click.echo(f"Time cannot pass: {error}")

    async def _others(self) -> bool:
        """Let the others read and write until they have nothing to say, or once if all may write at any time.

        Return whether anybody wrote.
        """
        written = False
        while not self._table.over and await self._table.round():
            written = True
            if self._table.paced:
                break
        return written

    def _show_new(self) -> None:
        for mail in self._table.new_mails(self._seat):
            if mail.takes_orders:
                self._last = mail
            self._show(mail)

    def _show(self, mail: Reading) -> None:
        click.echo(f"\n{click.style(RULE, dim=True)}\n{click.style(f'Subject: {mail.subject}', bold=True)}\n")
        text, more, _ = mail.text.partition(REPORT)
        click.echo(text.rstrip())
        if more:
            click.echo("\n(The report follows in the mail.)")

    # -- what the person types -----------------------------------------------------------------------------------------

    async def _letter(self) -> str | None:
        """Return the person's letter, "" if there is none after all, None if time is to pass. Raises Left."""
        click.echo(f"\n{click.style(RULE, dim=True)}\n{click.style(ASKED, bold=True)}")
        lines: list[str] = []
        while (line := await _line()) is not None and line.strip() != ".":
            word = line.strip().lower()
            if not lines and word in dict(WORDS):
                return await self._word(word)
            if lines or word:
                lines.append(line)
        if line is None and not lines:
            raise Left
        return "\n".join(lines)

    async def _word(self, word: str) -> str | None:
        """Do what a word asks for; return the letter that it makes, as _letter does."""
        example = "\n".join(self._last.example) if self._last else ""
        if word == "quit":
            raise Left
        if word == "next":
            return None
        if word == "edit":
            return ((await asyncio.to_thread(click.edit, example + "\n")) or "").strip()
        if word == "example":
            click.echo(example or "The last mail gives no example.")
            return example
        if word == "help":
            for name, meaning in WORDS:
                click.echo(f"  {name:8} {meaning}")
        elif self._last is not None:
            self._show(self._last)
        return ""


async def _line() -> str | None:
    """Read a line from the person, while mail goes on in this process; None at the end.

    The thread is a daemon, since a thread of a pool would keep the process alive until a line comes.
    """
    click.echo("> ", nl=False)
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def wait() -> None:
        loop.call_soon_threadsafe(answer.set_result, sys.stdin.readline())

    threading.Thread(target=wait, daemon=True).start()
    line = await answer
    if not line or not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))
    return line.rstrip("\n") if line else None
