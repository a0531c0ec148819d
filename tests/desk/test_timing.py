"""Absences, votes for more time, reminders and entries for calendars: by letters, as players write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import DAY, MINUTE, START, Table
from helpers.rows import each_row
from helpers.told import brought, faults
from icalendar import Calendar

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.notices.phrases import phrase
from gm.report.disclosure import disclose

HOUR = timedelta(hours=1)
FRANCE, ENGLAND, ITALY, RUSSIA = (f"{seat}@example.com" for seat in ("france", "england", "italy", "russia"))
PLAYERS = (FRANCE, ENGLAND, ITALY, RUSSIA)
ALL_IN = "ACCEPT FAEGIRT\n0 $"
GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
{game}
[options]
{options}
[deadlines]
movement = "{movement}"
grace = "{grace}"
[calendar]
{calendar}
[seats]
FRANCE = {{ address = "france@example.com", timezone = "Europe/Paris" }}
ENGLAND = "england@example.com"
ITALY = "italy@example.com"
RUSSIA = "russia@example.com"
"""


class Played(Table):
    """A game of four, begun on Monday, 5 January 2026, at 18:00 UTC, with three days for its first phase."""

    def __init__(self, **facts: str) -> None:
        self.facts = {"movement": "3d", "grace": "1d", "calendar": "", "game": "", "options": "", **facts}
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        found = GAME.format(name=name, **self.facts)
        self.office.open_game(read_game_file(found), START, "ab" * 32)

    def say(self, sender: str, words: str, at: datetime | None = None) -> str:
        """A letter, and the answer to it in one line."""
        return words_of(self.answer(sender, words, at))

    def gets(self, sender: str, words: str, at: datetime | None = None) -> dict[str, Any]:
        """A letter, and what the answer to it tells."""
        return brought(self, self.answer(sender, words, at))

    def answer(self, sender: str, words: str, at: datetime | None = None) -> EmailMessage:
        """A letter, and the answer to it."""
        self.at = (at or self.at + MINUTE) - MINUTE
        if at is not None:
            self.strike(at)
        count = len(self.mails(sender))
        self.write(sender, words, self.last(sender))
        answers = [mail for mail in self.mails(sender)[count:] if str(mail["Subject"]).startswith("Re: ")]
        return answers[-1]

    @property
    def due(self) -> datetime:
        clock = self.office.game("spring").clock
        assert clock is not None
        return clock.due

    def news(self, reader: str, word: str) -> list[str]:
        """What a reader was told that has *word* in it, answers apart."""
        mails = (mail for mail in self.mails(reader) if not str(mail["Subject"]).startswith("Re: "))
        return [said for mail in mails if word in (said := words_of(mail))]

    def brings(self, reader: str, kind: str) -> list[dict[str, Any]]:
        """What the mails to a reader tell that bring a notice of a kind, answers apart."""
        mails = (mail for mail in self.mails(reader) if not str(mail["Subject"]).startswith("Re: "))
        return [found for mail in mails if kind in (found := brought(self, mail))]

    def moves(self, reader: str) -> list[tuple[str, str, str]]:
        """The phase of each deadline whose move a reader was told, when it is due, and why; answers apart."""
        told = [found["rescheduled"] for found in self.brings(reader, "rescheduled")]
        return [(one["title"], one["due"], one["why"]) for one in told]


def utc(day: int, clock: str = "18:00", month: int = 1) -> datetime:
    """A time in 2026."""
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


DEADLINE = START + 3 * DAY  # Thursday, 8 January


# -- ABSENT and BACK -------------------------------------------------------------------------------------------


