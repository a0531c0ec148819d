"""A letter as large as is read at once, made to take long: its work is counted, and bounded by an ordinary letter's.

`make bench ARGS=hostile` measures such letters in time, and searches for worse ones.
"""

from __future__ import annotations

from helpers.everygame import EveryTable, address
from helpers.mailtable import ALICE, SHEET, Table
from helpers.rows import each_row
from helpers.steps import steps
from helpers.told import kinds, notices

from gm.desk.letter.reading import MOST_READ
from gm.post.inbound.limits import MAX_SMALL

MOST = 250  # times the steps of an ordinary letter
ORDINARY = {
    "payola": "4 : A PAR - BUR", "diplomacy": "A PAR - BUR", "negotiation": "THREAT A2 WITH 1 FROM START",
    "ground-war": "MAN F6-F7", "air-war": "CITIES C20 K16 O21", "so-long-sucker": "PLAY blue NEXT red",
    "hex-negotiation": "PLACE A1 A2 A3",
}  # fmt: skip
# What took seconds once: the game, how each line begins, what it repeats, its length.
SHAPES = [
    ("payola", "SET ZONE ", "é", 3_990), ("payola", "SET ZONE ", "é ok ok ACCEPT FEGIART", 60),
    ("payola", "4 : A PAR - BUR ", " //", 3_990), ("payola", "4 : A PAR - BUR TRANSFER: ok ", "A PAR | - BUR", 590),
    ("payola", "BROADCAST\n", "A PAR - GAS | - BUR END", 999), ("payola", "> ", "TRANSFER 5 TO GERMANY\n", 999),
    ("payola", "", "NTH-", 999), ("diplomacy", "PRESS TO ", "thanks for the ", 60),
    ("diplomacy", "", "A PAR - PIC VIA *F BRE S A PAR - PIC ", 999), ("negotiation", "THREAT A1 WITH ", "9", 3_990),
    ("negotiation", "PERMIT 2: MOVE 2 FROM START TO A1 ", "COUNTER -", 60), ("negotiation", "", "not NODRAW", 200),
    ("negotiation", "__", "PAY", 999), ("ground-war", "", " x", 999), ("ground-war", "NOTE ", ";", 999),
    ("air-war", "", ",", 590), ("so-long-sucker", "SET ZONE ", "#REFUSE thanks for the ", 200),
    ("hex-negotiation", "", "not ", 60),
]  # fmt: skip


def letter(head: str, piece: str, length: int) -> str:
    """Lines of this length, as many as a letter may have that is read at once."""
    line = (head + piece * length)[:length]
    return "\n".join([line] * (MAX_SMALL // (len(line.encode()) + 1)))


@each_row(("game", "head", "piece", "length"), SHAPES)
def test_no_letter_takes_many_times_the_steps_of_an_ordinary_one(game: str, head: str, piece: str, length: int) -> None:
    table = EveryTable(game)
    first = table.mails(address(table.writer))[0]

    def write(text: str) -> None:
        table.write(address(table.writer), text, first, subject="Re: [spring]")

    write("STATUS")  # loads what is loaded once
    ordinary = steps(lambda: write(ORDINARY[game]))
    assert steps(lambda: write(letter(head, piece, length))) <= MOST * ordinary


def test_a_line_too_long_to_be_read_is_told_and_prose_takes_nothing_with_it() -> None:
    table = Table()
    table.write(ALICE, f"{SHEET}\n{'I hope that the weather is nice. ' * 40}", table.last(ALICE))
    assert table.filed() == (SHEET,) and "notread" in kinds(table, "FRANCE")
    table.write(ALICE, f"{SHEET}\n4 : A MAR - SPA {'| - BUR ' * 150}", table.last(ALICE))
    (problem,) = notices(table, "FRANCE")["refused"]["problems"]
    assert problem["line"] == 2 and f"{MOST_READ:,}" in problem["message"]


def test_a_message_takes_lines_as_long_as_a_paragraph_as_they_are() -> None:
    table = Table()
    table.write(ALICE, f"PRESS TO ENGLAND\n{'so be it ' * 400}\nEND\n{SHEET}", table.last(ALICE))
    assert table.filed() == (SHEET,) and "presssent" in kinds(table, "FRANCE")
