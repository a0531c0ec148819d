"""Bounces and complaints: matched with the mail that they are about, shown to the operator, and never answered."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

from helpers.mails import words_of
from helpers.mailtable import ALICE, DAY, EVE, GM, MINUTE, OPERATOR, SHEET, START, Table
from helpers.rows import each_row

from gm.desk.books.bounces import failing
from gm.desk.office import Handled
from gm.rules import Reader, Seat

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

    def said(self) -> list[str]:
        """What was noted of each, in the words that came."""
        return [str(row["said"]) for row in self.office.store.rows("select said from bounces order by id")]

    def comes(self, head: str, text: str, to: str = "") -> Handled:
        """A mail comes to the return path of the last mail to Alice, or *to* another address."""
        self.bounces += 1
        self.at += MINUTE
        path = GM.return_path(str(self.last(ALICE)["Message-ID"]).strip("<>"))
        raw = f"To: {to or path}\nMessage-ID: <{self.bounces}@mx.example.com>\n{head}\n\n{text}\n"
        return self.office.receive(f"b/{self.bounces}", raw.encode(), self.at, self.at)

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


def test_a_report_of_success_is_noted_but_no_bounce() -> None:
    table = Post()
    table.bounce(table.last(ALICE), "delivered", "2.0.0")
    said = "a program answered: I'm sorry to have to inform you that your message could not be delivered."
    assert table.said() == [said] and not table.fails() and table.alarms() == []


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


ANSWERS = [
    ("From: Alice <alice@example.com>\nSubject: Auto reply: [spring] S1901M", "I am away until Monday.\nAlice",
     "I am away until Monday."),
    ("From: alice@example.com\nSubject: Re: [spring] S1901M", "\n\nYour request was received.",
     "Your request was received."),
    ("From: alice@example.com\nAuto-Submitted: auto-replied\nSubject: Away", "", "Away"),
    ("From: somebody@far.example\nSubject: hello", "4 : A PAR - BUR", "4 : A PAR - BUR"),
    ("From: <>\nSubject: Ein Problem", "Es ging nicht.", "Es ging nicht."),
]  # fmt: skip


@each_row(("head", "text", "first"), ANSWERS)
def test_whatever_a_program_sends_to_a_return_path_is_noted_with_its_first_line(
    head: str, text: str, first: str
) -> None:
    table = Post()
    before = len(table.office.store.rows("select id from outbox"))
    handled = table.comes(head, text)
    assert (handled.state, handled.reason) == ("ignored", f"a program answered: {first}")
    assert table.said() == [f"a program answered: {first}"] and not table.fails() and table.filed() == ()
    assert len(table.office.store.rows("select id from outbox")) == before


def test_what_comes_to_the_return_path_of_no_mail_of_ours_is_not_noted() -> None:
    table = Post()
    handled = table.comes("From: a@b.example\nSubject: x", "hello", to="gm+bounces-aaaaaaaaaaaaaaaaaaaa@example.org")
    assert (handled.state, handled.reason) == ("ignored", "to a return path") and table.said() == []


def test_an_automatic_reply_to_a_reply_address_is_not_noted_and_not_answered() -> None:
    table = Post()
    before = len(table.office.store.rows("select id from outbox"))
    handled = table.write(ALICE, "I am away.\nWAIT", table.last(ALICE), subject="Automatic reply: [spring] S1901M")
    assert handled.state == "ignored" and table.said() == []
    assert not table.office.game("spring").seats[Seat(Reader("FRANCE"))].wait
    assert len(table.office.store.rows("select id from outbox")) == before


IN_WORDS = """Sorry, we were unable to deliver your message to the following address.

<alice@example.com>:
550: 5.1.1 no such user

--- Below this line is a copy of the message.

Message-ID: {about}
Subject: [spring]
"""


@each_row("to", ["", GM.address])
def test_a_bounce_in_words_is_matched_by_return_path_or_quoted_message_id(to: str) -> None:
    table = Post()
    about = str(table.last(ALICE)["Message-ID"])
    handled = table.comes("From: MAILER-DAEMON@mx.example.com\nSubject: Failure", IN_WORDS.format(about=about), to)
    assert handled.reason == "a hard bounce: 5.1.1 550: 5.1.1 no such user"
    assert table.noted() == [HARD] and table.fails() and table.alarms() == ["[gm] mail to FRANCE bounces"]


# -- complaints -----------------------------------------------------------------------------------------------------

COMPLAINT = """From: feedback@provider.example
Subject: FW: [spring]
MIME-Version: 1.0
Content-Type: {kind}; boundary="b"

--b
Content-Type: text/plain

This is an email abuse report.

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
Version: 1

--b
Content-Type: message/rfc822

Message-ID: {about}
Subject: [spring]

