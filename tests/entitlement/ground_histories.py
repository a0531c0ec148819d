"""Pairs of Ground Wars of which a side, or an observer, is told the same.

The first is played at random. In the second, the enemy does something else that they can do out of sight: of many ways
to move, one is taken about which the rulings (ground_truth) tell the reader the same as about the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pairs
from ground_truth import Ground, Move, after_moves, may_aim, told
from playing import Played
from war_histories import HIDDEN, SIDES, Ending, Secret, Story, WarHistory, story_of

WAR = """
title = "Hidden"
rows = {rows}
columns = 9
[south]
men = {{ B2 = 2, E2 = 3, H2 = 2, C{south} = 2, G{south} = 2 }}
trucks = {{ E2 = 1, H2 = 1, C{south} = 1, G{south} = 1, F{north} = 1 }}
cities = ["B2", "H2", "F{north}"]
[north]
men = {{ B{last} = 2, E{last} = 3, H{last} = 2, C{north} = 2, G{north} = 2 }}
trucks = {{ E{last} = 1, H{last} = 1, C{north} = 1, G{north} = 1, D{south} = 1 }}
cities = ["B{last}", "H{last}", "D{south}"]
[[links]]
cities = ["B2", "H2"]
[[links]]
cities = ["B{last}", "H{last}"]
"""
RAID = """
title = "Raid"
rows = 13
columns = 9
[south]
men = { D2 = 2, F2 = 2, E1 = 3 }
trucks = { E1 = 1, C11 = 1, D11 = 1, F11 = 1 }
cities = ["E2", "D11", "F11"]
[north]
men = { D12 = 2, F12 = 2, E13 = 3 }
trucks = { E13 = 1, C3 = 1, D3 = 1, F3 = 1 }
cities = ["E12", "D3", "F3"]
"""
FAR = WAR.format(rows=13, south=4, last=12, north=10)
NEAR = WAR.format(rows=9, south=4, last=8, north=6)
JUMPS = "production_delay = 0\ninter_city_jumps = true\n"
SCENES: Mapping[str, tuple[str, str]] = {
    "far": (FAR, JUMPS),
    "near": (NEAR, JUMPS),
    "slow": (NEAR, "production_delay = 1\n"),
    "last-cycle": (NEAR, 'information = "last-cycle"\n'),
    "raid": (RAID, ""),
    "turns": (NEAR, 'information = "complete"\nturns = "alternate"\n'),
}
OFTEN = ("far", "near", "slow", "raid", "raid", "near", "last-cycle", "turns")
ROWS = {"far": 13, "raid": 13}
WAYS = 30  # ways to move that are tried

Orders = dict[str, list[Move]]


class GroundHistory(WarHistory):
    """One Ground War."""

    ruleset = "ground-war"
    mistakes = (
        "MAN Z9-A1", "TRUCK A1-A2", "2 MEN A1-C7", "FIRE 2 A1-A2", "JUMP B2-E5", "MAN E5", "REPORT 99", "TRUCK E2-Q4",
    )  # fmt: skip

    def __init__(self, story: Story, secret: Secret, track: Any = ()) -> None:
        self.ground = Ground(ROWS.get(story.scene, 9), 9)
        super().__init__(story, secret, track)

    def options(self) -> str:
        text, more = SCENES[self.story.scene]
        return f"scenario_text = {json.dumps(text)}\n{more}"

    def deadlines(self) -> str:
        return 'moves = "12h"\nfire = "12h"'

    # -- orders ------------------------------------------------------------------------------------------------

    def orders(self, missing: str) -> dict[str, list[str]]:
        state = self.game.state
        if state.kind == "fire":
            return self.aims(missing)
        moves: Orders = {side: [] for side in SIDES}
        for side in state.movers:
            if side != missing:
                moves[side] = self.first(side, moves)
        if self.round < len(self.track) and "moves" in self.track[self.round]:
            moves = self.second(moves, missing)
        self.kept.append({"moves": moves, "told": self.visible(moves), "men": self.carried(moves)[1]})
        return {side: _lines(moves[side]) for side in SIDES}

    def first(self, side: str, moves: Orders) -> list[Move]:
        """How a side moves in the first history: often so that the reader sees little of it."""
        position = self.game.state.position
        chance = self.common(sorted(position.men[side].items()))
        ways = [self.way(chance, side) for _ in range(10)]
        if side == self.reader or self.watches or chance.random() < 0.4:
            return ways[0]
        return min(ways, key=lambda way: len(self.visible({**moves, side: way})["c"]))

    def second(self, moves: Orders, missing: str) -> Orders:
        """The same for the reader, but where it can be otherwise it is."""
        kept = self.track[self.round]
        secret = [side for side in self.game.state.movers if side not in (self.reader, missing)]
        true = {**moves, **{side: self.valid(side, kept["moves"][side]) for side in secret}}
        if self.is_finale():
            return {**true, **{side: self.way(self.words, side) for side in secret}}
        if not self.hides("orders") or self.game.state.options.information != "umpire":
            return true
        ways = [{**true, **{side: self._otherwise(side, true[side]) for side in secret}} for _ in range(WAYS)]
        same = [way for way in ways if self.visible(way) == kept["told"]]
        return max(same, key=lambda way: self.unlike(way, kept), default=true)

    def unlike(self, way: Orders, kept: Any) -> int:
        """How unlike the first history this would be: most of all in the numbers in sight, and in what is captured."""
        position, men, score = self.game.state.position, self.carried(way)[1], 0
        precious = {*position.cities, *position.trucks.get(self.reader, ())}
        for side in SIDES:
            for field in {*men[side], *kept["men"][side]}:
                now, then = men[side].get(field, 0), kept["men"][side].get(field, 0)
                score += abs(now - then) * (50 if field in kept["told"]["c"] else 1)
                score += 30 * (field in precious and bool(now) != bool(then))
        return score

    def _otherwise(self, side: str, moves: list[Move]) -> list[Move]:
        """Some of these moves, and others."""
        kept = [move for move in moves if self.words.random() < 0.7]
        men, trucks = _left(self.game.state.position, side, kept)
        more = self.way(self.words, side, men, trucks)
        jumps = any(word == "JUMP" for word, _, _ in kept)  # one man in and one out of a city
        return [*kept, *(move for move in more if not (jumps and move[0] == "JUMP"))]

    def valid(self, side: str, moves: list[Move]) -> list[Move]:
        """Those of the moves for which men and trucks stand there in this history."""
        found: list[Move] = []
        for move in moves:
            men, trucks = _left(self.game.state.position, side, [*found, move])
            if min(men.values(), default=0) >= 0 and min(trucks.values(), default=0) >= 0 and self.may(side, move):
                found.append(move)
        return found

    def may(self, side: str, move: Move) -> bool:
        """Whether a jump is one: between own cities (there is no delay where jumps are)."""
        cities = self.game.state.position.cities
        return move[0] != "JUMP" or all(cities[field].possessor == side for field in move[1])

    def way(self, chance: Random, side: str, men: Any = None, trucks: Any = None) -> list[Move]:
        """Some way to move these men and trucks, by default all."""
        position = self.game.state.position
        left = dict(position.men[side] if men is None else men)
        parked = dict(position.trucks[side] if trucks is None else trucks)
        moves = self.jump(chance, side, left)
        for field in sorted(left):
            if left[field] and parked.get(field) and chance.random() < 0.5:
                load = chance.randint(1, left[field])
                left[field] -= load
                moves.append(("TRUCK", self.path(chance, field, chance.randint(1, 3)), load))
            while left[field] and chance.random() < 0.5:
                number = chance.randint(1, left[field])
                left[field] -= number
                moves += [("MAN", self.path(chance, field, 1), 1)] * number
        return moves

    def path(self, chance: Random, field: str, steps: int, onward: bool = False) -> tuple[str, ...]:
        """A walk by chance; *onward*: each step of the reader's one row nearer to the enemy."""
        path = [field]
        row = 1 if self.reader == "SOUTH" else -1
        for _ in range(steps):
            free = [near for near in self.ground.next_to(path[-1]) if near not in path]
            free = [near for near in free if not onward or int(near[1:]) == int(path[-1][1:]) + row]
            path += [chance.choice(free)] if free else []
        return tuple(path)

    def jump(self, chance: Random, side: str, left: dict[str, int]) -> list[Move]:
        state = self.game.state
        if not state.options.inter_city_jumps:
            return []
        for link in state.position.links:
            for path in (link.cities, link.cities[::-1]):
                move = ("JUMP", tuple(path), 1)
                if self.may(side, move) and left.get(path[0]) and chance.random() < 0.5:
                    left[path[0]] -= 1
                    return [move]
        return []

    def aims(self, missing: str) -> dict[str, list[str]]:
        """Fire is told to all, so it is the same in both histories."""
        men = self.game.state.position.men
        lines: dict[str, list[str]] = {}
        for side in SIDES:
            chance = self.common(f"{side} fires")
            lines[side] = [
                f"FIRE {chance.randint(1, men[side][field])} {field}-{chance.choice(targets)}"
                for field, targets in may_aim(self.ground, men, side).items()
                if chance.random() < 0.8 and side != missing
            ]
        self.kept.append({"aims": lines})
        if self.is_finale():
            return {side: aims if side == self.reader else ["HOLD FIRE"] for side, aims in lines.items()}
        return lines

    def draft(self, side: str) -> list[str]:
        if self.game.state.kind == "fire":
            return ["HOLD FIRE"]
        ways = (self.way(self.words, side) for _ in range(WAYS))
        return _lines(next((way for way in ways if way), [])) if side in self.game.state.movers else []

    def probes(self) -> list[list[str]]:
        chance = self.common("fields")
        state, mine = self.game.state, sorted(self.game.state.position.men[self.reader])
        # A correct line would replace their orders: they try fields where they have no men.
        fields = [field for field in chance.sample(self.ground.fields, 32) if field not in mine]
        steps = [f"{field}-{chance.choice(self.ground.next_to(field))}" for field in fields]
        driven = [field for field in mine if field in state.position.trucks[self.reader]]
        tries = [f"TRUCK {'-'.join(self.path(chance, field, 3, True))} WITH 1" for field in driven]
        tries += [f"MAN {'-'.join(self.path(chance, field, 1))}" for field in mine if field not in driven]
        jumps = [f"JUMP {a}-{b}" for link in state.position.links for a, b in (link.cities, link.cities[::-1])]
        aims = [f"FIRE {field}-{near}" for field in mine for near in self.ground.next_to(field)]
        return [
            ["BOARD", "REPORT", f"REPORT {chance.randint(0, 4)}", "SHOW"], ["TRY", *tries], ["TRY", *aims[:12], *jumps],
            ["BOARD", *(f"MAN {step}" for step in steps), *(f"FIRE {step}" for step in steps[:8])],
            [f"REPORT {chance.randint(0, 4)}", *(f"TRUCK {step}" for step in steps[:12])],
        ]  # fmt: skip

    # -- what may be known ---------------------------------------------------------------------------------------

    def carried(self, moves: Orders) -> tuple[dict[str, list[str]], dict[str, Any], dict[str, Any]]:
        """Where the moves of each side end, and the men and trucks after them."""
        position, ends, men, trucks = self.game.state.position, {}, {}, {}
        for side, enemy in (SIDES, SIDES[::-1]):
            ends[side] = self.ground.ends(moves[side], position.men[side], position.men[enemy])
            men[side], trucks[side] = after_moves(moves[side], ends[side], position.men[side], position.trucks[side])
        return ends, men, trucks

    def visible(self, moves: Orders) -> dict[str, Any]:
        """What the reader is told of these moves: of his own where they ended, and stage 2."""
        ends, men, trucks = self.carried(moves)
        aiming = [sorted(may_aim(self.ground, men, side)) for side in SIDES]
        if self.watches:
            # Nothing, but whether there is a round of fire; and what is fired without orders.
            both = sorted(
                (field, men["SOUTH"][field], men["NORTH"][field]) for field in men["SOUTH"] if field in men["NORTH"]
            )
            return {"fires": any(aiming), "contested": both, "aims": aiming if any(aiming) else (), "c": ()}
        cities = {field: city.possessor for field, city in self.game.state.position.cities.items()}
        return {"ends": ends[self.reader], **told(self.ground, men, trucks, cities, self.reader)}

    def allowed(self, before: Any) -> Any:
        after, kept = self.game.state, self.kept[-1]
        if before.options.information != "umpire":
            return _all_of(after), kept
        found = {"told": kept.get("told"), "round": after.code}
        if self.game.over and not after.how:
            return found  # the operator ended it before the round did
        if after.kind == "fire":
            self.check(kept["moves"], before, after)
        else:
            found |= {"shots": after.shots, "dead": after.dead, **self._own(after)}
        return found

    def check(self, moves: Orders, before: Any, after: Any) -> None:
        """The slow way to move and the engine's are two; they come to the same."""
        for side, enemy in (SIDES, SIDES[::-1]):
            ends = self.ground.ends(moves[side], before.position.men[side], before.position.men[enemy])
            men, trucks = after_moves(moves[side], ends, before.position.men[side], before.position.trucks[side])
            assert (men, trucks) == (after.position.men[side], after.position.trucks[side])

    def _own(self, after: Any) -> dict[str, Any]:
        """At the end of a cycle: own men, and what they made and captured."""
        if self.watches:
            return {}
        rows = self.store.rows("select body from disclosed where kind = 'truth' order by id desc limit 1")
        side = json.loads(rows[0]["body"])["sides"][SIDES.index(self.reader)]
        return {"own": after.position.men[self.reader], "made": side["made"], "captured": side["captured"]}


