"""Keeps the daemon's memory small: what large mails and pictures took goes back to the system at once."""

from __future__ import annotations

import contextlib
import ctypes

LARGE = 128 * 1024  # bytes
M_MMAP_THRESHOLD = -3  # of glibc's mallopt(3)


def give_back_large() -> None:
    """Have blocks of LARGE bytes or more lie apart, as they do at first.

    Otherwise glibc, once it has freed a large one, keeps all up to that size in its heap, which never shrinks below
    what lies highest in it. Does nothing with another C library.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE)
