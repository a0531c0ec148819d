"""The configuration: read, checked, with an example; durations as people write them."""
