"""The modules of a folder as syntax trees, and one test that tries each of many things."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class Trees(Mapping[str, ast.Module]):
    """The syntax trees of modules by name. Each is read when first asked for."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths, self._read = paths, dict[str, ast.Module]()

    def __getitem__(self, name: str) -> ast.Module:
        if name not in self._read:
            self._read[name] = ast.parse(self._paths[name].read_text(encoding="utf-8"))
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def each(values: Iterable[T]) -> Callable[[Callable[[T], None]], Callable[[], None]]:
    """Make of a test of one value a test of all *values*, which fails with those for which it failed, and why."""

    def of_all(test: Callable[[T], None]) -> Callable[[], None]:
        def tried() -> None:
            wrong = {}
            for value in values:
                try:
                    test(value)
                except AssertionError as error:
                    wrong[str(value)] = str(error)
            assert not wrong, "\n".join(f"{value}: {why}" for value, why in wrong.items())

        tried.__name__, tried.__doc__ = test.__name__, test.__doc__
        return tried

    return of_all
