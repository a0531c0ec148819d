"""Messages from player to player, diaries, and last words about a game. Plain values, ready for templates."""

from __future__ import annotations

import msgspec


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


class LastWord(msgspec.Struct, frozen=True):
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
