"""What is kept: a module for each table, or for a few that belong together, with their statements and rows."""
