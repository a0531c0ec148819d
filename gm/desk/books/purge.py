"""Removing personal data from a finished game: names, addresses, raw letters, mails sent.

The journal, its snapshots, the ledger and the facts of the report stay: they know players only by salted hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from email import message_from_bytes
from email.policy import default

import msgspec

from gm.desk.books.exchange import check_at_rest
from gm.desk.mails.asked import forget_asked, forget_persons_asked
from gm.desk.mails.before import forget_told
from gm.desk.mails.buckets import OF_PERSONS, without_tag
from gm.desk.people.households import TOLD
from gm.desk.people.standins import offers_nowhere
from gm.post.inbound.apart import Apart
from gm.post.inbound.passwords import Meaning
from gm.store.database import as_json
from gm.store.outbox import State
from gm.store.store import Store

# What happens to each table with rows of a game; a test compares this with the schema.
KEPT = ("games", "journal", "snapshots", "texts", "ledger", "disclosed", "deeds")
PERSONAL = ("site", "players", "addresses", "people", "tokens", "inbox", "outbox", "bounces", "pieces")
WOKEN = ("parcels", "asleep")  # have nothing of a game that is awake, as it must be


def purge_game(store: Store, game: str) -> bool:
    """Remove a finished game's personal data from the database file; False if a reader kept old pages in use.

    It may be repeated. Raises ExchangeError while the game runs or mails of it wait.
    """
    store.overwrite()
    with store.transaction():
        store.parcels.wake(game)
        check_at_rest(store, game, (State.WAITING, State.HELD))
        _purge_elsewhere(store, game, _addresses(store, game, forget_asked(store, game)))
        inbox, outbox, pieces = store.inbox, store.outbox, store.pieces
        for table in (store.site, store.players, store.people, store.tokens, inbox, outbox, pieces, store.bounces):
            table.purge(game)
        store.records.purge(game)
        forget_told(store, game)
        store.facts.forget(f"{TOLD}{game}")
    return store.scrub()


TEXTS = ("letter", "held")  # the kinds of entries that hold what people wrote


def purge_texts(store: Store, game: str) -> bool:
    """Remove what people wrote in a finished game from its journal, and what each was told; False if it is too old.

    The report stays as it is, and can be made again. Nothing else of the game can: not even `gm fsck` rebuilds it.
    Raises ExchangeError while the game runs or mails of it wait.
    """
    store.overwrite()
    with store.transaction():
        store.parcels.wake(game)
        check_at_rest(store, game, (State.WAITING, State.HELD))
        if not store.journal.purge_texts(game, TEXTS):
            return False
        store.ledger.purge(game)
        for kept in store.snapshots.of(game):
            store.snapshots.replace(game, kept.n, _without_words(kept.state))
    store.scrub()
    return True


def _without_words(state: str) -> str:
    """A snapshot without diaries and held letters, and without the names under which people watched."""
    facts = msgspec.json.decode(state)
    for sitting in facts["seats"].values():
        sitting.update({"notes": [], "pile": [], "later": [], "held": []})
    for guest in facts.get("guests", {}).values():
        guest.update({"name": "", "nonce": ""})
    return as_json(facts)


def _addresses(store: Store, game: str, others: set[str]) -> set[str]:
    """The addresses known only from this game, and not from another one here. others: more that are known from it."""
    here = others | store.players.known(game) | store.people.known(game) | store.inbox.senders(game)
    return here - store.players.known(game, elsewhere=True) - store.people.known(game, elsewhere=True) - {""}


def _purge_elsewhere(store: Store, game: str, addresses: set[str]) -> None:
    """Remove what is kept of those addresses outside the game: mails about no game, or that name them, counts."""
    apart = Apart()
    for letter in store.inbox.strays():
        if letter.sender in addresses or _names(_said(letter.raw, apart), addresses):
            store.inbox.purge_one(letter.id)
    apart.rest()
    for mail in store.outbox.strays():
        if mail.recipient in addresses or _names(_text(mail.raw), addresses):
            store.outbox.remove(mail.id)
    for address in addresses:
        store.bounces.purge_to(address)
    forget_persons(store, sorted(addresses))
    counted = {without_tag(address) for address in addresses}
    for bucket in store.buckets.addresses():
        if OF_PERSONS.sub("", bucket) in counted or f"/{game}/" in bucket:
            store.buckets.forget(bucket)


def forget_persons(store: Store, addresses: Sequence[str]) -> None:
    """Forget what is kept of persons over all games: records, notes, blocks, offers, and questions that wait."""
    store.records.forget(addresses)
    store.persons.forget(addresses)
    store.blocks.forget(addresses)
    for address in addresses:
        offers_nowhere(store, address)
    forget_persons_asked(store, addresses)


def _said(raw: bytes, apart: Apart) -> str:
    """A letter both raw and as it is read, in lower case: an address may appear in either."""
    mail = apart.read(raw, Meaning())
    lines = (line.text for line in (*mail.lines, *mail.quoted, *mail.below))
    return "\n".join((raw.decode("utf-8", "replace"), *lines)).lower()


def _text(raw: bytes) -> str:
    """A mail of ours both raw and decoded, in lower case: an address may appear in either."""
    text = raw.decode("utf-8", "replace")
    try:
        part = message_from_bytes(raw, policy=default).get_body(("plain",))
        text += str(part.get_content()) if part is not None else ""
    except Exception:  # then the raw text must do
        return text.lower()
    return text.lower()


def _names(text: str, addresses: Iterable[str]) -> bool:
    return any(address in text for address in addresses)
