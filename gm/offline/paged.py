"""Checking what the page of a report is made of: that each fact stands where and when the journal says, and unmarked.

Which facts there are is bound by their hashes (gm.offline.chained); here is what the report says about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from gm.desk.game.chain import options_hash
from gm.offline.chained import Chain
from gm.offline.phased import wrong_phases
from gm.registry import RULESETS, ruleset
from gm.report.facts import Disclosure, Fact, looks_in, mark


def wrong_places(page: Disclosure, chain: Chain) -> Iterator[str]:
    """A line for each way in which the page shows its facts otherwise than they were told."""
    looks, copies = looks_in(page.chapters)
    if (page.looks, page.copies) != (looks, copies):
        yield "the page tells of other looks of the operator's than the journal"
    facts = [fact for chapter in page.chapters for fact in chapter.facts]
    if [fact.n for fact in facts] != sorted(fact.n for fact in facts):
        yield "facts of the page stand in another phase than that in which they were told"
    last_roll = max(chain.rolls, default=0)
    for fact in facts:
        if chain.entries and (why := _wrong(fact, chain, last_roll)):
            yield f"entry {fact.n} of the journal ({fact.kind}): {why}"
    yield from _wrong_names(page, chain)
    yield from wrong_phases(page, chain)
    for chapter in page.chapters:
        bare = tuple(replace(fact, mark="") for fact in chapter.facts)
        if mark(bare, partly=chapter.counts) != chapter.facts:
            yield f"{chapter.code}: the page marks an act as withdrawn that was not, or the other way round"


def _wrong_names(page: Disclosure, chain: Chain) -> Iterator[str]:
    """A line if ruleset, title or seats are not those with which the game began."""
    known = [name for line in chain.said("seat") for name in [line.partition(" ")]]
    if chain.said("rules") and chain.said("rules") != [page.ruleset]:
        yield "the page is of a game with other rules"
    if page.ruleset in RULESETS and page.title != ruleset(page.ruleset).card.title:
        yield "the page gives the game another title"
    options = msgspec.convert(page.options, ruleset(page.ruleset).card.options) if page.ruleset in RULESETS else None
    if options is not None and page.options and not _fitting(page, known, options):
        yield "the board of the page has other powers than the game"
    if chain.bound and chain.said("options") != [options_hash(chain.game, page.options)]:
        yield "the page has other options, or another board, than the game"
    if known and (
        [code for code, _, _ in known] != list(page.names) or {name for *_, name in known} != {*page.names.values()}
    ):
        yield "the page has other seats than the game"
    if any(page.names.get(seal.seat) != seal.name for seal in page.seals):
        yield "the page gives seats other names than their seals have"


def _fitting(page: Disclosure, known: Sequence[tuple[str, str, str]], options: object) -> bool:
    """Whether options give the seats the names with which the game began, or, of an old game, those of the page."""
    began = {code: name for code, _, name in known} or page.names
    names = ruleset(page.ruleset).named.names(options)
    return names.keys() == began.keys() and (
        names == began or (not known and {*names.values()} == {*began.values()})
    )


def _wrong(fact: Fact, chain: Chain, last_roll: int) -> str:
    """What is wrong with when a fact was told, or with its being taken back; "" if nothing is."""
    entry = chain.entries[fact.n - 1] if 0 < fact.n <= len(chain.entries) else ()
    if entry and fact.at != entry[0]:
        return "the page tells another time"
    return "it was never taken back" if not fact.counts and fact.n > last_roll else ""
