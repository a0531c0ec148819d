"""The JSON Schemas of the file that goes with a mail, made from the notices themselves and stricter where they are.

docs/schema holds them as published; a test compares. GM_SCHEMA=write makes the files anew.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

import gm.desk
from gm.desk.viewed import SCHEMA
from gm.desk.words import environment
from gm.registry import RULESETS
from gm.rules import Phase
from gm.rules.payola import notices as payola_notices
from gm.rules.payola.game import Payola
from gm.rules.payola.notices import Position, Retreating

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schema"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
MAIL, PAYOLA = "mail.schema.json", "payola.schema.json"
Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
CODE = {"type": "string", "pattern": "^[SFW][0-9]{4}[MRA]$"}
UNIT = {"type": "string", "pattern": "^[AF] [A-Z]{3}(/[NSEW]C)?$"}
PLACE = {"type": "string", "pattern": "^[A-Z]{3}(/[NSEW]C)?$"}
LIST = {"type": "string", "pattern": "^([A-Z]{7})?$"}
POWER = {"enum": ["AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"]}
WHAT = {"enum": ["offers", "retreats", "adjustments"]}
FATE = {"enum": ["bounces", "cut", "disbands", "dislodged", "disrupted", "succeeds", "void"]}


def many(item: Schema) -> Schema:
    """A list of such items."""
    return {"type": "array", "items": item}


def strict(properties: Schema, **more: Any) -> Schema:
    """An object with these fields, all of them, and no others."""
    required = sorted(properties)
    return {
        "type": "object", **more, "properties": properties, "required": required, "additionalProperties": False,
    }  # fmt: skip


# What the types of the fields do not tell: (kind or type, field).
FINER: dict[tuple[str, str], Schema] = {
    ("ConfirmAsked", "word"): {"const": "CONFIRM"},
    ("LetterHeld", "doubt"): {"enum": ["unproven", "stale", "foreign", "failed"]},
    ("Opened", "seed_hash"): HEX,
    ("Over", "seed_hash"): HEX,
    ("Refused", "problems"): many(
        strict({"line": COUNT, "column": COUNT, "text": TEXT, "message": TEXT, "hints": many(TEXT)})
    ),
    ("Refused", "lines"): COUNT,
    ("Refused", "more"): COUNT,
    ("Sealed", "seal"): HEX,
    ("Seals", "seals"): many({"type": "array", "prefixItems": [TEXT, HEX], "items": False, "minItems": 2}),
    ("Show", "seal"): {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
    ("Show", "view"): {"$ref": f"{PAYOLA}#/$defs/View"},
    ("Status", "view"): {"$ref": f"{PAYOLA}#/$defs/PublicView"},
    ("Account", "phase"): CODE,
    ("Account", "power"): POWER,
    ("Accepted", "letters"): LIST,
    ("Adjustments", "phase"): CODE,
    ("Bribed", "amount"): COUNT,
    ("Cleared", "phase"): CODE,
    ("Cleared", "what"): WHAT,
    ("Eliminated", "power"): POWER,
    ("Filed", "phase"): CODE,
    ("Filed", "what"): WHAT,
    ("Holdings", "centres"): many(PLACE),
    ("Holdings", "power"): POWER,
    ("Holdings", "units"): many(UNIT),
    ("Income", "amount"): COUNT,
    ("Income", "centres"): COUNT,
    ("Moves", "phase"): CODE,
    ("Payment", "amount"): COUNT,
    ("Phase", "code"): CODE,
    ("Phase", "kind"): {"enum": ["movement", "retreat", "adjustment"]},
    ("Position", "neutral"): many(PLACE),
    ("Retreating", "attacker"): PLACE,
    ("Retreating", "places"): many(PLACE),
    ("Retreating", "power"): POWER,
    ("Retreating", "unit"): UNIT,
    ("Retreats", "phase"): CODE,
    ("Told", "fate"): FATE,
    ("Told", "power"): POWER,
    ("Trial", "phase"): CODE,
    ("Won", "power"): POWER,
}


def told(*modules: ModuleType) -> list[type]:
    """The notices of these modules that a mail may tell: those with words."""
    names = {name.split("/")[-1] for name in environment().list_templates() if not name.startswith("report/")}
    found = [kind for module in modules for kind in vars(module).values() if _is_of(kind, module)]
    return [kind for kind in found if f"{kind.__name__.lower()}.txt.j2" in names or kind.__name__ == "Help"]


def _is_of(kind: Any, module: ModuleType) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__


def desk_notices() -> list[type]:
    """The notices of the desk."""
    names = [found.name for found in pkgutil.iter_modules(gm.desk.__path__) if found.name.startswith("notices")]
    return told(*(importlib.import_module(f"gm.desk.{name}") for name in names))


def definitions(kinds: list[type]) -> Schema:
    """A schema for each of the types and for what is in them."""
    _, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {name: _finer(name, schema) for name, schema in sorted(found.items())}


def _finer(name: str, schema: Schema) -> Schema:
    properties = {
        field: FINER.get((name, field)) or {key: value for key, value in given.items() if key != "default"}
        for field, given in schema["properties"].items()
    }
    assert all(properties.values()), f"anything may stand in {name}"
    return strict(properties, description=schema["description"])


def notice(kinds: list[type]) -> Schema:
    """One of these notices in a mail."""
    return {
        "oneOf": [
            strict({"kind": {"const": kind.__name__.lower()}, "body": {"$ref": f"#/$defs/{kind.__name__}"}})
            for kind in sorted(kinds, key=lambda kind: kind.__name__)
        ]
    }


def mail_schema() -> Schema:
    """A whole file: what a mail tells, and what its reader knows."""
    kinds = desk_notices()
    names = {
        "schema": {"const": SCHEMA},
        "game": {"type": "string", "description": "The name of the game."},
        "ruleset": {"enum": sorted(RULESETS)},
        "phase": {"type": "string", "description": "The phase then due; empty if the game is over."},
        "reader": {"anyOf": [POWER, {"type": "null"}], "description": "The reader's seat; null if he has none."},
        "subject": {"type": "string", "description": "The subject of the mail."},
        "notices": {
            "description": "What the mail tells, in the order of its parts.",
            **many({"anyOf": [{"$ref": "#/$defs/notice"}, {"$ref": f"{PAYOLA}#/$defs/notice"}]}),
        },
        "view": {"description": "What the reader knows after it."},
    }
    seen = {
        "if": {"properties": {"reader": {"type": "null"}}},
        "then": {"properties": {"view": {"$ref": f"{PAYOLA}#/$defs/PublicView"}}},
        "else": {"properties": {"view": {"$ref": f"{PAYOLA}#/$defs/View"}}},
    }
    whole = strict(names, title="A mail of the GameMaster as JSON")
    return {"$schema": DRAFT, **whole, **seen, "$defs": {"notice": notice(kinds), **definitions(kinds)}}


def payola_schema() -> Schema:
    """What is told in a game of Payola Diplomacy, and what a seat or anybody sees of it."""
    kinds = told(payola_notices)
    public = {
        "position": {"$ref": "#/$defs/Position"},
        "dislodged": many({"$ref": "#/$defs/Retreating"}),
        "phase": {"$ref": "#/$defs/Phase"},
        "code": CODE,
    }
    own = {
        "balance": COUNT,
        "acceptance": LIST,
        "filed": many(TEXT),
        "saved": COUNT,
        "example": many(TEXT),
        "eliminated": {"type": "boolean"},
        "topic": {"enum": sorted(set(Payola.topics) & {"OFFERS", "RETREATS", "BUILDS"})},
    }
    return {
        "$schema": DRAFT,
        "title": "Payola Diplomacy: notices and views",
        "$defs": {
            "notice": notice(kinds),
            "PublicView": strict(public, description="What everybody may know."),
            "View": strict({**public, **own}, description="What a seat knows: the public part, and its own affairs."),
            **definitions([*kinds, Position, Retreating, Phase]),
        },
    }


def schemas() -> dict[str, Schema]:
    """All of them, by the names of their files."""
    return {MAIL: mail_schema(), PAYOLA: payola_schema()}
