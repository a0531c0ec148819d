"""Lines of a letter as orders: how they begin, what belongs together, and which sentences only look like one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from lark import Token
from msgspec.structs import replace

from gm.rules import Line, Problem
from gm.rules.lines.commands import Act, read_alone
from gm.rules.lines.letters import SHOWN, Fault
from gm.rules.lines.slips import LONGEST, MOST_UNKNOWN, is_misspelt, slips_of, talks, unknown_in, unled
from gm.rules.lines.words import BLANKS, BULLETS, STOPS, asks, bare, is_marked, without_courtesy, without_remark
from gm.rules.provinces.faults import words
from gm.rules.provinces.hints import instead, meant, plainer, waives
from gm.rules.provinces.names import Names
from gm.rules.provinces.tokens import DASHES, tokens

Pieces = Sequence[tuple[int, str]]  # a line, perhaps written over several: their numbers and texts
Read = TypeVar("Read")  # what a line reads as, if it is right
# Words that begin orders of some phase.
ORDER_BEGINNINGS = frozenset({"BUILD", "REMOVE", "WAIVE", "DISBAND", "RETREAT", "ARMY", "FLEET"})
BEGINNING = 120  # characters in which the first three words of a line are looked for
ORDER_SIGNS = frozenset({"DASH", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "VIA"})
# Abbreviations that are English words: in prose, in lower case, they name no province.
PROSE = frozenset({"war", "gas", "bar", "pie", "den", "rum", "con", "ion"})
PLACED = frozenset({"KIND", "PLACE", "AMBIGUOUS"})
RULE = re.compile(r"\s*[-–—=_~*•]{2,}\s*")  # a line drawn across the page
FEW = 8  # words of a line that may be an order with a sign or a space too few
ALL_HOLD = re.compile(
    r"(?:(?:ALL|MY|OUR|THE|OF|THEM|REST|REMAINING|OTHERS?|UNITS?|ARMIES|FLEETS|EVERYTHING|EVERYBODY|EVERYONE|ELSE) )+"
    r"(?:TO )?(?:HOLDS?|STAYS?|STANDS?)"
)
INSTEAD = frozenset({"illegal", "unknown-coast", "wrong-kind"})  # faults whose hints stand for the wrong word
OUTCOME = re.compile(  # of an order, as judges' results have it behind the order
    r"[ \t\xa0]*(?:\*+|\(\*?(?:bounced?|cut|void|dislodged|failed|invalid|no convoy|successful|succeeds)\*?\))\Z",
    re.IGNORECASE,
)
ENDS = BLANKS + ",;."  # what may stand behind a line and means nothing


def written(pieces: Pieces) -> list[tuple[int, str]]:
    """Return the pieces of a line without remarks, and without a comma, a courtesy or an outcome behind them."""
    bare_of = ((number, without_courtesy(without_remark(text)).rstrip(ENDS)) for number, text in pieces)
    return [(number, OUTCOME.sub("", text).rstrip(ENDS)) for number, text in bare_of]


def kinds_at_start(text: str, names: Names) -> list[str]:
    """Return the kinds of the first three words of a line, without a power before them; "" for what is not there."""
    found = tokens([(1, without_remark(text).lstrip()[:BEGINNING])], names)
    found = found[1:] if found and found[0].type == "POWER" else found
    return [token.type for token in found[:3]] + ["", "", ""]


def begins_order(kinds: Sequence[str]) -> bool:
    """Return whether a line whose words are of these *kinds* begins like an order: with a unit."""
    if kinds[0] == "KIND":
        return kinds[1] in ("PLACE", "AMBIGUOUS") or (kinds[1] == "UNKNOWN" and kinds[2] in ORDER_SIGNS)
    return kinds[0] == "PLACE" and kinds[1] in ORDER_SIGNS


def begins_word(text: str, word: str, names: Names) -> bool:
    """Return whether a line that begins with the *word* of a command or an order is one, and no talk."""
    rest = bare(text).split()[1:]
    if word in ORDER_BEGINNINGS:
        found = tokens([(1, without_remark(text))], names)
        return len(rest) < 2 or any(token.type in PLACED for token in found)
    return len(rest) < 3


def names_an_order(found: Sequence[Token], text: str) -> bool:
    """Return whether a line names a unit, or two places with a sign between them, or is the rest of an order."""
    kinds = [_kind_in_prose(token, text) for token in found]
    places = ("PLACE", "AMBIGUOUS")
    if any(one == "KIND" and two in places for one, two in pairwise(kinds)):
        return True
    placed = not {*places}.isdisjoint(kinds)
    if placed and not ORDER_SIGNS.isdisjoint(kinds) and "UNKNOWN" not in kinds:
        return True
    if "NUMBER" in kinds and (("PLACE", "PLACE") in pairwise(kinds) or (placed and "HOLD" in kinds)):
        return True
    threes = zip(kinds, kinds[1:], kinds[2:], strict=False)
    return any(one in places and sign in ORDER_SIGNS and two in places for one, sign, two in threes)


def _kind_in_prose(token: Token, text: str) -> str:
    """Return the kind of a word, "" for one such as war and gas, which in lower case name no province."""
    return "" if token.type == "PLACE" and text[token.start_pos : token.end_pos] in PROSE else token.type


def is_sentence(found: Sequence[Token], text: str) -> bool:
    """Return whether a line with these words, which names no order, is a sentence: 2 days are enough for me."""
    unknown = unknown_in(found)
    return talks(unknown) or len(unknown) > 1 or not any(char.isalnum() for char in text)


def words_of(text: str, names: Names) -> list[Token]:
    """Return the words of a line without the words that lead an order in (see unled), and without unknown signs."""
    found = tokens([(1, without_remark(unled(text)))], names)
    return [token for token in found if len(token) > 1 or token.type != "UNKNOWN"]


def nearly_begins(
    text: str, found: Sequence[Token], own: frozenset[str], beginnings: frozenset[str], begins: Callable[[str], bool]
) -> bool:
    """Return whether a line with these words (see words_of) is led in, or begins with a slip of a word that begins one.

    own: the words that begin commands, beginnings: those that begin orders; begins: whether a line begins like either.
    """
    led = unled(text)
    if led != text and begins(led):
        return True
    if not is_marked(text) and is_misspelt(found, own | beginnings, PLACED):
        return True
    return len(found) == 1 and bool(slips_of(found[0].upper(), own))


def nearly_orders(found: Sequence[Token], text: str) -> bool:
    """Return whether a line with these words (see words_of) is an order with a bad part, and no talk."""
    unknown = unknown_in(found)
    return names_an_order(found, unled(text)) and not talks(unknown) and len(unknown) < MOST_UNKNOWN


def nearly_right(text: str, found: Sequence[Token], names: Names, right: Callable[[str], bool]) -> bool:
    """Return whether a line with these words (see words_of) is right as it would be written (see plainer)."""
    if waives(text) and right("WAIVE"):
        return True
    if len(found) > FEW or talks(unknown_in(found)) or asks(text):
        return False
    return any(one != text and right(one) for one in plainer(text, names))


def all_hold(text: str) -> bool:
    """Return whether a line lets all units hold, or the rest of them; an order names one."""
    return ALL_HOLD.fullmatch(bare(text)) is not None


def with_hints(
    lines: Sequence[Line], names: Names, known: frozenset[str], right: Callable[[str], bool]
) -> Iterator[tuple[Line, tuple[str, ...]]]:
    """Yield each of these wrong lines with those that it was probably meant as (see meant)."""
    for number, line in enumerate(lines):
        yield line, meant(line.text, names, known, right) if number < SHOWN else ()


def goes_on(lines: Sequence[Line], last: int, reads: Callable[[Pieces], Read | Fault]) -> int:
    """Return the last line of the order that begins at line *last*, given that nothing else begins below it."""
    pieces = [(lines[last].number, lines[last].text)]
    for n in range(last + 1, len(lines)):
        if not without_remark(lines[n].text).strip():
            continue
        piece = (lines[n].number, lines[n].text)
        if belongs(pieces[-1][1], piece[1]):
            pieces, last = [*pieces, piece], n
            continue
        mended = isinstance(reads(pieces), Fault) and not isinstance(reads([*pieces, piece]), Fault)
        return n if mended else last
    return last


def unread(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines that say something and are not read."""
    return tuple(line for line in lines if line.text.strip() and not line.command)


