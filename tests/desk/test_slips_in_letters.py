"""What becomes of a letter with a line that was meant as an order and is none: it costs no turn and no silver."""

from __future__ import annotations

from typing import Any

from helpers.everygame import EveryTable, wrong
from helpers.livetable import LiveTable
from helpers.mails import words_of
from helpers.mailtable import ALICE, START, Table
from helpers.rows import each_row
from helpers.told import kinds, notices
from helpers.turntable import TurnTable

from gm.desk.file.gamefile import read_game_file

SOUTH, NORTH = "south@players.example", "north@players.example"
WAR = f"""[game]
name = "spring"
ruleset = "{{ruleset}}"
seed = "s"
[seats]
SOUTH = "{SOUTH}"
NORTH = "{NORTH}"
"""


class WarTable(Table):
    """A war game between two sides."""

    ruleset = "ground-war"

    def __init__(self, more: str = "") -> None:
        self.more = more
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        text = WAR.format(ruleset=self.ruleset).replace("[seats]", f"{self.more}[seats]")
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def game(self) -> Any:
        return self.office.game("spring")

    def say(self, *lines: str) -> None:
        self.write(SOUTH, "\n".join(lines), self.mails(SOUTH)[0])

    def is_ready(self) -> bool:
        return "SOUTH" in self.game().state.ready


class AirTable(WarTable):
    ruleset = "air-war"


MESSAGE = ("PRESS TO NORTH", "I go to G6.", "END")


@each_row(("slip", "mended"), [
    ("2 MENN F6-F7", "2 MEN F6-F7"), ("MNA F6-F7", "MAN F6-F7"), ("My truck F6-F7 with 3", ""), ("2xF6-F7", "2 F6-F7"),
    ("REDAY", "READY"), ("VTOE DRAW", ""), ("2 MEN F 6-F 7", "2 MEN F6-F7"),
])  # fmt: skip
def test_beside_a_slip_the_right_lines_of_a_war_are_filed_and_nobody_becomes_ready(slip: str, mended: str) -> None:
    table = WarTable()
    told = len(table.mails(NORTH))
    table.say("MAN F6-F7", slip, *MESSAGE, "READY")
    assert table.filed("SOUTH") == ("MAN F6-F7",)
    assert not table.is_ready() and len(table.mails(NORTH)) == told
    wrong = notices(table, "SOUTH")["wronglines"]
    assert wrong["retry"] == ["MAN F6-F7", mended or slip, *MESSAGE, "READY"]  # sent back, it replaces what is on file


def test_talk_beside_orders_keeps_nobody_from_being_ready() -> None:
    table = WarTable()
    told = len(table.mails(NORTH))
    table.say("Hello, I trust you. See you at G6!", "MAN F6-F7", *MESSAGE, "READY")
    assert table.filed("SOUTH") == ("MAN F6-F7",) and table.is_ready() and len(table.mails(NORTH)) == told + 1


def test_of_a_set_with_a_slip_the_air_war_files_nothing() -> None:
    table = AirTable()
    table.say("CITIES C18 H21 O17", "CTIIES C18 H21 O17")
    assert table.filed("SOUTH") == () and "refused" in kinds(table, "SOUTH")
    table.say("CITIES C18 H21 O17", "VTOE DRAW")
    assert table.filed("SOUTH") == ()


@each_row("slip", [
    "TRANFER 5 TO GERMANY", "VTOE DRAW", "ACCPET FGAEIRT", "PRES TO ENGLAND", "offer 5 : A PAR - BUR",
])  # fmt: skip
def test_beside_a_slip_nothing_of_a_payola_letter_happens(slip: str) -> None:
    table = Table()
    table.write(ALICE, f"{slip}\n4 : A PAR - BUR\nTRANSFER 1 TO ENGLAND", table.last(ALICE))
    assert table.filed() == () and table.office.game("spring").state.balances["FRANCE"] == 48
    assert "refused" in kinds(table, "FRANCE")


@each_row("talk", [
    "I trust Green, see you in Paris at 5", "Vienna, 5 January", "Fine.", "Nate", "2 of us are away",
])  # fmt: skip
def test_beside_talk_a_sheet_is_filed(talk: str) -> None:
    table = Table()
    table.write(ALICE, f"4 : A PAR - BUR\n{talk}", table.last(ALICE))
    assert table.filed() == ("4 : A PAR - BUR",)
    assert notices(table, "FRANCE")["notread"]["lines"] == [talk]


