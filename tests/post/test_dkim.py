"""DKIM signatures that the tests make themselves: which prove the sender, and which prove nothing."""

from __future__ import annotations

import base64
import random
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound.authenticity import Authenticity
from gm.post.inbound.dkim import check_dkim

dkim = pytest.importorskip("dkim", reason="the extra gm[dkim] is not installed")

ANN = "ann@example.org"
FIELDS = ("from", "subject", "to", "date", "message-id")
MAIL = b"""\
From: Ann <ann@example.org>\r
To: gm@example.net\r
Subject: Re: [spring] S1901M\r
Date: Fri, 20 Nov 2026 09:37:00 +0000\r
Message-ID: <1@example.org>\r
Content-Type: text/plain\r
\r
A PAR - BUR\r
F BRE - MAO\r
"""
NAME = "mail._domainkey.example.org."


# --- keys, made anew from a fixed seed: a key in the repository would be found and reported by scanners ---


def _prime(bits: int, chance: random.Random) -> int:
    while True:
        found = chance.getrandbits(bits) | (3 << (bits - 2)) | 1
        if all(pow(base, found - 1, found) == 1 for base in (2, 3, 5, 7)) and (found - 1) % 65537:
            return found


def _der(tag: int, data: bytes) -> bytes:
    size = len(data)
    if size < 128:
        return bytes([tag, size]) + data
    digits = size.to_bytes(2, "big").lstrip(b"\0")
    return bytes([tag, 0x80 | len(digits)]) + digits + data


