"""A game as it stood after an earlier journal entry, and which entry a rollback or forward means.

It is rebuilt from the nearest snapshot and the entries after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from gm import __version__
from gm.desk.entries import events
from gm.desk.game.chain import counting, rolled_to
from gm.desk.game.game import Game, Guest, Role
from gm.desk.game.outgoing import Mail
from gm.desk.game.refusal import OperatorError
from gm.desk.game.turn import Turn
from gm.desk.mails.words import write_mail
from gm.desk.notices.phases import Over
from gm.desk.operating.rollback import BEFORE, ROLLS, WITH_ORDERS
from gm.store.database import iso
from gm.store.engine import Unavailable
from gm.store.store import Store

PREVIEW = "(preview)"


class _Clock(msgspec.Struct):
    phase: str
    opened: datetime


class _Kept(msgspec.Struct):
    clock: _Clock | None = None


def game_after(store: Store, name: str, n: int) -> Game:
    """The game after entry *n*.

    Raises OperatorError if there is no such entry, or if this version cannot carry out one on the way that another
    version wrote.
    """
    snapshot = store.snapshots.nearest(name, n)
    if snapshot is None:
        raise OperatorError(f"there is no entry {n}")
    game = events.load_game(snapshot.state)
    for entry in store.journal.entries(name, snapshot.n + 1, n):
        # Its mails are not needed here, so what was told before does not matter.
        try:
            turn = events.apply(
                game, entry.at, entry.kind, entry.data, earlier=lambda number: game_after(store, name, number)
            )
        except Exception as error:
            if entry.version == __version__ or isinstance(error, Unavailable):
                raise
            raise OperatorError(
                f"version {entry.version} wrote entry {entry.n}, and this one cannot carry it out "
                f"({type(error).__name__}); as each phase opened it was kept"
            ) from error
        game = turn.game
    return game


def roll_of(store: Store, game: Game, run: Sequence[str], at: datetime) -> tuple[str, ...]:
    """The act `rollback PHASE [with-orders]`, `rollback before TIME` or `forward` with the entry that it means."""
    if game.over:
        raise OperatorError("the game is over, and its report has told everything")
    if game.forming is not None:
        raise OperatorError("the game has not begun")
    match tuple(run):
        case ("forward",):
            return forward_of(store, game.name)
        case ("rollback", "before", *words):
            return rollback_before(store, game.name, " ".join(words), at)
        case ("rollback", phase):
            return rollback_of(store, game.name, phase, with_orders=False, at=at)
        case ("rollback", phase, "with-orders"):
            return rollback_of(store, game.name, phase, with_orders=True, at=at)
    raise OperatorError("rollback takes a phase and perhaps with-orders, or before and a time; forward takes nothing")


def rollback_of(store: Store, name: str, phase: str, with_orders: bool, at: datetime) -> tuple[str, ...]:
    """The act that takes a game back to the opening of *phase* or, with its orders, to just before it was judged.

    It ends with the time of the opening or of the judging (now, if it was not judged), which everybody knows; nobody
    may learn when the last letter before it came.
    """
    openings = _openings(store, name)
    found = [number for number, (_, code) in enumerate(openings) if code == phase.upper()]
    if not found:
        codes = dict.fromkeys(code for _, code in openings)
        raise OperatorError(f"there was no phase {phase}; there were {', '.join(codes)}")
    times = store.journal.times(name)
    n = _first_opening(store, name, openings, openings[found[-1]][0])
    if not with_orders:
        return ("rollback", phase.upper(), str(n), iso(times[n]))
    following = openings[found[-1] + 1 :]
    if not following:
        return ("rollback", phase.upper(), str(max(times)), WITH_ORDERS, iso(at))
    judged = following[0][0]
    return ("rollback", phase.upper(), str(judged - 1), WITH_ORDERS, iso(times[judged]))


def rollback_before(store: Store, name: str, when: str, at: datetime) -> tuple[str, ...]:
    """The act that takes a game back to just before *when* (ISO 8601), with what was on file then."""
    try:
        read = datetime.fromisoformat(when)
        moment = read.astimezone(UTC) if read.tzinfo is not None else None
    except (ValueError, OverflowError):
        moment = None
    if moment is None:
        raise OperatorError(f"{when!r} is no time with its zone, such as 2026-02-01T20:00:00Z")
    if moment > at:
        raise OperatorError("that time has not come yet")
    n = max((n for n, made in store.journal.times(name).items() if made < moment), default=0)
    clock = game_after(store, name, n).clock if n else None
    if clock is None:
        raise OperatorError("no phase ran before that time")
    return ("rollback", clock.phase, str(n), WITH_ORDERS, BEFORE, iso(moment))


def _first_opening(store: Store, name: str, openings: Sequence[tuple[int, str]], n: int) -> int:
    """The entry that first opened the phase which entry *n* took up again with what was on file.

    Back to a phase without its orders means back to when nobody had filed any, whatever was rolled back in between.
    """
    (entry,) = store.journal.entries(name, n, n)
    run = entry.data["run"] if entry.kind == "operator" else []
    if not run or run[0] not in ROLLS:
        return n
    code = dict(openings)[n]
    kept = int(next(word for word in run[1:] if word.isdigit()))
    before = [number for number, opened in openings if number <= kept and opened == code]
    return _first_opening(store, name, openings, before[-1]) if before else n


def _openings(store: Store, name: str) -> list[tuple[int, str]]:
    """The entries that opened a phase, in order, each as (number, code of the phase)."""
    times, found = store.journal.times(name), []
    for one in store.snapshots.outlines(name):
        clock = msgspec.json.decode(one.state, type=_Kept).clock
        if clock is not None and iso(clock.opened) == iso(times[one.n]):
            found.append((one.n, clock.phase))
    return found


def running_phases(store: Store, name: str) -> dict[int, str]:
    """The code of the phase that ran after each entry that opened one or stopped the clock, in order; "" for none."""
    found = {}
    for one in store.snapshots.outlines(name):
        clock = msgspec.json.decode(one.state, type=_Kept).clock
        found[one.n] = clock.phase if clock is not None else ""
    return found


def entries_that_count(store: Store, name: str) -> list[range]:
    """The entries of a game's journal that were not taken back."""
    acts = {entry.n: entry.data["run"] for entry in store.journal.entries(name) if entry.kind == "operator"}
    rolls = {n: rolled_to(run) for n, run in acts.items() if run[0] in ROLLS}
    return counting(rolls, max(store.journal.times(name), default=0))


def forward_of(store: Store, name: str) -> tuple[str, ...]:
    """The act that undoes the last rollback not yet undone."""
    depth = 0
    for entry in reversed(store.journal.entries(name)):
        word = entry.data["run"][0] if entry.kind == "operator" else ""
        if word == "forward":
            depth += 1
        elif word == "rollback":
            if not depth:
                return ("forward", str(entry.n - 1), iso(entry.at))
            depth -= 1
    raise OperatorError("there is no rollback to undo")


def preview_of(game: Game, at: datetime) -> str:
    """Return what everybody would be told if the phase now due were judged at *at*, as an observer reads it.

    It leaves out the seed even if the game would end: that is told only once the game has ended.
    """
    turn = Turn(replace(game, guests={PREVIEW: Guest(Role.OBSERVER)}), at)
    turn.process()
    return "\n".join(write_mail(turn.game, _seedless(mail)).text for mail in turn.mails if mail.reader == PREVIEW)


def _seedless(mail: Mail) -> Mail:
    notices = [(kind, replace(body, seed="") if isinstance(body, Over) else body) for kind, body in mail.notices]
    return replace(mail, notices=tuple(notices))
