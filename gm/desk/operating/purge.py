"""Taking personal data out of a finished game: names, addresses, raw letters, mails sent.

The journal, its snapshots, the ledger and what the report is made of stay: they know players by salted hashes alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from email import message_from_bytes
from email.policy import default
from typing import Any

from gm.desk.answers import without_tag
from gm.desk.operating.exchange import check_at_rest
from gm.desk.telling import OPERATOR_READER
from gm.store.store import Store

# What is kept of a letter: that it was handled, by its key in the mailbox.
LETTER = (
    "update inbox set message_id = '', digest = '', sender = '', subject = '', raw = x'', reason = 'purged', "
    "state = 'known', hold = null"
)
# What happens to each table with rows of a game; a test compares this with the schema.
KEPT = ("games", "journal", "snapshots", "ledger", "disclosed")
PERSONAL = {
    "players": "update players set address = '', name = '', also = '[]' where game = ?",
    "people": "delete from people where game = ?",
    "addresses": "delete from addresses where game = ?",
    "tokens": "delete from tokens where game = ?",
    "inbox": f"{LETTER} where game = ?",
    "outbox": "delete from outbox where game = ?",
    "bounces": "delete from bounces where game = ?",
}
Row = dict[str, Any]


def purge_game(store: Store, game: str) -> bool:
    """Take the personal data of a finished game out of the database file; False if a reader kept old pages in use.

    Doing it again does no harm. Raises ExchangeError while the game runs, or while mails of it wait.
    """
    store.db.conn.execute("pragma secure_delete = on")
    with store.transaction():
        check_at_rest(store, game, ("waiting", "held"))
        _purge_elsewhere(store, game, _addresses(store, game))
        for statement in PERSONAL.values():
            store.change(statement, [game])
    # What was deleted before may still lie in free pages, and what was there an hour ago in the write-ahead log.
    store.db.conn.execute("vacuum")
    return int(store.rows("pragma wal_checkpoint(truncate)")[0]["busy"]) == 0


def _addresses(store: Store, game: str) -> set[str]:
    """The addresses known from this game alone: who plays another game here, too, is known from that."""
    here, elsewhere = (_known(store, sign, game) for sign in ("=", "!="))
    here |= {row["sender"] for row in store.rows("select distinct sender from inbox where game = ?", [game])}
    return here - elsewhere - {""}


def _known(store: Store, sign: str, game: str) -> set[str]:
    players = store.rows(f"select address, also from players where game {sign} ?", [game])
    people = store.rows(f"select address from people where game {sign} ?", [game])
    return {row["address"] for row in players + people} | {one for row in players for one in json.loads(row["also"])}


def _purge_elsewhere(store: Store, game: str, addresses: set[str]) -> None:
    """What lies outside the game of those addresses: mails about no game, alarms that name them, counts of answers."""
    letters = store.rows("select id, sender, raw from inbox where game = ''")
    for row in letters:
        if row["sender"] in addresses or _names(_text(row["raw"]), addresses):
            store.change(f"{LETTER} where id = ?", [row["id"]])
    mails = store.rows("select id, reader, recipient, raw from outbox where game = '' and state != 'waiting'")
    for row in mails:
        if row["recipient"] in addresses or (row["reader"] == OPERATOR_READER and _names(_text(row["raw"]), addresses)):
            store.change("delete from outbox where id = ?", [row["id"]])
    for address in addresses:
        store.change("delete from bounces where game = '' and recipient = ?", [address])
        store.change("delete from buckets where address = ?", [without_tag(address)])
    store.change("delete from buckets where instr(address, '/' || ? || '/')", [game])


def _text(raw: bytes) -> str:
    """A mail as it was written and as it is read, in small letters: an address may stand in either."""
    text = raw.decode("utf-8", "replace")
    try:
        part = message_from_bytes(raw, policy=default).get_body(("plain",))
        text += str(part.get_content()) if part is not None else ""
    except Exception:  # the standard parser raises all kinds on broken mails; then the bytes must do
        return text.lower()
    return text.lower()


def _names(text: str, addresses: Iterable[str]) -> bool:
    return any(address in text for address in addresses)
