"""What is said on a terminal while a command takes long. Elsewhere (pipes, files, tests) nothing is said."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

PATIENCE = 2.0  # seconds before anything is said
EVERY = 0.5  # seconds between two looks at the clock
Say = Callable[[str], None]


@contextmanager
def progress(what: str) -> Iterator[Say]:
    """Say on stderr what is being done, and for how long, if it takes long and stderr is a terminal.

    What comes back takes other words for it, such as "3 of 12 games".
    """
    words = [what]
    ended = threading.Event()

    def say(more: str) -> None:
        words[0] = more

    told = threading.Thread(target=_tick, args=(sys.stderr, words, ended), daemon=True)
    if sys.stderr.isatty():
        told.start()
    try:
        yield say
    finally:
        ended.set()
        if told.ident is not None:
            told.join()


def _tick(stream: TextIO, words: list[str], ended: threading.Event) -> None:
    """Write one line again and again until *ended*; then take it away."""
    begun, wide, wait = time.monotonic(), 0, PATIENCE
    while not ended.wait(wait):
        line = f"{words[0]}, {time.monotonic() - begun:.0f} s"
        stream.write("\r" + line.ljust(wide))
        stream.flush()
        wide, wait = max(wide, len(line)), EVERY
    if wide:
        stream.write("\r" + " " * wide + "\r")
        stream.flush()
