"""Random wars by letters: what standing orders file is what a model of a few lines says, and nobody else is told.

The model knows where the pieces are, and the rules of docs/players.md: on which fields the men stand who may aim, and
at which field beside them they are aimed. It reads nothing of gm.rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from helpers.rows import each_row
from helpers.seventable import OLGA
from helpers.told import brought, kinds
from helpers.wartable import AHEAD, COMES, NORTH, SIDES, SOUTH, WarTable

CYCLES = 6
LETTERS = "ABCDEFGHIJKLMNOPQ"
WAYS = {
    "air": ("air-war", AHEAD),
    "ground": ("ground-war", AHEAD),
    "last cycle": ("ground-war", f'{AHEAD}\ninformation = "last-cycle"'),
    "turns": ("ground-war", f'{AHEAD}\ninformation = "complete"\nturns = "alternate"'),
    "far sight": ("ground-war", f"{AHEAD}\nsight = 4\nsight_exact = 2\npile = 5\ncycles = 5"),
}
PRIVATE = {"standingorders", "takenup", "onfile", "airfiled"}


def beside(field: str) -> Iterator[str]:
    """The fields that a field of a board of 17 columns and 11 rows touches; even rows lie half a field further east."""
    column, row = LETTERS.index(field[0]), int(field[1:])
    east = 1 - row % 2
    near = [(column - 1, row), (column + 1, row)]
    near += [(column + dx, row + dy) for dy in (-1, 1) for dx in (east - 1, east)]
    for x, y in near:
        if 0 <= x < 17 and 1 <= y <= 11:
            yield f"{LETTERS[x]}{y}"


def by_row(field: str) -> tuple[int, str]:
    return int(field[1:]), field[0]


def pieces(table: WarTable) -> dict[str, dict[str, int]]:
    state = table.game.state
    position = state.position
    found: dict[str, dict[str, int]] = position.men if hasattr(position, "men") else position.chips
    return {side: {field: number for field, number in found[side].items() if number} for side in SIDES}


def expected(fields: tuple[str, ...], own: dict[str, int], enemy: dict[str, int]) -> tuple[str, ...]:
    """What the standing orders of a side file, by the model."""
    lines = []
    for field in sorted(own, key=by_row):
        near = sorted((one for one in beside(field) if one in enemy), key=by_row)
        if field in enemy or not near or (fields != ("ALL",) and field not in fields):
            continue
        most = max(enemy[one] for one in near)
        target = next(one for one in near if enemy[one] == most)
        lines.append(f"FIRE {own[field]} {field}-{target}")
    return tuple(lines)


class War:
    """A war in which both sides write at random, and what each has said of standing orders."""

    def __init__(self, way: str, seed: int) -> None:
        self.ruleset, options = WAYS[way]
        deadlines = 'moves = "2d"' if way == "turns" else 'moves = "2d"\nfire = "1d"'
        self.table = WarTable(self.ruleset, options, deadlines)
        self.random = Random(f"{way} {seed}")
        self.stands: dict[str, tuple[str, ...]] = dict.fromkeys(SIDES, ())
        self.filed = 0

    def says(self, side: str) -> None:
        """Let a side set its standing orders, or end them."""
        own = pieces(self.table)[side]
        choice = self.random.randrange(4)
        if choice == 0:
            self.table.tell(side, "STAND ALL")
            self.stands[side] = ("ALL",)
        elif choice == 1:
            self.table.tell(side, "STAND NONE")
            self.stands[side] = ()
        elif own:
            chosen = self.random.sample(sorted(own), self.random.randint(1, len(own)))
            chosen += self.random.sample([f"{x}{y}" for x in LETTERS for y in range(4, 8)], 3)
            self.table.tell(side, f"STAND {' '.join(chosen)}")
            self.stands[side] = tuple(chosen)

    def moves(self, side: str) -> None:
        """Send some moves towards the enemy; wrong ones are told, and the rest counts or not, as the rules say."""
        here = pieces(self.table)
        word = "MAN " if self.ruleset == "ground-war" else ""
        ahead = 1 if side == SOUTH else -1
        goes = []
        for field in here[side]:
            to = [one for one in beside(field) if int(one[1:]) - int(field[1:]) in (0, ahead)]
            if to and self.random.random() < 0.6:
                goes.append(f"{word}{field}-{self.random.choice(to)}")
        if goes:
            self.table.tell(side, *goes)

    def fires(self, side: str) -> None:
        """In the round of fire a letter may replace what standing orders have filed, or clear it."""
        choice = self.random.randrange(5)
        if choice == 0:
            self.table.tell(side, "CLEAR")
            assert self.table.on_file(side) == ()
        elif choice == 1:
            before = self.table.on_file(side)
            self.says(side)
            assert self.table.on_file(side) == before

    def check(self, sides: tuple[str, ...]) -> None:
        """Compare what the sides have on file at the opening of a round in which they may fire."""
        here = pieces(self.table)
        for side in SIDES:
            enemy = here[NORTH if side == SOUTH else SOUTH]
            right = expected(self.stands[side], here[side], enemy) if side in sides else ()
            assert self.table.on_file(side) == right, (self.table.game.clock.phase, side, self.stands, here)
            assert ("takenup" in kinds(self.table, side)) == bool(right)
            self.filed += bool(right)


@each_row("way", WAYS)
@each_row("seed", range(2))
def test_what_they_file_is_what_the_model_says(way: str, seed: int) -> None:
    war = War(way, seed)
    table = war.table
    table.tell(NORTH, *COMES[war.ruleset])
    for _ in range(2 * CYCLES):
        if table.game.over:
            break
        state: Any = table.game.state
        turn = getattr(state, "turn", "")
        fire = state.kind == "fire"
        if fire or turn:
            war.check((turn,) if turn else SIDES)
        for side in SIDES:
            if war.random.random() < 0.7:
                war.says(side)
            if fire:
                war.fires(side)
            elif turn in ("", side) and war.random.random() < 0.7:
                war.moves(side)
        if not table.game.over:
            table.judge()
    assert war.filed
    told = {kind for mail in table.mails(OLGA) for kind in brought(table, mail)}
    assert told and not PRIVATE & told
    table.check()
