"""What happens to a game for all to see, the same in both histories of a pair; who is behind it is hidden.

Knows no ruleset: whoever plays the game says which of these can happen in a phase.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from random import Random

from playing import Table

Happening = Callable[[Table, Random], None]
HAPPENINGS: dict[str, Happening] = {}
EVERYWHERE = (
    "announcement", "deadline_moved", "more_time_agreed", "more_time_asked", "nothing", "outage", "pause",
    "replacement", "replacement_of_the_reader", "replacement_of_the_reader",
)  # fmt: skip


def happening(happen: Happening) -> Happening:
    """Enter what may happen; it is given the table and chance that is the same in both histories."""
    HAPPENINGS[happen.__name__] = happen
    return happen


def happens(table: Table, common: Random, which: Sequence[str]) -> str:
    """Let one of *which* happen in the phase now due; return which."""
    name = common.choice(which)
    if table.secret.report and name in EVERYWHERE:  # a newcomer, too, gets the report
        name = "replacement_of_the_reader" if table.tells_names else "replacement"
    HAPPENINGS[name](table, common)
    return name


@happening
def nothing(table: Table, common: Random) -> None:
    """Nothing."""


@happening
def more_time_asked(table: Table, common: Random) -> None:
    """Somebody asks for more time, which everybody is told; who, and whether he means it still, nobody is."""
    asks = table.hides("extensions")
    one = table.desk.choice(table.others) if asks else table.others[0]
    table.write(1751, one, "EXTEND 3h")
    if asks and table.desk.random() < 0.5:
        table.write(1853, one, "NOEXTEND")


@happening
def more_time_agreed(table: Table, common: Random) -> None:
    """More than half ask for it; who does, nobody is told."""
    played = [seat for seat in table.seats if table.game.seats[seat].taken and seat not in table.bots]
    needed, others = max(2, len(played) // 2 + 1), [seat for seat in played if seat != table.reader]
    hidden = table.hides("who_agrees")
    for number, seat in enumerate(table.own.sample(others, len(others)) if hidden else others):
        if number < needed:
            table.write(2001 + 100 * number, seat, "EXTEND 3h")
    if not table.watches and len(others) < needed:
        table.write(2600, table.reader, "EXTEND 3h")


@happening
def announcement(table: Table, common: Random) -> None:
    _operates(table, 2300, "announce", "The umpire is back.")


@happening
def deadline_moved(table: Table, common: Random) -> None:
    _operates(table, 2200, "deadline", common.choice(("+2h", "-2h")))


@happening
def pause(table: Table, common: Random) -> None:
    _operates(table, 2400, "pause")
    _operates(table, 6000, "resume")


@happening
def outage(table: Table, common: Random) -> None:
    """So long that all are told; what was written meanwhile is read afterwards."""
    begins = common.choice((1100, 2150, 5000))
    table.outage(begins, begins + 3700)


@happening
def replacement(table: Table, common: Random) -> None:
    """Somebody else's seat is given to another person, before it can WAIT; who that is nobody is told."""
    one = table.others[0]
    name = f"heir-{table.own.randrange(999)}" if table.hides("who_comes") else "heir"
    if table.secret.report:  # which never names them
        name = f"heir-{table.desk.randrange(999)}"
    table.at(47, lambda at: table.hand_over(at, one, f"{name}-{at:%d%H%M}"))


@happening
def replacement_of_the_reader(table: Table, common: Random) -> None:
    """From then on the reader is somebody else, who is told all that the seat was told."""
    if not table.watches and "former player" not in table.reads.values():
        table.at(2250, lambda at: table.hand_over(at, table.reader, "new player"))


@happening
def absence(table: Table, common: Random) -> None:
    """The deadline is moved beyond somebody's absence, as all are told; whose it is nobody is told."""
    owing = [duty.seat for duty in table.rules.duties(table.game.state) if duty.seat in table.others]
    one = table.own.choice(owing) if table.hides("whose_absence") else owing[0]
    assert table.game.clock is not None
    day = f"{table.game.clock.deadline:%d %B %Y}"
    table.write(131, one, f"ABSENT {day} to {day}")


@happening
def draw_agreed(table: Table, common: Random) -> None:
    """All vote for a draw, which ends the game; nobody is told who voted first."""
    needed = list(table.rules.votes_needed(table.game.state))
    last = table.reader if table.reader in needed else needed[0]
    needed = [seat for seat in needed if seat != last]
    table.write(2700, last, "NOVOTE")
    for number, seat in enumerate(table.own.sample(needed, len(needed)) if table.hides("who_votes") else needed):
        table.write(2701 + 100 * number, seat, "VOTE DRAW")
    table.write(3600, last, "VOTE DRAW")


@happening
def ended_by_the_operator(table: Table, common: Random) -> None:
    how = common.choice((["abort"], ["award", table.seats[0]], ["draw", *table.seats[:2]]))
    _operates(table, 5000, *how)


def roll_back(table: Table, phase: str) -> None:
    """The operator takes the game back to the opening of a phase that was judged."""
    at = table.store.journal.last_at("spring") + timedelta(seconds=60)
    table.office.operate("spring", ["rollback", phase], at)


def _operates(table: Table, second: int, *run: str) -> None:
    table.at(second, lambda at: table.office.operate("spring", list(run), at))
