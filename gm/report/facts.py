"""What a report is made of: plain frozen values, the same for every ruleset.

Every fact is the kind of its notice and its body as plain values. What a kind means is known to the templates of the
ruleset alone.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Fact(msgspec.Struct, frozen=True):
    """Something that was told, or is told only now.

    at: UTC. mark: what later became of an act, "" if it stood. counts: the operator did not take it back later.
    """

    at: str
    kind: str
    body: dict[str, Any]
    mark: str = ""
    counts: bool = True


class Seal(msgspec.Struct, frozen=True):
    """A seal with what opens it: SHA-256 of salt, newline, text. name: the seat in the players' words.

    published: it was in everybody's result mail; else what it seals was replaced, or its phase was never judged.
    time: of a phase that was played more than once (the operator took the game back), which time.
    """

    phase: str
    seat: str
    name: str
    salt: str
    text: str
    seal: str
    published: bool
    time: int = 1


class Chapter(msgspec.Struct, frozen=True):
    """One phase: its facts in order. judged: it was not left or running before it was.

    time: of a phase that was played more than once, since the operator took the game back, which time. counts: what
    came of it was not taken back later.
    """

    code: str
    title: str
    facts: tuple[Fact, ...]
    seals: tuple[Seal, ...]
    judged: bool
    time: int = 1
    counts: bool = True

    @property
    def label(self) -> str:
        """The code, with the number of times if there was more than one."""
        return self.code if self.time == 1 else f"{self.code} no. {self.time}"

    def of(self, *kinds: str) -> tuple[Fact, ...]:
        """The facts of these kinds, in order."""
        return tuple(fact for fact in self.facts if fact.kind in kinds)

    def body(self, kind: str) -> dict[str, Any] | None:
        """What the last fact of a kind says; None if there is none."""
        found = self.of(kind)
        return found[-1].body if found else None


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who had a seat, never by his address. since "": from the start; left "": to the end."""

    name: str
    since: str
    left: str


class Seat(msgspec.Struct, frozen=True):
    """A seat and who sat on it, one after the other; nobody if none."""

    code: str
    name: str
    sitters: tuple[Sitter, ...]


class Disclosure(msgspec.Struct, frozen=True):
    """A game in full. outcome "": it is not over, and then seed is "" too."""

    game: str
    title: str
    ruleset: str
    outcome: str
    seed: str
    seed_hash: str
    seats: tuple[Seat, ...]
    chapters: tuple[Chapter, ...]
    looks: tuple[Fact, ...]

    @property
    def names(self) -> dict[str, str]:
        """The seats in the players' words, by code."""
        return {seat.code: seat.name for seat in self.seats}

    def of(self, *kinds: str) -> tuple[Fact, ...]:
        """The facts of these kinds, whatever phase they belong to, in order."""
        return tuple(fact for chapter in self.chapters for fact in chapter.of(*kinds))

    @property
    def seals(self) -> tuple[Seal, ...]:
        """Every seal, phase by phase."""
        return tuple(seal for chapter in self.chapters for seal in chapter.seals)