Hello.
--b--
"""
OUTLOOK = """From: staff@hotmail.com
Subject: complaint about message from 192.0.2.9
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: alice@example.com
Message-ID: {about}

Hello.
--b--
"""
ARF = COMPLAINT.replace("{kind}", "multipart/report; report-type=feedback-report")
MIXED = COMPLAINT.replace("{kind}", "multipart/mixed")


class Complaints(Post):
    """The same, where a reader's provider reports our mail as spam."""

    def complain(self, form: str = ARF, mail: EmailMessage | None = None) -> str:
        """A complaint comes about the last mail to Alice, or another one; what becomes of it."""
        about = str((mail or self.last(ALICE))["Message-ID"])
        head, _, text = form.replace("{about}", about).partition("\n\n")
        handled = self.comes(head, text, GM.address)
        assert handled.state == "ignored"
        return handled.reason

    def settings(self) -> tuple[bool, bool]:
        """Whether France gets reminders, and calendar entries."""
        sitting = self.office.game("spring").seats[Seat(Reader("FRANCE"))]
        return sitting.reminders, sitting.calendar

    def operator_says(self, word: str, days: int = 0) -> Handled:
        return self.write(OPERATOR, word, self.last(OPERATOR), at=self.at + MINUTE + days * DAY)


@each_row("form", [ARF, MIXED, OUTLOOK])
def test_a_complaint_is_noted_and_ends_what_stop_ends_once_the_operator_confirms(form: str) -> None:
    table = Complaints()
    before = table.settings()
    assert table.complain(form).startswith("a complaint: ")
    assert table.said()[0].startswith("a complaint: ") and not table.fails()
    asked = words_of(table.last(OPERATOR))
    assert "alice@example.com does not want our mail to FRANCE in spring" in asked and "CONFIRM" in asked
    assert table.settings() == before
    assert table.operator_says("CONFIRM").state == "done"
    assert table.settings() == (False, False)
    told = words_of(table.last(ALICE))
    assert "reported a mail of ours as unwanted" in told and "reply RESIGN" in told


def test_further_complaints_do_not_ask_the_operator_again_while_a_question_waits() -> None:
    table = Complaints()
    table.complain()
    table.complain(MIXED)
    assert len(table.said()) == 2 and len(table.mails(OPERATOR)) == 1
    table.at += 8 * DAY
    table.complain()
    assert len(table.mails(OPERATOR)) == 2


def test_the_operator_may_leave_things_as_they_are_or_answer_days_later() -> None:
    table = Complaints()
    before = table.settings()
    table.complain()
    assert table.operator_says("DENY").state == "answered" and table.settings() == before
    table.complain()
    assert table.operator_says("CONFIRM", days=6).state == "done" and table.settings() == (False, False)


def test_a_confirm_that_comes_after_a_week_ends_nothing() -> None:
    table = Complaints()
    before = table.settings()
    table.complain()
    table.operator_says("CONFIRM", days=8)
    assert table.settings() == before
    assert "more than a week" in words_of(table.last(OPERATOR))


def test_who_watches_and_complains_gets_no_more_mail() -> None:
    table = Complaints()
    table.does(EVE, "OBSERVE spring AS Eve")
    table.complain(mail=table.last(EVE))
    assert "eve@evil.example does not want our mail in spring" in words_of(table.last(OPERATOR))
    assert table.operator_says("CONFIRM").state == "done"
    count = len(table.mails(EVE))
    table.office.operate("spring", ["announce", "Hello."], table.at)
    assert len(table.mails(EVE)) == count and "Hello." in words_of(table.last(ALICE))


def test_a_sitter_who_complains_sits_no_more() -> None:
    table = Complaints()
    table.write(ALICE, "SITTER carol@example.net FROM 5 Jan TO 10 Jan", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write("carol@example.net", "CONFIRM", table.last("carol@example.net"))
    table.office.operate("spring", ["announce", "Hello."], table.at)
    table.complain(mail=table.last("carol@example.net"))
    before = table.settings()
    assert table.operator_says("CONFIRM").state == "done"
    assert table.office.game("spring").seats[Seat(Reader("FRANCE"))].sitter is None and table.settings() == before


def test_nobody_is_asked_about_the_complaint_of_somebody_who_gets_no_more_mail() -> None:
    table = Complaints()
    mail = table.last(ALICE)
    table.office.operate("spring", ["replace", "FRANCE", "carol@example.net"], table.at, "carol@example.net")
    table.complain(mail=mail)
    assert len(table.said()) == 1 and table.mails(OPERATOR) == []


def test_no_bounce_is_ever_answered() -> None:
    table = Post()
    count = len(table.office.store.rows("select id from outbox"))
    table.bounce(table.last(ALICE), to="gm@example.org", about="<x@y>")
    table.bounce(table.last(ALICE), "delayed", "4.4.1")
    assert len(table.office.store.rows("select id from outbox")) == count