def test_an_absence_moves_the_deadline_that_falls_into_it_and_everybody_is_told_but_not_whose_it_is() -> None:
    table = Played()
    told = table.gets(FRANCE, "ABSENT FROM 7 Jan TO 10 Jan")["absent"]
    # Back on Sunday, the 11th, which for Paris begins at 23:00 UTC of the 10th; at 18:00 as before.
    assert table.due == utc(11)
    assert told["spans"] == ["Wed 7 Jan 2026 to Sat 10 Jan 2026"]
    assert (told["title"], told["moves"], told["stays"]) == ("Spring 1901", "Sun 11 Jan 19:00 Paris (18:00 UTC)", "")
    assert (told["left"], told["of"]) == (10, 14)
    for reader in (ENGLAND, ITALY, RUSSIA):
        assert table.moves(reader) == [("Spring 1901", "Sun 11 Jan 18:00 UTC", "absence")]
        (said,) = table.news(reader, "absence")
        assert "France" not in said and "Paris" not in said.replace("A PAR", "")
    assert table.moves(FRANCE) == []
    assert check_store(table.office.store) == ([], 1)


def test_grace_and_reminders_move_with_the_deadline() -> None:
    table = Played()
    table.say(FRANCE, "ABSENT TO 10 Jan")
    clock = table.office.game("spring").clock
    assert clock is not None
    assert (clock.deadline, clock.until) == (utc(11), utc(12))
    assert clock.reminders == (utc(10, "06:00"), utc(10))


@each_row(
    ("days", "expected"),
    [
        ("8 Jan", utc(9)),
        ("6 Jan", DEADLINE),
        ("9 Jan to 12 Jan", DEADLINE),
        # The rest after an absence is 12 hours: a deadline at 18:00 is behind it, one at 06:00 was not.
        ("7 Jan", DEADLINE),
        ("7 Jan to 7 Jan 2026", DEADLINE),
        ("5 Jan to 18 Jan", utc(19)),
    ],
)
def test_only_a_deadline_within_the_absence_moves(days: str, expected: datetime) -> None:
    table = Played()
    told = table.gets(ENGLAND, f"ABSENT {days}")["absent"]
    assert table.due == expected
    assert told["stays"] == (phrase("reason.absence-elsewhere") if expected == DEADLINE else "")


def test_a_deadline_less_than_twelve_hours_behind_an_absence_moves_by_a_day() -> None:
    table = Played(movement="60h")  # Thursday, 06:00
    table.say(ENGLAND, "ABSENT 7 Jan")
    assert table.due == utc(9, "06:00")


def test_an_absence_moves_a_deadline_by_the_clock_to_its_next_time_and_keeps_out_of_holidays() -> None:
    table = Played(movement="Tue, Thu, Sat 20:00 Europe/Paris", calendar='holidays = ["2026-01-13"]')
    table.say(ENGLAND, "ABSENT 8 Jan")
    assert table.due == utc(6, "19:00")  # the absence is later
    table = Played(movement="Thu, Sat, Tue 20:00 Europe/Paris", calendar='least = "2d"\nholidays = ["2026-01-10"]')
    assert table.due == utc(8, "19:00")
    table.say(ENGLAND, "ABSENT 8 Jan")
    assert table.due == utc(13, "19:00")


def test_no_absence_moves_a_deadline_for_a_player_of_whom_nothing_is_missing() -> None:
    table = Played()
    table.say(ENGLAND, ALL_IN)
    told = table.gets(ENGLAND, "ABSENT TO 10 Jan")["absent"]
    assert table.due == DEADLINE
    assert told["stays"] == phrase("reason.nothing-owed")
    assert table.moves(ITALY) == []


def test_orders_and_an_absence_in_one_letter_count_in_the_order_written() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    assert table.due == DEADLINE


def test_a_deadline_less_than_a_day_away_does_not_move_any_more() -> None:
    table = Played()
    told = table.gets(ENGLAND, "ABSENT TO 10 Jan", at=DEADLINE - DAY + MINUTE)["absent"]
    assert told["stays"] == phrase("reason.near")
    assert table.due == DEADLINE
    told = table.gets(ITALY, "ABSENT TO 10 Jan", at=DEADLINE + MINUTE)["absent"]
    assert told["stays"] == phrase("reason.passed")
    assert table.due == DEADLINE + DAY
    table = Played()
    table.say(ENGLAND, "ABSENT TO 10 Jan", at=DEADLINE - DAY)
    assert table.due == utc(11)


