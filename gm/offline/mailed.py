"""What a player's mails can prove: seals of results and of their own filings, heads of the journal, receipts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import parsedate_to_datetime

import msgspec

START = re.compile(rb"(?:\A|\n\n)From [^\n]*\n")
DIGITS = "([0-9a-f]{32})"
SECTION = re.compile(r"^SEALS of (\S+) \(HELP.*$", re.MULTILINE)
ENTRY = re.compile(rf"\n  (\S.*?) +{DIGITS} *\n +{DIGITS} *(?=\n|\Z)")
COMMITTED = re.compile(rf"^Commitment: {DIGITS} *\n +{DIGITS} *$", re.MULTILINE)
OWN = re.compile(rf"^Seal of it: {DIGITS} *\n +{DIGITS} *$", re.MULTILINE)
SAID = re.compile(rf"^SEAL of (\S.*) \(HELP SEALS\):\n +{DIGITS} *\n +{DIGITS} *$", re.MULTILINE)
SEED = re.compile(r"^SEED of all draws.*\n +([0-9a-f]{64}) *$", re.MULTILINE)
HEAD = re.compile(
    rf"^HEAD of the journal.*\n +head {DIGITS} *\n +{DIGITS} *(?:\n +key +{DIGITS} *\n +{DIGITS} *)?$", re.MULTILINE
)
RECEIPT = re.compile(
    rf"^Receipt for what came at (\S+) .*\n +{DIGITS} *\n +{DIGITS} *((?:\n +\S{{22}} *){{4}})$", re.MULTILINE
)
OVER = "END"  # in the place of a phase, once the game is over
JUDGED = " judged"  # ends the subject of a mail with a result that publishes seals
ROLLED = re.compile(r"(back|forward) to |an earlier copy of the game is back")
PRESS, AGAIN = "press from ", "======== "


class Receipt(msgspec.Struct, frozen=True):
    """A receipt in a mail: the phase in its subject, when something came, its seal and leaf, and the signature."""

    phase: str
    at: str
    seal: str
    leaf: str
    signature: str


class Head(msgspec.Struct, frozen=True):
    """A head in a mail: what the mail is about, the head, the key ("" for none), and which phases it has seals of."""

    about: str
    head: str
    key: str
    judged: tuple[str, ...]


class Mailed(msgspec.Struct, frozen=True):
    """What was found. published: (phase, seat in words, seal); own: (phase, seal), oldest first.

    said: (what, seal) of what one player said to another. over: a mail says that the game is over. rolled: one
    says that the operator has taken it to another time, or restored a backup. unproven: what those mails are about
    that lack the head which they should have, or have a head or a receipt that cannot be read.
    """

    mails: int
    published: tuple[tuple[str, str, str], ...]
    own: tuple[tuple[str, str], ...]
    said: tuple[tuple[str, str], ...]
    seed_hashes: tuple[str, ...]
    over: bool
    rolled: bool
    heads: tuple[Head, ...]
    unproven: tuple[str, ...]
    receipts: tuple[Receipt, ...]
    faults: tuple[str, ...]


class _Text(msgspec.Struct, frozen=True):
    phase: str
    about: str
    at: datetime
    text: str


def read_mailed(mails: bytes, game: str) -> Mailed:
    """The seals in an mbox (or a single mail), taken only from the GameMaster's own words about *game*.

    Press and mails that repeat other mails are left out: what a player wrote must not pass for a seal.
    """
    texts = sorted(_texts(mails, game), key=lambda mail: mail.at)
    published: list[tuple[str, str, str]] = []
    faults = []
    for mail in texts:
        for phase, seals in _sections(mail.text):
            published += [(phase, name, seal) for name, seal in seals]
            if not seals:
                faults.append(f"{phase}: the seals in your mail cannot be read")
        if not _has_seals(mail):
            faults.append(f"{mail.about}: your mail with the result has no seals")
    own = [(mail.phase, "".join(found)) for mail in texts for found in OWN.findall(mail.text)]
    said = [(what, first + second) for mail in texts for what, first, second in SAID.findall(mail.text)]
    seeds = [found for mail in texts for found in SEED.findall(mail.text)]
    return Mailed(
        len(texts), tuple(dict.fromkeys(published)), tuple(dict.fromkeys(own)), said=tuple(dict.fromkeys(said)),
        seed_hashes=tuple(dict.fromkeys(seeds)), over=any(mail.phase == OVER for mail in texts),
        rolled=any(ROLLED.match(mail.about) for mail in texts),
        heads=tuple(head for mail in texts for head in _heads(mail)),
        unproven=tuple(mail.about for mail in texts if _is_unproven(mail)),
        receipts=tuple(receipt for mail in texts for receipt in _receipts(mail)),
        faults=tuple(dict.fromkeys(faults)),
    )  # fmt: skip


def _heads(mail: _Text) -> Iterator[Head]:
    judged = tuple(phase for phase, _ in _sections(mail.text))
    for a, b, c, d in HEAD.findall(mail.text):
        yield Head(mail.about, a + b, c + d, judged)


def _is_unproven(mail: _Text) -> bool:
    """Whether a result has no head, or there is a head or a receipt that cannot be read."""
    result = mail.about.endswith(JUDGED) or any(True for _ in _sections(mail.text))
    heads = max(int(result), mail.text.count("\nHEAD of the journal"))
    return len(HEAD.findall(mail.text)) < heads or len(RECEIPT.findall(mail.text)) < mail.text.count("\nReceipt for ")


def _receipts(mail: _Text) -> Iterator[Receipt]:
    """The receipt in an answer that shows a seal or a commitment; there is one at most."""
    proven = OWN.findall(mail.text) or COMMITTED.findall(mail.text)
    for (first, second), (at, a, b, rows) in zip(proven, RECEIPT.findall(mail.text), strict=False):
        yield Receipt(mail.phase, at, first + second, a + b, "".join(rows.split()))


def _has_seals(mail: _Text) -> bool:
    """Whether a mail has the seals that its subject promises."""
    return not mail.about.endswith(JUDGED) or any(True for _ in _sections(mail.text))


def _texts(mails: bytes, game: str) -> Iterator[_Text]:
    """The GameMaster's mails about *game*, except press and history."""
    subject = re.compile(rf"\[{re.escape(game)}\] (\S+): (.*)", re.IGNORECASE)
    for raw in _split(mails):
        mail = message_from_bytes(raw, policy=default)
        found = subject.search(" ".join(_header(mail, "Subject").split()))
        text = _body(mail)
        if found and not found[2].startswith(PRESS) and not any(line.startswith(AGAIN) for line in text.split("\n")):
            yield _Text(found[1], found[2], _date(_header(mail, "Date")), text)


