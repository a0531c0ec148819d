"""The commands that every game understands: a module for each family, with its declarations and what they do."""
