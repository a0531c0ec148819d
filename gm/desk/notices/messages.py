"""Messages between players, diaries, and last words about a game. Plain values for templates."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class Press(msgspec.Struct, frozen=True):
    """A message from one player to others. to: the readers' names; to everybody if broadcast.

    unnamed: it answers a message of the reader's that did not name them, and their reply will not either. watches: it
    is from somebody who watches the game; unset otherwise.
    """

    sender: str
    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]
    unnamed: bool = False
    watches: bool | UnsetType = UNSET


class Gathered(msgspec.Struct, frozen=True):
    """Messages of others follow that have waited for the reader's digest, and how many."""

    count: int


class Piled(Press, frozen=True):
    """A message that has waited for the reader's digest. at: when it was sent, in words; place: which of them it is.

    answer: the command that answers it, "" for none. mail: the number under which a reply to it alone is known, if its
    writer can be written to and no command does it, else 0.
    """

    at: str = ""
    place: int = 0
    answer: str = ""
    mail: int = 0


class PressToOperator(msgspec.Struct, frozen=True):
    """A message to the operator. seat: for the command that answers it; "" if its writer has none."""

    sender: str
    seat: str
    lines: tuple[str, ...]


class PressSent(msgspec.Struct, frozen=True):
    """What a sender is told of their press. as_from, as_to: what its readers see instead, if different.

    left_out: how many of its lines were taken for quotations and not sent.
    """

    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]
    as_from: str = ""
    as_to: tuple[str, ...] = ()
    left_out: int = 0


class PressNotSent(msgspec.Struct, frozen=True):
    """A message that was not passed on: its sender has used up their budget. to: its readers; everybody if broadcast.

    most: how many readers the budget has in an hour, or *in_day*; again: when there is room again, in words.
    """

    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]
    most: int
    in_day: bool
    again: str


class PressWaits(msgspec.Struct, frozen=True):
    """The reader's messages are delivered with the results of the phase that is named, and read by nobody before."""

    title: str


class OrdersFirst(msgspec.Struct, frozen=True):
    """A message that was not passed on: its sender's own orders of the phase are missing, and come first in this game.

    to: its readers; everybody if broadcast.
    """

    to: tuple[str, ...]
    broadcast: bool
    lines: tuple[str, ...]


class Touching(msgspec.Struct, frozen=True):
    """Whom the reader's private messages reach: the neighbours on the board, which everybody sees."""

    near: tuple[str, ...]


class FalsePress(msgspec.Struct, frozen=True):
    """A grey or false message, for the disclosure: who wrote it to whom, and what its readers saw."""

    sender: str
    to: tuple[str, ...]
    shown: Press


class PressUnclear(msgspec.Struct, frozen=True):
    """A reply to press that could not be sent: it contains an order, or the game has no private messages.

    sender: who wrote the press, "" if they were not named; hidden: the lines that read as orders. as_press: the text as
    it can stand in a message; for_us: the orders, with the text of messages among them; public: everybody can be
    written to.
    """

    sender: str
    hidden: tuple[str, ...]
    lines: tuple[str, ...]
    phase: str
    private: bool = True
    as_press: tuple[str, ...] = ()
    for_us: tuple[str, ...] = ()
    public: bool = True


class Noted(msgspec.Struct, frozen=True):
    """A page of the reader's diary was kept: which one, and its number of lines. open: the report will include it."""

    page: int
    lines: int
    open: bool


class DiaryFull(msgspec.Struct, frozen=True):
    """The diary has no room for the page."""

    pages: int
    letters: int


class Diary(msgspec.Struct, frozen=True):
    """A player's diary: (when, lines) of each page. open: the report includes it."""

    name: str
    pages: tuple[tuple[str, tuple[str, ...]], ...]
    open: bool


class DiaryOpened(msgspec.Struct, frozen=True):
    """Whether the report will include the reader's diary. given: it already does, which cannot be undone."""

    open: bool
    given: bool = False


class LastWord(msgspec.Struct, frozen=True):
    """A player's last words about a game, for its report."""

    name: str
    lines: tuple[str, ...]


class StatementTaken(msgspec.Struct, frozen=True):
    """The reader's statement will be in the report that is sent when the time for statements is over."""

    until: str
    lines: tuple[str, ...]


class StatementEarly(msgspec.Struct, frozen=True):
    """Statements are for when the game is over."""


class StatementLate(msgspec.Struct, frozen=True):
    """The time for statements is over."""


class LastWordsAsked(msgspec.Struct, frozen=True):
    """The game is over, and its players may say something about it until the time given."""

    until: str


class NamesRevealed(msgspec.Struct, frozen=True):
    """The report again, now with the names of those who played: to everybody."""


class LastWords(msgspec.Struct, frozen=True):
    """The report again, now with what the players have said about the game."""
