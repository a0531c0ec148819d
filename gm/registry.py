"""The registered rulesets, one line each. It loads their grammars and data for them; they open no files.

A ruleset is loaded when it is first asked for.

A ruleset from outside gm is registered by a line, too: the `home` of its Entry says where its files are.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from gm.rules import Material
from gm.rules.registration import Ruleset, registered

if TYPE_CHECKING:
    from gm.rules.provinces.known import Boards

HERE = Path(__file__).parent


class Entry(msgspec.Struct, frozen=True):
    """Where a ruleset's class and data files are, and which grammars it reads, in order.

    home: for a ruleset from outside gm, the folder with its grammars/, templates/ and data.
    """

    module: str
    name: str
    grammars: tuple[str, ...]
    data: str = ""
    home: Path | None = None


RULESETS: dict[str, Entry] = {
    "payola": Entry("gm.rules.payola.game", "Payola", ("orders.lark", "payola.lark"), "rules/provinces/boards"),
    "diplomacy": Entry("gm.rules.diplomacy.game", "Diplomacy", ("orders.lark",), "rules/provinces/boards"),
    "ground-war": Entry(
        "gm.rules.ground_war.game", "GroundWar", ("war.lark", "ground-war.lark"), "rules/ground_war/scenarios"
    ),
    "negotiation": Entry("gm.rules.negotiation.game", "Negotiation", ("negotiation.lark",)),
    "air-war": Entry("gm.rules.air_war.game", "AirWar", ("war.lark", "air-war.lark")),
    "hex-negotiation": Entry("gm.rules.hex_negotiation.game", "HexNegotiation", ("hex-negotiation.lark",)),
    "so-long-sucker": Entry("gm.rules.so_long_sucker.game", "SoLongSucker", ("so-long-sucker.lark",)),
}


FIRST = "payola"  # what a demonstration plays unless something else is asked for


@cache
def resource(folder: str) -> Path:
    """A folder of grammars, templates or docs: in the installed package, or else at the top of the checkout."""
    inside = HERE / folder
    return inside if inside.is_dir() else HERE.parent / folder


def templates() -> tuple[Path, ...]:
    """The folders with templates: gm's own, then those of rulesets from outside."""
    homes = dict.fromkeys(entry.home for entry in RULESETS.values())
    return (resource("templates"), *(home / "templates" for home in homes if home is not None))


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset *name*, created once. Raises KeyError if there is none."""
    return registered(name, _made(RULESETS[name]))


@cache
def boards() -> Boards:
    """The boards of armies and fleets, for whoever looks at one without a game."""
    from gm.rules.provinces.judging import STARTS
    from gm.rules.provinces.known import Boards

    entry = RULESETS["diplomacy"]
    return Boards(Material(_grammar(entry, entry.grammars[0]), _files(entry)), STARTS)


def _made(entry: Entry) -> Any:
    made = getattr(import_module(entry.module), entry.name)
    return made(Material("\n".join(_grammar(entry, name) for name in entry.grammars), _files(entry)))


def _files(entry: Entry) -> dict[str, str]:
    """The data files of a ruleset, by their names."""
    return {
        path.name: path.read_text(encoding="utf-8")
        for path in (sorted(((entry.home or HERE) / entry.data).iterdir()) if entry.data else ())
        if path.is_file()
    }


def _grammar(entry: Entry, name: str) -> str:
    """The text of a grammar: the ruleset's own, or else gm's."""
    own = entry.home / "grammars" / name if entry.home else None
    return (own if own is not None and own.is_file() else resource("grammars") / name).read_text(encoding="utf-8")
