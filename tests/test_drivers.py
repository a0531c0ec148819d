"""Nobody but the store knows which databases there are: its errors are the store's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOM = Path(__file__).parents[1] / "gm"
DRIVERS = {"sqlite3", "psycopg", "sqlite_utils"}


def imported(path: Path) -> Iterator[str]:
    """The packages that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name.partition(".")[0] for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0]


def test_drivers_of_databases_are_known_in_the_store_alone() -> None:
    known = {path.relative_to(ROOM) for path in ROOM.rglob("*.py") if DRIVERS & set(imported(path))}
    assert {path.parts[0] for path in known} == {"store"}


def test_postgresql_is_loaded_by_what_is_about_it_alone() -> None:
    found = sorted(path.name for path in (ROOM / "store").rglob("*.py") if "psycopg" in imported(path))
    assert found == ["pgserver.py", "pgvalues.py", "postgres.py"]