def _integers(*numbers: int) -> bytes:
    return _der(0x30, b"".join(_der(2, n.to_bytes(n.bit_length() // 8 + 1, "big")) for n in numbers))


@cache
def keys(bits: int = 1024) -> tuple[bytes, str]:
    """A private key as PEM (RFC 8017, A.1.2) and the public one as it stands in the DNS."""
    chance = random.Random(bits)
    p, q = _prime(bits // 2, chance), _prime(bits // 2, chance)
    n, d = p * q, pow(65537, -1, (p - 1) * (q - 1))
    private = _integers(0, n, 65537, d, p, q, d % (p - 1), d % (q - 1), pow(q, -1, p))
    pem = b"-----BEGIN RSA PRIVATE KEY-----\n" + base64.encodebytes(private) + b"-----END RSA PRIVATE KEY-----\n"
    return pem, public(n, 65537)


def public(modulus: int, exponent: int) -> str:
    """A public key as it stands in the DNS (RFC 8017, A.1)."""
    rsa = bytes.fromhex("300d06092a864886f70d0101010500")  # rsaEncryption, no parameters
    return base64.b64encode(_der(0x30, rsa + _der(3, b"\0" + _integers(modulus, exponent)))).decode()


def signed(mail: bytes = MAIL, domain: str = "example.org", bits: int = 1024, **options: Any) -> bytes:
    """*mail* with a signature of *domain* on top."""
    options = {"include_headers": FIELDS, **options}
    options["include_headers"] = [name.encode() for name in options["include_headers"]]
    return bytes(dkim.sign(mail, b"mail", domain.encode(), keys(bits)[0], **options)) + mail


def dns(record: str = "", bits: int = 1024) -> Callable[[str, float], str]:
    """A lookup in which every signer has the same key."""
    text = record or f"v=DKIM1; k=rsa; p={keys(bits)[1]}"
    return lambda name, timeout: text if name.startswith("mail._domainkey.") else ""


def verdict(raw: bytes, sender: str = ANN, lookup: Callable[[str, float], str] | None = None) -> str:
    """The verdict, with the DNS of the tests."""
    return check_dkim(raw, sender, lookup or dns()).verdict


# --- what passes ---


def test_a_valid_signature_of_the_senders_domain_passes() -> None:
    assert check_dkim(signed(), ANN, dns()) == Authenticity(
        "pass", "a DKIM signature of example.org holds", ("dkim=pass header.d=example.org",), ("gm@example.net",)
    )


@pytest.mark.parametrize("canonical", [(b"simple", b"simple"), (b"relaxed", b"relaxed"), (b"relaxed", b"simple")])
def test_both_ways_of_making_a_mail_canonical_are_known(canonical: tuple[bytes, bytes]) -> None:
    assert verdict(signed(canonicalize=canonical)) == "pass"


def test_a_mail_stored_with_bare_line_feeds_passes_all_the_same() -> None:
    assert verdict(signed().replace(b"\r\n", b"\n")) == "pass"


def test_one_good_signature_among_others_is_enough() -> None:
    raw = signed(signed(signed(), domain="lists.example.com"), bits=1040)
    found = check_dkim(raw, ANN, dns())
    assert found.verdict == "pass"
    assert found.results == (
        "dkim=none header.d=example.org: it does not hold",
        "dkim=none header.d=lists.example.com: it does not speak for example.org",
        "dkim=pass header.d=example.org",
    )


def test_a_length_that_covers_the_whole_text_is_no_trouble() -> None:
    assert verdict(signed(length=True)) == "pass"


@each_row("extra", ["s=email;", "s=*;", "h=sha1:sha256;", "t=s;", "n=a note;"])
def test_a_key_for_mail_passes(extra: str) -> None:
    assert verdict(signed(), lookup=dns(f"v=DKIM1; {extra} p={keys()[1]}")) == "pass"


# --- what proves nothing ---


def unsigned(old: bytes, new: bytes, raw: bytes = b"") -> bytes:
    """A signed mail in which something was changed afterwards."""
    raw = raw or signed()
    assert old in raw
    return raw.replace(old, new, 1)


SPOILT: dict[str, Callable[[], bytes]] = {
    "no signature": lambda: MAIL,
    "another text": lambda: unsigned(b"A PAR - BUR", b"A PAR - PIC"),
    "another sender": lambda: unsigned(b"ann@example.org>\r\nTo", b"ben@example.org>\r\nTo"),
    "another subject": lambda: unsigned(b"S1901M", b"S1901R"),
    "a text added behind the length": lambda: signed(length=True) + b"F BRE - ENG\r\n",
    "another domain's signature": lambda: signed(domain="example.com"),
    "a signature of a domain below": lambda: signed(domain="mail.example.org"),
    "a signature of a registry": lambda: signed(domain="org"),
    "a second From below": lambda: unsigned(b"To:", b"From: ben@example.org\r\nTo:"),
    "a second From above": lambda: b"From: ann@example.org\r\n" + signed(),
    "a second Subject": lambda: b"Subject: [autumn]\r\n" + signed(),
    "a second Content-Type": lambda: b"Content-Type: text/html\r\n" + signed(),
    "a head that ends early for some": lambda: b"X: a\rFrom: ann@example.org\r\rA PAR H\r\n" + signed(),
    "a From line of mailboxes in the head": lambda: unsigned(b"\r\nTo:", b"\r\nFrom A PAR H\r\nTo:"),
    "a NUL in the head": lambda: b"X: a\0b\r\n" + signed(),
    "a subject not signed": lambda: signed(include_headers=("from", "to", "date")),
    "a date not signed": lambda: signed(include_headers=("from", "to", "subject")),
    "readers not signed": lambda: signed(include_headers=("from", "date", "subject")),
    "a second Date": lambda: b"Date: Sat, 21 Nov 2026 09:37:00 +0000\r\n" + signed(),
    "a second To": lambda: b"To: gm@example.net\r\n" + signed(),
    "a second Cc": lambda: b"Cc: gm@example.net\r\nCc: ben@example.net\r\n" + signed(),
    "an unsafe algorithm": lambda: signed(signature_algorithm=b"rsa-sha1"),
    "a signature cut off": lambda: unsigned(b" b=", b" x="),
    "no fields named": lambda: unsigned(b"; h=", b"; hh="),
    "a signature without end": lambda: b"DKIM-Signature: v=1; d=example.org; " + b"a" * 5000 + b"\r\n" + MAIL,
    "a line in the head that is no field": lambda: unsigned(b"\r\nTo:", b"\r\nhello\r\nTo:"),
    "five others above it": lambda: b"DKIM-Signature: v=1\r\n" * 5 + signed(),
    "a key too short": lambda: signed(bits=1008),
    "nothing": lambda: b"",
}


@each_row("case", SPOILT)
def test_it_proves_nothing(case: str) -> None:
    lookup = dns(bits=1008) if case == "a key too short" else dns()
    assert verdict(SPOILT[case](), lookup=lookup) == "none"


@pytest.mark.parametrize(("domain", "sender"), [("example.org", "mail.example.org"), ("github.io", "ann.github.io")])
def test_a_signature_of_a_domain_above_the_senders_proves_nothing(domain: str, sender: str) -> None:
    raw = signed(MAIL.replace(b"ann@example.org", f"ann@{sender}".encode()), domain)
    assert check_dkim(raw, f"ann@{sender}", dns()).results == (
        f"dkim=none header.d={domain}: it does not speak for {sender}",
    )


def test_a_signature_does_not_speak_for_a_domain_that_only_looks_the_same() -> None:
    raw = signed(MAIL.replace(b"ann@example.org", "ann@\u212aexample.org".encode()), "kexample.org")
    assert verdict(raw, "ann@\u212aexample.org") == "none"
    assert verdict(raw, "ann@kexample.org") == "none"


def test_the_sender_must_be_the_one_in_from() -> None:
    assert verdict(signed(), "ben@example.org") == "none"
    assert verdict(signed(), "") == "none"


@each_row(
    ("record", "reason"),
    [
        (" ", "it does not hold"),
        ("v=DKIM1; p=", "it does not hold"),
        ("v=DKIM1; p=!!!", "it does not hold"),
        ("v=DKIM1; t=y; p={}", "its domain is only testing DKIM"),
        ("v=DKIM1; t=s:y; p={}", "its domain is only testing DKIM"),
        ("v=DKIM1; s=tlsrpt; p={}", "its key is not for such a signature"),
        ("v=DKIM1; h=sha1; p={}", "its key is not for such a signature"),
        ("v=DKIM1; n=" + "x" * 2000 + "; p={}", "its key is too long"),
    ],
)
def test_a_key_that_is_broken_or_not_for_mail_proves_nothing(record: str, reason: str) -> None:
    found = check_dkim(signed(), ANN, dns(record.format(keys()[1])))
    assert found == Authenticity(
        "none", "no DKIM signature that speaks for example.org", (f"dkim=none header.d=example.org: {reason}",)
    )


def test_a_strict_key_is_for_its_own_domain_alone() -> None:
    raw = signed(identity=b"@mail.example.org")
    assert verdict(raw) == "pass"
    assert verdict(raw, lookup=dns(f"v=DKIM1; t=s; p={keys()[1]}")) == "none"


def test_a_key_that_is_not_there_is_told() -> None:
    found = check_dkim(signed(), ANN, lambda name, timeout: "")
    assert found.results == ("dkim=none header.d=example.org: its key was not found",)


# --- the lookups ---


def test_the_key_is_asked_for_by_its_name_and_within_the_time() -> None:
    asked: list[tuple[str, float]] = []

    def lookup(name: str, timeout: float) -> str:
        asked.append((name, timeout))
        return dns()(name, timeout)

    assert check_dkim(signed(), ANN, lookup, timeout=3).verdict == "pass"
    ((name, timeout),) = asked
    assert name == NAME
    assert 0 < timeout <= 3


def test_all_lookups_together_have_the_time_of_one() -> None:
    asked: list[float] = []

    def slow(name: str, timeout: float) -> str:
        asked.append(timeout)
        time.sleep(min(timeout, 0.2))
        return ""

    raw = signed(signed(signed(signed())))
    found = check_dkim(raw, ANN, slow, timeout=0.2)
    assert len(asked) < 4 and all(0 < timeout <= 0.2 for timeout in asked)
    assert found.results[0] == "dkim=none header.d=example.org: its key was not found"
    assert found.results[3] == "dkim=none header.d=example.org: no time was left to look up its key"


def test_no_key_is_asked_for_that_could_prove_nothing() -> None:
    def never(name: str, timeout: float) -> str:
        raise AssertionError(name)

    found = check_dkim(signed(domain="example.com"), ANN, never)
    assert found.results == ("dkim=none header.d=example.com: it does not speak for example.org",)


def test_a_lookup_that_fails_proves_nothing() -> None:
    def fails(name: str, timeout: float) -> str:
        raise OSError("no network")

    assert check_dkim(signed(), ANN, fails).verdict == "none"


def test_without_the_extra_the_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = signed()
    monkeypatch.setitem(sys.modules, "dkim", None)  # planted: the package is missing
    found = check_dkim(raw, ANN, dns())
    assert found == Authenticity("none", "DKIM signatures are not checked: the extra gm[dkim] is not installed")


# --- whatever comes ---


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_signed_mail_that_was_changed_anywhere_never_raises_and_passes_only_with_its_orders(
    data: st.DataObject,
) -> None:
    raw = signed()
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, min(len(raw), start + 40)))
    changed = raw[:start] + data.draw(st.binary(max_size=20)) + raw[end:]
    if verdict(changed) == "pass":
        assert b"\r\n\r\nA PAR - BUR\r\nF BRE - MAO" in changed.replace(b"\n", b"\r\n").replace(b"\r\r\n", b"\r\n")


FIRST = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=mail; bh=AAAA; "
SLOW: dict[str, Callable[[], bytes]] = {
    "blanks": lambda: FIRST + b"c=relaxed/relaxed; h=from:subject; b=AAAA\r\n" + MAIL + b" " * 200_000 + b"x\r\n",
    "many blanks": lambda: signed(MAIL + (b" " * 199 + b"x") * 4000 + b"\r\n", canonicalize=(b"relaxed", b"relaxed")),
    "folds": lambda: FIRST + b"h=from:subject; b=" + b"\r\n " * 1300 + b"\r\n" + MAIL,
    "names": lambda: FIRST + b"b=x; h=from:subject:" + b"a:" * 1900 + b"\r\n" + MAIL,
    "lines": lambda: b"X: y\r\n" + b" z\r\n" * 15_000 + signed(),
    "empty lines": lambda: signed() + b"\r\n" * 500_000,
}


MUCH = 1_000_000  # steps


@each_row("case", SLOW)
def test_no_mail_is_much_work(case: str) -> None:
    raw = SLOW[case]()
    assert steps(lambda: verdict(raw)) < MUCH


def test_a_huge_key_is_no_more_work_than_a_key_can_be() -> None:
    raw, record = signed(), f"p={public(2**5600 - 1, 2**5600 - 3)}"
    assert verdict(raw, lookup=dns(record)) == "none"
    assert steps(lambda: verdict(raw, lookup=dns(record))) < MUCH
