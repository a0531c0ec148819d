"""What a side's orders are checked against: its own pieces and what it was told, never where the enemy really is."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from gm.rules.ground_war.moves import carry_out
from gm.rules.ground_war.position import City, Link, Position
from gm.rules.ground_war.state import FIRE, MOVES, Filed, Options, Stage, State
from gm.rules.pictures.honeycomb import Board
from gm.rules.war.piles import in_order


class Own(msgspec.Struct, frozen=True):
    """A side's own pieces, and the enemy as far as it was told.

    enemy: fields with enemy men, as last told. cities: those that it believes to be its own. moves, fire: whether the
    round takes such orders from it; waits: it is the other side's turn to move.
    """

    board: Board
    side: str
    cycle: int
    options: Options
    men: dict[str, int]
    trucks: dict[str, int]
    enemy: frozenset[str]
    cities: dict[str, City]
    links: tuple[Link, ...]
    moves: bool
    fire: bool
    waits: bool = False

    def aiming(self) -> dict[str, int]:
        """Return the own men who may aim, by field (V a)."""
        return {
            field: self.men[field]
            for field in in_order(self.men)
            if field not in self.enemy and any(near in self.enemy for near in self.board.near(field))
        }

    def after(self, filed: Filed) -> Own:
        """Return these pieces after the moves on file, as far as the side knows."""
        made = carry_out(
            self.board, filed.moves, self.men, trucks=self.trucks, enemy=self.enemy, pile=self.options.pile
        )
        return replace(self, men=made.men, trucks=made.trucks)


def own_of(state: State, side: str) -> Own:
    """Return what *side* may be checked against in the round now due."""
    position, knows = state.position, state.knows[side]
    return Own(
        board=position.board,
        side=side,
        cycle=state.cycle,
        options=state.options,
        men=position.men[side],
        trucks={field: parked.number for field, parked in knows.trucks.items()},
        # Only what the last information told: older sightings say nothing about where the enemy is now.
        enemy=frozenset(f for f, sighting in knows.enemy.items() if sighting.men and sighting.cycle >= state.informed),
        cities={f: City(side, held.since or 0) for f, held in knows.cities.items() if held.possessor == side},
        links=position.links,
        moves=state.kind == MOVES and (not state.turn or state.turn == side),
        waits=state.kind == MOVES and bool(state.turn) and state.turn != side,
        fire=(state.kind == FIRE and not state.turn) or state.turn == side,
    )


def own_in(position: Position, side: str, cycle: int, kind: Stage, options: Options) -> Own:
    """The same for a position without a game, where everything is known."""
    enemy = frozenset(f for other, men in position.men.items() if other != side for f in men)
    return Own(
        board=position.board,
        side=side,
        cycle=cycle,
        options=options,
        men=position.men[side],
        trucks=position.trucks[side],
        enemy=enemy,
        cities={f: city for f, city in position.cities.items() if city.possessor == side},
        links=position.links,
        moves=kind == MOVES,
        fire=kind == FIRE,
    )
