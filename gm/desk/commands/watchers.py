"""BROADCAST of those who watch, in games that let them write: to everybody, under the name by which they watch."""

from __future__ import annotations

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.visit import Visit
from gm.desk.game.budget import fullness, with_more
from gm.desk.game.game import Guest, Role
from gm.desk.game.post import Post
from gm.desk.game.posting import send
from gm.desk.game.telling import OBSERVER_READER
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import DISCLOSURE, Problem


def broadcast_of_a_guest(visit: Visit, request: Request) -> None:
    """Send the message of one who watches, if the game lets them write and the letter is certainly theirs."""
    guest = visit.guest()
    if guest is None or not visit.may_write():
        return  # the answer says that it was not used
    visit.used.update(range(request.line, request.until + 1))
    if request.grey or request.sender or request.shown:
        visit.refuse([Problem(request.line, 1, "press-kind", phrase("fault.watcher-name"))])
    elif _spend(visit, guest, request):
        _send(visit, guest, request)


def _spend(visit: Visit, guest: Guest, request: Request) -> bool:
    """Take the message from the writer's budget, as large as a player's; if there is no room, say so."""
    turn = visit.turn
    readers = len(turn.game.seats) + len(turn.game.watchers(Role.OBSERVER)) - 1
    full = fullness(turn.game.budget, guest.sent, readers, turn.at)
    if full is None:
        visit.set_guest(replace(guest, sent=with_more(guest.sent, readers, turn.at)))
        return True
    again = turn.words(full.again, None)
    told = said.PressNotSent((), True, request.body, full.most, full.in_day, again=again)
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
