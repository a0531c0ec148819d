"""Acts by mail, for an operator who has no shell at hand: five of them, and nothing is shown beyond the act.

Nothing is done because of a From. A mail that asks for an act is answered, at the operator's configured address, by one
that names the act in full; its reply address has a token that is known to nobody else, serves once, for an hour, for
that act, that operator, and the game as it stands then. A CONFIRM sent there is the act.

If a provider reports that a reader complains of our mail, the operators are asked in the same way, for a week, whether
that reader's mail is to end as far as STOP ends it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.confirms import first_said, is_forged, new_token, shown_to_others
from gm.desk.arrival.door import Prove, tokens
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.handover import take_confirmation
from gm.desk.books.bounces import Bounced
from gm.desk.entries.events import person_hash
from gm.desk.game.game import Game
from gm.desk.game.refusal import NoGame, OperatorError
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.mails.asked import ASKED, Asked
from gm.desk.mails.buckets import Bucket
from gm.desk.mails.words import write_alone
from gm.desk.operating.who import Operator, operator_at
from gm.post.inbound.letter import Mail
from gm.rules import NO_SEAT, as_seat
from gm.rules.lines.words import count
from gm.store.database import iso, token_hash
from gm.store.inbox import State

if TYPE_CHECKING:
    from gm.desk.office import Office

LASTS, STOP_LASTS = timedelta(hours=1), timedelta(days=7)
PER_HOUR = 10  # mails that ask for an act, in the name of one operator
ASKS = re.compile(r"\s*GM\s+(PAUSE|RESUME|DEADLINE|REPLACE|ANNOUNCE|HELP)\b\s*(.*?)\s*", re.IGNORECASE)
OTHER = re.compile(r"\s*GM(?:\s+([A-Z]{2,})\b.*)?\s*")  # an act that there is not; in capitals, unlike a sentence
CHANGE = re.compile(r"[+-]\d+[smhdw](?:\d+[smhdw])*", re.IGNORECASE)
MOST_LINES, MOST_CHARACTERS = 100, 5_000  # of an announcement
SHAPES = {
    "pause": "GM PAUSE game", "resume": "GM RESUME game", "deadline": "GM DEADLINE game +1d",
    "replace": "GM REPLACE game SEAT address", "announce": "GM ANNOUNCE game, and the text in the lines below",
}  # fmt: skip


class Refused(Exception):
    """An act that cannot be asked for. The text says why."""


class ActsByMail:
    """Takes the operators' mails that ask for acts, and those that confirm them."""

    def __init__(self, office: Office, judged: bool) -> None:
        self._office, self._store, self._judged = office, office.store, judged
        self._bucket = Bucket(office.store, PER_HOUR)

    def take(self, mail: Mail, received: datetime, now: datetime, prove: Prove, again: bool) -> Handled | None:
        """What becomes of a mail that asks for an act or confirms one; None if it does neither.

        again: it was handled before, and a restore has put it back.
        """
        for token in tokens(self._office.sender, mail) if self._store.facts.some(ASKED) else ():
            asked = self._store.facts.recall(_name(token), Asked)
            if asked is not None:
                return self._answered(token, asked, mail, received=received, now=now, prove=prove)
        newcomer = take_confirmation(self._office, mail, received, now, lambda: is_forged(self._judged, prove))
        who = operator_at(self._office.operators, mail.sender)
        if newcomer is not None or who is None:
            return newcomer
        lines = [line.text for line in mail.lines]
        first = next((number for number, text in enumerate(lines) if text.strip()), len(lines))
        asks = self._asks(mail, lines[first]) if first < len(lines) else None
        if asks is None:
            if not again:
                self._help_beside(who, mail, now, prove)
            return None
        if again:
            return Handled(State.HELD, "an act in an operator's name, put back by a restore: not asked about again")
        if is_forged(self._judged, prove):
            return Handled(State.HELD, "an act in an operator's name: the mail server says that From is forged")
        if not self._has_room(who, now, prove):
            return Handled(State.HELD, "an act in an operator's name: too many in this hour")
        return self._ask(who, asks, lines[first + 1 :], now)

    def _asks(self, mail: Mail, line: str) -> re.Match[str] | None:
        """What a line asks for; None if it asks for no act. In a mail about a game only acts that there are count."""
        about = "[" in mail.subject.replace("[gm]", "") or any(tokens(self._office.sender, mail))
        return ASKS.fullmatch(line) or (None if about else OTHER.fullmatch(line))

    def _has_room(self, who: Operator, now: datetime, prove: Prove) -> bool:
        """Whether one more mail in the operator's name may be answered in this hour.

        Those for which the mail server vouches are counted apart: whoever forges From does not silence the operator.
        """
        own = "/vouched" if prove().verdict == "pass" else ""
        return self._bucket.take(f"operator/{who.address}{own}", now) != "no"

    def _help_beside(self, who: Operator, mail: Mail, now: datetime, prove: Prove) -> None:
        """Send the operators' help beside the one that everybody gets, if the mail is a HELP about no game."""
        said = [line.text.strip(" .!?").upper() for line in mail.lines if line.text.strip()]
        if said == ["HELP"] and "[" not in mail.subject and self._has_room(who, now, prove):
            self._write(who, "acthelp", {}, now)

    # -- asking --------------------------------------------------------------------------------------------------

    def _ask(self, who: Operator, asks: re.Match[str], below: Sequence[str], now: datetime) -> Handled:
        """Ask the operator, at their own address, to confirm an act."""
        word = (asks[1] or "").lower()
        if word not in SHAPES:  # HELP, or an act that there is not
            self._write(who, "acthelp", {}, now)
            return Handled(State.ANSWERED, "an operator's HELP" if word == "help" else "no act of an operator's")
        try:
            asked = self._read(who, word, asks[2].split(), below, now)
        except (Refused, OperatorError) as error:
            why = f"there is no game {error.name}" if isinstance(error, NoGame) else str(error)
            self._write(who, "actrefused", {"why": why, "act": "", "shape": SHAPES[word]}, now)
            return Handled(State.ANSWERED, "an operator's act that cannot be")
        token = self._keep(asked, now)
        facts = {"act": in_words(asked), "lines": asked.run[1:] if word == "announce" else (), "game": asked.game}
        self._write(who, "actasked", facts, now, token)
        return Handled(State.ANSWERED, "an operator's act, which waits for its CONFIRM", asked.game)

    def ask_to_stop(self, bounced: Bounced, now: datetime) -> None:
        """Ask the operators whether to end the mail of a reader who complains of it, unless they are asked already."""
        game, recipient = self._office.game(bounced.game), bounced.recipient
        reader = self._who_stops(game, bounced)
        run, waiting = ("stop", reader), self._store.facts.beginning(ASKED, Asked).values()
        asked = [one for one in waiting if (one.game, one.run) == (game.name, run) and now - one.at <= STOP_LASTS]
        for who in self._office.operators if reader and not asked else ():
            address = "" if reader in game.seats else recipient
            asks = Asked(who.address, game.name, run, address, self._stands(game, run), now)
            facts = {"game": game.name, "seat": "" if address else reader, "recipient": recipient, "said": bounced.said}
            self._write(who, "complained", facts, now, self._keep(asks, now))

    def _who_stops(self, game: Game, bounced: Bounced) -> str:
        """The seat, or the salted hash of the person, whose mail would end; "" if they get none any more."""
        if bounced.reader in self._store.players.seats_in(game.name, bounced.recipient):
            return bounced.reader
        person = person_hash(game.key, bounced.recipient)  # one who watches, or a sitter, to whom a copy went
        sitters = (sitting.sitter.person for sitting in game.seats.values() if sitting.sitter is not None)
        return person if person in (*game.guests, *game.substitutes, *sitters) else ""

    def _keep(self, asked: Asked, now: datetime) -> str:
        """Keep what waits for a CONFIRM, and return its token; what has waited too long is forgotten."""
        for name, old in self._store.facts.beginning(ASKED, Asked).items():
            if now - old.at > _lasts(old):
                self._store.facts.forget(name)
        token = new_token()
        self._store.facts.keep(_name(token), {**msgspec.structs.asdict(asked), "at": iso(asked.at)})
        return token

    def _read(self, who: Operator, word: str, words: Sequence[str], below: Sequence[str], now: datetime) -> Asked:
        """The act that a mail asks for. Raises Refused, OperatorError."""
        if any(ASKS.fullmatch(text) for text in below):
            raise Refused("one mail asks for one act")
        if not words:
            raise Refused("it names no game")
        game, args = self._office.game(words[0].lower().strip("[]")), words[1:]
        address, run = "", list[str]()
        match word, args:
            case ("pause" | "resume"), []:
                run = [word]
            case "deadline", [change] if CHANGE.fullmatch(change):
                run = [word, change.lower()]
            case "replace", [seat, address] if seat.upper() in game.seats:
                run, address = [word, as_seat(seat.upper())], address.strip("<>").lower()
                self._office.addresses.check_newcomer(game, address)
            case "announce", []:
                run = [word, *_text(below)]
            case _:
                raise Refused("it cannot be read as it is written")
        return Asked(who.address, game.name, tuple(run), address, self._stands(game, run), now)

    def _stands(self, game: Game, run: Sequence[str]) -> str:
        """A digest of how a game stands, as far as an act depends on it."""
        seat = game.seats.get(as_seat(run[1])) if run[0] in ("replace", "stop") else None
        player = self._store.players.find(game.name, as_seat(run[1])) if seat is not None else None
        whose, clock = seat and (seat.taken, player and player.since), game.clock
        parts: tuple[object, ...] = (
            game.over, game.forming is None, game.rolled, game.restored,
            clock and (clock.phase, clock.opened, clock.deadline, clock.until, clock.grace, clock.paused), whose,
        )  # fmt: skip
        parts = (whose,) if run[0] == "stop" else parts
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]

    # -- confirming ----------------------------------------------------------------------------------------------

    def _answered(
        self, token: str, asked: Asked, mail: Mail, received: datetime, now: datetime, prove: Prove
    ) -> Handled:
        """Do an act whose CONFIRM came, or withdraw it."""
        who = operator_at(self._office.operators, asked.operator)
        said = first_said(mail)
        if who is None or mail.sender.lower() != asked.operator or is_forged(self._judged, prove):
            self._store.facts.forget(_name(token))  # somebody else knows it
            for one in [who] if who is not None else []:
                self._write(one, "actrefused", _why(asked, "a reply to our question came from somebody else"), now)
            return Handled(State.HELD, "a reply to an operator's question, from somebody else", asked.game)
        if said == "DENY":
            self._store.facts.forget(_name(token))
            return Handled(State.ANSWERED, "an operator's act, withdrawn", asked.game)
        if said != "CONFIRM":
            return self._without_confirm(who, token, asked, mail, now)
        for name, other in self._store.facts.beginning(ASKED, Asked).items():
            same = (other.game, other.run) == (asked.game, asked.run) and asked.run[0] == "stop"
            if same or name == _name(token):
                self._store.facts.forget(name)
        return self._do(who, asked, received, now)

    def _without_confirm(self, who: Operator, token: str, asked: Asked, mail: Mail, now: datetime) -> Handled:
        """Answer a reply that says something else; the question stays open unless others now know its token."""
        why = "your reply does not begin with the word CONFIRM"
        if shown_to_others(self._office.sender, mail):
            self._store.facts.forget(_name(token))
            why = f"{why}, and it went to others, too, who could now confirm in your name: ask again"
        if self._bucket.take(f"operator/{who.address}/replies", now) != "no":
            self._write(who, "actrefused", _why(asked, why), now)
        return Handled(State.ANSWERED, "a reply to an operator's question, without CONFIRM", asked.game)

    def _do(self, who: Operator, asked: Asked, received: datetime, now: datetime) -> Handled:
        """Do a confirmed act, if the game still stands as it stood."""
        try:
            if not received - asked.at <= _lasts(asked):
                after = "a week" if asked.run[0] == "stop" else "an hour"
                raise Refused(f"the CONFIRM came more than {after} after our question")
            if self._stands(self._office.game(asked.game), asked.run) != asked.stands:
                raise Refused("the game has changed since you asked: look at it, and ask again")
            with self._store.transaction():
                self._office.do_act(asked.game, asked.run, now, address=asked.address, by=who.name)
        except (Refused, OperatorError) as error:
            self._write(who, "actrefused", _why(asked, str(error)), now)
            return Handled(State.ANSWERED, "an operator's act that could not be done", asked.game)
        facts = {"act": in_words(asked), "name": who.name, "game": asked.game}
        for one in self._office.operators:
            self._write(one, "actdone", facts, now)
        return Handled(State.DONE, "an operator's act", asked.game, NO_SEAT)

    def _write(self, who: Operator, kind: str, facts: Mapping[str, object], now: datetime, token: str = "") -> None:
        """Write to an operator, at the address that the configuration has."""
        mail = write_alone(kind, facts)
        last = self._store.outbox.newest()
        digits = hashlib.sha256("\0".join((kind, who.address, token, mail.text, iso(now), str(last))).encode())
        self._office.delivery(now).queue(
            "", OPERATOR_READER, who.address, subject=f"[gm] {mail.subject}", text=mail.text,
            digits=digits.hexdigest(), token=token,
        )  # fmt: skip


