"""The faults of a line: where each is, why it is one, and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from lark import Token

from gm.rules import Line, Problem, Ruling
from gm.rules.lines.words import bare

Where = Token | Line | tuple[int, int]


class Fault(Exception):
    """A line that cannot be read or is not allowed; *problem* says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def problem(where: Where, code: str, message: str, hints: Iterable[str] = ()) -> Problem:
    """Return a problem at *where*: a word, a whole line (at its first character), or line and column."""
    if isinstance(where, Token):
        where = where.line or 1, where.column or 1
    elif isinstance(where, Line):
        where = where.number, len(where.text) - len(where.text.lstrip()) + 1
    line, column = where
    return Problem(line=line, column=column, code=code, message=message, hints=tuple(hints))


class Words:
    """The messages of a ruleset's faults, by name: the code, then, after a full stop, a variant."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.by_name = words

    def __call__(self, name: str, /, **facts: object) -> str:
        """Return the message of that name, filled in with *facts*. Raises KeyError if there is none."""
        return self.by_name[name].format(**facts)

    def problem(self, where: Where, name: str, hints: Iterable[str] = (), /, **facts: object) -> Problem:
        """Return the problem of that name at *where*."""
        return problem(where, name.partition(".")[0], self(name, **facts), hints)

    def fault(self, where: Where, name: str, hints: Iterable[str] = (), /, **facts: object) -> Fault:
        """Return the fault with that problem."""
        return Fault(self.problem(where, name, hints, **facts))


words = Words({  # what all rulesets say
    "question": "{said}? was not done; send {said} if you mean it",
    "question.order": "a question does nothing: send the line without its question mark if you mean it",
    "unknown-word": "'{word}' is no word of {whole}",
    "misplaced": "'{word}' does not belong here: {said} was expected",
    "unfinished": "the {whole} ends too early: {said} was expected",
    "over": "{named} is over: {due} is {now}",
    "not-begun": "{named} has not begun: now due is {now}",
    "bounds": "{key}: a number from {least} to {most} is expected",
})  # fmt: skip


def not_done(line: Line) -> Problem:
    """Return the problem of a command that would do something but ends in a question mark."""
    return words.problem(line, "question", said=bare(line.text))


def asked(mark: Token) -> Problem:
    """Return the problem of an order followed by a question mark."""
    return words.problem(mark, "question.order")


def unknown_word(token: Token, whole: str, known: Iterable[str], most: int = 2) -> Fault:
    """Return the fault of a word that is none of *whole* (an order); those of *known* that resemble it are hints."""
    return words.fault(token, "unknown-word", near(token, known, most), word=token, whole=whole)


def number(token: Token, most: int, said: str) -> int:
    """Return the number that *token* writes. Raises Fault with the message *said* if it is greater than *most*."""
    digits = token.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise Fault(problem(token, "too-much", said))
    return int(digits)


def out_of_bounds(key: str, number: object, least: int, most: int) -> str:
    """Return what is wrong with an option's *number*; "" if it is a whole number within the bounds."""
    return "" if type(number) is int and least <= number <= most else words("bounds", key=key, least=least, most=most)


def near(word: str, words: Iterable[str], most: int = 2, cutoff: float = 0.6) -> list[str]:
    """Return those of *words*, all in capitals, that resemble *word*, the nearest first."""
    return difflib.get_close_matches(word.upper(), list(words), n=most, cutoff=cutoff)


def sorted_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by place."""
    return tuple(sorted(problems, key=lambda one: (one.line, one.column)))


def plain(problem: Problem) -> Ruling:
    """Return a problem as `gm judge` prints it."""
    hints = list(problem.hints)
    return {"line": problem.line, "column": problem.column, "message": problem.message, "hints": hints}
