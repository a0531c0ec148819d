"""The record that a game wants of newcomers, and what one of them has to show. Pure."""

from __future__ import annotations

import msgspec


class Wanted(msgspec.Struct, frozen=True, omit_defaults=True):
    """games: how many games newcomers must have played to their end, at least; on_time: at least so many percent of
    what they ever owed was there by the deadline. 0: that is not asked.
    """

    games: int = 0
    on_time: int = 0


class Shown(msgspec.Struct, frozen=True):
    """What a newcomer has to show. games: played to their end; filed: how often they were in time; owed: of how many.
    """

    games: int
    filed: int
    owed: int


def suffices(shown: Shown, wanted: Wanted) -> bool:
    """Whether a record is enough for a game. Who never owed anything has not been late."""
    return shown.games >= wanted.games and 100 * shown.filed >= wanted.on_time * shown.owed