def joined(
    lines: Sequence[Line], is_command: Callable[[Line], bool], reads: Callable[[Pieces], Read | Fault]
) -> Iterator[tuple[Line, Pieces, Read | Fault | None]]:
    """Yield each order line with its continuations and what it reads as (a value or a Fault), and each command alone.

    A line beginning with '|', or following one that ends in '|', '-' or, with an amount, ':', belongs to that above;
    otherwise two lines are joined only if the first alone is wrong and both together are right. Blank lines, remarks
    and lines of signs between them are ignored.
    """
    lines = [line for line in lines if without_remark(line.text).strip() and not RULE.fullmatch(line.text)]
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        pieces = [(line.number, line.text)]
        if is_command(line):
            yield line, pieces, None
            continue
        while index < len(lines) and not is_command(lines[index]) and belongs(pieces[-1][1], lines[index].text):
            pieces.append((lines[index].number, lines[index].text))
            index += 1
        value = reads(pieces)
        if isinstance(value, Fault) and index < len(lines) and not is_command(lines[index]):
            longer = [*pieces, (lines[index].number, lines[index].text)]
            together = reads(longer)
            if not isinstance(together, Fault):
                pieces, value = longer, together
                index += 1
        yield line, pieces, value


def belongs(above: str, below: str) -> bool:
    """Return whether a line is the rest of the order that the line above it begins: 4 : is no heading."""
    below = without_remark(below).strip()
    if below.startswith("|"):
        return True
    above = without_remark(above).rstrip()
    if above.endswith(":") and not any(map(str.isdigit, above)):
        return False
    return bool(below) and bool(above) and above[-1] in "|:" + DASHES


def explained(
    problem: Problem, pieces: Pieces, names: Names, known: frozenset[str], reads: Callable[[Pieces], object]
) -> Problem:
    """Return the problem of an order with lines that it was probably meant as, if that can be told."""
    def right(text: str) -> bool:
        return not isinstance(reads([(pieces[0][0], text)]), Fault)

    text, column = " ".join(text for _, text in pieces), problem.column if len(pieces) == 1 else 0
    if len(text) > LONGEST:
        return problem
    named = instead(text, names, column, problem.hints) if problem.code in INSTEAD and column else ()
    lines = tuple(filter(right, named)) or meant(text, names, known, right, 0 if problem.hints else column)
    return replace(problem, hints=lines or problem.hints)


def alone(line: Line, word: str, acts: Mapping[str, Act]) -> Act | Problem:
    """Return the command that a line beginning with *word* consists of, or what is wrong with it (see read_alone)."""
    try:
        act = read_alone(line, acts)
    except Fault as fault:
        return fault.problem
    if act is not None:
        return act
    start = line.text.upper().index(word) + len(word)
    column = len(line.text) - len(line.text[start:].lstrip(BULLETS + STOPS)) + 1
    return words.problem((line.number, column), "too-many-words", word=word)
