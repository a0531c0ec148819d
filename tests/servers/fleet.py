"""Several daemons on one PostgreSQL, Dovecot and Postfix, games of all rulesets, and whatever may happen to them.

What is disturbed comes in turn; players write all the while, and clocks strike. Afterwards the books are checked.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import signal
import smtplib
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from helpers.killing import message_id, without_token
from helpers.postgres import Cluster
from helpers.served import DOMAIN, GM, USERS, Served, until
from mailservers import MailServers
from realworld import CONFIG, DONE, QUARANTINE, hand_in

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.store.server import Server
from gm.store.store import Store

# What kinds of games there are, how many of each, and their settings: phases short enough for clocks to strike.
PACE = '[clock]\nearly = false\n[deadlines]\nmovement = "40s"\nretreat = "40s"\nadjustment = "40s"\ngrace = "0s"'
WARS = '[clock]\nearly = false\n[deadlines]\nmoves = "40s"\nfire = "40s"\ngrace = "0s"'
GAMES = {
    "payola": (4, PACE), "diplomacy": (4, PACE), "ground-war": (3, WARS),
    "air-war": (3, WARS.replace("[deadlines]", '[deadlines]\ncities = "40s"\nchips = "40s"')),
    "negotiation": (2, ""), "hex-negotiation": (2, ""), "so-long-sucker": (2, ""),
}  # fmt: skip
LIMITS = '[limits]\nanswers_per_hour = 100000\nretry = ["1s"]\n'
PEOPLE = [user for user in USERS if user not in ("gm", "operator")]
ASLEEP = 12.0  # seconds, longer than a lease lasts
TRIES = 100  # to hand in a letter
SAYS = ("STATUS", "SHOW", "PRESS TO {other}\nWord {n}.\nEND", "VOTE PERHAPS")
SETTLED = 150.0  # seconds for what is left when all is over


class Fleet:
    """The daemons, who writes to them, and what was done to them."""

    def __init__(
        self, servers: MailServers, cluster: Cluster, database: str, folder: Path, daemons: int, seed: str
    ) -> None:
        self.servers, self.cluster, self.database, self.folder = servers, cluster, database, folder
        self.server = Server(cluster.url(database), folder / "gm.sqlite")
        self.chance, self.asleep = random.Random(seed), set[Served]()
        self.daemons = [self.daemon(number) for number in range(daemons)]
        self.done: Counter[str] = Counter()
        self.letters: dict[str, str] = {}  # the game of each letter, by its Message-ID
        self.seats: dict[str, Sequence[str]] = {}

    def daemon(self, number: int) -> Served:
        folder = self.folder / f"daemon-{number}"
        folder.mkdir()
        served = Served(folder, self.server)
        written = CONFIG.format(
            folder=folder, imaps=self.servers.imaps, submission=self.servers.submission,
            password=self.servers.password, cafile=self.servers.cafile,
        )  # fmt: skip
        served.write(f'{written.partition("[limits]")[0]}{LIMITS}[database]\nurl = "{self.server.url}"\n')
        return served

    def begin(self) -> None:
        """Begin the games."""
        store = Store(self.server)
        office = Office(store, Sender("GM", GM, f"gm+{{token}}@{DOMAIN}"), f"operator@{DOMAIN}", disclose)
        for kind, (many, settings) in GAMES.items():
            for number in range(many):
                name = f"{kind}-{number}"
                text = f'[game]\nname = "{name}"\nruleset = "{kind}"\nidentity = "open"\n{settings}\n[seats]\n'
                seats = ruleset(kind).rules.seats(read_game_file(text).options)
                self.seats[name] = seats
                given = zip(seats, PEOPLE * 2, strict=False)
                text += "".join(f'{seat} = "{user}@{DOMAIN}"\n' for seat, user in given)
                office.open_game(read_game_file(text), datetime.now(UTC).replace(microsecond=0))
        store.close()

    # -- what is written ---------------------------------------------------------------------------------------------

    async def write(self, number: int, enough: Callable[[], bool]) -> None:
        """Let players write, at least so many letters, until it is enough."""
        while len(self.letters) < number or not enough():
            game = self.chance.choice(list(self.seats))
            seats = self.seats[game]
            place = self.chance.randrange(len(seats))
            other = seats[(place + 1) % len(seats)]
            said = self.chance.choice(SAYS).format(other=other, n=len(self.letters))
            await self.hand_in(game, PEOPLE[place], said)
            await asyncio.sleep(self.chance.uniform(0.0, 0.3))

    async def hand_in(self, game: str, user: str, text: str) -> None:
        name = f"{game}-{len(self.letters)}@{DOMAIN}"
        mail = EmailMessage()
        mail["From"], mail["To"] = f"{user.title()} <{user}@{DOMAIN}>", GM
        mail["Subject"], mail["Message-ID"] = f"[{game}] a letter", f"<{name}>"
        mail.set_content(text)
        self.letters[name] = game
        for _ in range(TRIES):
            try:
                await asyncio.to_thread(hand_in, self.servers, mail)
                return
            except (OSError, smtplib.SMTPException):
                await asyncio.sleep(self.chance.uniform(0.05, 0.3))
        raise AssertionError(f"{name} was never accepted")

    # -- what is done to them ------------------------------------------------------------------------------------------

    async def disturb(self, times: int) -> None:
        """Do each kind of thing in turn, so many in all."""
        kinds: list[Callable[[], Awaitable[None]]] = [
            self.kill_daemon, self.cut_connections, self.stop_database, self.kill_server, self.sleep
        ]  # fmt: skip
        asleep: list[asyncio.Task[None]] = []
        for number in range(times):
            kind = kinds[number % len(kinds)]
            await asyncio.sleep(self.chance.uniform(0.3, 1.5))
            if kind == self.sleep:
                asleep = [task for task in asleep if not task.done()]
                if len(asleep) == len(self.daemons) - 1:
                    await asyncio.wait(asleep, return_when=asyncio.FIRST_COMPLETED)
                asleep.append(asyncio.create_task(self.sleep()))
            else:
                await kind()
            self.done[kind.__name__.strip("_")] += 1
        await asyncio.gather(*asleep)

    def awake(self) -> list[Served]:
        return [one for one in self.daemons if one.alive and one not in self.asleep]

    async def kill_daemon(self) -> None:
        one = self.chance.choice(self.awake() or self.daemons[:1])
        await one.kill()
        self.asleep.discard(one)
        await one.start()

    async def cut_connections(self) -> None:
        statement = f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{self.database}'"
        await asyncio.to_thread(self.cluster.ask, statement)

    async def stop_database(self) -> None:
        await asyncio.to_thread(self.cluster.stop, signal.SIGQUIT)
        await asyncio.sleep(self.chance.uniform(0.0, 1.0))
        await asyncio.to_thread(self.cluster.start)
        for one in self.daemons:  # as systemd does with one that could not begin
            if not one.alive:
                await one.start()

    async def kill_server(self) -> None:
        server = self.chance.choice((self.servers.dovecot, self.servers.postfix))
        await asyncio.to_thread(server.kill)
        if server is self.servers.dovecot:  # it would wait two minutes for who has left a lock behind, and we with it
            for lock in self.servers.folder.glob("mail/**/dovecot-uidlist.lock"):
                lock.unlink()
        await asyncio.to_thread(server.start)

    async def sleep(self) -> None:
        """A daemon stands still for longer than a lease lasts, in the middle of whatever it does, and goes on."""
        awake = self.awake()
        if len(awake) < 2:
            return
        one = self.chance.choice(awake)
        self.asleep.add(one)
        one.send_signal(signal.SIGSTOP)
        await asyncio.sleep(ASLEEP)
        if one in self.asleep:
            one.send_signal(signal.SIGCONT)
            self.asleep.discard(one)

    # -- what must be so afterwards ------------------------------------------------------------------------------------

    async def settle(self) -> None:
        """Wait until every letter has acted, and every mail was sent."""
        for one in self.daemons:
            if not one.alive:
                await one.start()
        looks = self.daemons[0]
        done = "state in ('done', 'answered')"
        await until(lambda: looks.count("inbox", done) >= len(self.letters), "all letters", SETTLED)
        await until(lambda: not looks.count("waiting"), "all letters to have acted", SETTLED)
        await until(lambda: not self.servers.count("gm"), "all letters to be put away", SETTLED)
        for one in self.daemons:
            one.forget()
            assert await one.stop() == 0, one.text()[-3000:]
        await self.daemons[0].start()  # alone, it sends what is left
        await until(looks.sent, "the last mails", SETTLED)
        assert await self.daemons[0].stop() == 0
        await until(lambda: not self.queued(), "Postfix to have delivered everything", SETTLED)

    def queued(self) -> list[str]:
        queue = self.servers.folder / "postfix" / "queue"
        folders = [queue / one for one in ("maildrop", "incoming", "active", "deferred")]
        found = [Path(folder, name) for one in folders for folder, _, names in os.walk(one) for name in names]
        return [file.name for file in found if file.exists() and file.stat().st_mode & 0o100]

    def check(self) -> str:
        """Check the books; return what there was."""
        store = Store(self.server)
        try:
            assert check_store(store) == ([], sum(many for many, _ in GAMES.values()))
            self.check_letters(store)
            strikes = self.check_order(store)
            mails, repeats = self.check_mails(store)
        finally:
            store.close()
        for one in self.daemons:
            assert "Traceback" not in one.text(), one.text()[-4000:]
        done = ", ".join(f"{many} {what}" for what, many in sorted(self.done.items()))
        return f"{done}; {len(self.letters)} letters, {strikes} strikes, {mails} mails ({repeats} repeats)"

    def check_letters(self, store: Store) -> None:
        """Each letter is entered once, in its own game."""
        rows = store.rows("select message_id, game, state from inbox")
        done = Counter((row["message_id"], row["game"]) for row in rows if row["state"] != "known")
        assert done == Counter(self.letters.items())
        copies = [raw for folder in (DONE, QUARANTINE) for raw in self.servers.mails("gm", folder)]
        games = {name: Office(store, Sender("GM", GM), "", disclose).game(name) for name in self.seats}
        for name, game in games.items():
            of = {game.secret(hashlib.sha256(raw).hexdigest(), "mail", 0)[:32]: message_id(raw) for raw in copies}
            entered = [e.data["mail"] for e in store.journal.entries(name) if e.kind == "letter"]
            assert len({*entered}) == len(entered)
            assert sorted(of[digest] for digest in entered) == sorted(k for k, v in self.letters.items() if v == name)

    def check_order(self, store: Store) -> int:
        """No letter acted after one of its game that came later, or after a strike that was due no earlier.

        Returns the number of strikes.
        """
        found = 0
        for name in self.seats:
            last, struck = datetime.min.replace(tzinfo=UTC), list[tuple[str, datetime]]()
            for entry in store.journal.entries(name):
                if entry.kind == "letter":
                    came = entry.data.get("received")
                    received = entry.at if came is None else datetime.fromisoformat(came)
                    assert last <= received, f"{name}: entry {entry.n} came before the one before"
                    assert all(due < received for _, due in struck), f"{name}: a clock struck before entry {entry.n}"
                    last = received
                elif entry.kind == "time":
                    due = entry.data.get("due")
                    struck.append((entry.data["kind"], entry.at if due is None else datetime.fromisoformat(due)))
            assert len({*struck}) == len(struck), f"{name}: a clock struck twice"
            found += len(struck)
        return found

    def check_mails(self, store: Store) -> tuple[int, int]:
        """Every mail of the outbox came; repeats have the same Message-ID and text; each reader's came in order."""
        boxes = {user: self.servers.mails(user) for user in self.servers.users if user != "gm"}
        copies: dict[tuple[str, str], list[bytes]] = defaultdict(list)
        for user, raws in boxes.items():
            for raw in raws:
                copies[user, message_id(raw)].append(raw[raw.index(b"From: ") :])
        rows = store.rows("select recipient, message_id, raw, state from outbox order by id")
        repeats = 0
        for row in rows:
            assert row["state"] == "sent", row["state"]
            came = copies.pop((str(row["recipient"]).partition("@")[0], str(row["message_id"])))
            assert {without_token(one) for one in came} == {without_token(came[0])}
            repeats += len(came) - 1
        assert not copies, "mails came that are not in the outbox"
        return len(rows), repeats

    async def close(self) -> None:
        """Stop whatever still runs."""
        for one in self.daemons:
            if one.alive:
                one.send_signal(signal.SIGCONT)
            await one.close()


async def chaos(fleet: Fleet, times: int, letters: int) -> None:
    """Begin the games, let players write while so many things happen, and check the books."""
    begun = time.monotonic()
    try:
        fleet.begin()
        await asyncio.gather(*(one.start() for one in fleet.daemons))
        disturbing = asyncio.create_task(fleet.disturb(times))
        await asyncio.gather(disturbing, fleet.write(letters, disturbing.done))
        await fleet.settle()
        print(f"\n{fleet.check()}, {time.monotonic() - begun:.0f} s")
    finally:
        await fleet.close()
