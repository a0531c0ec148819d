"""The game of tests/report/quickgame.py, for all tests of this folder."""

from quickgame import begun, played

__all__ = ["begun", "played"]
