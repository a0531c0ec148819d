"""What others do in secret that belongs to no game, or to several, or that only few games let them do.

The kinds of secrets stand beside those of hidden_at_the_desk. A letter about no game says so in its subject.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from gm.rules import as_seat
from gm.store.records import Record

if TYPE_CHECKING:
    from playing import Table

Write = Callable[["Table", str, int], None]
BESIDE: dict[str, Write] = {}
NO_GAME = "hello"
ENEMY = "enemy@players.example"
TIMES = ("OFF", "1h", "3h 30m", "11h 7h 5h", "9h")


def beside(write: Write) -> Write:
    """Enter a kind of secret; it is given the table, one of the others, and a time when they may write."""
    BESIDE[write.__name__] = write
    return write


def someone(table: Table, what: str) -> str:
    """A person whom nobody knows yet."""
    return f"{what}-{table.desk.randrange(10**6)}"


@beside
def blocks(table: Table, one: str, at: int) -> None:
    """Somebody is not to be seated with a player, with somebody who has no seat, or no longer."""
    known = [table.address(seat) for seat in table.seats if seat != one] + [ENEMY]
    if table.is_full:  # else a stranger who is blocked is answered as in a full game, as they should be
        known.append(table.address("stranger"))
    whom = table.desk.choice(known)
    table.write(at, one, f"NOT WITH {whom}", subject=NO_GAME)
    if table.desk.random() < 0.3:
        table.write(at + 20, one, f"WITH {whom}", subject=NO_GAME)


@beside
def kept_out(table: Table, _: str, at: int) -> None:
    """Somebody who is blocked by a newcomer's opponent, or has no record, tries to get a place."""
    who, whom = someone(table, "kept-out"), table.address("newcomer")
    table.write(at, who, f"NOT WITH {whom}", subject=NO_GAME)
    table.write(at + 20, who, "JOIN autumn", subject="[autumn]")


@beside
def claims(table: Table, one: str, at: int) -> None:
    """A second address becomes the same person's, or not; what strangers say of the first is denied."""
    other = f"also-{one.lower()}"
    table.at(at, lambda now: table.confirm_asked(now, one, "DENY"))
    table.write(at + 10, one, f"I AM ALSO {table.address(other)}", subject=NO_GAME)
    if table.desk.random() < 0.7:
        table.at(at + 20, lambda now: table.confirm_asked(now, other))
    table.write(at + 40, one, "MY RECORD", subject=NO_GAME)


@beside
def records_shown(table: Table, one: str, at: int) -> None:
    """A record is public for no second, and others' are looked up."""
    table.write(at, one, "SET RECORD PUBLIC", subject=NO_GAME)
    table.write(at, one, "SET RECORD PRIVATE", subject=NO_GAME)
    table.write(at + 20, one, f"WHOIS {table.address(table.reader)}", subject=NO_GAME)


@beside
def quieting(table: Table, one: str, at: int) -> None:
    """Somebody no longer reads what another writes."""
    named = [seat for seat in table.seats if seat != one]
    table.write(at, one, f"SET QUIET {table.desk.choice([*named, *(named if table.watches else [table.reader] * 6)])}")
    if table.desk.random() < 0.2:
        table.write(at + 20, one, "SET QUIET OFF")


@beside
def own_reminders(table: Table, one: str, at: int) -> None:
    table.write(at, one, f"SET REMINDERS {table.desk.choice(TIMES)}")


@beside
def substitutes(table: Table, _: str, at: int) -> None:
    """Somebody offers to take over in this game or in any; once asked, they do not answer."""
    who = someone(table, "substitute")
    anywhere = table.desk.random() < 0.3
    table.write(at, who, "SUBSTITUTE", subject=NO_GAME if anywhere else "[spring]")
    if not anywhere:
        table.at(at + 20, lambda now: table.confirm(now, who))


@beside
def creations(table: Table, _: str, at: int) -> None:
    """Somebody makes a game that LIST does not show; it may be withdrawn."""
    who = someone(table, "maker")
    table.write(at, who, f"CREATE {who} hex-negotiation", "listed = false", subject=NO_GAME)
    table.at(at + 20, lambda now: table.confirm_asked(now, who))
    if table.desk.random() < 0.3:
        table.write(at + 40, who, f"CANCEL {who}", subject=NO_GAME)
        table.at(at + 60, lambda now: table.confirm_asked(now, who))


@beside
def letters_to_two_games(table: Table, one: str, at: int) -> None:
    """One mail is for this game and for another, which may be the reader's, too."""
    lines = table.desk.sample(("SHOW", "STATUS", "BALLANCE", "HELP", "SET ZONE Asia/Tokyo"), 2)
    table.write(at, table.rival or one, "GAME spring", lines[0], "GAME summer", lines[1], subject=NO_GAME)


@beside
def words_of_a_watcher(table: Table, one: str, at: int) -> None:
    """Whoever watches writes to the operator alone; or in vain to all, where the game does not let them."""
    heads = ["PRESS TO GM"] + ["BROADCAST"] * ("observers" not in table.settings.press)
    words = (table.desk.choice(heads), f"{table.desk.choice(('I', 'Nobody'))} saw it.", "END")
    table.at(at, lambda now: table.confirm(now, "otto", "\n".join(words)))


# What can be hidden only where a game chooses more than its story says.
WIDE = frozenset({*BESIDE, "ahead", "proposers", "records", "writers"})


def keep_record(table: Table, now: datetime, who: str, won: bool = True, filed: int = 9) -> None:
    """Let somebody have a record, which they have never shown."""
    result = "won" if won else "lost"
    record = Record(
        f"winter-{who.lower()}", as_seat("ITALY"), 1, address=table.address(who), ruleset="payola",
        ended=now - timedelta(days=9), came="began", result=result, filed=filed, late=0, missed=1,
    )  # fmt: skip
    with table.store.transaction():
        table.store.records.keep([record])
