"""A database of one game, and one of ten thousand with two hundred copies of that game, for many_games to compare.

A few games are played to their end; the others are copies of their rows with other names of games and players.
In copies of finished games the texts are cut short; otherwise the database would be a hundred times as large.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from benchmarks.letters import ANSWERS_PER_HOUR, GM, OPERATOR
from benchmarks.played import Played
from gm.desk.books.compact import compact
from gm.desk.game.game import short
from gm.desk.office import Office
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.store.store import Store

LIVE, OVER = 200, 9_800
YEARS = (1, 1, 2)  # of the games that are played to their end
LIVE_PHASE = "F1902M"  # in which the live games are
CUT = 100  # characters of a text kept in a copy of a finished game
PLAYERS, REGULARS = 640, 30  # at each seat; regulars have the first seat in many games
TABLES = (
    "games", "journal", "texts", "snapshots", "ledger", "disclosed", "players", "addresses", "tokens", "inbox",
    "outbox",
)  # fmt: skip
CUTS = {"ledger": ("body", "notices"), "disclosed": ("body",), "inbox": ("raw",), "outbox": ("raw",)}
SHORT = {
    "journal": {"data": "'{}'"},
    "snapshots": {"state": "iif(o.n = (select entries from games g where g.name = o.game), "
                           "json_set(plain(o.state), '$.name', c.name), '{}')"},
}  # fmt: skip
# What differs in each copy, as SQL over the copied row (o) and the game copied to (c).
CHANGES = {
    "snapshots": {"state": "json_set(plain(o.state), '$.name', c.name)"},
    "ledger": {"message_id": "token_of(c.name, o.message_id)"},
    "players": {"address": "player_of(c.number, o.seat, o.address)"},
    "addresses": {"address": "player_of(c.number, o.seat, o.address)"},
    "tokens": {"token": "token_of(c.name, o.token)"},
    "inbox": {"key": "c.name || '/' || o.key", "message_id": "c.name || '.' || o.message_id",
              "sender": "player_of(c.number, o.seat, o.sender)"},
    "outbox": {"message_id": "token_of(c.name, o.message_id)",
               "recipient": "player_of(c.number, o.reader, o.recipient)"},
}  # fmt: skip


def office_on(database: Path) -> Office:
    """An office on *database*, as the daemon makes it."""
    return Office(Store(database), GM, OPERATOR, disclose, ANSWERS_PER_HOUR)


def build_one(database: Path) -> dict[str, str]:
    """Build the database of one live game; returns what each of its players wrote last, by seat."""
    office = office_on(database)
    game = Played(office, live(0), datetime.now(UTC).replace(microsecond=0), _addresses("live"))
    game.play(max(YEARS), LIVE_PHASE)
    _all_sent(office.store)
    office.store.close()
    return game.said


def build_many(database: Path, one: Path) -> None:
    """Build the database of ten thousand games: the live one of *one*, its copies, and finished games."""
    Path(database).write_bytes(Path(one).read_bytes())
    office = office_on(database)
    conn = office.store.conn
    for setting in ("synchronous = off", "journal_mode = memory", "cache_size = -400000"):
        conn.execute(f"pragma {setting}")
    long_ago = datetime.now(UTC).replace(microsecond=0) - timedelta(days=3650)
    for number, years in enumerate(YEARS):
        Played(office, over(number), long_ago, _addresses("over")).play(years)
        while office.strike_before(long_ago + timedelta(days=3000)):
            pass  # what players say about their finished game is collected for a while
    _all_sent(office.store)
    conn.create_function("player_of", 3, player_of, deterministic=True)
    conn.create_function("token_of", 2, token_of, deterministic=True)
    conn.create_function("plain", 1, office.store.opened)  # what a packed column holds
    copies = [(live(number), live(0), number) for number in range(1, LIVE)]
    with office.store.transaction():
        _copy(office.store, copies, cut=False)
        copies = [(over(number), over(number % len(YEARS)), number) for number in range(len(YEARS), OVER)]
        _copy(office.store, copies, cut=True)
    conn.execute("pragma journal_mode = wal")
    office.store.close()


def live(number: int) -> str:
    """The name of a live game."""
    return f"live-{number:04}"


def over(number: int) -> str:
    """The name of a game that is over."""
    return f"over-{number:04}"


def player_of(number: int, seat: str, address: str) -> str:
    """The address that plays *seat* in copy *number*: some have many games; the operator is always the same."""
    if seat not in SEATS:
        return address
    if seat == SEATS[0]:
        return f"regular{number % REGULARS}@player.example"
    return f"{seat.lower()}{number % PLAYERS}@player.example"


def token_of(name: str, token: str) -> str:
    """The token of a copy's reply address, or a Message-ID, as scattered as the original ones."""
    return short(hashlib.sha256(f"{name}\0{token}".encode()).hexdigest(), len(token))


