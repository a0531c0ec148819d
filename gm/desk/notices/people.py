"""Who joins, plays, leaves and watches; who writes for whom, and from where. Plain values for templates."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Opened(msgspec.Struct, frozen=True):
    """The game has begun. seed_hash: the hash of the seed, so that draws can be checked at the end."""

    game: str
    title: str
    seat_name: str
    players: tuple[str, ...]
    seed_hash: str


class SubstituteAsked(msgspec.Struct, frozen=True):
    """A seat is vacant, and the reader has offered to take one. phase, due: of the game; until: when the next is asked.
    """

    game: str
    title: str
    seat_name: str
    phase: str
    due: str
    until: str


class Substitute(msgspec.Struct, frozen=True):
    """Whether the reader offers to take a seat of the game that falls vacant. nothing: they had not offered before."""

    game: str
    offers: bool
    nothing: bool = False


class House(msgspec.Struct, frozen=True):
    """The rules of the house, and where to complain about the GameMaster; () or "" for none. Public."""

    lines: tuple[str, ...]
    complaints: str


class Resigned(msgspec.Struct, frozen=True):
    """A player has resigned: public. by_operator: the operator has vacated the seat, not its player.

    kept: nobody else can play it, and the player still reads what all are told. either: they may also have been
    dismissed, by the rule of this game about deadlines missed; unset where there is none. stands: the phase now due,
    for which whatever the seat has on file stands; unset where nothing is kept secret until it is judged. committed: a
    sheet that it has only committed to does not; unset where nobody can.
    """

    seat_name: str
    by_operator: bool = False
    kept: bool = False
    either: bool | UnsetType = UNSET
    stands: str | UnsetType = UNSET
    committed: bool | UnsetType = UNSET


class Seated(msgspec.Struct, frozen=True):
    """A seat has a player again: public. replaced: it had one, and the operator has given it to another address."""

    seat_name: str
    replaced: bool = False


class BotSeated(msgspec.Struct, frozen=True):
    """Gm's own simple player plays a seat now, until a person takes it over: public."""

    seat_name: str


class BotLeft(msgspec.Struct, frozen=True):
    """Gm's own simple player plays a seat no more, since no person plays: public."""

    seat_name: str


class Welcome(msgspec.Struct, frozen=True):
    """What a newcomer is told first."""

    game: str
    title: str
    seat_name: str


class AlreadySeated(msgspec.Struct, frozen=True):
    """The reader asks for a seat but already has one in this game."""

    seat_name: str


class SeatTaken(msgspec.Struct, frozen=True):
    """The seat asked for is not vacant."""

    seat_name: str
    vacant: tuple[str, ...]


class YourDraw(msgspec.Struct, frozen=True):
    """What a player asked for on joining. number: their place in the order of joining; kept: the seat was promised."""

    number: int
    kept: bool
    wishes: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True):
    """How the seats were drawn: public. lots: (number of joining, draw, seat), smallest draw first; kept: promised.

    What was drawn from beside the seed: value of the beacon, "" for none; words that players gave, by their numbers.
    """

    lots: tuple[tuple[int, str, str], ...]
    kept: tuple[str, ...]
    beacon: str = ""
    value: str = ""
    words: tuple[tuple[int, str], ...] = ()
    game: str = ""


class Wished(msgspec.Struct, frozen=True):
    """What the draw of seats knew, for the disclosure: (number of joining, seat kept, wishes, the seat they got).

    It is told when the seats are drawn and, in a game with a beacon, when its list is closed: then nobody has a seat.
    """

    players: tuple[tuple[int, str, tuple[str, ...], str], ...]


class ListClosed(msgspec.Struct, frozen=True):
    """All players of a game with a beacon have been found: public. Nothing of the list changes until the draws.

    words: those that players gave for the draws, by their numbers.
    """

    game: str
    beacon: str
    words: tuple[tuple[int, str], ...] = ()


class BeaconEntered(msgspec.Struct, frozen=True):
    """The operator has entered the value of the beacon: public. before: the value that it corrects, "" if none.

    draws: when the draws are made of it, in words.
    """

    game: str
    beacon: str
    value: str
    draws: str
    before: str = ""


class JoinAsked(msgspec.Struct, frozen=True):
    """A newcomer asks to join: what they would get. wishes: in words; approval: the operator has to agree; drawn: all
    places are drawn, whatever they ask for; promised: those of their wishes that are kept for others. seed_hash,
    beacon: what the draws will be made from, told before anybody is in; nonce: their own words for them, nonce_hash:
    the hash of those."""

    game: str
    title: str
    seat_name: str
    wishes: tuple[str, ...]
    approval: bool
    drawn: bool = False
    promised: tuple[str, ...] = ()
    seed_hash: str = ""
    beacon: str = ""
    nonce: str = ""
    nonce_hash: str = ""


class Joined(msgspec.Struct, frozen=True):
    """The reader has joined: their place in the order of joining, and the number of places. waits: for approval.

    example: a line that changes their wishes, "" where all places are drawn. seed_hash: told before anybody is seated,
    so that nobody can choose the draw. promised: those of their wishes that are kept for others. beacon: what the
    draws wait for, "" for nothing; closed: they wait for nothing else. nonce, nonce_hash: as in JoinAsked.
    """

    game: str
    number: int
    players: int
    places: int
    waits: bool
    seat_name: str
    wishes: tuple[str, ...]
    example: str = ""
    seed_hash: str = ""
    promised: tuple[str, ...] = ()
    beacon: str = ""
    closed: bool = False
    nonce: str = ""
    nonce_hash: str = ""


