"""`gm demo`: a post office, the daemon as `gm serve` runs it, and a simple player on each seat, or a person on one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import click
import msgspec

from gm.bots import player_of
from gm.config.loading import Config, load_config
from gm.demo.person import Person
from gm.demo.postoffice import PostOffice
from gm.demo.table import DOMAIN, NAME, Table
from gm.desk.office import Office
from gm.post.boxes.mbox import write_mbox
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.rules import Seat, as_seat
from gm.rules.lines.words import count
from gm.serve.daemon import Daemon
from gm.store.store import Store

LONGEST = 120.0  # seconds; a demo that takes longer is broken
NO_LIMIT = 100_000  # answers in an hour: the players write as fast as they can
CONFIG = """[gm]
address = "gm@gm.test"
operator = "operator@gm.test"
state = "{state}"

[imap]
host = "127.0.0.1"
port = {imap}
user = "gm"
tls = "none"
password = "secret"
done = "Done"
quarantine = "Quarantine"
poll = "1s"

[smtp]
host = "127.0.0.1"
port = {smtp}
tls = "none"
connections = 1

[limits]
answers_per_hour = {answers}
"""
GAME = """[game]
name = "{name}"
ruleset = "{ruleset}"
seed = {seed}
[clock]
{clock}
{settings}
[seats]
"""


class Wanted(msgspec.Struct, frozen=True):
    """What is to be shown. play: the seat that a person takes, "" if none; keep_open: the post office stays."""

    ruleset: str
    seed: str
    play: str = ""
    keep_open: bool = False


def names_of(name: str) -> dict[Seat, str]:
    """The seats of a ruleset in the demonstration, in their order, each with what players call it."""
    registered = ruleset(name)
    given = msgspec.toml.decode(player_of(name).settings)["options"] if player_of(name).settings else {}
    options = msgspec.convert(given, registered.rules.card.options)
    names = registered.named.names(options)
    return {seat: names[seat] for seat in registered.rules.seats(options)}


async def run_demo(state: Path, wanted: Wanted) -> int:
    """Play the demonstration and return the exit status."""
    folder = (state / "demo").resolve()
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    seats = names_of(wanted.ruleset)
    async with PostOffice(["gm", "operator", *(seat.lower() for seat in seats)], DOMAIN) as post:
        config = _config(folder, post)
        store = Store(config.gm.database)
        sender = Sender(config.gm.name, config.gm.address, config.gm.reply_address)
        office = Office(
            store, sender, config.gm.operator, disclose, answers_per_hour=config.limits.answers_per_hour, html=True
        )
        status = await Show(folder, post, office, config=config, wanted=wanted).play()
        store.close()
    return status


def _config(folder: Path, post: PostOffice) -> Config:
    path = folder / "gm.toml"
    path.touch(mode=0o600)
    text = CONFIG.format(state=folder, imap=post.imap_port, smtp=post.smtp_port, answers=NO_LIMIT)
    path.write_text(text, encoding="utf-8")
    os.chmod(path, 0o600)
    return load_config(path)


def _game(wanted: Wanted) -> str:
    """The game.toml of the demonstration: phases end as soon as everything is in."""
    waits = "early_after" in ruleset(wanted.ruleset).card.fixed
    text = GAME.format(
        name=NAME, ruleset=wanted.ruleset, seed=msgspec.json.encode(wanted.seed).decode(),
        clock="" if waits else 'early_after = "0s"', settings=player_of(wanted.ruleset).settings,
    )  # fmt: skip
    return text + "".join(f'{seat} = "{seat.lower()}@{DOMAIN}"\n' for seat in names_of(wanted.ruleset))


class Show:
    """One demonstration in the terminal."""

    def __init__(self, folder: Path, post: PostOffice, office: Office, config: Config, wanted: Wanted) -> None:
        self._folder, self._post, self._office, self._wanted = folder, post, office, wanted
        self._daemon = Daemon(config, office, self._tell)
        self._table = Table(post, office, self._daemon, _game(wanted))
        self._names, kind = names_of(wanted.ruleset), player_of(wanted.ruleset)
        self._seats = (*self._names,)
        self._table.players = {seat: kind(seat, wanted.seed) for seat in self._seats if seat != wanted.play}
        self._told, self._at = ("", 0), 0.0

    async def play(self) -> int:
        """Play to the end and return the exit status: 0 if the end was reached, or the person left."""
        running = asyncio.create_task(self._daemon.run())
        playing = asyncio.create_task(self._play())
        left = False
        try:
            await asyncio.wait({running, playing}, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:  # Ctrl-C, by which a person leaves as well as by `quit`
            if not self._wanted.play:
                raise
            left = True
        failed = next((task.exception() for task in (playing, running) if task.done() and task.exception()), None)
        reached = failed is None and (left or playing.done())
        if not reached:
            click.echo(f"the demonstration did not reach its end\n  {failed!r}", err=True)
        else:
            self._write()
            if self._wanted.keep_open and not left:
                await self._stay_open()
        playing.cancel()
        self._daemon.stop()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        return 0 if reached else 1

    async def _play(self) -> None:
        if self._wanted.play:
            await Person(self._table, self._wanted.play, self._introduced()).play()
            return
        card = ruleset(self._wanted.ruleset).card
        click.echo(f"{card.title}: {count(len(self._seats), 'player')}, one GameMaster, a post office of our own")
        async with asyncio.timeout(LONGEST):
            await self._table.to_the_end()
        self._tell("", last=True)

    def _introduced(self) -> tuple[str, ...]:
        """What the person is told first: what this is, how long it takes, how to leave."""
        card, kind = ruleset(self._wanted.ruleset).card, player_of(self._wanted.ruleset)
        others = "seats are simple players, who read" if len(self._seats) > 2 else "seat is a simple player, who reads"
        return (
            f"{card.title}, by mail in this terminal. You are {self._names[as_seat(self._wanted.play)]}.",
            f"The other {others} only their own mails.",
            kind.ends,
            "Time passes when all have answered: a quarter of an hour shows how it goes.",
            f"`help` lists the words, `quit` leaves; all is kept in {self._folder}.",
        )

    def _tell(self, what: str, last: bool = False) -> None:
        """Print a line when the game has moved on, but no more than two in a second."""
        if self._wanted.play:
            return
        game, now = self._office.game(NAME), asyncio.get_running_loop().time()
        phase = game.clock.phase if game.clock else "the end"
        told = (phase, self._daemon.letters_in if player_of(self._wanted.ruleset).paced else 0)
        if last or (game.clock and told != self._told and now >= self._at + 0.5):
            self._told, self._at = told, now
            came, went = self._daemon.letters_in, self._daemon.mails_out
            click.echo(f"  {phase:8} {came:4} letters in, {went:4} mails out")

    def _write(self) -> None:
        """Write an mbox for each player, and the report if the game is over; say where everything is."""
        now, over = datetime.now(UTC), self._office.game(NAME).over
        for seat in self._seats:
            mails = self._post.mailbox_bytes(seat.lower())
            box = b"".join(write_mbox(f"gm@{DOMAIN}", now, raw) for raw in mails)
            (self._folder / f"{seat}.mbox").write_bytes(box)
        if over:
            text, html, *_ = disclose(self._office.store, NAME)
            (self._folder / "report.html").write_text(html, encoding="utf-8")
            (self._folder / "report.txt").write_text(text, encoding="utf-8")
        click.echo(f"\nThe game is over: {over}." if over else "\nThe game is not over; this is how it was left.")
        came, went = count(self._daemon.letters_in, "letter"), count(self._daemon.mails_out, "mail")
        click.echo(f"{came} in, {went} out. Look at:")
        one = self._wanted.play or self._seats[min(2, len(self._seats) - 1)]
        click.echo(f"  {self._folder / f'{one}.mbox'}   what {self._names[as_seat(one)]} was told, and nobody else")
        click.echo(f"  {self._folder / 'gm.sqlite'}     journal, ledger and mails; all of it is in this folder")
        if over:
            click.echo(f"  {self._folder / 'report.html'}   what everybody learns when the game is over")

    async def _stay_open(self) -> None:
        imap, smtp = self._post.imap_port, self._post.smtp_port
        click.echo(f"\nThe post office stays open: IMAP 127.0.0.1:{imap}, SMTP 127.0.0.1:{smtp},")
        click.echo(f"no TLS; user {self._seats[0].lower()} (or any other seat), password secret. Ctrl-C ends it.")
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
