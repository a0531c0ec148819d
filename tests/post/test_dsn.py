"""Bounces and complaints in the forms of the servers that write them; no input makes the reader raise or take long."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound.dsn import DeliveryReport, Failure, report_in
from gm.post.inbound.limits import Unreadable
from gm.post.inbound.parts import read_parts

HEAD = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
To: gm+bounces-1@example.net
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
"""


def read_dsn(raw: bytes) -> DeliveryReport | None:
    """The report in the bytes of a mail, None if it is no bounce."""
    try:
        return report_in(read_parts(raw))
    except Unreadable:
        return None


def report(*recipients: str, original: str = "Message-ID: <out1@example.net>\nSubject: x\n", kind: str = "") -> bytes:
    """A multipart/report with one block of fields for each of *recipients*; *kind* is that of the last part."""
    blocks = "\n".join(
        ["Reporting-MTA: dns; mx.example.net\nArrival-Date: Fri, 20 Nov 2026 09:37:00 +0000\n", *recipients]
    )
    return (
        f'{HEAD}Content-Type: multipart/report; report-type=delivery-status;\n boundary="b1"\n\n'
        "--b1\nContent-Type: text/plain\n\nI'm sorry to have to inform you. <somebody@else.example>:\n\n"
        f"--b1\nContent-Description: Delivery report\nContent-Type: message/delivery-status\n\n{blocks}\n"
        f"--b1\nContent-Type: {kind or 'message/rfc822'}\n\nReceived: by x\n{original}\nHello.\n\n--b1--\n"
    ).encode()


POSTFIX_FAILED = """\
Final-Recipient: rfc822; nobody@example.org
Original-Recipient: rfc822;Nobody@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.org
Diagnostic-Code: smtp; 550 5.1.1 <nobody@example.org>: Recipient address
    rejected: User unknown in virtual mailbox table
"""
POSTFIX_DELAYED = """\
Final-Recipient: rfc822; x@down.example
Original-Recipient: rfc822;x@down.example
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to 192.0.2.9[192.0.2.9]:25: Connection refused
Will-Retry-Until: Wed, 25 Nov 2026 09:37:00 +0000 (UTC)
"""
UNKNOWN = "550 5.1.1 <nobody@example.org>: Recipient address rejected: User unknown in virtual mailbox table"
REFUSED = "connect to 192.0.2.9[192.0.2.9]:25: Connection refused"
EXIM_COPY = """
------ This is a copy of the message, including all the headers. ------

Return-path: <gm@example.net>
Message-ID: <out1@example.net>
Subject: x

Hello.
"""
EXIM_HEAD = """\
Return-path: <>
X-Failed-Recipients: nobody@example.org
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Mail delivery failed: returning message to sender

This message was created automatically by mail delivery software.

"""
EXIM = f"""\
{EXIM_HEAD}A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  nobody@example.org
    host mail.example.org [192.0.2.1]
    SMTP error from remote mail server after RCPT TO:<nobody@example.org>:
    550 No such user here
{EXIM_COPY}"""
EXIM_SAYS = (
    "host mail.example.org [192.0.2.1] SMTP error from remote mail server after RCPT TO:<nobody@example.org>: "
    "550 No such user here"
)
EXIM_LATE = f"""\
Return-path: <>
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Warning: message 1abcde-000001-AB delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.net.

The message identifier is:     1abcde-000001-AB
The date of the message is:    Fri, 20 Nov 2026 09:37:00 +0000

The address to which the message has not yet been delivered is:

  x@down.example
    host down.example [192.0.2.9]
    SMTP error: 451 4.3.0 try again
{EXIM_COPY}"""
QMAIL = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net
To: gm@example.net
Subject: failure notice

Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<nobody@example.org>:
192.0.2.1 does not like recipient.
Remote host said: 550 5.1.1 unknown user
Giving up on 192.0.2.1.

