"""What a wrong line was probably meant as: lines that read right and differ from it in a word or a sign."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise, product

from lark import Token

from gm.rules.lines.slips import denies, is_useless, slips_of
from gm.rules.lines.words import BULLETS, NUMBERS, bare, without_remark
from gm.rules.provinces.names import Names, plain
from gm.rules.provinces.tokens import ORDER_WORDS, tokens

LONGEST = 200  # characters of a line of which more than a word may be in another place
MOST = 3  # lines proposed
MOST_TRIED = 40  # lines read for the hints of one
MOST_UNKNOWN = 3  # unknown words of a line that may still be mended
SIGNED = re.compile(r"\s*(?!:)[^\w\s]")  # a line that begins with a sign which no offer begins with
AMOUNT_LAST = re.compile(
    r"(?P<order>[^\d\s].*\S)[\s:;,(]+(?P<amount>\d{1,3})\s*(?:\$|€|silver|agp|coins?)?\s*\)?", re.IGNORECASE
)
FOR_COLON = frozenset({"FOR", "TO", "ON", "MOVE", "MOVES"})  # words that people write for the colon
ARROWS = {"\u2192": ">", "\u00bb": ">", "\u00a1": "!"}
AROUND = re.compile(r'[()+$€£"\u201c\u201d\u201e\u00ab\u00bb]')  # signs that people put around amounts and orders
BRACKET = re.compile(r"\s*\([^()]*\)\s*\Z")
SHORTENED = frozenset({"SUP", "SUPP", "CONV"})
LONG_WORDS = frozenset(word for word in ORDER_WORDS if len(word) > 2) - SHORTENED
WAIVED = re.compile(  # how people write WAIVE
    r"(?:NO|SKIP|WAIVE|DECLINE|PASS(?: ON)?|(?:DO NOT|DON'?T) BUILD)"
    r"(?: (?:MY|OUR|THE|ANY|ALL|BOTH|NEW|MORE|UNITS?|BUILDS?))*|(?:BUILDS?:? )?(?:NOTHING|NONE)"
)
FILLERS = frozenset({"IN", "THE", "AT", "FROM", "MY", "OUR"})  # beside a province they say nothing
GLUED = 4  # letters of a unit without the space behind A or F, at least
PLACES = ("PLACE", "AMBIGUOUS")
UNKNOWN = ("UNKNOWN", "AMBIGUOUS")


def meant(
    text: str, names: Names, known: frozenset[str], right: Callable[[str], bool], column: int = 0
) -> tuple[str, ...]:
    """Return up to three right lines that differ from *text* in unknown words, useless signs, or what stands before.

    known: the words that lines begin with, in capitals; right: whether a line can be read; column: of a word that is
    known and yet wrong, or 0.
    """
    text = without_remark(text).strip()
    found = tokens([(1, text)], names)
    unknown = [n for n, token in enumerate(found) if token.type in UNKNOWN or (n == 1 and _is_no_colon(found))]
    unlisted = text.lstrip(BULLETS)
    cleaned = " ".join(AROUND.sub(" ", unlisted).split())
    behind = (text[token.start_pos :] for token in _behind_prose(found))
    moved = AMOUNT_LAST.fullmatch(text) if len(text) <= LONGEST else None
    ordered = [f"{moved['amount']} : {moved['order'].rstrip(' :,;')}"] if moved is not None else []
    wrong = [n for n, token in enumerate(found) if token.column == column and n not in unknown]
    for tried in (
        _respelt(text, found, unknown, names, known), ordered, plainer(text, names), [f"0 {text}"],
        [unlisted, cleaned], behind, ["WAIVE"] if waives(text) else [],
        _respelt(text, found, wrong, names, known),
    ):  # fmt: skip
        lines = [line for line in islice(tried, MOST_TRIED) if line.strip() and line != text and right(line)]
        if lines:
            return tuple(dict.fromkeys(lines))[:MOST]
    return ()


def instead(text: str, names: Names, column: int, hints: Sequence[str]) -> Iterator[str]:
    """Yield the line with each of *hints* in place of the word at *column*, or of the unit whose place that is."""
    text = without_remark(text)
    found = tokens([(1, text)], names)
    at = next((n for n, token in enumerate(found) if token.column == column), None)
    if at is None:
        return
    for hint in hints:
        first = found[at - 1] if " " in hint and at and found[at - 1].type == "KIND" else found[at]
        yield f"{text[: first.start_pos]}{hint}{text[found[at].end_pos :]}".strip()


def waives(text: str) -> bool:
    """Return whether a line says WAIVE in other words: no build, build nothing."""
    return WAIVED.fullmatch(bare(text)) is not None


def _is_no_colon(found: Sequence[Token]) -> bool:
    """Return whether another sign follows the amount: 4 - A PAR - BUR."""
    return (found[0].type, found[1].type) == ("NUMBER", "DASH")


def plainer(text: str, names: Names) -> Iterator[str]:
    """Yield a line as it would be written if it is an order with a sign, a space or a word too few or too many.

    Its words stay as they are, but what stands in brackets behind it and words that say nothing are left out. A very
    long line yields nothing.
    """
    bracket = BRACKET.search(text)
    kept = bracket is not None and any(map(denies, bracket[0].strip(" ()").split()))
    for line in dict.fromkeys((text, text if kept else BRACKET.sub("", text))) if len(text) <= LONGEST else ():
        found = tokens([(1, line)], names)
        spaced = _without(line, [token for token in found if token.type == "UNKNOWN" and plain(token) in FILLERS])
        for one in dict.fromkeys((line, spaced)):
            found = tokens([(1, one)], names)
            glued = [n for n, token in enumerate(found) if _is_glued_unit(token, names)]
            yield _with_signs(one, found)
            yield from _respelt(one, found, glued, names, frozenset())
        yield " ".join(line.rstrip("-.,;:! ").split())


def _without(text: str, useless: Sequence[Token]) -> str:
    for token in reversed(useless):
        text = f"{text[: token.start_pos]} {text[token.end_pos :]}"
    return " ".join(text.split()).strip("-.,;:! ")


def _is_glued_unit(token: Token, names: Names) -> bool:
    """Return whether a word is a unit without the space behind A or F: AParis."""
    word = plain(token) if token.type == "UNKNOWN" else ""
    return word[:1] in ("A", "F") and len(word) >= GLUED and len(names.matches(word[1:])) == 1


def _with_signs(text: str, found: Sequence[Token]) -> str:
    """Return the line with a colon behind its amount and a sign between two provinces: 4 A PAR BUR, PAR: BUR."""
    line = text
    between = {n for n, token in enumerate(found) if token.type in ("COLON", "GREATER") and n == len(found) - 2}
    found = [token for n, token in enumerate(found) if n not in between or found[n - 1].type not in PLACES]
    for one, two in reversed([*pairwise(found)]):
        if one.type in PLACES and two.type in PLACES:
            line = f"{line[: one.end_pos]} - {line[two.start_pos :]}"
        elif one is found[0] and one.type == "NUMBER" and two.type in ("KIND", *PLACES):
            line = f"{line[: one.end_pos]} : {line[two.start_pos :]}"
    return line


def _behind_prose(found: Sequence[Token]) -> Iterator[Token]:
    """Yield the words with which a line may begin anew, without losing an amount or a power's name before them."""
    for token, before in zip(found[1:], found, strict=False):
        if before.type not in UNKNOWN or not is_useless(before):
            return
        yield token


