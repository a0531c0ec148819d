"""Sheets that nobody can read before the deadline: COMMIT, the window behind the deadline, OPEN."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from helpers.alike import sealed_alike
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, MINUTE, START, Table
from helpers.reports import forged
from helpers.rows import each_row
from helpers.store import dumped
from helpers.told import all_kinds, kinds, notices

import gm.offline.seal as seal
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.commitment import commitment_to
from gm.desk.game.refusal import OperatorError
from gm.offline.sheet import faults_of
from gm.offline.verify import verify_report
from gm.post.boxes.mbox import write_mbox
from gm.report.disclosure import disclose

ANN, BOB, EVE = "ann@one.example", "bob@two.example", "eve@three.example"
SALT = "0123456789abcdef0123456789abcdef"
HOURS = timedelta(hours=12)
DUE = START + 3 * DAY
GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
[clock]
commit = true
[deadlines]
grace = "12h"
{deadlines}
[seats]
{seats}
"""
POWERS = f'FRANCE = "{ANN}"\nGERMANY = "{BOB}"\nITALY = "{EVE}"'
SIDES = f'SOUTH = "{ANN}"\nNORTH = "{BOB}"'
SHEET = ("4 : A PAR - BUR", "5 $")


class Hidden(Table):
    """A game with commitments."""

    ruleset, deadlines, seats = "payola", 'movement = "3d"', POWERS

    def open(self, name: str, identity: str = "checked") -> None:
        text = GAME.format(ruleset=self.ruleset, deadlines=self.deadlines, seats=self.seats)
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def sends(self, who: str, *lines: str, at: datetime | None = None) -> EmailMessage:
        """Send a letter and return the answer."""
        first = self.mails(who)[0]
        self.write(who, "\n".join(lines), first, subject="Re: [spring]", **({"at": at} if at else {}))
        return self.last(who)

    def commits(self, who: str, seat: str, *sheet: str, phase: str = "S1901M") -> EmailMessage:
        return self.sends(who, f"COMMIT {commitment_to('spring', phase, seat, SALT, sheet)}")

    def opens(self, who: str, *sheet: str, salt: str = SALT, at: datetime | None = None) -> EmailMessage:
        return self.sends(who, f"OPEN {salt}", *sheet, "END", at=at or self.late())

    def late(self) -> datetime:
        """A time in the window; the clock has struck by then."""
        self.strike(DUE + MINUTE)
        self.at = max(self.at, DUE + MINUTE)
        return self.at

    def phase(self) -> str:
        clock = self.office.game("spring").clock
        return clock.phase if clock else ""

    def faults(self, seat: str) -> list[str]:
        found: Any = notices(self, seat).get("refused")
        return [one["message"] for one in found["problems"]] if found else []

    def ends(self) -> str:
        """End the game as a draw; return the report."""
        self.office.operate("spring", ["draw", *self.office.game("spring").seats], max(self.at, DUE + 2 * DAY))
        return disclose(self.office.store, "spring")[1]

    def mbox(self, who: str) -> bytes:
        rows = self.office.store.rows("select raw from outbox where recipient = ? order by id", [who])
        return b"".join(write_mbox("gm@example.org", START, row["raw"]) for row in rows)


class HiddenWar(Hidden):
    """A Ground War with commitments."""

    ruleset, deadlines, seats = "ground-war", 'moves = "3d"', SIDES


@pytest.fixture
def table() -> Hidden:
    return Hidden()


def test_the_first_mail_says_that_the_game_has_commitments(table: Hidden) -> None:
    assert "commitgame" in all_kinds(table, "FRANCE") and "HELP COMMIT" in words_of(table.mails(ANN)[0])


def test_a_sheet_that_was_committed_to_and_opened_is_judged_and_verifies(table: Hidden) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    assert "committed" in kinds(table, "FRANCE") and "receipt" in kinds(table, "FRANCE")
    table.opens(ANN, *SHEET)
    assert list(table.filed()) == ["4 : A PAR - BUR", "5 $"]
    table.strike(DUE + HOURS + MINUTE)
    assert table.phase() == "F1901M"
    assert "A PAR - BUR" in text_of(table.last(BOB)) and "notopened" not in kinds(table, "GERMANY")
    assert check_store(table.office.store)[0] == []
    report = table.ends()
    verdict = verify_report(report, table.mbox(ANN))
    assert verdict.ok and verdict.receipts == 2
    other = forged(report, f'"salt":"{SALT}","seat"', f'"salt":"{SALT[::-1]}","seat"')
    assert any("committed to" in fault for fault in verify_report(other, page=False).faults)


