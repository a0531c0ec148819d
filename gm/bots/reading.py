"""What a simple player reads in a mail: where to reply, what is owed, the example, the file beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import msgspec

CODE = re.compile(r"\] (?!END\b)([A-Z]+[0-9]*[A-Z]?)(?=:| )")  # the phase in a subject
OWES = re.compile(r"^YOU OWE:", re.MULTILINE)
REFUSED = re.compile(r"^(We could not take this mail|[0-9]+ lines? of your mail did nothing)", re.MULTILINE)
NO_ORDERS = ("Your reply to this mail goes to", "A reply to this mail does nothing")  # messages of other players


class Reading(msgspec.Struct, frozen=True):
    """What a player reads in a mail: where to reply, which phase, what they owe, and the lines of the example.

    beside: what the JSON file beside the mail says, None without one.
    """

    subject: str
    reply_to: str
    message_id: str
    phase: str
    owes: bool
    refused: bool
    over: bool
    example: tuple[str, ...]
    text: str
    beside: Mapping[str, Any] | None = None

    @property
    def takes_orders(self) -> bool:
        """Whether a reply to the mail goes to the GameMaster."""
        return not any(words in " ".join(self.text.split()) for words in NO_ORDERS)


def read(raw: bytes) -> Reading:
    """Read a mail of the GameMaster."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    body = mail.get_body(("plain",))
    text = body.get_content().replace("\r\n", "\n") if body is not None else ""
    subject = str(mail["Subject"])
    code = CODE.search(subject)
    return Reading(
        subject, str(mail["Reply-To"] or mail["From"]), str(mail["Message-ID"]), phase=code[1] if code else "",
        owes=OWES.search(text) is not None, refused=REFUSED.search(text) is not None, over="The game is over" in text,
        example=_example(text), text=text, beside=_beside(mail),
    )  # fmt: skip


def _example(text: str) -> tuple[str, ...]:
    """The lines after TO ANSWER."""
    lines: list[str] = []
    for line in text.partition("TO ANSWER")[2].split("\n")[1:]:
        if not line.startswith("  "):
            break
        lines.append(line.strip())
    return tuple(lines)


def _beside(mail: EmailMessage) -> Mapping[str, Any] | None:
    """What the JSON file beside a mail says, None if there is none."""
    for part in mail.iter_attachments():
        if part.get_content_type() == "application/json":
            found: dict[str, Any] = msgspec.json.decode(part.get_content())
            return found
    return None
