"""The pictures of mails as PNG: each is painted once for all who are shown it, and before the event that shows it.

Painting takes longer than everything else that an event needs, and nobody else may write to the store meanwhile. So an
event is rehearsed first: once it brings pictures that were not painted yet, all it did is undone, they are painted, and
it is done again. It comes out the same, since it hangs on what is stored and on the letter alone. A picture that cannot
be painted is left out: its mail says the same in words.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

import msgspec

from gm.desk.game.failure import Failure, noted
from gm.draw.drawing import Drawing
from gm.draw.pictures import drawing_of
from gm.store.store import Store

MOST = 32  # pictures kept, of up to 120 kilobytes each
REHEARSALS = 2  # the second may come further: the last mails of a game show the plot of its report
T = TypeVar("T")


class Drawn(msgspec.Struct, frozen=True):
    """A picture as PNG. cid: its name within the page, the same for the same picture; width: in pixels.

    file: it is attached as a file, too.
    """

    cid: str
    png: bytes
    width: int
    words: str
    file: bool


class Unpainted(Exception):
    """A rehearsal has brought pictures that are still to be painted."""


class Paintings:
    """The painted pictures of a house. The least recently shown are dropped first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Drawn | None] = OrderedDict()  # None: it cannot be painted
        self._failures: dict[Failure, bool] = {}  # and whether the operator has been told
        self._wanted: dict[str, Drawing[Any]] | None = None  # in a rehearsal

    def paint(self, picture: object, whole: Callable[[object], object] = lambda one: one) -> Drawn | None:
        """Return a picture painted, None if it is no shape that is drawn, or cannot be. whole: completes it.

        A rehearsal has an empty PNG of a new one.
        """
        try:
            return self._painted(whole(picture))
        except Exception as error:
            self._fails(error)
            return None

    def _painted(self, picture: object) -> Drawn | None:
        drawing = drawing_of(picture)
        if drawing is None:
            return None
        key = sha256(f"{type(picture).__name__} ".encode() + msgspec.json.encode(picture)).hexdigest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if self._wanted is not None:
            self._wanted[key] = drawing
            return _as_mailed(drawing, b"")
        return self._keep(key, drawing)

    def once(self, store: Store, act: Callable[[], T]) -> T:
        """Do *act* in one transaction, with all pictures that it brings painted before it begins; return what it does.

        Within another transaction they are painted while it lasts: what is around cannot be undone here.
        """
        if store.in_transaction:
            with store.transaction():
                return act()
        for _ in range(REHEARSALS):
            try:
                done = store.act(lambda: self._rehearsed(act))
                self._forget()
                return done
            except Unpainted:
                wanted = self._wanted or {}
            finally:
                self._wanted = None
            for key, drawing in wanted.items():
                self._keep(key, drawing)
        done = store.act(act)
        self._forget()
        return done

    def _rehearsed(self, act: Callable[[], T]) -> T:
        """Do *act*; raise Unpainted if it has brought pictures that are still to be painted."""
        self._wanted = {}
        done = act()
        self.wait()
        return done

    def wait(self) -> None:
        """Let a rehearsal end here if it has brought new pictures: nothing more is done before they are painted."""
        if self._wanted:
            raise Unpainted

    def failures(self) -> list[Failure]:
        """Why pictures could not be painted, each reason once."""
        new = [failure for failure, told in self._failures.items() if not told]
        self._failures |= dict.fromkeys(new, True)
        return new

    def _fails(self, error: Exception) -> None:
        self._failures.setdefault(noted(error, "a picture could not be painted"), False)

    def _forget(self) -> None:
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)

    def _keep(self, key: str, drawing: Drawing[Any]) -> Drawn | None:
        self._kept[key] = None
        try:
            self._kept[key] = _as_mailed(drawing, drawing.png())
        except Exception as error:
            self._fails(error)
        return self._kept[key]


class Pictures:
    """The pictures of one event of a game, found once for all its mails that show them."""

    def __init__(self, paintings: Paintings) -> None:
        self.paintings = paintings
        # By the number of a notice's picture, which is kept here, so that no other object gets that number.
        self._found: dict[int, tuple[object, Drawn | None]] = {}

    def find(self, picture: object, whole: Callable[[object], object]) -> Drawn | None:
        """A notice's picture painted, as in Paintings. *whole* completes it with what the game's options say."""
        if id(picture) not in self._found:
            self._found[id(picture)] = (picture, self.paintings.paint(picture, whole))
        return self._found[id(picture)][1]


def _as_mailed(drawing: Drawing[Any], png: bytes) -> Drawn:
    cid = f"{sha256(png).hexdigest()[:32]}@board"
    return Drawn(cid, png, drawing.shown, " ".join(drawing.lines()), drawing.file)
