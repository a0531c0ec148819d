"""What a line in plain words may have been meant as: offers with their amounts, a list, a transfer, savings.

Nothing is done by it. Only the board as it stands is looked at, and what the sender has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, product

from gm.rules import Seat
from gm.rules.lines.guessing import NUMBERS, denied
from gm.rules.lines.words import without_remark
from gm.rules.payola.state import State
from gm.rules.provinces.loosely import MOST, Found, Plain
from gm.rules.provinces.reading import Reader

ACCEPTS = re.compile(r"\b(?:accept(?:s|ed|ance)?(?:\s+list)?)[\s:]*(?P<list>[A-Za-z][A-Za-z ,>&-]*)", re.IGNORECASE)
GIVES = re.compile(r"(?!.*\bfrom\b).*\b(?:transfer|give|send|pay|wire|hand|lend)s?\b", re.IGNORECASE)
COINS = re.compile(
    r"\b(?P<number>\d+)?\s*\b(?:silver|gold|coins?|money|agp)(?:\s+(?:pieces?|coins?))?\b|\bpieces?\b", re.IGNORECASE
)
SAVES = re.compile(r"\b(?:keep|save|reserve|hold\s+back|put\s+aside)\b", re.IGNORECASE)
NOTHING = re.compile(
    r"\b(?:nothing|no\s+(?:offers?|money|silver|bribes?))\b(?=.*\b(?:for|to|from|offer|any))", re.IGNORECASE
)
ALL_MINE = re.compile(r"\ball\s+(?:of\s+)?(?:my|the|our)\s+(?:money|silver|coins?|cash|balance|agp)\b", re.IGNORECASE)
SAVES_ALL = re.compile(r"\b(?:keep|save)\s+(?:it\s+all|all|everything)\b|\bno\s+offers?\b", re.IGNORECASE)
NOT_TO = re.compile(r"\bnot\s+(?:to\s+)?(?:go|move|sail|attack|enter)(?:\s+(?:to|into))?\b", re.IGNORECASE)
PAID_WITH = re.compile(r"\A(.*?)\b(?:with|by|pay(?:ing)?)\s+(\d+)\b", re.IGNORECASE)  # bribe ... with 8
FRACTION = re.compile(r"\s*(?P<whole>\d{1,5})[.,]\d+\b(?P<rest>.*)")  # 4.50
ASKS_BALANCE = re.compile(r"\W*(?:my\s+)?balance\b", re.IGNORECASE)
WORD = re.compile(r"[^\W\d_]+|\d+")
MOST_MISSING = 2


def loosely(reader: Reader, state: State, seat: Seat, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as."""
    text = without_remark(text)
    if ASKS_BALANCE.match(text):
        return ("BALANCE",)
    if part := FRACTION.match(text):
        whole = int(part["whole"])
        return tuple(line for n in (whole, whole + 1) for line in loosely(reader, state, seat, f"{n} {part['rest']}"))
    plain = Plain(reader, state, seat, reader.board.powers if state.kind == "M" else (seat,))
    if state.kind != "M":
        return plain.lines(text)
    parts = _parts(plain, reader, state, seat, text)
    return tuple("\n".join(lines) for lines in islice(product(*parts), MOST) if lines)


def _parts(plain: Plain, reader: Reader, state: State, seat: Seat, text: str) -> list[Sequence[str]]:
    """Return the commands and offers of a line, each with all that it may mean."""
    found: list[Sequence[str]] = []
    listed = ACCEPTS.search(text)
    if listed is not None and not denied(listed[0]):
        lists = [*_lists(reader, listed["list"])]
        found += [lists] if lists else []
        text = text[: listed.start()] + (text[listed.end() :] if lists else "")
    text = ALL_MINE.sub(f" {state.balances.get(seat, 0)} ", text)
    text = COINS.sub(lambda one: f" {one['number'] or ''} ", text)
    text = PAID_WITH.sub(r"\2 \1", text)
    offers = plain.moves(NOT_TO.sub(" to ", text))
    if any(int(one.amount or 0) > state.balances.get(seat, 0) for one in offers):
        return found  # a year, or the number of something else
    if offers:
        return [*found, *(_offers(one, seat, negative=NOT_TO.search(text) is not None) for one in offers)]
    if not found and SAVES_ALL.search(text) and not plain.names_a_place(text):
        return [[f"{state.balances.get(seat, 0)} $", "0 $"]]
    if plain.names_a_place(text) or denied(NOTHING.sub("", text)):
        return found
    given = [*_given(reader.names.called, state, seat, text)]
    if given:
        return [*found, given]
    if not found and NOTHING.search(text):
        return [["0 $"]]
    return [*found, *plain.all_hold(text)]


def _offers(order: Found, seat: Seat, negative: bool) -> list[str]:
    """Return the offers that an order with an amount may be; without one, what a unit of one's own wants."""
    sign = "!" if negative else order.sign
    own = order.unit.power == seat
    least = "" if own else "1"  # of what another's unit wants
    amount = order.amount if own or order.amount.strip("0") else least
    return [f"{amount} {sign} {order.unit} {one}" if amount else f"{order.unit} {one}" for one in order.meanings]


def _lists(reader: Reader, said: str) -> Iterator[str]:
    """Yield the acceptance lists that letters or names may mean, with one that is missing or there twice."""
    powers, called = reader.board.powers, reader.names.called
    words = [word.upper() for word in WORD.findall(said)]
    named = [powers[called[word]].letter for word in words if word in called and len(word) > 1]
    letters = named if len(named) > 1 else [*_run(words, reader.names.letters)]
    every = [power.letter for power in powers.values()]
    missing = [letter for letter in every if letter not in letters]
    twice = [n for n, letter in enumerate(letters) if letters.count(letter) > 1]
    if len(letters) > len(every) - MOST_MISSING - 1 and len(missing) <= MOST_MISSING:
        shortened = [[*letters[:n], *letters[n + 1 :]] for n in twice] or [letters]
        for one in shortened:
            yield from (f"ACCEPT {''.join([*one, *rest])}" for rest in permutations(missing) if len({*one}) == len(one))


def _run(words: Sequence[str], letters: frozenset[str]) -> Iterator[str]:
    """Yield the letters of powers with which a list begins, in one word or in several."""
    for word in words:
        if not {*word} <= letters:
            return
        yield from word


def _given(called: Mapping[str, Seat], state: State, seat: Seat, text: str) -> Iterator[str]:
    """Yield the transfer, or the savings, of a line that names an amount."""
    words = [word.upper() for word in WORD.findall(text)]
    amounts = [int(one) for one in (NUMBERS.get(word, word) for word in words) if one.isdecimal()]
    powers = [*dict.fromkeys(called[word] for word in words if len(word) > 1 and called.get(word, seat) != seat)]
    if len(amounts) == 1 and len(powers) == 1 and GIVES.match(text):
        most = state.balances.get(seat, 0)
        yield f"TRANSFER {min(amounts[0], most)} TO {powers[0]}"
    elif len(amounts) == 1 and not powers and SAVES.search(text):
        yield f"{amounts[0]} $"
