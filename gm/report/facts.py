"""What a report is made of: plain frozen values, the same for every ruleset.

A fact is the kind of its notice and its body as plain values. Only the templates of the ruleset know what a kind means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from gm.desk.notices.operator import WHOLE

Body = dict[str, Any]  # of a notice, as plain values: whose notice it is knows its fields


class Fact(msgspec.Struct, frozen=True):
    """Something that was told earlier, or is told only now.

    at: UTC. mark: what became of an act later, "" if it stood. counts: the operator did not take it back. n: the entry
    of the journal that told it.
    """

    at: str
    kind: str
    body: Body
    mark: str = ""
    counts: bool = True
    n: int = 0


class Seal(msgspec.Struct, frozen=True):
    """A seal with what opens it. name: the seat in the players' words.

    form: of which lines it is the SHA-256 (docs/formats.md). about: what is sealed, if one player told it to another.

    published: it was in everybody's result mail; if not, the text was replaced or its phase was never judged.
    time: which time the phase was played, if the operator took the game back to it.
    """

    phase: str
    seat: str
    name: str
    salt: str
    text: str
    seal: str
    published: bool
    time: int = 1
    form: int = 1
    about: str = ""


class Leaf(msgspec.Struct, frozen=True):
    """An entry of the journal: its leaf and, unless it stays closed, the salt and the text that make it."""

    leaf: str
    salt: str = ""
    text: str = ""


class Step(msgspec.Struct, frozen=True):
    """Something that explains which seal was published last, in the order in which things happened.

    what: sealed, cleared (CLEAR), seated, left, rolled (the game was taken back or forward), restored (from a backup),
    judged. phase, seat: where it belongs to one; seal: what was sealed.
    """

    what: str
    phase: str = ""
    seat: str = ""
    seal: str = ""


class Chapter(msgspec.Struct, frozen=True):
    """One phase: its facts in order. judged: it has been judged, so it neither was left nor is running.

    time: which time it was played, if the operator took the game back to it. counts: its result was not taken back.
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
        """The code of the phase, with `no. 2` and so on if it was played more than once."""
        return self.code if self.time == 1 else f"{self.code} no. {self.time}"

    @property
    def anchor(self) -> str:
        """The name by which a link opens it: its code, with `-2` and so on if it was played more than once."""
        return self.code if self.time == 1 else f"{self.code}-{self.time}"

    def of(self, *kinds: str) -> tuple[Fact, ...]:
        """The facts of these kinds, in order."""
        return tuple(fact for fact in self.facts if fact.kind in kinds)

    def body(self, kind: str) -> Body | None:
        """The body of the last fact of a kind, None if there is none."""
        found = self.of(kind)
        return found[-1].body if found else None


class Sitter(msgspec.Struct, frozen=True):
    """Somebody who had a seat, without their address. since "": from the start; left "": to the end."""

    name: str
    since: str
    left: str


class Seat(msgspec.Struct, frozen=True):
    """A seat and its sitters, one after the other, empty if it never had one."""

    code: str
    name: str
    sitters: tuple[Sitter, ...]


class Disclosure(msgspec.Struct, frozen=True):
    """A whole game. If it is not over, outcome and seed are "".

    looks: the operator's at sealed matter; copies: those of the whole database. chain: every entry of the journal.
    options: those of the ruleset, with the texts of its board, from which pictures are drawn.
    """

    game: str
    title: str
    ruleset: str
    outcome: str
    seed: str
    seed_hash: str
    seats: tuple[Seat, ...]
    chapters: tuple[Chapter, ...]
    looks: tuple[Fact, ...]
    copies: tuple[Fact, ...]
    chain: tuple[Leaf, ...] = ()
    options: Body = {}

    @property
    def names(self) -> dict[str, str]:
        """The seats in the players' words, by code."""
        return {seat.code: seat.name for seat in self.seats}

    def of(self, *kinds: str) -> tuple[Fact, ...]:
        """The facts of these kinds in all phases, in order."""
        return tuple(fact for chapter in self.chapters for fact in chapter.of(*kinds))

    @property
    def history(self) -> tuple[Step, ...]:
        """What explains which seals were published, in order."""
        codes = {name: code for code, name in self.names.items()}
        steps = (_step(fact, chapter.code, codes) for chapter in self.chapters for fact in chapter.facts)
        return tuple(step for step in steps if step is not None)

    @property
    def seals(self) -> tuple[Seal, ...]:
        """Every seal, phase by phase."""
        return tuple(seal for chapter in self.chapters for seal in chapter.seals)


def looks_in(chapters: Sequence[Chapter]) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """The operator's looks at sealed matter, and those of them that were copies of the whole database, apart."""
    looked = [fact for chapter in chapters for fact in chapter.of("looked")]
    copies = tuple(fact for fact in looked if fact.body["what"] == WHOLE)
    return tuple(fact for fact in looked if fact.body["what"] != WHOLE), copies


def mark(facts: Sequence[Fact], partly: bool = True) -> tuple[Fact, ...]:
    """The *facts* of one phase, with marks on filings and lists that their seat replaced or cleared later.

    partly: the phase was not taken back as a whole, so mark acts that the operator took back, too.
    """
    later: dict[tuple[str, str], str] = {}
    marked = []
    for fact in reversed(facts):
        what = fact.body["what"] if fact.kind == "actrecord" else ""
        if what and partly and not fact.counts:
            marked.append(msgspec.structs.replace(fact, mark="taken back later"))
            continue
        word = what.rpartition(" ")[2]
        if what == "cleared":
            later[fact.body["power"], "filed"] = "cleared later"
        elif word in ("filed", "list"):
            fact = msgspec.structs.replace(fact, mark=later.get((fact.body["power"], word), ""))
            later[fact.body["power"], word] = "replaced later"
        marked.append(fact)
    return tuple(reversed(marked))


def titles_in(facts: Iterable[Fact]) -> dict[str, str]:
    """The titles of phases that facts tell, by code."""
    return {f.body["phase"]: f.body["title"] for f in facts if "phase" in f.body and "title" in f.body}


def _step(fact: Fact, phase: str, codes: Mapping[str, str]) -> Step | None:
    """The step that a fact of a phase is; None if it explains no seal."""
    body = fact.body
    match fact.kind:
        case "opening":
            return Step("sealed", body["phase"], body["seat"], body["seal"])
        case "actrecord" if body["what"] == "cleared":
            return Step("cleared", body["phase"], body["power"])
        case "seated" | "resigned":
            what = "seated" if fact.kind == "seated" else "left"
            return Step(what, phase, str(codes.get(body["seat_name"]) or body["seat_name"]))
        case "rolled" | "restored":
            return Step(fact.kind, phase)
        case "seals":
            return Step("judged", body["phase"])
        case _:
            return None
