"""The office: turns letters and strikes of the clock into journal, ledger and outbox entries, one event at a time.

An event is stored whole or not at all. The daemon and a replay use the same office: only the mailbox, the sender and
the clock outside differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial

import msgspec

from gm.config.loading import Create
from gm.desk.arrival.aside import Aside, Fallen, unread
from gm.desk.arrival.cut import Cut, Part
from gm.desk.arrival.door import Door
from gm.desk.arrival.filing import Filing
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.meaning import meaning
from gm.desk.arrival.reception import Reception
from gm.desk.arrival.sorting import Sorting
from gm.desk.books import bounces
from gm.desk.books.commit import Books
from gm.desk.books.earlier import preview_of, roll_of
from gm.desk.books.outage import PROMPT, begin_to_count
from gm.desk.books.resend import Again
from gm.desk.books.stands import HOURS, Stands
from gm.desk.clock.striking import AGAIN, next_strike
from gm.desk.entries import events
from gm.desk.entries.opening import entry_of, housed, opening_of
from gm.desk.file.gamefile import GameFile
from gm.desk.game.failure import OURS, Failure, failure_of, noted, tried
from gm.desk.game.game import Game, short
from gm.desk.game.refusal import NoGame, OperatorError
from gm.desk.game.telling import BrokenBooks
from gm.desk.game.turn import Turn
from gm.desk.mails.answers import Answers
from gm.desk.mails.buckets import Bucket, let_go
from gm.desk.mails.delivery import LARGEST_REPORT, Delivery, Disclose
from gm.desk.mails.paintings import Paintings, Unpainted
from gm.desk.mails.shares import House
from gm.desk.operating.addresses import Addresses
from gm.desk.operating.operator import data_of
from gm.desk.operating.who import operators_of
from gm.desk.time.schedule import shortest
from gm.post.boxes.mailbox import name_of
from gm.post.inbound.apart import Apart
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import Came, came
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender
from gm.rules import Seat, as_seat
from gm.store.database import iso
from gm.store.engine import StoreError, Unavailable
from gm.store.inbox import ASIDE, Letter, State
from gm.store.outbox import Listed as Unsent
from gm.store.outbox import Post
from gm.store.store import Store

__all__ = ["Handled", "Office"]

UNKNOWN = Authenticity("none", "Nothing is known: no mail server is configured as trusted to say who sent a mail.")
Prove = Callable[[bytes, str], Authenticity]


class _Undone(Exception):
    """What became of a letter is to be undone."""

    def __init__(self, handled: Handled) -> None:
        super().__init__()
        self.handled = handled


class Office:
    """Handles letters, strikes of the clock and the operator's acts, on one store."""

    def __init__(
        self,
        store: Store,
        sender: Sender,
        operator: str | Sequence[tuple[str, str]],
        disclose: Disclose,
        answers_per_hour: int = 30,
        *,
        believes: bool = False,
        prove: Prove = lambda raw, sender: UNKNOWN,
        judged: bool = False,
        html: bool = False,
        largest_report: int = LARGEST_REPORT,
        house: House | None = None,
        url: str = "",
        create: Create | None = None,
    ) -> None:
        """*disclose* makes the report of a finished game. *believes*: trust From (`gm replay`).

        *prove* says how well a mail's sender is proven, from its bytes and its bare From address. *judged*: it does so
        for every mail, so that a bad verdict counts. *html*: mails also have an HTML form unless a reader wants none.
        *largest_report*: a larger one is not attached to the last mail. *house*: how much the house may send.
        *url*: where the pages are on which orders are tapped; "" for nowhere. *create*: what players may create.
        *operator*: the address of the only operator, or the name and address of each.
        """
        self.apart = Apart()
        self.html, self.largest_report, self.paintings = html, largest_report, Paintings()
        self.house, self.url, self.create = house, url, create or Create()
        self.store, self.sender, self.operators = store, sender, operators_of(operator)
        self.doer = ""  # who does what the operator does here; "": it stands under no name
        self.complaints = ""  # where players of games that begin complain about the GameMaster; "" for nowhere
        self._disclose, self._believes, self._prove = disclose, believes, prove
        self.addresses = Addresses(store, sender, believes)
        self._bucket = Bucket(store, answers_per_hour)
        self._answers = Answers(store, self._bucket)
        self.books, self._filing = Books(store, self.delivery), Filing(store, sender)
        self.stands = Stands(store, self.books)
        self.failing: dict[str, Failure] = {}  # the games whose clock could not strike when it was last tried, and why
        door = Door(store, sender, self.books, judged)
        self.sorting = Sorting(self, door, believes)
        self._reception = Reception(self, door, believes, judged=judged, answers_per_hour=answers_per_hour)
        self._aside = Aside(self, self._reception, self._filing, prove)

    # -- games -------------------------------------------------------------------------------------------------

    def open_game(self, file: GameFile, at: datetime, key: str = "", seed: str = "") -> None:
        """Begin a game; key and seed are random unless given. Raises OperatorError if the name is in use."""
        self.open_games([(file, opening_of(file, key, seed))], at, lambda: None)

    def open_games(
        self, files: Sequence[tuple[GameFile, events.Opening]], at: datetime, also: Callable[[], None]
    ) -> None:
        """Begin several games, and do *also* what belongs to them: all of it or, if a name is in use, nothing."""

        def begin() -> None:
            for file, opening in files:
                self.begin(file, opening, at)
            also()

        self.paintings.once(self.store, begin)

    def begin(self, file: GameFile, opening: events.Opening, at: datetime) -> None:
        """Begin a game. Raises OperatorError if the name is in use. Runs inside a transaction."""
        if self.store.games.has(file.name):
            raise OperatorError(f"there is a game {file.name} already")
        for seat, player in file.seats.items():
            for address in (player.address, *player.also):
                self.addresses.check(address)
            if file.joining is None:
                self.store.players.seat(
                    file.name, seat, 1, address=player.address, name=player.name, digest=opening.people[seat],
                    also=player.also,
                )  # fmt: skip
            else:
                self.store.people.introduce(
                    file.name, opening.people[seat], player.address, name=player.name, n=1, also=player.also
                )
        data = entry_of(housed(opening, self.complaints))
        self.books.commit(None, file.name, at, now=at, kind="open", data=data)
        begin_to_count(self.store, at)

    def game(self, name: str) -> Game:
        """Return the game as it stands. Raises OperatorError if there is none of that name."""
        return self.books.game(name)

    def check_known(self, name: str) -> None:
        """Raise OperatorError if there is no game of that name. It is neither read nor woken."""
        if not self.store.games.has(name):
            raise NoGame(name)

    # -- letters -----------------------------------------------------------------------------------------------

    def receive(
        self,
        key: str,
        raw: bytes,
        received: datetime,
        now: datetime,
        proof: Authenticity | None = None,
        trouble: str = "",
        mail: Mail | None = None,
        part: Part | None = None,
        timed: str = "",
    ) -> Handled:
        """Handle one mail, or a *part*, once: nothing happens if its key, or its Message-ID and content, are known.

        The content is what the sender wrote: mail servers add headers of their own to each copy.
        received: the mailbox server's time; now: when answers leave; proof: what is known of the sender, if already
        established; trouble: why *raw* is only the head of the mail; mail: what it says, if already read; timed: as in
        Mail. Everything happens in one transaction. A mail without text is put aside, as is one that could not be read.
        Raises Unavailable if nothing can be written.
        """
        try:
            return self._received(key, raw, received, now, proof, trouble=trouble, mail=mail, part=part, timed=timed)
        except Unavailable:
            raise  # a full disk or a lock: not the letter's fault, and it can wait
        except Exception as error:  # a letter that we cannot handle must not stop the next
            failure = noted(error, "a letter could not be handled")
            fallen = Fallen(key, raw, received, str(failure), failure=failure, mail=mail, part=part)
            return self.store.act(lambda: self._aside.put(fallen, now, proof))

    def _received(
        self, key: str, raw: bytes, received: datetime, now: datetime, proof: Authenticity | None, trouble: str,
        mail: Mail | None, part: Part | None, timed: str,
    ) -> Handled:  # fmt: skip
        mail = whole = mail or self.read(raw)
        if trouble:
            mail = msgspec.structs.replace(mail, lines=(), quoted=(), trouble=trouble)
        mail, arrived = self.sorting.taken(part, msgspec.structs.replace(mail, timed=timed), came(mail, raw))
        before = self._before(key, mail, arrived, received=received, now=now)
        if before is not None:
            return before
        if why := unread(mail, raw):
            return self._lay_aside(key, mail, arrived, received=received, now=now, why=why)
        prove = cache(lambda: proof or self._prove(raw, mail.sender))
        return self.paintings.once(self.store, lambda: self._receive(
            key, mail, arrived, received=received, now=now, prove=prove, cut=Cut(part, whole) if part else None
        ))  # fmt: skip

    def read(self, raw: bytes) -> Mail:
        """Read a mail without the passwords in it, a large one in another process; that is waited for."""
        return self.apart.read(raw, meaning(self.store.games.has))

    def redo(self, letter: Letter, now: datetime, confirm: bool = False, dry: bool = False) -> Handled:
        """Handle a letter that was put aside again. Raises whatever goes wrong; then nothing has changed.

        confirm: the operator vouches that a letter held for its player is theirs. dry: undo it all.
        """

        def do() -> Handled:
            handled = self._aside.redo(letter, now, confirm)
            if dry:
                raise _Undone(handled)
            return handled

        try:
            return self.paintings.once(self.store, do)
        except _Undone as undone:
            return undone.handled

    def drop(self, number: int, now: datetime) -> str:
        """Throw a letter away that was put aside; returns why that cannot be, "" if it is done."""
        return self._aside.drop(number, now)

    def _lay_aside(self, key: str, mail: Mail, arrived: Came, received: datetime, now: datetime, why: str) -> Handled:
        """Put a letter aside whole that could not be read, and tell the operator. That is no fault of ours."""
        handled = Handled(State.FAILED, why)
        facts = {"name": name_of(key), "why": why, "lost": not arrived.raw}
        with self.store.transaction():
            number = self._filing.add(key, mail, arrived, received, handled)
            self.alarm("unread", {"number": number, **facts}, now)
        return handled

    def put_aside(
        self, key: str, raw: bytes, received: datetime, now: datetime, why: str, part: Part | None = None
    ) -> Handled:
        """Put a letter aside that must not be tried any more, as one that fails. Runs inside a transaction."""
        return self._aside.put(Fallen(key, raw, received, why, part=part), now)

    def _receive(
        self, key: str, mail: Mail, arrived: Came, received: datetime, now: datetime,
        prove: Callable[[], Authenticity], cut: Cut | None,
    ) -> Handled:  # fmt: skip
        handled = self._reception.handle(mail, arrived, received, now=now, prove=prove, cut=cut)
        self._filing.add(key, mail, arrived, received, handled)
        return handled

    def as_it_came(self, letter: Letter) -> Came:
        """A letter that was put aside, with the digests that it came with."""
        if letter.digest and letter.whole:
            return Came(letter.raw, letter.digest, letter.whole)
        return came(self.read(letter.raw), letter.raw)  # from before they were kept, when nothing was cut out

    def _before(self, key: str, mail: Mail, arrived: Came, received: datetime, now: datetime) -> Handled | None:
        """Return what became of a mail that was handled before, itself or as another copy; None if it was not."""
        state, games = self.store.inbox.known(key, mail.message_id, arrived.digest, received)
        if state is not None:
            # It stays put aside: we may have been stopped before the mailbox knew.
            return Handled(state if state in ASIDE else State.KNOWN, "handled before")
        if not self._acted_in(games, mail, received):
            return None
        with self.store.transaction():
            self.store.inbox.add(
                key, mail.message_id, arrived.digest, whole=arrived.whole, received=received, sender=mail.sender,
                subject="", state=State.KNOWN,
            )  # fmt: skip
            if not self._believes and not mail.machine:
                self._answers.alarm(self.delivery(now), "again", {"sender": mail.sender}, now)
        return Handled(State.KNOWN, "a copy acted before")

    def acted(self, mail: Mail, digest: str, received: datetime) -> bool:
        """Whether another copy of the mail acted in the same game (a mail to two games reaches each as a copy).

        Without a Message-ID, a copy is one received in the same second: it was moved, not written again.
        """
        return self._acted_in(self.store.inbox.copies_done(mail.message_id, digest, received), mail, received)

    def _acted_in(self, games: Sequence[str], mail: Mail, received: datetime) -> bool:
        """Whether one of the copies of a mail, which acted in *games*, acted in the mail's own."""
        if not games or mail.machine:
            return bool(games)
        return self.sorting.game_of(mail, received) in games

    def waits(self, mail: Mail, digest: str, game: str) -> bool:
        """Whether another copy of the mail is held and its player has been asked about it."""
        copies = self.store.inbox.copies_held(mail.message_id, digest, game) if mail.message_id else []
        return any(copy.hold is not None and self.is_asked(game, copy.seat, copy.hold) for copy in copies)

    def is_asked(self, game: str, seat: Seat, hold: int) -> bool:
        """Whether a held letter still waits for its player's CONFIRM."""
        questions = self.game(game).seats[seat].questions
        return ("letter", str(hold)) in [question.act for question in questions]

    def answer(
        self, mail: Mail, kind: str, facts: Mapping[str, object], now: datetime, known: bool = False, proven: str = ""
    ) -> None:
        """Answer a mail outside the ledger of any game (see Answers)."""
        known = known or self._believes
        self._answers.answer(self.delivery(now, mail), mail, kind, facts=facts, now=now, known=known, proven=proven)

    def let_go(self, now: datetime) -> int:
        """Send the withheld answers for which there is room again; return how many."""
        if not self.store.outbox.awaited():
            return 0
        with self.store.transaction():
            return let_go(self.store, self._bucket, now)

    def alarm(self, kind: str, facts: Mapping[str, object], now: datetime) -> None:
        """Tell the operator of something (see Answers)."""
        self._answers.alarm(self.delivery(now), kind, facts, now)

    def refused(self, mail: Post, said: str, now: datetime) -> None:
        """Treat a mail that the server refuses for good as if it had bounced at once."""
        bounced = bounces.note(self.store, mail, True, said=said, now=now)
        if bounced.tell and mail.game:
            self.alarm("bounced", msgspec.to_builtins(bounced), now)

    def unsent(self, mail: Post, failure: Failure, now: datetime) -> None:
        """Tell the operator that a fault of ours keeps a mail from being sent; its reader's game waits for it.

        Runs inside a transaction.
        """
        seat = as_seat(mail.reader)
        stands = bool(mail.game) and tried(self.store, lambda: self.stands.begin(mail.game, seat, now), False)
        if not mail.answer.startswith(OURS):
            told = {"number": mail.id, "game": mail.game, "seat": seat, "stands": stands, "hours": HOURS}
            self.alarm("failed", {"what": "unsent", "failure": failure, **told}, now)

    def unsent_no_more(self, mail: Unsent, now: datetime) -> None:
        """Let a game go on that has stood for a mail, which has been sent or given up. Runs inside a transaction."""
        if mail.game and mail.answer.startswith(OURS):
            tried(self.store, lambda: self.stands.settle(mail.game, now), None)

    def enter(
        self,
        game: Game,
        at: datetime,
        now: datetime,
        kind: str,
        data: Mapping[str, object],
        answering: Mail | None = None,
        proven: str = "",
    ) -> Turn:
        """Enter a letter into the journal of its game and return the turn. Runs inside a transaction.

        proven: the bucket of answers that its writer alone can empty; "" if anybody may have written it.
        """
        return self.books.commit(game, game.name, at, now=now, kind=kind, data=data, answering=answering, proven=proven)

    # -- the clock ---------------------------------------------------------------------------------------------

    def strike_before(self, limit: datetime, now: datetime | None = None, game: str = "") -> bool:
        """Carry out the first strike of any game that is due before *limit*; False if there was none, or it fails.

        Then its game is among those that are failing, and its clock stands. now: when its mails leave; by default the
        time of the strike. game: look at this one alone.
        """
        due = self.store.games.next_strike(game)
        if due is None or due[1] >= limit:
            self.failing.pop(game, None)
            return False
        try:
            struck = self.paintings.once(self.store, lambda: self._strike(limit, now, game))
        except (Unavailable, Unpainted):
            raise
        except Exception as error:
            failure = failure_of(error)
            if self.failing.get(due[0]) != failure:  # what fails again and again is not logged again
                self.failing[due[0]] = noted(error, f"the clock of {due[0]} could not strike")
            note = partial(self._note_failing, due[0], failure, now or due[1])
            self.store.act(lambda: tried(self.store, note, None))
            return False
        self.failing.pop(due[0], None)
        return struck

    def _note_failing(self, name: str, failure: Failure, now: datetime) -> None:
        """Let the clock of a game stand whose strike fails, and tell the operator once."""
        found = next_strike(self.game(name))
        if self.stands.begin_for_strike(name, found[1] if found is not None else "", now):
            self.alarm("failed", {"what": "strike", "game": name, "failure": failure}, now)

    def _strike(self, limit: datetime, now: datetime | None, which: str) -> bool:
        # Looked up again inside the transaction: the operator may be changing the same games from another process.
        due = self.store.games.next_strike(which)
        if due is None or due[1] >= limit:
            return False
        name, at = due
        game = self.game(name)
        found = next_strike(game)
        assert found is not None
        if found[1] == AGAIN:
            self.stands.go_on(name, now or at)
            return True
        # Late, but by too little to give time back (gm.desk.books.outage). Where phases are short, the clock goes
        # on from now: a phase must not open and end while nobody could write.
        least = shortest(game.deadlines, game.calendar)
        when = at if now is None or now - at < min(PROMPT, least / 2) else now
        when = max(when, self.store.journal.last_at(name))
        data = {"kind": found[1], **({"due": iso(at)} if when > at else {})}
        turn = self.books.commit(game, name, when, now=now or at, kind="time", data=data)
        same = (turn.game.state, turn.game.clock) == (game.state, game.clock)
        if same and next_strike(turn.game) == found:
            raise BrokenBooks(name, f"its clock would strike again and again ({found[1]})")
        return True

    # -- the operator ------------------------------------------------------------------------------------------

    def operate(self, name: str, run: Sequence[str], at: datetime, address: str = "", player: str = "") -> None:
        """Do an operator's act on a game. *address*: the person's, for replace, invite, approve and refuse.

        rollback takes a phase, or "before" and a time; forward takes nothing. The journal entry that is meant is looked
        up here. Raises OperatorError.
        """
        self.paintings.once(self.store, lambda: self.do_act(name, run, at, address, player, by=self.doer))

    def do_act(
        self, name: str, run: Sequence[str], at: datetime, address: str = "", player: str = "", by: str = ""
    ) -> None:
        """Do an operator's act, as operate does. Runs inside a transaction. by: the name under which it stands."""
        game = self.game(name)
        words = self._with_persons(game, list(run), address)
        if words[:1] in (["rollback"], ["forward"]):
            words = list(roll_of(self.store, game, words, at))
        when = max(at, self.store.journal.last_at(name))
        try:
            data = data_of(game, words, by)
            self.books.commit(game, name, when, now=at, kind="operator", data=data, newcomer=(address, player))
        except (OperatorError, StoreError, Unpainted):
            raise
        except Exception as error:
            raise OperatorError(f"nothing was done: {noted(error, 'an act could not be done')}") from None
        self.stands.begin_again(name, at)

    def preview(self, name: str, at: datetime) -> str:
        """Return what everybody would be told if the phase now due were judged at once.

        It shows sealed matter, so it is recorded as a look. Raises OperatorError.
        """
        game = self.game(name)
        if game.clock is None:
            raise OperatorError("no phase runs")
        text = preview_of(game, at)
        self.operate(name, ["reveal", f"what judging {game.clock.phase} would bring"], at)
        return text

    def note_copy(self, names: Sequence[str], what: str, at: datetime) -> None:
        """Note in the journals of these games that a copy is about to be made which shows what is sealed.

        The entry bears the time of the one before it: it changes nothing and tells nobody, and moves no letter's time.
        Games that are over are left out.
        """
        with self.store.transaction():
            for name in names:
                found = self.store.games.find(name)
                if found is None or not found.over:
                    game = self.game(name)
                    data = {"what": what, "at": f"{at:%Y-%m-%d %H:%M} UTC"}
                    self.books.commit(game, name, self.store.journal.last_at(name), now=at, kind="looked", data=data)

    def _with_persons(self, game: Game, words: list[str], address: str) -> list[str]:
        """The act with the person's salted hash in place of the address. Raises OperatorError."""
        if words[:1] == ["replace"] and len(words) > 1:
            self.addresses.check_newcomer(game, address)
            return ["replace", words[1], events.person_hash(game.key, address)]
        if words[:1] in (["invite"], ["observe"]) and address:
            self.addresses.check_newcomer(game, address, never_played=words[0] == "observe")
            return [words[0], events.person_hash(game.key, address), *words[2:]]
        if words[:1] in (["approve"], ["refuse"]) and address:
            return [words[0], events.person_hash(game.key, address)]
        if words[:1] == ["act"] and "".join(words[1:2]).upper() in game.seats:
            seat = as_seat(words[1].upper())
            return ["act", seat, *(self._reception.entering.without_address(game, seat, line) for line in words[2:])]
        return words

    def copy_id(self, game: Game, seat: Seat, number: int) -> str:
        """The Message-ID of the copy of a seat's mail that goes to its sitter."""
        return f"{short(game.secret(seat, 'copy', number), 32)}@{self.sender.domain}"

    def complete(self, number: int) -> None:
        """Complete a mail of the outbox that was sent and is to be sent again (see gm.desk.books.resend)."""
        Again(self.store, self.game, self.copy_id, self._disclose).complete(number)

    def delivery(self, now: datetime, answering: Mail | None = None, proven: str = "") -> Delivery:
        """The writer of mails at this time; *answering*: the mail that they answer, *proven* as in Delivery."""
        return Delivery(
            self.store, self.sender, [one.address for one in self.operators], self._disclose, now, answering,
            bucket=None if self._believes else self._bucket, proven=proven, html=self.html, house=self.house,
            largest_report=self.largest_report, paintings=self.paintings, url=self.url,
        )  # fmt: skip

    def forget(self) -> None:
        """Drop the games in memory, so that each is read from the store again when next needed."""
        self.books.forget()
