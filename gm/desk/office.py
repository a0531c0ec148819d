"""The office: letters and the clock in, journal, ledger and outbox out, one transaction for each event.

It is the same for the daemon and for a replay: only the mailbox, the sender and the clock differ outside.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from gm.desk import events
from gm.desk.delivery import Delivery, Disclose, past_mails
from gm.desk.door import PHASE, Identified, identify
from gm.desk.game import Game
from gm.desk.gamefile import ADDRESS, GameFile
from gm.desk.letters import LetterEvent
from gm.desk.operator import OperatorError
from gm.desk.times import in_words
from gm.desk.turn import OPERATOR_READER, Turn, next_strike
from gm.desk.words import environment
from gm.post.compose import Sender
from gm.post.letter import Mail as Received
from gm.post.letter import read_mail
from gm.registry import ruleset
from gm.rules import Line
from gm.store.store import Store, as_json, from_iso, iso

PROMPT = timedelta(minutes=5)
MOST_RAW = 10_000_000  # bytes of a letter that are read at all


class Handled(msgspec.Struct, frozen=True):
    """What became of a letter, for the log: its state (done, held, ignored, known, answered) and why."""

    state: str
    reason: str = ""
    game: str = ""
    seat: str = ""


class Office:
    """Handles letters, strikes of the clock and acts of the operator against one store."""

    def __init__(
        self, store: Store, sender: Sender, operator: str, disclose: Disclose, answers_per_hour: int = 30
    ) -> None:
        """*disclose* makes the report of a finished game as (text, html)."""
        self.store, self.sender, self.operator = store, sender, operator
        self._disclose, self._limit = disclose, answers_per_hour

    # -- games -------------------------------------------------------------------------------------------------

    def open_game(self, file: GameFile, at: datetime, key: str = "", seed: str = "") -> None:
        """Begin a game. key and seed: random unless given. Raises OperatorError if the name is in use."""
        key = key or secrets.token_hex(32)
        seats = {seat: None for seat in ruleset(file.ruleset).seats(file.options)}
        zones = {seat: player.timezone for seat, player in file.seats.items()}
        opening = events.Opening(
            file.name, file.ruleset, msgspec.to_builtins(file.options), file.seed or seed or secrets.token_hex(16),
            key, file.timezone, file.deadlines, {**seats, **zones},
        )  # fmt: skip
        people = {seat: events.person_hash(key, player.address) for seat, player in file.seats.items()}
        with self.store.transaction():
            if self.store.game_state(file.name) is not None:
                raise OperatorError(f"there is a game {file.name} already")
            for seat, player in file.seats.items():
                self.store.seat_player(file.name, seat, 1, player.address, player.name, people[seat])
            data = {**msgspec.to_builtins(opening), "people": people}
            self._commit(None, file.name, at, at, "open", data)

    def game(self, name: str) -> Game:
        """The game as it stands. Raises OperatorError if there is none."""
        text = self.store.game_state(name)
        if text is None:
            raise OperatorError(f"there is no game {name}")
        return events.load_game(text)

    # -- letters -----------------------------------------------------------------------------------------------

    def receive(self, key: str, raw: bytes, received: datetime, now: datetime) -> Handled:
        """Handle one mail of the mailbox, once: a mail known by its key or its Message-ID and content does nothing.

        The content is what the sender wrote: mail servers put headers of their own on top of each copy.
        received: the mailbox server's time; now: when answers leave. Everything it does is one transaction.
        """
        mail = read_mail(raw[:MOST_RAW])
        with self.store.transaction():
            before = self._known(key, mail, raw)
            if before:
                # Put aside is put aside: we may have been stopped before the mailbox knew.
                return Handled(before if before in ("held", "failed") else "known", "handled before")
        try:
            with self.store.transaction():
                row = self._enter(key, mail, raw, received)
                handled = self._handle(mail, raw, received, now)
                self._note(row, handled)
        except Exception as error:
            # One letter that we cannot handle must not stop the next. The type only: a message may quote its text.
            handled = Handled("failed", f"an error of ours: {type(error).__name__}")
            with self.store.transaction():
                row = self._enter(key, mail, raw, received)
                self._note(row, handled)
                self._alarm(row, handled, now)
        return handled

    def _alarm(self, row: int, handled: Handled, now: datetime) -> None:
        """Tell the operator of a letter that we could not handle; its text is not told."""
        text = environment().get_template("desk/alarm.txt.j2").render(number=row, reason=handled.reason)
        digits = hashlib.sha256(f"alarm\0{row}".encode()).hexdigest()
        delivery = self._delivery(now)
        delivery.queue("", OPERATOR_READER, self.operator, "[gm] a letter was put aside", f"{text.strip()}\n", digits)

    def redo(self, row: dict[str, Any], now: datetime) -> Handled:
        """Handle a letter that was put aside once more. Raises what goes wrong, and then nothing has changed."""
        with self.store.transaction():
            handled = self._handle(read_mail(row["raw"]), row["raw"], from_iso(row["received"]), now)
            self._note(row["id"], handled)
        return handled

    def _enter(self, key: str, mail: Received, raw: bytes, received: datetime) -> int:
        return self.store.insert(
            "inbox", key=key, message_id=mail.message_id, digest=_digest(mail, raw),
            received=iso(received), sender=mail.sender, subject=mail.subject, raw=raw, state="done",
        )  # fmt: skip

    def _note(self, row: int, handled: Handled) -> None:
        self.store.change(
            "update inbox set state = ?, reason = ?, game = ? where id = ?",
            [handled.state, handled.reason, handled.game, row],
        )

    def _known(self, key: str, mail: Received, raw: bytes) -> str:
        """What became of a mail that was handled before, by itself or as another copy; "" if it was not."""
        row = self.store.row("select state from inbox where key = ?", [key])
        if row is None and mail.message_id:
            # Within its game: who writes to two games at once sends each a copy.
            game = identify(self.store, self.sender, mail).game
            row = self.store.row(
                "select state from inbox where message_id = ? and digest = ? and game = ? "
                "and state not in ('held', 'failed')",
                [mail.message_id, _digest(mail, raw), game],
            )
        return row["state"] if row else ""

    def _handle(self, mail: Received, raw: bytes, received: datetime, now: datetime) -> Handled:
        if mail.machine:
            return Handled("ignored", mail.machine)
        if not raw:
            return Handled("held", "larger than the limit, or the mail server could not read it out")
        if not mail.sender or mail.sender == self.sender.address:
            return Handled("held", "no single sender" if not mail.sender else "from our own address")
        found = identify(self.store, self.sender, mail)
        if found.held:
            self._answer_stranger(mail, now, "notyours", {"game": found.game})
            return Handled("held", found.held, found.game)
        if not found.game:
            self._answer_stranger(mail, now, "nogame", {"games": self._games_of(mail.sender)})
            return Handled("held", "about no game")
        self._take_letter(mail, raw, found, received, now)
        return Handled("done", "", found.game, found.seat)

    def _games_of(self, address: str) -> list[str]:
        return sorted({row["game"] for row in self.store.seats_of(address)})

    def _take_letter(self, mail: Received, raw: bytes, found: Identified, received: datetime, now: datetime) -> None:
        """Enter the letter into its game's journal and do what it says."""
        game = self.game(found.game)
        replied = self._replied(found, mail)
        phase = PHASE.search(mail.subject.upper())
        late = game.closed_at is not None and received < game.closed_at
        in_time = late and received <= self._closed_by(game)
        event = LetterEvent(
            found.seat,
            "" if found.seat else events.person_hash(game.key, mail.sender),
            tuple(Line(line.number, line.text) for line in mail.lines),
            self._changed_quotes(found, mail),
            game.closed if late else phase[1] if phase else "",
            replied["press_from"] if replied else "",
            mail.trouble,
            in_words(received, game.zone(found.seat)) if in_time else "",
        )
        at = max(received, self._last_at(found.game))
        data = {**msgspec.to_builtins(event), "mail": game.secret(hashlib.sha256(raw).hexdigest(), "mail", 0)[:32]}
        self._commit(game, found.game, at, now, "letter", data, answering=mail)

    def _closed_by(self, game: Game) -> datetime:
        """Up to when letters were in time for the phase judged last; after an outage it was judged later than that."""
        assert game.closed_at is not None
        row = self.store.row(
            "select data from journal where game = ? and kind = 'time' and at = ? order by n desc limit 1",
            [game.name, iso(game.closed_at)],
        )
        due = json.loads(row["data"]).get("due") if row else None
        return from_iso(due) if due else game.closed_at

    def _last_at(self, game: str) -> datetime:
        row = self.store.row("select at from journal where game = ? order by n desc limit 1", [game])
        assert row is not None
        return from_iso(row["at"])

    def _replied(self, found: Identified, mail: Received) -> dict[str, Any] | None:
        """The press of the seat's ledger that the mail replies to, if it does."""
        if not mail.replied:
            return None
        row = self.store.row(
            "select press_from from ledger where message_id = ? and game = ? and reader = ? and press_from != ''",
            [mail.replied[0], found.game, found.seat],
        )
        return row

    def _changed_quotes(self, found: Identified, mail: Received) -> tuple[Line, ...]:
        """Dropped quotations that are not, word for word, lines of the mail replied to (or of this phase's mails)."""
        if not mail.quoted or not found.seat:
            return ()
        marks = ", ".join("?" for _ in mail.replied)
        query = f"select body from ledger where game = ? and reader = ? and message_id in ({marks})"
        rows = self.store.rows(query, [found.game, found.seat, *mail.replied]) if mail.replied else []
        if not rows:
            query = "select body from ledger where game = ? and reader = ? order by number desc limit 20"
            rows = self.store.rows(query, [found.game, found.seat])
        told = {" ".join(line.split()) for row in rows for line in row["body"].split("\n")}
        kept = (line for line in mail.quoted if " ".join(line.text.lstrip("> ").split()) not in told)
        return tuple(Line(line.number, line.text) for line in kept)

    def _answer_stranger(self, mail: Received, now: datetime, kind: str, facts: dict[str, Any]) -> None:
        """A helpful answer to mail that belongs to no seat; at most so many an hour to one address."""
        since = iso(now - timedelta(hours=1))
        count = self.store.rows("select count(*) as n from answered where address = ? and at > ?", [mail.sender, since])
        if count[0]["n"] >= self._limit or not mail.sender.isascii():
            return
        self.store.insert("answered", address=mail.sender, at=iso(now))
        text = environment().get_template(f"desk/{kind}.txt.j2").render(**facts)
        digest = hashlib.sha256(f"{mail.message_id}\n{mail.sender}\n{iso(now)}".encode()).hexdigest()
        delivery = self._delivery(now, mail)
        delivery.queue(
            "", mail.sender, mail.sender, f"Re: {mail.subject}"[:120], f"{text.strip()}\n", digest, reply=True
        )

    # -- the clock ---------------------------------------------------------------------------------------------

    def strike_before(self, limit: datetime, now: datetime | None = None) -> bool:
        """Let the first strike that is due before *limit* happen, whichever game's; False if there was none.

        now: when its mails leave, by default the time of the strike.
        """
        if (self.store.next_strike() or ("", limit))[1] >= limit:
            return False
        # Looked at again inside the transaction: the operator may work on the same games in a process of his own.
        with self.store.transaction():
            due = self.store.next_strike()
            if due is None or due[1] >= limit:
                return False
            name, at = due
            game = self.game(name)
            found = next_strike(game)
            assert found is not None
            # After an outage the clock goes on from now: a phase must not open and end while nobody could write.
            shortest = min(seconds for kind, seconds in game.deadlines.items() if kind != "grace")
            when = at if now is None or now - at < min(PROMPT, timedelta(seconds=shortest) / 2) else now
            when = max(when, self._last_at(name))
            data = {"kind": found[1], **({"due": iso(at)} if when > at else {})}
            self._commit(game, name, when, now or at, "time", data)
        return True

    # -- the operator ------------------------------------------------------------------------------------------

    def operate(self, name: str, run: Sequence[str], at: datetime, address: str = "", player: str = "") -> None:
        """Do an operator's act on a game. For replace *address* is the newcomer's. Raises OperatorError."""
        with self.store.transaction():
            game = self.game(name)
            words = list(run)
            if words[:1] == ["replace"] and len(words) > 1:
                self._check_newcomer(name, address)
                words = ["replace", words[1], events.person_hash(game.key, address)]
            when = max(at, self._last_at(name))
            self._commit(game, name, when, at, "operator", {"run": words}, newcomer=(address, player))

    def _check_newcomer(self, name: str, address: str) -> None:
        if not ADDRESS.fullmatch(address) or not address.isascii():
            raise OperatorError(f"{address!r} is no mail address")
        if any(row["game"] == name for row in self.store.seats_of(address)):
            raise OperatorError(f"{address} has a seat in {name} already")

    def _delivery(self, now: datetime, answering: Received | None = None) -> Delivery:
        return Delivery(self.store, self.sender, self.operator, self._disclose, now, answering)

    # -- committing --------------------------------------------------------------------------------------------

    def _commit(
        self,
        game: Game | None,
        name: str,
        at: datetime,
        now: datetime,
        kind: str,
        data: dict[str, Any],
        answering: Received | None = None,
        newcomer: tuple[str, str] = ("", ""),
    ) -> None:
        """Apply an entry and keep everything that comes of it. Runs inside a transaction."""
        turn = events.apply(game, at, kind, data, lambda seat: past_mails(self.store, name, seat, game))
        n = self.store.append(name, at, kind, data)
        after = turn.game
        self.store.save_game(name, after.ruleset, n, as_json(after), after.over, (next_strike(after) or (None,))[0])
        for told, body in turn.disclosed:
            self.store.insert("disclosed", game=name, n=n, at=iso(at), kind=told, body=as_json(body))
        self._seat(turn, name, n, answering, newcomer)
        self._keep_tokens(after)
        delivery = self._delivery(now, answering)
        for mail in turn.mails:
            delivery.deliver(after, mail, n, at)

    def _seat(self, turn: Turn, name: str, n: int, answering: Received | None, newcomer: tuple[str, str]) -> None:
        """Who left and who came, beside the journal."""
        for seat in turn.left:
            self.store.unseat_player(name, seat, n)
        for seat, person in turn.seated.items():
            address, player = (
                newcomer if newcomer[0] else (answering.sender, answering.sender_name) if answering else newcomer
            )
            self.store.seat_player(name, seat, n, address, player, person)

    def _keep_tokens(self, game: Game) -> None:
        """The tokens that now reach a seat; those of former players are dead."""
        tokens = {game.token(seat): seat for seat, sitting in game.seats.items() if sitting.taken}
        known = {row["token"] for row in self.store.rows("select token from tokens where game = ?", [game.name])}
        for token in known - set(tokens):
            self.store.change("delete from tokens where token = ?", [token])
        for token in sorted(set(tokens) - known):
            self.store.insert("tokens", token=token, game=game.name, seat=tokens[token])


def _digest(mail: Received, raw: bytes) -> str:
    """The digest of what the sender wrote: who, about what, and all below the head."""
    body = re.split(rb"\r?\n\r?\n", raw, maxsplit=1)[1:]
    head = f"{mail.sender}\n{mail.subject}\n".encode("utf-8", "surrogateescape")
    return hashlib.sha256(head + b"".join(body)).hexdigest()
