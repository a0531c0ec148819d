"""What an answer proposes works when it is sent as printed, and names are understood as our mails write them."""

from __future__ import annotations

import re

import pytest
from helpers.livetable import LiveTable, address
from helpers.mails import text_of
from helpers.rows import each_row
from helpers.seventable import SevenTable
from helpers.told import kinds, notices
from helpers.turntable import SEATS, TurnTable
from helpers.turntable import address as colour

WRONG = {"refused", "wronglines", "pressunclear", "notread", "nothing"}


def indented(text: str, behind: str) -> list[str]:
    """The indented lines behind a sentence, as a reader would copy them."""
    found = re.search(r"\n\n((?:  .*\n|\n(?=  ))+)", text.split(behind, 1)[1])
    assert found is not None, text
    return [line[2:] for line in found[1].rstrip("\n").split("\n")]


@each_row(("lines", "does"), [
    (("I offer you this:", "4 : A MUN - BUR", "Do you agree?"), "filed"),
    (("TRANSFER 3 TO FRANCE",), "statement"),
    (("VOTE DRAW",), "vote"),
    (("Tell him:", "PRESS TO FRANCE", "Hello", "END"), "presssent"),
    (("PRESS TO FRANCE", "Hello"), "presssent"),
    (("BROADCAST", "Hello", "END", "4 : A MUN - BUR"), "presssent"),
    (("OFFERS", "4 : A MUN - BUR", "END"), "filed"),
])  # fmt: skip
def test_both_ways_to_send_a_reply_that_holds_an_order_work(lines: tuple[str, ...], does: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", "PRESS TO GERMANY", "Shall we talk?", "END")
    table.reply("GERMANY", *lines)
    unclear = text_of(table.of("GERMANY"))
    assert "pressunclear" in kinds(table, "GERMANY")
    table.tell("GERMANY", *indented(unclear, "If all of it is for France"))
    assert "presssent" in kinds(table, "GERMANY") and not WRONG & {*kinds(table, "GERMANY")}
    said = notices(table, "FRANCE")["press"]["lines"]
    assert [line.removeprefix("- ") for line in said] == list(lines)
    table.tell("GERMANY", *indented(unclear, "If it is for us"))
    assert does in kinds(table, "GERMANY") and not WRONG & {*kinds(table, "GERMANY")}


def test_a_reply_to_a_broadcast_where_all_talk_is_open_is_given_back_to_send_to_all() -> None:
    table = TurnTable()
    mover = table.owing()
    other = next(seat for seat in SEATS if seat != mover)
    table.tell(mover, "BROADCAST", "Who helps me?", "END")
    table.write(colour(other), "I do.\nEND of the story", table.of(other))
    unclear = text_of(table.of(other))
    before = table.counts()
    table.tell(other, *indented(unclear, "To reach everybody"))
    assert "presssent" in kinds(table, other) and all(number > 0 for number in table.new(before).values())


@pytest.mark.parametrize("name", ["Player 3", "player 3", "3", "PLAYER 3 (3)"])
def test_a_player_without_a_name_is_understood_as_our_mails_call_them(name: str) -> None:
    table = LiveTable()
    table.say(1, "1", f"PRESS TO {name}", "Hello", "END")
    assert notices(table, "3")["press"]["lines"] == ["Hello"]
    table.say(2, "1", f"PRESS TO {name}, Player 4 AND 2", "Hello all", "END")
    assert len({len(table.mails(address(seat))) for seat in ("2", "4")}) == 1


@pytest.mark.parametrize("line", ["VOTE CONCEDE TO FRANCE ENGLAND"])
def test_one_name_is_enough_where_only_one_can_be_meant(line: str) -> None:
    table = SevenTable()
    table.tell("GERMANY", line)
    assert "refused" in kinds(table, "GERMANY") and not table.game.seats["GERMANY"].vote
