"""Days as players write them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.desk.notices.phrases import phrase
from gm.desk.time.dates import UnreadDate, may_be_days, read_length, read_span

TODAY = date(2026, 7, 30)


@each_row(
    ("text", "first", "last"),
    [
        ("FROM 1 Aug TO 10 Aug", "2026-08-01", "2026-08-10"),
        ("from aug 1 until aug 10", "2026-08-01", "2026-08-10"),
        ("1 Aug - 10 Aug", "2026-08-01", "2026-08-10"),
        ("1-10 Aug", "2026-08-01", "2026-08-10"),
        ("Aug 1-10", "2026-08-01", "2026-08-10"),
        ("August 1st till 10th, 2026", "2026-08-01", "2026-08-10"),
        ("1.8. - 10.8.", "2026-08-01", "2026-08-10"),
        ("1.8.2026 to 10.8.2026", "2026-08-01", "2026-08-10"),
        ("1. August – 10. August", "2026-08-01", "2026-08-10"),
        ("2026-08-01 TO 2026-08-10", "2026-08-01", "2026-08-10"),
        ("2026-08-01..2026-08-10", "2026-08-01", "2026-08-10"),
        ("1 Aug", "2026-08-01", "2026-08-01"),
        ("on 2026-08-01", "2026-08-01", "2026-08-01"),
        ("30 Jul", "2026-07-30", "2026-07-30"),
        ("tomorrow", "2026-07-31", "2026-07-31"),
        ("today to 3 Sept", "2026-07-30", "2026-09-03"),
        ("TO 5 Aug", "2026-07-30", "2026-08-05"),
        ("until tomorrow", "2026-07-30", "2026-07-31"),
        # Without a year the next of that name; the first day may be past.
        ("29 Jul", "2027-07-29", "2027-07-29"),
        ("20 Jul to 1 Aug", "2026-07-30", "2026-08-01"),
        ("28 Dec to 3 Jan", "2026-12-28", "2027-01-03"),
        ("28 Dec to 3 Jan 2028", "2027-12-28", "2028-01-03"),
        ("29 Feb", "2028-02-29", "2028-02-29"),
    ],
)
def test_days_are_read_however_they_are_written(text: str, first: str, last: str) -> None:
    assert read_span(text, TODAY) == (date.fromisoformat(first), date.fromisoformat(last))


@each_row(
    ("text", "why", "found"),
    [
        ("soon", "days", "soon"),
        ("1/8 to 3/8", "days", "/8"),
        ("1 Aug to the end", "days", "the"),
        ("1 Aug 10 Aug", "days", "10"),
        ("1 Aug to 2 Aug to 3 Aug", "days", "1 Aug to 2 Aug to 3 Aug"),
        ("FROM 1 TO 10", "days", "FROM 1 TO 10"),
        ("1 Aug to", "days", "1 Aug to"),
        ("30 Feb", "no-day", "30 Feb"),
        ("2026-13-01", "no-day", "2026-13-01"),
        ("31.4.", "no-day", "31.4."),
        ("5 Aug to 1 Aug", "backwards", "5 Aug"),
        ("2026-08-05 to 2026-08-01", "backwards", "2026-08-05"),
        ("2026-07-29", "past", "2026-07-29"),
        ("9999-12-31", "no-day", "9999-12-31"),
    ],
)
def test_what_are_no_days_is_said_so_and_where(text: str, why: str, found: str) -> None:
    with pytest.raises(UnreadDate) as error:
        read_span(text, TODAY)
    assert (str(error.value), error.value.found) == (phrase(f"fault.{why}", day=found), found)


@given(st.text(alphabet=st.sampled_from("0123456789.-–, /aAugtoTOmrwfjFMBy²٣\n%"), max_size=40), st.dates())
def test_no_text_breaks_the_reader(text: str, today: date) -> None:
    try:
        first, last = read_span(text, today)
    except UnreadDate:
        return
    assert today <= first <= last
    assert may_be_days(text)


@pytest.mark.parametrize("text", ["friends will be missed", "minds think alike", "", "."])
def test_a_sentence_without_days_names_none(text: str) -> None:
    assert not may_be_days(text)


@each_row(
    ("text", "hours"),
    [("2d", 48), ("2 days", 48), ("by 36 hours", 36), ("FOR 1 week", 168), ("90m", 1.5), ("12H.", 12)],
)
def test_a_length_of_time_is_read_however_it_is_written(text: str, hours: float) -> None:
    assert read_length(text) == timedelta(hours=hours)


@each_row("text", ["", "2", "d", "two days", "2d please", "99999d", "-2d", "2.5d"])
def test_what_is_no_length_of_time_is_none(text: str) -> None:
    assert read_length(text) is None
