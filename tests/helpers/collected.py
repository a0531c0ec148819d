"""The names of all tests that pytest found, before any were deselected."""

import pytest

COLLECTED = pytest.StashKey[list[str]]()
