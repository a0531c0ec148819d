"""Mails in this folder, byte for byte as people's programs send them: what gm reads in each, and what a game does.

`expected.toml` says what a person reads in each. All are letters from France that answer mails of the game below.
"""

from __future__ import annotations

import hashlib
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from helpers.mails import parsed
from helpers.rows import each_row

from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.post.inbound.letter import read_mail
from gm.registry import ruleset
from gm.store.store import Store

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, Any]] = tomllib.loads((HERE / "expected.toml").read_text(encoding="utf-8"))
OPENED = datetime(2026, 1, 5, 18, tzinfo=UTC)
ASKED = datetime(2026, 1, 5, 18, 10, tzinfo=UTC)  # the letter whose answer most of the mails quote
SENT = datetime(2026, 1, 5, 20, 15, tzinfo=UTC)
GAME = """
[game]
name = "spring"
ruleset = "payola"
seed = "mail as people send it"
timezone = "Europe/Paris"
[seats]
AUSTRIA = "anna@example.org"
ENGLAND = "ben@example.org"
FRANCE = "chloe@example.org"
GERMANY = "dirk@example.org"
ITALY = "elena@example.org"
RUSSIA = "fjodor@example.org"
TURKEY = "gul@example.org"
"""
FIRST = b"""From: chloe@example.org
Subject: Re: [spring] S1901M: the game begins
Message-ID: <first@example.org>

NOWAIT
"""


def raw(name: str) -> bytes:
    return (HERE / f"{name}.eml").read_bytes()


def office() -> Office:
    """A game in its first spring, with one letter answered."""
    file = read_game_file(GAME)
    made = Office(Store(":memory:"), GM, OPERATOR, lambda *_: ("", ""), believes=True)
    made.open_game(file, OPENED, hashlib.sha256(f"{file.seed}\0{file.name}".encode()).hexdigest(), file.seed)
    made.receive("first", FIRST, ASKED, ASKED)
    return made


def sent(made: Office, known: int) -> dict[str, tuple[str, str]]:
    """Subject and text of the mails that came after the first *known*, by their reader."""
    found = {}
    for row in made.store.rows("select raw from outbox order by id")[known:]:
        mail = parsed(row["raw"])
        found[str(mail["To"])] = (str(mail["Subject"]), " ".join(mail.get_content().split()))
    return found


def test_every_mail_here_has_its_table_and_every_table_its_mail() -> None:
    assert {path.stem for path in HERE.glob("*.eml")} == set(EXPECTED)
    assert len(EXPECTED) > 90


@each_row("name", EXPECTED)
def test_a_person_and_the_program_read_the_same_new_text(name: str) -> None:
    mail = read_mail(raw(name))
    assert [line.text for line in mail.lines if line.text.strip()] == EXPECTED[name]["lines"]
    assert mail.sender == "chloe@example.org"
    assert (mail.machine, mail.report) == (EXPECTED[name].get("ignored", ""), None)


@each_row("name", EXPECTED)
def test_the_game_does_what_the_mail_says_and_no_more(name: str) -> None:
    expected, made = EXPECTED[name], office()
    known = len(made.store.rows("select id from outbox"))
    handled = made.receive(name, raw(name), SENT, SENT)
    game, mails = made.game("spring"), sent(made, known)
    assert ruleset("payola").sealed.on_file(game.state, "FRANCE").splitlines() == (expected["filed"] or ["(nothing)"])
    assert game.seats["FRANCE"].wait == expected.get("wait", False)
    if "ignored" in expected:
        assert (handled.state, handled.reason, mails) == ("ignored", expected["ignored"], {})
        return
    assert (handled.state, handled.seat) == ("done", "FRANCE")
    subject, text = mails.pop("chloe@example.org")
    assert expected["answer"] in subject
    assert [words for words in expected.get("says", ()) if words not in text] == []
    seats = {row["address"]: row["seat"] for row in made.store.rows("select seat, address from players")}
    told = {seats[reader]: text for reader, (_, text) in mails.items()}
    assert set(told) == set(expected.get("told", {}))
    assert [seat for seat, words in expected.get("told", {}).items() if words not in told[seat]] == []
