"""Nothing that the running desk does reads whole tables: each statement is explained, and the steps that the database
takes are counted, with and without many games that are over.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from gm.config.loading import load_config
from gm.desk.books.outage import Watch
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.desk.people.listing import offers
from gm.post.outbound.compose import Sender
from gm.post.outbound.smtp import Outcome
from gm.report.disclosure import disclose
from gm.serve import digest
from gm.serve.carrier import Carrier
from gm.store.store import Store
from gm.store.whole import rows_of

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
GM = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
OPERATOR = "operator@example.org"
ALICE, BOB, EVE = "alice@example.com", "bob@example.com", "eve@example.net"
GAME = """[game]
name = "{name}"
ruleset = "payola"
seed = "s"
[deadlines]
movement = "3d"
grace = "0s"
{more}
[seats]
FRANCE = "alice@example.com"
ENGLAND = "bob@example.com"
"""
BOUNCE = """Return-Path: <>
From: MAILER-DAEMON@mx.example.com
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; bob@example.com
Action: failed
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: {about}

--b--
"""
SHEET = "4 : A PAR - BUR"
TABLES = ("journal", "ledger", "inbox", "outbox", "tokens", "players", "people", "addresses", "disclosed",
          "snapshots", "games", "bounces", "buckets")  # fmt: skip
# Indexes that hold a few rows of their table, however large that is: going through one of them whole is no scan.
SMALL = {
    "games_alive": "the games that are not over",
    "games_that_offer": "the games that look for players",
    "games_by_strike": "the games whose clock runs",
}
# Few letters and mails are in one of these states, of all there have ever been; nearly all are done, or sent.
RARE = {"waiting", "held", "refused", "withheld", "failed"}
NAMED = re.compile(r"\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?", re.IGNORECASE)
FEW, MANY = 25, 60  # games that are over
pytestmark = pytest.mark.sqlite  # its steps and its plans

SPARE = 60  # steps of the database that an act may take more: its caches are not filled in quite the same way


class Crowd:
    """A game of two players, one that looks for players, and *over* games that are over, with all that they leave."""

    def __init__(self, over: int = 2) -> None:
        kept, self.at, self.letters = grown(over)
        self.store = Store(":memory:")
        self.store.conn.deserialize(kept)
        self.office = Office(self.store, GM, OPERATOR, disclose)

    @classmethod
    def new(cls, over: int) -> Crowd:
        """One that has played all of it."""
        crowd = cls.__new__(cls)
        crowd.store = Store(":memory:")
        crowd.office = Office(crowd.store, GM, OPERATOR, disclose)
        crowd.at, crowd.letters = START - 90 * DAY, 0
        if over:
            crowd._play(over)
        crowd.at = START
        crowd._begin("forming", "[joining]")
        crowd._begin("spring")
        return crowd

    def _play(self, over: int) -> None:
        self._begin("over-1")
        self.write(ALICE, SHEET, "over-1")
        self.write(ALICE, "VOTE DRAW", "over-1")
        self.write(BOB, "VOTE DRAW", "over-1")
        assert self.office.game("over-1").over
        while self.office.strike_before(START - DAY):
            pass
        with self.store.transaction():
            self.store.change("update outbox set state = 'sent'")
            for number in range(2, over + 1):
                self._copy("over-1", f"over-{number}")

    def _begin(self, name: str, more: str = "") -> None:
        text = GAME.format(name=name, more=more)
        self.office.open_game(read_game_file(text), self.now(), "ab" * 32)

    def _copy(self, name: str, new: str) -> None:
        """All rows of a game once more, as if another had been played by the same persons."""
        for table, row in list(rows_of(self.store, name)):
            row.pop("id", None)
            row |= {"name" if table == "games" else "game": new}
            row |= {key: f"{new}.{row[key]}" for key in ("key", "message_id", "token") if key in row}
            if table == "snapshots":
                row["state"] = row["state"].replace(f'"name":"{name}"', f'"name":"{new}"')
            self.store.insert(table, **row)

    def now(self) -> datetime:
        """The time, a minute later at each look."""
        self.at += MINUTE
        return self.at

    def last(self, address: str) -> EmailMessage | None:
        """The last mail to an address, if there is one among the newest."""
        row = self.store.row(
            "select raw from outbox where id > (select max(id) from outbox) - 30 and recipient = ? order by id desc",
            [address],
        )
        mail = message_from_bytes(row["raw"], policy=policy.default) if row is not None else None
        assert mail is None or isinstance(mail, EmailMessage)
        return mail

    def write(self, sender: str, text: str, game: str = "spring", reply: bool = True, key: str = "") -> str:
        """A letter arrives, in reply to the last mail in a game to its writer if there is one; what becomes of it."""
        self.letters += 1
        row = self.store.row(
            "select message_id, reader, number from addresses a cross join ledger l on l.game = a.game "
            "and l.reader = a.seat where a.game = ? and a.address = ? order by number desc limit 1",
            [game, sender],
        )
        head = {"From": f"<{sender}>", "To": GM.address, "Subject": f"[{game}]" if game else "hello"}
        if row is not None and reply:
            token = self.office.game(game).token(row["reader"], row["number"])
            head |= {"To": f"gm+{token}@example.org", "In-Reply-To": f"<{row['message_id']}>"}
        elif sender == EVE and (asked := self.last(EVE)) is not None:
            head |= {"To": str(asked["Reply-To"] or asked["From"]), "In-Reply-To": str(asked["Message-ID"])}
        head["Message-ID"] = f"<{key or self.letters}@client.example>"
        raw = "".join(f"{name}: {value}\n" for name, value in head.items()) + f"\n{text}\n"
        now = self.now()
        return self.office.receive(f"1/{self.letters}", raw.encode(), now, now).state

    def operate(self, *words: str) -> None:
        """The operator does something to the game."""
        self.office.operate("spring", words, self.now())


@cache
def grown(over: int) -> tuple[bytes, datetime, int]:
    """The database of a crowd, its time, and how many letters it has written."""
    crowd = Crowd.new(over)
    return crowd.store.conn.serialize(), crowd.at, crowd.letters


def scans(store: Store, statement: str) -> Iterator[str]:
    """How *statement* reads a table from end to end, or all rows of a state that most of them have."""
    names = {alias or table: table for table, alias in NAMED.findall(statement)} | {t: t for t in TABLES}
    for row in store.conn.execute(f"explain query plan {statement}"):
        found = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", row[3])
        if found and names.get(found[1]) in TABLES and found[2] not in SMALL:
            yield f"{row[3]}: {statement[:300]}"
        if re.search(r"INDEX (outbox_waiting|inbox_by_state) \(state=\?", row[3]):
            asked = set(re.findall(r"'(\w+)'", statement[: statement.find("order by")]))
            if not asked & RARE:
                yield f"{row[3]}: {statement[:300]}"


def explained(table: Crowd, act: Callable[[Crowd], object]) -> list[str]:
    """The scans of *act*."""
    heard: dict[str, None] = {}
    table.store.conn.set_trace_callback(lambda statement: heard.setdefault(statement))
    act(table)
    table.store.conn.set_trace_callback(None)
    work = [s for s in heard if re.match(r"\s*(select|update|delete|insert)\b", s, re.IGNORECASE)]
    assert work
    return [scan for statement in work for scan in scans(table.store, statement)]


def steps(table: Crowd, act: Callable[[Crowd], object]) -> int:
    """How many steps of its machine the database takes for *act*."""
    count = 0

    def step() -> None:
        nonlocal count
        count += 5

    table.store.conn.set_progress_handler(step, 5)
    act(table)
    table.store.conn.set_progress_handler(None, 0)
    return count


LETTERS = {
    "a sheet": SHEET,
    "a wrong line": "4 : A PAR - XYZ",
    "a trial": f"TRY\n{SHEET}",
    "a question": "STATUS",
    "what was told": "HISTORY",
    "the balance": "BALANCE",
    "help": "HELP PRESS",
    "press": "PRESS TO ENGLAND\nShall we?\nEND",
    "a broadcast": "BROADCAST\nHello all.\nEND",
    "a vote": "VOTE DRAW",
    "a vote taken back": "NOVOTE",
    "a page of a diary": "NOTE\nI do not trust him.\nEND",
    "an absence": "ABSENT FROM 2026-01-10 TO 2026-01-12",
    "more time": "EXTEND 1d",
    "a wish to wait": "WAIT",
    "an address": "SET ADDRESS new@example.com",
    "a sitter": "SITTER friend@example.com FROM 2026-01-10 TO 2026-01-12",
    "a zone": "SET ZONE Europe/Paris",
    "a form": "SET FORMAT html",
    "a resignation": "RESIGN",
    "a stop": "STOP",
    "nothing": "Thank you very much, and good night.",
    "a ping": "PING",
    "a list": "LIST",
    "who am I": "WHOAMI",
}
STRANGERS = {
    "a question about no game": ("", "Is anybody there?"),
    "a question about a game": ("spring", "What is this?"),
    "joining": ("forming", "JOIN forming"),
    "joining a game that is not there": ("", "JOIN sprong"),
    "taking a seat": ("spring", "TAKEOVER ITALY"),
    "watching": ("spring", "OBSERVE spring AS Eve"),
    "the results": ("spring", "MONITOR spring"),
    "help": ("", "HELP"),
    "stop": ("", "STOP"),
    "status": ("", "STATUS"),
}


def confirming(table: Crowd) -> None:
    """What is asked, and the answers; letters that are held; one that comes twice."""
    for text in ("RESIGN", "DENY"):
        table.write(BOB, text)
    table.write(BOB, SHEET, reply=False)
    table.write(BOB, "CONFIRM")
    table.write(BOB, "WAIT", key="twice")
    table.write(BOB, "WAIT", key="twice")
    table.write(ALICE, "RESIGN")
    table.write(ALICE, "CONFIRM")


def coming(table: Crowd) -> None:
    """Persons without a seat ask, confirm, and are in."""
    for game, text in (("forming", "JOIN forming"), ("spring", "OBSERVE spring AS Eve"), ("spring", "TAKEOVER ITALY")):
        table.write(EVE, text, game)
        table.write(EVE, "CONFIRM", game)


def after_the_end(table: Crowd) -> None:
    """A player has something to ask, and to say, when his game is over."""
    game = "over-1" if table.store.games.has("over-1") else "spring"
    for text in ("STATUS", "HISTORY", "STATEMENT\nThank you.\nEND"):
        table.write(ALICE, text, game)


def operating(table: Crowd) -> None:
    """What the operator does to a game."""
    for words in (["pause"], ["resume"], ["deadline", "+1d"], ["announce", "hello"], ["process"]):
        table.operate(*words)
    table.office.operate("spring", ["replace", "ITALY"], table.now(), "carla@example.com", "Carla")
    table.office.preview("spring", table.now())
    table.operate("rollback", "S1901M")
    table.operate("forward")
    table.operate("abort")


def striking(table: Crowd) -> None:
    """Reminders, a phase judged, an outage given back."""
    with table.store.transaction():
        Watch(table.office).read_up_to(table.at)
    table.at += 4 * DAY
    while table.office.strike_before(table.at):
        pass
    Watch(table.office).come_back(table.at + 9 * HOUR, table.at + 9 * HOUR)


def bouncing(table: Crowd) -> None:
    """Mails that come back, by their return path and by what they quote, and one that is refused at once."""
    mail = table.last(BOB)
    assert mail is not None
    about = str(mail["Message-ID"])
    for number, to in enumerate((GM.return_path(about.strip("<>")), GM.address)):
        now = table.now()
        raw = BOUNCE.format(to=to, about=about).encode()
        assert table.office.receive(f"b/{number}", raw, now, now).state == "ignored"
    sent = table.store.outbox.find(about.strip("<>"))
    assert sent is not None
    with table.store.transaction():
        table.office.refused(sent, "550 no", table.now())


def looking_after(table: Crowd) -> None:
    """The operator's digest, and what is asked each minute."""
    now = table.now() + DAY
    with table.store.transaction():
        digest.begin(table.store, START)
        digest.send(table.office, ZoneInfo("UTC"), digest.Room("9 GB", False), now)
    table.store.games.next_strike()
    offers(table.store, 40)


