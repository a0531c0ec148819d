"""What a letter replies to: the mail of ours, and what of it the letter quotes with changes. It writes nothing.

A reply is known by the address to which it goes, which is another for each mail, or by the Message-ID that it names.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.door import Identified
from gm.desk.game.questions import NO_MAIL
from gm.post.inbound.letter import Mail
from gm.rules import Line
from gm.store.ledger import Told

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