def test_an_absence_that_begins_later_moves_the_deadline_of_a_later_phase_when_that_opens() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "ABSENT FROM 10 Jan TO 12 Jan")
    assert table.due == DEADLINE
    table.strike(DEADLINE + MINUTE)
    # Fall would be due on Sunday, the 11th: it is due on the 13th.
    assert table.due == utc(13)
    for reader in PLAYERS:
        (told,) = table.brings(reader, "rescheduled")
        due = "Tue 13 Jan 19:00 Paris (18:00 UTC)" if reader == FRANCE else "Tue 13 Jan 18:00 UTC"
        assert table.moves(reader) == [("Fall 1901", due, "absence")] and told["moves"]["title"] == "Spring 1901"
    clock = table.office.game("spring").clock
    assert clock is not None
    assert clock.reminders == (utc(11, "06:00"), utc(12))
    assert check_store(table.office.store) == ([], 1)


def test_two_absences_in_a_row_move_a_deadline_behind_both() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 9 Jan TO 12 Jan")
    table.say(ITALY, "ABSENT FROM 8 Jan TO 8 Jan")
    assert table.due == utc(13)


def test_who_is_back_moves_no_other_deadline_and_the_days_that_moved_one_stay_used() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "ABSENT FROM 5 Jan TO 14 Jan")
    assert table.due == utc(15)
    assert table.gets(ENGLAND, "BACK", at=utc(8))["back"] == {"nothing": False}
    assert table.due == utc(15)
    told = table.gets(ENGLAND, "ABSENT")["absent"]
    assert (told["spans"], told["left"], told["of"]) == ([], 4, 14)
    assert table.gets(ENGLAND, "NOT ABSENT")["back"] == {"nothing": True}


def test_who_knows_other_judges_ends_an_absence_in_their_words_but_not_a_part_of_it() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "SET ABSENCE FROM 20 Jan TO 24 Jan")
    assert "problems" in table.gets(ENGLAND, "SET NOABSENCE 24 Jan")["refused"]
    assert len(table.gets(ENGLAND, "ABSENT")["absent"]["spans"]) == 1
    assert table.gets(ENGLAND, "SET NOABSENCE")["back"] == {"nothing": False}
    assert table.gets(ENGLAND, "ABSENT")["absent"]["spans"] == []


def test_being_back_again_and_again_stalls_no_game() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "ABSENT FROM 5 Jan TO 18 Jan")
    due = table.due
    table.say(ENGLAND, "BACK")
    why = phrase("reason.absence-too-long", days="Mon 19 Jan 2026 to Tue 20 Jan 2026", most=14)
    assert table.gets(ENGLAND, "ABSENT FROM 19 Jan TO 20 Jan")["absent"]["why_not"] == why
    assert table.due == due


def test_an_absence_that_moved_nothing_is_given_back_whole() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 20 Jan TO 22 Jan")
    table.say(ENGLAND, "BACK")
    assert table.gets(ENGLAND, "ABSENT")["absent"]["left"] == 14


def test_absent_alone_shows_what_stands() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 20 Jan TO 22 Jan\nABSENT 11 Jan")
    told = table.gets(ENGLAND, "ABSENT")["absent"]
    assert told["spans"] == ["Sun 11 Jan 2026", "Tue 20 Jan 2026 to Thu 22 Jan 2026"]
    assert told["left"] == 10
    assert "20 Jan" not in table.say(ITALY, "ABSENT")


