"""Measurements against other programs and against bounds of our own. Run with `python -m benchmarks`."""
