"""Messages from player to player, passed on by the GameMaster: the text itself, and nothing else of the letter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm.desk import notices as said
from gm.desk.commands import Command
from gm.desk.conversation import Commands, Conversation
from gm.rules import DISCLOSURE, Line, Problem


def faults_of_press(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """Press that names its own writer: surely another was meant."""
    own = (c for c in commands if c.name == "press" and talk.seat in c.words)
    return [Problem(c.line, 1, "press-to-self", "this is press to yourself") for c in own]


def _on_press(talk: Conversation, command: Command) -> None:
    _send(talk, command.words, command.body, broadcast=False)


def _on_broadcast(talk: Conversation, command: Command) -> None:
    others = tuple(seat for seat in talk.turn.game.seats if seat != talk.seat)
    _send(talk, others, command.body, broadcast=True)


def _send(talk: Conversation, seats: Sequence[str], body: Sequence[str], broadcast: bool) -> None:
    """Mail the text, and nothing else of the letter, to the others; the sender is told what was sent to whom."""
    turn = talk.turn
    names = tuple(turn.name(seat) for seat in seats)
    press = said.Press(turn.name(talk.seat), names, broadcast, tuple(body))
    for seat in seats:
        if seat != talk.seat:
            about = f"press from {turn.name(talk.seat)}"
            turn.mail(seat, "press", about, [("press", press)], footer=False, press_from=talk.seat)
    turn.note(DISCLOSURE, press)
    talk.say_about("your press is sent")
    talk.tell(said.PressSent(names, broadcast, tuple(body)))


def reply_to_press(talk: Conversation, is_order: Callable[[Line], bool]) -> None:
    """A reply to press goes to its sender as a whole; if a line of it would be an order, nowhere."""
    turn, sender = talk.turn, talk.event.press_from
    lines = [line for line in talk.event.lines if line.text.strip()]
    hidden = [line.text for line in lines if is_order(line)]
    if turn.game.over or not hidden:
        _send(talk, (sender,), [line.text for line in talk.event.lines], broadcast=False)
        return
    talk.about = "nothing was sent, nothing was done"
    phase = turn.game.clock.phase if turn.game.clock else ""
    texts = tuple(line.text for line in talk.event.lines)
    talk.tell(said.PressUnclear(turn.name(sender), tuple(hidden), texts, phase))


PRESS: Commands = {"press": _on_press, "broadcast": _on_broadcast}
