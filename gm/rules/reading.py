"""What every reader of order lines needs: a parser of tokens that are made elsewhere, and the faults of a line.

No game's words are known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from lark import Lark, Token, UnexpectedInput
from lark.lexer import Lexer

from gm.rules import Problem


class Fault(Exception):
    """A line that cannot be read or may not stand; *problem* says where and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class Given(Lexer):
    """A lexer for input that consists of tokens already."""

    def __init__(self, lexer_conf: Any) -> None:
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        """The tokens as they are."""
        yield from data


def parser(grammar: str, starts: Sequence[str]) -> Lark:
    """A parser of tokens by *grammar* (LALR: linear time on any input), from any of *starts*."""
    return Lark(grammar, parser="lalr", lexer=Given, start=list(starts), maybe_placeholders=False)


def problem(token: Token, code: str, message: str, hints: Iterable[str] = ()) -> Problem:
    """A problem at *token*."""
    return Problem(token.line or 1, token.column or 1, code, message, tuple(hints))


def without_remark(text: str) -> str:
    """The line up to its remark (%)."""
    return text.split("%", 1)[0]


def one_of(said: Mapping[str, str], otherwise: str = "something else") -> Callable[[set[str]], str]:
    """What says in words which of some kinds of tokens were expected; *said*: the words for each, in order."""
    return lambda wanted: " or ".join(dict.fromkeys(said[kind] for kind in said if kind in wanted)) or otherwise


def misplaced(
    error: UnexpectedInput,
    found: Sequence[Token],
    say: Callable[[set[str]], str],
    whole: str = "line",
    show: Callable[[str], str] = str,
) -> Problem:
    """The fault at the first word that the grammar does not take, or at the end of what ends too early.

    found: the words read; say: the kinds that were expected, in words; whole: what was read; show: how a word is shown.
    """
    token = getattr(error, "token", None)
    said = say(set(getattr(error, "expected", ()) or getattr(error, "accepts", ())))
    if token is not None and token.type != "$END":
        return problem(token, "misplaced", f"'{show(token)}' does not belong here: {said} was expected")
    last = found[-1] if found else Token("WORD", "", 0, 1, 1, end_pos=0)
    place = Token("END", "", line=last.line, column=(last.end_pos or 0) + 1)
    return problem(place, "unfinished", f"the {whole} ends too early: {said} was expected")
