"""Words for a name that is not there, with those that may have been meant. For the operator alone."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

MOST_NEAR = 3
MOST_LISTED = 10  # when nothing is near: all there are, if they are so few


def no_such(what: str, word: str, known: Iterable[str]) -> str:
    """`there is no game sprin; did you mean spring?`, or what there is. Capitals do not matter."""
    names = {name.lower(): name for name in known}
    asked = word.lower()
    near = difflib.get_close_matches(asked, names, n=MOST_NEAR)
    near += [name for name in sorted(names) if asked and name.startswith(asked) and name not in near]
    if near:
        return f"there is no {what} {word}; did you mean {' or '.join(names[name] for name in near[:MOST_NEAR])}?"
    if 0 < len(names) <= MOST_LISTED:
        return f"there is no {what} {word}; there {'are' if len(names) > 1 else 'is'} {', '.join(names.values())}"
    return f"there is no {what} {word}"
