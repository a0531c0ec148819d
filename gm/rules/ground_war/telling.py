"""A side's outlook in words and as a board, made only from what it knows (gm/rules/ground_war/knowledge)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from gm.rules.ground_war import notices as said
from gm.rules.ground_war.own import own_of
from gm.rules.ground_war.position import Position
from gm.rules.ground_war.state import MOVES, Gains, Move, Options, Outlook, Record, State
from gm.rules.lines.words import plural
from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import NAMES, SIDES, SOME, SOUTH, Mark, Picture, Shot, Trip, other
from gm.rules.war.fire import ends
from gm.rules.war.limits import told_limits
from gm.rules.war.piles import Piles, in_order
from gm.rules.war.textboard import board_lines


def outlook_of(state: State, side: str) -> Outlook:
    """Return how *side* sees the board now."""
    own = own_of(state, side)
    aiming = own.aiming() if own.fire and not state.turn else {}
    return Outlook(
        side=side, cycle=state.informed, men=state.position.men[side], knows=state.knows[side], aiming=aiming
    )


def standing(
    outlook: Outlook, board: Board, fought: bool, asked: bool = False, picture: Picture | None = None
) -> said.Standing:
    """Return what a side knows, in words. *fought*: nobody has looked since the fire of that cycle."""
    knows, now = outlook.knows, outlook.cycle
    seen = [
        (field, _enemy(sighting.men, sighting.trucks), _where(field, outlook.men, board, knows.steps))
        for field, sighting in knows.enemy.items()
        if sighting.cycle >= now
    ]
    cycles = sorted({sighting.cycle for sighting in knows.enemy.values() if sighting.cycle < now}, reverse=True)
    earlier = tuple((_when(cycle), _seen_in(outlook, cycle)) for cycle in cycles)
    contested = [f for f in outlook.men if f in knows.enemy and knows.enemy[f].cycle >= now and knows.enemy[f].men]
    shown = picture or picture_of(outlook, board)
    return said.Standing(
        cycle=outlook.cycle,
        name=NAMES[outlook.side],
        enemy=NAMES[other(outlook.side)],
        seen=tuple(seen),
        earlier=earlier,
        contested=tuple(contested),
        men=counted(outlook.men),
        trucks=tuple(_truck(field, p.number, p.cycle, now) for field, p in knows.trucks.items()),
        cities=tuple(_city(field, held.possessor, held.cycle, outlook) for field, held in knows.cities.items()),
        aiming=tuple(f"{field} ({men(number)})" for field, number in outlook.aiming.items()),
        complete=knows.everything and outlook.cycle > 0,
        fought=fought,
        sight=knows.steps,
        board=board_lines(shown),
        asked=asked,
        picture=shown,
    )


def standing_now(state: State, side: str) -> said.Standing:
    """Return what *side* knows now, for a reader who asks."""
    return standing(outlook_of(state, side), state.position.board, state.kind == MOVES, asked=True)


def _enemy(number: int, trucks: int) -> str:
    parts = []
    if number == SOME:
        parts.append("enemy men (number unknown)")
    elif number:
        parts.append(f"{number} enemy {plural(number, 'man', 'men')}")
    if trucks:
        parts.append(f"{trucks} {'' if parts else 'enemy '}{plural(trucks, 'truck')}")
    return ", ".join(parts)


def _seen_in(outlook: Outlook, cycle: int) -> tuple[str, ...]:
    """Return the sightings that date from one cycle, as `I19 3 men`."""
    found = ((field, sighting) for field, sighting in outlook.knows.enemy.items() if sighting.cycle == cycle)
    return tuple(f"{field} {_short(sighting.men, sighting.trucks)}" for field, sighting in found)


def _short(number: int, trucks: int) -> str:
    parts = ["men" if number == SOME else men(number)] if number else []
    parts += [f"{trucks} {plural(trucks, 'truck')}"] if trucks else []
    return ", ".join(parts)


def _where(field: str, own: Piles, board: Board, far: int) -> str:
    """Return where a field is, seen from the nearest own men; "" if none of them is within *far* steps any longer."""
    if field in own:
        return "on your own field"
    for number in range(1, far + 1):
        near = next((one for one in board.near(field, number) if one in own), "")
        if near:
            return f"next to your {near}" if number == 1 else f"{steps(number)} from your {near}"
    return ""


def _when(cycle: int) -> str:
    return f"in cycle {cycle}" if cycle else "at the beginning"


def _truck(field: str, number: int, known: int, now: int) -> str:
    return f"{field} {number}" + (f" (as far as you know; last near it {_when(known)})" if known < now else "")


def _city(field: str, possessor: str, known: int, outlook: Outlook) -> tuple[str, str, str]:
    whose = "yours" if possessor == outlook.side else NAMES[possessor] + "'s"
    exact = known >= outlook.cycle or field in outlook.men
    return field, whose, "" if exact else f"as known {_when(known)}"


def men(number: int) -> str:
    """Return a number of men in words: `1 man`, `2 men`."""
    return f"{number} {plural(number, 'man', 'men')}"


def counted(piles: Mapping[str, int]) -> tuple[str, ...]:
    """Return piles as `G7 3`."""
    return tuple(f"{field} {number}" for field, number in piles.items())


def picture_of(outlook: Outlook, board: Board, shots: Mapping[str, Mapping[str, int]] | None = None,
               dead: Mapping[str, Mapping[str, int]] | None = None) -> Picture:  # fmt: skip
    """Return what a side knows, ready to be drawn."""
    knows, now = outlook.knows, outlook.cycle
    marks = {field: Mark(in_sight=True) for field in in_order(knows.sight(board))}
    for field, number in outlook.men.items():
        marks[field] = replace(marks.get(field, Mark()), men=number)
    for field, parked in knows.trucks.items():
        known = parked.cycle if parked.cycle < now else None
        marks[field] = replace(marks.get(field, Mark()), trucks=parked.number, trucks_known=known)
    for field, held in knows.cities.items():
        known = None if held.cycle >= now or field in outlook.men else held.cycle
        marks[field] = replace(marks.get(field, Mark()), city=held.possessor, city_known=known)
    for field, sighting in knows.enemy.items():
        old = sighting.cycle if sighting.cycle < now else None
        mark = replace(marks.get(field, Mark()), enemy=sighting.men, enemy_trucks=sighting.trucks, seen=old)
        marks[field] = replace(mark, contested=bool(mark.men and mark.enemy and old is None))
    return Picture(
        rows=board.rows,
        columns=board.columns,
        side=outlook.side,
        cycle=outlook.cycle,
        marks=with_dead(marks, dead or {}),
        shots=shots_of(shots or {}),
    )


def true_picture(position: Position, cycle: int, dead: Mapping[str, Mapping[str, int]] | None = None,
                 shots: Mapping[str, Mapping[str, int]] | None = None) -> Picture:  # fmt: skip
    """Return the whole position: SOUTH's pieces as own ones, NORTH's as the enemy's."""
    marks: dict[str, Mark] = {}
    for side, fields in (("men", position.men), ("trucks", position.trucks)):
        for owner in SIDES:
            name = side if owner == SOUTH else {"men": "enemy", "trucks": "enemy_trucks"}[side]
            for field, number in fields[owner].items():
                marks[field] = replace(marks.get(field, Mark(in_sight=True)), **{name: number})
    for field, city in position.cities.items():
        marks[field] = replace(marks.get(field, Mark(in_sight=True)), city=city.possessor)
    for field, mark in marks.items():
        marks[field] = replace(mark, contested=bool(mark.men and mark.enemy))
    everywhere = {str(field): Mark(in_sight=True) for field in position.board.fields}
    marks = with_dead({**everywhere, **marks}, dead or {})
    return Picture(
        rows=position.rows, columns=position.columns, side="", cycle=cycle, marks=marks, shots=shots_of(shots or {})
    )


