"""How a letter enters the journal of its game: as the event that its game keeps, without any address of a person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.door import Identified, tokens
from gm.desk.arrival.merging import look_after_a_move
from gm.desk.arrival.quotes import LONGEST_CHANGED
from gm.desk.arrival.replies import LIKE_AN_ORDER, Reply, between
from gm.desk.commands.errands import OWN
from gm.desk.commands.settings import names_digest
from gm.desk.commands.table import COMMANDS
from gm.desk.entries.events import person_hash
from gm.desk.file.gamefile import ADDRESS
from gm.desk.game.game import Game
from gm.desk.game.questions import NO_MAIL
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import LetterEvent
from gm.desk.letter.held import HeldEvent
from gm.desk.people.blocks import keeps_apart
from gm.desk.people.doubles import places_elsewhere
from gm.desk.people.records import shortfall
from gm.desk.people.seeing import has_seen
from gm.desk.time.times import in_words
from gm.post.inbound.keeping import Came, without_tokens
from gm.post.inbound.letter import Mail
from gm.registry import ruleset
from gm.rules import NO_SEAT, NOBODY, Line, Seat
from gm.store.database import from_iso
from gm.store.inbox import State

if TYPE_CHECKING:
    from gm.desk.office import Office

# What the journal has of a letter only if there is something.
SELDOM = frozenset(
    {"below", "sheet", "files", "file", "subject", "apart", "short", "saw", "gathers", "elsewhere", "heads", "timed"}
)  # fmt: skip
MOST_BELOW = 20  # lines below a signature line that are looked at; signatures are short
# The commands that name a person, and whose address that is: the writer's "own" or "another".
NAMES = {head: command.names_person for command in COMMANDS.values() if command.names_person for head in command.heads}
HEADS = "|".join(head.replace(" ", r"\s+") for head in NAMES)
PERSON = re.compile(rf"\s*({HEADS})[\s:=]+(?:TO\b[\s:=]*)?(\S*@\S*)(.*)", re.IGNORECASE)
MAIL = re.compile(r"[^\s<>\[\](),;:\"']+@[^\s<>\[\](),;:\"']+")


class Entering:
    """Enters letters into the journals of their games. *believes*: From is trusted, as in a replay."""

    def __init__(self, office: Office, believes: bool) -> None:
        self._office, self._store, self._believes = office, office.store, believes

    def take(
        self, found: Identified, mail: Mail, arrived: Came, received: datetime, now: datetime,
        answering: Mail | None = None, hold: int = 0, vouched: bool = False, reply: Reply | None = None,
    ) -> None:  # fmt: skip
        """Enter the letter into its game's journal and do what it says.

        hold: its number, if held and now confirmed; vouched: by the operator. reply: what it replies to, if looked up.
        """
        game, last = self._office.game(found.game), self._office.books.last_at(found.game)
        event = self._event(found, game, reply or Reply(self._office, found, mail), received, hold)
        event = msgspec.structs.replace(event, vouched=vouched, received=received if received < last else None)
        written = {name: value for name, value in msgspec.to_builtins(event).items() if value or name not in SELDOM}
        turn = self._office.enter(
            game, max(received, last), now, kind="letter", data=_signed(game, arrived, written),
            answering=answering or mail, proven=found.bucket,
        )  # fmt: skip
        look_after_a_move(self._office, turn, now)
        for number in turn.released:
            if not self.release(found.game, number, now, answering or mail):
                self._office.answer(answering or mail, "donebefore", {}, now, proven=found.bucket)
        for number in turn.denied:
            self._store.inbox.deny(found.game, number)

    def _event(self, found: Identified, game: Game, reply: Reply, received: datetime, hold: int) -> LetterEvent:
        """The letter as its game's journal keeps it."""
        card, press, mail = ruleset(game.ruleset).card, reply.press, reply.mail
        refs, digest = reply.refs() if card.live else ((), False)
        phase = re.search(rf"\b({card.codes})\b", mail.subject.upper())
        late = game.closed_at is not None and received < game.closed_at
        in_time = late and not hold and received <= self._closed_by(game)
        stranger = not found.seat
        return LetterEvent(
            found.seat,
            person_hash(game.key, mail.sender) if stranger else NOBODY,
            self._lines(game, found.seat, mail),
            quoted=reply.changed_quotes,
            sheet=reply.quoted_sheet(),
            phase=game.closed if late else phase[1] if phase else "",
            press_from=press.sender if press else NO_SEAT,
            trouble=mail.trouble,
            late=in_words(received, game.zone(found.seat)) if in_time else "",
            timed=mail.timed,
            answers=found.answers,
            confirmed=bool(hold),
            hold=hold,
            sitter=found.sitter,
            press_grey=press is not None and press.grey,
            stay_grey=press is not None and press.unnamed,
            between=between(mail),
            refs=refs,
            digest=digest or bool(hold),
            careful=True,
            limited=True,
            below=_below(reply.changed_below()),
            files=tuple(MAIL.sub("(address)", name) for name in mail.files),
            file=MAIL.sub("(address)", mail.file),
            subject=MAIL.sub("(address)", reply.ordered_in_subject()),
            apart=stranger and keeps_apart(self._store, game, mail.sender),
            saw=stranger and has_seen(self._store, game, mail.sender),
            elsewhere=places_elsewhere(self._store, game, mail.sender) if stranger else (),
            gathers=not card.live and names_digest(line.text for line in mail.lines),
            heads=() if card.live else reply.heads(),
            short=shortfall(self._store, mail.sender, game.wanted) if stranger and not self._believes else None,
        )

    def hold(self, found: Identified, mail: Mail, arrived: Came, received: datetime, now: datetime) -> Turn:
        """Enter that a doubtful letter is held until its player confirms it."""
        game = self._office.game(found.game)
        lines = self._lines(game, found.seat, mail)
        data = msgspec.to_builtins(HeldEvent(found.seat, found.doubt, mail.subject, lines, collected=True))
        at = max(received, self._store.journal.last_at(found.game))
        return self._office.enter(game, at, now, kind="held", data=_signed(game, arrived, data))

    def release(self, name: str, hold: int, now: datetime, answering: Mail, vouched: bool = False) -> bool:
        """Do what a held letter says, now that its player has confirmed it, or the operator in their place (*vouched*).

        False, with nothing done, if it is no longer there or another confirmed copy of it has acted.
        """
        letter = self._store.inbox.held(name, hold)
        if letter is None:
            return False
        found = Identified(name, letter.seat, answers=NO_MAIL, proven=True)
        mail, arrived = self._office.read(letter.raw), self._office.as_it_came(letter)
        acted = self._office.acted(mail, arrived.digest, letter.received)
        if not acted:
            self.take(
                found, mail, arrived, received=letter.received, now=now, answering=answering, hold=hold, vouched=vouched
            )
        state, reason = (State.KNOWN, "a copy acted before") if acted else (State.DONE, "confirmed")
        raw = without_tokens(letter.raw, tokens(self._office.sender, mail))
        self._store.inbox.settle(
            letter.id, state, reason, game=name, seat=letter.seat, hold=hold, raw=raw, lost=letter.lost
        )
        return not acted

    def _lines(self, game: Game, seat: Seat, mail: Mail) -> tuple[Line, ...]:
        """The lines of a letter as its game's journal keeps them, with persons named by their hashes.

        Nothing that a writer without a seat says is passed on, so no address in their letter is kept at all.
        """
        if not seat:
            return tuple(Line(line.number, MAIL.sub("(address)", line.text)) for line in mail.lines)
        return tuple(Line(line.number, self.without_address(game, seat, line.text)) for line in mail.lines)

    def without_address(self, game: Game, seat: Seat, text: str) -> str:
        """A line of *seat* with the address in SET ADDRESS or SITTER turned into a word of gm.desk.commands.errands."""
        named = PERSON.match(text)
        if named is None:
            return text
        command, rest = named[1], MAIL.sub("", named[3])
        found = dict.fromkeys(one.strip(".").lower() for one in MAIL.findall(f"{named[2]} {named[3]}"))
        if len(found) > 1:
            days = rest[at:] if (at := rest.upper().find("FROM")) >= 0 else ""
            return f"{command} two-addresses {days}".rstrip()
        address = next(iter(found), "")
        if not ADDRESS.fullmatch(address) or not address.isascii():
            return f"{command} no-address{rest}"
        return f"{command} {self._person(game, seat, address, command)}{rest}"

    def _person(self, game: Game, seat: Seat, address: str, command: str) -> str:
        """The person who writes from *address*, as the journal may know them."""
        if self._office.addresses.is_ours(address):
            return "#ours"
        person = person_hash(game.key, address)
        # Nobody learns whether somebody else plays from there: it could show a player who their opponents are.
        own = seat in self._store.players.seats_in(game.name, address)
        if own and NAMES[" ".join(command.upper().split())] == "another":
            return "#yours"
        player = self._store.players.find(game.name, seat) if own else None
        if player is not None and player.address == address:
            return "#here"
        self._store.people.introduce(game.name, person, address, name="", n=0)
        return f"{OWN}{person}" if own else f"#{person}"

    def _closed_by(self, game: Game) -> datetime:
        """Until when letters were in time for the phase judged last; after an outage it was judged later than that."""
        assert game.closed_at is not None
        strike = self._store.journal.strike(game.name, game.closed_at)
        due = strike.data.get("due") if strike is not None else None
        return from_iso(due) if due else game.closed_at


def _below(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The first lines below the one that begins a signature that may be orders, without addresses."""
    short = (line for line in lines[:MOST_BELOW] if len(line.text) <= LONGEST_CHANGED)
    orders = (line for line in short if LIKE_AN_ORDER.search(line.text))  # nobody's name is kept
    return tuple(Line(line.number, MAIL.sub("(address)", line.text)) for line in orders)


def _signed(game: Game, arrived: Came, data: Mapping[str, object]) -> dict[str, object]:
    """The data of an entry with a digest of the mail behind it, which is meaningless without the key."""
    return {**data, "mail": game.secret(arrived.whole, "mail", 0)[:32]}
