"""Findings of mail servers: the forms that they come in, and that nobody else can forge one."""

from __future__ import annotations

import re

from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound.authenticity import Authenticity, aligned, authenticity
from gm.post.inbound.parts import is_ambiguous, read_head
from gm.post.inbound.proof import Prover

ANN = "ann@example.org"
OURS = "mx.example.net"
ARRIVED = (
    "Received: from mail.example.org (mail.example.org [192.0.2.1])\n by mx.example.net (Postfix) with ESMTPS id 1\n"
)
SENT = "Received: from [10.0.0.2] by mail.example.org with ESMTPSA id 2\n"


def judged(head: str, server: str = OURS, sender: str = ANN, receivers: tuple[str, ...] = ()) -> Authenticity:
    """The verdict on a mail with this *head*."""
    return authenticity(read_head(head.encode() + b"\n"), sender, server, receivers)


def found(results: str, server: str = OURS) -> str:
    """A field of *server*."""
    return f"Authentication-Results: {server}; {results}\n"


GMAIL = """\
Delivered-To: gm@gmail.com
Received: by 2002:a05:7010:1a8a:b0:3a1:1 with SMTP id x10csp; Fri, 20 Nov 2026 00:37:00 -0800 (PST)
X-Received: by 2002:a05:600c:4f82:b0:40b with SMTP id n2mr1; Fri, 20 Nov 2026 00:37:00 -0800 (PST)
Return-Path: <ann@example.org>
Received: from mail-sor-f41.google.com (mail-sor-f41.google.com. [209.85.220.41])
        by mx.google.com with SMTPS id a1sor1.2026.11.20
        for <gm@gmail.com> (Google Transport Security); Fri, 20 Nov 2026 00:37:00 -0800 (PST)
Authentication-Results: mx.google.com;
       dkim=pass header.i=@example.org header.s=20230601 header.b="JxW/k+1=";
       dkim=neutral (body hash did not verify) header.i=@lists.example.com header.s=a header.b=abc;
       arc=pass (i=1);
       spf=pass (google.com: domain of ann@example.org designates 209.85.220.41 as permitted sender) \
smtp.mailfrom=ann@example.org;
       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.org
Received: by mail-sor-f41.google.com with SMTP id x; Fri, 20 Nov 2026 00:36:59 -0800 (PST)
From: Ann <ann@example.org>
"""
MICROSOFT = """\
Received: from AM0PR01.eurprd01.prod.exchangelabs.com (2603:10a6:208:ac::1) by
 VI1PR01MB.eurprd01.prod.outlook.com with HTTPS; Fri, 20 Nov 2026 08:37:00 +0000
Received: from AM7EUR03FT018.eop-EUR03.prod.protection.outlook.com (2603:10a6::1) by
 AM0PR01CA0.outlook.office365.outlook.com (2603:10a6:208::25) with Microsoft SMTP Server;
 Fri, 20 Nov 2026 08:36:59 +0000
Authentication-Results: spf=pass (sender IP is 192.0.2.1)
 smtp.mailfrom=example.org; dkim=pass (signature was verified)
 header.d=example.org;dmarc=pass action=none
 header.from=example.org;compauth=pass reason=100
Received-SPF: Pass (protection.outlook.com: domain of example.org designates 192.0.2.1 as permitted sender)
Received: from mail.example.org (192.0.2.1) by AM7EUR03FT018.mail.protection.outlook.com (10.152.16.1) with
 Microsoft SMTP Server; Fri, 20 Nov 2026 08:36:58 +0000
"""
FASTMAIL = """\
Received: from compute5.internal (compute5.nyi.internal [10.202.2.45])
 by sloti22d1t06 (Cyrus 3.9.0) with LMTPA; Fri, 20 Nov 2026 03:37:00 -0500
Received: from mx5 ([10.202.2.204]) by compute5.internal (LMTPProxy); Fri, 20 Nov 2026 03:37:00 -0500
Authentication-Results: mx5.messagingengine.com;
    arc=none (no signatures found);
    bimi=skipped (DMARC Policy is not at enforcement);
    dkim=pass (2048-bit rsa key sha256) header.d=example.org
      header.i=@example.org header.b=ab+cd/e= header.a=rsa-sha256 header.s=s1 x-bits=2048;
    dmarc=pass policy.published-domain-policy=none policy.policy-from=p
      (p=none,d=none,d.eval=none) header.from=example.org;
    iprev=pass smtp.remote-ip=192.0.2.1 (mail.example.org);
    spf=pass smtp.mailfrom=ann@example.org smtp.helo=mail.example.org;
    x-ptr=pass smtp.helo=mail.example.org policy.ptr=mail.example.org
"""

