"""The modules of a folder as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path


@cache
def read(path: Path) -> ast.Module:
    """The syntax tree of a module. Those of gm take 130 MB: they are forgotten when a module of tests is done."""
    return ast.parse(path.read_text(encoding="utf-8"))


class Trees(Mapping[str, ast.Module]):
    """The syntax trees of modules by name. Each is read when first asked for."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths

    def __getitem__(self, name: str) -> ast.Module:
        return read(self._paths[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)
