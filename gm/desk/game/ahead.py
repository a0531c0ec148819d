"""What was kept for a phase, letters and standing orders: read when it begins, as if each had come at once. Pure.

The clock of the phase is set before, as if nothing were on file: what has been kept changes nobody's deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from gm.desk import notices as said
from gm.rules import Kept, Letter, Line, Problem, Problems, Seat, to

if TYPE_CHECKING:
    from gm.desk.game.turn import Turn

SHOWN = 20  # wrong lines shown of a letter; the others are counted


def take_up(turn: Turn) -> None:
    """Read what was kept for the phase that has begun: what is right is on file, what is not goes back to its player.

    Of what their rules take as a whole, nothing is filed if a line is wrong. What standing orders file is right.
    """
    code = turn.phase().code
    for seat in turn.game.seats:
        texts = turn.ruleset.standing.standing_lines(turn.game.state, seat)
        if texts:
            lines = tuple(Line(number, text) for number, text in enumerate(texts, 1))
            _read(turn, seat, Kept(turn.phase(), lines), standing=True)
    due = [(seat, kept) for seat, one in turn.game.seats.items() for kept in one.ahead if kept.phase.code == code]
    for seat, kept in due:
        turn.sit(seat, ahead=tuple(one for one in turn.game.seats[seat].ahead if one != kept))
        _read(turn, seat, kept)
    if due:
        turn.look_at_completeness()


def _read(turn: Turn, seat: Seat, kept: Kept, standing: bool | UnsetType = UNSET) -> None:
    before = turn.on_file(seat)
    read = turn.rules.read(turn.game.state, seat, Letter(kept.lines, phase=kept.phase.code, ahead=True))
    if isinstance(read, Problems) or read.problems:
        turn.note(to(seat), _not_taken(kept, read.problems))
        return
    turn.step(turn.rules.file(turn.game.state, seat, read, turn.at))
    # Told without a receipt: who knows the leaf of this entry could tell by its head whether anybody else has written.
    seal = turn.seal(seat) if turn.on_file(seat) != before else ""
    turn.note(to(seat), said.TakenUp(kept.phase.code, kept.phase.title, seal, standing))
    if read.unread:
        turn.note(to(seat), said.NotRead(tuple(line.text for line in read.unread)))
    lasts = turn.may_complete(seat)
    if lasts is not None:
        turn.note(to(seat), lasts)


def _not_taken(kept: Kept, problems: tuple[Problem, ...]) -> said.NotTakenUp:
    texts = {line.number: line.text for line in kept.lines}
    shown = tuple(
        {
            "line": one.line, "column": one.column, "text": texts.get(one.line, ""), "message": one.message,
            "hints": list(one.hints),
        }
        for one in problems[:SHOWN]
    )  # fmt: skip
    more = max(0, len(problems) - SHOWN)
    return said.NotTakenUp(kept.phase.code, kept.phase.title, shown, more, retry=tuple(texts.values()))
