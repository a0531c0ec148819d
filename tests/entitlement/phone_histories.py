"""Pairs of games of Negotiation of which a reader is told the same, whatever the others do with each other meanwhile.

A game is a series of scenes of 14 hours each: first the others do business of their own, then something happens to the
reader that is the same in both histories, though its reasons differ. Both begin in the middle of a game, and what the
others have differs from the beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any
from unittest.mock import patch

import company
import msgspec
import pairs
from hidden_at_the_desk import DESK, in_secret
from msgspec.structs import replace
from phone_truth import known
from playing import OBSERVER, START, Played, Secret, Table

from gm.rules.negotiation import books as entries
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.game import Negotiation
from gm.rules.negotiation.state import pair as pair_of
from gm.store.database import iso

HOUR = 3600
SCENE, WINDOW = 14 * HOUR, 4 * HOUR  # a period is half a scene: what concerns the reader is in its second one
BUSINESS, CALM, T = WINDOW + 1800, WINDOW + 3001, 8 * HOUR
SEATS = ("1", "2", "3", "4", "5", "6", "7")
LEVELS = "ABCDEFGHI"
GAME = (
    '[game]\nname = "spring"\nruleset = "negotiation"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'press = ["private"]\n[options]\nplayers = 7\nanswer_within = "4h"\nperiod = "7h"\nend = "{hours}h"\n'
    "prisoners = {prisoners}\ncall_for_end = {called}\n[seats]\n{seats}\n"
)
Scene = Callable[["PhoneHistory", int], None]
HARMLESS = ("boards", "digests", "standings")
LONG = ("attacks", "threats")
WAYS_TO_BE_BUSY = ("threatens", "is threatened", "attacks", "attacks", "window")
SCENES: dict[str, Scene] = {}
BUSINESSES: dict[str, Scene] = {}


class Story(msgspec.Struct, frozen=True):
    """What two histories share: the reader and the scenes. look: how he wants his mail; ends: then the time is over.

    called: a short game that the players end, so that what all have won and owe is no secret.
    """

    reader: str
    seed: str
    scenes: tuple[str, ...]
    look: tuple[str, ...] = ()
    ends: bool = False
    prisoners: bool = False
    called: bool = False


def scene(play: Scene) -> Scene:
    """Enter a scene; it is given the history, and the second in which it begins to concern the reader."""
    SCENES[play.__name__] = play
    return play


def business(play: Scene) -> Scene:
    """Enter a kind of business of the others; it is given the history, and a second at which it may begin."""
    BUSINESSES[play.__name__] = play
    return play


class PhoneHistory(Table):
    """One game. r is the reader's seat (an observer looks on in its place), p who deals with him, q s t others."""

    def __init__(self, story: Story, secret: Secret) -> None:
        self.story, self.round = story, 0
        own = Random(f"{secret.seed} own")
        seats = list(SEATS)
        Random(f"{story.seed} roles").shuffle(seats)
        if story.reader in SEATS:
            seats.remove(story.reader)
            seats.insert(0, story.reader)
        self.r, self.p, self.q, self.s, self.t = seats[:5]
        facts = {
            "hours": len(story.scenes) * 14 + (1 if story.ends else 24 * 9),
            "prisoners": str(story.prisoners).lower(),
            "called": str(story.called).lower(),
            "seats": "\n".join(f'"{seat}" = "{seat}@players.example"' for seat in SEATS),
        }
        true = Negotiation.open

        def opened(rules: Negotiation, *given: Any) -> Any:
            step = true(rules, *given)
            return replace(step, state=replace(step.state, books=self.hidden(self.laid_out(step.state.books), own)))

        # size: a position as late in a game, which need not be played
        with patch.object(Negotiation, "open", opened):
            super().__init__(story.reader, GAME.format(**facts), secret, story.seed, "\n".join(story.look))
        assert self.rules.audit(self.game.state) == ""

    # -- the position at the start -----------------------------------------------------------------------------

    def laid_out(self, books: Books) -> Books:
        """What the reader knows of."""
        r, p, q, s = self.r, self.p, self.q, self.s
        for player, square, number in ((r, f"A{p}", 2), (r, f"K{p}", 1), (s, f"A{r}", 2), (q, f"B{r}", 2)):
            books = entries.move(books, player, (("START", number),), square)
        for owner, holder, number in ((r, p, 1), (r, s, 1), (s, p, 1), (s, r, 2), (q, r, 2)):
            books = entries.lend(books, owner, holder, number)
        books = entries.hand_on(books, q, r, p, 1)
        return entries.owe(entries.owe(books, p, r, 2), r, q, 1)

    def hidden(self, books: Books, own: Random) -> Books:
        """What he does not: where the others stand, what they have won, lent each other, and owe."""
        p, q, s, t = self.p, self.q, self.s, self.t
        if self.story.called:
            books = entries.move(books, p, (("START", books.places(p)["START"]),), f"K{q}")
            books = entries.lend(books, q, t, own.randint(0, 2))
            return entries.lend(books, s, t, own.randint(0, 2))
        books = entries.move(books, p, (("START", 3),), f"K{q}")
        books = entries.move(books, t, (("START", own.randint(0, 3)),), f"{own.choice('ABK')}{own.choice((p, q, s))}")
        books = entries.move(books, q, (("START", own.randint(0, 1)),), f"{own.choice('CDK')}{own.choice((p, s, t))}")
        if books.wins[t] and own.random() < 0.5:
            books = entries.pay(books, t, own.choice((p, q, s)), 1)
        books = entries.lend(books, q, t, own.randint(0, 1))
        books = entries.lend(books, s, t, 1)
        if own.random() < 0.5:
            books = entries.hand_on(books, s, t, q, 1)
        if "his_attack_is_met" not in self.story.scenes:  # which tells the reader what p holds
            books = entries.lend(books, t, p, own.randint(0, 2))
        if own.random() < 0.5:
            books = entries.hand_on(books, self.r, s, t, 1)
        for debtor, creditor in ((p, t), (t, q), (s, q), (q, t)):
            books = entries.owe(books, debtor, creditor, own.randint(0, 2))
        return books

    # -- the scenes --------------------------------------------------------------------------------------------

    def common(self, what: str) -> Random:
        """Chance that is the same in both histories."""
        return Random(f"{self.story.seed} {self.round} {what}")

    def odd(self, least: int, most: int) -> int:
        """A time of the others' own, which no letter of the reader shares."""
        return self.own.randrange(least, most) // 2 * 2 + 1

    def play(self) -> None:
        """Play the whole history."""
        self.write(61, self.p, f"STANDING QUOTE {self.r} {self.s}")
        for name in self.story.scenes:
            self.scene(name, self.round * SCENE)
            self.round += 1
        if self.game.over:
            return
        if self.secret.report or (self.round > 1 and self.common("rollback").random() < 0.2):
            self.operated(self.round * SCENE)
        elif self.story.ends:
            self.end(self.round * SCENE)

    def scene(self, name: str, start: int) -> None:
        self.business(start)
        self.happens(start)
        for seat in (self.p, self.q, self.s, self.t):
            self.write(start + CALM, seat, "STANDING WAIT", "SHOW")  # nobody is silent when the scene begins
        self.probe(start)
        self.run_to(start + CALM + 10)
        self._part("before")
        SCENES[name](self, start + T)
        self.run_to(start + SCENE - 1)
        self._part(name)

    def operated(self, at: int) -> None:
        """The operator ends the game, so that the report tells all; or takes it back to when the last scene began."""
        began = START + timedelta(seconds=at - SCENE)
        run = ["abort"] if self.secret.report else ["rollback", "before", iso(began)]
        self.office.operate("spring", run, START + timedelta(seconds=at))
        self._part(run[0])

    def _part(self, name: str) -> None:
        self.part(f"{name} ({self.round})", known(self.game, self.store, "" if self.watches else self.r))

    def business(self, start: int) -> None:
        in_secret(self, start + BUSINESS - 80, 0.3, after=start + 120)
        names = sorted(self.secret.hidden & set(BUSINESSES if not self.story.called else HARMLESS))
        left_out = self.own.choice(LONG)  # two of them would wait for each other, and last into the scene
        for name in names:
            if self.own.random() < 0.6 and name != left_out:
                self.did.add(name)
                BUSINESSES[name](self, self.odd(start + 120, start + 1500))

    def happens(self, start: int) -> None:
        """What happens for all to see, and a short outage, of which only those are told whose time it takes."""
        common = self.common("happening")
        match common.choice(("announcement", "outage", "replacement", "replacement of the reader", *["nothing"] * 3)):
            case "announcement":
                words = ["announce", "The umpire is back."]
                self.at(start + 2300, lambda at: self.office.operate("spring", words, at))
            case "outage":
                self.outage(start + 14600, start + 16400)
            case "replacement":
                name = f"heir-{self.own.randrange(999)}" if self.hides("who_comes") else "heir"
                self.at(start + 48, lambda at: self.hand_over(at, self.t, f"{name}-{at:%d%H%M}"))
            case "replacement of the reader" if not self.watches and "former player" not in self.reads.values():
                self.at(start + 48, lambda at: self.hand_over(at, self.r, "new player"))

    def probe(self, start: int) -> None:
        """What the reader asks and tries in order to learn more."""
        p, t = self.p, self.t
        known_to_all = [["STATUS", "HISTORY"], ["WHOAMI"], ["HELP THREAT"]]
        own = [
            ["BOARD"], ["SHOW"], ["BOARD", "STATUS"], [f"CALL 3 WITH {t}"], [f"ACCEPT 9 WITH {t}"], ["WITHDRAW W9"],
            [f"INFORM {t}"], ["CALL"], ["STANDING"], [f"INFORM {self.q}"], ["CALL GAME"],
        ]  # fmt: skip
        tried = known_to_all if self.watches else [*known_to_all, *own, *own]
        times = (1200, 9 * HOUR + 10, 13 * HOUR)
        for number, lines in enumerate(self.common("probes").sample(tried, 3)):
            self.write(start + times[number], self.reader, *lines)
        company.write(self, self.common("company"), start + 13 * HOUR + 1000)
        if not self.watches:  # in vain, when no line is engaged
            lines = self.common("vain").choice(([f"GIVE TO {t}: SUPPORT 1 OF {p}"], [f"COLLECT FROM {t}"], []))
            self.write(start + 13 * HOUR + 600, self.reader, *(lines or ["BOARD"]))

    def end(self, start: int) -> None:
        """The time is over; something between others is open still, begun sometime, and is answered in the end."""
        q, t, way = self.q, self.t, self.own.random()
        begun, end = self.odd(start + 300, start + 1800), start + HOUR
        if way < 0.5:
            self.write(begun, q, f"THREAT A{t} WITH 1 FROM START RISK ALL")
        else:
            self.write(begun, t, f"THREAT A{q} WITH 1 FROM START")
        self.write(end + 600, self.reader, "STATUS")
        self.write(end + 900, self.reader, "STATUS" if self.watches else "BOARD")
        self.write(end + 1200, self.reader, "WHOAMI" if self.watches else f"GIVE TO {t}: SUPPORT 1")
        self.run_to(end + 1500)
        self._part("closing")

    # -- what several scenes need ------------------------------------------------------------------------------

    def speaks(self, one: str, *lines: str) -> Callable[[Any], None]:
        """A letter when its time comes, with the last number of each pair put in the place of `#2/3`."""

        def act(at: Any) -> None:
            numbers = self.game.state.numbers
            text = "\n".join(lines)
            for two in [(a, b) for a in SEATS for b in SEATS if int(a) < int(b)]:
                text = text.replace(f"#{pair_of(*two)}", str(numbers.get(pair_of(*two), 0)))
            self.receive(at, one, text)

        return act

    def answer(self, second: int, one: str, word: str, other: str, more: str = "") -> None:
        """Somebody answers the last thing between him and another."""
        self.at(second, self.speaks(one, f"{word} #{pair_of(one, other)} WITH {other}{more}"))

    def from_reader(self, second: int, *lines: str) -> None:
        """A letter of the reader, whose seat somebody else plays if he only looks on."""
        self.at(second, self.speaks(self.r, *lines))


