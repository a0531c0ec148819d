"""Large mails, read in a process of their own, so that no mail costs more than its budget or holds up anything else.

The process (gm.post.inbound.helper) is started when a large mail is to be read, and ended by rest(). It reads each mail
in a child of its own, which the system ends when the budget is used up. It gets nothing but the mail.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic

import msgspec

from gm.post.inbound.helper import SIZE
from gm.post.inbound.letter import Mail, read_head_alone, read_mail, without_passwords
from gm.post.inbound.limits import MAX_SMALL, OVER_BUDGET
from gm.post.inbound.parts import size_but_for_pictures
from gm.post.inbound.passwords import Meaning

LONGEST_WAIT = 10.0  # seconds for one mail, by the clock on the wall: the machine may be busy with other things
CPU = 0.3  # seconds of the processor for one mail
MEMORY = 60_000_000  # bytes for one mail, beside the mail itself
TRIES = 2  # a helper may have been ended for reasons that have nothing to do with the mail
ROOT = Path(__file__).parents[3]


class _Gone(Exception):
    """The helper has ended without an answer."""


def is_large(raw: bytes) -> bool:
    """Whether a mail is read in the other process: pictures do not count."""
    return len(raw) > MAX_SMALL and size_but_for_pictures(raw) > MAX_SMALL


class Apart:
    """Reads mails of any size, one at a time, whichever thread asks. cpu, memory: the budget for a large one."""

    def __init__(self, cpu: float = CPU, memory: int = MEMORY) -> None:
        self._budget = str(cpu), str(memory)
        self._lock = Lock()
        self._helper: _Helper | None = None

    def read(self, raw: bytes, meaning: Meaning) -> Mail:
        """Read one mail, without passwords; if that takes more than the budget, only its head. Waits for the answer.

        Raises OSError if the helper cannot be started.
        """
        if not is_large(raw):
            return read_mail(raw, meaning)
        with self._lock:
            mail = self._asked(raw)
        return without_passwords(mail or read_head_alone(raw, OVER_BUDGET), meaning)

    def rest(self) -> None:
        """End the helper, if one runs; the next large mail starts another."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.end()

    def _asked(self, raw: bytes) -> Mail | None:
        """What the helper says of a mail; None if that took too much, or it ended again and again."""
        for _ in range(TRIES):
            self._helper = self._helper or _Helper(self._budget)
            try:
                return self._helper.ask(raw)
            except TimeoutError:
                self._end()
                return None
            except (_Gone, OSError, msgspec.DecodeError):
                self._end()
        return None


class _Helper:
    """The process, and the connection to it."""

    def __init__(self, budget: Sequence[str]) -> None:
        self._link, theirs = socket.socketpair()
        # Not the environment of this process, where secrets may be.
        paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-S", "-m", "gm.post.inbound.helper", *budget],
                stdin=theirs.fileno(), stdout=subprocess.DEVNULL,
                env={"PYTHONPATH": paths, "PYTHONSAFEPATH": "1"}, start_new_session=True,
            )  # fmt: skip

    def ask(self, raw: bytes) -> Mail | None:
        """What it says of a mail; None if that took too much. Raises _Gone, OSError or TimeoutError."""
        until = monotonic() + LONGEST_WAIT
        self._link.settimeout(LONGEST_WAIT)
        self._link.sendall(len(raw).to_bytes(SIZE) + raw)
        size = int.from_bytes(self._received(SIZE, until))
        return msgspec.msgpack.decode(self._received(size, until), type=Mail) if size else None

    def _received(self, size: int, until: float) -> bytes:
        found = bytearray()
        while len(found) < size:
            self._link.settimeout(max(until - monotonic(), 0.001))
            piece = self._link.recv(min(size - len(found), 1 << 20))
            if not piece:
                raise _Gone
            found += piece
        return bytes(found)

    def end(self) -> None:
        """End the process, and what it has begun."""
        self._link.close()
        with suppress(ProcessLookupError):  # it may have ended already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
