"""A fault of ours costs nobody a turn: at whatever stage it happens, the player is told and the game's clock stands."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.everytable import (
    HOUR,
    OLGA,
    OPERATOR,
    RULESET_NAMES,
    SECRET,
    EveryTable,
    address,
    due,
    planted,
)
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, MINUTE
from helpers.rows import each_row

from gm.config.loading import load_config
from gm.desk.arrival.entering import Entering
from gm.desk.game.game import Clock
from gm.desk.game.outgoing import ANSWERS, MailKind
from gm.desk.game.refusal import OperatorError
from gm.desk.game.telling import Telling
from gm.desk.mails import delivery
from gm.draw.drawing import Drawing
from gm.draw.map import MapDrawing
from gm.offline.verify import verify_report
from gm.post.outbound.smtp import Outcome
from gm.registry import ruleset
from gm.report import disclosure
from gm.serve.carrier import Carrier
from gm.serve.log import InJson, InText
from gm.store.inbox import State
from gm.store.journal import Journal

Plant = Callable[[EveryTable], AbstractContextManager[None]]
PROMISE = "It has reached us in time, and your turn in game spring will not be lost"
STANDS = "The clock of this game stands; the fault is ours."
PLACE = re.compile(r"(gm|templates)\.[\w.]+:\d+ [\w.<>]+")
CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
state = "{folder}/state"
[maildir]
path = "{folder}/mail"
[smtp]
host = "smtp.example.org"
"""


def is_answer(_: object, __: object, kind: MailKind, *rest: object, **more: object) -> bool:
    return kind in ANSWERS


# Where an error is planted that hits what a player's letter does and nothing else, by the stage at which it happens.
STAGES: dict[str, Plant] = {
    "reading": lambda table: planted(type(table.rules), "read"),
    "entering": lambda table: planted(Entering, "take"),
    "filing": lambda table: planted(type(table.rules), "file"),
    "telling": lambda table: planted(Telling, "mail", is_answer),
    "wording": lambda table: planted(delivery, "write_mail", lambda game, mail, *_: mail.kind in ANSWERS),
    "booking": lambda table: planted(Journal, "append", lambda _, name, at, kind, *rest: kind == "letter"),
}


def with_fault(table: EveryTable, stage: str = "reading", seat: str = "") -> Any:
    """Let a seat write a letter with which a fault of ours happens; what became of it."""
    with STAGES[stage](table):
        return table.acts(seat)


# -- a letter ----------------------------------------------------------------------------------------------------


@each_row("stage", STAGES)
@each_row("name", RULESET_NAMES)
def test_a_letter_hit_by_a_fault_of_ours_acts_once_it_is_mended_and_its_game_waits(stage: str, name: str) -> None:
    table = EveryTable(name)
    deadline, phase = due(table), table.game.clock.phase
    handled = with_fault(table, stage)
    # Undone and put aside, with where it happened and nothing of what it said.
    assert (handled.state, handled.game, handled.seat) == (State.FAILED, "spring", table.seat)
    assert handled.failure.kind == "Planted" and 1 <= len(handled.failure.places) <= 3
    assert all(PLACE.fullmatch(place) for place in handled.failure.places)
    reasons = [one.reason for one in table.aside()]
    assert table.entered(table.seat) == 0
    # Its player is told, and everybody that the clock stands.
    assert PROMISE in table.said_to(address(table.seat))
    for one in table.others:
        assert table.said_to(one).startswith(STANDS)
    assert table.told(table.seat)[-1] == "clockstands"
    alarm = words_of(table.last(OPERATOR))
    assert f"of {table.seat} in game spring" in alarm and "Planted" in alarm
    assert all(place in alarm for place in handled.failure.places)
    # Deadline or not, nothing strikes until the letter is handled: once, and with all of its time.
    table.pass_by(40 * HOUR)
    assert table.stands() and table.game.clock.phase == phase
    assert table.redo().state == State.DONE
    assert table.entered(table.seat) == 1 and not table.stands() and table.aside() == []
    if table.game.clock.phase == phase:
        assert due(table) - deadline == 40 * HOUR + MINUTE
    else:
        assert due(table) > table.at + DAY
    assert all("clockstands" in table.told(seat) and "goeson" in table.told(seat) for seat in table.game.seats)
    assert SECRET not in "".join(map(str, [reasons, *table.mails(OPERATOR)]))
    table.check()


