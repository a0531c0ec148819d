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
FORMAT = 3  # of what is written; 1 and 2 are read, too
# One megabyte of memory for what repeats is enough for all of a game, whose hashes stand far from each other.
PACKING = ({"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 1 << 20},)
LARGEST = 24_000_000  # bytes of what is packed; the longest games have 2 MB, and a forged one cannot fill the memory
SCRIPT = '<script type="application/json" id="disclosure">'
END = "</script>"


def write_part(facts: Mapping[str, Any]) -> str:
    """Return *facts* as ASCII JSON in which nothing can end the element around it."""
    rest = json.dumps({key: value for key, value in facts.items() if key not in CLEAR}, separators=(",", ":"))
    shown = {key: value for key, value in facts.items() if key in CLEAR}
    packed = base64.b64encode(lzma.compress(rest.encode(), filters=PACKING)).decode()
    text = json.dumps({**shown, PACKED: packed}, indent=1)
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def part_of(html: str) -> str:
    """Return the text of the one part of a page. Raises ValueError if there is none, or more than one.

    It takes no more time than the page is long, whatever stands in it.
    """
    _, *found = html.split(SCRIPT)
    if len(found) != 1:
        raise ValueError("two disclosures" if found else "this is no report: it has no disclosure in it")
    text, end, _ = found[0].partition(END)
    if not end:
        raise ValueError("the disclosure does not end")
    return text


def read_part(text: str) -> dict[str, Any]:
    """Return the facts of a part, also of reports before format 3, which had nothing packed. Raises ValueError.

    What another reader could read otherwise is refused: keys that stand twice, in clear and packed, or in one table.
    """
    try:
        facts = _table(text)
        if PACKED in facts:
            packed = _table(_unpacked(facts.pop(PACKED)).decode())
            if both := facts.keys() & packed.keys():
                raise ValueError(f"{min(both)} stands both in clear and in what is packed")
            facts |= packed
    except (RecursionError, MemoryError):
        raise ValueError("the disclosure is too deep or too large") from None
    if type(facts.get("format", 1)) is not int:
        raise ValueError("the format of the disclosure is no whole number")
    if facts.get("format") == FORMAT and not {"chain", "page"} <= facts.keys():
        raise ValueError(f"a disclosure of format {FORMAT} must have chain and page")
    return facts


def _table(text: str) -> dict[str, Any]:
    """Read a table of facts. Raises ValueError for anything else."""
    if len(text) > LARGEST:
        raise ValueError("the disclosure is far too large")
    facts = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    if not isinstance(facts, dict):
        raise ValueError("the disclosure is no table of facts")
    return facts


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice in a table of the disclosure")
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def _unpacked(packed: object) -> bytes:
    if not isinstance(packed, str):
        raise ValueError("what is packed is no text")
    unpacking = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=LARGEST)
    try:
        found = unpacking.decompress(base64.b64decode(packed, validate=True), LARGEST)
    except lzma.LZMAError as error:
        raise ValueError(f"what is packed cannot be unpacked: {error}") from None
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("what is packed is cut off, far too large, or has something behind it")
    return found
