"""Those who read beside the reader of a pair, and may know no more than the reader does: each of them has a part.

They come at the start and write now and then, in both histories the same. Whoever knew more for a while (a sitter, the
player before) is compared from then on when that is over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

from choices import read_file
from hidden_beside_games import NO_GAME, keep_record

if TYPE_CHECKING:
    from playing import Table

Come = Callable[["Table", "Clock"], None]
COMPANY: dict[str, Come] = {}
WRITES: dict[str, Sequence[Sequence[str]]] = {}
ASKS = (["STATUS"], ["HELP", "LIST"], ["WHOAMI"], ["HISTORY"])
# Of one of the others, who may have a record that they do not show, or whose other addresses nobody knows.
PERSONAL = (["WHOIS {one}"], ["I AM ALSO {one}"])
BROADCAST = ["BROADCAST", "What a game!", "END"]
TRIES = (["SHOW"], ["JOIN spring"], ["PING"], ["LIST"], ["WHOAMI"], ["DIARY", "HELP ABSENT"], ["CONFIRM"])
WIDE = {  # what each writes beside that where a game chooses more
    **dict.fromkeys(("stranger", "past sitter", "former player"), (*PERSONAL, *PERSONAL)), "observer": (BROADCAST,),
    "monitor": (["LIST"],), "newcomer": (["LIST"],), "sitter": (["STATUS"],),
}  # fmt: skip


class Clock:
    """The first seconds of a game, in which the company comes; each letter has a second of its own."""

    def __init__(self, table: Table) -> None:
        assert table.game.clock is not None
        self.table, self.second, self.opened = table, 2, table.game.clock.opened

    def writes(self, who: str, *lines: str) -> None:
        """A letter of somebody."""
        self.second += 1
        self.table.receive(self.now(), who, "\n".join(lines))

    def confirms(self, who: str) -> None:
        """CONFIRM of somebody."""
        self.second += 1
        self.table.confirm(self.now(), who)

    def now(self) -> datetime:
        """The time."""
        return self.opened + timedelta(seconds=self.second)


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
    """What they write in a phase, from a time on; and the reader, who plays in two games, to both."""
    if table.rival and not table.watches and common.random() < 0.5:
        table.write(at + 90, table.reader, "GAME summer", "STATUS", "GAME spring", "STATUS", subject=NO_GAME)
    for number, name in enumerate(table.company):
        lines = common.choice([*WRITES[name], *(WIDE[name] if table.secret.wide else ())])
        subject = common.choice(("", "", NO_GAME)) if name == "stranger" else ""
        second = at + 20 * number
        if lines == BROADCAST:
            _replies(table, second, name, lines)
        elif lines in PERSONAL:
            if table.of_the_middle == table.others[-1]:  # who may be asked then, with a token that is fresh each time
                lines = PERSONAL[0]
            one = table.asked_about
            table.write(second, name, *(line.format(one=one) for line in lines), subject=NO_GAME)
        else:
            table.write(second, name, *lines, subject=subject, head=table.replies.get(name, ""))


def _replies(table: Table, second: int, who: str, lines: Sequence[str]) -> None:
    """A letter in reply to whatever came last."""
    table.at(second, lambda at: table.confirm(at, who, "\n".join(lines)))


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
    """Has joined another game, which looks for players; so have others, whose wishes nobody is told.

    The game may want a record, which both have.
    """
    text = table.game_file[: table.game_file.rindex("[seats]")].replace('"spring"', '"autumn"')
    with_approval = "approval = true\n" if len(table.seats) == 2 else ""
    wants_record = table.secret.wide and Random(table.game_file).random() < 0.5
    record = "record = { games = 1 }\n" if wants_record else ""
    file = read_file(f"{text}[joining]\n{with_approval}{record}")
    table.office.open_game(file, clock.now(), table.game.key, "hidden")
    table.hears("newcomer", "newcomer")
    for who in ("newcomer", "joins-too"):
        if wants_record:
            keep_record(table, clock.now(), who)
        table.subjects[who] = "[autumn]"
        prefers = table.desk.sample(table.seats, 2) if who == "joins-too" and table.hides("wishes") else table.seats[:2]
        clock.writes(who, f"JOIN autumn PREFER {', '.join(prefers)}")
        clock.confirms(who)
    if table.hides("invitations"):
        words = ["invite", ""]
        table.office.operate("autumn", words, clock.now(), address=f"invited-{table.desk.random()}@players.example")
