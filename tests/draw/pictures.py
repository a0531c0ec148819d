"""Pictures to draw: a small board with one of everything, large ones as full as possible, and random ones."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from gm.rules.pictures.honeycomb import Board
from gm.rules.pictures.war import SIDES, SOME, Mark, Picture, Shot, Trip

SMALL = Picture(
    5,
    5,
    "NORTH",
    3,
    {
        "A1": Mark(city="SOUTH", city_known=0),
        "B2": Mark(enemy=3, in_sight=True, city="SOUTH"),
        "C2": Mark(men=1, enemy=SOME, contested=True, in_sight=True),
        "D2": Mark(enemy=2, enemy_trucks=1, seen=1),
        "C3": Mark(men=2, in_sight=True),
        "A4": Mark(in_sight=True, deaths={"NORTH": 1}),
        "B4": Mark(trucks=1, trucks_known=2),
        "D4": Mark(men=1, trucks=2, in_sight=True),
        "E5": Mark(airport="NORTH", in_sight=True),
    },
    (Shot("SOUTH", "B2", "C3", 3), Shot("SOUTH", "C2", "C2", 1), Shot("NORTH", "C3", "B2", 2)),
    trips=(Trip("NORTH", ("D5", "D4"), "D4", 1), Trip("NORTH", ("A5", "B5", "C5"), "B5", 2, "truck")),
)


def full(rows: int, columns: int, share: float) -> Picture:
    """A board with a pile on this share of its fields, a third of them contested or beset by fire, and four cities."""
    chance = random.Random(rows * columns)
    names = [str(field) for field in Board(rows, columns).fields]
    marks = {name: Mark(in_sight=True) for name in names}
    shots = []
    for name in chance.sample(names, int(len(names) * share)):
        kind = chance.randrange(6)
        men, enemy = (chance.randint(1, 3) if kind != 1 else 0), (chance.randint(1, 3) if kind in (0, 1, 2) else 0)
        dead = {"SOUTH": 1, "NORTH": 2} if kind == 0 else {}
        marks[name] = Mark(men=men, enemy=enemy, in_sight=True, contested=bool(men and enemy), deaths=dead)
        if kind == 5:
            target = chance.choice([one for one in Board(rows, columns).near(name) if one != name])
            shots += [Shot("SOUTH", name, target, 2), Shot("NORTH", target, name, 1)]
    for name in names[:: len(names) // 4]:
        marks[name] = Mark(city="SOUTH", airport="NORTH", in_sight=True)
    return Picture(rows, columns, "SOUTH", 12, marks, tuple(shots))


CYCLES = st.none() | st.integers(0, 99)
MARKS = st.builds(
    Mark,
    men=st.integers(0, 12),
    trucks=st.integers(0, 12),
    trucks_known=CYCLES,
    city=st.sampled_from(("", *SIDES)),
    city_known=CYCLES,
    airport=st.sampled_from(("", *SIDES)),
    enemy=st.integers(SOME, 12),
    enemy_trucks=st.integers(0, 12),
    seen=CYCLES,
    in_sight=st.booleans(),
    contested=st.booleans(),
    deaths=st.dictionaries(st.sampled_from(SIDES), st.integers(0, 3)),
)


@st.composite
def any_pictures(draw: st.DrawFn) -> Picture:
    """Any picture of a small board, whatever the rules would say to it."""
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    fields = st.sampled_from([str(field) for field in Board(rows, columns).fields])
    shots = draw(st.lists(st.tuples(st.sampled_from(SIDES), fields, fields), max_size=8, unique=True))
    numbers = draw(st.lists(st.integers(1, 9), min_size=8, max_size=8))
    ways = draw(st.lists(st.tuples(st.sampled_from(SIDES), st.tuples(fields, fields)), max_size=3, unique=True))
    return Picture(
        rows,
        columns,
        draw(st.sampled_from(("", *SIDES))),
        draw(st.integers(0, 99)),
        draw(st.dictionaries(fields, MARKS)),
        tuple(Shot(*shot, number) for shot, number in zip(shots, numbers, strict=False)),
        trips=tuple(Trip(side, way, way[1], 2) for side, way in ways),
    )
