"""The modules of a folder as syntax trees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path


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
