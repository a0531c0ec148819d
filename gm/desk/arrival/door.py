"""Whose letter is this, for which game, and can we be sure? (the rule is the game's: option identity)

A letter acts for a player if it came to the reply address of a recent mail to him and From is an address of his; or
if From is, and the receiving mail server vouches for it. Anything else in his name is doubtful: he is asked.

What a letter replies to is found here as well: the mail of ours, and what of it the letter quotes with changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING, Literal

import msgspec

from gm.desk.commands.table import COMMANDS
from gm.desk.entries.events import person_hash
from gm.desk.game.game import NO_MAIL, Game, answered
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender
from gm.rules import Line
from gm.store.ledger import Told
from gm.store.store import Store

GAME = re.compile(r"\[([a-z][a-z0-9-]{0,39})\]", re.IGNORECASE)
NAMES_GAME = "|".join(command.word for command in COMMANDS.values() if command.names_game)
ASKED_FOR = re.compile(rf"\s*(?:{NAMES_GAME})[\s:]+\[?([a-z][a-z0-9-]{{0,39}})\b", re.IGNORECASE)
SIGNED_ON = re.compile(r"\s*SIGNON[\s:]+\[?([?a-z][a-z0-9-]{0,40})", re.IGNORECASE)  # a letter for the power, the game
LOOKED_AT = 20  # lines in which such a wish is looked for
TOKEN = r"[a-z2-7]{20}"
SUBJECT_TOKEN = re.compile(rf"\(#({TOKEN})\)")
# A reply address is good for so long at least, and until so many later deadlines of its owner have passed.
LASTS, DEADLINES = timedelta(days=14), 2

Doubt = Literal["", "unproven", "stale", "foreign", "failed"]
Way = Literal["", "address", "reply", "subject"]
Prove = Callable[[], Authenticity]


class Identified(msgspec.Struct, frozen=True):
    """Where a letter belongs. game "": nowhere. seat "" with a game: a person without a seat in it.

    doubt: why it must not act before the player has said that it is his: unproven (From is his, and that is all),
    stale (to the reply address of an old mail), foreign (to a reply address of his, From is not his), failed (the
    mail server does not vouch for From where the game wants that, or says that it is forged). sitter: the salted hash
    of who writes for the player. answers: the number of
    our mail to that reader to which it is a reply, NO_MAIL for none; None: the sender is believed without. way: how it
    was found: by the reply address, by the mail replied to, or by the name in the subject. vouched: the mail server
    vouches.
    """

    game: str = ""
    seat: str = ""
    doubt: Doubt = ""
    answers: int | None = None
    way: Way = ""
    vouched: bool = False
    sitter: str = ""


class Place(msgspec.Struct, frozen=True):
    """The mail of ours to which a letter is a reply."""

    game: str
    reader: str
    number: int
    at: datetime
    deadlines: int
    way: Literal["address", "reply"]


class Door:
    """Identifies letters. *game*: reads a game by its name."""

    def __init__(self, store: Store, sender: Sender, game: Callable[[str], Game], judged: bool = False) -> None:
        """*judged*: the mail server's word is known for every mail, so a bad one counts even against a reply."""
        self._store, self._sender, self._game, self._judged = store, sender, game, judged

    def believe(self, mail: Mail, at: datetime, _: Prove | None = None) -> Identified:
        """Where *mail* belongs if From is believed (`gm replay`): a foreign From at a reply address is doubtful."""
        place = self._by_address(mail)
        if place is not None and self._goes_elsewhere(mail, place):
            place = None
        name = place.game if place is not None else next(iter(self._named(mail)), "")
        if not name:
            return Identified()
        way: Way = "address" if place is not None else "subject"
        seat = self._seat(name, mail.sender)
        sits = "" if seat else self._sits_for(self._game(name), mail.sender, place, at)
        if sits:
            return Identified(name, sits, way=way, sitter=person_hash(self._game(name).key, mail.sender))
        if place is not None and not seat and self._store.players.find(name, place.reader) is not None:
            return Identified(name, place.reader, "foreign", way="address")
        return Identified(name, seat, way=way)

    def identify(self, mail: Mail, at: datetime, prove: Prove) -> Identified:
        """Where *mail*, received at *at*, belongs. prove: what is known of its sender, asked only if need be."""
        named = self._named(mail)
        place = self._by_address(mail)
        if place is None or self._means_another(mail, place, named) or self._goes_elsewhere(mail, place):
            place = self._by_reply(mail, named)
        if place is not None and self._goes_elsewhere(mail, place):
            place = None
        name = place.game if place is not None else self._wanted(mail, named)
        if not name:
            return Identified()
        game, seat = self._game(name), self._seat(name, mail.sender)
        if seat:
            return self._player(game, seat, place, at, prove)
        sits, person = self._sits_for(game, mail.sender, place, at), person_hash(game.key, mail.sender)
        if sits and not _asked_himself(game, person, place, at):
            if place is not None and place.reader == person:  # what we wrote to him as who he is proves as much
                place = msgspec.structs.replace(place, reader=sits, number=NO_MAIL)
            return msgspec.structs.replace(self._player(game, sits, place, at, prove), sitter=person)
        if place is not None and place.way == "address" and self._store.players.find(name, place.reader) is not None:
            return Identified(name, place.reader, "foreign", NO_MAIL, "address")
        own = place is not None and place.reader == person
        return Identified(name, "", "", place.number if own and place else NO_MAIL, place.way if place else "subject")

    def _player(self, game: Game, seat: str, place: Place | None, at: datetime, prove: Prove) -> Identified:
        """From is an address of the player on *seat*: is it he who writes?"""
        if place is not None and place.reader != seat:
            place = None  # a mail of ours to somebody else, shown to him: no proof of anything
        answers = place.number if place is not None else NO_MAIL
        way: Way = place.way if place is not None else "subject"
        here = place is not None and (place.way == "address" or self._confirms(game, seat, place, at))
        fresh = place is not None and here and not stale(game, place, at)
        if game.identity == "open":
            return Identified(game.name, seat, "", answers, way)
        if fresh and game.identity == "checked":
            forged = self._judged and prove().verdict == "fail"
            return Identified(game.name, seat, "failed" if forged else "", answers, way)
        vouched = prove().verdict == "pass"
        doubt: Doubt = ""
        if game.identity == "strict" and not (fresh and vouched):
            doubt = "failed" if fresh else "stale" if here else "unproven"
        elif not fresh and not vouched:
            doubt = "stale" if here else "unproven"
        return Identified(game.name, seat, doubt, answers, way, vouched)

    def _confirms(self, game: Game, seat: str, place: Place, at: datetime) -> bool:
        """A reply to a mail that asks for a CONFIRM, known by the Message-ID that only its reader can know."""
        return answered(game.seats[seat].questions, place.number, at) is not None

    def _means_another(self, mail: Mail, place: Place, named: list[str]) -> bool:
        """Whether a reply in one game has the name of another in its subject, in which its writer plays too."""
        return bool(named) and place.game not in named and bool(self._seat(named[0], mail.sender))

    def _named(self, mail: Mail) -> list[str]:
        """The games named in the subject; if there is none, those that its lines would join, watch, or sign on to."""
        names = (name.lower() for name in GAME.findall(mail.subject))
        subject = [name for name in names if self._store.games.has(name)]
        return subject or self._asked_for(mail) or self._signed_on(mail)

    def _signed_on(self, mail: Mail) -> list[str]:
        """The game that a SIGNON of old names: `SIGNON Fspring word` is for the F of spring."""
        found = [match[1].lower() for line in mail.lines[:LOOKED_AT] if (match := SIGNED_ON.match(line.text))]
        return [name for word in found for name in (word[1:], word) if name and self._store.games.has(name)]

    def _asked_for(self, mail: Mail, whole: bool = False) -> list[str]:
        """The games that the mail asks to join or to watch; *whole*: only if it does nothing else."""
        lines = [line.text for line in mail.lines[:LOOKED_AT] if line.text.strip()]
        found = [match for text in lines if (match := ASKED_FOR.match(text))]
        if whole and len(found) < len(lines):
            return []
        return [name for match in found if self._store.games.has(name := match[1].lower())]

    def _goes_elsewhere(self, mail: Mail, place: Place) -> bool:
        """Whether a reply in one game asks to join or to watch another; of a player only if it does nothing else."""
        asked = self._asked_for(mail, whole=bool(self._seat(place.game, mail.sender)))
        return bool(asked) and place.game not in asked

    def _wanted(self, mail: Mail, named: list[str]) -> str:
        """The game of a mail that replies to none of ours: what it asks to join goes before what its subject names."""
        plays = bool(named) and bool(self._seat(named[0], mail.sender))
        return next(iter(self._asked_for(mail, whole=plays) or named), "")

    def _sits_for(self, game: Game, address: str, place: Place | None, at: datetime) -> str:
        """The seat for whose player somebody without a seat writes for a span, "" for none."""
        person = person_hash(game.key, address)
        sitters = {seat: s.sitter for seat, s in game.seats.items() if s.sitter is not None and s.sitter.covers(at)}
        sits = [seat for seat, sitter in sitters.items() if sitter.person == person]
        reader = place.reader if place is not None else ""
        return reader if reader in sits else next(iter(sits), "")

    def _seat(self, game: str, address: str) -> str:
        return next(iter(self._store.players.seats_in(game, address)), "")

    def _by_address(self, mail: Mail) -> Place | None:
        """By the reply address that the mail came to, or the token in its subject."""
        for token in tokens(self._sender, mail):
            found = self._store.tokens.find(token)
            if found is not None:
                return Place(found.game, found.reader, found.number, found.at, found.deadlines, "address")
        return None

    def _by_reply(self, mail: Mail, named: list[str]) -> Place | None:
        """By the mail of ours to which it is a reply, unless the subject names another game."""
        for message_id in mail.replied:
            told = self._store.ledger.with_id(message_id)
            if told is not None:
                here = not named or told.game == named[0]
                return Place(told.game, told.reader, told.number, told.at, 0, "reply") if here else None
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
    """Whether the reply address of a mail has expired."""
    sitting = game.seats.get(place.reader)
    if place.way == "reply" or at - place.at < LASTS:
        return False
    return sitting is None or sitting.deadlines - place.deadlines >= DEADLINES


