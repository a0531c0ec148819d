"""A mail comes in: who wrote it, for which game, and what becomes of it."""
