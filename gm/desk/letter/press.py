"""Messages from player to player, passed on by the GameMaster: the text itself, and nothing else of the letter.

A game has some of these kinds: private (to those named), public (to everybody), grey (without the sender's name), fake
(with a false sender, or false readers, at its head). What a game does not have is refused before anybody learns of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gm.desk import notices as said
from gm.desk.letter.commands import OPERATOR_SEAT, Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.desk.telling import OPERATOR_READER
from gm.rules import DISCLOSURE, Line, Problem

SOMEBODY = "somebody"


def faults_of_press(talk: Conversation, commands: Sequence[Command]) -> list[Problem]:
    """What is wrong with the messages of a letter, by the rules of this game."""
    found = []
    for command in commands:
        if command.name in ("press", "broadcast"):
            code, why = _fault(talk, command)
            if why:
                found.append(Problem(command.line, 1, code, why))
    return found


def _fault(talk: Conversation, command: Command) -> tuple[str, str]:
    kinds = talk.turn.game.press
    if command.name == "press" and talk.seat in command.words:
        return "press-to-self", "this is press to yourself"
    if command.words == (OPERATOR_SEAT,) and not (command.grey or command.sender or command.shown):
        return "", ""
    if OPERATOR_SEAT in command.words:
        return "press-kind", "press to the operator is for him alone, and under your own name"
    if not kinds:
        return "press-kind", "this game has no messages between players; PRESS TO GM reaches the operator"
    if command.name == "press" and "private" not in kinds:
        return "press-kind", "this game has no private messages; BROADCAST reaches everybody"
    if command.name == "broadcast" and "public" not in kinds:
        return "press-kind", "this game has no messages to everybody; PRESS TO and a name reaches one player"
    if command.grey and "grey" not in kinds:
        return "press-kind", "in this game a message bears its sender's name"
    if (command.sender or command.shown) and "fake" not in kinds:
        return "press-kind", "in this game a message bears its true sender and its true readers"
    return _contradiction(talk, command)


def _contradiction(talk: Conversation, command: Command) -> tuple[str, str]:
    """What no true message looks like, so that its readers would see at once that it is false."""
    if command.grey and command.sender:
        return "press-false", "GREY shows no sender and FROM shows one: choose one of them"
    if command.sender and command.sender in command.words:
        return "press-false", "a message is never to its own sender: FROM names one of its readers"
    if (command.sender or talk.seat) in command.shown:
        return "press-false", "a message is never to its own sender: FAKE TO names the one whom it seems to come from"
    if command.name == "broadcast" and command.shown:
        return "press-false", "a message to everybody has no other readers to show: leave FAKE TO out"
    return "", ""


def _on_press(talk: Conversation, command: Command) -> None:
    if command.words == (OPERATOR_SEAT,):
        _to_operator(talk, command)
    else:
        _send(talk, command.words, command)


def _on_broadcast(talk: Conversation, command: Command) -> None:
    others = tuple(seat for seat in talk.turn.game.seats if seat != talk.seat)
    _send(talk, others, command)


def _to_operator(talk: Conversation, command: Command) -> None:
    turn = talk.turn
    press = said.PressToOperator(turn.name(talk.seat), talk.seat, command.body)
    turn.mail(OPERATOR_READER, "operator", f"{turn.name(talk.seat)} writes", [("presstooperator", press)], footer=False)
    talk.say_about("your message is sent")
    talk.tell(said.PressSent(("the operator",), False, command.body, left_out=_left_out(talk, command)))


def _send(talk: Conversation, seats: Sequence[str], command: Command) -> None:
    """Mail the text, and nothing else of the letter, to the others; the sender is told what was sent to whom."""
    turn = talk.turn
    if turn.rules.alone:
        _send_alone(talk, seats, command)
        return
    broadcast = command.name == "broadcast"
    true = said.Press(turn.name(talk.seat), tuple(map(turn.name, seats)), broadcast, command.body)
    head = _as_shown(talk, true, command)
    # Who answers a false sender writes to whom he sees there; the writer of a grey message is found, and not named.
    answers = command.sender or talk.seat
    about = f"press from {head.sender or SOMEBODY}"
    for seat in seats:
        if seat == command.sender:  # whose name is used reads it as well, and has nobody to reply to
            turn.mail(seat, "press", about, [("publicpress", head)], footer=False)
        elif seat != talk.seat:
            turn.mail(seat, "press", about, [("press", head)], footer=False, press_from=answers)
    for person in turn.game.watchers("observer") if broadcast else ():
        turn.mail(person, "press", about, [("publicpress", head)], footer=False)
    turn.note(DISCLOSURE, true if head == true else said.FalsePress(true.sender, true.to, head))
    talk.say_about("your press is sent")
    as_from = "" if head.sender == true.sender else head.sender or SOMEBODY
    as_to = () if broadcast or head.to == true.to else head.to
    talk.tell(said.PressSent(true.to, broadcast, command.body, as_from, as_to, _left_out(talk, command)))


def _send_alone(talk: Conversation, seats: Sequence[str], command: Command) -> None:
    """Mail the text to each as if to him alone, in their conversation; nobody learns who else got it."""
    turn, name = talk.turn, talk.turn.name
    for seat in seats:
        press = said.Press(name(talk.seat), (name(seat),), False, command.body)
        about = f"with {name(talk.seat)}"
        turn.mail(seat, "press", about, [("press", press)], footer=False, press_from=talk.seat, talk=talk.seat)
        turn.note(DISCLOSURE, press)
    talk.say_about("your press is sent")
    talk.talks |= {*seats} if len(seats) == 1 else {""}
    talk.tell(said.PressSent(tuple(map(name, seats)), False, command.body, left_out=_left_out(talk, command)))


def _left_out(talk: Conversation, command: Command) -> int:
    """How many lines of a message were taken for quotations, and did not go with it."""
    return sum(command.line < number < command.until for number in talk.event.between)


def _as_shown(talk: Conversation, true: said.Press, command: Command) -> said.Press:
    """The message as its readers see it. A broadcast is to all but its sender: its readers must not tell who he is."""
    turn = talk.turn
    sender = "" if command.grey else turn.name(command.sender or talk.seat)
    to = tuple(map(turn.name, command.shown)) if command.shown else true.to
    if true.broadcast:
        to = tuple(name for name in map(turn.name, turn.game.seats) if name != sender)
    return said.Press(sender, to, true.broadcast, true.lines)


def reply_to_press(talk: Conversation, is_order: Callable[[Line], bool]) -> None:
    """A reply to press goes to its sender as a whole; if a line of it would be an order, nowhere."""
    turn, sender = talk.turn, talk.event.press_from
    lines = [line for line in talk.event.lines if line.text.strip()]
    hidden = [line.text for line in lines if is_order(line)]
    texts = tuple(line.text for line in talk.event.lines)
    if not turn.game.over and (hidden or "private" not in turn.game.press):
        talk.about = "nothing was sent, nothing was done"
        phase = turn.game.clock.phase if turn.game.clock else ""
        name = "" if talk.event.press_grey else turn.name(sender)
        talk.tell(said.PressUnclear(name, tuple(hidden), texts, phase, "private" in turn.game.press))
    elif talk.event.press_grey:
        _answer_grey(talk, texts)
    else:
        _send(talk, (sender,), Command("press", (sender,), texts, grey=talk.event.stay_grey))


def _answer_grey(talk: Conversation, texts: Sequence[str]) -> None:
    """Mail a reply to who wrote a grey message, without telling the sender of the reply who that is."""
    turn, seat = talk.turn, talk.event.press_from
    press = said.Press(turn.name(talk.seat), (turn.name(seat),), False, tuple(texts), unnamed=True)
    about = f"press from {turn.name(talk.seat)}"
    turn.mail(seat, "press", about, [("press", press)], footer=False, press_from=talk.seat)
    turn.note(DISCLOSURE, press)
    talk.say_about("your press is sent")
    talk.tell(said.PressSent(("whoever wrote that message",), False, tuple(texts)))


PRESS: Commands = {"press": _on_press, "broadcast": _on_broadcast}
