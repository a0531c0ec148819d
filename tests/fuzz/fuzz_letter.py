"""Any text as a player's letter in a game: they get one answer, clean and bounded, and a refusal changes nothing."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from functools import cache

import msgspec
from fuzzing import fuzz
from msgspec.structs import replace

from gm.desk.entries import events
from gm.desk.game.game import Game
from gm.desk.mails.words import write_mail
from gm.post.inbound.letter import read_mail
from gm.registry import ruleset
from gm.rules.provinces.board import Unit
from gm.rules.provinces.movement import Dislodged

AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
DAY = 86_400
PHASES = ("S1901M", "S1901R", "W1901A")
MOST = 300_000  # characters of one answer: what was written, given back once with its faults
SEEDS = [
    b"\0OFFERS S1901M\n2*8#4 : F LON - NTH\n1 > A PAR - BUR | S A MAR - BUR\n25 $\nEND\nACCEPT EFGIART",
    b"\0PRESS TO GERMANY, ITALY\nShall we talk?\nEND\nTRANSFER 3 TO FRANCE\nVOTE DRAW\nWAIT\nSTATUS",
    b"\0VOTE CONCEDE TO FRANCE\nBROADCAST\nPeace!\nSIGNOFF\nx",
    b"\0TRY\n4 : F LON - ENG % a remark\n| H\n0 ! A LVP H\n3 @ F EDI - NTH\n3 & A BUR -\nPIC",
    b"\x014 : A PAR - BUR\nF LON - PIC\nLON D\nA YOR R EDI\nBUILD A LON",
    b"\x02BUILD F LON\nBUILD A LVP\nREMOVE F NTH\nWAIVE\nHISTORY S1901M\nSHOW",
    b"\x03JOIN TURKEY\nCONFIRM\nHELP OFFERS",
    b"\0RESIGN\nCONFIRM\nNOVOTE\nNOWAIT\nBALANCE\nCLEAR\nSET WAIT\nPING",
]
WORDS = [
    "OFFERS ", "END\n", "PRESS TO ", "BROADCAST\n", "ACCEPT ", "TRANSFER ", "VOTE ", "CONCEDE TO ", "HELP ", "HISTORY ",
    "CONFIRM\n", "JOIN ", "FRANCE", "A PAR", "F STP/NC", "North Sea", "St. Petersburg", " - ", " S ", " C ", "VIA",
    " H", "|", "2*8#4", " : ", " > ", " ! ", " @ ", " & ", " $", "%", "S1901M", "BUILD ", "REMOVE ", "WAIVE", " R ",
    " D", "\u202e", "\u2192", "\u0663", "\u0130", "\n| ",
]  # fmt: skip


@cache
def games() -> tuple[Game, ...]:
    """A game in each kind of phase; ENGLAND writes."""
    rules = ruleset("payola").rules
    options = rules.card.options()
    seats = {seat: "UTC" if seat != "TURKEY" else None for seat in rules.seats(options)}
    lengths = {"movement": DAY, "retreat": DAY, "adjustment": DAY, "grace": DAY}
    opening = events.Opening(
        "spring", "payola", msgspec.to_builtins(options), "s", "k" * 64, seats, timezone="UTC", deadlines=lengths
    )
    game = events.apply(None, AT, "open", msgspec.to_builtins(opening)).game
    state = game.state
    units = {p: u for p, u in state.units.items() if p not in ("LON", "EDI")} | {"NTH": Unit("ENGLAND", "F", "NTH")}
    lost = {"LON": Dislodged(Unit("ENGLAND", "F", "LON"), "WAL", ("ENG", "YOR"))}
    centres = {**state.centres, "ENGLAND": (*state.centres["ENGLAND"], "NWY")}
    states = (
        state,
        replace(state, kind="R", units=units, dislodged=lost),
        replace(state, season="W", kind="A", units=units, centres=centres),
    )
    clock = game.clock
    assert clock is not None
    return tuple(replace(game, state=one, clock=replace(clock, phase=one.code)) for one in states)


def entry(data: bytes) -> None:
    """One letter: the first byte says of what kind, the rest is its text."""
    if not data:
        return
    kind = data[0] % 8
    mail = read_mail(b"From: ben@example.org\nSubject: [spring]\n\n" + data[1:])
    game = games()[kind % 3]
    event = {
        "seat": "" if kind == 3 else "ENGLAND",
        "person": "p" * 32 if kind == 3 else "",
        "lines": [msgspec.to_builtins(line) for line in mail.lines],
        "quoted": [msgspec.to_builtins(line) for line in mail.quoted],
        "press_from": "FRANCE" if kind == 7 else "",
        "trouble": mail.trouble,
    }
    turn = events.apply(game, AT, "letter", event)
    answers = [one for one in turn.mails if one.kind in ("answer", "again") and one.reader in ("ENGLAND", "p" * 32)]
    assert len(answers) == 1
    if any(name == "refused" for name, _ in answers[0].notices):
        assert turn.game.state == game.state and len(turn.mails) == 1
    for one in turn.mails:
        _check(write_mail(turn.game, one).text)
    again = events.apply(game, AT, "letter", event)
    assert (again.game, again.mails) == (turn.game, turn.mails)


def _check(text: str) -> None:
    assert len(text) < MOST
    assert not [sign for sign in set(text) - {"\n"} if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")]


if __name__ == "__main__":
    fuzz(entry, SEEDS, WORDS)
