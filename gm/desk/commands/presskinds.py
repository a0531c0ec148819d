"""Which messages a game lets through: the kinds that it allows, and what is wrong with a message of another kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Conversation
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import Problem, as_seat
from gm.rules.lines.words import listed

ALONE_GREY = re.compile(
    r"\W*(?:gr[ea]y|anonymous(?:ly)?|fake)(?:\W+(?:press|message|please|pls))*\W*|\W*(?-i:FROM)\s+\w+\W*", re.IGNORECASE
)
MOVEMENT = "movement"  # the kind of message, and of phase, for which a game may reserve them
OPERATOR_SEAT = as_seat("(operator)")  # the recipient of PRESS TO GM


def press_faults(talk: Conversation, request: Request) -> Iterator[Problem]:
    """What is wrong with a message, by the rules of this game."""
    if _below_grey(talk, request):
        yield Problem(request.line, 1, "press-grey", phrase("fault.press-grey"))
        return
    code, why = _fault(talk, request)
    if why:
        yield Problem(request.line, 1, code, why)


def _fault(talk: Conversation, request: Request) -> tuple[str, str]:
    kinds = talk.turn.game.press
    if request.name == "press" and talk.seat in request.words:
        return "press-to-self", phrase("fault.press-to-self")
    if request.words == (OPERATOR_SEAT,) and not (request.grey or request.sender or request.shown):
        return "", ""
    if OPERATOR_SEAT in request.words:
        return "press-kind", phrase("fault.press-to-operator")
    if not kinds:
        return "press-kind", phrase("fault.no-press")
    if (why := silence(talk.turn)):
        return "press-late", why
    if (why := _why_not_of_kind(kinds, request)):
        return "press-kind", why
    if request.name == "press" and (why := out_of_touch(talk, request.words)):
        return "press-touch", why
    return _contradiction(talk, request)


def _why_not_of_kind(kinds: tuple[str, ...], request: Request) -> str:
    """Why the game has no messages of this kind; "" if it does."""
    false = request.sender or request.shown
    if request.name == "broadcast" and "yellow" in kinds:
        return phrase("fault.yellow-press") if false else ""
    if request.name == "press" and "private" not in kinds:
        return phrase("fault.no-private-press")
    if request.name == "broadcast" and "public" not in kinds:
        return phrase("fault.no-public-press")
    if request.grey and "grey" not in kinds:
        return phrase("fault.no-grey-press")
    return phrase("fault.no-false-press") if false and "fake" not in kinds else ""


def _below_grey(talk: Conversation, request: Request) -> bool:
    """Whether GREY stands alone above the message, which would then bear its writer's name."""
    above = [line.text for line in talk.event.lines if line.number < request.line and line.text.strip()]
    return not request.grey and is_grey(next(reversed(above), ""))


def is_grey(text: str) -> bool:
    """Whether a line says that the message with it is to bear no name, or a false one, which it cannot say there."""
    return ALONE_GREY.fullmatch(text) is not None


def silence(turn: Turn) -> str:
    """Why no message is passed on in the phase now due; "" if one is."""
    phase = None if turn.game.over else turn.phase_now()
    if phase is None:
        return ""
    if any(kind.name == phase.kind and not kind.press for kind in turn.card.kinds):
        return phrase("fault.press-late")
    if MOVEMENT in turn.game.press and phase.kind != MOVEMENT:
        return phrase("fault.press-movement", phase=phase.title)
    return ""


def out_of_touch(talk: Conversation, readers: Sequence[str]) -> str:
    """Why one of the readers is too far away in a game in which only neighbours write to each other; "" if none is."""
    turn = talk.turn
    if "touch" not in turn.game.press or turn.game.over:
        return ""
    near = turn.ruleset.bordered.touching(turn.game.state, talk.seat)
    far = [turn.name(seat) for seat in map(as_seat, readers) if seat not in near]
    if not far:
        return ""
    if not near:
        return phrase("fault.touch-nobody")
    return phrase("fault.touch", far=listed(far), near=listed([turn.name(seat) for seat in near]))


def lacks_orders(talk: Conversation) -> bool:
    """Whether the writer's messages wait for their own orders of this phase, in a game in which these come first."""
    turn = talk.turn
    return "orders-first" in turn.game.press and not turn.game.over and talk.seat in turn.missing()


def _contradiction(talk: Conversation, request: Request) -> tuple[str, str]:
    """What would show the readers at once that a message is false: no true one looks like it."""
    if request.grey and request.sender:
        return "press-false", phrase("fault.grey-from")
    if request.sender and request.sender in request.words:
        return "press-false", phrase("fault.from-reader")
    if (request.sender or talk.seat) in request.shown:
        return "press-false", phrase("fault.fake-to-sender")
    if request.name == "broadcast" and request.shown:
        return "press-false", phrase("fault.fake-broadcast")
    return "", ""
