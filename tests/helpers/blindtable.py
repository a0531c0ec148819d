"""Positions of every game, reached by letters, and what became of a careless letter there."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from gm.desk.file.gamefile import read_game_file
from gm.registry import ruleset
from gm.rules import Letter, Line, Orders
from helpers.mailtable import MINUTE, START, Table
from helpers.told import told

LISTS = Path(__file__).parents[1] / "desk" / "blind"
GAME = '[game]\nname = "spring"\nruleset = "{game}"\nseed = "{seed}"\n[options]\n{options}\n[seats]\n{seats}\n'
PHASED = ("payola", "diplomacy", "ground-war", "air-war")
ALSO = ("ready", "acceptance", "balances", "proposals")  # what counts in their states beside what is on file
COUNTED = ("last", "number", "since")  # how many letters have come, and when
MOST = 48  # letters that an answer may be read as


def rows(name: str) -> Any:
    """What a file of the lists has."""
    return tomllib.loads((LISTS / f"{name}.toml").read_text(encoding="utf-8"))


POSITIONS = rows("positions")


def address(seat: str) -> str:
    return f"p{seat.lower()}@players.example"


class BlindTable(Table):
    """A game in one of the positions."""

    def __init__(self, position: str) -> None:
        self.facts = POSITIONS[position]
        self.rules = ruleset(self.facts["game"]).rules
        super().__init__()
        for letter in play_of(position):
            seat, _, text = letter.partition(": ")
            if text:
                self.tell(seat, text.replace("; ", "\n"))
            else:
                self.at += MINUTE
                self.office.operate("spring", ["process"], self.at)
        self.before = {seat: self.last(address(seat)) for seat in self.game.seats}

    def open(self, name: str, identity: str = "checked") -> None:
        card, options = ruleset(self.facts["game"]).card, self.facts.get("options", "")
        chosen = msgspec.convert(tomllib.loads(options), card.options)
        seats = "\n".join(f'"{seat}" = "{address(seat)}"' for seat in self.rules.seats(chosen))
        text = GAME.format(game=self.facts["game"], seed=self.facts.get("seed", "s"), options=options, seats=seats)
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    @property
    def game(self) -> Any:
        return self.office.game("spring")

    def tell(self, seat: str, text: str) -> None:
        """A reply to the last mail."""
        self.write(address(seat), text, self.last(address(seat)))

    def hears(self, seat: str, text: str, new: bool = False) -> list[tuple[str, Any]]:
        """What a seat is told after a letter in the position, which answers its last mail, or none."""
        mail = self.mails(address(seat))[0] if new else self.before[seat]
        self.at -= MINUTE  # all letters of the position come at the same time
        self.write(address(seat), text, mail, subject="Re: [spring]" if new else "")
        return told(self, seat)

    def stands(self) -> Any:
        """What is on file and what has been done, in plain values."""
        game = self.game
        return game.over, [(one.vote, one.wait, one.taken) for one in game.seats.values()], self.plain(game.state)

    def plain(self, state: Any) -> Any:
        """What counts of a state, in plain values."""
        if self.facts["game"] not in PHASED:
            return {key: value for key, value in msgspec.to_builtins(state).items() if key not in COUNTED}
        filed = [counted(self.rules.view(state, seat).filed) for seat in self.game.seats]
        return filed, [msgspec.to_builtins(getattr(state, key)) for key in ALSO if hasattr(state, key)]

    def does(self, seat: str, text: str) -> Any:
        """What the rules make of lines of a seat as they stand: what counts then; None if anything is wrong."""
        lines = tuple(Line(number, line) for number, line in enumerate(text.split("\n"), 1))
        read = self.rules.read(self.game.state, seat, Letter(lines))
        if not isinstance(read, Orders) or read.problems or read.unread or not read.acts:
            return None
        return self.plain(self.rules.file(self.game.state, seat, read, self.at).state)


def counted(lines: Sequence[str]) -> Mapping[str, int]:
    """How often each line counts: two men are one man twice, in whatever lines."""
    found: Counter[str] = Counter()
    for line in lines:
        number = re.match(r"(\d+) (?!\$|[:!>])", line)
        found[line[number.end() :] if number else line] += int(number[1]) if number else 1
    return found


def play_of(position: str) -> Iterator[str]:
    """The letters that lead to a position, and JUDGE where its phase ends."""
    facts = POSITIONS[position]
    if "after" in facts:
        yield from play_of(facts["after"])
    yield from facts.get("play", ())


@cache
def begins(position: str) -> BlindTable:
    """A game in a position, to which nothing is sent."""
    return BlindTable(position)


@cache
def after(position: str, seat: str, letter: str) -> Any:
    """How a position stands after a letter of a seat."""
    table = BlindTable(position)
    table.hears(seat, letter)
    return table.stands()


class Judged:
    """A careless letter and what became of it: it acts as meant, is asked about, told to be wrong, or does wrong.

    Asked: the answer has what was meant ready to send. Wrong: it did anything that is no part of what was meant.
    """

    def __init__(self, letter: Mapping[str, Any]) -> None:
        self.at, self.seat, self.text, self.means = (letter[key] for key in ("at", "seat", "text", "means"))
        table = BlindTable(self.at)
        self.told = table.hears(self.seat, self.text, letter.get("new", False))
        self.stands = table.stands()
        self.found = self._judged()

    def _judged(self) -> str:
        start = begins(self.at)
        if self.stands != start.stands():
            if any(self.stands == after(self.at, self.seat, one) for one in self.means):
                return "acts"
            if not any(self.stands == after(self.at, self.seat, part) for part in self._parts()):
                return "wrong"
        goals = [start.does(self.seat, one) for one in self.means]
        sets = [{*one.split("\n")} for one in self.means]
        if any(one <= {*self.proposed()} for one in sets):
            return "asked"
        ready = dict.fromkeys(self.ready())
        if any({*letter.split("\n")} in sets for letter in ready):
            return "asked"
        found = (start.does(self.seat, letter) for letter in ready)
        return "asked" if any(one is not None and one in goals for one in found) else "told"

    def _parts(self) -> Iterator[str]:
        """Parts of what is meant, which a letter does whose other lines are wrong."""
        for one in self.means:
            lines = one.split("\n")
            for number in range(1, len(lines)):
                yield from map("\n".join, itertools.combinations(lines, number))

    def proposed(self) -> list[str]:
        """The lines of which the answer says that what is wanted of them may be sent."""
        bodies = [body for kind, body in self.told if kind in ("refused", "wronglines", "notread")]
        return [line for body in bodies for line in body.get("meant") or ()]

    def ready(self) -> Iterator[str]:
        """The letters that the answer makes ready to send: they stand there, or are this one with lines that do."""
        told, lines = dict(self.told), self.text.split("\n")
        wrong = told.get("refused") or told.get("wronglines") or {}
        hints: dict[int, list[str]] = {}
        for problem in wrong.get("problems", ()):
            hints.setdefault(problem["line"], []).extend(problem["hints"])
        meant = self.proposed()
        unread = told.get("notread", {}).get("lines", ())
        yield from ("\n".join(one) for one in (wrong.get("retry", ()), meant, *([line] for line in meant)) if one)
        hints = {number: found for number, found in hints.items() if found}
        for choice in itertools.islice(itertools.product(*(found[:6] for found in hints.values())), MOST):
            instead = dict(zip(hints, choice, strict=True))
            chosen = [part for line in choice for part in line.split("; ")]
            whole = [
                part for number, line in enumerate(lines, 1) if line not in unread
                for part in instead.get(number, line).split("; ")
            ]  # fmt: skip
            yield from map("\n".join, (chosen, whole, chosen + meant, whole + meant))
        for kind, body in self.told:
            yield from (body.get("hints") or ()) if kind == "notdone" else ()
            yield from ["\n".join(body["retry"])] if kind == "overlooked" and body.get("retry") else ()
