"""What the desk itself tells: the bodies of its notices. Plain values, ready for templates."""

from __future__ import annotations

from typing import Any

import msgspec


class Opened(msgspec.Struct, frozen=True):
    """The game has begun. seed_hash: what the seed's hash is, so that draws can be checked at the end."""

    game: str
    title: str
    seat_name: str
    players: tuple[str, ...]
    seed_hash: str


class Owes(msgspec.Struct, frozen=True):
    """What the reader owes next, until when, and how to write it. due: in words; soon: how long from now.

    asked: a letter in his name waits for his CONFIRM. waiting: grace is over, and the phase waits for what is missing.
    """

    phase: str
    title: str
    what: str
    filed: bool
    default: str
    due: str
    soon: str
    grace: bool
    example: tuple[str, ...]
    topic: str
    owes: bool
    paused: bool = False
    asked: bool = False
    waiting: bool = False


class Refused(msgspec.Struct, frozen=True):
    """A letter that did nothing: every wrong line with its place and reason. still: what is in force instead."""

    problems: tuple[dict[str, Any], ...]
    more: int
    lines: int
    retry: tuple[str, ...]
    reason: str
    still: tuple[str, ...]
    phase: str
    what: str


class WrongLines(msgspec.Struct, frozen=True):
    """The wrong lines of a letter whose right lines stand. more: those not shown; done: something was done.

    still: what is on file, if nothing of the letter was done.
    """

    problems: tuple[dict[str, Any], ...]
    more: int
    done: bool
    still: tuple[str, ...] = ()
    phase: str = ""


class StillFiled(msgspec.Struct, frozen=True):
    """What is on file for the phase now due, in an answer about something else."""

    phase: str
    lines: tuple[str, ...]


class NotRead(msgspec.Struct, frozen=True):
    """Lines of the letter that were not read, as written. retry: the sheet with them, if they may have been meant."""

    lines: tuple[str, ...]
    retry: tuple[str, ...] = ()
    near: tuple[str, ...] = ()


class Nothing(msgspec.Struct, frozen=True):
    """A letter with nothing in it that we could act on."""

    trouble: str = ""


class Help(msgspec.Struct, frozen=True):
    """A page of help. text is complete."""

    topic: str
    text: str


class Status(msgspec.Struct, frozen=True):
    """The public state of the game."""

    game: str
    title: str
    phase: str
    over: str
    view: Any
    seats: tuple[tuple[str, str], ...]
    observers: tuple[str, ...] = ()


class Show(msgspec.Struct, frozen=True):
    """What is on file for the reader."""

    phase: str
    title: str
    what: str
    view: Any
    vote: str
    wait: bool
    seal: str


class History(msgspec.Struct, frozen=True):
    """What the reader was told, again. mails: (when, subject, text); phases: for want of any, what he can ask for."""

    asked: str
    mails: tuple[tuple[str, str, str], ...]
    phases: tuple[str, ...] = ()


class Sealed(msgspec.Struct, frozen=True):
    """The seal of what is now on file. To its sender."""

    seal: str


class Seals(msgspec.Struct, frozen=True):
    """One seal for each seat, also for silence: public. seals: (seat, seal)."""

    phase: str
    seals: tuple[tuple[str, str], ...]


class Opening(msgspec.Struct, frozen=True):
    """A seal opened, for the disclosure."""

    phase: str
    seat: str
    salt: str
    text: str
    seal: str


class Wait(msgspec.Struct, frozen=True):
    """The sender's WAIT as it now stands."""

    wait: bool
    why_not: str = ""


class Vote(msgspec.Struct, frozen=True):
    """The sender's vote as it now stands, "" for none."""

    vote: str


class Press(msgspec.Struct, frozen=True):
    """A message from one player to others. to: the readers' names; to everybody if broadcast.

    unnamed: it answers a message of the reader's that did not name him, and his reply will not either.
    """

    sender: str
    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]
    unnamed: bool = False


class PressToOperator(msgspec.Struct, frozen=True):
    """A message of a player to the operator. seat: for the command that answers him."""

    sender: str
    seat: str
    lines: tuple[str, ...]


class PressSent(msgspec.Struct, frozen=True):
    """What a sender is told of his press. as_from, as_to: what its readers see instead, if they see something else.

    left_out: how many lines of it were taken for quotations, and not sent.
    """

    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]
    as_from: str = ""
    as_to: tuple[str, ...] = ()
    left_out: int = 0


class FalsePress(msgspec.Struct, frozen=True):
    """A grey or a false message, for the disclosure: who wrote it to whom, and as what it was read."""

    sender: str
    to: tuple[str, ...]
    shown: Press


class PressUnclear(msgspec.Struct, frozen=True):
    """A reply to press that could not be sent: it holds an order, or the game has no private messages.

    sender: whose press it was, "" if he was not named; hidden: the lines that read as orders.
    """

    sender: str
    hidden: tuple[str, ...]
    lines: tuple[str, ...]
    phase: str
    private: bool = True


