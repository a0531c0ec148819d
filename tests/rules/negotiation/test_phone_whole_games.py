"""Whole games of Negotiation at random, three to five players: the books agree with a second set kept by hand.

After each event: no piece, winning, support or IOU has appeared or vanished; nobody is on the phone twice; nothing
waits that could run; the game survives being written down.
"""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from ledger import LEVELS, Ledger
from telephone import RULES, Telephone

from gm.rules.negotiation.state import State, Waiting

MINUTE = timedelta(minutes=1)


class Caller:
    """Commands that one player could write as a game stands: most can be done, some cannot."""

    def __init__(self, phone: Telephone, me: str, data: st.DataObject) -> None:
        self.phone, self.me, self.data = phone, me, data

    def pick(self, *found: str) -> str:
        return self.data.draw(st.sampled_from(found))

    def amount(self, most: int = 3) -> int:
        return self.data.draw(st.integers(1, max(1, most)))

    def other(self) -> str:
        return self.pick(*(one for one in self.phone.state.players if one != self.me))

    def groups(self, mover: str, column: str) -> tuple[str, str]:
        """`2 FROM A5` and the square in *column* that it could enter."""
        places = [place for place in self.phone.books.places(mover) if place[1:] != column or place == "START"]
        place = self.pick(*(places or ["START"]))
        level = LEVELS[0 if place == "START" else LEVELS.index(place[0]) + 1]
        return f"{self.amount(self.phone.books.at(mover, place))} FROM {place}", f"{level}{column}"

    def item(self, giver: str, taker: str) -> str:
        books = self.phone.books
        most = {"WIN": books.wins[giver], "CANCEL IOU": books.owes(taker, giver), "SUPPORT": books.uncommitted(giver)}
        held = books.borrowed(giver)
        may = [kind for kind, number in most.items() if number]
        kind = self.pick("MOVE", "MOVE", "IOU", "WIN", *may, *(["HELD"] * 2 if held else []))
        if kind == "MOVE":
            groups, square = self.groups(taker, giver)
            return f"MOVE {groups} TO {square}"
        if kind == "HELD":
            owner = self.pick(*held)
            return f"SUPPORT {self.amount(held[owner])} OF {owner}"
        return f"{kind} {self.amount(most.get(kind, 3))}"

    def terms(self, other: str) -> str:
        give, take = (
            " AND ".join(self.item(*ends) for _ in range(self.data.draw(st.integers(0, 2)))) or "NOTHING"
            for ends in ((self.me, other), (other, self.me))
        )
        return f"GIVE {give if (give, take) != ('NOTHING', 'NOTHING') else 'IOU 1'} FOR {take}"

    def positive(self, other: str) -> str:
        owed = ["COLLECT"] * 3 * (self.phone.books.owes(other, self.me) > 0)
        kind = self.pick("THREAT", "THREAT", "THREAT", "ATTACK", "ATTACK", "RECALL", "RECALL 1", *owed)
        if kind == "THREAT":
            groups, square = self.groups(self.me, other)
            held = [f"RISK {n} OF {owner}" for owner, n in self.phone.books.borrowed(self.me).items()]
            return f"THREAT {square} WITH {groups} {self.pick('', 'RISK ALL', *held)}"
        if kind == "ATTACK":
            return f"ATTACK {other} FOR {self.amount(self.phone.books.wins[self.me])}"
        return f"COLLECT FROM {other}" if kind == "COLLECT" else f"{kind if ' ' in kind else 'RECALL ALL'} FROM {other}"

    def answer(self) -> str:
        action = self.phone.state.action_of(self.me)
        if action is None:
            return self.pick("CALL", "PAY")
        words = ("CALL", "GRANT") if action.kind == "THREAT" else ("PAY", "DEFEND")
        quote = " QUOTE FROM 3 1" if self.data.draw(st.booleans()) else ""
        word = self.pick(*words)
        return f"{word} {action.number} WITH {action.by if action.by != self.me else action.to}" + (
            quote if word == "CALL" else ""
        )

    def deal(self) -> str:
        """A word about an open deal; most often the one that fits."""
        to_me = [one for one in self.phone.state.proposals if self.me == one.to]
        mine = to_me or [one for one in self.phone.state.proposals if self.me == one.by]
        if not mine:
            return f"ACCEPT 1 WITH {self.other()}"
        deal = self.data.draw(st.sampled_from(mine))
        word = self.pick(*["ACCEPT"] * 6, "REJECT", "WITHDRAW", "COUNTER")
        other = deal.by if deal.by != self.me else deal.to
        return f"{word} {deal.number} WITH {other}" + (f": {self.terms(other)}" if word == "COUNTER" else "")

    def gift(self, other: str) -> str:
        held = self.phone.books.borrowed(self.me)
        owner = self.pick(self.me, *held)
        part = f" OF {owner}" if owner != self.me else ""
        return f"GIVE TO {other}: " + self.pick(f"SUPPORT {self.amount()}{part}", f"WIN {self.amount(2)}")

    def line(self, proposing: bool) -> str:
        """A command; *proposing*: it may be a new proposal."""
        state = self.phone.state
        kinds = ["positive", "gift", "inform", "standing", "waiting", "board", "answer", "deal"]
        kinds += ["propose"] * 3 * proposing
        kinds += ["deal"] * 8 * any(one.to == self.me for one in state.proposals)
        kinds += ["answer"] * 4 * any(one.to == self.me for one in state.actions)
        kind = self.pick(*kinds)
        other = self.other()
        told = [owner for owner, row in self.phone.books.passed[self.me].items() if row]
        match kind:
            case "positive":
                return self.positive(other)
            case "answer":
                return self.answer()
            case "deal":
                found = self.deal()
                return found if proposing or "COUNTER" not in found else "BOARD"
            case "gift":
                return self.gift(other)
            case "inform":
                return f"INFORM {self.pick(*(told or [other]))}"
            case "standing":
                return "STANDING " + self.pick(
                    "THREAT CALL", "THREAT GRANT", "ATTACK PAY", "QUOTE 3 1 2", "NOW", "WAIT"
                )
            case "waiting":
                return f"WITHDRAW W{self.amount(4)}"
            case "propose":
                return f"PROPOSE TO {other}: {self.terms(other)}"
            case _:
                return "BOARD"


