"""The board of both war games: a honeycomb of fields, named by a column letter and a row number (`G13`).

Row 1 is SOUTH's home edge. Even rows lie half a field further east. What stands on the fields is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

import msgspec

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_COLUMNS, MOST_ROWS = len(LETTERS), 99
FIELD = re.compile(r"([A-Za-z])(\d{1,2})")


class Field(msgspec.Struct, frozen=True, order=True):
    """A field: row from 1 in the south, column from 1 in the west. Fields sort from the south-west, row by row."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"{LETTERS[self.column - 1]}{self.row}"

    def __hash__(self) -> int:
        return self.row * 32 + self.column


@lru_cache(8192)  # cached, since the names of all fields of a board are needed again and again
def read_field(text: str) -> Field | None:
    """Parse `G13` or `g13` as a field; None if it is none. Whether a board has that field is another matter."""
    found = FIELD.fullmatch(text.strip())
    if found is None or int(found[2]) < 1:
        return None
    return Field(int(found[2]), LETTERS.index(found[1].upper()) + 1)


class Board(msgspec.Struct, frozen=True, dict=True):
    """A honeycomb of *rows* times *columns* fields."""

    rows: int = 25
    columns: int = 17

    def __contains__(self, field: Field) -> bool:
        return 1 <= field.row <= self.rows and 1 <= field.column <= self.columns

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Return all fields, row by row from the south-west."""
        return tuple(Field(row, column) for row in range(1, self.rows + 1) for column in range(1, self.columns + 1))

    def neighbours(self, field: Field) -> tuple[Field, ...]:
        """Return the fields that touch *field*, in order."""
        return _neighbours(self.rows, self.columns, field)

    def within(self, field: Field, steps: int) -> Iterator[Field]:
        """Yield every field at most *steps* away, including *field* itself, in order."""
        return (one for one in _around(self.rows, self.columns, field, steps))

    def near(self, name: str, steps: int = 1) -> tuple[str, ...]:
        """Return the names of all fields at most *steps* from the field *name*, including itself, in order."""
        return _near(self.rows, self.columns, name, steps)

    def has(self, name: str) -> bool:
        """Return whether *name* is a field of this board, as `str(field)` writes it."""
        field = read_field(name)
        return field is not None and field in self and str(field) == name

    def to_edges(self, field: Field) -> dict[str, int]:
        """Return the least number of steps to each edge (south, north, west, east); 0 for a field on that edge."""
        west = min(distance(field, Field(row, 1)) for row in range(1, self.rows + 1))
        east = min(distance(field, Field(row, self.columns)) for row in range(1, self.rows + 1))
        return {"south": field.row - 1, "north": self.rows - field.row, "west": west, "east": east}


def touching(field: Field) -> tuple[Field, ...]:
    """Return the six fields around *field* on a board without edges."""
    row, column = field.row, field.column
    first = column if row % 2 == 0 else column - 1
    return (
        Field(row - 1, first), Field(row - 1, first + 1), Field(row, column - 1), Field(row, column + 1),
        Field(row + 1, first), Field(row + 1, first + 1),
    )  # fmt: skip


@lru_cache(65536)
def _neighbours(rows: int, columns: int, field: Field) -> tuple[Field, ...]:
    return tuple(one for one in touching(field) if 1 <= one.row <= rows and 1 <= one.column <= columns)


@lru_cache(65536)
def _around(rows: int, columns: int, field: Field, steps: int) -> tuple[Field, ...]:
    reach = range(max(1, field.row - steps), min(rows, field.row + steps) + 1)
    found = (
        Field(row, column)
        for row in reach
        for column in range(max(1, field.column - steps - 1), min(columns, field.column + steps + 1) + 1)
    )
    return tuple(one for one in found if distance(field, one) <= steps)


@lru_cache(65536)
def _near(rows: int, columns: int, name: str, steps: int) -> tuple[str, ...]:
    field = read_field(name)
    return tuple(str(one) for one in _around(rows, columns, field, steps)) if field else ()


@lru_cache(4096)
def place(name: str) -> tuple[int, int]:
    """Return row and column of a field's name, as a key to sort names by; (0, 0) for what is no field."""
    field = read_field(name)
    return (field.row, field.column) if field else (0, 0)


def distance(a: Field, b: Field) -> int:
    """Return the least number of steps from *a* to *b*."""
    (qa, ra), (qb, rb) = _axial(a), _axial(b)
    dq, dr = qa - qb, ra - rb
    return max(abs(dq), abs(dr), abs(dq + dr))


def _axial(field: Field) -> tuple[int, int]:
    """Return axial coordinates: along the row, and along the lines that slant to the north-east."""
    return field.column - (field.row - 1) // 2, field.row


def position(field: Field) -> tuple[float, float]:
    """Return the centre of the field, in field widths from the west edge and in rows from the south."""
    return field.column - 1 + (0.5 if field.row % 2 == 0 else 0.0), float(field.row - 1)
