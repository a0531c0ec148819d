"""The referee: carries out what was found to be allowed, by rules 4 to 11, until somebody owes something.

Whether an order is allowed is decided elsewhere (checking). Every event is put into words for everybody.
"""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules import NO_SEAT, Seat
from gm.rules.so_long_sucker import events as said
from gm.rules.so_long_sucker.chips import added, after, captures, counted, in_order, lowest, missing, prisoners, without
from gm.rules.so_long_sucker.events import Happened
from gm.rules.so_long_sucker.state import KILL, NEXT, PLAY, RESCUE, Pile, Stage, State


class Referee:
    """Carries out one thing after another. *state* is the game as it stands, *events* what has happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Happened] = []

    # -- what players do ---------------------------------------------------------------------------------------

    def play(self, colour: str, pile: int, to: Seat = NO_SEAT, by_gm: bool = False) -> None:
        """4: the mover puts a chip on a pile (0: a new one). to: the player they name, or ""."""
        mover = self.state.mover
        number = pile or len(self.state.piles) + 1
        self._hand(mover, without(self.state.hands[mover], colour))
        chips = (*self._pile(number), colour) if pile else (colour,)
        self._lay(number, chips)
        self._tell(said.played(mover, colour, number, new=not pile, by_gm=by_gm))
        if captures(chips):
            self._capture(colour, number)
        else:
            self._hand_on(number, to, by_gm)

    def name(self, to: Seat, by_gm: bool = False) -> None:
        """5: the mover names who is next."""
        self._tell(said.named(self.state.mover, to, by_gm))
        self._give(to)

    def kill(self, colour: str, by_gm: bool = False) -> None:
        """6, 7: one chip of the captured pile dies; the rest goes to its captor, who has the move."""
        captor, number = self.state.captor, self.state.pile
        taken = without(counted(self._pile(number)), colour)
        self._lay(number, None)
        self._bury({colour: 1})
        self._hand(captor, added(self.state.hands[captor], taken))
        self._tell(said.killed(captor, colour, number, taken=taken, by_gm=by_gm))
        self._give(captor)

    def discard(self, seat: Seat, colour: str, count: int) -> None:
        """8: prisoners are killed."""
        self._hand(seat, without(self.state.hands[seat], colour, count))
        self._bury({colour: count})
        self._tell(said.discarded(seat, colour, count))
        self._look()

    def transfer(self, seat: Seat, colour: str, count: int, to: Seat) -> None:
        """8: prisoners go to another player; 9: that may be a rescue."""
        rescues = self.state.kind == RESCUE and to == self.state.mover
        self._hand(seat, without(self.state.hands[seat], colour, count))
        self._hand(to, added(self.state.hands[to], {colour: count}))
        self._tell(said.transferred(seat, to, colour, count=count, rescues=rescues))
        self._look()

    def refuse(self, seat: Seat, by_gm: bool = False) -> None:
        """9: a holder of prisoners refuses a rescue."""
        self._tell(said.refused(seat, self.state.mover, by_gm))
        self._set(refused=(*self.state.refused, seat))
        self._look()

    def resign(self, seat: Seat) -> None:
        """Defeat a player at once; what they owed is done for them, or falls to others."""
        state = self.state
        self._tell(said.resigned(seat, in_order(state.hands[seat])))
        self._bury(state.hands[seat])
        self._hand(seat, {})
        self._set(defeated=(*state.defeated, seat))
        orphans = state.kind == KILL and state.captor == seat
        if orphans:
            self._orphan(seat)
        if self._is_won():
            return
        if orphans:
            self._rebound(seat)
        elif state.kind == KILL:
            return
        elif state.kind == NEXT:
            self._hand_on(state.pile, NO_SEAT, by_gm=state.mover == seat, again=True)
        elif state.mover == seat:
            self._rebound(seat)
        else:
            self._look()

    # -- what the GameMaster does for absent players -----------------------------------------------------------

    def act_for(self, seat: Seat) -> None:
        """Do what *seat* owes and has not done in time."""
        if self.state.kind == RESCUE:
            self.refuse(seat, by_gm=True)
            return
        self._tell(said.absent(seat))
        {PLAY: self._play_for, NEXT: self._name_for, KILL: self._kill_for}[self.state.kind]()

    def _play_for(self) -> None:
        """Play the mover's own colour, else the next in seating order, on a new pile, and name who follows."""
        mover, seats = self.state.mover, self.state.seats
        order = (mover, *after(mover, seats))
        colour = next(one for one in order if self.state.hands[mover].get(one))
        self.play(colour, 0, by_gm=True)

    def _name_for(self) -> None:
        """Name the first nameable player after the mover in seating order; the mover comes last."""
        open_to = self.choices()
        to = next(seat for seat in after(self.state.mover, self.state.seats) if seat in open_to)
        self.name(to, by_gm=True)

    def _kill_for(self) -> None:
        """Kill the lowest chip of the captured pile that is not of the captor's colour, else the lowest."""
        pile = self._pile(self.state.pile)
        self.kill(next((one for one in pile if one != self.state.captor), pile[0]), by_gm=True)

    def choices(self) -> tuple[Seat, ...]:
        """Return the players that the mover may name, while NEXT is owed (5)."""
        return missing(self._pile(self.state.pile), self.state.survivors)

    # -- rules 5 to 11 -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """3: the first turn."""
        self._tell(said.drawn(self.state.mover))
        self._turn()

    def settle(self) -> None:
        """Settle a position as it was set up: the player with the move may be unable to play (9)."""
        if not self._is_won():
            self._turn()

    def _capture(self, colour: str, number: int) -> None:
        """6, and 10 where the chips are a defeated player's."""
        mover, chips = self.state.mover, counted(self._pile(number))
        if colour in self.state.defeated:
            self._lay(number, None)
            self._bury(chips)
            self._tell(said.burnt(mover, colour, number, chips))
            self._turn()
            return
        self._tell(said.captured(mover, colour, number))
        if len(chips) > 1:
            self._owe(KILL, pile=number, captor=colour)
        else:
            self._set(pile=number, captor=colour)
            self.kill(colour, by_gm=True)

    def _hand_on(self, number: int, to: Seat, by_gm: bool, again: bool = False) -> None:
        """5: decide who is next. again: NEXT is owed already, and somebody has left meanwhile."""
        mover = self.state.mover
        open_to = missing(self._pile(number), self.state.survivors)
        if not open_to:
            to = lowest(self._pile(number), self.state.survivors)
            self._tell(said.given_to_lowest(mover, to, number))
            self._give(to)
        elif len(open_to) == 1:
            self._tell(said.only(mover, open_to[0], number))
            self._give(open_to[0])
        elif to:
            self.name(to)
        elif by_gm:
            self._set(pile=number)
            self._name_for()
        elif not again:
            self._owe(NEXT, own=True, pile=number)

    def _give(self, to: Seat) -> None:
        """Begin a new turn; its giver is the mover of the previous one."""
        self._set(line=(*self.state.line, to))
        self._turn()

    def _turn(self) -> None:
        """Give the move, now or again, to the last player in the line; without a chip they are in distress."""
        mover = self.state.mover
        if self.state.hands[mover]:
            self._owe(PLAY)
        else:
            self._distress(own=False)

    def _distress(self, own: bool) -> None:
        """9: the mover has no chip, and every holder of a prisoner is asked."""
        self._set(asked=(), refused=(), distress=self.state.number + 1)
        holders = self._holders()
        if holders:
            self._owe(RESCUE, own, asked=holders)
            self._tell(said.in_distress(self.state.mover, holders))
        else:
            self._defeat()

    def _look(self) -> None:
        """Look again at the player with the move after chips have changed hands, or somebody has refused or left."""
        state = self.state
        has_chips = bool(state.hands[state.mover])
        if state.kind == PLAY and not has_chips:
            self._distress(own=True)
        elif state.kind == RESCUE and has_chips:
            self._owe(PLAY, own=True)
        elif state.kind == RESCUE:
            self._ask_again()

    def _ask_again(self) -> None:
        """9: ask new holders of prisoners too; when nobody is left to ask, the defeat is final."""
        holders = self._holders()
        new = tuple(seat for seat in holders if seat not in self.state.asked)
        if not holders:
            self._defeat()
        elif new:
            self._tell(said.also_asked(self.state.mover, new))
            self._owe(RESCUE, own=True, asked=(*self.state.asked, *new), refused=self.state.refused)

    def _holders(self) -> tuple[Seat, ...]:
        """Return the players who hold a prisoner and have not refused."""
        state = self.state
        others = (seat for seat in state.survivors if seat != state.mover and seat not in state.refused)
        return tuple(seat for seat in others if prisoners(seat, state.hands[seat]))

    def _defeat(self) -> None:
        """9: the mover withdraws."""
        seat = self.state.mover
        self._tell(said.defeated(seat, self.state.asked, self.state.refused))
        self._set(defeated=(*self.state.defeated, seat))
        if not self._is_won():
            self._rebound(seat)

    def _rebound(self, seat: Seat) -> None:
        """9: strike off the last turns whose movers are defeated; the survivor now last has the move again."""
        given = self._strike_off(seat)
        self._tell(said.rebounded(seat, self.state.mover, given))
        self._turn()

    def _strike_off(self, seat: Seat) -> bool:
        """Strike off the last turns whose movers are defeated; return whether any turn is left.

        If none is, the next survivor after *seat* has the move.
        """
        line, defeated = self.state.line, self.state.defeated
        while line and line[-1] in defeated:
            line = line[:-1]
        first = next(one for one in after(seat, self.state.seats) if one not in defeated)
        self._set(line=line or (first,))
        return bool(line)

    def _orphan(self, seat: Seat) -> None:
        """10: a pile whose captor resigns dies."""
        number = self.state.pile
        chips = counted(self._pile(number))
        self._lay(number, None)
        self._bury(chips)
        self._tell(said.orphaned(seat, number, chips))

    def _is_won(self) -> bool:
        """11: if only one player survives, they have won; return whether the game is won."""
        if len(self.state.survivors) > 1:
            return False
        self._set(winner=self.state.survivors[0], pile=0, captor=NO_SEAT)
        self._strike_off(self.state.winner)
        self._tell(said.won(self.state.winner))
        return True

    # -- the state ---------------------------------------------------------------------------------------------

    def _owe(self, kind: Stage, own: bool = False, **facts: object) -> None:
        """Set what is owed. own: it belongs to the same move as what was owed before."""
        number = self.state.number + 1
        since = self.state.since if own else number
        clean: dict[str, object] = {"pile": 0, "captor": "", "asked": (), "refused": ()}
        self._set(kind=kind, number=number, since=since, **{**clean, **facts})

    def _set(self, **facts: object) -> None:
        self.state = replace(self.state, **facts)

    def _tell(self, event: Happened) -> None:
        self.events.append(event)

    def _pile(self, number: int) -> Pile:
        return self.state.piles[number - 1] or ()

    def _lay(self, number: int, chips: Pile | None) -> None:
        piles = self.state.piles
        self._set(piles=(*piles[: number - 1], chips, *piles[number:]))

    def _hand(self, seat: Seat, chips: dict[str, int]) -> None:
        self._set(hands={**self.state.hands, seat: chips})

    def _bury(self, chips: dict[str, int]) -> None:
        self._set(dead=added(self.state.dead, chips))
