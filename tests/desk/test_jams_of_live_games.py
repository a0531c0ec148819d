"""What could jam a live game, or lose what its players are owed: each tried at the desk."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from helpers.livetable import HOUR, SEATS, LiveTable
from helpers.mails import text_of, words_of
from helpers.mailtable import START
from helpers.told import brought, notices
from helpers.turntable import TurnTable
from helpers.turntable import address as chair

from gm.desk.game.refusal import OperatorError
from gm.desk.mails.delivery import Disclosed
from gm.registry import ruleset
from gm.rules import Step
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.game import Negotiation
from gm.store.store import Store

THREAT = "THREAT A2 WITH 2 FROM START"


def test_a_seal_made_before_the_end_opens_after_it() -> None:
    table = LiveTable(length="2d")
    table.say(46, "3", "GIVE TO 1: SUPPORT 2")
    table.say(47, "1", f"{THREAT} RISK 2 OF 3")
    told = re.search(r"SEAL of .*?\n +([0-9a-f]{32})\n +([0-9a-f]{32})", text_of(table.of("2")), re.DOTALL)
    table.say(49, "2", "CALL")
    opened = re.search(r"salt ([0-9a-f]{32})\n +text (.*?)\n", text_of(table.all_of("2")[-2]))  # the last is the end
    assert told is not None and opened is not None
    assert opened[2].endswith("RISK 2 OF 3")
    lines = ("gm-said-2", "spring", "LIVE", "1", "the RISK of THREAT 1 by Player 1", opened[1], opened[2])
    assert sha256("\n".join(lines).encode()).hexdigest() == told[1] + told[2]


def test_a_clock_that_strikes_without_end_stops_the_game_and_tells_the_operator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = LiveTable()
    table.say(1, "1", THREAT)
    monkeypatch.setattr(Negotiation, "alarm", lambda self, state, at: Step(state))  # planted: it changes nothing
    before = table.counts()
    table.pass_to(30)
    assert table.game.clock.paused and table.new(before) == dict.fromkeys(SEATS, 1)
    told = words_of(table.last("operator@example.org"))
    assert "The clock of spring stands" in told and "BrokenBooks" in told


def test_who_takes_a_seat_over_has_what_had_piled_up_for_it() -> None:
    table = LiveTable()
    table.say(1, "2", "SET DIGEST 7d")
    table.say(2, "1", "GIVE TO 2: SUPPORT 1")
    table.at = START + 3 * HOUR
    table.office.operate("spring", ["replace", "2"], table.at, "new@players.example")
    gifts = [brought(table, mail).get("gifttold", {}).get("given") for mail in table.mails("new@players.example")]
    assert ["1 piece of support, a loan"] in gifts
    assert table.game.seats["2"].pile == () and table.game.seats["2"].digest == 0


def test_a_game_taken_back_to_before_its_end_goes_on_for_a_window() -> None:
    table = LiveTable('end = "2d"')
    table.say(47, "1", THREAT)
    table.pass_to(48)
    assert table.state.closing
    table.operate(60, "rollback", "LIVE", "with-orders")
    assert not table.state.closing
    assert table.game.clock.deadline == START + 84 * HOUR


def test_a_report_that_no_server_would_take_is_not_mailed() -> None:
    table = LiveTable(length="2d")
    table.office.largest_report = 1000
    table.pass_to(48)
    assert "finalscores" in notices(table, "1")
    assert "too large for a mail" in table.said_to("1") and "PRESS TO GM" in table.said_to("1")
    assert not [part for part in table.of("1").walk() if part.get_filename()]


def test_a_letter_that_was_held_answers_only_what_it_names() -> None:
    """His bare GRANT is held until he confirms it; by then another THREAT is open, which it was not about."""
    table = LiveTable()
    table.say(1, "1", THREAT)
    table.write("p2@players.example", "GRANT", subject="[spring]", at=START + 2 * HOUR)  # no reply: is it theirs?
    asked = table.of("2")
    assert brought(table, asked)["letterheld"]["lines"] == ["GRANT"]
    table.say(4, "2", "CALL 1 WITH 1", reply=table.all_of("2")[-2])
    table.say(30, "3", "THREAT A2 WITH 4 FROM START")
    table.say(31, "2", "CONFIRM", reply=asked)
    assert [action.by for action in table.state.actions] == ["3"]
    told = [brought(table, mail).get("notdone", {}).get("why") for mail in table.all_of("2")[-2:]]
    assert words("must-name") in told


def test_nobody_takes_the_seat_of_who_is_defeated_for_good() -> None:
    table = TurnTable()
    seat = table.owing()
    table.write(chair(seat), "RESIGN", table.last(chair(seat)))
    table.write(chair(seat), "CONFIRM", table.last(chair(seat)))
    assert ruleset("so-long-sucker").rules.lost(table.game.state) == (seat,)
    assert table.game.seats[seat].taken  # they may still BROADCAST
    table.write(chair(seat), "RESIGN", table.last(chair(seat)))
    table.write(chair(seat), "CONFIRM", table.last(chair(seat)))
    table.write("new@players.example", f"[spring] JOIN spring AS {seat}", subject=f"[spring] JOIN spring AS {seat}")
    answer = " ".join(text_of(table.last("new@players.example")).split())
    assert "vacant" not in answer.lower() or "not vacant" in answer
    assert not table.game.seats[seat].taken
    with pytest.raises(OperatorError, match="out of the game"):
        table.office.operate("spring", ["replace", seat], START + 9 * HOUR, "new@players.example")


def test_the_end_and_its_report_come_in_one_mail_whatever_ended_with_it() -> None:
    """The last window strikes: its result belongs to a conversation, the scores to none; the report comes once."""
    table = LiveTable(length="2d")
    table.say(40, "1", THREAT)
    before = table.counts()
    table.pass_to(64)
    assert table.game.over
    ended = [mail for mail in table.all_of("2")[before["2"] :] if "END" in mail["Subject"]]
    assert len(ended) == 1
    told = brought(table, ended[0])
    assert told["threattold"]["event"] == "moved" and "finalscores" in told


def test_who_comes_after_a_player_sees_what_has_changed_since_that_player_saw_the_boards() -> None:
    table = LiveTable()
    table.say(2, "1", "GIVE TO 2: SUPPORT 1")
    table.at = START + 3 * HOUR
    table.office.operate("spring", ["replace", "2"], table.at, "new@players.example")
    first = table.mails("new@players.example")[0]
    assert re.search(r"^borrowed +1\*", text_of(first), re.MULTILINE)


def broken(store: Store, game: str, /, *, so_far: bool = False) -> Disclosed:
    raise ZeroDivisionError("as no report should")


def test_a_report_that_cannot_be_made_does_not_keep_the_game_from_its_end() -> None:
    table = LiveTable(length="2d", reports=broken)
    table.pass_to(48)
    assert table.game.over and "finalscores" in notices(table, "1")
    for seat in ("1", "2"):
        assert "could not be made yet" in table.said_to(seat) and "PRESS TO GM" in table.said_to(seat)
        assert not [part for part in table.of(seat).walk() if part.get_filename()]
    alarms = [mail for mail in table.mails("operator@example.org") if "could not be made" in mail["Subject"]]
    assert len(alarms) == 1 and "gm report spring writes it" in words_of(alarms[0])
