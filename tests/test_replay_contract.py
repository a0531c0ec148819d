"""What `gm replay` and `gm judge` promise, through the command line: files in, files out, the same bytes always."""

from __future__ import annotations

import email
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from pathlib import Path
from typing import Any
from zlib import crc32

import msgspec
import pytest
from click.testing import CliRunner, Result
from helpers.rows import each_row

from gm.cli import main
from gm.post.boxes.mbox import read_mbox, write_mbox
from gm.registry import RULESETS

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
FRANCE, ENGLAND = "cleo@three.example", "bob@two.example"
HEAD = '[game]\nname = "spring"\nruleset = "payola"\nstart = 2026-01-05T18:00:00Z\n'
SEATS = f'[seats]\nFRANCE = "{FRANCE}"\nENGLAND = "{ENGLAND}"\n'
GAME = HEAD + SEATS
ALL_IN = "ACCEPT FAEGIRT\n0 $"


def after(days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> datetime:
    """A time so long after the start."""
    return START + timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)


def mail(at: datetime, sender: str, body: str, subject: str = "[spring]") -> bytes:
    """A mail as IN.mbox holds it."""
    name = f"{at:%d%H%M%S}-{crc32(body.encode())}@x"
    head = f"From: {sender}\nTo: gm@gm.invalid\nSubject: {subject}\nMessage-ID: <{name}>\n"
    return write_mbox(sender, at, f"{head}\n{body}\n".encode())


class Sent(msgspec.Struct, frozen=True):
    """A mail of OUT.mbox."""

    at: datetime
    to: str
    subject: str
    text: str
    message: Message


class Run(msgspec.Struct, frozen=True):
    """What a run wrote."""

    out: bytes
    sent: tuple[Sent, ...]
    report: str = ""

    def to(self, reader: str, word: str = "") -> list[Sent]:
        """The mails to *reader* in whose subject or text *word* stands."""
        return [one for one in self.sent if one.to == reader and word in f"{one.subject}\n{one.text}"]

    def times(self, reader: str, word: str) -> list[datetime]:
        """When such mails left."""
        return [one.at for one in self.to(reader, word)]

    def judged(self, reader: str = FRANCE) -> list[datetime]:
        """When phases were judged."""
        return [one.at for one in self.to(reader) if one.subject.endswith(" judged")]


def read_out(out: bytes) -> Run:
    """OUT.mbox, read."""
    sent = []
    for posted in read_mbox(out):
        message = email.message_from_bytes(posted.raw)
        part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
        text = part.get_payload(decode=True).decode()  # type: ignore[union-attr]
        sent.append(Sent(posted.at, str(message["To"]), " ".join(str(message["Subject"]).split()), text, message))
    return Run(out, tuple(sent))


Replay = Callable[..., Run]


def command(folder: Path, game: str, mails: bytes, acts: str, until: datetime | None) -> Result:
    """Run `gm replay` on these files."""
    (folder / "game.toml").write_text(game, encoding="utf-8")
    (folder / "in.mbox").write_bytes(mails)
    (folder / "acts.jsonl").write_text(acts, encoding="utf-8")
    words = ["replay", "--game", str(folder / "game.toml"), str(folder / "in.mbox"), "--out", str(folder / "out.mbox")]
    words += ["--acts", str(folder / "acts.jsonl")] if acts else []
    words += ["--until", until.isoformat()] if until else []
    words += ["--report", str(folder)]
    return CliRunner().invoke(main, words)


@pytest.fixture
def replay(tmp_path: Path) -> Replay:
    """A run that must succeed."""

    def run(*mails: bytes, game: str = GAME, acts: str = "", until: datetime | None = None) -> Run:
        result = command(tmp_path, game, b"".join(mails), acts, until)
        assert result.exit_code == 0, result.output
        report = (tmp_path / "report.txt").read_text(encoding="utf-8")
        return msgspec.structs.replace(read_out((tmp_path / "out.mbox").read_bytes()), report=report)

    return run


def act(at: datetime, *run: str) -> str:
    """An operator's act as a line of --acts."""
    return json.dumps({"at": at.isoformat(), "run": run}) + "\n"


def out(at: datetime, span: str) -> str:
    """A line of --acts: gm is down."""
    return json.dumps({"at": at.isoformat(), "out": span}) + "\n"


# -- whose mail it is ----------------------------------------------------------------------------------------------


def test_a_mail_from_a_seats_address_with_the_game_in_its_subject_is_that_seats(replay: Replay) -> None:
    run = replay(mail(after(hours=1), FRANCE, "4 : A PAR - BUR"), until=after(hours=2))
    assert [one.at for one in run.to(FRANCE, "4 : A PAR - BUR")] == [after(hours=1)]
    assert run.to(ENGLAND, "4 : A PAR - BUR") == []


def test_a_mail_without_the_game_in_its_subject_is_answered_and_does_nothing(replay: Replay) -> None:
    run = replay(
        mail(after(hours=1), FRANCE, "4 : A PAR - BUR", "my offers"),
        mail(after(hours=2), FRANCE, "SHOW"),
        until=after(hours=3),
    )
    answer, shown = run.to(FRANCE)[-2:]
    assert "spring" in answer.text and answer.subject == "Re: my offers"
    assert "A PAR - BUR" not in shown.text.split("TO ANSWER")[0]


