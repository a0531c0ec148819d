"""Diplomacy, simply: attack what two units can reach, walk to centres that are not one's own, build what is suggested.

They know only their mails and the map.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from gm.bots.payola import YEARS, Units, board_of
from gm.bots.player import Follower
from gm.bots.reading import Reading
from gm.registry import boards
from gm.rules.provinces.board import STANDARD, Board


class Player(Follower):
    """A power of Diplomacy."""

    ends: ClassVar[str] = f"The others vote for a draw from {1901 + YEARS} on; your VOTE DRAW then ends it."

    def __init__(self, seat: str, seed: str) -> None:
        super().__init__(seat, seed)
        self._board = boards().board(STANDARD)
        self._units: Units = {}
        self._centres: dict[str, str] = {}  # whose each is, neutral ones left out
        self._voted = self._looked = False

    def sit_down(self, options: Any) -> None:
        """Play on the board of a game of people, without a vote."""
        super().sit_down(options)
        self._board, self._voted = boards().board(options.board_text or options.board), True

    def answer(self, mail: Reading) -> str | None:
        """Return the orders that are owed; a vote for a draw once the years are over; a look at the board before."""
        if "THE BOARD" in mail.text:
            self._units = board_of(mail.text, self._board)
        self._centres |= centres_of(mail.text, self._board)
        if mail.owes and not self._units and not self._looked:  # a newcomer to a game that runs
            self._looked = True
            return "STATUS"
        text = super().answer(mail)
        if self._voted or mail.phase[1:5] < str(self._board.year + YEARS) or not mail.phase:
            return text
        self._voted = True
        return "\n".join(filter(None, (text, "VOTE DRAW")))

    def orders(self, mail: Reading) -> Sequence[str]:
        """Return an order for each unit in a movement phase, the example in any other."""
        if not mail.phase.endswith("M"):
            return mail.example
        chance = self.chance(mail.phase)
        own = list(self._units.get(self.seat, []))
        chance.shuffle(own)
        lines, taken = self._attack(own, chance)
        for kind, place in own:
            if not any(line.startswith(f"{kind} {place} ") for line in lines):
                to = self._way(kind, place, taken, chance)
                taken.add((to or place)[:3])
                lines.append(f"{kind} {place} - {to}" if to else f"{kind} {place} H")
        return lines

    def _attack(self, own: Sequence[tuple[str, str]], chance: random.Random) -> tuple[list[str], set[str]]:
        """A supported attack on a foreign centre in reach of two units, and the provinces that it takes up."""
        targets = sorted(centre for centre, owner in self._centres.items() if owner != self.seat)
        chance.shuffle(targets)
        for target in targets:
            near = [(kind, place) for kind, place in own if target in self._board.reach_provinces(kind, place)]
            if len(near) > 1:
                (kind, place), (other, helper) = near[:2]
                to = self._board.coasts_reached(place, target)[0] if kind == "F" else target
                return [f"{kind} {place} - {to}", f"{other} {helper} S {kind} {place[:3]} - {target}"], {
                    target, helper[:3]
                }  # fmt: skip
        return [], set()

    def _way(self, kind: str, place: str, taken: set[str], chance: random.Random) -> str:
        """Where a unit goes: the place in reach that is nearest to a centre which is not ours; "" to stay."""
        wanted = {centre for centre in self._board.home if self._centres.get(centre) != self.seat} - taken
        if place[:3] in wanted and chance.random() < 0.8:
            return ""
        places = sorted(to for to in self._board.reach(kind, place) if to[:3] not in taken)
        chance.shuffle(places)
        return min(places, key=lambda to: self._board.distance(kind, to, wanted) if to[:3] not in wanted else 0,
                   default="")  # fmt: skip


def centres_of(text: str, board: Board) -> dict[str, str]:
    """Whose each centre is, read from CENTRES in a mail; {} if it does not say."""
    found: dict[str, str] = {}
    power = ""
    for line in text.partition("\nCENTRES")[2].split("\n")[1:]:
        if not line.startswith("  "):
            break
        name = re.match(r"  (\S.*?) +[0-9]+ ", line)
        if name:
            power = next((code for code, one in board.powers.items() if one.name == name[1]), "")
        codes = re.findall(r"\b[A-Z]{3}\b", line)
        found.update(dict.fromkeys(codes, power))
    return found
