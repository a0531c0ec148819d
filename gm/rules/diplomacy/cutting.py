"""Cutting a letter's lines into orders and commands: what belongs together, and which lines are only talk."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from gm.rules import Line, Problem, Seat
from gm.rules.diplomacy.faults import words
from gm.rules.lines.commands import Clear, Ready, Try, Unready, read_alone
from gm.rules.lines.letters import Fault
from gm.rules.lines.slips import is_useless, talks, unknown_in
from gm.rules.lines.words import bare, first_word, is_marked, without_remark
from gm.rules.provinces.cutting import (
    ORDER_BEGINNINGS,
    Pieces,
    Read,
    begins_order,
    begins_word,
    goes_on,
    is_sentence,
    kinds_at_start,
    names_an_order,
    nearly_begins,
    nearly_orders,
    unread,
    with_hints,
    words_of,
)
from gm.rules.provinces.names import Names, plain
from gm.rules.provinces.reading import tokens

Command = Ready | Unready | Clear | Try
ALONE: Mapping[str, Command] = {"NOT READY": Unready(), "READY": Ready(), "CLEAR": Clear(), "TRY": Try()}
COMMANDS = frozenset({"READY", "CLEAR", "TRY", "ORDERS"})
# A line above or below orders that says of which phase they are, or nothing: ORDERS F1901M, Spring 1902 retreats, END
WHAT = r"(?:ORDERS?|MOVES|MOVEMENT|RETREATS?|BUILDS?|ADJUSTMENTS?)"
HEADING = re.compile(
    rf"(?:MY |OUR )?(?:{WHAT}(?: FOR)?\b ?)?(?:(?P<code>[SFW]\d{{4}}[MRA])"
    rf"|(?P<season>SPRING|FALL|AUTUMN|WINTER) (?P<year>\d{{4}})(?: (?P<what>{WHAT}))?)?|END"
)
SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
KINDS = {"RE": "R", "BU": "A", "AD": "A"}  # by the beginning of the word for what is due in a phase
SHORT, CODE = 4, 3  # words of a line that is hardly talk; letters of an abbreviation
Kind = Literal["heading", "command", "order"]


class Mark(NamedTuple):
    """A line that says something to the rules: its number among the lines of the letter, and what it is."""

    n: int
    kind: Kind


class Cut(msgspec.Struct, frozen=True):
    """A letter cut up. phases: the phases that it names, with their lines; orders: each with the lines below it that
    belong to it; outside: the lines that are not read."""

    phases: tuple[tuple[Line, str], ...]
    commands: tuple[Line, ...]
    orders: tuple[Pieces, ...]
    outside: tuple[Line, ...]
    problems: tuple[Problem, ...]


class Cutter:
    """Cuts letters of one board. order_words: those that begin orders in the phase now due."""

    def __init__(self, names: Names, order_words: Sequence[str], seat: Seat) -> None:
        self._names, self._order_words, self._seat = names, frozenset(order_words), seat
        self.known = COMMANDS | self._order_words

    def cut(self, lines: Sequence[Line], reads: Callable[[Pieces], Read | Fault]) -> Cut:
        """Cut a letter up. reads: what an order reads as (a value, or the Fault)."""
        marks = [Mark(n, kind) for n, line in enumerate(lines) if not line.command and (kind := self._kind(line.text))]
        phases: list[tuple[Line, str]] = []
        commands: list[Line] = []
        orders: list[Pieces] = []
        outside = list(lines[: marks[0].n] if marks else lines)
        for mark, below in pairwise([*marks, Mark(len(lines), "order")]):
            line, last = lines[mark.n], 0
            if mark.kind == "heading":
                phases += [(line, code)] if (code := _heading(line.text)) else []
            elif mark.kind == "command":
                commands.append(line)
            else:
                stretch = [one for one in lines[mark.n : below.n] if not one.command]
                last = goes_on(stretch, 0, reads)
                pieces = [one for one in stretch[: last + 1] if without_remark(one.text).strip()]
                orders.append([(one.number, one.text) for one in pieces])
                outside += stretch[last + 1 :]
                continue
            outside += lines[mark.n + 1 : below.n]
        problems = tuple(self._hidden(outside, reads))
        return Cut(tuple(phases), tuple(commands), tuple(orders), unread(outside), problems)

    def _kind(self, text: str) -> Kind | None:
        """Return what a line is; None for talk, and for what is only nearly one of ours."""
        if _heading(text) is not None or self._is_own_name(text):
            return "heading"
        if self._is_command(text):
            return "command"
        return "order" if self._begins(text) else None

    def _is_own_name(self, text: str) -> bool:
        """Return whether a line is the name of the sender's power, as letters to other judges have it above orders."""
        word = bare(text)
        return len(word) > 1 and self._names.called.get(word) == self._seat

    def _is_command(self, text: str) -> bool:
        """Return whether a line is a command, or nearly one."""
        try:
            return read_alone(Line(1, text), ALONE) is not None and not is_marked(text)
        except Fault:
            return True

    def _begins(self, text: str) -> bool:
        """Return whether a line begins like an order, and is no sentence."""
        word = first_word(text)
        if word in self._order_words and begins_word(text, word, self._names):
            return True
        return begins_order(kinds_at_start(text, self._names)) and not self._is_talk(text)

    def _is_talk(self, text: str) -> bool:
        found = tokens([(1, without_remark(text))], self._names)
        return not names_an_order(found, text) and is_sentence(found, text)

    def _hidden(self, lines: Sequence[Line], reads: Callable[[Pieces], Read | Fault]) -> list[Problem]:
        """Return the problems of lines that look like an order or a command, and are none."""

        def right(text: str) -> bool:
            if self._is_command(text):
                return bare(text) in ALONE
            return self._begins(text) and not isinstance(reads([(1, text)]), Fault)

        hidden = [line for line in lines if not line.command and self._looks_meant(line.text)]
        known = self.known | ORDER_BEGINNINGS
        return [words.problem(line, "outside", hints) for line, hints in with_hints(hidden, self._names, known, right)]

    def _looks_meant(self, text: str) -> bool:
        found = words_of(text, self._names)
        unknown = unknown_in(found)
        if len(found) <= SHORT and not talks(unknown) and any(map(self._is_glued, unknown)):
            return True
        return nearly_begins(text, found, self.known, ORDER_BEGINNINGS, self._begins) or nearly_orders(found, text)

    def _is_glued(self, word: str) -> bool:
        """Return whether a word is a unit, or two provinces, without the space or the sign between them."""
        word = "" if is_useless(word) else plain(word)
        names = (word[1:],) if word[:1] in ("A", "F") and len(word) == CODE + 1 else (word[:CODE], word[CODE:])
        return all(len(name) == CODE and self._names.matches(name) for name in names)


def _heading(text: str) -> str | None:
    """Return the phase that a heading names, "" if it names none; None if the line is no heading.

    A phase named by its season alone lacks the last letter of its code.
    """
    found = HEADING.fullmatch(bare(text))
    if found is None or not found[0]:
        return None
    if found["season"] is None:
        return found["code"] or ""
    kind = KINDS.get(found["what"][:2], "M") if found["what"] and found["what"] != "ORDERS" else ""
    return f"{SEASONS[found['season']]}{found['year']}{kind}"