# -- what the others do with each other ------------------------------------------------------------------------


@business
def deals(h: PhoneHistory, at: int) -> None:
    a, b = h.own.sample((h.q, h.s, h.t), 2)
    give = h.own.choice(("SUPPORT 1", "IOU 2", "WIN 1", f"MOVE 1 FROM START TO A{a}", "IOU 1 AND SUPPORT 1"))
    h.write(at, a, f"PROPOSE TO {b}: GIVE {give} FOR {h.own.choice(('NOTHING', 'IOU 1', 'CANCEL IOU 1'))}")
    h.answer(at + 400, b, h.own.choice(("ACCEPT", "ACCEPT", "REJECT")), a)


@business
def deals_of_who_deals_with_him(h: PhoneHistory, at: int) -> None:
    h.write(at, h.p, f"PROPOSE TO {h.t}: GIVE IOU {h.own.randint(1, 3)} FOR NOTHING")
    h.answer(at + 600, h.t, h.own.choice(("ACCEPT", "REJECT", "WITHDRAW")), h.p)


@business
def gifts(h: PhoneHistory, at: int) -> None:
    a, b = h.own.sample((h.q, h.s, h.t), 2)
    h.write(at, a, f"GIVE TO {b}: {h.own.choice(('SUPPORT 1', 'WIN 1', f'SUPPORT 1 OF {h.r}'))}")


