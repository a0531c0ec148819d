"""Header fields as text, addresses and Message-IDs, in time linear in the length of the field.

Bytes always become text, whatever their charset label says.

It also finds the signs that a program wrote a mail: an answer would reach nobody or start a loop (RFC 3834, 2).
"""

from __future__ import annotations

import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from itertools import groupby, islice
from string import ascii_lowercase, ascii_uppercase
from weakref import WeakKeyDictionary

import msgspec

MAX_LENGTH = 500  # characters of a subject or a name
MAX_DATE = 200  # characters of a time, with its remarks
MAX_ADDRESSES = 100
MAX_IDS = 100
MAX_SAME = 50  # fields of one name that are read; a mail has at most one To, and a Delivered-To for each forwarding

ENCODED_WORD = re.compile(r"=\?([^?\s*]{1,80})(?:\*[^?\s]{0,20})?\?([bq])\?([^?]*)\?=", re.IGNORECASE)
BETWEEN_WORDS = re.compile(r"(?<=\?=)\s+(?==\?)")
QUOTED = r'"(?:[^"\\]++|\\.)*+"?'
COMMENT = re.compile(r"\([^()]*+\)")
# What may surround an address: a quoted name may hold a comma, or somebody else's address.
PIECE = re.compile(rf"{QUOTED}|<[^<>]*+>|[,;]|[^\",;<]++|<", re.DOTALL)
ADDRESS = re.compile(r"[^\s<>()@,;:\"\[\]\\]{1,64}@[^\s<>()@,;:\"\[\]\\]{1,255}")
ANGLED = re.compile(r"<([^<>]*+)>")
MESSAGE_ID = re.compile(r"<([^<>\s]{1,998})>")
SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)

_KNOWN: WeakKeyDictionary[Message, dict[str, list[str]]] = WeakKeyDictionary()


class Mailbox(msgspec.Struct, frozen=True):
    """One bare address of a field, with A to Z in lower case, and the name beside it ("" if there is none)."""

    address: str
    name: str


def values(head: Message, name: str) -> list[str]:
    """The values of every field *name*, unfolded, from the top; 8-bit bytes are read as UTF-8 or cp1252."""
    return [unfolded(value) for value in _fields(head).get(name.lower(), ())]


def _fields(head: Message) -> dict[str, list[str]]:
    """The raw fields by name in lower case, cached while *head* lives: about thirty are read from each mail."""
    found = _KNOWN.get(head)
    if found is None:
        found = _KNOWN[head] = {}
        for name, value in head.raw_items():
            same = found.setdefault(name.lower(), [])
            if len(same) < MAX_SAME:
                same.append(str(value))
    return found


def unfolded(value: str) -> str:
    """The raw *value* of a field on one line; 8-bit bytes are read as UTF-8 or cp1252."""
    text = value if value.isascii() else decode(value.encode("utf-8", "surrogateescape"), None)
    return text.replace("\r", "").replace("\n", "")


def received(head: Message) -> datetime | None:
    """The time in the topmost Received field, in UTC, to the second; None if there is none."""
    _, mark, text = next(iter(values(head, "Received")), "").rpartition(";")
    try:
        at = parsedate_to_datetime(text[-MAX_DATE:] if mark else "")
        return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def one_line(text: str) -> str:
    """*text* decoded and on one line, without control, bidirectional and other invisible characters."""
    shown = " ".join(decoded(text).split())
    if shown.isascii() and shown.isprintable():
        return shown[:MAX_LENGTH].strip()
    return "".join(sign for sign in shown if unicodedata.category(sign) not in ("Cc", "Cf", "Cs"))[:MAX_LENGTH].strip()


def decoded(text: str) -> str:
    """*text* with its encoded words decoded (RFC 2047); those that cannot be decoded stay unchanged."""
    if text.isascii() and "=?" not in text:
        return text
    text = BETWEEN_WORDS.sub("", text)
    pieces: list[tuple[str, bytes]] = []
    end = 0
    for word in ENCODED_WORD.finditer(text):
        pieces.append(("utf-8", text[end : word.start()].encode("utf-8", "replace")))
        pieces.append(_word(word))
        end = word.end()
    pieces.append(("utf-8", text[end:].encode("utf-8", "replace")))
    # Joined before decoding: some programs split a character between two words.
    filled = [piece for piece in pieces if piece[1]]
    runs = groupby(filled, key=lambda piece: piece[0])
    return "".join(decode(b"".join(data for _, data in run), charset) for charset, run in runs)


def _word(word: re.Match[str]) -> tuple[str, bytes]:
    charset, encoding, text = word.groups()
    try:
        data = text.encode("ascii")
        if encoding in "qQ":
            return charset.lower(), binascii.a2b_qp(data, header=True)
        return charset.lower(), binascii.a2b_base64(data + b"==")
    except ValueError:
        return "utf-8", word[0].encode("utf-8", "replace")


def small(text: str) -> str:
    """*text* with only A to Z lowered: str.lower() would turn a Kelvin sign into k, which is another address."""
    return text.translate(SMALL)


