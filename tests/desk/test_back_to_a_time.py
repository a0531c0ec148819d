"""Taking a game back to before a time: above all a live game, in which whatever was open then waits longer."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from helpers.alike import sealed_alike
from helpers.livetable import HOUR, SEATS, LiveTable
from helpers.mails import text_of, words_of
from helpers.mailtable import ALICE, MINUTE, START, Table
from helpers.rows import each_row
from helpers.told import notices
from helpers.turntable import SEATS as SUCKERS
from helpers.turntable import TurnTable

from gm.desk.books.fsck import check_store
from gm.desk.game.refusal import OperatorError
from gm.offline.verify import verify_report
from gm.post.boxes.mbox import write_mbox
from gm.report.disclosure import read_disclosure
from gm.report.html import write_html
from gm.report.text import write_text
from gm.rules.negotiation.faults import words
from gm.store.database import iso

THREAT = "THREAT A2 WITH 2 FROM START"
DAYS = timedelta(days=1)


def before(hours: float) -> tuple[str, str, str]:
    """The act that goes back to so many hours after the start."""
    return "rollback", "before", iso(START + hours * HOUR)


def called(**settings: Any) -> LiveTable:
    """1 has borrowed 2 of 3, and threatens 2 with them at hour 2; 2 calls at hour 8; 4 gives 3 something at hour 9."""
    table = LiveTable(**settings)
    table.say(1, "3", "GIVE TO 1: SUPPORT 2")
    table.say(2, "1", f"{THREAT} RISK 2 OF 3")
    table.say(8, "2", "CALL")
    table.say(9, "4", "GIVE TO 3: SUPPORT 1")
    return table


def test_an_action_that_was_open_is_open_again_for_as_long_as_it_was() -> None:
    """Hour 2 to 26 was its window, at hour 8 there were 18 hours left. Back at hour 20: it ends at hour 38."""
    table = called()
    assert table.state.actions == ()
    table.operate(20, *before(8))
    assert table.due() == START + 38 * HOUR
    assert table.game.clock.deadline == START + 14 * DAYS + 12 * HOUR
    table.pass_to(37)
    assert len(table.state.actions) == 1
    table.say(37.5, "2", "GRANT 1 WITH 1", reply=table.of("2"))
    assert table.state.actions == ()
    threat = notices(table, "1")["threattold"]
    assert (threat["ref"], threat["event"], threat["square"]) == ("1 WITH 2", "granted", "A2")
    table.check()


def test_what_came_later_counts_no_more_and_everybody_is_told_what_is_open() -> None:
    table = called()
    table.operate(20, *before(8))
    for seat in SEATS:
        told = table.said_to(seat)
        rolled = notices(table, seat)["rolled"]
        assert (rolled["forward"], rolled["before"], rolled["live"]) == (False, "Tue 6 Jan 02:00 UTC", True)
        assert "on file" not in told
    (answer,) = notices(table, "2")["answers"]["answers"]
    assert (answer["due"], answer["soon"], answer["other"]) == ("Wed 7 Jan 08:00 UTC", "in 18 hours", "Player 1")
    assert "Your THREAT 1 with Player 2, due Wed 7 Jan 08:00 UTC." in table.said_to("1")
    assert "WHAT IS OPEN nothing" in table.said_to("4")
    assert table.state.books.uncommitted("4") == 4  # of four, as before he gave one


@pytest.mark.parametrize("act", [before(8), ("rollback", "LIVE"), ("rollback", "LIVE", "with-orders")])
def test_nobody_learns_when_others_wrote_before_that_time(
    act: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What 3 and 4 do with each other comes at one hour or at another: the same mails to 1 and 2, to the byte."""
    sealed_alike(monkeypatch)
    told = []
    for hour in (4, 6.5):
        table = LiveTable()
        table.say(2, "1", THREAT)
        table.say(hour, "4", "GIVE TO 3: SUPPORT 1")
        table.say(9, "2", "CALL")
        table.say(10 + hour, "3", "GIVE TO 4: SUPPORT 1")
        table.operate(20, *act)
        table.operate(21, "forward")
        table.operate(22, *before(8))
        table.pass_to(24 * 20)
        mails = [mail for seat in "12" for mail in table.all_of(seat)]
        told.append([mail.as_bytes() for mail in mails if "the game is over" not in mail["subject"]])
    assert told[0] == told[1]


def test_forward_again_the_game_stands_as_it_did() -> None:
    table = called()
    books = table.state.books
    table.operate(20, *before(2))
    assert table.state.books != books
    table.operate(21, "forward")
    assert table.state.books == books and table.state.actions == ()
    assert notices(table, "1")["rolled"]["forward"]
    table.check()


