"""Diplomacy by its rulebook of 2023: all orders are written in secret and judged at once."""