class Line:
    """A mail server that takes every second mail and refuses the others."""

    def __init__(self) -> None:
        self._mails = 0

    async def send(self, *_: object) -> Outcome:
        """What becomes of a mail."""
        self._mails += 1
        return Outcome("sent" if self._mails % 2 else "refused", "as you like")


def sending(table: Crowd, folder: Path) -> None:
    """What waits is carried to the server, and its answers are noted."""
    path = folder / "gm.toml"
    path.write_text(
        f'[gm]\naddress = "{GM.address}"\noperator = "{OPERATOR}"\nstate = "{folder}"\n'
        f'[maildir]\npath = "{folder}/mail"\n[smtp]\nhost = "127.0.0.1"\nport = 9\ntls = "none"\n'
    )
    carrier = Carrier(load_config(path), table.office, lambda: None)
    carrier.senders = [Line()]  # type: ignore[list-item]
    asyncio.run(carrier.send_round())
    carrier.write_notes()
    assert table.store.rows("select 1 from outbox where state = 'refused' and answer = 'as you like'")


ACTS: dict[str, Callable[[Crowd], object]] = {
    **{name: lambda table, text=text: table.write(ALICE, text) for name, text in LETTERS.items()},  # type: ignore[misc]
    **{
        f"a stranger: {name}": lambda table, game=game, text=text: table.write(EVE, text, game)  # type: ignore[misc]
        for name, (game, text) in STRANGERS.items()
    },
    **{act.__name__: act for act in (confirming, coming, after_the_end, operating, striking, bouncing, looking_after)},
}