SEATS: tuple[str, ...] = ruleset("payola").rules.seats(ruleset("payola").card.options())


def _addresses(word: str) -> Sequence[str]:
    return [f"{word}.{seat.lower()}@player.example" for seat in SEATS]


def _all_sent(store: Store) -> None:
    with store.transaction():
        store.change("update outbox set state = 'sent', tries = 1, answer = '250 2.0.0 Ok: queued', sent = queued")


def _copy(store: Store, copies: Sequence[tuple[str, str, int]], cut: bool) -> None:
    """Copy games, given as (new name, name, number). cut: cut their texts short."""
    conn = store.conn
    conn.execute("create temp table copies (name text, game text, number integer)")
    conn.executemany("insert into copies values (?, ?, ?)", copies)
    for table in TABLES:
        column = "name" if table == "games" else "game"
        changes = {column: "c.name", **CHANGES.get(table, {})}
        if cut:
            changes |= {text: f"substr(plain(o.{text}), 1, {CUT})" for text in CUTS.get(table, ())}
            changes |= SHORT.get(table, {})
        columns = [row["name"] for row in store.rows(f"pragma table_info({table})") if row["name"] != "id"]
        values = ", ".join(changes.get(name, f"o.{name}") for name in columns)
        conn.execute(
            f"insert into {table} ({', '.join(columns)}) "
            f"select {values} from temp.copies c cross join {table} o on o.{column} = c.game"
        )
    _copy_buckets(store, copies)
    conn.execute("drop table copies")


def _copy_buckets(store: Store, copies: Sequence[tuple[str, str, int]]) -> None:
    """Fill the buckets as every player who ever wrote would have left them."""
    rows = store.rows("select * from buckets where address like 'letters/%'")
    for name, game, _ in copies:
        for row in rows:
            kind, of, seat = row["address"].split("/")
            if of == game:
                store.change("insert into buckets values (?, ?, ?)", [f"{kind}/{name}/{seat}", row["level"], row["at"]])


class Size(msgspec.Struct, frozen=True):
    """The bytes that a whole game takes: in all, and of that the files that its mails share, and the mails without.

    asleep: what it takes after `gm compact`.
    """

    years: int
    all: int
    files: int
    mails: int
    asleep: int


def size_of_a_game(database: Path, years: int = 8) -> Size:
    """Play a game into an empty database and measure it."""
    office = office_on(database)
    empty = _pages(office.store)
    Played(office, over(0), datetime.now(UTC).replace(microsecond=0), _addresses("over")).play(years)
    files = office.store.value("select sum(length(data)) from pieces")
    mails = office.store.value("select sum(length(raw)) from outbox")
    awake = _pages(office.store) - empty
    while office.strike_before(datetime.max.replace(tzinfo=UTC)):
        pass  # what players say about their finished game is collected for a while
    _all_sent(office.store)
    compact(office.store, [over(0)])
    size = Size(years, awake, files, mails, asleep=_pages(office.store) - empty)
    office.store.close()
    return size


def _pages(store: Store) -> int:
    return int(
        store.rows("select page_count * page_size as bytes from pragma_page_count, pragma_page_size")[0]["bytes"]
    )
