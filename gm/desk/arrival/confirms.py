"""What is asked by a mail of ours beside any game, and done by a CONFIRM to its reply address, which nobody else knows.

Who is asked what, for how long, and what the CONFIRM does, is in operators, handover, personal and creating.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from gm.desk.arrival.door import Prove
from gm.desk.mails.words import write_alone
from gm.post.inbound.letter import Mail
from gm.post.outbound.compose import Sender

if TYPE_CHECKING:
    from gm.desk.office import Office


def new_token() -> str:
    """A token that nobody can guess, for a reply address."""
    return "".join(secrets.choice("abcdefghijklmnopqrstuvwxyz234567") for _ in range(20))


def ask_by_mail(
    office: Office, address: str, kind: str, facts: Mapping[str, object], now: datetime, about: str, token: str
) -> None:
    """Write the mail that asks whoever has an address. about: what it is about, from which its Message-ID follows.

    Runs inside a transaction.
    """
    mail = write_alone(kind, facts)
    digits = hashlib.sha256(f"{about}\0{token}".encode()).hexdigest()
    office.delivery(now).queue("", address, address, subject=mail.subject, text=mail.text, digits=digits, token=token)


def first_said(mail: Mail) -> str:
    """The first line that a mail says, in capitals and without signs at its end; "" if it says nothing."""
    return next((line.text.strip(" .!").upper() for line in mail.lines if line.text.strip()), "")


def shown_to_others(sender: Sender, mail: Mail) -> bool:
    """Whether a mail went to others beside us, who have seen the address that it came to."""
    return any(one != mail.sender and not sender.owns(one) for one in mail.to)


def is_forged(judged: bool, prove: Prove) -> bool:
    """Whether the mail server says that a mail's From is forged. judged: it says so of every mail."""
    return judged and prove().verdict == "fail"
