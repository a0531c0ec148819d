"""Checking a store: every game rebuilt from its journal and compared with what was kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gm import __version__
from gm.desk import events
from gm.desk.delivery import past_mails
from gm.desk.game import Game
from gm.desk.operating.earlier import game_after
from gm.desk.telling import BrokenBooks
from gm.desk.turn import Turn
from gm.desk.words import write_mail
from gm.registry import ruleset
from gm.store.database import as_json, iso
from gm.store.journal import GENESIS, Journaled, entry_hash
from gm.store.store import Store


def check_store(store: Store, name: str | None = None) -> tuple[list[str], int]:
    """What differs, a line each, and how many games were checked."""
    faults: list[str] = []
    names = [name] if name else store.games.names()
    for one in names:
        faults += [f"{one}: {fault}" for fault in check_game(store, one)]
    return faults, len(names)


def check_game(store: Store, name: str) -> Iterator[str]:
    """What differs between a game's journal and its snapshots, its ledger and its current state."""
    game: Game | None = None
    before = GENESIS
    for entry in store.journal.entries(name):
        yield from _check_chain(entry, before)
        before = entry.hash
        past = partial(past_mails, store, name, game, before=entry.n)
        try:
            turn = events.apply(game, entry.at, entry.kind, entry.data, past, partial(game_after, store, name))
        except BrokenBooks as error:
            yield f"entry {entry.n}: the books of the game are broken: {error}"
            return
        game = turn.game
        same = entry.version == __version__
        snapshot = store.snapshots.after(name, entry.n)
        if same and snapshot is not None and snapshot != as_json(game):
            yield f"entry {entry.n}: the snapshot differs"
        elif not same and snapshot is not None:
            # What follows was made from what that version kept, which may have known less of a game, or more.
            kept = events.load_game(snapshot)
            if (as_json(kept.state), kept.over) != (as_json(game.state), game.over):
                yield f"entry {entry.n}: version {entry.version} has kept another position than this one rebuilds"
            game = kept
        yield from _check_ledger(store, entry, turn, same)
    stored = store.games.state(name)
    if game is None:
        yield "no journal"
    elif stored is None or as_json(events.load_game(stored)) != as_json(game):
        yield "the current state differs"
    if game is not None and game.state is not None and (wrong := ruleset(game.ruleset).audited.audit(game.state)):
        yield f"the books of the game are broken: {wrong}"


def _check_chain(entry: Journaled, before: str) -> Iterator[str]:
    text = as_json(entry.data)
    digest = entry_hash(entry.game, entry.n, iso(entry.at), entry.kind, text, entry.version, entry.before)
    if entry.before != before or entry.hash != digest:
        yield f"entry {entry.n}: the chain is broken"


def _check_ledger(store: Store, entry: Journaled, turn: Turn, same: bool) -> Iterator[str]:
    """The mails of one entry, word for word if this version wrote them."""
    ledger = store.ledger.of_entry(entry.game, entry.n)
    if len(ledger) != len(turn.mails):
        yield f"entry {entry.n}: {len(ledger)} mails in the ledger, {len(turn.mails)} rebuilt"
    rebuilt = sorted(turn.mails, key=lambda mail: (mail.reader, mail.number))
    for told, mail in zip(ledger, rebuilt, strict=False):
        written = write_mail(turn.game, mail)
        if (told.reader, told.number) != (mail.reader, mail.number) and same:
            yield f"entry {entry.n}: a mail to {told.reader} is now one to {mail.reader}"
        if same and (told.subject, told.body) != (written.subject, written.text):
            yield f"entry {entry.n}: mail {told.reader}/{told.number} differs"
        if same and as_json(told.notices) != as_json(mail.notices):
            yield f"entry {entry.n}: notices of {told.reader}/{told.number} differ"
