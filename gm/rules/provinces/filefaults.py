"""A TOML file and what is wrong with it: every fault has its table, its key, and the line where that stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

Facts = Mapping[str, Any]
Path = tuple[str, ...]

MOST_LONG = 400_000  # characters of a file
HEAD = re.compile(r"\s*\[\[?")
KEY = re.compile(r"""\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"'.=\[\]#{},]+))\s*""")
# What says of a value whether it goes on in the next line.
PART = re.compile(r'"{3}|\'{3}|"(?:[^"\\]|\\.)*"?|\'[^\']*\'?|#.*|[\[\]{}]')
QUOTES = ('"""', "'''")  # around texts of several lines
DEPTH = {"[": 1, "{": 1, "]": -1, "}": -1}


class Fault(msgspec.Struct, frozen=True, order=True):
    """What is wrong with a file, or only strange: its line (from 1), the table and key, and why."""

    line: int
    table: str
    key: str
    why: str
    wrong: bool = True

    def __str__(self) -> str:
        place = f"[{self.table}] {self.key}".strip() if self.table else self.key
        said = ": ".join(part for part in (f"line {self.line}", place, self.why) if part)
        return "".join(one if one.isprintable() else "?" for one in said)


class TomlFile:
    """A file as read. facts: none if it is no TOML; fault: why it is none, else None."""

    def __init__(self, text: str) -> None:
        text = text.removeprefix("\ufeff")
        self.facts: Facts = {}
        self.fault: Fault | None = None
        self._keys: list[tuple[int, Path, Path]] = []
        self._first: dict[Path, int] = {}
        if len(text) > MOST_LONG:
            self.fault = Fault(1, "", "", f"a file has at most {MOST_LONG} characters")
            return
        self._keys = [*_keys(text)]
        for line, head, key in self._keys:
            for end in range(1, len(head) + len(key) + 1):
                self._first.setdefault((*head, *key)[:end], line)
        try:
            self.facts = tomllib.loads(text)
        except RecursionError:
            self.fault = Fault(1, "", "", "this is no TOML: too many brackets within each other")
        except tomllib.TOMLDecodeError as error:
            place = re.search(r"\(at line (\d+)", str(error))
            self.fault = self._no_toml(str(error).split(" (at ")[0], int(place[1]) if place else text.count("\n") + 1)
        except ValueError:  # a number of more digits than Python reads
            long = max(enumerate(text.split("\n"), 1), key=lambda row: len(row[1]))
            self.fault = self._no_toml("a number has too many digits", long[0])

    def line(self, *path: str) -> int:
        """Return the line of a key, its table before it; that of the table if it has no line of its own, or else 1."""
        found = (self._first.get(path[:end]) for end in range(len(path), 0, -1))
        return next((line for line in found if line is not None), 1)

    def _no_toml(self, why: str, line: int) -> Fault:
        head, key = next(((head, key) for start, head, key in reversed(self._keys) if start <= line), ((), ()))
        return Fault(line, "".join(head[:1]), ".".join((*head[1:], *key)), f"this is no TOML: {why}")


def _keys(text: str) -> Iterator[tuple[int, Path, Path]]:
    """Yield each table, and each key in it, with its line. What a value has in further lines is no key."""
    head: Path = ()
    quotes, depth = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        start = 0
        if not quotes and not depth:
            match = HEAD.match(line)
            path, start = _path(line, match.end() if match else 0)
            if match:
                head, start = path, len(line)
                yield number, head, ()
            elif path:
                yield number, head, path
        quotes, depth = _goes_on(line, start, quotes, depth)


def _path(line: str, at: int) -> tuple[Path, int]:
    """Return the keys, with full stops between them, that stand in a line from a place on, and where they end."""
    found: list[str] = []
    while match := KEY.match(line, at):
        found.append(next(part for part in match.groups() if part is not None))
        at = match.end()
        if line[at : at + 1] != ".":
            break
        at += 1
    return tuple(found), at


def _goes_on(line: str, at: int, quotes: str, depth: int) -> tuple[str, int]:
    """Return the quotes of a text that goes on in the next line, "" if none does, and how many brackets are open."""
    while at < len(line):
        if quotes:
            end = line.find(quotes, at)
            if end < 0:
                return quotes, depth
            quotes, at = "", end + len(quotes)
            continue
        match = PART.search(line, at)
        if match is None:
            break
        depth = max(0, depth + DEPTH.get(match[0], 0))
        quotes = match[0] if match[0] in QUOTES else ""
        at = match.end()
    return quotes, depth
