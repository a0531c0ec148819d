"""What `gm show --reveal` shows of a game, which the report then says: what is on file, and the true board."""

from __future__ import annotations

from msgspec import to_builtins

from gm.commands.common import Failed, look_at, now
from gm.commands.tables import echo_json, say
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.game.telling import OPERATOR_READER
from gm.desk.game.turn import Turn
from gm.desk.mails.words import write_mail
from gm.desk.office import Office
from gm.registry import ruleset
from gm.rules import Seat


def show_board(office: Office, game: Game, seat: str | None, reveal: bool, yes: bool, as_json: bool) -> None:
    """Show the whole board as it is, which the report then says."""
    truth = ruleset(game.ruleset).drawn.truth(game.state) if game.forming is None else None
    if truth is None:
        raise Failed(f"{game.name} has no board that could be shown")
    if seat:
        raise Failed("--board shows the whole board: leave the seat out")
    if not reveal and not game.over:
        raise Failed("the board shows what is hidden; --reveal looks all the same, and is disclosed")
    look_at(office, game.name, "the true board", yes)
    if as_json:
        echo_json({"game": game.name, "ruleset": game.ruleset, "board": _plain(truth)})
        return
    told = ((type(truth).__name__.lower(), truth),)
    mail = Mail(OPERATOR_READER, MailKind.OPERATOR, "", phase="", number=0, notices=told, token="")
    say(write_mail(game, mail).text.rstrip())


def _plain(truth: object) -> dict[str, object]:
    """The board without its picture, which is for the drawing room."""
    found: dict[str, object] = to_builtins(truth)
    return {key: value for key, value in found.items() if key != "picture"}


def on_file(game: Game, seat: Seat) -> list[str]:
    """What a seat has on file: its lines in normal form, as they are sealed, or else what SHOW would say."""
    rules = ruleset(game.ruleset)
    if rules.seals or game.clock is None:
        return rules.sealed.on_file(game.state, seat).split("\n")
    shown = Turn(game, now()).show(seat)
    mail = Mail(seat, MailKind.ANSWER, "", phase=shown.phase, number=0, notices=(("show", shown),), token="", seat=seat)
    return write_mail(game, mail).text.rstrip().split("\n")
