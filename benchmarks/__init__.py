"""Measurements against other programs and against our own bounds. Run with `python -m benchmarks`."""
