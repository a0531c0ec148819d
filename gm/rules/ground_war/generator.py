"""A scenario made from a game's seed, alike for both sides: mirrored if the rows are odd, else rotated by half a turn.

Every choice is a draw HMAC-SHA256(seed, purpose), so that it can be checked when the seed is opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from gm.rules.ground_war.position import City, Link, Position
from gm.rules.ground_war.scenario import Scenario
from gm.rules.ground_war.state import Options
from gm.rules.lines.letters import out_of_bounds
from gm.rules.pictures.honeycomb import Board, Field, distance
from gm.rules.pictures.war import NORTH, SOUTH
from gm.rules.war.draws import draw
from gm.rules.war.piles import in_order, sorted_piles

EDGE = 2  # least distance of a city in rows from the home edge, and in columns from the side edges
APART = (6, 5, 4, 3, 2, 1)  # wanted distances between cities: the largest for which there is room


class NoRoom(ValueError):
    """Raised if a scenario of this size cannot be made; the text names the key and the reason."""


def check_generated(options: Options) -> str:
    """Return what is wrong with the parameters of a generated scenario, as `key: message`; "" if nothing."""
    bounds = {"rows": (7, 99), "columns": (5, 26), "cities": (1, 9), "men": (1, 99), "trucks": (0, 30)}
    for key, (least, most) in bounds.items():
        if why := out_of_bounds(key, getattr(options, key), least, most):
            return why
    try:
        generate(options, "")
    except NoRoom as error:
        return str(error)
    return ""


def generate(options: Options, seed: str) -> Scenario:
    """Generate the scenario of *seed*. Raises NoRoom."""
    board = Board(options.rows, options.columns)
    cities = _cities(board, options, seed)
    men = _men(board, options, seed, cities)
    trucks = _trucks(options, seed, men)
    position = Position(
        rows=board.rows,
        columns=board.columns,
        men={SOUTH: sorted_piles(men), NORTH: sorted_piles({across(board, f): n for f, n in men.items()})},
        trucks={SOUTH: sorted_piles(trucks), NORTH: sorted_piles({across(board, f): n for f, n in trucks.items()})},
        cities=_possessed(board, cities),
        links=_links(board, cities) if options.links else (),
    )
    return Scenario("Generated from the seed", position)


def across(board: Board, name: str) -> str:
    """Return the field that is to NORTH what *name* is to SOUTH."""
    field = _field(board, name)
    column = field.column if board.rows % 2 else board.columns + 1 - field.column
    return str(Field(board.rows + 1 - field.row, column))


def _field(board: Board, name: str) -> Field:
    return next(field for field in board.fields if str(field) == name)


def _home(board: Board) -> list[Field]:
    """Return the fields on which SOUTH's pieces may begin: its third of the board."""
    return [field for field in board.fields if field.row <= max(3, (board.rows - 1) // 3)]


def _drawn(fields: Iterable[Field], seed: str, purpose: str) -> list[Field]:
    """Return the fields in the order of their draws, smallest first."""
    return sorted(fields, key=lambda field: draw(seed, f"scenario/{purpose}/{field}"))


def _cities(board: Board, options: Options, seed: str) -> list[Field]:
    """Return SOUTH's cities: in the order of their draws, each as far from the others as room allows."""
    edges = {field: board.to_edges(field) for field in _home(board)}
    room = [f for f, far in edges.items() if far["south"] >= EDGE - 1 and min(far["west"], far["east"]) >= 1]
    order = _drawn(room, seed, "city")
    for apart in APART:
        found: list[Field] = []
        for field in order:
            if len(found) < options.cities and all(distance(field, one) >= apart for one in found):
                found.append(field)
        if len(found) == options.cities:
            return found
    raise NoRoom(f"cities: there is no room for {options.cities} a side on such a board")


def _men(board: Board, options: Options, seed: str, cities: list[Field]) -> dict[str, int]:
    """Place one man in each city first, then the others around the cities, in the order of the draws."""
    home = _home(board)
    near = [field for field in home if field in cities or min(distance(field, city) for city in cities) <= 2]
    order = [*cities, *(field for field in _drawn(near, seed, "men") if field not in cities)]
    order += [field for field in _drawn(home, seed, "men") if field not in order]
    if len(order) * options.pile < options.men:
        raise NoRoom(f"men: there is no room for {options.men} a side on such a board")
    found: dict[str, int] = {}
    left = options.men
    for number, field in enumerate(order):
        share = 1 if number < len(cities) else min(options.pile, 1 + int(draw(seed, f"scenario/pile/{field}"), 16) % 3)
        found[str(field)] = min(share, left)
        left -= found[str(field)]
    for field in order:  # men without a place so far go on top of others
        more = min(options.pile - found[str(field)], left)
        found[str(field)] += more
        left -= more
    return {field: number for field, number in found.items() if number}


def _trucks(options: Options, seed: str, men: dict[str, int]) -> dict[str, int]:
    """Place trucks where men stand, one to a field in the order of the draws, starting over as needed."""
    order = sorted(men, key=lambda field: draw(seed, f"scenario/truck/{field}"))
    found: dict[str, int] = {}
    for number in range(options.trucks):
        field = order[number % len(order)]
        found[field] = found.get(field, 0) + 1
    return found


def _possessed(board: Board, cities: list[Field]) -> dict[str, City]:
    own = {str(field): City(SOUTH, 0) for field in cities}
    theirs = {across(board, field): City(NORTH, 0) for field in own}
    return {field: (own | theirs)[field] for field in in_order(own | theirs)}


def _links(board: Board, cities: list[Field]) -> tuple[Link, ...]:
    """Link each city with the next one from west to east, alike for both sides."""
    order = sorted(cities, key=lambda field: (field.column, field.row))
    own = [Link((str(one), str(two))) for one, two in pairwise(order)]
    return (*own, *(Link((across(board, a), across(board, b))) for a, b in (link.cities for link in own)))
