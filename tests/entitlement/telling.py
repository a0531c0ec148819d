"""The property itself, shared by its test and by the check that it finds what leaks."""

from __future__ import annotations

from typing import Any

from comparing import must_agree
from generators import GENERATORS
from hypothesis import HealthCheck, Phase, given, settings


def the_reader_cannot_tell(ruleset: str) -> list[int]:
    """What the rules do not let the reader tell apart, his mail does not either: byte for byte, in the same order.

    How many parts of each pair of histories were compared. Raises AssertionError that names the first difference.
    """
    made, compared = GENERATORS[ruleset], []

    @settings(
        max_examples=made.examples, deadline=None, derandomize=True, database=None, phases=(Phase.generate,),
        suppress_health_check=[HealthCheck.too_slow], report_multiple_bugs=False,
    )  # fmt: skip
    @given(made.stories, made.secrets, made.secrets)
    def search(story: Any, one: Any, other: Any) -> None:
        compared.append(must_agree(*made.pair(story, one, other)))

    search()
    return compared