@pytest.mark.parametrize("subject", ["[spring]", "hello", "[autumn]"])
def test_a_mail_from_an_unknown_address_is_answered(replay: Replay, subject: str) -> None:
    run = replay(mail(after(hours=1), "nobody@else.example", "4 : A PAR - BUR", subject), until=after(hours=2))
    assert len(run.to("nobody@else.example")) == 1
    assert len(run.sent) == 3


# -- order ---------------------------------------------------------------------------------------------------------


def test_a_deadline_between_two_mails_strikes_in_between(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, "STATUS"), mail(after(5), FRANCE, "STATUS"), until=after(5))
    kinds = [one.subject for one in run.to(FRANCE)]
    assert [one.at for one in run.to(FRANCE, "Spring 1901 judged")] == [after(4)]
    assert kinds.index("[spring] F1901M: Spring 1901 judged") < kinds.index("Re: [spring] F1901M: how the game stands")


def test_mails_from_before_the_start_are_handled_at_the_start_in_their_order(replay: Replay) -> None:
    late = mail(START - timedelta(hours=1), FRANCE, "5 : A PAR - GAS")
    early = mail(START - timedelta(days=40), FRANCE, "4 : A PAR - BUR")
    run = replay(late, early, until=START)
    begins, first, second = run.to(FRANCE)
    assert [begins.at, first.at, second.at] == [START, START, START]
    assert "game begins" in begins.subject
    assert "4 : A PAR - BUR" in first.text and "5 : A PAR - GAS" in second.text


def test_in_one_second_letters_come_in_the_order_of_the_file(replay: Replay) -> None:
    one, two = (mail(after(1), FRANCE, f"{n} : A PAR - BUR") for n in (4, 5))
    for order in ((one, two), (two, one)):
        answers = replay(*order, until=after(1)).to(FRANCE, "Seal of it")
        assert ["4 : A PAR - BUR\n" in answer.text for answer in answers] == [order[0] == one, order[1] == one]


def test_a_letter_of_the_deadlines_own_second_is_in_time(replay: Replay) -> None:
    for seconds, judged in ((0, [after(3)]), (1, [])):
        letters = [mail(after(3, seconds=seconds), one, ALL_IN) for one in (FRANCE, ENGLAND)]
        game = HEAD + "[options]\nearly = false\n" + SEATS
        assert replay(*letters, game=game, until=after(3.5)).times(FRANCE, "Spring 1901 judged") == judged


def test_in_one_second_letters_come_before_the_operators_acts(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, "4 : A PAR - BUR"), acts=act(after(1), "process"), until=after(1))
    assert [one.subject for one in run.to(FRANCE)[-2:]] == [
        "Re: [spring] S1901M: what we have from you",
        "[spring] F1901M: Spring 1901 judged",
    ]


def test_in_one_second_the_operators_acts_come_before_the_clock(replay: Replay) -> None:
    run = replay(acts=act(after(3), "deadline", "+1d"), until=after(4))
    assert run.times(FRANCE, "the deadline has moved") == [after(3)]
    assert run.times(FRANCE, "grace has begun") == [after(4)]


def test_an_act_that_cannot_be_done_does_nothing(replay: Replay) -> None:
    acts = (
        act(after(1), "deadline", "soon")
        + act(after(1), "deadline", "+999999w")
        + act(after(1), "dance")
        + act(after(1), "process", "F1999M")
    )
    assert replay(acts=acts, until=after(2)).out == replay(until=after(2)).out


# -- the clock -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "length, hours",
    [("3d", [36, 48]), ("2d", [24]), ("1d", [12]), ("47h", [23]), ("49h", [24.5]), ("50h", [25]), ("52h", [26, 28]),
     ("30h", [6, 15]), ("12h", [6]), ("29h", [14.5]), ("25h", [12.5])],
)  # fmt: skip
def test_reminders_go_out_at_half_time_and_a_day_before(replay: Replay, length: str, hours: list[float]) -> None:
    """But not in the first quarter of the phase, of which the first six hours count."""
    run = replay(game=HEAD + f'[deadlines]\nmovement = "{length}"\n' + SEATS, until=after(2.9))
    expected = [after(hours=h) for h in hours]
    assert run.times(FRANCE, "S1901M: a reminder") == expected


def test_whoever_has_filed_is_not_reminded(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, ALL_IN), until=after(2.5))
    assert run.to(FRANCE, "a reminder") == []
    assert len(run.to(ENGLAND, "a reminder")) == 2


def test_grace_follows_the_deadline_and_ends_with_the_judgement(replay: Replay) -> None:
    run = replay(mail(after(1), ENGLAND, ALL_IN), until=after(4))
    for seat in (FRANCE, ENGLAND):
        assert run.times(seat, "grace has begun") == [after(3)]
        assert run.times(seat, "Spring 1901 judged") == [after(4)]


def test_what_is_missing_may_come_in_grace_and_ends_it_early(replay: Replay) -> None:
    run = replay(mail(after(1), ENGLAND, ALL_IN), mail(after(3, hours=2), FRANCE, ALL_IN), until=after(4))
    assert run.times(FRANCE, "Spring 1901 judged") == [after(3, hours=2, minutes=30)]


def test_a_game_without_grace_is_judged_at_the_deadline(replay: Replay) -> None:
    run = replay(game=HEAD + '[deadlines]\ngrace = "0s"\n' + SEATS, until=after(4))
    assert run.times(FRANCE, "Spring 1901 judged") == [after(3)]
    assert run.to(FRANCE, "grace has begun") == []


