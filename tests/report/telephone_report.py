"""A small game of Negotiation with one of everything: played with the rules alone, and through the office."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from helpers.rulesets import numbered

from gm.offline.replay import replay
from gm.post.boxes.mbox import write_mbox
from gm.registry import ruleset
from gm.report.disclosure import read_disclosure
from gm.report.facts import Chapter, Disclosure, Fact, Seal, Seat, Sitter
from gm.rules import Letter, Step
from gm.rules.negotiation.telling import end_of_day
from gm.store.database import as_json
from gm.store.store import Store

RULES: Any = ruleset("negotiation").rules
START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
NAMES = ("ann", "bob", "cleo", "dora")
HOSTILE = ("Lend me two </script><b onclick=x()>", "{{ d.seed }} &amp; \u202ederob")
# Hours from the start, who writes, and what; letters at one hour are a minute apart.
GAME: tuple[tuple[float, str, tuple[str, ...]], ...] = (
    (0, "1", ("PROPOSE TO 2: GIVE SUPPORT 2 FOR MOVE 3 FROM START TO A2",)),
    (0, "2", ("ACCEPT 1 WITH 1", "GIVE TO 4: SUPPORT 2 OF 1")),
    (1, "3", ("GIVE TO 4: SUPPORT 2", "GIVE TO 2: SUPPORT 1", "PROPOSE TO 1: GIVE IOU 3 FOR MOVE 2 FROM START TO A1")),
    (1, "1", ("COUNTER 1 WITH 3: GIVE MOVE 1 FROM START TO A1 FOR IOU 2", "GIVE TO 2: SUPPORT 1")),
    (1, "3", ("ACCEPT 2 WITH 1", "STANDING QUOTE 4 1")),
    (1, "2", ("PROPOSE TO 3: GIVE WIN 1 FOR NOTHING",)),
    (1, "3", ("REJECT 1 WITH 2",)),
    (2, "2", ("PROPOSE TO 3: GIVE WIN 2 FOR SUPPORT 1",)),
    (2, "3", ("ACCEPT 2 WITH 2",)),  # bob has no winnings: it fails
    (3, "2", ("PROPOSE TO 3: GIVE SUPPORT 1 FOR WIN 1", "WITHDRAW 3 WITH 3")),
    (20, "1", ("THREAT B4 WITH 2 FROM A2",)),  # dora holds 2 of ann's and 2 of cleo's, and quotes 3
    (21, "1", ("GIVE TO 3: SUPPORT 1",)),  # waits: ann is on the phone
    (22, "4", ("CALL",)),
    (23, "2", ("THREAT A4 WITH 3 FROM START",)),
    (24, "4", ("CALL 1 WITH 2",)),  # 3 against 4: lost
    (25, "4", ("THREAT A2 WITH 1 FROM START, RISK 1 OF 3",)),
    (26, "2", ("CALL",)),  # 2 against 2: a standoff
    (50, "4", ("THREAT A2 WITH 1 FROM START",)),
    (51, "2", ("CALL",)),  # 1 against 2: lost
    (75, "4", ("ATTACK 2 FOR 2",)),
    (76, "2", ("DEFEND",)),  # 2 and 4 against 2, 4 and 1: lost
    (76, "1", ("RECALL ALL FROM 2", "COLLECT FROM 3", "RECALL ALL FROM 2")),
    (77, "3", ("GIVE TO 2: SUPPORT 1 OF 1", "INFORM 1")),
    (77, "3", ("THREAT A2 WITH 3 FROM START",)),
    (77.2, "2", ("CALL 4 WITH 3",)),  # 3 against 2: ann's piece goes over, cleo's comes home
    (77.3, "2", tuple(f"PROPOSE TO {player}: GIVE IOU 2 FOR NOTHING" for player in "134")),
    (78, "1", ("ACCEPT 3 WITH 2",)),
    (78, "4", ("ACCEPT 5 WITH 2",)),
    (78, "3", ("ACCEPT 5 WITH 2", "PERMIT 2: MOVE 1 FROM START TO A3")),
    (79, "4", ("PROPOSE TO 1: GIVE IOU 1 FOR NOTHING",)),
    (80, "1", ("ACCEPT 2 WITH 4",)),
    (95, "2", ("ATTACK 4 FOR 1",)),  # open when the time is over
)
END = timedelta(hours=96)
SEALS = (Seal("LIVE", "4", "dora", "salt", "1 OF 3", "0" * 64, False),)  # told to two, published to nobody
PRESS = ((0.5, "1", ("2",)), (20.5, "2", ("1", "4")))


class Player:
    """Plays the game above, and keeps what the disclosure would be told."""

    def __init__(self, **options: Any) -> None:
        options = {"players": len(NAMES), "names": NAMES, **options}
        opened = RULES.open(RULES.card.options(**options), "seed", START)
        self.state, self.at, self.facts = opened.state, START, list[tuple[str, Fact]]()
        self.keep("LIVE", opened)

    def keep(self, code: str, step: Step) -> None:
        self.state = step.state
        for notice in step.notices:
            if notice.audience.kind in ("disclosure", "everybody"):
                body = json.loads(as_json(notice.body))
                at = self.at.isoformat().replace("+00:00", "Z")
                self.facts.append((body.get("phase", code), Fact(at, notice.kind, body)))

    def code(self) -> str:
        phase = RULES.phase(self.state)
        return phase.code if phase is not None else "CLOSE"

    def pass_time(self, until: datetime) -> None:
        """Let everything strike that was set for *until* or before."""
        while alarms := [one for one in RULES.alarms(self.state) if one <= until]:
            self.at = min(alarms)
            self.keep(self.code(), RULES.wake(self.state, self.at, ()))
            self.keep(self.code(), RULES.alarm(self.state, self.at))
        self.at = until
        self.keep(self.code(), RULES.wake(self.state, until, ()))

    def write(self, at: datetime, seat: str, lines: tuple[str, ...]) -> None:
        """A letter."""
        self.pass_time(at)
        self.state = RULES.heard(self.state, seat)
        orders = RULES.read(self.state, seat, Letter(numbered("\n".join(lines))))
        assert orders.problems == ()
        self.keep(self.code(), RULES.file(self.state, seat, orders, at))

    def press(self, at: datetime, seat: str, to: tuple[str, ...]) -> None:
        """A message, as the desk notes it."""
        names = RULES.names(self.state.options)
        body = {"sender": names[seat], "to": [names[one] for one in to], "broadcast": False, "lines": list(HOSTILE)}
        self.facts.append((self.code(), Fact(at.isoformat().replace("+00:00", "Z"), "press", body)))

    def time_is_up(self, at: datetime) -> None:
        """The deadline of the phase has passed."""
        self.pass_time(at)
        self.keep(self.code(), RULES.due(self.state, (), at))

    def disclosure(self) -> Disclosure:
        """What the report is made of."""
        facts = [*self.facts]
        if not self.state.how:  # stopped by the test: the boards as they stand
            last = json.loads(as_json(end_of_day(self.state, self.at.date().isoformat())))
            facts.append((self.code(), Fact(self.at.isoformat(), "dayends", last)))
        titles = {"LIVE": "The game", "CLOSE": "Last answers"}
        codes = dict.fromkeys(code for code, _ in facts)
        chapters = tuple(
            Chapter(code, titles[code], tuple(fact for own, fact in facts if own == code), seals, bool(self.state.how))
            for code, seals in zip(codes, (SEALS, ()), strict=False)
        )
        names = RULES.names(self.state.options)
        seats = tuple(Seat(seat, name, (Sitter(name.title(), "", ""),)) for seat, name in names.items())
        outcome = RULES.outcome(self.state)
        how = outcome.how if outcome is not None else ""
        return Disclosure("call", RULES.card.title, "negotiation", how, "seed", "hash", seats, chapters, (), ())


def played(until: timedelta = timedelta(days=9), **options: Any) -> Disclosure:
    """The game as far as *until*, with its press."""
    player, said = Player(**options), list(PRESS)
    for minute, (hours, seat, lines) in enumerate(GAME, 1):
        if timedelta(hours=hours) > until:
            break
        while said and said[0][0] < hours:
            later, writer, to = said.pop(0)
            player.press(START + timedelta(hours=later), writer, to)
        player.write(START + timedelta(hours=hours, minutes=minute), seat, lines)
    if until > END:
        player.time_is_up(START + END)
        player.write(START + END + timedelta(hours=1), "4", ("PAY",))
    return player.disclosure()


FILE = """
[game]
name = "call"
ruleset = "negotiation"
seed = "seed"
start = 2026-01-05T18:00:00Z

