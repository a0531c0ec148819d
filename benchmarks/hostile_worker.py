"""Run as a script, it measures what reading each hostile mail costs: every known shape, and what a search finds.

Prints a line of JSON for each: what it is, the processor seconds, and the MB that reading took beside the mail.
Arguments: seconds to search, and the seed of its chances.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from random import Random

from benchmarks.hostile_shapes import MAIL, SHAPES, Shape, made, worse
from gm.desk.arrival.meaning import meaning
from gm.post.inbound.letter import read_mail
from gm.post.inbound.limits import MAX_SMALL
from gm.post.inbound.proof import Prover

RUNS = 3  # of each that seems to cost much: what costs too much does so every time
MUCH = 0.1  # seconds
BEST = 25  # shapes from which a search goes on
MEANS = meaning(lambda name: name == "spring")


def read(raw: bytes) -> None:
    """All that is done with a mail before it is known what it wants."""
    Prover("mx.example.org").said(raw, read_mail(raw, MEANS).sender)


def seconds(raw: bytes) -> float:
    """The least of several runs."""
    return min(_once(raw) for _ in range(RUNS if _once(raw) > MUCH else 1))


def _once(raw: bytes) -> float:
    started = time.process_time()
    read(raw)
    return time.process_time() - started


def memory(raw: bytes) -> float:
    """The MB that reading needs beside the mail, in a process of its own."""
    said, says = os.pipe()
    child = os.fork()
    if not child:
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak begins anew
        before = _status("VmRSS")
        read(raw)
        os.write(says, str(_status("VmHWM") - before).encode())
        os._exit(0)
    os.close(says)
    os.waitpid(child, 0)
    with os.fdopen(said, "rb") as pipe:
        return int(pipe.read()) / 1024


def _status(name: str) -> int:
    text = Path("/proc/self/status").read_text(encoding="ascii")
    return int(text.partition(f"{name}:")[2].split()[0])


def search(time_for_it: float, seed: int) -> tuple[Shape, int]:
    """The costliest shape found in so many seconds, beginning with the known ones, and how many were tried."""
    chance, until, tried = Random(seed), time.monotonic() + time_for_it, 0
    cost = {shape: _once(made(shape)) for shape in SHAPES.values()}
    while time.monotonic() < until:
        best = sorted(cost, key=cost.__getitem__, reverse=True)[:BEST]
        parent = chance.choice(best)
        shape = worse(parent, chance.choice([*cost]), chance)
        shape = worse(shape, chance.choice(best), chance) if chance.random() < 0.4 else shape
        if shape not in cost:
            tried += 1
            cost[shape] = _once(made(shape))
    return max(cost, key=cost.__getitem__), tried


def main(time_for_it: float, seed: int) -> None:
    """Measure all."""
    read(b"From: a@b\n\n")  # loads what is loaded once
    for kind, most in (("large", MAIL), ("small", MAX_SMALL)):
        for name, shape in SHAPES.items():
            raw = made(shape, most)
            print(json.dumps([kind, name, round(seconds(raw), 3), round(memory(raw), 1)]), flush=True)
    shape, tried = search(time_for_it, seed)
    raw = made(shape)
    print(json.dumps([f"{tried} found", shape.name, round(seconds(raw), 3), round(memory(raw), 1)]))


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
