"""Order lines of the war games as words: fields, numbers, signs, forgiving of how people write them.

A grammar then says what belongs together. Only the size of the board is known here, not what is on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lark import Token, Tree
from msgspec.structs import replace

from gm.rules import Line, Problem
from gm.rules.lines.letters import Fault, one_of, parse, parser, unknown_word
from gm.rules.lines.slips import explained, in_form
from gm.rules.lines.words import NUMBERS, first_word, tokens
from gm.rules.pictures.honeycomb import Board, distance, read_field
from gm.rules.war.commands import COMMANDS, read_command
from gm.rules.war.faults import words
from gm.rules.war.piles import extent

WORD = re.compile(
    r"(?P<FIELD>[A-Za-z]\d{1,4}(?![^\W_]))|(?P<NUMBER>\d+)|(?P<WORD>[^\W\d_]+)|(?P<DASH>-+>?|[–—−→>]+)|(?P<COMMA>[,;&+])"
    r"|(?P<TIMES>[×*])|(?P<SIGN>[^\s.:!])"
)
SIGNS = {"TO": "DASH", "AT": "DASH", "INTO": "DASH", "ON": "DASH", "X": "TIMES", "TIMES": "TIMES", "AND": "COMMA"}
FILLERS = frozenset({"FROM", "THE", "A", "OF", "FIELD"})
SAID = {
    "FIELD": "a field such as G5",
    "NUMBER": "a number",
    "DASH": "'-'",
    "COMMA": "a comma",
    "$END": "the end of the line",
}
NO_FIRE = re.compile(
    r"(?:hold|cease|stop|no|never|do\s+not|don['\u2019]?t)\s*(?:(?:fire|shoot|aim)(?:ing)?|firing)[\s.!]*",
    re.IGNORECASE,
)
NUMBER_LAST = re.compile(r"(?P<order>\D.*[^\s:])(?:\s*:\s*|\s+)\(?(?P<number>\d{1,2})(?:\s*m[ae]n)?\)?", re.IGNORECASE)
LONGEST = 200  # characters of a line whose number may be in another place
LISTED = re.compile(r"\s*\d{1,2}:")
OPEN_FIRE = re.compile(r"\b(?:open|return)\s+fire\b", re.IGNORECASE)
Words = Mapping[str, str]  # the token kind of each word in capitals


class LineReader:
    """Reads lines with one grammar. *words*: the order words of the game. Holds no game's state."""

    def __init__(self, grammar: str, starts: Sequence[str], words: Words) -> None:
        self._words, self._starts = words, starts
        self._parser = parser(grammar, starts)

    def tokens(self, text: str, line: int = 1) -> list[Token]:
        """Return the words of a line without its remark (%); unknown ones have the type UNKNOWN."""
        found: list[Token] = []
        fields, truck = 0, False  # in the order being read
        listed = LISTED.match(text)  # `1: E4-E5`: is it one man, or the first of a list?
        for token in tokens(WORD, text, line, lambda match: _kind(match, self._words)):
            kind = token.type
            if not found and kind in ("DASH", "COMMA"):
                continue
            if fields >= 2 and not truck and found[-1].type == "FIELD" and kind == "FIELD" and token[0] == "X":
                found += _times(token)  # `G5-G6 x2` names no field of column X, but a truck's path may
                continue
            fields = 0 if kind == "COMMA" else fields + (kind == "FIELD")
            truck = (truck and kind != "COMMA") or kind == "TRUCK"
            found.append(token)
            if listed and len(found) == 1:
                found.append(Token("UNKNOWN", ":", listed.end() - 1, line, listed.end(), end_pos=listed.end()))
        while found and found[-1].type == "COMMA":
            found.pop()
        return found

    def explained(self, problem: Problem, text: str) -> Problem:
        """Return the problem of a line with what the whole line was probably meant as, if that can be told."""
        if problem.code == "unknown-word" and as_meant(text) == "HOLD FIRE":
            return replace(problem, hints=("HOLD FIRE",))
        if LISTED.match(text):
            return problem
        moved = NUMBER_LAST.fullmatch(as_meant(text).strip()) if len(text) <= LONGEST else None
        if moved is not None and not any(token.type == "COMMA" for token in self.tokens(text)):
            order, number, word = moved["order"], moved["number"], first_word(moved["order"])
            line = f"{order} WITH {number}" if word in ("TRUCK", "TRUCKS") else f"{number} {order}"
            line = f"{word} {number} {order[len(word) :].strip()}" if word in ("FIRE", "AIR", "AIM") else line
            return replace(problem, hints=(line,) if self._is_right(line) else problem.hints)
        return explained(problem, text, self.tokens(text), (*self._words, *COMMANDS), self._is_right)

    def meant_tokens(self, text: str) -> list[Token]:
        """Return the words of a line as it was probably meant: with fields in form, and HOLD FIRE in any words."""
        return self.tokens(as_meant(text))

    def _is_right(self, text: str) -> bool:
        """Return whether a line is a command, or an order by its form."""
        try:
            if read_command(Line(1, text)) is not None:
                return True
            found = self.tokens(text)
            return bool(found) and any(self._parses(found, start) for start in self._starts)
        except Fault:
            return False

    def _parses(self, found: list[Token], start: str) -> bool:
        try:
            self.parse(found, start)
        except Fault:
            return False
        return True

    def parse(self, found: list[Token], start: str) -> Tree[Token]:
        """Return the tree of *found*. Raises Fault at the first word that is unknown or misplaced."""
        for token in found:
            if token.type == "UNKNOWN":
                raise unknown_word(token, "an order", self._words)
        return parse(self._parser, found, start, one_of(SAID))


