"""A game at the desk that keeps the mail of those who read it: letters go in at given times, and mails come out.

One of them is the reader, for whom the rules tell the same in both histories of a pair: a seat, an observer, or the
operator. The others (company.py) know no more than the reader does. Knows no ruleset. Nothing here looks at a mail;
whoever plays the game writes down what the reader may know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

import bystanders
import company
import msgspec
import operators_view
from choices import chosen, read_file
from hidden_beside_games import WIDE
from msgspec import UNSET
from msgspec.structs import replace
from operators_view import Log
from public_letters import told_of
from wire import carried

from gm.config.loading import Create
from gm.desk.arrival.cut import key_of
from gm.desk.books.outage import ALIVE, Watch
from gm.desk.entries.events import person_hash
from gm.desk.game.bots import bots_of
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.buckets import Bucket
from gm.desk.mails.delivery import Delivery, Disclosed
from gm.desk.mails.words import Written
from gm.desk.office import Office
from gm.offline.replay import GM
from gm.offline.replay import OPERATOR as OPERATORS_ADDRESS
from gm.post.inbound.authenticity import Authenticity
from gm.registry import ruleset
from gm.report import disclosure, html, text
from gm.report.machine import part_of, read_part
from gm.serve import digest
from gm.serve.log import BECAME, Names, tell_in
from gm.serve.metrics import Metrics
from gm.store.database import iso
from gm.store.outbox import Post
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
CREATE = Create(allowed=("hex-negotiation",))
KEY = "0" * 64
PAGES = "https://gm.example"  # where orders can be tapped
RICH = "SET FORMAT HTML\nSET JSON ON\nSET CALENDAR ON"  # of a reader who wants everything that there is
OBSERVER, OPERATOR = "OBSERVER", "OPERATOR"  # who reads when nobody does from a seat
BEFORE_THE_END = 7100  # seconds: when the operator looks at a phase that runs
ON_RECORD = (
    "select at, data from journal order by n", "select name from games order by name",
    "select address, other from blocks order by address, other", "select address, person from called order by address",
    "select id, open from persons order by id", "select played, result, filed from records order by played",
)  # fmt: skip
MOST_STRIKES = 200  # that end a phase
# Answers that an address gets in an hour; in wide games, in which more is written, twice as many: else letters of the
# others would be held for their number, also such as all are told of.
LIMITS = (3, 10**6, 10**6, 10**6)
WITHHELD = "(not sent)"  # the return path of a mail that stays where it is
# The number of an entry: how many there were is told at the end; when the first after midnight came, too.
COUNTED = re.compile(r'"n":[0-9]+|"at":"[^"]*","kind":"dayends"')
DOUBT = b"X-Doubt"  # in the head of a letter for whose sender no mail server vouches


def in_clear(page: str) -> str:
    """A report in which what programs read is not packed, without what counts entries."""
    part = part_of(page)
    return COUNTED.sub("", page.replace(part, json.dumps(read_part(part), separators=(",", ":"))))


class Sent(msgspec.Struct, frozen=True):
    """A mail as it leaves. reader: the part that its reader plays; path: where bounces go; at: when it was queued."""

    reader: str
    recipient: str
    path: str
    at: str
    raw: bytes


class Part(msgspec.Struct, frozen=True):
    """A stretch of a history.

    allowed: what the rules tell the reader by its end; mails: all that was sent in it to those who read; shown: what
    the operator's commands and the port showed at its end, and the log said in it; did: what was done in secret up to
    its end.
    """

    name: str
    allowed: Any
    mails: tuple[Sent, ...]
    shown: tuple[tuple[str, str], ...] = ()
    did: frozenset[str] = frozenset()


class Played(msgspec.Struct, frozen=True):
    """A whole history. secrets: everything on record. track: what the second of a pair may go by."""

    parts: tuple[Part, ...]
    secrets: str
    track: tuple[Any, ...] = ()

    @property
    def mails(self) -> tuple[Sent, ...]:
        """All that was sent, in order."""
        return tuple(mail for part in self.parts for mail in part.mails)

    @property
    def allowed(self) -> tuple[Any, ...]:
        """All that the reader may know."""
        return tuple(part.allowed for part in self.parts)


class Secret(msgspec.Struct, frozen=True):
    """What is hidden from the reader: which kinds of things the others do, and the chance that fills them in.

    desk, words: other chance than *seed* for what is done at the desk, and for what letters say (but not that they are
    written, or when). report: the report is made at the end. varies: what is otherwise in the other of the pair, if not
    all. wide: the game chooses more than its story says, and more can be done in secret.
    """

    seed: int | str
    hidden: frozenset[str] = frozenset()
    desk: int | str = ""
    words: int | str = ""
    report: bool = False
    varies: frozenset[str] = frozenset()
    wide: bool = False


def secret_of(seed: int, hidden: Sequence[str], wide: bool = False) -> Secret:
    """The secret that a number stands for: most of what may be hidden is."""
    chance, more = Random(f"secret {seed}"), Random(f"secret {seed} wide")
    found = {what for what in hidden if what not in WIDE and chance.random() < 0.8}
    found |= {what for what in hidden if wide and what in WIDE and more.random() < 0.8}
    return Secret(seed, frozenset(found), wide=wide)


class ReadersDelivery(Delivery):
    """The delivery, but for words and bytes of mails that nobody compares: they take longest to make."""

    table: Table

    def paint(self, game: Game, mails: Sequence[Mail]) -> None:
        brings = (mail for mail in mails if mail.kind == MailKind.SO_FAR)
        self.table.sees_so_far = any(self.table.is_written(game, mail) for mail in brings)
        super().paint(game, mails)

    def write(self, game: Game, mail: Mail) -> Written:
        return super().write(game, mail) if self.table.is_written(game, mail) else Written("", "")

    def wants_html(self, game: Game, mail: Mail) -> bool:
        return self.table.is_written(game, mail) and super().wants_html(game, mail)

    def queue(self, game: str, reader: str, recipient: str, subject: str, **named: Any) -> None:
        if named.get("token") and not game:
            self.table.asked[recipient] = named["token"]
        if recipient in self.table.reads:
            assert subject, f"a mail to {recipient} that was not written"
            super().queue(game, reader, recipient, subject, **named)
            self.table.played_by[self.table.store.outbox.newest()] = self.table.reads[recipient]


class ReadersOffice(Office):
    """An office that sends mail to those at the table who read."""

    def __init__(self, table: Table) -> None:
        super().__init__(
            table.store, GM, OPERATORS_ADDRESS, table.disclose, table.bucket.per_hour, prove=vouched, create=CREATE
        )
        self.table = table

    def delivery(self, now: datetime, answering: Any = None, proven: str = "") -> Delivery:
        operators, table = [one.address for one in self.operators], self.table
        delivery = ReadersDelivery(
            self.store, self.sender, operators, table.disclose, now, answering, table.bucket, proven, url=PAGES
        )
        delivery.table = table
        return delivery


def address_of(who: str) -> str:
    """The address of a seat at the start, or of anybody else who writes."""
    return f"{who.lower().replace(' ', '-')}@players.example"


def vouched(raw: bytes, _: str) -> Authenticity:
    """What the mail server says of a letter's sender."""
    return Authenticity("none" if DOUBT in raw else "pass", "as its head says")


