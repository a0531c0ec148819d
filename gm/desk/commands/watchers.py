"""Messages of persons without a seat: to the operator, and of those who watch to everybody where the game lets them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.presskinds import OPERATOR_SEAT, silence
from gm.desk.commands.visit import Visit
from gm.desk.game.budget import fullness, with_more
from gm.desk.game.game import Guest, Role
from gm.desk.game.post import Post
from gm.desk.game.posting import send
from gm.desk.game.telling import OBSERVER_READER, OPERATOR_READER
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, Problem


def broadcast_of_a_guest(visit: Visit, request: Request) -> None:
    """Send the message of one who watches, if the game lets them write and the letter is certainly theirs."""
    guest = visit.guest()
    if guest is None or not visit.may_write():
        return  # the answer says that it was not used
    visit.used.update(range(request.line, request.until + 1))
    readers = len(visit.turn.game.seats) + len(visit.turn.game.watchers(Role.OBSERVER)) - 1
    if request.grey or request.sender or request.shown:
        visit.refuse([Problem(request.line, 1, "press-kind", phrase("fault.watcher-name"))])
    elif why := silence(visit.turn):
        visit.refuse([Problem(request.line, 1, "press-late", why)])
    elif _spend(visit, guest, request, (), readers):
        _send(visit, guest, request)


def press_of_a_guest(visit: Visit, request: Request) -> None:
    """Send the message of one who has joined or watches to the operator, if the letter is certainly theirs."""
    guest, to = visit.guest(), (phrase("reason.the-operator"),)
    plain = request.words == (OPERATOR_SEAT,) and not (request.grey or request.sender or request.shown)
    if not plain or guest is None or not visit.may_reach_the_operator():
        return  # the answer says that it was not used
    visit.used.update(range(request.line, request.until + 1))
    if not visit.proven():
        visit.reply(phrase("subject.press-not-sent"), said.Unused((), len(request.body), "message"))
        return
    if not _spend(visit, guest, request, to, 1):
        return
    watches = guest.role == Role.OBSERVER
    sender = phrase("reason.watcher", name=guest.name) if watches else phrase("reason.newcomer", number=guest.number)
    press, about = said.PressToOperator(sender, "", request.body), phrase("subject.to-operator", seat=sender)
    send(visit.turn, [Post(OPERATOR_READER, about, ("presstooperator", press), together=about)])
    visit.reply(phrase("subject.message-sent"), said.PressSent(to, False, request.body))


def _spend(visit: Visit, guest: Guest, request: Request, to: Sequence[str], readers: int) -> bool:
    """Take a message to *to* (() for all) from its writer's budget, as large as a player's; say if there is no room."""
    turn = visit.turn
    full = fullness(turn.game.budget, guest.sent, readers, turn.at)
    if full is None:
        visit.set_guest(replace(guest, sent=with_more(guest.sent, readers, turn.at)))
        return True
    again = turn.words(full.again, None)
    told = said.PressNotSent(tuple(to), not to, request.body, full.most, full.in_day, again=again)
    visit.reply(phrase("subject.press-not-sent"), told)
    return False


def _send(visit: Visit, guest: Guest, request: Request) -> None:
    turn, sender = visit.turn, phrase("reason.watcher", name=guest.name)
    press = said.Press(sender, tuple(map(turn.name, turn.game.seats)), True, request.body, watches=True)
    turn.note(DISCLOSURE, press)
    visit.reply(phrase("subject.press-sent"), said.PressSent(press.to, True, request.body))
    post = Post(
        OBSERVER_READER, phrase("subject.press", sender=sender), ("publicpress", press), together=sender,
        writer=visit.person,
    )  # fmt: skip
    if send(turn, [*(replace(post, reader=seat) for seat in turn.game.seats), post]):
        visit.tell(said.PressWaits(turn.phase().title))
