"""What becomes of one mail: ignored, answered, asked about, put aside, or entered into its game as a letter."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from gm.desk import bounces, events
from gm.desk.commands import first_word
from gm.desk.door import PHASE, Door, Identified
from gm.desk.game import Game
from gm.desk.letters import LetterEvent
from gm.desk.questions import MOST_HELD, HeldEvent, held_letters
from gm.desk.times import in_words
from gm.post.authenticity import Authenticity
from gm.post.dsn import read_dsn
from gm.post.letter import Mail, read_mail
from gm.rules import Line
from gm.store.store import from_iso

if TYPE_CHECKING:
    from gm.desk.office import Office

MOST_CHANGED = 500  # quoted lines that are looked at, since they are not as we wrote them
LONGEST_CHANGED = 400  # characters of such a line
SHOWN = 40  # lines of a mail that the answer to its PING shows


class Handled(msgspec.Struct, frozen=True):
    """What became of a letter, for the log: its state (done, held, failed, ignored, known, answered) and why."""

    state: str
    reason: str = ""
    game: str = ""
    seat: str = ""
    hold: int | None = None

    @property
    def aside(self) -> bool:
        """Whether it was put aside, for the operator to see."""
        return self.state in ("held", "failed")


class Reception:
    """Handles mails, one at a time, inside a transaction of the office.

    *believes*: From is believed, as in a replay. Else doubtful letters wait until their player confirms them.
    """

    def __init__(self, office: Office, believes: bool) -> None:
        self._office, self._store, self._believes = office, office.store, believes
        self._door = Door(office.store, office.sender, office.game)

    def handle(
        self, mail: Mail, raw: bytes, received: datetime, now: datetime, prove: Callable[[], Authenticity]
    ) -> Handled:
        """Do what is to be done with *mail*. prove: what is known of its sender, asked only if need be."""
        if mail.machine:
            return self._from_machine(mail, raw, now)
        if not raw:
            return Handled("held", "larger than the limit, or the mail server could not read it out")
        if self._office.sender.owns(mail.sender):
            return Handled("ignored", "from our own address")
        if not mail.sender:
            return Handled("held", "no single sender")
        found = self._door.believe(mail) if self._believes else self._door.identify(mail, received, prove)
        if self._pings(mail):
            self._ping(mail, found, received, now, prove())
            if self._only_pings(mail):
                return Handled("answered", "PING", found.game, found.seat)
        if not found.game:
            games = sorted({row["game"] for row in self._store.seats_of(mail.sender)})
            self._office.answer(mail, "nogame", {"games": games}, now)
            return Handled("held", "about no game")
        if found.doubt:
            return self._doubtful(found, mail, raw, received, now)
        self._take(found, mail, raw, received, now)
        return Handled("done", "", found.game, found.seat)

    # -- doubtful letters --------------------------------------------------------------------------------------

    def _doubtful(self, found: Identified, mail: Mail, raw: bytes, received: datetime, now: datetime) -> Handled:
        """Hold a letter, and ask the player at his registered address whether it is his."""
        game = self._office.game(found.game)
        says = any(line.text.strip() for line in mail.lines)
        asks = says and not self._believes and not game.over
        if asks and held_letters(game.seats[found.seat].questions, received) >= MOST_HELD:
            return Handled("held", f"{found.doubt}, and too many wait for a CONFIRM", found.game, found.seat)
        if found.doubt == "foreign":
            self._office.answer(mail, "notyours", {"game": found.game, "asked": asks}, now)
        if not asks:
            return Handled("held", found.doubt, found.game, found.seat)
        lines = tuple(Line(line.number, line.text) for line in mail.lines)
        data = msgspec.to_builtins(HeldEvent(found.seat, found.doubt, mail.subject, lines))
        after = self._office.enter(
            game, max(received, self._store.last_at(found.game)), now, "held", _signed(game, raw, data)
        )
        return Handled("held", f"{found.doubt}, waits for a CONFIRM", found.game, found.seat, after.game.holds)

    def release(self, name: str, hold: int, now: datetime, answering: Mail) -> None:
        """Do what a held letter says: its player has confirmed it.

        Nothing happens if it is there no more, or if another copy of it, confirmed as well, has acted.
        """
        row = self._store.row("select * from inbox where game = ? and hold = ? and state = 'held'", [name, hold])
        if row is None:
            return
        found, mail, received = Identified(name, row["seat"]), read_mail(row["raw"]), from_iso(row["received"])
        state, reason = "known", "a copy acted before"
        if not self._office.acted(mail, row["raw"], received):
            state, reason = "done", "confirmed"
            self._take(found, mail, row["raw"], received, now, answering, confirmed=True)
        self._store.change("update inbox set state = ?, reason = ? where id = ?", [state, reason, row["id"]])

    # -- letters -----------------------------------------------------------------------------------------------

    def _take(
        self,
        found: Identified,
        mail: Mail,
        raw: bytes,
        received: datetime,
        now: datetime,
        answering: Mail | None = None,
        confirmed: bool = False,
    ) -> None:
        """Enter the letter into its game's journal and do what it says."""
        game = self._office.game(found.game)
        replied = self._replied(found, mail)
        phase = PHASE.search(mail.subject.upper())
        late = game.closed_at is not None and received < game.closed_at
        in_time = late and not confirmed and received <= self._closed_by(game)
        event = LetterEvent(
            found.seat,
            "" if found.seat else events.person_hash(game.key, mail.sender),
            tuple(Line(line.number, line.text) for line in mail.lines),
            self._changed_quotes(found, mail),
            game.closed if late else phase[1] if phase else "",
            replied["press_from"] if replied else "",
            mail.trouble,
            in_words(received, game.zone(found.seat)) if in_time else "",
            found.answers,
            confirmed,
        )
        at = max(received, self._store.last_at(found.game))
        data = _signed(game, raw, msgspec.to_builtins(event))
        turn = self._office.enter(game, at, now, "letter", data, answering or mail)
        for hold in turn.released:
            self.release(found.game, hold, now, answering or mail)

    def _closed_by(self, game: Game) -> datetime:
        """Up to when letters were in time for the phase judged last; after an outage it was judged later than that."""
        assert game.closed_at is not None
        due = self._office.due_of_strike(game.name, game.closed_at)
        return due or game.closed_at

    def _replied(self, found: Identified, mail: Mail) -> dict[str, Any] | None:
        """The press of the seat's ledger that the mail replies to, if it does."""
        if not mail.replied:
            return None
        return self._store.row(
            "select press_from from ledger where message_id = ? and game = ? and reader = ? and press_from != ''",
            [mail.replied[0], found.game, found.seat],
        )

    def _changed_quotes(self, found: Identified, mail: Mail) -> tuple[Line, ...]:
        """Dropped quotations that are not, word for word, lines of the mail replied to (or of this phase's mails)."""
        if not mail.quoted or not found.seat:
            return ()
        marks = ", ".join("?" for _ in mail.replied)
        query = f"select body from ledger where game = ? and reader = ? and message_id in ({marks})"
        rows = self._store.rows(query, [found.game, found.seat, *mail.replied]) if mail.replied else []
        if not rows:
            query = "select body from ledger where game = ? and reader = ? order by number desc limit 20"
            rows = self._store.rows(query, [found.game, found.seat])
        told = {" ".join(line.split()) for row in rows for line in row["body"].split("\n")}
        kept = (line for line in mail.quoted if " ".join(line.text.lstrip("> ").split()) not in told)
        # What has more changes than that was not changed by a person: a program broke its lines anew.
        short = (Line(line.number, line.text) for line in kept if len(line.text) <= LONGEST_CHANGED)
        return tuple(islice(short, MOST_CHANGED))

    # -- machines ----------------------------------------------------------------------------------------------

    def _from_machine(self, mail: Mail, raw: bytes, now: datetime) -> Handled:
        """Never answered. A bounce is noted with the mail that it is about."""
        report = read_dsn(raw)
        if report is None:
            return Handled("ignored", mail.machine)
        bounced = bounces.record(self._store, self._office.sender, mail, report, now)
        if bounced is None:
            return Handled("ignored", f"{mail.machine}: a bounce of no mail of ours, or no failure")
        if bounced.tell and bounced.game:
            self._office.alarm(f"mail to {bounced.reader} bounces", "bounced", msgspec.to_builtins(bounced), now)
        kind = "hard" if bounced.hard else "soft"
        return Handled("ignored", f"a {kind} bounce: {bounced.said}"[:200], bounced.game)

    # -- PING --------------------------------------------------------------------------------------------------

    def _pings(self, mail: Mail) -> bool:
        return any(first_word(line.text) == "PING" and len(line.text.split()) == 1 for line in mail.lines)

    def _only_pings(self, mail: Mail) -> bool:
        return all(first_word(line.text) in ("PING", "") for line in mail.lines if line.text.strip())

    def _ping(self, mail: Mail, found: Identified, received: datetime, now: datetime, seen: Authenticity) -> None:
        """Answer with what we saw of the mail; only its own sender reads it."""
        zone = self._office.game(found.game).zone(found.seat) if found.game else "UTC"
        lines = [line.text for line in mail.lines if line.text.strip()]
        facts = {
            "sender": mail.sender, "received": in_words(received, zone), "game": found.game, "seat": found.seat,
            "doubt": found.doubt, "way": found.way, "quoted": len(mail.quoted), "trouble": mail.trouble,
            "lines": lines[:SHOWN], "more": max(0, len(lines) - SHOWN),
            "reason": seen.reason, "results": seen.results,
        }  # fmt: skip
        self._office.answer(mail, "ping", facts, now)


def _signed(game: Game, raw: bytes, data: dict[str, Any]) -> dict[str, Any]:
    """The data of an entry with a digest of the mail that it came from, which means nothing without the key."""
    return {**data, "mail": game.secret(hashlib.sha256(raw).hexdigest(), "mail", 0)[:32]}
