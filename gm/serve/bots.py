"""Hands mails to the bots that they are for, and files what they write as letters that wait like everybody's.

A bot knows the mails to its seat and nothing else. What it has read is in the outbox, so that whichever daemon goes on,
after whatever death, has the same bot; the key of a letter is that of the mail which it answers, so that it acts once.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from functools import partial
from typing import NamedTuple

from gm.bots import bot_of
from gm.bots.player import Player
from gm.bots.reading import Reading, read
from gm.desk.game.bots import DOMAIN, NAME, is_bots
from gm.desk.game.failure import noted
from gm.desk.game.game import Game
from gm.desk.office import Office
from gm.post.inbound.authenticity import Authenticity
from gm.rules import as_seat
from gm.store.engine import StoreError
from gm.store.outbox import Post, State

BOTS = "(bots)"  # the mailbox from which their letters seem to come; no other has a name like this
OURS = Authenticity("pass", "gm itself has written it for one of its own players.")
MOST = 200  # bots in memory
AGAIN = timedelta(minutes=1)  # until a mail is handed over again with which that has failed


class Known(NamedTuple):
    """A bot in memory. last: the number of the mail that it read last; rolled: when its game had been rolled back."""

    player: Player
    last: int
    rolled: datetime | None


class Bots:
    """The bots of all games. now: the time of the house; filed: is called when they have written."""

    def __init__(self, office: Office, now: Callable[[], datetime], filed: Callable[[], None]) -> None:
        self._office, self._store, self._now, self._filed = office, office.store, now, filed
        self._known = OrderedDict[str, Known]()

    def hand_over(self, mails: Sequence[Post]) -> list[Post]:
        """Let bots read those of the mails that are for them, and answer; return the others."""
        for mail in mails:
            if is_bots(mail.recipient):
                self._hand_safely(mail)
        return [mail for mail in mails if not is_bots(mail.recipient)]

    def _hand_safely(self, mail: Post) -> None:
        """Hand a mail over; one with which that fails by a fault of ours waits a while, and the others go on."""
        try:
            self._hand(mail)
        except StoreError:
            raise
        except Exception as error:
            failure, later = noted(error, "a simple player could not be handed a mail"), self._now() + AGAIN
            outbox, tries = self._store.outbox, mail.tries + 1
            self._store.act(lambda: outbox.not_sent(mail.id, False, tries, answer=str(failure), next_try=later))

    def _hand(self, mail: Post) -> None:
        now = self._store.players.find(mail.game, as_seat(mail.reader))
        game = self._office.game(mail.game) if now is not None and now.address == mail.recipient else None
        if game is None or game.over:  # whoever has the seat now, it is not this bot's
            self._store.act(partial(self._file, mail, b""))
            return
        known, reading = self._bot(game, mail), read(mail.raw)
        text = answer(known.player, reading)
        if self._store.act(partial(self._file, mail, letter(mail, reading, text) if text else b"")):
            self._known[mail.recipient] = known._replace(last=mail.id)
            self._filed()

    def _bot(self, game: Game, mail: Post) -> Known:
        """The bot that a mail is for, who has read all earlier ones; those before a rollback count no more.

        It is taken out of memory, since it is not the same after it has read this one.
        """
        known = self._known.pop(mail.recipient, None)
        if known is None or known.rolled != game.rolled:
            known = Known(bot_of(game.ruleset, mail.reader, game.seed, game.options), 0, game.rolled)
        for one in self._store.outbox.before(mail, known.last, game.rolled):
            answer(known.player, read(one.raw))
        while len(self._known) >= MOST:
            self._known.popitem(last=False)
        return known

    def _file(self, mail: Post, raw: bytes) -> bool:
        """Note that a mail was read, and file the answer; False if that is done. Runs inside a transaction."""
        if self._store.outbox.state(mail.id) != State.WAITING:
            return False
        now = self._now().replace(microsecond=0)
        self._store.outbox.sent(mail.id, mail.tries + 1, f"read by {NAME}", now)
        if raw:
            self._store.waiting.file(BOTS, f"bot/{_digest(mail)}", now, raw, "", mail.recipient, mail.game)
        return True


def answer(player: Player, mail: Reading) -> str | None:
    """What a bot writes when it reads a mail; the example of the mail if the bot fails, None for nothing."""
    try:
        return player.answer(mail)
    except Exception as error:
        noted(error, "a simple player failed and sends the example")
        return "\n".join(mail.example) or None


def letter(mail: Post, reading: Reading, text: str) -> bytes:
    """The answer to a mail as it would come to a mailbox."""
    made = EmailMessage()
    made["From"] = mail.recipient
    made["To"] = reading.reply_to
    made["Subject"] = reading.subject if reading.subject.startswith("Re:") else f"Re: {reading.subject}"
    made["Message-ID"] = f"<{_digest(mail)}@{DOMAIN}>"
    made["In-Reply-To"] = reading.message_id
    made.set_content(f"{text}\n")
    return made.as_bytes()


def _digest(mail: Post) -> str:
    """What the answer to a mail is known by: the same whenever it is answered again, and no proof of having read it."""
    return hashlib.sha256(f"bot\0{mail.message_id}".encode()).hexdigest()[:32]
