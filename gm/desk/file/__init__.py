"""The file that a game starts from, read and checked key by key."""
