"""A mail comes in: whose it is, for which game, and what becomes of it."""