def test_a_phase_may_wait_for_ever_for_whoever_is_missing(replay: Replay) -> None:
    game = HEAD + '[options]\nnmr = "wait"\n' + SEATS
    run = replay(mail(after(1), ENGLAND, ALL_IN), game=game)
    assert run.judged() == []
    assert [one.at for one in run.to("operator@gm.invalid")] == [after(4)]
    run = replay(mail(after(1), ENGLAND, ALL_IN), mail(after(20), FRANCE, ALL_IN), game=game, until=after(21))
    assert run.times(FRANCE, "Spring 1901 judged") == [after(20, minutes=30)]


BOTH = (mail(after(hours=1), FRANCE, ALL_IN), mail(after(hours=2), ENGLAND, ALL_IN))
EARLY = {
    "the last sheet starts the half hour": ((), after(hours=2, minutes=30)),
    "a later sheet does not start it again": (((2, 20, FRANCE, "1 $"),), after(hours=2, minutes=30)),
    "CLEAR stops it": (((2, 20, FRANCE, "CLEAR"),), None),
    "the letter that completes the phase again starts it again": (
        ((2, 10, FRANCE, "CLEAR"), (2, 25, FRANCE, "1 $")), after(hours=2, minutes=55)),
    "WAIT stops it": (((2, 20, ENGLAND, "WAIT"),), after(3)),
    "NOWAIT starts it": (((2, 20, ENGLAND, "WAIT"), (5, 0, ENGLAND, "NOWAIT")), after(hours=5, minutes=30)),
    "WAIT and NOWAIT in one letter leave it": (((2, 20, FRANCE, "WAIT\nNOWAIT"),), after(hours=2, minutes=30)),
    "CLEAR and a new sheet in one letter leave it": (((2, 20, FRANCE, "CLEAR\n2 $"),), after(hours=2, minutes=30)),
    "a trial does not stop it": (((2, 20, FRANCE, "TRY\nCLEAR"),), after(hours=2, minutes=30)),
    "NOWAIT of another leaves a WAIT": (((2, 20, ENGLAND, "WAIT"), (5, 0, FRANCE, "NOWAIT")), after(3)),
}  # fmt: skip


@pytest.mark.parametrize("case", EARLY)
def test_a_phase_is_judged_half_an_hour_after_the_last_sheet(replay: Replay, case: str) -> None:
    letters, judged = EARLY[case]
    more = [mail(after(hours=h, minutes=m), who, body) for h, m, who, body in letters]
    run = replay(*BOTH, *more, until=after(3))
    assert run.times(FRANCE, "Spring 1901 judged") == ([judged] if judged else [])


def test_the_deadline_comes_first_if_it_is_earlier(replay: Replay) -> None:
    letters = [mail(after(3, minutes=-10), who, ALL_IN) for who in (FRANCE, ENGLAND)]
    assert replay(*letters, until=after(4)).times(FRANCE, "Spring 1901 judged") == [after(3)]


@pytest.mark.parametrize("text, minutes", [("30s", 5), ("12h", 720), ("0s", 0), ("1d", 1440)])
def test_how_long_after_the_last_sheet_is_an_option_to_full_five_minutes(
    replay: Replay, text: str, minutes: float
) -> None:
    run = replay(*BOTH, game=HEAD + f'[options]\nearly_after = "{text}"\n' + SEATS, until=after(2.5))
    assert run.times(FRANCE, "Spring 1901 judged") == [after(hours=2, minutes=minutes)]


def test_without_the_option_no_phase_is_judged_before_its_deadline(replay: Replay) -> None:
    run = replay(*BOTH, game=HEAD + "[options]\nearly = false\n" + SEATS, until=after(3))
    assert run.times(FRANCE, "Spring 1901 judged") == [after(3)]


# -- seats ---------------------------------------------------------------------------------------------------------


def test_a_seat_is_resigned_only_after_a_confirm(replay: Replay) -> None:
    asked, confirmed = mail(after(1), FRANCE, "RESIGN"), mail(after(hours=30), FRANCE, "CONFIRM")
    assert replay(asked, until=after(2)).to(ENGLAND, "France is vacant") == []
    run = replay(asked, confirmed, until=after(2))
    assert run.times(ENGLAND, "France is vacant") == [after(hours=30)]
    assert run.to(FRANCE)[-1].at == after(hours=30)
    run = replay(confirmed, until=after(2))
    assert run.to(ENGLAND, "is vacant") == []
    assert run.times(FRANCE, "Nothing waits for your CONFIRM") == [after(hours=30)]


def test_a_vacant_seat_is_taken_over_after_a_confirm(replay: Replay) -> None:
    new = "dora@four.example"
    letters = (mail(after(1), new, "TAKEOVER GERMANY"), mail(after(1.1), new, "CONFIRM"), mail(after(1.2), new, "SHOW"))
    run = replay(*letters, until=after(1.2))
    assert run.times(new, "do you take Germany?") == [after(1)]
    assert run.times(new, "YOU OWE") == [after(1.1), after(1.2)]
    assert run.times(FRANCE, "Germany is played again") == [after(1.1)]
    assert "what we have from you" in run.to(new)[-1].subject
    run = replay(letters[0], until=after(1.2))
    assert run.to(FRANCE, "is played again") == []


def test_a_seat_that_is_taken_cannot_be_taken_over(replay: Replay) -> None:
    new = "dora@four.example"
    run = replay(mail(after(1), new, "TAKEOVER FRANCE"), mail(after(1.1), new, "CONFIRM"), until=after(1.2))
    assert [one.subject.split(": ")[-1] for one in run.to(new)] == ["it is taken", "nothing to confirm"]
    assert len(run.to(FRANCE)) == 1


