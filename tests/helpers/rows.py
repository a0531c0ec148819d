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
Row = dict[str, Any]


def each_row(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Try a test with each of *values*; *names* are its parameters, as for `pytest.mark.parametrize`.

    Two of them above each other try each row of the one with each of the other.
    """
    columns = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    own = [dict(zip(columns, value if len(columns) > 1 else (value,), strict=True)) for value in values]

    def of_all(test: Test) -> Test:
        inner: Test = getattr(test, "of_a_row", test)
        before: list[Row] = getattr(test, "rows", [{}])
        every = [{**mine, **theirs} for mine in own for theirs in before]
        assert every, f"{inner.__name__} has no rows"
        signature = inspect.signature(inner)
        rest = [name for name in signature.parameters if name not in every[0]]

        def tried(subtests: pytest.Subtests, **given: Any) -> None:
            for row in every:
                try:
                    inner(**given, **row)
                except (Exception, pytest.fail.Exception):  # a subtest costs more than most rows: only for news
                    with subtests.test(**{name: shown(value) for name, value in row.items()}):
                        raise

        tried.__name__, tried.__doc__, tried.__module__ = inner.__name__, inner.__doc__, inner.__module__
        tried.of_a_row, tried.rows = inner, every  # type: ignore[attr-defined]
        keyword = inspect.Parameter.KEYWORD_ONLY
        tried.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [inspect.Parameter(name, keyword) for name in ("subtests", *rest)]
        )
        return tried

    return of_all


def shown(value: object) -> str:
    """A value of a row as its failure names it."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
