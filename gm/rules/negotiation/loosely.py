"""What a line in plain words may have been meant as: its command, its players, and what is given and taken.

Nothing is done by it. Only what the sender knows is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gm.rules.lines.guessing import NUMBERS, denied, spelt
from gm.rules.negotiation.board import LEVELS, START, column_of, level_of, step_fault
from gm.rules.negotiation.meant import ways
from gm.rules.negotiation.reading import FILLERS, INNER, Reader
from gm.rules.negotiation.state import State

DEALS: Mapping[str, str] = {
    **dict.fromkeys(("PROPOSE", "PROPOSAL", "OFFER", "SUGGEST"), "PROPOSE"),
    **dict.fromkeys(("PERMIT", "LET", "ALLOW", "PERMISSION"), "PERMIT"),
    **dict.fromkeys(("GIVE", "LEND", "LOAN", "PRESENT"), "GIVE"), "THREAT": "THREAT", "THREATEN": "THREAT",
    "ATTACK": "ATTACK", "RECALL": "RECALL",
}  # fmt: skip
ANSWERS: Mapping[str, str] = {
    **dict.fromkeys(("ACCEPT", "ACCEPTED", "AGREE", "AGREED", "DEAL", "YES", "OK", "OKAY", "FINE"), "ACCEPT"),
    **dict.fromkeys(("REJECT", "REJECTED", "REFUSE", "REFUSED", "DECLINE"), "REJECT"),
    **dict.fromkeys(("GRANT", "GRANTED"), "GRANT"), "CALL": "CALL", "CULL": "CALL",
    "PAY": "PAY", "DEFEND": "DEFEND", "WITHDRAW": "WITHDRAW",
}  # fmt: skip
YES = frozenset({"YES", "OK", "OKAY", "FINE", "DEAL", "AGREED", "AGREE"})  # of what is open: which, is not said
OPEN = ("ACCEPT", "CALL", "GRANT", "PAY", "DEFEND")
PHRASES = (  # said in several words
    (re.compile(r"\b(?:take|want|have|get|call)\b.{0,30}\bsupport\b.{0,12}\bback\b", re.IGNORECASE), "RECALL ALL"),
    (re.compile(r"\b(?:take\s+back|withdraw)\b.{0,20}\b(?:offer|deal|proposal)", re.IGNORECASE), "WITHDRAW"),
    (re.compile(r"\b(?:in\s+(?:return|exchange)(?:\s+for)?|he|she|they|and\s+gets?|against)\b", re.IGNORECASE), "FOR"),
    (re.compile(r"\bw/", re.IGNORECASE), "WITH "),
    (re.compile(r"\bi\s+o\s+u\b", re.IGNORECASE), "IOU"),
)  # fmt: skip
NO_DENIAL = re.compile(r"\bor\b|\bcancel\b(?=.*\bIOU\b)", re.IGNORECASE)
PART = re.compile(r"[A-Za-z]\d{1,2}\b|\d+|[^\W\d_]+|[,;:.!&]")
KNOWN = frozenset({*DEALS, *ANSWERS, *INNER, "PIECES", "PLAYER"})
ITEMS = ("SUPPORT", "IOU", "WIN")
MOST_LINES = 4


class Word(msgspec.Struct, frozen=True):
    """A word of a line, and what it is: a number, a square, a name, a stop, or a word of the game."""

    kind: str
    text: str


class Item(msgspec.Struct, frozen=True):
    """Something given or taken, as it is written; at: behind its last word."""

    text: str
    at: int
    move: bool = False


def loosely(reader: Reader, state: State, player: str, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as."""
    if denied(NO_DENIAL.sub(",", text)):
        return ()
    for said, word in PHRASES:
        text = said.sub(word, text)
    return tuple(dict.fromkeys(_Loosely(reader, state, player, text).lines()))[:MOST_LINES]


