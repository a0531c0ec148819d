"""Replies that real programs wrote to two mails of ours: what is read in each, and what the game does with it.

No quoted line may ever be taken for the writer's own: that is tested for all of them, however their bytes are sent.
"""

from __future__ import annotations

import hashlib
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.mails import parsed
from helpers.rows import each_row
from msgspec.structs import replace

from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.post.inbound.letter import read_mail
from gm.registry import ruleset
from gm.store.ledger import Ledger, Told
from gm.store.store import Store

HERE = Path(__file__).parent / "replies"
REPLIES: dict[str, dict[str, Any]] = tomllib.loads((HERE / "replies.toml").read_text(encoding="utf-8"))
BOTH = ["ACCEPT FGAEIRT", "4 : A PAR - BUR"]
OPENED = datetime(2026, 11, 22, 9, tzinfo=UTC)
FIRST, JUDGED = datetime(2026, 11, 22, 10, tzinfo=UTC), datetime(2026, 11, 25, 22, tzinfo=UTC)
GAME = """
[game]
name = "demo"
ruleset = "payola"
seed = "clients"
timezone = "UTC"
[deadlines]
movement = "3d"
grace = "12h"
[seats]
AUSTRIA = "austria@gm.test"
ENGLAND = "england@gm.test"
FRANCE = "france@gm.test"
GERMANY = "germany@gm.test"
ITALY = "italy@gm.test"
RUSSIA = "russia@gm.test"
TURKEY = "turkey@gm.test"
"""
HELLO = b"""From: france@gm.test
To: gm@gm.invalid
Subject: [demo] hello
Message-ID: <hello@gm.test>

SET FORMAT HTML
"""


def raw(name: str) -> bytes:
    return (HERE / f"{name}.eml").read_bytes()


def quoted_mail(name: str) -> str:
    """The text of the mail that the replies answer, in the words of then."""
    return (HERE / f"{name}.txt").read_text(encoding="utf-8")


@pytest.fixture
def in_the_words_of_then(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger tells the mails that were quoted as they were: our mails may have other words by now."""
    told = Ledger.told_with_ids

    def then(self: Ledger, *args: Any) -> list[Told]:
        mails = told(self, *args)
        return [replace(one, body=quoted_mail("judged" if "judged" in one.subject else "first")) for one in mails]

    monkeypatch.setattr(Ledger, "told_with_ids", then)  # time: mails in the words that they had when they were quoted


def office(at: datetime) -> Office:
    """The game as it was when the mails were written."""
    file = read_game_file(GAME)
    made = Office(Store(":memory:"), GM, OPERATOR, lambda *_: ("", ""), believes=True)
    made.open_game(file, OPENED, hashlib.sha256(f"{file.seed}\0{file.name}".encode()).hexdigest(), file.seed)
    made.receive("hello", HELLO, OPENED + timedelta(seconds=5), OPENED + timedelta(seconds=5))
    while made.strike_before(at):
        pass
    return made


def test_every_reply_has_its_table_and_every_table_its_reply() -> None:
    assert {path.stem for path in HERE.glob("*.eml")} == set(REPLIES)
    assert len(REPLIES) >= 36


@each_row("name", REPLIES)
def test_the_new_text_of_a_real_reply_is_read_and_nothing_else(name: str) -> None:
    mail = read_mail(raw(name))
    assert [line.text for line in mail.lines if line.text.strip()] == REPLIES[name].get("lines", BOTH)
    assert (mail.sender, mail.machine, mail.trouble) == ("france@gm.test", "", "")


@each_row("name", REPLIES)
def test_no_quoted_line_of_a_real_reply_is_taken_for_its_writers(name: str) -> None:
    ours = {line.strip() for mail in ("first", "judged") for line in quoted_mail(mail).splitlines() if line.strip()}
    sent = raw(name).replace(b"\r\n", b"\n")
    for bytes_sent in (sent, sent.replace(b"\n", b"\r\n")):
        assert {line.text.strip() for line in read_mail(bytes_sent).lines} & ours == set()


@pytest.mark.usefixtures("in_the_words_of_then")
@pytest.mark.parametrize("name", REPLIES)
def test_the_game_does_what_a_real_reply_says_and_nothing_else_is_shown(name: str) -> None:
    expected = REPLIES[name]
    at = JUDGED if expected.get("judged", False) else FIRST
    made = office(at)
    known = len(made.store.rows("select id from outbox"))
    handled = made.receive(name, raw(name), at, at)
    assert (handled.state, handled.seat) == ("done", "FRANCE")
    filed = ruleset("payola").sealed.on_file(made.game("demo").state, "FRANCE").splitlines()
    assert filed == expected.get("filed", BOTH)
    (answer,) = made.store.rows("select raw from outbox order by id")[known:]
    plain = parsed(answer["raw"]).get_body(("plain",))
    assert plain is not None
    text = " ".join(plain.get_content().split())
    assert [words for words in expected.get("says", ()) if words not in text] == []
    unread = expected.get("lines", BOTH) != BOTH
    assert ("NOT READ" in text) == unread
