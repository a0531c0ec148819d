"""The file that a game begins with (game.toml): read, checked, and every fault told with its key and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from gm.durations import parse_duration

NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
ADDRESS = re.compile(r"[^@\s<>\"(),;:\\]+@[^@\s<>\"(),;:\\]+")
DEFAULTS = {"movement": "3d", "retreat": "1d", "adjustment": "1d", "grace": "1d"}
LONGEST = timedelta(weeks=520)  # ten years: no game waits longer, and no calendar ends
FIRST_YEAR, LAST_YEAR = 1970, 2500
TABLES = ("game", "options", "deadlines", "seats")
KEYS = ("name", "ruleset", "seed", "start", "timezone", "identity")
IDENTITIES = ("checked", "open", "strict")  # by which rule a letter counts as a player's: see gm.desk.door


class GameFileError(ValueError):
    """A wrong game.toml; the text names key and line."""


class Player(msgspec.Struct, frozen=True):
    """Who sits on a seat at the start. also: other addresses from which he writes; mail goes to the first alone."""

    address: str
    name: str = ""
    timezone: str = ""
    also: tuple[str, ...] = ()


class GameFile(msgspec.Struct, frozen=True):
    """A checked game.toml. deadlines in seconds by kind of phase, grace among them; options as the ruleset's Struct."""

    name: str
    ruleset: str
    seed: str
    start: datetime | None
    timezone: str
    options: Any
    deadlines: dict[str, int]
    seats: dict[str, Player]
    identity: str = "checked"