def test_nothing_of_the_sheet_is_anywhere_before_the_deadline(table: Hidden) -> None:
    table.commits(ANN, "FRANCE", "17 : A PAR - PIC")
    table.late()
    assert "A PAR - PIC" not in dumped(table.office.store)
    table.opens(ANN, "17 : A PAR - PIC")
    assert "A PAR - PIC" in dumped(table.office.store)


def test_nobody_else_can_tell_before_judging_whether_a_player_has_committed(monkeypatch: pytest.MonkeyPatch) -> None:
    sealed_alike(monkeypatch)
    mails = []
    for commits in (True, False):
        table = Hidden()
        if commits:
            table.commits(ANN, "FRANCE", *SHEET)
        else:
            table.at, table.letters = table.at + MINUTE, table.letters + 1
        table.sends(BOB, "STATUS", "SHOW", "WHO")
        table.late()
        table.sends(BOB, "STATUS", "SHOW")
        table.strike(DUE + HOURS)
        mails.append([mail.as_string() for mail in table.mails(BOB)])
    assert mails[0] == mails[1] and len(mails[0]) >= 4


def test_the_last_commitment_before_the_deadline_counts(table: Hidden) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    table.commits(ANN, "FRANCE", "7 : A PAR H")
    table.opens(ANN, *SHEET)
    assert table.faults("FRANCE") and not table.filed()
    table.opens(ANN, "7 : A PAR H")
    assert list(table.filed()) == ["7 : A PAR H"]


def test_a_line_that_a_mail_program_broke_is_joined(table: Hidden) -> None:
    long = "12 : A PAR - BUR | - GAS | - PIC | H | S A MAR - BUR | S A MAR - GAS | - BRE"
    table.commits(ANN, "FRANCE", long, "5 $")
    table.opens(ANN, *textwrap.wrap(long, 72), "5 $")
    assert len(table.filed()) == 2, table.faults("FRANCE")


@pytest.mark.parametrize("sheet", [("  4  :  A PAR - BUR ", "", "5 $"), ("4 : A PAR - BUR", "", "", "5 $")])
def test_what_mail_programs_do_to_spaces_makes_no_difference(table: Hidden, sheet: tuple[str, ...]) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    table.opens(ANN, *sheet)
    assert list(table.filed()) == ["4 : A PAR - BUR", "5 $"], table.faults("FRANCE")


@pytest.mark.parametrize(
    ("salt", "sheet", "said"),
    [
        (SALT, ("5 : A PAR - BUR", "5 $"), "not what you committed to"),
        (SALT[::-1], SHEET, "not what you committed to"),
        (SALT + "0", SHEET, "exactly 32"),
        (SALT[1:], SHEET, "exactly 32"),
    ],
)
def test_another_sheet_or_salt_does_not_open(table: Hidden, salt: str, sheet: tuple[str, ...], said: str) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    table.opens(ANN, *sheet, salt=salt)
    assert said in table.faults("FRANCE")[0] and not table.filed()


def test_nobody_opens_a_commitment_of_another_seat_phase_or_game(table: Hidden) -> None:
    for digits in (
        commitment_to("spring", "S1901M", "GERMANY", SALT, SHEET),
        commitment_to("spring", "F1901M", "FRANCE", SALT, SHEET),
        commitment_to("summer", "S1901M", "FRANCE", SALT, SHEET),
    ):
        table.sends(ANN, f"COMMIT {digits}")
        assert "committed" in kinds(table, "FRANCE")
    table.opens(ANN, *SHEET)
    assert not table.filed()


def test_an_opening_before_the_deadline_is_refused(table: Hidden) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    table.sends(ANN, f"OPEN {SALT}", *SHEET, "END")
    assert "after the deadline" in table.faults("FRANCE")[0] and not table.filed()


