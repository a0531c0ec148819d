"""What others do at the desk of any game and the reader is never told: letters, and acts of the operator.

Each kind of secret writes a few letters of the others at times of their own. None of them may move the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playing import DOUBT, Table

Secret = Callable[[Table, str, int], None]
SECRETS: dict[str, Secret] = {}
QUESTIONS = ("SHOW", "STATUS", "HELP", "HELP DEADLINES", "HISTORY", "WHOAMI", "PING", "LIST", "ABSENT")
MISTAKES = ("PRESS TO MOON", "SET ZONE Europe/Atlantis", "TAKEOVER NOBODY", "EXTEND for ever", "SET JSON MAYBE")


def secret(write: Secret) -> Secret:
    """Enter a kind of secret; it is given the table, one of the others, and a time when he may write."""
    SECRETS[write.__name__] = write
    return write


def in_secret(table: Table, hidden: frozenset[str], before: int, seats: list[str] | None = None) -> None:
    """All the kinds of secrets in *hidden*, each by one of the others (or of *seats*), before a time of the phase."""
    for name in sorted(hidden & set(SECRETS)):
        one = table.own.choice(seats or table.others)
        SECRETS[name](table, one, table.sometime(before - 120))


def _another(table: Table, one: str) -> str:
    """Another seat than this, and than the reader's; "" if there is none."""
    return table.own.choice([seat for seat in table.others if seat != one] or [""])


@secret
def private_press(table: Table, one: str, at: int) -> None:
    other = _another(table, one)
    if other:
        table.write(at, one, f"PRESS TO {other}", f"Do not trust {table.reader}.", "END")


@secret
def word_to_the_operator(table: Table, one: str, at: int) -> None:
    table.write(at, one, "PRESS TO GM", f"Is {table.reader} asleep?", "END")


@secret
def questions(table: Table, one: str, at: int) -> None:
    table.write(at, one, *table.own.sample(QUESTIONS, 3))


@secret
def wrong_letters(table: Table, one: str, at: int) -> None:
    table.write(at, one, *table.own.sample(MISTAKES, 2))


@secret
def empty_letters(table: Table, one: str, at: int) -> None:
    table.write(at, one, "")


@secret
def diaries(table: Table, one: str, at: int) -> None:
    pages = ["NOTE", f"{table.reader} is a fool.", "END", table.own.choice(["DIARY", "DIARY OPEN"])]
    table.write(at, one, *pages)


@secret
def waits_taken_back(table: Table, one: str, at: int) -> None:
    table.write(at, one, "WAIT")
    table.write(at + 100, one, "NOWAIT")


@secret
def absences(table: Table, one: str, at: int) -> None:
    """So far in the future that no deadline moves."""
    table.write(at, one, table.own.choice(["ABSENT 1 March to 3 March 2026", "ABSENT", "BACK"]))


@secret
def settings(table: Table, one: str, at: int) -> None:
    choices = ["SET FORMAT HTML", "SET FORMAT TEXT", "SET JSON ON", "SET ZONE Asia/Tokyo", "SET CALENDAR ON"]
    table.write(at, one, *table.own.sample([*choices, "SET REMINDERS OFF"], 3))


@secret
def sitters(table: Table, one: str, at: int) -> None:
    """A sitter is asked for, and may agree."""
    sits = f"sits-{one}"
    table.write(at, one, f"SITTER {sits.lower()}@players.example FROM 6 January TO 12 January 2026")
    table.at(at + 20, lambda now: table.confirm(now, one))
    if table.own.random() < 0.7:
        table.at(at + 40, lambda now: table.confirm(now, sits))
        table.write(at + 60, sits, "SHOW")


@secret
def new_addresses(table: Table, one: str, at: int) -> None:
    new = f"new-{one}"
    table.write(at, one, f"SET ADDRESS {new.lower()}@players.example")
    table.at(at + 20, lambda now: table.confirm(now, one))
    table.at(at + 40, lambda now: table.confirm(now, new))


@secret
def held_letters(table: Table, one: str, at: int) -> None:
    """A letter of which nobody knows whether he wrote it; he says so later, or never."""
    table.write(at, one, "SHOW", "NOTE", "Really mine.", "END", head=f"{DOUBT.decode()}: yes\n")
    if table.own.random() < 0.5:
        table.at(at + 30, lambda now: table.confirm(now, one))


@secret
def told_by_the_operator(table: Table, one: str, at: int) -> None:
    table.at(at, lambda now: table.office.operate("spring", ["tell", one, "Please write in time."], now))


@secret
def copies_made(table: Table, _: str, at: int) -> None:
    what = [f"a copy of {one}" for one in ("the database", "the game", "the machine", "the disk")]
    table.at(at, lambda now: table.office.note_copy(["spring"], table.own.choice(what), now))


@secret
def looked_at_by_the_operator(table: Table, _: str, at: int) -> None:
    table.at(at, lambda now: table.office.operate("spring", ["reveal", "the orders"], now))


@secret
def strangers(table: Table, _: str, at: int) -> None:
    table.write(at, "stranger", table.own.choice(["JOIN spring", "Hello?", "STATUS", "HELP"]))


@secret
def monitors(table: Table, _: str, at: int) -> None:
    """Somebody is told results from now on; his name stands nowhere."""
    person = f"monitor-{table.own.randrange(10**6)}"
    table.write(at, person, "MONITOR spring")
    table.at(at + 20, lambda now: table.confirm(now, person))


def acted_for(table: Table, hidden: frozenset[str], at: int) -> None:
    """The operator writes in a player's name: everybody is told that with the next public event, and nobody what."""
    text = QUESTIONS["acted_by_the_operator" in hidden]
    table.at(at, lambda now: table.office.operate("spring", ["act", table.others[-1], text], now))


def more_time(table: Table, hidden: frozenset[str], common: Random, at: int) -> None:
    """Somebody asks for more time, which everybody is told; who, and whether he means it still, nobody is."""
    acted_for(table, hidden, at - 597)
    asks = "extensions" in hidden
    one = table.own.choice(table.others) if asks else table.others[0]
    if common.random() < 0.7:
        table.write(at, one, "EXTEND 3h")
        if asks and table.own.random() < 0.5:
            table.write(at + 101, one, "NOEXTEND")


DESK = (*sorted(SECRETS), "acted_by_the_operator", "extensions")