class Fields:
    """The tables of the file, read key by key with the line of each for faults."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        try:
            self.facts: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise GameFileError(f"not TOML: {error}") from None

    def fault(self, table: str, key: str, message: str) -> GameFileError:
        """The error for *key* of *table*, with its line."""
        line = self._line(table, key)
        place = f"{table}.{key}" if key else table
        return GameFileError(f"line {line}: {place}: {message}" if line else f"{place}: {message}")

    def _line(self, table: str, key: str) -> int:
        inside = False
        for number, line in enumerate(self._lines, 1):
            stripped = line.strip()
            if stripped.startswith("["):
                inside = stripped.strip("[] ") == table
                if inside and not key:
                    return number
            elif inside and key and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*[.=]", stripped):
                return number
        return 0

    def table(self, name: str) -> dict[str, Any]:
        """The table *name*; empty if it is missing."""
        table = self.facts.get(name, {})
        if not isinstance(table, dict):
            raise self.fault(name, "", "a table is expected")
        return table

    def text(self, table: str, key: str, default: str | None = None) -> str:
        """A string; raises if it is missing and there is no default."""
        value = self.table(table).get(key, default)
        if value is None:
            raise self.fault(table, key, "is missing")
        if not isinstance(value, str):
            raise self.fault(table, key, "a string is expected")
        return value


def read_game_file(text: str, rulesets: Mapping[str, Any]) -> GameFile:
    """The game that *text* describes. *rulesets*: by name. Raises GameFileError."""
    fields = Fields(text.removeprefix("\ufeff"))
    for name in fields.facts:
        if name not in TABLES:
            raise fields.fault(name, "", f"no such table; there are {', '.join(TABLES)}")
    for key in fields.table("game"):
        if key not in KEYS:
            raise fields.fault("game", key, f"no such key; there are {', '.join(KEYS)}")
    name = fields.text("game", "name")
    if not NAME.fullmatch(name):
        raise fields.fault("game", "name", "lower-case letters, digits and hyphens, at most 40, a letter first")
    ruleset_name = fields.text("game", "ruleset")
    if ruleset_name not in rulesets:
        raise fields.fault("game", "ruleset", f"there is no {ruleset_name!r}; there is {', '.join(sorted(rulesets))}")
    ruleset = rulesets[ruleset_name]
    options = _options(fields, ruleset)
    return GameFile(
        name,
        ruleset_name,
        fields.text("game", "seed", ""),
        _start(fields),
        _zone(fields, "game", "timezone", fields.text("game", "timezone", "UTC")),
        options,
        _deadlines(fields, ruleset.kinds),
        _seats(fields, ruleset.seats(options)),
        _identity(fields),
    )


def _identity(fields: Fields) -> str:
    found = fields.text("game", "identity", "checked")
    if found not in IDENTITIES:
        raise fields.fault("game", "identity", f"one of {', '.join(IDENTITIES)} is expected")
    return found


def _options(fields: Fields, ruleset: Any) -> Any:
    given = fields.table("options")
    try:
        options = msgspec.convert(given, ruleset.options)
    except msgspec.ValidationError as error:
        raise fields.fault("options", _key_of(str(error), given), str(error)) from None
    if isinstance(getattr(options, "early_after", None), str):
        _duration(fields, "options", "early_after", options.early_after)
    wrong = ruleset.check(options)
    if wrong:
        raise fields.fault("options", wrong.split(":")[0], wrong.split(": ", 1)[1])
    return options


def _key_of(message: str, given: Mapping[str, Any]) -> str:
    """The key that a validation error speaks of: `... at `$.early`` or `unknown field `x``."""
    found = re.search(r"\$\.(\w+)", message) or re.search(r"field `([^`]+)`", message)
    return found[1] if found else next(iter(given), "")


def _start(fields: Fields) -> datetime | None:
    start = fields.table("game").get("start")
    if start is None:
        return None
    if not isinstance(start, datetime) or start.tzinfo is None:
        raise fields.fault("game", "start", "a time with its zone is expected, such as 2026-01-05T18:00:00Z")
    if not FIRST_YEAR <= start.year <= LAST_YEAR:
        raise fields.fault("game", "start", f"a year from {FIRST_YEAR} to {LAST_YEAR} is expected")
    return start.astimezone(UTC).replace(microsecond=0)


def _zone(fields: Fields, table: str, key: str, name: str) -> str:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise fields.fault(table, key, f"there is no time zone {name!r}; one is Europe/Paris") from None
    return name


def _duration(fields: Fields, table: str, key: str, value: object) -> timedelta:
    if not isinstance(value, str):
        raise fields.fault(table, key, "a duration is expected, such as 30m, 12h or 3d")
    try:
        found = parse_duration(value)
    except ValueError as error:
        raise fields.fault(table, key, str(error)) from None
    if found > LONGEST:
        raise fields.fault(table, key, "at most 520w")
    return found


def _deadlines(fields: Fields, kinds: tuple[str, ...]) -> dict[str, int]:
    given = fields.table("deadlines")
    known = (*kinds, "grace")
    for key in given:
        if key not in known:
            raise fields.fault("deadlines", key, f"no such kind of phase; there are {', '.join(known)}")
    wanted = {key: given.get(key, DEFAULTS.get(key, "3d")) for key in known}
    found = {key: int(_duration(fields, "deadlines", key, value).total_seconds()) for key, value in wanted.items()}
    for key in kinds:
        if found[key] == 0:
            raise fields.fault("deadlines", key, "a phase needs more than no time")
    return found


def _seats(fields: Fields, known: tuple[str, ...]) -> dict[str, Player]:
    players = {}
    for seat, given in fields.table("seats").items():
        if seat not in known:
            raise fields.fault("seats", seat, f"no such seat; there are {', '.join(known)}")
        players[seat] = _player(fields, seat, given)
    addresses = [address for player in players.values() for address in (player.address, *player.also)]
    for seat, player in players.items():
        for address in (player.address, *player.also):
            if addresses.count(address) > 1:
                raise fields.fault("seats", seat, f"{address} stands here more than once")
    return players


def _player(fields: Fields, seat: str, given: object) -> Player:
    if isinstance(given, str):
        given = {"address": given}
    try:
        player = msgspec.convert(given, Player)
    except msgspec.ValidationError as error:
        raise fields.fault("seats", seat, str(error)) from None
    address, *also = (one.strip().lower() for one in (player.address, *player.also))
    for one in (address, *also):
        if not ADDRESS.fullmatch(one) or not one.isascii():
            raise fields.fault("seats", seat, f"{one!r} is no mail address")
    if player.timezone:
        _zone(fields, "seats", seat, player.timezone)
    return Player(address, one_line(player.name), player.timezone, tuple(also))


def one_line(text: str) -> str:
    """*text* without line ends and control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:80]
