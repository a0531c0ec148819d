"""The process in which large mails are read (see gm.post.inbound.apart, which starts it): `python -m` this module.

Each mail is read in a child, which the system ends when it uses more than its budget. It knows nothing but the mail.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import socket
import sys
from pathlib import Path

import msgspec

from gm.post.inbound.letter import read_with_passwords

SIZE = 8  # bytes of the number that stands before a mail, and before what is said of it
MEMORY_GONE, TIME_GONE = 0, 1  # such numbers, behind which nothing is said
TOO_MUCH = 3  # how a child ends that needs more memory
WARM = b"From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\na\n--x\nContent-Type: text/html\n\n<p>a"


def main(cpu: float, memory: int) -> int:
    """Answer until nobody asks any more; 1 if a child ended in another way than it should. The rest is the budget."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # meant for the process that asks
    link = socket.socket(fileno=0)
    read_with_passwords(WARM)  # what is loaded only when needed is loaded once, for all children
    gc.freeze()
    while link.recv(1, socket.MSG_PEEK):
        child = os.fork()
        if not child:
            _answer(link, cpu, memory)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if ended in (-signal.SIGPROF, TOO_MUCH):
            link.sendall((TIME_GONE if ended == -signal.SIGPROF else MEMORY_GONE).to_bytes(SIZE))
        elif ended:
            return 1
    return 0


def _answer(link: socket.socket, cpu: float, memory: int) -> None:
    """Read one mail and say what it says, within the budget. Does not return."""
    raw = _received(link, int.from_bytes(_received(link, SIZE)))
    try:
        _limit(cpu, memory)
        said = msgspec.msgpack.encode(read_with_passwords(raw))
    except MemoryError:
        os._exit(TOO_MUCH)
    signal.setitimer(signal.ITIMER_PROF, 0)
    link.sendall(len(said).to_bytes(SIZE) + said)
    os._exit(0)


def _received(link: socket.socket, size: int) -> bytes:
    found = link.recv(size, socket.MSG_WAITALL)
    if len(found) < size:
        os._exit(0)  # nobody waits for the answer any more
    return found


def _limit(cpu: float, memory: int) -> None:
    """Begin to count. RLIMIT_CPU would do so in whole seconds."""
    used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + memory, used + memory))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, cpu)


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]), int(sys.argv[2])))
