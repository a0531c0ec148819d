"""The settings of a game that a player creates, as lines of a letter: those of game.toml, but for the operator's own.

Every line that is wrong is told, with what may be meant: a wrong one is left out, and the rest is read again.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from datetime import timedelta
from difflib import get_close_matches

import msgspec

from gm.desk.file.fields import NEAR, GameFileError
from gm.desk.file.gamefile import TABLES, GameFile, read_game_file

OPERATORS = "this is up to the operator"
OPERATORS_KEYS = {
    "game": ("seed", "start", "identity", "beacon", "messages_per_hour", "messages_per_day", "watchers", "site",
             "site_names", "site_press", "rules", "names_after"),
    "joining": ("approval",),
}  # fmt: skip
NAMED = frozenset({"name", "ruleset"})  # in the line CREATE
LEAST = timedelta(hours=1)  # of a phase
MOST_FAULTS = 20
UNKNOWN = "Object contains unknown field"  # how what checks options begins to say that one is none
TABLE = re.compile(r"\s*\[\s*([\w-]+)\s*\]\s*(?:[#%].*)?")
SETTING = re.compile(r"\s*([A-Za-z][\w-]*)\s*[=:]\s*(\S.*?)\s*")
QUOTES = str.maketrans("\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019", "\"\"\"\"\"''")
PLAIN = re.compile(r"[\w+:/., -]+")  # a value that may lack its quotation marks
LETTERS_TABLES = tuple(name for name in TABLES if name != "seats")


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a setting. line: its number in the letter; key: "" for a line that is none."""

    line: int
    key: str
    message: str
    near: tuple[str, ...] = ()


class WrongSettings(ValueError):
    """Settings that cannot be read, with all faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        super().__init__(f"{len(self.faults)} faults")


class _Setting(msgspec.Struct, frozen=True):
    line: int
    text: str  # as TOML


Settings = dict[tuple[str, str], _Setting]


def read_letters_game(name: str, ruleset: str, head: int, lines: Iterable[tuple[int, str]]) -> GameFile:
    """The game that a letter describes, which finds its players by mail. Raises WrongSettings.

    head: the number of the line CREATE; lines: those below it, each with its number.
    """
    faults: list[Fault] = []
    settings = _settings(lines, faults)
    file: GameFile | None = None
    while file is None and len(faults) < MOST_FAULTS:
        try:
            file = read_game_file(_written(name, ruleset, settings))
        except GameFileError as error:
            wrong = settings.pop((error.table, error.key), None)
            why = "no such key" if error.why.startswith(UNKNOWN) else error.why
            faults.append(Fault(wrong.line if wrong else head, error.key, why, error.near))
            if wrong is None:
                break
    if file is not None:
        faults += _asked_too_much(file, settings, head)
    if file is None or faults:
        raise WrongSettings(faults[:MOST_FAULTS])
    return file


def _asked_too_much(file: GameFile, settings: Mapping[tuple[str, str], _Setting], head: int) -> list[Fault]:
    """What a player may not ask of others, though an operator may."""
    least = int(LEAST.total_seconds())
    short = [kind for kind, seconds in file.deadlines.items() if kind != "grace" and seconds < least]
    lines = {kind: settings[("deadlines", kind)].line for kind in short if ("deadlines", kind) in settings}
    return [Fault(lines.get(kind, head), kind, "a phase has an hour at least") for kind in short]


def _written(name: str, ruleset: str, settings: Settings) -> str:
    """The settings as a game.toml."""
    tables = {"game": [f'name = "{name}"', f'ruleset = "{ruleset}"'], "joining": list[str]()}
    for (table, key), setting in settings.items():
        tables.setdefault(table, []).append(f"{key} = {setting.text}")
    return "\n".join(f"[{table}]\n" + "\n".join(some) for table, some in tables.items())


def _settings(lines: Iterable[tuple[int, str]], faults: list[Fault]) -> Settings:
    """The settings that can be read; what is wrong with others is added to *faults*."""
    found: Settings = {}
    table = "game"
    for number, text in lines:
        if not text.strip() or text.strip().startswith(("#", "%")):
            continue
        if heading := TABLE.fullmatch(text):
            table = heading[1].lower()
            if table not in LETTERS_TABLES:
                faults.append(_no_table(number, table))
            continue
        setting = SETTING.fullmatch(text.translate(QUOTES))
        if setting is None:
            faults.append(Fault(number, "", "neither a key with its value (key = value) nor a table ([deadlines])"))
        elif table in LETTERS_TABLES:
            key, value = setting[1], _value(setting[2])
            why = _refused(table, key, value, found)
            if why or value is None:
                faults.append(Fault(number, key, why))
            else:
                found[(table, key)] = _Setting(number, value)
    return found


def _no_table(line: int, table: str) -> Fault:
    if table in TABLES:
        return Fault(line, table, "players find their places by JOIN")
    near = tuple(get_close_matches(table, LETTERS_TABLES, 3, NEAR))
    return Fault(line, table, f"no such table; there are {', '.join(LETTERS_TABLES)}", near)


def _refused(table: str, key: str, value: str | None, before: Settings) -> str:
    """Why a player cannot set this; "" if they can."""
    if table == "game" and key in NAMED:
        return "stands in the line CREATE already"
    if key in OPERATORS_KEYS.get(table, ()) or (table == "options" and key.endswith("_text")):
        return OPERATORS
    if (table, key) in before:
        return "stands there twice"
    return "its value cannot be read; a text stands in quotation marks" if value is None else ""


def _value(text: str) -> str | None:
    """A value as TOML has it, in one line; None if it is none."""
    for written in (text, f'"{text}"' if PLAIN.fullmatch(text) else text):
        try:
            if len(tomllib.loads(f"x = {written}")) == 1:
                return written
        except tomllib.TOMLDecodeError:
            continue
    return None
