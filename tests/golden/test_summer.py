"""A game whose whole life goes by mail, word for word as a person has read it: players join, one resigns and is
replaced, one is absent, one lets another write for him, the server is out for two days, and a rollback is made.

After a change of words that is meant, GM_GOLDEN=write makes the files anew; then read the difference.
"""

from __future__ import annotations

import os
import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path

import pytest

from gm.post.mbox import read_mbox
from gm.replay import replay
from gm.report.disclosure import disclose
from gm.report.verify import verify_report

SUMMER = Path(__file__).parent / "summer"
RULE = "=" * 72
READERS = {
    "france.txt": "chloe@example.org", "newcomer.txt": "ivan@example.net", "resigned.txt": "fjodor@example.org",
    "observer.txt": "owl@example.net", "monitor.txt": "mona@example.net", "sitter.txt": "sam@example.net",
    "misspelt.txt": "dirk@example.org", "absent.txt": "elena@example.org", "late.txt": "late@example.org",
    "operator.txt": "operator@gm.invalid",
}  # fmt: skip
# Of these readers only mails with such subjects are kept: the others are like those of France.
PARTS = {"misspelt.txt": "START|let me in", "absent.txt": "absence|deadline|away"}
LONG = re.compile(r"(?s)(FULL DISCLOSURE of game|======== ).*")  # the report, and HISTORY: they have tests of their own


@cache
def played() -> tuple[bytes, tuple[str, str]]:
    """OUT.mbox, and the report as text and HTML."""
    faults: list[str] = []
    game, mails, acts = (SUMMER / name for name in ("game.toml", "in.mbox", "acts.jsonl"))
    found = replay(game.read_text(), mails.read_bytes(), acts.read_text(), None, disclose, faults.append)
    assert faults == []
    return found


def mails(to: str) -> list[tuple[str, str, str]]:
    """Time, subject and text of every mail to a reader."""
    found = []
    for posted in read_mbox(played()[0]):
        mail = message_from_bytes(posted.raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        if mail["To"] == to and body is not None:
            found.append((f"{posted.at:%Y-%m-%d %H:%M:%S}", str(mail["Subject"]), body.get_content()))
    return found


def only(to: str, subject: str) -> str:
    """The text of the one mail to a reader with these words in its subject."""
    found = [text for _, about, text in mails(to) if subject in about]
    assert len(found) == 1, found
    return " ".join(found[0].split())


@pytest.mark.parametrize("name", READERS)
def test_these_mails_read_as_they_were_read_by_a_person(name: str) -> None:
    told = [m for m in mails(READERS[name]) if re.search(PARTS.get(name, ""), m[1])]
    text = "".join(
        f"{RULE}\n{at}\nSubject: {about}\n\n{LONG.sub('...', body).rstrip()}\n\n" for at, about, body in told
    )
    assert text, "no such mail"
    if os.environ.get("GM_GOLDEN") == "write":
        (SUMMER / name).write_text(text, encoding="utf-8")
    assert text == (SUMMER / name).read_text(encoding="utf-8")


def test_no_line_of_a_mail_is_wider_than_72_columns() -> None:
    for posted in read_mbox(played()[0]):
        mail = message_from_bytes(posted.raw, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        body = mail.get_body(("plain",))
        assert body is not None
        assert [line for line in body.get_content().split("\n") if len(line) > 72] == [], mail["Subject"]


def test_the_first_draw_gives_france_to_the_smaller_number_of_the_two_who_wished_for_it() -> None:
    begins = only("chloe@example.org", "the game begins")
    draws = dict(re.findall(r"number (\d): (\w+)", begins))
    order = re.findall(r"([0-9a-f]{16}) number (\d)", begins)
    numbers = [number for _, number in sorted(order)]
    assert [number for _, number in order] == numbers
    assert numbers.index("3") < numbers.index("1") and draws["3"] == "France"  # 1 and 3 wished for it first
    assert draws["1"] != "England" and "Kept before the draw: England" in begins


def test_the_two_days_without_a_server_are_given_back() -> None:
    # Fall opened on Tue 6 Jan 08:30 and was due three days later; from Wed 20:00 to Fri 20:00 nobody was there.
    assert "Fall 1901, due Fri 9 Jan 08:30 UTC" in only("ben@example.org", "F1901M: Spring 1901 judged")
    moved = [text for at, about, text in mails("ben@example.org") if at.startswith("2026-01-09 20:00:00")]
    assert "is now Sun 11 Jan 08:30 UTC" in " ".join(moved[0].split())


def test_what_came_while_the_server_was_out_counts() -> None:
    judged = [text for _, about, text in mails("anna@example.org") if "W1901A: Fall 1901 judged" in about]
    assert "A BUD - SER" in judged[0] and "bribed" not in judged[0].split("ALL ORDERS")[1]


def test_an_absence_moves_the_deadline_behind_its_last_day() -> None:
    # Spring was due on Sun 4 Jan 15:05; Turkey is away from the 3rd to the 5th.
    moved = [text for at, _, text in mails("gul@example.org") if at.startswith("2026-01-02 13:00:00")]
    assert "is now Tue 6 Jan 15:05 UTC" in " ".join(moved[0].split())
    assert "Turkey" not in moved[0].split("YOU")[0]


def test_the_newcomer_gets_what_the_seat_was_told_before_he_came() -> None:
    told = [text for _, about, text in mails("ivan@example.net") if "what was told before you came" in about]
    assert len(told) == 1
    first = next(text for _, about, text in mails("fjodor@example.org") if "the game begins" in about)
    assert first.strip() in told[0]


def test_after_a_rollback_the_phase_is_judged_anew_with_what_was_changed() -> None:
    judged = [text for _, about, text in mails("chloe@example.org") if "W1901A: Fall 1901 judged" in about]
    assert len(judged) == 2
    assert "F MAO - SPA/SC" in judged[0] and "F MAO - POR" in judged[1] and "F MAO - SPA" not in judged[1]
    assert all("balance before                                    41" in text for text in judged)


def test_the_report_opens_every_seal_that_france_was_told() -> None:
    own = b"".join(
        b"From x Mon Jan  5 18:00:00 2026\n" + p.raw + b"\n\n"
        for p in read_mbox(played()[0])
        if b"\nTo: chloe@example.org\n" in p.raw.replace(b"\r\n", b"\n")
    )
    verdict = verify_report(played()[1][1], own)
    assert verdict.ok, verdict.faults


def test_the_last_words_and_the_open_diary_are_in_the_second_report() -> None:
    ends = [text for _, about, text in mails("anna@example.org") if "END" in about]
    assert len(ends) == 2
    assert "LAST WORDS" not in ends[0] and "Germany seems honest" in ends[0]
    assert "I was honest to the end." in ends[1] and "He was." in ends[1] and "Too late" not in ends[1]


def test_the_same_letters_make_the_same_bytes() -> None:
    game, letters, acts = (SUMMER / name for name in ("game.toml", "in.mbox", "acts.jsonl"))
    again = replay(game.read_text(), letters.read_bytes(), acts.read_text(), None, disclose)
    assert again == played()
