"""Large mails, read in a process of their own, so that no mail costs more memory than its budget, or ends gm.

The process (gm.post.inbound.helper) is started when a large mail is to be read, and ended by rest(). It reads each mail
in a child of its own, which the system ends when the budget is used up. It gets nothing but the mail.

How much of a mail is read depends on what can be counted (gm.post.inbound.limits), never on a clock. Within that the
slowest machine needs a small part of CPU; what takes more all the same is not refused, but left to the operator.
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

from gm.post.inbound.helper import MEMORY_GONE, SIZE, TIME_GONE
from gm.post.inbound.letter import Mail, read_head_alone, read_mail, without_passwords
from gm.post.inbound.limits import MAX_SMALL, OVER_BUDGET, UNFINISHED
from gm.post.inbound.parts import size_but_for_pictures
from gm.post.inbound.passwords import Meaning

CPU = 30.0  # seconds of the processor for one mail, of which the worst takes 0.3 on a usual machine
LONGEST_WAIT = 20 * CPU  # by the clock on the wall: the machine may be busy with other things
MEMORY = 60_000_000  # bytes for one mail, beside the mail itself
TRIES = 2  # a helper may have been ended for reasons that have nothing to do with the mail
WHY = {MEMORY_GONE: OVER_BUDGET, TIME_GONE: UNFINISHED}
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
            said = self._asked(raw)
        return without_passwords(read_head_alone(raw, said) if isinstance(said, str) else said, meaning)

    def rest(self) -> None:
        """End the helper, if one runs; the next large mail starts another."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.end()

    def _asked(self, raw: bytes) -> Mail | str:
        """What the helper says of a mail, or why it says nothing."""
        for _ in range(TRIES):
            self._helper = self._helper or _Helper(self._budget)
            try:
                return self._helper.ask(raw)
            except TimeoutError:
                self._end()
                break
            except (_Gone, OSError, msgspec.DecodeError):
                self._end()
        return UNFINISHED


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

    def ask(self, raw: bytes) -> Mail | str:
        """What it says of a mail, or why that took too much. Raises _Gone, OSError or TimeoutError."""
        until = monotonic() + LONGEST_WAIT
        self._link.settimeout(LONGEST_WAIT)
        self._link.sendall(len(raw).to_bytes(SIZE) + raw)
        size = int.from_bytes(self._received(SIZE, until))
        return WHY.get(size) or msgspec.msgpack.decode(self._received(size, until), type=Mail)

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