@pytest.mark.parametrize(
    ("days", "noted"),
    [("5 Jan to 18 Jan", True), ("5 Jan to 19 Jan", False), ("5 Jan 2026 to 5 Jan 2030", False)],
)
def test_a_player_may_be_absent_for_fourteen_days_in_all(days: str, noted: bool) -> None:
    table = Played()
    why = table.gets(ENGLAND, f"ABSENT {days}")["absent"]["why_not"]
    assert why.endswith(phrase("reason.absence-too-long", days="", most=14)) == (not noted)
    assert (table.due == utc(19)) == noted


def test_days_that_were_announced_twice_count_once() -> None:
    table = Played(calendar='absence = "5d"')
    table.say(ENGLAND, "ABSENT FROM 8 Jan TO 10 Jan")
    assert table.gets(ENGLAND, "ABSENT FROM 9 Jan TO 11 Jan")["absent"]["left"] == 1
    why = phrase("reason.absence-too-long", days="Sun 11 Jan 2026 to Tue 13 Jan 2026", most=5)
    assert table.gets(ENGLAND, "ABSENT FROM 11 Jan TO 13 Jan")["absent"]["why_not"] == why


def test_a_game_may_do_without_absences() -> None:
    table = Played(calendar='absence = "0d"')
    told = table.gets(ENGLAND, "ABSENT TO 10 Jan")["absent"]
    assert (told["spans"], told["why_not"]) == ([], phrase("reason.absence-off"))
    assert table.due == DEADLINE


def test_days_that_cannot_be_read_leave_the_whole_letter_undone_and_show_the_place() -> None:
    table = Played()
    table.say(ENGLAND, "4 : A PAR - BUR\nABSENT FROM 30 Feb TO 1 Mar")
    assert faults(table, "ENGLAND") == [(2, 13, phrase("fault.no-day", day="30 Feb"), "")]
    body = table.last(ENGLAND).get_content().split("\n")
    wrong = next(n for n, line in enumerate(body) if "ABSENT" in line)
    assert body[wrong + 1].index("^") == body[wrong].index("30 Feb")
    assert table.filed("ENGLAND") == ()
    table.say(ENGLAND, "ABSENT 1/8 TO 3/8")
    assert faults(table, "ENGLAND") == [(1, 9, phrase("fault.days"), "")]
    table.say(ENGLAND, "ABSENT 2026-02-08 TO 2026-02-03")
    assert faults(table, "ENGLAND") == [(1, 8, phrase("fault.backwards"), "")]


def test_a_sentence_that_begins_like_a_command_is_none() -> None:
    table = Played()
    told = table.gets(ENGLAND, "Absent friends will be missed here.\nExtend my best wishes to everybody.\nSTATUS")
    assert "status" in told and not {"refused", "wronglines"} & told.keys()


def test_who_takes_over_a_seat_is_not_absent() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "ABSENT FROM 10 Jan TO 12 Jan\nEXTEND 2d")
    table.office.operate("spring", ["replace", "ENGLAND", "x"], table.at, "new@example.com")
    sitting = table.office.game("spring").seats["ENGLAND"]
    assert (sitting.absences, sitting.extend) == ((), 0)
    table.strike(DEADLINE + MINUTE)
    assert table.due == utc(11)


def test_a_paused_game_goes_on_behind_an_absence() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 9 Jan TO 10 Jan")
    table.office.operate("spring", ["pause"], START + DAY)
    table.office.operate("spring", ["resume"], START + 2 * DAY)
    assert table.due == utc(11)
    assert brought(table, table.last(ITALY))["goeson"]["due"] == "Sun 11 Jan 18:00 UTC"


def test_the_report_tells_why_deadlines_moved_and_names_nobody() -> None:
    table = Played()
    table.say(FRANCE, "ABSENT TO 10 Jan")
    for player in (ENGLAND, ITALY, RUSSIA):
        table.say(player, "EXTEND 1d")
    report, page, *_ = disclose(table.office.store, "spring")
    words = " ".join(report.split())
    assert "2026-01-05 18:02 an absence: the deadline is now Sun 11 Jan 18:00 UTC" in words
    assert "2026-01-05 18:03 a player asked for 1 day more" in words
    assert "2026-01-05 18:05 a vote for more time: the deadline is now Mon 12 Jan 18:00 UTC" in words
    assert "a vote for more time: the deadline is now Mon 12 Jan 18:00 UTC" in " ".join(page.split())