SHAPES = {
    "Gmail's": (GMAIL, "mx.google.com", ()),
    "Microsoft 365's": (MICROSOFT, "microsoft365", ()),
    "Fastmail's": (FASTMAIL, "mx5.messagingengine.com", ("internal", "sloti22d1t06")),
    "OpenDKIM's and OpenDMARC's, below our Received": (
        ARRIVED + found("dmarc=pass (p=none dis=none) header.from=example.org")
        + found('dkim=pass (2048-bit key; unprotected) header.d=example.org header.i=@example.org header.b="a;b="')
        + SENT,
        OURS, (),
    ),
    "Rspamd's": (
        "Authentication-Results: mx.example.net;\n\tdkim=pass header.d=example.org header.s=s1 header.b=abc;\n"
        "\tdmarc=pass (policy=quarantine) header.from=example.org;\n"
        "\tspf=pass (mx.example.net: domain of ann@example.org designates 192.0.2.1 as permitted sender)"
        " smtp.mailfrom=ann@example.org\n" + ARRIVED + SENT,
        OURS, (),
    ),
    "Yahoo's, a comment right behind the result": (found("dmarc=pass(p=NONE) header.from=example.org"), OURS, ()),
    "Yahoo's, in words of its own": (
        found("dkim=dkim_pass header.i=@example.org header.s=s1; spf=pass smtp.mailfrom=example.org;"
              " dmarc=success(p=NONE,sp=QUARANTINE) header.from=example.org;"),
        OURS, (),
    ),
    "Yahoo's, of a domain without a policy": (found("dkim=dkim_pass header.d=example.org; dmarc=unknown"), OURS, ()),
    "Exim's, a semicolon at the end": (found("dkim=pass header.d=example.org header.s=x;"), OURS, ()),
    "a version and comments everywhere": (
        "Authentication-Results: (ours) mx.example.net (it is) 1 ; (a (nested; one)) dmarc (x) = pass "
        'reason="said (so); yes" header.from = "example.org" (\\))\n', OURS, (),
    ),
    "the version of a method": (found("dmarc/1=pass header.from=example.org"), OURS, ()),
    "in another case, folded": (
        "AUTHENTICATION-RESULTS: MX.Example.NET;\r\n\tDMARC=Pass\r\n\theader.From=Example.ORG\r\n", OURS, (),
    ),
    "a name in quotes": (found("dmarc=pass", '"mx.example.net"'), OURS, ()),
    "our own servers behind the first": (
        "Received: from mx.example.net by store.mx.example.net with LMTP id 3\n" + found("dmarc=pass") + ARRIVED,
        OURS, (),
    ),
    "other servers of ours that were named": (
        "Received: from mx.example.net by imap7.example.com with LMTP id 3\n" + found("dmarc=pass") + ARRIVED,
        OURS, ("example.com",),
    ),
    "a trusted field below one of another server": (
        found("dmarc=fail", "mx.example.com") + found("dmarc=pass"), OURS, (),
    ),
    "dkim of the sender's domain": (found("dkim=pass header.d=Example.ORG header.i=@mail.example.org"), OURS, ()),
    "two fields of ours above Received, others between": (
        found("dmarc=none header.from=example.org") + "Received-SPF: pass\nARC-Seal: i=1\n"
        "ARC-Authentication-Results: i=1; mx.example.net; dkim=fail\n" + found("dmarc=fail", "mx.example.com")
        + found("dkim=pass header.d=example.org") + ARRIVED + SENT,
        OURS, (),
    ),
}  # fmt: skip