def test_a_fault_before_anybody_is_known_is_told_to_the_writer_and_redone_too() -> None:
    table = EveryTable("diplomacy")
    with planted(type(table.office), "read"):  # the mail itself cannot be read
        handled = table.acts()
    assert handled.state == State.FAILED and handled.seat == table.seat and table.stands()
    assert PROMISE in table.said_to(address(table.seat))
    assert table.redo().state == State.DONE and table.entered(table.seat) == 1
    table.check()


def test_a_fault_that_lasts_is_told_again_and_changes_nothing() -> None:
    table = EveryTable("diplomacy")
    with STAGES["reading"](table):
        table.acts()
        before = len(table.mails(OPERATOR)), len(table.mails(OLGA))
        with pytest.raises(KeyError):
            table.redo()
    assert table.stands() and len(table.aside()) == 1
    assert (len(table.mails(OPERATOR)), len(table.mails(OLGA))) == before
    assert table.redo(dry=True).state == State.DONE and table.stands() and table.entered(table.seat) == 0
    assert table.redo().state == State.DONE
    table.check()


def test_what_follows_from_a_fault_is_done_as_far_as_it_can_be() -> None:
    """The mails that tell of the stand cannot be worded either: the letter is put aside, and its player told."""
    table = EveryTable("diplomacy")
    with planted(delivery, "write_mail"):
        handled = table.acts()
    assert handled.state == State.FAILED and len(table.aside()) == 1
    assert table.said_to(address(table.seat)).startswith("We could not handle your letter; the fault is ours.")
    assert "your turn" not in table.said_to(address(table.seat))  # nothing is promised that is not so
    assert "Planted" in words_of(table.last(OPERATOR))
    table.check()


def test_a_letter_that_has_ended_gm_again_and_again_is_a_fault_of_ours_too() -> None:
    table = EveryTable("diplomacy")
    with STAGES["reading"](table):
        table.acts()
    raw = table.office.store.inbox.aside(table.aside()[0].id).raw  # type: ignore[union-attr]
    other = EveryTable("diplomacy")
    with other.office.store.transaction():
        handled = other.office.put_aside("1/x", raw, other.at, other.at, "gm ended 3 times while it acted")
    assert (handled.seat, handled.failure) == (other.seat, None) and other.stands()
    assert PROMISE in other.said_to(address(other.seat))
    assert "The reason: gm ended 3 times while it acted." in words_of(other.last(OPERATOR))


def test_a_letter_of_a_bot_stops_nothing() -> None:
    table = EveryTable("diplomacy")
    table.office.operate("spring", ["resign", table.seat], table.at)
    table.office.operate("spring", ["bot", table.seat], table.at)
    assert table.office.stands.begin("spring", table.seat, table.at) is False  # type: ignore[arg-type]
    assert table.office.stands.begin("spring", "FRANCE", table.at) is True  # type: ignore[arg-type]


# -- how long a clock stands ---------------------------------------------------------------------------------------


def test_after_48_hours_a_game_goes_on_with_what_is_on_file() -> None:
    table = EveryTable("diplomacy")
    deadline = due(table)
    with_fault(table)
    table.pass_by(48 * HOUR - MINUTE)
    assert table.stands()
    table.pass_by(MINUTE + timedelta(seconds=1))
    assert not table.stands() and due(table) == deadline + 48 * HOUR
    assert "goeson" in table.told(table.seat) and len(table.aside()) == 1
    table.pass_by(2 * DAY)
    table.pass_by(2 * DAY)
    assert table.game.clock.phase != "S1901M"
    assert table.redo().state == State.DONE  # too late: it is told so
    assert "toolate" in table.told(table.seat)
    table.check()


def test_a_letter_that_is_dropped_lets_its_game_go_on() -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    table.pass_by(HOUR)
    assert table.office.drop(table.aside()[0].id, table.at) == ""
    assert not table.stands() and "goeson" in table.told(table.seat)
    table.check()


def test_a_clock_stands_once_in_a_phase_for_a_seat_and_promises_no_more() -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    table.redo()
    with_fault(table)
    assert not table.stands() and len(table.aside()) == 1
    assert "your turn" not in table.said_to(address(table.seat))
    table.office.operate("spring", ["process"], table.at)
    table.pass_by(MINUTE)
    with_fault(table)
    assert table.stands()  # in the next phase
    table.check()


