"""What every reader of order lines needs: a parser of tokens that are made elsewhere, and the fault of a line.

No game's words are known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lark import Lark, Token
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