# -- where it ends -------------------------------------------------------------------------------------------------


def test_without_until_it_stops_at_the_first_phase_begun_after_the_last_mail_without_a_letter(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, "STATUS"))
    assert run.judged() == [after(4), after(8)]
    assert run.sent[-1].at == after(8)


def test_without_a_mail_the_first_two_phases_are_judged(replay: Replay) -> None:
    assert replay().judged() == [after(4), after(8)]


def test_it_stops_at_the_end_of_the_game(replay: Replay) -> None:
    run = replay(*(mail(after(1), who, "VOTE DRAW") for who in (FRANCE, ENGLAND)))
    assert {one.at for one in run.sent} == {START, after(1)}
    assert "the game is over" in run.sent[-1].subject
    longer = replay(*(mail(after(1), who, "VOTE DRAW") for who in (FRANCE, ENGLAND)), until=after(99))
    assert longer.out == run.out


def test_it_stops_when_nothing_is_scheduled(replay: Replay) -> None:
    run = replay(game=HEAD + '[options]\nnmr = "wait"\n' + SEATS)
    assert run.sent[-1].at == after(4)


def test_a_game_of_nobody_stops_as_any_other(replay: Replay) -> None:
    for text in ("0s", "30m"):
        assert replay(game=HEAD + f'[options]\nearly_after = "{text}"\n').sent == ()


def test_with_until_the_clock_runs_on(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, "STATUS"), until=after(16))
    assert run.judged() == [after(4), after(8), after(12), after(16)]


def test_mails_after_until_are_not_handled(replay: Replay) -> None:
    run = replay(mail(after(1), FRANCE, "STATUS"), mail(after(2), FRANCE, "STATUS"), until=after(1))
    assert len(run.to(FRANCE, "how the game stands")) == 1


# -- an outage -----------------------------------------------------------------------------------------------------


def test_the_time_of_an_outage_is_given_back_and_everybody_is_told_the_new_deadline(replay: Replay) -> None:
    run = replay(acts=out(after(2.9), "1d"), until=after(5, seconds=1))
    for who in (FRANCE, ENGLAND):
        (told,) = run.to(who, "We were out of reach")
        assert told.at == after(3.9)
        words = " ".join(told.text.split())
        assert "from Thu 8 Jan 15:36 UTC to Fri 9 Jan 15:36 UTC" in words and "is now Fri 9 Jan 18:00 UTC" in words
        assert run.times(who, "grace has begun") == [after(4)]
        assert run.times(who, "Spring 1901 judged") == [after(5)]
    (alarm,) = run.to("operator@gm.invalid")
    assert alarm.at == after(3.9) and "spring" in alarm.text


def test_a_short_outage_in_which_nothing_was_due_is_not_worth_a_word(replay: Replay) -> None:
    run = replay(acts=out(after(1), "59m"), until=after(4))
    assert run.to(FRANCE, "out of reach") == [] and run.to("operator@gm.invalid") == []
    assert run.times(FRANCE, "grace has begun") == [after(3)]


def test_a_short_outage_in_which_the_deadline_was_due_is_given_back(replay: Replay) -> None:
    run = replay(acts=out(after(3, minutes=-3), "5m"), until=after(4))
    assert run.times(FRANCE, "out of reach") == [after(3, minutes=2)]
    assert run.times(FRANCE, "grace has begun") == [after(3, minutes=5)]


def test_an_act_of_the_operator_waits_like_a_letter_until_gm_is_back(replay: Replay) -> None:
    acts = out(after(2), "1d") + json.dumps({"at": after(2.5).isoformat(), "run": ["deadline", "+1d"]}) + "\n"
    run = replay(acts=acts, until=after(5))
    # First the day that was lost, then the day that the operator gives.
    assert run.times(FRANCE, "the deadline has moved") == [after(3), after(3)]
    assert run.times(FRANCE, "grace has begun") == [after(5)]


def test_a_run_that_ends_while_gm_is_down_ends_there(replay: Replay) -> None:
    run = replay(mail(after(2), FRANCE, "STATUS"), acts=out(after(1), "3d"), until=after(3.5))
    assert all(sent.at <= after(1) for sent in run.sent)


def test_a_letter_that_comes_while_gm_is_down_is_in_time_and_answered_later(replay: Replay) -> None:
    letters = [mail(after(2.95), who, ALL_IN) for who in (FRANCE, ENGLAND)]
    run = replay(*letters, acts=out(after(2.9), "1d"), until=after(5))
    assert run.times(FRANCE, "Seal of it") == [after(3.9)]
    assert run.to(FRANCE, "grace has begun") == []
    assert run.times(FRANCE, "Spring 1901 judged") == [after(3.9, minutes=34)]  # at 16:06, and so at 16:40


def test_after_an_outage_over_a_deadline_all_are_told_the_same_whether_letters_came_and_the_report_names_them(
    replay: Replay,
) -> None:
    lost = out(after(2.9), "1d")
    quiet, spoken = replay(acts=lost, until=after(4)), replay(
        mail(after(2.95), FRANCE, "4 : A PAR - BUR"), acts=lost, until=after(4)
    )
    for run in (quiet, spoken):
        (told,) = run.to(ENGLAND, "We were out of reach")
        assert "letters of that time, if there are any, are read after it" in " ".join(told.text.split())
    assert [one.text for one in quiet.to(ENGLAND)] == [one.text for one in spoken.to(ENGLAND)]
    assert "was read after a deadline in an outage" in " ".join(spoken.report.split())
    assert "was read after a deadline in an outage" not in " ".join(quiet.report.split())