@pytest.mark.parametrize("committed", [False, True])
def test_the_window_has_its_length_whoever_has_committed_and_whatever_is_in(committed: bool) -> None:
    table = Hidden()
    for who, seat in ((ANN, "FRANCE"), (BOB, "GERMANY"), (EVE, "ITALY")):
        if committed:
            table.commits(who, seat, *SHEET)
        else:
            table.sends(who, "1 $", "ACCEPT FAEGIRT")
    table.late()
    assert {"window"} <= {*kinds(table, "FRANCE")} and table.phase() == "S1901M"
    if committed:
        for who in (ANN, BOB, EVE):
            table.opens(who, *SHEET)
    table.strike(DUE + HOURS)
    assert table.phase() == "S1901M"
    table.strike(DUE + HOURS + MINUTE)
    assert table.phase() == "F1901M"


@pytest.mark.parametrize("lines", [SHEET, ("CLEAR",), ("COMMIT " + "ab" * 32,)])
def test_nothing_but_open_is_taken_for_the_phase_in_the_window(table: Hidden, lines: tuple[str, ...]) -> None:
    table.sends(ANN, "1 : A PAR H")
    table.sends(ANN, *lines, at=table.late())
    assert "only OPEN is taken" in table.faults("FRANCE")[0]
    assert list(table.filed()) == ["1 : A PAR H"]


def test_a_sheet_that_was_there_before_the_deadline_counts_though_we_found_it_in_the_window(table: Hidden) -> None:
    now = table.late()
    first = table.mails(ANN)[0]
    raw = f"From: <{ANN}>\nTo: {first['Reply-To']}\nSubject: Re: [spring]\nMessage-ID: <x@y>\n\n9 : A PAR H\n"
    table.office.receive("1/x", raw.encode(), DUE - MINUTE, now)
    assert list(table.filed()) == ["9 : A PAR H"]


def test_a_transfer_and_an_acceptance_list_act_when_the_phase_has_been_judged(table: Hidden) -> None:
    before = table.office.game("spring").state
    table.sends(ANN, "TRANSFER 5 TO GERMANY", "ACCEPT FAEGIRT", at=table.late())
    assert "actslater" in kinds(table, "FRANCE")
    assert table.office.game("spring").state == before
    table.strike(DUE + HOURS + MINUTE)
    assert "from France +5 balance now 53" in words_of(table.last(BOB))
    assert "notacted" not in all_kinds(table, "FRANCE")


def test_a_transfer_that_can_no_longer_be_made_is_told(table: Hidden) -> None:
    table.sends(ANN, "30 : A PAR - BUR")  # of 48, which leaves 18
    table.sends(ANN, "TRANSFER 30 TO GERMANY", at=table.late())
    table.strike(DUE + HOURS + MINUTE)
    assert notices(table, "FRANCE")["notacted"]["lines"] == ["TRANSFER 30 TO GERMANY"]
    assert "from France" not in words_of(table.last(BOB))


def test_who_does_not_open_is_named_to_all_and_silent(table: Hidden) -> None:
    table.commits(ANN, "FRANCE", *SHEET)
    table.late()
    table.strike(DUE + HOURS / 2 + MINUTE)
    assert kinds(table, "FRANCE") == ["openreminder", "owes"]
    assert "openreminder" not in all_kinds(table, "GERMANY")
    table.strike(DUE + HOURS + MINUTE)
    assert notices(table, "GERMANY")["notopened"]["names"] == ["France"]
    assert not any("BUR" in line for line in text_of(table.last(BOB)).split("\n") if "PAR" in line)


def test_a_sheet_beside_a_commitment_that_is_not_opened_counts(table: Hidden) -> None:
    table.sends(ANN, "ACCEPT FAEGIRT", "9 : A PAR H")
    table.commits(ANN, "FRANCE", *SHEET)
    assert notices(table, "FRANCE")["committed"]["filed"]
    table.late()
    table.strike(DUE + HOURS / 2 + MINUTE)
    reminder = words_of(table.last(ANN))
    assert "Without it: what we have on file counts." in reminder and "HOLD" not in reminder
    table.strike(DUE + HOURS + MINUTE)
    report = table.ends()
    assert "9 : A PAR H" in report and verify_report(report).ok


def test_a_sheet_and_a_commitment_in_one_letter_are_refused(table: Hidden) -> None:
    table.sends(ANN, f"COMMIT {'ab' * 32}", *SHEET)
    assert "which of them" in table.faults("FRANCE")[0] and not table.filed()


