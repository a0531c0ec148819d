"""Checking the phases of a report: which there were, what was told in each, and what the operator took back of them.

Since gm 0.7 the chain names each phase and where the game was taken back to, so that all of it follows. Of older games
the page can only be held against itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from gm.desk.game.chain import counting, stands
from gm.offline.chained import Chain
from gm.registry import RULESETS, ruleset
from gm.report.facts import Chapter, Disclosure, Fact

OF_OTHERS = ("status", "early")  # the desk's facts that name another phase than that in which they are told


class Begun(NamedTuple):
    """A phase that began with entry n, as the chain says.

    rolled: the operator took the game there. judged: the same entry judged it.
    """

    n: int
    code: str
    title: str
    rolled: bool
    judged: bool


def wrong_phases(page: Disclosure, chain: Chain) -> Iterator[str]:
    """A line for each way in which the chapters of a page are not the phases of the game."""
    times = Counter[str]()
    for chapter in page.chapters:
        times[chapter.code] += 1
        if chapter.time != times[chapter.code] or not _rightly_judged(page, chapter):
            yield f"{chapter.label}: the page calls a phase another one, or judged though it was not"
        if not chapter.facts and chapter is not page.chapters[-1]:
            yield f"{chapter.label}: the page tells nothing of this phase"
    if chain.bound:
        yield from _not_as_begun(page, chain)
    else:
        yield from _not_by_itself(page, chain)


def _rightly_judged(page: Disclosure, chapter: Chapter) -> bool:
    """Whether a chapter is called judged just if it was; of rules that seal nothing, each is."""
    if page.ruleset not in RULESETS:
        return True
    ended = {fact.body["phase"] for fact in chapter.of("seals")}
    if not ruleset(page.ruleset).seals:
        return chapter.judged and not ended
    return chapter.judged == bool(ended) and ended <= {chapter.code}


# -- what the chain says ---------------------------------------------------------------------------------------------


def _not_as_begun(page: Disclosure, chain: Chain) -> Iterator[str]:
    begun, kept = _begun(chain), counting(chain.rolls, len(chain.entries))
    before = [chapter for chapter in page.chapters[:1] if not chapter.code]  # before the game began
    told = [(chapter.code, chapter.title) for chapter in page.chapters[len(before) :]]
    if told != [(one.code, one.title) for one in begun] or any(chapter.title for chapter in before):
        yield "the page has other phases than the journal, or other titles of them"
        return
    sealing = page.ruleset not in RULESETS or ruleset(page.ruleset).seals
    for number, chapter in enumerate(page.chapters, -len(before)):
        if any(number not in _places(fact, begun) for fact in chapter.facts):
            yield f"{chapter.label}: the page has facts in it that were told in another phase"
        ended = _sealed_end(chapter) if sealing else _end(begun, number)
        wrong = [fact.n for fact in chapter.facts if fact.counts != stands(fact.n, kept)]
        if wrong or chapter.counts != (not ended or stands(ended, kept)):
            yield f"{chapter.label}: the page counts what the operator took back, or leaves out what counts"


def _begun(chain: Chain) -> list[Begun]:
    """The phases in the order in which they began."""
    found = []
    for n, entry in enumerate(chain.entries, 1):
        rolled = any(line.partition(" ")[0] == "rolled" for line in entry[2:])
        for line in entry[2:]:
            word, _, phase = line.partition(" ")
            if word == "phase":
                code, _, title = phase.partition(" ")
                found.append(Begun(n, code, title, rolled, f"judged {code}" in entry[2:]))
    return found


def _places(fact: Fact, begun: Sequence[Begun]) -> Sequence[int]:
    """The numbers of the phases in which a fact may have been told: one, as a rule; -1: before the first.

    Of an entry that judged several, what names none of them may be of each.
    """
    before, last = (sum(1 for one in begun if one.n <= n) - 1 for n in (fact.n - 1, fact.n))
    if last <= 0 or last == before:
        return [last]
    named = [n for n in range(before + 1, last + 1) if begun[n].code == fact.body.get("phase")]
    if named or (begun[last].rolled and fact.kind != "rolled"):
        return [named[-1] if named else last]
    return range(before, last + begun[last].judged)


def _sealed_end(chapter: Chapter) -> int:
    """The entry that judged a phase, 0 if none did."""
    return max((fact.n for fact in chapter.of("seals")), default=0)


def _end(begun: Sequence[Begun], number: int) -> int:
    """The entry that ended a phase by another's beginning, 0 if none did, or the operator."""
    after = begun[number + 1] if 0 <= number < len(begun) - 1 else None
    return after.n if after and not after.rolled else 0


# -- what an older report says by itself -----------------------------------------------------------------------------


def _not_by_itself(page: Disclosure, chain: Chain) -> Iterator[str]:
    titles: Mapping[str, str] = {
        fact.body["phase"]: fact.body["title"] for chapter in page.chapters for fact in chapter.facts
        if "phase" in fact.body and "title" in fact.body
    }  # fmt: skip
    taken_back = bool(page.of("rolled", "restored"))
    for number, chapter in enumerate(page.chapters):
        named = {fact.body["phase"] for fact in chapter.facts if "phase" in fact.body and fact.kind not in OF_OTHERS}
        around = page.chapters[max(0, number - 1) : number + 1]
        open_ended = number in (0, len(page.chapters) - 1) or any(one.of("rolled") for one in around)
        if not named <= {chapter.code} or not (chapter.code in named or open_ended):
            yield f"{chapter.label}: the page has facts in it that were told in another phase"
        if chapter.title != titles.get(chapter.code, chapter.title):
            yield f"{chapter.code}: the page gives it another title than the players were told"
        if not taken_back and (chapter.time > 1 or not chapter.counts):
            yield f"{chapter.label}: it was never taken back"