def test_a_clock_stands_for_each_letter_of_a_seat_and_all_are_told_once() -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    with_fault(table)
    with_fault(table, seat="FRANCE")
    for seat in ("AUSTRIA", "FRANCE", "ITALY"):
        assert table.told(seat).count("clockstands") == 1
    assert PROMISE in table.said_to(address("FRANCE"))
    for left in (2, 1, 0):
        assert table.stands()
        table.redo()
        assert len(table.aside()) == left
    assert not table.stands()
    assert table.told("ITALY").count("goeson") == 1
    table.check()


def test_what_a_player_sends_while_the_clock_stands_is_filed() -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    assert table.acts().state == State.DONE and table.entered(table.seat) == 1
    assert table.stands()
    table.check()


@each_row("name", ["hex-negotiation", "so-long-sucker"])
def test_a_turn_that_is_made_while_the_clock_stands_sets_it_going(name: str) -> None:
    table = EveryTable(name)
    with_fault(table)
    table.pass_by(3 * HOUR)
    phase = table.game.clock.phase
    assert table.acts().state == State.DONE
    assert table.game.clock.phase != phase and table.game.clock.paused is None
    assert table.redo().state == State.DONE  # it is told that its turn is over
    table.check()


# -- whose letters stop nothing --------------------------------------------------------------------------------------


def another(table: EveryTable) -> str:
    """A seat that owes nothing now."""
    owing = {duty.seat for duty in table.rules.duties(table.game.state)}
    return next(seat for seat in table.game.seats if seat not in owing)


BYSTANDERS: dict[str, tuple[str, Callable[[EveryTable], tuple[str, str]]]] = {
    "a stranger": ("diplomacy", lambda table: ("eve@evil.example", "JOIN spring")),
    "an observer": ("diplomacy", lambda table: (OLGA, "STATUS")),
    "who has no turn": ("hex-negotiation", lambda table: (address(another(table)), "STATUS")),
    "who owes nothing": ("so-long-sucker", lambda table: (address(another(table)), "STATUS")),
}


@each_row("who", BYSTANDERS)
def test_a_letter_of_anybody_who_has_no_turn_stops_nothing_and_its_writer_is_told(who: str) -> None:
    name, writes = BYSTANDERS[who]
    table = EveryTable(name)
    sender, text = writes(table)
    reply = table.mails(sender)[0] if table.mails(sender) else None
    with STAGES["entering"](table):
        assert table.write(sender, text, reply, subject="[spring]").state == State.FAILED
    assert not table.stands() and table.told(table.seat).count("clockstands") == 0
    assert table.said_to(sender).startswith("We could not handle your letter; the fault is ours.")
    assert "your turn" not in table.said_to(sender)


def test_nobody_stops_a_game_in_the_name_of_a_player() -> None:
    """From says that it is theirs, and nothing else does."""
    table = EveryTable("diplomacy")
    with planted(Entering, "hold"):
        handled = table.write(address(table.seat), "A VIE - GAL")
    assert (handled.state, handled.seat) == (State.FAILED, "") and not table.stands()


@each_row("state", ["forming", "over"])
def test_a_game_that_does_not_run_does_not_stand(state: str) -> None:
    table = EveryTable("diplomacy")
    if state == "over":
        table.office.operate("spring", ["abort"], table.at)
        with STAGES["entering"](table):
            assert table.acts(table.seat).state == State.FAILED if table.lines(table.seat) else True
    else:
        table.form("summer", seats='FRANCE = "pfrance@players.example"')
        with STAGES["entering"](table):
            table.write("pfrance@players.example", "STATUS", table.last("pfrance@players.example"))
    assert len(table.aside()) == 1 and "clockstands" not in table.told(table.seat)


def test_a_letter_that_the_mailbox_does_not_hand_out_stops_nothing() -> None:
    table = EveryTable("diplomacy")
    handled = table.office.receive("1/large", b"", table.at, table.at)
    assert handled.state == State.FAILED and handled.failure is None and not table.stands()


# -- with the operator's own acts ------------------------------------------------------------------------------------


def test_a_game_that_the_operator_has_paused_stands_for_a_letter_once_it_is_resumed() -> None:
    table = EveryTable("diplomacy")
    table.office.operate("spring", ["pause"], table.at)
    with_fault(table)
    assert PROMISE in table.said_to(address(table.seat)) and "clockstands" not in table.told("FRANCE")
    table.pass_by(HOUR)
    table.office.operate("spring", ["resume"], table.at)
    assert table.stands() and "clockstands" in table.told("FRANCE")
    table.office.operate("spring", ["resume"], table.at + MINUTE)  # the operator may let it go on all the same
    assert not table.stands() and table.game.clock.paused is None
    table.check()


