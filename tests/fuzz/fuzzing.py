"""What every harness shares: the bounds on one input, and the run under atheris (`make fuzz`).

Without atheris the entry functions are plain functions, which test_harnesses.py runs over their seeds.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

CPU = 2.0  # seconds for one input
MEMORY = 200  # MB that one input may add to what was in use before
LONGEST = 20_000  # bytes of an input; larger ones are the matter of test_hostile_letters.py

Entry = Callable[[bytes], None]


def bounded(entry: Entry, cpu: float = CPU, memory: int = MEMORY) -> Entry:
    """*entry*, failing if one input takes too long or too much memory."""

    def run(data: bytes) -> None:
        started, before = time.process_time(), _resident()
        entry(data)
        took, peak = time.process_time() - started, _peak()
        assert took < cpu, f"{took:.1f} s for one input of {len(data)} bytes"
        # The peak is of the whole run: it counts only against the input that raised it.
        assert peak - max(before, run.peak) < memory, f"{peak - before} MB for one input"  # type: ignore[attr-defined]
        run.peak = peak  # type: ignore[attr-defined]

    run.peak = _peak()  # type: ignore[attr-defined]
    return run


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize() >> 20


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def fuzz(entry: Entry, seeds: Sequence[bytes], dictionary: Sequence[str]) -> None:
    """Run *entry* under atheris for as many seconds as the command line says (60), then end the process.

    Further arguments go to libFuzzer. dictionary: words it may put in, so that it need not find them by chance.
    """
    import atheris

    seconds, *more = sys.argv[1:] or ["60"]
    with tempfile.TemporaryDirectory() as folder:
        words = Path(folder) / "words"
        words.write_text("".join(f'"{_escaped(word)}"\n' for word in dictionary), encoding="ascii")
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(seeds):
            (corpus / str(number)).write_bytes(seed)
        options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-dict={words}", "-print_final_stats=1"]
        atheris.instrument_all()
        atheris.Setup([sys.argv[0], *options, *more, str(corpus)], bounded(entry))
        atheris.Fuzz()


def _escaped(word: str) -> str:
    return "".join(f"\\x{octet:02x}" for octet in word.encode())
