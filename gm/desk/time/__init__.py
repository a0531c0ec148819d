"""Schedules, dates, zones, absences: arithmetic of time that knows no game."""
