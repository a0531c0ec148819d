"""A letter to a game of Negotiation: each line by itself; answers come first when it is carried out.

Read here is the form of a line and what every player knows of the board; nobody's pieces are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem
from gm.rules.lines.commands import Ask
from gm.rules.lines.faults import Fault
from gm.rules.lines.letters import own_lines
from gm.rules.negotiation.acts import Act, Answer, Ref
from gm.rules.negotiation.reading import LineReader, Reader
from gm.rules.negotiation.state import State

MOST_ACTS = 40  # of one letter
REF = re.compile(r"(\d+) WITH (\d+)")


def read_letter(lines: LineReader, state: State, player: str, letter: Letter) -> Orders:
    """What a letter asks for, with its wrong lines; the right ones stand beside them."""
    refs = refs_of(letter)
    replied = _deal_replied_to(state, player, refs) if not letter.digest else None
    reader = Reader(lines, player, state.books.number, state.options.names, replied)
    acts: list[Act] = []
    problems: list[Problem] = []
    unread: list[Line] = []
    for line in own_lines(letter):
        found = reader.tokens(line.text, line.number)
        if not reader.is_meant(found):
            unread.append(line)
            continue
        try:
            acts.append(reader.read(found))
        except Fault as fault:
            problems.append(fault.problem)
    if len(acts) > MOST_ACTS:
        last = letter.lines[-1].number
        return Orders((), (), problems=(Problem(last, 1, "too-many", f"a letter has at most {MOST_ACTS} commands"),))
    named = letter.digest or _signed(letter, unread)
    done = tuple(
        replace(act, refs=refs, digest=named) if isinstance(act, Answer) else act
        for act in acts
        if not isinstance(act, Ask)
    )
    asks = tuple(dict.fromkeys(act for act in acts if isinstance(act, Ask)))
    return Orders((*done, *asks), tuple(unread), asks=asks, problems=tuple(problems))


def _signed(letter: Letter, unread: Sequence[Line]) -> bool:
    """Whether a letter ends with what may be somebody's name below his words, and no answer: Grant."""
    written = [line for line in letter.lines if line.text.strip()]
    return bool(unread) and written[-1].text.strip(" .!") == "Grant"


def refs_of(letter: Letter) -> tuple[Ref, ...]:
    """What the mail is about to which the letter replies."""
    found = (REF.fullmatch(text) for text in letter.refs)
    return tuple(dict.fromkeys(Ref(int(match[1]), match[2]) for match in found if match))


def _deal_replied_to(state: State, player: str, refs: tuple[Ref, ...]) -> Ref | None:
    """The deal that a bare ACCEPT in a reply means: the one that its mail proposes; None if it proposes several."""
    deals = [one for one in refs if _is_deal(state, player, one)] or list(refs)
    return deals[0] if len(deals) == 1 else None


def _is_deal(state: State, player: str, one: Ref) -> bool:
    """Whether a number names a deal, open or over."""
    both = {player, one.player}
    return any(d.number == one.number and {d.by, d.to} == both for d in state.proposals) or any(
        c.number == one.number and {c.by, c.to} == both and c.what == "deal" for c in state.closed
    )
