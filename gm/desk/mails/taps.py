"""Links to the page on which the orders that a mail asks for can be tapped, if this GameMaster has such pages.

A link is made of what its reader knows now, and of the token of that copy of the mail.
"""

from __future__ import annotations

from gm.compose.fragment import Position, link
from gm.compose.page import place
from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail, MailKind
from gm.desk.mails.links import TOP
from gm.desk.notices.answers import Owes
from gm.registry import ruleset

OPENED = ("open", "window")  # behind the deadline of sheets that were filed as hashes, when nothing is chosen any more


def tap_link(game: Game, mail: Mail, token: str, url: str) -> tuple[int, str]:
    """Return the address of the page for a copy of a mail, and the number of the notice below which its link stands.

    The address is "" if there is nothing to tap, if its reader wants no links, or if the link would be too long; and
    in a game on a board of its own that shows nothing to anybody, for then there is no page of that board.
    url: where the pages are; "" for nowhere.
    """
    at = _asked(mail)
    if not url or not token or game.over or at is None or mail.seat is None or not game.seats[mail.seat].links:
        return TOP, ""
    rules = ruleset(game.ruleset)
    where, facts = place(rules.name, game.options), rules.tapped.to_tap(game.state, mail.seat)
    phase = rules.rules.phase(game.state)
    if where is None or facts is None or phase is None or (where.own and game.showing.pages == "none"):
        return TOP, ""
    position = Position(
        game=game.name, ruleset=rules.name, phase=phase.code, seat=mail.seat, token=token, board=where.digest,
        facts=facts, filed=rules.rules.view(game.state, mail.seat).filed or (),
    )  # fmt: skip
    return (TOP if mail.kind == MailKind.NOTICE else at), link(url, where.file, position)


def _asked(mail: Mail) -> int | None:
    """Return the number of the notice that says what the reader owes; None if they owe nothing that can be written."""
    for at, (_, notice) in enumerate(mail.notices):
        if isinstance(notice, Owes) and notice.owes and notice.stage not in OPENED:
            return at
    return None
