"""What every letter of orders needs, whatever the game: words, faults, phases. Nothing here belongs to one game."""
