"""SUBSTITUTE: somebody offers to take over a place when one falls vacant, in a game that runs or in any."""

from __future__ import annotations

from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.commands.declared import ANYBODY, GUEST, PLAYER, SITTER, Command, Enquiry
from gm.desk.commands.joining import already_seated, no_place
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Game
from gm.desk.game.substitutes import withdraw
from gm.desk.letter.reading import Request
from gm.desk.notices.phrases import phrase
from gm.rules import NO_SEAT

MOST = 50  # offers for one game


def _substitute(visit: Visit, request: Request) -> None:
    """SUBSTITUTE asks the writer whether they mean it, and SUBSTITUTE OFF whoever may not be the writer."""
    game = visit.turn.game
    words = _words(game, request)
    if game.over or game.forming is not None:
        visit.explain()
    elif words == ["off"]:
        if visit.proven() or not has_offered(game, visit):
            offers_no_more(visit)
        else:
            _ask(visit, "substitute-off")
    elif why := visit.why_no_seat():
        no_place(visit, why, NO_SEAT)
    elif has_offered(game, visit):
        visit.reply(phrase("subject.substitute-noted"), said.Substitute(game.name, True))
    elif game.word and game.word.lower() not in words:
        no_place(visit, "word", NO_SEAT)
    elif visit.event.short is not None:
        no_place(visit, "record", NO_SEAT)
    elif len(game.substitutes) >= MOST:
        no_place(visit, "full", NO_SEAT)
    else:
        _ask(visit, "substitute")


def _words(game: Game, request: Request) -> list[str]:
    """What stands behind the command, but the name of the game."""
    words = [word.strip("[].,:;").lower() for word in " ".join(request.words).split()]
    return words[1:] if words[:1] == [game.name] else words


def _ask(visit: Visit, act: str) -> None:
    what = phrase(f"ask.{act}", game=visit.turn.game.name)
    visit.ask((act,), phrase("subject.substitute"), said.ConfirmAsked(what, "CONFIRM"))


def has_offered(game: Game, visit: Visit) -> bool:
    """Whether the writer's offer stands."""
    return visit.person in game.substitutes


def offers(visit: Visit) -> None:
    """Note the writer's offer, as they have confirmed."""
    game = visit.turn.game
    if game.over:
        visit.explain()
        return
    if not has_offered(game, visit):
        visit.turn.game = replace(game, substitutes=(*game.substitutes, visit.person))
    visit.reply(phrase("subject.substitute-noted"), said.Substitute(game.name, True))


def offers_no_more(visit: Visit) -> None:
    """Forget the writer's offer."""
    found = withdraw(visit.turn, visit.person)
    visit.reply(phrase("subject.substitute-noted"), said.Substitute(visit.turn.game.name, False, nothing=not found))


def _anywhere(enquiry: Enquiry, request: Request) -> None:
    """SUBSTITUTE outside any game is about all of them. Behind it stands OFF, or a game that there is not."""
    words = [word.strip("[].,:;").lower() for word in " ".join(request.words).split()]
    if words and words != ["off"]:
        enquiry.answer("standin", {"offers": False, "nothing": True, "unknown": words[0]})
    else:
        enquiry.stand_in(not words)


SUBSTITUTING = (
    Command(
        "substitute", ("SUBSTITUTE topic?",), shy=("SUBSTITUTE",), topic="TAKEOVER", names_game="seeks",
        sentence=lambda _, rest: len(rest.split()) > 3, shape="SUBSTITUTE, or SUBSTITUTE and a game, or SUBSTITUTE OFF",
        who=PLAYER | SITTER | GUEST | ANYBODY, player=already_seated, guest=_substitute, anybody=_anywhere,
    ),
)  # fmt: skip
