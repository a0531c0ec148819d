"""A table of cases in one test: each wrong row is a subtest that fails, and the rows after it are tried all the same.

For tables whose test takes nothing but its row, or what is made once for a module: a row finds what the one before it
has left. Where each row needs a fixture of its own, and where rows are dear, `pytest.mark.parametrize` makes tests of
them, which the processors share.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
Row = tuple[str, dict[str, Any]]  # what a failure calls it, and its values by the names of parameters


def each_row(
    names: str | Sequence[str], values: Iterable[Any], ids: Callable[[Any], object] | Iterable[object] = ()
) -> Callable[[Test], Test]:
    """Try a test with each of *values*; *names* are its parameters, as for `pytest.mark.parametrize`.

    Two of them above each other try each row of the one with each of the other. A wrong row is called as *ids* say, or
    else by its values.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    found = list(values)
    titles = [str(title) for title in (map(ids, found) if callable(ids) else ids)]
    own: list[Row] = []
    for number, value in enumerate(found):
        row = dict(zip(columns, value if len(columns) > 1 else (value,), strict=True))
        own.append((titles[number] if titles else shown(row), row))

    def of_all(test: Test) -> Test:
        inner: Test = getattr(test, "of_a_row", test)
        before: list[Row] = getattr(test, "rows", [("", {})])
        every = [(f"{mine} {theirs}".strip(), row | more) for mine, row in own for theirs, more in before]
        assert every, f"{inner.__name__} has no rows"
        rest = [name for name in inspect.signature(inner).parameters if name not in every[0][1]]

        def tried(subtests: pytest.Subtests, **given: Any) -> None:
            for title, row in every:
                try:
                    inner(**given, **row)
                except (Exception, pytest.fail.Exception):  # a subtest costs more than most rows: only for news
                    with subtests.test(title):
                        raise

        tried.__name__, tried.__doc__, tried.__module__ = inner.__name__, inner.__doc__, inner.__module__
        tried.of_a_row, tried.rows = inner, every  # type: ignore[attr-defined]
        tried.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("subtests", *rest)]
        )
        return tried

    return of_all


def shown(row: dict[str, Any]) -> str:
    """A row as its failure names it."""
    texts = ((name, repr(value)) for name, value in row.items())
    return ", ".join(f"{name}={text if len(text) <= 80 else text[:77] + '...'}" for name, text in texts)
