"""A player's diary, and his last words about a game: kept sealed, and in the report only if he says so."""

from __future__ import annotations

from gm.desk.conversation import Commands

DIARY: Commands = {}