def test_an_old_mail_answers_no_action_that_came_after_the_rollback() -> None:
    """Numbers go on, so what an old mail names is nothing that is open now; and a bare answer to it must name one."""
    table = called()
    old = next(mail for mail in table.all_of("2") if "CALL 1 WITH 1" in text_of(mail))
    table.operate(20, *before(1.5))
    table.say(21, "1", "THREAT A2 WITH 1 FROM START")
    asked = table.of("2")
    assert notices(table, "2")["threattold"]["ways"] == ["CALL 2 WITH 1", "GRANT 2 WITH 1"]
    table.say(22, "2", "GRANT", reply=old)
    undone = notices(table, "2")["notdone"]
    assert len(table.state.actions) == 1 and (undone["what"], undone["why"]) == ("GRANT", words("must-name"))
    table.say(23, "2", "GRANT 1 WITH 1", reply=old)
    undone, why = notices(table, "2")["notdone"], words("no-action", number=1, player="Player 1")
    assert len(table.state.actions) == 1 and (undone["what"], undone["why"]) == ("GRANT 1 WITH 1", why)
    table.say(24, "2", "GRANT", reply=asked)
    assert table.state.actions == ()


def test_an_old_proposal_is_not_taken_for_a_new_one() -> None:
    table = LiveTable()
    table.say(1, "1", "PROPOSE TO 2: GIVE SUPPORT 1 FOR NOTHING")
    old = table.of("2")
    assert "ACCEPT 1 WITH 1" in text_of(old)
    table.operate(2, *before(1))
    table.say(3, "1", "PROPOSE TO 2: GIVE NOTHING FOR SUPPORT 1")
    table.say(4, "2", "ACCEPT 1 WITH 1", reply=old)
    assert table.state.books.uncommitted("2") == 4 and len(table.state.proposals) == 1


def test_what_has_piled_up_for_a_reader_of_digests_he_reads_before_that_it_counts_no_more() -> None:
    table = LiveTable()
    table.say(1, "2", "SET DIGEST 2d")
    table.say(2, "1", "GIVE TO 2: SUPPORT 2")
    table.operate(5, *before(1.5))
    told = table.said_to("2")
    assert told.index("gives you: 2 pieces of support") < told.index("The operator has taken the game back")
    table.say(6, "3", "GIVE TO 2: SUPPORT 1")
    table.pass_to(24 * 4)
    assert "gives you: 1 piece of support" in table.said_to("2") and "Player 1" not in table.said_to("2")


def test_a_seal_made_anew_after_a_rollback_opens_and_so_does_the_old_one() -> None:
    table = called(length="4d")
    table.operate(20, *before(1.5))
    table.say(21, "1", f"{THREAT} RISK 1 OF 3")
    table.say(22, "2", "CALL", reply=table.of("2"))
    table.pass_to(24 * 8)
    assert table.game.over
    mails = b"".join(write_mbox("gm@example.org", START, mail.as_bytes()) for mail in table.all_of("2"))
    assert len(set(re.findall(rb"SEAL of the RISK of THREAT [12][^\n]*\n +([0-9a-f]{32})", mails))) == 2
    verdict = verify_report(write_html(read_disclosure(table.office.store, "spring")), mails)
    assert verdict.faults == () and verdict.said == 2
    table.check()


def test_a_paused_game_stays_paused_and_its_windows_wait_for_it() -> None:
    table = called()
    table.operate(10, "pause")
    table.operate(20, *before(8))
    assert notices(table, "3")["rolled"]["due"] == "" and notices(table, "3")["live"]["paused"]
    table.pass_to(29)
    assert len(table.state.actions) == 1
    table.operate(30, "resume")
    assert table.due() == START + 48 * HOUR
    table.check()


def test_back_into_a_pause_the_time_from_its_beginning_is_given_back() -> None:
    table = LiveTable()
    table.say(2, "1", THREAT)
    table.operate(6, "pause")
    table.operate(16, "resume")
    table.say(17, "2", "CALL")
    table.operate(20, *before(10))
    assert table.due() == START + 40 * HOUR and table.game.clock.paused is None
    table.check()


def test_who_has_resigned_since_is_answered_for_at_once() -> None:
    table = called()
    table.say(10, "2", "RESIGN")
    table.say(11, "2", "CONFIRM", reply=table.of("2"))
    table.operate(20, *before(8))
    assert table.state.actions == () and table.state.vacant == ("2",)
    assert "THREAT 1 on Player 2: 2 pieces from START onto A2. Called" in table.said_to("1")
    subjects = [mail["subject"].split(": ")[1] for mail in table.all_of("1")[-2:]]
    assert subjects == ["back to another time", "with Player 2"]
    table.check()


def test_a_game_can_go_back_to_any_time_and_go_on_to_its_end() -> None:
    for hour in (1, 1.5, 2.5, 8.5, 9.5, 13, 15):
        table = called(length="3d", forgets=True)
        table.operate(16, *before(hour))
        table.say(17, "3", "THREAT B4 WITH 1 FROM START")
        table.pass_to(24 * 9)
        assert table.game.over and "THE FINAL SCORES" in text_of(table.of("1"))
        table.check()


