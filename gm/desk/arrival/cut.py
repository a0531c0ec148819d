"""A part of a mail to several games."""

from __future__ import annotations

import msgspec

from gm.post.inbound.letter import Line, Mail

MOST_PARTS = 10  # of one mail


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """Which part of a mail it is. game: as a line GAME names it; "" for what is for no game that there is.

    spans: its lines, from which and up to before which number. own: subject and reply address of the mail are its.
    again: a restore has put the mail back. many: so many games that nothing of the mail is read; 0 if it is.
    """

    game: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    own: bool = False
    again: bool = False
    many: int = 0

    def has(self, line: Line) -> bool:
        """Whether a line is of this part."""
        return any(first <= line.number < behind for first, behind in self.spans)


class Cut(msgspec.Struct, frozen=True):
    """A part, and the whole mail."""

    part: Part
    whole: Mail


def key_of(key: str, part: Part | None) -> str:
    """Under which key a part of the mail at a place in the mailbox is known; None stands for the whole mail."""
    return key if part is None else f"{key}#{part.game}"
