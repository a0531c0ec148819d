"""Bounces: matched with the mail that bounced, shown to the operator, never answered; hard ones raise an alarm."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from helpers.mails import words_of
from helpers.mailtable import ALICE, DAY, GM, MINUTE, OPERATOR, SHEET, START, Table

from gm.desk.books.bounces import failing

BOUNCE = """Return-Path: <>
From: MAILER-DAEMON@mx.example.com
To: {to}
Subject: Undelivered Mail Returned to Sender
Message-ID: <{number}@mx.example.com>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; alice@example.com
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 5.1.1 <alice@example.com>: no such user

--b
Content-Type: text/rfc822-headers

From: The GameMaster <gm@example.org>
Message-ID: {about}

--b--
"""

HARD = ("spring", "FRANCE", True, "5.1.1")


class Post(Table):
    """A game whose mails come back."""

    def __init__(self) -> None:
        super().__init__()
        self.bounces = 0

    def bounce(
        self, mail: EmailMessage, action: str = "failed", status: str = "5.1.1", to: str = "", about: str = ""
    ) -> None:
        """A bounce of *mail* comes back to its return path (or *to*), about it (or *about*)."""
        self.bounces += 1
        self.at += MINUTE
        message_id = about or str(mail["Message-ID"])
        to = to or self.office.sender.return_path(str(mail["Message-ID"]).strip("<>"))
        raw = BOUNCE.format(to=to, number=self.bounces, action=action, status=status, about=message_id)
        handled = self.office.receive(f"b/{self.bounces}", raw.encode(), self.at, self.at)
        assert handled.state == "ignored"

    def noted(self) -> list[tuple[str, str, bool, str]]:
        """Each bounce that was noted: whose mail came back, whether for good, and the status."""
        rows = self.office.store.rows("select * from bounces order by id")
        return [(row["game"], row["reader"], bool(row["hard"]), row["said"].split()[0]) for row in rows]

    def alarms(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails(OPERATOR)]

    def fails(self) -> bool:
        return failing(self.office.store, "spring", "FRANCE") is not None


def test_each_mail_has_a_return_path_of_its_own_that_names_it() -> None:
    table = Post()
    table.write(ALICE, "STATUS", table.last(ALICE))
    paths = {GM.return_path(str(mail["Message-ID"]).strip("<>")) for mail in table.mails(ALICE)}
    assert len(paths) == 2
    for path in paths:
        assert path.startswith("gm+bounces-") and path.endswith("@example.org")
        assert GM.owns(path) and len(GM.bounced(path)) == 20
    assert GM.bounced("gm+bounces-short@example.org") == GM.bounced("gm+aaaabbbbccccddddeeee@example.org") == ""


def test_a_hard_bounce_is_noted_with_the_seat_and_the_operator_is_told_once_a_day() -> None:
    table = Post()
    mail = table.last(ALICE)
    table.bounce(mail)
    assert table.noted() == [HARD]
    table.bounce(mail)
    assert table.alarms() == ["[gm] mail to FRANCE bounces"]
    said = words_of(table.last(OPERATOR))
    assert "alice@example.com cannot be reached" in said and "gm replace spring FRANCE" in said
    assert table.fails()
    table.at += DAY
    table.bounce(mail)
    assert len(table.alarms()) == 2


def test_a_bounce_is_matched_by_its_return_path_whatever_mail_it_quotes() -> None:
    table = Post()
    table.bounce(table.last(ALICE), about="<somebody-elses@example.net>")
    assert table.noted() == [HARD] and table.fails()


def test_a_bounce_to_the_plain_address_is_matched_by_the_message_id_it_quotes() -> None:
    table = Post()
    table.bounce(table.last(ALICE), to=GM.address)
    assert table.noted() == [HARD] and table.fails()


def test_a_bounce_of_none_of_our_mails_changes_nothing() -> None:
    table = Post()
    table.bounce(table.last(ALICE), to=GM.address, about="<no-mail-of-ours@example.org>")
    assert table.noted() == []
    assert not table.fails() and table.alarms() == []


def test_a_soft_bounce_is_only_counted() -> None:
    table = Post()
    table.bounce(table.last(ALICE), "delayed", "4.4.1")
    assert not table.fails() and table.alarms() == []
    assert table.noted() == [("spring", "FRANCE", False, "4.4.1")]


def test_a_report_of_success_is_no_bounce() -> None:
    table = Post()
    table.bounce(table.last(ALICE), "delivered", "2.0.0")
    assert table.noted() == []


def test_a_player_who_writes_again_has_mended_his_mailbox() -> None:
    table = Post()
    mail = table.last(ALICE)
    table.bounce(mail)
    table.write(ALICE, SHEET, mail)
    assert not table.fails()
    table.bounce(mail)
    assert table.fails()


def test_a_new_address_of_the_seat_does_not_fail_because_the_old_one_did() -> None:
    table = Post()
    table.bounce(table.last(ALICE))
    table.office.operate("spring", ["replace", "FRANCE", "carol@example.net"], table.at, "carol@example.net")
    assert not table.fails()


def test_a_mail_that_the_server_refuses_for_good_counts_as_a_bounce() -> None:
    table = Post()
    mail = next(mail for mail in table.office.store.outbox.all() if mail.recipient == ALICE)
    with table.office.store.transaction():
        table.office.refused(mail, "550 5.7.1 go away", START + timedelta(hours=1))
    assert table.fails() and table.alarms() == ["[gm] mail to FRANCE bounces"]


def test_no_bounce_is_ever_answered() -> None:
    table = Post()
    count = len(table.office.store.rows("select id from outbox"))
    table.bounce(table.last(ALICE), to="gm@example.org", about="<x@y>")
    table.bounce(table.last(ALICE), "delayed", "4.4.1")
    assert len(table.office.store.rows("select id from outbox")) == count
