"""A turn that could be sent now, for who has forgotten how one is written. It is lawful, and no advice."""

from __future__ import annotations

from gm.rules.hex_negotiation.position import Played, Position


def example(position: Position) -> tuple[str, ...]:
    """The line of a turn with the first cells that do."""
    return (written(Played("".join(position.replaceable[:1]), position.empty[: position.must_place])),)


def written(turn: Played) -> str:
    """A turn as one writes it."""
    parts = [f"REPLACE {turn.gained}"] if turn.gained else []
    parts += [f"PLACE {' '.join(turn.placed)}"] if turn.placed else []
    return " ".join(parts)
