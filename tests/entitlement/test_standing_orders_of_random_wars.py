"""Random wars, each played twice: with standing orders, and with letters that file the same in their place.

South writes at the same times in both. North and an observer must get the same mails at the same times, whatever the
game's clock does with letters and with who has sent none.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from helpers.mailtable import MINUTE
from helpers.seventable import OLGA
from helpers.wartable import AHEAD, COMES, NORTH, SIDES, SOUTH, WarTable, address
from msgspec.structs import replace
from planting import around

from gm.desk.office import Handled
from gm.rules import EVERYBODY
from gm.rules.ground_war.game import GroundWar

STEPS, MOST = 40, 12
WAYS = {
    "air": ("air-war", AHEAD),
    "ground": ("ground-war", AHEAD),
    "last cycle": ("ground-war", f'{AHEAD}\ninformation = "last-cycle"'),
    "turns": ("ground-war", f'{AHEAD}\ninformation = "complete"\nturns = "alternate"'),
}
CLOCKS = {
    "at once": 'early_after = "0m"\nshow_late = true', "waiting": 'nmr = "wait"\nlate_notice = "3h"',
    "dismissing": "show_late = true\ndismiss_after = 1", "usual": "",
}  # fmt: skip
Sheet = tuple[str, ...]


class Replying(WarTable):
    """A war in which each letter replies to the newest mail."""

    def tell(self, seat: str, *lines: str) -> Handled:
        return self.write(address(seat), "\n".join(lines), self.of(seat), subject="Re: [spring]")


def played(
    way: str, clock: str, seed: int, instead: Sequence[Sheet] | None = None
) -> tuple[list[list[bytes]], list[Sheet]]:
    """What North and the observer get before the end, and what South has on file at the opening of each fire.

    instead: South has no standing orders, and files these by letters.
    """
    ruleset, options = WAYS[way]
    rounds = 'moves = "2d"' if way == "turns" else 'moves = "2d"\nfire = "2d"'
    table = Replying(ruleset, options, f'{rounds}\ngrace = "6h"', clock=CLOCKS[clock])
    random, phase, filed = Random(f"{way} {clock} {seed}"), "", list[Sheet]()
    table.tell(SOUTH, "STAND ALL" if instead is None else "SHOW")
    table.tell(NORTH, *COMES[ruleset])
    got = [b"", b""]
    for _ in range(STEPS):
        if table.game.over:
            break
        got = [table.mbox(reader) for reader in (address(NORTH), OLGA)]
        state, begins = table.game.state, table.game.clock.phase != phase
        phase = table.game.clock.phase
        if begins and (state.kind == "fire" or getattr(state, "turn", "") == SOUTH):
            sheet = instead[len(filed)] if instead is not None else ()
            filed.append(table.on_file())
            table.tell(SOUTH, *(sheet or ("SHOW",)))
            assert instead is None or table.on_file() == sheet
        _goes_on(table, random, instead is None)
    lines = [mails.split(b"\n") for mails in got]
    return [[line for line in one if not any(len(word) >= 32 for word in line.split())] for one in lines], filed


def _goes_on(table: Replying, random: Random, stands: bool) -> None:
    """Let somebody write, or time pass."""
    chance, side = random.random(), random.choice(SIDES)
    says = random.choice(["STAND ALL", "STAND ALL", "STAND E5 H5 E4 H4", "STAND NONE"])
    asks, hours = random.choice(["STATUS", "SHOW", "BOARD", "REPORT"]), random.choice([3, 10, 20])
    if chance < 0.3:
        table.tell(SOUTH, says if stands else "SHOW")
    elif chance < 0.4:
        table.tell(NORTH, asks)
    elif chance < 0.5:
        table.tell(NORTH, *COMES[table.chosen["ruleset"]])  # where their way is open
    elif chance < 0.55:
        table.tell(side, "READY" if table.filed(side) else "READY NOTHING")
    elif chance < 0.6:
        table.operate("pause")
        table.at += timedelta(hours=hours)
        table.operate("resume")
    else:
        table.at += timedelta(hours=hours)
        table.strike(table.at)
    table.at += MINUTE


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("way", WAYS)
def test_nobody_else_can_tell_standing_orders_from_letters(way: str, clock: str) -> None:
    """In the first of these wars in which they file."""
    for seed in range(MOST):
        told, filed = played(way, clock, seed)
        if any(filed):
            break
    assert all(told) and any(filed)
    assert told == played(way, clock, seed, filed)[0]


def test_a_war_tells_who_has_them_if_the_game_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leak that is planted: everybody is told whose standing orders are set."""

    def leak(true: Any, self: Any, state: Any, seat: Any, orders: Any, at: Any) -> Any:
        step = true(self, state, seat, orders, at)
        told = (replace(one, audience=EVERYBODY) if one.kind == "standingorders" else one for one in step.notices)
        return replace(step, notices=tuple(told))

    around(monkeypatch, GroundWar, "file", leak)
    told, filed = played("ground", "usual", 0)
    assert told != played("ground", "usual", 0, filed)[0]
