"""`gm judge`: reads positions and writes rulings, one JSON object per line. A bad line gets an error of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from gm.registry import ruleset


def judge_lines(name: str, board: str, lines: Iterable[str]) -> Iterator[str]:
    """The answer to each line that is not blank, as JSON. Raises KeyError if no ruleset is called *name*."""
    position = ruleset(name).judged.position
    for line in lines:
        if line.strip():
            answer = json.dumps(_answer(position, board, line), ensure_ascii=False)
            yield answer.encode("utf-8", "backslashreplace").decode()  # half a character, as JSON writes it


def _answer(position: Callable[..., dict[str, object]], board: str, line: str) -> dict[str, object]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not JSON: {error}"}
    if not isinstance(given, dict):
        return {"error": "an object is expected"}
    try:
        return position(given, board)
    except ValueError as error:
        return {"error": str(error)}
