"""What is kept about games: addresses, bounces, earlier states, checks, and games as files."""