def mailboxes(value: str) -> list[Mailbox]:
    """The mailboxes in an address field, in order; whatever is no address, or may be two, is left out."""
    found = map(_mailbox, islice(_chunks(value), 2 * MAX_ADDRESSES))
    return [mailbox for mailbox in found if mailbox][:MAX_ADDRESSES]


def _chunks(value: str) -> Iterator[str]:
    """The parts of an address field between commas."""
    start = 0
    for piece in PIECE.finditer(value):
        if piece[0] in (",", ";"):
            yield value[start : piece.start()]
            start = piece.end()
    yield value[start:]


def _mailbox(chunk: str) -> Mailbox | None:
    bare = re.sub(QUOTED, " ", chunk, flags=re.DOTALL)
    *others, last = ANGLED.findall(bare) or [""]
    if last:
        behind = bare.rpartition(">")[2]
        address, beside = last.strip(), "".join(others) + behind
        if ")" in COMMENT.sub("", behind):  # the bracket is in a comment
            return None
        name = chunk[: chunk.rfind("<")]
    else:
        beside, _, address = COMMENT.sub("", bare).rpartition(":")  # before a colon is the name of a group
        address = address.strip()
        name = "".join(comment[1:-1] for comment in COMMENT.findall(bare)[:1])
    # Of two addresses, servers differ in which one they check. It must be printable: mails and logs show it.
    if "@" in beside or not ADDRESS.fullmatch(address) or not address.isprintable():
        return None
    return Mailbox(small(address), one_line(name.strip().strip('"').replace("\\", "")))


def addresses(head: Message, *names: str) -> tuple[str, ...]:
    """Every address in the fields *names*, field after field, without duplicates."""
    found: dict[str, None] = {}
    for value in (value for name in names for value in values(head, name)):
        found.update((box.address, None) for box in mailboxes(value))
        if len(found) >= MAX_ADDRESSES:
            break
    return tuple(found)[:MAX_ADDRESSES]


def recipients(head: Message) -> tuple[str, ...]:
    """Where a mail was delivered, then To and Cc."""
    return addresses(head, "Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")


def sender(head: Message) -> Mailbox:
    """Who claims to have written this; both fields are "" if that is nobody or more than one."""
    fields = values(head, "From")
    chunks = [chunk for field in fields for chunk in _chunks(field) if "@" in chunk]
    found = _mailbox(chunks[0]) if len(fields) == len(chunks) == 1 else None
    return found or Mailbox("", "")


def message_ids(head: Message, name: str) -> list[str]:
    """The Message-IDs in the fields *name*, without brackets, in order."""
    return [found for value in values(head, name) for found in MESSAGE_ID.findall(value)]


def replied(head: Message) -> tuple[str, ...]:
    """The Message-IDs of the mails that this one answers, nearest first."""
    nearest = [*message_ids(head, "In-Reply-To"), *reversed(message_ids(head, "References"))]
    return tuple(dict.fromkeys(nearest))[:MAX_IDS]


# Mail programs say latin-1 and mean cp1252; where the two differ, latin-1 has only control codes.
REALLY_CP1252 = frozenset({"iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1", "l1", "windows-1252"})

# Python has these as text encodings, but mail does not; two of them take quadratic time.
NOT_FOR_MAIL = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the beginning of this one's
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def decode(data: bytes, label: str | None) -> str:
    """*data* as text: by its byte order mark, or else by *label*, as UTF-8, or as cp1252. Never raises."""
    for mark, charset in MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(charset, "replace")
    for charset in (_charset(data, (label or "").strip().lower()), "utf-8", "cp1252"):
        text = _try(data, charset)
        if text is not None:
            return text
    return data.decode("latin-1")


def _charset(data: bytes, label: str) -> str:
    if label in REALLY_CP1252:
        return "cp1252"
    if label in ("utf-16", "utf16"):
        # Without a mark the byte order is a guess: in western text the zeros show it.
        return "utf-16-be" if data[::2].count(0) > data[1::2].count(0) else "utf-16-le"
    return label or "utf-8"


def _try(data: bytes, charset: str) -> str | None:
    try:
        name = codecs.lookup(charset).name.replace("-", "_")
        if name in NOT_FOR_MAIL:
            return None
        text = data.decode(charset)
        text.encode()  # half a character (utf-7) raises, too: nobody could store it
        return text
    except (LookupError, ValueError):
        return None