def test_the_operator_may_pause_a_game_that_stands_and_then_it_waits_for_the_operator() -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    with pytest.raises(OperatorError, match="stands for a fault of ours"):
        table.office.operate("spring", ["process"], table.at)
    table.office.operate("spring", ["pause"], table.at)
    table.redo()
    table.pass_by(3 * DAY)
    assert table.game.clock.stopped and table.game.clock.phase == "S1901M"
    table.office.operate("spring", ["resume"], table.at)
    assert table.game.clock.paused is None
    table.check()


def test_a_game_taken_back_while_it_stands_runs_again() -> None:
    table = EveryTable("diplomacy")
    table.office.operate("spring", ["process"], table.at)
    table.pass_by(MINUTE)
    with_fault(table)
    table.office.operate("spring", ["rollback", "S1901M"], table.at)
    assert table.game.clock.phase == "S1901M" and table.game.clock.paused is None
    table.check()


# -- a phase that cannot be judged -----------------------------------------------------------------------------------


def strikes(table: EveryTable) -> AbstractContextManager[None]:
    """Plant an error in what the clock brings next."""
    return planted(type(table.rules), "alarm" if table.name == "negotiation" else "due")


@each_row("name", RULESET_NAMES)
def test_a_phase_that_cannot_be_judged_is_judged_once_it_can_be_and_all_are_told(name: str) -> None:
    table = EveryTable(name)
    if name == "negotiation":
        table.acts()  # an answer is due within a day
    with strikes(table):
        table.pass_by(4 * DAY if name != "negotiation" else 25 * HOUR)
        assert table.stands()
        before = table.game.state
        for seat in table.game.seats:
            assert table.told(seat)[-1] == "clockstands"
        assert table.said_to(OLGA).startswith(STANDS)
        alarm = words_of(table.last(OPERATOR))
        assert "spring" in alarm and "Planted" in alarm and re.search(r"gm\.[\w.]+:\d+", alarm)
        count = len(table.mails(OLGA)), len(table.mails(OPERATOR))
        table.pass_by(3 * DAY)  # it is tried again and again, and nobody hears of that
        assert table.stands() and (len(table.mails(OLGA)), len(table.mails(OPERATOR))) == count
        assert table.game.state == before and "spring" in table.office.failing
    table.pass_by(HOUR)
    assert not table.stands() and "goeson" in table.told(table.seat)
    table.pass_by(2 * MINUTE)
    struck = [one.data["kind"] for one in table.office.store.journal.entries("spring") if one.kind == "time"]
    assert struck.count("deadline") == 1 or struck.count("alarm") == 1
    assert table.game.state != before and "spring" not in table.office.failing
    table.check()


def test_an_act_of_the_operator_that_fails_by_a_fault_of_ours_says_so_in_a_sentence() -> None:
    table = EveryTable("diplomacy")
    entries = table.game.entries
    with strikes(table), pytest.raises(OperatorError, match=r"nothing was done: an error of ours: Planted in gm\."):
        table.office.operate("spring", ["process"], table.at)
    assert table.game.entries == entries and not table.stands()


# -- mails -----------------------------------------------------------------------------------------------------------


@each_row("name", [name for name in RULESET_NAMES if name != "negotiation"])
def test_a_mail_whose_picture_cannot_be_painted_goes_without_it(name: str) -> None:
    table = EveryTable(name)
    writer = address(table.seat)
    table.write(writer, "SET FORMAT HTML", table.mails(writer)[0], subject="Re: [spring]")
    with planted(Drawing, "png"), planted(MapDrawing, "png"):
        handled = table.write(writer, "MAP", table.mails(writer)[0], subject="Re: [spring]")
    assert handled.state == State.DONE and not table.stands()
    mail = table.last(writer)
    assert not [part for part in mail.walk() if part.get_content_maintype() == "image"]
    assert mail.get_body(("html",)) is not None and len(text_of(mail)) > 100
    alarm = words_of(table.last(OPERATOR))
    assert "without its picture" in str(table.last(OPERATOR)["Subject"]) and "Planted" in alarm
    table.check()


