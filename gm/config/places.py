"""Where a key stands in the text of a TOML file, which tomllib does not say. Knows no key by name."""

from __future__ import annotations

import re
from collections.abc import Sequence

HEADING = re.compile(r"\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(?:#.*)?")


def line_of(lines: Sequence[str], table: str, key: str = "", number: int = 1) -> int:
    """The line of *key* in *table*, or of its heading if *key* is ""; 0 if it is not found.

    table: "" for what stands above all tables. number: which one, if several have that heading.
    """
    seen, inside = 0, not table
    for count, line in enumerate(lines, 1):
        stripped = line.strip()
        if heading := HEADING.fullmatch(stripped):
            seen += heading[1] == table
            inside = heading[1] == table and seen == number
            if inside and not key:
                return count
        elif inside and key and re.match(rf"[\"']?{re.escape(key)}[\"']?\s*[.=]", stripped):
            return count
    return 0
