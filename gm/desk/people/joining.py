"""JOIN as players write it: the game, the seat or wishes, a private game's password, words for the draws. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from gm.desk.notices.phrases import phrase
from gm.rules import NO_SEAT, Problem, Seat
from gm.rules.lines.players import near_names


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


def read_wish(
    text: str, line: int, game: str, names: Mapping[str, Seat], seats: Mapping[str, Seat], private: bool
) -> Wish | Problem:
    """Read the words after JOIN: `[GAME] [AS seat | PREFER a, b, *] [WORD w] [NONCE words]`; a bare seat will do, too.

    names: the seats by their codes and names, in capitals; seats: also by all else that they may be called. private:
    the game has a password, and a bare word is taken as it.
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
    for word in _together(words, seats):
        upper = word.strip(".:;").upper()
        known = seats if mode in ("AS", "PREFER") else names  # a bare beginning may be a password or another word
        if upper in ("AS", "PREFER", "WORD", "PASSWORD"):
            mode = upper
        elif mode in ("WORD", "PASSWORD"):
            secret = word
        elif upper == "*":
            mode, anything = mode or "PREFER", True
        elif upper in known and (mode == "AS" or not mode):
            seat, mode = seats[upper], "DONE"
        elif upper in known:
            wishes.append(seats[upper])
        elif private and mode in ("", "DONE"):
            secret = word
        else:
            return _unknown(text, word, line, seats)
    return Wish(seat, tuple(dict.fromkeys(wishes)), secret, anything, nonce)


def _together(words: Sequence[str], seats: Mapping[str, Seat]) -> list[str]:
    """The words, those joined that are one name (Player 3)."""
    found: list[str] = []
    for word in words:
        if found and f"{found[-1]} {word.strip('.:;')}".upper() in seats:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def _unknown(text: str, word: str, line: int, seats: Mapping[str, Seat]) -> Problem:
    near = near_names(word.upper(), seats)
    column = len("JOIN ") + text.find(word) + 1
    return Problem(line, column, "unknown-seat", message=phrase("fault.unknown-seat"), hints=near)
