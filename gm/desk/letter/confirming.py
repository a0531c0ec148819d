"""What is done only after a CONFIRM, by a reply to the mail that asks: resigning, letters that were held."""

from __future__ import annotations

from gm.desk import notices as said
from gm.desk.game import Question
from gm.desk.letter.commands import Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.desk.letter.errands import ask_there
from gm.desk.letter.questions import answered, standing, without


def _on_resign(talk: Conversation, _: Command) -> None:
    if talk.event.confirmed:
        _resign(talk)
    else:
        _ask_to_resign(talk)


def _ask_to_resign(talk: Conversation) -> None:
    """Ask by the answer to this letter; a CONFIRM in reply to that does it."""
    talk.to_ask.append(("resign",))
    talk.about = "do you resign?"
    talk.tell(said.ConfirmAsked(f"resign as {talk.turn.name(talk.seat)}", "CONFIRM"))


def _resign(talk: Conversation) -> None:
    talk.about = "you have resigned"
    talk.turn.left.append(talk.seat)
    talk.tell(said.Resigned(talk.turn.name(talk.seat)))


def _on_confirm(talk: Conversation, _: Command) -> None:
    question = _settle(talk)
    if question is None:
        _nothing_to_confirm(talk)
    elif question.act[0] == "resign":
        _resign(talk)
    elif question.act[0] != "letter":
        ask_there(talk, question.act)
    else:
        talk.turn.released.append(int(question.act[1]))


def _on_deny(talk: Conversation, _: Command) -> None:
    question = _settle(talk)
    if question is None:
        _nothing_to_confirm(talk)
        return
    letter = question.act[0] == "letter"
    if letter:
        talk.turn.denied.append(int(question.act[1]))
    talk.about = "nothing is done"
    talk.tell(said.Denied(letter))


def _settle(talk: Conversation) -> Question | None:
    """The question that this letter answers, which then stands no more; None if it answers none."""
    turn, seat = talk.turn, talk.seat
    question = answered(talk.questions, talk.event.answers, turn.at)
    if question is not None:
        turn.sit(seat, questions=without(turn.game.seats[seat].questions, question.act))
    return question


def _nothing_to_confirm(talk: Conversation) -> None:
    """It replies to no mail that asks. RESIGN is asked about again; a letter only where it is shown."""
    waiting = standing(talk.questions, talk.turn.at)
    if [question.act for question in waiting] == [("resign",)]:
        _ask_to_resign(talk)
    else:
        talk.tell(said.NothingToConfirm(bool(waiting)))


def answers_nothing(talk: Conversation) -> bool:
    """Whether a CONFIRM or a DENY of this letter would settle nothing, and ask for nothing again."""
    waiting = standing(talk.questions, talk.turn.at)
    if [question.act for question in waiting] == [("resign",)]:
        return False
    return answered(talk.questions, talk.event.answers, talk.turn.at) is None


def _on_takeover(talk: Conversation, _: Command) -> None:
    talk.tell(said.AlreadySeated(talk.turn.name(talk.seat)))


def _on_leave(talk: Conversation, command: Command) -> None:
    """LEAVE, of a player: he means RESIGN. With a word behind it, it is not a command but for the game's name."""
    meant = "".join(command.words).lower() in ("", talk.turn.game.name)
    if meant and talk.turn.game.over:
        talk.say_about("the game is over")
        talk.tell(said.Stopped(talk.turn.name(talk.seat), talk.turn.game.name, over=True))
    elif meant:
        _on_resign(talk, command)
    else:
        lines = tuple(line.text for line in talk.event.lines if line.number == command.line)
        talk.tell(said.NotRead(lines))


CONFIRMING: Commands = {
    "resign": _on_resign,
    "confirm": _on_confirm,
    "deny": _on_deny,
    "leave": _on_leave,
    "takeover": _on_takeover,
    "join": _on_takeover,
    "observe": _on_takeover,
    "monitor": _on_takeover,
}
