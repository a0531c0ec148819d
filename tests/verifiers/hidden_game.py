"""A game with all that hides: players with words of their own, a beacon, and commitments that are opened or not."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from helpers.mails import posted

from gm.desk.game.commitment import commitment_to

START = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
BEGUN = START + timedelta(hours=3)
SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
KEPT = ("FRANCE", "GERMANY")  # they know from the start who they are
SALT = "0123456789abcdef0123456789abcdef"
SHEET = ("4 : A PAR - BUR", "5 $")
GAME = """[game]
name = "hidden"
ruleset = "payola"
seed = "s"
start = 2026-01-05T18:00:00Z
beacon = "drand quicknet round 21000000"
[clock]
commit = true
[deadlines]
movement = "3d"
grace = "12h"
[joining]
[seats]
FRANCE = "france@players.example"
GERMANY = "germany@players.example"
"""
ACTS = (
    (START + timedelta(hours=2), "beacon", "6f1d3a0c77"),
    (BEGUN + timedelta(days=7), "draw", *SEATS),
)


def address(seat: str) -> str:
    return f"{seat.lower()}@players.example"


def letters() -> bytes:
    """All letters of the game."""
    sent = []
    for number, seat in enumerate(seat for seat in SEATS if seat not in KEPT):
        at = START + timedelta(minutes=number + 1)
        sent += [(at, seat, f"JOIN hidden PREFER ITALY, {seat} NONCE word {number}"), (at, seat, "CONFIRM")]
    for seat in KEPT:
        made = commitment_to("hidden", "S1901M", seat, SALT, SHEET)
        sent.append((BEGUN + timedelta(hours=5), seat, f"COMMIT {made}"))
    sent.append((BEGUN + timedelta(days=3, hours=2), "FRANCE", "\n".join((f"OPEN {SALT}", *SHEET, "END"))))
    return b"".join(
        posted(at, address(seat), "[hidden]", text, f"{number}@x") for number, (at, seat, text) in enumerate(sent)
    )


def acts() -> str:
    """What the operator does, as a file of acts."""
    return "".join(json.dumps({"at": at.isoformat(), "run": run}) + "\n" for at, *run in ACTS)
