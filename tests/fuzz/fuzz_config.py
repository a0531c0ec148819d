"""Any text as game.toml: a game, or a fault that the operator can read; nothing else."""

from __future__ import annotations

from fuzzing import fuzz

from gm.desk.file.gamefile import GameFileError, read_game_file

SEEDS = [
    b'[game]\nname = "spring"\nruleset = "payola"\nstart = 2026-01-05T18:00:00Z\ntimezone = "Europe/Paris"\n'
    b'[options]\nnmr = "hold"\n[deadlines]\nmovement = "3d"\n[seats]\nENGLAND = "ben@example.org"\n'
    b'FRANCE = { address = "a@b.c", name = "A", timezone = "UTC" }\n',
    b'[game]\nname = "x"\nruleset = "payola"\n[options]\nearly_after = "12h"\nseed = 1\n',
]
WORDS = [
    "[game]\n",
    "[seats]\n",
    "[options]\n",
    "[deadlines]\n",
    "name",
    "ruleset",
    "payola",
    " = ",
    '"""',
    "'",
    "{",
    "inf",
]


def entry(data: bytes) -> None:
    """Read one file."""
    try:
        read_game_file(data.decode("utf-8", "replace"))
    except GameFileError as error:
        assert str(error)


if __name__ == "__main__":
    fuzz(entry, SEEDS, WORDS)
