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

from gm.config.values import got, near

Tables = dict[str, Any]  # what TOML holds, or the values that were read from a section, by their keys


class ConfigError(Exception):
    """The configuration is wrong; the text has a line for each of *problems*, none of which holds a password."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def read_toml(path: Path) -> tuple[Tables, bool]:
    """The tables of the file, and whether only its owner can read it. Raises ConfigError."""
    try:
        with path.open("rb") as file:
            private = not os.fstat(file.fileno()).st_mode & (stat.S_IRGRP | stat.S_IROTH)
            text = file.read().decode("utf-8")
    except OSError as error:
        raise ConfigError([f"{path} cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError as error:
        raise ConfigError([f"{path} is not UTF-8 text: see byte {error.start}"]) from None
    try:
        return tomllib.loads(text), private
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


def unknown_sections(tables: Mapping[str, object], sections: Mapping[str, type[Struct]]) -> list[str]:
    """What is wrong with the names of *tables*, sorted. Keys outside any section are included."""
    homes: dict[str, list[str]] = {}
    for name, kind in sections.items():
        for field in fields(kind):
            homes.setdefault(field.name, []).append(f"{name}.{field.name}")
    problems = []
    for word in tables.keys() - sections.keys():
        # A key that lost its section is likelier than a section with a similar name.
        guess = (
            " or ".join(homes.get(word, [])) or near(word, sections) or " or ".join(homes.get(near(word, homes), []))
        )
        hint = f"{guess}?" if guess else f"there are {', '.join(sections)}"
        problems.append(f"{shown(word)}: no such section; {hint}")
    return sorted(problems)


def read_section(name: str, kind: type[Struct], table: object, problems: list[str]) -> Tables:
    """The values of section *name* that could be read. Whatever is wrong or missing is added to *problems*.

    Each field of *kind* is Annotated with the function that reads it.
    """
    if not isinstance(table, dict):
        problems.append(f"{name}: expected a section [{name}], {got(table)}")
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
            problems.append(f"{name}.{shown(key)}: {error}")
    problems.extend(f"{name}.{key}: missing" for key in known if known[key].required and key not in table)
    return values


def shown(key: str) -> str:
    """*key* as it is written in the file."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)