@business
def threats(h: PhoneHistory, at: int) -> None:
    a, b = h.own.sample((h.q, h.s, h.t), 2)
    h.write(at, a, f"THREAT A{b} WITH 1 FROM START{h.own.choice(('', ' RISK ALL', f' RISK 1 OF {h.r}'))}")
    if h.own.random() < 0.7:
        h.answer(at + h.odd(600, 3 * HOUR) - 1, b, h.own.choice(("CALL", "GRANT")), a)


@business
def attacks(h: PhoneHistory, at: int) -> None:
    a, b = h.own.sample((h.q, h.s, h.t), 2)
    h.write(at, a, f"ATTACK {b} FOR 1")
    if h.own.random() < 0.7:
        h.answer(at + h.odd(600, 3 * HOUR) - 1, b, h.own.choice(("PAY", "DEFEND")), a)


@business
def recalls(h: PhoneHistory, at: int) -> None:
    a, b = h.own.sample((h.q, h.s, h.t), 2)
    h.write(at, a, h.own.choice((f"RECALL ALL FROM {b}", f"COLLECT FROM {b}", f"INFORM {b}")))
    h.write(at + 20, h.t, f"INFORM {h.s}")


@business
def standings(h: PhoneHistory, at: int) -> None:
    one = h.own.choice((h.q, h.s, h.t))
    h.write(at, one, *h.own.sample((f"STANDING QUOTE {h.t}", "STANDING THREAT GRANT", "STANDING ATTACK PAY"), 2))
    h.write(at + 40, one, "STANDING THREAT CALL", "STANDING ATTACK DEFEND")


