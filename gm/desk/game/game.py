"""A game as the desk holds it: one frozen value, rebuilt from the journal and stored as JSON.

It holds no names or addresses of people: those are kept separately (gm.store), so that they can be purged.

What the seats are called, which are vacant, and what it offers newcomers follow from it alone.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from gm.desk.game.budget import Sent
from gm.desk.game.forms import FORM
from gm.desk.game.post import Post
from gm.desk.game.questions import Call, Held, Question
from gm.desk.game.terms import Terms
from gm.desk.time.absence import Absence
from gm.registry import ruleset
from gm.rules import NO_SEAT, NOBODY, Kept, Line, Person, Reader, Seat
from gm.rules.lines.players import abbreviated

PROOF = 2  # how games that begin today seal (`Game.seal_of`); 1 up to version 0.2


class Stand(msgspec.Struct, frozen=True):
    """A fault of ours for which a clock stands: with a letter of a seat or a mail to it, or a strike of the clock.

    seat: "" for a strike, whose kind is *strike*. until: when the clock goes on at the latest, None for once it can.
    """

    seat: Seat
    until: datetime | None = None
    strike: str = ""


class Clock(msgspec.Struct, frozen=True):
    """The clock of the phase now due. All times are aware and in UTC.

    complete: since when nothing has been missing and no WAIT stands. grace: the deadline has passed; grace ends at
    `until`. reminders: those still to be sent. waiting: grace is over and the phase waits for whoever is missing.
    paused: since when it has stood: the operator has stopped it or, if there are *stands*, a fault of ours. stood: the
    seats for which it has in this phase, and does so no more than once. asked: somebody has asked for more time, and
    everybody was told.
    extended: the players have voted for more time. passed: the deadline behind which commitments are opened now.
    given: the seats for whose newcomers it has moved.
    """

    phase: str
    opened: datetime
    deadline: datetime
    until: datetime
    grace: bool = False
    complete: datetime | None = None
    reminders: tuple[datetime, ...] = ()
    waiting: bool = False
    letters: int = 0
    paused: datetime | None = None
    asked: bool = False
    extended: bool = False
    passed: datetime | None = None
    given: tuple[Seat, ...] | UnsetType = UNSET
    stands: tuple[Stand, ...] | UnsetType = UNSET
    stood: tuple[Seat, ...] | UnsetType = UNSET

    @property
    def due(self) -> datetime:
        """When the phase ends: at its deadline or, once grace has begun, at the end of grace."""
        return self.until if self.grace else self.deadline

    @property
    def stopped(self) -> bool:
        """Whether the operator has stopped it, and nothing else sets it going."""
        return self.paused is not None and not self.stands


class Note(msgspec.Struct, frozen=True):
    """A page of a player's diary."""

    at: datetime
    lines: tuple[str, ...]


class Sitter(msgspec.Struct, frozen=True):
    """The person (by salted hash) who may write for a player and reads their mail, between two times."""

    person: Person
    since: datetime
    until: datetime

    def covers(self, at: datetime) -> bool:
        """Whether they sit at *at*."""
        return self.since <= at < self.until


class Lasts(Enum):
    """How long a field of a seat lasts."""

    PHASE = "until the phase ends"
    JUDGING = "until a turn is judged; in a live game its seal may still be opened"
    LEAVING = "until its player leaves"
    TAKING = "until somebody else takes the seat"
    FOR_GOOD = "as long as the game"


def _lasting(how: Lasts) -> msgspec.Meta:
    return msgspec.Meta(extra={"lasts": how})


PHASE, JUDGING, LEAVING, TAKING, FOR_GOOD = map(_lasting, Lasts)