MAX_HOPS = 20  # Received fields; a mail from a player passes four or five servers, a mail in a loop many more
PRECEDENCES = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply", "autoreply"})
REPORTS = frozenset({
    "multipart/report", "message/delivery-status", "message/disposition-notification", "message/feedback-report",
})  # fmt: skip
# What autoresponders and mail servers put on their own mails, never on a person's; some are older than Auto-Submitted.
RESPONDER_FIELDS = (
    "X-Autoreply", "X-Auto-Reply", "X-Auto-Reply-From", "X-AutoReply-From", "X-Autorespond", "X-Autoresponder",
    "X-Mail-Autoreply", "X-Autogenerated", "X-FC-MachineGenerated", "X-Vacation", "X-Failed-Recipients", "X-Cron-Env",
)  # fmt: skip
MACHINE_NAME = re.compile(
    r"(?:mailer-?daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|auto[-_.]?reply"
    r"|auto[-_.]?respond(?:er)?)(?:[-+._=].*)?",
    re.IGNORECASE,
)
DAEMON = re.compile(r"<?mailer-?daemon(?:@.*)?>?", re.IGNORECASE)
# The return path of a mail of ours (gm.post.outbound.compose), to which only programs write.
RETURN_PATH = re.compile(r"(?:^|[^a-z0-9])bounces-[a-z2-7]{20}(?![a-z0-9])")
# How the subjects of automatic replies begin. A person who answers one writes "Re:" before it; what a person may write,
# too, must stand before the subject of a mail of ours.
AUTOMATIC = re.compile(
    r"[\s\[(*]*+(?:auto(?:matic|mated|mat)?[ -]?(?:re(?:ply|sponse|spons)\b|antwort)|out of office (?:auto)?reply"
    r"|vacation (?:reply|message)|automatische (?:antwort|abwesenheit)|abwesenheitsn(?:otiz|achricht)"
    r"|r[ée]ponse automatique|message d.absence|respuesta autom[áa]tica|risposta automatica|resposta autom[áa]tica"
    r"|automatisch antwoord|afwezigheidsbericht|autosvar|automatis(?:k|kt) svar|frånvaromeddelande"
    r"|automaattinen vastaus|poissaoloilmoitus|autoodpowied[źz]|odpowied[źz] automatyczna|automatyczna odpowied[źz]"
    r"|automatick[áa] odpov|automatikus v[áa]lasz|otomatik yan[ıi]t|r[ăa]spuns automat"
    r"|автоответ|автоматический ответ|автоматична відповідь|自動(?:応答|返信|回覆)|自动(?:回复|答复)"
    r"|(?:out of (?:the )?office|ooo|(?:on )?vacation|(?:on )?holiday|away|abwesen|absen|fuera de|fuori|ausen|aus[êe]nc"
    r"|afwezig|frånvar|fravær|poissa|nieobecn|不在)[^:\[]{0,40}:\s*(?:\w{1,4}:\s*)*\[)",
    re.IGNORECASE,
)


def machine(head: Message) -> str:
    """Why this mail was written by a program and must never be answered, "" if it was not.

    These are not signs: X-Auto-Response-Suppress, which Exchange puts on people's mails; X-Loop, which a forwarder in
    front of our mailbox puts on every letter; and Resent-From, with which people send on what they wrote elsewhere.
    """
    return _null_path(head) or _marked(head) or _named(head) or _looping(head) or _answering(head)


def _null_path(head: Message) -> str:
    paths = [value.replace(" ", "") for value in values(head, "Return-Path")]
    if "<>" in paths:
        return "Return-Path: <>"
    # Some servers add a name where there was none.
    return "Return-Path: mailer-daemon" if any(map(DAEMON.fullmatch, paths)) else ""


def _marked(head: Message) -> str:
    for value in values(head, "Auto-Submitted"):
        if (kind := _first_word(value)) not in ("", "no"):
            return f"Auto-Submitted: {kind}"
    if head.get_content_type() in REPORTS:
        return head.get_content_type()
    for name in ("Precedence", "X-Precedence"):
        for value in values(head, name):
            if (kind := _first_word(value)) in PRECEDENCES:
                return f"{name}: {kind}"
    return _from_list(head) or next((name for name in RESPONDER_FIELDS if _says_yes(head, name)), "")


def _from_list(head: Message) -> str:
    """The name of a List- field (RFC 2369, RFC 2919), which only list programs write."""
    return next((name.title()[:40] for name in head.keys() if name.lower().startswith("list-")), "")  # noqa: SIM118


def _says_yes(head: Message, name: str) -> bool:
    return any(_first_word(value) not in ("no", "false", "0") for value in values(head, name))


def _first_word(value: str) -> str:
    # Parameters and comments may follow: "auto-replied; owner-email=..." or "no (a person)".
    word = re.match(r"[\w-]{1,40}", value.strip())
    return word[0].lower() if word else ""


def _named(head: Message) -> str:
    """A mailer daemon in From. Without a domain it is not an address, but still a sign."""
    names = [sender(head).address, *(name for value in values(head, "From") for name in ANGLED.findall(value))]
    bare = [value.strip() for value in values(head, "From")]
    local_parts = (name.strip().partition("@")[0] for name in [*names, *bare])
    return next((f"From: {part.lower()[:80]}" for part in local_parts if MACHINE_NAME.fullmatch(part)), "")


def _looping(head: Message) -> str:
    hops = len(head.get_all("Received", []))
    return f"{hops} Received" if hops > MAX_HOPS else ""


def _answering(head: Message) -> str:
    """An automatic reply without a mark, which only where it comes to, or its subject, shows."""
    if any(map(RETURN_PATH.search, recipients(head))):
        return "to a return path"
    subject = decoded(next(iter(values(head, "Subject")), "")[:MAX_LENGTH])
    return "Subject: an automatic reply" if AUTOMATIC.match(subject) else ""
