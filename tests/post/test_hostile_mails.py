"""Mails made to cost much: the work grows no faster than the mail, and stops where a mail says it is too large."""

from __future__ import annotations

from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound.headers import MAX_ADDRESSES, MAX_IDS, MAX_LENGTH, MAX_SAME
from gm.post.inbound.letter import read_mail

HEAD = b"From: ann@example.org\nSubject: [spring]\n"
HTML = HEAD + b"Content-Type: text/html\n\n"
MIXED = HEAD + b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n'
FLOWED = HEAD + b"Content-Type: text/plain; format=flowed; delsp=yes\n\n"


def work(raw: bytes) -> int:
    """How many functions are called to read a mail."""
    return steps(lambda: read_mail(raw))


GROWING = [
    *(
        (HTML, piece)
        for piece in (
            b"<!--", b"<!-- -->", b"<a ", b"<b></i>", b"<a b='>", b"&#", b"&amp", b"<div>", b"<li>", b"<td>x</td>",
            b"</", b"<![CDATA[", b"<!x>", b"<?x>", b"<title>", b"<script></", b"<blockquote>", b"<br>", b"<pre>\n",
            b'<a =">="', b"<a b='>\">", b"<p class='a b'>",
            b"<p hidden><b>", b"<p><b><i>x<p>", b"<tr hidden><td>x", b"<ul><li hidden>", b"<p style='font-size:0'>x",
        )
    ),
    *((HTML + b"<p style='", piece) for piece in (b";", b":", b"!", b"a:b;", b"font-size:0;", b"opacity:0", b" ")),
    *(
        (HEAD + b"\n", piece)
        for piece in (
            b"On 20/11/2026 wrote:\n", b"On 20/11/2026 wrote:\n>\n", b"From: x\n", b"From: x\nDate: 1\nTo: y\n",
            b"x:\n", b"> ", b">\n", b"-- \n", b"_" * 30 + b"\n", b"Sent from my ", b"\xff", b"\xed\xa0\x80", b"\0",
        )
    ),
    *((FLOWED, piece) for piece in (b"a \n", b"> \n", b">>a \n>\n", b" \n")),
    *((MIXED, piece) for piece in (b"\nx\n--b\n", b"Content-Type: text/html\n\n<p>\n--b\n", b"--b\n", b"--b--\n")),
    *(
        (HEAD + field, piece)
        for field, piece in (
            (b"To: ", b"a@b, "), (b"To: ", b"<"), (b"To: ", b'"'), (b"To: ", b"("), (b"To: ", b"\\"), (b"To: ", b"a:"),
            (b"From: ", b"a@b, "), (b"From: ", b"<a@b> "), (b"From: ", b"<a@b>("), (b"From: ", b"a@b:"),
            (b"X: ", b"=?a?q?b?= "), (b"Cc: ", b"=?a?q?"), (b"References: ", b"<a@b> "), (b"Message-ID: ", b"<"),
            (b"Content-Type: text/plain", b"; a*1*=b"), (b"Content-Type: text/plain", b';a="'), (b"", b"A:\n"),
        )
    ),
    (HEAD, b"Content-Type: message/rfc822\n\n"),
]  # fmt: skip


@each_row(("head", "piece"), GROWING)
def test_twice_as_large_a_mail_is_at_most_twice_the_work(head: bytes, piece: bytes) -> None:
    count = 6_000 // len(piece)
    assert work(head + piece * 2 * count) < 2.3 * work(head + piece * count) + 3000


def nested(depth: int) -> bytes:
    return b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(depth))


