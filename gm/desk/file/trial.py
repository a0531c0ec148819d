"""Test games: a game as its file describes it, with all seats, and all of its mail, for one tester."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from gm.desk.file.fields import GameFileError
from gm.desk.file.gamefile import ADDRESS, NAME, GameFile, Player
from gm.desk.game.showing import Showing
from gm.registry import ruleset

MOST = 99  # test games of one game


def test_of(file: GameFile, tester: str, has: Callable[[str], bool]) -> GameFile:
    """The test game of *file*: *tester* has each seat that no simple player has, and it begins at once.

    has: whether there is a game of a name; that of the test game is the first of NAME-test, NAME-test2 ... not used.
    Nothing that could be taken for the real game stands anywhere: it has a name of its own, is in no list and on no
    page, and counts in no record and no rating. It has a seed of its own: its report opens the seed, and that of the
    real game must stay secret. Raises GameFileError.
    """
    address = tester.strip().lower()
    if not ADDRESS.fullmatch(address) or not address.isascii():
        raise GameFileError(f"--tester: {tester!r} is not a mail address")
    names = (f"{file.name}-test{n if n > 1 else ''}" for n in range(1, MOST + 1))
    name = next((name for name in names if not has(name)), "")
    if not NAME.fullmatch(name):
        why = f"{name} is too long" if name else f"{MOST} test games have it already"
        raise GameFileError(f"game.name: {why}")
    seats = ruleset(file.ruleset).rules.seats(file.options)
    players = {
        seat: Player(address, timezone=file.seats[seat].timezone if seat in file.seats else "")
        for seat in seats
        if seat not in file.bots
    }
    return replace(
        file, name=name, seed="", seats=players, joining=None, start=None, test=True, listed=False, rated=False,
        showing=Showing(), wanted=type(file.wanted)(),
    )  # fmt: skip
