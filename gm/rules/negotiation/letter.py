"""A letter to a game of Negotiation: answers are carried out first, then the rest up to the first line that is wrong.

Lines are checked for their form and for what every player knows of the board; nobody's pieces are looked at.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem
from gm.rules.lines.commands import Ask
from gm.rules.lines.letters import SHOWN, Fault, not_reached, own_lines, sorted_problems
from gm.rules.lines.slips import in_form
from gm.rules.negotiation.acts import Act, Answer, Ref
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.meant import answers_meant, named
from gm.rules.negotiation.reading import LineReader, Reader
from gm.rules.negotiation.state import State

MOST_ACTS = 40  # in one letter
REF = re.compile(r"(\d+) WITH (\d+)")


def read_letter(lines: LineReader, state: State, player: str, letter: Letter) -> Orders:
    """Return what a letter asks for, with its wrong lines; the right ones stand beside them."""
    refs = refs_of(letter)
    replied = _deal_replied_to(state, player, refs) if not letter.digest else None
    reader = reader_for(lines, state, player, replied)
    acts: list[Act] = []
    problems: list[Problem] = []
    unread: list[Line] = []
    for line in own_lines(letter):
        found = reader.tokens(line.text, line.number)
        if not reader.is_meant(reader.tokens(in_form(line.text))):
            unread.append(line)
            continue
        try:
            acts.append(reader.read(found))
        except Fault as fault:
            answers, _ = answers_meant(state, player, reader, [line], refs)
            problem = reader.explained(fault.problem, line.text) if len(problems) < SHOWN else fault.problem
            problems += answers or [named(problem, state, player, found, refs)]
    if not acts and not problems and not letter.wrong:
        problems, unread = answers_meant(state, player, reader, unread, refs)
    wrong = [problem.line for problem in problems] + ([letter.wrong] if letter.wrong else [])
    first = min(wrong, default=0) if letter.careful else 0
    late = [act for act in acts if not isinstance(act, Answer | Ask) and 0 < first < act.line]
    problems += [not_reached(act.line, first) for act in late if not isinstance(act, Ask)]
    acts = [act for act in acts if act not in late]
    if len(acts) > MOST_ACTS:
        last = letter.lines[-1].number
        return Orders((), (), problems=(words.problem((last, 1), "too-many", most=MOST_ACTS),))
    must_name = letter.digest or _signed(letter, unread)
    done = tuple(
        replace(act, refs=refs, digest=must_name) if isinstance(act, Answer) else act
        for act in acts
        if not isinstance(act, Ask)
    )
    asks = tuple(dict.fromkeys(act for act in acts if isinstance(act, Ask)))
    return Orders((*done, *asks), tuple(unread), asks=asks, problems=sorted_problems(problems))


def reader_for(lines: LineReader, state: State, player: str, replied: Ref | None = None) -> Reader:
    """Return what reads the lines of one player of a game (see Reader)."""
    return Reader(lines=lines, player=player, number=state.books.number, names=state.options.names, replied=replied)


def _signed(letter: Letter, unread: Sequence[Line]) -> bool:
    """Return whether the last line, Grant, may be a signature below unread lines rather than an answer."""
    written = [line for line in letter.lines if line.text.strip()]
    return bool(unread) and written[-1].text.strip(" .!") == "Grant"


def refs_of(letter: Letter) -> tuple[Ref, ...]:
    """Return what the mail replied to is about."""
    found = (REF.fullmatch(text) for text in letter.refs)
    return tuple(dict.fromkeys(Ref(int(match[1]), match[2]) for match in found if match))


def _deal_replied_to(state: State, player: str, refs: tuple[Ref, ...]) -> Ref | None:
    """Return the deal that a bare ACCEPT means: the only one proposed in the mail replied to, or None."""
    deals = [one for one in refs if _is_deal(state, player, one)] or list(refs)
    return deals[0] if len(deals) == 1 else None


def _is_deal(state: State, player: str, one: Ref) -> bool:
    """Return whether a number names a deal, open or over."""
    both = {player, one.player}
    return any(d.number == one.number and {d.by, d.to} == both for d in state.proposals) or any(
        c.number == one.number and {c.by, c.to} == both and c.what == "deal" for c in state.closed
    )
