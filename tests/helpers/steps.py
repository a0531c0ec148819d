"""Measuring work in steps, which do not depend on how busy the machine is, as seconds do."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any


def steps(do: Callable[[], Any]) -> int:
    """The number of functions that *do* calls, including those of the standard library and of C.

    *do* is called once before, so that what is made only once, such as a parser or a template, is not counted. In
    between, what gm remembers of texts it has read is cleared, so that the count does not depend on earlier work.
    """
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    do()
    for cache in _memories():
        cache.cache_clear()
    before = sys.getprofile()
    gc.disable()  # some libraries register functions that it calls
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


def _memories() -> Iterator[Any]:
    """gm's caches of limited size, which are those that remember what came in."""
    modules = [module for name, module in sys.modules.items() if name.startswith("gm.")]
    for found in (value for module in modules for value in vars(module).values()):
        if hasattr(type(found), "cache_parameters") and found.cache_parameters()["maxsize"] is not None:
            yield found