@pytest.mark.parametrize("digits", ["ab" * 31, "xy" * 32, "ab" * 33])
def test_a_commitment_that_is_no_hash_is_refused(table: Hidden, digits: str) -> None:
    table.sends(ANN, f"COMMIT {digits}")
    assert "committed" not in kinds(table, "FRANCE")


def test_a_hash_in_two_pieces_is_one(table: Hidden) -> None:
    digits = commitment_to("spring", "S1901M", "FRANCE", SALT, SHEET)
    table.sends(ANN, f"COMMIT {digits[:32]} {digits[32:].upper()}")
    assert notices(table, "FRANCE")["committed"]["commitment"] == digits


def test_the_operator_cannot_shorten_or_stretch_the_window(table: Hidden) -> None:
    table.office.operate("spring", ["process"], table.at)
    assert table.phase() == "S1901M" and {*kinds(table, "GERMANY")} == {"deadline", "window", "owes", "head"}
    table.sends(ANN, *SHEET)
    assert "only OPEN is taken" in table.faults("FRANCE")[0]
    for run in (["process"], ["deadline", "+1d"], ["deadline", "-1h"]):
        with pytest.raises(OperatorError, match="window"):
            table.office.operate("spring", run, table.at)
    table.strike(table.at + HOURS + MINUTE)
    assert table.phase() == "F1901M"


def test_right_lines_of_an_opened_sheet_count_in_a_war() -> None:
    table = HiddenWar()
    sheet = ("MAN Z99-Z98", "F6-F7")
    table.commits(ANN, "SOUTH", *sheet, phase=table.phase())
    table.opens(ANN, *sheet)
    assert table.filed("SOUTH") == ("MAN F6-F7",)
    assert len(notices(table, "SOUTH")["wronglines"]["problems"]) == 1


def test_a_game_without_commitments_refuses_them() -> None:
    table = Table()
    table.write("alice@example.com", "COMMIT " + "ab" * 32, table.mails("alice@example.com")[0])
    assert "no COMMIT" in words_of(table.last("alice@example.com"))


@each_row(
    ("old", "new", "why"),
    [
        ('grace = "12h"', 'grace = "0s"', "grace"),
        ('grace = "12h"', 'grace = "Mon 20:00"', "grace"),
        ("commit = true", 'commit = true\nnmr = "wait"', "nmr"),
        ("commit = true", "commit = true\nearly = true", "early"),
        ('"payola"', '"so-long-sucker"', "sealed"),
        ('"payola"', '"negotiation"', "sealed"),
    ],
)
def test_a_game_that_cannot_have_commitments_does_not_begin(old: str, new: str, why: str) -> None:
    text = GAME.format(ruleset="payola", deadlines="", seats="")
    with pytest.raises(GameFileError, match=why):
        read_game_file(text.replace(old, new))


def test_a_file_of_one_page_makes_and_checks_commitments_without_gm(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("\n".join(SHEET))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-I", seal.__file__, *words], capture_output=True, text=True)

    made = run("spring", "S1901M", "FRANCE", str(sheet)).stdout
    digits = made.split("COMMIT ")[1].split()[0]
    salt = made.split("OPEN ")[1].split()[0]
    assert digits == commitment_to("spring", "S1901M", "FRANCE", salt, SHEET)
    opening = tmp_path / "opening.txt"
    opening.write_text(made.split("Keep it:\n")[1])
    assert run("spring", "S1901M", "FRANCE", str(opening), "--check", digits).returncode == 0
    assert run("spring", "S1901M", "TURKEY", str(opening), "--check", digits).returncode == 1
    table = Hidden()
    table.sends(ANN, f"COMMIT {digits}")
    table.sends(ANN, made.split("Keep it:\n")[1], at=table.late())
    assert list(table.filed()) == ["4 : A PAR - BUR", "5 $"]


def test_a_sheet_is_looked_at_as_the_rules_would_but_for_who_stands_where() -> None:
    assert list(faults_of("payola", "FRANCE", "4 : A BUR - GAS\n5 $")) == []
    assert "line 1" in next(faults_of("payola", "FRANCE", "4 : A XYZ - GAS"))
    assert "no seat" in next(faults_of("payola", "FRANKREICH", "5 $"))
