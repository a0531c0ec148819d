"""Which pair a number stands for: of ten, eight are for a player or an observer, one for the operator, one for the end.

To the operator letters are known, but not what they say: both histories have the same letters, in other words. At the
end the report tells all but some matters of the desk: in nothing else do the two histories differ then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hidden_at_the_desk import DESK, SAID, UNTOLD
from msgspec.structs import replace
from playing import OPERATOR, Played, Secret, secret_of

Pair = Callable[[Any, Secret, Secret], tuple[Played, Played]]


def numbered(number: int, story_of: Callable[[int], Any], pair: Pair, hidden: Sequence[str]) -> tuple[Played, Played]:
    """The pair of this number."""
    story, wide = story_of(number), is_wide(number)
    one, other = secret_of(2 * number, hidden, wide), secret_of(2 * number + 1, hidden, wide)
    if number % 10 == 8:
        story, (one, other) = replace(story, reader=OPERATOR), _in_other_words(one, number)
    if number % 10 == 9:
        story, (one, other) = replace(story, ends=True), (_told_in_the_end(one, secret) for secret in (one, other))
    return pair(story, one, other)


def is_wide(number: int) -> bool:
    """Whether the games of a pair choose more than their stories say: of the first forty a fifth do, then all.

    Those for the operator never do: so many letters in other words take other room, which the digest tells.
    """
    return number % 10 in (5, 7) or (number >= 40 and number % 10 != 8)


def _in_other_words(one: Secret, number: int) -> tuple[Secret, Secret]:
    """*one*, and the same letters, which say something else."""
    one = replace(one, varies=frozenset(SAID))
    return one, replace(one, words=f"{number} other")


def _told_in_the_end(one: Secret, secret: Secret) -> Secret:
    """All of *one* that the report tells, and of *secret* what it does not."""
    told = one.hidden - set(DESK) - {"finale", "orders"}  # the second of a pair alone has these
    hidden, varies = told | (secret.hidden & set(UNTOLD)), frozenset(UNTOLD)
    return replace(one, hidden=hidden, desk=f"{secret.seed} desk", report=True, varies=varies)
