"""What becomes of one mail: ignored, answered, asked about, put aside, or entered into its game as a letter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.creating import Creating
from gm.desk.arrival.cut import MOST_PARTS, Cut
from gm.desk.arrival.door import TOKEN, Door, Identified, tokens
from gm.desk.arrival.entering import Entering
from gm.desk.arrival.front import FrontDesk
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.operators import ActsByMail
from gm.desk.arrival.personal import Personal
from gm.desk.arrival.putback import take_put_back
from gm.desk.arrival.replies import Reply
from gm.desk.books import bounces
from gm.desk.commands.table import COMMANDS, first_words
from gm.desk.entries import events
from gm.desk.game.game import seat_names
from gm.desk.game.outgoing import MailKind
from gm.desk.game.questions import MOST_HELD, answered
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.letter.held import MOST_CHARACTERS, MOST_LINES
from gm.desk.mails.answers import STRANGERS
from gm.desk.mails.buckets import Bucket
from gm.desk.notices.phrases import phrase
from gm.desk.operating.who import operator_at
from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.keeping import Came
from gm.post.inbound.letter import Mail
from gm.rules import NOBODY
from gm.rules.lines.words import asks, first_word
from gm.store.inbox import State

if TYPE_CHECKING:
    from gm.desk.office import Office

MOST_REPLIED = 5  # mails that a letter replies to, nearest first, that are spent with it
CONFIRMING = first_words("confirm", "deny")
CONFIRMS = re.compile(rf"\W*(?:{'|'.join(CONFIRMING)})\b\s*(?:ALL|[\d\s,]*(?:AND)?[\d\s,]*)\W*", re.IGNORECASE)
FEW_WORDS = 4  # of a reply that somebody may well give twice
LETTERS = 4  # letters that a player may write for each answer that they may get


class Reception:
    """Handles mails, one at a time, inside a transaction of the office.

    *believes*: From is trusted, as in a replay; otherwise doubtful letters wait until their player confirms them.
    *judged*: the receiving mail server's verdict on the sender is known for every mail.
    """

    def __init__(self, office: Office, door: Door, believes: bool, judged: bool, answers_per_hour: int) -> None:
        self._office, self._store, self._door = office, office.store, door
        self._believes, self._judged, self.entering = believes, judged, Entering(office, believes)
        self._letters = Bucket(office.store, LETTERS * answers_per_hour)
        self._strangers = Bucket(office.store, STRANGERS * answers_per_hour)
        self._personal, self._acts = Personal(office, judged, answers_per_hour), ActsByMail(office, judged)
        self._front, self._creating = FrontDesk(office, self._personal), Creating(office, judged)
        self._press, self._warnings = Bucket(office.store, answers_per_hour), Bucket(office.store, 1)

    def handle(
        self, mail: Mail, arrived: Came, received: datetime, now: datetime, prove: Callable[[], Authenticity],
        cut: Cut | None = None,
    ) -> Handled:  # fmt: skip
        """Deal with *mail*. prove: says what is known of its sender; called only if needed. cut: which part it is."""
        again = cut.part.again if cut is not None else take_put_back(self._store, arrived.whole)
        if mail.machine:
            return self._from_machine(mail, now)
        if why := self._nobodys(mail) or self._acts.take(mail, received, now, prove, again):
            return why
        if why := self._personal.take(mail, received, now, prove):
            return why
        found = self._door.believe(mail, received) if self._believes else self._door.identify(mail, received, prove)
        self._spend(found, cut.whole if cut is not None else mail)
        reply = Reply(self._office, found, mail)
        mail = reply.mail
        many = cut.part.many if cut is not None else 0
        if done := self._too_many(many, mail, found, now) or self._creating.take(
            mail, found.game, received, now, prove, again
        ):
            return done
        asked = self._front.asked(mail, found)
        self._front.answer(asked, mail, found, received=received, now=now, prove=prove, again=again)
        if self._front.only_asks(mail, asked):
            names = ", ".join(COMMANDS[request.name].word for request in asked)
            if any(COMMANDS[request.name].several for request in asked):
                return Handled(State.ANSWERED, names)  # the game has no part in it, and keeps nothing of it
            return Handled(State.ANSWERED, names, found.game, found.seat)
        if not found.seat and self._judged and prove().verdict == "fail":
            return Handled(State.HELD, "the mail server says that From is forged", found.game)
        if not found.game:
            if not asked and not again:
                self._front.no_game(mail, now)
            return Handled(State.HELD, "about no game")
        return self._of_game(found, mail, arrived, received=received, now=now, reply=reply)

    def _too_many(self, games: int, mail: Mail, found: Identified, now: datetime) -> Handled | None:
        """What becomes of a mail to more games than one may be for; None of any other, for which *games* is 0."""
        if not games:
            return None
        self._office.answer(mail, "toomanygames", {"games": games, "most": MOST_PARTS}, now)
        return Handled(State.ANSWERED, "more games than one mail may be for", found.game, found.seat)

    def _nobodys(self, mail: Mail) -> Handled | None:
        """What becomes of a mail that no person wrote to us; None if a person did."""
        if self._office.sender.owns(mail.sender):
            return Handled(State.IGNORED, "from our own address")
        return None if mail.sender else Handled(State.HELD, "no single sender")

    def _of_game(
        self, found: Identified, mail: Mail, arrived: Came, received: datetime, now: datetime, reply: Reply
    ) -> Handled:
        """Deal with a letter to a game."""
        if self._asked_as_another(found, mail):
            game = self._office.game(found.game)
            facts = {"game": game.name, "seat": seat_names(game)[found.seat]}
            self._office.answer(mail, "playshere", facts, now)
            return Handled(State.ANSWERED, "a CONFIRM from somebody who plays here", found.game, found.seat)
        if not found.seat and self._asks_which(found, mail, now):
            return Handled(State.ANSWERED, "from a tester, who does not say for which seat", found.game)
        if not found.seat and self._is_operator(mail) and self._to_operators_mail(found, mail):
            self._office.answer(mail, "operatorhow", {"game": found.game}, now)
            return Handled(State.HELD, "a reply of the operator's to a mail of ours", found.game)
        if found.doubt:
            return self._doubtful(found, mail, arrived, received=received, now=now)
        if too_much := self._too_much(found, mail, reply, now):
            return Handled(State.HELD, too_much, found.game, found.seat)
        self.entering.take(found, mail, arrived, received=received, now=now, reply=reply)
        return Handled(State.DONE, "", found.game, found.seat)

    def _spend(self, found: Identified, mail: Mail) -> None:
        """Note that whoever got this letter beside us may know the reply addresses that it came to."""
        if mail.to == (self._office.sender.address.lower(),) or (len(mail.to) == 1 and re.search(TOKEN, mail.to[0])):
            return  # to us, and to nobody else
        others = (one for one in mail.to if one != mail.sender and not self._office.sender.owns(one))
        if all(found.seat in self._store.players.seats_in(found.game, one) for one in others):
            return
        known = [self._store.tokens.find(token) for token in tokens(self._office.sender, mail)]
        told = [self._store.ledger.with_id(one) for one in mail.replied[:MOST_REPLIED]]
        person = events.person_hash(self._office.game(found.game).key, mail.sender) if found.game else NOBODY
        # Anybody who knows a Message-ID can name it; only its reader's own letter shows the reply address to others.
        own = [one for one in told if one is not None and one.game == found.game and one.reader in (found.seat, person)]
        for one in (*known, *own):
            if one is not None:
                self._store.tokens.spend(one.game, one.reader, one.number)

    def _asked_as_another(self, found: Identified, mail: Mail) -> bool:
        """Whether a player replies to our question to a non-player: whether they are a new address, or would sit.

        A player may not agree to read another's mail, and whoever asked must not learn that they play.
        """
        if not found.seat or found.sitter or not self._only(mail, *CONFIRMING):
            return False
        person = events.person_hash(self._office.game(found.game).key, mail.sender)
        told = self._store.ledger.told_with_ids(mail.replied, found.game, person)
        return any(one.kind == MailKind.QUESTION for one in told)

    def _asks_which(self, found: Identified, mail: Mail, now: datetime) -> bool:
        """Whether a tester wrote to a test game, but for none of its seats; then they are asked which they mean."""
        seats = self._store.players.seats_in(found.game, mail.sender) if self._office.game(found.game).test else []
        if seats:
            self._office.answer(mail, "whichseat", {"game": found.game, "seats": seats}, now, known=True)
        return bool(seats)

    def _is_operator(self, mail: Mail) -> bool:
        """Whether the mail says that an operator wrote it."""
        return operator_at(self._office.operators, mail.sender) is not None

    def _to_operators_mail(self, found: Identified, mail: Mail) -> bool:
        """Whether the mail replies to one of ours to the operator about the game."""
        return bool(self._store.ledger.told_with_ids(mail.replied, found.game, OPERATOR_READER))

    def _only(self, mail: Mail, *words: str) -> bool:
        """Whether the mail has text and every line of it is one of *words*."""
        lines = [line.text for line in mail.lines if line.text.strip()]
        said = [first_word(text) for text in lines if len(text.split()) == 1 and not asks(text)]
        return bool(lines) and len(said) == len(lines) and {*said} <= {*words}

    def _answers_questions(self, mail: Mail) -> bool:
        """Whether the mail has text and every line of it is a CONFIRM or DENY."""
        lines = [line.text for line in mail.lines if line.text.strip()]
        return bool(lines) and all(CONFIRMS.fullmatch(text) and not asks(text) for text in lines)

    def _too_much(self, found: Identified, mail: Mail, reply: Reply, now: datetime) -> str:
        """Why a letter must wait for the operator (two programs may be answering each other), or ""."""
        if self._believes:
            return ""
        if not found.seat:
            return self._too_many_strangers(found, mail, now)
        place = "/".join(filter(None, (found.game, found.seat, found.sitter)))
        press = reply.press
        why = ""
        if self._letters.take(f"letters/{place}", now) == "no":
            why = phrase("reason.too-many")
        elif press and self._repeats(found, mail):
            why = phrase("reason.repeated")
        elif press and self._press.take(f"press/{place}/{press.shown}", now) == "no":
            why = phrase("reason.too-many-replies")
        if why:
            self._office.answer(mail, "toomany", {"game": found.game, "why": why}, now, proven=found.bucket)
            if self._warnings.take(f"loop/{place}", now) != "no":
                self._office.alarm("loop", {"place": f"{found.game}/{found.seat}", "why": why}, now)
        return why

    def _too_many_strangers(self, found: Identified, mail: Mail, now: datetime) -> str:
        """Why a stranger's letter must wait, or "": the journal keeps each, so one and all of them have a limit."""
        own = self._letters.take(f"letters/{found.game}/{mail.sender}", now) == "no"
        if own or self._strangers.take(f"letters/{found.game}/(strangers)", now) == "no":
            return phrase("reason.too-many-strangers")
        return ""

    def _repeats(self, found: Identified, mail: Mail) -> bool:
        """Whether the player's last letter had the same text, however many others wrote in between.

        People say the same to many in a few words, but not twice to one message; programs need more.
        """
        last = self._store.journal.last_letter(found.game, found.seat)
        if last is None or [line["text"] for line in last["lines"]] != [line.text for line in mail.lines]:
            return False
        few = sum(len(line.text.split()) for line in mail.lines) <= FEW_WORDS
        return not few or last["answers"] == found.answers

    # -- doubtful letters --------------------------------------------------------------------------------------

    def _doubtful(self, found: Identified, mail: Mail, arrived: Came, received: datetime, now: datetime) -> Handled:
        """Hold a letter, and ask the player at their registered address whether they wrote it."""
        game = self._office.game(found.game)
        questions = game.seats[found.seat].questions
        if found.sitter and not self._believes:
            self._office.answer(mail, "sitterhow", {"game": found.game}, now)
            return Handled(State.HELD, f"{found.doubt}, of who sits for a player", found.game, found.seat)
        if not self._believes and found.doubt != "foreign" and self._answers_questions(mail):
            if answered(questions, found.answers, received) is not None:  # only its reader knows that mail
                found = msgspec.structs.replace(found, proven=True)
                self.entering.take(found, mail, arrived, received=received, now=now)
                return Handled(State.DONE, "", found.game, found.seat)
            self._office.answer(mail, "confirmhow", {"shared": found.doubt == "shared"}, now)
            return Handled(State.ANSWERED, "a CONFIRM in reply to no question", found.game, found.seat)
        if not self._believes and self._office.waits(mail, arrived.digest, found.game):
            return Handled(State.KNOWN, "a copy waits for its CONFIRM", found.game, found.seat)
        unread = self._unreadable(mail)
        asks = not (self._believes or unread)
        if found.doubt == "foreign":
            self._office.answer(mail, "notyours", {"game": found.game, "asked": asks}, now)
        elif unread:
            self._office.answer(mail, "heldunread", {"game": found.game, "why": unread}, now)
        if not asks:
            return Handled(State.HELD, ", ".join(filter(None, (found.doubt, unread))), found.game, found.seat)
        after = self.entering.hold(found, mail, arrived, received=received, now=now)
        self._put_aside(found, after.crowded, now)
        return Handled(
            State.HELD, f"{found.doubt}, waits for a CONFIRM", found.game, seat=found.seat, hold=after.game.holds
        )

    def _unreadable(self, mail: Mail) -> str:
        """Why a letter cannot be shown to its player as a whole; "" if it can."""
        if not any(line.text.strip() for line in mail.lines):
            return mail.trouble or phrase("reason.empty")
        if sum(len(line.text) for line in mail.lines) > MOST_CHARACTERS:
            return phrase("reason.too-large", most=MOST_CHARACTERS)
        return phrase("reason.too-long", most=MOST_LINES) if len(mail.lines) > MOST_LINES else ""

    def _put_aside(self, found: Identified, crowded: Sequence[int], now: datetime) -> None:
        """Put letters aside that others have crowded out, and tell the operator once an hour."""
        for hold in crowded:
            letter = self._store.inbox.held(found.game, hold)
            if letter is not None:
                why = "too many wait for a CONFIRM"
                self._store.inbox.settle(
                    letter.id, State.HELD, why, game=found.game, seat=found.seat, hold=None, raw=letter.raw,
                    lost=letter.lost,
                )  # fmt: skip
        if crowded and self._warnings.take(f"full/{found.game}/{found.seat}", now) != "no":
            self._office.alarm("heldalarm", {"game": found.game, "seat": found.seat, "most": MOST_HELD}, now)

    # -- machines ----------------------------------------------------------------------------------------------

    def _from_machine(self, mail: Mail, now: datetime) -> Handled:
        """Take a program's mail, which is never answered; what it says of a mail of ours is noted with that."""
        bounced = bounces.record(self._store, self._office.sender, mail, now)
        if bounced is None:
            return Handled(State.IGNORED, mail.machine)
        if bounced.tell and bounced.game:
            self._office.alarm("bounced", msgspec.to_builtins(bounced), now)
        if bounced.kind == "complaint" and bounced.game:
            self._acts.ask_to_stop(bounced, now)
        kind = "a hard bounce: " if bounced.hard else "a soft bounce: " if bounced.kind == "bounce" else ""
        return Handled(State.IGNORED, f"{kind}{bounced.said}"[:200], bounced.game)