class Sitting(msgspec.Struct, frozen=True):
    """A seat: whether it is taken, what its player has set, and the counts that keep its tokens and salts fresh.

    Each field says how long it lasts, for `renewed`.
    """

    taken: Annotated[bool, LEAVING] = False
    timezone: Annotated[str, TAKING] = ""
    mails: Annotated[int, FOR_GOOD] = 0
    seals: Annotated[int, FOR_GOOD] = 0
    sealed: Annotated[str, JUDGING] = ""
    salt: Annotated[str, JUDGING] = ""
    vote: Annotated[str, LEAVING] = ""
    wait: Annotated[bool, PHASE] = False
    refused: Annotated[bool, PHASE] = False  # a letter of its player was, in this phase, in whole or in part
    deadlines: Annotated[int, FOR_GOOD] = 0  # phases that ended while it owed something; reply addresses expire by this
    questions: Annotated[tuple[Question, ...], LEAVING] = ()
    held: Annotated[tuple[Held, ...], LEAVING] = ()  # the letters that questions are about
    held_asked: Annotated[datetime | None, LEAVING] = None  # when a mail last asked about them
    format: Annotated[str, TAKING] = ""  # of its mails: "text" or "html"; "" for the default
    links: Annotated[bool, TAKING] = True  # its mails have links that open a reply, or the page for tapping orders
    attach: Annotated[bool, TAKING] = False  # its mails carry their content as JSON, too
    reminders: Annotated[bool, TAKING] = True
    remind_at: Annotated[tuple[int, ...], TAKING] = ()  # seconds before a deadline; () for the usual times
    reminded: Annotated[datetime | None, TAKING] = None  # when it last was at such a time, or its player set them
    calendar: Annotated[bool, TAKING] = False  # deadlines come as calendar entries
    notes: Annotated[tuple[Note, ...], TAKING] = ()  # the diary
    open: Annotated[bool, TAKING] = False  # the report will include the diary
    commitment: Annotated[str, PHASE] = ""  # the hash of a sheet to be opened in the window behind the deadline
    opened: Annotated[bool, PHASE] = False  # it has been
    later: Annotated[tuple[tuple[Line, ...], ...], LEAVING] = ()  # letters of that window, for when the phase is judged
    ahead: Annotated[tuple[Kept, ...], LEAVING] = ()  # letters for phases to come, one for each
    sitter: Annotated[Sitter | None, LEAVING] = None
    absences: Annotated[tuple[Absence, ...], LEAVING] = ()
    proposed: Annotated[str, PHASE] = ""  # the end that its player has proposed to everybody, in words
    extend: Annotated[int, PHASE] = 0  # how many more seconds the player asks for
    digest: Annotated[int, LEAVING] = 0  # seconds between digests of what is not urgent; 0: no digests
    pile: Annotated[tuple[tuple[str, Any], ...], TAKING] = ()  # waits for the next digest
    piled_since: Annotated[datetime | None, TAKING] = None
    resigned: Annotated[bool, TAKING] = False  # its player has, and stays, because nobody else can play it
    sent: Annotated[Sent, TAKING] = Sent()  # how much of the budget of messages is used
    quiet: Annotated[tuple[Seat, ...], TAKING] = ()  # whose messages are not mailed, as they are shown
    missed: Annotated[int, TAKING] = 0  # deadlines missed in a row, in games that dismiss for that
    shown_on: Annotated[str, TAKING] = ""  # the last day on which a mail of a live game told what it knows
    bot: Annotated[bool, LEAVING] = False  # gm's own simple player has it (gm.desk.game.bots)


def lifetimes(kind: type) -> dict[str, Lasts]:
    """How long each field of a seat lasts; fields that do not say are left out."""
    hints = get_type_hints(kind, include_extras=True).items()
    return {name: meta.extra["lasts"] for name, hint in hints for meta in getattr(hint, "__metadata__", ())}


LIFETIMES = lifetimes(Sitting)
DEFAULTS = {field.name: field.default for field in msgspec.structs.fields(Sitting)}


def renewed(sitting: Sitting, *ended: Lasts) -> Sitting:
    """The seat with every field reset that lasts no longer than what has *ended*."""
    gone = {name: DEFAULTS[name] for name, lasts in LIFETIMES.items() if lasts in ended}
    return msgspec.structs.replace(sitting, **gone)


class Role(StrEnum):
    """What a guest of a game is."""

    PLAYER = "player"  # has joined a game that has not begun
    INVITED = "invited"
    OBSERVER = "observer"  # named, told what is public
    MONITOR = "monitor"  # told results


class Guest(msgspec.Struct, frozen=True):
    """A person without a seat in this game, known by their salted hash.

    number: their place in the order of joining. wishes: the seats they asked for, favourite first; seat: the one kept
    for them. approved: they need no further approval. nonce: their words for the draws.
    sent: how much of the budget of messages is used. sees: an observer who sees everything.
    """

    role: Role
    number: int = 0
    name: str = ""
    wishes: tuple[Seat, ...] = ()
    seat: Seat = NO_SEAT
    approved: bool = True
    timezone: str = ""
    nonce: str = ""
    sent: Sent = Sent()
    sees: bool = False


