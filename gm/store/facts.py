"""Small things that are kept by their name, such as when the last digest was sent. Each is a JSON value."""

from __future__ import annotations

import json
from typing import Any

from gm.store.store import Store, as_json


def recall(store: Store, name: str) -> Any:
    """What is kept as *name*; None if nothing is."""
    row = store.row("select value from facts where name = ?", [name])
    return json.loads(row["value"]) if row is not None else None


def keep(store: Store, name: str, value: Any) -> None:
    """Keep *value* as *name*."""
    store.change(
        "insert into facts values (?, ?) on conflict (name) do update set value = excluded.value",
        [name, as_json(value)],
    )


def forget(store: Store, name: str) -> None:
    """Keep nothing more as *name*."""
    store.change("delete from facts where name = ?", [name])
