"""The pictures of a mail: those that its notices bring along, drawn. What is on them its reader has been told.

A notice brings one in its field `picture`; nothing is drawn from a game, and which game it is does not matter here.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from gm.desk.game.telling import Mail
from gm.draw.drawing import Drawing
from gm.draw.pictures import drawing_of
from gm.post.outbound.compose import Image


class Drawn(msgspec.Struct, frozen=True):
    """A picture as PNG. cid: what the page calls it by, the same for the same picture; width: in pixels."""

    cid: str
    png: bytes
    width: int
    words: str


def drawn(mail: Mail) -> dict[int, Drawn]:
    """The pictures of a mail, by the place of the notice that brings each."""
    found = {n: drawing_of(getattr(body, "picture", None)) for n, (_, body) in enumerate(mail.notices)}
    return {n: _painted(drawing) for n, drawing in found.items() if drawing is not None}


def _painted(drawing: Drawing[Any]) -> Drawn:
    png = drawing.png()
    return Drawn(f"{sha256(png).hexdigest()[:32]}@board", png, drawing.width, " ".join(drawing.lines()))


def images(pictures: dict[int, Drawn], name: str) -> tuple[Image, ...]:
    """The files of the pictures, each once: `name.png`, `name-2.png` and so on."""
    each = {one.cid: one.png for one in pictures.values()}
    return tuple(
        Image(f"{name}-{n}.png" if n > 1 else f"{name}.png", cid, png) for n, (cid, png) in enumerate(each.items(), 1)
    )
