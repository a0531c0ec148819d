"""OBSERVE and MONITOR: somebody watches a game, with all that is public or with its results alone."""

from __future__ import annotations

from gm.desk import notices as said
from gm.desk.commands.declared import GUEST, PLAYER, SITTER, Command
from gm.desk.commands.joining import already_seated
from gm.desk.commands.visit import Visit
from gm.desk.game import Guest
from gm.desk.letter.reading import Request
from gm.desk.naming import seats_by_word
from gm.desk.people.observing import bare_name, free_name, read_name
from gm.desk.people.places import watching


def _observe(visit: Visit, request: Request) -> None:
    """OBSERVE: everything public, under a name that the players can see."""
    wanted = read_name(" ".join(request.words), visit.turn.game.name)
    name, plain = _free(visit, wanted), bare_name(wanted)
    _watch(visit, "observe", name, plain if plain != name else "")


def _free(visit: Visit, name: str) -> str:
    others = [guest.name for person, guest in visit.turn.game.guests.items() if person != visit.person]
    return free_name(name, others, seats_by_word(visit.turn.game))


def _monitor(visit: Visit, _: Request) -> None:
    """MONITOR: results alone."""
    _watch(visit, "monitor", "")


def _watch(visit: Visit, act: str, name: str, refused: str = "") -> None:
    game = visit.turn.game
    if _may_watch(visit):
        what = f"observe {game.name} as {name}" if name else f"get the results of {game.name}"
        visit.ask((act, name), "do you want to watch?", said.ConfirmAsked(what, "CONFIRM", refused))


def _may_watch(visit: Visit) -> bool:
    """Whether he can watch; if not, he is told why."""
    guest = visit.guest()
    if visit.turn.game.over:
        visit.explain()
    elif guest is not None and guest.role == "player":
        visit.reply("you have joined it", said.AlreadySeated(""))
    else:
        return True
    return False


def watches(visit: Visit, role: str, name: str) -> None:
    """The writer has confirmed that they watch."""
    if not _may_watch(visit):
        return
    turn = visit.turn
    name = _free(visit, name) if role == "observer" else ""
    zone = guest.timezone if (guest := visit.guest()) is not None else ""
    visit.set_guest(Guest(role, 0, name, timezone=zone))
    visit.reply("you watch this game", watching(turn, name))
    if turn.game.clock is not None:
        visit.tell(turn.status())


WATCHING = (
    Command(
        "observe", ("OBSERVE topic?",), shy=("OBSERVE",), names_game="seeks", who=PLAYER | SITTER | GUEST,
        sentence=lambda _, rest: len(rest.split()) > 2 and "AS" not in rest.upper().split(),
        shape="OBSERVE and a game, or OBSERVE, a game, AS and a name", player=already_seated, guest=_observe,
    ),
    Command(
        "monitor", ("MONITOR topic?",), shy=("MONITOR",), topic="OBSERVE", names_game="seeks",
        sentence=lambda _, rest: len(rest.split()) > 1, shape="MONITOR and a game", who=PLAYER | SITTER | GUEST,
        player=already_seated, guest=_monitor,
    ),
)  # fmt: skip
