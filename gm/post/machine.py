"""Signs that a program wrote a mail: an answer would go to nobody, or start a loop (RFC 3834, 2)."""

import re
from email.message import Message

from gm.post.headers import ANGLED, sender, values

MAX_HOPS = 20  # Received fields; a mail from player to game passes four or five servers, one in a loop many
PRECEDENCES = frozenset({"bulk", "junk", "list", "auto_reply"})
AUTOREPLY_FIELDS = ("X-Autoreply", "X-Autorespond")  # of programs older than Auto-Submitted
LIST_FIELDS = ("List-Id", "List-Post", "List-Unsubscribe")
MACHINE_NAME = re.compile(r"(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)(?:[-+._=].*)?", re.IGNORECASE)


def machine(head: Message) -> str:
    """Why this is the mail of a program and must never be answered; "" if it is not.

    X-Auto-Response-Suppress is no sign: Exchange puts it on what people write.
    """
    return _null_path(head) or _marked(head) or _named(head) or _looping(head)


def _null_path(head: Message) -> str:
    paths = [value.replace(" ", "") for value in values(head, "Return-Path")]
    return "Return-Path: <>" if "<>" in paths else ""


def _marked(head: Message) -> str:
    for value in values(head, "Auto-Submitted"):
        if (kind := _first_word(value)) not in ("", "no"):
            return f"Auto-Submitted: {kind}"
    if head.get_content_type() == "multipart/report":
        return "multipart/report"
    for value in values(head, "Precedence"):
        if (kind := _first_word(value)) in PRECEDENCES:
            return f"Precedence: {kind}"
    return next((name for name in (*AUTOREPLY_FIELDS, *LIST_FIELDS) if values(head, name)), "")


def _first_word(value: str) -> str:
    # Parameters and comments may follow: "auto-replied; owner-email=..." or "no (a person)".
    word = re.match(r"[\w-]{1,40}", value.strip())
    return word[0].lower() if word else ""


def _named(head: Message) -> str:
    """A mailer daemon's From may lack a domain, then it is no address but a sign all the same."""
    names = [sender(head).address, *(name for value in values(head, "From") for name in ANGLED.findall(value))]
    bare = [value.strip() for value in values(head, "From")]
    local_parts = (name.strip().partition("@")[0] for name in [*names, *bare])
    return next((f"From: {part.lower()[:80]}" for part in local_parts if MACHINE_NAME.fullmatch(part)), "")


def _looping(head: Message) -> str:
    hops = len(head.get_all("Received", []))
    return f"{hops} Received" if hops > MAX_HOPS else ""
