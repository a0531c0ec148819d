"""Reading a TOML file into sections of known keys, collecting every fault. Knows no key by name."""

from __future__ import annotations

import json
import os
import re
import stat
import tomllib
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from gm.config.places import line_of
from gm.config.values import got, near

Tables = dict[str, Any]  # what TOML holds, or the values that were read from a section, by their keys


class ConfigError(Exception):
    """The configuration is wrong; the text has a line for each of *problems*, none of which holds a password."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class Faults:
    """What is wrong with a file, in the order in which it was found; each fault with the line of its key."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.told: list[str] = []

    def add(self, section: str, key: str, what: str, number: int = 0) -> None:
        """Note what is wrong with *key* of *section*, or with the section if *key* is "".

        number: which section it is, if several have that name. A key that is missing has the line of its section.
        """
        which = max(number, 1)
        places = ((section, key, which), (section, "", which), ("", section))
        line = next(filter(None, (line_of(self._lines, *place) for place in places)), 0)
        self._tell(line, ".".join(filter(None, (f"{section}[{number}]" if number else section, shown(key)))), what)

    def add_unknown(self, word: str, what: str) -> None:
        """Note what is wrong with a section that there is not, or with a key that stands in none."""
        self._tell(line_of(self._lines, "", word) or line_of(self._lines, word), shown(word), what)

    def _tell(self, line: int, path: str, what: str) -> None:
        self.told.append(f"line {line}: {path}: {what}" if line else f"{path}: {what}")


def read_toml(path: Path) -> tuple[Tables, bool, Faults]:
    """The tables of the file, whether only its owner can read it, and room for its faults. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            private = not os.fstat(file.fileno()).st_mode & (stat.S_IRGRP | stat.S_IROTH)
            text = file.read().decode("utf-8")
    except OSError as error:
        raise ConfigError([f"{path} cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path} is not UTF-8 text: see byte {error.start}"]) from None
    try:
        return tomllib.loads(text), private, Faults(text)
    except (ValueError, RecursionError) as error:
        # "from None": a traceback must not show a line with a password.
        raise ConfigError([_syntax_problem(str(error), text)]) from None


def _syntax_problem(message: str, text: str) -> str:
    """*message* with its place in front; tomllib puts the place last, and does not number the end of the file."""
    what, found, where = message.rpartition(" (at ")
    if not found:
        return f"the file is not TOML: {message}"
    end = f"line {text.count(chr(10)) + 1}, column {len(text) - text.rfind(chr(10))}"
    return f"{end if where == 'end of document)' else where.removesuffix(')')}: {what}"


def find_unknown(tables: Mapping[str, object], sections: Mapping[str, type[Struct]], faults: Faults) -> None:
    """Add what is wrong with the names of *tables* to *faults*, sorted. Keys outside any section are included."""
    homes: dict[str, list[str]] = {}
    for name, kind in sections.items():
        for field in fields(kind):
            homes.setdefault(field.name, []).append(f"{name}.{field.name}")
    for word in sorted(tables.keys() - sections.keys()):
        # A key that lost its section is likelier than a section with a similar name.
        guess = (
            " or ".join(homes.get(word, [])) or near(word, sections) or " or ".join(homes.get(near(word, homes), []))
        )
        hint = f"{guess}?" if guess else f"there are {', '.join(sections)}"
        faults.add_unknown(word, f"no such section; {hint}")


def read_section(name: str, kind: type[Struct], table: object, faults: Faults, number: int = 0) -> Tables:
    """The values of section *name* that could be read. Whatever is wrong or missing is added to *faults*.

    Each field of *kind* is Annotated with the function that reads it. number: which of several of that name.
    """
    if not isinstance(table, dict):
        faults.add(name, "", f"expected a section [{name}], {got(table)}", number)
        return {}
    known = {field.name: field for field in fields(kind)}
    values = {}
    for key, value in table.items():
        try:
            if key not in known:
                guess = near(key, known)
                hint = f"{guess}?" if guess else f"there are {', '.join(known)}"
                raise ValueError(f"no such key; {hint}")
            values[key] = typing.get_args(known[key].type)[1](value)
        except ValueError as error:
            faults.add(name, key, str(error), number)
    for key in known:
        if known[key].required and key not in table:
            faults.add(name, key, "missing", number)
    return values


def shown(key: str) -> str:
    """*key* as it is written in the file."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]*", key) else json.dumps(key)
