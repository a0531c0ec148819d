"""Letters that want too much: what gm answers, what it does not do, and how much work and memory they cost it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from helpers.mails import parsed, text_of
from helpers.rows import each_row
from helpers.steps import steps
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.desk.commands.table import command_reader
from gm.desk.entries import events
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.game import Game
from gm.desk.letter.cutting import Own, cut_letter
from gm.desk.mails.words import write_mail
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.registry import ruleset
from gm.rules import Letter, Line
from gm.store.store import Store

AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
GAME = """[game]
name = "spring"
ruleset = "payola"
start = 2026-01-05T18:00:00Z
[seats]
ENGLAND = "ben@example.org"
FRANCE = "chloe@example.org"
"""
MEMORY = 200  # MB, Python and gm and the letter included


def opened() -> Office:
    office = Office(Store(":memory:"), GM, OPERATOR, lambda *_: ("", ""), believes=True)
    office.open_game(read_game_file(GAME), AT, "k" * 64, "seed")
    office.store.change("delete from outbox", [])
    return office


def sent(office: Office) -> list[tuple[str, str, str]]:
    """To, subject and text of every mail in the outbox."""
    mails = [parsed(row["raw"]) for row in office.store.rows("select raw from outbox order by id")]
    return [(str(mail["To"]), str(mail["Subject"]), text_of(mail)) for mail in mails]


def written(text: str, head: str = "From: ben@example.org\nSubject: [spring] S1901M") -> bytes:
    return f"{head}\nMessage-ID: <1@example.org>\n\n{text}".encode()


# -- limits --------------------------------------------------------------------------------------------------------


def with_picture(count: int) -> bytes:
    """A letter of so many bytes."""
    head = b'From: ben@example.org\nSubject: [spring]\nContent-Type: multipart/mixed; boundary="b"\n\n'
    return (head + b"--b\n\nVOTE DRAW\n--b\nContent-Type: image/png\n\n").ljust(count, b"x")


def offers(text: str) -> bytes:
    return written(f"VOTE DRAW\n{text}")


LIMITS: dict[str, tuple[Callable[[int], bytes], int, str]] = {
    "bytes": (with_picture, 8_000_000, "larger than 8 MB; please leave"),
    "lines of new text": (lambda n: offers("x\n" * (n - 1)), 1_000, "1,000 lines of new text; please send"),
    "characters in a line": (
        lambda n: offers(f"PRESS TO FRANCE\n{'x' * n}\nEND"), 4_000, "line 3 is longer than 4,000 characters; please",
    ),
    "characters in an order": (lambda n: offers("x" * n), 1_000, "more than 1,000 characters is not read; please"),
    "commands": (lambda n: written("VOTE DRAW\n" * n), 40, "at most 40 commands"),
    "commands of both kinds": (
        lambda n: written("VOTE DRAW\n" * 20 + "BALANCE\n" * (n - 20)), 40, "at most 40 commands",
    ),
    "questions": (lambda n: written("VOTE DRAW\n" + "STATUS\n" * (n - 1)), 40, "at most 40 commands"),
    "offers": (lambda n: offers("1 : F LON - NTH\n" * n), 200, "at most 200 offers"),
    # Two more for the units that are left out.
    "offers with repetitions": (
        lambda n: offers("100*1 : F LON - NTH\n" * 4 + f"{n - 402}*1 : F LON - NTH"), 500, "more than 500 offers",
    ),
}  # fmt: skip


def taken(raw: bytes) -> tuple[str, str]:
    """England's vote after the letter, and the one answer to it on one line."""
    office = opened()
    office.receive("k", raw, AT, AT)
    (text,) = (text for to, _, text in sent(office) if to == "ben@example.org")
    return office.game("spring").seats["ENGLAND"].vote, " ".join(text.split())


@each_row("name", LIMITS)
def test_a_letter_just_under_a_limit_is_done(name: str) -> None:
    make, limit, words = LIMITS[name]
    vote, text = taken(make(limit))
    assert vote == "DRAW" and words not in text


@each_row("name", LIMITS)
def test_a_letter_just_over_a_limit_does_nothing_and_says_why(name: str) -> None:
    make, limit, words = LIMITS[name]
    vote, text = taken(make(limit + 1))
    assert vote == "" and words in text
    assert "Nothing in it was done" in text


def test_too_many_questions_are_not_answered_one_by_one() -> None:
    _, text = taken(written("STATUS\n" * 41))
    assert "at most 40 commands" in text and "Russia" not in text


def test_a_question_asked_twice_is_answered_once() -> None:
    _, once = taken(written("HELP PRESS\nHISTORY S1901M"))
    _, often = taken(written("HELP PRESS\nHISTORY S1901M\n" * 19 + "help press"))
    assert often == once


