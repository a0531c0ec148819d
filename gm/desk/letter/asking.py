"""Pure questions of a player: HELP, STATUS, SHOW, HISTORY. Answered whatever becomes of the rest of his letter."""

from __future__ import annotations

from gm.desk import notices as said
from gm.desk.letter.commands import Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.desk.letter.past import told_before


def _help(talk: Conversation, command: Command) -> None:
    talk.say_about("help")
    talk.tell(said.Help(" ".join(command.words).strip().upper(), ""))


def _status(talk: Conversation, _: Command) -> None:
    talk.say_about("how the game stands")
    talk.tell(talk.turn.status())


def _show(talk: Conversation, _: Command) -> None:
    turn = talk.turn
    decided = turn.rules.outcome(turn.game.state)  # perhaps by this very letter, before the game is called over
    over = turn.game.over or (decided.how if decided is not None else "")
    if over:
        talk.say_about("the game is over")
        talk.tell(said.Over(over, "", turn.game.seed_hash()))
        return
    talk.say_about("what we have from you")
    talk.tell(turn.show(talk.seat))


def _history(talk: Conversation, command: Command) -> None:
    talk.say_about("what you were told")
    talk.tell(told_before(talk.turn.past(talk.seat), " ".join(command.words)))


QUESTIONS: Commands = {"help": _help, "status": _status, "show": _show, "history": _history}
