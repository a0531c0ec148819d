"""What others do at the desk of any game and the reader is never told: letters, and acts of the operator.

Each kind of secret writes a few letters of the others at times of their own. None of them may move the clock.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from hidden_beside_games import BESIDE
from playing import DOUBT, Table

BOUNCE = """From: MAILER-DAEMON@mx.example
To: {path}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; {to}
Action: failed
Status: {status}
Diagnostic-Code: smtp; 550 no such user

--b
Content-Type: text/rfc822-headers

Message-ID: <{about}>

--b--
"""
Secret = Callable[[Table, str, int], None]
SECRETS: dict[str, Secret] = {**BESIDE}
QUESTIONS = ("SHOW", "STATUS", "HELP", "HELP DEADLINES", "HISTORY", "WHOAMI", "PING", "LIST", "ABSENT")
TEXTS = ("Do not trust {}.", "It was {}, all the time.", "{} is a fool.")
MISTAKES = ("PRESS TO MOON", "SET ZONE Europe/Atlantis", "TAKEOVER NOBODY", "EXTEND for ever", "SET JSON MAYBE")


def secret(write: Secret) -> Secret:
    """Enter a kind of secret; it is given the table, one of the others, and a time when he may write."""
    SECRETS[write.__name__] = write
    return write


def in_secret(table: Table, before: int, chance: float = 0.4, seats: list[str] | None = None, after: int = 120) -> None:
    """Some of the kinds of secrets that are hidden, each by one of the others (or of *seats*), between two times."""
    for name in sorted(table.secret.hidden & set(SECRETS)):
        if table.desk.random() < chance:
            table.did.add(name)
            one = table.desk.choice([seat for seat in seats or table.others if seat not in table.bots])
            SECRETS[name](table, one, table.sometime(before - 120, after, table.desk))


def _another(table: Table, one: str) -> str:
    """Another seat than this, and than the reader's; "" if there is none."""
    return table.desk.choice([seat for seat in table.others if seat != one] or [""])


@secret
def private_press(table: Table, one: str, at: int) -> None:
    other = _another(table, one)
    if other:
        table.write(at, one, f"PRESS TO {other}", table.texts.choice(TEXTS).format(table.reader), "END")


@secret
def word_to_the_operator(table: Table, one: str, at: int) -> None:
    table.write(at, one, "PRESS TO GM", f"Is {table.reader} asleep?", "END")


@secret
def questions(table: Table, one: str, at: int) -> None:
    table.write(at, one, *table.desk.sample(QUESTIONS, 3))


@secret
def wrong_letters(table: Table, one: str, at: int) -> None:
    table.write(at, one, *table.texts.sample(MISTAKES, 2))


@secret
def empty_letters(table: Table, one: str, at: int) -> None:
    table.write(at, one, "")


@secret
def diaries(table: Table, one: str, at: int) -> None:
    text = table.texts.choice(TEXTS).format(table.reader)
    pages = ["NOTE", text, "END", table.desk.choice(["DIARY", "DIARY OPEN"])]
    table.write(at, one, *pages)


@secret
def waits_taken_back(table: Table, one: str, at: int) -> None:
    table.write(at, one, "WAIT")
    table.write(at + 100, one, "NOWAIT")


@secret
def absences(table: Table, one: str, at: int) -> None:
    """So far in the future that no deadline moves."""
    table.write(at, one, table.desk.choice(["ABSENT 1 March to 3 March 2026", "ABSENT", "BACK"]))


@secret
def settings(table: Table, one: str, at: int) -> None:
    choices = ["SET FORMAT HTML", "SET FORMAT TEXT", "SET JSON ON", "SET ZONE Asia/Tokyo", "SET CALENDAR ON"]
    table.write(at, one, *table.desk.sample([*choices, "SET REMINDERS OFF" if at % 2 else "SET REMINDERS 5h 2h"], 3))


@secret
def sitters(table: Table, one: str, at: int) -> None:
    """A sitter is asked for, and may agree."""
    sits = f"sits-{one}"
    table.write(at, one, f"SITTER {sits.lower()}@players.example FROM 6 January TO 12 January 2026")
    table.at(at + 20, lambda now: table.confirm(now, one))
    if table.desk.random() < 0.7:
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
    table.write(at, one, "SHOW", "NOTE", table.texts.choice(TEXTS).format("I"), "END", head=f"{DOUBT.decode()}: yes\n")
    if table.desk.random() < 0.5:
        table.at(at + 30, lambda now: table.confirm(now, one))


@secret
def bounces(table: Table, one: str, at: int) -> None:
    """A mail to one of the others comes back; only the operator is told."""

    def bounce(now: datetime) -> None:
        row = table.store.row("select message_id from ledger where reader = ? order by number desc limit 1", [one])
        assert row is not None
        about, to = row["message_id"], table.address(one)
        table.store.outbox.add("spring", one, to, message_id=about, raw=b"", queued=now, withheld=True)
        status = table.desk.choice(("4.4.1", "5.1.1"))
        raw = BOUNCE.format(to=to, path=table.office.sender.return_path(about), status=status, about=about)
        assert table.office.receive(f"bounce/{about}/{now}", raw.encode(), now, now).state == "ignored"

    table.at(at, bounce)


@secret
def told_by_the_operator(table: Table, one: str, at: int) -> None:
    table.at(at, lambda now: table.operate_on(one, now, "tell", one, "Please write in time."))


@secret
def copies_made(table: Table, _: str, at: int) -> None:
    what = [f"a copy of {one}" for one in ("the database", "the game", "the machine", "the disk")]
    table.at(at, lambda now: table.office.note_copy(["spring"], table.desk.choice(what), now))


@secret
def looked_at_by_the_operator(table: Table, _: str, at: int) -> None:
    table.at(at, lambda now: table.office.operate("spring", ["reveal", "the orders"], now))


@secret
def strangers(table: Table, _: str, at: int) -> None:
    who = f"nobody-{table.desk.randrange(99)}"
    table.write(at, who, table.desk.choice(["JOIN spring", "Hello?", "STATUS", "HELP"]))


@secret
def monitors(table: Table, _: str, at: int) -> None:
    """Somebody is told results from now on; his name stands nowhere."""
    person = f"monitor-{table.desk.randrange(10**6)}"
    table.write(at, person, "MONITOR spring")
    table.at(at + 20, lambda now: table.confirm(now, person))


def acted_for(table: Table) -> None:
    """The operator writes in a player's name: everybody is told that with the next public event, and nobody what."""
    text = QUESTIONS[table.hides("acted_by_the_operator")]
    table.at(1154, lambda now: table.operate_on(table.others[-1], now, "act", table.others[-1], text))


SAID = (  # of these the operator is not told what is said
    "amounts", "diaries", "drafts", "finale", "held_letters", "lists", "losing", "orders", "private_press", "replaced",
    "savings", "trials", "wrong", "wrong_letters", "wrong_moves", "wrong_orders", "wrong_turns",
)  # fmt: skip
# What the report of a game that is over leaves out.
UNTOLD = (
    "absences", "blocks", "bounces", "claims", "creations", "empty_letters", "held_letters", "invitations", "kept_out",
    "letters_to_two_games", "monitors", "own_reminders", "questions", "quieting", "records", "records_shown",
    "settings", "strangers", "substitutes", "waits_taken_back", "wishes", "words_of_a_watcher", "wrong_letters",
)  # fmt: skip
DESK = (
    *sorted(SECRETS), "acted_by_the_operator", "extensions", "invitations", "records", "who_agrees", "who_comes",
    "wishes",
)  # fmt: skip
