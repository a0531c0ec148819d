"""The property itself, shared by its test and by the check that it finds leaks."""

from __future__ import annotations

from typing import Any

import comparing
from generators import GENERATORS
from hypothesis import HealthCheck, Phase, given, settings
from playing import Played


class Told(BaseException):
    """A difference was found. Not an Exception: hypothesis would play the pair again to show it, and again."""


def must_agree(first: Played, second: Played) -> int:
    """As comparing.must_agree, but that a difference ends the search at once."""
    try:
        return comparing.must_agree(first, second)
    except AssertionError as difference:
        raise Told from difference


def the_reader_cannot_tell(ruleset: str) -> list[int]:
    """What the rules do not let the reader tell apart, his mail does not either: byte for byte, in the same order.

    How many parts of each pair of histories were compared. Raises AssertionError that names the first difference.
    """
    made, compared = GENERATORS[ruleset], []

    # Hypothesis draws its examples by the text of this function: with another text, pairs are others.
    @settings(
        max_examples=made.examples, deadline=None, derandomize=True, database=None, phases=(Phase.generate,),
        suppress_health_check=[HealthCheck.too_slow], report_multiple_bugs=False,
    )  # fmt: skip
    @given(made.stories, made.secrets, made.secrets)
    def search(story: Any, one: Any, other: Any) -> None:
        compared.append(must_agree(*made.pair(story, one, other)))

    try:
        search()
    except Told as told:
        raise AssertionError(str(told.__cause__)) from told.__cause__
    return compared