def with_dead(marks: Mapping[str, Mark], dead: Mapping[str, Mapping[str, int]]) -> dict[str, Mark]:
    """Return the marks with the deaths that both sides were told."""
    found = dict(marks)
    for side, fields in dead.items():
        for field, number in fields.items():
            mark = found.get(field, Mark())
            found[field] = replace(mark, deaths={**mark.deaths, side: number})
    return found


def shots_of(shots: Mapping[str, Mapping[str, int]]) -> tuple[Shot, ...]:
    """Return all fire, ready to be drawn."""
    return tuple(Shot(side, *ends(key), number) for side in SIDES for key, number in shots.get(side, {}).items())


def trips_of(side: str, moves: Sequence[Move], ended: Sequence[str]) -> tuple[Trip, ...]:
    """Return moves and where they ended, ready to be drawn."""
    return tuple(
        Trip(side, move.path, place, move.men, "" if move.word == "man" else move.word)
        for move, place in zip(moves, ended, strict=True)
    )


def shots_told(code: str, title: str, cycle: int, shots: Mapping[str, Mapping[str, int]],
               dead: Mapping[str, Mapping[str, int]]) -> said.Shots:  # fmt: skip
    """Return all fire and all deaths in words."""
    fire = tuple(
        (NAMES[side], ends(key)[0], number, ends(key)[1])
        for side in SIDES
        for key, number in shots.get(side, {}).items()
    )
    deaths = tuple(
        (field, NAMES[side], dead[side][field])
        for field in in_order({field for side in dead for field in dead[side]})
        for side in SIDES
        if dead.get(side, {}).get(field)
    )
    return said.Shots(phase=code, title=title, cycle=cycle, fire=fire, deaths=deaths)


