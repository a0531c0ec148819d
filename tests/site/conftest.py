"""The house of tests/site/wholehouse.py, for all tests of this folder."""

from wholehouse import site

__all__ = ["site"]
