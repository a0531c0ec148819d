"""The property itself, shared by its test and by the check that it finds what leaks."""

from __future__ import annotations

from histories import ENDINGS, HIDDEN, SEATS, Ending, Secret, Story, play
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

endings = st.builds(Ending, st.sampled_from(ENDINGS), st.booleans(), st.integers(1, 4))
stories = st.builds(
    Story, st.sampled_from(SEATS), st.integers(0, 2**32), st.lists(endings, min_size=1, max_size=3).map(tuple)
)
secrets = st.builds(Secret, st.integers(0, 2**32), st.frozensets(st.sampled_from(HIDDEN), min_size=10))


@settings(
    max_examples=24, deadline=None, derandomize=True, database=None, phases=(Phase.generate,),
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(stories, secrets, secrets)
def the_reader_cannot_tell(story: Story, one: Secret, other: Secret) -> None:
    """What the rules do not let the reader tell apart, his mail does not either: byte for byte, in the same order."""
    first, second = play(story, one), play(story, other)
    assume(first.allowed == second.allowed)
    assert first.mails == second.mails
