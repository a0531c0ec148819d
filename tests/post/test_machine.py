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