def gained(side: str, cycle: int, gains: Gains) -> said.Gained:
    """Return what fire and the end of the cycle did to a side."""
    return said.Gained(
        cycle=cycle,
        enemy=NAMES[other(side)],
        lost=counted(gains.lost),
        killed=counted(gains.killed),
        made=gains.made,
        cities=gains.cities,
        trucks=counted(gains.trucks),
        over=gains.over,
    )


def retold(record: Record, side: str, cycle: int, board: Board) -> said.Round:
    """Return a round as it was told."""
    moved = None
    if record.moved is not None:
        moved = said.Marched(
            phase=record.code, title=record.title, name=NAMES[side], moves=record.moved, enemy=record.enemy_moved or ()
        )
    return said.Round(
        code=record.code,
        title=record.title,
        moved=moved,
        gained=gained(side, cycle, record.gains) if record.gains else None,
        shots=shots_told(record.code, record.title, cycle, shots=record.shots, dead=record.dead)
        if record.shots
        else None,
        standing=replace(standing(record.outlook, board, record.gains is not None), picture=None)
        if record.outlook
        else None,
    )


def rules_of(options: Options, links: bool) -> tuple[str, ...]:
    """Return how these options differ from the usual rules, one sentence each."""
    plain = Options()
    delay, every = options.production_delay, options.production_every
    found = [
        (
            delay != plain.production_delay,
            f"A city yields men after {delay} full {plural(delay, 'cycle')} of possession.",
        ),
        (every > 1, f"A city yields a man in every {ordinal(every)} cycle."),
        (options.truck_steps != plain.truck_steps, f"A truck goes up to {steps(options.truck_steps)}."),
        (options.truck_men != plain.truck_men, f"A truck carries up to {men(options.truck_men)}."),
        (options.pile != plain.pile, f"At most {options.pile} men of a side stand on a field."),
        (options.inter_city_jumps and links, "Men may jump between linked cities (HELP JUMP)."),
        (options.information == "last-cycle", "Before each round both sides are told the whole position."),
        (
            (options.sight, options.sight_exact) != (plain.sight, plain.sight_exact) and not options.open,
            f"You see enemy men and trucks up to {steps(options.sight)} from your men, and how many men there are "
            f"up to {steps(options.sight_exact)}.",
        ),
        (options.alternate, "The sides take turns, South first, and both see the whole board (HELP TURNS)."),
    ]
    own = tuple(sentence for holds, sentence in found if holds)
    return (*own, *told_limits(options.table, options.cycles, options.counts))


def steps(number: int) -> str:
    """Return a distance in words: `1 step`, `2 steps`."""
    return f"{number} {plural(number, 'step')}"


def ordinal(number: int) -> str:
    """Return an ordinal: `2nd`, `3rd`, `4th`."""
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
