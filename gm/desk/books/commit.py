"""Entering what happens to a game: an entry is applied, and either all of its effects are kept or none.

The games used last stay in memory, so that a letter seldom has to read its game again; their number is limited.
Where each person's mail goes is kept beside the journal, which knows persons only by their salted hashes.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

from gm.desk.books.counting import keep_records
from gm.desk.books.earlier import game_after
from gm.desk.books.glances import glance_of
from gm.desk.books.showing import keep_shown
from gm.desk.books.skipping import to_ask_again, to_skip
from gm.desk.clock.striking import next_strike
from gm.desk.entries import events
from gm.desk.entries.events import person_hash
from gm.desk.game.bots import NAME, address_of, is_bots
from gm.desk.game.game import Game, vacant_seats
from gm.desk.game.offers import offer_of
from gm.desk.game.refusal import NoGame
from gm.desk.game.turn import Turn
from gm.desk.mails.buckets import own_bucket
from gm.desk.mails.delivery import Delivery, past_mails
from gm.desk.mails.words import write_alone
from gm.desk.people.standins import OFFER, next_for
from gm.post.inbound.letter import Mail
from gm.rules import NOBODY, Person, Seat
from gm.store.database import iso
from gm.store.journal import Last
from gm.store.store import Store

MOST = 256  # games in memory


class Known(NamedTuple):
    """A game in memory, the last entry of its journal, and the stamp of the store when it was last seen to stand."""

    last: Last
    game: Game
    stamp: object


class Recent(OrderedDict[str, Known]):
    """Games by name; the least recently used is dropped first."""

    def __setitem__(self, name: str, known: Known) -> None:
        """Keep a game as the most recently used."""
        super().__setitem__(name, known)
        self.move_to_end(name)
        if len(self) > MOST:
            self.popitem(last=False)


class Books:
    """The games of a store, and entering events into them. *delivery* makes the writer of mails for a given time.

    known: the games in memory.
    """

    def __init__(self, store: Store, delivery: Callable[..., Delivery]) -> None:
        self._store, self._delivery = store, delivery
        self._addresses = Addresses(store, delivery)
        self.known = Recent()

    def game(self, name: str) -> Game:
        """Return the game as it stands. Raises OperatorError if there is none of that name."""
        known = self._known(name)
        if known is not None:
            return known.game
        last, text = self._store.journal.last(name), self._store.games.state(name)
        if text is None and self._store.parcels.wake(name):
            return self.game(name)
        if text is None or last is None:
            raise NoGame(name)
        game = events.load_game(text)
        if not game.over:  # a purge of one that is over changes it without an entry
            self.known[name] = Known(last, game, self._store.stamp)
        return game

    def last(self, name: str) -> Last | None:
        """Return the last entry of a game's journal, None if it has none."""
        known = self._known(name)
        return known.last if known is not None else self._store.journal.last(name)

    def last_at(self, name: str) -> datetime:
        """Return the time of the last entry of a game's journal, which must have one."""
        last = self.last(name)
        assert last is not None
        return last.at

    def has(self, name: str) -> bool:
        """Return whether there is a game of this name."""
        return self._known(name) is not None or self._store.games.has(name)

    def _known(self, name: str) -> Known | None:
        """Return a game that is in memory, if it still stands so in the store. Nobody else may change it then."""
        self._store.lock_game(name)
        known, stamp = self.known.get(name), self._store.stamp
        if known is None or (known.stamp is not stamp and known.last.hash != self._store.journal.last_hash(name)):
            return None
        known = self.known[name] = Known(known.last, known.game, stamp)
        return known

    def commit(
        self,
        game: Game | None,
        name: str,
        at: datetime,
        now: datetime,
        kind: str,
        data: Mapping[str, Any],
        answering: Mail | None = None,
        newcomer: tuple[str, str] = ("", ""),
        proven: str = "",
    ) -> Turn:
        """Apply an entry, keep all of its effects and return the turn. Runs inside a transaction.

        answering: the letter behind it; proven: the bucket of answers that its writer alone can empty.
        """
        past, earlier = partial(past_mails, self._store, name, game), partial(game_after, self._store, name)
        turn = events.apply(game, at, kind, data=data, past=past, earlier=earlier)
        if skipped := to_skip(self._store, turn, game):
            self._skip(name, ["skip", *skipped], at, now)
            return self.commit(
                self.game(name), name, at, now=now, kind=kind, data=data, answering=answering, newcomer=newcomer,
                proven=proven,
            )  # fmt: skip
        delivery = self._delivery(now, answering, proven)
        delivery.paint(turn.game, turn.mails)
        last = self._store.journal.append(name, at, kind, data, self.last(name))
        n, after = last.n, turn.game
        kept = game is None or _opened(game) != _opened(after) or after.clock is None
        strike = (next_strike(after) or (None,))[0]
        self._store.games.save(
            name, after.ruleset, n, state=after, over=after.over, strike=strike, offer=offer_of(after), kept=kept,
            glance=glance_of(after), key=after.key,
        )  # fmt: skip
        self.known[name] = Known(last, after, self._store.stamp)
        if after.over:
            del self.known[name]  # it will get few letters from now on
        self._store.disclosed.add(name, n, at, turn.disclosed)
        keep_shown(self._store, game, turn)
        self._store.deeds.add(name, n, turn.deeds)
        self._addresses.keep(turn, n, answering, newcomer)
        for mail in turn.mails:
            delivery.deliver(after, mail, n, at)
        if after.over and (game is None or not game.over):
            keep_records(self._store, after)
            self._addresses.tell_the_end(turn, delivery)
        elif game is not None and game.nameless and not after.nameless:
            self._store.records.tell_names(name)
        if after.skipped and data.get("run", [""])[0] != "skip" and (again := to_ask_again(self._store, after)):
            self._skip(name, ["unskip", *again], at, now)
        elif self._store.facts.some(OFFER):
            self._call(after, at, now)
        return turn

    def _skip(self, name: str, run: Sequence[str], at: datetime, now: datetime) -> None:
        """Enter which of those who have offered to take over are not asked, or are again."""
        self.commit(self.game(name), name, at, now=now, kind="operator", data={"run": run})

    def _call(self, game: Game, at: datetime, now: datetime) -> None:
        """Let the next who has offered to take over in any game be asked, if this one has a place and asks nobody."""
        address = next_for(self._store, game)
        if address:
            self._store.facts.forget(f"{OFFER}{address}")
            run = ["substitute", person_hash(game.key, address)]
            self.commit(game, game.name, at, now=now, kind="operator", data={"run": run}, newcomer=(address, ""))

    def glance_at_all(self) -> None:
        """Keep how games stand that an earlier version wrote. A transaction for each: there may be many."""
        for name in self._store.games.not_glanced():
            with self._store.transaction():
                self._store.games.keep_glance(name, glance_of(self.game(name)))
        self.forget()

    def forget(self) -> None:
        """Drop the games in memory: somebody else has changed the store."""
        self.known.clear()


