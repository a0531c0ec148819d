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
    **dict.fromkeys(("PROPOSE", "PROPOSAL", "OFFER", "SUGGEST", "SWAP", "TRADE", "EXCHANGE"), "PROPOSE"),
    **dict.fromkeys(("PERMIT", "LET", "ALLOW", "PERMISSION"), "PERMIT"),
    **dict.fromkeys(("GIVE", "LEND", "LOAN", "PRESENT", "GIFT", "DONATE", "SEND"), "GIVE"), "THREAT": "THREAT",
    "THREATEN": "THREAT", "ATTACK": "ATTACK", "RECALL": "RECALL", "COLLECT": "COLLECT", "COUNTER": "COUNTER",
}  # fmt: skip
ANSWERS: Mapping[str, str] = {
    **dict.fromkeys(("ACCEPT", "ACCEPTED", "AGREE", "AGREED", "DEAL", "YES", "OK", "OKAY", "FINE"), "ACCEPT"),
    **dict.fromkeys(("REJECT", "REJECTED", "REFUSE", "REFUSED", "DECLINE"), "REJECT"),
    **dict.fromkeys(("GRANT", "GRANTED"), "GRANT"), "CALL": "CALL", "CULL": "CALL",
    "PAY": "PAY", "FOLD": "PAY", "DEFEND": "DEFEND", "WITHDRAW": "WITHDRAW",
    "CALLING": "CALL", "GRANTING": "GRANT", "PAYING": "PAY", "DEFENDING": "DEFEND", "ACCEPTING": "ACCEPT",
}  # fmt: skip
YES = frozenset({"YES", "OK", "OKAY", "FINE", "DEAL", "AGREED", "AGREE"})  # of what is open: which, is not said
OPEN = ("ACCEPT", "CALL", "GRANT", "PAY", "DEFEND")
PHRASES = (  # said in several words
    (re.compile(r"\b(?:take|want|have|get|call)\b.{0,30}\bsupport\b.{0,12}\bback\b", re.IGNORECASE), "RECALL ALL"),
    (re.compile(r"\b(?:take|want|have|get|call)\s+back\b", re.IGNORECASE), "RECALL"),
    (re.compile(r"\b(\d+)\s+of\s+(\d+)['\u2019]?s\s+support\b", re.IGNORECASE), r"SUPPORT \1 OF \2"),
    (re.compile(r"\b(?:take\s+back|withdraw)\b.{0,20}\b(?:offer|deal|proposal)", re.IGNORECASE), "WITHDRAW"),
    (re.compile(r"\bin\s+(?:return|exchange)(?:\s+for)?\b", re.IGNORECASE), "FOR"),
    (re.compile(r"\b(?:he|she|they|(?:(?:and|I)\s+)?gets?|against)\b", re.IGNORECASE), "FOR"),
    (re.compile(r"\bw/", re.IGNORECASE), "WITH "),
    (re.compile(r"\bi[\s.]+o[\s.]+u\b\.?", re.IGNORECASE), "IOU"),
)  # fmt: skip
NO_DENIAL = re.compile(r"\bor\b|\b(?:no|without)\s+(?:support|risk)\b|\bcancel\b(?=.*\bIOU\b)", re.IGNORECASE)
PART = re.compile(r"[A-Za-z]\d{1,2}\b|\d+|[^\W\d_]+|[,;:.!&]")
KNOWN = frozenset({*DEALS, *ANSWERS, *INNER, "PIECES", "PLAYER"})
STANDING = re.compile(r"\b(?:standing|always|if\s+I\s+(?:do\s+not|don['\u2019]?t|am|say))\b", re.IGNORECASE)
FOREVER = {"THREAT": ("CALL", "GRANT"), "ATTACK": ("PAY", "DEFEND")}  # what a standing answer may be
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
    if STANDING.search(text):
        return tuple(_standing(text))
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
        begins = [] if any(word.kind in ANSWERS.values() for word in words[: max(begins, default=0)]) else begins
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
                yield from self._lent() or self._given()
            case "COUNTER":
                yield from self._countered()
            case "COLLECT":
                yield from (f"COLLECT FROM {one}" for one in [self._player_behind(0)[0]] if one)
            case "ATTACK":
                yield from self._attack()
            case "RECALL":
                yield from self._recalled()
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
            if kinds[n] == "MOVE" and "FROM" not in kinds[n:end]:
                square = next((m for m in range(n, end) if kinds[m] == "SQUARE"), 0)
                to = self._words[square].text
                return Item(f"MOVE {number} FROM START TO {to}", square + 1, move=True) if square else None
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
        others = [other]
        while self._kinds[at : at + 1] == ["AND"] or [word.text for word in self._words[at : at + 1]] in ([","], ["&"]):
            more, behind = self._player_behind(at + 1)
            if not more or behind > at + 2:
                break
            others, at = [*others, more], behind
        for deal in self._deals(at):
            yield "\n".join(f"PROPOSE TO {one}: {deal}" for one in others if one)

    def _deals(self, at: int) -> Iterator[str]:
        """Yield the deals named from a place on: things, FOR, and things."""
        end = len(self._words)
        for split in [n for n in range(at, end) if self._kinds[n] == "FOR"]:
            give, take = self._items(at, split), self._items(split + 1, end)
            if give and take:
                yield f"GIVE {_joined(give)} FOR {_joined(take)}"

    def _countered(self) -> Iterator[str]:
        at = self._kinds.index("COUNTER")
        numbers = [word.text for word in self._words[:at] if word.kind == "NUMBER"]
        for answer in ways(self._state, self._player, "COUNTER", (), numbers[0] if numbers else ""):
            yield from (f"{answer}: {deal}" for deal in self._deals(at))

    def _lent(self) -> list[str]:
        """Return what a line proposes that gives something for something else, or what cannot be given at once."""
        other, at = self._player_behind(self._kinds.index("TO") if "TO" in self._kinds else 0)
        if "FOR" in self._kinds:
            return [f"PROPOSE TO {other}: {deal}" for deal in self._deals(at) if other]
        items = [item.text for item in self._items(0, len(self._words)) if item.text.startswith(("IOU", "CANCEL"))]
        return [f"PROPOSE TO {other}: GIVE {item} FOR NOTHING" for item in items if other]

    def _recalled(self) -> Iterator[str]:
        """Yield how support may be called back: from the player named, or from each who has some."""
        at = self._kinds.index("FROM") if "FROM" in self._kinds else self._kinds.index("RECALL")
        other, _ = self._player_behind(at)
        counts = [item.text.split()[1] for item in self._items(0, at) if "SUPPORT" in item.text]
        lot = counts[0] if counts and "ALL" not in self._kinds and self._kinds[at] == "FROM" else "ALL"
        books = self._state.books
        have = [one for one in books.players if books.borrowed(one).get(self._player)]
        yield from (f"RECALL {lot} FROM {one}" for one in ([other] if other else have))

    def _permitted(self) -> Iterator[str]:
        end = len(self._words)
        moves = [item for item in self._items(0, end) if item.move]
        if not moves:
            yield from self._let_in()
            return
        count = next(n for n in range(end) if self._kinds[n] == "FROM")
        numbers = [n for n in range(count) if self._kinds[n] in ("NUMBER", "NAME")][:-1]
        text = moves[0].text
        square = text.rpartition(" ")[2]
        text = text.removesuffix(column_of(square)) + self._player  # nobody can let others into another's column
        players = [self._words[n].text for n in numbers]
        if players:
            yield "\n".join(f"PERMIT {one}: {text}" for one in players)

    def _let_in(self) -> Iterator[str]:
        """Yield the permission of a line that names a player, a number and a square only: from the beginning."""
        other, at = self._player_behind(0)
        squares = [word.text for word in self._words if word.kind == "SQUARE"]
        count = next((word.text for word in self._words[at:] if word.kind == "NUMBER"), "1")
        if other and len(squares) == 1:
            yield f"PERMIT {other}: MOVE {count} FROM START TO {squares[0]}"
        elif other and len(squares) > 1:
            numbers = (count,) if any(word.kind == "NUMBER" for word in self._words[at:]) else ("1", "2")
            yield from (f"PERMIT {other}: MOVE {one} FROM {squares[0]} TO {squares[1]}" for one in numbers)

    def _threat(self) -> Iterator[str]:
        square = next((word.text for word in self._words if word.kind == "SQUARE"), "")
        groups = ", ".join(f"{number} FROM {place}" for number, place in self._groups())
        if square and groups:
            levels = {self._level(place) for _, place in self._groups()}  # to which the pieces can move
            level = levels.pop() if len(levels) == 1 else square[0]
            yield from self._risked(f"THREAT {level}{column_of(square)} WITH {groups}")
        elif square:
            said = [int(word.text) for word in self._words if word.kind == "NUMBER"]
            for place, number in self._state.books.places(self._player).items():
                if not step_fault(self._player, place, square):
                    yield from (f"THREAT {square} WITH {one} FROM {place}" for one in said[:1] or (1, number))

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


def _standing(text: str) -> Iterator[str]:
    """Yield the standing answers that a line names: to threats, to attacks."""
    words = re.findall(r"[A-Z]+", text.upper())
    said = {kind: [n for n, word in enumerate(words) if word.startswith(kind)] for kind in FOREVER}
    answers = {n: word for n, word in enumerate(words) if any(word in all_of for all_of in FOREVER.values())}
    found = [
        f"STANDING {kind} {nearest[1]}"
        for kind, at in said.items() if at
        for nearest in sorted((abs(n - at[0]), word) for n, word in answers.items() if word in FOREVER[kind])[:1]
    ]  # fmt: skip
    if found:
        yield "\n".join(found)


def _joined(items: Sequence[Item]) -> str:
    return " AND ".join(item.text for item in items)