@business
def votes(h: PhoneHistory, at: int) -> None:
    h.write(at, h.own.choice((h.q, h.t)), h.own.choice(("VOTE END", "VOTE END", "UNVOTE END")))


@business
def digests(h: PhoneHistory, at: int) -> None:
    h.write(at, h.own.choice(h.others), h.own.choice(("SET DIGEST 1h", "SET DIGEST 8h", "SET DIGEST OFF")))


@business
def votes_of_one_more(h: PhoneHistory, at: int) -> None:
    h.write(at, h.p, "VOTE END")
    h.write(at + 60, h.p, "UNVOTE END")


@business
def boards(h: PhoneHistory, at: int) -> None:
    h.write(at, h.own.choice(h.others), "BOARD", "SHOW")


# -- what happens to the reader --------------------------------------------------------------------------------


@scene
def a_piece_leaves_his_column(h: PhoneHistory, at: int) -> None:
    """By leave, by a THREAT granted, won or lost: he is told that it left, in the same words."""
    x = h.own.choice((h.q, h.t))
    way = h.own.choice(("leave", "granted", "called", "called"))
    if way == "leave":
        h.write(at - 601, x, f"PERMIT {h.s}: MOVE 1 FROM A{h.r} TO B{x}")
        h.answer(at, h.s, "ACCEPT", x)
    else:
        h.write(at - 601, h.s, f"THREAT B{x} WITH 1 FROM A{h.r}")

        def answer(now: Any) -> None:
            standoff = sum(h.game.state.books.borrowed(x).values()) == 1  # by which nothing would leave
            word = "GRANT" if way == "granted" or standoff else "CALL"
            h.speaks(x, f"{word} #{pair_of(x, h.s)} WITH {h.s}")(now)

        h.at(at, answer)


