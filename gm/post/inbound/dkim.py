"""Checks the DKIM signatures of a mail (RFC 6376), for mailboxes whose server does not write down its findings.

Needs the extra `gm[dkim]`. A signature proves its domain, not the person: anybody who sends through the domain's
servers may use any name there, if the domain lets them. It protects only what it covers: many leave out Content-Type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from gm.post.inbound.authenticity import Authenticity, aligned, covers_readers, readers_of
from gm.post.inbound.headers import mailboxes, one_line, small, unfolded
from gm.post.inbound.parts import is_ambiguous, read_head

Lookup = Callable[[str, float], str]

MAX_MAIL = 1024 * 1024  # bytes; a letter of orders has only a few thousand
MAX_HEAD = 64 * 1024
MAX_HEAD_LINES = 1000
MAX_BLANKS = 200  # in a row: the library takes quadratic time
MAX_SIGNATURES = 5
MAX_SIGNATURE = 4096
MAX_RECORD = 2000  # bytes of a key in the DNS; 4096 bits take about 740
MIN_KEY = 1024  # bits (RFC 8301, 3.2)

BODY_BEGINS = re.compile(rb"\r?\n\r?\n")
BLANKS = re.compile(rb"[\t ]{%d}" % MAX_BLANKS)
NAME = re.compile(r"[A-Za-z0-9._-]{1,253}")
MISSING = "the extra gm[dkim] is not installed"
ALGORITHMS = ("rsa-sha256", "ed25519-sha256")  # rsa-sha1 must not be taken as valid (RFC 8301, 3.1)
SIGNED = {"from": "From", "date": "Date", "to": "To", "subject": "Subject"}  # what a signature must cover
ONCE = (*SIGNED, "cc", "content-type", "content-transfer-encoding")


class _Unproven(Exception):
    """A signature proves nothing about the sender; the message says why."""


def check_dkim(raw: bytes, sender: str, lookup: Lookup | None = None, timeout: float = 5.0) -> Authenticity:
    """ "pass" if a signature in *raw* is valid, covers From, Date, To and Subject, and is by the domain of *sender*.

    Otherwise "none": a broken signature means no more than a missing one (RFC 6376, 6.1). *sender*: the only address
    in From, "" if there is not exactly one. *lookup* returns the TXT record of a name within some seconds, "" if there
    is none; the default asks the DNS. Blocks for at most *timeout* seconds for all lookups together. Never raises.
    """
    try:
        return _checked(raw, sender, lookup, monotonic() + timeout)
    except ImportError:
        return Authenticity("none", f"DKIM signatures are not checked: {MISSING}")
    except _Unproven as reason:
        return Authenticity("none", str(reason))
    except Exception:  # the library raises all kinds of errors on broken mail, and one mail must not stop the next
        return Authenticity("none", "the mail cannot be read for its DKIM signatures")


def _checked(raw: bytes, sender: str, lookup: Lookup | None, deadline: float) -> Authenticity:
    import dkim

    domain = small(sender.rpartition("@")[2])
    if not domain:
        raise _Unproven("the mail has no sender, or more than one")
    _check_size(raw)
    verifier = dkim.DKIM(raw, minkey=MIN_KEY)
    _check_head(verifier.headers, sender)
    fields = [value for name, value in verifier.headers if name.lower() == b"dkim-signature"]
    results: list[str] = []
    for place, field in enumerate(fields[:MAX_SIGNATURES]):
        tags = _tags(field) if len(field) <= MAX_SIGNATURE else {}
        signer = one_line(tags.get("d", ""))[:255]
        try:
            _check_tags(tags, verifier, domain)
            _verify(verifier, place, tags, _asking(lookup or _from_dns, deadline))
        except _Unproven as reason:
            results.append(f"dkim=none header.d={signer}: {reason}")
        else:
            results.append(f"dkim=pass header.d={signer}")
            head = read_head(raw)
            readers = readers_of(head) if covers_readers(head, _covered(tags)) else ()
            return Authenticity("pass", f"a DKIM signature of {signer} holds", tuple(results), readers)
    found = "no DKIM signature" if not fields else f"no DKIM signature that speaks for {domain}"
    return Authenticity("none", found, tuple(results))


def _check_size(raw: bytes) -> None:
    """Refuse what would take the library too long, or what it would read differently than gm."""
    begins = BODY_BEGINS.search(raw, 0, MAX_HEAD)
    head = raw[: begins.start()] if begins else raw
    if len(raw) > MAX_MAIL or len(head) > MAX_HEAD or head.count(b"\n") > MAX_HEAD_LINES or BLANKS.search(raw):
        raise _Unproven("the mail is too large for a check of its DKIM signatures")
    if is_ambiguous(raw):
        raise _Unproven("the head of the mail can be read in more than one way")


def _check_head(fields: list[list[bytes]], sender: str) -> None:
    """Refuse a head in which an added field could replace a signed one."""
    names = [name.lower().decode("ascii") for name, _ in fields]
    if any(names.count(name) > 1 for name in ONCE):
        raise _Unproven("a field that must stand once stands twice")
    values = [unfolded(value.decode("utf-8", "surrogateescape")) for name, value in fields if name.lower() == b"from"]
    if [box.address for value in values for box in mailboxes(value)] != [small(sender)]:
        raise _Unproven("From does not name the sender and nobody else")


# --- one signature ---


class _Verifier(Protocol):
    """What we use of the library's, which has no types."""

    headers: list[tuple[bytes, bytes]]
    body: bytes

    def verify(self, idx: int, dnsfunc: Callable[..., bytes]) -> bool:
        """Whether a signature holds."""


