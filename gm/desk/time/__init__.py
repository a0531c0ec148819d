"""Schedules, dates, zones and absences: arithmetic of time, independent of games."""
