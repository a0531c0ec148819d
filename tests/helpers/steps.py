"""Work counted in steps, which a busy machine does not change as it changes seconds."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any


def steps(do: Callable[[], Any]) -> int:
    """How many functions *do* calls, those of the standard library and of C among them.

    It is done once before: what is made once for all, such as a parser or a template, is not counted. What gm
    remembers of texts that it has read is forgotten in between, so that the count is the same whatever came earlier.
    """
    calls = 0

    def count(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    do()
    for cache in _memories():
        cache.cache_clear()
    before = sys.getprofile()
    gc.disable()  # other libraries have functions called whenever it runs
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
        gc.enable()
    return calls


def _memories() -> Iterator[Any]:
    """The caches of gm that hold so and so much and no more: those that remember what came in."""
    modules = [module for name, module in sys.modules.items() if name.startswith("gm.")]
    for found in (value for module in modules for value in vars(module).values()):
        if hasattr(type(found), "cache_parameters") and found.cache_parameters()["maxsize"] is not None:
            yield found
