"""The tables of a game.toml, read key by key; every fault names its key and line. No key is known here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo

from gm.config.durations import parse_duration
from gm.config.places import line_of

NEAR = 0.6  # how like a name must be what may be meant by it
LONGEST = timedelta(weeks=520)  # ten years: no game waits longer, and dates stay within the calendar


class GameFileError(ValueError):
    """A faulty game.toml; the text names key and line. why: what is wrong with the key; near: what may be meant."""

    def __init__(self, text: str, table: str = "", key: str = "", why: str = "", near: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.table, self.key, self.why, self.near = table, key, why or text, tuple(near)


class Fields:
    """The tables of the file, with the line of each key for faults."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        try:
            self.facts: dict[str, object] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise GameFileError(f"not TOML: {error}") from None

    def fault(
        self, table: str, key: str, message: str, word: str = "", near: Sequence[str] = ()
    ) -> GameFileError:
        """The error for *key* of *table*, with its line; with line and column of *word*, if it is one of several.

        near: what may be meant.
        """
        line = line_of(self._lines, table, key)
        place = f"{table}.{key}" if key else table
        where = self._place_of(word, line) if word and line else ""
        where = where or (f"line {line}" if line else "")
        meant = f". Did you mean {', '.join(near)}?" if near else ""
        text = f"{where}: {place}: {message}{meant}" if where else f"{place}: {message}{meant}"
        return GameFileError(text, table, key, why=message, near=near)

    def unknown(self, table: str, key: str, what: str, known: Sequence[str]) -> GameFileError:
        """The error for a key of *table* that is none, or for the table if *key* is ""; *known*: those that there are.
        """
        near = get_close_matches(key or table, known, 3, NEAR)
        return self.fault(table, key, f"no such {what}; there are {', '.join(known)}", near=near)

    def _place_of(self, word: str, first: int) -> str:
        """Where a string stands, from line *first* on; "" if it is not found as it is."""
        for number, line in enumerate(self._lines[first - 1 :], first):
            found = re.search(rf"([\"']){re.escape(word)}\1", line)
            if found is not None:
                return f"line {number}, column {found.start() + 1}"
        return ""

    def table(self, name: str) -> dict[str, object]:
        """The table *name*; empty if it is missing."""
        table = self.facts.get(name, {})
        if not isinstance(table, dict):
            raise self.fault(name, "", "a table is expected")
        return table

    def text(self, table: str, key: str, default: str | None = None) -> str:
        """A string. Raises GameFileError if it is missing and there is no default."""
        value = self.table(table).get(key, default)
        if value is None:
            raise self.fault(table, key, "is missing")
        if not isinstance(value, str):
            raise self.fault(table, key, "a string is expected")
        return value

    def zone(self, table: str, key: str, name: str) -> str:
        """*name* itself; raises GameFileError if it is not a time zone."""
        try:
            ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            raise self.fault(table, key, f"there is no time zone {name!r}; one is Europe/Paris") from None
        return name

    def duration(self, table: str, key: str, value: object) -> timedelta:
        """A duration, such as 30m; at most ten years."""
        if not isinstance(value, str):
            raise self.fault(table, key, "a duration is expected, such as 30m, 12h or 3d")
        try:
            found = parse_duration(value)
        except ValueError as error:
            raise self.fault(table, key, str(error)) from None
        if found > LONGEST:
            raise self.fault(table, key, "at most 520w")
        return found
