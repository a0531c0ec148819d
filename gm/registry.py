"""The rulesets there are: one line each. Loads their grammars and data and hands them over; they open no file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from gm.rules import Material
from gm.rules.ruleset import Judged, Ruleset, registered

HERE = Path(__file__).parent


class Entry(msgspec.Struct, frozen=True):
    """Where a ruleset's class is, which grammars it reads (in this order), and where its data files are."""

    module: str
    name: str
    grammars: tuple[str, ...]
    data: str = ""


RULESETS: Mapping[str, Entry] = {
    "payola": Entry("gm.rules.payola.game", "Payola", ("orders.lark", "payola.lark"), "rules/diplomacy/boards"),
    "ground-war": Entry(
        "gm.rules.ground_war.game", "GroundWar", ("war.lark", "ground-war.lark"), "rules/ground_war/scenarios"
    ),
    "negotiation": Entry("gm.rules.negotiation.game", "Negotiation", ("negotiation.lark",)),
    "air-war": Entry("gm.rules.air_war.game", "AirWar", ("war.lark", "air-war.lark")),
    "hex-negotiation": Entry("gm.rules.hex_negotiation.game", "HexNegotiation", ("hex-negotiation.lark",)),
    "so-long-sucker": Entry("gm.rules.so_long_sucker.game", "SoLongSucker", ("so-long-sucker.lark",)),
}
ENGINES: Mapping[str, Entry] = {
    "diplomacy": Entry("gm.rules.diplomacy.engine", "Diplomacy", ("orders.lark",), "rules/diplomacy/boards"),
}


def resource(folder: str) -> Path:
    """A folder of grammars or templates: inside an installed package, else at the top of the checkout."""
    inside = HERE / folder
    return inside if inside.is_dir() else HERE.parent / folder


@cache
def ruleset(name: str) -> Ruleset:
    """The ruleset *name*, made once. Raises KeyError if there is none."""
    return registered(name, _made(RULESETS[name]))


@cache
def judged(name: str) -> Judged:
    """What `gm judge` knows as *name*: an engine or a ruleset. Raises KeyError if there is none."""
    if name not in ENGINES:
        return ruleset(name).judged
    made: Judged = _made(ENGINES[name])
    return made


def _made(entry: Entry) -> Any:
    grammar = "\n".join((resource("grammars") / name).read_text(encoding="utf-8") for name in entry.grammars)
    files = {
        path.name: path.read_text(encoding="utf-8") for path in sorted((HERE / entry.data).iterdir()) if path.is_file()
    }
    made: Callable[[Material], Any] = getattr(import_module(entry.module), entry.name)
    return made(Material(grammar, files if entry.data else {}))
