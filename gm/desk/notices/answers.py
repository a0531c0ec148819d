"""What becomes of a letter, and what its writer has on file: told only to them. Plain values for templates."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from gm.desk.notices.time import GameSettings
from gm.rules import NOBODY, Person


class Owes(msgspec.Struct, frozen=True):
    """What the reader owes next, until when, and how to write it. due: in words; soon: how long from now.

    asked: a letter in their name waits for their CONFIRM. waiting: grace is over, and the phase waits for what is
    missing. lines: how many are on file. stage: with commitments, "committed" before the deadline, and in the window
    behind it "open" for who has still to open theirs, else "window". final: they have said that what is on file is.
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
    stage: str = ""
    lines: int = 0
    final: bool = False


class Refused(msgspec.Struct, frozen=True):
    """A letter that had no effect: every wrong line with its place and reason. still: what is in force instead.

    final: the sender has said that it is final. mended: each wrong line of *retry* is as it can only have been meant.
    meant: lines that can be sent, of which each may be what one that was not read means.
    """

    problems: tuple[dict[str, Any], ...]
    more: int
    lines: int
    retry: tuple[str, ...]
    reason: str
    still: tuple[str, ...]
    phase: str
    what: str
    final: bool = False
    mended: bool = False
    meant: tuple[str, ...] = ()


class WrongLines(msgspec.Struct, frozen=True):
    """The wrong lines of a letter whose correct lines stand. more: how many are not shown; done: something was done.

    still: what is on file, if nothing of the letter was done; final: the sender has said that it is final. retry: the
    lines to mend and send back. mended: each wrong one of them is as it can only have been meant.
    """

    problems: tuple[dict[str, Any], ...]
    more: int
    done: bool
    still: tuple[str, ...] = ()
    phase: str = ""
    retry: tuple[str, ...] = ()
    final: bool = False
    mended: bool = False


class MayComplete(msgspec.Struct, frozen=True):
    """How long the sender may change what they have filed, if nothing else is missing; told whether it is or not.

    after: in words; "": it is judged at once.
    """

    after: str


class StillFiled(msgspec.Struct, frozen=True):
    """What is on file for the phase now due, in an answer about something else."""

    phase: str
    lines: tuple[str, ...]


class NotRead(msgspec.Struct, frozen=True):
    """Lines of the letter that were not read, as written. near: the words that they may have been meant to begin with.

    meant: lines that can be sent, of which each may be what one of them means.
    """

    lines: tuple[str, ...]
    near: tuple[str, ...] = ()
    meant: tuple[str, ...] = ()


class Overlooked(msgspec.Struct, frozen=True):
    """Lines that look like orders and stand where nothing is read, as written: in a quotation, below a signature line.

    retry: what to send back if they were meant. files: the names of attachments, which are not read either. subject: an
    order in the subject of the mail.
    """

    quoted: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    retry: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    subject: str = ""


class Nothing(msgspec.Struct, frozen=True):
    """A letter without anything that we could act on. asked: something awaits a CONFIRM of its writer."""

    trouble: str = ""
    asked: bool = False


class OfNoGame(msgspec.Struct, frozen=True):
    """A letter to a game has a command that belongs to no game; nothing was done with that."""


class Help(msgspec.Struct, frozen=True):
    """A page of help. settings: those of the game, which the page about them shows. brief: only its beginning."""

    topic: str
    text: str
    settings: GameSettings | None = None
    brief: bool = False


class Status(msgspec.Struct, frozen=True):
    """The public state of the game."""

    game: str
    title: str
    phase: str
    over: str
    view: Any
    seats: tuple[tuple[str, str], ...]
    observers: tuple[str, ...] = ()


class WhoPlays(msgspec.Struct, frozen=True):
    """The places of a game, each with what it is: played, bot, vacant or out. own: the reader's.

    moving: for whom the game waits; None where nobody is told. after: when it is over, all are told who played.
    """

    game: str
    title: str
    seats: tuple[tuple[str, str], ...]
    own: str
    observers: tuple[str, ...]
    moving: tuple[str, ...] | None
    after: bool


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """A plain sentence of the reader's that asks about a topic, answered in short. more: what to send to read more.

    The other fields are what some topics are answered from. words: first words of its lines; votes: what it lets
    players vote for; live: whether it has no phases; moving: for whom it waits, None where nobody is told; filed,
    example: the first lines of each; count: of all lines on file; days: those of an example; view: what all know.
    """

    topic: str
    more: tuple[str, ...]
    words: tuple[str, ...]
    votes: tuple[str, ...]
    live: bool
    owes: Owes | UnsetType = UNSET
    settings: GameSettings | UnsetType = UNSET
    moving: tuple[str, ...] | UnsetType | None = UNSET
    filed: tuple[str, ...] | UnsetType = UNSET
    count: int | UnsetType = UNSET
    example: tuple[str, ...] | UnsetType = UNSET
    days: str | UnsetType = UNSET
    view: Any = UNSET


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
    """What the reader was told before. mails: (when, subject, text); phases: if none, what can be asked for.

    part, parts: which part of what was asked for this is, counted from the newest; words: HISTORY asks again with them.
    """

    asked: str
    mails: tuple[tuple[str, str, str], ...]
    phases: tuple[str, ...] = ()
    part: int = 1
    parts: int = 1
    words: str = ""