@each_row("shape", SHAPES)
def test_a_finding_of_the_trusted_server_is_understood(shape: str) -> None:
    head, server, receivers = SHAPES[shape]
    assert judged(head, server, receivers=receivers).verdict == "pass"


NOTHING = {
    "no field at all": ARRIVED,
    "another server's field": found("dmarc=pass header.from=example.org", "mx.example.com"),
    "a name that only begins like the trusted one": found("dmarc=pass", "mx.example.net.example.com"),
    "a name that only ends like the trusted one": found("dmarc=pass", "evil-mx.example.net"),
    "a field that came with the mail": ARRIVED + SENT + found("dmarc=pass header.from=example.org"),
    "a forged field below the server's own": found("dmarc=none") + found("dmarc=pass header.from=example.org"),
    "a forged dkim below the server's own": found("dkim=none") + found("dkim=pass header.d=example.org"),
    "a forged field below one that cannot be read": found("dmarc=(fail") + found("dmarc=pass"),
    "a Received without a host above it": "Received: from somewhere\n" + found("dmarc=pass"),
    "a pass for another domain": found("dmarc=pass header.from=example.com"),
    "a signature of another domain": found("dkim=pass header.d=example.com header.i=@example.com"),
    "an identity that does not go with its domain": found("dkim=pass header.d=example.com header.i=@example.org"),
    "a signature of a domain below the sender's": found("dkim=pass header.d=lists.example.org"),
    "a domain that only ends in the same letters": found("dkim=pass header.d=ample.org"),
    "a signature of a domain above the sender's": found("dkim=pass header.d=org"),
    "an identity without the domain that signed": found("dkim=pass header.i=@example.org"),
    "a signature that failed": found("dkim=fail header.d=example.org"),
    "a signature that failed, in Yahoo's words": found("dkim=dkim_fail header.d=example.org"),
    "the word of another method": found("dkim=dmarc_pass header.d=example.org"),
    "spf alone": found("spf=pass smtp.mailfrom=ann@example.org"),
    "nothing found": found("none"),
    "no result": "Authentication-Results: mx.example.net\n",
    "a comment that does not end": found("dmarc=pass (header.from=example.org"),
    "a quote that does not end": found('dmarc=pass reason="header.from=example.org'),
    "a result in a comment": found("none (; dmarc=pass)"),
    "a result in a quoted string": found('x=y reason="; dmarc=pass"'),
    "a bracket too many": found("dmarc=pass) header.from=example.org"),
    "no value": found("dmarc= ; dkim=pass header.d=example.org"),
    "a word where a result should be": found("dmarc pass; dkim=pass header.d=example.org"),
    "a name of two words": "Authentication-Results: mx.example.net evil; dmarc=pass\n",
    "a field without a name": "Authentication-Results: dmarc=pass header.from=example.org\n",
}


@each_row("case", NOTHING)
def test_it_proves_nothing(case: str) -> None:
    assert judged(NOTHING[case]).verdict == "none"


def test_a_server_that_found_a_forgery_is_believed() -> None:
    verdict = judged(found("dkim=pass header.d=example.org; dmarc=fail (p=reject) header.from=example.org"))
    assert verdict.verdict == "fail"
    assert verdict.reason == "mx.example.net found dmarc=fail for example.org"


def test_a_failure_that_came_with_the_mail_does_no_harm() -> None:
    assert judged(ARRIVED + found("dmarc=pass") + SENT + found("dmarc=fail")).verdict == "pass"


def test_without_a_configured_server_nothing_is_proven_and_what_came_is_told() -> None:
    verdict = judged(found("dmarc=pass header.from=example.org"), server="")
    assert verdict == Authenticity(
        "none",
        "no mail server is configured whose findings would count",
        ("mx.example.net: dmarc=pass header.from=example.org (not trusted: no mail server is configured)",),
    )


def test_a_failure_is_not_believed_either_without_a_configured_server() -> None:
    assert judged(found("dmarc=fail"), server="").verdict == "none"


