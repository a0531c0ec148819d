"""Leagues: who plays, the draw of tables, rounds of games, points and standings. Knows no ruleset by name."""
