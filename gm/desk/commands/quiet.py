"""SET QUIET: a player mutes what others write. Nobody is told, and what is muted can be read by HISTORY.

It goes by the sender that a message shows: whether it comes or not tells nothing about who wrote it.
"""

from __future__ import annotations

from collections.abc import Mapping

from lark import Token, Tree

from gm.desk import notices as said
from gm.desk.commands.declared import Command
from gm.desk.game.posting import NAMELESS, WATCHERS
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request, plain, seats_of, tokens_of
from gm.desk.notices.phrases import phrase
from gm.rules import Line, Problem, Seat, as_seat
from gm.rules.lines.words import listed

OFF, ON = ("OFF", "NO"), ("ON", "YES")
OTHERS = {"GREY": NAMELESS, "GRAY": NAMELESS, "OBSERVERS": WATCHERS}


def _read(line: Line, tree: Tree[Token], seats: Mapping[str, Seat]) -> Request | Problem:
    """Read whom to mute, or with OFF behind them whom no longer. The request's words begin with "on" or "off"."""
    tokens = tokens_of(tree)
    last = plain(tokens[-1])
    names = tokens[:-1] if last in (*OFF, *ON) else tokens
    found = seats_of(line, names, {**seats, **OTHERS})
    if isinstance(found, Problem):
        return found
    if not found and last not in OFF:
        return Problem(line.number, tokens[-1].column or 1, "quiet", phrase("fault.quiet"), hints=("SET QUIET OFF",))
    return Request("quiet", ("off" if last in OFF else "on", *found), line=line.number)


def _quiet(talk: Conversation, request: Request) -> None:
    way, *named = request.words
    seats = [as_seat(word) for word in named if as_seat(word) != talk.seat]
    muted = talk.turn.game.seats[talk.seat].quiet
    if way == "on":
        muted = tuple(dict.fromkeys((*muted, *seats)))
    else:
        muted = tuple(seat for seat in muted if named and seat not in seats)
    talk.turn.sit(talk.seat, quiet=muted)
    called = {NAMELESS: phrase("reason.nameless"), WATCHERS: phrase("reason.watchers")}
    names = [called.get(seat) or talk.turn.name(seat) for seat in muted]
    talk.say_about(phrase("subject.settings"))
    talk.tell(said.SetTo("QUIET", phrase("reason.quiet", names=listed(names)) if names else "off"))


QUIET = (Command("quiet", ("SET QUIET _words",), topic="QUIET", after_end=True, read=_read, player=_quiet),)
