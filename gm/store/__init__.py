"""The database: a module for each table, or for a few that belong together, with its statements and rows."""
