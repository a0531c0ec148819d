"""Who wrote a letter, for which game, and how sure we are. The rule is the game's: its option `identity`.

A letter acts for a player if From is an address of theirs and it either came to the reply address of a recent mail to
them or the receiving mail server vouches for it. Anything else in their name is doubtful, and they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from gm.desk.arrival.named import Named
from gm.desk.books.commit import Books
from gm.desk.entries.events import person_hash
from gm.desk.game.game import Game, seat_of
from gm.desk.game.questions import NO_MAIL, answered
from gm.desk.mails.buckets import own_bucket
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender
from gm.rules import NO_SEAT, NOBODY, Person, Reader, Seat
from gm.store.store import Store

IN_BRACKETS = re.compile(r"\[([^\]]*)\]")
TOKEN = r"[a-z2-7]{20}"
SUBJECT_TOKEN = re.compile(rf"\(#({TOKEN})\)")
FOR_SEAT = re.compile(r"\] [A-Z0-9]+ for ([A-Z0-9][A-Z0-9_ -]*?)(?= \(#|$)")  # of a sheet that was tapped
# A reply address stays valid for at least this long, and until its owner has had this many more deadlines.
LASTS, DEADLINES = timedelta(days=14), 2

Doubt = Literal["", "unproven", "stale", "shared", "foreign", "failed"]
Way = Literal["", "address", "reply", "subject"]
Prove = Callable[[], Authenticity]


class Identified(msgspec.Struct, frozen=True):
    """Where a letter belongs. game "": nowhere; seat "" with a game: its writer has no seat there.

    doubt: why it must not act until the player confirms it: unproven (only From says that it is theirs), stale (in
    reply to an old mail), shared (in reply to a mail that others may have read), foreign (sent to their reply address
    from an address not theirs), failed (the mail server does not vouch for From where the game requires that, or says
    that it is forged). sitter: the salted hash of the person who writes for the player. answers: the number of our mail
    to that reader that it replies to, NO_MAIL for none; None: the sender is trusted anyway. way: how the place was
    found: by the reply address, by the mail replied to, or by the name in the subject. vouched: the mail server vouches
    for From. proven: nobody else can have written it, as far as can be known; person: its writer if they have no seat.
    """

    game: str = ""
    seat: Seat = NO_SEAT
    doubt: Doubt = ""
    answers: int | None = None
    way: Way = ""
    vouched: bool = False
    sitter: Person = NOBODY
    proven: bool = False
    person: Person = NOBODY

    @property
    def bucket(self) -> str:
        """The bucket of answers that its writer alone can empty; "" if anybody may have written it."""
        reader = self.seat or self.person
        return own_bucket(self.game, reader, self.sitter) if self.proven and reader else ""


class Place(msgspec.Struct, frozen=True):
    """The mail of ours that a letter replies to.

    copy: the sitter whose copy of it that was; spent: others may know its token; writer: the seat of the letter's
    writer in that game, "" for none, None if that was not looked up.
    """

    game: str
    reader: Reader
    number: int
    at: datetime
    deadlines: int
    way: Literal["address", "reply"]
    copy: Person = NOBODY
    spent: bool = False
    writer: Seat | None = None


class Door:
    """Identifies letters to the games in *books*."""

    def __init__(self, store: Store, sender: Sender, books: Books, judged: bool = False) -> None:
        """*judged*: the mail server's verdict is known for every mail, so a bad one counts even against a reply."""
        self._store, self._sender, self._judged = store, sender, judged
        self._game, self._named = books.game, Named(store, books)

    def believe(self, mail: Mail, at: datetime, _: Prove | None = None) -> Identified:
        """Where *mail* belongs if From is trusted (`gm replay`): only a foreign From at a reply address is doubtful."""
        place = self._by_address(mail)
        if place is not None and (self._goes_elsewhere(mail, place) or self._is_anothers(mail, place)):
            place = None
        name = place.game if place is not None else next(iter(self._named.by(mail)), "")
        if not name:
            return Identified()
        way: Way = "address" if place is not None else "subject"
        seat = self._seat(name, mail, place)
        sits = NO_SEAT if seat else self._sits_for(self._game(name), mail.sender, place, at)
        if sits:
            return Identified(name, sits, way=way, sitter=person_hash(self._game(name).key, mail.sender))
        owner = self._owner(place) if place is not None and not seat else None
        if owner is not None:
            return Identified(name, owner, "foreign", way="address")
        return Identified(name, seat, way=way)

    def identify(self, mail: Mail, at: datetime, prove: Prove) -> Identified:
        """Where *mail*, received at *at*, belongs. prove: says what is known of its sender; called only if needed."""
        named = self._named.by(mail)
        place = self._by_address(mail)
        if place is not None and self._is_anothers(mail, place):
            place = None
        if place is None or self._means_another(mail, place, named) or self._goes_elsewhere(mail, place):
            place = self._by_reply(mail, named)
        if place is not None and self._goes_elsewhere(mail, place):
            place = None
        name = place.game if place is not None else self._wanted(mail, named)
        if not name:
            return Identified()
        game, seat = self._game(name), place.writer if place is not None else None
        seat = self._seat(name, mail, place) if seat is None else seat
        if seat:
            return self._player(game, seat, place, at=at, prove=prove)
        sits, person = self._sits_for(game, mail.sender, place, at), person_hash(game.key, mail.sender)
        if sits and not _asked_himself(game, person, place, at):
            if place is not None and place.reader == person:  # a reply to what we wrote to the sitter proves as much
                place = msgspec.structs.replace(place, reader=sits, number=NO_MAIL)
            elif place is not None and place.copy == person:
                place = msgspec.structs.replace(place, copy=NOBODY)
            return msgspec.structs.replace(self._player(game, sits, place, at=at, prove=prove), sitter=person)
        owner = self._owner(place) if place is not None and place.way == "address" else None
        if owner is not None:
            return Identified(name, owner, "foreign", answers=NO_MAIL, way="address")
        own = place is not None and place.reader == person and not place.spent
        return Identified(
            name, answers=place.number if own and place else NO_MAIL, way=place.way if place else "subject",
            proven=own, person=person,
        )  # fmt: skip

    def _player(self, game: Game, seat: Seat, place: Place | None, at: datetime, prove: Prove) -> Identified:
        """Identify a mail whose From is an address of *seat*'s player, with any doubt that they wrote it."""
        if place is not None and (place.reader != seat or place.copy):
            place = None  # our mail to somebody else, shown to them: it proves nothing
        answers = place.number if place is not None else NO_MAIL
        way: Way = place.way if place is not None else "subject"
        here = place is not None and (place.way == "address" or self._confirms(game, seat, place, at))
        fresh = place is not None and here and not stale(game, place, at)
        if game.identity == "open":
            return Identified(game.name, seat, "", answers=answers, way=way, proven=fresh)
        if fresh and game.identity == "checked":
            forged = self._judged and prove().verdict == "fail"
            return Identified(
                game.name, seat, "failed" if forged else "", answers=answers, way=way, proven=not forged
            )  # fmt: skip
        vouched = prove().verdict == "pass"
        if place is not None and place.spent and not vouched:
            answers = NO_MAIL  # others may know what it replies to
        old: Doubt = "shared" if place is not None and place.spent else "stale"
        doubt: Doubt = ""
        if game.identity == "strict" and not (fresh and vouched):
            doubt = "failed" if fresh else old if here else "unproven"
        elif not fresh and not vouched:
            doubt = old if here else "unproven"
        return Identified(game.name, seat, doubt, answers=answers, way=way, vouched=vouched, proven=not doubt)

    def _confirms(self, game: Game, seat: Seat, place: Place, at: datetime) -> bool:
        """Whether it replies to a mail that asks for a CONFIRM, by the Message-ID known only to that mail's reader."""
        return answered(game.seats[seat].questions, place.number, at) is not None

    def _means_another(self, mail: Mail, place: Place, named: list[str]) -> bool:
        """Whether the subject of a reply in one game names another in which its writer also plays."""
        return bool(named) and place.game not in named and self._plays(named[0], mail.sender)

    def _is_anothers(self, mail: Mail, place: Place) -> bool:
        """Whether a sheet was tapped for another seat than that of its reply address, as by a link that was forged.

        It proves nothing then, and the player who has the reply address is neither asked about it nor shown it.
        """
        named = FOR_SEAT.search(mail.subject)
        seat = seat_of(self._game(place.game), place.reader)
        return named is not None and seat is not None and named[1] != seat

    def _goes_elsewhere(self, mail: Mail, place: Place) -> bool:
        """Whether a reply in one game asks to join or watch another; a player's counts only if it does nothing else."""
        if not self._named.asked_for(mail):
            return False
        asked = self._named.asked_for(mail, whole=self._plays(place.game, mail.sender))
        return bool(asked) and place.game not in asked

    def _wanted(self, mail: Mail, named: list[str]) -> str:
        """The game of a mail that replies to none of ours: the one it asks to join, else the one its subject names."""
        plays = bool(named) and self._plays(named[0], mail.sender)
        return next(iter(self._named.asked_for(mail, whole=plays) or named), "")

    def _sits_for(self, game: Game, address: str, place: Place | None, at: datetime) -> Seat:
        """The seat for which *address*, which has no seat, is sitting at the time; "" if none."""
        person = person_hash(game.key, address)
        sitters = {seat: s.sitter for seat, s in game.seats.items() if s.sitter is not None and s.sitter.covers(at)}
        sits = [seat for seat, sitter in sitters.items() if sitter.person == person]
        own = next((seat for seat in sits if place is not None and seat == place.reader), NO_SEAT)
        return own or next(iter(sits), NO_SEAT)

    def _plays(self, game: str, address: str) -> bool:
        return bool(self._store.players.seats_in(game, address))

    def _seat(self, game: str, mail: Mail, place: Place | None) -> Seat:
        """The seat of a mail's writer in a game; "" if they have none, or if a tester does not say which they mean."""
        seats = self._store.players.seats_in(game, mail.sender)
        if len(seats) < 2:
            return next(iter(seats), NO_SEAT)
        if place is not None and place.reader in seats:
            return next(seat for seat in seats if seat == place.reader)
        named = {*IN_BRACKETS.findall(mail.subject.upper()), *FOR_SEAT.findall(mail.subject)}
        meant = [seat for seat in seats if seat in named]
        return meant[0] if len(meant) == 1 else NO_SEAT

    def _owner(self, place: Place) -> Seat | None:
        """The seat whose player our mail went to; None if they have left, or it went to no player."""
        seat = seat_of(self._game(place.game), place.reader) if not place.copy else None
        return seat if seat is not None and self._store.players.find(place.game, seat) is not None else None

    def _by_address(self, mail: Mail) -> Place | None:
        """Find the place by the reply address that the mail came to, or the token in its subject."""
        for token in tokens(self._sender, mail):
            found = self._store.tokens.used(token, mail.sender)
            if found is not None:
                return Place(
                    found.game, found.reader, found.number, at=found.at, deadlines=found.deadlines, way="address",
                    copy=found.copy, spent=bool(found.spent), writer=found.writer,
                )  # fmt: skip
        return None

    def _by_reply(self, mail: Mail, named: list[str]) -> Place | None:
        """Find the place by the mail of ours that it replies to, unless the subject names another game."""
        for message_id in mail.replied:
            told = self._store.ledger.with_id(message_id)
            if told is not None:
                here = not named or told.game == named[0]
                spent = self._store.tokens.is_spent(told.game, told.reader, told.number)
                place = Place(
                    told.game, told.reader, told.number, at=told.at, deadlines=0, way="reply", spent=spent
                )  # fmt: skip
                return place if here else None
        return None


def tokens(sender: Sender, mail: Mail) -> list[str]:
    """The tokens of the reply addresses that *mail* was sent to."""
    found: list[str] = []
    if sender.reply_address:
        before, after = (re.escape(part) for part in sender.reply_address.lower().split("{token}"))
        pattern = re.compile(rf"{before}({TOKEN}){after}")
        found = [match[1] for address in mail.recipients if (match := pattern.fullmatch(address))]
    return found + SUBJECT_TOKEN.findall(mail.subject)


def stale(game: Game, place: Place, at: datetime) -> bool:
    """Whether the reply address of a mail has expired, or others may know it."""
    seat = seat_of(game, place.reader)
    if place.spent:
        return True
    if place.way == "reply" or at - place.at < LASTS:
        return False
    return seat is None or game.seats[seat].deadlines - place.deadlines >= DEADLINES


def _asked_himself(game: Game, person: Person, place: Place | None, at: datetime) -> bool:
    """Whether a mail answers a question to the writer themselves, not to the player they sit for."""
    question = game.pending.get(person)
    if place is None or place.reader != person or question is None:
        return False
    return answered((question,), place.number, at) is not None