# -- EXTEND and NOEXTEND ---------------------------------------------------------------------------------------


def test_the_first_who_asks_for_more_time_is_told_to_all_without_his_name_and_the_others_to_nobody() -> None:
    table = Played()
    told = table.gets(FRANCE, "EXTEND 2d")["moretime"]
    assert (told["title"], told["asked"]) == ("Spring 1901", "2 days")
    for reader in (ENGLAND, ITALY, RUSSIA):
        (asked,) = table.brings(reader, "moretimeasked")
        assert asked["moretimeasked"] == {"title": "Spring 1901", "asked": "2 days", "word": "EXTEND 2d"}
        (said,) = table.news(reader, "A player asks")
        assert "France" not in said
    counts = {reader: len(table.mails(reader)) for reader in PLAYERS}
    table.say(ENGLAND, "EXTEND 3d")
    table.say(ENGLAND, "NOEXTEND")
    table.say(ITALY, "EXTEND 1d")
    assert {reader: len(table.mails(reader)) for reader in (FRANCE, RUSSIA)} == {r: counts[r] for r in (FRANCE, RUSSIA)}
    assert table.due == DEADLINE


def test_more_than_half_of_the_players_move_the_deadline_by_the_longest_time_for_which_they_are() -> None:
    table = Played()
    table.say(FRANCE, "EXTEND 3d")
    table.say(ENGLAND, "EXTEND 1d")
    assert table.due == DEADLINE  # two of four are no more than half
    told = table.gets(ITALY, "extend by 2 days")["moretime"]
    assert table.due == DEADLINE + DAY
    assert (told["title"], told["moves"]) == ("Spring 1901", "Fri 9 Jan 18:00 UTC")
    for reader in (FRANCE, ENGLAND, RUSSIA):
        due = "Fri 9 Jan 19:00 Paris (18:00 UTC)" if reader == FRANCE else "Fri 9 Jan 18:00 UTC"
        assert table.moves(reader) == [("Spring 1901", due, "vote")]
    assert table.moves(ITALY) == []
    assert check_store(table.office.store) == ([], 1)


def test_a_deadline_moves_by_a_vote_once_in_a_phase_and_again_in_the_next() -> None:
    table = Played(grace="0s")
    for player in (FRANCE, ENGLAND, ITALY):
        table.say(player, "EXTEND 1d")
    assert table.gets(RUSSIA, "EXTEND 5d")["moretime"]["why_not"] == phrase("reason.extended")
    assert table.due == DEADLINE + DAY
    table.strike(DEADLINE + DAY + MINUTE)
    assert table.due == DEADLINE + 4 * DAY
    for player in (FRANCE, ENGLAND, ITALY):
        assert table.due == DEADLINE + 4 * DAY
        table.say(player, "EXTEND 1d", at=table.at + DAY if player == FRANCE else None)
    assert table.due == DEADLINE + 5 * DAY
    assert len(table.brings(RUSSIA, "moretimeasked")) == 2


def test_who_takes_his_request_back_is_not_counted() -> None:
    table = Played()
    table.say(FRANCE, "EXTEND 1d")
    table.say(ENGLAND, "EXTEND 1d")
    told = table.gets(FRANCE, "NOEXTEND")["moretime"]
    assert (told["asked"], told["why_not"], table.office.game("spring").seats["FRANCE"].extend) == ("", "", 0)
    table.say(ITALY, "EXTEND 1d")
    assert table.due == DEADLINE
    table.say(RUSSIA, "EXTEND 1d")
    assert table.due == DEADLINE + DAY


