"""Large mails are read in another process, with a budget; what is over it costs no more, and only the head is known.

What is over it in time is not refused: that may be the machine's fault.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator

import pytest
from helpers.large import QUOTED, SPENT, TAGS, end_helpers, helpers
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound import apart as module
from gm.post.inbound.apart import Apart, is_large
from gm.post.inbound.letter import Line, Mail, read_mail
from gm.post.inbound.limits import MAX_SMALL, OVER_BUDGET, UNFINISHED
from gm.post.inbound.passwords import Meaning

HEAD = b"From: Ann <ann@example.org>\nSubject: [spring]\nMessage-ID: <1@example.org>\n"
LARGE = HEAD + b"\n4 : A PAR - BUR\n" + QUOTED
PAGE = HEAD + b"Content-Type: text/html\n\n" + TAGS
BOUNCE = (
    b"Return-Path: <>\nFrom: <>\nX-Failed-Recipients: ben@example.org\nContent-Type: text/plain\n\n"
    b"This message was created automatically by mail delivery software.\n\n  ben@example.org\n    550 no such user\n\n"
)
NOTHING = Meaning()


@pytest.fixture(autouse=True)
def none_of_other_tests() -> None:
    end_helpers()


@pytest.fixture
def apart() -> Iterator[Apart]:
    made = Apart()
    yield made
    made.rest()


def test_a_large_mail_says_what_it_would_say_here(apart: Apart) -> None:
    mail = apart.read(LARGE, NOTHING)
    assert mail == read_mail(LARGE)
    assert (mail.lines, len(mail.quoted), len(helpers())) == ((Line(1, "4 : A PAR - BUR"),), 2_000, 1)


def test_a_small_mail_is_read_here(apart: Apart) -> None:
    small = LARGE[:MAX_SMALL]
    assert apart.read(small, NOTHING) == read_mail(small) and not helpers()


PICTURE = b"Content-Transfer-Encoding: base64\n\n" + (b"QUJD" * 18 + b"\n") * 2_000
PNG = b"Content-Type: image/png\n" + PICTURE


@each_row(
    ("parts", "large"),
    [
        ((b"\nA PAR H\n", PNG), False),
        ((b"\nA PAR H\n", PNG, PNG), False),
        ((b"\nA PAR H\n", *[PNG] * 7), True),
        ((b"\nA PAR H\n" + QUOTED, PNG), True),
        ((b"\nA PAR H\n", b"Content-Type: text/plain\n" + PICTURE), True),
        ((b"\nA PAR H\n", b'Content-Type: image/png; name="orders.TXT"\n' + PICTURE), True),
        ((b"\nA PAR H\n", b"Content-Type: image/png; charset=punycode\n\n" + b"\xff" * 150_000), True),
        # It would take long to see what this one consists of.
        ((b"\nA PAR H\n", b"Content-Type: image/png; x=" + b"boundary" * 30 + b"\n" + PICTURE), True),
    ],
)
def test_pictures_make_no_mail_large(parts: tuple[bytes, ...], large: bool) -> None:
    mixed = b'Content-Type: multipart/mixed; boundary="b"\n\n'
    raw = HEAD + mixed + b"".join(b"--b\n" + part + b"\n" for part in parts) + b"--b--\n"
    assert is_large(raw) == large


def test_one_process_reads_all_and_ends_when_it_may_rest(apart: Apart) -> None:
    apart.read(LARGE, NOTHING)
    first = helpers()
    apart.read(PAGE, NOTHING)
    assert helpers() == first and len(first) == 1
    apart.rest()
    assert not helpers()
    assert apart.read(LARGE, NOTHING).lines


def test_passwords_are_left_out_of_a_large_mail_too(apart: Apart) -> None:
    meaning = Meaning(is_game=lambda word: word == "Fspring")
    mail = apart.read(HEAD + b"\nSIGNON Fspring sesame\n" + QUOTED, meaning)
    assert [line.text for line in mail.lines] == ["SIGNON Fspring ***"]


def test_a_large_bounce_is_understood(apart: Apart) -> None:
    report = apart.read(BOUNCE + QUOTED, NOTHING).report
    assert report is not None and [failure.recipient for failure in report.failures] == ["ben@example.org"]


@pytest.mark.parametrize(
    ("budget", "trouble"),
    [(Apart(cpu=SPENT), UNFINISHED), (Apart(memory=1_000_000), OVER_BUDGET)],
    ids=["time", "memory"],
)
def test_of_a_mail_over_its_budget_only_the_head_is_known(budget: Apart, trouble: str) -> None:
    try:
        mail = budget.read(PAGE, NOTHING)
        assert mail == Mail(
            message_id="1@example.org", sender="ann@example.org", sender_name="Ann", subject="[spring]",
            trouble=trouble,
        )  # fmt: skip
        first = helpers()
        assert budget.read(PAGE, NOTHING).trouble == trouble
        assert helpers() == first and len(first) == 1  # only its child has ended
    finally:
        budget.rest()


def test_a_process_that_was_killed_is_replaced(apart: Apart) -> None:
    apart.read(LARGE, NOTHING)
    (killed,) = helpers()
    os.kill(killed, signal.SIGKILL)
    assert apart.read(LARGE, NOTHING) == read_mail(LARGE)
    assert len(helpers()) == 1 and helpers() != [killed]


def test_a_process_that_always_dies_leaves_a_mail_unread(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")  # planted: a process that always dies
    assert (apart.read(LARGE, NOTHING).trouble, helpers()) == (UNFINISHED, [])


def test_a_process_that_does_nothing_is_not_waited_for(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    apart.read(LARGE, NOTHING)
    (stopped,) = helpers()
    os.kill(stopped, signal.SIGSTOP)
    monkeypatch.setattr(module, "LONGEST_WAIT", 0.2)  # time: how long one is waited for
    assert (apart.read(LARGE, NOTHING).trouble, helpers()) == (UNFINISHED, [])
    monkeypatch.undo()
    assert apart.read(LARGE, NOTHING) == read_mail(LARGE)  # another one is asked


def test_the_process_knows_nothing_of_what_is_secret_here(apart: Apart, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GM_SECRET", "sesame")
    apart.read(LARGE, NOTHING)
    (pid,) = helpers()
    with open(f"/proc/{pid}/environ", "rb") as environment:
        assert b"sesame" not in environment.read()


@settings(max_examples=30)
@given(st.data())
def test_any_large_mail_says_the_same_there_and_here(data: st.DataObject) -> None:
    raw = LARGE if data.draw(st.booleans()) else PAGE[:60_000]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, 400)] * 2)))
    changed = raw[:start] + data.draw(st.binary(max_size=30)) + raw[end:]
    assert SHARED.read(changed, NOTHING) == read_mail(changed)


SHARED = Apart()


@pytest.fixture(scope="module", autouse=True)
def ended() -> Iterator[None]:
    """The process of the last test ends with the others."""
    yield
    SHARED.rest()
