"""A play-by-email GameMaster: letters in, a pure rules engine rules, notices go out to those they are meant for."""

__version__ = "0.2.0"
