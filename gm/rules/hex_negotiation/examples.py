"""A turn that could be sent now, for players who have forgotten how to write one. It is legal, but no advice."""

from __future__ import annotations

from gm.rules.hex_negotiation.position import Played, Position


def example(position: Position) -> tuple[str, ...]:
    """Return the line of a turn with the first cells that will do."""
    return (written(Played("".join(position.replaceable[:1]), position.empty[: position.must_place])),)


def written(turn: Played) -> str:
    """Write a turn as a player would."""
    parts = [f"REPLACE {turn.gained}"] if turn.gained else []
    parts += [f"PLACE {' '.join(turn.placed)}"] if turn.placed else []
    return " ".join(parts)