class _Loosely:
    """The words of a line, and what they may mean."""

    def __init__(self, reader: Reader, state: State, player: str, text: str) -> None:
        self._reader, self._state, self._player = reader, state, player
        words = [self._word(part) for part in PART.findall(text)]
        begins = [n for n, word in enumerate(words) if word.kind == "PROPOSE"]
        self._words = words[begins[-1] :] if begins else words
        self._kinds = [word.kind for word in self._words]

    def _word(self, part: str) -> Word:
        upper = part.upper()
        if re.fullmatch(r"[A-Z]\d+", upper):
            return Word("SQUARE", upper)
        if not part[0].isalnum():
            return Word("STOP", part)
        number = upper if upper.isdigit() else NUMBERS.get(upper, "")
        if number:
            return Word("NUMBER", number)
        if name := self._reader.called(part):
            return Word("NAME", name)
        known = upper if len(upper) <= 3 or upper in FILLERS else spelt(upper, KNOWN)
        known = upper.removesuffix("S") if upper.removesuffix("S") in ITEMS else known
        return Word(DEALS.get(known) or ANSWERS.get(known) or known, upper)

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        first = next((kind for kind in self._kinds if kind in (*DEALS.values(), *ANSWERS.values())), "")
        answers = list(self._answers()) if first in ANSWERS.values() else []
        match next((kind for kind in self._kinds if kind in DEALS.values()), "") if not answers else "":
            case "PROPOSE":
                yield from self._proposed()
            case "PERMIT":
                yield from self._permitted()
            case "THREAT":
                yield from self._threat()
            case "GIVE":
                yield from self._given()
            case "ATTACK":
                yield from self._attack()
            case "RECALL":
                yield from (f"RECALL ALL FROM {one}" for one in [self._player_behind(0)[0]] if one)
            case _:
                yield from answers

    # -- players and things ------------------------------------------------------------------------------------

    def _player_behind(self, at: int) -> tuple[str, int]:
        """Return the first player named from a place on, and where the rest begins; "" if none is."""
        for n in range(at, len(self._words)):
            word = self._words[n]
            if word.kind in ("NUMBER", "NAME"):
                return word.text, n + 1
            if word.kind in (*ITEMS, "SQUARE"):
                break
        return "", at

    def _items(self, start: int, end: int) -> list[Item]:
        """Return the things named between two places."""
        found: list[Item] = []
        at = start
        while at < end:
            item = self._item(at, end)
            if item is None:
                at += 1
            else:
                found.append(item)
                at = item.at
        return found

    def _item(self, at: int, end: int) -> Item | None:
        """Return the thing that begins with a word; None if none does."""
        kind, kinds = self._kinds[at], self._kinds
        if kind == "NOTHING":
            return Item(kind, at + 1)
        if kind == "NUMBER":
            return self._counted(at, end)
        if kind == "CANCEL":
            behind = self._items(at + 1, end)
            return Item(f"CANCEL {behind[0].text}", behind[0].at) if behind else None
        if kind not in ITEMS:
            return None
        number = next((n for n in range(at + 1, min(at + 3, end)) if kinds[n] == "NUMBER"), 0)
        between = kinds[at + 1 : number]
        if not number or not {*between} <= {"OF", "FOR", "STOP"} or (kind != "IOU" and "FOR" in between):
            return Item(f"{kind} 1", at + 1)
        return self._owned(f"{kind} {self._words[number].text}", number + 1, end)

    def _counted(self, at: int, end: int) -> Item | None:
        """Return what a number counts: two support, 2 from START to A4."""
        number, kinds = self._words[at].text, self._kinds
        for n in range(at + 1, min(at + 6, end)):
            if kinds[n] in ITEMS:
                return self._owned(f"{kinds[n]} {number}", n + 1, end)
            if kinds[n] == "FROM":
                return self._move(number, n + 1, end)
            if kinds[n] in ("NUMBER", "SQUARE", "FOR", "NOTHING"):
                break
        return None

    def _move(self, number: str, at: int, end: int) -> Item | None:
        places = [n for n in range(at, min(at + 4, end)) if self._kinds[n] in ("SQUARE", "START")]
        if len(places) < 2:
            return None
        start, to = places[:2]
        return Item(f"MOVE {number} FROM {self._words[start].text} TO {self._words[to].text}", to + 1, move=True)

    def _owned(self, text: str, at: int, end: int) -> Item:
        """Return a thing with its owner, if one is named behind it: SUPPORT 2 OF 3."""
        if at + 1 < end and self._kinds[at] == "OF" and self._kinds[at + 1] in ("NUMBER", "NAME"):
            return Item(f"{text} OF {self._words[at + 1].text}", at + 2)
        return Item(text, at)

    # -- commands ----------------------------------------------------------------------------------------------

    def _proposed(self) -> Iterator[str]:
        other, at = self._player_behind(1)
        end = len(self._words)
        for split in [n for n in range(at, end) if self._kinds[n] == "FOR"]:
            give, take = self._items(at, split), self._items(split + 1, end)
            if other and give and take:
                yield f"PROPOSE TO {other}: GIVE {_joined(give)} FOR {_joined(take)}"

    def _permitted(self) -> Iterator[str]:
        end = len(self._words)
        moves = [item for item in self._items(0, end) if item.move]
        if not moves:
            return
        count = next(n for n in range(end) if self._kinds[n] == "FROM")
        numbers = [n for n in range(count) if self._kinds[n] in ("NUMBER", "NAME")][:-1]
        text = moves[0].text
        square = text.rpartition(" ")[2]
        text = text.removesuffix(column_of(square)) + self._player  # nobody can let others into another's column
        players = [self._words[n].text for n in numbers]
        if players:
            yield "\n".join(f"PERMIT {one}: {text}" for one in players)

    def _threat(self) -> Iterator[str]:
        square = next((word.text for word in self._words if word.kind == "SQUARE"), "")
        groups = ", ".join(f"{number} FROM {place}" for number, place in self._groups())
        if square and groups:
            levels = {self._level(place) for _, place in self._groups()}  # to which the pieces can move
            level = levels.pop() if len(levels) == 1 else square[0]
            yield from self._risked(f"THREAT {level}{column_of(square)} WITH {groups}")
        elif square:
            for place, number in self._state.books.places(self._player).items():
                if not step_fault(self._player, place, square):
                    yield from (f"THREAT {square} WITH {one} FROM {place}" for one in (1, number))

    def _level(self, place: str) -> str:
        """Return the level above a place; of the last one, itself."""
        return LEVELS[min(level_of(place) + 1, len(LEVELS) - 1)]

    def _risked(self, threat: str) -> Iterator[str]:
        """Yield a THREAT with the RISK that its line names; where it does not say whose, with any that will do."""
        risk = self._kinds.index("RISK") if "RISK" in self._kinds else len(self._kinds)
        number = next((int(word.text) for word in self._words[risk:] if word.kind == "NUMBER"), 0)
        borrowed = self._state.books.borrowed(self._player)
        if "ALL" in self._kinds[risk:]:
            yield f"{threat} RISK ALL"
        elif number and "OF" not in self._kinds[risk:]:
            yield from (f"{threat} RISK {number} OF {owner}" for owner in borrowed if borrowed[owner] >= number)
        elif not number:
            yield threat

    def _groups(self) -> Iterator[tuple[str, str]]:
        """Yield the numbers that come FROM a place, each with its place."""
        for n, kind in enumerate(self._kinds):
            number = next((one.text for one in reversed(self._words[:n]) if one.kind == "NUMBER"), "")
            place = next((one.text for one in self._words[n:] if one.kind in ("SQUARE", START)), "")
            if kind == "FROM" and number and place:
                yield number, place

    def _given(self) -> Iterator[str]:
        end = len(self._words)
        give = self._kinds.index("GIVE")
        to = next((n for n in range(give, end) if self._kinds[n] == "TO"), give)
        other, at = self._player_behind(to)
        items = self._items(at, end) or self._items(give, to)
        if other and items:
            yield f"GIVE TO {other}: {_joined(items[:1])}"

    def _attack(self) -> Iterator[str]:
        other, at = self._player_behind(self._kinds.index("ATTACK") + 1)
        number = next((one.text for one in self._words[at:] if one.kind == "NUMBER"), "")
        wins = self._state.books.wins[self._player]
        numbers = [int(number)] if number and int(number) <= wins else range(wins, 0, -1)
        yield from (f"ATTACK {other} FOR {one}" for one in numbers if other)

    def _answers(self) -> Iterator[str]:
        """Yield the answers that a line names, to whatever is open to its sender."""
        numbers: Sequence[str] = [word.text for word in self._words if word.kind in ("NUMBER", "NAME")]
        said = [word for word in self._words if word.kind in ANSWERS.values()]
        plain = [word.kind for word in said if word.text not in YES]
        for kind in plain or (OPEN if said else ()):
            yield from ways(self._state, self._player, kind, (), numbers[0] if numbers else "")


def _joined(items: Sequence[Item]) -> str:
    return " AND ".join(item.text for item in items)