def test_a_mail_with_several_senders_is_nobodys() -> None:
    assert judged(found("dmarc=pass"), sender="").verdict == "none"
    assert judged(found("dmarc=fail"), sender="").verdict == "none"


def test_each_result_is_told_with_why_it_counts_or_not() -> None:
    head = (
        found("spf=pass smtp.mailfrom=x; dkim=pass header.d=example.org") + found("dmarc=pass", "mx.example.com")
        + ARRIVED + SENT + found("dmarc=pass") + found("dmarc=(pass") + found("none", "other")
    )  # fmt: skip
    assert judged(head).results == (
        "mx.example.net: spf=pass (trusted)",
        "mx.example.net: dkim=pass header.d=example.org (trusted)",
        "mx.example.com: dmarc=pass (not trusted: another server wrote it)",
        "mx.example.net: dmarc=pass (not trusted: it came with the mail)",
        "a server without a name: no result (not trusted: it came with the mail)",
        "other: no result (not trusted: another server wrote it)",
    )


def test_findings_that_the_server_could_not_see_prove_nothing() -> None:
    hidden = (
        b"X-Note: a\rAuthentication-Results: mx.example.net; dmarc=pass\r\nFrom: ann@example.org\r\n\r\nA PAR H\r\n"
    )
    assert read_head(hidden)["Authentication-Results"]
    assert Prover(OURS).said(hidden, ANN).verdict == "none"
    seen = hidden.replace(b"\rA", b"\r\nA", 1)
    assert Prover(OURS).said(seen, ANN).verdict == "pass"


@each_row(
    ("head", "ambiguous"),
    [
        (b"A: b\r\nC: d\r\n", False),
        (b"A: b\nC: d\n", False),
        (b"From x Mon Jan  5 18:00:00 2026\nA: b\n", False),
        (b"A: b\rC: d\r\n", True),
        (b"A: b\r\r\n", True),
        (b"A: b\0\n", True),
        (b"A: b\nFrom x\n", True),
    ],
)
def test_a_head_is_ambiguous_if_servers_may_find_other_fields_in_it(head: bytes, ambiguous: bool) -> None:
    assert is_ambiguous(head + b"\r\na\rb\nFrom c\n") is ambiguous
    assert is_ambiguous(head) is ambiguous


# --- which of several fields of the trusted name count ---

PROVEN = "dmarc=pass header.from=example.org"
LOWER = "(not trusted: it stands below the topmost, where others may write)"
TOLD_NOTHING = ["dkim=none", "none", "spf=fail smtp.mailfrom=example.org", "dmarc=none header.from=example.org"]


@each_row("told", TOLD_NOTHING)
@each_row(
    ("between", "below"),
    [
        (ARRIVED, ""),
        (ARRIVED, ARRIVED),
        ("Received-SPF: fail\n" + ARRIVED + "ARC-Seal: i=1\n", SENT),
        ("X-Spam: no\n", ARRIVED),
        ("", SENT),
    ],
)
def test_a_forged_field_does_not_count_below_one_that_leaves_it_open(told: str, between: str, below: str) -> None:
    verdict = judged(found(told) + between + found(PROVEN) + below)
    assert verdict.verdict == "none"
    assert verdict.results[-1] == f"{OURS}: {PROVEN} {LOWER}"


@each_row("told", TOLD_NOTHING)
@each_row("between", ["", "Received-SPF: fail\n", "ARC-Seal: i=1\n", "X: y\n"])
def test_below_received_the_topmost_field_alone_counts(told: str, between: str) -> None:
    ours = GMAIL[: GMAIL.index("Authentication-Results")]
    forged = found(PROVEN, "mx.google.com")
    rest = "Received: by mx.google.com with SMTP id 9\n" + SENT
    verdict = judged(ours + found(told, "mx.google.com") + between + forged + rest, "mx.google.com")
    assert verdict.verdict == "none"
    assert verdict.results[-1] == f"mx.google.com: {PROVEN} {LOWER}"


