"""Demonstrations that were played to their end: each is played once for all tests of a worker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from shown import Shown, show


@pytest.fixture(scope="session")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Shown]:
    """The demonstration of a ruleset, played to its end."""
    played: dict[str, Shown] = {}

    def find(ruleset: str) -> Shown:
        if ruleset not in played:
            played[ruleset] = show(ruleset, tmp_path_factory.mktemp(ruleset))
        return played[ruleset]

    return find
