"""What a report may tell anybody: the disclosure of a game without persons, and without what was not said to all.

What the rules told stays. Of the desk's own notices only those named here do, so that a new one stays out until
somebody has thought about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from inspect import isclass

import msgspec
from msgspec.structs import replace

from gm.desk import notices
from gm.desk.books.showing import Head
from gm.report.disclosure import read_disclosure, unnamed
from gm.report.facts import Chapter, Disclosure, Fact, Seat, Sitter
from gm.report.html import Public, write_public
from gm.store.store import Store

NOTICES = [kind for kind in vars(notices).values() if isclass(kind) and issubclass(kind, msgspec.Struct)]
OWN = frozenset(kind.__name__.lower() for kind in NOTICES)
TOLD = frozenset({
    "early", "onlyvacant", "seals", "notopened", "opened", "over", "lastword", "resigned", "seated", "paused",
    "processed", "deadline", "goeson", "rescheduled", "moretimeasked", "rolled", "restored", "drawn", "wished",
    "listclosed", "beaconentered", "commitrecord", "opening", "voterecord", "looked", "operatoracted", "commitgame",
    "actrecord", "readafter", "sits", "namesrevealed", "proposed",
    "clockstands",
})  # fmt: skip
SAID = frozenset({"press", "falsepress", "diary", "announced", "actedfor", "vouchedfor", "openrecord"})  # if widened


def report(store: Store, name: str, head: Head, indexed: bool) -> bytes:
    """The public report of a game that is over, as a page."""
    with store.parcels.awake(name):
        disclosure = read_disclosure(store, name)
        names = _names(store, name) if head.names else {}
    public = public_of(disclosure, names, head.press)
    return write_public(public, Public(indexed, "../index.html", head.names, head.press)).encode()


def _names(store: Store, game: str) -> dict[tuple[str, int], str]:
    """What the players of a game call themselves, by seat and which of its players they were. Never an address."""
    found: dict[tuple[str, int], str] = {}
    for player in store.players.ever(game):
        nth = sum(seat == player.seat for seat, _ in found)
        found[player.seat, nth] = " ".join(word for word in player.name.split() if "@" not in word)
    return found


def public_of(disclosure: Disclosure, names: Mapping[tuple[str, int], str], press: bool) -> Disclosure:
    """What is left of a disclosure. *names*: of players; whoever is not there has none. *press*: all that was said."""
    chapters = tuple(_chapter(one, press) for one in disclosure.chapters)
    seats = tuple(_seat(seat, names) for seat in disclosure.seats)
    return replace(disclosure, seats=seats, chapters=chapters, chain=())


def _seat(seat: Seat, names: Mapping[tuple[str, int], str]) -> Seat:
    sitters = tuple(
        Sitter(names.get((seat.code, n)) or unnamed(n, seat.sitters), one.since, one.left)
        for n, one in enumerate(seat.sitters)
    )
    return replace(seat, sitters=sitters)


def _chapter(chapter: Chapter, press: bool) -> Chapter:
    return replace(chapter, facts=tuple(_facts(chapter.facts, press)))


def _facts(facts: Sequence[Fact], press: bool) -> Iterator[Fact]:
    for fact in facts:
        if fact.kind == "press" and fact.body.get("watches"):
            continue  # who watches is nobody else's business
        if fact.kind not in OWN or fact.kind in TOLD or (press and fact.kind in SAID) or _to_all(fact):
            yield fact


def _to_all(fact: Fact) -> bool:
    """Whether a fact is what somebody said openly to everybody."""
    if fact.kind == "press":
        return bool(fact.body["broadcast"])
    return fact.kind == "announced" and not fact.body["alone"]
