"""What persons ask for that belongs to no game: I AM ALSO, SET RECORD, SUBSTITUTE. Each address concerned confirms it.

Nothing is done because of a From alone: where nobody vouches for it, its address is asked first. Whoever says that an
address is theirs, too, hears that we wrote there and nothing else, whether or not somebody plays from there, or is
already somebody else's person. A CONFIRM comes to a reply address with a token that nobody else knows and that serves
once; what it does, it does in the transaction of its letter, if the addresses are still the same persons' as when we
asked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from gm.desk.arrival.confirms import ask_by_mail, first_said, is_forged, new_token, shown_to_others
from gm.desk.arrival.door import Prove, tokens
from gm.desk.arrival.handled import Handled
from gm.desk.arrival.merging import merge_persons
from gm.desk.mails.answers import STRANGERS
from gm.desk.mails.asked import PERSON_ASKED, PersonAsked
from gm.desk.mails.buckets import CLAIMS, LOOKS, Bucket
from gm.desk.mails.words import write_alone
from gm.desk.people.standins import offers_anywhere, offers_nowhere
from gm.post.inbound.letter import Mail
from gm.store.database import iso, token_hash
from gm.store.inbox import State
from gm.store.store import Store

if TYPE_CHECKING:
    from gm.desk.office import Office

LASTS = timedelta(days=7)
AGAIN = timedelta(days=1)  # after which an address is asked the same once more
MOST_ASKED = 500  # questions that wait; one more takes the place of the oldest
MOST_CLAIMS = 3  # questions that wait about what one address says, and that wait at one address
MOST_ADDRESSES = 10  # of one person
PER_HOUR = 5  # claims and settings, and look-ups, in the name of one address
# Others are shown it in a mail of ours: nothing else can be said in it.
PLAIN = re.compile(r"(?=.{1,68}\Z)[a-z0-9](?:[a-z0-9._+-]*[a-z0-9])?@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?")


def plain_address(word: str) -> str:
    """The address that a word is, in small letters; "" if it is none that others can be shown."""
    address = word.strip("<>.,;:?").lower()
    return address if PLAIN.fullmatch(address) else ""


def why_not(office: Office, own: str, other: str) -> str:
    """Why *other* cannot be asked whether it is *own*'s; "" if it can. Nothing in it depends on who else is known."""
    if not other or not plain_address(own):
        return "unread"
    if other == own:
        return "same"
    if office.addresses.is_ours(other):
        return "ours"
    return "one" if other in office.store.persons.addresses(own) else ""


def waiting(store: Store, now: datetime) -> dict[str, PersonAsked]:
    """What waits for a CONFIRM, by the names of the facts; what has waited too long is forgotten."""
    found = store.facts.beginning(PERSON_ASKED, PersonAsked)
    for name in [name for name, one in found.items() if now - one.at > LASTS]:
        store.facts.forget(name)
        del found[name]
    return found


