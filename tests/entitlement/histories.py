"""Pairs of games of Payola that one reader must not be able to tell apart, though they differ for others.

A story is what both histories share: the reader, what every unit does, what the reader writes and is written. A
secret is what may differ: the others' sheets, lists, transfers, press, votes, WAITs, questions, faults, and when they
write. Nothing here looks at a mail; `allowed` reads what the reader may know from the judge's own record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import company
import msgspec
import pairs
from ahead_letters import keep_ahead, withdraw_kept
from choices import LATE
from happening import EVERYWHERE, happens, roll_back
from hidden_at_the_desk import DESK, acted_for, in_secret
from msgspec import UNSET
from msgspec.structs import replace
from playing import OBSERVER, RICH, Played, Secret, Table

from gm.rules.payola.game import Payola
from gm.rules.payola.state import State
from gm.rules.provinces.adjustments import account
from gm.rules.provinces.board import Board

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
GAME = (
    '[game]\nname = "spring"\nruleset = "payola"\nseed = "hidden"\nstart = 2026-01-05T18:00:00Z\n'
    'press = ["private", "public", "grey", "fake"]\nreminders = "{reminders}"\n'
    '[deadlines]\nmovement = "36h"\nretreat = "12h"\nadjustment = "12h"\ngrace = "6h"\n'
    "[seats]\n" + "".join(f'{seat} = "{seat.lower()}@players.example"\n' for seat in SEATS)
)
LENGTHS = {"M": 36 * 3600, "R": 12 * 3600, "A": 12 * 3600}
ENDINGS = ("early", "wait", "grace", "missing")
HIDDEN = (
    "ahead", "amounts", "asks", "builds", "clear", "false", "finale", "grey", "lists", "losing", "overdrawn", "patron",
    "plateau", "proposers", "repetition", "replaced", "retreats", "savings", "split", "transfers", "trial", "votes",
    "waits", "warning", "when", "who", "who_votes", "whose_absence", "writers", "wrong", *DESK,
)  # fmt: skip
WRONG = (
    "5 : A XYZ - BUR", "4 A PAR BUR\n: : :", "TRANSFER 99999 TO {x}", "ACCEPT AAA", "OFFERS S1950M\n3 $",
)  # fmt: skip


class Ending(msgspec.Struct, frozen=True):
    """How a phase ends: early, at the deadline because somebody waits, in grace, or with somebody missing."""

    how: str
    late: bool
    probes: int


class Story(msgspec.Struct, frozen=True):
    """What two histories share. rich: the reader wants pages, files and calendar entries, too.

    fall: it begins in a fall in which units stand among each other, and one power is about to lose its last centre.
    ends: the players or the operator end the game in the last phase.
    """

    reader: str
    seed: int
    phases: tuple[Ending, ...]
    rich: bool = False
    fall: bool = False
    ends: bool = False


class History(Table):
    """One game, written letter by letter. Two chances: `common` for what the reader may see, `own` for the rest."""

    def __init__(self, story: Story, secret: Secret) -> None:
        self.story, self.common = story, Random(story.seed)
        reminders = "everybody" if story.seed % 2 else "owing"
        true = Payola.open

        def opened(rules: Payola, *given: Any) -> Any:
            step = true(rules, *given)
            return replace(step, state=fallen(rules.board(step.state), step.state, Random(f"{story.seed} fall")))

        # size: a position as late in a game, which need not be played
        with patch.object(Payola, "open", opened if story.fall else true):
            clock = Random(f"{story.seed} clock").choice(("", "", LATE))
            game = GAME.format(reminders=reminders)
            super().__init__(story.reader, game, secret, story.seed, RICH * story.rich, clock)
        self.records = 0

    def play(self) -> None:
        """Play the whole history."""
        for number, ending in enumerate(self.story.phases):
            code = self.game.clock.phase if self.game.clock else ""
            self.phase(ending, number == len(self.story.phases) - 1)
            if number == 0 and self.common.random() < 0.3 and len(self.story.phases) > 1:
                roll_back(self, code)

    # -- a phase -----------------------------------------------------------------------------------------------

    def phase(self, ending: Ending, last: bool) -> None:
        """Write everything of the phase now due, and let it be judged."""
        state: State = self.office.game("spring").state
        withdraw_kept(self, state.code)
        duties = {duty.seat for duty in self.rules.duties(state)}
        owing = [seat for seat in self.others if seat in duties]
        self.last, self.length = last, LENGTHS[state.kind]
        close = min(20 * 3600, self.length - 4 * 3600) if ending.late else 2 * 3600
        self.finale = last and self.hides("finale", 0.5)
        sheets = self.sheets(state, last, duties) if state.kind == "M" else self.orders(state)
        self.answer_for_reader(state, sheets, self.reader in duties, close if not owing else 0, ending)
        self.ask_for_maps(state, close)
        self.to_reader()
        self.file_others(state, ending, owing, sheets, close)
        self.run()
        self.part(f"{state.code}, while it runs", None, running=True)
        self.part(f"{state.code}, judged", (list(self.told()), self.public(), bool(self.game.over)))

    def file_others(
        self, state: State, ending: Ending, owing: list[str], sheets: dict[str, list[str]], close: int
    ) -> None:
        """When each of the others files. Who is last, late or missing is secret; that somebody is, is not."""
        last = (self.own if self.hides("who") else Random(0)).choice(owing) if owing else ""
        idle = [seat for seat in self.idle if seat in owing]
        if ending.how == "missing" and state.kind == "M" and idle:
            last = (self.own if self.hides("who") else Random(0)).choice(idle)
        wait = ending.how == "wait"
        if wait:
            last = self.own.choice(self.others) if self.hides("who") else self.others[0]
            self.write(61, last, "WAIT")
        self.in_secret(state, last)
        free = [seat for seat in self.others if seat != last]
        in_secret(self, 1700, 1.0, free)
        company.write(self, self.common, 3000)
        acted_for(self)
        ends = ("draw_agreed", "ended_by_the_operator") if self.last and self.story.ends else ()
        # Not before retreats and builds, in which not all owe something: all would see whose absence it is.
        absence = ("absence",) * 12 if self.last and ending.how == "early" and state.code[0::5] == "SM" else ()
        happens(self, self.common, ends or (*EVERYWHERE, *absence))
        for seat in owing:
            if seat != last or wait:
                self.file(seat, sheets[seat], self.sometime(close, 200) if self.hides("when") else 1201, state)
        if not last or wait:
            return
        if ending.how == "early" and self.hides("waits", 0.5):
            # The reader files with the others, but lets the phase wait just as long.
            self.file(last, [*sheets[last], "WAIT"], 1301, state)
            self.write(close, last, "NOWAIT")
        elif ending.how == "early":
            self.write(close, last, *sheets[last])
        elif ending.how == "grace" or state.kind != "M":
            self.write(self.length + 3600, last, *sheets[last])
        elif self.settings.pace.late_notice is not UNSET:  # the phase waits, as all are told again and again
            self.write(self.length + 11 * 3600, last, *sheets[last])

    def file(self, seat: str, lines: list[str], at: int, state: State) -> None:
        """The sheet of a seat; in secret it may have been another one before."""
        other = {"R": "retreats", "A": "builds"}.get(state.kind)
        if other and self.hides(other, 0.7):
            self.write(at - 60, seat, *self.otherwise(lines))
        if self.hides("replaced", 0.3) and state.kind == "M":
            lists = [line for line in lines if line.startswith("ACCEPT")]
            self.write(at - 60, seat, f"{self.words.randrange(5)} $", *lists)
        if self.hides("clear", 0.3):
            self.write(at - 40, seat, *lines)
            self.write(at - 20, seat, "CLEAR")
        self.write(at, seat, *lines)

    # -- what is the same to the reader --------------------------------------------------------------------------

    def answer_for_reader(
        self, state: State, sheets: dict[str, list[str]], owes: bool, close: int, ending: Ending
    ) -> None:
        """The reader's own letters: his sheet, and whatever he tries so as to learn more."""
        if not self.watches and (owes or state.kind == "M"):
            self.write(close or 600, self.reader, *sheets[self.reader])
        foreign = sorted(str(u) for u in state.units.values() if u.power != self.reader)
        unit, other = self.common.choice(foreign), self.common.choice(self.others)
        if self.watches:
            for number in range(ending.probes):
                self.write(3600 + 7200 * number, OBSERVER, *self.common.choice([["STATUS"], ["HISTORY"], ["LIST"]]))
            return
        probes = [
            ["STATUS", "BALANCE", "SHOW"], ["STATUS", "HISTORY"], ["HELP MONEY", "STATUS", "VOTE DRAW"],
            ["WAIT", "STATUS"],
            [f"TRANSFER 9999 TO {other}", "ACCEPT AEF", "STATUS"], [f"TRANSFER 1 TO {other}", "BALANCE"],
        ]  # fmt: skip
        if state.kind == "M":
            probes += [["TRY", *sheets[self.reader]], ["TRY", f"1 : {unit} H", f"TRANSFER 2 TO {other}"]]
            probes += [[f"0 : {unit} H", "3 $"], [f"2 : {unit} - XXX"], ["OFFERS S1905M", f"2 : {unit} H"]]
        for number in range(ending.probes):
            lines = self.common.choice(probes)
            at = self.common.choice((3600, 5400, 7000, 20000, 40000)) + 10 * number
            self.write(at, self.reader, *lines)
            if lines[0] == "WAIT":
                self.write(at + 2, self.reader, "NOWAIT")

    def ask_for_maps(self, state: State, close: int) -> None:
        """The reader asks for the board, while others have something on file, and for a phase that was judged."""
        chance, reader = Random(f"{self.story.seed} {state.code} maps"), OBSERVER if self.watches else self.reader
        past = [f"MAP {one.phase}" for one in state.maps[-1:]]
        for words, at in zip(chance.sample(["MAP", "BOARD", *past], 2), (2100, close - 150), strict=True):
            self.write(at, reader, words)

    def to_reader(self) -> None:
        """What others send to the reader, which he is told."""
        if self.common.random() < 0.5 and not self.watches:
            self.write(4000, self.common.choice(self.others), f"TRANSFER 1 TO {self.reader}")
        if self.common.random() < 0.3 and not self.watches:
            one = self.common.choice(self.others)
            if self.may_write:
                self.write(4100, one, f"PRESS TO {self.reader}", "Well met.", "END")
        if "yellow" in self.settings.press:
            self.broadcast(4400, "Nobody has said this.")
        self.proposes(4500, self.common)
        if self.may_write:
            self.unsigned()

    def unsigned(self) -> None:
        """Grey and false messages that the reader gets; who wrote them is secret."""
        shown = self.common.choice(self.others)
        liars = [seat for seat in self.others if seat != shown]
        to_all = self.common.random() < 0.5 or self.watches
        grey = "GREY BROADCAST" if to_all else f"GREY PRESS TO {self.reader}"
        false = f"BROADCAST FROM {shown}" if to_all else f"PRESS TO {self.reader} FROM {shown}"
        if self.common.random() < 0.6:
            writer = self.own.choice(self.others) if self.hides("grey") else self.others[0]
            self.write(4200, writer, grey, "Guess who.", "END")
        if self.common.random() < 0.6:
            writer = self.own.choice(liars) if self.hides("false") else liars[0]
            self.write(4300, writer, false, "It is I.", "END")

    def orders(self, state: State) -> dict[str, list[str]]:
        """Retreats and adjustments: one that the rules name for each."""
        self.idle: list[str] = []
        found = {seat: lines or ["CLEAR"] for seat, lines in owed_between_moves(self, state)}
        if self.finale:
            found |= {seat: self.otherwise(found[seat]) for seat in self.others if self.own.random() < 0.7}
        return found

    def otherwise(self, lines: list[str]) -> list[str]:
        """Another of the orders that the rules name for a retreat or a build, if there is any."""
        other = [f"{line.partition(' - ')[0]} D" if " - " in line else line for line in lines]
        return ["WAIVE" if line.startswith("BUILD") else line for line in other] or ["CLEAR"]

    def sheets(self, state: State, last: bool, duties: set[str]) -> dict[str, list[str]]:
        """A sheet for everybody that makes the units do what the story says."""
        self.idle = self.common.sample(self.others, 2)
        core = dict(self.core(state))
        lists = {seat: self.acceptance(seat) for seat in SEATS} if not state.acceptance else {}
        sheets = {seat: [f"ACCEPT {lists[seat]}"] if seat in lists else [] for seat in SEATS}
        rich = [seat for seat in self.others if seat not in self.idle and seat in duties]
        broke = {seat for seat in rich[1:] if last and self.hides("overdrawn", 0.7)}
        for unit in sorted(state.units.values(), key=str):
            order = core[str(unit)]
            if unit.power == self.reader:
                sheets[unit.power].append(f"6 : {unit} {order}")
            elif unit.power not in self.idle:
                if self.finale and self.own.random() < 0.6:
                    order = f"- {self.own.choice(sorted(self.rules.board(state).reach(unit.kind, unit.place)))}"
                sheets[unit.power].append(self.offer(str(unit), order, unit.power in broke))
        self.bribes(state, core, sheets, [seat for seat in rich if seat not in broke])
        for seat in self.others:
            self.in_addition(state, core, sheets, seat)
            if not [line for line in sheets[seat] if not line.startswith("ACCEPT")]:
                sheets[seat].append("0 $")
        return sheets

    def core(self, state: State) -> Iterator[tuple[str, str]]:
        """What each unit does: holds, moves, or supports somebody who moves where it could go."""
        board, going = self.rules.board(state), {}
        lone = {centres[0]: power for power, centres in state.centres.items() if len(centres) == 1}
        falling = [p for p, power in lone.items() if p in state.units and state.units[p].power != power]
        for unit in sorted(state.units.values(), key=str):
            places = sorted(board.reach(unit.kind, unit.place))
            order = "H"
            backed = [(str(u), to) for u, to in going.values() if to in places and u.power == unit.power]
            if unit.power not in self.idle and self.common.random() < 0.8 and unit.province not in falling:
                held = [place for place in places if place in state.units] if self.story.fall else []
                order = f"- {self.common.choice(held or places)}"
                if backed and self.common.random() < 0.7:
                    order = "S {} - {}".format(*self.common.choice(backed))
                else:
                    going[str(unit)] = (unit, order[2:])
            yield str(unit), order

    def bribes(self, state: State, core: dict[str, str], sheets: dict[str, list[str]], rich: list[str]) -> None:
        """Money from others for the reader's units, and from him for theirs; whose money it is, is secret."""
        for unit in state.owned_by(self.reader)[:2]:
            amount = self.common.randrange(3)
            for _ in range(amount):
                payer = self.own.choice(rich) if self.hides("split") else rich[0]
                sheets[payer].append(f"1 : {unit} {core[str(unit)]}")
        foreign = [u for u in sorted(state.units.values(), key=str) if u.power not in (self.reader, *self.idle)]
        unit = self.common.choice(foreign)
        if not self.watches:
            sheets[self.reader].append(f"2 : {unit} {core[str(unit)]}")

    # -- what is hidden ------------------------------------------------------------------------------------------

    def acceptance(self, seat: str) -> str:
        """An acceptance list; no tie is ever decided by one."""
        letters = [one[0] for one in SEATS]
        if self.hides("lists") and seat != self.reader:
            self.words.shuffle(letters)
        return "".join(letters)

    def offer(self, unit: str, order: str, overdrawn: bool) -> str:
        """The offer that decides for a unit of another power, written in one of many ways."""
        amount = self.words.randrange(4, 7) if self.hides("amounts") else 5
        if overdrawn:
            return f"40 : {unit} {order}"
        if self.hides("plateau", 0.3):
            return f"{amount}#{self.own.randrange(1, 5)} : {unit} {order}"
        if self.hides("repetition", 0.3):
            return f"2*{amount // 2 + 1} : {unit} {order}"
        return f"{amount} : {unit} {order}"

    def in_addition(self, state: State, core: dict[str, str], sheets: dict[str, list[str]], seat: str) -> None:
        """Offers that change nothing the reader is told."""
        board, busy = self.rules.board(state), [u for u in state.units.values() if u.power not in self.idle]
        foreign = [u for u in sorted(busy, key=str) if u.power != self.reader]
        if self.hides("losing", 0.4):
            unit = self.own.choice(sorted(busy, key=str))
            wanted = [f"- {p}" for p in sorted(board.reach(unit.kind, unit.place))]
            wanted = [order for order in wanted if order != core[str(unit)]]
            sheets[seat].append(f"1 : {unit} {self.words.choice(wanted)}")
        if self.hides("patron", 0.3):
            unit = self.own.choice(foreign)
            sheets[seat].append(f"3 : {unit} {core[str(unit)]}")
        if self.hides("savings", 0.3):
            sheets[seat].append(f"{self.words.randrange(4)} $")
        if self.hides("warning", 0.3):
            sheets[seat].append(f"1 ! {self.own.choice(foreign)} H")

    def in_secret(self, state: State, last: str) -> None:
        """Letters of the others that file nothing new; the one for whom the phase waits asks for no other time."""
        one, two, three = self.own.sample([seat for seat in self.others if seat != last], 3)
        vote = self.own.choice(["VOTE DRAW", f"VOTE CONCEDE TO {two}", "NOVOTE"])
        others = {
            "transfers": (one, [f"TRANSFER {self.own.randrange(1, 4)} TO {two}"]),
            "votes": (self.own.choice(self.others[:3]), [vote]),
            "asks": (three, ["SHOW", "STATUS", "BALANCE", "HELP OFFERS"]),
            "wrong": (two, [self.words.choice(WRONG).format(x=self.others[0])]),
            "trial": (one, ["TRY", "9 : A MUN H" if state.kind == "M" else "BALANCE"]),
        }  # fmt: skip
        if self.last and self.story.ends:
            del others["votes"]
        for what, (seat, lines) in others.items():
            if self.hides(what):
                self.write(self.sometime(4 * 3600), seat, *lines)
        if self.hides("waits"):
            at = self.sometime(6000, 200)
            self.write(at, two, "WAIT")
            self.write(at + 100, two, "NOWAIT")
        if self.settings.options.ahead:
            lines = ["7 : A MAR H", f"{self.words.randrange(3, 9)} : A MUN - BUR", "END"]
            keep_ahead(self, state.code, "OFFERS", lambda seat: lines)

    # -- what came of it -----------------------------------------------------------------------------------------

    def told(self) -> Iterator[Any]:
        """Of the phase now judged what 5.7 lists: all orders, what the reader's units took, what he paid."""
        rows = self.store.rows("select body from disclosed where kind = 'phaserecord' order by id")
        new, self.records = rows[self.records :], len(rows)
        for row in new:
            record = json.loads(row["body"])
            for unit in record["units"]:
                payers = {power: amount for power, amount in unit["payers"]}
                own = sum(payers.values()) if unit["power"] == self.reader else None
                yield unit["unit"], unit["chosen"], own, payers.get(self.reader, 0)

    def public(self) -> Any:
        """The board, and of the accounts the reader's own."""
        state: State = self.office.game("spring").state
        found = state.code, msgspec.to_builtins(state.units), state.centres
        if self.watches:
            return found
        return *found, state.balances[self.reader], msgspec.to_builtins(state.accounts.get(self.reader, ()))


