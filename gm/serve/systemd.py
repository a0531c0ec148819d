"""Telling systemd how the daemon is, by sd_notify(3); knows nothing of the daemon.

Without $NOTIFY_SOCKET every call does nothing. No call raises: a service manager that does not listen is no reason to
stop serving players.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time

PATIENCE = 0.5  # seconds a full socket may hold up the daemon


def ready() -> None:
    """We are up, or have finished reloading."""
    _tell("READY=1")


def status(text: str) -> None:
    """Show *text*, on one line, in `systemctl status`."""
    # A line of its own would be an assignment of its own.
    _tell(f"STATUS={' '.join(text.split())}")


def stopping() -> None:
    """We are on our way out."""
    _tell("STOPPING=1")


def reloading() -> None:
    """We are reading our configuration again; ready() is to follow."""
    # Without the time systemd could take a ready() sent before for the end of this reload.
    _tell(f"RELOADING=1\nMONOTONIC_USEC={time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000}")


def alive() -> None:
    """Calm the watchdog."""
    _tell("WATCHDOG=1")


def watchdog_seconds() -> float | None:
    """How often to call alive(): twice in the time after which the watchdog kills us. None: there is no watchdog."""
    pid, usec = os.environ.get("WATCHDOG_PID", ""), os.environ.get("WATCHDOG_USEC", "")
    try:
        # The variables are inherited, so they may be meant for our parent.
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
