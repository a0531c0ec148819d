"""Commands that would be refused: known before anything of their letter is done, so that no letter is done by halves.

JOIN and its like are none of them: they do nothing in a player's letter. It asks the modules of the commands, and
knows no words of answers but the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gm.desk.clock.timing import refusals_of_time
from gm.desk.letter.commands import Command, first_word
from gm.desk.letter.confirming import answers_nothing
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.diary import is_full
from gm.desk.letter.errands import why_no_address
from gm.desk.letter.settings import why_no_wait
from gm.desk.letter.sitters import why_no_sitter
from gm.rules import Problem


def refusals(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """The commands of a letter that would be refused, each with the reason. Those that only ask are never."""
    found = [(command, REASONS[command.name](talk, command)) for command in commands if command.name in REASONS]
    found += refusals_of_time(talk, commands)
    return [Problem(command.line, 1, "refused", why) for command, why in found if why]


def _confirm(talk: Conversation, command: Command) -> str:
    """YES and NO, which may answer anything, stop no letter."""
    line = next((line.text for line in talk.event.lines if line.number == command.line), "")
    if first_word(line) not in ("CONFIRM", "DENY") or not answers_nothing(talk):
        return ""
    return "this mail replies to no mail of ours that asks for it"


def _statement(talk: Conversation, _: Command) -> str:
    return "" if talk.turn.game.over else "statements are for when the game is over"


def _note(talk: Conversation, command: Command) -> str:
    return "your diary is full" if is_full(talk, command) else ""


REASONS: Mapping[str, Callable[[Conversation, Command], str]] = {
    "confirm": _confirm,
    "deny": _confirm,
    "statement": _statement,
    "note": _note,
    "address": why_no_address,
    "sitter": why_no_sitter,
    "wait": why_no_wait,
}
