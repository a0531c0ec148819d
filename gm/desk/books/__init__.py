"""What is kept of games: addresses, bounces, earlier states, checks, and games as files."""
