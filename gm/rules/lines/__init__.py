"""What every letter of orders needs, whatever the game: its words, its faults, the phase it is for. No game's words."""
