"""Twenty games of all rulesets in one database, and letters of their players of which a third have faults.

No letter moves a game on: sheets are sent again and again for a phase that waits for its deadline, and where letters
act as they come, their players only ask. So each letter has one answer, as from the floor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random

import msgspec

from benchmarks.letters import DOMAIN, new_office, reply, sheet
from gm.bots.reading import read
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.registry import ruleset
from gm.store.server import Server
from gm.store.store import Store

GAMES = {  # how many of each
    "payola": 5, "diplomacy": 4, "ground-war": 3, "air-war": 2, "negotiation": 2, "hex-negotiation": 2,
    "so-long-sucker": 2,
}  # fmt: skip
SEALED = ("payola", "diplomacy", "ground-war", "air-war")  # of these, letters are sheets
WRONG = {
    "payola": ("7 : A XXX - YYY", "5 ; F LON - NTH", "99999 : F LON H"), "diplomacy": ("A XXX - YYY", "F LON -", "A A"),
    "ground-war": ("MOVE ZZ99 TO 1", "MOVE A1 TO", "FIRE ON"), "air-war": ("MOVE ZZ99 TO 1", "MOVE A1 TO", "FIRE ON"),
}  # fmt: skip
ALWAYS = ("SHOW", "STATUS", "HELP RULES", "SETTINGS")  # what costs the same at any time
ASKED = (*ALWAYS, "HISTORY")
ODD = ("SHOWW ME", "STATSU", "SET FORMAT PDF", "VOTE PERHAPS", "PROPOSE NOTHING TO NOBODY")
GAME = """[game]
name = "{name}"
ruleset = "{ruleset}"
{clock}
[seats]
"""


class Seated(msgspec.Struct, frozen=True):
    """A seat, its player's address, and the mail that they answer."""

    ruleset: str
    seat: str
    address: str
    mail: EmailMessage
    example: tuple[str, ...]


def begin_mix(database: Path | str | Server, games: Mapping[str, int] = GAMES) -> Office:
    """An office on a new database in which *games* have begun; the start mails are marked as sent."""
    office = new_office(database)
    at = datetime.now(UTC).replace(microsecond=0)
    for kind, count in games.items():
        card = ruleset(kind).card
        seats = ruleset(kind).rules.seats(card.options())
        waits = [f'{one.name} = "14d"' for one in card.kinds if not one.live]
        clock = "\n".join(["[clock]", "early = false", "[deadlines]", *waits]) if kind in SEALED else ""
        for number in range(count):
            name = f"{kind}-{number}"
            given = "".join(f'{seat} = "{_address(name, seat)}"\n' for seat in seats)
            office.open_game(read_game_file(GAME.format(name=name, ruleset=kind, clock=clock) + given), at)
    with office.store.transaction():
        office.store.change("update outbox set state = 'sent'")
    return office


def _address(game: str, seat: str) -> str:
    return f"{game}.{seat.lower()}@{DOMAIN}"


def mixed_letters(store: Store, count: int, seed: int = 2, history: bool = True) -> list[bytes]:
    """*count* different letters to the games in *store*, from players drawn by *seed*; *history*: some ask for it."""
    chance, begun = Random(seed), datetime.now(UTC).replace(microsecond=0)
    places = _seated(store)
    found = []
    for number in range(count):
        place = chance.choice(places)
        lines = [*_said(chance, place, ASKED if history else ALWAYS), f"% {number}"]
        found.append(reply(number, place.seat.title(), place.address, place.mail, lines, begun))
    return found


def _said(chance: Random, place: Seated, asked: Sequence[str]) -> Sequence[str]:
    wrong = chance.random() < 1 / 3
    if place.ruleset not in SEALED:
        return [chance.choice(ODD if wrong else asked)]
    lines = sheet(chance, place.seat) if place.ruleset == "payola" else list(place.example)
    return [*lines, chance.choice(WRONG[place.ruleset])] if wrong else lines


def _seated(store: Store) -> list[Seated]:
    """The seats that have something to answer: those of live games, and those that owe a sheet."""
    rows = store.rows("select game, reader, recipient, raw from outbox where reader != recipient order by id")
    found: dict[tuple[str, str], Seated] = {}
    for row in rows:
        mail, shown = message_from_bytes(row["raw"], policy=policy.default), read(row["raw"])
        kind = str(row["game"]).rpartition("-")[0]
        if kind in GAMES and isinstance(mail, EmailMessage) and (shown.owes or kind not in SEALED):
            found.setdefault((row["game"], row["reader"]), Seated(
                kind, row["reader"], row["recipient"], mail, shown.example
            ))  # fmt: skip
    return list(found.values())
