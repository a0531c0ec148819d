"""How a leak is planted for one test: a function of gm is replaced by one that says too much."""

from __future__ import annotations

import json
import os
import pkgutil
import tomllib
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from comparing import ToldApart
from generators import GENERATORS
from msgspec.structs import replace
from playing import Table
from telling import the_reader_cannot_tell

import gm.desk
import gm.draw
import gm.report
import gm.rules
from gm.desk.commands.table import COMMANDS
from gm.rules import EVERYBODY, Audience, Notice

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]
# A module that is first imported while a leak is planted would keep it for good.
for room in (gm.desk, gm.draw, gm.report, gm.rules):
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(module.name)
FOUND_BY = Path(__file__).with_name("found_by.toml")


class Leaks(dict[str, Plant]):
    """The leaks of one module; the name of each says what it lets out, and *ruleset* where it is looked for.

    A leak is a function that plants it with the help of the patch that it is given:

        leak = LEAKS = Leaks("payola")

        @leak
        def a_reminder_counts_who_is_missing(patch: Patch) -> None: ...

        @leak.of("air-war")
        def the_board_shows_chips_too_early(patch: Patch) -> None: ...
    """

    def __init__(self, ruleset: str) -> None:
        self.ruleset, self.where = ruleset, dict[str, str]()

    def __call__(self, plant: Plant) -> Plant:
        return self.of(self.ruleset)(plant)

    def of(self, ruleset: str) -> Callable[[Plant], Plant]:
        """Enter a leak that is looked for in another ruleset."""

        def enter(plant: Plant) -> Plant:
            self[plant.__name__], self.where[plant.__name__] = plant, ruleset
            return plant

        return enter

    def must_be_found(self, name: str, patch: Patch) -> None:
        """Plant a leak: the search finds it, or found_by.toml says why not."""
        self[name](patch)
        is_found(self.where[name], name)


def around(patch: Patch, place: Any, name: str, change: Callable[..., Any]) -> None:
    """Replace a function by *change*, which is given the true one first."""
    true = getattr(place, name)
    patch.setattr(place, name, lambda *args, **named: change(true, *args, **named))  # planted: a leak


def around_command(patch: Patch, name: str, change: Any) -> None:
    """Have *change* done in place of what a player's command does; it is given that as its first argument."""
    command = COMMANDS[name]
    # planted: a leak
    patch.setitem(COMMANDS, name, replace(command, player=partial(change, command.player)))  # type: ignore[arg-type]


def told_to_all(patch: Patch, kind: type, place: Any) -> None:
    """What *place* notes for somebody as a notice of this kind is told to everybody."""

    def change(true: Any, audience: Audience, body: Any) -> Notice:
        return true(EVERYBODY if isinstance(body, kind) else audience, body)

    around(patch, place, "note", change)


def is_found(ruleset: str, leak: str) -> None:
    """The search that finds nothing in gm finds a difference now, and names it.

    found_by.toml has the pair that found it last time, the part, the reader and the channel: that is looked at first,
    and only as far. A leak that is not found has its reason there instead.
    """
    known = read_found_by().get(ruleset, {}).get(leak, [])
    if isinstance(known, str) and os.environ.get("GM_FOUND") != "write":
        pytest.skip(f"not found: {known}")  # to search all pairs for it each time would take minutes
    found = _found(ruleset, *known[:2]) if known and not isinstance(known, str) else []
    for number in GENERATORS[ruleset].numbers:
        found = found or _found(ruleset, number)
    assert found or isinstance(known, str), "no pair of the search finds it"
    if os.environ.get("GM_FOUND") == "write":
        _write_down(ruleset, leak, found or known)
    else:
        assert not found or found == known, f"{found} finds it: GM_FOUND=write (without workers) writes that down"


def read_found_by() -> dict[str, dict[str, Any]]:
    """What finds each leak, by ruleset: pair, part, reader and channel, or why nothing does."""
    return tomllib.loads(FOUND_BY.read_text(encoding="utf-8"))


def _found(ruleset: str, number: int, most: int | None = None) -> list[Any]:
    """The number of the pair, its part that differs, for whom and by what, of *most* parts; empty if none does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "most", most)  # size: so many parts of a history
        try:
            the_reader_cannot_tell(ruleset, number)
        except ToldApart as difference:
            return [number, difference.part, difference.reader, difference.channel]
    return []


def _write_down(ruleset: str, leak: str, found: Any) -> None:
    known = read_found_by()
    known.setdefault(ruleset, {})[leak] = found
    rows = {name: [f"{leak} = {json.dumps(by)}\n" for leak, by in sorted(known[name].items())] for name in known}
    FOUND_BY.write_text("\n".join(f"[{name}]\n" + "".join(rows[name]) for name in sorted(rows)), encoding="utf-8")
