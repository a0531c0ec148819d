"""An error of ours in words that quote nothing: its kind, and where in our code it happened. Never a value.

What an error says, and the lines of a mail or of a sheet in the variables around it, may be sealed or personal. So the
operator and the log are told nothing but names of errors, modules and functions, and numbers of lines.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from traceback import walk_tb
from types import FrameType
from typing import TypeVar

import msgspec

from gm.store.engine import Unavailable
from gm.store.store import Store

T = TypeVar("T")
log = logging.getLogger("gm")
MOST_PLACES = 3  # of ours that are told: the innermost
OURS = "an error of ours: "  # what the reason begins with
TRACE = "trace"  # what a record of the log has of an error, beside what it says


class Failure(msgspec.Struct, frozen=True):
    """An error of ours: the name of its kind, and the innermost places of ours, the innermost first."""

    kind: str
    places: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{OURS}{self.kind}" + (f" in {', '.join(self.places)}" if self.places else "")


def failure_of(error: BaseException) -> Failure:
    """What may be told of an error."""
    ours = [place for name, place in _places(error) if name.partition(".")[0] in ("gm", "templates")]
    return Failure(type(error).__name__, tuple(ours[: -MOST_PLACES - 1 : -1]))


def noted(error: BaseException, said: str) -> Failure:
    """Log an error with its whole traceback, and return what may be told of it. said: what could not be done."""
    log.error("%s: %s", said, type(error).__name__, extra={TRACE: [*_trace(error)]})
    return failure_of(error)


def tried(store: Store, do: Callable[[], T], otherwise: T) -> T:
    """Return what *do* does, a part of a transaction; *otherwise*, with nothing done, if it fails by a fault of ours.

    For what follows from a fault: whatever of it can be done is done.
    """
    try:
        with store.transaction():
            return do()
    except Unavailable:
        raise
    except Exception as error:
        noted(error, "what follows from a fault could not be done")
        return otherwise


def _trace(error: BaseException) -> Iterator[str]:
    """The traceback of an error, outermost first, and below it those of the errors from which it came."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        yield f"{'because of ' if seen else ''}{type(one).__name__}"
        yield from (place for _, place in _places(one))
        seen.add(id(one))
        one = one.__cause__ or (None if one.__suppress_context__ else one.__context__)


def _places(error: BaseException) -> Iterator[tuple[str, str]]:
    """Where an error happened, outermost first: the module, and the place as module, line and function."""
    for frame, line in walk_tb(error.__traceback__):
        module = _module(frame)
        yield module, f"{module}:{line} {frame.f_code.co_qualname}"


def _module(frame: FrameType) -> str:
    """The module of a frame; for one of a template, the name of its file in the dots of a module."""
    file = frame.f_code.co_filename
    if file.endswith(".j2"):
        return f"templates.{file.rpartition('templates/')[2].partition('.')[0].replace('/', '.')}"
    return str(frame.f_globals.get("__name__", "?"))
