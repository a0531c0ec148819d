"""The words, numbers and signs of a line as tokens: forgiving in form, never in meaning.

A word that could be two provinces is a token of its own kind, with both names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from lark import Token

from gm.rules.provinces.board import Board
from gm.rules.provinces.names import Names, plain

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
    "H": "HOLD", "HOLD": "HOLD", "HOLDS": "HOLD", "STAY": "HOLD", "STAYS": "HOLD", "STAND": "HOLD", "STANDS": "HOLD",
    "HOLDING": "HOLD",
    "S": "SUPPORT", "SUPPORT": "SUPPORT", "SUPPORTS": "SUPPORT", "SUP": "SUPPORT", "SUPP": "SUPPORT",
    "SUPPORTING": "SUPPORT",
    "C": "CONVOY", "CONVOY": "CONVOY", "CONVOYS": "CONVOY", "CONV": "CONVOY", "CONVOYING": "CONVOY",
    "M": "DASH", "TO": "DASH", "MOVE": "DASH", "MOVES": "DASH", "GO": "DASH", "GOES": "DASH", "MOVING": "DASH",
    "ATTACK": "DASH", "ATTACKS": "DASH",
    "VIA": "VIA", "THROUGH": "VIA",
    "R": "RETREAT", "RETREAT": "RETREAT", "RETREATS": "RETREAT",
    "D": "DISBAND", "DISBAND": "DISBAND", "DISBANDS": "DISBAND",
    "BUILD": "BUILD", "BUILDS": "BUILD", "REMOVE": "REMOVE", "REMOVES": "REMOVE", "WAIVE": "WAIVE",
    "SAVE": "SAVE", "KEEP": "SAVE", "SAVINGS": "SAVE", "RESERVE": "SAVE",
    "AGP": "COIN", "SILVER": "COIN", "COIN": "COIN", "COINS": "COIN",
}  # fmt: skip
ATOM = re.compile(
    rf"(?P<WORD>[^\W\d_][^\W\d_.'’]*[.'’]?(?:[^\W\d_]+[.'’]?)*)|(?P<NUMBER>[0-9]+)"
    rf"|(?P<DASH>[{re.escape(DASHES)}]+>?|=+>|[{ARROWS}])|(?P<SIGN>[*#:>!@&$|/(),])|(?P<ODD>\S)"
)
BUILT = "B"  # a build, behind a unit; elsewhere it may be the letter of a list
NAME_WORDS = 5  # no province has a longer name
UNIT = frozenset({"POWER", "KIND", "PLACE"})
DOES = frozenset({"DASH", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "REMOVE"})
BEFORE = {  # words that say nothing before words of these kinds: THE army IN Paris WILL hold
    **dict.fromkeys(("THE", "MY", "OUR"), UNIT),
    **dict.fromkeys(("FROM", "AT"), frozenset({"PLACE", "KIND"})),
    **dict.fromkeys(("WILL", "SHALL", "IS"), DOES),
    "IN": frozenset({"PLACE", *DOES}),
}
BETWEEN = frozenset("=_~>")  # signs that stand for the dash between two provinces


def unmistakable(board: Board, names: Names) -> frozenset[str]:
    """Return the codes of places, with their coasts, that mean nothing else in any order written with them."""
    if not names.coasts.isdisjoint(ORDER_WORDS):
        return frozenset()
    taken = {*ORDER_WORDS, *names.owners}
    codes = [code for code in names.codes if code not in taken and plain(code) == code]
    coasts = [f"{code}/{coast}" for code in codes for coast in board.provinces[code].coasts]
    return frozenset((*codes, *(place for place in coasts if place not in names.places)))


class Atom(NamedTuple):
    """A word, number or sign of a line, not yet understood: its kind, its text and its place."""

    kind: str
    text: str
    start: int
    end: int
    line: int


def tokens(pieces: Iterable[tuple[int, str]], names: Names) -> list[Token]:
    """Return the tokens of one order line, which may be written over several lines: (number, text) each.

    A province is a PLACE that reads as its code (and coast); a word that is none is UNKNOWN or AMBIGUOUS. The value of
    a token is what stands in the line.
    """
    return [*_tokens(tuple(pieces), names)]


@lru_cache(256)
def _tokens(pieces: tuple[tuple[int, str], ...], names: Names) -> tuple[Token, ...]:
    found: list[Token] = []
    for number, text in pieces:
        atoms = [
            Atom(kind=match.lastgroup or "ODD", text=match[0], start=match.start(), end=match.end(), line=number)
            for match in ATOM.finditer(text)
        ]
        before = len(found)
        _read_atoms(atoms, names, found)
        for token in found[before:]:
            token.value = text[token.start_pos : token.end_pos]
    return tuple(found)


def in_notation(found: Sequence[Token]) -> list[Token]:
    """Return the words of an order as orders are written: without words that say nothing, and with its dash.

    THE ARMY IN PAR ATTACKS BUR, FROM PAR TO BUR, HOLD A PAR, A PAR BUR, A PAR > BUR, - BUR | GAS.
    """
    read: list[Token] = []  # backwards
    for number in range(len(found) - 1, -1, -1):
        token = found[number]
        behind, before = read[-1].type if read else "", found[number - 1].type if number else ""
        if _says_nothing(token, before, behind):
            continue
        if behind == "PLACE" and before == "PLACE" and (token.type == "GREATER" or token in BETWEEN):
            token = Token.new_borrow_pos("DASH", "-", token)
        elif (token.type, plain(token)) == ("UNKNOWN", "BY") and behind == "CONVOY":
            token = Token.new_borrow_pos("VIA", "VIA", token)
        elif (token.type, plain(token)) == ("UNKNOWN", "B") and (before, behind) in (("PLACE", ""), ("", "KIND")):
            token = Token.new_borrow_pos("BUILD", "BUILD", token)
        elif behind == "PLACE" and token.type in ("PLACE", "BAR"):
            read.append(Token.new_borrow_pos("DASH", "-", read[-1]))
        read.append(token)
    return _unit_first(_dashed(read[::-1]))


def _says_nothing(token: Token, before: str, behind: str) -> bool:
    """Return whether an unknown word between words of these kinds may be left out."""
    word = plain(token) if token.type == "UNKNOWN" else ""
    if before == "PLACE" and behind in UNIT:
        return False  # A PAR FROM BUR
    return behind in BEFORE.get(word, ())


def _dashed(found: list[Token]) -> list[Token]:
    """Return the words of an order with the dash behind the unit: A LON VIA NTH - NWY."""
    kinds = [token.type for token in found]
    first = min((kinds.index(kind) for kind in ("VIA", "DASH") if kind in kinds), default=len(kinds))
    if kinds[first : first + 3] == ["VIA", "PLACE", "DASH"]:
        return [*found[:first], Token.new_borrow_pos("DASH", "-", found[first]), *found[first + 1 :]]
    return found


def _unit_first(found: list[Token]) -> list[Token]:
    """Return the words of an order with HOLD behind the unit: HOLD A PAR."""
    kinds = [token.type for token in found]
    held = kinds.index("HOLD") if "HOLD" in kinds else len(kinds)
    if held + 1 < len(kinds) and UNIT.issuperset(kinds[held + 1 :]) and kinds[held - 1 : held] != ["PLACE"]:
        return [*found[:held], *found[held + 1 :], found[held]]
    return found


def _read_atoms(atoms: Sequence[Atom], names: Names, found: list[Token]) -> None:
    index = 0
    while index < len(atoms):
        atom = atoms[index]
        if atom.kind == "WORD":
            token, used = _read_word(atoms, index, names)
            if plain(token) == BUILT and found and found[-1].type == "PLACE":
                token = _token(atom, "BUILD", BUILT, atom)
            if not (token.type == "DASH" and found and found[-1].type == "DASH"):  # MOVES TO
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
    if word in names.owners and _unit_follows(atoms, index, names):
        return _token(first, "POWER", names.owners[word], first), 1
    said = _said_together(atoms, index, names)
    for used in range(len(said), 0, -1):
        if atoms[index + used - 1].kind != "WORD" or _are_codes(atoms[index : index + used], names):
            continue
        meant = names.matches(said[used - 1])
        if len(meant) == 1:
            return _read_coast(atoms, index, used, code=meant[0], names=names)
        if meant and used == 1:
            return _token(first, "AMBIGUOUS", " ".join(meant), first), 1
    return _token(first, "UNKNOWN", first.text, first), 1


def _unit_follows(atoms: Sequence[Atom], index: int, names: Names) -> bool:
    """Return whether the atom at *index* stands before a unit, or before what is done with one in winter."""
    if index + 1 >= len(atoms) or atoms[index + 1].kind != "WORD":
        return False
    word = plain(atoms[index + 1].text)
    if word in ORDER_WORDS:
        return ORDER_WORDS[word] in ("KIND", "BUILD", "REMOVE")
    return not names.matches(plain(atoms[index].text) + word) and len(names.matches(word)) == 1  # GERMANY MUN


def _are_codes(atoms: Sequence[Atom], names: Names) -> bool:
    """Return whether these are two abbreviations with a sign between them, or one that is built: SWE-DEN, MAR B."""
    first, last, kinds = plain(atoms[0].text), plain(atoms[-1].text), [atom.kind for atom in atoms]
    if kinds == ["WORD", "WORD"]:
        return first in names.codes and last == BUILT
    return kinds == ["WORD", "DASH", "WORD"] and {first, last} <= names.codes


def _said_together(atoms: Sequence[Atom], index: int, names: Names) -> list[str]:
    """Return what the atom at *index* says (see plain), what it says with the next, and so on while it may be a name.

    A name is words, and hyphens without spaces, up to an order word that ends no name of the board (Off Board A).
    """
    said = [plain(atoms[index].text)]
    for end in range(index + 1, min(len(atoms), index + 2 * NAME_WORDS)):
        atom, word = atoms[end], ""
        if atom.kind == "WORD":
            word = plain(atom.text)
            if atoms[end - 1].kind == "WORD" and word in ORDER_WORDS and said[-1] + word not in names.full:
                break
        elif atom.kind != "DASH" or not _is_hyphen(atoms, end):
            break
        said.append(said[-1] + word)
        if len(said[-1]) > names.longest:
            break
    return said


def _is_hyphen(atoms: Sequence[Atom], at: int) -> bool:
    """Return whether the dash there stands between two atoms without spaces."""
    return (
        len(atoms[at].text) == 1
        and at + 1 < len(atoms)
        and atoms[at - 1].end == atoms[at].start
        and atoms[at].end == atoms[at + 1].start
    )


def _read_coast(atoms: Sequence[Atom], index: int, used: int, code: str, names: Names) -> tuple[Token, int]:
    """Return the PLACE at *index* with the coast after it, if one is written: /NC, (NC), (north coast), -NC or NC."""
    start = index + used
    hyphen = start < len(atoms) and atoms[start].kind == "DASH" and _is_hyphen(atoms, start)
    dashed = hyphen and plain(atoms[start + 1].text) in names.coasts_said  # STP-NC
    opens = atoms[start].text if start < len(atoms) and (dashed or atoms[start].text in ("/", "(")) else ""
    for number in (2, 1):
        end = start + len(opens) + number
        said, behind = atoms[start + len(opens) : end], atoms[end : end + 1]
        closes = opens == "("
        if [atom.kind for atom in said] != ["WORD"] * number or (closes and [atom.text for atom in behind] != [")"]):
            continue
        coast = _coast([plain(atom.text) for atom in said], names, bool(opens) and not dashed)
        if coast:
            last, place = atoms[end - 1 + closes], f"{code}/{coast}"
            return _token(atoms[index], "PLACE", names.places.get(place, place), last), end + closes - index
    return _token(atoms[index], "PLACE", code, atoms[start - 1]), used


def _coast(said: Sequence[str], names: Names, signed: bool) -> str:
    """Return the coast that these words mean behind a province, known or not; "" if they do not name one.

    signed: a slash or a bracket stands before them.
    """
    if len(said) == 2 and said[1] != "COAST":
        return ""
    known = names.coast("".join(said))
    if signed:
        return known or (said[0] if len(said) == 1 else "")
    short = said[0].removesuffix("S") in names.coasts_said and said[0] not in names.codes
    return known if len(said) == 2 or short or said[0].endswith("COAST") else ""


def _token(first: Atom, kind: str, value: str, last: Atom) -> Token:
    return Token(kind, value, first.start, first.line, first.start + 1, end_pos=last.end)