def _all_of(state: Any) -> Any:
    return msgspec.to_builtins((state.code, state.position, state.shots, state.dead))


def _left(position: Any, side: str, moves: list[Move]) -> tuple[dict[str, int], dict[str, int]]:
    """The men and trucks whom these moves leave where they are; below 0 where there are too few."""
    men, trucks = dict(position.men[side]), dict(position.trucks[side])
    for word, path, number in moves:
        men[path[0]] = men.get(path[0], 0) - number
        if word == "TRUCK":
            trucks[path[0]] = trucks.get(path[0], 0) - 1
    return men, trucks


def _lines(moves: list[Move]) -> list[str]:
    return [f"{word} {'-'.join(path)}" + (f" WITH {men}" if word == "TRUCK" else "") for word, path, men in moves]


def numbered(number: int) -> tuple[Played, Played]:
    """The pair of this number."""
    return pairs.numbered(number, lambda n: story_of(n, OFTEN, 4, 7), pair, HIDDEN)


def pair(story: Story, one: Secret, other: Secret) -> tuple[Played, Played]:
    """Two histories that the reader may tell apart only where the rules tell him to."""
    first = GroundHistory(story, one).tell()
    return first, GroundHistory(story, other, first.track).tell(first)


def sample() -> Played:
    """A short game in which much is told."""
    story = Story("SOUTH", 5, (Ending("early", False, True, 5),) * 4, "near", True)
    return GroundHistory(story, Secret(1, frozenset(HIDDEN))).tell()
