"""How a leak is planted for one test: a function of gm is replaced by one that says too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from telling import the_reader_cannot_tell

from gm.rules import EVERYBODY, Audience, Notice

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


class Leaks(dict[str, Plant]):
    """The leaks of one table "who is told what"; the name of each says what it lets out."""

    def __call__(self, plant: Plant) -> Plant:
        self[plant.__name__] = plant
        return plant


def around(patch: Patch, place: Any, name: str, change: Callable[..., Any]) -> None:
    """Replace a function by *change*, which is given the true one first."""
    true = getattr(place, name)
    patch.setattr(place, name, lambda *args, **named: change(true, *args, **named))


def told_to_all(patch: Patch, kind: type, place: Any) -> None:
    """What *place* notes for somebody as a notice of this kind is told to everybody."""

    def change(true: Any, audience: Audience, body: Any) -> Notice:
        return true(EVERYBODY if isinstance(body, kind) else audience, body)

    around(patch, place, "note", change)


def is_found(ruleset: str) -> None:
    """The search that finds nothing in gm finds a difference now, and names it."""
    with pytest.raises(AssertionError, match=r"in .*: mail \d+ "):
        the_reader_cannot_tell(ruleset)
