"""Letters of 48 kB made to take long, searched for at random in each game and in none, beside an ordinary one.

Run as a script with seconds for each game and a seed, it prints a line of JSON for each: the game, how many letters
were tried, how many times an ordinary letter the worst took, and the shape of the worst.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "desk")]

from helpers.everygame import EveryTable, address  # noqa: E402
from test_long_letters import ORDINARY, letter  # noqa: E402

from gm.desk.commands.table import command_reader  # noqa: E402

NO_GAME = "no game"
GAMES = (*ORDINARY, NO_GAME)
BEST = 12  # shapes from which the search goes on
LENGTHS = (20, 60, 200, 590, 999, 3_990)
HEADS = ("", "PRESS TO ", "NOTE ", "BROADCAST\n", "SET ZONE ", "> ", "ABSENT FROM ", "TRY ")
SIGNS = (
    "x", "9", "(", ")", "%", " //", " ", ". ", "-", "|", "> ", "*", "#", "'", '"', "\u00e9", "\u0663", "\u00a0", ",",
    ";", ":", "&", "a ", "the ", "thanks for the ", "please ", "not ", "or ", "and ", "ok ", "\t", "1 ", "I ", "north ",
    "NTH", "/NC", "\u2013", "__", "=?", "<a@b> ", "A1 ",
)  # fmt: skip
AGAIN = 60  # letters of one table: it grows with them


class Shape(msgspec.Struct, frozen=True):
    """How each line of a letter begins, what it repeats, and its length."""

    head: str
    piece: str
    length: int


class Search:
    """Searches for the worst letter in one game, as its first player writes, or by somebody without a game."""

    def __init__(self, game: str, seed: int) -> None:
        self._game, self._chance, self._tried = game, Random(seed), 0
        self._words = sorted(command_reader().known)
        self._best: list[tuple[float, Shape]] = []
        self._write = self._writer()
        self._write("STATUS")  # loads what is loaded once
        self._ordinary = min(self._seconds(ORDINARY.get(game, "hello")) for _ in range(5))

    def _writer(self) -> Callable[[str], object]:
        table = EveryTable(self._game if self._game in ORDINARY else "payola")
        if self._game == NO_GAME:
            return lambda text: table.write("wanderer@example.net", text, subject="hello")
        first = table.mails(address(table.writer))[0]
        return lambda text: table.write(address(table.writer), text, first, subject="Re: [spring]")

    def _seconds(self, text: str) -> float:
        started = time.process_time()
        self._write(text)
        return time.process_time() - started

    def worst(self, seconds: float) -> tuple[int, float, Shape]:
        """How many letters were tried in so many seconds, how many ordinary ones the worst took, and its shape."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            shape = self._changed() if self._best and self._chance.random() < 0.6 else self._new()
            took = self._seconds(letter(shape.head, shape.piece, shape.length))
            self._best = sorted([*self._best, (took, shape)], key=lambda one: -one[0])[:BEST]
            self._tried += 1
            if not self._tried % AGAIN:
                self._write = self._writer()
        took, shape = self._best[0]
        # Twice, since something else may have disturbed the first.
        took = min(took, self._seconds(letter(shape.head, shape.piece, shape.length)))
        return self._tried, took / self._ordinary, shape

    def _piece(self) -> str:
        parts = self._chance.choices(("sign", "word", "order"), (5, 3, 3), k=self._chance.choice((1, 1, 2, 3)))
        choose = {"sign": SIGNS, "word": self._words, "order": [*ORDINARY.values()]}
        return "".join(self._chance.choice(choose[part]) + self._chance.choice(("", " ", "\n")) for part in parts)

    def _new(self) -> Shape:
        return Shape(self._chance.choice((*HEADS, self._piece())), self._piece(), self._chance.choice(LENGTHS))

    def _changed(self) -> Shape:
        shape, new = self._chance.choice(self._best)[1], self._new()
        field = self._chance.choice(("head", "piece", "piece", "length"))
        return replace(shape, **{field: getattr(new, field)})


def main(seconds: float, seed: int) -> None:
    """Search in each game."""
    for game in GAMES:
        tried, ratio, shape = Search(game, seed).worst(seconds)
        print(json.dumps([game, tried, round(ratio, 1), msgspec.to_builtins(shape)]), flush=True)


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
