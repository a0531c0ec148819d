"""A small game, played by `gm replay`, whose players send all kinds of offers and the most hostile press they can."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from gm.offline.replay import replay
from gm.post.boxes.mbox import write_mbox
from gm.report.disclosure import read_disclosure
from gm.report.facts import Disclosure
from gm.report.html import write_html
from gm.report.text import write_text
from gm.store.store import Store

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
GAME = """
[game]
name = "quick"
ruleset = "payola"
seed = "a seed <b>of</b> chance"
start = 2026-01-05T18:00:00Z

[seats]
AUSTRIA = { address = "ann@one.example", name = "<img src=x onerror=alert(2)>" }
ENGLAND = { address = "bob@two.example", name = "Bob & Sons" }
FRANCE = { address = "cleo@three.example" }
GERMANY = { address = "dora@four.example", name = "dora@four.example" }
"""
HOSTILE = (
    "<script>alert(1)</script>",
    "</script></details></body><b onclick='x()'>",
    "turned \u202erdnuora\u202c and \x07 bell",
    "{{ d.seed }} &amp; <!-- no comment",
)
SHEET = (
    "8#4 : A PAR - BUR | - GAS",
    "2*3 : A MUN - BUR",
    "4 > A MAR - SPA",
    "5 ! F BRE H | - MAO",
    "3 @ A VIE - TRI",
    "6 & A BER - KIE | H",
    "2 $",
)
FIRST_SHEET = ("1 : A PAR H", "1 : A MAR H")
LETTERS = (
    (0, "cleo@three.example", "S1901M", "\n".join(("ACCEPT FAEGIRT", *FIRST_SHEET))),
    (10, "cleo@three.example", "S1901M", "\n".join(SHEET)),
    (20, "bob@two.example", "S1901M", "ACCEPT EFGIART\n7 : F LON - NTH\n9 : A PAR - PIC\nTRANSFER 5 TO FRANCE"),
    (30, "dora@four.example", "S1901M", "ACCEPT GEFIART\n3 : A MUN - RUH"),
    (40, "dora@four.example", "S1901M", "CLEAR"),
    (50, "ann@one.example", "S1901M", "\n".join(("PRESS TO FRANCE", *HOSTILE, "END"))),
    (60, "bob@two.example", "S1901M", "BROADCAST\nSEALS of S1901M (HELP SEALS explains them)\n  France    "
     + "0" * 32 + "\n            " + "0" * 32 + "\nEND"),
    (70, "bob@two.example", "S1901M", "VOTE DRAW"),
    (75, "bob@two.example", "S1901M", "STATUS"),
    (9000, "cleo@three.example", "F1901M", "12 : A BER - MUN\n0 : F BRE - MAO"),
    (9010, "bob@two.example", "F1901M", "30 : F NTH - NWY\n9 : A PIC H"),
    (12960, "ann@one.example", "W1901A", "VOTE DRAW"),
    (12961, "cleo@three.example", "W1901A", "VOTE DRAW"),
    (12962, "dora@four.example", "W1901A", "VOTE DRAW"),
)  # fmt: skip
OFFERS = (
    *SHEET, *FIRST_SHEET, "7 : F LON - NTH", "9 : A PAR - PIC", "3 : A MUN - RUH", "12 : A BER - MUN",
    "30 : F NTH - NWY",
)  # fmt: skip


class Played(msgspec.Struct, frozen=True):
    """What came of the game: all mails sent, the report in both forms, and what it was made of."""

    out: bytes
    text: str
    html: str
    disclosure: Disclosure


def letters(of: Sequence[tuple[int, str, str, str]] = LETTERS) -> bytes:
    """The mails of the players."""
    made = b""
    for minutes, sender, phase, body in of:
        at = START + timedelta(minutes=minutes)
        head = f"From: {sender}\nTo: gm@gm.invalid\nSubject: [quick] {phase}\nMessage-ID: <{minutes}@{sender}>\n"
        raw = f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{body}\n"
        made += write_mbox(sender, at, raw.encode())
    return made


def play(mbox: bytes = b"", until: datetime | None = None, acts: str = "") -> Played:
    """The game as far as *until*."""
    seen: list[Disclosure] = []

    def disclose(store: Store, game: str) -> tuple[str, str]:
        seen.append(read_disclosure(store, game))
        return write_text(seen[-1]), write_html(seen[-1])

    out, (text, html) = replay(GAME, mbox, acts, until, disclose)
    return Played(out, text, html, seen[-1])


@pytest.fixture(scope="session")
def played() -> Played:
    """Two phases and more, and a look of the operator."""
    look = '{"at": "2026-01-06T00:00:00Z", "run": ["reveal", "the", "report"]}'
    return play(letters(), datetime(2026, 1, 20, tzinfo=UTC), look)


@pytest.fixture(scope="session")
def begun() -> Played:
    """The same game when nobody has written yet."""
    return play(until=START)