def test_a_refused_play_sends_no_boast_and_both_are_given_back() -> None:
    table = TurnTable()
    mover = table.owing()
    before = table.counts()
    letter = ("PLAY", "BROADCAST", "I have just captured pile 1", "END")
    table.tell(mover, *letter)
    assert table.new(before) == {who: int(who == mover) for who in before}
    retry = notices(table, mover)["wronglines"]["retry"]
    assert retry[0].startswith("PLAY") and retry[1:] == [*letter[1:]]


def test_in_a_game_of_turns_what_stands_above_a_slip_is_done_and_nothing_below() -> None:
    table = TurnTable()
    mover = table.owing()
    play = table.example()
    table.tell(mover, "SET ZONE Europe/Paris", "PLYA red ON 1", play, "SET ZONE Europe/Oslo")
    assert table.game.seats[mover].timezone == "Europe/Paris" and table.owing() == mover
    wrong = notices(table, mover)["wronglines"]
    assert wrong["retry"] == ["PLYA red ON 1", play, "SET ZONE Europe/Oslo"]
    table.tell(mover, "SETT ZONE Europe/Oslo", play)
    assert table.game.seats[mover].timezone == "Europe/Paris" and table.owing() == mover


def test_on_the_telephone_an_answer_counts_wherever_it_stands_and_nothing_else_behind_a_slip() -> None:
    table = LiveTable()
    table.say(1, "1", "THREAT A4 WITH 1 FROM START")
    table.say(2, "4", "PROPSE TO 2: GIVE WIN 1 FOR WIN 1", "ATTACK 1 FOR 1", "GRANT")
    assert not table.state.actions
    assert [problem["line"] for problem in notices(table, "4")["wronglines"]["problems"]] == [1, 2]


def test_what_was_meant_is_shown_as_a_line_to_send() -> None:
    table = WarTable()
    table.say("2 MENN F6-F7", "READYY")
    hints = [problem["hints"] for problem in notices(table, "SOUTH")["wronglines"]["problems"]]
    assert hints == [["2 MEN F6-F7"], ["READY"]]
    said = words_of(table.last(SOUTH))
    assert "Did you mean 2 MEN F6-F7?" in said


def test_whoever_is_ready_or_files_a_sheet_is_answered_alike_whether_it_completes_the_phase_or_not() -> None:
    table = WarTable()
    table.say("MAN F6-F7")
    assert "maycomplete" not in kinds(table, "SOUTH")  # without READY nothing is complete
    table.say("READY")
    first = notices(table, "SOUTH")["maycomplete"]
    assert table.game().clock.complete is None
    table.write(NORTH, "READY NOTHING", table.mails(NORTH)[0])
    assert first == notices(table, "NORTH")["maycomplete"] == {"after": "2 minutes"}
    assert table.game().clock.complete == table.at
    sheets = Table()
    sheets.write(ALICE, "4 : A PAR - BUR", sheets.last(ALICE))
    assert "maycomplete" not in kinds(sheets, "FRANCE")  # the acceptance list is missing
    sheets.write(ALICE, "ACCEPT FAEGIRT\n5 : A PAR - BUR", sheets.last(ALICE))
    assert notices(sheets, "FRANCE")["maycomplete"] == {"after": "30 minutes"}


def test_a_letter_in_the_minutes_after_both_are_ready_still_counts_and_one_without_ready_stops_them() -> None:
    table = WarTable()
    table.say("MAN F6-F7", "READY")
    table.write(NORTH, "READY NOTHING", table.mails(NORTH)[0])
    complete = table.at
    table.say("MAN F6-G7", "READY")
    assert table.filed("SOUTH") == ("MAN F6-G7",)
    assert table.game().clock.complete == complete  # the time does not start again
    table.say("MAN F6-F7")
    assert not table.is_ready() and table.game().clock.complete is None


def test_nobody_is_promised_time_that_the_deadline_ends_or_that_a_game_does_not_give() -> None:
    table = WarTable(more='[clock]\nearly = false\n')
    table.say("READY NOTHING")
    assert "maycomplete" not in kinds(table, "SOUTH")
    table = WarTable(more='[clock]\nearly_after = "0m"\n')
    table.say("READY NOTHING")
    assert notices(table, "SOUTH")["maycomplete"] == {"after": ""}
    table = WarTable(more='[clock]\nearly_after = "4d"\n')
    table.say("READY NOTHING")
    assert "maycomplete" not in kinds(table, "SOUTH")


