"""What a letter replies to: our mail, the message in it, and which of its lines the letter quotes with changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from gm.desk.arrival.door import FOR_SEAT, Identified
from gm.desk.arrival.quotes import LEAST_RUN, MOST_CHANGED, changed, compared, holds_ours, with_changes, without_ours
from gm.desk.game.outgoing import MailKind, for_one_alone
from gm.desk.game.questions import NO_MAIL
from gm.post.inbound.letter import Mail
from gm.registry import ruleset
from gm.rules import Line, Seat
from gm.store.ledger import Told

if TYPE_CHECKING:
    from gm.desk.office import Office

LIKE_AN_ORDER = re.compile(r"\d|\s-\s|\b[A-Z]+\b")
MOST_HEADS = 5
LONGEST_SUBJECT = 100  # characters of a subject that may be an order
OURS_IN_SUBJECT = re.compile(r"^\s*(?:\w{1,4}:\s*)+|\[[^\]]*\]|\(#\w+\)")


class Press(msgspec.Struct, frozen=True):
    """A message that a letter replies to, and who wrote it.

    grey: it did not name its writer; unnamed: it did not name its reader.
    """

    sender: Seat
    grey: bool = False
    unnamed: bool = False

    @property
    def shown(self) -> str:
        """The writer, as far as the reader knows."""
        return "" if self.grey else self.sender


class Reply:
    """A letter, and what it replies to: looked up in the ledger once, however much is asked of it."""

    def __init__(self, office: Office, found: Identified, mail: Mail) -> None:
        self._office, self._ledger, self._found, self._mail = office, office.store.ledger, found, mail

    @cached_property
    def mail(self) -> Mail:
        """The letter, without what it quotes of our mails though nothing marks it."""
        mail = self._mail
        return without_ours(mail, self._bodies, self._compared) if self._found.seat and mail.lines else mail

    @cached_property
    def _answered(self) -> Sequence[Told]:
        """The mails to the player that it names as answered, also in a sitter's letter."""
        found, mail = self._found, self._mail
        return self._ledger.told_with_ids(mail.replied, found.game, found.seat) if mail.replied else []

    @cached_property
    def _told(self) -> Told | None:
        """The mail that this replies to, by the reply address, else by Message-ID; None if it is not in the ledger."""
        number = self._found.answers
        if number is None or number == NO_MAIL:
            return self._by_message_id
        known = next((told for told in self._answered if told.number == number), None)
        return known or self._ledger.find(self._found.game, self._found.seat, number)

    @cached_property
    def _by_message_id(self) -> Told | None:
        found, mail = self._found, self._mail
        if not mail.replied:
            return None
        if not found.sitter:
            return next((told for told in self._answered if told.message_id == mail.replied[0]), None)
        original = self._original(mail.replied[0])
        return next(iter(self._ledger.told_with_ids([original], found.game, found.seat)), None)

    def _original(self, message_id: str) -> str:
        """The Message-ID in the ledger of the mail whose sitter's copy has *message_id*."""
        seat, game = self._found.seat, self._office.game(self._found.game)
        told = self._ledger.newest_ids(game.name, seat, 200)
        copies = {self._office.copy_id(game, seat, number): original for number, original in told.items()}
        return copies.get(message_id, message_id)

    @cached_property
    def press(self) -> Press | None:
        """The message that the letter replies to; None if it replies to none."""
        told = self._told if self._told is not None and self._told.kind == MailKind.PILED else self._by_message_id
        if told is None or not told.press_from:
            return None
        press = [body for kind, body in told.notices if kind == "press"]
        return Press(
            told.press_from, any(not body["sender"] for body in press), any(body.get("unnamed") for body in press)
        )

    def refs(self) -> tuple[tuple[str, ...], bool]:
        """The matters (`ref` of its notices) of the mail that this replies to, and whether the reply must name one.

        It must in a reply to a digest, or to a mail from before the operator rolled the game back.
        """
        told = self._told if self._found.seat else None
        if told is None:
            return (), False
        rolled = self._office.game(self._found.game).rolled
        if rolled is not None and told.at < rolled:
            return (), True
        refs = (body["ref"] for _, body in told.notices if body.get("ref"))
        return tuple(dict.fromkeys(refs)), told.kind == MailKind.DIGEST

    def heads(self) -> tuple[str, ...]:
        """The commands that answer the messages of the digest that this replies to, each once; () for another mail."""
        told = self._told if self._found.seat else None
        piled = (body for kind, body in (told.notices if told is not None else ()) if kind == "piled")
        return tuple(dict.fromkeys(body["answer"] for body in piled if body["answer"]))[:MOST_HEADS]

    @cached_property
    def changed_quotes(self) -> tuple[Line, ...]:
        """Dropped quotations that are not exact lines of the mail replied to (or of this phase's mails)."""
        if not self.mail.quoted or not self._found.seat:
            return ()
        return changed(self.mail.quoted, self._bodies, self._compared)

    def changed_below(self) -> tuple[Line, ...]:
        """The lines below the one that begins a signature; if such a mail stands there, those that are not of it."""
        below = self.mail.below
        if self._found.seat and len(below) >= LEAST_RUN and holds_ours(below, self._compared):
            return changed(below, self._bodies, self._compared)
        return tuple(Line(line.number, line.text) for line in below)

    def ordered_in_subject(self) -> str:
        """What the writer of a mail has put into its subject, if that may be an order; "" for nothing."""
        if not self._found.seat:
            return ""
        card = ruleset(self._office.game(self._found.game).ruleset).card
        subject = FOR_SEAT.sub("]", self._mail.subject)
        said = re.sub(rf"\b(?:{card.codes})\b:?", " ", OURS_IN_SUBJECT.sub(" ", subject)).strip(" :-")
        if not LIKE_AN_ORDER.search(said) and {*said.upper().split()}.isdisjoint(card.words):
            return ""  # a journal keeps no more of a letter than it needs
        told = self._told if said else None
        if told is not None and " ".join(said.split()) in " ".join(told.subject.split()):
            return ""
        return said if len(said) <= LONGEST_SUBJECT else ""

    def quoted_sheet(self) -> tuple[Line, ...]:
        """The sheet on file that the mail replied to shows, as quoted, with the lines that differ in their places."""
        differs = self.changed_quotes
        told = self._told if differs else None
        sheets = (_sheet_of(kind, body) for kind, body in (told.notices if told is not None else ()))
        return with_changes(self.mail.quoted, next(filter(None, sheets), ()), differs) if differs else ()

    @cached_property
    def _compared(self) -> list[list[str]]:
        """The lines of these texts, as they are compared."""
        return [compared(body) for body in self._bodies]

    @cached_property
    def _bodies(self) -> list[str]:
        """The texts of the mails that this one may quote."""
        mails = self._answered
        if not mails:  # what was for the player alone is not compared: a sitter or a newcomer could guess at it
            newest = self._ledger.newest(self._found.game, self._found.seat, 20)
            mails = [told for told in newest if not for_one_alone(told.kind, told.notices)]
        return [told.body for told in mails]


def _sheet_of(kind: str, body: Any) -> Sequence[str]:
    """The lines on file that a notice shows."""
    if kind in ("filed", "stillfiled"):
        return tuple(body["lines"])
    return tuple(body["view"].get("filed") or ()) if kind == "show" else ()


def between(mail: Mail) -> tuple[int, ...]:
    """The numbers of the quoted lines of a mail that stand between the writer's own lines."""
    written = [line.number for line in mail.lines if line.text.strip()]
    if not written:
        return ()
    inside = (line.number for line in mail.quoted if written[0] < line.number < written[-1])
    return tuple(islice(inside, MOST_CHANGED))