def _respelt(
    text: str, found: Sequence[Token], wrong: Sequence[int], names: Names, known: frozenset[str]
) -> Iterator[str]:
    """Yield the line with its wrong words, given by their numbers, replaced by what they may be, the nearest first."""
    choices = [_instead(found, number, names, known) for number in wrong]
    if not 0 < len(wrong) <= MOST_UNKNOWN or not all(choices):
        return
    for words in product(*choices):
        line = text
        for number, word in sorted(zip(wrong, words, strict=True), reverse=True):
            line = f"{line[: found[number].start_pos]}{word}{line[found[number].end_pos :]}"
        yield " ".join(line.split())


def _instead(found: Sequence[Token], number: int, names: Names, known: frozenset[str]) -> list[str]:
    """Return what a wrong word of a line may be, the nearest first."""
    token = found[number]
    if _is_glued_unit(token, names):
        return [f"{token[0]} {token[1:]}"]
    before, behind = (found[n].type if 0 <= n < len(found) else "" for n in (number - 1, number + 1))
    if token.type == "AMBIGUOUS":
        return token.split()
    if (before, behind) == ("NUMBER", "NUMBER"):
        return ["*"] if plain(token) in ("X", "TIMES") or token == "×" else []
    word = plain(token)
    if token in ARROWS:
        return [ARROWS[token]]
    if number == 1 and before == "NUMBER":
        return [":"] if word in FOR_COLON or not any(map(str.isalnum, token)) else []
    if number == 0 and (word in NUMBERS or (word, behind) == ("B", "KIND")):
        return [NUMBERS.get(word, "BUILD")]
    verbs = slips_of(word, LONG_WORDS | known if number == 0 else LONG_WORDS)
    sign = len(token) == 1 or not any(map(str.isalnum, token)) or word == "FOR"
    between = before in PLACES and behind in PLACES and sign
    return [*verbs, *names.like(word), *(["-"] if between else ())]
