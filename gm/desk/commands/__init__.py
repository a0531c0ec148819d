"""The commands that every game understands: one module for each family, with declarations and actions."""