<Late@example.com>:
CNAME lookup failed temporarily. (#4.4.3)
I'm not going to try again; this message has been in the queue too long.

--- Below this line is a copy of the message.

Return-Path: <gm@example.net>
Message-ID: <out1@example.net>

Hello.
"""
OLD_SENDMAIL = """\
Return-Path: <>
From: Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>
Subject: Returned mail: see transcript for details

   ----- The following addresses had permanent fatal errors -----
<nobody@example.org>
    (reason: 550 5.1.1 <nobody@example.org>... User unknown)

   ----- Transcript of session follows -----
... while talking to mail.example.org.:
<<< 550 5.1.1 <nobody@example.org>... User unknown

   ----- Original message follows -----

Message-Id: <out1@example.net>

Hello.
"""
GMAIL = """\
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: gm@example.net
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <out1@example.net>
In-Reply-To: <out1@example.net>
X-Failed-Recipients: nobody@example.org
Content-Type: multipart/report; boundary="r"; report-type=delivery-status

--r
Content-Type: multipart/related; boundary="s"

--s
Content-Type: multipart/alternative; boundary="t"

--t
Content-Type: text/plain; charset="UTF-8"

** Address not found **
--t
Content-Type: text/html; charset="UTF-8"

<b>Address not found</b>
--t--
--s
Content-Type: image/png; name="icon.png"
Content-Transfer-Encoding: base64

iVBORw==
--s--
--r
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Fri, 20 Nov 2026 00:37:00 -0800 (PST)
X-Original-Message-ID: <out1@example.net>

Final-Recipient: rfc822; nobody@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.example.org. (192.0.2.1, the server for the domain example.org.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
 550 5.1.1 Learn more
Last-Attempt-Date: Fri, 20 Nov 2026 00:37:01 -0800 (PST)

--r
Content-Type: text/rfc822-headers

Received: by 2002:a05:600c with SMTP id x
Message-ID: <out1@example.net>

--r--
"""
MICROSOFT_FIELDS = """\
Final-Recipient: rfc822;nobody@example.org
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient nobody@example.org not found by SMTP
 address lookup
"""
MICROSOFT_SAYS = (
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient nobody@example.org not found by SMTP address lookup"
)
SENDMAIL_FIELDS = """\
Final-Recipient: RFC822; nobody@example.org
Action: failed
Status: 5.1.1
Remote-MTA: DNS; mail.example.org
Diagnostic-Code: SMTP; 550 5.1.1 <nobody@example.org>... User unknown
Last-Attempt-Date: Fri, 20 Nov 2026 09:37:00 GMT
"""
EXPIRED = POSTFIX_DELAYED.replace("delayed", "failed")

SHAPES: dict[str, tuple[bytes, list[Failure]]] = {
    "Postfix, failed": (report(POSTFIX_FAILED), [Failure("nobody@example.org", "failed", "5.1.1", UNKNOWN)]),
    "Postfix, delayed": (report(POSTFIX_DELAYED), [Failure("x@down.example", "delayed", "4.4.1", REFUSED)]),
    "Postfix, expired": (report(EXPIRED), [Failure("x@down.example", "failed", "4.4.1", REFUSED)]),
    "Postfix, two recipients and only the head returned": (
        report(POSTFIX_FAILED, POSTFIX_DELAYED, kind="text/rfc822-headers"),
        [
            Failure("nobody@example.org", "failed", "5.1.1", UNKNOWN),
            Failure("x@down.example", "delayed", "4.4.1", REFUSED),
        ],
    ),
    "with CRLF": (
        report(POSTFIX_FAILED).replace(b"\n", b"\r\n"), [Failure("nobody@example.org", "failed", "5.1.1", UNKNOWN)],
    ),
    "Exim": (EXIM.encode(), [Failure("nobody@example.org", "failed", "5.0.0", EXIM_SAYS)]),
    "Exim with its words changed": (
        EXIM.replace("This message was created automatically by mail delivery software.", "So sorry.").encode(),
        [Failure("nobody@example.org", "failed", "5.0.0", EXIM_SAYS)],
    ),
    "Exim, delayed": (
        EXIM_LATE.encode(),
        [Failure("x@down.example", "delayed", "4.3.0",
                 "host down.example [192.0.2.9] SMTP error: 451 4.3.0 try again")],
    ),
    "qmail": (
        QMAIL.encode(),
        [
            Failure("nobody@example.org", "failed", "5.1.1", "192.0.2.1 does not like recipient. Remote host said: "
                    "550 5.1.1 unknown user Giving up on 192.0.2.1."),
            Failure("late@example.com", "failed", "4.4.3", "CNAME lookup failed temporarily. (#4.4.3) I'm not going to "
                    "try again; this message has been in the queue too long."),
        ],
    ),
    "sendmail": (
        report(SENDMAIL_FIELDS, kind="text/rfc822-headers"),
        [Failure("nobody@example.org", "failed", "5.1.1", "550 5.1.1 <nobody@example.org>... User unknown")],
    ),
    "sendmail of old": (
        OLD_SENDMAIL.encode(),
        [Failure("nobody@example.org", "failed", "5.1.1", "(reason: 550 5.1.1 <nobody@example.org>... User unknown)")],
    ),
    "Gmail": (
        GMAIL.encode(),
        [Failure("nobody@example.org", "failed", "5.1.1",
                 "550-5.1.1 The email account that you tried to reach does not exist. 550 5.1.1 Learn more")],
    ),
    "Microsoft 365": (report(MICROSOFT_FIELDS), [Failure("nobody@example.org", "failed", "5.1.10", MICROSOFT_SAYS)]),
}  # fmt: skip


@each_row("shape", SHAPES)
def test_the_bounce_of_a_server_is_understood(shape: str) -> None:
    raw, failures = SHAPES[shape]
    assert read_dsn(raw) == DeliveryReport(tuple(failures), "out1@example.net")


@each_row(
    ("failure", "hard"),
    [
        (Failure("a@b", "failed", "5.1.1", ""), True),
        (Failure("a@b", "failed", "4.4.1", ""), False),
        (Failure("a@b", "failed", "", ""), True),
        (Failure("a@b", "delayed", "5.1.1", ""), False),
        (Failure("a@b", "delayed", "4.4.1", ""), False),
        (Failure("a@b", "delivered", "2.0.0", ""), False),
        (Failure("a@b", "relayed", "5.0.0", ""), False),
    ],
)
def test_only_what_failed_for_good_is_hard(failure: Failure, hard: bool) -> None:
    assert failure.hard == hard


@each_row(
    ("fields", "failure"),
    [
        ("Action: Failed (yes)\nFinal-Recipient: rfc822; <Ann@B.C>\n", Failure("ann@b.c", "failed", "", "")),
        ("Original-Recipient: a@b.c\nAction: failed\nStatus: 5.2.2 (full)\n", Failure("a@b.c", "failed", "5.2.2", "")),
        ("Action: failed\nDiagnostic-Code: smtp; 554 no\n", Failure("", "failed", "5.0.0", "554 no")),
        ("Action: failed\nDiagnostic-Code: 421 later\n", Failure("", "failed", "4.0.0", "421 later")),
        ("Action: failed\nDiagnostic-Code: smtp; 192.0.2.1 refused\n", Failure("", "failed", "", "192.0.2.1 refused")),
        ("Action: failed\nDiagnostic-Code: 5.1.1.7 is 15.4.2\n", Failure("", "failed", "", "5.1.1.7 is 15.4.2")),
        ("Final-Recipient: a@b.c\nStatus: none\n", Failure("a@b.c", "failed", "", "")),
        ("Final-Recipient: a@b.c\nStatus: 4.4.7\n", Failure("a@b.c", "failed", "4.4.7", "")),
        ("Final-Recipient: a@b.c\nStatus: 2.1.5\n", Failure("a@b.c", "delivered", "2.1.5", "")),
        ("Final-Recipient: a@b.c\nAction: failure\nStatus: 5.4.4\n", Failure("a@b.c", "failed", "5.4.4", "")),
        ("Final-Recipient: a@b.c\nAction: error\nStatus: 5.2.0\n", Failure("a@b.c", "failed", "5.2.0", "")),
        ("Final-Recipient: a@b.c\nAction: expired\nStatus: \nDiagnostic-Code: 550 no MX\n",
         Failure("a@b.c", "failed", "5.0.0", "550 no MX")),
        ("Final-Recipient: a@b.c\nAction: expired\nStatus: 4.4.7\n", Failure("a@b.c", "failed", "4.4.7", "")),
        ("Final-Recipient: a@b.c\nAction: relayed\nStatus: 2.0.0\n", Failure("a@b.c", "relayed", "2.0.0", "")),
        ("Final-Recipient: utf-8; mi\u212aE@b.c\nStatus: none\n", Failure("mi\u212ae@b.c", "failed", "", "")),
        ("Action: failed\nDiagnostic-Code: smtp; a\x01b=?utf-8?q?=E2=80=AE?=c\n", Failure("", "failed", "", "abc")),
    ],
)  # fmt: skip
def test_fields_that_lack_or_bend_the_form_are_read_as_far_as_they_go(fields: str, failure: Failure) -> None:
    found = read_dsn(report(fields))
    assert found is not None
    assert found.failures == (failure,)


# A reader's server, the subject of what it writes, and that in its own words; what is meant for the mail.
SAID = [
    ("DragonFly", "Mail delivery failed", """\
This is the DragonFly Mail Agent v0.13 at mx.example.net.

There was an error delivering your mail to <ann@example.org>.

mx.example.org [192.0.2.7] did not like our RCPT TO:
550 5.1.1 no such user
""", "final", "5.1.1"),
    ("WorkMail", "Delivery Status Notification (Failure)", """\
Technical report:
550 5.1.1 <ann@example.org>: no such user
""", "final", "5.1.1"),
    ("Yahoo", "Failure Notice", """\
Sorry, we were unable to deliver your message to the following address.

<ann@example.org>:
554: 5.7.1 not here
""", "final", "5.7.1"),
    ("OpenSMTPD", "Delivery status notification: error", """\
    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this e-mail.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

ann@example.org: 550 Invalid recipient
""", "final", "5.0.0"),
    ("OpenSMTPD, late", "Delivery status notification: warning", """\
    A message is delayed for more than 10 minutes for the following
    list of recipients:

ann@example.org: Network error on destination MXs

    Please note that this is only a temporary failure report.
""", "later", ""),
    ("Exchange", "Undeliverable: hello", """\
Your message did not reach some or all of the intended recipients.

The following recipient(s) could not be reached:

      ann@example.org on 11/20/2026 9:37 AM
            The e-mail account does not exist at the organization this message was sent to.
""", "final", ""),
    ("a gateway", "Delivery failure notification", """\
Your message could not be delivered to the following recipients:

ann@example.org

Delivery attempts will continue to be made for 5 day(s).
""", "later", ""),
    ("a full mailbox", "Mail Delivery Warning", """\
Delivery of email to this address "ann@example.org" has been postponed due to a full mailbox.
We will continue to try to deliver your message over the next few days.
""", "later", ""),
    ("Zoho", "Undelivered Mail Returned to Sender", """\
This message was created automatically by mail delivery software.
A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.

ann@example.org Error, ERROR_CODE :421, ERROR_CODE :, Host not reachable.
""", "given up for now", "4.0.0"),
    ("a German server", "Ihre E-Mail", "Ihre Nachricht konnte nicht zugestellt werden.\n", "final", ""),
    ("Google, late", "Delivery Status Notification (Delay)", """\
THIS IS A WARNING MESSAGE ONLY.
YOU DO NOT NEED TO RESEND YOUR MESSAGE.

Delivery to the following recipient has been delayed:

     ann@example.org
""", "later", ""),
    ("a session", "Postfix SMTP server: errors from localhost[127.0.0.1]", """\
Transcript of session follows.

 Out: 250 2.1.5 Ok
 In:  DATA
 Out: 354 End data with <CR><LF>.<CR><LF>
 Out: 451 4.3.0 Error: queue file write error

For other details, see the local mail logfile: message failed.
""", "given up for now", "4.3.0"),
]  # fmt: skip
MEANT = {"final": ("failed", True), "later": ("delayed", False), "given up for now": ("failed", False)}


@each_row(("server", "subject", "text", "meant", "status"), SAID)
@each_row(
    "copy",
    [
        "--- Below this line is a copy of the message.\n\nReturn-Path: <gm@a.b>\nMessage-ID: <out1@example.net>\n",
        "Message headers follow:\n\nMessage-ID: <out1@example.net>\nSubject: x: 550 5.1.1 error\n",
        "Received: by x\nMessage-Id: <out1@example.net>\n\nThis mail was delayed.\n",
    ],
)
def test_what_a_server_says_in_words_is_understood(
    server: str, subject: str, text: str, meant: str, status: str, copy: str
) -> None:
    head = f"Return-Path: <>\nFrom: <postmaster@mx.example.org>\nSubject: {subject}\n"
    found = read_dsn(f"{head}\n{text}\n{copy}\nHello.\n".encode())
    assert found is not None and found.original_message_id == "out1@example.net"
    assert {(one.action, one.hard, one.status) for one in found.failures} == {(*MEANT[meant], status)}


BROKEN = """\
Return-Path: <>
From: MAILER-DAEMON@mx.example.net
Subject: Returned mail
Content-Type: multipart/report; report-type=delivery-status; boundary="AAA/mx.example.net"

--AAA/mx.example.org
Content-Type: text/plain

It failed.

--AAA/mx.example.org
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; ann@example.org
Action: failed
Status: 4.0.0
Diagnostic-Code: smtp; 421 try later

--AAA/mx.example.org
Content-Type: text/rfc822-headers

Message-ID: <out1@example.net>
"""
PAGE = """\
Return-Path: <>
From: postmaster@example.org
Subject: hello
Content-Type: text/html; charset=utf-8

<html><body><p>Your message could <b>not be delivered</b>.</p><p>Message-ID: &lt;out1@example.net&gt;</p></body></html>
"""


@each_row(("raw", "hard", "status"), [(BROKEN, False, "4.0.0"), (BROKEN.replace("4.0.0", "5.1.1"), True, "5.1.1"),
                                      (PAGE, True, "")])  # fmt: skip
def test_a_bounce_whose_parts_cannot_be_told_apart_or_that_is_a_page_is_understood(
    raw: str, hard: bool, status: str
) -> None:
    found = read_dsn(raw.encode())
    assert found is not None and found.original_message_id == "out1@example.net"
    assert [(one.hard, one.status) for one in found.failures] == [(hard, status)]


ANSWERING_MACHINES = [
    "I am out of the office until Monday. For 550 things call +1 555-0134, room 5.1.1.",
    "My mailbox is not read while I travel; I cannot answer your message before the 5th.",
    "Thank you for your message. Your request (#5521) will be answered within 450 minutes.",
    "I no longer work here. Please write to bob@example.org instead.",
    "This mailbox is not monitored. There is no error, do not worry.",
    "Your mail was received in good order. An invalid request is answered, too, in time.",
]


@each_row("text", ANSWERING_MACHINES)
def test_what_an_answering_machine_says_is_no_bounce(text: str) -> None:
    raw = f"From: ann@example.org\nAuto-Submitted: auto-replied\nSubject: Re: hello\n\n{text}\n"
    assert read_dsn(raw.encode()) is None


ARF = """\
From: feedback@example.org
Subject: FW: [spring] S1901M
Content-Type: {kind}; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report for an email message received from IP 192.0.2.9.

--b
Content-Type: message/feedback-report

User-Agent: Feedback/1.0
Version: 0.1
{fields}

--b
Content-Type: {returned}

Return-Path: <gm+bounces-abc@example.net>
Message-ID: <out1@example.net>
Subject: [spring] S1901M

Hello.

--b--
"""
OUTLOOK = """\
From: staff@hotmail.com
Subject: complaint about message from 192.0.2.9
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: ann@example.org
Message-ID: <out1@example.net>
Subject: [spring] S1901M

Hello.
--b--
"""
RFC5965 = "multipart/report; report-type=feedback-report"
IN_TEXT = """\
From: abuse@example.org
Subject: abuse report

Somebody does not want this mail.

Feedback-Type: abuse
User-Agent: Feedback/1.0

Received: by x
Message-ID: <out1@example.net>
"""


@each_row("of_program", [True, False])
@each_row(
    ("raw", "complaint"),
    [
        (ARF.format(kind=RFC5965, fields="Feedback-Type: abuse", returned="message/rfc822"), "abuse"),
        (ARF.format(kind="multipart/report", fields="Feedback-Type: abuse", returned="text/rfc822-headers"), "abuse"),
        (ARF.format(kind="multipart/mixed", fields="Feedback-Type: opt-out", returned="text/rfc822-header"), "opt-out"),
        (ARF.format(kind=RFC5965, fields="Feedback-Type: Fraud (x)", returned="message/rfc822"), "fraud"),
        (ARF.format(kind=RFC5965, fields="Source-IP: 192.0.2.9", returned="message/rfc822"), "complaint"),
        (OUTLOOK, "complaint"),
        (IN_TEXT, "abuse"),
    ],
)
def test_a_complaint_is_understood_with_or_without_its_type_and_the_mark_of_a_program(
    raw: str, complaint: str, of_program: bool
) -> None:
    found = report_in(read_parts(raw.encode()), of_program=of_program)
    assert found is not None and found.complaint == complaint
    assert (found.failures, found.original_message_id) == ((), "out1@example.net")


@each_row("kind", ["not-spam", "auth-failure"])
def test_feedback_about_something_else_is_no_complaint(kind: str) -> None:
    raw = ARF.format(kind=RFC5965, fields=f"Feedback-Type: {kind}", returned="message/rfc822").encode()
    assert report_in(read_parts(raw), of_program=False) is None


def test_a_complaint_names_the_return_path_of_the_mail_where_its_message_id_was_taken_out() -> None:
    raw = ARF.format(kind=RFC5965, fields="Original-Mail-From: <gm+bounces-xyz@example.net>", returned="text/plain")
    found = read_dsn(raw.replace("Message-ID", "X-Removed").encode())
    assert found is not None and found.paths == ("gm+bounces-xyz@example.net",)


def test_without_the_mail_that_came_back_its_id_is_the_one_answered() -> None:
    raw = report(POSTFIX_FAILED, original="").replace(b"Subject:", b"In-Reply-To: <out7@example.net>\nSubject:", 1)
    found = read_dsn(raw)
    assert found is not None
    assert found.original_message_id == "out7@example.net"


def test_the_report_inside_an_attached_mail_is_not_this_mails_report() -> None:
    attached = b"From: ann@example.org\nContent-Type: message/rfc822\n\n" + report(POSTFIX_FAILED)
    assert read_dsn(attached) is None


@each_row(
    "raw",
    [
        b"",
        b"From: ann@example.org\n\nA PAR - BUR\n",
        b"From: ann@example.org\nAuto-Submitted: auto-replied\n\nI am away.\nbob@example.org\n",
        b'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"\n\n--b\n\nRead.\n--b\n'
        b"Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822;a@b.c\nDisposition: x\n\n--b--\n",
        b"Content-Type: multipart/report; boundary=b\n\n" + b"--b\n\n" * 2000,
    ],
)
def test_what_is_no_bounce_is_none(raw: bytes) -> None:
    assert read_dsn(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        report("Action: failed\nFinal-Recipient: rfc822; a@b.c\n\n" * 90),
        QMAIL.replace("<nobody", "\n\n".join(f"<n{n}@example.org>:" for n in range(50)) + "\n\n<nobody").encode(),
    ],
)
def test_of_many_failures_the_first_twenty_are_told(raw: bytes) -> None:
    found = read_dsn(raw)
    assert found is not None
    assert len(found.failures) == 20


MUCH = 100_000  # steps
LONG = [
    report("Action: failed\nDiagnostic-Code: smtp; " + "5.1." * 20_000 + "\n"),
    report("Action: failed\nFinal-Recipient: " + "a" * 200_000 + "\n"),
    (EXIM_HEAD + "a@b.c\n" * 200_000).encode(),
    (EXIM_HEAD + "  a@b.c\n" + "x " * 2_000_000).encode(),
    (EXIM_HEAD + "-" * 3_000_000).encode(),
    (EXIM_HEAD + " " * 3_000_000).encode(),
    (EXIM_HEAD + "--\n" * 200_000).encode(),
    (EXIM_HEAD + EXIM_COPY + "Message-ID: " * 200_000).encode(),
    b"X-Failed-Recipients: " + b"a@b.c," * 30_000 + b"\n\n",
]


@each_row("raw", LONG)
def test_no_bounce_is_much_work(raw: bytes) -> None:
    assert steps(lambda: read_dsn(raw)) < MUCH


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([raw for raw, _ in SHAPES.values()]), st.data())
def test_no_broken_bounce_makes_it_raise(raw: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(start, len(raw)))
    found = read_dsn(raw[:start] + data.draw(st.binary(max_size=30)) + raw[end:])
    assert found is None or all(len(failure.diagnostic) <= 300 for failure in found.failures)
