"""Talk that begins like a standing order: nothing is set by it, and it holds no letter and no message up."""

from __future__ import annotations

import pytest
from helpers.mails import text_of
from helpers.told import kinds
from helpers.wartable import AHEAD, NORTH, SOUTH, WARS, WarTable

BOTH = pytest.mark.parametrize("ruleset", WARS)
TALK = (
    "Stand by.", "I stand on G5.", "We stand on G5", "Standing here is fine", "stand with me, North", "Stands", "Stan",
    "Stand down, general", "Stand all together, men!", "Stand, all of you", "Stand not in my way", "Stand no more",
    "Stand everybody up", "Stand ready", "Stand none of this", "Stand B1, or I will come for you", "The last stand",
)  # fmt: skip
ONLY_A_COMMAND_WHERE_THEY_ARE_KEPT = (
    "Stand", "Stand!", "Stand all", "Stand down.", "- Stand", "No stand", "Stop the stand", "Don't stand", "Stand off",
    "Stand on G5", "STAND AL", "STAN ALL", "Standing orders: none",
)  # fmt: skip


@BOTH
@pytest.mark.parametrize("options", [AHEAD, ""])
def test_talk_is_no_standing_order_and_holds_nothing_up(ruleset: str, options: str) -> None:
    table, move = WarTable(ruleset, options), "MAN E5-E4" if ruleset == "ground-war" else "E5-E4"
    for line in TALK if options else (*TALK, *ONLY_A_COMMAND_WHERE_THEY_ARE_KEPT):
        table.tell(SOUTH, "CLEAR")
        table.tell(SOUTH, move, "READY", line)
        assert (table.on_file(), table.game.state.ready, table.game.state.stands or {}) == ((move,), (SOUTH,), {}), line
        assert "notread" in kinds(table, SOUTH), line


@BOTH
@pytest.mark.parametrize(
    ("options", "line", "passes"),
    [
        ("", "Stand down.", True), ("", "Stand all", True), ("", "Stand!", True), ("", "Stand on G5", True),
        (AHEAD, "Stand down, general", True), (AHEAD, "Stand not in my way", True), (AHEAD, "Stand ready", True),
        (AHEAD, "STAND A1", False), (AHEAD, "Stand down.", False), (AHEAD, "No stand", False),
    ],
)  # fmt: skip
def test_in_a_reply_to_a_message_talk_is_passed_on_and_a_standing_order_is_asked_about(
    ruleset: str, options: str, line: str, passes: bool
) -> None:
    table = WarTable(ruleset, options)
    table.tell(NORTH, "PRESS TO SOUTH", "Give up!", "END")
    table.reply(SOUTH, line)
    assert ("presssent" in kinds(table, SOUTH), "pressunclear" in kinds(table, SOUTH)) == (passes, not passes)
    assert (line in text_of(table.of(NORTH))) == passes and not table.game.state.stands
