"""An hour of the daemon under load, some of it hostile: does it stay as small and as quick as it was?

`python -m benchmarks soak --minutes 60 --rate 20`. Players of games of all rulesets write to a real mailbox, and
orders are judged meanwhile; a quarter of all mails is hostile. A line is printed each minute, and at the end a
judgement: the last ten minutes against those from the tenth to the twentieth, or thirds of a shorter run.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import os
import re
import signal
import smtplib
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep
from typing import Any

import msgspec
from aiosmtpd.smtp import SMTP

from benchmarks.hostile_shapes import SHAPES, made, worse
from benchmarks.letters import GM, OPERATOR, new_office
from benchmarks.light_bench import family, kilobytes
from benchmarks.long_games import KINDS, Orders
from benchmarks.mail_bench import CONFIG, HOST, SERVERS, USER, Process, running
from benchmarks.measure import Row, table
from benchmarks.played import HEAD, QUOTED
from gm.bots.reading import Reading, read
from gm.desk.file.gamefile import read_game_file
from gm.registry import ruleset
from gm.rules import as_seat
from gm.store.database import iso

GAMES = {  # how many of each
    "payola": 3, "diplomacy": 3, "ground-war": 2, "air-war": 2, "negotiation": 2, "hex-negotiation": 2,
    "so-long-sucker": 2,
}  # fmt: skip
SETTINGS = {
    kind: f'[clock]\nearly = false\n[deadlines]\n{lines}'
    for kind, lines in {
        "payola": 'movement = "4m"\nretreat = "2m"\nadjustment = "2m"',
        "diplomacy": 'movement = "5m"\nretreat = "2m"\nadjustment = "2m"',
        "ground-war": 'moves = "4m"\nfire = "3m"',
        "air-war": 'cities = "2m"\nchips = "2m"\nmoves = "4m"\nfire = "3m"',
    }.items()
}  # fmt: skip
LIMITS = """mails_per_hour = 10000000
mails_per_day = 100000000
"""  # so few players would use up what each may get, and their answers would wait, as they should
PLAYS = {"hex-negotiation": 0.05, "so-long-sucker": 0.05}  # how often a move is made that is owed; else always
ANSWERS = 1000  # to each player in an hour
HOSTILE = 4  # one mail in so many
FLOOD = 40  # PRESS in a letter
SMALL, SIZES = 20_000, (100_000, 520_000, 1_000_000, 2_000_000, 7_990_000)  # bytes of mails with odd shapes
POOL, LARGE = 150, 20  # mails with odd shapes that are sent again and again
WARM = 10  # minutes before the first ones compared, and how many are compared
FIRST, LAST = slice(WARM, 2 * WARM), slice(-WARM, None)
BOUNDS = {"memory": 1.1, "bytes a letter": 1.2, "latency, median": 1.5, "latency, worst": 2.0}
PATIENCE = 90.0  # seconds for what is still unanswered at the end
FIELD = re.compile(rb"^(To|In-Reply-To|Subject):[ \t]*([^\r\n]*)", re.MULTILINE | re.IGNORECASE)
ELSEWHERE = b"Your reply to this mail goes to"  # a message of another player


class Seat(msgspec.Struct):
    """A player: their newest mail that a reply to the GameMaster answers, and what they have done."""

    game: str
    seat: str
    address: str
    kind: str
    mail: bytes = b""
    answered: str = ""  # the phase in which they have written their orders
    sheet: tuple[str, ...] = ()


class Minute(msgspec.Struct):
    """What was seen in a minute. handled: mails; memory in megabytes; grown: bytes for each mail handled."""

    handled: int
    latencies: tuple[float, ...]
    processor: float
    memory: float
    helpers: float
    size: int
    grown: float
    mailbox: int
    outbox: int

    @property
    def line(self) -> str:
        """The minute in columns."""
        middle, worst = (median(self.latencies), max(self.latencies)) if self.latencies else (0.0, 0.0)
        return (
            f"{self.handled:>8} {middle * 1e3:>9.0f} {worst * 1e3:>9.0f} {self.processor:>10.0%} {self.memory:>9.1f} "
            f"{self.helpers:>9.1f} {self.size / 1e6:>9.1f} {self.grown:>9.0f} {self.mailbox:>8} {self.outbox:>7}"
        )


HEADING = (
    "minute   handled median,ms  worst,ms  processor memory,MB helper,MB   base,MB B/letter  mailbox  outbox"
)


class World:
    """Everybody who writes and is written to. sent: when letters were posted that wait for their answers."""

    def __init__(self, seats: Sequence[Seat], seed: int = 17) -> None:
        self.seats = {seat.address: seat for seat in seats}
        self._orders: dict[str, Orders] = {}
        self.sent: dict[str, float] = {}
        self.took: list[float] = []
        self._chance, self._number = Random(seed), 0
        small = [made(self._odd(), SMALL) for _ in range(POOL)]
        self._pool = small + [made(self._odd(), self._chance.choice(SIZES)) for _ in range(LARGE)]

    def _odd(self) -> Any:
        shapes = list(SHAPES.values())
        shape = self._chance.choice(shapes)
        return worse(shape, self._chance.choice(shapes), self._chance) if self._chance.random() < 0.5 else shape

    # -- what arrives --------------------------------------------------------------------------------------------

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # the name is aiosmtpd's
        """Take a mail of the daemon's."""
        raw: bytes = envelope.content
        fields = {name.lower(): value for name, value in FIELD.findall(raw[:5000])}
        posted = self.sent.pop(fields.get(b"in-reply-to", b"").decode(), None)
        if posted is not None:
            self.took.append(monotonic() - posted)
        seat = self.seats.get(envelope.rcpt_tos[0])
        of_game = seat is not None and f"[{seat.game}]".encode() in fields.get(b"subject", b"")
        if seat is not None and of_game and ELSEWHERE not in b" ".join(raw[:20_000].split()):
            seat.mail = raw
        return "250 2.0.0 taken"

    # -- what is written -------------------------------------------------------------------------------------------

    def next(self) -> bytes:
        """The next mail to post: each fourth one is hostile."""
        self._number += 1
        hostile = self._number % HOSTILE == 0
        seat = self._chance.choice(list(self.seats.values()))
        return self._hostile(seat) if hostile or not seat.mail else self._letter(seat)

    def _letter(self, seat: Seat) -> bytes:
        """A letter of a player, who waits for its answer; the flooder has used up theirs, and waits for nothing."""
        mail = read(seat.mail)
        return self._written(seat, mail, self._lines(seat, mail), waits=seat is not self._flooder)

    def _lines(self, seat: Seat, mail: Reading) -> Sequence[str]:
        if mail.owes and mail.phase != seat.answered and self._chance.random() < PLAYS.get(seat.kind, 1.0):
            seat.answered = mail.phase
            orders = self._orders.setdefault(seat.game, KINDS[seat.kind].orders())
            seat.sheet = tuple(orders(seat.seat, mail))
            if seat.sheet:
                return seat.sheet
        match self._chance.randrange(10):
            case 0 | 1 if seat.kind != "so-long-sucker":
                return [f"PRESS TO {self._other(seat)}", f"Word {self._number}: my border is quiet.", "END"]
            case 2 | 3 | 4 if seat.sheet and seat.answered == mail.phase and seat.kind not in PLAYS:
                return seat.sheet
            case 5:
                return ["SHOWW ME", "VOTE PERHAPS"]
            case 6 | 7:
                return ["STATUS"]
        return ["SHOW"]

    def _other(self, seat: Seat) -> str:
        return self._chance.choice([o.seat for o in self.seats.values() if o.game == seat.game and o is not seat])

    def _written(self, seat: Seat, mail: Reading | None, lines: Sequence[str], waits: bool = False) -> bytes:
        """A mail as from a player: a reply to *mail*, or out of the blue, which anybody may have written."""
        now, number = datetime.now(UTC), f"{self._number:08x}-{self._chance.getrandbits(32):08x}"
        head = HEAD.format(
            number=self._number, date=now, seat=as_seat(seat.seat).title(), game=number, address=seat.address,
            subject=f"Re: {mail.subject}" if mail else f"[{seat.game}]", to=mail.reply_to if mail else GM.address,
            answered=mail.message_id if mail else "<none@player.example>",
        )  # fmt: skip
        if waits:
            self.sent[f"<{self._number}.{as_seat(seat.seat).title()}.{number}@player.example>"] = monotonic()
        quoted = "\n".join(f"> {line}" for line in mail.text.split("\n")[:QUOTED]) if mail else ""
        said = "\n".join(lines)
        return f"{head}\n{said}\n\nOn {iso(now)} the GameMaster wrote:\n{quoted}\n".encode()

    def _hostile(self, seat: Seat) -> bytes:
        match self._number // HOSTILE % 5:
            case 0 | 1:  # forged, for all that anybody can see
                return self._written(seat, None, ["A PAR - BUR", "STATUS"])
            case 2 if self._flooder.mail:
                seat = self._flooder
                lines = [f"PRESS TO {self._other(seat)}\nFlood {n} of {self._number}\nEND" for n in range(FLOOD)]
                return self._written(seat, read(seat.mail), lines)
        raw = self._chance.choice(self._pool)
        sender = seat.address if self._number % 3 else f"stranger{self._chance.randrange(5000)}@example.org"
        raw = raw.replace(b"<ben@example.org>", f"<{sender}>".encode(), 1)
        raw = raw.replace(b"[spring]", f"[{seat.game}]".encode(), 1)
        return f"Message-ID: <odd-{self._number}-{os.getpid()}@example.org>\n".encode() + raw

    @property
    def _flooder(self) -> Seat:
        return next(iter(self.seats.values()))


