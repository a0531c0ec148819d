"""Every mail of a golden game, not yet in words."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.desk.mails.delivery import Delivery
from gm.offline.replay import replay
from gm.report.disclosure import disclose
from helpers.unpainted import unpainted

GOLDEN = Path(__file__).parent.parent / "golden"


@cache
def golden_mails(name: str = "spring") -> tuple[tuple[Game, Mail], ...]:
    """Every mail of a golden game, with the game as it stands after it."""
    folder = GOLDEN / name
    found: list[tuple[Game, Mail]] = []

    class Recording(Delivery):
        def deliver(self, game: Game, mail: Mail, *rest: Any) -> None:
            found.append((game, mail))
            super().deliver(game, mail, *rest)

    with patch("gm.desk.office.Delivery", Recording), unpainted():
        replay((folder / "game.toml").read_text(), (folder / "in.mbox").read_bytes(), "", None, disclose)
    return tuple(found)