def _split(mails: bytes) -> Iterator[bytes]:
    """The mails of an mbox of any variant; without a `From ` line it is one mail."""
    text = mails.replace(b"\r\n", b"\n").lstrip(b"\n")
    if not text.startswith(b"From "):
        yield text
        return
    yield from (part for part in START.split(text) if part.strip())


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return str(mail.get(name, ""))
    except Exception:  # the standard parser raises errors of all kinds on broken headers; such a mail is not gm's
        return ""


def _body(mail: EmailMessage) -> str:
    """The plain text of a mail; "" if there is none that can be read."""
    try:
        part = mail.get_body(preferencelist=("plain",))
        text = part.get_content() if part is not None else ""
    except Exception:  # as above
        return ""
    return str(text).replace("\r\n", "\n").replace("\xa0", " ")


def _date(text: str) -> datetime:
    """The date of a mail, the earliest possible one if it has none."""
    try:
        at = parsedate_to_datetime(text)
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, TypeError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)


def _sections(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each published list of seals: its phase, and the (seat, seal) pairs right below the heading."""
    for heading in SECTION.finditer(text):
        found, at = [], heading.end()
        while entry := ENTRY.match(text, at):
            found.append((entry[1], entry[2] + entry[3]))
            at = entry.end()
        yield heading[1], found
