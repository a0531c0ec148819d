"""Checking a store: every game is rebuilt from its journal and compared with what was kept.

What another version wrote is compared with what this one makes of it, but what that version kept is what holds: a
difference is worth a note and is not a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from gm import __version__
from gm.desk.books.earlier import game_after
from gm.desk.entries import events
from gm.desk.game.forms import NewerForm
from gm.desk.game.game import Game
from gm.desk.game.telling import BrokenBooks
from gm.desk.game.turn import Turn
from gm.desk.mails.delivery import past_mails
from gm.desk.mails.words import write_mail
from gm.registry import ruleset
from gm.store.database import as_json, iso
from gm.store.engine import StoreError
from gm.store.journal import GENESIS, Journaled, entry_hash
from gm.store.ledger import Disclosed
from gm.store.store import Store

Tell = Callable[[str], None]


def _tell_nobody(line: str) -> None:
    pass


def check_store(store: Store, name: str | None = None, remark: Tell = _tell_nobody) -> tuple[list[str], int]:
    """Return what differs, a line each, and how many games were checked.

    remark: is called with a line for each thing another version wrote that this one would make differently.
    """
    faults: list[str] = []
    names = [name] if name else store.games.names()
    for one in names:
        notes: list[str] = []
        faults += [f"{one}: {fault}" for fault in check_game(store, one, notes.append)]
        for line in notes:
            remark(f"{one}: {line}")
    return faults, len(names)


def check_game(store: Store, name: str, remark: Tell = _tell_nobody) -> Iterator[str]:
    """Yield what differs between a game's journal and its snapshots, ledger, disclosure and current state.

    remark: as for check_store.
    """
    with store.parcels.awake(name):
        yield from _check_awake(store, name, remark)


def _check_awake(store: Store, name: str, remark: Tell) -> Iterator[str]:
    game: Game | None = None
    before = GENESIS
    if any(entry.purged for entry in store.journal.entries(name)):
        yield from _check_purged(store, name)
        remark("its texts are purged, so nothing of it can be rebuilt")
        return
    disclosed = {n: list(told) for n, told in groupby(store.disclosed.of(name), key=lambda told: told.n)}
    try:
        for entry in store.journal.entries(name):
            yield from _check_chain(entry, before)
            before = entry.hash
            if game is None and entry.n > 1:  # nothing to go on from until another version's next snapshot
                game = _kept(store, entry)
            elif entry.version != __version__:
                game = _foreign(store, entry, game, remark)
            else:
                turn = _turn(store, entry, game)
                game = turn.game
                yield from _check_snapshot(store, entry, game)
                yield from _check_ledger(store, entry, turn)
                yield from _check_disclosed(entry, turn, disclosed.get(entry.n, []))
        yield from _check_present(store, name, game)
    except BrokenBooks as error:
        yield f"entry {entry.n}: the books of the game are broken: {error}"
    except NewerForm as error:
        yield str(error)


def _check_purged(store: Store, name: str) -> Iterator[str]:
    """Check the chain of a game whose texts are purged: that is all there is to check."""
    before = GENESIS
    for entry in store.journal.entries(name):
        yield from _check_chain(entry, before)
        before = entry.hash


def _turn(store: Store, entry: Journaled, game: Game | None) -> Turn:
    """The turn that this version makes of an entry. Raises BrokenBooks, NewerForm."""
    past = partial(past_mails, store, entry.game, game, before=entry.n)
    return events.apply(
        game, entry.at, entry.kind, data=entry.data, past=past, earlier=partial(game_after, store, entry.game)
    )


def _kept(store: Store, entry: Journaled) -> Game | None:
    """The game after an entry as it was kept; None if it was not. Raises NewerForm."""
    text = store.snapshots.after(entry.game, entry.n)
    return None if text is None else events.load_game(text)


def _foreign(store: Store, entry: Journaled, game: Game | None, remark: Tell) -> Game | None:
    """The game after another version's entry: as that version kept it, else as this one rebuilds it, else None.

    What follows was made from what that version kept, which may have known less or more of a game, and may have read
    a letter differently. Raises NewerForm.
    """
    kept = _kept(store, entry)
    try:
        turn = _turn(store, entry, game)
    except (NewerForm, StoreError):
        raise
    except Exception as error:  # whatever today's rules and grammars object to
        remark(f"entry {entry.n}: this version cannot carry out what {entry.version} has ({type(error).__name__})")
        return kept
    if kept is not None and (as_json(kept.state), kept.over) != (as_json(turn.game.state), turn.game.over):
        remark(f"entry {entry.n}: version {entry.version} has kept another position than this one rebuilds")
    sent = len(store.ledger.of_entry(entry.game, entry.n))
    if sent != len(turn.mails):
        remark(f"entry {entry.n}: version {entry.version} wrote {sent} mails, this one would write {len(turn.mails)}")
    return kept or turn.game


def _check_chain(entry: Journaled, before: str) -> Iterator[str]:
    text = as_json(entry.data)
    digest = entry_hash(
        entry.game, entry.n, iso(entry.at), kind=entry.kind, data=text, version=entry.version, before=entry.before,
        leaf=entry.leaf,
    )  # fmt: skip
    if entry.before != before or entry.hash != digest:
        yield f"entry {entry.n}: the chain is broken"


def _check_snapshot(store: Store, entry: Journaled, game: Game) -> Iterator[str]:
    kept = store.snapshots.after(entry.game, entry.n)
    if kept is not None and kept != as_json(game):
        yield f"entry {entry.n}: the snapshot differs"


def _check_ledger(store: Store, entry: Journaled, turn: Turn) -> Iterator[str]:
    """Compare the mails of one entry, word for word; yield what differs."""
    ledger = store.ledger.of_entry(entry.game, entry.n)
    if len(ledger) != len(turn.mails):
        yield f"entry {entry.n}: {len(ledger)} mails in the ledger, {len(turn.mails)} rebuilt"
    rebuilt = sorted(turn.mails, key=lambda mail: (mail.reader, mail.number))
    for told, mail in zip(ledger, rebuilt, strict=False):
        written = write_mail(turn.game, mail)
        if (told.reader, told.number) != (mail.reader, mail.number):
            yield f"entry {entry.n}: a mail to {told.reader} is now one to {mail.reader}"
        if (told.subject, told.body) != (written.subject, written.text):
            yield f"entry {entry.n}: mail {told.reader}/{told.number} differs"
        if as_json(told.notices) != as_json(mail.notices):
            yield f"entry {entry.n}: notices of {told.reader}/{told.number} differ"


def _check_disclosed(entry: Journaled, turn: Turn, disclosed: Sequence[Disclosed]) -> Iterator[str]:
    if [(told.kind, as_json(told.body)) for told in disclosed] != [(k, as_json(body)) for k, body in turn.disclosed]:
        yield f"entry {entry.n}: what the report tells of it differs"


def _read_again(state: str) -> str:
    """A state that was kept, read and written again; "" if it cannot be read. Raises NewerForm."""
    try:
        return as_json(events.load_game(state))
    except NewerForm:
        raise
    except Exception:  # such as one with a part that is missing, or anything else in a part's place
        return ""


def _check_present(store: Store, name: str, game: Game | None) -> Iterator[str]:
    """Compare the game as it stands with what its journal made of it; yield what differs."""
    stored = store.games.state(name)
    if game is None:
        yield "no journal"
    elif stored is None or _read_again(stored) != as_json(game):
        yield "the current state differs"
    if game is not None and game.state is not None and (wrong := ruleset(game.ruleset).audited.audit(game.state)):
        yield f"the books of the game are broken: {wrong}"