class Post(threading.Thread):
    """Delivers mails by LMTP, so many a second. posted: how many; late: seconds behind at worst."""

    def __init__(self, world: World, port: int, recipient: str, rate: float) -> None:
        super().__init__(daemon=True)
        self._world, self._port, self._recipient, self._rate = world, port, recipient, rate
        self.ended = threading.Event()
        self.posted, self.late = 0, 0.0
        self.error: BaseException | None = None

    def run(self) -> None:
        """Deliver until told to end."""
        try:
            with smtplib.LMTP(HOST, self._port, local_hostname="localhost") as line:
                begun = monotonic()
                while not self.ended.is_set():
                    line.sendmail(OPERATOR, [self._recipient], self._world.next())
                    self.posted += 1
                    ahead = begun + self.posted / self._rate - monotonic()
                    self.late = max(self.late, -ahead)
                    if ahead > 0:
                        sleep(ahead)
        except BaseException as error:  # told to whoever waits for us
            self.error = error


class Watch:
    """Looks at the daemon, its database and its mailbox."""

    def __init__(self, process: Process, database: Path, world: World, servers: Any) -> None:
        self._process, self._world, self._servers = process, world, servers
        self._db = sqlite3.connect(f"file:{database}?mode=ro", uri=True, isolation_level=None)
        self._at = monotonic()
        self._handled, self._size, self._worked = self._count(), self._bytes(), self._seconds()

    def minute(self) -> Minute:
        """What was seen since it was last asked."""
        at, handled, size, worked = monotonic(), self._count(), self._bytes(), self._seconds()
        took, self._world.took = self._world.took, []
        number = self._process.number
        helpers = sum(kilobytes(one, "smaps_rollup", "Pss") for one in family(number) if one != number)
        new = handled - self._handled
        found = Minute(
            new, tuple(took), (worked - self._worked) / (at - self._at),
            memory=kilobytes(number, "status", "VmRSS") * 1024 / 1e6, helpers=helpers * 1024 / 1e6, size=size,
            grown=(size - self._size) / max(new, 1), mailbox=self._servers.count(USER),
            outbox=int(self._value("select count(*) from outbox where state = 'waiting'")),
        )  # fmt: skip
        self._at, self._handled, self._size, self._worked = at, handled, size, worked
        return found

    def failed(self) -> int:
        """How many mails the daemon failed on."""
        return int(self._value("select count(*) from inbox where state = 'failed'"))

    def waits(self) -> bool:
        """Whether anything is still to be handled or sent."""
        return bool(self._servers.count(USER) or self._value("select 1 from outbox where state = 'waiting' limit 1"))

    def _value(self, query: str) -> Any:
        found = self._db.execute(query).fetchone()
        return found[0] if found else 0

    def _count(self) -> int:
        return int(self._value("select coalesce(max(id), 0) from inbox"))

    def _bytes(self) -> int:
        free = self._value("pragma freelist_count")
        return int((self._value("pragma page_count") - free) * self._value("pragma page_size"))

    def _seconds(self) -> float:
        """What the daemon and its helpers, also those that have ended, have used of the processors."""
        return sum(_worked(one) for one in family(self._process.number))


