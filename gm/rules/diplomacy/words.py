"""From the characters of a line to tokens: signs, order words, and provinces by the words of one board.

Forgiving in form, never in meaning: a word that could be two provinces is a token of its own kind, with both names.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from lark import Token

from gm.rules.diplomacy.board import Board

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
ARROWS = "\u2192\u21d2\u279c\u2794\u279d"
SIGNS = {
    "*": "STAR",
    "#": "HASH",
    ":": "COLON",
    ">": "GREATER",
    "!": "BANG",
    "@": "AT",
    "&": "AMP",
    "$": "DOLLAR",
    "|": "BAR",
    "/": "SLASH",
    "(": "OPEN",
    ")": "CLOSE",
    ",": "COMMA",
}
# A, F, H, S, C, M, R, D on their own are always signs, never the beginning of a name.
ORDER_WORDS = {
    "A": "KIND", "ARMY": "KIND", "F": "KIND", "FLEET": "KIND",
    "H": "HOLD", "HOLD": "HOLD", "HOLDS": "HOLD",
    "S": "SUPPORT", "SUPPORT": "SUPPORT", "SUPPORTS": "SUPPORT",
    "C": "CONVOY", "CONVOY": "CONVOY", "CONVOYS": "CONVOY",
    "M": "DASH", "TO": "DASH",
    "VIA": "VIA",
    "R": "RETREAT", "RETREAT": "RETREAT", "RETREATS": "RETREAT",
    "D": "DISBAND", "DISBAND": "DISBAND", "DISBANDS": "DISBAND",
    "BUILD": "BUILD", "REMOVE": "REMOVE", "WAIVE": "WAIVE",
}  # fmt: skip
ATOM = re.compile(
    rf"(?P<WORD>[^\W\d_][^\W\d_.'’]*[.'’]?(?:[^\W\d_]+[.'’]?)*)|(?P<NUMBER>[0-9]+)"
    rf"|(?P<DASH>[{re.escape(DASHES)}]+>?|[{ARROWS}])|(?P<SIGN>[*#:>!@&$|/(),])|(?P<ODD>\S)"
)
NO_LETTER = re.compile(r"[^\w]|_")
NAME_WORDS = 5  # no province has a longer name
REMEMBERED = 4096  # words whose meaning is cached: players write the same few hundred again and again


@lru_cache(REMEMBERED)
def plain(name: str) -> str:
    """Return a name as it is compared: in capitals, without spaces, hyphens, full stops or apostrophes."""
    return NO_LETTER.sub("", name.upper())


class Names:
    """The words for the provinces of a board: abbreviations before names before unambiguous beginnings."""

    def __init__(self, board: Board) -> None:
        self.codes = frozenset(board.provinces)
        self.full = {plain(p.name): p.code for p in board.provinces.values()}
        self.coasts = frozenset(c for p in board.provinces.values() for c in p.coasts)
        self._pool = {**self.full, **{code: code for code in self.codes}}
        self._sorted = sorted(self._pool)
        self.matches = lru_cache(REMEMBERED)(self._matches)
        self.near = lru_cache(REMEMBERED)(self._near)

    def _matches(self, word: str) -> tuple[str, ...]:
        """Return the provinces that *word* (see plain) may mean, sorted; several if it is ambiguous."""
        if word in self.codes:
            return (word,)
        if word in self.full:
            return (self.full[word],)
        if len(word) < 3:
            return ()
        return tuple(sorted(code for name, code in self.full.items() if name.startswith(word)))

    def _near(self, word: str) -> tuple[str, ...]:
        """Return up to three provinces whose names or abbreviations resemble *word*."""
        close = difflib.get_close_matches(plain(word), self._sorted, n=6, cutoff=0.6)
        return tuple(dict.fromkeys(self._pool[name] for name in close))[:3]


class Atom(NamedTuple):
    """A word, number or sign of a line, not yet understood: its kind, its text and its place."""

    kind: str
    text: str
    start: int
    end: int
    line: int


def tokens(pieces: Iterable[tuple[int, str]], names: Names) -> list[Token]:
    """Return the tokens of one order line, which may be written over several lines: (number, text) each.

    A province is a PLACE with its code (and coast) as value; a word that is none is UNKNOWN or AMBIGUOUS.
    """
    found: list[Token] = []
    for number, text in pieces:
        atoms = [
            Atom(kind=match.lastgroup or "ODD", text=match[0], start=match.start(), end=match.end(), line=number)
            for match in ATOM.finditer(text)
        ]
        _read_atoms(atoms, names, found)
    return found


def _read_atoms(atoms: Sequence[Atom], names: Names, found: list[Token]) -> None:
    index = 0
    while index < len(atoms):
        atom = atoms[index]
        if atom.kind == "WORD":
            token, used = _read_word(atoms, index, names)
            found.append(token)
            index += used
        else:
            kind = SIGNS[atom.text] if atom.kind == "SIGN" else "UNKNOWN" if atom.kind == "ODD" else atom.kind
            found.append(_token(atom, kind, atom.text, atom))
            index += 1


def _read_word(atoms: Sequence[Atom], index: int, names: Names) -> tuple[Token, int]:
    """Return the token that begins with the word at *index*, and how many atoms it takes."""
    first = atoms[index]
    word = plain(first.text)
    if word in ORDER_WORDS:
        value = word[0] if ORDER_WORDS[word] == "KIND" else word
        return _token(first, ORDER_WORDS[word], value, first), 1
    for used in range(_name_length(atoms, index), 0, -1):
        if atoms[index + used - 1].kind != "WORD":
            continue
        meant = names.matches(plain("".join(atom.text for atom in atoms[index : index + used])))
        if len(meant) == 1:
            return _read_coast(atoms, index, used, code=meant[0], names=names)
        if meant and used == 1:
            return _token(first, "AMBIGUOUS", " ".join(meant), first), 1
    return _token(first, "UNKNOWN", first.text, first), 1


def _name_length(atoms: Sequence[Atom], index: int) -> int:
    """Return how many atoms from *index* could be one name: words, and hyphens without spaces, up to an order word."""
    end = index + 1
    while end < min(len(atoms), index + 2 * NAME_WORDS):
        before, atom = atoms[end - 1], atoms[end]
        if atom.kind == "DASH":
            follows = atoms[end + 1] if end + 1 < len(atoms) else None
            glued = before.end == atom.start and follows is not None and atom.end == follows.start
            if not glued or len(atom.text) != 1:
                break
        elif atom.kind != "WORD" or (before.kind == "WORD" and plain(atom.text) in ORDER_WORDS):
            break
        end += 1
    return end - index


def _read_coast(atoms: Sequence[Atom], index: int, used: int, code: str, names: Names) -> tuple[Token, int]:
    """Return the PLACE at *index* with the coast after it, if one is written: /NC, (NC) or NC."""
    rest = atoms[index + used : index + used + 3]
    signs = [atom.text for atom in rest]
    last = atoms[index + used - 1]
    if len(rest) >= 2 and signs[0] == "/" and rest[1].kind == "WORD":
        return _place(atoms[index], rest[1], code, coast=rest[1], used=used + 2)
    if len(rest) == 3 and signs[0] == "(" and signs[2] == ")" and rest[1].kind == "WORD":
        return _place(atoms[index], rest[2], code, coast=rest[1], used=used + 3)
    if rest and rest[0].kind == "WORD" and plain(rest[0].text) in names.coasts:
        return _place(atoms[index], rest[0], code, coast=rest[0], used=used + 1)
    return _token(atoms[index], "PLACE", code, last), used


def _place(first: Atom, last: Atom, code: str, coast: Atom, used: int) -> tuple[Token, int]:
    return _token(first, "PLACE", f"{code}/{plain(coast.text)}", last), used


def _token(first: Atom, kind: str, value: str, last: Atom) -> Token:
    return Token(kind, value, first.start, first.line, first.start + 1, end_pos=last.end)