def test_once_the_deadline_has_passed_no_vote_moves_it() -> None:
    table = Played()
    told = table.gets(FRANCE, "EXTEND 1d", at=DEADLINE + HOUR)["moretime"]
    assert told["why_not"] == phrase("reason.passed")
    assert table.brings(ITALY, "moretimeasked") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("EXTEND 8d", phrase("fault.length")),
        ("EXTEND 0d", phrase("fault.length")),
        ("EXTEND 2 moons", "written as: EXTEND and a time, such as EXTEND 2d"),
    ],
)
def test_a_time_that_cannot_be_asked_for_is_shown_with_its_place(words: str, said: str) -> None:
    table = Played()
    table.say(FRANCE, words)
    assert [fault[:3] for fault in faults(table, "FRANCE")] == [(1, 8, said)]
    assert table.brings(ITALY, "moretimeasked") == []


def test_a_game_may_do_without_votes_for_more_time() -> None:
    table = Played(calendar="extend = false")
    assert table.gets(FRANCE, "EXTEND 2d")["moretime"]["why_not"] == phrase("reason.extend-off")
    assert table.brings(ITALY, "moretimeasked") == []


def test_two_players_must_both_ask() -> None:
    table = Played()
    for seat in ("ITALY", "RUSSIA"):
        table.office.operate("spring", ["resign", seat], table.at)
    table.say(FRANCE, "EXTEND 1d")
    assert table.due == DEADLINE
    table.say(ENGLAND, "EXTEND 1d")
    assert table.due == DEADLINE + DAY


def test_a_deadline_moved_by_a_vote_into_an_absence_moves_behind_it() -> None:
    table = Played()
    table.say(RUSSIA, "ABSENT FROM 10 Jan TO 12 Jan")
    for player in (FRANCE, ENGLAND, ITALY):
        table.say(player, "EXTEND 2d")
    assert table.due == utc(13)


# -- reminders and late notices --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "expected"),
    [("owing", {ENGLAND: 0, FRANCE: 2, ITALY: 0}), ("everybody", {ENGLAND: 2, FRANCE: 2, ITALY: 0}),
     ("none", {ENGLAND: 0, FRANCE: 0, ITALY: 0})],
)  # fmt: skip
def test_a_game_reminds_whom_it_will(how: str, expected: dict[str, int]) -> None:
    table = Played(game=f'reminders = "{how}"')
    table.say(ENGLAND, ALL_IN)
    table.say(ITALY, "SET REMINDERS OFF")
    table.strike(DEADLINE)
    assert {reader: len(table.brings(reader, "reminder")) for reader in expected} == expected


def test_a_reminder_to_everybody_is_in_the_same_words_for_all() -> None:
    table = Played(game='reminders = "everybody"')
    table.say(ENGLAND, ALL_IN)
    table.strike(DEADLINE)
    first = {said.partition("UTC")[0] for reader in (ENGLAND, RUSSIA) for said in table.news(reader, "A reminder")}
    assert first == {"A reminder, the same to everybody: the deadline of Spring 1901 is Thu 8 Jan 18:00 "}


def test_when_grace_begins_who_is_late_is_told_what_he_owes() -> None:
    table = Played()
    table.say(ENGLAND, ALL_IN)
    table.strike(DEADLINE + MINUTE)
    (late,), (done,) = table.brings(FRANCE, "grace"), table.brings(ENGLAND, "grace")
    assert (late["owes"]["filed"], late["owes"]["what"]) == (False, "offers and an acceptance list")
    assert late["grace"]["until"] == "Fri 9 Jan 19:00 Paris (18:00 UTC)"
    assert done["owes"]["filed"]
    assert "YOU OWE" not in words_of(table.last(ENGLAND)) and done == brought(table, table.last(ENGLAND))
    assert late["grace"]["late"] == done["grace"]["late"] == []


