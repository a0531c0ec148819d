"""The entry that begins a game, made of its file."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import UNSET

from gm.desk.entries.events import Opening, person_hash
from gm.desk.file.gamefile import GameFile
from gm.desk.game.houserules import HouseRules
from gm.desk.game.terms import USUAL, terms_of
from gm.registry import ruleset
from gm.rules import Seat


def opening_of(file: GameFile, key: str = "", seed: str = "") -> Opening:
    """The first entry; key and seed are random unless given, here or in the file."""
    key = key or secrets.token_hex(32)
    zones: dict[Seat, str | None] = dict.fromkeys(ruleset(file.ruleset).rules.seats(file.options))
    zones |= {seat: player.timezone for seat, player in file.seats.items()}
    return Opening(
        name=file.name,
        ruleset=file.ruleset,
        options=msgspec.to_builtins(file.options),
        seed=file.seed or seed or secrets.token_hex(16),
        key=key,
        seats=zones,
        people={seat: person_hash(key, player.address) for seat, player in file.seats.items()},
        joining=file.joining,
        bots=file.bots or UNSET,
        **terms_of(file),
    )


def housed(opening: Opening, complaints: str) -> Opening:
    """The entry with where to complain about the GameMaster; as it is if that is ""."""
    if not complaints:
        return opening
    return msgspec.structs.replace(opening, house=HouseRules(opening.house.lines, complaints))


def entry_of(opening: Opening) -> dict[str, Any]:
    """The entry as the journal has it."""
    usual = {name for name, value in USUAL.items() if getattr(opening, name) == value}
    return {name: value for name, value in msgspec.to_builtins(opening).items() if name not in usual}