class Personal:
    """Takes what a person asks for about themselves, and the CONFIRM to what they are asked.

    *judged*: the mail server's verdict on the sender is known for every mail.
    """

    def __init__(self, office: Office, judged: bool, answers_per_hour: int) -> None:
        self._office, self._store, self._judged = office, office.store, judged
        self._answers, self._few = Bucket(office.store, answers_per_hour), Bucket(office.store, PER_HOUR)
        self._all = Bucket(office.store, STRANGERS * answers_per_hour)

    # -- what is asked for ---------------------------------------------------------------------------------------

    def look(self, mail: Mail, word: str, now: datetime) -> str | None:
        """The address that the sender looks up; "" if it is none, None if they have looked up too many."""
        address = plain_address(word)
        return None if address and self._few.take(f"{LOOKS}{mail.sender}", now) == "no" else address

    def claim(self, mail: Mail, word: str, now: datetime, prove: Prove) -> None:
        """Somebody says that another address is theirs, too."""
        other = plain_address(word)
        if why := why_not(self._office, mail.sender, other):
            self._no(mail, why, now)
        elif self._few.take(f"{CLAIMS}{mail.sender}", now) == "no":
            self._no(mail, "often", now)
        elif prove().verdict == "pass":
            self._ask_there(mail, other, now)
        else:
            self._ask_first(PersonAsked(mail.sender, "claim", now, other), now, prove)

    def set_open(self, mail: Mail, is_open: bool, now: datetime, prove: Prove) -> None:
        """Somebody wants their record to be public, or private."""
        if self._few.take(f"{CLAIMS}{mail.sender}", now) == "no":
            self._no(mail, "often", now)
        elif prove().verdict == "pass":
            self._set_open(mail, is_open, now)
        else:
            self._ask_first(PersonAsked(mail.sender, "open" if is_open else "close", now), now, prove)

    def stand_in(self, mail: Mail, offers: bool, now: datetime, prove: Prove) -> None:
        """Somebody offers to take over in any game, or no longer does."""
        if self._few.take(f"{CLAIMS}{mail.sender}", now) == "no":
            self._no(mail, "often", now)
        elif prove().verdict == "pass":
            self._stand_in(mail, offers, now)
        else:
            self._ask_first(PersonAsked(mail.sender, "offer" if offers else "withdraw", now), now, prove)

    def _no(self, mail: Mail, why: str, now: datetime) -> None:
        self._office.answer(mail, "personno", {"why": why}, now)

    # -- asking --------------------------------------------------------------------------------------------------

    def _ask_first(self, asked: PersonAsked, now: datetime, prove: Prove) -> None:
        """Ask whoever has the address that a mail came from, as an answer to it, whether they have written it."""
        if is_forged(self._judged, prove):
            return
        if not plain_address(asked.address) or self._answers.take(asked.address, now) == "no":
            return
        if self._all.take("(strangers)", now) != "no":
            self._ask(asked, now)

    def _ask_there(self, mail: Mail, other: str, now: datetime) -> None:
        """Ask the other address, if it has not been asked too much, and tell the sender that we did, whatever it is."""
        own, standing = mail.sender, waiting(self._store, now)
        waits = [one.address for one in standing.values() if one.act == "link" and one.other == own]
        if other not in waits and len(waits) >= MOST_CLAIMS:
            self._no(mail, "many", now)
            return
        there = {name: one for name, one in standing.items() if one.act in ("link", "denied") and one.address == other}
        before = {name: one for name, one in there.items() if one.other == own}
        again = any(one.act == "denied" or now - one.at < AGAIN for one in before.values())
        if not again and len(there) - len(before) < MOST_CLAIMS:
            for name in before:
                self._store.facts.forget(name)
            self._ask(PersonAsked(other, "link", now, own, self._stands(own, other)), now)
        self._office.answer(mail, "claimasked", {"other": other}, now)

    def _ask(self, asked: PersonAsked, now: datetime) -> None:
        """Write the mail that asks."""
        standing = waiting(self._store, now)
        if len(standing) >= MOST_ASKED:  # a question that only a From has caused goes first
            oldest = min(standing, key=lambda name: (standing[name].act == "link", standing[name].at))
            self._store.facts.forget(oldest)
        token = new_token()
        self._keep(token, asked)
        facts = {"act": asked.act, "own": asked.address, "other": asked.other}
        ask_by_mail(self._office, asked.address, "personasked", facts, now=now, about="person", token=token)

    def _keep(self, token: str, asked: PersonAsked) -> None:
        self._store.facts.keep(_name(token), {**asdict(asked), "at": iso(asked.at)})

    def _stands(self, own: str, other: str) -> str:
        """A digest of whose two addresses are."""
        persons = self._store.persons
        both = (persons.addresses(own), persons.addresses(other))
        return hashlib.sha256("\n".join(map(" ".join, both)).encode()).hexdigest()[:32]

    # -- confirming ----------------------------------------------------------------------------------------------

    def take(self, mail: Mail, received: datetime, now: datetime, prove: Prove) -> Handled | None:
        """What becomes of a reply to a mail that asks a person; None if it is no such reply."""
        for token in tokens(self._office.sender, mail) if self._store.facts.some(PERSON_ASKED) else ():
            asked = self._store.facts.recall(_name(token), PersonAsked)
            if asked is not None:
                return self._answered(token, asked, mail, received=received, now=now, prove=prove)
        return None

    def _answered(
        self, token: str, asked: PersonAsked, mail: Mail, received: datetime, now: datetime, prove: Prove
    ) -> Handled:
        """Do what was asked about, if the reply is the CONFIRM of whoever was asked; a CONFIRM or DENY is the last."""
        if is_forged(self._judged, prove):
            return Handled(State.HELD, "a reply to a question to a person: the mail server says that From is forged")
        said = first_said(mail)
        own = mail.sender == asked.address
        if (own and said in ("CONFIRM", "DENY")) or shown_to_others(self._office.sender, mail):
            self._store.facts.forget(_name(token))
        if not own or said not in ("CONFIRM", "DENY"):
            self._no(mail, "word" if own else "sender", now)
            return Handled(State.ANSWERED, "a reply to a question to a person, that does not confirm it")
        if said == "DENY" and asked.act == "link":  # they are not asked the same again and again
            self._keep(f"denied {token}", replace(asked, act="denied", at=now))
        if said == "DENY" or received - asked.at > LASTS:
            self._no(mail, "denied" if said == "DENY" else "late", now)
            return Handled(State.ANSWERED, "a question to a person, withdrawn")
        if asked.act == "link":
            return self._link(asked, mail, now)
        if asked.act == "claim":
            self._ask_there(mail, asked.other, now)
        elif asked.act in ("offer", "withdraw"):
            self._stand_in(mail, asked.act == "offer", now)
        else:
            self._set_open(mail, asked.act == "open", now)
        return Handled(State.DONE, "what a person was asked, confirmed")

    def _link(self, asked: PersonAsked, mail: Mail, now: datetime) -> Handled:
        """Make the two addresses one person's, and tell all of that person's addresses."""
        persons, own, other = self._store.persons, asked.other, asked.address
        both = {*persons.addresses(own), *persons.addresses(other)}
        changed = self._stands(own, other) != asked.stands
        if changed or len(both) > MOST_ADDRESSES:
            self._no(mail, "changed" if changed else "full", now)
            return Handled(State.ANSWERED, "two addresses that cannot be made one person's")
        merge_persons(self._office, own, other, now)
        for address in sorted(both):
            self._write(address, "oneperson", {"own": own, "other": other}, now)
        return Handled(State.DONE, "two addresses are one person's")

    def _set_open(self, mail: Mail, is_open: bool, now: datetime) -> None:
        self._store.persons.keep_open(mail.sender, is_open)
        several = len(self._store.persons.addresses(mail.sender)) > 1
        self._office.answer(mail, "recordset", {"open": is_open, "several": several}, now)

    def _stand_in(self, mail: Mail, offers: bool, now: datetime) -> None:
        address = mail.sender
        done = offers_anywhere(self._store, address, now) if offers else offers_nowhere(self._store, address)
        self._office.answer(mail, "standin", {"offers": offers and done, "nothing": not done, "unknown": ""}, now)

    def _write(self, address: str, kind: str, facts: Mapping[str, object], now: datetime) -> None:
        """Write to a person, at one of their addresses."""
        mail, last = write_alone(kind, facts), self._store.outbox.newest()
        digits = hashlib.sha256("\0".join((kind, address, mail.text, iso(now), str(last))).encode()).hexdigest()
        self._office.delivery(now).queue("", address, address, subject=mail.subject, text=mail.text, digits=digits)


def _name(token: str) -> str:
    """The name of the fact of a question: whoever reads it cannot confirm."""
    return f"{PERSON_ASKED}{token_hash(token)}"
