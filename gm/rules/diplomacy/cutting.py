"""Cutting a letter's lines into orders and commands: what belongs together, and which lines are only talk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from gm.rules import Line, Problem, Seat
from gm.rules.diplomacy.faults import words
from gm.rules.lines.commands import READY, Clear, Ready, Try, Unready, read_alone
from gm.rules.lines.letters import Fault
from gm.rules.lines.slips import is_useless, talks, unknown_in
from gm.rules.lines.words import bare, first_word, is_marked, without_remark
from gm.rules.provinces.cutting import (
    ORDER_BEGINNINGS,
    Pieces,
    Read,
    all_hold,
    begins_order,
    begins_word,
    goes_on,
    is_sentence,
    kinds_at_start,
    names_an_order,
    nearly_begins,
    nearly_orders,
    nearly_right,
    unread,
    with_hints,
    words_of,
)
from gm.rules.provinces.headings import Heading, headed, heading
from gm.rules.provinces.names import Names, plain
from gm.rules.provinces.tokens import tokens

Command = Ready | Unready | Clear | Try
ALONE: Mapping[str, Command] = {"NOT READY": Unready(), **READY, "CLEAR": Clear(), "TRY": Try()}
COMMANDS = frozenset({"READY", "CLEAR", "TRY", "ORDERS"})
SHORT, CODE = 4, 3  # words of a line that is hardly talk; letters of an abbreviation
Kind = Literal["heading", "command", "order"]


class Mark(NamedTuple):
    """A line that says something to the rules: its number among the lines of the letter, and what it is."""

    n: int
    kind: Kind


class Cut(msgspec.Struct, frozen=True):
    """A letter cut up. headings: the lines that name a phase; orders: each with the lines below it that belong to it;
    outside: the lines that are not read."""

    headings: tuple[tuple[Line, Heading], ...]
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
        commands: list[Line] = []
        orders: list[Pieces] = []
        outside = list(lines[: marks[0].n] if marks else lines)
        for mark, below in pairwise([*marks, Mark(len(lines), "order")]):
            line, last = lines[mark.n], 0
            if mark.kind == "command":
                commands.append(line)
            elif mark.kind == "order":
                stretch = [one for one in lines[mark.n : below.n] if not one.command]
                last = goes_on(stretch, 0, reads)
                pieces = [one for one in stretch[: last + 1] if without_remark(one.text).strip()]
                orders.append([(one.number, one.text) for one in pieces])
                outside += stretch[last + 1 :]
                continue
            outside += lines[mark.n + 1 : below.n]
        problems = tuple(self._hidden(outside, reads))
        headings = headed([lines[mark.n] for mark in marks if mark.kind == "heading"], self._names)
        return Cut(tuple(headings), tuple(commands), tuple(orders), unread(outside), problems)

    def _kind(self, text: str) -> Kind | None:
        """Return what a line is; None for talk, and for what is only nearly one of ours."""
        if bare(text) == "END" or heading(text, self._names) is not None or self._is_own_name(text):
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

        def orders(text: str) -> bool:
            return self._begins(text) and not isinstance(reads([(1, text)]), Fault)

        def right(text: str) -> bool:
            return bare(text) in ALONE if self._is_command(text) else orders(text)

        own = [line for line in lines if not line.command]
        hidden = [line for line in own if self._looks_meant(line.text, orders)]
        known = self.known | ORDER_BEGINNINGS
        found = [words.problem(line, "outside", hints) for line, hints in with_hints(hidden, self._names, known, right)]
        return found + [words.problem(line, "outside.all") for line in own if all_hold(line.text)]

    def _looks_meant(self, text: str, orders: Callable[[str], bool]) -> bool:
        found = words_of(text, self._names)
        unknown = unknown_in(found)
        if len(found) <= SHORT and not talks(unknown) and any(map(self._is_glued, unknown)):
            return True
        if nearly_begins(text, found, self.known, ORDER_BEGINNINGS, self._begins) or nearly_orders(found, text):
            return True
        return nearly_right(text, found, self._names, orders)

    def _is_glued(self, word: str) -> bool:
        """Return whether a word is a unit, or two provinces, without the space or the sign between them."""
        word = "" if is_useless(word) else plain(word)
        names = (word[1:],) if word[:1] in ("A", "F") and len(word) == CODE + 1 else (word[:CODE], word[CODE:])
        return all(len(name) == CODE and self._names.matches(name) for name in names)
