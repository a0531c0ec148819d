"""So Long Sucker a second time, slowly and only from the words of its rules: chips one by one, turns linked to turns.

No code from gm is used, so that the two can be compared. A hand and a pile are lists of chips; every turn knows the
turn that gave it, and a defeat goes back along these.
"""

from __future__ import annotations

from typing import Any

SEATS = ["RED", "BLUE", "GREEN", "YELLOW", "WHITE", "VIOLET"]


class SlowTurn:
    """Somebody's turn, and the turn of who gave it to him (None: chance did, or nobody was left)."""

    def __init__(self, mover: str, given_by: SlowTurn | None) -> None:
        self.mover, self.given_by = mover, given_by


class SlowGame:
    """Everything at the table. *waiting* is what the game waits for: play, name, kill, rescue, or "" at the end."""

    def __init__(self, seats: int, chips: int, first: str) -> None:
        self.seats = SEATS[:seats]
        self.hands = {seat: [seat] * chips for seat in self.seats}
        self.piles: list[list[str] | None] = []
        self.box: list[str] = []
        self.out: list[str] = []
        self.no: set[str] = set()
        self.played_on = -1
        self.captor = ""
        self.waiting = ""
        self.turn = SlowTurn(first, None)
        self.has_move()

    # -- what may be asked -------------------------------------------------------------------------------------

    def alive(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]

    def nameable(self) -> list[str]:
        """Rule 5: any player whose colour is not represented in the pile just played on."""
        pile = self.piles[self.played_on] or []
        return [seat for seat in self.alive() if pile.count(seat) == 0]

    def saviours(self) -> list[str]:
        """Rule 9: every player holding prisoners who has not declared his refusal."""
        found = []
        for seat in self.alive():
            strangers = [chip for chip in self.hands[seat] if chip != seat]
            if seat != self.turn.mover and strangers and seat not in self.no:
                found.append(seat)
        return found

    def owing(self) -> list[str]:
        if self.waiting == "kill":
            return [self.captor]
        return self.saviours() if self.waiting == "rescue" else [self.turn.mover] if self.waiting else []

    def movers(self) -> list[str]:
        """The movers along the turns, the oldest first."""
        found: list[str] = []
        turn: SlowTurn | None = self.turn
        while turn is not None:
            found.insert(0, turn.mover)
            turn = turn.given_by
        return found

    # -- what is done ------------------------------------------------------------------------------------------

    def play(self, chip: str, pile: int) -> None:
        """Rule 4. pile: its place in the list, -1 for a new one."""
        self.hands[self.turn.mover].remove(chip)
        if pile < 0:
            self.piles.append([])
            pile = len(self.piles) - 1
        on = self.piles[pile]
        assert on is not None
        captured = bool(on) and on[-1] == chip
        on.append(chip)
        self.played_on = pile
        if not captured:
            self.pass_on()
        elif chip in self.out:
            self.box += on
            self.piles[pile] = None
            self.has_move()
        else:
            self.captor, self.waiting = chip, "kill"
            if set(on) == {chip}:
                self.kill(chip)

    def kill(self, chip: str) -> None:
        """Rule 6."""
        pile = self.piles[self.played_on]
        assert pile is not None
        pile.remove(chip)
        self.box.append(chip)
        self.hands[self.captor] += pile
        self.piles[self.played_on] = None
        self._give(self.captor)

    def name(self, seat: str) -> None:
        self._give(seat)

    def discard(self, seat: str, chip: str) -> None:
        self.hands[seat].remove(chip)
        self.box.append(chip)
        self.chips_moved()

    def give(self, seat: str, chip: str, to: str) -> None:
        self.hands[seat].remove(chip)
        self.hands[to].append(chip)
        self.chips_moved()

    def refuse(self, seat: str) -> None:
        self.no.add(seat)
        self.chips_moved()

    def resign(self, seat: str) -> None:
        self.box += self.hands[seat]
        self.hands[seat] = []
        self.out.append(seat)
        owed_kill = self.waiting == "kill" and self.captor == seat
        if owed_kill:
            self.box += self.piles[self.played_on] or []
            self.piles[self.played_on] = None
        if len(self.alive()) == 1:
            self.waiting = ""
        elif owed_kill:
            self.back(seat)
        elif self.waiting == "name":
            self.pass_on(absent=self.turn.mover == seat)
        elif self.waiting in ("play", "rescue") and self.turn.mover == seat:
            self.back(seat)
        else:
            self.chips_moved()

    def stay_away(self) -> None:
        """What the GameMaster does at the deadline."""
        mover = self.turn.mover
        if self.waiting == "rescue":
            for seat in self.saviours():
                if self.waiting == "rescue" and self.turn.mover == mover:
                    self.refuse(seat)
        elif self.waiting == "kill":
            pile = self.piles[self.played_on] or []
            others = [chip for chip in pile if chip != self.captor]
            self.kill(others[0] if others else pile[0])
        else:
            if self.waiting == "play":
                self.play(min(self.hands[mover], key=lambda chip: self.seats_away(mover, chip)), -1)
            if self.waiting == "name" and self.turn.mover == mover:
                self.name(min(self.nameable(), key=lambda seat: self.seats_away(mover, seat) or len(self.seats)))

    # -- what follows ------------------------------------------------------------------------------------------

    def seats_away(self, seat: str, other: str) -> int:
        return (self.seats.index(other) - self.seats.index(seat)) % len(self.seats)

    def pass_on(self, absent: bool = False) -> None:
        """Rule 5, as far as it leaves no choice."""
        names, mover = self.nameable(), self.turn.mover
        if len(names) > 1 and not absent:
            self.waiting = "name"
        elif len(names) > 1:
            self._give(min(names, key=lambda seat: self.seats_away(mover, seat)))
        elif names:
            self._give(names[0])
        else:
            seen: list[str] = []
            for chip in reversed(self.piles[self.played_on] or []):
                if chip in self.alive() and chip not in seen:
                    seen.append(chip)
            self._give(seen[-1])

    def _give(self, seat: str) -> None:
        self.turn = SlowTurn(seat, self.turn)
        self.has_move()

    def has_move(self) -> None:
        self.no = set()
        self.waiting = "play" if self.hands[self.turn.mover] else "rescue"
        self.chips_moved()

    def chips_moved(self) -> None:
        if self.waiting == "play" and not self.hands[self.turn.mover]:
            self.no = set()
            self.waiting = "rescue"
        if self.waiting == "rescue":
            if self.hands[self.turn.mover]:
                self.waiting = "play"
            elif not self.saviours():
                self.out.append(self.turn.mover)
                self.back(self.turn.mover)

    def back(self, seat: str) -> None:
        """Rule 9: the move rebounds to the player who gave it; if he is out, to who gave him the move, and so on."""
        if len(self.alive()) == 1:
            self.waiting = ""
            return
        turn: SlowTurn | None = self.turn
        while turn is not None and turn.mover in self.out:
            turn = turn.given_by
        if turn is None:
            order = sorted(self.alive(), key=lambda other: self.seats_away(seat, other))
            turn = SlowTurn(order[0], None)
        self.turn = turn
        self.has_move()

    def facts(self) -> Any:
        """What is compared."""
        return {
            "hands": {seat: sorted(chips) for seat, chips in self.hands.items()},
            "piles": self.piles,
            "box": sorted(self.box),
            "out": self.out,
            "line": self.movers() if self.waiting else [],
            "waiting": self.waiting,
            "owing": self.owing(),
        }