def _worked(process: int) -> float:
    try:
        # proc(5): utime, stime, and both of the children that have ended.
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[11:15]
    except OSError:
        return 0.0
    return sum(map(int, fields)) / os.sysconf("SC_CLK_TCK")


def begin(database: Path) -> list[Seat]:
    """Begin the games on a new database; returns their players."""
    office, found = new_office(database), []
    at = datetime.now(UTC).replace(microsecond=0)
    for kind, count in GAMES.items():
        for number in range(count):
            name, settings = f"{kind}-{number}", SETTINGS.get(kind, KINDS[kind].settings)
            text = f'[game]\nname = "{name}"\nruleset = "{kind}"\n{settings}\n[seats]\n'
            seats = ruleset(kind).rules.seats(read_game_file(text).options)
            new = [Seat(name, seat, f"{name}.{seat.lower()}@player.example", kind) for seat in seats]
            office.open_game(read_game_file(text + "".join(f'{one.seat} = "{one.address}"\n' for one in new)), at)
            found += new
    office.store.close()
    return found


async def soak(minutes: int, rate: float, folder: Path, servers: Any) -> tuple[list[Minute], list[Row]]:
    """Let the daemon work so long; returns what was seen, and what must be nothing at the end."""
    world = World(begin(folder / "gm.sqlite"))
    sink = await asyncio.get_running_loop().create_server(
        lambda: SMTP(world, hostname="sink", enable_SMTPUTF8=True), HOST, 0
    )
    config = folder / "gm.toml"
    config.touch(mode=0o600)
    config.write_text((CONFIG + LIMITS).format(
        gm=GM, operator=OPERATOR, state=folder, imap=servers.imap, user=servers.address(USER),
        password=servers.password, smtp=sink.sockets[0].getsockname()[1], answers=ANSWERS,
    ))  # fmt: skip
    post = Post(world, servers.lmtp, servers.address(USER), rate)
    async with running(["gm", "--config", str(config), "serve"], folder / "log") as process:
        watch = Watch(process, folder / "gm.sqlite", world, servers)
        found = await process.during(_watched(minutes, post, watch))
        rows = await process.during(_end(post, watch, world))
    sink.close()
    return found, rows


