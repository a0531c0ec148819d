"""Slips: lines that were meant as orders and are not quite, told apart from talk.

A slip is one letter more, less or other, or two letters exchanged. Many slips of our words are English words or names
(fine, plan, will, Nate): those count only where the rest of the line is an order too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from lark import Token
from msgspec.structs import replace

from gm.rules import Problem
from gm.rules.lines.talk import ORDINARY, TALK
from gm.rules.lines.words import STOPS

TRIALS = frozenset({"TR", "RY", "TRT", "TRU", "TYR", "RTY", "TRYY", "TTRY", "TRRY", "TRYT", "TRYU", "TRH"})  # of TRY
LONGEST = 300  # characters of a line of which is told what it may have been meant as
SHORT = 3  # letters of a word so short that only an exchange or a doubled letter tells what was meant
LONG = 7  # letters of a word so long that no other has the same ones
MOST_UNKNOWN = 3  # words that an order with one bad part may have beside its own
WITH_TIMES = re.compile(r"(\d)\s*[xX×]\s*(?=[A-Za-z]\d)")  # `2xC3`
APART = re.compile(r"\b([A-Za-z])[ -](\d{1,2})\b")  # `C 3`, `C-3`
TURNED = re.compile(r"\b(\d{1,2})([A-Za-z])\b")  # `3C`
LED = re.compile(  # how people begin who write an order as a sentence: please; I want to; we
    r"\A\s*(?:(?:please|pls|plz)[\s,:]+)?(?:(?:I|we)(?:['\u2019]?(?:m|d|ll)|\s+am|\s+are|\s+would|\s+will)?\s+"
    r"(?:(?:want|wish|like)\s+(?:to\s+)?)?|(?:let\s+me|let|please|pls|plz)\s+)(?:please\s+)?(?=\w)",
    re.IGNORECASE,
)
AGREED = re.compile(r"\A\s*(?:ok|okay|yes|yep|sure|well|fine|so|then)[\s,:!.]+(?=\w)", re.IGNORECASE)
PLEASE = re.compile(r"(?<=[\s,])(?:please|pls|plz)[\s.!]*\Z", re.IGNORECASE)
# Words that may be left out of what is proposed: without any other a line could say something else.
USELESS = frozenset({
    "A", "AN", "THE", "MY", "OUR", "YOUR", "I", "WE", "YOU", "IM", "AM", "IS", "ARE", "ME", "US", "GM", "SIR", "HI",
    "HELLO", "HEY", "DEAR", "OK", "OKAY", "YES", "SURE", "WELL", "SO", "THEN", "ALSO", "AND", "PLEASE", "PLS", "PLZ",
    "THANKS", "THX", "THANK", "CHEERS", "WANT", "LIKE", "LET", "GO", "GOING", "MAKE", "DO", "SEND", "PLAY", "BID",
    "BIDS", "OFFER", "OFFERS", "ORDER", "ORDERS", "MOVE", "MOVES", "MOVING", "TURN", "STEP", "STEPS", "PIECE",
    "PIECES", "STONE", "STONES", "CHIP", "CHIPS", "SQUARE", "FIELD", "FIELDS", "PILE", "TABLE", "SILVER", "GOLD",
    "COINS", "FINAL", "FINALLY", "HERE", "NOW", "GOOD", "LUCK", "GREETINGS", "WITH", "BY", "IN", "AT", "ON", "TO",
    "FOR", "OF", "FROM", "HIS", "HER", "IT",
})  # fmt: skip
# Words that change what stands beside them.
DENIALS = frozenset({
    "NOT", "NO", "NEVER", "NEITHER", "NOR", "DON", "DONT", "CANNOT", "CANCEL", "UNLESS", "IF", "ONLY", "EXCEPT",
    "WITHOUT", "INSTEAD", "UNDO", "STOP", "FORGET", "IGNORE", "OR", "EITHER", "UNTIL", "TILL", "AFTER", "WHEN", "BUT",
    "LATER", "MAYBE", "PERHAPS",
})  # fmt: skip
NUMBERED = re.compile(r"\s*\d{1,2}[.)]\s")  # a line that would begin with the number of a list
GLUED = re.compile(r"(?<=[A-Za-z]\d)(?=[A-Za-z]\d)|(?<=[A-Za-z]\d\d)(?=[A-Za-z]\d)")  # C2C3
LED_BY = 3  # words behind these by which a sentence is told
WORD = re.compile(r"\w")
UNKNOWN = "UNKNOWN"  # the kind of a word that the game does not know


def one_slip(word: str, other: str) -> bool:
    """Return whether two different words differ by one slip."""
    if word == other or abs(len(other) - len(word)) > 1:
        return False
    if len(word) > len(other):
        word, other = other, word
    start = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        start += 1
    if len(word) < len(other):
        return word[start:] == other[start + 1 :]
    rest, with_rest = word[start:], other[start:]
    return rest[1:] == with_rest[1:] or (rest[2:] == with_rest[2:] and rest[:2] == with_rest[1::-1])


@lru_cache(1024)
def slips_of(word: str, known: frozenset[str]) -> tuple[str, ...]:
    """Return those of *known* (in capitals) that *word*, in capitals, is a slip of; () if it is one of them itself."""
    if word in known:
        return ()
    if word in TRIALS and "TRY" in known:
        return ("TRY",)
    near = (one for one in known if one_slip(word, one) or (len(one) >= LONG and sorted(one) == sorted(word)))
    return tuple(sorted(one for one in near if len(one) > SHORT or {*word} == {*one}))


def is_slip(word: str, known: frozenset[str]) -> bool:
    """Return whether *word* is a slip of one of *known*, and no English word or name."""
    return word.lower() not in ORDINARY and bool(slips_of(word, known))


def talks(found: Iterable[str]) -> bool:
    """Return whether any of these words belongs to a sentence."""
    return any(text.lower().replace("\u2019", "'") in TALK for text in found)


def unknown_in(found: Sequence[Token]) -> list[Token]:
    """Return the words of a line that the game does not know."""
    return [token for token in found if token.type == UNKNOWN]


def is_misspelt(found: Sequence[Token], known: frozenset[str], place: Collection[str] = ()) -> bool:
    """Return whether a line begins with a slip of one of *known*, perhaps behind a number, and is no sentence.

    place: the kinds of words that name a place. Where the line has one, English words count as slips too.
    """
    unknown = unknown_in(found)
    if not unknown or talks(unknown) or len(unknown) > MOST_UNKNOWN:
        return False
    first = next((token for token in found if token.type != "NUMBER"), found[0])
    if first.type != UNKNOWN:
        return False
    if any(token.type in place for token in found):
        return bool(slips_of(first.upper(), known))
    return is_slip(first.upper(), known) and len(unknown) < MOST_UNKNOWN


def is_order_like(
    found: Sequence[Token], known: frozenset[str], orders: Collection[str], places: Collection[str], least: int = 2
) -> bool:
    """Return whether a line is an order, or would be one but for a bad part.

    found: its words, without a question mark at its end. known: the words that a line may begin with, in capitals;
    orders: the kinds of those that begin orders; places: the kinds of words that name a place, of which a line without
    such a word needs *least*.
    """
    if not found:
        return False
    unknown = unknown_in(found)
    placed = [n for n, token in enumerate(found) if token.type in places]
    if _holds_an_order(found, orders, placed):
        return len(unknown) <= MOST_UNKNOWN
    if found[0].type in orders:
        if len(found) == 2 and unknown and slips_of(found[1].upper(), known):
            return True
        if placed or not unknown:
            return len(placed) != 1 or len(unknown) <= MOST_UNKNOWN or not talks(unknown)
        return not talks(unknown) and len(unknown) == 1 and any(_is_figure(token) for token in found)
    if is_misspelt(found, known, places):
        return True
    if len(placed) > 2 and len(unknown) < MOST_UNKNOWN:
        return True
    if talks(unknown) or len(unknown) > MOST_UNKNOWN:
        return False
    if len(placed) < least:
        return len(placed) == least - 1 > 0 and len(unknown) <= 1 and any(_is_dash(token) for token in found)
    named = any(token.type in orders for token in found) or len(unknown) <= len(placed)  # an address has more words
    return named and len(unknown_in(found[placed[-1] :])) <= 1


def _holds_an_order(found: Sequence[Token], orders: Collection[str], placed: Sequence[int]) -> bool:
    """Return whether MAN E4-E5 stands in a line, or E4-E5 at its end, whatever stands around it.

    placed: where its words that name a place are.
    """
    pairs = [one for one, two in pairwise(placed) if two - one == 2]  # with a word or a sign between them
    if any(one and found[one - 1].type in orders for one in pairs):
        return True
    return pairs[-1:] == [len(found) - 3] and _is_dash(found[-2])


def _is_figure(token: Token) -> bool:
    """Return whether a word is a letter, a number or a sign, as talk seldom has them."""
    return len(token) == 1 or any(char.isdigit() for char in token) or _is_dash(token)


def _is_dash(token: Token) -> bool:
    return token.type == "DASH" and not any(char.isalnum() for char in token)


def meant(
    text: str, found: Sequence[Token], known: Iterable[str], right: Callable[[str], bool], most: int = 2
) -> tuple[str, ...]:
    """Return up to *most* right lines that differ from *text* in one bad part: misspelt, or too much.

    found: its words; known: all words of the game, in capitals; right: whether a line can be read.
    """
    words, unknown = frozenset(known), unknown_in(found)
    misspelt = [line for token in unknown for line in respelt(text, token, words)]
    written = [in_form(text)]
    useless = unknown if all(map(is_useless, unknown)) else []
    dropped = [[token] for token in useless] + ([useless] if len(useless) > 1 else [])
    too_much = [_without(text, tokens, "").strip(f"{STOPS} -") for tokens in dropped]
    for tried in (misspelt, written, too_much):
        lines = [line for line in dict.fromkeys(tried) if _is_line(line) and line != text and right(line)]
        if lines:
            return tuple(lines[:most])
    return ()


def is_useless(word: str) -> bool:
    """Return whether a line without this word, or sign, surely says the same."""
    return word.upper() in USELESS or not any(map(str.isalnum, word))


def denies(word: str) -> bool:
    """Return whether a word changes what stands beside it: not, only, if."""
    return word.upper() in DENIALS


def _is_line(text: str) -> bool:
    return WORD.search(text) is not None and not NUMBERED.match(text)


def explained(
    problem: Problem, text: str, found: Sequence[Token], known: Iterable[str], right: Callable[[str], bool]
) -> Problem:
    """Return the problem of a line with what the whole line was probably meant as, if that can be told (see meant)."""
    if problem.code not in ("unknown-word", "misplaced", "unfinished") or len(text) > LONGEST:
        return problem
    return replace(problem, hints=meant(text, found, known, right) or problem.hints)


def in_form(text: str) -> str:
    """Return the line as orders are written: not led in (see unled), and with C3-C4, not C3C4, C 3, 3C or 2xC3."""
    text = GLUED.sub("-", text)
    return TURNED.sub(r"\2\1", APART.sub(r"\1\2", WITH_TIMES.sub(r"\1 ", unled(text))))


def unled(text: str) -> str:
    """Return the line without the words that lead an order in (please, I want to), unless a sentence follows them."""
    rest = LED.sub("", AGREED.sub("", PLEASE.sub("", text)))
    return text if rest == text or talks(word.strip(STOPS) for word in rest.split()[:LED_BY]) else rest


def respelt(text: str, token: Token, known: frozenset[str]) -> list[str]:
    """Return the line with one word replaced by each of *known* that it is a slip of."""
    return [_without(text, [token], word) for word in slips_of(token.upper(), known)]


def _without(text: str, tokens: Sequence[Token], word: str) -> str:
    """Return the line with each of these words replaced by *word*."""
    for token in reversed(tokens):
        text = f"{text[: token.start_pos]}{word}{text[token.end_pos :]}"
    return " ".join(text.split())
