"""The configuration: reading and checking it, an example, and durations as people write them."""