def _kind(match: re.Match[str], words: Words) -> tuple[str, str]:
    kind, text = match.lastgroup or "", match[0]
    if kind == "WORD":
        upper = text.upper()
        if upper in FILLERS:
            return "", ""
        if upper in NUMBERS:
            return "NUMBER", NUMBERS[upper]
        known = words.get(upper) or SIGNS.get(upper)
        return (known, upper if known == "NUMBER" else text) if known else ("UNKNOWN", text)
    if kind == "SIGN":
        return "UNKNOWN", text
    return kind, text.upper()


def as_meant(text: str) -> str:
    """Return a line with its fields in form (see in_form), and HOLD FIRE for all other words that say so."""
    if NO_FIRE.fullmatch(text.strip()):
        return NO_FIRE.sub("HOLD FIRE", text)
    return OPEN_FIRE.sub("FIRE", in_form(text))


def _times(token: Token) -> list[Token]:
    """Split `x2` into its sign and its number."""
    line, column, end = token.line, token.column or 1, token.end_pos
    return [
        Token("TIMES", "x", line=line, column=column, end_pos=end),
        Token("NUMBER", token[1:], line=line, column=column + 1, end_pos=end),
    ]


def fields_of(tree: Tree[Token], board: Board) -> list[Token]:
    """Return the fields of a `path`, each as `G5`. Raises Fault for one that the board does not have."""
    found = [child for child in tree.children if isinstance(child, Token) and child.type == "FIELD"]
    for token in found:
        if not board.has(token):
            raise words.fault(token, "no-field", field=token, extent=extent(board))
    return found


def check_step(source: str, target: Token, board: Board, what: str = "one step from") -> None:
    """Raise Fault if *target* is not next to *source*; those that are, and nearest to it, become hints."""
    if target not in board.near(source) or target == source:
        near = towards(source, target, board)
        raise words.fault(target, "not-adjacent", near, target=target, what=what, source=source)


def towards(source: str, target: str, board: Board) -> list[str]:
    """Return the fields next to *source* that lie nearest to *target*, of which one may have been meant."""
    goal = read_field(target)
    around = [(distance(here, goal), field) for field in board.near(source) if goal and (here := read_field(field))]
    least = min(steps for steps, field in around if field != source) if around else 0
    return [field for steps, field in around if steps == least and field != source]
