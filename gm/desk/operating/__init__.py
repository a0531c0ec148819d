"""What the operator does: acts on a game, rolling it back, keeping games, and what he is told."""
