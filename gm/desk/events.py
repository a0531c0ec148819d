"""What can happen to a game, as its journal writes it: applying an entry makes the turn, now or when replayed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game import Clock, Game, Sitting
from gm.desk.held import HeldEvent, hold
from gm.desk.letters import LetterEvent, LetterHandler
from gm.desk.operator import operate
from gm.desk.schedule import Calendar
from gm.desk.takeover import handle_stranger
from gm.desk.turn import Past, Turn, strike
from gm.registry import ruleset
from gm.rules import to


class Opening(msgspec.Struct, frozen=True):
    """The first entry of a journal. seats: each seat with its time zone, None if it is vacant."""

    name: str
    ruleset: str
    options: Any
    seed: str
    key: str
    timezone: str
    deadlines: dict[str, int]
    seats: dict[str, str | None]
    identity: str = "checked"
    calendar: Calendar = Calendar()


def person_hash(key: str, address: str) -> str:
    """A player's address as the journal knows it: salted with the game's key, so that it can be purged."""
    return hmac.new(key.encode(), f"address\0{address}".encode(), hashlib.sha256).hexdigest()[:32]


def apply(game: Game | None, at: datetime, kind: str, data: Mapping[str, Any], past: Past = lambda _: []) -> Turn:
    """The turn that a journal entry makes. *game*: as it was before it, None before the first.

    kind: open, letter, held, time, operator. Same game and entry, same turn.
    """
    if kind == "open":
        return _open(msgspec.convert(data, Opening), at)
    assert game is not None
    turn = Turn(game, at, past)
    match kind:
        case "letter":
            event = msgspec.convert(data, LetterEvent)
            if event.seat:
                LetterHandler(turn, event).handle()
            else:
                handle_stranger(turn, event)
        case "held":
            hold(turn, msgspec.convert(data, HeldEvent))
        case "time":
            strike(turn, at, data["kind"])
        case "operator":
            operate(turn, data["run"])
        case _:
            raise ValueError(f"no such kind of entry: {kind}")
    return turn


def _open(opening: Opening, at: datetime) -> Turn:
    """The game begins: everybody is told, and the first phase is due."""
    rules = ruleset(opening.ruleset)
    options = msgspec.convert(opening.options, rules.options)
    step = rules.open(options, opening.seed)
    seats = {seat: Sitting(zone is not None, zone or "") for seat, zone in opening.seats.items()}
    game = Game(
        opening.name, opening.ruleset, options, opening.seed, opening.key, opening.timezone, opening.deadlines,
        seats, step.state, identity=opening.identity, calendar=opening.calendar,
    )  # fmt: skip
    turn = Turn(game, at)
    names = tuple(f"{turn.name(s)}{'' if sitting.taken else ' (vacant)'}" for s, sitting in seats.items())
    for seat in seats:
        opened = said.Opened(game.name, rules.title, turn.name(seat), names, game.seed_hash())
        turn.note(to(seat), opened)
    turn.step(step)
    for seat, sitting in seats.items():
        if not sitting.taken:
            turn.step(rules.leave(turn.game.state, seat))
    turn.start_phase()
    turn.send("notice", "the game begins")
    return turn


def load_game(text: str) -> Game:
    """A game from its JSON."""
    facts = msgspec.json.decode(text)
    rules = ruleset(facts["ruleset"])
    options, state, clock = facts.pop("options"), facts.pop("state"), facts.pop("clock", None)
    game: Game = msgspec.convert({**facts, "options": None, "state": None, "clock": None}, Game)
    return replace(
        game,
        options=msgspec.convert(options, rules.options),
        state=msgspec.convert(state, rules.state),
        clock=msgspec.convert(clock, Clock | None),
    )
