"""What an answer was meant for that does not name it: the open deals and actions, and the lines that name them.

Only what the sender knows is looked at: what stands open between them and others.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token
from msgspec.structs import replace

from gm.rules import Line, Problem
from gm.rules.lines.words import kinds_of
from gm.rules.negotiation.acts import Ref
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.forms import answer_meant
from gm.rules.negotiation.reading import Reader
from gm.rules.negotiation.state import ATTACK, THREAT, State

OTHERS_DEALS, OWN_DEALS = ("ACCEPT", "REJECT", "COUNTER"), ("WITHDRAW",)
KIND = {"CALL": THREAT, "GRANT": THREAT, "PAY": ATTACK, "DEFEND": ATTACK}
UNCLEAR = ("which", "no-player", "unfinished", "unknown-word", "misplaced")  # faults of an answer that names nothing


def ways(state: State, player: str, word: str, refs: Sequence[Ref], number: str = "") -> tuple[str, ...]:
    """Return the lines by which *player* can say ACCEPT, CALL or the like now; () if nothing is open to it.

    refs: what the mail replied to is about: if any of that is open, only that. number: of what is meant or, if nothing
    has it, of the other player.
    """
    if word in KIND:
        found = [Ref(one.number, one.by) for one in state.actions if one.to == player and one.kind == KIND[word]]
    elif word in OWN_DEALS:
        found = [Ref(deal.number, deal.to) for deal in state.proposals if deal.by == player]
    else:
        found = [Ref(deal.number, deal.by) for deal in state.proposals if deal.to == player]
    found = [one for one in found if one in refs] or found
    numbered = [one for one in found if str(one.number) == number] or [one for one in found if one.player == number]
    return tuple(f"{word} {one.number} WITH {one.player}" for one in numbered or found)


def named(problem: Problem, state: State, player: str, found: Sequence[Token], refs: Sequence[Ref]) -> Problem:
    """Return the problem of a line; if it is an answer that does not say to what, with the lines that would."""
    kinds = kinds_of(found)
    hinted = next((hint for hint in problem.hints if hint in (*KIND, *OTHERS_DEALS, *OWN_DEALS)), "")
    word = kinds[0] if kinds[0] in (*KIND, *OTHERS_DEALS, *OWN_DEALS) else hinted
    if problem.code not in UNCLEAR or not word or len(kinds) > 2 or word == "COUNTER":
        return problem
    number = next((str(token) for token in found if token.type == "NUMBER"), "")
    return replace(problem, hints=ways(state, player, word, refs, number) or problem.hints)


def answers_meant(
    state: State, player: str, reader: Reader, unread: Sequence[Line], refs: Sequence[Ref]
) -> tuple[list[Problem], list[Line]]:
    """Return problems, with the right form, for lines of talk that answer something; and the other lines."""
    problems, talk = [], []
    for line in unread:
        word = answer_meant(reader.tokens(line.text))
        hints = ways(state, player, word, refs) if word else ()
        if hints:
            problems.append(words.problem(line, "form", hints))
        else:
            talk.append(line)
    return problems, talk
