"""CONFIRM and DENY, in reply to a mail that asks a player or a guest: do what was asked about, or drop it."""

from __future__ import annotations

from gm.desk import notices as said
from gm.desk.commands.declared import GUEST, PLAYER, Command
from gm.desk.commands.errands import ask_there, do_errand
from gm.desk.commands.joining import join_confirmed, taken_over, watches, wish_of
from gm.desk.commands.leaving import ask_to_resign, left, resign
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Question, Role, answered, standing, without
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import as_seat
from gm.rules.lines.words import first_word
from gm.rules.ruleset import LiveView

ANYWAY = ("YES", "NO")  # these may answer anything, and never stop a letter


def _on_confirm(talk: Conversation, _: Request) -> None:
    question = _settle(talk)
    if question is None:
        _nothing_to_confirm(talk)
    elif question.act[0] == "resign":
        resign(talk)
    elif question.act[0] == "rules":
        talk.take(talk.turn.rules.confirmed(talk.turn.game.state, talk.seat, question.act[1], talk.turn.at))
    elif question.act[0] != "letter":
        ask_there(talk, question.act)
    else:
        talk.turn.released.append(int(question.act[1]))


def _on_deny(talk: Conversation, _: Request) -> None:
    question = _settle(talk)
    if question is None:
        _nothing_to_confirm(talk)
        return
    letter = question.act[0] == "letter"
    if letter:
        talk.turn.denied.append(int(question.act[1]))
    talk.about = phrase("subject.denied")
    talk.tell(said.Denied(letter))


def _settle(talk: Conversation) -> Question | None:
    """Remove and return the question that this letter answers; None if it answers none."""
    turn, seat = talk.turn, talk.seat
    question = answered(talk.questions, talk.event.answers, turn.at)
    if question is not None:
        turn.sit(seat, questions=without(turn.game.seats[seat].questions, question.act))
    return question


def _nothing_to_confirm(talk: Conversation) -> None:
    """Answer a CONFIRM that replies to no mail that asks. RESIGN is asked again; a held letter is not."""
    waiting = standing(talk.questions, talk.turn.at)
    if [question.act for question in waiting] == [("resign",)]:
        ask_to_resign(talk)
    else:
        view = talk.turn.view(talk.seat)
        answers = isinstance(view, LiveView) and bool(view.answers or view.offers)
        talk.tell(said.NothingToConfirm(bool(waiting), answers))


def _answers_nothing(talk: Conversation) -> bool:
    """Whether a CONFIRM or DENY in this letter would settle nothing and cause nothing to be asked again."""
    waiting = standing(talk.questions, talk.turn.at)
    if [question.act for question in waiting] == [("resign",)]:
        return False
    return answered(talk.questions, talk.event.answers, talk.turn.at) is None


def _why_not(talk: Conversation, request: Request) -> str:
    if first_word(talk.line(request)) in ANYWAY or not _answers_nothing(talk):
        return ""
    return phrase("fault.confirms-nothing")


def _confirm_of_a_guest(visit: Visit, _: Request) -> None:
    """CONFIRM: do what the mail replied to asks about."""
    question = visit.settle()
    if question is None:
        visit.reply(phrase("subject.nothing-to-confirm"), said.NothingToConfirm(visit.question is not None))
        return
    act, *words = question.act
    if act == "takeover":
        taken_over(visit, as_seat(words[0]))
    elif act == "join":
        join_confirmed(visit, wish_of(words))
    elif act in ("observe", "monitor"):
        watches(visit, Role.OBSERVER if act == "observe" else Role.MONITOR, words[0])
    elif act == "leave":
        left(visit)
    else:
        done = do_errand(visit.turn, visit.person, act, words)
        visit.answered = done is None
        if done is not None:
            visit.reply(*done)


def _deny_of_a_guest(visit: Visit, _: Request) -> None:
    """DENY: drop what the mail replied to asks about."""
    if visit.settle() is None:
        visit.reply(phrase("subject.nothing-to-confirm"), said.NothingToConfirm(visit.question is not None))
    else:
        visit.reply(phrase("subject.denied"), said.Denied(letter=False))


CONFIRMING = (
    Command(
        "confirm", ("CONFIRM", "YES"), shy=("YES",), loose=("YES",), strict=True, who=PLAYER | GUEST, refuse=_why_not,
        player=_on_confirm, guest=_confirm_of_a_guest,
    ),
    Command(
        "deny", ("DENY", "NO"), shy=("NO",), loose=("NO",), strict=True, who=PLAYER | GUEST, refuse=_why_not,
        player=_on_deny, guest=_deny_of_a_guest,
    ),
)  # fmt: skip