class Games(RuleBasedStateMachine):
    """Letters, silence, absence, resignations, and each of the ends."""

    phone: Telephone
    ledger: Ledger

    @initialize(data=st.data(), players=st.integers(3, 5), prisoners=st.booleans())
    def begin(self, data: st.DataObject, players: int, prisoners: bool) -> None:
        """A game in its middle: pieces stand about, some are in, and support is lent."""
        self.phone = Telephone(players, prisoners=prisoners, call_for_end=True)
        self.phone.told = []
        self.ledger = Ledger(players, prisoners)
        for player in self.phone.state.players:
            others = [one for one in self.phone.state.players if one != player]
            for _ in range(2):
                level, column = data.draw(st.sampled_from("AGHIK")), data.draw(st.sampled_from(others))
                self.phone.stand(player, f"{level}{column}", 1)
                self.ledger.board[player, "START"] -= 1
                if level == "K":
                    self.ledger.win[player] += 1
                else:
                    self.ledger.board[player, f"{level}{column}"] += 1
            holder = data.draw(st.sampled_from(others))
            self.phone.hold(holder, **{f"p{player}": 2})
            self.ledger.carry(player, player, holder, 2)
            creditor, debt = data.draw(st.sampled_from(others)), data.draw(st.integers(0, 3))
            self.phone.owe(player, creditor, debt)
            self.ledger.debt[player, creditor] += debt

    def over(self) -> bool:
        return bool(self.phone.state.how)

    def note(self) -> None:
        """Enter what was told in the second set of books."""
        told, self.phone.told = self.phone.told, []
        for one in told:
            if one.audience.kind == "seats":
                (reader,) = one.audience.seats
                self.ledger.hear(reader, one.kind, one.body)
            else:
                assert one.audience.kind in ("everybody", "disclosure")
            if one.kind == "finalscores":
                assert [Fraction(score.final) for score in one.body.scores] == self.ledger.score()

    @precondition(lambda self: not self.over())
    @rule(data=st.data(), minutes=st.sampled_from([0, 0, 1, 90, 400, 720, 1500]), size=st.integers(1, 4))
    def letter(self, data: st.DataObject, minutes: int, size: int) -> None:
        """Time passes, and somebody writes."""
        self._letter(data, minutes, size)

    @precondition(lambda self: not self.over())
    @rule(data=st.data(), minutes=st.sampled_from([0, 1, 90]), size=st.integers(1, 2))
    def answer_soon(self, data: st.DataObject, minutes: int, size: int) -> None:
        """Letters that follow each other soon are the rule."""
        self._letter(data, minutes, size)

    def _letter(self, data: st.DataObject, minutes: int, size: int) -> None:
        before = self.phone.wait(minutes / 60)
        self.note()
        seats = [one for one in before.state.players if one not in before.state.vacant]
        if self.over() or not seats:
            return
        asked = [one.to for one in (*before.state.proposals, *before.state.actions) if one.to in seats]
        caller = Caller(self.phone, data.draw(st.sampled_from([*seats, *asked])), data)
        lines: list[str] = []
        for _ in range(size):
            lines.append(caller.line(not any(re.match("PROPOSE|COUNTER", one) for one in lines)))
        said = next((one for one in lines if re.match("PROPOSE|COUNTER", one)), "")
        found = re.fullmatch(r".*?GIVE (.*) FOR (.*)", said)
        self.ledger.said = (found[1], found[2]) if found else None
        self.phone.say(caller.me, *lines)
        assert self.phone.problems == () and self.phone.unread == (), (lines, self.phone.problems)
        self.note()

    @precondition(lambda self: not self.over())
    @rule(hours=st.integers(1, 30))
    def silence(self, hours: int) -> None:
        """Nobody writes."""
        self.phone.wait(hours)
        self.note()

    @precondition(lambda self: not self.over())
    @rule(what=st.sampled_from(["absence", "absence", "absence", "seat", "seat", "end"]), player=st.integers(0, 5))
    def something_rare(self, what: str, player: int) -> None:
        """Somebody goes away or comes back, resigns or takes a seat; or the game ends."""
        seat, state = str(player), self.phone.state
        if what == "absence":
            self.phone.away(*([seat] if seat in state.players else []))
        elif what == "seat" and seat in state.vacant:
            self.phone.takeover(seat)
        elif what == "seat" and seat in state.players and not state.vacant:
            self.phone.resign(seat)
        elif what == "end" and player == 0 and not state.closing:
            self.phone.end()
        elif what == "end" and player == 5:
            self.phone.vote()
        elif what == "end" and seat in state.players and seat not in state.vacant:
            self.phone.say(seat, "CALL GAME")
            if self.phone.checks:
                self.phone.confirm(seat)
        self.note()

    @precondition(lambda self: self.over())
    @rule()
    def nothing_more(self) -> None:
        """A game that is over waits for nothing."""
        assert RULES.alarms(self.phone.state) == () and RULES.phase(self.phone.state) is None
        outcome = RULES.outcome(self.phone.state)
        best = max(self.ledger.score())
        winners = tuple(one for one, n in zip(self.ledger.players, self.ledger.score(), strict=True) if n == best)
        assert outcome is not None and outcome.winners == winners

    @invariant()
    def the_books_agree(self) -> None:
        assert RULES.audit(self.phone.state) == ""
        self.ledger.check(self.phone.books)

    @invariant()
    def nobody_is_on_the_phone_twice(self) -> None:
        on = [player for one in self.phone.state.actions for player in (one.by, one.to)]
        assert len(on) == len({*on})

    @invariant()
    def nothing_waits_that_could_run(self) -> None:
        on = {player for one in self.phone.state.actions for player in (one.by, one.to)}
        for one in self.phone.state.waiting:
            assert self.parties(one) & on, one
        if self.phone.state.closing and not on:
            assert self.over()

    def parties(self, one: Waiting) -> set[str]:
        """Whose winnings, uncommitted or held support a waiting item would change, or whom it would call."""
        if one.proposal is not None:
            ends = frozenset((one.proposal.by, one.proposal.to))
            by, to, give, take = self.ledger.deals[ends, one.proposal.number]
            entering = {mover for mover, items in ((to, give), (by, take)) if re.search(r" TO K", items)}
            return {by, to} if re.search(r"SUPPORT|\bWIN", give + take) else entering
        act = one.act
        square = getattr(act, "square", "")
        return {one.by, square[1:] or getattr(act, "to", "") or getattr(act, "of", "")}

    @invariant()
    def a_window_is_open_only_for_who_has_one(self) -> None:
        state = self.phone.state
        for one in state.actions:
            held = {*state.silent, *state.away, *state.vacant}
            assert one.to not in held and not state.standing_of(one.to).now
            assert one.due > self.phone.at

    @invariant()
    def the_game_survives_being_written_down(self) -> None:
        state = self.phone.state
        assert msgspec.convert(msgspec.json.decode(msgspec.json.encode(state)), State) == state

    @invariant()
    def every_player_has_a_view(self) -> None:
        for seat in (*self.phone.state.players, None):
            assert RULES.view(self.phone.state, seat).filed == ()
            assert (RULES.picture(self.phone.state, seat) is None) == (seat is None)


Games.TestCase.settings = settings(
    max_examples=40, stateful_step_count=40, suppress_health_check=[*HealthCheck], print_blob=False
)


class TestGamesAtRandomKeepTheirBooks(Games.TestCase):  # type: ignore[misc]
    """The machine as a test."""