@scene
def pieces_of_two_leave_his_column(h: PhoneHistory, at: int) -> None:
    """By one deal, whoever of them proposed it."""
    q, s, r = h.q, h.s, h.r
    mine = {q: f"MOVE 1 FROM A{r} TO B{q}", s: f"MOVE 1 FROM B{r} TO C{s}"}
    a, b = h.own.choice(((q, s), (s, q)))
    h.write(at - 601, a, f"PROPOSE TO {b}: GIVE {mine[a]} FOR {mine[b]}")
    h.answer(at, b, "ACCEPT", a)


@scene
def he_grants_a_threat(h: PhoneHistory, at: int) -> None:
    """He is never told what was risked."""
    risk = h.own.choice(("", "", " RISK ALL", f" RISK 1 OF {h.s}"))
    h.write(at, h.p, f"THREAT B{h.r} WITH 1 FROM A{h.q}{risk}")
    h.write(at - 1001, h.q, f"PERMIT {h.p}: MOVE 1 FROM START TO A{h.q}")
    h.answer(at - 801, h.p, "ACCEPT", h.q)
    if h.common("answer").random() < 0.6:
        h.answer(at + 3000, h.r, "GRANT", h.p)
    else:
        h.from_reader(at - 700, "STANDING THREAT GRANT")


@scene
def he_calls_a_threat(h: PhoneHistory, at: int) -> None:
    """What was risked is told then."""
    h.write(at, h.p, f"THREAT A{h.r} WITH 1 FROM START RISK 1 OF {h.s}")
    h.answer(at + 3000, h.r, "CALL", h.p)


@scene
def his_threat_is_called(h: PhoneHistory, at: int) -> None:
    """By the other, or for him when his time is over; and he holds more than is quoted."""
    h.from_reader(at, f"THREAT A{h.p} WITH 1 FROM START")
    if h.own.random() < 0.5:
        h.answer(at + WINDOW, h.p, "CALL", h.r)


@scene
def his_threat_is_answered_at_once(h: PhoneHistory, at: int) -> None:
    """Why is nobody's business: the other is silent, or away, or wants it so."""
    h.write(at - 9001, h.p, "STANDING THREAT GRANT")
    way = h.own.choice(("now", "away", "silent"))
    if way == "now":
        h.write(at - 603, h.p, "STANDING NOW")
    elif way == "away":
        h.write(at - 625, h.p, "SET ZONE UTC")
        h.at(at - 605, lambda now: h.receive(now, h.p, f"ABSENT {now.day} January to {now.day} January 2026"))
    else:
        h.write(at - 7003, h.t, f"THREAT A{h.p} WITH 1 FROM START")
    h.from_reader(at + WINDOW - 6000, f"THREAT B{h.p} WITH 1 FROM A{h.q}")
    h.write(at - 8001, h.q, f"PERMIT {h.r}: MOVE 1 FROM START TO A{h.q}")
    h.at(at - 7900, h.speaks(h.r, f"ACCEPT #{pair_of(h.r, h.q)} WITH {h.q}"))
    h.write(at + WINDOW - 1, h.p, "STANDING WAIT", "STANDING THREAT CALL", "BACK")


@scene
def he_waits_for_the_line(h: PhoneHistory, at: int) -> None:
    """Whose line it is, why, and who else waits for it, he is not told."""
    p, x, way = h.p, h.own.choice((h.q, h.t)), h.own.choice(WAYS_TO_BE_BUSY)
    free = at + 3600
    if way == "threatens":
        h.write(at - 601, p, f"THREAT A{x} WITH 1 FROM START")
        h.answer(free, x, "GRANT", p)
    elif way == "is threatened":
        h.write(at - 601, x, f"THREAT A{p} WITH 1 FROM START")
        h.answer(free, p, "GRANT", x)
    elif way == "attacks":
        h.write(at - 601, p, f"ATTACK {x} FOR 1")
        h.answer(free, x, "PAY", p)
    else:
        h.write(free - WINDOW, x, f"THREAT A{p} WITH 1 FROM START")
        h.write(free - WINDOW + 201, p, "STANDING THREAT GRANT")
        h.write(free + 201, p, "STANDING THREAT CALL")
    for number in range(h.own.randint(0, 2)):
        h.write(at - 401 + 20 * number, h.s, f"GIVE TO {p}: SUPPORT 1")
    asked = h.common("asked").choice(("give", "recall", "collect", "accept", "back"))
    if asked == "accept":
        h.write(at - 800, p, f"PROPOSE TO {h.r}: GIVE WIN 1 FOR IOU 2")
        h.answer(at, h.r, "ACCEPT", p)
        return
    lines = {"recall": f"RECALL ALL FROM {p}", "collect": f"COLLECT FROM {p}"}
    h.from_reader(at, lines.get(asked, f"GIVE TO {p}: SUPPORT 1"))
    if asked == "back":
        waits = h.game.state.waits.get(h.r, 0) + 1
        h.from_reader(at + 2000, f"WITHDRAW W{waits}")