def _opened(game: Game) -> tuple[str, datetime] | None:
    """The running phase and when it opened; None if no phase runs."""
    return (game.clock.phase, game.clock.opened) if game.clock is not None else None


class Addresses:
    """Keeps the addresses of the persons of all games. *delivery* makes the writer of mails outside any ledger."""

    def __init__(self, store: Store, delivery: Callable[[datetime], Delivery]) -> None:
        self._store, self._delivery = store, delivery

    def keep(self, turn: Turn, n: int, answering: Mail | None, newcomer: tuple[str, str]) -> None:
        """Keep what entry *n* has changed. *answering*: the letter behind it; *newcomer*: whom the operator has named.

        Runs inside a transaction.
        """
        writer = (answering.sender, answering.sender_name) if answering is not None else ("", "")
        for came in (newcomer, writer):
            self._introduce(turn.game, n, *came)
        for seat in turn.left:
            if answering is None:
                self._tell_put_out(turn, seat)
            self._store.players.unseat(turn.game.name, seat, n)
        for seat, person in turn.seated.items():
            self._seat(turn.game, seat, person, n=n, came=newcomer if newcomer[0] else writer)
        for seat in {*turn.left, *turn.seated}:  # the reply addresses of those who left are dead
            self._store.tokens.forget(turn.game.name, seat)
            bucket = own_bucket(turn.game.name, seat)  # and what still waits for them is for nobody else to wait behind
            self._store.outbox.release(bucket, turn.at)
            self._store.buckets.forget_of(bucket)
        for seat, person in turn.moved.items():
            self._move(turn.game, seat, person, turn.at)

    def _introduce(self, game: Game, n: int, address: str, name: str) -> None:
        """Keep the address of a person who is new to the game."""
        person = person_hash(game.key, address) if address else NOBODY
        if person in game.guests or person in game.pending:
            self._store.people.introduce(game.name, person, address, name=name, n=n)

    def _seat(self, game: Game, seat: Seat, person: Person, n: int, came: tuple[str, str]) -> None:
        """Seat a person, with the address by which the game knows them, else the one that came with the entry.

        A bot has one of its own.
        """
        known = self._store.people.find(game.name, person)
        if game.seats[seat].bot:
            self._store.players.seat(game.name, seat, n, address_of(person), NAME, person)
        elif known is None:
            self._store.players.seat(game.name, seat, n, *came, person)
        else:
            self._store.players.seat(
                game.name, seat, n, address=known.address, name=known.name, digest=person, also=known.also
            )

    def _tell_put_out(self, turn: Turn, seat: Seat) -> None:
        """Tell a player, at their old address, that they are dismissed, or their seat is taken or given away."""
        name = turn.game.name
        player = self._store.players.find(name, seat)
        if player is None or not player.address or is_bots(player.address):
            return
        replaced = seat in turn.seated and not turn.game.seats[seat].bot
        facts = {
            "game": name, "seat": turn.name(seat), "replaced": replaced, "over": bool(turn.game.over),
            "out": seat not in vacant_seats(turn.game), "dismissed": seat in turn.dismissed,
        }  # fmt: skip
        self._write(player.address, "putout", facts, once=f"{name}\0{seat}\0put out\0{iso(turn.at)}", at=turn.at)

    def tell_the_end(self, turn: Turn, delivery: Delivery) -> None:
        """Send the report of a finished game to those who have resigned and no longer read its mail in any place."""
        game, store = turn.game, self._store
        now = {player.address for player in store.players.ever(game.name) if player.left is None}
        now |= {one.address for person in game.guests if (one := store.people.find(game.name, person)) is not None}
        resigned = {entry.n for entry in store.journal.entries(game.name) if entry.kind == "letter"}
        for player in store.players.ever(game.name):
            if is_bots(player.address):
                continue
            if player.left in resigned and player.address and player.address not in now:
                now.add(player.address)
                facts = {"game": game.name, "seat": turn.name(player.seat), "how": game.over}
                once = f"{game.name}\0{player.seat}\0{player.left}\0the end\0{iso(turn.at)}"
                delivery.queue_report(game.name, player.address, write_alone("theend", facts), digits=_digits(once))

    def _move(self, game: Game, seat: Seat, person: Person, at: datetime) -> None:
        """Send a player's mail to another address from now on, and tell them so at the old one, which stays valid."""
        name = game.name
        before, after = self._store.players.find(name, seat), self._store.people.find(name, person)
        if before is None or after is None:
            return
        # Else its owner may be somebody else, as whoever helps to test a game: the operator says who is one person.
        one = not game.test and not self._is_known(after.address, name, seat)
        self._store.players.move(name, seat, after.address)
        if one:
            self._store.persons.add(before.address, after.address)
        self._write(before.address, "movedaway", {"game": name}, once=f"{name}\0{seat}\0{person}\0{iso(at)}", at=at)

    def _is_known(self, address: str, game: str, seat: Seat) -> bool:
        """Whether an address has a place but this one, or a record here, or is one of a person's."""
        store = self._store
        elsewhere = [one for one in store.players.seats_of(address) if (one.game, one.seat) != (game, seat)]
        plays = elsewhere or store.players.seats_over(address, 1)
        return bool(plays or store.records.of([address])) or store.persons.number(address) is not None

    def _write(self, address: str, kind: str, facts: Mapping[str, object], once: str, at: datetime) -> None:
        """Write a mail outside any ledger. *once* makes its Message-ID, which is the same if it is written again."""
        mail = write_alone(kind, facts)
        self._delivery(at).queue("", address, address, subject=mail.subject, text=mail.text, digits=_digits(once))


def _digits(once: str) -> str:
    """Return the digits of a Message-ID that is the same whenever the same mail is written again."""
    return hashlib.sha256(once.encode()).hexdigest()
