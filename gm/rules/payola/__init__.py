"""Payola Diplomacy by Manus Hand and John Wooley: units do what they are paid most for. Section numbers: its rules."""
