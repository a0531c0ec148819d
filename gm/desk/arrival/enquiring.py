"""A mail with a question that belongs to no game: what is answered from it, and from what is known of its sender."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from gm.desk.arrival.door import Identified, Prove
from gm.desk.arrival.personal import Personal
from gm.desk.books.summary import summary_of
from gm.desk.commands.declared import Enquiry
from gm.desk.mails.words import help_anywhere
from gm.desk.time.times import in_words
from gm.post.inbound.letter import Mail

if TYPE_CHECKING:
    from gm.desk.office import Office

SHOWN = 40  # lines of a mail that the answer to its PING shows
MOST_OVER = 20  # finished games that one WHOAMI names


class MailEnquiry(Enquiry):
    """The mail, where it was found to belong, and when. again: a restore has put it back, and it has its answers."""

    def __init__(
        self, office: Office, personal: Personal, mail: Mail, found: Identified, received: datetime, now: datetime,
        prove: Prove, again: bool,
    ) -> None:  # fmt: skip
        self.store, self.sender, self.at = office.store, mail.sender, received
        self._office, self._personal, self._mail, self._found = office, personal, mail, found
        self._now, self._prove, self._again = now, prove, again

    def answer(self, kind: str, facts: Mapping[str, object], known: bool = False) -> None:
        """Answer it, unless it was answered before."""
        if not self._again:
            self._office.answer(self._mail, kind, facts, now=self._now, known=known, proven=self._found.bucket)

    def page(self, topic: str) -> str:
        """A page of HELP."""
        return help_anywhere(topic)

    def known(self) -> dict[str, Any]:
        """Where the address plays and watches, with the first few of its finished games."""
        return known_of(self._office, self.sender)

    def seen(self) -> dict[str, object]:
        """What we saw of the mail. Only players get its text back: From may be anybody's."""
        mail, found, proof = self._mail, self._found, self._prove()
        known = bool(found.seat) and found.doubt != "foreign"
        zone = self._office.game(found.game).zone(found.seat) if found.game else "UTC"
        lines = [line.text for line in mail.lines if line.text.strip()]
        return {
            "sender": mail.sender, "received": in_words(self.at, zone), "game": found.game, "seat": found.seat,
            "doubt": found.doubt, "way": found.way, "known": known, "quoted": len(mail.quoted), "trouble": mail.trouble,
            "lines": lines[:SHOWN] if known else [], "count": len(lines), "more": max(0, len(lines) - SHOWN),
            "reason": proof.reason, "results": proof.results,
        }  # fmt: skip

    def summary(self, name: str) -> dict[str, object] | None:
        """What SUMMARY tells of a game, or of the one that the mail is about; None if there is none."""
        told = summary_of(self.store, name or self._found.game, self.sender)
        return None if told is None else msgspec.structs.asdict(told)

    def proven(self) -> bool:
        """Whether nobody but the owner of the address can have written it."""
        return (self._found.proven and not self._found.sitter) or self._prove().verdict == "pass"

    def claim(self, word: str) -> None:
        """Take a word for another address of the writer's."""
        self._personal.claim(self._mail, word, self._now, self._prove)

    def set_open(self, is_open: bool) -> None:
        """Take whether the writer's record is public."""
        self._personal.set_open(self._mail, is_open, self._now, self._prove)

    def stand_in(self, offers: bool) -> None:
        """Take whether the writer offers to take over in any game."""
        self._personal.stand_in(self._mail, offers, self._now, self._prove)

    def look(self, word: str) -> str | None:
        """The address that a word is; "" if it is none, None if the writer looks up too many."""
        return self._personal.look(self._mail, word, self._now)


def known_of(office: Office, address: str) -> dict[str, Any]:
    """Where an address plays and watches, with the first few of its finished games."""
    players, seats = office.store.players, []
    for one in players.seats_of(address):
        player = players.find(one.game, one.seat)
        goes, zone = player.address if player is not None else "", office.game(one.game).zone(one.seat)
        seats.append({"game": one.game, "seat": one.seat, "over": False, "goes": goes, "zone": zone})
    over = players.seats_over(address, MOST_OVER + 1)
    seats += [{"game": one.game, "seat": one.seat, "over": True} for one in over[:MOST_OVER]]
    watches = []
    for known in office.store.people.known_in(address):
        game = office.game(known.game)
        guest = game.guests.get(known.person)
        if guest is not None:
            watches.append({"game": known.game, "role": guest.role, "name": guest.name})
        sits = [seat for seat, s in game.seats.items() if s.sitter is not None and s.sitter.person == known.person]
        watches += [{"game": known.game, "role": "sitter", "name": seat} for seat in sits]
    return {"sender": address, "seats": seats, "guests": watches, "more_over": len(over) > MOST_OVER}
