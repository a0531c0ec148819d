"""The fragment of a link: what one reader knows now, packed, with a check that tells a link which was cut or changed.

It is `1.PAYLOAD.CHECK`: a version, plain JSON in base64 for addresses, and eight digits of CRC-32. Of the GameMaster's
address it holds the token alone; templates/compose/frame.js reads it.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from zlib import crc32

import msgspec

VERSION = "1"
LONGEST = 1_500  # characters of a whole link


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """What a link says. board: the digest of the page's board; facts: what the ruleset's script reads.

    filed: the lines on file, which are left out of a link that would be too long with them.
    """

    game: str
    ruleset: str
    phase: str
    seat: str
    token: str
    board: str
    facts: object
    filed: Sequence[str] = ()


def link(url: str, file: str, position: Position) -> str:
    """Return the address of a page with a position; "" if it would be too long."""
    for filed in dict.fromkeys((tuple(position.filed), ())):
        found = f"{url.rstrip('/')}/{file}#{fragment(msgspec.structs.replace(position, filed=filed))}"
        if len(found) <= LONGEST:
            return found
    return ""


def fragment(position: Position) -> str:
    """Return a position as the fragment of a link, without the `#`."""
    plain = msgspec.json.encode(msgspec.structs.astuple(position))
    payload = base64.urlsafe_b64encode(plain).rstrip(b"=").decode()
    return f"{VERSION}.{payload}.{crc32(payload.encode()):08x}"
