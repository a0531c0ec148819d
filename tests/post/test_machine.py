"""Signs that a program wrote a mail, one per row, and what looks like a sign but is not."""

from __future__ import annotations

import pytest
from helpers.rows import each_row

from gm.post.inbound.letter import read_mail
from gm.post.outbound.compose import Sender


def reason(head: str) -> str:
    return read_mail(f"From: Ann <ann@example.org>\n{head}\n\nA PAR H".encode()).machine


SIGNS = [
    ("Return-Path: < >", "Return-Path: <>"),
    ("Return-Path: <ann@example.org>\nReturn-Path: <>", "Return-Path: <>"),
    ("Return-Path: <MAILER-DAEMON>", "Return-Path: mailer-daemon"),
    ("Return-Path: MAILER-DAEMON@mx.example.org", "Return-Path: mailer-daemon"),
    ("Auto-Submitted: auto-generated (by cron)", "Auto-Submitted: auto-generated"),
    ("Auto-Submitted: no\nAuto-Submitted: auto-notified", "Auto-Submitted: auto-notified"),
    ("Content-Type: multipart/report; boundary=x", "multipart/report"),
    ("Content-Type: message/delivery-status", "message/delivery-status"),
    ("Content-Type: message/disposition-notification", "message/disposition-notification"),
    ("Precedence: bulk", "Precedence: bulk"),
    ("Precedence: LIST", "Precedence: list"),
    ("Precedence: auto-reply", "Precedence: auto-reply"),
    ("X-Precedence: junk", "X-Precedence: junk"),
    ("List-Id: x", "List-Id"),
    ("List-Help: <mailto:x@example.org>", "List-Help"),
    ("List-Subscribe: <mailto:x@example.org>", "List-Subscribe"),
    ("LIST-UNSUBSCRIBE-POST: List-Unsubscribe=One-Click", "List-Unsubscribe-Post"),
    ("List-Owner: <mailto:x@example.org>", "List-Owner"),
    ("List-Archive: <https://example.org/>", "List-Archive"),
    ("X-Autoreply: yes", "X-Autoreply"),
    ("X-Autorespond: out of office", "X-Autorespond"),
    ("X-Auto-Reply-From: ann@example.org", "X-Auto-Reply-From"),
    ("X-FC-MachineGenerated: true", "X-FC-MachineGenerated"),
    ("X-Failed-Recipients: bob@example.org", "X-Failed-Recipients"),
    ("X-Cron-Env: <SHELL=/bin/sh>", "X-Cron-Env"),
    ("Delivered-To: gm+bounces-abcdefghijklmnop2345@example.net", "to a return path"),
    ("To: <gm@example.net>, <gm-bounces-abcdefghijklmnop2345-x@example.net>", "to a return path"),
]

AUTOMATIC = [
    "Auto reply: [spring] S1901M: the game begins",
    "Automatic reply: hello",
    "AutoReply: Re: hello",
    "Auto-Response: hello",
    "Out of Office AutoReply: hello",
    "Out of office: Re: [spring] S1901M",
    "Vacation: [spring] S1901M",
    "Abwesend bis Montag: Re: [spring] S1901M",
    "Automatische Antwort: hello",
    "Abwesenheitsnotiz",
    "=?utf-8?q?R=C3=A9ponse_automatique?= : hello",
    "Respuesta automática: hello",
    "Resposta automática: hello",
    "Risposta automatica: hello",
    "Automatisch antwoord: hello",
    "Automatiskt svar: hello",
    "Autosvar: hello",
    "Automaattinen vastaus: hello",
    "Odpowiedź automatyczna: hello",
    "Автоответ: hello",
    "自動応答: hello",
    "自动回复: hello",
]
NOT_AUTOMATIC = [
    "Re: Automatic reply: hello",
    "AW: Automatische Antwort: hello",
    "Re: [spring] out of office",
    "Out of office next week",
    "Out of office: I am away",
    "Vacation",
    "Away from 5 to 9 January",
    "Automatic draw?",
    "Autonomous fleets [spring]",
    "[spring] away until Monday: [x]",
]

NO_SIGNS = [
    "Return-Path: <ann@example.org>",
    "Auto-Submitted: no",
    "Auto-Submitted:",
    "Precedence: normal",
    "Priority: bulk",
    "X-Autoreply: no",
    "X-FC-MachineGenerated: false",
    "X-Auto-Response-Suppress: All",
    "X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply",
    "X-Loop: gm@example.net",
    "Resent-From: bob@example.org",
    "To: <gm+bounces-short@example.net>",
    "To: <gm+bounces-abcdefghijklmnop23456@example.net>",
    "To: <gm+abcdefghijklmnop2345@example.net>",
    "Listing: x",
    "X-List-Id: x",
    "Content-Type: text/plain; report-type=delivery-status",
]

