"""A phase and its end, seals and their opening, and the end of the game. Plain values for templates."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class Seals(msgspec.Struct, frozen=True):
    """One seal for each seat, also for silence: public. seals: (seat, seal)."""

    phase: str
    seals: tuple[tuple[str, str], ...]


class Head(msgspec.Struct, frozen=True):
    """The head of the game's journal: the same to all. key: the public key of its receipts, "" if it gives none."""

    head: str
    key: str


class DayHead(msgspec.Struct, frozen=True):
    """A day of a live game is over, and its mail brings the head: public, whatever has happened."""


class Leaf(msgspec.Struct, frozen=True):
    """The leaf of an entry of the journal, for the disclosure; salt and text open it, and are "" if it stays closed."""

    leaf: str
    salt: str
    text: str


class Options(msgspec.Struct, frozen=True):
    """The ruleset's options as they were when the game was created, for the disclosure."""

    options: dict[str, Any]


class Opening(msgspec.Struct, frozen=True):
    """A seal opened, for the disclosure.

    form: that of the seal (`Game.seal_of`); about: what was sealed, if one player has told it to another.
    """

    phase: str
    seat: str
    salt: str
    text: str
    seal: str
    form: int
    about: str


class SealTold(msgspec.Struct, frozen=True):
    """The seal of something that one player has said to another: to both. what: what it seals, in words."""

    what: str
    seal: str


class SealOpened(msgspec.Struct, frozen=True):
    """What opens such a seal, to the other player."""

    what: str
    salt: str
    text: str


class Next(msgspec.Struct, frozen=True):
    """What is due next, for observers."""

    title: str
    due: str


class Early(msgspec.Struct, frozen=True):
    """The phase was judged early because everything was in: public."""

    phase: str


class OnlyVacant(msgspec.Struct, frozen=True):
    """Only seats without a player owe anything in the phase that has begun: public, to each in their own zone.

    until: it waits until then, since the game gives newcomers time; unset if it was judged at once.
    """

    phase: str
    title: str
    until: str | UnsetType = UNSET


class Reminder(msgspec.Struct, frozen=True):
    """A reminder to those who owe something or, with the deadline in words, to everybody in the same words."""

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


class StillWaits(msgspec.Struct, frozen=True):
    """Grace is over and the phase still waits: told again and again, to everybody at the same time.

    late: only if shown. yours: it waits for the reader.
    """

    title: str
    late: tuple[str, ...]
    yours: bool


class Window(msgspec.Struct, frozen=True):
    """The deadline of a game with commitments has passed: public, the same whoever has committed."""

    title: str
    until: str


class Committed(msgspec.Struct, frozen=True):
    """The reader has committed to a sheet. opens, closes: the window in which to open it, in words.

    whole: one wrong line of it makes the whole sheet wrong; filed: a sheet is on file beside it.
    """

    phase: str
    commitment: str
    opens: str
    closes: str
    whole: bool
    filed: bool


class CommitRecord(msgspec.Struct, frozen=True):
    """A seat has committed to a sheet, for the disclosure."""

    phase: str
    seat: str
    commitment: str


class OpenRecord(msgspec.Struct, frozen=True):
    """A seat has opened its commitment: salt and text make it. For the disclosure."""

    phase: str
    seat: str
    commitment: str
    salt: str
    text: str


class OpenReminder(msgspec.Struct, frozen=True):
    """The reader has committed to a sheet and not opened it, and half of the window is over."""

    title: str
    until: str


class NotOpened(msgspec.Struct, frozen=True):
    """Who committed to a sheet for the phase just judged and did not open it: public."""

    title: str
    names: tuple[str, ...]


class ActsLater(msgspec.Struct, frozen=True):
    """Lines of the reader's that act when the phase has been judged."""

    lines: tuple[str, ...]


class NotActed(msgspec.Struct, frozen=True):
    """Lines of the reader's that were to act when the phase had been judged, and could not. why: of each."""

    lines: tuple[str, ...]
    why: tuple[str, ...]


class KeptAhead(msgspec.Struct, frozen=True):
    """What is kept of the reader's for a phase to come, as they wrote it.

    new: it has just come; again: in place of what was kept for that phase before.
    """

    phase: str
    title: str
    lines: tuple[str, ...]
    new: bool
    again: bool


class DroppedAhead(msgspec.Struct, frozen=True):
    """Nothing of the reader's is kept for a phase to come any more. had: something was."""

    phase: str
    title: str
    had: bool


class AheadGone(msgspec.Struct, frozen=True):
    """The game has been taken to another time, and what was kept of the reader's for these phases is dropped."""

    phases: tuple[str, ...]


class TakenUp(msgspec.Struct, frozen=True):
    """The phase has begun, and what was kept of the reader's for it has been read. seal: of what is on file by it.

    standing: it is of standing orders.
    """

    phase: str
    title: str
    seal: str
    standing: bool | UnsetType = UNSET


class NotTakenUp(msgspec.Struct, frozen=True):
    """The phase has begun, and nothing of what was kept of the reader's for it can be done: every wrong line, and why.
    """

    phase: str
    title: str
    problems: tuple[dict[str, Any], ...]
    more: int
    retry: tuple[str, ...]


class CommitGame(msgspec.Struct, frozen=True):
    """This game has commitments: public, when it begins. window: how long they can be opened, in words."""

    window: str


class Waiting(msgspec.Struct, frozen=True):
    """Grace is over and the phase waits for whoever is missing. To the operator."""

    phase: str
    missing: tuple[str, ...]


class DrawNear(msgspec.Struct, frozen=True):
    """Nothing has changed hands for so many years that after one more like them the game is a draw: public."""

    thing: str
    years: int
    names: tuple[str, ...]


class Over(msgspec.Struct, frozen=True):
    """The game is over: public."""

    how: str
    seed: str
    seed_hash: str
