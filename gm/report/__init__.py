"""The report at the end of a game, which opens everything that was sealed or secret to everybody (3.5)."""