class PhasePicture(msgspec.Struct, frozen=True):
    """A board as the reader was told of it when a phase was over, in plain values; the words follow."""

    phase: str
    picture: Any = None


class EnoughPictures(msgspec.Struct, frozen=True):
    """The boards below are told in words, since the answer has its *most* pictures above."""

    most: int


class NoBoard(msgspec.Struct, frozen=True):
    """The game shows no board to its reader."""


class Sealed(msgspec.Struct, frozen=True):
    """The seal of what is now on file. To its sender."""

    seal: str


class Receipt(msgspec.Struct, frozen=True):
    """That something was filed, signed. To its sender.

    at: when it came, UTC. leaf: that of its entry in the journal. signature: in base64. What is signed, and with which
    key, is in docs/formats.md.
    """

    at: str
    leaf: str
    signature: str


class Wait(msgspec.Struct, frozen=True):
    """The sender's WAIT as it now stands."""

    wait: bool
    why_not: str = ""


class Vote(msgspec.Struct, frozen=True):
    """The sender's vote as it now stands; "" for none."""

    vote: str


class Proposed(msgspec.Struct, frozen=True):
    """A player proposes an end of the game: public, *by* name unless the game leaves it out (""). word: the vote."""

    by: str
    what: str
    word: str


class Proposes(msgspec.Struct, frozen=True):
    """The sender's own proposal, which everybody else is told. named: with their name. word: the vote for it."""

    what: str
    word: str
    named: bool


class VoteRecord(msgspec.Struct, frozen=True):
    """What a seat now votes, "" for nothing, for the disclosure. left: its player left, and the vote with them."""

    seat: str
    vote: str
    left: bool = False


class ConfirmAsked(msgspec.Struct, frozen=True):
    """An act that needs a CONFIRM. what: in words; refused: a name that the reader asked for and cannot have.

    person: whose address it is about; the mail has the address itself, which neither the journal nor the ledger keeps.
    """

    what: str
    word: str
    refused: str = ""
    person: Person = NOBODY
    address: str = ""


class NothingToConfirm(msgspec.Struct, frozen=True):
    """A CONFIRM of nothing. waits: something does await one, but this answers none of the mails that ask.

    answers: another player awaits an answer, with other words.
    """

    waits: bool = False
    answers: bool = False


class LetterHeld(msgspec.Struct, frozen=True):
    """A letter that may be the reader's: its subject, and all of its lines that were read."""

    doubt: str
    received: str
    subject: str
    lines: tuple[str, ...]


class OneHeld(msgspec.Struct, frozen=True):
    """One of several letters that may be the reader's. number: by which a CONFIRM names it."""

    number: int
    doubt: str
    received: str
    subject: str
    lines: tuple[str, ...]


class LettersHeld(msgspec.Struct, frozen=True):
    """Letters that may be the reader's, as in LetterHeld, but several."""

    letters: tuple[OneHeld, ...]


class WhichLetter(msgspec.Struct, frozen=True):
    """A CONFIRM or DENY that does not say which of several letters it is about; nothing was done."""


class Denied(msgspec.Struct, frozen=True):
    """What the reader was asked to confirm will not be done. letter: it was a letter; several: it was more than one."""

    letter: bool
    several: bool = False


class FoundLate(msgspec.Struct, frozen=True):
    """A letter received in time was found after its phase was processed. To the operator."""

    seat_name: str
    phase: str
    received: str


class TimeTaken(msgspec.Struct, frozen=True):
    """The mailbox did not say when it received the letter. server: the time is from its head, else it is our look's."""

    at: str
    server: bool


class TooLate(msgspec.Struct, frozen=True):
    """A letter received in time was found after its phase was processed."""

    phase: str
    received: str