def _tags(field: bytes) -> dict[str, str]:
    """The tags of a signature or a key, {} if it is malformed."""
    import dkim

    try:
        return {name.decode(): value.decode("ascii") for name, value in dkim.util.parse_tag_value(field).items()}
    except (dkim.util.InvalidTagValueList, UnicodeDecodeError, IndexError):
        return {}


def _check_tags(tags: dict[str, str], verifier: _Verifier, domain: str) -> None:
    """Refuse a signature that would prove nothing even if valid."""
    if not tags:
        raise _Unproven("it cannot be read")
    if not aligned(domain, tags.get("d", "")):
        raise _Unproven(f"it does not speak for {domain}")
    if tags.get("a") not in ALGORITHMS:
        raise _Unproven("its algorithm is not safe")
    covered = _covered(tags)
    if open_ones := [name for field, name in SIGNED.items() if field not in covered]:
        raise _Unproven(f"it does not cover {' and '.join(open_ones)}")
    if "l" in tags and not _covers_the_body(tags, verifier.body):
        raise _Unproven("it does not cover the whole text")


def _covered(tags: dict[str, str]) -> set[str]:
    """The names of the fields that a signature covers, in lower case."""
    return {name.strip().lower() for name in tags.get("h", "").split(":")}


def _covers_the_body(tags: dict[str, str], body: bytes) -> bool:
    from dkim.canonicalization import CanonicalizationPolicy

    policy = CanonicalizationPolicy.from_c_value(tags.get("c", "simple/simple").encode())
    return tags["l"].isdecimal() and int(tags["l"][:20]) >= len(policy.canonicalize_body(body))


def _verify(verifier: _Verifier, place: int, tags: dict[str, str], ask: Callable[[str], str]) -> None:
    def key(name: bytes, timeout: float) -> bytes:
        record = ask(name.decode("ascii"))
        _check_key(record, tags)
        return record.encode("ascii")

    try:
        holds = verifier.verify(place, dnsfunc=key)
    except _Unproven:
        raise
    except Exception as error:  # the library's own errors, and other kinds on broken keys
        raise _Unproven(f"it cannot be checked ({type(error).__name__})") from None
    if not holds:
        raise _Unproven("it does not hold")


def _asking(lookup: Lookup, deadline: float) -> Callable[[str], str]:
    def ask(name: str) -> str:
        left = deadline - monotonic()
        if left <= 0:
            raise _Unproven("no time was left to look up its key")
        if not NAME.fullmatch(name):
            raise _Unproven("the name of its key is no name of the DNS")
        return lookup(name, left)

    return ask


def _check_key(record: str, tags: dict[str, str]) -> None:
    """Refuse keys that the library accepts: for testing, or for other services or hashes (RFC 6376, 3.6.1)."""
    if not record:
        raise _Unproven("its key was not found")
    if len(record) > MAX_RECORD:
        raise _Unproven("its key is too long")
    key = _tags(record.encode("utf-8"))
    flags, services, hashes = (
        {word.strip() for word in key.get(tag, default).split(":")}
        for tag, default in (("t", ""), ("s", "*"), ("h", "sha256"))
    )
    if "y" in flags:
        raise _Unproven("its domain is only testing DKIM")
    if not services & {"*", "email"} or "sha256" not in hashes:
        raise _Unproven("its key is not for such a signature")
    if "s" in flags and tags.get("i", f"@{tags['d']}").rpartition("@")[2].lower() != tags["d"].lower():
        raise _Unproven("its key is not for a domain below its own")


def _from_dns(name: str, timeout: float) -> str:
    from dkim.dnsplug import get_txt

    return (get_txt(name.encode("ascii"), timeout) or b"").decode("ascii")