class Noted(msgspec.Struct, frozen=True):
    """A page of the reader's diary is kept: which, of how many lines. open: the report will have it."""

    page: int
    lines: int
    open: bool


class DiaryFull(msgspec.Struct, frozen=True):
    """The diary has no room for the page."""

    pages: int
    letters: int


class Diary(msgspec.Struct, frozen=True):
    """A player's diary: (when, lines) of each page. open: the report has it."""

    name: str
    pages: tuple[tuple[str, tuple[str, ...]], ...]
    open: bool


class DiaryOpened(msgspec.Struct, frozen=True):
    """Whether the report will have the reader's diary. given: it has it, and that cannot be taken back."""

    open: bool
    given: bool = False


class Statement(msgspec.Struct, frozen=True):
    """A player's last words about a game, for its report."""

    name: str
    lines: tuple[str, ...]


class StatementTaken(msgspec.Struct, frozen=True):
    """The reader's statement will be in the report that is sent when the time for them is over."""

    until: str
    lines: tuple[str, ...]


class StatementEarly(msgspec.Struct, frozen=True):
    """Statements are for when the game is over."""


class StatementLate(msgspec.Struct, frozen=True):
    """The time for statements is over."""


class LastWordsAsked(msgspec.Struct, frozen=True):
    """The game is over, and its players may say something about it until then."""

    until: str


class LastWords(msgspec.Struct, frozen=True):
    """The report once more, now with what the players have said about the game."""


class ConfirmAsked(msgspec.Struct, frozen=True):
    """An act that wants a CONFIRM. what: in words; refused: a name that he asked for and cannot have."""

    what: str
    word: str
    refused: str = ""


class NothingToConfirm(msgspec.Struct, frozen=True):
    """A CONFIRM without anything asked. waits: several things do, and it answers none of the mails that ask."""

    waits: bool = False


class LetterHeld(msgspec.Struct, frozen=True):
    """A letter came that may be the reader's: its subject, and all lines read of it."""

    doubt: str
    received: str
    subject: str
    lines: tuple[str, ...]


class Denied(msgspec.Struct, frozen=True):
    """What the reader was asked to confirm is not to be done. letter: it was a letter."""

    letter: bool


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


class Next(msgspec.Struct, frozen=True):
    """What is due next, for observers."""

    title: str
    due: str


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


class Early(msgspec.Struct, frozen=True):
    """The phase ran early, so everything was in: public."""

    phase: str


class Reminder(msgspec.Struct, frozen=True):
    """A reminder to who owes something, or, with the deadline in words, to everybody in the same words."""

    title: str
    due: str = ""


class Grace(msgspec.Struct, frozen=True):
    """The deadline has passed and grace has begun: public, in the same words to everybody. late: only if shown.

    waits: after grace the phase is not judged but waits (option nmr).
    """

    title: str
    until: str
    late: tuple[str, ...]
    waits: bool


class Deadline(msgspec.Struct, frozen=True):
    """The operator moved the deadline: public."""

    title: str
    due: str


class Zone(msgspec.Struct, frozen=True):
    """The time zone in which the reader is told times from now on; now: the time of his letter in it."""

    zone: str
    now: str


class SetTo(msgspec.Struct, frozen=True):
    """A setting of the reader's as it now stands."""

    name: str
    value: str


class Stopped(msgspec.Struct, frozen=True):
    """A player asked for less mail: what he gets no more, and how to leave. over: the game is, so no mail comes."""

    seat_name: str
    game: str
    over: bool = False


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


class Paused(msgspec.Struct, frozen=True):
    """The operator has stopped the clock: public."""


class Rolled(msgspec.Struct, frozen=True):
    """The operator has taken the game back to a phase, or forward again. kept: the orders on file then stand.

    due: "" while the game is paused.
    """

    forward: bool
    title: str
    kept: bool
    due: str


class Announced(msgspec.Struct, frozen=True):
    """The operator's own words: to everybody, or to one player (alone) whom the disclosure names."""

    lines: tuple[str, ...]
    alone: str


class ActedFor(msgspec.Struct, frozen=True):
    """The operator wrote a letter in a player's name: to that player, and to the disclosure."""

    name: str
    lines: tuple[str, ...]


class GoesOn(msgspec.Struct, frozen=True):
    """The clock goes on, with the time given back for which it stood: to each seat in its own zone."""

    title: str
    due: str


class Waiting(msgspec.Struct, frozen=True):
    """Grace is over and the phase waits for whoever is missing. To the operator."""

    phase: str
    missing: tuple[str, ...]


class FoundLate(msgspec.Struct, frozen=True):
    """A letter received in time was found after its phase was processed. To the operator."""

    seat_name: str
    phase: str
    received: str


class TooLate(msgspec.Struct, frozen=True):
    """A letter received in time was found after its phase was processed."""

    phase: str
    received: str


class Over(msgspec.Struct, frozen=True):
    """The game is over: public."""

    how: str
    seed: str
    seed_hash: str


class Looked(msgspec.Struct, frozen=True):
    """The operator looked at sealed matter, for the disclosure."""

    at: str
    what: str