@scene
def he_is_attacked(h: PhoneHistory, at: int) -> None:
    """What the attacker has he is not told, but that he lost."""
    h.write(at, h.p, f"ATTACK {h.r} FOR 1")
    h.answer(at + 3000, h.r, "DEFEND", h.p)


@scene
def his_attack_is_paid(h: PhoneHistory, at: int) -> None:
    """By the other, or for him when his time is over; what he has is not told."""
    h.from_reader(at, f"ATTACK {h.p} FOR 1")
    if h.own.random() < 0.5:
        h.answer(at + WINDOW, h.p, "PAY", h.r)
    else:
        h.write(at - 701, h.p, "STANDING ATTACK PAY")
        h.write(at + WINDOW + 201, h.p, "STANDING ATTACK DEFEND")


@scene
def his_attack_is_met(h: PhoneHistory, at: int) -> None:
    """He is told what the other has now; not the rest of his boards."""
    h.from_reader(at, f"ATTACK {h.p} FOR 1")
    h.answer(at + 3000, h.p, "DEFEND", h.r)


@scene
def a_deal_with_him_fails(h: PhoneHistory, at: int) -> None:
    """On the other's side, and why is told to the other alone."""
    lacks = h.own.choice(("now", "before"))
    h.write(at, h.p, f"PROPOSE TO {h.r}: GIVE WIN 4 AND SUPPORT 5 OF {h.t} FOR NOTHING")
    if lacks == "before":
        h.write(at + 501, h.p, f"GIVE TO {h.t}: SUPPORT 1 OF {h.t}")
    h.answer(at + 1000, h.r, "ACCEPT", h.p)


@scene
def he_deals(h: PhoneHistory, at: int) -> None:
    p, common = h.p, h.common("deal")
    h.write(at, p, f"PROPOSE TO {h.r}: GIVE IOU 1 FOR {common.choice(('SUPPORT 1', 'IOU 1', f'SUPPORT 1 OF {h.s}'))}")
    word = common.choice(("ACCEPT", "REJECT", "COUNTER", ""))
    if word:
        h.answer(at + 1000, h.r, word, p, ": GIVE IOU 2 FOR IOU 1" if word == "COUNTER" else "")


@scene
def he_recalls(h: PhoneHistory, at: int) -> None:
    """What went on is told in one sum: not when, and not whether it was given or taken."""
    p, q, way = h.p, h.q, h.own.choice(("gift", "deal", "threat"))
    h.from_reader(at - 2000, f"GIVE TO {p}: SUPPORT 1")

    def passes(before: str, after: str = "") -> Callable[[Any], None]:
        """All that p has of the reader's, so that a THREAT takes no other number."""
        def act(now: Any) -> None:
            has = h.game.state.books.support[h.r].get(p, 1)
            h.receive(now, p, f"{before} SUPPORT {has} OF {h.r}{after}")

        return act

    if way == "gift":
        h.at(at - 601, passes(f"GIVE TO {q}:"))
    elif way == "deal":
        h.at(at - 703, passes(f"PROPOSE TO {q}: GIVE", " FOR IOU 1"))
        h.answer(at - 303, q, "ACCEPT", p)
    else:
        h.write(at - 803, q, f"THREAT A{p} WITH 4 FROM START RISK ALL")
        h.answer(at - 403, p, "CALL", q)
    h.from_reader(at, h.common("what").choice((f"RECALL ALL FROM {p}", f"RECALL 1 FROM {p}")))