def _asked_himself(game: Game, person: str, place: Place | None, at: datetime) -> bool:
    """Whether a mail replies to what was asked of its writer himself, not of the player for whom he sits."""
    question = game.pending.get(person)
    if place is None or place.reader != person or question is None:
        return False
    return answered((question,), place.number, at) is not None


if TYPE_CHECKING:
    from gm.desk.office import Office

MOST_CHANGED = 500  # quoted lines that are looked at, since they are not as we wrote them
LONGEST_CHANGED = 400  # characters of such a line


class Press(msgspec.Struct, frozen=True):
    """A message that a letter replies to: whose it is.

    grey: it did not name him; unnamed: it did not name its reader.
    """

    sender: str
    grey: bool = False
    unnamed: bool = False

    @property
    def shown(self) -> str:
        """Whose it is as far as its reader knows."""
        return "" if self.grey else self.sender


class Replies:
    """Finds in the ledger what letters reply to."""

    def __init__(self, office: Office) -> None:
        self._office, self._store = office, office.store

    def press(self, found: Identified, mail: Mail) -> Press | None:
        """The message to which the mail replies, None if it replies to none."""
        told = self._by_message_id(found, mail)
        if told is None or not told.press_from:
            return None
        press = [body for kind, body in told.notices if kind == "press"]
        return Press(
            told.press_from, any(not body["sender"] for body in press), any(body.get("unnamed") for body in press)
        )

    def refs(self, found: Identified, mail: Mail) -> tuple[tuple[str, ...], bool]:
        """What the mail that this replies to is about (the `ref` of its notices), each once; whether it must be named.

        It must in a reply to a digest, or to a mail from before the operator took the game back.
        """
        told = self._told(found, mail) if found.seat else None
        if told is None:
            return (), False
        rolled = self._office.game(found.game).rolled
        if rolled is not None and told.at < rolled:
            return (), True
        refs = (body["ref"] for _, body in told.notices if body.get("ref"))
        return tuple(dict.fromkeys(refs)), told.kind == "digest"

    def changed_quotes(self, found: Identified, mail: Mail) -> tuple[Line, ...]:
        """Dropped quotations that are not, word for word, lines of the mail replied to (or of this phase's mails)."""
        if not mail.quoted or not found.seat:
            return ()
        ledger = self._store.ledger
        mails = ledger.told_with_ids(mail.replied, found.game, found.seat) or ledger.newest(found.game, found.seat, 20)
        told = {" ".join(line.split()) for one in mails for line in one.body.split("\n")}
        kept = (line for line in mail.quoted if " ".join(line.text.lstrip("> ").split()) not in told)
        # What has more changes than that was not changed by a person: a program broke its lines anew.
        short = (Line(line.number, line.text) for line in kept if len(line.text) <= LONGEST_CHANGED)
        return tuple(islice(short, MOST_CHANGED))

    def _told(self, found: Identified, mail: Mail) -> Told | None:
        """The mail that this replies to: as the reply address says, else by Message-ID."""
        if found.answers is None or found.answers == NO_MAIL:
            return self._by_message_id(found, mail)
        return self._store.ledger.find(found.game, found.seat, found.answers)

    def _by_message_id(self, found: Identified, mail: Mail) -> Told | None:
        if not mail.replied:
            return None
        original = self._original(found, mail.replied[0])
        return next(iter(self._store.ledger.told_with_ids([original], found.game, found.seat)), None)

    def _original(self, found: Identified, message_id: str) -> str:
        """The Message-ID under which a mail is in the ledger, of which who sits for a player got a copy."""
        if not found.sitter:
            return message_id
        game, told = self._office.game(found.game), self._store.ledger.newest_ids(found.game, found.seat, 200)
        copies = {self._office.copy_id(game, found.seat, number): original for number, original in told.items()}
        return copies.get(message_id, message_id)


def between(mail: Mail) -> tuple[int, ...]:
    """The numbers of the quoted lines of a mail that stand between lines of its writer's."""
    written = [line.number for line in mail.lines if line.text.strip()]
    if not written:
        return ()
    inside = (line.number for line in mail.quoted if written[0] < line.number < written[-1])
    return tuple(islice(inside, MOST_CHANGED))
