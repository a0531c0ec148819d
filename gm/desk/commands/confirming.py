"""CONFIRM and DENY, in reply to a mail that asks a player or a guest: do what was asked about, or drop it."""

from __future__ import annotations

import re

from gm.desk import notices as said
from gm.desk.commands.declared import GUEST, PLAYER, Command
from gm.desk.commands.errands import ask_there, do_errand
from gm.desk.commands.joining import join_confirmed, taken_over, watches, wish_of
from gm.desk.commands.leaving import ask_to_resign, left, resign
from gm.desk.commands.substituting import offers, offers_no_more
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Role
from gm.desk.game.questions import Question, all_answered, is_letter, standing
from gm.desk.game.waiting import settle
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import as_seat
from gm.rules.lines.words import first_word
from gm.rules.ruleset import LiveView

ANYWAY = ("YES", "NO")  # these may answer anything, and never stop a letter


def _on_confirm(talk: Conversation, request: Request) -> None:
    for question in _settle(talk, request):
        if question.act[0] == "resign":
            resign(talk)
        elif question.act[0] == "rules":
            talk.take(talk.turn.rules.confirmed(talk.turn.game.state, talk.seat, question.act[1], talk.turn.at))
        elif not is_letter(question):
            ask_there(talk, question.act)
        else:
            talk.turn.released.append(int(question.act[1]))


def _on_deny(talk: Conversation, request: Request) -> None:
    questions = _settle(talk, request)
    if not questions:
        return
    letters = [int(question.act[1]) for question in questions if is_letter(question)]
    talk.turn.denied += letters
    talk.about = phrase("subject.denied")
    talk.tell(said.Denied(bool(letters), len(letters) > 1))


def _settle(talk: Conversation, request: Request) -> tuple[Question, ...]:
    """Remove and return the questions that this line of a letter answers; if it answers none, say so.

    Whatever it settles of several letters, the answer shows those that still wait.
    """
    chosen, unclear = _chosen(talk, request)
    settle(talk.turn, talk.seat, (question.act for question in chosen))
    if unclear:
        talk.about = phrase("subject.which-letter")
        if ("whichletter", said.WhichLetter()) not in talk.answer:
            talk.tell(said.WhichLetter())
    elif not chosen:
        _nothing_to_confirm(talk)
    talk.shows_held = talk.shows_held or unclear or any(map(is_letter, chosen))
    return chosen


def _chosen(talk: Conversation, request: Request) -> tuple[tuple[Question, ...], bool]:
    """The questions that a line answers, and whether it leaves open which of several letters it is about.

    A mail that asks about several letters wants their numbers, even once a single one is left: a CONFIRM that was sent
    twice must not confirm another one.
    """
    event, sitting = talk.event, talk.turn.game.seats[talk.seat]
    found = all_answered(talk.questions, event.answers, talk.turn.at)
    found = tuple(question for question in found if question.act in {one.act for one in sitting.questions})
    letters = tuple(filter(is_letter, found))
    words = " ".join(request.words).upper()
    if not letters:
        return (found[:1] if not words else ()), False
    if not words:
        alone = tuple(question for question in letters if event.answers not in question.among)
        return alone[:1], not alone
    numbers = {one.act: one.number for one in sitting.held}
    named = {int(number) for number in re.findall(r"\d+", words)}
    chosen = tuple(question for question in letters if not named or numbers.get(question.act) in named)
    return chosen, not chosen


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
    return not all_answered(talk.questions, talk.event.answers, talk.turn.at)


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
    elif act == "substitute":
        offers(visit)
    elif act == "substitute-off":
        offers_no_more(visit)
    else:
        plays = act == "sitter" and any(seat != words[0] for seat in visit.event.elsewhere)  # against that player
        done = do_errand(visit.turn, visit.person, act, words, visit.has_seen() or plays)
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
        "confirm", ("CONFIRM which?", "YES"), shy=("YES",), loose=("YES",), strict=True, who=PLAYER | GUEST,
        shape="CONFIRM, or CONFIRM and the numbers of letters, or CONFIRM ALL", refuse=_why_not, player=_on_confirm,
        guest=_confirm_of_a_guest,
    ),
    Command(
        "deny", ("DENY which?", "NO"), shy=("NO",), loose=("NO",), strict=True, who=PLAYER | GUEST,
        shape="DENY, or DENY and the numbers of letters, or DENY ALL", refuse=_why_not, player=_on_deny,
        guest=_deny_of_a_guest,
    ),
)  # fmt: skip
