"""What the operator is told of an unknown name, with the names that may have been meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from gm.rules.lines.words import plural

MOST_NEAR = 3
MOST_LISTED = 10  # with no near match, all names are listed if there are no more than this


def no_such(what: str, word: str, known: Iterable[str]) -> str:
    """`there is no game sprin; did you mean spring?`, or a list of what there is. Case does not matter."""
    names = {name.lower(): name for name in known}
    asked = word.lower()
    near = difflib.get_close_matches(asked, names, n=MOST_NEAR)
    near += [name for name in sorted(names) if asked and name.startswith(asked) and name not in near]
    if near:
        return f"there is no {what} {word}; did you mean {' or '.join(names[name] for name in near[:MOST_NEAR])}?"
    if 0 < len(names) <= MOST_LISTED:
        return f"there is no {what} {word}; there {plural(len(names), 'is', 'are')} {', '.join(names.values())}"
    return f"there is no {what} {word}"
