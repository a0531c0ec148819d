"""Those who read beside the reader of a pair, and may know no more than the reader does: each of them has a part.

They come at the start and write now and then, in both histories the same. Whoever knew more for a while (a sitter, the
player before) is compared from then on when that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from gm.desk.file.gamefile import read_game_file

if TYPE_CHECKING:
    from playing import Table

Come = Callable[["Table", "Clock"], None]
COMPANY: dict[str, Come] = {}
WRITES: dict[str, Sequence[Sequence[str]]] = {}
ASKS = (["STATUS"], ["HELP", "LIST"], ["WHOAMI"], ["HISTORY"])
TRIES = (["SHOW"], ["JOIN spring"], ["PING"], ["LIST"], ["WHOAMI"], ["DIARY", "HELP ABSENT"], ["CONFIRM"])


class Clock:
    """The first seconds of a game, in which the company comes; each letter has a second of its own."""

    def __init__(self, table: Table) -> None:
        assert table.game.clock is not None
        self._table, self._second, self._opened = table, 2, table.game.clock.opened

    def writes(self, who: str, *lines: str) -> None:
        """A letter of somebody."""
        self._second += 1
        self._table.receive(self.now(), who, "\n".join(lines))

    def confirms(self, who: str) -> None:
        """CONFIRM of somebody."""
        self._second += 1
        self._table.confirm(self.now(), who)

    def now(self) -> datetime:
        """The time."""
        return self._opened + timedelta(seconds=self._second)


def part(*writes: Sequence[str]) -> Callable[[Come], Come]:
    """Enter a part: the function lets them come, and *writes* are the letters that they may write later."""

    def enter(come: Come) -> Come:
        name = come.__name__.replace("_", " ")
        COMPANY[name], WRITES[name] = come, writes
        return come

    return enter


def joins(table: Table, seed: object) -> tuple[str, ...]:
    """Let three of them come; return their parts."""
    chosen = Random(f"{seed} company").sample(sorted(COMPANY), 3)
    clock = Clock(table)
    found = [name for name in chosen if not (table.watches and name == "sitter")]
    for name in found:
        COMPANY[name](table, clock)
    return tuple(found)


def write(table: Table, common: Random, at: int) -> None:
    """What they write in a phase, from a time on."""
    for number, name in enumerate(table.company):
        lines = common.choice(WRITES[name])
        subject = common.choice(("", "", "hello")) if name == "stranger" else ""
        table.write(at + 20 * number, name, *lines, subject=subject, head=table.replies.get(name, ""))


@part(*ASKS, ["PRESS TO GM", "Well?", "END"])
def observer(table: Table, clock: Clock) -> None:
    table.hears("observer", "observer")
    clock.writes("observer", "OBSERVE spring AS Onlooker")
    clock.confirms("observer")


@part(*ASKS)
def monitor(table: Table, clock: Clock) -> None:
    table.hears("monitor", "monitor")
    clock.writes("monitor", "MONITOR spring")
    clock.confirms("monitor")


@part(*TRIES, ["OBSERVE spring"], ["TAKEOVER spring"], ["Good day."])
def stranger(table: Table, clock: Clock) -> None:
    table.hears("stranger", "stranger")


@part(["SHOW"], ["STATUS"], ["HISTORY"], ["DIARY"], ["ABSENT"], ["SITTER"])
def sitter(table: Table, clock: Clock) -> None:
    """Who sits for the reader gets copies of the reader's mail."""
    table.hears("sitter", "sitter")
    clock.writes(table.reader, f"SITTER {table.address('sitter')} FROM 5 January TO 31 January 2026")
    clock.confirms(table.reader)
    clock.confirms("sitter")


@part(*TRIES)
def past_sitter(table: Table, clock: Clock) -> None:
    """Sat for somebody else, whose mail he has read, and writes in reply to that mail."""
    one = table.others[0]
    clock.writes(one, f"SITTER {table.address('past sitter')} FROM 5 January TO 31 January 2026")
    clock.confirms(one)
    clock.confirms("past sitter")
    clock.writes(one, "STATUS")
    copy = table.office.copy_id(table.game, one, table.game.seats[one].mails - 1)
    table.replies["past sitter"] = f"In-Reply-To: <{copy}>\n"
    clock.writes(one, "NOSITTER")
    table.hears("past sitter", "past sitter")


@part(*TRIES)
def former_player(table: Table, clock: Clock) -> None:
    """Whose seat, not the reader's, was given to somebody else."""
    one = table.others[-1]
    table.addresses["former player"] = old = table.address(one)
    table.addresses[one] = f"again-{old}"
    mail = table.store.row("select message_id from ledger where reader = ? order by number desc", [one])
    table.replies["former player"] = f"In-Reply-To: <{mail['message_id']}>\n" if mail else ""
    table.hears("former player", "former player")
    table.office.operate("spring", ["replace", one, ""], clock.now(), address=table.addresses[one])


@part(["STATUS"], ["LIST"], ["HELP JOIN"], ["WHOAMI"], ["JOIN autumn"])
def newcomer(table: Table, clock: Clock) -> None:
    """Has joined another game, which looks for players; so have others, whose wishes nobody is told."""
    text = table.game_file[: table.game_file.rindex("[seats]")].replace('"spring"', '"autumn"')
    with_approval = "approval = true\n" if len(table.seats) == 2 else ""
    table.office.open_game(read_game_file(f"{text}[joining]\n{with_approval}"), clock.now(), table.game.key, "hidden")
    table.hears("newcomer", "newcomer")
    for who in ("newcomer", "joins-too"):
        table.subjects[who] = "[autumn]"
        prefers = table.desk.sample(table.seats, 2) if who == "joins-too" and table.hides("wishes") else table.seats[:2]
        clock.writes(who, f"JOIN autumn PREFER {', '.join(prefers)}")
        clock.confirms(who)
    if table.hides("invitations"):
        words = ["invite", ""]
        table.office.operate("autumn", words, clock.now(), address=f"invited-{table.desk.random()}@players.example")
