"""The schema and its migrations: each is applied once, in the same transaction as the row that records it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from gm.store import pgschema
from gm.store.database import token_hash
from gm.store.engine import Engine, StoreError
from gm.store.sqlite import Sqlite

# The tables of the first version.
FIRST = """
create table games (
    name text primary key, ruleset text not null, state text not null, over text not null default '',
    entries integer not null, next_strike text, opened text not null
);
create index games_by_strike on games (next_strike) where next_strike is not null;
create table journal (
    game text not null, n integer not null, at text not null, kind text not null, data text not null,
    version text not null, before text not null, hash text not null, primary key (game, n)
);
create table snapshots (game text not null, n integer not null, state text not null, primary key (game, n));
create table ledger (
    game text not null, reader text not null, number integer not null, n integer not null, at text not null,
    kind text not null, phase text not null, subject text not null, body text not null, notices text not null,
    press_from text not null default '', message_id text not null, primary key (game, reader, number)
);
create index ledger_by_message on ledger (message_id);
create index ledger_by_entry on ledger (game, n);
create table disclosed (
    id integer primary key, game text not null, n integer not null, at text not null, kind text not null,
    body text not null
);
create index disclosed_by_game on disclosed (game, n);
create table players (
    game text not null, seat text not null, since integer not null, address text not null, name text not null,
    hash text not null, left integer, primary key (game, seat, since)
);
create index players_by_address on players (address);
create table tokens (token text primary key, game text not null, seat text not null);
create table inbox (
    id integer primary key, key text not null unique, message_id text not null, digest text not null,
    received text not null, sender text not null, subject text not null, raw blob not null,
    state text not null, reason text not null default '', game text not null default '', n integer
);
create index inbox_by_message on inbox (message_id, digest);
create index inbox_by_state on inbox (state);
create table outbox (
    id integer primary key, game text not null, reader text not null, recipient text not null,
    message_id text not null, raw blob not null, queued text not null, state text not null,
    tries integer not null default 0, next_try text not null, answer text not null default '', sent text
);
create index outbox_waiting on outbox (state, next_try);
create table answered (address text not null, at text not null);
create index answered_by_address on answered (address, at)
"""


# Reply addresses that expire, questions about letters, bounces, and answers counted in a bucket. A question asked
# before this had no mail that a CONFIRM could answer: it is dropped, and can be asked again. If games are running,
# mail that came while gm was being replaced belongs to them.
REAL_MAIL = """
alter table games drop column state;
update snapshots set state = json_set(state, '$.pending', json('{}')) where json_extract(state, '$.pending') != '{}';
create table facts (name text primary key, value text not null);
alter table tokens rename to old_tokens;
create table tokens (
    token text primary key, game text not null, reader text not null, number integer not null,
    at text not null, deadlines integer not null
);
create index tokens_by_reader on tokens (game, reader);
insert into tokens select token, game, seat, -1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), 0 from old_tokens;
drop table old_tokens;
alter table players add column also text not null default '[]';
alter table inbox add column seat text not null default '';
alter table inbox add column hold integer;
create index inbox_by_hold on inbox (game, hold) where hold is not null;
create index inbox_by_seat on inbox (game, seat);
create index outbox_by_message on outbox (message_id);
create table bounces (
    id integer primary key, outbox integer not null, game text not null, reader text not null,
    recipient text not null, at text not null, hard integer not null, said text not null
);
create index bounces_by_reader on bounces (game, reader);
drop table answered;
create table buckets (address text primary key, level real not null, at text not null);
insert into facts select 'made', coalesce(min(opened), strftime('%Y-%m-%dT%H:%M:%SZ', 'now')) from games
"""


# People without a seat, what games offer newcomers, addresses in a table of their own, snapshots that may go.
DESK = """
create table people (
    game text not null, person text not null, address text not null, name text not null default '',
    also text not null default '[]', since integer not null, primary key (game, person)
);
create index people_by_address on people (address, game);
create index buckets_by_time on buckets (at);
create index outbox_by_game on outbox (game);
alter table games add column offer text not null default '';
create index games_that_offer on games (name) where offer != '';
create index games_alive on games (name) where over = '';
alter table snapshots add column kept integer not null default 1;
create table addresses (
    address text not null, game text not null, seat text not null, primary key (address, game, seat)
) without rowid;
create index addresses_by_seat on addresses (game, seat);
insert or ignore into addresses select address, game, seat from players where left is null;
insert or ignore into addresses
    select each.value, game, seat from players, json_each(players.also) as each where left is null
