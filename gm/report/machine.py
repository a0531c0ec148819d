"""The part of a report that programs read: a JSON object as text that is safe inside a script element.

What a report is about stands there in clear; the rest is packed, since it repeats all that the page shows.
"""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Mapping
from typing import Any

CLEAR = ("format", "gm", "game", "ruleset", "outcome", "seed", "seed_hash")
PACKED = "packed"
# One megabyte of memory for what repeats is enough for all of a game, whose hashes stand far from each other.
PACKING = ({"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20},)
LARGEST = 256_000_000  # bytes of what is packed; the longest game is far below, and a forged one cannot fill the memory


def write_part(facts: Mapping[str, Any]) -> str:
    """Return *facts* as ASCII JSON in which nothing can end the element around it."""
    rest = json.dumps({key: value for key, value in facts.items() if key not in CLEAR}, separators=(",", ":"))
    shown = {key: value for key, value in facts.items() if key in CLEAR}
    packed = base64.b64encode(lzma.compress(rest.encode(), filters=PACKING)).decode()
    text = json.dumps({**shown, PACKED: packed}, indent=1)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def read_part(text: str) -> dict[str, Any]:
    """Return the facts of a part, also of reports before format 3, which had nothing packed. Raises ValueError."""
    facts = json.loads(text)
    if not isinstance(facts, dict):
        raise ValueError("the disclosure is no table of facts")
    if PACKED in facts:
        facts |= json.loads(_unpacked(facts.pop(PACKED)))
    return facts


def _unpacked(packed: object) -> bytes:
    if not isinstance(packed, str):
        raise ValueError("what is packed is no text")
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=LARGEST)
    try:
        found = unpacking.decompress(base64.b64decode(packed, validate=True), LARGEST)
    except lzma.LZMAError as error:
        raise ValueError(f"what is packed cannot be unpacked: {error}") from None
    if not unpacking.eof:
        raise ValueError("what is packed is cut off, or far too large")
    return found
