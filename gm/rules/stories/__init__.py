"""The story of a game for its report: how it stood over time, and where it turned."""
