"""A phase and its end, seals and their opening, and the end of the game. Plain values for templates."""

from __future__ import annotations

import msgspec


class Seals(msgspec.Struct, frozen=True):
    """One seal for each seat, also for silence: public. seals: (seat, seal)."""

    phase: str
    seals: tuple[tuple[str, str], ...]


class Head(msgspec.Struct, frozen=True):
    """The head of the game's journal: the same to all. key: the public key of its receipts, "" if it gives none."""

    head: str
    key: str


class Leaf(msgspec.Struct, frozen=True):
    """The leaf of an entry of the journal, for the disclosure; salt and text open it, and are "" if it stays closed."""

    leaf: str
    salt: str
    text: str


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


class Waiting(msgspec.Struct, frozen=True):
    """Grace is over and the phase waits for whoever is missing. To the operator."""

    phase: str
    missing: tuple[str, ...]


class Over(msgspec.Struct, frozen=True):
    """The game is over: public."""

    how: str
    seed: str
    seed_hash: str
