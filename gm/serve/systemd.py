"""Telling systemd the state of the daemon, by sd_notify(3). Knows nothing about the daemon.

Without $NOTIFY_SOCKET the calls do nothing. They never raise: a service manager that does not listen is no reason to
stop serving players.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time

PATIENCE = 0.5  # seconds that a full socket may hold up the daemon


def ready() -> None:
    """Say that the daemon is up, or has finished reloading."""
    _tell("READY=1")


def status(text: str) -> None:
    """Show *text*, on one line, in `systemctl status`."""
    # A second line would be a second assignment.
    _tell(f"STATUS={' '.join(text.split())}")


def stopping() -> None:
    """Say that the daemon is stopping."""
    _tell("STOPPING=1")


def reloading() -> None:
    """Say that the daemon is reading its configuration again; ready() must follow."""
    # Without the time, systemd could take an earlier ready() for the end of this reload.
    _tell(f"RELOADING=1\nMONOTONIC_USEC={time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000}")


def alive() -> None:
    """Tell the watchdog that the daemon is alive."""
    _tell("WATCHDOG=1")


def watchdog_seconds() -> float | None:
    """Seconds between calls of alive(), half the watchdog's limit; None if there is no watchdog."""
    pid, usec = os.environ.get("WATCHDOG_PID", ""), os.environ.get("WATCHDOG_USEC", "")
    try:
        # The variables are inherited, so they may be meant for a parent process.
        if pid and int(pid) != os.getpid():
            return None
        return int(usec) / 2_000_000 if int(usec) > 0 else None
    except ValueError:
        return None


def _tell(message: str) -> None:
    path = os.environ.get("NOTIFY_SOCKET", "")
    if path[:1] not in ("/", "@"):
        return
    address = "\0" + path[1:] if path.startswith("@") else path
    with contextlib.suppress(OSError, ValueError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(PATIENCE)
        line.connect(address)
        line.sendall(message.encode("utf-8", "replace"))