def test_after_an_outage_without_a_deadline_nobody_is_told_of_letters(replay: Replay) -> None:
    (told,) = replay(acts=out(after(1), "1d"), until=after(4)).to(ENGLAND, "We were out of reach")
    assert "letters of that time" not in " ".join(told.text.split())


# -- the files -----------------------------------------------------------------------------------------------------

STORY = (
    mail(after(hours=1), FRANCE, "ACCEPT FAEGIRT\n4 : A PAR - BUR\n2 : F LON - NTH"),
    mail(after(hours=2), ENGLAND, "ACCEPT EFGIART\n3 : F LON - NTH\nTRANSFER 2 TO FRANCE"),
    mail(after(hours=5), FRANCE, "BROADCAST\nFrom here on, peace.\nFrom: me\nEND\nSTATUS"),
    mail(after(hours=6), ENGLAND, "5 : A PAR - PIC\nHISTORY"),
    mail(after(3), "nobody@else.example", "TAKEOVER RUSSIA"),
    mail(after(3.2), "nobody@else.example", "CONFIRM"),
    mail(after(4), FRANCE, "VOTE DRAW\nRESIGN"),
)


def test_the_same_files_make_the_same_bytes(replay: Replay) -> None:
    assert replay(*STORY).out == replay(*STORY).out


def test_a_later_mail_changes_nothing_of_what_was_sent_before(replay: Replay) -> None:
    whole = replay(*STORY).out
    for count, posted in enumerate(read_mbox(b"".join(STORY))):
        until = posted.at - timedelta(seconds=1)
        assert whole.startswith(replay(*STORY[:count], until=until).out)


def test_every_mail_goes_to_exactly_one_address(replay: Replay) -> None:
    for one in replay(*STORY).sent:
        assert len(getaddresses(one.message.get_all("To"))) == 1  # type: ignore[arg-type]
        assert not any(one.message.get_all(name) for name in ("Cc", "Bcc"))


def test_no_two_mails_have_the_same_message_id(replay: Replay) -> None:
    ids = [one.message["Message-ID"] for one in replay(*STORY).sent]
    assert len(set(ids)) == len(ids) > 20


def test_from_lines_are_in_utc_and_agree_with_the_date_header(replay: Replay) -> None:
    run = replay(*STORY, game=HEAD.replace("18:00:00Z", "19:00:00+01:00") + 'timezone = "Asia/Tokyo"\n' + SEATS)
    lines = re.findall(rb"^From \S+ (.+)$", run.out, re.MULTILINE)
    assert len(lines) == len(run.sent)
    assert lines[0] == b"Mon Jan  5 18:00:00 2026"
    for line, one in zip(lines, run.sent, strict=True):
        stamp = datetime.strptime(line.decode(), "%a %b %d %H:%M:%S %Y").replace(tzinfo=UTC)
        assert stamp == parsedate_to_datetime(one.message["Date"]) == one.at


def test_the_report_is_written_in_both_forms(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(GAME)
    (tmp_path / "in.mbox").write_bytes(b"".join(STORY))
    words = ["replay", "--game", str(tmp_path / "game.toml"), str(tmp_path / "in.mbox"), "--out", str(tmp_path / "o")]
    assert CliRunner().invoke(main, [*words, "--report", str(tmp_path / "r" / "s")]).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "r" / "s").iterdir()) == ["report.html", "report.txt"]


