"""How a leak is planted for one test: a function of gm is replaced by one that says too much."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from comparing import ToldApart
from generators import GENERATORS
from playing import Table
from telling import the_reader_cannot_tell

from gm.rules import EVERYBODY, Audience, Notice

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
FOUND_BY = Path(__file__).with_name("found_by.toml")


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


def is_found(ruleset: str, leak: str) -> None:
    """The search that finds nothing in gm finds a difference now, and names it.

    The pair that found it last time is looked at first, and only as far as it differed: found_by.toml has its number
    and that of the part.
    """
    known = tomllib.loads(FOUND_BY.read_text(encoding="utf-8")).get(ruleset, {}).get(leak, [])
    found = _found(ruleset, *known) if known else []
    for number in GENERATORS[ruleset].numbers:
        found = found or _found(ruleset, number)
    assert found, "no pair of the search finds it"
    if os.environ.get("GM_FOUND") == "write":
        _write_down(ruleset, leak, found)
    else:
        assert found == known, f"{found} finds it: GM_FOUND=write (without workers) writes that down"


def _found(ruleset: str, number: int, most: int | None = None) -> list[int]:
    """The number of the pair and of its part that differs, of *most* parts; empty if none does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "most", most)
        try:
            the_reader_cannot_tell(ruleset, number)
        except ToldApart as difference:
            assert re.search(r"in .*: mail \d+ ", str(difference))
            return [number, difference.part]
    return []


def _write_down(ruleset: str, leak: str, found: list[int]) -> None:
    known = tomllib.loads(FOUND_BY.read_text(encoding="utf-8"))
    known.setdefault(ruleset, {})[leak] = found
    tables = [f"[{name}]\n" + "".join(f"{one} = {n}\n" for one, n in sorted(known[name].items())) for name in known]
    FOUND_BY.write_text("\n".join(sorted(tables)), encoding="utf-8")
