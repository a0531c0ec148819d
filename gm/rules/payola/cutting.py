"""Cutting a letter's lines into offers and commands: what belongs together, and what is left unread (3.1 to 3.3).

What is a sentence and what an order with a bad part is decided here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec
from lark import Token

from gm.rules import Line, Problem
from gm.rules.lines.letters import Fault
from gm.rules.lines.slips import MOST_UNKNOWN, SHORT, slips_of, talks, unknown_in
from gm.rules.lines.talk import ORDINARY, TALK
from gm.rules.lines.words import BULLETS, STOPS, asks, bare, first_word, is_marked, without_remark
from gm.rules.payola.commands import BALANCE, TRANSFER
from gm.rules.payola.faults import words
from gm.rules.provinces.cutting import (
    ORDER_BEGINNINGS,
    PLACED,
    Pieces,
    Read,
    all_hold,
    begins_order,
    begins_word,
    goes_on,
    is_sentence,
    kinds_at_start,
    names_an_order,
    nearly_begins,
    nearly_orders,
    nearly_right,
    unread,
    with_hints,
    words_of,
)
from gm.rules.provinces.hints import SIGNED
from gm.rules.provinces.names import Names, plain
from gm.rules.provinces.tokens import ORDER_WORDS, tokens

BEGINNINGS = ORDER_BEGINNINGS | {"SAVE"}
PAYING = frozenset({"GIVE", "PAY", "SEND"})
SAVED = frozenset({"SAVED", "SAVINGS", "SAVING"})
PAID = 3  # words of a line that says whom one pays how much: pay Germany 10
TALK_HAS = ("COLON", "COMMA", "OPEN", "CLOSE", "BANG")
FULL_LIST = 5  # letters that make a word an acceptance list
LONG_REMARK = 60  # a remark this long may have been wrapped by the mail program
OFFER_SIGNS = frozenset({"COLON", "GREATER", "BANG", "AT", "AMP", "DOLLAR", "HASH", "STAR", "BAR"})
AMOUNT_SIGNS = tuple("0123456789:")
SAVING = frozenset({"DOLLAR", "SAVE"})  # what may stand before an amount to be saved


class Cut(msgspec.Struct, frozen=True):
    """A letter cut up: the lines to be read, those outside, and where OFFERS and its phase are."""

    inside: tuple[Line, ...]
    outside: tuple[Line, ...]
    heading: str | None
    problems: tuple[Problem, ...]
    heading_line: int = 1
    heading_column: int = 1


@lru_cache(256)  # called again and again for the same line while its letter is read
def own_word(text: str) -> str:
    """Return the first word of a line; "" in a list, where only a question is one, and for a question about a block."""
    word = first_word(text)
    if is_marked(text):
        return word if BALANCE.fullmatch(bare(text)) else ""
    return "" if word in ("OFFERS", "END") and asks(text) else word


def begins_offer(text: str, names: Names) -> bool:
    """Return whether a line begins like an offer: with a digit, ':', a unit, or `$` or SAVE and an amount."""
    if text.lstrip().startswith(AMOUNT_SIGNS):
        return True
    kinds = kinds_at_start(text, names)
    if kinds[0] in SAVING:
        return "NUMBER" in kinds
    return begins_order(kinds)


def begins_bid(text: str, names: Names) -> bool:
    """Return whether a line begins like an offer, and is no sentence."""
    return begins_offer(text, names) and not is_talk(text, names)


def names_bid(text: str, names: Names) -> bool:
    """Return whether a line begins like an offer, and names a province or a saving."""
    kinds = {token.type for token in tokens([(1, without_remark(text))], names)}
    return begins_bid(text, names) and not kinds.isdisjoint((*PLACED, "DOLLAR"))


def begins_command(text: str, names: Names, own: frozenset[str]) -> bool:
    """Return whether a line begins with one of the command words *own*, in capitals, and is no sentence."""
    word = own_word(text)
    if word not in own:
        return False
    rest = bare(text).split()[1:]
    if len(rest) > 1 and _is_talk(word, rest, text, names):
        return word == "TRANSFER" and _gives_silver(tokens([(1, without_remark(text))], names), names)
    if word == "END":
        return rest in ([], ["OFFERS"])
    if word == "ACCEPT":
        named = [one for one in rest if one.strip(STOPS) in names.called]
        return len(rest) < 2 or len(named) > 1 or any(_is_list(one, names) for one in ("".join(rest), *rest))
    if word == "OFFERS":
        return not rest or any(map(str.isdigit, "".join(rest)))
    if word == "TRANSFER":
        return len(rest) < 3 or "TO" in rest or any(one.isdigit() for one in rest)
    return begins_word(text, word, names) or (word == "CLEAR" and "OFFERS" in rest)


def _is_talk(word: str, rest: Sequence[str], text: str, names: Names) -> bool:
    """Return whether *rest*, behind the first *word* of a line, is talk; in BUILD A CAN, can is a province."""
    return talks(unknown_in(tokens([(1, without_remark(text))], names)) if word in ORDER_BEGINNINGS else rest)


def _is_list(word: str, names: Names) -> bool:
    """Return whether a word may be an acceptance list: letters of powers, and hardly an English word."""
    letters = {*word.upper()}
    if word.lower() in ORDINARY | TALK:
        return False
    return len(word) >= FULL_LIST and letters <= names.letters and len(letters) == len(word)


def looks_meant(text: str, names: Names, own: frozenset[str]) -> bool:
    """Return whether a line outside the offers is an order or a command but for a bad part.

    own: the command words of this ruleset, in capitals.
    """
    found = words_of(text, names)

    def begins(led: str) -> bool:
        return begins_command(led, names, own) or begins_bid(led, names)

    if nearly_begins(text, found, own, BEGINNINGS, begins):
        return True
    if is_marked(text) and _is_listed_command(text.lstrip(BULLETS), names):
        return True
    if len(found) <= PAID and found[:1] and found[0].upper() == "PLATEAU" and found[-1].type == "NUMBER":
        return True
    if not is_marked(text) and len(found) < FULL_LIST and any(_is_list(token, names) for token in found):
        return True
    unknown = unknown_in(found)
    if found and _saves(found) and len(unknown) < 2:
        return not talks(unknown)
    if not is_marked(text) and _gives_silver(found, names):
        return not talks(unknown) and len(unknown) <= MOST_UNKNOWN
    return nearly_orders(found, text)


def _is_listed_command(text: str, names: Names) -> bool:
    """Return whether the words behind a list sign are a command as it is written, and no talk that begins like one."""
    word, *rest = bare(text).split() or [""]
    if asks(text):
        return False
    if word == "ACCEPT":
        return len(rest) == 1 and _is_list(rest[0], names)
    transfer = TRANSFER.fullmatch(without_remark(text))
    if transfer is not None:
        return transfer["to"] is not None and transfer["amount"].isdecimal()
    return word in ("CLEAR", "TRY") and not rest


def _gives_silver(found: Sequence[Token], names: Names) -> bool:
    """Return whether a line says how much goes to which power."""
    kinds = [token.type for token in found]
    paid = len(kinds) == PAID or (kinds != [] and found[0].upper() in PAYING)
    said = {"NUMBER", "DASH"} <= {*kinds} or (kinds[:1] == ["UNKNOWN"] and "NUMBER" in kinds[:PAID] and paid)
    return said and any(token.upper() in names.owners for token in found)


def _saves(found: Sequence[Token]) -> bool:
    """Return whether a line says that something is saved."""
    kinds = [token.type for token in found[:FULL_LIST]]
    if found[0].upper() == "SAVE" or ("NUMBER" in kinds and not SAVING.isdisjoint(kinds)):
        return True
    return "NUMBER" in kinds and any(token.upper() in SAVED for token in found[:FULL_LIST])


def is_talk(text: str, names: Names) -> bool:
    """Return whether a line that begins like an offer is a sentence: 2 days are enough for me."""
    found = tokens([(1, without_remark(text))], names)
    kinds = [token.type for token in found]
    if kinds[:1] and kinds[0] in SAVING:
        return talks(unknown_in(found))
    signs = not OFFER_SIGNS.isdisjoint(kinds[:4])
    if names_an_order(found, text) or "DOLLAR" in kinds or (signs and not PLACED.isdisjoint(kinds)):
        return False
    return is_sentence(found, text)


def says_nothing(found: Sequence[Token], own: frozenset[str]) -> bool:
    """Return whether a line with these words is talk: it has none of an offer, and none that is a slip of one.

    own: the command words of this ruleset, in capitals.
    """
    unknown, known = unknown_in(found), frozenset(word for word in (*own, *ORDER_WORDS) if len(word) > SHORT)
    if not unknown or (len(unknown) == 1 and found[-1].type not in TALK_HAS):
        return False
    return all(one.type in TALK_HAS or one in unknown for one in found) and not any(
        slips_of(plain(one), known) for one in unknown
    )


def cut(
    lines: Sequence[Line],
    names: Names,
    own: frozenset[str],
    reads: Callable[[Pieces], Read | Fault],
    plain: Callable[[str], bool],
) -> Cut:
    """Find the stretch to read: between OFFERS and END, else from the first to the last offer or command.

    own: the command words of this ruleset, in capitals. reads: what a line reads as (a value, or the Fault). plain:
    whether it is a well-formed offer, which is no command.
    """
    headings = own & {"OFFERS"}
    offers = [
        n for n, line in enumerate(lines)
        if not line.command and not plain(line.text) and begins_command(line.text, names, headings)
    ]  # fmt: skip
    problems = [words.problem((lines[n].number, 1), "second-offers") for n in offers[1:]]
    marks = [
        n for n, line in enumerate(lines)
        if line.command or plain(line.text) or begins_command(line.text, names, own)
        or begins_bid(line.text, names)
    ]  # fmt: skip
    if not marks:
        return Cut((), unread(lines), None, tuple(_hidden(lines, names, own, reads)))
    start, stop = offers[0] if offers else marks[0], marks[-1]
    if not lines[stop].command and not begins_command(lines[stop].text, names, own):
        stop = goes_on(lines, stop, reads)
    ends = [n for n in marks if n > start and not lines[n].command and own_word(lines[n].text) == "END"]
    if offers and ends:
        stop = ends[0]
    inside = [n for n in range(start, stop + 1)]
    commands = [n for n in marks if n not in inside and (lines[n].command or begins_command(lines[n].text, names, own))]
    outside = [line for n, line in enumerate(lines) if n not in inside and n not in commands]
    problems += _hidden(outside, names, own, reads)
    read = tuple(lines[n] for n in sorted([*inside, *commands]))
    return Cut(read, unread(outside), *_heading(lines, offers, problems))


def _hidden(
    lines: Sequence[Line], names: Names, own: frozenset[str], reads: Callable[[Pieces], Read | Fault]
) -> list[Problem]:
    """Return the problems of lines outside the offers that look like an order or a command."""
    known = own | BEGINNINGS

    def orders(text: str) -> bool:
        begins = begins_offer(text, names) or first_word(text) in ORDER_BEGINNINGS
        return begins and not isinstance(reads([(1, text)]), Fault)

    def right(text: str) -> bool:
        return begins_command(text, names, own) or orders(text)

    def seems(text: str) -> bool:
        return looks_meant(text, names, own) or nearly_right(text, words_of(text, names), names, orders)

    meant = [line for line in lines if not line.command]
    found = [
        words.problem((line.number, 1), "outside.sign" if SIGNED.match(line.text) else "outside", hints)
        for line, hints in with_hints([line for line in meant if seems(line.text)], names, known, right)
    ]
    return found + [words.problem((line.number, 1), "outside.all") for line in meant if all_hold(line.text)]


def _heading(
    lines: Sequence[Line], offers: Sequence[int], problems: Sequence[Problem]
) -> tuple[str | None, tuple[Problem, ...], int, int]:
    """Return the phase after OFFERS ("" for nothing, None without OFFERS), the problems, and its line and column."""
    if not offers:
        return None, tuple(problems), 1, 1
    line = lines[offers[0]]
    text = without_remark(line.text).rstrip(" \t\xa0:.")
    start = text.upper().index("OFFERS")
    rest = text[start + 6 :].lstrip(" \t\xa0:.")
    return rest, tuple(problems), line.number, (len(text) - len(rest) if rest else start) + 1


def lacks_amount(text: str, names: Names) -> bool:
    """Return whether a line begins like an offer but lacks its amount."""
    bare = without_remark(text).strip()
    return begins_offer(bare, names) and not bare[0].isdigit()


def wrapped_remarks(lines: Sequence[Line], names: Names) -> Iterator[Problem]:
    """Report long remarks above an offer without an amount: the offer may be the rest of the remark."""
    for above, below in pairwise(lines):
        if "%" in above.text and len(above.text.rstrip()) >= LONG_REMARK and lacks_amount(below.text, names):
            yield words.problem(below, "wrapped-remark")