FAULTS = {
    "name": (GAME.replace('"spring"', '"Spring Game"'), "line 2: game.name"),
    "no name": (GAME.replace('name = "spring"\n', ""), "game.name"),
    "ruleset": (GAME.replace('"payola"', '"chess"'), "line 3: game.ruleset"),
    "start without a zone": (GAME.replace("00Z", "00"), "line 4: game.start"),
    "start as text": (GAME.replace("2026-01-05T18:00:00Z", '"monday"'), "line 4: game.start"),
    "a key nobody knows": (HEAD + "colour = 1\n" + SEATS, "line 5: game.colour"),
    "a table nobody knows": (GAME + "[colours]\nred = 1\n", "line 8: colours"),
    "an option nobody knows": (HEAD + "[options]\nspeed = 1\n" + SEATS, "line 6: options.speed"),
    "an option of another kind": (HEAD + '[options]\nearly = "yes"\n' + SEATS, "line 6: options.early"),
    "a word that is no choice": (HEAD + '[options]\nnmr = "shoot"\n' + SEATS, "line 6: options.nmr"),
    "a duration": (HEAD + '[deadlines]\nmovement = "3 moons"\n' + SEATS, "line 6: deadlines.movement"),
    "a phase longer than a calendar": (
        HEAD + '[deadlines]\nmovement = "999999w"\n' + SEATS,
        "line 6: deadlines.movement",
    ),
    "a phase of no time": (HEAD + '[deadlines]\nretreat = "0s"\n' + SEATS, "line 6: deadlines.retreat"),
    "a kind of phase": (HEAD + '[deadlines]\nsiesta = "1d"\n' + SEATS, "line 6: deadlines.siesta"),
    "early_after": (HEAD + '[options]\nearly_after = "soon"\n' + SEATS, "line 6: options.early_after"),
    "a seat nobody knows": (GAME + 'SPAIN = "x@y.example"\n', "line 8: seats.SPAIN"),
    "an address": (GAME + 'ITALY = "nowhere"\n', "line 8: seats.ITALY"),
    "one address twice": (GAME + f'ITALY = "{FRANCE}"\n', "seats."),
    "a time zone": (HEAD + 'timezone = "Mars/North"\n' + SEATS, "line 5: game.timezone"),
    "a board": (HEAD + '[options]\nboard = "moon"\n' + SEATS, "line 6: options.board"),
    "not TOML": (GAME + "= =\n", "line 8"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_game_file_ends_with_2_and_names_key_and_line(tmp_path: Path, fault: str) -> None:
    game, named = FAULTS[fault]
    result = command(tmp_path, game, b"", "", None)
    assert result.exit_code == 2
    assert "game.toml" in result.stderr and named in result.stderr
    assert not (tmp_path / "out.mbox").exists()


WRONG_ACTS = (
    "no json\n", '{"at": "2026-01-05T18:00:00Z"}\n', '{"at": "2026-01-05T18:00:00", "run": ["process"]}\n',
    '{"at": "2026-01-05T18:00:00Z", "out": "long"}\n',
    '{"at": "2026-01-05T18:00:00Z", "out": "999999w"}\n', "[]\n", "[" * 5000,
)  # fmt: skip


@pytest.mark.parametrize("acts", WRONG_ACTS, ids=range(len(WRONG_ACTS)))
def test_wrong_acts_end_with_2_and_name_the_line(tmp_path: Path, acts: str) -> None:
    result = command(tmp_path, GAME, b"", act(after(1), "process") + acts, None)
    assert result.exit_code == 2
    assert "line 2" in result.stderr


@pytest.mark.parametrize("mails", [b"no mbox at all\n", b"\xff\xfe\x00"])
def test_a_file_that_is_no_mbox_ends_with_2(tmp_path: Path, mails: bytes) -> None:
    assert command(tmp_path, GAME, mails, "", None).exit_code == 2


LETTER = b"From: cleo@three.example\nSubject: [spring]\n"
GARBAGE = {
    "nothing": b"",
    "bytes": bytes(range(256)) * 4,
    "only a header": LETTER,
    "a charset nobody knows": LETTER + b"Content-Type: text/plain; charset=x-moon\n\n\xff\xfe",
    "broken base64": LETTER + b"Content-Transfer-Encoding: base64\n\n!!!=A\n",
    "a multipart without parts": LETTER + b"Content-Type: multipart/mixed\n\nx",
    "nulls": LETTER + b"\n4 : A PAR\x00 - BUR\n\x00\n",
    "two senders": b"From: cleo@three.example, bob@two.example\nSubject: [spring]\n\nRESIGN\n",
    "a folded subject": b"From: cleo@three.example\nSubject: =?utf-8?q?=FF=FE?=\n [spring]\n\nSTATUS\n",
    "a long line": LETTER + b"\n" + b"4 : A PAR - " * 20000,
}  # fmt: skip


@pytest.mark.parametrize("kind", GARBAGE)
def test_a_wrong_mail_never_ends_the_run(replay: Replay, kind: str) -> None:
    wrong = write_mbox("cleo@three.example", after(1), GARBAGE[kind])
    run = replay(wrong, mail(after(1.5), FRANCE, "STATUS"), until=after(2))
    assert run.times(FRANCE, "how the game stands")[-1] == after(1.5)


# -- the judge -----------------------------------------------------------------------------------------------------

GOOD = {"units": {"FRANCE": ["A PAR"]}, "sheets": {"FRANCE": "4 : A PAR - BUR"}, "balance": {"FRANCE": 10}}
BAD = (
    "{", "[]", "3", "null", '"text"', '{"units": 3}', '{"units": {"FRANCE": ["PAR"]}}', '{"units": {"FRANCE": 7}}',
    '{"units": {"FRANCE": ["A PAR"]}, "sheets": 5}', '{"units": {"FRANCE": ["A PAR"]}, "accept": {"FRANCE": "XYZ"}}',
    '{"units": {"FRANCE": ["A PAR"]}, "balance": {"FRANCE": "much"}}', '{"units": {"FRANCE": ["A XXX"]}}',
    '{"units": {"FRANCE": ["A PAR"]}, "sheets": {"FRANCE": 5}}', '{"units": {"FRANCE": [null]}}', "[" * 5000,
)  # fmt: skip


def judged(*lines: str, name: str = "payola") -> list[dict[str, object]]:
    """The answers of `gm judge`, one a line."""
    result = CliRunner().invoke(main, ["judge", name], input="".join(f"{line}\n" for line in lines))
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_each_position_has_its_answer_on_its_own_line() -> None:
    first, second = judged(json.dumps(GOOD), "", json.dumps({**GOOD, "sheets": {}}))
    assert (first["orders"], first["balance"]) == ({"A PAR": "A PAR - BUR"}, {"FRANCE": 6})
    assert second["orders"] == {"A PAR": "A PAR H"}


@each_row("line", BAD)
@each_row("name", ["payola", "diplomacy"])
def test_a_bad_position_is_an_error_of_its_own_and_ends_nothing(name: str, line: str) -> None:
    found = judged(line, '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}', name=name)
    assert len(found) == 2
    assert "error" not in found[1]


@each_row("line", BAD)
def test_a_bad_position_is_told_so(line: str) -> None:
    assert set(judged(line)[0]) in ({"error"}, {"problems"})


def test_a_wrong_sheet_is_answered_with_its_problems_alone() -> None:
    answer = judged(json.dumps({**GOOD, "sheets": {"FRANCE": "4 : A PAR - XXX"}}))[0]
    assert set(answer) == {"problems"}


# Positions that cannot be meant, and how the error begins: with the key and the reason, then what may be meant.
D, P, G, A, N, H, S = (
    "diplomacy", "payola", "ground-war", "air-war", "negotiation", "hex-negotiation", "so-long-sucker",
)  # fmt: skip
LOST = {"power": "TURKEY", "from": "ION", "retreats": ["ALB"]}
NOT_MEANT = [
    (D, {"phase": "S1901"}, "phase: a code such as S1901M"),
    (D, {"phase": "W1901M"}, "phase: a code such as S1901M"),
    (D, {"phase": 1901}, "phase: a text is expected"),
    (D, {"Phase": "S1901M"}, "there is no key 'Phase'; did you mean phase?"),
    (D, {"centres": {}}, "there is no key 'centres'; did you mean centers?"),
    (D, {"units": ["A PAR"]}, "units: an object is expected"),
    (D, {"units": {"FRANCE": "A PAR"}}, "units: FRANCE: a list is expected"),
    (D, {"units": {"FRANCE": [""]}}, "units: '' is not written as 'A PAR' or 'F STP/SC'"),
    (D, {"units": {"France": []}}, "units: there is no power 'France'; did you mean FRANCE?"),
    (D, {"units": {"FRANCE": ["F SPA"]}}, "units: F SPA cannot stand on this board; did you mean F SPA/NC or F"),
    (D, {"units": {"FRANCE": ["A Paris"]}}, "units: A Paris cannot stand on this board; did you mean A PAR?"),
    (D, {"units": {"ITALY": ["F SER"]}}, "units: F SER cannot stand on this board"),
    (D, {"orders": {"Frnace": []}}, "orders: there is no power 'Frnace'; did you mean FRANCE?"),
    (D, {"orders": {"FRANCE": "A PAR H"}}, "orders: FRANCE: a list is expected"),
    (D, {"orders": {"FRANCE": [7]}}, "orders: FRANCE: a text is expected"),
    (D, {"centers": {"FRANC": []}}, "centers: there is no power 'FRANC'; did you mean FRANCE?"),
    (D, {"centers": {"FRANCE": ["A PAR"]}}, "centers: FRANCE: 'A PAR' is no centre of this board; did you mean"),
    (D, {"centers": {"FRANCE": ["Paris"]}}, "centers: FRANCE: 'Paris' is no centre of this board; did you mean"),
    (D, {"centers": {"FRANCE": ["BUR"]}}, "centers: FRANCE: 'BUR' is no centre of this board; did you mean"),
    (D, {"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "centers: ITALY: FRANCE has PAR already"),
    (D, {"dislodged": ["A GRE"]}, "dislodged: an object is expected"),
    (D, {"dislodged": {"A GRE": {}}}, "dislodged: A GRE: power is missing"),
    (D, {"dislodged": {"A GRE": {**LOST, "power": "TURKY"}}}, "dislodged: A GRE: power: there is no power 'TUR"),
    (D, {"dislodged": {"A GRE": {**LOST, "from": "INO"}}}, "dislodged: A GRE: from: 'INO' is no province"),
    (D, {"dislodged": {"A GRE": {**LOST, "retreats": ["ION"]}}}, "dislodged: A GRE: retreats: A ION cannot"),
    (D, {"dislodged": {"A GRE": LOST}, "units": {"ITALY": ["A ALB"]}}, "dislodged: A GRE: retreats: A ALB st"),
    (D, {"dislodged": {"A GRE": LOST, "F GRE": LOST}}, "dislodged: two units were dislodged in GRE"),
    (P, {"units": {"FRANC": ["A PAR"]}}, "units: there is no power 'FRANC'; did you mean FRANCE?"),
    (P, {"units": {"FRANCE": ["A NTH"]}}, "units: A NTH cannot stand on this board"),
    (P, {"sheets": {"Frnace": "0 $"}}, "sheets: there is no power 'Frnace'; did you mean FRANCE?"),
    (P, {"sheets": {"FRANCE": ["0 $"]}}, "sheets: FRANCE: a text is expected"),
    (P, {"balance": {"FRANCE": "10"}}, "balance: FRANCE: a whole number is expected"),
    (P, {"balance": {"FRENCH": 10}}, "balance: there is no power 'FRENCH'; did you mean FRANCE?"),
    (P, {"phase": "spring"}, "phase: a code such as"),
    (P, {"accept": {"FRANCE": 5}}, "accept: FRANCE: a text is expected"),
    (G, {}, "stage is missing"),
    (G, {"stage": "move"}, "stage: there is no stage 'move'; did you mean moves?"),
    (G, {"stage": "moves", "men": {"SOUTH": 5}}, "men: SOUTH: an object is expected"),
    (G, {"stage": "moves", "men": {"SOTH": {}}}, "men: there is no side 'SOTH'; did you mean SOUTH"),
    (G, {"stage": "moves", "men": {"SOUTH": {"G5": -1}}}, "men: SOUTH: G5: a whole number from 0 is expected"),
    (G, {"stage": "moves", "cities": {"C4": 3}}, "cities: C4: an object is expected"),
    (G, {"stage": "moves", "cities": {"C4": {"possessor": "N"}}}, "cities: C4: possessor: there is no side 'N'"),
    (G, {"stage": "moves", "options": {"pil": 4}}, "options: there is no key 'pil'; did you mean pile?"),
    (G, {"stage": "moves", "links": [{"cities": ["C4"]}]}, "links: C4 are not two cities of the position"),
    (A, {"stage": "moves", "chips": {"SOUTH": None}}, "chips: SOUTH: an object is expected"),
    (A, {"stage": "moves", "cities": {"Z99": {"owner": "SOUTH"}}}, "cities: there is no field 'Z99'"),
    (A, {"stage": "moves", "cities": {"C8": {"ownr": "SOUTH"}}}, "cities: C8: there is no key 'ownr'; did you me"),
    (N, {"score": {"players": "3", "wins": {}}}, "score: players: a whole number is expected"),
    (N, {"score": {"players": 3, "wins": {"1": None}}}, "score: wins: 1: a whole number is expected"),
    (N, {"threat": {"from": 1, "to": 2, "pices": 3}}, "threat: there is no key 'pices'; did you mean pieces?"),
    (H, {"stones": {"BLAK": []}}, "stones: there is no colour 'BLAK'; did you mean BLACK?"),
    (H, {"last_placed": [1]}, "last_placed: a text is expected"),
    (S, {"hands": {"RED": 3}, "line": []}, "hands: RED: an object is expected"),
    (S, {"hands": {"PINK": {}}, "line": []}, "hands: there is no player 'PINK'; there is RED, BLUE"),
    (S, {"hands": {"RED": {}, "BLUE": {}, "GREEN": {}}}, "line is missing"),
]  # fmt: skip


@each_row(("name", "given", "said"), NOT_MEANT)
def test_what_cannot_be_meant_is_an_error_with_its_key_its_reason_and_near_misses(
    name: str, given: dict[str, Any], said: str
) -> None:
    base = {"phase": "S1901R"} if name == D and "Phase" not in given else {}
    (found,) = judged(json.dumps({**base, **given}), name=name)
    assert [*found] == ["error"] and str(found["error"]).startswith(said)


def test_a_label_and_the_rest_of_an_earlier_answer_may_stand_beside_a_position() -> None:
    (found,) = judged(json.dumps({**GOOD, "id": "mine", "orders": {}, "spent": {}, "comment": 3}))
    assert found["orders"] == {"A PAR": "A PAR - BUR"}


def examples() -> Iterator[tuple[str, Any]]:
    """What stands in the documentation of `gm judge` as a position or its answer, each with its game."""
    page = (Path(__file__).parents[1] / "docs" / "formats.md").read_text().partition("## gm judge")[2]
    for part in page.partition("\n## ")[0].split("\n### ")[1:]:
        name, _, text = part.partition("\n")
        for block in re.findall(r"(?:^    .*\n)+", text, re.MULTILINE):
            yield name, json.JSONDecoder().raw_decode(block.strip())[0]


def spoiled(given: Any) -> Iterator[Any]:
    """A position with one of its values replaced by one of another shape."""
    yield from (None, 5, -1, 1.5, True, "", "\ud800", [], [None], {"x": None}, {"x": []})
    for key in given if isinstance(given, dict) else range(len(given)) if isinstance(given, list) else ():
        for value in spoiled(given[key]):
            yield {**given, key: value} if isinstance(given, dict) else [*given[:key], value, *given[key + 1 :]]


@each_row("name", sorted(RULESETS))
def test_no_position_is_answered_with_an_error_of_python(name: str) -> None:
    """Neither with the name of one, nor with its words."""
    lines = [json.dumps(one) for game, given in examples() if game == name for one in spoiled(given)]
    found = judged(*lines, name=name)
    assert len(found) == len(lines) > 100
    said = {str(one["error"]) for one in found if "error" in one}
    assert [one for one in said if re.search(r"Error|Type|None|unpack|argument|attribute|`|subscript", one)] == []


FALL = {"phase": "F1905M", "centers": {"FRANCE": ["MAR", "PAR", "BRE"], "ITALY": ["SPA", "POR"]}}


@each_row(("helper", "retreats", "centers"), [
    # All around Spain is taken, so there is no retreat phase.
    ("A GAS", [], {"FRANCE": ["BRE", "MAR", "PAR", "SPA"], "ITALY": ["POR"]}),
    # Gascony is open, so the count waits for the retreat.
    ("F MAO", ["GAS"], {"FRANCE": ["BRE", "MAR", "PAR"], "ITALY": ["POR", "SPA"]}),
])  # fmt: skip
def test_centres_are_counted_after_a_fall_in_which_no_dislodged_unit_can_retreat(
    helper: str, retreats: list[str], centers: dict[str, list[str]]
) -> None:
    units = {"FRANCE": ["A MAR", helper], "ITALY": ["A SPA", "F POR"]}
    orders = {"FRANCE": ["A MAR - SPA", f"{helper} S A MAR - SPA"]}
    (found,) = judged(json.dumps({**FALL, "units": units, "orders": orders}), name="diplomacy")
    assert found["dislodged"] == {"A SPA": {"power": "ITALY", "from": "MAR", "retreats": retreats}}
    assert found["centers"] == centers


@pytest.mark.parametrize("words", [["chess"], ["payola", "--board", "moon"], []])
def test_the_judge_knows_its_rules_and_boards(words: list[str]) -> None:
    assert CliRunner().invoke(main, ["judge", *words], input="").exit_code == 2
