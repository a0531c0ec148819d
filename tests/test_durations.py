"""Durations as people write them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.config.durations import EXPECTED, parse_duration, write_duration


@each_row(
    ("text", "duration"),
    [
        ("30s", timedelta(seconds=30)),
        ("30m", timedelta(minutes=30)),
        ("12h", timedelta(hours=12)),
        ("3d", timedelta(days=3)),
        ("1w", timedelta(weeks=1)),
        ("0s", timedelta()),
        ("036H", timedelta(hours=36)),
        (" 3 d ", timedelta(days=3)),
    ],
)
def test_a_number_and_a_unit_are_a_duration(text: str, duration: timedelta) -> None:
    assert parse_duration(text) == duration


@each_row(
    "text", ["", "3", "d", "-3d", "1.5h", "1h30m", "3 days", "3y", "٣d", "999999999w", "9999999999s", "3d\nx"]
)
def test_anything_else_is_none_and_the_error_says_what_would_be_one(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_duration(text)
    assert str(caught.value) == EXPECTED == "expected a number with s, m, h, d or w, such as 30m, 12h or 3d"


@each_row(
    ("text", "words"),
    [
        ("3d", "3 days"),
        ("12h", "12 hours"),
        ("24h", "1 day"),
        ("30m", "30 minutes"),
        ("60m", "1 hour"),
        ("36h", "36 hours"),
        ("90s", "90 seconds"),
        ("1s", "1 second"),
        ("0w", "0 seconds"),
        ("7d", "1 week"),
        ("10d", "10 days"),
    ],
)
def test_a_duration_is_written_in_the_largest_unit_that_leaves_no_rest(text: str, words: str) -> None:
    assert write_duration(parse_duration(text)) == words


def test_parts_of_a_second_are_left_out() -> None:
    assert write_duration(timedelta(hours=1, microseconds=7)) == "1 hour"
    assert write_duration(timedelta(hours=-1)) == "-1 hour"


@given(st.integers(0, 999_999_999).map(lambda seconds: timedelta(seconds=seconds)))
def test_what_is_written_can_be_read_again(duration: timedelta) -> None:
    number, unit = write_duration(duration).split()
    assert parse_duration(number + unit[0]) == duration