@each_row(
    ("when", "why"),
    [
        ("2026-01-06T14:00:01Z", "has not come yet"),
        ("2026-01-05T18:00:00Z", "no phase ran before"),
        ("0001-01-01T00:00:00+14:00", "is no time"),
        ("yesterday", "'yesterday' is no time"),
        ("2026-01-06T10:00:00", "is no time with its zone"),
        ("", "is no time"),
    ],
)
def test_what_is_no_time_of_the_game_is_refused_and_nothing_happens(when: str, why: str) -> None:
    table = called()
    counts = table.counts()
    with pytest.raises(OperatorError, match=why):
        table.operate(20, "rollback", "before", when)
    assert table.new(counts) == {}


@pytest.mark.parametrize(
    "run", [("rollback",), ("rollback", "LIVE", "with-order"), ("rollback", "LIVE", "5"), ("forward", "LIVE")]
)
def test_a_word_too_many_is_no_act(run: tuple[str, ...]) -> None:
    with pytest.raises(OperatorError, match="rollback takes a phase"):
        called().operate(20, *run)


# -- the report --------------------------------------------------------------------------------------------------------


def test_the_report_tells_what_was_taken_back_and_reckons_with_the_rest() -> None:
    table = called(length="3d")
    table.operate(30, *before(8))
    table.say(31, "2", "GRANT", reply=table.of("2"))
    table.pass_to(24 * 6)
    disclosure = read_disclosure(table.office.store, "spring")
    told, page = " ".join(write_text(disclosure).split()), write_html(disclosure)
    assert "the operator took the game back to how it stood before Tue 6 Jan 02:00 UTC" in told
    taken_back = re.findall(r"[^.;]*\(TAKEN BACK LATER\)", told)
    assert any("GIVE TO 3: SUPPORT 1" in one or "gave Player 3" in one for one in taken_back)
    assert any("answered CALL" in one or "OFFENSE" in one for one in taken_back)
    assert "answered GRANT by the player" in told and "taken back later" in page
    journeys = told[told.index("THE JOURNEYS OF ALL SUPPORT") : told.index("CLOCK AND SEATS")]
    assert "Support of Player 4 all stayed at home" in journeys
    assert "1. 2026-01-05 19:00 2 from home to player 1" in journeys and "2. 20" not in journeys
    boards = re.findall(r' id="(boards-[^"]+)"', page)
    assert len(boards) == len(set(boards)) and {*re.findall(r'href="#(boards-[^"]+)"', page)} <= {*boards}


# -- games with phases -------------------------------------------------------------------------------------------------


def test_in_a_phase_a_single_letter_can_be_undone() -> None:
    table = Table()
    first = table.mails(ALICE)[0]
    table.write(ALICE, "4 : A PAR - BUR", first)
    table.write(ALICE, "5 : A PAR - PIC", first, at=table.at + 5 * MINUTE)
    assert tuple(table.filed()) == ("5 : A PAR - PIC",)
    table.office.operate("spring", ["rollback", "before", iso(table.at + 4 * MINUTE)], table.at + 30 * MINUTE)
    assert tuple(table.filed()) == ("4 : A PAR - BUR",)
    told = words_of(table.last(ALICE))
    assert "back to Spring 1901, as it stood before Mon 5 Jan 18:07 UTC. What came after" in told
    assert "What was on file then is on file again" in told
    table.office.operate("spring", ["forward"], table.at + 40 * MINUTE)
    assert tuple(table.filed()) == ("5 : A PAR - PIC",)
    assert check_store(table.office.store) == ([], 1)


def test_the_report_of_a_phase_marks_the_acts_that_were_taken_back() -> None:
    table = Table()
    first = table.mails(ALICE)[0]
    table.write(ALICE, "4 : A PAR - BUR", first)
    table.write(ALICE, "CLEAR", first, at=table.at + 5 * MINUTE)
    table.office.operate("spring", ["rollback", "before", iso(table.at + 4 * MINUTE)], table.at + 30 * MINUTE)
    table.office.operate("spring", ["process"], table.at + 40 * MINUTE)
    told = " ".join(write_text(read_disclosure(table.office.store, "spring")).split())
    assert "France: offers filed 4 : A PAR - BUR" in told
    assert "cleared [taken back later]" in told and "cleared later" not in told


def test_in_a_game_of_turns_each_reads_the_position_once_and_nothing_of_what_is_on_file() -> None:
    table = TurnTable()
    for _ in range(3):
        table.tell(table.owing(), table.example())
    mover, code = table.owing(), table.game.clock.phase
    table.tell(mover, table.example())
    table.office.operate("spring", ["rollback", "before", iso(table.at)], table.at + MINUTE)
    assert (table.owing(), table.game.clock.phase) == (mover, code)
    for seat in SUCKERS:
        told = words_of(table.of(seat))
        assert f"back to {code} ({mover} to play), as it stood before" in told
        assert told.count("THE TABLE (each pile") == 1 and "on file" not in told
        assert ("it is your turn" in told) == (seat == mover)
    assert check_store(table.office.store) == ([], 1)