def test_a_game_may_name_who_is_late() -> None:
    table = Played(options="show_late = true")
    table.say(ENGLAND, ALL_IN)
    table.strike(DEADLINE + MINUTE)
    for reader in PLAYERS:
        (told,) = table.brings(reader, "grace")
        assert told["grace"]["late"] == ["France", "Italy", "Russia"]


# -- calendars -------------------------------------------------------------------------------------------------


def entries(mail: EmailMessage) -> list[dict[str, Any]]:
    """What the calendar file of a mail says."""
    files = [part for part in mail.iter_attachments() if part.get_content_type() == "text/calendar"]
    if not files:
        return []
    (file,) = files
    assert file.get_filename() == "spring.ics"
    events = Calendar.from_ical(file.get_content()).walk("VEVENT")
    return [
        {
            "uid": str(e["UID"]), "at": e["DTSTART"].dt, "sequence": int(e["SEQUENCE"]), "status": str(e["STATUS"]),
            "summary": str(e["SUMMARY"]),
        }
        for e in events
    ]  # fmt: skip


def test_who_keeps_a_calendar_gets_each_new_deadline_as_an_entry_and_nobody_else_does() -> None:
    table = Played(grace="0s")
    assert table.gets(FRANCE, "SET CALENDAR ON")["setto"] == {"name": "CALENDAR", "value": "on"}
    (first,) = entries(table.last(FRANCE))
    assert (first["at"], first["status"]) == (DEADLINE, "CONFIRMED")
    assert first["summary"] == "spring: S1901M is due"
    table.say(ENGLAND, "ABSENT TO 8 Jan")
    (moved,) = entries(table.last(FRANCE))
    assert (moved["uid"], moved["at"]) == (first["uid"], utc(9))
    assert moved["sequence"] > first["sequence"]
    table.strike(utc(9) + MINUTE)
    (following,) = entries(table.last(FRANCE))
    assert following["uid"] != first["uid"] and following["at"] == utc(12)
    assert not any(entries(mail) for player in (ENGLAND, ITALY, RUSSIA) for mail in table.mails(player))


def test_answers_and_reminders_that_tell_no_new_deadline_bring_no_entry() -> None:
    table = Played()
    table.say(FRANCE, "SET CALENDAR ON")
    table.say(FRANCE, "STATUS")
    assert entries(table.last(FRANCE)) == []
    table.strike(DEADLINE)
    assert "reminder" in brought(table, table.last(FRANCE)) and entries(table.last(FRANCE)) == []


def test_a_phase_that_ends_early_is_taken_out_of_the_calendar() -> None:
    table = Played()
    table.say(FRANCE, f"SET CALENDAR ON\n{ALL_IN}")
    for player in (ENGLAND, ITALY, RUSSIA):
        table.say(player, ALL_IN)
    table.strike(START + DAY)
    old, new = entries(table.last(FRANCE))
    assert (old["at"], old["status"], new["status"]) == (DEADLINE, "CANCELLED", "CONFIRMED")
    assert old["uid"] == entries(table.mails(FRANCE)[1])[0]["uid"]


def test_the_end_of_grace_takes_the_place_of_the_deadline_that_has_passed() -> None:
    table = Played()
    table.say(FRANCE, "SET CALENDAR ON")
    first = entries(table.last(FRANCE))[0]
    table.strike(DEADLINE + MINUTE)
    (late,) = entries(table.last(FRANCE))
    assert (late["uid"], late["at"]) == (first["uid"], DEADLINE + DAY)


def test_a_paused_game_leaves_the_calendar_and_comes_back() -> None:
    table = Played()
    table.say(FRANCE, "SET CALENDAR ON")
    table.office.operate("spring", ["pause"], START + DAY)
    (gone,) = entries(table.last(FRANCE))
    table.office.operate("spring", ["resume"], START + 2 * DAY)
    (back,) = entries(table.last(FRANCE))
    assert (gone["status"], back["status"], back["at"]) == ("CANCELLED", "CONFIRMED", DEADLINE + DAY)
    assert gone["uid"] == back["uid"] and gone["sequence"] < back["sequence"]


