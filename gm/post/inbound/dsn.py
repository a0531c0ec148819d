"""Reports about a mail of ours: that it could not be delivered, or that its reader complains of it.

Bounces come in the fields of RFC 3464 or in plain words, complaints in those of RFC 5965 or with the mail alone.
Anybody can write such a report, so gm only notes that mail to somebody does not seem to arrive, or not to be wanted.

The words were compared with the library flufl.bounce on two public corpora of bounces: it finds a recipient in hardly
any that is not understood here, and takes two thirds of the temporary failures of one corpus for final.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from email.message import Message
from functools import cached_property

import msgspec

from gm.post.inbound.headers import ADDRESS, addresses, decode, message_ids, one_line, replied, small, values
from gm.post.inbound.html import html_rows
from gm.post.inbound.parts import children, leaves, read_head

MAX_FAILURES = 20
MAX_TEXT = 64 * 1024  # bytes of a text, and of the mail quoted in it
MAX_SAID = 16 * 1024  # characters of the words above the mail that comes back
MAX_REPORT_LINES = 1000
MAX_REPORT_LINE = 500
MAX_DIAGNOSTIC = 300

FAILED = frozenset({"failed", "failure", "error", "expired"})  # as servers write it
# Said while a server keeps trying.
NOT_YET = re.compile(
    r"not yet been delivered|warning message only|had transient|temporary failure report|delivery delay|\(delay\)"
    r"|\bdelayed\b|\bpostponed\b|will retry|will be retried|will try again|will (?:keep|continue) (?:trying|to)\b"
    r"|still trying|not need to re-?send|could not send message for past",
    re.IGNORECASE,
)
# Said where it has given up. People and their answering machines say other things.
GIVEN_UP = re.compile(
    r"undeliver|able to deliver|(?:not|n't) be(?:en)? (?:\w{1,20} )?delivered|not delivered|failed to deliver"
    r"|deliver(?:y|ing)? (?:has |to \S{1,60} )?fail|delivery (?:error|problem|status notification \(fail)"
    r"|returned mail|mail returned|returned to (?:you|sender)|returning (?:message|mail) to sender|failure notice"
    r"|(?:mail|message|mail system) (?:failure|failed|error)|unknown (?:user|address|recipient|host|domain|local)"
    r"|(?:user|host|recipient|address|account|domain) (?:is )?(?:unknown|not found|invalid|disabled)"
    r"|no such (?:user|address|recipient|mailbox|person|host|domain|account|local)|does(?: not|n't) exist"
    r"|mailbox (?:is )?(?:full|unavailable|not found|disabled)|over ?quota|quota exceeded"
    r"|permanent (?:error|fail|fatal)|fatal error|unrecoverable|(?:been|was|message|mail) (?:rejected|refused|bounced)"
    r"|invalid (?:recipient|address|user|mailbox)|did not reach|aborted after"
    r"|failed permanently|recipients? failed|address(?:\(?es\)?)? failed|been returned because|attempting to deliver"
    r"|nicht zugestellt|unzustellbar|non remis|no se ha podido entregar|impossibile recapitare"
    r"|\b5[0-5]\d[ -]#?5\.\d{1,3}\.\d|\b(?:smtp|said|error|response|code)\b[^\n]{0,40}\b5[0-5]\d\b",
    re.IGNORECASE,
)
# What stands above the mail that comes back, where that is no part of its own, or its first field.
COPY_BEGINS = re.compile(
    r"^[ \t]{0,5}(?:-{2,80}+.{0,10}(?:This is a copy of|Below this line is a copy|The body of the message"
    r"|(?:Original|Undelivered|Returned|Unsent) (?:message|mail)|Message header)"
    r"|Message headers? follow|Received:|Return-Path:|Message-ID:)",
    re.IGNORECASE | re.MULTILINE,
)
ADDRESS_LINE = re.compile(rf"\s{{0,8}}<?({ADDRESS.pattern})>?:?\s{{0,8}}")
QUOTED_ID = re.compile(r"^[> \t]{0,8}Message-ID:\s{0,8}(<[^<>\s]{1,998}>)", re.IGNORECASE | re.MULTILINE)
BLANK = re.compile(r"\n[ \t\r]*+\n")
RECIPIENT_FIELD = re.compile(r"^(?:Original|Final)-Recipient:", re.IGNORECASE | re.MULTILINE)
FEEDBACK_FIELD = re.compile(r"^Feedback-Type:", re.IGNORECASE | re.MULTILINE)
# Not part of an IP address or of a version number.
STATUS = re.compile(r"(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)")
TROUBLE = re.compile(STATUS.pattern.replace("245", "45"))
REPLY = re.compile(r"(?<![\d.])([45])[0-5]\d(?=[ ,-])")

HEADS = frozenset({"text/rfc822-headers", "text/rfc822-header", "message/global-headers"})
NO_COMPLAINT = frozenset({"not-spam", "auth-failure", "dmarc"})  # feedback about other things
# Outlook.com sends no fields, only the mail that somebody complains of, in which it names that reader.
OF_COMPLAINT = "X-HmXmrOriginalRecipient"


class Failure(msgspec.Struct, frozen=True):
    """What became of a mail to one recipient."""

    recipient: str  # lower case; "" if the report names none
    action: str  # failed, delayed, delivered, relayed or expanded (RFC 3464, 2.3.3), or another word of the server's
    status: str  # such as 5.1.1 (RFC 3463); "" if the report gives none
    diagnostic: str  # one line in the server's words

    @property
    def hard(self) -> bool:
        """Whether the mail will never arrive, however often it is sent."""
        return self.action == "failed" and not self.status.startswith("4")


class DeliveryReport(msgspec.Struct, frozen=True):
    """A bounce or a complaint.

    original_message_id: of the mail that it is about, without brackets; "" if unknown. paths: the return paths that it
    gives of that mail. complaint: what kind of complaint it is, such as "abuse"; "" if it is none.
    """

    failures: tuple[Failure, ...]
    original_message_id: str = ""
    paths: tuple[str, ...] = ()
    complaint: str = ""


def report_in(message: Message, of_program: bool = True) -> DeliveryReport | None:
    """The report in a mail, None if it is none or cannot be read. Raises nothing but MemoryError.

    of_program: a program wrote the mail, as its head shows; otherwise only a complaint is looked for.
    """
    try:
        found = _Found(message)
        return found.complaint() or ((found.fields() or found.words()) if of_program else None)
    except MemoryError:
        raise
    except Exception:  # the standard parser raises all kinds of errors on broken mail
        return None


class _Found:
    """A mail that may be a report, taken apart."""

    def __init__(self, message: Message) -> None:
        self._head, self._parts = message, list(leaves(message))

    @cached_property
    def _text(self) -> str:
        """Its words: its texts and what could not be taken apart; without any, those of its pages."""
        texts = [part for part in self._parts if part.get_content_type() == "text/plain" or _is_broken(part)]
        if texts:
            return "\n".join(map(_decoded, texts)).replace("\r\n", "\n")
        pages = (part for part in self._parts if part.get_content_type() == "text/html")
        return "\n".join(row.text for part in pages for row in html_rows(_decoded(part)))

    @cached_property
    def _returned(self) -> list[Message]:
        """The heads of the mails that came back in parts of their own."""
        found = list[Message]()
        for part in self._parts:
            if part.get_content_type() in ("message/rfc822", "message/global"):
                found += children(part)[:1]
            elif part.get_content_type() in HEADS:
                found.append(read_head(_bytes(part)))
        return found

    def _report(self, failures: Sequence[Failure], kind: str = "", fields: Sequence[Message] = ()) -> DeliveryReport:
        """The report about the mail that came back; without any, about the one that it says it answers.

        kind: of complaint. fields: those that name the return path of that mail.
        """
        ids = [one for head in self._returned for one in message_ids(head, "Message-ID")]
        quoted = QUOTED_ID.search(self._text)
        ids += [quoted[1][1:-1]] if quoted else []
        paths = [path for head in self._returned for path in addresses(head, "Return-Path")]
        paths += [path for head in fields for path in addresses(head, "Original-Mail-From")]
        original = next(iter((*ids, *replied(self._head))), "")
        return DeliveryReport(tuple(failures[:MAX_FAILURES]), original, tuple(paths), kind)

    # -- complaints --------------------------------------------------------------------------------------------

    def complaint(self) -> DeliveryReport | None:
        """The complaint that it is, None if it is none."""
        feedback = [part for part in self._parts if part.get_content_type() == "message/feedback-report"]
        fields = [block for part in feedback for block in children(part)[:1]] or _blocks_in(self._text, FEEDBACK_FIELD)
        if not fields:
            named = any(values(head, OF_COMPLAINT) for head in self._returned)
            return self._report((), "complaint") if named else None
        found = re.match(r"[a-z-]{1,40}", _first(fields[0], "Feedback-Type").strip().lower())
        kind = found[0] if found else "complaint"
        return self._report((), kind, fields) if kind not in NO_COMPLAINT else None

    # -- bounces in the fields of RFC 3464 -----------------------------------------------------------------------

    def fields(self) -> DeliveryReport | None:
        """The bounce that its fields tell of, in a part of their own or in its text; None if it has none."""
        kinds = ("delivery-status", "global-delivery-status")
        parts = [part for part in self._parts if part.get_content_subtype() in kinds]
        failures = [_failure(block) for part in parts for block in children(part) if _is_of_recipient(block)]
        failures = failures or [_failure(block) for block in _blocks_in(self._text, RECIPIENT_FIELD)]
        return self._report(failures) if failures else None

    # -- bounces in plain words ----------------------------------------------------------------------------------

    def words(self) -> DeliveryReport | None:
        """The bounce that its words tell of, None if they tell of none."""
        copy = COPY_BEGINS.search(self._text)
        above = self._text[: min(copy.start(), MAX_SAID) if copy else MAX_SAID]
        whole = f"{one_line(_first(self._head, 'Subject'))}\n{above}"
        named = [_address(name) for value in values(self._head, "X-Failed-Recipients") for name in value.split(",")]
        later = NOT_YET.search(whole)
        said = later or GIVEN_UP.search(whole)
        if said is None and not any(named):
            return None
        told = _told(above.split("\n")[:MAX_REPORT_LINES])
        names = [name for name in dict.fromkeys(named) if name] or list(told) or [""]
        reason = _line_at(whole, _code(whole) or said)
        reasons = ((name, told.get(name) or reason) for name in names)
        action = "delayed" if later else "failed"
        return self._report([Failure(name, action, _status(why) or _status(reason), why) for name, why in reasons])


def _is_broken(part: Message) -> bool:
    """Whether a leaf should have parts, but its boundary is wrong."""
    return part.get_content_maintype() == "multipart"


def _decoded(part: Message) -> str:
    return decode(_bytes(part), part.get_content_charset())


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data[:MAX_TEXT].lstrip() if isinstance(data, bytes) else b""


def _blocks_in(text: str, field: re.Pattern[str]) -> list[Message]:
    """The blocks of fields in a text that have a *field*, each up to a blank line."""
    found = (field.search(block) for block in (BLANK.split(text) if field.search(text) else ()))
    blocks = [begin.string[begin.start() :] for begin in found if begin is not None]
    return [read_head(block.encode("utf-8", "surrogateescape")) for block in blocks[:MAX_FAILURES]]


def _is_of_recipient(block: Message) -> bool:
    return any(values(block, name) for name in ("Action", "Final-Recipient", "Original-Recipient"))


def _failure(block: Message) -> Failure:
    found = re.match(r"[a-z]{1,20}", _first(block, "Action").strip().lower())
    diagnostic = _one_line(_without_type(_first(block, "Diagnostic-Code")))
    named = STATUS.search(_first(block, "Status"))
    status = named[1] if named else _status(diagnostic)
    action = found[0] if found else "delivered" if status.startswith("2") else "failed"
    recipient = _first(block, "Final-Recipient") or _first(block, "Original-Recipient")
    return Failure(
        _address(_without_type(recipient)), "failed" if action in FAILED else action, status, diagnostic
    )


def _first(head: Message, name: str) -> str:
    return next(iter(values(head, name)), "")


def _without_type(value: str) -> str:
    """A value without its type: `rfc822; ann@example.org`, `smtp; 550 No such user`."""
    return re.sub(r"^\s{0,8}[\w-]{1,20}\s{0,8};", "", value).strip()


def _address(text: str) -> str:
    found = ADDRESS.search(text[:MAX_REPORT_LINE])
    return small(found[0]) if found else ""


def _told(lines: list[str]) -> dict[str, str]:
    """The reason by address: an address alone on a line, with the reason below it, up to a blank line."""
    told: dict[str, list[str]] = {}
    reasons: list[str] = []
    for line in (line[:MAX_REPORT_LINE] for line in lines):
        if found := ADDRESS_LINE.fullmatch(line):
            reasons = told.setdefault(found[1].lower(), [])
        elif line.strip():
            reasons.append(line)
        else:
            reasons = []
    return {name: _one_line(" ".join(reasons)) for name, reasons in told.items()}


def _line_at(text: str, place: re.Match[str] | None) -> str:
    """The line of a text in which something stands; "" for None."""
    if place is None:
        return ""
    start, end = text.rfind("\n", 0, place.start()) + 1, text.find("\n", place.start())
    return _one_line(text[start : end if end >= 0 else len(text)])


def _code(text: str) -> re.Match[str] | None:
    """Where a server's words name the status of a failure, or the code of a reply."""
    return TROUBLE.search(text) or REPLY.search(text)


def _status(diagnostic: str) -> str:
    """The status of a failure that a server's words name; of a reply code only the first digit counts."""
    found = _code(diagnostic)
    return "" if found is None else found[1] if found.re is TROUBLE else f"{found[1]}.0.0"


def _one_line(text: str) -> str:
    return one_line(text[: 4 * MAX_DIAGNOSTIC])[:MAX_DIAGNOSTIC]
