"""The names of all tests that pytest found, before it left out any by marker or word."""

import pytest

COLLECTED = pytest.StashKey[list[str]]()