def _lasts(asked: Asked) -> timedelta:
    return STOP_LASTS if asked.run[0] == "stop" else LASTS


def in_words(asked: Asked) -> str:
    """An act as one would type it, but for the text of an announcement."""
    word, *args = asked.run
    if word == "stop":
        return f"stop {asked.game} {asked.address or args[0]}"
    if word == "announce":
        return f"announce {asked.game} ({count(len(args), 'line')})"
    return " ".join(filter(None, (word, asked.game, *args, asked.address)))


def _text(lines: Sequence[str]) -> list[str]:
    """The text of an announcement. Raises Refused."""
    text = "\n".join(lines).strip("\n").split("\n")
    if not any(line.strip() for line in text):
        raise Refused("there is no text below it")
    if len(text) > MOST_LINES or sum(map(len, text)) > MOST_CHARACTERS:
        raise Refused(f"the text is longer than {MOST_LINES} lines or {MOST_CHARACTERS:,} characters")
    return text


def _why(asked: Asked, why: str) -> dict[str, object]:
    return {"why": why, "act": in_words(asked), "shape": SHAPES.get(asked.run[0], "")}


def _name(token: str) -> str:
    """The name of the fact of an act that waits: whoever reads it cannot confirm."""
    return f"{ASKED}{token_hash(token)}"
