"""Absences, votes for more time, reminders and entries for calendars: by letters, as players write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from helpers.mails import words_of
from helpers.mailtable import DAY, MINUTE, START, Table
from icalendar import Calendar

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
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
        self.at = (at or self.at + MINUTE) - MINUTE
        if at is not None:
            self.strike(at)
        count = len(self.mails(sender))
        self.write(sender, words, self.last(sender))
        answers = [mail for mail in self.mails(sender)[count:] if str(mail["Subject"]).startswith("Re: ")]
        return words_of(answers[-1])

    @property
    def due(self) -> datetime:
        clock = self.office.game("spring").clock
        assert clock is not None
        return clock.due

    def news(self, reader: str, word: str) -> list[str]:
        """What a reader was told that has *word* in it, answers apart."""
        mails = (mail for mail in self.mails(reader) if not str(mail["Subject"]).startswith("Re: "))
        return [said for mail in mails if word in (said := words_of(mail))]


def utc(day: int, clock: str = "18:00", month: int = 1) -> datetime:
    """A time in 2026."""
    hour, minute = map(int, clock.split(":"))
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


DEADLINE = START + 3 * DAY  # Thursday, 8 January


# -- ABSENT and BACK -------------------------------------------------------------------------------------------


def test_an_absence_moves_the_deadline_that_falls_into_it_and_everybody_is_told_but_not_whose_it_is() -> None:
    table = Played()
    answer = table.say(FRANCE, "ABSENT FROM 7 Jan TO 10 Jan")
    # Back on Sunday, the 11th, which for Paris begins at 23:00 UTC of the 10th; at 18:00 as before.
    assert table.due == utc(11)
    assert "Wed 7 Jan 2026 to Sat 10 Jan 2026" in answer
    assert "The deadline of Spring 1901 has moved for you: it is now Sun 11 Jan 19:00 Paris (18:00 UTC)" in answer
    assert "You may be absent on 10 days more in this game, of 14 in all" in answer
    for reader in (ENGLAND, ITALY, RUSSIA):
        (said,) = table.news(reader, "absence")
        assert "Because of an absence the deadline of Spring 1901 is now Sun 11 Jan 18:00 UTC." in said
        assert "France" not in said and "Paris" not in said.replace("A PAR", "")
    assert table.news(FRANCE, "absence") == []
    assert check_store(table.office.store) == ([], 1)


def test_grace_and_reminders_move_with_the_deadline() -> None:
    table = Played()
    table.say(FRANCE, "ABSENT TO 10 Jan")
    clock = table.office.game("spring").clock
    assert clock is not None
    assert (clock.deadline, clock.until) == (utc(11), utc(12))
    assert clock.reminders == (utc(10, "06:00"), utc(10))


@pytest.mark.parametrize(
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
    answer = table.say(ENGLAND, f"ABSENT {days}")
    assert table.due == expected
    assert ("does not move: none falls within your absence" in answer) == (expected == DEADLINE)


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
    answer = table.say(ENGLAND, "ABSENT TO 10 Jan")
    assert table.due == DEADLINE
    assert "does not move: we wait for nothing from you" in answer
    assert table.news(ITALY, "absence") == []


def test_orders_and_an_absence_in_one_letter_count_in_the_order_written() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    assert table.due == DEADLINE


def test_a_deadline_less_than_a_day_away_does_not_move_any_more() -> None:
    table = Played()
    answer = table.say(ENGLAND, "ABSENT TO 10 Jan", at=DEADLINE - DAY + MINUTE)
    assert "does not move: it is less than 24 hours away" in answer
    assert table.due == DEADLINE
    answer = table.say(ITALY, "ABSENT TO 10 Jan", at=DEADLINE + MINUTE)
    assert "does not move: it has passed" in answer
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
        (said,) = table.news(reader, "absence")
        assert (
            "Spring 1901 judged" in said and "Because of an absence the deadline of Fall 1901 is now Tue 13 Jan" in said
        )
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
    answer = table.say(ENGLAND, "BACK", at=utc(8))
    assert "you are back" in answer
    assert table.due == utc(15)
    answer = table.say(ENGLAND, "ABSENT")
    assert "You have announced no absence." in answer and "on 4 days more in this game, of 14" in answer
    assert "had announced no absence" in table.say(ENGLAND, "NOT ABSENT")


def test_being_back_again_and_again_stalls_no_game() -> None:
    table = Played(grace="0s")
    table.say(ENGLAND, "ABSENT FROM 5 Jan TO 18 Jan")
    due = table.due
    table.say(ENGLAND, "BACK")
    assert "would be more than the 14 days" in table.say(ENGLAND, "ABSENT FROM 19 Jan TO 20 Jan")
    assert table.due == due


def test_an_absence_that_moved_nothing_is_given_back_whole() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 20 Jan TO 22 Jan")
    table.say(ENGLAND, "BACK")
    assert "on 14 days more" in table.say(ENGLAND, "ABSENT")


def test_absent_alone_shows_what_stands() -> None:
    table = Played()
    table.say(ENGLAND, "ABSENT FROM 20 Jan TO 22 Jan\nABSENT 11 Jan")
    answer = table.say(ENGLAND, "ABSENT")
    assert "YOU ARE AWAY Sun 11 Jan 2026 Tue 20 Jan 2026 to Thu 22 Jan 2026" in answer
    assert "on 10 days more" in answer
    assert "20 Jan" not in table.say(ITALY, "ABSENT")


@pytest.mark.parametrize(
    ("days", "noted"),
    [("5 Jan to 18 Jan", True), ("5 Jan to 19 Jan", False), ("5 Jan 2026 to 5 Jan 2030", False)],
)
def test_a_player_may_be_absent_for_fourteen_days_in_all(days: str, noted: bool) -> None:
    table = Played()
    answer = table.say(ENGLAND, f"ABSENT {days}")
    assert ("would be more than the 14 days" in answer) == (not noted)
    assert (table.due == utc(19)) == noted


def test_days_that_were_announced_twice_count_once() -> None:
    table = Played(calendar='absence = "5d"')
    table.say(ENGLAND, "ABSENT FROM 8 Jan TO 10 Jan")
    assert "on 1 day more" in table.say(ENGLAND, "ABSENT FROM 9 Jan TO 11 Jan")
    assert "would be more than the 5 days" in table.say(ENGLAND, "ABSENT FROM 11 Jan TO 13 Jan")


def test_a_game_may_do_without_absences() -> None:
    table = Played(calendar='absence = "0d"')
    answer = table.say(ENGLAND, "ABSENT TO 10 Jan")
    assert "Nothing was noted: in this game no deadline moves for an absence." in answer
    assert table.due == DEADLINE


def test_days_that_cannot_be_read_leave_the_whole_letter_undone_and_show_the_place() -> None:
    table = Played()
    answer = table.say(ENGLAND, "4 : A PAR - BUR\nABSENT FROM 30 Feb TO 1 Mar")
    assert "there is no such day: 30 Feb" in answer and "line 2" in answer
    body = table.last(ENGLAND).get_content().split("\n")
    wrong = next(n for n, line in enumerate(body) if "ABSENT" in line)
    assert body[wrong + 1].index("^") == body[wrong].index("30 Feb")
    assert table.filed("ENGLAND") == ()
    assert "days are expected" in table.say(ENGLAND, "ABSENT 1/8 TO 3/8")
    assert "the first day is after the last" in table.say(ENGLAND, "ABSENT 2026-02-08 TO 2026-02-03")


def test_a_sentence_that_begins_like_a_command_is_none() -> None:
    table = Played()
    answer = table.say(ENGLAND, "Absent friends will be missed here.\nExtend my best wishes to everybody.\nSTATUS")
    assert "GAME spring" in answer or "Payola" in answer
    assert "written as" not in answer


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
    assert "is now Sun 11 Jan 18:00 UTC" in words_of(table.last(ITALY))


def test_the_report_tells_why_deadlines_moved_and_names_nobody() -> None:
    table = Played()
    table.say(FRANCE, "ABSENT TO 10 Jan")
    for player in (ENGLAND, ITALY, RUSSIA):
        table.say(player, "EXTEND 1d")
    report, page = disclose(table.office.store, "spring")
    words = " ".join(report.split())
    assert "2026-01-05 18:02 an absence: the deadline is now Sun 11 Jan 18:00 UTC" in words
    assert "2026-01-05 18:03 a player asked for 1 day more" in words
    assert "2026-01-05 18:05 a vote for more time: the deadline is now Mon 12 Jan 18:00 UTC" in words
    assert "a vote for more time: the deadline is now Mon 12 Jan 18:00 UTC" in " ".join(page.split())


# -- EXTEND and NOEXTEND ---------------------------------------------------------------------------------------


def test_the_first_who_asks_for_more_time_is_told_to_all_without_his_name_and_the_others_to_nobody() -> None:
    table = Played()
    answer = table.say(FRANCE, "EXTEND 2d")
    assert "you ask for 2 days more for Spring 1901" in answer
    for reader in (ENGLAND, ITALY, RUSSIA):
        (said,) = table.news(reader, "A player asks")
        assert "A player asks for 2 days more for Spring 1901. If you agree, reply EXTEND 2d" in said
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
    answer = table.say(ITALY, "extend by 2 days")
    assert table.due == DEADLINE + DAY
    assert "the deadline of Spring 1901 is now Fri 9 Jan 18:00 UTC" in answer
    for reader in (FRANCE, ENGLAND, RUSSIA):
        (said,) = table.news(reader, "More than half")
        assert "More than half of the players have asked for more time" in said
    assert table.news(ITALY, "More than half") == []
    assert check_store(table.office.store) == ([], 1)


def test_a_deadline_moves_by_a_vote_once_in_a_phase_and_again_in_the_next() -> None:
    table = Played(grace="0s")
    for player in (FRANCE, ENGLAND, ITALY):
        table.say(player, "EXTEND 1d")
    answer = table.say(RUSSIA, "EXTEND 5d")
    assert "cannot be moved by a vote: a vote has already moved it" in answer
    assert table.due == DEADLINE + DAY
    table.strike(DEADLINE + DAY + MINUTE)
    assert table.due == DEADLINE + 4 * DAY
    for player in (FRANCE, ENGLAND, ITALY):
        assert table.due == DEADLINE + 4 * DAY
        table.say(player, "EXTEND 1d", at=table.at + DAY if player == FRANCE else None)
    assert table.due == DEADLINE + 5 * DAY
    assert len(table.news(RUSSIA, "A player asks")) == 2


def test_who_takes_his_request_back_is_not_counted() -> None:
    table = Played()
    table.say(FRANCE, "EXTEND 1d")
    table.say(ENGLAND, "EXTEND 1d")
    assert "you no longer ask for more time" in table.say(FRANCE, "NOEXTEND")
    table.say(ITALY, "EXTEND 1d")
    assert table.due == DEADLINE
    table.say(RUSSIA, "EXTEND 1d")
    assert table.due == DEADLINE + DAY


def test_once_the_deadline_has_passed_no_vote_moves_it() -> None:
    table = Played()
    answer = table.say(FRANCE, "EXTEND 1d", at=DEADLINE + HOUR)
    assert "cannot be moved by a vote: it has passed" in answer
    assert table.news(ITALY, "A player asks") == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("EXTEND 8d", "7d at most"),
        ("EXTEND 0d", "7d at most"),
        ("EXTEND 2 moons", "such as EXTEND 2d"),
    ],
)
def test_a_time_that_cannot_be_asked_for_is_shown_with_its_place(words: str, said: str) -> None:
    table = Played()
    answer = table.say(FRANCE, words)
    assert said in answer and "line 1" in answer
    assert table.news(ITALY, "A player asks") == []


def test_a_game_may_do_without_votes_for_more_time() -> None:
    table = Played(calendar="extend = false")
    assert "in this game no deadline moves by a vote" in table.say(FRANCE, "EXTEND 2d")
    assert table.news(ITALY, "A player asks") == []


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
    assert {reader: len(table.news(reader, "A reminder")) for reader in expected} == expected


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
    (late,), (done,) = table.news(FRANCE, "Grace has begun"), table.news(ENGLAND, "Grace has begun")
    assert "YOU OWE: offers and an acceptance list" in late and "Fri 9 Jan 19:00 Paris" in late
    assert "YOU OWE" not in done
    assert "Missing:" not in late and "Missing:" not in done


def test_a_game_may_name_who_is_late() -> None:
    table = Played(options="show_late = true")
    table.say(ENGLAND, ALL_IN)
    table.strike(DEADLINE + MINUTE)
    for reader in PLAYERS:
        (said,) = table.news(reader, "Grace has begun")
        assert "Missing: France, Italy, Russia." in said


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
    assert "CALENDAR is now on" in table.say(FRANCE, "SET CALENDAR ON")
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
    assert "A reminder" in words_of(table.last(FRANCE)) and entries(table.last(FRANCE)) == []


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


@pytest.mark.parametrize("topic", ["ABSENT", "BACK", "EXTEND", "NOEXTEND", "REMINDERS", "CALENDAR", "DEADLINES"])
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
        assert "the game is paused, and none runs; ask when it goes on" in table.say(seat, "EXTEND 1d")
    assert "paused, and none runs; when it goes on" in table.say(RUSSIA, "ABSENT FROM 8 Jan TO 11 Jan")
    assert table.news(ITALY, "is now") == []
    table.office.operate("spring", ["resume"], START + 2 * HOUR)
    assert table.due == utc(12, "19:00") and len(table.news(ITALY, "is now Mon 12 Jan 19:00 UTC")) == 1


def test_who_takes_back_what_was_on_file_and_will_be_away_moves_the_deadline_then() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    answer = table.say(ENGLAND, "CLEAR")
    assert "The deadline of Spring 1901 has moved for you: it is now Sun 11 Jan 18:00 UTC" in answer
    assert table.due == utc(11) and len(table.news(ITALY, "is now Sun 11 Jan 18:00 UTC")) == 1
    assert check_store(table.office.store) == ([], 1)


def test_who_takes_it_back_too_late_is_told_that_the_deadline_stays() -> None:
    table = Played()
    table.say(ENGLAND, f"{ALL_IN}\nABSENT TO 10 Jan")
    answer = table.say(ENGLAND, "CLEAR", at=DEADLINE - HOUR)
    assert "does not move: it is less than 24 hours away" in answer and table.due == DEADLINE


def test_a_game_that_waits_for_somebody_speaks_of_no_time_that_is_past_as_if_it_were_to_come() -> None:
    table = Played(options='nmr = "wait"')
    table.say(ITALY, ALL_IN)
    late = table.say(FRANCE, "STATUS", at=DEADLINE + 9 * DAY)
    assert "It was due Fri 9 Jan 19:00 Paris (18:00 UTC), and the game waits for it." in late
    assert "the end of grace" not in late
    assert "The game waits for somebody else, and you may send others until it goes on." in table.say(ITALY, "STATUS")
