"""JOIN as players write it: the game, the seat or wishes, a private game's password, words for the draws. Pure."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping

import msgspec

from gm.desk.notices.phrases import phrase
from gm.rules import NO_SEAT, Problem, Seat


class Wish(msgspec.Struct, frozen=True):
    """What a newcomer asks for. seat: that one and no other; wishes: favourite first; word: a private game's password.

    anything: they take whatever they get (`*`). nonce: their words for the draws, "" if they say nothing of them.
    """

    seat: Seat = NO_SEAT
    wishes: tuple[Seat, ...] = ()
    word: str = ""
    anything: bool = False
    nonce: str = ""


NONCE = re.compile(r"(?:^|\s)NONCE\b:?(.*)", re.IGNORECASE | re.DOTALL)
LONGEST_NONCE = 200


def read_wish(text: str, line: int, game: str, seats: Mapping[str, Seat], private: bool) -> Wish | Problem:
    """Read the words after JOIN: `[GAME] [AS seat | PREFER a, b, *] [WORD w] [NONCE words]`; a bare seat will do, too.

    seats: by what players may call them, in capitals. private: the game has a password, and a bare word is taken as it.
    """
    given = NONCE.search(text)
    nonce = " ".join(given[1].split()) if given else ""
    if given and not (nonce.isprintable() and 0 < len(nonce) <= LONGEST_NONCE):
        column = len("JOIN ") + given.start() + 1
        return Problem(line, column, "nonce", message=phrase("fault.nonce", most=LONGEST_NONCE))
    text = text[: given.start()] if given else text
    words = text.replace(",", " ").split()
    if words and words[0].strip("[]").lower() == game:
        words = words[1:]
    seat, wishes = NO_SEAT, list[Seat]()
    secret = mode = ""
    anything = False
    for word in words:
        upper = word.strip(".:;").upper()
        if upper in ("AS", "PREFER", "WORD", "PASSWORD"):
            mode = upper
        elif mode in ("WORD", "PASSWORD"):
            secret = word
        elif upper == "*":
            mode, anything = mode or "PREFER", True
        elif upper in seats and (mode == "AS" or not mode):
            seat, mode = seats[upper], "DONE"
        elif upper in seats:
            wishes.append(seats[upper])
        elif private and mode in ("", "DONE"):
            secret = word
        else:
            return _unknown(text, word, line, seats)
    return Wish(seat, tuple(dict.fromkeys(wishes)), secret, anything, nonce)


def _unknown(text: str, word: str, line: int, seats: Mapping[str, Seat]) -> Problem:
    near = tuple(difflib.get_close_matches(word.upper(), sorted(seats), n=3, cutoff=0.5))
    column = len("JOIN ") + text.find(word) + 1
    return Problem(line, column, "unknown-seat", message=phrase("fault.unknown-seat"), hints=near)