@pytest.mark.parametrize("name", ACTS)
def test_no_act_of_the_desk_reads_a_table_from_end_to_end(name: str) -> None:
    assert explained(Crowd(), ACTS[name]) == []


def test_mails_are_sent_without_reading_a_table_from_end_to_end(tmp_path: Path) -> None:
    assert explained(Crowd(), lambda table: sending(table, tmp_path)) == []


@pytest.mark.parametrize("name", [name for name in ACTS if name not in ("after_the_end",)])
def test_an_act_takes_the_database_no_more_steps_for_the_games_that_are_over(name: str) -> None:
    few, many = (steps(Crowd(over), ACTS[name]) for over in (FEW, MANY))
    assert many <= few + SPARE


@pytest.mark.parametrize("text", [SHEET, "STATUS", "WAIT", "PRESS TO ENGLAND\nShall we?\nEND"])
def test_a_reply_takes_the_database_no_more_steps_in_a_long_game(text: str) -> None:
    """A letter whose writer quotes our mail, early in a game and late: what it replies to is found at once."""
    new, old = Crowd(0), Crowd(0)
    for number in range(60):
        old.write(ALICE, f"NOTE\nDear diary, number {number}.\nEND")
    few, many = (steps(table, lambda table: table.write(ALICE, f"{text}\n\n> Dear ALICE,")) for table in (new, old))
    assert many <= few + SPARE


def test_a_scan_is_seen() -> None:
    table = Crowd()
    assert explained(table, lambda table: table.store.rows("select * from outbox where recipient = ?", [BOB]))
    assert explained(table, lambda table: table.store.rows("select g.name from games g where g.over != ''"))
    assert explained(table, lambda table: table.store.rows("select id from inbox where state = 'done' order by id"))
