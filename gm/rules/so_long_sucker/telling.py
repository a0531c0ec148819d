"""What is told of a game of So Long Sucker, the same to everybody: what happened, the position, and its picture."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, Notice
from gm.rules.lines.letters import note
from gm.rules.pictures.table import Heap, TablePicture, Tray
from gm.rules.so_long_sucker import notices as said
from gm.rules.so_long_sucker.chips import in_order
from gm.rules.so_long_sucker.choices import choices, owed, reluctant
from gm.rules.so_long_sucker.events import Happened, headline, listed
from gm.rules.so_long_sucker.state import KILL, NEXT, PLAY, State


def title_of(state: State) -> str:
    """Return what is due, or who has won."""
    return f"{state.winner} has won" if state.winner else state.phase.title


def _trays(state: State) -> tuple[Tray, ...]:
    owing = {one.seat for one in owed(state)}
    return tuple(Tray(seat, in_order(state.hands[seat]), seat in state.defeated, seat in owing) for seat in state.seats)


def _heaps(state: State) -> tuple[Heap, ...]:
    return tuple(Heap(number, chips) for number, chips in enumerate(state.piles, 1) if chips is not None)


def standing(state: State) -> said.TablePosition:
    """Return the position."""
    return said.TablePosition(
        code="" if state.winner else state.code,
        title=title_of(state),
        hands=_trays(state),
        piles=_heaps(state),
        dead=in_order(state.dead),
        line=state.line,
        owed=owed(state),
        choices=choices(state),
        pile=state.pile,
        reluctant=reluctant(state),
    )


def picture(state: State) -> TablePicture:
    """Return the table as everybody sees it."""
    return TablePicture(
        title=title_of(state),
        heaps=_heaps(state),
        trays=_trays(state),
        dead=in_order(state.dead),
        choices=choices(state),
        hint=_hint(state),
    )


def _hint(state: State) -> str:
    """Return what may be done where no chip is to be played."""
    now = owed(state)
    if not now or state.kind == PLAY:
        return ""
    if state.kind == NEXT:
        return f"next: {listed(now[0].of, 'or')}"
    if state.kind == KILL:
        return f"kill {listed(now[0].of, 'or').lower()} in pile {state.pile}"
    return f"rescue by {listed((one.seat for one in now), 'or')}"


def laid(state: State, draw: tuple[str, str], happened: Sequence[Happened]) -> Notice:
    """Tell everybody the first position."""
    body = said.TableLaid(
        phase=state.code,
        title=state.phase.title,
        chips=state.options.each,
        draw=draw,
        happened=tuple(happened),
        standing=standing(state),
        picture=picture(state),
    )
    return note(EVERYBODY, body)


def turned(before: State, after: State, happened: Sequence[Happened]) -> Notice:
    """Tell everybody what has happened since *before*."""
    body = said.TableTurned(
        phase=before.code,
        title=before.phase.title,
        happened=tuple(happened),
        standing=standing(after),
        picture=picture(after),
    )
    return replace(note(EVERYBODY, body), about=headline(happened))


def between(before: State, positions: Sequence[tuple[int, said.TablePosition]]) -> Notice:
    """Tell the disclosure alone how the table stood between the acts of a letter."""
    return note(DISCLOSURE, said.TableSteps(before.code, before.phase.title, tuple(positions)))


def shown(state: State) -> said.TableShown:
    """Return the position, for the player who asks."""
    return said.TableShown(state.code, standing(state), picture(state))
