"""What commands of a letter cannot be done, whatever the rules say of its other lines."""

from __future__ import annotations

from gm.desk.commands.declared import PLAYER, SITTER
from gm.desk.commands.table import COMMANDS
from gm.desk.game.questions import all_answered, is_letter
from gm.desk.letter.conversation import Conversation, LetterEvent
from gm.desk.letter.cutting import CutLetter
from gm.desk.notices.phrases import phrase
from gm.rules import Orders, Problem, Problems


def not_here(talk: Conversation, cut: CutLetter) -> list[Problem]:
    """Problems for commands that this game does not have, or not in this form."""
    off = talk.turn.card.off
    found = [Problem(request.line, 1, "off", off[request.name]) for request in cut.commands if request.name in off]
    found += not_for_sitters(talk, cut)
    for request in cut.commands:
        faults = COMMANDS[request.name].faults
        found += faults(talk, request) if faults is not None else ()
    return found


def not_for_sitters(talk: Conversation, cut: CutLetter) -> list[Problem]:
    """Problems for commands that a player's sitter may not use."""
    own = [r for r in cut.commands if (PLAYER | SITTER) & COMMANDS[r.name].who == PLAYER]
    return [Problem(request.line, 1, "sitter", phrase("fault.sitter")) for request in own if talk.event.sitter]


def too_late(talk: Conversation, cut: CutLetter) -> list[Problem]:
    """Problems for what can no longer be done in a finished game: no message may vanish without a word either."""
    open_still = talk.turn.game.ending is not None
    why = phrase("fault.over-but-statement" if open_still else "fault.over")
    late = [r for r in cut.commands if COMMANDS[r.name].acts and not COMMANDS[r.name].after_end]
    return [Problem(request.line, 1, "over", why) for request in late]


def mixed(talk: Conversation, cut: CutLetter, read: Orders | Problems) -> list[Problem]:
    """A problem for a CONFIRM of a held letter beside anything else: it is unclear which should count last."""
    confirms = [c for c in cut.commands if c.name == "confirm"]
    denies = [c for c in cut.commands if c.name == "deny"]
    found = all_answered(talk.questions, talk.event.answers, talk.turn.at) if confirms else ()
    others = isinstance(read, Problems) or read.acts or read.of_later or len(cut.commands) > len(confirms) + len(denies)
    if not any(map(is_letter, found)) or not others:
        return []
    return [Problem(confirms[0].line, 1, "confirm-alone", phrase("fault.confirm-alone"))]


def no_order_in_file(event: LetterEvent, read: Orders | Problems) -> list[Problem]:
    """Problems for lines of an attached text that are no orders: it counts only if it holds nothing else."""
    if not event.file or isinstance(read, Problems):
        return []
    why = phrase("fault.file")
    return [Problem(line.number, 1, "file", why) for line in read.unread if line.text.strip()]


def halves(talk: Conversation, cut: CutLetter, read: Orders | Problems) -> list[Problem]:
    """Problems for commands that would be refused beside others that would be done; alone, each gets an answer."""
    if isinstance(read, Problems) or read.dry or talk.turn.card.letter != "whole":
        return []
    found, others = [], []
    for request in cut.commands:
        command = COMMANDS[request.name]
        if why := command.refuse(talk, request) if command.refuse is not None else "":
            found.append(Problem(request.line, 1, "refused", why))
        elif command.acts and not command.idle:
            others.append(request)
    return found if read.acts or read.of_later or others else []