@scene
def his_support_goes_on(h: PhoneHistory, at: int) -> None:
    """He is not told that it does, nor that others tell each other where theirs went."""
    one, other = h.own.sample((h.p, h.q, h.s, h.t), 2)
    h.write(at + 1, one, f"GIVE TO {other}: SUPPORT 1 OF {h.r}")
    h.write(at + 301, h.own.choice((h.p, h.t)), f"INFORM {h.own.choice((h.q, h.s))}")


@scene
def he_is_written_to(h: PhoneHistory, at: int) -> None:
    """And others perhaps with him: a message to several goes to each alone."""
    also = h.own.sample((h.q, h.s, h.t), h.own.randint(0, 3))
    h.write(at, h.p, f"PRESS TO {' '.join(sorted((h.r, *also)))}", "Shall we deal?", "END")
    h.from_reader(at + 1000, f"PRESS TO {h.p}", "We shall.", "END")


@scene
def somebody_comes_into_his_column(h: PhoneHistory, at: int) -> None:
    h.from_reader(at - 100, f"PERMIT {h.t}: MOVE 1 FROM START TO A{h.r}")
    h.answer(at + 1000, h.t, "ACCEPT", h.r)


@scene
def somebody_resigns(h: PhoneHistory, at: int) -> None:
    """Which all are told; what he has open or waiting lapses, and only they hear of it with whom he had."""
    if h.own.random() < 0.5:
        h.write(at - 901, h.t, f"PROPOSE TO {h.q}: GIVE IOU 1 FOR NOTHING", f"THREAT A{h.s} WITH 1 FROM START")
    h.write(at, h.t, "RESIGN")
    h.at(at + 20, lambda now: h.confirm(now, h.t))


@scene
def the_game_is_called(h: PhoneHistory, at: int) -> None:
    """By one who has no piece left to move, or by five of seven; who voted, nobody is told."""
    if h.common("called").random() < 0.5:
        h.write(at, h.p, "CALL GAME")
        h.at(at + 20, lambda now: h.confirm(now, h.p))
        return
    for number, seat in enumerate(h.own.sample(h.others, 5) if h.hides("who_votes") else h.others[:5]):
        h.write(at - 1001 + 200 * number, seat, "VOTE END")


NOT_HERE = ("acted_by_the_operator", "extensions", "who_agrees")
HIDDEN = (*(name for name in DESK if name not in NOT_HERE), "who_votes", *sorted(BUSINESSES))
LOOKS = (
    (), (), ("SET FORMAT HTML", "SET JSON ON", "SET CALENDAR ON"), ("SET DIGEST 2h",),
    ("SET FORMAT HTML", "SET JSON ON", "SET DIGEST 6h"), ("SET REMINDERS OFF",),
)  # fmt: skip


def story_of(seed: object) -> Story:
    """The story that a number stands for; who resigns does in the last scene."""
    chance = Random(f"telephone {seed}")
    # It tells the reader so much of p that in its stories nothing of what p holds is hidden.
    telling = [] if chance.random() < 0.7 else ["his_attack_is_met"]
    apart = ("his_attack_is_met", "somebody_resigns", "the_game_is_called")
    names = [name for name in SCENES if name not in apart]
    scenes = chance.sample([*telling, *chance.sample(names, 9)], 9)
    if chance.random() < 0.2:
        scenes.append("somebody_resigns")
    reader = chance.choice((*SEATS, *SEATS, *SEATS, OBSERVER))
    if isinstance(seed, int) and seed % 5 == 2:
        return Story(reader, str(seed), ("he_is_written_to", "the_game_is_called"), chance.choice(LOOKS), called=True)
    return Story(reader, str(seed), tuple(scenes), chance.choice(LOOKS), chance.random() < 0.5, chance.random() < 0.2)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number: two histories with the same scenes."""
    return pairs.numbered(number, story_of, histories, HIDDEN)


def histories(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """The story with each of two secrets."""
    first = PhoneHistory(story, one).tell()
    return first, PhoneHistory(story, other).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    look = ("SET FORMAT HTML", "SET JSON ON", "SET DIGEST 2h")
    story = Story("2", "3", ("he_calls_a_threat", "his_attack_is_met", "he_recalls"), look, True)
    return PhoneHistory(story, Secret("1", frozenset(HIDDEN))).tell()
