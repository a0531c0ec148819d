"""A play-by-email GameMaster: letters come in, a pure rules engine judges them, each reader gets their notices."""

__version__ = "0.9.0"
