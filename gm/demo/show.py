"""`gm demo`: a post office, the daemon as `gm serve` runs it, and seven players, until they agree on a draw."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import aiosmtplib
import click

from gm.config.loading import Config, load_config
from gm.demo.players import Player, Reading, read
from gm.demo.postoffice import PostOffice
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.boxes.mbox import write_mbox
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.rules.lines.words import count, plural
from gm.rules.payola.game import Payola
from gm.rules.payola.state import Options
from gm.serve.daemon import Daemon
from gm.store.store import Store

DOMAIN = "gm.test"
LONGEST = 120.0  # seconds; a demo that takes longer is broken
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
"""
GAME = """[game]
name = "demo"
ruleset = "payola"
seed = "{seed}"
[clock]
early_after = "0s"
[deadlines]
movement = "1h"
retreat = "1h"
adjustment = "1h"
grace = "1h"
[seats]
"""


def payola() -> Payola:
    """The ruleset that the demonstration plays."""
    rules = ruleset("payola").rules
    assert isinstance(rules, Payola)
    return rules


async def run_demo(state: Path, seed: str, keep_open: bool) -> int:
    """Play the demonstration and return the exit status."""
    folder = (state / "demo").resolve()
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    seats = payola().seats(Options())
    users = ["gm", "operator", *(seat.lower() for seat in seats)]
    async with PostOffice(users, DOMAIN) as post:
        config = _config(folder, post)
        store = Store(config.gm.database)
        sender = Sender(config.gm.name, config.gm.address, config.gm.reply_address)
        show = Show(
            folder, post, Office(store, sender, config.gm.operator, disclose, html=True), config=config, seats=seats,
            seed=seed,
        )  # fmt: skip
        status = await show.play(keep_open)
        store.close()
    return status


def _config(folder: Path, post: PostOffice) -> Config:
    path = folder / "gm.toml"
    path.touch(mode=0o600)
    path.write_text(CONFIG.format(state=folder, imap=post.imap_port, smtp=post.smtp_port), encoding="utf-8")
    os.chmod(path, 0o600)
    return load_config(path)


class Show:
    """One demonstration in the terminal."""

    def __init__(
        self, folder: Path, post: PostOffice, office: Office, config: Config, seats: Sequence[str], seed: str
    ) -> None:
        self._folder, self._post, self._office, self._seats = folder, post, office, seats
        self._daemon = Daemon(config, office, self._tell)
        file = read_game_file(
            GAME.format(seed=seed) + "".join(f'{s} = "{s.lower()}@{DOMAIN}"\n' for s in seats),
        )
        office.open_game(file, datetime.now(UTC).replace(microsecond=0))
        board = payola().board(office.game("demo").state)
        self._players = {seat: Player(seat, board, seed) for seat in seats}
        self._read = dict.fromkeys(seats, 0)
        self._phase = ""

    async def play(self, keep_open: bool) -> int:
        """Play to the end and return the exit status: 0 if the end was reached."""
        click.echo("seven players, one GameMaster, a post office of our own on loopback")
        running = asyncio.create_task(self._daemon.run())
        playing = asyncio.create_task(self._play())
        done, _ = await asyncio.wait({running, playing}, timeout=LONGEST, return_when=asyncio.FIRST_COMPLETED)
        finished = playing in done and playing.exception() is None
        if finished:
            await self._until_sent()
            self._write()
        else:
            click.echo("the demonstration did not reach its end", err=True)
            for task in done:
                if not task.cancelled() and task.exception() is not None:
                    click.echo(f"  {task.exception()!r}", err=True)
        if finished and keep_open:
            await self._stay_open()
        playing.cancel()
        self._daemon.stop()
        with contextlib.suppress(asyncio.CancelledError):
            await running
        return 0 if finished else 1

    def _tell(self, what: str) -> None:
        game = self._office.game("demo")
        phase = game.clock.phase if game.clock else "the end"
        if phase != self._phase:
            self._phase = phase
            letters, mails = self._daemon.letters_in, self._daemon.mails_out
            click.echo(f"  {phase:8} {letters:4} {plural(letters, 'letter')} in, {mails:4} {plural(mails, 'mail')} out")

    async def _play(self) -> None:
        """Let every player read new mails and answer them, until the game is over."""
        async with asyncio.timeout(LONGEST):
            while not self._office.game("demo").over:
                for seat, player in self._players.items():
                    mails = self._post.mailbox_bytes(seat.lower())
                    for raw in mails[self._read[seat] :]:
                        self._read[seat] += 1
                        mail = read(raw)
                        text = player.answer(mail)
                        if text is not None:
                            await self._write_letter(seat, mail, text)
                await asyncio.sleep(0.05)

    async def _write_letter(self, seat: str, mail: Reading, text: str) -> None:
        """Reply to *mail* over SMTP, as a mail program does."""
        letter = EmailMessage()
        letter["From"] = f"{seat.title()} <{seat.lower()}@{DOMAIN}>"
        letter["To"] = mail.reply_to
        letter["Subject"] = mail.subject if mail.subject.startswith("Re:") else f"Re: {mail.subject}"
        letter["In-Reply-To"] = mail.message_id
        letter["Message-ID"] = f"<{seat.lower()}-{self._read[seat]}@{DOMAIN}>"
        quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")[:6])
        letter.set_content(f"{text}\n\nOn Monday 5 January at 18:00 the GameMaster <gm@{DOMAIN}> wrote:\n{quoted}\n")
        await aiosmtplib.send(
            letter, hostname="127.0.0.1", port=self._post.smtp_port, local_hostname="localhost", start_tls=False
        )

    async def _until_sent(self) -> None:
        """Wait until the last mails are sent."""
        for _ in range(200):
            if not self._office.store.outbox.waits():
                return
            await asyncio.sleep(0.05)

    def _write(self) -> None:
        """Write an mbox for each player, and the report."""
        now = datetime.now(UTC)
        for seat in self._seats:
            mails = self._post.mailbox_bytes(seat.lower())
            box = b"".join(write_mbox(f"gm@{DOMAIN}", now, raw) for raw in mails)
            (self._folder / f"{seat}.mbox").write_bytes(box)
        text, html, *_ = disclose(self._office.store, "demo")
        (self._folder / "report.html").write_text(html, encoding="utf-8")
        (self._folder / "report.txt").write_text(text, encoding="utf-8")
        click.echo(f"\nThe game is over: {self._office.game('demo').over}.")
        came, went = count(self._daemon.letters_in, "letter"), count(self._daemon.mails_out, "mail")
        click.echo(f"{came} in, {went} out. Look at:")
        click.echo(f"  {self._folder / 'FRANCE.mbox'}   what France was told, and nobody else")
        click.echo(f"  {self._folder / 'report.html'}   what everybody learns when the game is over")
        click.echo(f"  {self._folder / 'gm.sqlite'}     journal, ledger and mails; all of it is in this folder")

    async def _stay_open(self) -> None:
        imap, smtp = self._post.imap_port, self._post.smtp_port
        click.echo(f"\nThe post office stays open: IMAP 127.0.0.1:{imap}, SMTP 127.0.0.1:{smtp},")
        click.echo("no TLS; user france (or any other power), password secret. Ctrl-C ends it.")
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
