"""The story of a game, told by its ruleset from what a report discloses."""

from __future__ import annotations

import msgspec

from gm.registry import ruleset
from gm.report.facts import Disclosure
from gm.rules.stories.story import Happening, Part, Story


def story_of(disclosure: Disclosure) -> Story:
    """Return the story of a game; an empty one if its facts are not such as its ruleset tells."""
    try:
        rules = ruleset(disclosure.ruleset)
        options = msgspec.convert(disclosure.options, rules.card.options)
        story = rules.storied.story(options, parts_of(disclosure), disclosure.outcome)
    except (LookupError, TypeError, ValueError, AttributeError):  # `gm verify` finds the fault
        return Story()
    return msgspec.structs.replace(story, plots=tuple(plot for plot in story.plots if plot.labels))


def parts_of(disclosure: Disclosure) -> tuple[Part, ...]:
    """Return the phases with what counts: what the operator took back is left out."""
    return tuple(
        Part(
            chapter.anchor, chapter.code, chapter.title,
            tuple(Happening(fact.kind, fact.body, fact.at) for fact in chapter.facts if fact.counts),
        )
        for chapter in disclosure.chapters
    )  # fmt: skip