def test_above_a_line_of_strangers_the_topmost_field_alone_counts() -> None:
    assert judged(found("none") + found(PROVEN) + SENT).verdict == "none"
    assert judged(found("none") + found(PROVEN)).verdict == "none"
    assert judged(found("none") + found(PROVEN) + ARRIVED).verdict == "pass"


def test_of_fields_that_stand_together_one_that_says_fail_decides() -> None:
    assert judged(found(PROVEN) + found("dmarc=fail header.from=example.org") + ARRIVED).verdict == "fail"


def test_a_name_that_only_looks_like_the_trusted_one_is_another() -> None:
    assert judged(found("dmarc=pass", "mk.example.net"), "mk.example.net").verdict == "pass"
    assert judged(found("dmarc=pass", "m\u212a.example.net"), "mk.example.net").verdict == "none"


def test_a_field_of_another_server_is_not_the_topmost() -> None:
    assert judged(ARRIVED + found("none", "mx.example.com") + found(PROVEN) + SENT).verdict == "pass"


# --- Microsoft 365, which signs its findings with no name ---

FORGED = "Authentication-Results: spf=pass; dmarc=pass action=none header.from=example.org\n"
UNPROVEN = MICROSOFT.replace("dkim=pass", "dkim=none").replace("dmarc=pass", "dmarc=none")


def test_microsofts_form_counts_only_when_it_is_configured() -> None:
    assert judged(MICROSOFT, "mx.example.net").verdict == "none"
    assert judged(MICROSOFT, "").verdict == "none"


def test_a_forged_field_without_a_name_does_not_count_below_microsofts_own() -> None:
    assert judged(UNPROVEN + FORGED, "microsoft365").verdict == "none"
    fake = "Received: from a by x.prod.outlook.com with HTTPS; Fri, 20 Nov 2026 08:36:00 +0000\n"
    assert judged(UNPROVEN + FORGED + fake, "microsoft365").verdict == "none"
    head, _, rest = MICROSOFT.partition("dkim=pass")
    only_spf = head + "x=y\n" + rest[rest.index("Received-SPF") :]
    assert judged(only_spf + FORGED + fake, "microsoft365").verdict == "none"


def test_a_forged_field_does_not_count_where_microsoft_wrote_none() -> None:
    head, _, rest = MICROSOFT.partition("Authentication-Results:")
    none_written = head + rest[rest.index("Received-SPF") :]
    assert judged(none_written + FORGED, "microsoft365").verdict == "none"
    assert judged(FORGED, "microsoft365").verdict == "none"


# --- which signature speaks for which sender ---


@each_row(
    ("domain", "signer", "speaks"),
    [
        ("example.org", "example.org", True),
        ("Example.ORG", "example.org.", True),
        ("mail.example.org", "example.org", False),
        ("ann.github.io", "github.io", False),
        ("example.gv.at", "gv.at", False),
        ("\u212aexample.org", "kexample.org", False),
        ("example.org", "ann@example.org", False),
        ("example.co.uk", "co.uk", False),
        ("example.org", "org", False),
        ("example.org", "mail.example.org", False),
        ("myexample.org", "example.org", False),
        ("example.org", "", False),
        ("", "", False),
        ("example.org", ".", False),
    ],
)
def test_a_domain_is_spoken_for_by_itself_alone(domain: str, signer: str, speaks: bool) -> None:
    assert aligned(domain, signer) is speaks


# --- whatever comes ---

PIECES = ["mx.example.net", ";", " ", "dmarc=pass", "dkim=pass", "header.d=example.org", "(", ")", '"', "\\", "=",
          "none", "\r\n ", "\t", "header.from=example.org", "1", "é", "\0", "reason=", "."]  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=40).map("".join), st.booleans())
def test_no_field_makes_it_raise(value: str, nameless: bool) -> None:
    raw = (
        b"Authentication-Results: "
        + value.encode("utf-8", "surrogatepass")
        + b"\nReceived: by "
        + value.encode("utf-8", "surrogatepass")
    )
    verdict = authenticity(read_head(raw), ANN, "microsoft365" if nameless else OURS)
    assert verdict.verdict in ("pass", "fail", "none")
    assert all(
        len(line) < 300 and not re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", line)
        for line in (verdict.reason, *verdict.results)
    )


