"""The rules of the house that a game.toml names: a text file beside it."""

from __future__ import annotations

from collections.abc import Callable

from gm.desk.file.fields import Fields

LARGEST = 8000  # characters: each player gets them by mail


def read_house(fields: Fields, load: Callable[[str], str]) -> tuple[str, ...]:
    """Return the lines of the file that `game.rules` names; () if it names none. Raises GameFileError."""
    name = fields.text("game", "rules", "")
    if not name:
        return ()
    try:
        text = load(name)
    except (OSError, ValueError) as error:
        raise fields.fault("game", "rules", f"{name} cannot be read: {error}") from None
    if len(text) > LARGEST:
        raise fields.fault("game", "rules", f"{name}: at most {LARGEST} characters are expected, not {len(text)}")
    lines = tuple(_plain(line) for line in text.removeprefix("\ufeff").strip("\r\n").splitlines())
    if not any(lines):
        raise fields.fault("game", "rules", f"{name}: it is empty")
    return lines


def _plain(line: str) -> str:
    """A line without tabs, control characters, and spaces at its end."""
    return "".join(sign if sign.isprintable() else " " for sign in line.expandtabs()).rstrip()
