"""Any text as the value of a header field: names, addresses and ids come out clean, and can be used in an answer."""

from __future__ import annotations

from datetime import UTC, datetime
from email import message_from_bytes, policy

from fuzzing import fuzz

from gm.post.inbound.headers import MAX_ADDRESSES, MAX_IDS, MAX_LENGTH
from gm.post.inbound.letter import read_mail
from gm.post.outbound.compose import Outgoing, Sender, compose

GM = Sender("The GameMaster", "gm@example.net", "gm+{token}@example.net")
AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
FIELDS = ("From", "To", "Subject", "Message-ID", "References", "Return-Path", "Auto-Submitted", "Content-Type")
SEEDS = [
    b'"Ann, Queen <x@y.z>" <ann@example.org>',
    b"=?utf-8?q?A=E2=80=AEnn?= =?iso-2022-jp?b?GyRCOzNFRBsoQg==?= <ann@example.org>",
    b"friends: eve@example.org, dan@example.org; (a (comment)) <bob@[127.0.0.1]>",
    b"<a@x> <b@x>\n <c@x>",
    b"[spring] S1901M: Re: \xff\xfe =?x?q?bad =?=",
    b"text/plain; charset=\"utf-8\"; name*0*=utf-8''a%20b; format=flowed",
    b"auto-replied; owner-email=a@b.c",
]
WORDS = ["=?utf-8?q?", "=?utf-8?b?", "?=", "\r\nBcc: ", "\n ", "@", "<", ">", '"', "\\", "(", ")", ":;", "\u202e", "\0"]


def entry(data: bytes) -> None:
    """Put *data* into each field in turn, read the mail, and answer it."""
    value = data.replace(b"\n\n", b"\n")
    for field in FIELDS:
        mail = read_mail(field.encode() + b": " + value + b"\n\nSTATUS\n")
        assert len(mail.recipients) <= MAX_ADDRESSES and len(mail.replied) <= MAX_IDS
        assert max(len(mail.subject), len(mail.sender_name)) <= MAX_LENGTH
        assert all("@" in address and not set(" <>,;\r\n") & set(address) for address in mail.recipients)
        answer = Outgoing(
            mail.sender or "ann@example.org", f"Re: {mail.subject}", mail.sender_name, "1@example.net", AT,
            in_reply_to=mail.message_id, thread=mail.replied,
        )  # fmt: skip
        _check(compose(GM, answer))


def _check(raw: bytes) -> None:
    """No field more than we put in, and no line too long."""
    message = message_from_bytes(raw, policy=policy.compat32)
    once = ["From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"]
    assert [len(message.get_all(name, [])) for name in once] == [1] * len(once)
    assert set(message) <= {
        *once, "In-Reply-To", "References", "X-Auto-Response-Suppress", "Content-Type", "Content-Transfer-Encoding",
        "MIME-Version", "Reply-To",
    }  # fmt: skip
    assert max(map(len, raw.split(b"\r\n"))) <= 998


if __name__ == "__main__":
    fuzz(entry, SEEDS, WORDS)