[options]
players = 4
names = ["ann", "bob", "cleo", "dora"]

[deadlines]
game = "4d"

[seats]
1 = { address = "ann@call.example", name = "Ann" }
2 = { address = "bob@call.example", name = "Bob" }
3 = { address = "cleo@call.example", name = "Cleo" }
4 = { address = "dora@call.example", name = "Dora" }
"""


def letters() -> bytes:
    """The same game and its press as mails."""
    written = [(timedelta(hours=h, minutes=n), seat, lines) for n, (h, seat, lines) in enumerate(GAME, 1)]
    written += [(timedelta(hours=h), seat, (f"PRESS TO {' '.join(to)}", *HOSTILE, "END")) for h, seat, to in PRESS]
    written.append((END + timedelta(hours=1), "4", ("PAY",)))
    made = b""
    for after, seat, lines in sorted(written):
        sender = f"{NAMES[int(seat) - 1]}@call.example"
        head = f"From: {sender}\nTo: gm@gm.invalid\nSubject: [call] LIVE\n"
        head += f"Message-ID: <{int(after.total_seconds())}@{sender}>\n"
        head += "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n"
        made += write_mbox(sender, START + after, (head + "\n".join(lines) + "\n").encode())
    return made


def replayed() -> Disclosure:
    """What the office discloses of the game when it is over."""
    seen: list[Disclosure] = []

    def disclose(store: Store, game: str) -> tuple[str, str]:
        seen.append(read_disclosure(store, game))
        return "", ""

    replay(FILE, letters(), "", START + END + timedelta(days=2), disclose)
    return seen[-1]
