"""The entry that begins a game, made of its file."""

from __future__ import annotations

import secrets

import msgspec
from msgspec import UNSET

from gm.desk.entries.events import Opening, person_hash
from gm.desk.file.gamefile import GameFile
from gm.desk.game.houserules import HouseRules
from gm.desk.game.wanted import Wanted
from gm.registry import ruleset
from gm.rules import Seat


def opening_of(file: GameFile, key: str = "", seed: str = "") -> Opening:
    """The data of the first entry; key and seed are random unless given, here or in the file."""
    key = key or secrets.token_hex(32)
    zones: dict[Seat, str | None] = dict.fromkeys(ruleset(file.ruleset).rules.seats(file.options))
    zones |= {seat: player.timezone for seat, player in file.seats.items()}
    return Opening(
        name=file.name,
        ruleset=file.ruleset,
        options=msgspec.to_builtins(file.options),
        seed=file.seed or seed or secrets.token_hex(16),
        key=key,
        timezone=file.timezone,
        deadlines=file.deadlines,
        seats=zones,
        identity=file.identity,
        calendar=file.calendar,
        people={seat: person_hash(key, player.address) for seat, player in file.seats.items()},
        joining=file.joining,
        listed=file.listed,
        press=file.press,
        reminders=file.reminders,
        pace=file.pace,
        budget=file.budget,
        showing=UNSET if file.showing.pages == "none" else file.showing,
        house=HouseRules(file.house) if file.house else UNSET,
        names_after=UNSET if file.names_after == "end" else file.names_after,
        proposals=UNSET if file.proposals == "none" else file.proposals,
        bots=file.bots or UNSET,
        autopilot=UNSET if file.autopilot == "hold" else file.autopilot,
        rated=UNSET if file.rated else False,
        wanted=UNSET if file.wanted == Wanted() else file.wanted,
    )


def housed(opening: Opening, complaints: str) -> Opening:
    """The entry with where to complain about the GameMaster; as it is if that is ""."""
    if not complaints:
        return opening
    return msgspec.structs.replace(opening, house=HouseRules((opening.house or HouseRules()).lines, complaints))
