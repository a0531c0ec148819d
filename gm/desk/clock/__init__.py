"""The clock of a game: when it strikes, and what moves deadlines."""
