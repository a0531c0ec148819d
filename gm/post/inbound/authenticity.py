"""Whether the server that received a mail found its sender genuine (RFC 8601). Knows neither DNS nor players.

Anybody can write an Authentication-Results field. What counts is the topmost one that has the name of a server that the
operator trusts and that is above whatever came with the mail. Others of that name count only if they, too, are above
the first Received field, where no outsider can write; further down, forged ones may follow.
This is only as safe as that server is strict: it must remove fields with its own name from incoming mail
(RFC 8601, 5), and write one on every mail.

Microsoft 365 puts no name on its fields. With `microsoft365` as the name, the same holds for fields without a name, but
one of their servers must have received the mail further down: their fields are always above the line of the server at
their border, and what came with the mail is always below it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterator
from email.message import Message
from typing import Literal

import msgspec

from gm.post.inbound.headers import addresses, one_line, small, unfolded, values

Verdict = Literal["pass", "fail", "none"]

NAMELESS = "microsoft365"
# The hosts named in Received fields by a large provider's own servers, besides those below the name itself.
# Inside Google, mail is handed on between addresses 2002:a05:..., which nobody outside can have.
RECEIVERS = {"mx.google.com": ("google.com", "2002:a05:"), NAMELESS: ("outlook.com",)}

MAX_FIELDS = 20  # Authentication-Results fields that are examined
MAX_LINES = 40  # of results
MAX_LINE = 200
UNREAD = "it cannot be read"
WORDS = {"success": "pass"}  # Yahoo's, for a result of RFC 8601; it also writes dkim=dkim_pass
SHOWN = ("header.from", "header.d", "header.i")

TOKEN = re.compile(r'(?P<space>\s+)|(?P<quoted>"(?:[^"\\]|\\.)*+")|(?P<sign>[;=])|(?P<word>[^\s;="()\\]+)', re.DOTALL)
BRACKET = re.compile(r"\\.|[()]", re.DOTALL)
BY = re.compile(r"(?:^|\s)by\s+([^\s;]+)", re.IGNORECASE)
FINDINGS = ("authentication-results", "received-spf", "arc-")  # beginnings of the fields with servers' findings


class Authenticity(msgspec.Struct, frozen=True):
    """What is known about a mail's sender: "pass" means proven, "fail" disproven, "none" neither.

    reason: one line, for people. results: one line each: what was found, by whom, and whether that counts. readers: the
    addresses in To and Cc, if it is proven as well that the sender wrote them there.
    """

    verdict: Verdict
    reason: str
    results: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


class _Finding(msgspec.Struct, frozen=True):
    """One result of one method, with its properties."""

    method: str
    result: str
    properties: dict[str, str]


class _Field(msgspec.Struct, frozen=True):
    """An Authentication-Results field. doubt: why it does not count; "" if it does."""

    server: str
    findings: tuple[_Finding, ...] = ()
    doubt: str = ""


class _Malformed(Exception):
    """A field does not have the form of RFC 8601; the message says what is wrong."""


def authenticity(head: Message, sender: str, authserv_id: str, receivers: tuple[str, ...] = ()) -> Authenticity:
    """What the server *authserv_id* found about *sender*, the only address in From ("" if there is not exactly one).

    *receivers*: further hosts, or domains of hosts, that pass mail on after that server. Passes with dmarc=pass for
    the domain of *sender*, or with dkim=pass by that very domain; fails with dmarc=fail. Never raises.
    """
    server = small(authserv_id.strip())
    fields = _fields(head, server, receivers)
    trusted = [field for field in fields if not field.doubt]
    verdict, reason = _verdict(trusted, sender, server)
    proven = verdict == "pass" and _vouches_for_readers(trusted, head, _domain(sender))
    return Authenticity(verdict, reason, tuple(_lines(fields))[:MAX_LINES], readers_of(head) if proven else ())


def readers_of(head: Message) -> tuple[str, ...]:
    """The addresses in To and Cc; () if one of these fields stands twice."""
    once = all(len(values(head, name)) < 2 for name in ("To", "Cc"))
    return addresses(head, "To", "Cc") if once else ()


def covers_readers(head: Message, covered: Collection[str]) -> bool:
    """Whether a signature that covers these fields (in lower case) covers to whom the mail was written."""
    return "to" in covered and ("cc" in covered or not values(head, "Cc"))


def aligned(domain: str, signer: str) -> bool:
    """Whether a signature of the domain *signer* speaks for *domain*: only if they are the same.

    This is DMARC's strict alignment. A parent domain may be anybody's: github.io signs for everyone with a name there.
    """
    domain, signer = small(domain).rstrip("."), small(signer).rstrip(".")
    return bool(domain) and domain == signer


# --- the verdict ---


def _verdict(fields: list[_Field], sender: str, server: str) -> tuple[Verdict, str]:
    domain = _domain(sender)
    if not server:
        return "none", "no mail server is configured whose findings would count"
    if not domain:
        return "none", "the mail has no sender, or more than one"
    if not fields:
        return "none", f"no findings of {server} on this mail"
    findings = [finding for field in fields for finding in field.findings]
    about = {
        one.result
        for one in findings
        if one.method == "dmarc" and _domain(one.properties.get("header.from", domain)) == domain
    }
    if "fail" in about:
        return "fail", f"{server} found dmarc=fail for {domain}"
    if "pass" in about:
        return "pass", f"{server} found dmarc=pass for {domain}"
    # Not header.i: its domain may be a subdomain of the one that signed.
    signers = {one.properties.get("header.d", "") for one in findings if (one.method, one.result) == ("dkim", "pass")}
    if any(aligned(domain, signer) for signer in signers):
        return "pass", f"{server} found dkim=pass by {domain}"
    return "none", f"{server} found nothing that speaks for {domain}"


def _vouches_for_readers(fields: list[_Field], head: Message, domain: str) -> bool:
    """Whether the findings show that a server of *domain* sent the mail to us as it is, or signed To and Cc.

    Whoever has a signed mail can send it on to others, as it is; only what it says of its readers shows that.
    """
    findings = [finding for field in fields for finding in field.findings]
    sent = any(
        (one.method, one.result) == ("spf", "pass") and _domain(one.properties.get("smtp.mailfrom", "")) == domain
        for one in findings
    )
    signed = any(
        (one.method, one.result) == ("dkim", "pass") and aligned(domain, one.properties.get("header.d", ""))
        for one in findings
    )
    own = [tags for value in values(head, "DKIM-Signature") if aligned(domain, (tags := _tags(value)).get("d", ""))]
    covered = [{name.strip().lower() for name in tags.get("h", "").split(":")} for tags in own]
    return sent or (signed and bool(covered) and all(covers_readers(head, names) for names in covered))


def _tags(signature: str) -> dict[str, str]:
    """The tags of a DKIM signature (RFC 6376, 3.2)."""
    pairs = (part.partition("=") for part in signature.split(";"))
    return {name.strip(): "".join(value.split()) for name, _, value in pairs}


def _domain(address: str) -> str:
    return small(address.rpartition("@")[2]).rstrip(".")


def _lines(fields: list[_Field]) -> Iterator[str]:
    for field in fields:
        counts = f"not trusted: {field.doubt}" if field.doubt else "trusted"
        for finding in field.findings or (_Finding("", "no result", {}),):
            result = f"{finding.method}={finding.result}" if finding.method else finding.result
            shown = [f"{key}={finding.properties[key]}" for key in SHOWN if key in finding.properties]
            line = " ".join([f"{field.server or 'a server without a name'}:", result, *shown])
            yield f"{one_line(line)[:MAX_LINE]} ({counts})"


# --- the fields, from the top ---


def _fields(head: Message, server: str, receivers: tuple[str, ...]) -> list[_Field]:
    """The fields from the top, each with the reason why it does not count, if any."""
    items = [(small(name), unfolded(str(value))) for name, value in head.items()]
    places = [place for place, (name, _) in enumerate(items) if name == "authentication-results"][:MAX_FIELDS]
    ours = (server, *RECEIVERS.get(server, ()), *(small(name) for name in receivers))
    reach = _reach(items, ours, to_the_border=server == NAMELESS)
    end = 0  # of the fields that count; 0 until the topmost is found
    fields: list[_Field] = []
    for place in places:
        if place >= reach:
            doubt = "it came with the mail"
        elif any(field.doubt == UNREAD for field in fields):
            doubt = "it stands below one that cannot be read"  # which might have said the opposite
        else:
            doubt = "it stands below the topmost, where others may write" if 0 < end <= place else ""
        fields.append(_field(items[place][1], server, doubt))
        if not end and not fields[-1].doubt:
            end = _end([name for name, _ in items[:reach]], place)
    return fields


def _end(names: list[str], topmost: int) -> int:
    """The end of the fields that count along with the *topmost*, among the *names* of those that may."""
    if "received" not in names[topmost:] or "received" in names[:topmost]:
        return topmost + 1  # the server's own Received line is above, so strangers may have written what follows
    return next(place for place, name in enumerate(names) if place > topmost and not name.startswith(FINDINGS))


def _reach(items: list[tuple[str, str]], ours: tuple[str, ...], *, to_the_border: bool) -> int:
    """Where the fields that came with the mail begin: at the first foreign Received.

    to_the_border: right after our last Received instead. That is safer, but some servers of ours write their findings
    below their Received line.
    """
    behind = 0
    for place, (name, value) in enumerate(items):
        if name == "received":
            if not _is_ours(value, ours):
                return behind if to_the_border else place
            behind = place + 1
    return behind if to_the_border else len(items)


def _is_ours(received: str, ours: tuple[str, ...]) -> bool:
    try:
        found = BY.search("".join(text for _, text in _tokens(received)))
    except _Malformed:
        return False
    host = small(found[1]).rstrip(".") if found else ""
    return any(host == name or host.endswith(f".{name}") or (name[-1:] == ":" and host.startswith(name))
               for name in ours if name)  # fmt: skip


def _field(value: str, server: str, doubt: str) -> _Field:
    try:
        name, findings = _parsed(value)
    except _Malformed:
        mine = server == NAMELESS or server in small(value)
        return _Field("", doubt=doubt or (UNREAD if mine else "another server wrote it"))
    if not server:
        return _Field(name, findings, "no mail server is configured")
    other = name != ("" if server == NAMELESS else server)
    return _Field(name, findings, "another server wrote it" if other else doubt)


# --- the form of a field ---


def _parsed(value: str) -> tuple[str, tuple[_Finding, ...]]:
    """The name of the server in lower case ("" if there is none), and what it found."""
    first, *others = _stanzas(value)
    if ("sign", "=") in first:
        name, results = "", [first, *others]
    else:
        name, results = _server(first), others
    return name, tuple(found for stanza in results if (found := _finding(stanza)))


def _stanzas(value: str) -> list[list[tuple[str, str]]]:
    stanzas: list[list[tuple[str, str]]] = [[]]
    for kind, text in _tokens(value):
        if (kind, text) == ("sign", ";"):
            stanzas.append([])
        else:
            stanzas[-1].append((kind, text))
    return stanzas


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """The kind and text of each token; a comment becomes a space, a quoted string loses its quotes."""
    place = 0
    while place < len(value):
        if value[place] == "(":
            place = _behind_comment(value, place)
            yield "space", " "
            continue
        found = TOKEN.match(value, place)
        if not found:
            raise _Malformed("a bracket or a quote without its other half")
        place = found.end()
        kind, text = str(found.lastgroup), found[0]
        yield kind, re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL) if kind == "quoted" else text


def _behind_comment(value: str, place: int) -> int:
    depth = 0
    for found in BRACKET.finditer(value, place):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if depth == 0:
            return found.end()
    raise _Malformed("a comment that does not end")


def _server(stanza: list[tuple[str, str]]) -> str:
    """The name before the first semicolon; a version number may follow it."""
    words = [text for kind, text in stanza if kind != "space"]
    if not words or len(words) > 2 or not all(word.isdecimal() for word in words[1:]):
        raise _Malformed("no name of a server")
    return small(words[0])


def _finding(stanza: list[tuple[str, str]]) -> _Finding | None:
    """A result and its properties, None for a single word: `none`, or what some servers put between results."""
    if sum(kind != "space" for kind, _ in stanza) < 2:
        return None
    (method, result), *others = _pairs(deque(stanza))
    properties: dict[str, str] = {}
    for key, value in others:
        properties.setdefault(key, value)
    method, result = method.partition("/")[0], small(result)
    result = result.removeprefix(f"{method}_")
    return _Finding(method, WORDS.get(result, result), properties)


def _pairs(tokens: deque[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Each `key=value`, the key in lower case. A value may hold more equals signs, as addresses do."""
    _skip_space(tokens)
    while tokens:
        kind, key = tokens.popleft()
        _skip_space(tokens)
        if kind != "word" or not tokens or tokens.popleft() != ("sign", "="):
            raise _Malformed("no method or property with its value")
        _skip_space(tokens)
        value = ""
        while tokens and tokens[0][0] != "space":
            value += tokens.popleft()[1]
        if not value:
            raise _Malformed("no value")
        yield small(key), value
        _skip_space(tokens)


def _skip_space(tokens: deque[tuple[str, str]]) -> None:
    while tokens and tokens[0][0] == "space":
        tokens.popleft()
