"""The faults of a line: where each is, why it is one, and what may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from lark import Token

from gm.rules import Line, Problem, Ruling
from gm.rules.lines.words import bare


class Fault(Exception):
    """A line that cannot be read or is not allowed; *problem* says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Words:
    """The messages of a ruleset's faults, by name: the code, then, after a full stop, a variant."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self.by_name = words

    def __call__(self, name: str, /, **facts: object) -> str:
        """Return the message of that name, filled in with *facts*. Raises KeyError if there is none."""
        return self.by_name[name].format(**facts)


def problem(token: Token, code: str, message: str, hints: Iterable[str] = ()) -> Problem:
    """Return a problem at *token*."""
    return Problem(line=token.line or 1, column=token.column or 1, code=code, message=message, hints=tuple(hints))


def problem_of(line: Line, code: str, message: str, hints: Iterable[str] = ()) -> Problem:
    """Return a problem of a whole line, placed at its first character."""
    column = len(line.text) - len(line.text.lstrip()) + 1
    return Problem(line=line.number, column=column, code=code, message=message, hints=tuple(hints))


def not_done(line: Line) -> Problem:
    """Return the problem of a command that would do something but ends in a question mark."""
    said = bare(line.text)
    return problem_of(line, "question", f"{said}? was not done; send {said} if you mean it")


def asked(mark: Token) -> Problem:
    """Return the problem of an order followed by a question mark."""
    return problem(mark, "question", "a question does nothing: send the line without its question mark if you mean it")


def unknown_word(token: Token, whole: str, words: Iterable[str], most: int = 2) -> Fault:
    """Return the fault of a word that is none of *whole* (an order); those of *words* that resemble it are hints."""
    return Fault(problem(token, "unknown-word", f"'{token}' is no word of {whole}", near(token, words, most)))


def number(token: Token, most: int, said: str) -> int:
    """Return the number that *token* writes. Raises Fault with the message *said* if it is greater than *most*."""
    digits = token.lstrip("0") or "0"
    if len(digits) > len(str(most)) or int(digits) > most:
        raise Fault(problem(token, "too-much", said))
    return int(digits)


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
