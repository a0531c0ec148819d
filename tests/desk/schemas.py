"""The JSON Schemas of the file that goes with a mail, made from the notices themselves and stricter where they are.

docs/schema holds them as published; a test compares. GM_SCHEMA=write makes the files anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, get_type_hints

import msgspec

import gm.desk.notices
from gm.desk.mails.viewed import SCHEMA
from gm.desk.mails.words import READERS, environment
from gm.registry import RULESETS, ruleset
from gm.rules import Phase
from gm.rules.air_war import notices as air_notices
from gm.rules.ground_war import notices as ground_notices
from gm.rules.hex_negotiation import notices as stone_notices
from gm.rules.hex_negotiation.game import HexNegotiation
from gm.rules.negotiation import notices as phone_notices
from gm.rules.negotiation.game import Negotiation
from gm.rules.payola import notices as payola_notices
from gm.rules.payola.game import Payola
from gm.rules.payola.notices import Position, Retreating
from gm.rules.so_long_sucker import notices as table_notices

FOLDER = Path(__file__).parent.parent.parent / "docs" / "schema"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
MAIL = "mail.schema.json"
# Those of today in the order in which their files were published, then whichever else is registered.
ORDER = ("payola", "ground-war", "air-war", "hex-negotiation", "so-long-sucker", "negotiation")
NAMES = tuple(dict.fromkeys((*ORDER, *RULESETS)))
FILES = {name: f"{name}.schema.json" for name in NAMES}
Schema = dict[str, Any]
SAMPLES = ("S1901M", "A PAR", "PAR", "AEFGIRT", "0123456789abcdef" * 4)
WORDS = (
    "Spring", "some words", "4 : A PAR - BUR | - PIC", "THE END", "a  gap", "| marked", "- x",
    "more words than stand in one line of seventy-two columns, and some of them longer than others are",
)  # fmt: skip

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
HEX = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
CODE = {"type": "string", "pattern": "^[SFW][0-9]{4}[MRA]$"}
UNIT = {"type": "string", "pattern": "^[AF] [A-Z]{3}(/[NSEW]C)?$"}
PLACE = {"type": "string", "pattern": "^[A-Z]{3}(/[NSEW]C)?$"}
LIST = {"type": "string", "pattern": "^[A-Z]*$"}
POWERS = "^[A-Z]{3,12}$"  # boards have their own
POWER = {"type": "string", "pattern": POWERS}
WHAT = {"enum": ["offers", "orders", "retreats", "adjustments"]}
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


def by(pattern: str, value: Schema) -> Schema:
    """An object whose names are like *pattern*, and whose values are like *value*."""
    return {"type": "object", "propertyNames": {"pattern": pattern}, "additionalProperties": value}


SIDE = {"enum": ["SOUTH", "NORTH"]}
ROUND = {"type": "string", "pattern": "^C[0-9]+[A-Z]$"}
SIDES, FIELD, SHOT = "^(SOUTH|NORTH)$", "^[A-Z][0-9]{1,2}$", "^[A-Z][0-9]{1,2}-[A-Z][0-9]{1,2}$"
PILES = by(SIDES, by(FIELD, COUNT))
ROWS = by(SIDES, {"type": "array", "prefixItems": [COUNT, COUNT], "items": False, "minItems": 2})
COLOUR = {"enum": ["BLACK", "WHITE"]}
COLOUR_OR_NONE = {"enum": ["BLACK", "WHITE", ""]}
COLOURS, CELL, TURN = "^(BLACK|WHITE)$", {"type": "string", "pattern": "^[A-Y][0-9]{1,2}$"}, "^(T[0-9]+S?)?$"
CELL_OR_NONE = {"type": "string", "pattern": "^([A-Y][0-9]{1,2})?$"}
CHIP = {"enum": ["RED", "BLUE", "GREEN", "YELLOW", "WHITE", "VIOLET"]}
CHIP_OR_NONE = {"enum": ["RED", "BLUE", "GREEN", "YELLOW", "WHITE", "VIOLET", ""]}
CHIPS = by("^(RED|BLUE|GREEN|YELLOW|WHITE|VIOLET)$", COUNT)
OWED = {"type": "string", "pattern": "^(T[0-9]+[PNKR])?$"}
NUMBER = {"enum": [str(number) for number in range(1, 11)]}
BY_PLAYER = by(r"^Player [0-9]+( \(.*\))?$", COUNT)
HALF = {"type": "string", "pattern": "^(LIVE|CLOSE)$"}
ACTION = {"enum": ["begun", "granted", "moved", "standoff", "lost", "paid", "won"]}
DEAL = {"enum": ["proposed", "rejected", "withdrawn", "countered", "lapsed", "waits", "failed", "done"]}
LEFT_OUT = ("Mark",)  # of these what is at its default is left out
# Left out unless it is there.
OPTIONAL = {
    ("Position", "picture"), ("GameSettings", "pages"), ("GameSettings", "again"), ("GameSettings", "dismissed"),
    ("GameSettings", "draw"), ("GameSettings", "names"), ("GameSettings", "proposals"), ("GameSettings", "autopilot"),
    ("GameSettings", "rated"), ("GameSettings", "games"), ("GameSettings", "on_time"), ("GameSettings", "test"),
    ("GameSettings", "takeover"),
    ("Press", "watches"),
    ("Resigned", "either"), ("Resigned", "stands"), ("Resigned", "committed"), ("Watching", "writes"),
}  # fmt: skip

# What the seats of a ruleset can be, where that hangs on the options of a game.
SEATS = {"payola": POWER, "diplomacy": POWER, "ground-war": SIDE, "air-war": SIDE, "hex-negotiation": COLOUR,
         "so-long-sucker": CHIP, "negotiation": NUMBER}  # fmt: skip
PROBLEM = strict({"line": COUNT, "column": COUNT, "text": TEXT, "message": TEXT, "hints": many(TEXT)})

# What the types of the fields do not tell: (kind or type, field).
FINER: dict[tuple[str, str], Schema] = {
    ("ConfirmAsked", "word"): {"const": "CONFIRM"},
    ("LetterHeld", "doubt"): {"enum": ["unproven", "stale", "shared", "foreign", "failed"]},
    ("OneHeld", "doubt"): {"enum": ["unproven", "stale", "shared", "foreign", "failed"]},
    ("Opened", "seed_hash"): HEX,
    ("Over", "seed_hash"): HEX,
    ("Refused", "problems"): many(PROBLEM),
    ("WrongLines", "problems"): many(PROBLEM),
    ("NotTakenUp", "problems"): many(PROBLEM),
    ("NotTakenUp", "more"): COUNT,
    ("TakenUp", "seal"): {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
    ("WrongLines", "more"): COUNT,
    ("AskedThere", "act"): {"enum": ["address", "sitter"]},
    ("NoPlace", "why"): {
        "enum": ["full", "taken", "word", "running", "forming", "begun", "which", "closed", "saw", "elsewhere"]
    },
    ("NotBegun", "role"): {"enum": ["", "invited", "observer", "monitor"]},
    ("PhasePicture", "picture"): {"type": "object", "propertyNames": {"type": "string"}},
    ("Rescheduled", "why"): {"enum": ["outage", "absence", "vote"]},
    ("Unused", "why"): {"enum": ["early", "watching", "writing", "unproven", "message", "stranger"]},
    ("Refused", "lines"): COUNT,
    ("Refused", "more"): COUNT,
    ("Sealed", "seal"): HEX,
    ("Seals", "seals"): many({"type": "array", "prefixItems": [TEXT, HEX], "items": False, "minItems": 2}),
    ("Show", "seal"): {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
    ("Show", "view"): {"anyOf": [{"$ref": f"{file}#/$defs/View"} for file in FILES.values()]},
    ("Answered", "view"): {"anyOf": [{"$ref": f"{file}#/$defs/PublicView"} for file in FILES.values()]},
    ("Status", "view"): {"anyOf": [{"$ref": f"{file}#/$defs/PublicView"} for file in FILES.values()]},
    ("AirBegins", "city_rows"): ROWS,
    ("CitiesChosen", "chip_rows"): ROWS,
    ("ChipsPlaced", "chips"): PILES,
    ("AirMoves", "moves"): by(SIDES, many(TEXT)),
    ("AirMoves", "chips"): PILES,
    ("AirFire", "shots"): by(SIDES, by(SHOT, COUNT)),
    ("AirFire", "dead"): PILES,
    ("AirFire", "made"): by(SIDES, many(TEXT)),
    ("AirFire", "chips"): PILES,
    ("AirBoard", "chips"): PILES,
    ("AirTrial", "chips"): by(FIELD, COUNT),
    ("AirTrial", "dead"): by(FIELD, COUNT),
    ("MapTold", "centres"): by(POWERS, many(PLACE)),
    ("Mark", "deaths"): by(SIDES, COUNT),
    ("Picture", "marks"): by(FIELD, {"$ref": "#/$defs/Mark"}),
    ("StonePicture", "stones"): by(COLOURS, many(CELL)),
    ("StonePicture", "groups"): by(COLOURS, many(many(CELL))),
    ("StonePicture", "to_play"): COLOUR_OR_NONE,
    ("StonesPlayed", "colour"): COLOUR,
    ("StonesPlayed", "to_play"): COLOUR_OR_NONE,
    ("StonesPlayed", "replaced"): CELL_OR_NONE,
    ("StonesPlayed", "placed"): many(CELL),
    ("StonesPlayed", "replaceable"): many(CELL),
    ("StonesSwapped", "replaceable"): many(CELL),
    ("StonesResult", "winner"): COLOUR_OR_NONE,
    ("StonesResult", "groups"): by(COLOURS, many(COUNT)),
    ("StonesResult", "largest"): by(COLOURS, many(many(CELL))),
    ("StonesDraw", "by"): COLOUR,
    ("StonesBoard", "stones"): by(COLOURS, many(CELL)),
    ("StonesBoard", "replaceable"): many(CELL),
    ("StonesBoard", "to_play"): COLOUR_OR_NONE,
    ("Happened", "seat"): CHIP_OR_NONE,
    ("Happened", "to"): CHIP_OR_NONE,
    ("Happened", "chips"): CHIPS,
    ("Heap", "chips"): many(CHIP),
    ("Owed", "seat"): CHIP,
    ("Owed", "what"): {"enum": ["play", "next", "kill", "rescue"]},
    ("Owed", "of"): many(CHIP),
    ("Tray", "seat"): CHIP,
    ("Tray", "chips"): CHIPS,
    ("TableLaid", "phase"): OWED,
    ("TablePicture", "dead"): CHIPS,
    ("TablePosition", "code"): OWED,
    ("TablePosition", "dead"): CHIPS,
    ("TablePosition", "line"): many(CHIP),
    ("TableShown", "phase"): OWED,
    ("TableTurned", "phase"): OWED,
    ("AttackTold", "borrowed"): BY_PLAYER,
    ("AttackTold", "event"): ACTION,
    ("AttackTold", "shown"): {"anyOf": [COUNT, {"type": "null"}]},
    ("DealTold", "event"): DEAL,
    ("GameCalled", "rule"): {"enum": ["call", "vote"]},
    ("GameOpens", "phase"): HALF,
    ("TimeIsUp", "phase"): HALF,
    ("Grid", "heads"): many(NUMBER),
    ("Informed", "passed"): BY_PLAYER,
    ("Recalled", "passed"): BY_PLAYER,
    ("StandingTold", "threat"): {"enum": ["CALL", "GRANT"]},
    ("StandingTold", "attack"): {"enum": ["DEFEND", "PAY"]},
    ("StandingTold", "quote"): many(NUMBER),
    ("Stake", "borrowed"): BY_PLAYER,
    ("Stake", "kind"): {"enum": ["THREAT", "ATTACK"]},
    ("ThreatTold", "captured"): {"enum": ["", "winnings", "prisoners"]},
    ("ThreatTold", "event"): ACTION,
    ("ThreatTold", "quoted"): BY_PLAYER,
    ("ThreatTold", "risk"): {"anyOf": [BY_PLAYER, {"type": "null"}]},
    ("WaitOver", "event"): {"enum": ["runs", "withdrawn", "lapsed"]},
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
    ("Ordered", "phase"): CODE,
    ("Ordered", "what"): {"enum": ["orders", "retreats", "adjustments"]},
    ("Rehearsed", "phase"): CODE,
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
    names = set(environment().list_templates())
    found = [kind for module in modules for kind in vars(module).values() if _is_of(kind, module)]
    return [kind for kind in found if _templates(kind, modules[0]) & names or kind.__name__ == "Help"]


def _templates(kind: type, module: ModuleType) -> set[str]:
    """Where the words of a notice of *module* may be: in a folder of the desk, or in that of its ruleset."""
    room, name = f"{module.__name__}.".split(".")[1:3]
    places = [f"desk/{reader}" for reader in READERS] if room == "desk" else [name.replace("_", "-")]
    return {f"{place}/{kind.__name__.lower()}.txt.j2" for place in places}


def _is_of(kind: Any, module: ModuleType) -> bool:
    if not isinstance(kind, type) or not issubclass(kind, msgspec.Struct):
        return False
    return kind.__module__.startswith(module.__name__) or kind.__module__.endswith(".notices")  # or from an engine


def desk_notices() -> list[type]:
    """The notices of the desk."""
    return told(gm.desk.notices)


def definitions(kinds: list[type]) -> Schema:
    """A schema for each of the types and for what is in them."""
    _, found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {name: _finer(name, schema) for name, schema in sorted(found.items())}


def _finer(name: str, schema: Schema) -> Schema:
    assert "description" in schema, f"{name} has no docstring"
    if "prefixItems" in schema:
        return schema
    properties = {
        field: FINER.get((name, field)) or {key: value for key, value in given.items() if key != "default"}
        for field, given in schema["properties"].items()
    }
    loose = [field for field, part in properties.items() if _is_loose(part)]
    assert not loose, f"anything may stand in {name}.{loose[0]}: say in FINER what does"
    made = strict(properties, description=schema["description"])
    made["required"] = [field for field in made["required"] if (name, field) not in OPTIONAL]
    return {key: value for key, value in made.items() if key != "required"} if name in LEFT_OUT else made


def _is_loose(schema: Any) -> bool:
    """Whether a part of the schema says nothing of what stands there."""
    if isinstance(schema, list):
        return any(map(_is_loose, schema))
    if not isinstance(schema, dict):
        return False
    named = "properties" in schema or "propertyNames" in schema
    bare = not schema or (schema.get("type") == "object" and not named)
    parts = [part for key, part in schema.items() if key not in ("enum", "const", "required")]
    return bare or any(map(_is_loose, parts))


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
        "reader": {"type": ["string", "null"], "description": "The reader's seat; null if he has none."},
        "subject": {"type": "string", "description": "The subject of the mail."},
        "notices": {"description": "What the mail tells, in the order of its parts.", "type": "array"},
        "view": {"description": "What the reader knows after it."},
    }
    rules = [of_ruleset(name, SEATS.get(name) or {"enum": seats_of(name)}) for name in NAMES]
    whole = strict(names, title="A mail of the GameMaster as JSON")
    return {"$schema": DRAFT, **whole, "allOf": rules, "$defs": {"notice": notice(kinds), **definitions(kinds)}}


def seats_of(name: str) -> list[str]:
    """The seats of a game of a ruleset, if nothing is chosen."""
    found = ruleset(name)
    return list(found.rules.seats(found.card.options()))


def of_ruleset(name: str, seat: Schema) -> Schema:
    """What is so in the games of one ruleset: its seats, its notices, and its views."""
    file = FILES[name]
    told = many({"anyOf": [{"$ref": "#/$defs/notice"}, {"$ref": f"{file}#/$defs/notice"}]})
    return {
        "if": {"properties": {"ruleset": {"const": name}}},
        "then": {
            "properties": {"reader": {"anyOf": [seat, {"type": "null"}]}, "notices": told},
            "if": {"properties": {"reader": {"type": "null"}}},
            "then": {"properties": {"view": {"$ref": f"{file}#/$defs/PublicView"}}},
            "else": {"properties": {"view": {"$ref": f"{file}#/$defs/View"}}},
        },
    }


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
        "topic": {"enum": sorted(set(Payola.card.topics) & {"OFFERS", "RETREATS", "BUILDS"})},
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


def ground_schema() -> Schema:
    """What is told in a Ground War, and what a side or an observer knows of it."""
    kinds = told(ground_notices)
    both = {"cycle": COUNT, "code": ROUND, "scenario": TEXT}
    own = {
        "filed": many(TEXT),
        "final": {"type": "boolean"},
        "example": many(TEXT),
        "topic": {"enum": ["FIRE", "MOVES", "TURNS"]},
        "standing": {"$ref": "#/$defs/Standing"},
    }
    views = {
        "PublicView": strict({**both, "setup": {"$ref": "#/$defs/Setup"}}, description="What observers know."),
        "View": strict({**both, **own}, description="What a side knows: where it stands, and what it has on file."),
    }
    return ruled("Ground War: notices and views", kinds, views, kinds)


def air_schema() -> Schema:
    """What is told in an Air War, and what a side or an observer knows of it."""
    kinds = told(air_notices)
    public = {
        "phase": {"$ref": "#/$defs/Phase"},
        "code": ROUND,
        "cycle": COUNT,
        "rows": COUNT,
        "columns": COUNT,
        "position": {"$ref": "#/$defs/AirBoard"},
    }
    own = {
        "filed": many(TEXT),
        "ready": {"type": "boolean"},
        "proposals": many(SIDE),
        "example": many(TEXT),
        "topic": {"enum": ["CHIPS", "CITIES", "FIRE", "MOVES"]},
    }
    views = {
        "PublicView": strict(public, description="What everybody may know."),
        "View": strict({**public, **own}, description="What a side knows: the public part, and its own orders."),
    }
    return ruled("Air War: notices and views", kinds, views, [*kinds, Phase])


def stone_schema() -> Schema:
    """What is told in a game of stones, and what a player or an observer knows of it."""
    kinds = told(stone_notices)
    public = {
        "phase": {"$ref": "#/$defs/Phase"},
        "position": {"$ref": "#/$defs/StonesBoard"},
        "swapped": {"type": "boolean"},
    }
    own = {
        "colour": COLOUR,
        "filed": many(TEXT),
        "proposal": COLOUR_OR_NONE,
        "example": many(TEXT),
        "topic": {"enum": sorted(set(HexNegotiation.card.topics) & {"PLACE", "REPLACE"})},
    }
    views = {
        "PublicView": strict(public, description="What everybody may know."),
        "View": strict({**public, **own}, description="What a player knows: the public part, and his colour."),
    }
    made = ruled("Negotiation, a stone game: notices and views", kinds, views, [*kinds, Phase])
    turn = {"type": "string", "pattern": TURN}
    made["$defs"]["Phase"]["properties"] |= {"code": turn, "kind": {"const": "turn"}}
    return made


def table_schema() -> Schema:
    """What is told in a game of So Long Sucker: alike to all, but for what a player could send himself."""
    kinds = told(table_notices)
    public = {
        "phase": {"$ref": "#/$defs/Phase"},
        "code": OWED,
        "position": {"$ref": "#/$defs/TablePosition"},
        "winner": CHIP_OR_NONE,
    }
    own = {
        "filed": {"type": "array", "maxItems": 0},
        "defeated": {"type": "boolean"},
        "example": many(TEXT),
        "topic": {"enum": ["KILL", "NEXT", "PLAY", "RESCUE", "RULES"]},
    }
    views = {
        "PublicView": strict(public, description="What everybody may know, which is all."),
        "View": strict({**public, **own}, description="What a player knows: the same, and what he could send."),
    }
    made = ruled("So Long Sucker: notices and views", kinds, views, [*kinds, Phase])
    made["$defs"]["Phase"]["properties"] |= {"code": OWED, "kind": {"enum": ["play", "next", "kill", "rescue"]}}
    return made


def phone_schema() -> Schema:
    """What is told in a game of Negotiation, and what a player knows of it; an observer knows but who plays."""
    kinds = told(phone_notices)
    both = {"phase": {"$ref": "#/$defs/Phase"}, "code": HALF, "filed": {"type": "array", "maxItems": 0}}
    action = {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("ThreatTold", "AttackTold")] + [{"type": "null"}]}
    item = {"type": "array", "prefixItems": [COUNT, TEXT], "items": False, "minItems": 2}
    own = {
        "boards": {"$ref": "#/$defs/BoardsTold"},
        "deals": many({"$ref": "#/$defs/DealTold"}),
        "offers": many({"$ref": "#/$defs/DealTold"}),
        "action": action,
        "answers": many({"$ref": "#/$defs/AnswerDue"}),
        "waiting": many(item),
        "standing": {"$ref": "#/$defs/StandingTold"},
        "example": many(TEXT),
        "topic": {"enum": ["ANSWERS", *sorted(set(Negotiation.card.topics) & {"RULES"})]},
    }
    views = {
        "PublicView": strict({**both, "players": many(TEXT)}, description="What everybody may know."),
        "View": strict({**both, **own}, description="What a player knows: his boards, and what is open."),
    }
    made = ruled("Negotiation, a telephone game: notices and views", kinds, views, [*kinds, Phase])
    made["$defs"]["Phase"]["properties"] |= {"code": HALF, "kind": {"enum": ["game", "closing"]}}
    return made


def ruled(title: str, kinds: list[type], views: Schema, defined: list[type]) -> Schema:
    """The schema of one ruleset. Its codes and kinds of phase are its own."""
    found = {"notice": notice(kinds), **views, **definitions(defined)}
    if "Phase" in found:
        found["Phase"]["properties"] |= {"code": ROUND, "kind": {"enum": ["cities", "chips", "moves", "fire"]}}
    return {"$schema": DRAFT, "title": title, "$defs": found}


def plain_schema(name: str) -> Schema:
    """What is told in a game of a ruleset whose types say all: its notices, and the view that its rules give."""
    rules = ruleset(name).rules
    notices = import_module(RULESETS[name].module.rpartition(".")[0] + ".notices")
    view = get_type_hints(type(rules).view)["return"]
    _, found = msgspec.json.schema_components([view], ref_template="#/$defs/{name}")
    shown = {**found.pop(view.__name__), "additionalProperties": False}
    kinds = told(notices)
    return ruled(f"{rules.card.title}: notices and views", kinds, {"PublicView": shown, "View": shown, **found}, kinds)


MADE: Mapping[str, Callable[[], Schema]] = {
    "payola": payola_schema, "ground-war": ground_schema, "air-war": air_schema, "hex-negotiation": stone_schema,
    "so-long-sucker": table_schema, "negotiation": phone_schema,
}  # fmt: skip


def schemas() -> dict[str, Schema]:
    """All of them, by the names of their files."""
    rules = {FILES[name]: MADE[name]() if name in MADE else plain_schema(name) for name in NAMES}
    return {MAIL: mail_schema(), **rules}


@cache
def _sampled() -> Schema:
    """The definitions to make up; the pages of the wars are looked at with their golden mails."""
    return {name: body for file in (mail_schema(), payola_schema()) for name, body in file["$defs"].items()}


class Sampler:
    """Makes up what a schema allows, by chance: every field, and lists of none to three."""

    def __init__(self, seed: int, views: dict[str, Any]) -> None:
        """*views*: what the rules give for View and PublicView."""
        self.chance, self.views = Random(seed), views
        self.defined = _sampled()

    def body(self, name: str) -> Any:
        """What the definition *name* allows."""
        if name in self.views:
            return self.views[name]
        made = self.value(self.defined[name])
        texts = [field for field in made if self.defined[name]["properties"][field] == TEXT]
        return {**made, **{field: "" for field in texts if self.chance.random() < 0.3}}

    def value(self, schema: Schema) -> Any:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return self.views[name] if name in self.views else self.value(self.defined[name])
        if "enum" in schema or "const" in schema:
            return self.chance.choice(schema.get("enum", [schema.get("const")]))
        if "anyOf" in schema:
            return self.value(self.chance.choice(schema["anyOf"]))
        make = {
            "object": lambda: {name: self.value(part) for name, part in schema.get("properties", {}).items()},
            "array": lambda: self.listed(schema),
            "string": lambda: self.text(schema.get("pattern", "")),
            "integer": lambda: self.chance.randrange(120),
            "boolean": lambda: self.chance.random() < 0.5,
            "null": lambda: None,
        }
        return make[schema["type"]]()

    def listed(self, schema: Schema) -> list[Any]:
        fixed = [self.value(part) for part in schema.get("prefixItems", [])]
        return fixed or [self.value(schema["items"]) for _ in range(self.chance.randrange(4))]

    def text(self, pattern: str) -> str:
        if pattern:
            return next(text for text in SAMPLES if re.match(pattern, text))
        return self.chance.choice(WORDS)