def test_the_entry_says_nothing_of_what_its_reader_owes() -> None:
    written = []
    for letter in (ALL_IN, "STATUS"):
        table = Played()
        table.say(FRANCE, letter)
        table.say(FRANCE, "SET CALENDAR ON")
        written.append([part.get_content() for part in table.last(FRANCE).iter_attachments()])
    assert written[0] == written[1] and len(written[0]) == 1


# -- the operator ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("change", ["+60000w", "+450000w"])
def test_no_deadline_is_moved_so_far_that_no_time_could_be_given_back_any_more(change: str) -> None:
    table = Played()
    with pytest.raises(OperatorError, match="beyond all calendars"):
        table.office.operate("spring", ["deadline", change], table.at)


@each_row("topic", ["ABSENT", "BACK", "EXTEND", "NOEXTEND", "REMINDERS", "CALENDAR", "DEADLINES"])
def test_there_is_help_on_each_thing_about_time(topic: str) -> None:
    answer = Played().say(FRANCE, f"HELP {topic}")
    assert "There is no help on" not in answer and "TOPICS" not in answer


# -- when nothing can move, and when it moves late --------------------------------------------------------------------


def test_no_command_that_cannot_help_is_recommended() -> None:
    table = Played()
    assert "HELP ABSENT" not in table.say(FRANCE, "EXTEND 1d", at=DEADLINE + HOUR)
    assert "HELP ABSENT" in Played(calendar="extend = false").say(FRANCE, "EXTEND 2d")
    assert "HELP ABSENT" not in Played(calendar='extend = false\nabsence = "0d"').say(FRANCE, "EXTEND 2d")


def test_while_a_game_is_paused_nobody_is_told_of_a_deadline_that_moves() -> None:
    table = Played()
    table.office.operate("spring", ["pause"], START + HOUR)
    for seat in (FRANCE, ENGLAND, ITALY):
        assert table.gets(seat, "EXTEND 1d")["moretime"]["why_not"] == phrase("reason.extend-paused")
    assert table.gets(RUSSIA, "ABSENT FROM 8 Jan TO 11 Jan")["absent"]["stays"] == phrase("reason.absence-paused")
    assert table.news(ITALY, "is now") == []
    table.office.operate("spring", ["resume"], START + 2 * HOUR)
    assert table.due == utc(12, "19:00")
    assert [told["goeson"]["due"] for told in table.brings(ITALY, "goeson")] == ["Mon 12 Jan 19:00 UTC"]


def test_who_takes_back_what_was_on_file_and_will_be_away_moves_the_deadline_then() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    told = table.gets(ENGLAND, "CLEAR")["absent"]
    assert (told["title"], told["moves"]) == ("Spring 1901", "Sun 11 Jan 18:00 UTC")
    assert table.due == utc(11) and table.moves(ITALY) == [("Spring 1901", "Sun 11 Jan 18:00 UTC", "absence")]
    assert check_store(table.office.store) == ([], 1)


def test_who_takes_it_back_too_late_is_told_that_the_deadline_stays() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    told = table.gets(ENGLAND, "CLEAR", at=DEADLINE - HOUR)["absent"]
    assert told["stays"] == phrase("reason.near") and table.due == DEADLINE


def test_a_game_that_waits_for_somebody_speaks_of_no_time_that_is_past_as_if_it_were_to_come() -> None:
    table = Played(options='nmr = "wait"')
    table.say(ITALY, ALL_IN)
    late = table.say(FRANCE, "STATUS", at=DEADLINE + 9 * DAY)
    assert "It was due Fri 9 Jan 19:00 Paris (18:00 UTC), and the game waits for it." in late
    assert "the end of grace" not in late
    assert "The game waits for somebody else, and you may send others until it goes on." in table.say(ITALY, "STATUS")
