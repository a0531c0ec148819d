"""A game of four years as a file of mails, and the mails that come of it, word for word as a person has read them.

After a change of words that is meant, GM_GOLDEN=write makes the files anew; then read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest

from gm.post.mbox import read_mbox
from gm.replay import replay
from gm.report.disclosure import disclose
from gm.report.verify import verify_report

SPRING = Path(__file__).parent / "spring"
RULE = "=" * 72
# The first mail to each reader whose subject has these words: one of each kind of answer.
KINDS = {
    "refused.txt": ("ben@example.org", "nothing has changed"),
    "trial.txt": ("dirk@example.org", "a trial"),
    "press.txt": ("ben@example.org", "press from"),
    "press-reply.txt": ("ben@example.org", "your press is sent"),
    "press-unclear.txt": ("ben@example.org", "nothing was sent"),
    "stranger.txt": ("wanderer@example.net", "a question"),
    "taken.txt": ("wanderer@example.net", "it is taken"),
    "grace.txt": ("gul@example.org", "grace has begun"),
    "reminder.txt": ("fjodor@example.org", "a reminder"),
    "history.txt": ("fjodor@example.org", "what you were told"),
    "resign.txt": ("anna@example.org", "do you resign"),
    "statement.txt": ("elena@example.org", "your account"),
}


@cache
def played() -> tuple[bytes, str]:
    """OUT.mbox and the HTML report of the game."""
    out, report = replay((SPRING / "game.toml").read_text(), (SPRING / "in.mbox").read_bytes(), "", None, disclose)
    return out, report[1]


def mails(to: str) -> Iterator[tuple[str, str, str]]:
    """Time, subject and text of every mail to a reader."""
    for posted in read_mbox(played()[0]):
        mail = message_from_bytes(posted.raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        if mail["To"] == to and body is not None:
            yield f"{posted.at:%Y-%m-%d %H:%M:%S}", mail["Subject"], body.get_content()


def as_text(found: list[tuple[str, str, str]]) -> str:
    return "".join(f"{RULE}\n{at}\nSubject: {subject}\n\n{text.rstrip()}\n\n" for at, subject, text in found)


def check(name: str, text: str) -> None:
    assert text, "no such mail"
    path = SPRING / name
    if os.environ.get("GM_GOLDEN") == "write":
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_france_reads_these_mails_until_the_game_is_over() -> None:
    check("france.txt", as_text([mail for mail in mails("chloe@example.org") if "game is over" not in mail[1]]))


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_answer_reads_as_it_was_read_by_a_person(name: str) -> None:
    to, words = KINDS[name]
    check(name, as_text([mail for mail in mails(to) if words in mail[1]][:1]))


def test_no_line_of_a_mail_is_wider_than_72_columns() -> None:
    for to in ("anna", "ben", "chloe", "dirk", "elena", "fjodor", "gul"):
        for at, subject, text in mails(f"{to}@example.org"):
            wide = [line for line in text.split("\n") if len(line) > 72]
            assert not wide, (at, subject, wide[:3])


def test_the_game_lasts_four_years_and_ends_with_everybody_told() -> None:
    for to in ("anna", "ben", "chloe", "dirk", "elena", "fjodor", "gul"):
        last = list(mails(f"{to}@example.org"))[-1]
        assert last[1] == "[spring] END: the game is over"
        assert "Winter 1904" in last[2]


def test_every_mail_has_one_reader_and_says_that_a_machine_wrote_it() -> None:
    for posted in read_mbox(played()[0]):
        mail = message_from_bytes(posted.raw, policy=policy.default)
        assert str(mail["To"]).count("@") == 1 and mail["Cc"] is None and mail["Bcc"] is None
        assert mail["Auto-Submitted"] in ("auto-replied", "auto-generated")


def test_the_report_opens_every_seal() -> None:
    out, html = played()
    to_france = b"".join(
        b"From x Mon Jan  5 18:00:00 2026\n" + p.raw + b"\n\n"
        for p in read_mbox(out)
        if b"\nTo: chloe@example.org\n" in p.raw.replace(b"\r\n", b"\n")
    )
    verdict = verify_report(html, to_france)
    assert verdict.ok, verdict.faults
    assert verdict.seals >= 7 * 9


def test_the_same_letters_make_the_same_bytes() -> None:
    again, _ = replay((SPRING / "game.toml").read_text(), (SPRING / "in.mbox").read_bytes(), "", None, disclose)
    assert again == played()[0]
