"""A mail's content as JSON, for players' own programs: its notices, and what its reader knows now (docs/schema).

It is made only from the notices of that mail and the view that the rules give to that seat.
"""

from __future__ import annotations

import msgspec

from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.registry import ruleset

SCHEMA = "mail-1"  # docs/schema/mail.schema.json


def view_json(game: Game, mail: Mail, subject: str) -> str:
    """The notices of *mail* and its reader's view of *game* as it stands after them, as JSON with sorted keys."""
    seat = mail.seat
    facts: dict[str, object] = {
        "schema": SCHEMA,
        "game": game.name,
        "ruleset": game.ruleset,
        "phase": mail.phase,
        "reader": seat,
        "subject": subject,
        "notices": [{"kind": kind, "body": body} for kind, body in mail.notices],
        "view": ruleset(game.ruleset).rules.view(game.state, seat),
    }
    text = msgspec.json.format(msgspec.json.encode(facts, order="sorted"), indent=1)
    return f"{text.decode()}\n"
