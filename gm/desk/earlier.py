"""A game as it stood after an earlier entry of its journal: from the nearest snapshot, and the entries after it."""

from __future__ import annotations

from datetime import datetime

from msgspec.structs import replace

from gm.desk import events
from gm.desk.game import Game, Guest
from gm.desk.refusal import OperatorError
from gm.desk.rollback import WITH_ORDERS
from gm.desk.turn import Turn
from gm.desk.words import write_mail
from gm.store.store import Store, iso

PREVIEW = "(preview)"


def game_after(store: Store, name: str, n: int) -> Game:
    """The game after entry *n*. Raises OperatorError if there is no such entry."""
    row = store.row("select n, state from snapshots where game = ? and n <= ? order by n desc limit 1", [name, n])
    if row is None:
        raise OperatorError(f"there is no entry {n}")
    game = events.load_game(row["state"])
    for entry in store.journal(name, row["n"] + 1, n):
        # Its mails are not asked for here, so what was told before does not matter.
        turn = events.apply(
            game, entry.at, entry.kind, entry.data, earlier=lambda number: game_after(store, name, number)
        )
        game = turn.game
    return game


def rollback_of(store: Store, name: str, phase: str, with_orders: bool) -> tuple[str, ...]:
    """The act that takes a game back to *phase*: to its opening, or with its orders to just before it was judged."""
    openings = _openings(store, name)
    found = [number for number, (_, code) in enumerate(openings) if code == phase.upper()]
    if not found:
        codes = dict.fromkeys(code for _, code in openings)
        raise OperatorError(f"there was no phase {phase}; there were {', '.join(codes)}")
    n = openings[found[-1]][0]
    if with_orders:
        following = openings[found[-1] + 1 :]
        row = store.row("select max(n) as n from journal where game = ?", [name])
        n = following[0][0] - 1 if following else (row["n"] if row else n)
    return ("rollback", phase.upper(), str(n), *([WITH_ORDERS] if with_orders else []))


def _openings(store: Store, name: str) -> list[tuple[int, str]]:
    """The entries that opened a phase, with its code, in order."""
    found = []
    for row in store.rows("select n, at from journal where game = ? order by n", [name]):
        kept = store.row("select state from snapshots where game = ? and n = ?", [name, row["n"]])
        if kept is None:
            continue
        clock = events.load_game(kept["state"]).clock
        if clock is not None and iso(clock.opened) == row["at"]:
            found.append((row["n"], clock.phase))
    return found


def forward_of(store: Store, name: str) -> tuple[str, ...]:
    """The act that undoes the last rollback that was not undone yet."""
    depth = 0
    for entry in reversed(list(store.journal(name))):
        word = entry.data["run"][0] if entry.kind == "operator" else ""
        if word == "forward":
            depth += 1
        elif word == "rollback":
            if not depth:
                return ("forward", str(entry.n - 1))
            depth -= 1
    raise OperatorError("there is no rollback to undo")


def preview_of(game: Game, at: datetime) -> str:
    """What everybody would be told if the phase now due were judged at *at*, as an observer reads it."""
    turn = Turn(replace(game, guests={PREVIEW: Guest("observer")}), at)
    turn.process()
    return "\n".join(write_mail(turn.game, mail).text for mail in turn.mails if mail.reader == PREVIEW)