def owed_between_moves(table: Table, state: Any) -> Iterator[tuple[str, list[str]]]:
    """What each power sends for a retreat or an adjustment: the example of the rules.

    Where the phase waits for what is missing, all other builds are waived.
    """
    board = table.rules.board(state)
    for seat in SEATS:
        lines = list(table.rules.view(state, seat).example)
        left = account(board, seat, state.units, state.centres.get(seat, ())).builds - len(lines)
        waits = state.kind == "A" and table.settings.pace.nmr == "wait"
        yield seat, [*lines, *["WAIVE"] * (left if waits else 0)]


def fallen(board: Board, state: State, chance: Random) -> State:
    """A fall in which units have gone among each other; one of a power's stands in the last centre of another."""
    units = dict(state.units)
    for province in chance.sample(sorted(units), len(units)):
        unit = units.pop(province)
        free = [place for place in sorted(board.reach(unit.kind, unit.place)) if place[:3] not in units]
        places = [place for place in free if place[:3] not in board.home] or free or [unit.place]
        unit = replace(unit, place=chance.choice(places))
        units[unit.province] = unit
    loser, taker = chance.sample(SEATS, 2)
    left = chance.choice([home for home, owner in board.home.items() if owner == loser and home in board.army])
    centres = {**state.centres, loser: (left,)}
    army = next(unit for unit in units.values() if unit.power == taker and unit.kind == "A")
    units = {place: unit for place, unit in units.items() if place not in (left, army.province)}
    return replace(state, season="F", units={**units, left: replace(army, place=left)}, centres=centres)


def story_of(number: int) -> Story:
    """The story that a number stands for."""
    chance = Random(f"payola {number}")
    rounds = tuple(
        Ending(chance.choice(ENDINGS), chance.random() < 0.5, chance.randint(1, 4)) for _ in range(chance.randint(1, 3))
    )
    fall = number % 3 == 1
    rounds = (*rounds, *rounds)[: max(3, len(rounds))] if fall else rounds
    return Story((*SEATS, OBSERVER)[number % 8], number, rounds, chance.random() < 0.6, fall, chance.random() < 0.4)


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, story_of, pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories of one story."""
    first = History(story, one).tell()
    return first, History(story, other).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("FRANCE", 2, (Ending("grace", True, 4), Ending("early", False, 4)), rich=True)
    return History(story, Secret(1, frozenset(HIDDEN))).tell()
