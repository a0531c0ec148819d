"""A player's letter: how it is read and cut into commands."""