@each_row(
    ("raw", "words"),
    [
        (nested(100_000), "150,000 lines"),
        (nested(900), "200 parts"),
        (nested(390), "20 deep"),
        (b"Content-Type: message/rfc822\n\n" * 70_000, "20 deep"),
        (b"Content-Type: message/rfc822\n\n" * 100_000, "150,000 lines"),
        (MIXED + b"\nx\n--b\n" * 40_000, "200 parts"),
        (b"X: y\n" * 100_000, "256 kB"),
        (b"Content-Type: message/delivery-status\n\n" + b"A: b\n\n" * 60_000, "200 parts"),
    ],
)
def test_what_is_too_much_is_not_taken_apart(raw: bytes, words: str) -> None:
    assert words in read_mail(HEAD + raw).trouble
    assert work(HEAD + raw) < 3_000_000  # a second; a head of 256 kB is the most of it


def test_a_hundred_thousand_addresses_are_read_up_to_a_hundred() -> None:
    several = b"To: " + b", ".join(b"a%d@x.org" % n for n in range(15_000)) + b"\n"
    mail = read_mail(HEAD + several + b"\nA PAR H")
    assert (mail.recipients, mail.trouble) == (tuple(f"a{n}@x.org" for n in range(MAX_ADDRESSES)), "")


def test_long_ids_names_and_references_are_cut_or_left_out() -> None:
    fields = b"Message-ID: <" + b"a" * 5_000 + b"@x>\nReferences: " + b" ".join(b"<%d@x>" % n for n in range(5_000))
    name = b"From: " + b"=?utf-8?q?=F0=9F=98=80?= " * 1_000 + b"<ann@example.org>\n"
    mail = read_mail(name + b"Subject: " + b"S" * 5_000 + b"\n" + fields + b"\n\nA PAR H")
    assert (mail.message_id, len(mail.replied), mail.replied[0]) == ("", MAX_IDS, "4999@x")
    assert (len(mail.subject), mail.sender_name, mail.sender) == (
        MAX_LENGTH,
        "\U0001f600" * MAX_LENGTH,
        "ann@example.org",
    )


@each_row("sign", ["\0", "\x07", "\x1b", "\x7f", "\x85", "\u202e", "\u2066", "\xad", "\ufeff"])
def test_an_address_with_an_invisible_sign_is_none(sign: str) -> None:
    mail = read_mail(f"From: an{sign}n@example.org\nTo: a@b.c, g{sign}m@example.net\n\nA PAR H".encode())
    # A NUL is dropped before anything is read.
    assert (mail.sender, mail.recipients) == (
        ("", ("a@b.c",)) if sign != "\0" else ("ann@example.org", ("a@b.c", "gm@example.net"))
    )


FIELDS = st.sampled_from(["From", "To", "Subject", "Message-ID", "References", "Return-Path", "Content-Type", "X"])
EVIL = st.sampled_from(
    ["=?utf-8?q?", "?=", "<", ">", '"', "\\", "(", ")", "@", ",", ":", ";", "\n ", "\r", "\0", "a@b", "\u202e"]
)  # fmt: skip


@given(st.lists(st.tuples(FIELDS, st.lists(EVIL | st.text(max_size=4), max_size=30)), max_size=8))
@settings(max_examples=150)
def test_no_head_makes_it_raise_or_work_long(fields: list[tuple[str, list[str]]]) -> None:
    head = "".join(f"{name}: {''.join(pieces)}\n" for name, pieces in fields)
    raw = head.encode("utf-8", "surrogatepass") + b"\n\nA PAR H"
    mail = read_mail(raw)
    assert mail.trouble != "unreadable"
    assert all(address.isprintable() and address == address.strip() for address in (mail.sender, *mail.recipients))
    assert work(raw) < 4_000 + 40 * len(raw)


def test_one_address_field_is_enough_whatever_their_number() -> None:
    fields = b"".join(b"To: " + b"a%d@x.org, " % n * 40 + b"\n" for n in range(400))
    mail = read_mail(HEAD + fields + b"\nA PAR H\n")
    assert len(mail.to) == MAX_SAME and mail.lines


def test_half_a_character_is_not_passed_on() -> None:
    mail = read_mail(HEAD + b"Content-Type: text/plain; charset=utf-7\n\nA PAR H +2AA-\n")
    assert mail.lines[0].text == "A PAR H +2AA-"
