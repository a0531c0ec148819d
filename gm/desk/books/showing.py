"""What anybody may be shown of a game, kept when something public is told in it, and at no other time.

It is made of what an observer would be told if they asked at that moment, and of what LIST says. So whatever is
published from it tells nothing that an observer does not know, nor when anything else happened.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.compose.page import place
from gm.desk.game.game import Game
from gm.desk.game.offers import Offer, offer_of
from gm.desk.game.settings import settings_of
from gm.desk.game.turn import Turn
from gm.registry import ruleset
from gm.store.database import as_json
from gm.store.store import Store


class Head(msgspec.Struct, frozen=True):
    """A game in a list. title: of its rules; phase: the title of the phase now due; deadline: when that is due.

    board: the file of a page on which its orders are tapped, if that is for a board of its own; else "".
    forming: it has not begun; listed: lists may name it; places, joined, vacant, word: as LIST says (`Offer`). ended:
    when it was over. report: there may be a report of it, with names or all messages if these are set.
    """

    title: str
    ruleset: str
    listed: bool
    zone: str
    board: str = ""
    forming: bool = False
    over: str = ""
    phase: str = ""
    deadline: datetime | None = None
    paused: bool = False
    places: int = 0
    joined: int = 0
    vacant: tuple[str, ...] = ()
    word: bool = False
    ended: datetime | None = None
    report: bool = False
    names: bool = False
    press: bool = False


class Page(msgspec.Struct, frozen=True):
    """A game on its own page. notices: what an observer would be told on asking, by kind; picture: the board."""

    notices: tuple[tuple[str, Any], ...]
    picture: Any = None


def _picture_of(game: Game) -> object:
    """The board as an observer's mail shows it, else as it is drawn for observers; None if it is not."""
    drawn = ruleset(game.ruleset).drawn
    told = (getattr(body, "picture", None) for body in drawn.shown(game.state, None, ""))
    return next((picture for picture in told if picture is not None), None) or drawn.picture(game.state, None)


def keep_shown(store: Store, before: Game | None, turn: Turn) -> None:
    """Keep what may be shown of a game after an event, if it told something public or LIST says something new."""
    game = turn.game
    if game.showing.pages == "none":
        return
    newest = store.site.newest(game.name)
    last = msgspec.json.decode(newest.head, type=Head) if newest is not None else None
    if turn.public:
        title = f"{game.clock.phase}: {turn.public}" if game.clock is not None else turn.public
        store.site.tell(game.name, turn.at, title, head=as_json(head_of(game, turn, last)), page=as_json(page_of(turn)))
    elif before is None or _offered(before) != _offered(game):
        at = turn.at.replace(second=0, microsecond=0)
        if last is None or game.forming is not None:
            head, page = as_json(head_of(game, turn, last)), as_json(page_of(turn))
        else:  # who looks for places may see that one is free; the rest stays as it was told
            head, page = as_json(_with_offer(last, game)), store.site.page(game.name)
        at = at if newest is None else max(at, newest.at)
        store.site.tell(game.name, at, "" if before is not None else "looks for players", head=head, page=page)


def _offered(game: Game) -> Offer | None:
    """What LIST says of a game, or would if it named it."""
    return offer_of(replace(game, listed=True))


def head_of(game: Game, turn: Turn, before: Head | None) -> Head:
    """A game in a list, as it stands after an event. *before*: as it was."""
    clock, showing, phase = game.clock, game.showing, turn.phase_now() if game.clock is not None else None
    head = Head(
        turn.card.title, game.ruleset, listed=game.listed, zone=game.timezone, board=_board_of(game),
        forming=game.forming is not None, over=game.over, phase=phase.title if phase is not None else "",
        deadline=clock.due if clock is not None else None,
        paused=clock is not None and clock.paused is not None, places=len(game.seats),
        ended=_ended(turn, before), report=showing.pages == "report",
        names=showing.names and game.names_after == "end", press=showing.press,
    )  # fmt: skip
    return _with_offer(head, game)


def _board_of(game: Game) -> str:
    where = place(game.ruleset, game.options)
    return where.file if where is not None and where.own else ""


def _ended(turn: Turn, before: Head | None) -> datetime | None:
    """When the game was over, None while it is not. More may be told later: the players' last words."""
    if not turn.game.over:
        return None
    return before.ended if before is not None and before.over else turn.at


def _with_offer(head: Head, game: Game) -> Head:
    offer = _offered(game)
    if offer is None or game.over:
        return replace(head, joined=0, vacant=(), word=False)
    return replace(head, joined=offer.joined, vacant=offer.vacant, word=offer.word)


def page_of(turn: Turn) -> Page:
    """A game on its own page: what an observer would be told on asking how it stands."""
    game = turn.game
    notices: list[tuple[str, Any]] = []
    picture: object = None
    if game.state is not None:
        notices.append(("status", replace(turn.status(), observers=())))  # who watches is nobody else's business
        picture = _picture_of(game)
    if not game.over:
        notices.append(("gamesettings", settings_of(game)))
    return Page(tuple((kind, msgspec.to_builtins(body)) for kind, body in notices), msgspec.to_builtins(picture))