class Forming(msgspec.Struct, frozen=True):
    """How a game that has not begun finds players.

    word: the password for newcomers, "" for none. approval: the operator approves each. seats: "wished" or "drawn".
    joined: how many have joined so far, including those who have left. beacon: which public number the draws wait for,
    "" if for none; closed: nobody joins or leaves until they are made; value: the number, once it is entered; draws:
    when they are made.
    """

    word: str = ""
    approval: bool = False
    seats: str = "wished"
    joined: int = 0
    beacon: str = ""
    closed: bool = False
    value: str = ""
    draws: datetime | None = None


class Game(Terms, frozen=True):
    """Everything about a game except its players' names: what the rules know (state) and what the desk knows.

    options and state are the ruleset's Structs. counts: how many mails each reader without a seat was sent. closed: the
    phase judged last, and when. pending: what persons without a seat (by salted hash) were asked to confirm. holds: how
    many letters have been held for a CONFIRM. guests: persons without a seat, by salted hash. forming: set until the
    game begins; until then there is no state. word: the password for newcomers to a running game. ending: until when
    last words are collected for the report of a finished game; spoken: there are some. woken: when a live game had its
    last event. rolled: when the operator last rolled it back or forward. proof: how it seals (`seal_of`). acted: the
    seats for which the operator has acted since the last public event.
    restored: when a backup of it was last restored, "" if never. entries, head: how many entries its chain has, and
    what it ends with (gm.desk.game.chain). chance: what it draws from, "" for the seed alone (gm.desk.game.chance).
    aborted: when the operator ended it without a result, as LIST will say; "" if they have not. missed: the last outage
    in which a deadline was. headed: when a live game was last told a head for its day, or began. votes: whether the
    report tells who voted how. bound: whether its chain names options, phases and where the operator went back to.
    saw: the persons who have ever been let see everything. bag: the messages of a postal game that are mailed when its
    phase is over. changed: how many years of a game with a draw clock were over when something last changed hands.
    substitutes: who has offered to take a vacant seat, by salted hash, first come first; call: whom it asks now.
    creator: the person who created it by mail. skipped: those of the
    substitutes who are not asked now, unset if there are none.
    """

    name: str
    ruleset: str
    options: Any
    seed: str
    key: str
    seats: dict[Seat, Sitting]
    state: Any
    clock: Clock | None = None
    over: str = ""
    winners: tuple[Seat, ...] = ()
    counts: dict[Reader, int] = msgspec.field(default_factory=dict)
    pending: dict[Person, Question] = msgspec.field(default_factory=dict)
    closed: str = ""
    closed_at: datetime | None = None
    holds: int = 0
    guests: dict[Person, Guest] = msgspec.field(default_factory=dict)
    forming: Forming | None = None
    word: str = ""
    ending: datetime | None = None
    spoken: bool = False
    woken: datetime | None = None
    rolled: datetime | None = None
    form: int = FORM
    proof: int = PROOF
    votes: bool = True
    bound: bool = True
    acted: tuple[Seat, ...] = ()
    restored: str = ""
    entries: int = 0
    head: str = "0" * 64
    chance: str = ""
    aborted: str = ""
    missed: tuple[datetime, datetime] | None = None
    headed: datetime | None = None
    saw: tuple[Person, ...] = ()
    bag: tuple[Post, ...] = ()
    changed: int = 0
    substitutes: tuple[Person, ...] = ()
    call: Call | None = None
    creator: Person = NOBODY
    skipped: tuple[Person, ...] | UnsetType = UNSET

    def secret(self, of: str, kind: str, count: int) -> str:
        """64 hexadecimal digits that cannot be guessed without the key: HMAC(key, game, of, kind, count).

        After a restore they are others: what was sent meanwhile bears those that would come again.
        """
        text = "\0".join((self.name, of, kind, str(count), *([self.restored] if self.restored else [])))
        return hmac.digest(self.key.encode(), text.encode(), "sha256").hex()

    def seal_of(self, phase: str, seat: Seat, salt: str, text: str, about: str = "") -> str:
        """The seal of a text: the SHA-256, in hexadecimal digits, of the text below lines that say what it belongs to.

        salt: 32 hexadecimal digits. about: what is sealed, if one player has told it to another; it has no line feed,
        nor has anything else above the text. The forms are in docs/formats.md, so that anybody can check them.
        """
        head: tuple[str, ...] = ()
        if self.proof > 1:
            head = ("gm-said-2", self.name, phase, seat, about) if about else ("gm-seal-2", self.name, phase, seat)
        return hashlib.sha256("\n".join((*head, salt, text)).encode()).hexdigest()

    def watchers(self, role: Role | None = None) -> tuple[Person, ...]:
        """The persons who watch this game: observers and monitors, or only those with *role*."""
        roles = (role,) if role else (Role.OBSERVER, Role.MONITOR)
        return tuple(person for person, guest in self.guests.items() if guest.role in roles)

    def token(self, reader: Reader, number: int) -> str:
        """The token in the reply address of the reader's mail *number*: 20 lower-case letters and digits."""
        return short(self.secret(reader, "token", number), 20)

    def zone(self, reader: Reader | None) -> str:
        """The time zone in which somebody reads times: a seat's own, else the game's; None stands for an observer."""
        seat = seat_of(self, reader)
        return (self.seats[seat].timezone if seat is not None else "") or self.timezone

    @property
    def nameless(self) -> bool:
        """Whether nobody is told who plays or has played: the game runs, or its names are withheld."""
        return not self.over or self.names_after == "never"

    @property
    def window(self) -> bool:
        """Whether commitments are opened now: the deadline of a game that has them has passed."""
        return self.pace.commit and self.clock is not None and self.clock.grace

    def stage(self, seat: Seat) -> str:
        """How far a seat is with its commitment, as `Owes.stage` has it; "" if that is nothing to tell."""
        sitting = self.seats[seat]
        if self.window:
            return "open" if sitting.commitment and not sitting.opened else "window"
        return "committed" if sitting.commitment else ""

    def seed_hash(self) -> str:
        """The hash of the seed that everybody is told at the start."""
        return hashlib.sha256(self.seed.encode()).hexdigest()