"""

# Tokens of the copies that sitters get, and tokens that others may have read.
PROOF = """
alter table tokens add column copy text not null default '';
alter table tokens add column spent integer not null default 0
"""

# Reply addresses are known by their hashes. The hash of an entry covers its data by a hash of their own, so that they
# can be purged and the chain still holds; entries of before have none.
HASHES = """
update tokens set token = token_hash(token);
alter table journal add column leaf text not null default ''
"""

# Long texts, such as boards, once for each game.
TEXTS = "create table texts (game text not null, hash text not null, text text not null, primary key (game, hash))"

# How a game stands, for whoever only looks; "" until its next entry, or until gm serve starts.
GLANCES = "alter table games add column glance text not null default ''"

# Answers that wait for room in their reader's bucket, and messages between players, which wait for all other mail.
BUDGETS = """
alter table outbox add column press integer not null default 0;
drop index outbox_waiting;
create index outbox_waiting on outbox (state, press, next_try);
alter table outbox add column bucket text not null default '';
create index outbox_withheld on outbox (bucket, id) where state = 'withheld' and bucket != ''
"""

# Files in a game's mails, once for each game; and of a letter, a digest of all of it, and what is no longer kept: "",
# "files", "text", or "all" but its key. What is in the database already is packed step by step (gm.store.repack).
# Games that are over are one value each in `parcels`; `asleep` says by which marks one is found again (gm.store.marks).
PACKED = """
create table pieces (
    hash text not null, game text not null, data blob not null, primary key (hash, game)
);
create index pieces_by_game on pieces (game);
alter table inbox add column whole text not null default '';
alter table inbox add column lost text not null default '';
update inbox set lost = 'all' where length(raw) = 0;
create index inbox_strays on inbox (lost, received) where lost != 'all' and state != 'failed' and hold is null
    and (game = '' or state in ('held', 'ignored'));
create table parcels (game text primary key, data blob not null);
create table asleep (mark integer not null, game text not null, primary key (mark, game)) without rowid;
insert into facts select 'to pack', '{"table":"journal","row":0}' where exists (select 1 from journal)
    or exists (select 1 from inbox) or exists (select 1 from outbox)