# A line of each game with its words misspelt, and the line that alone can be meant.
MISSPELT = {
    "payola": {
        "ACEPT FAEGIRT": "ACCEPT FAEGIRT", "TRANSFR 5 TO GERMANY": "TRANSFER 5 TO GERMANY",
        "TRANSFER 5 TO GREMANY": "TRANSFER 5 TO GERMANY", "5 : A PAR - BURGUDNY": "5 : A PAR - BUR",
        "CLAER": "CLEAR", "WIAT": "WAIT", "VOTE DARW": "VOTE DRAW", "SET ZOEN Europe/Paris": "SET ZONE Europe/Paris",
    },
    "diplomacy": {"A PAR - BURGUDNY": "A PAR - BUR", "WIAT": "WAIT", "A PSR - BUR": "A PAR - BUR"},
    "negotiation": {
        "THRAET A2 WITH 2 FROM START": "THREAT A2 WITH 2 FROM START",
        "PERMIT 2: MOV 2 FROM START TO A1": "PERMIT 2: MOVE 2 FROM START TO A1", "VOTE EDN": "VOTE END",
    },
    "ground-war": {
        "TRUKC D4-D5-C6 WITH 1": "TRUCK D4-D5-C6 WITH 1", "2 MENN F6-F7": "2 MEN F6-F7",
        "TRUCK D4-D5-C6 WIHT 1": "TRUCK D4-D5-C6 WITH 1", "PROPOSE DARW": "PROPOSE DRAW", "EXTND 2d": "EXTEND 2d",
    },
    "air-war": {"CTIIES C20 K16 O21": "CITIES C20 K16 O21", "REDAY": "READY"},
    "so-long-sucker": {
        "PALY blue NEXT red": "PLAY blue NEXT red", "PLAY bluee NXET red": "PLAY blue NEXT red", "STATSU": "STATUS",
    },
    "hex-negotiation": {"PLCE A1 A2 A3": "PLACE A1 A2 A3", "PROPSE DRAW": "PROPOSE DRAW"},
}  # fmt: skip


@each_row(("name", "line", "meant"), [
    (name, line, meant) for name, lines in MISSPELT.items() for line, meant in lines.items()
])  # fmt: skip
def test_what_alone_can_be_meant_comes_back_ready_to_send(name: str, line: str, meant: str) -> None:
    table = EveryTable(name)
    told = wrong(table.tell(line))
    assert not told.get("done") and told["mended"] == bool(meant)
    assert told["retry"] == [meant or line]
    assert [one["hints"] for one in told["problems"]] == [[meant]] or not meant
    assert ("ready to send back" in words_of(table.answer()).lower()) == bool(meant)
    assert not wrong(table.tell(*told["retry"])) or not meant


@each_row(("name", "line", "word"), [
    ("so-long-sucker", "DICARD 1 green", "DISCARD"),
    ("negotiation", "RECAL A1", "RECALL"), ("payola", "BALANEC 1907", "BALANCE"),
])  # fmt: skip
def test_a_misspelt_word_is_told_though_it_could_do_nothing_now(name: str, line: str, word: str) -> None:
    table = EveryTable(name)
    told = wrong(table.tell(line))
    assert word in [hint.split()[0] for one in told["problems"] for hint in one["hints"]] and told["retry"] == [line]


@each_row(("name", "line"), [
    ("payola", "ACEPT FAEGIRT"), ("payola", "please offers"), ("diplomacy", "REDAY"), ("ground-war", "REDAY"),
])  # fmt: skip
def test_nobody_is_advised_to_leave_out_what_they_meant(name: str, line: str) -> None:
    table = EveryTable(name)
    told = table.tell(line)
    assert all("leave" not in one["message"] for one in wrong(told).get("problems", []))


def test_where_two_things_can_be_meant_both_are_told_and_the_line_comes_back_as_it_was() -> None:
    table = EveryTable("payola")
    told = wrong(table.tell("4 : A PAR - BUR", "TRANSFER 5 TO TUSSIA"))
    assert told["retry"] == ["4 : A PAR - BUR", "TRANSFER 5 TO RUSSIA"] and told["mended"]
    told = wrong(table.tell("4 : A PAR - BURX", "5 : F BRE - GUL"))
    assert not told["mended"] and told["retry"] == ["4 : A PAR - BUR", "5 : F BRE - GUL"]