@each_row("name", RULESET_NAMES)
def test_a_report_that_cannot_be_made_ends_no_game_later(name: str) -> None:
    table = EveryTable(name)
    with planted(disclosure, "read_disclosure"):
        table.office.operate("spring", ["abort"], table.at)
    assert table.game.over
    for one in (address(table.seat), *table.others):
        assert "could not be made yet, by a fault of ours" in table.said_to(one)
    assert "Planted" in words_of(next(mail for mail in table.mails(OPERATOR) if "report" in str(mail["Subject"])))
    table.check()


class Way:
    """A way out that notes to whom mails go. broken: the addresses with which a fault of ours happens."""

    def __init__(self, broken: str) -> None:
        self.broken, self.recipients = broken, list[str]()

    async def send(self, _: str, recipient: str, raw: bytes) -> Outcome:
        if recipient == self.broken:
            raise KeyError(SECRET)
        self.recipients.append(recipient)
        return Outcome("sent", "250 ok")

    async def close(self) -> None:
        """Nothing is open."""


@each_row("name", RULESET_NAMES)
def test_a_mail_that_cannot_be_sent_is_sent_later_and_its_readers_game_waits_for_it(
    name: str, tmp_path: Path
) -> None:
    table = EveryTable(name)
    (tmp_path / "gm.toml").write_text(CONFIG.format(folder=tmp_path), encoding="utf-8")
    way, reader = Way(address(table.seat)), address(table.seat)
    carrier = Carrier(load_config(tmp_path / "gm.toml"), table.office, lambda: None, now=lambda: table.at)
    carrier.senders = [way]  # type: ignore[list-item]

    def carry() -> None:
        while asyncio.run(carrier.send_round()):
            carrier.write_notes()
        carrier.write_notes()

    carry()
    assert reader not in way.recipients and {*table.others} <= {*way.recipients}  # the others go on
    assert table.stands()
    assert all(table.told(seat)[-1] == "clockstands" for seat in table.game.seats)
    alarms = [words_of(mail) for mail in table.mails(OPERATOR) if "could not be sent" in str(mail["Subject"])]
    assert len(alarms) == 1 or all("KeyError" in alarm for alarm in alarms)
    way.broken = ""
    table.pass_by(6 * HOUR)
    carry()
    assert way.recipients.count(reader) == len(table.mails(reader))
    assert not table.stands() and "goeson" in table.told(table.seat)
    table.check()


# -- the log ---------------------------------------------------------------------------------------------------------


def test_the_log_has_the_whole_traceback_and_no_value() -> None:
    told = {"text": io.StringIO(), "json": io.StringIO()}
    handlers = []
    for form, made in (("text", InText(False)), ("json", InJson(False))):
        handler = logging.StreamHandler(told[form])
        handler.setFormatter(made)
        handlers.append(handler)
    log = logging.getLogger("gm")
    for handler in handlers:
        log.addHandler(handler)
    try:
        with_fault(EveryTable("diplomacy"))
    finally:
        for handler in handlers:
            log.removeHandler(handler)
    for one in told.values():
        text = one.getvalue()
        assert "a letter could not be handled: Planted" in text
        for place in ("gm.desk.arrival.reception", "gm.desk.commands.letters", "helpers.everytable"):
            assert place in text
        assert SECRET not in text and "A VIE" not in text and "players.example" not in text


def test_a_clock_knows_who_has_stopped_it() -> None:
    table = EveryTable("diplomacy")
    assert isinstance(table.game.clock, Clock) and not table.game.clock.stopped
    with_fault(table)
    assert not table.game.clock.stopped
    assert ruleset("diplomacy").card.is_live("movement") is False


def test_the_report_of_a_game_that_stood_tells_so_and_can_be_verified(tmp_path: Path) -> None:
    table = EveryTable("diplomacy")
    with_fault(table)
    with_fault(table, seat="FRANCE")
    table.redo()
    table.redo()
    table.pass_by(4 * DAY)
    with_fault(table)
    table.pass_by(49 * HOUR)
    table.office.operate("spring", ["abort"], table.at)
    html = disclosure.disclose(table.office.store, "spring").page
    assert "the clock stood for a fault of gm" in html
    assert verify_report(html).ok
    (tmp_path / "report.html").write_text(html, encoding="utf-8")
    second = Path(__file__).parents[2] / "docs" / "verify.py"
    done = subprocess.run([sys.executable, second, tmp_path / "report.html"], capture_output=True, check=False)
    assert b"All is well." in done.stdout
