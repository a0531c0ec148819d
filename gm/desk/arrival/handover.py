"""Handing the house over: the newcomer proves that they read mail at their address, by a CONFIRM with a token."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.confirms import ask_by_mail, first_said, new_token, shown_to_others
from gm.desk.arrival.door import tokens
from gm.desk.arrival.handled import Handled
from gm.post.inbound.letter import Mail
from gm.store.database import token_hash
from gm.store.inbox import State
from gm.store.store import Store

if TYPE_CHECKING:
    from gm.desk.office import Office

HAND_OVER = "hand-over"  # a fact
LASTS = timedelta(days=7)


class HandOver(msgspec.Struct, frozen=True):
    """To whom the house is to be handed over, since when they are asked, and when they have confirmed it."""

    address: str
    name: str
    token: str  # its hash
    asked: datetime
    confirmed: datetime | None = None


def hand_over(store: Store, now: datetime) -> HandOver | None:
    """The handing over that is on its way; None if there is none, or it was not confirmed in time."""
    found = store.facts.recall(HAND_OVER, HandOver)
    return None if found is None or (found.confirmed is None and now - found.asked > LASTS) else found


def ask_newcomer(office: Office, address: str, name: str, now: datetime) -> None:
    """Ask the newcomer to confirm; whoever was asked before can no longer. Runs inside a transaction."""
    token = new_token()
    office.store.facts.keep(HAND_OVER, HandOver(address, name, token_hash(token), now))
    facts = {"name": name, "gm": office.sender.address}
    ask_by_mail(office, address, "handoverasked", facts, now=now, about="hand-over", token=token)


def end_hand_over(store: Store) -> None:
    """Forget the handing over. Runs inside a transaction."""
    store.facts.forget(HAND_OVER)


def take_confirmation(
    office: Office, mail: Mail, received: datetime, now: datetime, forged: Callable[[], bool]
) -> Handled | None:
    """What becomes of a mail to the address at which the newcomer confirms; None if it came to another.

    forged: whether the mail server says that its From is; called only if needed. Once others may know the address,
    nothing sent there confirms.
    """
    facts = office.store.facts
    asked = facts.recall(HAND_OVER, HandOver) if facts.some(HAND_OVER) else None
    if asked is None or asked.token not in map(token_hash, tokens(office.sender, mail)):
        return None
    if mail.sender.lower() != asked.address or first_said(mail) != "CONFIRM" or forged():
        if asked.confirmed is None and shown_to_others(office.sender, mail):
            facts.keep(HAND_OVER, msgspec.structs.replace(asked, token=""))
        return Handled(State.HELD, "a reply to the question of gm hand-over, without CONFIRM or from somebody else")
    if asked.confirmed is not None or received - asked.asked > LASTS:
        return Handled(State.HELD, "a CONFIRM to gm hand-over that comes too late, or twice")
    office.store.facts.keep(HAND_OVER, msgspec.structs.replace(asked, confirmed=received))
    office.alarm("handoverconfirmed", {"name": asked.name, "address": asked.address}, now)
    return Handled(State.DONE, "the newcomer has confirmed the handing over")
