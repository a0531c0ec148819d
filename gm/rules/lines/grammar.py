"""Parsers of words that were found elsewhere, and the fault of words that do not fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lark import Lark, Token, Tree, UnexpectedInput
from lark.lexer import Lexer

from gm.rules import Problem
from gm.rules.lines.faults import Fault, asked, words
from gm.rules.lines.words import QUESTION

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
    parser: Lark, found: Sequence[Token], start: str, say: Say, whole: str = "line", show: Callable[[str], str] = str
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
    error: UnexpectedInput, found: Sequence[Token], say: Say, whole: str, show: Callable[[str], str]
) -> Problem:
    token = getattr(error, "token", None)
    said = say(set(getattr(error, "expected", ()) or getattr(error, "accepts", ())))
    if token is not None and token.type != "$END":
        return words.problem(token, "misplaced", word=show(token), said=said)
    last = found[-1] if found else Token("WORD", "", 0, 1, 1, end_pos=0)
    return words.problem((last.line or 1, (last.end_pos or 0) + 1), "unfinished", whole=whole, said=said)