async def _watched(minutes: int, post: Post, watch: Watch) -> list[Minute]:
    await asyncio.sleep(5)  # the mails of the beginning leave
    watch.minute()
    post.start()
    print(HEADING, flush=True)
    found: list[Minute] = []
    begun = monotonic()
    for number in range(1, minutes + 1):
        await asyncio.sleep(max(0.0, begun + number * 60 - monotonic()))
        if post.error is not None:
            raise post.error
        found.append(watch.minute())
        print(f"{number:>6}  {found[-1].line}", flush=True)
    return found


async def _end(post: Post, watch: Watch, world: World) -> list[Row]:
    """Post nothing more, wait for what is on its way, and count what never came."""
    post.ended.set()
    await asyncio.to_thread(post.join)
    until = monotonic() + PATIENCE
    while (world.sent or watch.waits()) and monotonic() < until:
        await asyncio.sleep(0.5)
    return [
        Row("  letters of players without an answer", len(world.sent), "", 0, f"of {post.posted} mails in all"),
        Row("  mails that gm failed on", watch.failed(), "", 0),
        Row("  the post was late by at most", post.late, "s", note="more: this machine cannot post so fast"),
    ]


def judged(minutes: Sequence[Minute]) -> Iterator[Row]:
    """The rows of the judgement."""
    third = max(1, len(minutes) // 3)
    enough = len(minutes) >= 3 * WARM
    first, last = (minutes[FIRST], minutes[LAST]) if enough else (minutes[third : 2 * third], minutes[-third:])
    yield Row("Soak, minutes", len(minutes), "", note=f"{sum(one.handled for one in minutes)} mails handled")
    for (what, before), after in zip(_figures(first).items(), _figures(last).values(), strict=True):
        note = f"{before:.4g}, then {after:.4g}"
        yield Row(f"  {what}, at the end : before", after / before if before else 1.0, "x", BOUNDS[what], note)


def _figures(minutes: Sequence[Minute]) -> Mapping[str, float]:
    handled = sum(one.handled for one in minutes)
    return {
        "memory": max(one.memory for one in minutes) + max(one.helpers for one in minutes),  # helpers come and go
        "bytes a letter": sum(one.grown * one.handled for one in minutes) / max(handled, 1),
        "latency, median": median(time for one in minutes for time in one.latencies),
        "latency, worst": median(max(one.latencies, default=0.0) for one in minutes),
    }


def main(words: Sequence[str]) -> int:
    """Do as the words say, and return the exit status."""
    reader = argparse.ArgumentParser(prog="python -m benchmarks soak", description="An hour under load.")
    reader.add_argument("--minutes", type=int, default=60)
    reader.add_argument("--rate", type=float, default=20.0, help="mails a second, a quarter of them hostile")
    reader.add_argument("--keep", type=Path, help="a folder in which database and log of the daemon are left")
    asked = reader.parse_args(words)
    sys.path[:0] = [str(SERVERS), str(SERVERS.parent)]
    mailservers = importlib.import_module("mailservers")
    if why := mailservers.why_missing(postfix=False):
        print(f"soak: cannot be: {why}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # or the servers would outlive us
    with tempfile.TemporaryDirectory() as temporary, mailservers.MailServers([USER], postfix=False) as servers:
        folder = asked.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        found, rows = asyncio.run(soak(asked.minutes, asked.rate, folder.absolute(), servers))
    rows = [*judged(found), *rows]
    print(table(rows))
    return 0 if all(row.holds for row in rows) else 1
