"""What a deal can exchange: moves, support, winnings, IOUs, and IOUs forgiven; and how each is worded.

Players are numbers as text. The position of a game is not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from gm.rules.lines.words import plural
from gm.rules.negotiation.board import column_of, level_of

Groups = tuple[tuple[str, int], ...]  # pairs of a place (START or a square) and a number of pieces


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Leave for pieces of the other player to enter a square of the giver's column."""

    groups: Groups
    square: str


class Support(msgspec.Struct, frozen=True, tag="support"):
    """Support pieces owned by *owner*: the giver's own uncommitted ones (a loan), or ones that the giver holds."""

    amount: int
    owner: str


class Win(msgspec.Struct, frozen=True, tag="win"):
    """Winnings."""

    amount: int


class Iou(msgspec.Struct, frozen=True, tag="iou"):
    """An IOU from the giver."""

    amount: int


class Cancel(msgspec.Struct, frozen=True, tag="cancel"):
    """IOUs of the other player that the giver forgives."""

    amount: int


Item = Move | Support | Win | Iou | Cancel
Items = tuple[Item, ...]


def write_groups(groups: Groups) -> str:
    """Write groups as in a command: `2 FROM A5, 1 FROM A6`."""
    return ", ".join(f"{number} FROM {place}" for place, number in groups)


def write_items(items: Items, giver: str) -> str:
    """Return the items as written in a command; NOTHING for none."""
    return " AND ".join(_written(item, giver) for item in items) or "NOTHING"


def _written(item: Item, giver: str) -> str:
    match item:
        case Move(groups=groups, square=square):
            return f"MOVE {write_groups(groups)} TO {square}"
        case Support(amount=amount, owner=owner):
            return f"SUPPORT {amount}" + (f" OF {owner}" if owner != giver else "")
        case Win(amount=amount):
            return f"WIN {amount}"
        case Iou(amount=amount):
            return f"IOU {amount}"
        case Cancel(amount=amount):
            return f"CANCEL IOU {amount}"


def say_items(items: Items, reader: str, other: str, word: Callable[[str], str], gets: bool) -> str:
    """Return the items in words, for *reader* who gets or gives them; *word* names a player."""
    return " and ".join(_said(item, reader, other, word=word, gets=gets) for item in items) or "nothing"


def _said(item: Item, reader: str, other: str, word: Callable[[str], str], gets: bool) -> str:
    match item:
        case Move(groups=groups, square=square):
            whose = "to move" if gets else f"for {word(other)} to move"
            return f"leave {whose} {say_groups(groups)} to {square}"
        case Support(amount=amount, owner=owner):
            whose = "your own" if owner == reader else f"{word(owner)}'s"
            return f"{pieces(amount)} of {whose} support"
        case Win(amount=amount):
            return f"{amount} of " + (f"the winnings of {word(other)}" if gets else "your winnings")
        case Iou(amount=amount):
            return f"an IOU for {amount}" + (f" of {word(other)}" if gets else "")
        case Cancel(amount=amount):
            return f"{amount} of " + ("what you owe" if gets else f"what {word(other)} owes you") + ", forgiven"


def pieces(number: int) -> str:
    """Say a number of pieces: `3 pieces`, `1 piece`."""
    return f"{number} {plural(number, 'piece')}"


def say_groups(groups: Iterable[tuple[str, int]]) -> str:
    """Say groups in words: `2 pieces from A5 and 1 from A6`."""
    parts = [(f"{n}" if k else pieces(n)) + f" from {place}" for k, (place, n) in enumerate(groups)]
    return " and ".join(parts)


def total(groups: Iterable[tuple[str, int]]) -> int:
    """Return how many pieces *groups* are."""
    return sum(number for _, number in groups)


def added(groups: Iterable[tuple[str, int]]) -> Groups:
    """Merge groups from the same place; START comes first, then squares in order."""
    found: dict[str, int] = {}
    for place, number in groups:
        found[place] = found.get(place, 0) + number
    return tuple(sorted(found.items(), key=lambda one: place_key(one[0])))


def place_key(place: str) -> tuple[int, int]:
    """Return the sort key of a place: START, then by level and column."""
    return level_of(place), int(column_of(place) or 0)
