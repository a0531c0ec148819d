"""The demonstration: a post office of its own, and players who follow a script."""