class Enough(Exception):
    """A history is played as far as anybody compares it."""


class Table:
    """A game called spring, its reader, and others who read. `own` chance fills in what is hidden from the reader."""

    most: ClassVar[int | None] = None  # so many parts of each history are played at most
    sees_so_far = False  # whether somebody whose mails are compared gets a report of the game so far now

    def __init__(
        self, reader: str, game_file: str, secret: Secret, seed: object, look: str = "", clock: str = ""
    ) -> None:
        """*seed*: of what both histories share: who reads beside the reader, and what the game chooses.

        look: how the reader wants mails. clock: settings of the clock that go with the story.
        """
        game_file = chosen(game_file, reader, seed, clock) if secret.wide else game_file
        self.reader, self.secret, self.game_file, self.look = reader, secret, game_file, look
        self.own = Random(f"{secret.seed} own")
        self.desk = Random(f"{secret.desk or secret.seed} desk")
        self.words = Random(f"{secret.words or secret.seed} words")
        self.texts = Random(f"{secret.words or secret.desk or secret.seed} texts")
        self.kept: list[Any] = []  # what the second of a pair may go by
        self.letters: list[Any] = []  # what the reader may know of the letters so far
        self.did: set[str] = set()
        self.against: Played | None = None
        self.store = Store(":memory:")
        self.store.conn.execute("pragma synchronous = off")
        self.settings = file = read_file(game_file)
        self.rules = ruleset(file.ruleset).rules
        self.seats: tuple[str, ...] = self.rules.seats(file.options)
        self.others = [seat for seat in self.seats if seat != reader]
        self.addresses: dict[str, str] = {}  # of those who no longer write from their first one
        self.subjects: dict[str, str] = {}  # of the letters of those who do not write to this game
        self.reads: dict[str, str] = {}  # the part that each plays who reads, by address
        self.played_by: dict[int | None, str] = {}  # the part of the reader of each mail
        self.writes: set[str] = set()  # readers whose mails are put into words
        self.keepers: dict[str, list[str]] = {}  # who has kept something for a phase to come, by its code
        self.asked: dict[str, str] = {}  # what a person was asked last that belongs to no game, by address: its token
        self.rival = ""  # who of the others plays in a second game
        self.bucket = Bucket(self.store, Random(f"{seed} limit").choice(LIMITS) * (2 if secret.wide else 1))
        self.office = ReadersOffice(self)
        self.meter = Metrics()  # of who watches gm, who knows less than the operator
        self.events: list[tuple[int, int, Callable[[datetime], None]]] = []
        self.number = self.seen = self.running = 0
        self.late: tuple[int, int] = (0, 0)  # from when to when the mailbox is out of reach
        self.taken: dict[tuple[str, bytes], tuple[int, str]] = {}
        self.parts: list[Part] = []
        self.hears({OBSERVER: "observer", OPERATOR: "operator"}.get(reader, "seat"), reader)
        self.office.open_game(file, START, KEY, "hidden")
        self.log = Log(reader == OPERATOR)
        self.printed: list[str] = []  # by the operator's commands, since the last part
        digest.begin(self.store, START)
        self.replies: dict[str, str] = {}  # what those of the company reply to, as a line of the head
        self.begin(seed)

    def begin(self, seed: object) -> None:
        """Let all come who read."""
        if self.reader == OBSERVER:
            self.receive(START + timedelta(seconds=1), OBSERVER, "OBSERVE spring AS Watcher")
            self.confirm(START + timedelta(seconds=2), OBSERVER)
            assert self.game.watchers("observer")
        if self.secret.wide:
            bystanders.come(self, seed)
        self.company = company.joins(self, seed)
        if self.look and not self.watches:
            self.receive(START + timedelta(seconds=30), self.reader, self.look)

    def play(self) -> None:
        """Play the whole history."""
        raise NotImplementedError

    def tell(self, against: Played | None = None) -> Played:
        """The history, played as far as it can be compared with *against*: until the reader may know something else."""
        self.against = against
        with suppress(Enough):
            self.play()
        return self.played()

    def disclose(self, store: Store, name: str, /, *, so_far: bool = False) -> Disclosed:
        """The report of a game that is over, without what counts entries; "" unless both histories tell the same.

        so_far: of one that runs, as only whoever sees everything gets it.
        """
        if so_far:
            return disclosure.disclose(store, name, so_far=True) if self.sees_so_far else Disclosed("", "")
        if not self.secret.report:
            return Disclosed("", "")
        told = replace(disclosure.read_disclosure(store, name), chain=())
        return Disclosed(text.write_text(told), in_clear(html.write_html(told)))

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.office.game("spring")

    @property
    def watches(self) -> bool:
        """Whether the reader plays nothing."""
        return self.reader not in self.seats

    @property
    def tells_names(self) -> bool:
        """Whether the report tells who played."""
        return self.settings.names_after == "end"

    @property
    def bots(self) -> tuple[str, ...]:
        """The seats of simple players."""
        return bots_of(self.game)

    @property
    def is_full(self) -> bool:
        """Whether no seat falls vacant in this game."""
        return not (
            self.settings.bots
            or self.settings.ruleset == "negotiation"
            or self.settings.pace.dismiss_after is not UNSET
        )

    @property
    def of_the_middle(self) -> str:
        """One of the others, about whom strangers ask."""
        return self.others[len(self.others) // 2]

    @property
    def asked_about(self) -> str:
        """Their first address: who has the seat later may be secret."""
        return address_of(self.of_the_middle)

    def hides(self, what: str, chance: float = 1.0) -> bool:
        """Whether *what*, something that the others do in secret, is done now, by this chance of their own."""
        done = what in self.secret.hidden and (chance == 1.0 or self.own.random() < chance)
        if done:
            self.did.add(what)
        return done

    # -- those who read ----------------------------------------------------------------------------------------

    def hears(self, part: str, who: str) -> None:
        """From now on what is sent to somebody is compared: they play this part."""
        self.reads[self.address(who)] = part
        self.writes |= {self.reader_of(who), person_hash(KEY, self.address(who))}

    def reader_of(self, who: str) -> str:
        """A person as the ledger of the game knows them."""
        if who == OPERATOR:
            return OPERATOR_READER
        return who if who in self.seats else person_hash(KEY, self.address(who))

    def hand_over(self, at: datetime, seat: str, to: str) -> None:
        """The operator gives a seat to a newcomer; if it is the reader's, both read from then on."""
        old = self.address(seat)
        if self.reads.pop(old, ""):
            self.reads |= {old: "former player", address_of(to): to}
        self.addresses[seat] = address_of(to)
        self.office.operate("spring", ["replace", seat, ""], at, address=address_of(to), player=to)
        if seat == self.reader and self.look:
            self.receive(at, seat, self.look)

    def operate_on(self, seat: str, at: datetime, *run: str) -> None:
        """Let the operator do something about a seat, if somebody has it."""
        if self.game.seats[seat].taken:
            self.office.operate("spring", list(run), at)

    def is_written(self, game: Game, mail: Mail) -> bool:
        """Whether a mail is put into words."""
        return game.name == "summer" or mail.reader in self.writes

    def address(self, who: str) -> str:
        """The address from which somebody writes now."""
        if self.settings.bots and who in self.others and who in self.bots:
            return self.store.players.find("spring", who).address
        return OPERATORS_ADDRESS if who == OPERATOR else self.addresses.get(who, address_of(who))

    # -- letters -----------------------------------------------------------------------------------------------

    def at(self, seconds: int, act: Callable[[datetime], None]) -> None:
        """Let *act* happen so many seconds after the opening of the phase."""
        self.events.append((seconds, len(self.events), act))

    def write(self, seconds: int, who: str, *lines: str, head: str = "", subject: str = "") -> None:
        """A letter so many seconds after the opening of the phase."""
        self.at(seconds, lambda at: self.receive(at, who, "\n".join(lines), head, subject))

    def receive(self, at: datetime, who: str, body: str, head: str = "", subject: str = "") -> None:
        """One letter at the mailbox. Its Message-ID tells of the sender alone."""
        self.number += 1
        sender, subject = self.address(who), subject or self.subjects.get(who, "[spring]")
        name = f"{at:%m%d%H%M%S}.{sender.partition('@')[0] if sender in self.reads else self.number}"
        to = "" if head.startswith("To:") else "To: gm@gm.invalid\n"
        top = f"From: {sender}\n{to}Subject: {subject}\nMessage-ID: <{name}@x>\n{head}"
        told = told_of(at, who, body, self.reader if not self.watches else "", self.nameless)
        passes = who in self.seats or "observers" in self.settings.press  # else nobody hears of it
        self.letters += [told] if told and passes and told not in self.letters else []
        last = self.store.outbox.newest() or 0
        raw = f"{top}\n{body}\n".encode()
        parts = self.office.sorting.parts(self.office.read(raw), at) if body.startswith("GAME ") else ()
        for part in parts or (None,):
            key = key_of(f"mbox/{self.number}", part)
            handled = self.office.receive(key, raw, at, max(at, self.now(at)), part=part)
            self.meter.letter(BECAME[handled.state])
            self.meter.answered(self.store.outbox.answer(last, handled.seat, sender), at)
            assert handled.state in ("done", "held", "answered", "ignored"), (who, body, handled)
            tell_in(Names(), f"{name}@x", sender, handled)

    def confirm(self, at: datetime, who: str, word: str = "CONFIRM") -> None:
        """CONFIRM in reply to the last mail that somebody was sent; nothing if there was none."""
        last = "select message_id from ledger where reader = ? order by at desc, number desc limit 1"
        row = self.store.row(last, [self.reader_of(who)])
        if row is not None:
            self.receive(at, who, word, f"In-Reply-To: <{row['message_id']}>\n")

    def confirm_asked(self, at: datetime, who: str, word: str = "CONFIRM") -> None:
        """CONFIRM in reply to what a person was asked last beside any game; nothing if there was nothing."""
        token = self.asked.pop(self.address(who), "")
        if token:
            self.receive(at, who, word, subject=f"Re: (#{token})")

    # -- what is told to all -------------------------------------------------------------------------------------

    @property
    def nameless(self) -> tuple[str, ...]:
        """How letters begin of which all are told, but not who has written them."""
        proposals = ("PROPOSE DRAW",) * (self.settings.proposals == "anonymous")
        return (*proposals, *("BROADCAST",) * ("yellow" in self.settings.press))

    @property
    def may_write(self) -> bool:
        """Whether the others may write to the reader: not where a message would tell whether orders are in."""
        return "orders-first" not in self.settings.press

    def broadcast(self, seconds: int, text: str) -> None:
        """One of the others writes to all."""
        free = "yellow" in self.settings.press and self.hides("writers")
        if self.may_write:
            self.write(seconds, self.own.choice(self.others) if free else self.others[0], "BROADCAST", text, "END")

    def proposes(self, seconds: int, common: Random) -> None:
        """One of the others proposes an end to all, where the game has that."""
        needed = self.rules.votes_needed(self.game.state) if self.settings.proposals != "none" else ()
        may = [seat for seat in needed if seat in self.others and seat not in self.bots]
        if may and common.random() < 0.6:
            free = self.settings.proposals == "anonymous" and self.hides("proposers")
            self.write(seconds, self.own.choice(may) if free else may[0], "PROPOSE DRAW")

    def sometime(self, before: int, after: int = 120, chance: Random | None = None) -> int:
        """A time of the others' own: an odd second, which no letter of the reader shares."""
        return (chance or self.own).randrange(after, before - 2) // 2 * 2 + 1

    # -- the clock ---------------------------------------------------------------------------------------------

    def outage(self, begins: int, ends: int) -> None:
        """Between these seconds after the opening of the phase nothing is read, and nothing strikes."""

        def come_back(at: datetime) -> None:
            with self.store.transaction():
                self.store.facts.keep(ALIVE, iso(at))
            back = at + timedelta(seconds=ends - begins)
            Watch(self.office).come_back(back, back)

        self.late = begins, ends
        self.events.append((begins, -1, come_back))

    def when(self, event: tuple[int, int, Any]) -> tuple[int, int, int]:
        """The order of events: what comes while the mailbox is out of reach is read afterwards."""
        begins, ends = self.late
        return ends if begins <= event[0] < ends else event[0], *event[:2]

    def now(self, at: datetime) -> datetime:
        """When a letter received at *at* is read."""
        begins, ends = (self.opened + timedelta(seconds=seconds) for seconds in self.late)
        return ends if begins <= at < ends else at

    opened = START

    def run(self) -> None:
        """Let the letters arrive and the clock strike, until the phase is over or the game is."""
        clock = self.game.clock
        assert clock is not None
        self.opened = clock.opened
        if self.reader == OPERATOR:
            self.at(BEFORE_THE_END, lambda at: self.printed.append(operators_view.shown(self.office, at)))
        for event in sorted(self.events, key=self.when):
            at = clock.opened + timedelta(seconds=event[0])
            while self.runs(clock.phase) and self.office.strike_before(at):
                self._look(clock.phase)
            if self.runs(clock.phase):
                event[2](at)
                self._look(clock.phase)
        for _ in range(MOST_STRIKES):
            if self.runs(clock.phase):
                self._look(clock.phase)
                assert self.office.strike_before(datetime.max.replace(tzinfo=UTC))
        assert not self.runs(clock.phase), "the phase waits for something that never comes"
        self.events, self.late = [], (0, 0)

    def run_to(self, seconds: int) -> None:
        """Let the letters arrive and the clock strike up to a time after the start, in a game without rounds."""
        due = sorted((event for event in self.events if event[0] < seconds), key=self.when)
        self.events = [event for event in self.events if event[0] >= seconds]
        for second, _, act in due:
            at = START + timedelta(seconds=second)
            late = self.now(at) > at
            assert late or at >= self.store.journal.last_at("spring"), "a letter cannot come before what has happened"
            self.strike(at)
            act(at)
        self.strike(START + timedelta(seconds=seconds))

    def strike(self, limit: datetime) -> None:
        while self.office.strike_before(limit):
            pass

    def _look(self, phase: str) -> None:
        """Note how far the readers' mail has come while the phase still runs."""
        if self.runs(phase):
            row = self.store.row("select max(id) as last from outbox")
            self.running = (row and row["last"]) or 0

    def runs(self, phase: str) -> bool:
        clock = self.game.clock
        return clock is not None and clock.phase == phase

    # -- what came of it ---------------------------------------------------------------------------------------

    def part(self, name: str, allowed: Any, running: bool = False) -> None:
        """A part of its own: what was sent since the last one; *running*: while the phase still ran."""
        if self.reader == OPERATOR:
            with self.store.transaction():
                now = self.store.journal.last_at("spring")
                digest.send(self.office, ZoneInfo("UTC"), digest.Room("9 GB", False), now)
        last = self.running if running else 2**62
        new = [mail for mail in self.store.outbox.all() if self.seen < mail.id <= last]
        mails = [mail for mail in new if mail.id in self.played_by]
        self.seen = max([self.seen, *(mail.id for mail in mails)])
        self.taken |= carried(self.office, max((mail.queued for mail in mails), default=START), self.meter)
        mails.sort(key=lambda mail: self.taken.get((mail.recipient, mail.raw), (2**62, ""))[0])
        sent = tuple(self.sent(mail) for mail in mails)
        did = frozenset(self.did & self.secret.varies if self.secret.varies else self.did)
        self.parts.append(Part(name, (self.letters[:], allowed), sent, self.shown(), did))
        if len(self.parts) == self.most or not self.agrees():
            raise Enough

    def sent(self, mail: Post) -> Sent:
        _, path = self.taken.get((mail.recipient, mail.raw), (0, WITHHELD))
        return Sent(self.played_by[mail.id], mail.recipient, path, iso(mail.queued), mail.raw)

    def shown(self) -> tuple[tuple[str, str], ...]:
        """What else the operator sees at the end of a part, by channel."""
        if self.reader != OPERATOR:
            return ()
        now = self.store.journal.last_at("spring")
        self.printed.append(operators_view.shown(self.office, now))
        printed, self.printed = self.printed, []
        port = operators_view.at_the_port(self.office, self.meter, now)
        return ("commands", "\n".join(printed)), ("log", "\n".join(self.log.lines)), ("port", port)

    def agrees(self) -> bool:
        """Whether the reader may know after the last part what they may know in the history compared with."""
        if self.against is None:
            return True
        number = len(self.parts)
        return number <= len(self.against.parts) and self.against.parts[number - 1].allowed == self.parts[-1].allowed

    def played(self) -> Played:
        """The history; the game is closed."""
        secrets = [row for query in ON_RECORD for row in self.store.rows(query)]
        self.store.close()
        self.log.close()
        return Played(tuple(self.parts), json.dumps(secrets), tuple(self.kept))
