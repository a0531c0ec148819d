"""Commands that stand alone on a line and that several games share: a Struct for each, and how they are read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from gm.rules import Line, Problem
from gm.rules.lines.letters import Fault, near, not_done, words
from gm.rules.lines.slips import is_slip, unled
from gm.rules.lines.words import asks, bare

Act = TypeVar("Act")
ALIKE = 0.6  # how closely one word of several must resemble the right one


class Ask(msgspec.Struct, frozen=True):
    """A pure question: it is answered whatever happens to the rest of its letter."""


class AskBoard(Ask, frozen=True):
    """BOARD: show the board as the sender knows it."""


class Ready(msgspec.Struct, frozen=True):
    """READY: what is on file is final. nothing: its sender says that there is nothing."""

    nothing: bool = False


class Unready(msgspec.Struct, frozen=True):
    """NOT READY: what is on file may still change."""


class Clear(msgspec.Struct, frozen=True):
    """CLEAR: leave nothing on file."""


class Try(msgspec.Struct, frozen=True):
    """TRY: the letter only shows what it would do."""


class ProposeDraw(msgspec.Struct, frozen=True):
    """PROPOSE DRAW: propose a draw, or agree to one."""


READY: Mapping[str, Ready] = {"READY": Ready(), "READY NOTHING": Ready(nothing=True)}
DRAW: Mapping[str, ProposeDraw] = dict.fromkeys(("PROPOSE DRAW", "PROPOSE A DRAW"), ProposeDraw())
ASKED_BACK = "nothing-filed"  # the code of READY, by itself right, that finds nothing on file
NOT_READY = "NOT READY"  # "Not really" is talk
OTHERWISE = {  # what people write for a command in other words, as regular expressions for a whole line in capitals
    "CLEAR": r"(?:CANCEL|CLEAR|DELETE|WITHDRAW|FORGET)(?: (?:ALL|MY|OUR|THE|OF))* (?:ORDER|MOVE|OFFER)S?",
    "NOT READY":
        r"(?:(?:WAIT|SORRY|STOP|NO)[ ,]+)?(?:IM |I'M |I AM )?(?:NOT|NOT YET|NO LONGER|UN|NO)[ -]?READY(?: YET)?"
        r"|READY (?:OFF|NOT)|(?:CLEAR|CANCEL|UNDO) READY",
    "TRY": r"(?:(?:JUST|ONLY) )?(?:A )?TRY(?: (?:THIS|IT|THESE|OUT|ONLY|FIRST))*|DRY RUN",
    "READY": r"READY(?: (?:NOW|HERE|TOO|TO GO|WITH(?: (?:ALL|MY|OUR|THE))* (?:ORDER|MOVE)S?))?",
    "READY NOTHING": r"READY,?(?: WITH)? (?:NOTHING|NONE|NO (?:ORDER|MOVE|FIRE)S?)|(?:NOTHING|NO ORDERS),? READY",
    "PROPOSE DRAW": r"(?:OFFER|TAKE|ACCEPT|AGREE TO|AGREE)(?: (?:A|THE|YOUR))? DRAW|DRAW (?:OFFER|AGREED|ACCEPTED)",
    "BOARD": r"(?:SHOW|SEND)(?: ME| US)?(?: (?:A|THE|MY|OUR))? BOARD(?: TO (?:ME|US))?",
    "SWAP": r"SWAP(?: (?:THE|OUR))? (?:SIDE|COLOU?R|SEAT)S?",
}


def read_alone(line: Line, acts: Mapping[str, Act]) -> Act | None:
    """Return the command that a line consists of, or None. acts: what each command asks for, by its words in capitals.

    Raises Fault if the command is more than a question and ends in a question mark, and if it is a slip of one.
    """
    written = bare(line.text)
    act = acts.get(written)
    if act is not None and not isinstance(act, Ask) and asks(line.text):
        raise Fault(not_done(line))
    if act is None and (known := _slip_of(bare(unled(line.text)).split(), acts)):
        raise words.fault(line, "slip", (known,))
    return act


def why_not_ready(line: Line, said: Ready, filed: bool, asks_back: bool) -> Problem | None:
    """Return why READY on *line* does not count beside what is on file; None if it does.

    filed: something is on file; asks_back: where nothing is, its sender is asked whether that is meant.
    """
    if filed and said.nothing:
        return words.problem(line, "something-filed", ("READY",))
    if asks_back and not filed and not said.nothing:
        return words.problem(line, ASKED_BACK, ("READY NOTHING",))
    return None


def _slip_of(written: Sequence[str], acts: Iterable[str]) -> str:
    """Return the command that these words are, but for one that is misspelt or missing, or are in other words."""
    for known in acts:
        if known in OTHERWISE and re.fullmatch(OTHERWISE[known], " ".join(written)):
            return known
        meant = known.split()
        wrong = [(one, two) for one, two in zip(written, meant, strict=False) if one != two]
        if len(meant) == 1:
            if written == meant or (len(written) == 1 and is_slip(written[0], frozenset(meant))):
                return known
            continue
        if known == NOT_READY:
            continue
        begins = written in (meant[:1], meant[::-1]) or written[: len(meant)] == meant
        if begins or (len(written) == len(meant) and len(wrong) == 1 and _alike(*wrong[0])):
            return known
    return ""


def _alike(one: str, two: str) -> bool:
    return bool(near(one, [two], cutoff=ALIKE))
