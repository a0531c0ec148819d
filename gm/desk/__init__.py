"""What all games share: seats, commands, press, votes, deadlines and the clock. No ruleset is named here."""
