"""The file that a game begins with, read and checked key by key."""
