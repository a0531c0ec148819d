"""A game as the desk holds it, and an event of it in the making: what changes, and what is told to whom."""