PIECES = ["(", '"', "\\", "a=b ", ";", "a=b;", "(a)", " ", "a", "=", '"a"', "by ", "\\\\"]


def long_head(piece: str, length: int) -> str:
    """A head with fields of about that many letters."""
    field = f"Authentication-Results: mx.example.net; {piece * (length // len(piece))}\n"
    return f"Received: {piece * (length // len(piece))} by mx.example.net\n" + field * 3


@each_row("piece", PIECES)
def test_the_work_for_a_long_field_grows_with_its_length_and_no_faster(piece: str) -> None:
    def work(length: int) -> int:
        return steps(lambda: judged(long_head(piece, length)))

    assert work(20_000) < 2.3 * work(10_000) + 3000


# --- to whom it was written ---

SPF = "spf=pass smtp.mailfrom=ann@example.org; dmarc=pass header.from=example.org"
DKIM = "dkim=pass header.d=example.org; dmarc=pass header.from=example.org"
SIGNED = "DKIM-Signature: v=1; d=example.org; s=a; h=from : to:cc:\r\n subject; bh=x; b=y\n"
READERS = [
    # what our server found, the other fields, what is proven of the readers
    (SPF, "To: GM <gm@example.net>\n", ("gm@example.net",)),
    (SPF, "To: bob@example.com\nCc: gm@example.net\n", ("bob@example.com", "gm@example.net")),
    (SPF, "To: gm@example.net\nTo: bob@example.com\n", ()),
    (SPF.replace("ann@example.org", "bob@example.com"), "To: gm@example.net\n", ()),
    ("dmarc=pass header.from=example.org", "To: gm@example.net\n", ()),
    (DKIM, "To: gm@example.net\n", ()),
    (DKIM, f"{SIGNED}To: gm@example.net\n", ("gm@example.net",)),
    (DKIM, f"{SIGNED.replace(' to:', ' ')}To: gm@example.net\n", ()),
    (DKIM, f"{SIGNED.replace('cc:', '')}To: bob@example.com\nCc: gm@example.net\n", ()),
    (DKIM, f"{SIGNED}{SIGNED.replace(' to:', ' ')}To: gm@example.net\n", ()),
    (DKIM, f"{SIGNED.replace('d=example.org', 'd=example.com')}To: gm@example.net\n", ()),
    ("dkim=pass header.d=example.com; dmarc=pass header.from=example.org", f"{SIGNED}To: gm@example.net\n", ()),
]


@each_row(("results", "fields", "readers"), READERS)
def test_to_whom_a_mail_was_written_is_proven_by_its_envelope_or_by_a_signature_that_covers_it(
    results: str, fields: str, readers: tuple[str, ...]
) -> None:
    seen = judged(f"{found(results)}{ARRIVED}From: Ann <ann@example.org>\n{fields}")
    assert (seen.verdict, seen.readers) == ("pass", readers)


@each_row(("results", "fields", "readers"), READERS)
def test_a_mail_that_was_perhaps_written_to_others_proves_nothing_to_us(
    results: str, fields: str, readers: tuple[str, ...]
) -> None:
    raw = f"{found(results)}{ARRIVED}From: Ann <ann@example.org>\n{fields}\nA PAR - BUR\n".encode()
    verdict = Prover(OURS, ours=lambda address: address == "gm@example.net").prove(raw, ANN).verdict
    assert verdict == ("pass" if "gm@example.net" in readers else "none")


def test_a_private_mail_that_is_sent_on_to_us_whole_proves_nothing() -> None:
    raw = f"{found(SPF)}{ARRIVED}{SIGNED}From: Ann <ann@example.org>\nTo: bob@example.com\n\nA PAR - BUR\n".encode()
    assert Prover(OURS, ours=lambda address: address == "gm@example.net").prove(raw, ANN).verdict == "none"
    assert Prover(OURS).prove(raw, ANN).verdict == "pass"
