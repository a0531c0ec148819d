"""A game as the desk holds it, and an event in progress: what changes, and what is told to whom."""
