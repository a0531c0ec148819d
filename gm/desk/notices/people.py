"""Who joins, plays, leaves and watches; who writes for whom, and from where. Plain values, ready for templates."""

from __future__ import annotations

import msgspec


class Opened(msgspec.Struct, frozen=True):
    """The game has begun. seed_hash: what the seed's hash is, so that draws can be checked at the end."""

    game: str
    title: str
    seat_name: str
    players: tuple[str, ...]
    seed_hash: str


class Resigned(msgspec.Struct, frozen=True):
    """A seat is vacant: public. by_operator: its player has not said so himself."""

    seat_name: str
    by_operator: bool = False


class Seated(msgspec.Struct, frozen=True):
    """A seat has a player again: public. replaced: it had one, and the operator has given it to another address."""

    seat_name: str
    replaced: bool = False


class Welcome(msgspec.Struct, frozen=True):
    """What a newcomer is told first."""

    game: str
    title: str
    seat_name: str


class AlreadySeated(msgspec.Struct, frozen=True):
    """Who asks for a seat has one in this game."""

    seat_name: str


class SeatTaken(msgspec.Struct, frozen=True):
    """The seat asked for is not vacant."""

    seat_name: str
    vacant: tuple[str, ...]


class YourDraw(msgspec.Struct, frozen=True):
    """What a player asked for when he joined as the how-manieth. kept: the seat was promised to him."""

    number: int
    kept: bool
    wishes: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True):
    """How the seats were drawn: public. lots: (number of joining, draw, seat), smallest draw first; kept: promised."""

    lots: tuple[tuple[int, str, str], ...]
    kept: tuple[str, ...]


class JoinAsked(msgspec.Struct, frozen=True):
    """A newcomer would join: what he would get. wishes: in words; approval: the operator has to agree; drawn: all
    places are drawn, whatever he asks for; promised: those of his wishes that are kept for others."""

    game: str
    title: str
    seat_name: str
    wishes: tuple[str, ...]
    approval: bool
    drawn: bool = False
    promised: tuple[str, ...] = ()


class Joined(msgspec.Struct, frozen=True):
    """The reader is in: as the how-manieth, and how many places there are. waits: for the operator's approval.

    example: a line that changes his wishes, "" where all places are drawn. seed_hash: told before anybody is seated,
    so that the draw is nobody's choice. promised: those of his wishes that are kept for others.
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


class Applied(msgspec.Struct, frozen=True):
    """Somebody wants to join, and the operator has to agree. To the operator."""

    game: str
    number: int


class NoPlace(msgspec.Struct, frozen=True):
    """JOIN cannot be done. why: full, taken, word, running, forming, begun, which."""

    game: str
    why: str
    seat_name: str
    vacant: tuple[str, ...]


class Invited(msgspec.Struct, frozen=True):
    """The operator invites the reader to a game."""

    game: str
    title: str
    seat_name: str
    lines: tuple[str, ...] = ()


class Watching(msgspec.Struct, frozen=True):
    """The reader watches the game from now on. name: under which the players see him, "" for results only."""

    game: str
    title: str
    name: str
    phase: str
    due: str


class Left(msgspec.Struct, frozen=True):
    """The reader has left the game, or watches it no more. nothing: he was not there."""

    game: str
    nothing: bool


class Turned(msgspec.Struct, frozen=True):
    """The operator has said no to a newcomer."""

    game: str


class NotBegun(msgspec.Struct, frozen=True):
    """A letter to a game that has not begun, of somebody who has not joined it; players of places are there.

    role: invited, observer, monitor, or "". word: he must know one to join.
    """

    game: str
    title: str
    role: str
    players: int
    places: int
    word: bool


class Unused(msgspec.Struct, frozen=True):
    """What of a letter did nothing, since its writer does not play, as written. why: early, watching or stranger.

    lines: empty if we cannot be sure who wrote it; count: how many there are.
    """

    lines: tuple[str, ...]
    count: int
    why: str


class NotTaken(msgspec.Struct, frozen=True):
    """A letter of somebody whom we do not know has faults: (line, reason, words that were perhaps meant)."""

    faults: tuple[tuple[int, str, tuple[str, ...]], ...]


class Stranger(msgspec.Struct, frozen=True):
    """The writer has no seat in this game. vacant: seats he might take."""

    game: str
    title: str
    vacant: tuple[str, ...]


class NoSignon(msgspec.Struct, frozen=True):
    """Nobody need sign on. seat_name: what the reader plays, "" for nothing."""

    seat_name: str


class NoAddress(msgspec.Struct, frozen=True):
    """The reader's mail cannot go to the address that he gave."""

    why: str


class AskedThere(msgspec.Struct, frozen=True):
    """Another person is asked to agree, at the address that the reader gave. act: address or sitter."""

    act: str


class NoSitter(msgspec.Struct, frozen=True):
    """Nobody sits for the reader. why_not: why what he asked for was not done, "" if it was.

    by_sitter: he has not asked for it: who was to sit will not.
    """

    why_not: str
    by_sitter: bool = False


class SitsAlready(msgspec.Struct, frozen=True):
    """Who agrees to sit for a player sits for another one of the game, the one named, and so cannot."""

    game: str
    seat_name: str


class SitterAsked(msgspec.Struct, frozen=True):
    """A player would have the reader write for him for a span."""

    game: str
    title: str
    seat_name: str
    since: str
    until: str


class Sits(msgspec.Struct, frozen=True):
    """Somebody sits for a player. seat_name: "" to the player himself."""

    seat_name: str
    since: str
    until: str


class SitsFor(msgspec.Struct, frozen=True):
    """The reader writes for a player for a span."""

    game: str
    seat_name: str
    since: str
    until: str


class SitsNoMore(msgspec.Struct, frozen=True):
    """The player for whom the reader sat writes himself again."""

    game: str
    seat_name: str


class AddressAsked(msgspec.Struct, frozen=True):
    """A player of a game says that the reader's address is his, too."""

    game: str
    title: str


class Moved(msgspec.Struct, frozen=True):
    """The reader's mail of a game comes to this address from now on."""

    game: str