# -- mail that is never answered -----------------------------------------------------------------------------------

NEVER = [
    "From: ben@example.org\nReturn-Path: <>",
    "From: ben@example.org\nAuto-Submitted: auto-replied",
    "From: ben@example.org\nPrecedence: bulk",
    "From: ben@example.org\nList-Help: <mailto:x@example.org>",
    "From: ben@example.org\nContent-Type: multipart/report; boundary=x",
    "From: Mail Delivery <mailer-daemon@example.org>",
    "From: gm@gm.invalid",
    "From: GM@GM.invalid",
    "From: gm+abcdefghijklmnopqrst@gm.invalid",
    "From: ben@example.org, gm@gm.invalid",
    "X-Nobody: ben@example.org",
    "From: ben@example.org\n" + "Received: from a by b\n" * 20 + "Received: from b by a",
]


@each_row("head", NEVER)
@each_row("subject", ["[spring] S1901M", "out of office"])
def test_such_mail_is_never_answered_and_does_nothing(head: str, subject: str) -> None:
    office = opened()
    handled = office.receive("k", written("VOTE DRAW", f"{head}\nSubject: {subject}"), AT, AT)
    assert handled.state in ("ignored", "held") and sent(office) == []
    assert office.game("spring").seats["ENGLAND"].vote == ""


@pytest.mark.parametrize("field", ["X-Auto-Response-Suppress: All", "X-Loop: gm@gm.invalid", "Resent-From: b@c.org"])
def test_what_people_have_on_their_letters_does_not_stop_them(field: str) -> None:
    vote, _ = taken(written("VOTE DRAW", f"From: ben@example.org\nSubject: [spring]\n{field}"))
    assert vote == "DRAW"


# -- letters that pretend ------------------------------------------------------------------------------------------

OURS = "Message from France to England:\n\nI attack you.\n\n--------\nTO ANSWER: reply with RESIGN.\nYOU OWE: nothing."


def pressed(text: str) -> str:
    """What Germany's neighbour reads when England writes to him."""
    office = opened()
    office.receive("k", written(f"PRESS TO FRANCE\n{text}\nEND"), AT, AT)
    return next(body for to, _, body in sent(office) if to == "chloe@example.org")


def test_nothing_in_press_can_pass_for_our_own_words() -> None:
    body = pressed(OURS)
    for line in OURS.split("\n"):
        assert f"| {line}".rstrip() in body.split("\n")
        assert not line or line == "--------" or line not in body.split("\n")
    # Ours: the heading and the rule below the message, once each.
    assert body.split("\n")[0] == "Message from England to France:"
    assert body.split("\n").count("--------") == 1


def test_a_long_line_of_press_is_marked_where_it_goes_on() -> None:
    body = pressed("x " * 34 + "Message from France to England:")
    inside = body.partition("\n\n")[2].partition("\n\n")[0].split("\n")
    assert len(inside) == 2 and all(line.startswith("| ") and len(line) <= 72 for line in inside)


@each_row(
    "sign",
    ["\u202e", "\u2066", "\u200b", "\u200f", "\x1b[2J", "\x07", "\x9b", "\u2028", "\ufeff", "\xad", "\x85", "\x0c"],
)
def test_press_hides_nothing_and_turns_nothing_round(sign: str) -> None:
    body = pressed(f"We are{sign} friends")
    assert body.isascii() and body.replace("\n", "").isprintable()


@each_row(
    "name",
    [
        "The GameMaster",
        "Тhе GаmеMаstеr",  # in Cyrillic letters
        "England\u202e",
        "=?utf-8?q?x=0D=0ABcc:_eve@example.org?=",
        "x\r\n Bcc: eve@example.org",
        '"x\\" <eve@example.org>, \\""',
    ],
)
def test_the_name_a_player_gives_himself_is_in_no_mail_to_another(name: str) -> None:
    office = opened()
    raw = f"From: {name} <ben@example.org>\nSubject: [spring]\nMessage-ID: <1@x>\n\nBROADCAST\nHello.\nEND"
    office.receive("k", raw.encode(), AT, AT)
    rows = [row["raw"] for row in office.store.rows("select raw from outbox where recipient != 'ben@example.org'")]
    assert len(rows) == 1
    mail = message_from_bytes(rows[0], policy=policy.default)
    assert str(mail["From"]) == "The GameMaster <gm@gm.invalid>"
    assert b"eve@" not in rows[0] and "Тh" not in str(mail) and mail["Bcc"] is None


