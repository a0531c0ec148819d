"""The telephone game, simply: ask to be let in, let others in as often as they let you, and threaten who says no."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from gm.bots.player import Player as Simple
from gm.bots.reading import Reading

LETTERS = 36  # as many as a player writes before they vote for the end
KINDNESS = 0.75  # how often a fair wish is granted
GREED = 0.75  # how often a player goes for another's winnings at the end
LEVELS = "ABCDEFGHIK"


class Player(Simple):
    """A player of the telephone game. They answer all mails that have come together with one letter."""

    settings: ClassVar[str] = "[options]\nplayers = 4\n"
    ends: ClassVar[str] = f"The others vote for the end when their pieces are home, or after {LETTERS} letters."
    paced: ClassVar[bool] = True

    def __init__(self, seat: str, seed: str) -> None:
        super().__init__(seat, seed)
        self._letters = 0
        self._attacked = self._voted = False
        self._let_in: Counter[str] = Counter()  # how often we did them the favour, less how often they did it to us
        self._refused: set[str] = set()  # who said no, and will be threatened
        self._threatened: set[str] = set()

    def sit_down(self, options: Any) -> None:
        """Play in a game of people, without a vote."""
        super().sit_down(options)
        self._voted = True

    def answer(self, mail: Reading) -> str | None:
        """Return the reply to *mail* as if it had come alone."""
        return next((text for _, text in self.replies([mail])), None)

    def replies(self, mails: Sequence[Reading]) -> Iterator[tuple[Reading, str]]:
        """Yield one letter by what the last of the mails says of the whole."""
        told = [mail for mail in mails if mail.takes_orders and mail.phase]
        if not told:
            return
        lines = self._greeting()
        if self._letters:
            for mail in told:
                self._remember(mail.beside["notices"] if mail.beside else ())
            last = told[-1].beside
            lines = self._lines(last["view"], self.chance(self._letters)) if last else []
        if lines:
            self._letters += 1
            yield told[-1], "\n".join(lines)

    def _greeting(self) -> list[str]:
        """The first letter: support for the next player, as a sign of trust, and a word with it."""
        if not self.shows:
            return ["SET JSON ON", "BOARD"]
        friend = "2" if self.seat == "1" else "1"
        return [
            "SET JSON ON", "BOARD", f"GIVE TO {friend}: SUPPORT 1",
            f"PRESS TO {friend}", "Favour for favour: let me in, and I let you in. Here is some support.", "END",
        ]  # fmt: skip

    def _remember(self, notices: Sequence[Mapping[str, Any]]) -> None:
        """Take note of favours done, and of who refused one."""
        for notice in notices:
            body = notice["body"]
            if notice["kind"] == "dealtold" and body["event"] == "done":
                self._let_in[_number(body["other"])] += ("leave" in body["gives"]) - ("leave" in body["gets"])
            if notice["kind"] == "dealtold" and body["event"] in ("rejected", "lapsed") and body["proposer"]:
                self._refused.add(_number(body["other"]))
            if notice["kind"] == "dealtold" and body["event"] == "lapsed":  # who says nothing is threatened each time
                self._threatened.discard(_number(body["other"]))

    def _lines(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Answer what is asked, then ask for ways on; vote for the end at the end."""
        lines = [_defence(due) for due in view.get("answers") or ()]
        for offer in view.get("offers") or ():
            fair = self._let_in[_number(offer["other"])] <= 1 and chance.random() < KINDNESS
            yes = fair or "leave" not in offer["gives"]
            lines.append(f"{'ACCEPT' if yes else 'REJECT'} {offer['ref']}")
        if view.get("action"):
            return lines
        asked = [deal for deal in view.get("deals") or () if deal["proposer"]]
        piles = dict(_piles(view["boards"]["picture"]))
        if self._letters >= LETTERS or not piles:
            return [*lines, *self._last_words(view, chance)]
        return lines if asked else [*lines, *self._asks(piles, view, chance)]

    def _last_words(self, view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Go for somebody's winnings, perhaps, then vote for the end."""
        if not self._attacked:
            self._attacked = True
            heads = view["boards"]["picture"]["squares"]["heads"]
            others = [one for one in heads if one != self.seat and one not in self._threatened]
            if others and chance.random() < GREED:
                return [f"ATTACK {chance.choice(others)} FOR {chance.randint(1, 2)}"]
        if self._voted:
            return []
        self._voted = True
        return ["VOTE END"]

    def _asks(self, piles: Mapping[str, int], view: Mapping[str, Any], chance: random.Random) -> list[str]:
        """Ask for a way on for each pile; with a threat to who refused, once."""
        others = [head for head in view["boards"]["picture"]["squares"]["heads"] if head != self.seat]
        lines, threat = [], False
        for start, pieces in piles.items():
            to = chance.choice([other for other in others if other != start[1:]])
            level = "A" if start == "START" else LEVELS[LEVELS.index(start[0]) + 1]
            angry = [one for one in others if one != start[1:] and one in self._refused - self._threatened]
            if angry and not threat:
                self._threatened.add(angry[0])
                threat = True
                lines.append(f"THREAT {level}{angry[0]} WITH {pieces} FROM {start} RISK ALL")
            else:
                lines.append(f"PROPOSE TO {to}: GIVE NOTHING FOR MOVE {pieces} FROM {start} TO {level}{to}")
        return lines


def _defence(due: Mapping[str, Any]) -> str:
    """The answer to a THREAT or an ATTACK: resist with support of others, else give in."""
    return str(due["ways"][0 if (due.get("stake") or {}).get("borrowed") else -1])


def _number(word: str) -> str:
    """The number of a player, from what the mails call them."""
    found = re.search(r"[0-9]+", word)
    return found[0] if found else word


def _piles(picture: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """Where our pieces are that are not home: START or a square, and how many."""
    squares = picture["squares"]
    for row in squares["rows"]:
        for head, cell in zip(squares["heads"], row["cells"], strict=True):
            if cell.isdigit() and row["name"] != "K":
                yield f"{row['name']}{head}", int(cell)
    for box in picture["boxes"]:
        if box["name"] == "START" and box["cell"].isdigit() and int(box["cell"]):
            yield "START", int(box["cell"])
