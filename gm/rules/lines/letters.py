"""What every ruleset's reader of letters needs: faults with their place and near misses, parsers, notices.

A letter as a whole is told apart here too: which lines are the ruleset's, and whether it is for the phase now due.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import Lexer

from gm.rules import NO_SEAT, Audience, Letter, Line, Notice, Problem, Ruling, Seat
from gm.rules.lines.slips import slips_of
from gm.rules.lines.words import QUESTION, first_word

SHOWN = 20  # wrong lines that an answer shows, with what they may have been meant as; the others are counted
MOST_WRONG = 100  # of a letter that is refused as a whole; no line below them is read
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
    "slip": "this looks like a command, but we cannot read it; if it is only talk, begin it with %",
    "question": "a question does nothing: send {said} without the question mark if you mean it",
    "question.order": "a question does nothing: send the line without its question mark if you mean it",
    "nothing-filed": "nothing is on file from you: if you want to order nothing, send READY NOTHING",
    "something-filed": "you have orders on file: READY makes them final, and CLEAR withdraws them",
    "not-reached": "not done: the letter counts up to line {line}, which is wrong",
    "unknown-word": "'{word}' is no word of {whole}",
    "misplaced": "'{word}' does not belong here: {said} was expected",
    "unfinished": "the {whole} ends too early: {said} was expected",
    "over": "{named} is over: {due} is {now}",
    "not-begun": "{named} has not begun: now due is {now}",
    "bounds": "{key}: a number from {least} to {most} is expected",
})  # fmt: skip


def not_done(line: Line) -> Problem:
    """Return the problem of a command that would do something but ends in a question mark; it repeats only its word."""
    return words.problem(line, "question", said=first_word(line.text))


def asked(mark: Token) -> Problem:
    """Return the problem of an order followed by a question mark."""
    return words.problem(mark, "question.order")


def not_reached(line: int, first: int) -> Problem:
    """Return the problem of a line behind the first wrong one, where letters count up to there."""
    return words.problem((line, 1), "not-reached", line=first)


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
    """Return those of *words*, all in capitals, that resemble *word*: those one slip away, then the nearest."""
    known = list(words)
    close = difflib.get_close_matches(word.upper(), known, n=most, cutoff=cutoff)
    return list(dict.fromkeys((*slips_of(word.upper(), frozenset(known)), *close)))[:most]


def sorted_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by place."""
    return tuple(sorted(problems, key=lambda one: (one.line, one.column)))


def plain(problem: Problem) -> Ruling:
    """Return a problem as `gm judge` prints it."""
    hints = list(problem.hints)
    return {"line": problem.line, "column": problem.column, "message": problem.message, "hints": hints}


Say = Callable[[set[str]], str]  # turns the kinds of words that were expected into a phrase


class Given(Lexer):
    """A lexer for input that already consists of tokens."""

    def __init__(self, lexer_conf: object) -> None:
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        """Yield the tokens as they are."""
        yield from data


def parser(grammar: str, starts: Sequence[str]) -> Lark:
    """Return a parser of tokens by *grammar* (LALR: linear time on any input), starting at any of *starts*."""
    return Lark(grammar, parser="lalr", lexer=Given, start=list(starts), maybe_placeholders=False)


def parse(
    parser: Lark, found: Sequence[Token], start: str, say: Say, whole: str = "line", show: Callable[[Token], str] = str
) -> Tree[Token]:
    """Return the tree of the words *found*. Raises Fault at the first that does not belong there, or at their end.

    A question is no order, even if its words are right: they must be sent without the question mark.
    whole: what is being read, in words; show: how a word is shown.
    """
    mark = next((token for token in found if token.type == QUESTION), None)
    if mark is not None:
        raise Fault(asked(mark))
    try:
        return parser.parse(list(found), start=start)
    except UnexpectedInput as error:
        raise Fault(_misplaced(error, found, say, whole=whole, show=show)) from None


def one_of(said: Mapping[str, str], otherwise: str = "something else") -> Say:
    """Return a Say that names the expected kinds of tokens; *said*: the words for each kind, in order."""
    return lambda wanted: " or ".join(dict.fromkeys(said[kind] for kind in said if kind in wanted)) or otherwise


def _misplaced(
    error: UnexpectedInput, found: Sequence[Token], say: Say, whole: str, show: Callable[[Token], str]
) -> Problem:
    token = getattr(error, "token", None)
    said = say(set(getattr(error, "accepts", ()) or getattr(error, "expected", ())))
    if token is not None and token.type != "$END":
        return words.problem(token, "misplaced", word=show(token), said=said)
    last = found[-1] if found else Token("WORD", "", 0, 1, 1, end_pos=0)
    return words.problem((last.line or 1, (last.end_pos or 0) + 1), "unfinished", whole=whole, said=said)


Rank = TypeVar("Rank", int, tuple[int, ...])


def own_lines(letter: Letter) -> Iterator[Line]:
    """Yield the lines that the desk has not read as its own, without blank ones."""
    return (line for line in letter.lines if line.text.strip() and not line.command)


def to_retry(letter: Letter) -> tuple[str, ...]:
    """Return what to give back of a letter that is out of place: all lines but the desk's."""
    return tuple(line.text for line in letter.lines if not line.command)


def out_of_place(named: str, now: str, codes: str, rank: Callable[[str], Rank], due: str = "now due") -> str:
    """Return why a letter for the phase *named* does nothing while *now* is due; "" if it is for *now* or names none.

    codes: a regular expression for phase codes; rank: the sort key of a code; due: "now due", or other words for it.
    """
    if not re.fullmatch(codes, named) or rank(named) == rank(now):
        return ""
    if rank(named) < rank(now):
        return words("over", named=named, due=due, now=now)
    return words("not-begun", named=named, now=now)


def note(
    audience: Audience, body: msgspec.Struct, talk: Seat = NO_SEAT, urgent: bool = False, reminder: bool = False
) -> Notice:
    """Make a notice; its kind is the name of its body's type."""
    return Notice(
        audience=audience, kind=type(body).__name__.lower(), body=body, talk=talk, urgent=urgent, reminder=reminder
    )
