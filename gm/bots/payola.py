"""Seven scripted players, who read the mails that they get and answer them as a person would.

They know only their mails and the map. The same seed makes the same letters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Any, ClassVar

from gm.bots.player import Player as Simple
from gm.bots.reading import Reading
from gm.registry import boards
from gm.rules.provinces.board import STANDARD, Board

YEARS = 2  # game years played before everybody votes for a draw
HOLDING = re.compile(r"\b([AF]) ([A-Z]{3}(?:/[A-Z]{2})?)")
Units = dict[str, list[tuple[str, str]]]


def board_of(text: str, board: Board) -> Units:
    """The units of every power, read from THE BOARD in a mail."""
    found: Units = {}
    power = ""
    for line in text.partition("THE BOARD\n")[2].split("\n"):
        if not line.startswith("  "):
            break
        word = line[2:14].strip()
        power = next((code for code, p in board.powers.items() if p.name == word), power)
        found.setdefault(power, []).extend(HOLDING.findall(line[13:]))
    return found


class Player(Simple):
    """One player's script."""

    ends: ClassVar[str] = f"The others vote for a draw in spring {1901 + YEARS}; your VOTE DRAW then ends it."

    def __init__(self, seat: str, seed: str, board: Board | None = None) -> None:
        """*board*: the standard one if None."""
        super().__init__(seat, seed)
        self._board = board or boards().board(STANDARD)
        self._units: Units = {}
        self._answered: set[str] = set()
        self._mended: list[str] = []
        self._erred = self._looked = False

    def sit_down(self, options: Any) -> None:
        """Play on the board of a game of people."""
        super().sit_down(options)
        self._board = boards().board(options.board_text or options.board)

    def answer(self, mail: Reading) -> str | None:
        """The text of the reply to *mail*, None if it needs none."""
        if "THE BOARD" in mail.text:
            self._units = board_of(mail.text, self._board)
        if mail.refused and self._mended:
            mended, self._mended = self._mended, []
            return ("Sorry, my spelling.\n\n" if self.shows else "") + "\n".join(mended)
        if mail.owes and not self._units and not self._looked:  # a newcomer to a game that runs
            self._looked = True
            return "STATUS"
        if (not mail.owes and not self._votes(mail.phase)) or mail.phase in self._answered or not mail.phase:
            return None
        self._answered.add(mail.phase)
        return "\n".join(self._letter(mail))

    def _votes(self, phase: str) -> bool:
        return self.shows and phase == f"S{self._board.year + YEARS}M"

    def _letter(self, mail: Reading) -> list[str]:
        farewell = ["A good game, thank you all.", "", "VOTE DRAW"] if self._votes(mail.phase) else []
        if not mail.owes:
            return farewell
        if not mail.phase.endswith("M"):
            return list(mail.example)
        chance = random.Random(f"{self._seed}/{self.seat}/{mail.phase}")
        lines = farewell or (["Hello GameMaster,", ""] if self.shows else [])
        lines += [line for line in mail.example if line.startswith("ACCEPT")]
        sheet = self._sheet(chance)
        lines += ["OFFERS", *sheet, "END"]
        lines += self._extras(chance, mail.phase) if self.shows else []
        if self.shows and self.seat == "ENGLAND" and not self._erred:
            self._erred = True
            self._mended = lines[2:]
            lines = [line.replace(" - ", " - X", 1) if line in sheet[:1] else line for line in lines]
        if not self.shows:
            self._mended = list(mail.example)
        return lines

    def _sheet(self, chance: random.Random) -> list[str]:
        """Offers of all types: to own units first, then bribes for foreign ones."""
        lines = self._attack(chance)
        for number, (kind, place) in enumerate(self._units.get(self.seat, [])):
            moves = self._moves(kind, place, chance)
            form = ("{n} : {u} {o}", "{n}#2 : {u} {o}", "{n} > {u} {o}", "{n} @ {u} H", "2*2 : {u} {o}")[number % 5]
            orders = " | ".join(f"- {to}" for to in moves[:2]) or "H"
            if ">" in form:
                orders = orders.split(" | ")[0]
            lines.append(form.format(n=chance.randint(3, 7), u=f"{kind} {place}", o=orders))
        foreign = [(p, unit) for p, units in sorted(self._units.items()) if p != self.seat for unit in units]
        for form in ("{n} ! {u} {o}", "{n} & {u} H", "{n} : {u} {o}"):
            _, (kind, place) = chance.choice(foreign)
            moves = self._moves(kind, place, chance)
            lines.append(form.format(n=chance.randint(1, 3), u=f"{kind} {place}", o=f"- {moves[0]}" if moves else "H"))
        return [*lines, f"{chance.randint(2, 8)} $"]

    def _attack(self, chance: random.Random) -> list[str]:
        """A supported attack on a foreign unit that two own units can reach; [] if there is none."""
        own = self._units.get(self.seat, [])
        foreign = [place[:3] for p, units in sorted(self._units.items()) if p != self.seat for _, place in units]
        chance.shuffle(foreign)
        for target in foreign:
            near = [unit for unit in own if target in self._board.reach_provinces(*unit)]
            places = self._board.coasts_reached(near[0][1], target) if near and near[0][0] == "F" else (target,)
            if len(near) > 1:
                attacker, helper = (f"{kind} {place}" for kind, place in near[:2])
                helped = f"{near[0][0]} {near[0][1][:3]}"
                return [f"9 : {attacker} - {places[0]}", f"9 : {helper} S {helped} - {target}"]
        return []

    def _moves(self, kind: str, place: str, chance: random.Random) -> Sequence[str]:
        """Where a unit could go, in random order, but centres outside their own home first."""
        places = sorted(self._board.reach(kind, place))
        chance.shuffle(places)
        return sorted(places, key=lambda p: self._board.home.get(p[:3], self.seat) == self.seat)

    def _extras(self, chance: random.Random, phase: str) -> list[str]:
        other = chance.choice([p for p in self._board.powers if p != self.seat])
        lines = []
        if chance.random() < 0.4:
            lines.append(f"TRANSFER {chance.randint(1, 4)} TO {other}")
        if chance.random() < 0.5:
            lines += [f"PRESS TO {other}", f"What will you pay me in {phase}?", "END"]
        return lines