@pytest.mark.parametrize(
    "subject",
    [
        "[spring]\r\n Bcc: eve@example.org",
        "=?utf-8?q?[spring]=0D=0ABcc:_eve@example.org?=",
        "[spring] \u202eM1091S",
        "[sprïng]",
    ],
)
def test_a_subject_puts_no_field_into_an_answer(subject: str) -> None:
    office = opened()
    for sender in ("ben@example.org", "stranger@example.org"):
        office.receive(sender, f"From: {sender}\nSubject: {subject}\n\nHELP".encode(), AT, AT)
    rows = [row["raw"] for row in office.store.rows("select raw from outbox")]
    assert len(rows) == 2
    for raw in rows:
        head = message_from_bytes(raw)
        assert head["Bcc"] is None and set(head.get_all("To", [])) <= {"ben@example.org", "stranger@example.org"}
        assert "\u202e" not in raw.decode()


# -- work and memory -----------------------------------------------------------------------------------------------


def begun() -> Game:
    office = opened()
    return office.game("spring")


BEGUN = begun()


def work(text: str) -> int:
    """How many functions are called to handle a letter and to write its mails."""
    lines = [{"number": number, "text": line} for number, line in enumerate(text.split("\n"), 1)]
    event = {"seat": "ENGLAND", "person": "", "lines": lines}

    def handle() -> None:
        turn = events.apply(BEGUN, AT, "letter", event)
        for mail in turn.mails:
            write_mail(turn.game, mail)

    return steps(handle)


LINES = [
    "4 : F LON - NTH", "4 : A XYZZY - BUR", "PRESS TO FRANCE", "PRESS TO FRNACE", "OFFERS", "| H", "4 : F LON - NTH |",
    "x,", "STATSU", "the fleet in North Sea", "ACCEPT EFGIART", "TRANSFER 9 TO FRNCE", "BUILD A LON", "% remark",
]  # fmt: skip
PIECES = ["( ", "9 ", "a-", "NTH-", "north ", "| H ", "- NTH ", "FRANCE ", ". ", "2*", "NTH/NC ", "S A PAR "]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("above", ["", "PRESS TO FRANCE\n", "PRESS TO FRNACE\n", "OFFERS\n"])
def test_twice_as_many_lines_are_at_most_twice_the_work(above: str, line: str) -> None:
    assert work(above + f"{line}\n" * 200) < 2.3 * work(above + f"{line}\n" * 100) + 3000


@each_row("piece", PIECES)
@each_row("head", ["", "4 : F LON - ", "PRESS TO ", "HELP ", "OFFERS "])
def test_a_line_twice_as_long_is_at_most_twice_the_work(head: str, piece: str) -> None:
    assert work(head + piece * 400) < 2.3 * work(head + piece * 200) + 3000


@given(st.lists(st.sampled_from([*LINES, *PIECES, "END", "\n", "SIGNOFF", "VOTE DRAW", "0 > F LON H"]), max_size=60))
@settings(max_examples=60)
def test_no_letter_of_such_lines_is_much_work(pieces: list[str]) -> None:
    text = "\n".join(pieces)
    assert work(text) < 60_000 + 400 * len(text)


@given(st.text(st.characters(exclude_categories=()), max_size=200), st.sampled_from(LINES))
@settings(max_examples=150)
def test_no_text_makes_a_reader_raise(text: str, line: str) -> None:
    lines = tuple(Line(number, one) for number, one in enumerate(f"{text}\n{line} {text}".split("\n"), 1))
    cut = cut_letter(lines, command_reader(), {"FRANCE": "FRANCE"}, Own(lambda _: False, (), ("OFFERS",)))
    rules = ruleset("payola").rules
    assert rules.read(BEGUN.state, "ENGLAND", Letter(cut.lines, cut.lines)) is not None


def test_no_letter_makes_gm_use_200_megabytes(tmp_path: Path) -> None:
    """Measured as the peak of resident memory of one process that handles all of them, one after the other.

    It runs with the setting of deploy/gm.service, without which the peak depends on how earlier mails lay in memory.
    """
    script = Path(__file__).with_name("hostile.py")
    unit = (Path(__file__).parents[2] / "deploy" / "gm.service").read_text(encoding="utf-8")
    settings = dict(re.findall(r"^Environment=(MALLOC_\w+)=(\d+)$", unit, re.MULTILINE))
    assert settings
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path / "gm.sqlite")],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
        env={**os.environ, **settings},
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) > 80
    assert [name for name, state, *_ in rows[1:] if state not in ("done", "ignored")] == []
    assert [name for name, state, told, *_ in rows if state == "done" and not told.strip()] == []
    assert max(peak for *_, peak in rows) < MEMORY
