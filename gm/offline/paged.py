"""Checking what the page of a report is made of: that each fact stands where and when the journal says, and unmarked.

Which facts there are is bound by their hashes (gm.offline.chained); here is what the report says about them.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.offline.chained import Chain
from gm.report.facts import Disclosure, Fact, looks_in, mark, titles_in


def wrong_places(page: Disclosure, chain: Chain) -> Iterator[str]:
    """A line for each way in which the page shows its facts otherwise than they were told."""
    looks, copies = looks_in(page.chapters)
    if (page.looks, page.copies) != (looks, copies):
        yield "the page tells of other looks of the operator's than the journal"
    facts = [fact for chapter in page.chapters for fact in chapter.facts]
    if [fact.n for fact in facts] != sorted(fact.n for fact in facts):
        yield "facts of the page stand in another phase than that in which they were told"
    last_roll = max((n for n, entry in enumerate(chain.entries, 1) if "rolled" in entry[2:]), default=0)
    for fact in facts:
        if chain.entries and (why := _wrong(fact, chain, last_roll)):
            yield f"entry {fact.n} of the journal ({fact.kind}): {why}"
    titles = titles_in(facts)
    for chapter in page.chapters:
        if chapter.title != titles.get(chapter.code, chapter.title):
            yield f"{chapter.code}: the page gives it another title than the players were told"
        bare = tuple(replace(fact, mark="") for fact in chapter.facts)
        if mark(bare, partly=chapter.counts) != chapter.facts:
            yield f"{chapter.code}: the page marks an act as withdrawn that was not, or the other way round"


def _wrong(fact: Fact, chain: Chain, last_roll: int) -> str:
    """What is wrong with when a fact was told, or with its being taken back; "" if nothing is."""
    entry = chain.entries[fact.n - 1] if 0 < fact.n <= len(chain.entries) else ()
    if entry and fact.at != entry[0]:
        return "the page tells another time"
    return "it was never taken back" if not fact.counts and fact.n > last_roll else ""
