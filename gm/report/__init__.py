"""The report at the end of a game: everything that was ever sealed or secret, opened for everybody (3.5)."""
