"""What becomes of a letter in a game with commitments: OPEN, and what is taken in the window behind a deadline."""

from __future__ import annotations

from collections.abc import Sequence

from gm.desk import notices as said
from gm.desk.game.commitment import SALT, Opened, commitment_to
from gm.desk.letter.conversation import Conversation, as_written
from gm.desk.letter.cutting import CutLetter
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, Line, Orders, Problem, Problems
from gm.rules.lines.words import first_word


def opened_by(talk: Conversation, found: Sequence[Opened]) -> Opened | Problem:
    """The sheet in an OPEN, if it is what the player has committed to, noted as opened; else why it does nothing.

    found: the ways to read it. The rules get just the text that was hashed, so that it can mean only one thing.
    """
    turn, seat, clock = talk.turn, talk.seat, talk.turn.game.clock
    sitting, code = turn.game.seats[seat], clock.phase if clock is not None else ""
    made = [commitment_to(turn.game.name, code, seat, one.salt, one.sheet) for one in found]
    wanted = sitting.commitment[:16]
    wrong = [
        (not turn.game.window, "open-early", phrase("fault.open-early")),
        (not sitting.commitment, "no-commitment", phrase("fault.no-commitment")),
        (not SALT.fullmatch(found[0].salt), "open-salt", phrase("fault.open-salt")),
        (sitting.commitment not in made, "open-hash", phrase("fault.open-hash", made=made[0][:16], wanted=wanted)),
    ]
    for is_wrong, fault, message in wrong:
        if is_wrong:
            return Problem(found[0].line, 1, fault, message)
    opened = found[made.index(sitting.commitment)]
    turn.sit(seat, opened=True)
    text = "\n".join(opened.sheet)
    turn.note(DISCLOSURE, said.OpenRecord(code, seat, sitting.commitment, opened.salt, text))
    if opened.rest:
        talk.tell(said.NotRead(tuple(as_written(line.text) for line in opened.rest)))
    return opened


def parted(talk: Conversation, lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The lines that the rules read now and, while commitments are opened, those that act afterwards."""
    turn = talk.turn
    if not turn.game.pace.commit:
        return lines, ()
    words = turn.card.lasting if turn.game.window else ()
    later = tuple(line for line in lines if not line.command and first_word(line.text) in words)
    return tuple(line for line in lines if line not in later), later


def outside_window(talk: Conversation, cut: CutLetter, read: Orders | Problems, opened: bool) -> list[Problem]:
    """A problem for a sheet beside COMMIT, and for one that comes when only commitments are *opened*.

    One that was there before the deadline counts, even if we found it later.
    """
    turn, seat = talk.turn, talk.seat
    commits = [request for request in cut.commands if request.name == "commit"]
    if isinstance(read, Problems) or read.dry or not (read.acts and turn.game.pace.commit) or turn.game.clock is None:
        return []
    after = turn.rules.file(turn.game.state, seat, read, turn.at).state
    if turn.ruleset.sealed.on_file(after, seat) == turn.on_file(seat):
        return []
    if commits:
        return [Problem(commits[0].line, 1, "commit-alone", phrase("fault.commit-alone"))]
    if not turn.game.window or opened or talk.in_time():
        return []
    first = next(line for line in cut.lines if line.text.strip() and not line.command)
    return [Problem(first.number, 1, "window", phrase("fault.window"))]