"""

# What anybody may be shown of games (gm.store.site).
SITE = """
create table site (
    game text not null, number integer not null, at text not null, title text not null, head text not null,
    page text not null, primary key (game, number)
);
create index site_by_time on site (at);
create index site_newest on site (game, number) where head != ''
"""

# Letters that wait to act, and what only one daemon may do at a time (gm.store.waiting, gm.store.leases); and which
# readers' mails one sends (gm.store.sending).
DAEMONS = """
create table waiting (
    id integer primary key, mailbox text not null, key text not null unique, received text not null,
    raw blob not null, trouble text not null default '', sender text not null default '',
    lane text not null default '', tries integer not null default 0, tried text not null default '',
    part text not null default '', timed text not null default ''
);
create index waiting_in_order on waiting (received, mailbox, id);
create index waiting_by_lane on waiting (lane, received);
create index waiting_by_sender on waiting (sender, received);
create table leases (name text primary key, holder text not null, epoch integer not null, "until" text not null);
create table sending (recipient text primary key, holder text not null, "until" text not null)
"""

# Who was in time in games that run (gm.store.deeds), what became of players in those that are over (gm.store.records),
# which addresses belong to one person (gm.store.persons), and who does not want to be seated with whom
# (gm.store.blocks).
PERSONS = """
create table deeds (
    game text not null, n integer not null, number integer not null, seat text not null, what text not null,
    primary key (game, n, number)
);
create table records (
    played text not null, seat text not null, since integer not null, address text not null, ruleset text not null,
    ended text not null, came text not null, result text not null, filed integer not null, late integer not null,
    missed integer not null, rated integer not null, named integer not null, primary key (played, seat, since)
);
create index records_by_address on records (address, ended);
create table persons (id integer primary key, note text not null default '', open integer not null default 0);
create table called (address text primary key, person integer not null);
create index called_by_person on called (person);
create table blocks (address text not null, other text not null, lifted text not null, primary key (address, other));
create index blocks_by_other on blocks (other)
"""

# Leagues (gm.store.leagues).
LEAGUES = "create table leagues (name text primary key, state text not null)"

# Applied in this order; semicolons separate the statements of each.
MIGRATIONS: dict[str, str] = {
    "first": FIRST,
    "real-mail": REAL_MAIL,
    "desk": DESK,
    "proof": PROOF,
    "hashes": HASHES,
    "texts": TEXTS,
    "packed": ";".join((GLANCES, BUDGETS, PACKED)),
    "site": SITE,
    "daemons": ";".join((DAEMONS, PERSONS, LEAGUES)),
}


class NewerDatabase(Exception):
    """A later version of gm has changed the database, and this one would misread it."""


def applied(engine: Engine) -> set[str]:
    """The migrations applied to a database, none for an empty one. Writes nothing.

    Raises NewerDatabase if this version does not know one of them, and StoreError if it cannot be gm's, or whole.
    """
    with engine.errors_told():
        tables = engine.tables()
        known = "migrations" in tables
        done = {str(row[0]) for row in engine.execute("select name from migrations")} if known else set()
    if not known:
        if tables and engine.name == "postgres":
            raise StoreError("the database has tables that are not gm's: give gm a database of its own")
        return set()
    if unknown := sorted(done - set(MIGRATIONS)):
        raise NewerDatabase(
            f"the database was made by a newer version of gm (it has {', '.join(unknown)}); "
            "nothing was changed: install that version, or restore a backup from before"
        )
    if engine.name == "postgres" and (missing := sorted(_at_once() - done)):
        raise StoreError(
            f"the schema of the database is half made (it lacks {', '.join(missing)}): nothing was changed; "
            "empty the database, or restore a dump of it"
        )
    return done


def _at_once() -> set[str]:
    """The migrations that a new database of PostgreSQL has from the beginning."""
    names = list(MIGRATIONS)
    return set(names[: names.index(pgschema.FIRST) + 1])


def carry_out(engine: Engine, name: str) -> None:
    """Apply one migration and record it. Not with `executescript`, which would commit in between."""
    if isinstance(engine, Sqlite):
        engine.conn.create_function("token_hash", 1, token_hash, deterministic=True)
        statements = MIGRATIONS[name]
    else:
        statements = pgschema.MIGRATIONS.get(name, "")  # one of those that the first brings along
        for word, means in pgschema.WORDS.items():
            statements = re.sub(word, means, statements)
    for statement in filter(str.strip, statements.split(";")) if statements else ():
        engine.execute(statement)
    engine.execute("insert into migrations values (?)", [name])


def migrate(engine: Engine) -> None:
    """Migrate the database to this version's schema. Raises NewerDatabase and StoreError."""
    done = applied(engine)
    if len(done) == len(MIGRATIONS):
        return
    for names in _steps(engine):
        with _alone(engine):
            done = applied(engine)  # another process may have been quicker
            engine.execute("create table if not exists migrations (name text primary key)")
            for name in names:
                if name not in done:
                    carry_out(engine, name)


def _steps(engine: Engine) -> list[list[str]]:
    """The migrations that are done together: in PostgreSQL all."""
    return [[name] for name in MIGRATIONS] if engine.name == "sqlite" else [list(MIGRATIONS)]


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """A transaction in which nobody else changes the schema, or anything if that cannot be told apart."""
    with engine.errors_told():
        engine.begin_alone()
        try:
            yield
            engine.commit()
        except BaseException:
            if engine.in_transaction:
                engine.rollback()
            raise