MACHINES = [
    "MAILERDAEMON@example.org",
    "no_reply@example.org",
    "do.not.reply@example.org",
    "bounces+7=ann@lists.example.org",
    "bounce@example.org",
    "auto-reply@example.org",
    "autoresponder@example.org",
]
PEOPLE = ["bouncer@example.org", "norepla@example.org", "postman@example.org", "daemon.smith@example.org"]


@each_row(("head", "why"), SIGNS)
def test_a_sign_is_seen_and_named(head: str, why: str) -> None:
    assert reason(head) == why


@each_row("head", NO_SIGNS)
def test_what_people_have_on_their_mail_is_no_sign(head: str) -> None:
    assert reason(head) == ""


@each_row("subject", AUTOMATIC)
def test_the_subject_of_an_automatic_reply_is_a_sign(subject: str) -> None:
    assert reason(f"Subject: {subject}") == "Subject: an automatic reply"


@each_row("subject", NOT_AUTOMATIC)
def test_what_people_write_as_a_subject_is_no_sign(subject: str) -> None:
    assert reason(f"Subject: {subject}\nIn-Reply-To: <out1@example.net>") == ""


REACTIONS = [
    "Ann reacted to your message:",
    "\U0001f44d Ann Smith reacted to your message",
    "\U0001f44d\n\nAnn reacted via Gmail <https://www.google.com/gmail/about/>\n",
    "Ann liked your message",
    "Ann hat auf Ihre Nachricht reagiert:\n❤",
    "Ann a réagi à votre message :",
    "Ann ha reaccionado a tu mensaje",
    "Ann ha reagito al tuo messaggio:",
    "Ann heeft gereageerd op uw bericht:",
]
NO_REACTIONS = [
    "\U0001f44d A PAR H",
    "Ann reacted to your message:\n4 : A PAR - BUR",
    "France reacted badly to my message",
    "\U0001f44d",
    "I like your message",
    "reacted to your message",
]
OUTLOOK_BELOW = """
________________________________
From: The GameMaster <gm@example.net>
Sent: Friday, November 20, 2026 9:37:00 AM
To: Ann <ann@example.org>
Subject: [spring] S1901M: the game begins

4 : A PAR - BUR
"""
TEXT = "From: Ann <ann@example.org>\nSubject: Re: [spring]\nContent-Type: text/plain; charset=utf-8\n\n"
GMAIL = """From: Ann <ann@example.org>
Content-Type: multipart/alternative; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

\U0001f44d

Ann kifejezte magát a Gmailben
--b
Content-Type: text/vnd.google.email-reaction+json; charset=utf-8

{"version":1,"emoji":"\U0001f44d"}
--b
Content-Type: text/html; charset=utf-8

<p>\U0001f44d</p>
--b--
"""


@each_row("below", ["", OUTLOOK_BELOW])
@each_row("text", REACTIONS)
def test_a_reaction_in_words_is_known(text: str, below: str) -> None:
    assert read_mail(f"{TEXT}{text}\n{below}".encode()).machine == "a reaction"


def test_gmails_reaction_is_known_in_any_language_by_its_own_part() -> None:
    assert read_mail(GMAIL.encode()).machine == "a reaction"
    assert read_mail(GMAIL.replace("vnd.google.email-reaction+json", "x-other").encode()).machine == ""


@each_row("text", NO_REACTIONS)
def test_what_a_person_writes_is_no_reaction(text: str) -> None:
    assert read_mail(f"{TEXT}{text}\n".encode()).machine == ""


@each_row("address", MACHINES)
def test_an_address_of_a_program_is_a_sign(address: str) -> None:
    assert read_mail(f"From: {address}\n\nA PAR H".encode()).machine == f"From: {address.split('@')[0].lower()}"


@pytest.mark.parametrize("address", PEOPLE)
def test_an_address_of_a_person_is_no_sign(address: str) -> None:
    assert read_mail(f"From: {address}\n\nA PAR H".encode()).machine == ""


@each_row(
    ("address", "ours"),
    [
        ("gm@example.net", True),
        ("gm+abcdefghijklmnopqrst@example.net", True),
        ("gm+anything@example.net", True),
        ("gma@example.net", False),
        ("gm@example.org", False),
        ("gm+abc@example.net.example.org", False),
    ],
)
def test_our_own_addresses_are_known_whatever_their_token(address: str, ours: bool) -> None:
    assert Sender("The GameMaster", "gm@example.net", "gm+{token}@example.net").owns(address) is ours