class Applied(msgspec.Struct, frozen=True):
    """Somebody wants to join, and the operator has to agree. To the operator."""

    game: str
    number: int


class WatchFull(msgspec.Struct, frozen=True):
    """The reader cannot watch the game: as many do as may."""

    game: str
    most: int


class NoPlace(msgspec.Struct, frozen=True):
    """JOIN or LEAVE cannot be done. why: full, taken, word, running, forming, begun, which, closed, saw, elsewhere."""

    game: str
    why: str
    seat_name: str
    vacant: tuple[str, ...]


class ShortRecord(msgspec.Struct, frozen=True):
    """A newcomer cannot join, because of their own record.

    least_games, least_on_time: what the game wants, the latter in percent; 0: nothing of that kind. games: how many the
    reader has played to their end; filed: how often they were in time, of how often they owed something.
    """

    game: str
    least_games: int
    least_on_time: int
    games: int
    filed: int
    owed: int


class Invited(msgspec.Struct, frozen=True):
    """The operator invites the reader to a game."""

    game: str
    title: str
    seat_name: str
    lines: tuple[str, ...] = ()
    seed_hash: str = ""
    beacon: str = ""


class Watching(msgspec.Struct, frozen=True):
    """The reader watches the game from now on. name: the one that the players see, "" for results only.

    writes: they may write to everybody; unset in games whose observers may not.
    """

    game: str
    title: str
    name: str
    phase: str
    due: str
    writes: bool | UnsetType = UNSET


class Left(msgspec.Struct, frozen=True):
    """The reader has left the game, or no longer watches it. nothing: they were not there."""

    game: str
    nothing: bool


class Created(msgspec.Struct, frozen=True):
    """The game that the reader has created by mail is open for players. word: the password to join, "" for none."""

    game: str
    title: str
    places: int
    word: str
    listed: bool


class Turned(msgspec.Struct, frozen=True):
    """The operator has turned a newcomer away."""

    game: str


class NotBegun(msgspec.Struct, frozen=True):
    """A letter to a game that has not begun, from somebody who has not joined it; `players` of `places` have joined.

    role: invited, observer, monitor, or "". word: joining needs a password.
    """

    game: str
    title: str
    role: str
    players: int
    places: int
    word: bool


class Unused(msgspec.Struct, frozen=True):
    """The part of a letter without effect, as its writer does not play. why: early, watching, stranger, writing
    (they watch, and may write to everybody), unproven (they may, if the letter is theirs) or message (to the operator,
    and not sent, as it may not be theirs).

    lines: as written; empty if we cannot be sure who wrote them; count: how many there are.
    """

    lines: tuple[str, ...]
    count: int
    why: str


class NotTaken(msgspec.Struct, frozen=True):
    """A letter from a stranger has faults: (line, reason, words that may have been meant)."""

    faults: tuple[tuple[int, str, tuple[str, ...]], ...]


class Stranger(msgspec.Struct, frozen=True):
    """The writer has no seat in this game. vacant: seats that they might take."""

    game: str
    title: str
    vacant: tuple[str, ...]


class NoSignon(msgspec.Struct, frozen=True):
    """Signing on is not needed. seat_name: what the reader plays, "" for nothing."""

    seat_name: str


class NoAddress(msgspec.Struct, frozen=True):
    """The reader's mail cannot go to the address that they gave."""

    why: str


class AskedThere(msgspec.Struct, frozen=True):
    """Another person is asked to agree, at the address that the reader gave. act: address or sitter."""

    act: str


class NoSitter(msgspec.Struct, frozen=True):
    """Nobody sits for the reader. why_not: why their request was not carried out, "" if it was.

    by_sitter: the reader has not asked for this: the person who was to sit will not.
    """

    why_not: str
    by_sitter: bool = False


class SitsAlready(msgspec.Struct, frozen=True):
    """The reader agreed to sit for a player but already sits for another in the game, the one named."""

    game: str
    seat_name: str


class SitterAsked(msgspec.Struct, frozen=True):
    """A player asks the reader to write for them for a time."""

    game: str
    title: str
    seat_name: str
    since: str
    until: str


class Sits(msgspec.Struct, frozen=True):
    """Somebody sits for a player. seat_name: "" to the player."""

    seat_name: str
    since: str
    until: str


class SitsFor(msgspec.Struct, frozen=True):
    """The reader writes for a player for a time."""

    game: str
    seat_name: str
    since: str
    until: str


class SitsNoMore(msgspec.Struct, frozen=True):
    """The player for whom the reader sat no longer needs a sitter."""

    game: str
    seat_name: str


class AddressAsked(msgspec.Struct, frozen=True):
    """A player of a game says that the reader's address is also theirs."""

    game: str
    title: str


class Moved(msgspec.Struct, frozen=True):
    """The reader's mail of a game comes to this address from now on."""

    game: str


class SeesAll(msgspec.Struct, frozen=True):
    """An observer sees everything from now on, once each phase is over: to everybody, by *name*."""

    name: str


class YouSeeAll(msgspec.Struct, frozen=True):
    """The reader sees everything from now on; what there is so far is attached."""

    game: str
    title: str
    name: str


class SeesNoMore(msgspec.Struct, frozen=True):
    """The reader, who saw everything, no longer watches: from another address of theirs they play, sit, or did."""

    game: str
    title: str


class SoFar(msgspec.Struct, frozen=True):
    """What there is to see of a game, up to and with a phase, for whoever sees everything: attached."""

    title: str