@lru_cache(64)  # a mail asks for it twice: for its Message-ID in the ledger, and on the mail
def short(digits: str, length: int) -> str:
    """Hexadecimal digits turned into *length* lower-case letters and digits."""
    alphabet = "abcdefghijklmnopqrstuvwxyz234567"
    number = int(digits, 16)
    return "".join(alphabet[(number >> (5 * n)) & 31] for n in range(length))


def seat_of(game: Game, reader: Reader | None) -> Seat | None:
    """The seat that a reader of mail is; None for everybody else."""
    seat = None if reader is None else Seat(reader)
    return seat if seat in game.seats else None


def seat_names(game: Game) -> dict[Seat, str]:
    """The seats' names in the players' words."""
    named = ruleset(game.ruleset).named
    names = named.names(game.options)
    return names if game.state is None else {**names, **named.names_now(game.state)}


def with_its_name(game: Game, seat: Seat) -> str:
    """A seat's code for the operator, with its present name if that has changed since the start."""
    name = seat_names(game)[seat]
    return seat if name == ruleset(game.ruleset).named.names(game.options)[seat] else f"{seat} (now {name})"


def seats_by_word(game: Game) -> dict[str, Seat]:
    """The seats by their codes and names, in capitals; present names take precedence over codes."""
    names = seat_names(game)
    return {**{seat.upper(): seat for seat in names}, **{name.upper(): seat for seat, name in names.items()}}


def seats_called(game: Game) -> dict[str, Seat]:
    """The seats by all that players may call them, in capitals, including short forms."""
    return {**ruleset(game.ruleset).named.also(game.options), **abbreviated(seats_by_word(game))}


def vacant_seats(game: Game) -> tuple[Seat, ...]:
    """The seats that somebody can take: no person has them."""
    lost = ruleset(game.ruleset).rules.lost(game.state) if game.state is not None else ()
    free = (seat for seat, sitting in game.seats.items() if sitting.bot or not sitting.taken)
    return tuple(seat for seat in free if seat not in lost)
