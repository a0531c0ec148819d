"""The schema in PostgreSQL: a new database has it at once, and from then on migrations of its own.

It is that of SQLite after the migrations up to FIRST; whatever comes later has the same name in both lists. Text is
sorted by its bytes, as in SQLite; `rowid` numbers the rows of a table that have no number of their own. Columns that
hold packed text (HELD in gm.store.database) are of the type `held`.
"""

from __future__ import annotations

FIRST = "packed"

SCHEMA = """
create domain blob as bytea;
create domain held as bytea;
create table facts (name text primary key, value text not null, rowid);
create table games (
    name text primary key, ruleset text not null, over text not null default '', entries integer not null,
    next_strike text, opened text not null, offer text not null default '', glance text not null default '', rowid
);
create index games_by_strike on games (next_strike) where next_strike is not null;
create index games_that_offer on games (name) where offer != '';
create index games_alive on games (name) where over = '';
create table journal (
    game text not null, n integer not null, at text not null, kind text not null, data held not null,
    version text not null, before text not null, hash text not null, leaf text not null default '', rowid,
    primary key (game, n)
);
create table snapshots (
    game text not null, n integer not null, state held not null, kept integer not null default 1, rowid,
    primary key (game, n)
);
create table texts (game text not null, hash text not null, text held not null, rowid, primary key (game, hash));
create table ledger (
    game text not null, reader text not null, number integer not null, n integer not null, at text not null,
    kind text not null, phase text not null, subject text not null, body held not null, notices held not null,
    press_from text not null default '', message_id text not null, rowid, primary key (game, reader, number)
);
create index ledger_by_message on ledger (message_id);
create index ledger_by_entry on ledger (game, n);
create table disclosed (
    id number primary key, game text not null, n integer not null, at text not null, kind text not null,
    body held not null
);
create index disclosed_by_game on disclosed (game, n);
create table players (
    game text not null, seat text not null, since integer not null, address text not null, name text not null,
    hash text not null, "left" integer, also text not null default '[]', rowid, primary key (game, seat, since)
);
create index players_by_address on players (address);
create table addresses (
    address text not null, game text not null, seat text not null, primary key (address, game, seat)
);
create index addresses_by_seat on addresses (game, seat);
create table people (
    game text not null, person text not null, address text not null, name text not null default '',
    also text not null default '[]', since integer not null, rowid, primary key (game, person)
);
create index people_by_address on people (address, game);
create table tokens (
    token text primary key, game text not null, reader text not null, number integer not null, at text not null,
    deadlines integer not null, copy text not null default '', spent integer not null default 0, rowid
);
create index tokens_by_reader on tokens (game, reader);
create table inbox (
    id number primary key, key text not null unique, message_id text not null, digest text not null,
    received text not null, sender text not null, subject text not null, raw blob not null, state text not null,
    reason text not null default '', game text not null default '', n integer, seat text not null default '',
    hold integer, whole text not null default '', lost text not null default ''
);
create index inbox_by_digest on inbox (digest);
create index inbox_by_state on inbox (state);
create index inbox_by_hold on inbox (game, hold) where hold is not null;
create index inbox_by_seat on inbox (game, seat);
create index inbox_strays on inbox (lost, received) where lost != 'all' and state != 'failed' and hold is null
    and (game = '' or state in ('held', 'ignored'));
create table outbox (
    id number primary key, game text not null, reader text not null, recipient text not null,
    message_id text not null, raw blob not null, queued text not null, state text not null,
    tries integer not null default 0, next_try text not null, answer text not null default '', sent text,
    press integer not null default 0, bucket text not null default ''
);
create index outbox_by_message on outbox (message_id);
create index outbox_by_game on outbox (game);
create index outbox_waiting on outbox (state, press, next_try);
create index outbox_withheld on outbox (bucket, id) where state = 'withheld' and bucket != '';
create table bounces (
    id number primary key, outbox integer not null, game text not null, reader text not null,
    recipient text not null, at text not null, hard integer not null, said text not null
);
create index bounces_by_reader on bounces (game, reader);
create table buckets (address text primary key, level real not null, at text not null, rowid);
create index buckets_by_time on buckets (at);
create table pieces (hash text not null, game text not null, data blob not null, rowid, primary key (hash, game));
create index pieces_by_game on pieces (game);
create table parcels (game text primary key, data blob not null, rowid);
create table asleep (mark integer not null, game text not null, primary key (mark, game));
insert into facts (name, value)
    values ('made', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
"""

SITE = """
create table site (
    game text not null, number integer not null, at text not null, title text not null, head text not null,
    page text not null, rowid, primary key (game, number)
);
create index site_by_time on site (at);
create index site_newest on site (game, number) where head != ''
"""

DAEMONS = """
create table waiting (
    id number primary key, mailbox text not null, key text not null unique, received text not null, raw blob not null,
    trouble text not null default '', sender text not null default '', lane text not null default '',
    tries integer not null default 0, tried text not null default '',
    part text not null default '', timed text not null default ''
);
create index waiting_in_order on waiting (received, mailbox, id);
create index waiting_by_lane on waiting (lane, received);
create index waiting_by_sender on waiting (sender, received);
create table leases (
    name text primary key, holder text not null, epoch integer not null, "until" text not null, rowid
);
create table sending (recipient text primary key, holder text not null, "until" text not null, rowid)
"""

PERSONS = """
create table deeds (
    game text not null, n integer not null, number integer not null, seat text not null, what text not null, rowid,
    primary key (game, n, number)
);
create table records (
    played text not null, seat text not null, since integer not null, address text not null, ruleset text not null,
    ended text not null, came text not null, result text not null, filed integer not null, late integer not null,
    missed integer not null, rated integer not null, named integer not null, rowid, primary key (played, seat, since)
);
create index records_by_address on records (address, ended);
create table persons (
    id number primary key, note text not null default '', open integer not null default 0
);
create table called (address text primary key, person integer not null, rowid);
create index called_by_person on called (person);
create table blocks (
    address text not null, other text not null, lifted text not null, rowid, primary key (address, other)
);
create index blocks_by_other on blocks (other)
"""

LEAGUES = "create table leagues (name text primary key, state text not null, rowid)"

# What is written short above, and what PostgreSQL calls it.
WORDS = {
    r"\btext\b(?= primary| not null|,| unique|\))": 'text collate "C"',
    r"\binteger\b": "bigint",
    r"\breal\b": "double precision",
    r"\bnumber primary key\b": "bigint generated by default as identity primary key",
    r"\browid(?=[,\n ]|\))": "rowid bigint generated by default as identity",
}

# By the name that SQLite's migration has. Applied in this order; semicolons separate the statements of each.
MIGRATIONS: dict[str, str] = {FIRST: SCHEMA, "site": SITE, "daemons": ";".join((DAEMONS, PERSONS, LEAGUES))}
