"""Deadlines as calendar entries: read by another library (icalendar), and the bytes that RFC 5545 requires."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar, Event

from gm.post.outbound.calendar import Entry, write_calendar

AT = datetime(2026, 1, 8, 18, 0, tzinfo=UTC)
STAMP = datetime(2026, 1, 5, 18, 0, 30, tzinfo=UTC)
GM = "gm@example.org"
ENTRY = Entry("abc@example.org", 0, STAMP, AT, "spring: S1901M is due", "Spring 1901, movement.\nHELP DEADLINES")


def events(text: str) -> list[Event]:
    found = Calendar.from_ical(text)
    assert not found.errors
    return list(found.walk("VEVENT"))


def test_an_entry_is_written_like_this() -> None:
    assert write_calendar([ENTRY], GM) == (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//gm//The GameMaster//EN\r\nMETHOD:PUBLISH\r\n"
        "BEGIN:VEVENT\r\nUID:abc@example.org\r\nDTSTAMP:20260105T180030Z\r\nDTSTART:20260108T180000Z\r\nSEQUENCE:0\r\n"
        "STATUS:CONFIRMED\r\nTRANSP:TRANSPARENT\r\nORGANIZER:mailto:gm@example.org\r\nSUMMARY:spring: S1901M is due\r\n"
        "DESCRIPTION:Spring 1901\\, movement.\\nHELP DEADLINES\r\n"
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-P1D\r\nDESCRIPTION:spring: S1901M is due (tomorrow)\r\n"
        "END:VALARM\r\n"
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT1H\r\nDESCRIPTION:spring: S1901M is due (in an hour)\r\n"
        "END:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )


def test_a_calendar_program_finds_the_moment_and_both_alarms() -> None:
    (event,) = events(write_calendar([ENTRY], GM))
    assert event["DTSTART"].dt == AT and "DTEND" not in event and "DURATION" not in event
    assert event["DTSTAMP"].dt == STAMP
    assert [alarm["TRIGGER"].dt for alarm in event.walk("VALARM")] == [-timedelta(days=1), -timedelta(hours=1)]
    assert str(event["DESCRIPTION"]) == "Spring 1901, movement.\nHELP DEADLINES"


def test_the_entry_of_a_deadline_that_moved_replaces_the_one_before() -> None:
    moved = Entry(ENTRY.uid, 1, STAMP + timedelta(days=1), AT + timedelta(days=2), ENTRY.summary)
    (before,), (after,) = events(write_calendar([ENTRY], GM)), events(write_calendar([moved], GM))
    assert before["UID"] == after["UID"] and before["SEQUENCE"] < after["SEQUENCE"]
    assert after["DTSTART"].dt == AT + timedelta(days=2)


def test_an_entry_that_is_cancelled_rings_no_more() -> None:
    text = write_calendar([Entry("old@example.org", 2, STAMP, AT, "over", cancelled=True), ENTRY], GM)
    first, second = events(text)
    assert (first["STATUS"], second["STATUS"]) == ("CANCELLED", "CONFIRMED")
    assert not first.walk("VALARM") and "DESCRIPTION" not in first


def test_times_are_written_in_utc_whatever_their_zone() -> None:
    there = AT.astimezone(ZoneInfo("Asia/Kathmandu"))
    assert write_calendar([Entry("u", 0, STAMP, there, "x")], GM) == write_calendar([Entry("u", 0, STAMP, AT, "x")], GM)


@each_row("letter", ["x", "é", "漢", "🏰"])
@each_row("length", [60, 66, 67, 68, 74, 75, 200])
def test_long_lines_are_folded_at_75_octets_and_no_letter_is_cut(letter: str, length: int) -> None:
    text = write_calendar([Entry("u", 0, STAMP, AT, letter * length)], GM)
    for line in text.encode().split(b"\r\n"):
        assert len(line) <= 75
        line.decode()
    (event,) = events(text)
    assert str(event["SUMMARY"]) == letter * length


TEXT = st.text(
    st.characters(blacklist_categories=["Cc", "Cs", "Zl", "Zp"]) | st.sampled_from("\n;,\\:\"'"), max_size=300
)


@given(TEXT)
def test_any_text_comes_back_as_it_was(text: str) -> None:
    (event,) = events(write_calendar([Entry("u", 0, STAMP, AT, "x", text)], GM))
    assert str(event.get("DESCRIPTION", "")) == text


@given(st.text())
def test_no_text_ends_its_property_or_begins_another(text: str) -> None:
    written = write_calendar([Entry("u", 0, STAMP, AT, text, text)], GM)
    names = [line.partition(":")[0] for line in written.split("\r\n") if line and line[0] != " "]
    plain = write_calendar([Entry("u", 0, STAMP, AT, "x", "x")], GM)
    expected = [line.partition(":")[0] for line in plain.split("\r\n") if line]
    assert [name for name in names if name != "DESCRIPTION"] == [name for name in expected if name != "DESCRIPTION"]
    written.encode()
