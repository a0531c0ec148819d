"""What the database that a backup has replaced still tells: the operator's acts that are lost, and the mails it sent.

It is only read. What it says of mails keeps a restored game from sending the same mail twice, and lets one that is
written again, word for word, keep its Message-ID and its reply address, so that its reader's program shows it once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from gm.desk.game.game import Game, seat_of
from gm.desk.mails.before import ToldBefore, keep_told
from gm.desk.notices.operator import WHOLE
from gm.rules import Person, Reader
from gm.rules.lines.words import count
from gm.store.engine import StoreError
from gm.store.journal import Journaled
from gm.store.ledger import Told
from gm.store.outbox import State
from gm.store.store import Store, Tables

if TYPE_CHECKING:
    from gm.desk.office import Office

BY_GM = ("restored",)  # acts that are nobody's
IN_WORDS = 60  # characters of a text that are listed


class Act(msgspec.Struct, frozen=True):
    """Something that the operator did to a game."""

    at: datetime
    game: str
    what: str


def common(store: Store, former: Tables) -> dict[str, int]:
    """By game of *former*: the last entry that the backup has, 0 for a game that it does not know."""
    return {name: store.games.entries(name) for name in former.games.names()}


def acts_since(former: Tables, known: Mapping[str, int]) -> list[Act]:
    """What the operator did after the entries *known*, oldest first."""
    found = [
        Act(entry.at, name, what)
        for name, n in known.items()
        for entry in former.journal.entries(name, n + 1)
        if (what := _in_words(former, entry))
    ]
    return sorted(found, key=lambda act: (act.at, act.game))


def purged_since(store: Store, former: Tables) -> list[str]:
    """The acts that removed personal data since, which the backup has brought back; as they are typed."""
    found = []
    for name in former.games.names():
        if is_purged_since(store, former, name):
            texts = any(entry.purged for entry in former.journal.entries(name))
            found.append(f"gm purge {name}{' --texts' if texts else ''}")
    return found


def is_purged_since(store: Store, former: Tables, name: str) -> bool:
    """Whether the backup still knows the players of a game, and *former* no longer does."""
    return bool(store.players.known(name) - {""}) and not former.players.known(name) - {""}


def _in_words(former: Tables, entry: Journaled) -> str:
    """The act of a journal entry, as it is typed where that can be; "" if it is none of the operator's."""
    data: Any = entry.data or {}
    match entry.kind:
        case "open":
            return f"gm new (or gm create): {entry.game} begins"
        case "looked" if data["what"] != WHOLE:  # gm makes copies by itself, too
            return f"a look: {data['what']}"
        case "letter" if data.get("vouched"):
            return f"gm inbox redo --confirm: a letter of {data['seat']}"
        case "operator" if data["run"][0] not in BY_GM:
            return _act_in_words(former, entry.game, data["run"])
    return ""


def _act_in_words(former: Tables, game: str, run: Sequence[str]) -> str:
    word, args = run[0], list(run[1:])
    if word == "reveal":
        return f"a look: {' '.join(args) or 'the report'}"
    match word, args:
        case "announce", _:
            args = [_short(args)]
        case "tell", [seat, *lines]:
            args = [seat, _short(lines)]
        case "act", [seat, *lines]:  # it may be sealed
            args = [seat, f"(a letter, {count(len(lines), 'line')})"]
        case "rollback", [phase, *_]:
            args = [phase]
        case "forward", _:
            args = []
    return " ".join(["gm", word, game, *(_address(former, game, one) for one in args)])


def _short(lines: Sequence[str]) -> str:
    text = " ".join(line.strip() for line in lines if line.strip())
    return f'"{text if len(text) <= IN_WORDS else text[:IN_WORDS] + "..."}"'


def _address(former: Tables, game: str, word: str) -> str:
    """A person's address in place of the hash by which the journal knows them; any other word as it is."""
    known = former.people.find(game, Person(Reader(word)))
    return known.address if known is not None else former.players.address_of(game, word) or word


def note_sent(store: Store, former: Tables) -> int:
    """Note of the mails that wait in the backup which have been sent, or given up, since; returns how many.

    Runs inside a transaction.
    """
    noted = 0
    for mail in store.outbox.unsent():
        then = former.outbox.with_id(mail.message_id) if mail.state in (State.WAITING, State.WITHHELD) else None
        if then is None:
            continue
        if then.state == State.SENT:
            store.outbox.sent(mail.id, then.tries, then.answer, then.sent or mail.queued)
            noted += 1
        elif then.state == State.DROPPED:
            noted += store.outbox.change(mail.id, [mail.state], State.DROPPED, mail.next_try)
    return noted


def keep_told_before(office: Office, former: Tables, known: Mapping[str, int]) -> None:
    """Keep which mails of the running games were told after the entries *known*. Runs inside a transaction."""
    for game in _readable(office):
        for told in former.ledger.after(game.name, known.get(game.name, 0)):
            if not _known_to_others(former, told) and _sent_to(former, told) == _address_of(office.store, game, told):
                tokens = tuple(former.tokens.hashes(game.name, told.reader, told.number))
                keep_told(office.store, game, ToldBefore(told.message_id, tokens), told.reader, told.subject, told.body)


def _readable(office: Office) -> Iterator[Game]:
    """The running games, but for those that cannot be read: a forced restore may bring some."""
    for name in office.store.games.alive():
        try:
            game = office.game(name)
        except StoreError:
            raise
        except Exception:  # whatever is wrong with it, the others go on
            continue
        yield game


def _known_to_others(former: Tables, told: Told) -> bool:
    """Whether others may know what a reply to a mail would prove."""
    return former.tokens.is_spent(told.game, told.reader, told.number)


def _sent_to(former: Tables, told: Told) -> str:
    """The address to which a mail was sent, "" if it was not. A seat may have had another player by then."""
    mail = former.outbox.with_id(told.message_id)
    return mail.recipient if mail is not None else ""


def _address_of(store: Store, game: Game, told: Told) -> str:
    """The address to which mails for the same reader go now."""
    seat = seat_of(game, told.reader)
    player = store.players.find(game.name, seat) if seat is not None else None
    person = store.people.find(game.name, Person(told.reader)) if seat is None else None
    return player.address if player is not None else person.address if person is not None else "-"
