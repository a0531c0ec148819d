"""What all games share: seats, commands, press, votes, deadlines, the clock. It knows no ruleset by name."""
