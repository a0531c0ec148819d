"""Every mail of a golden game, not yet in words."""

from __future__ import annotations

from functools import cache

from gm.desk.game.game import Game
from gm.desk.game.outgoing import Mail
from gm.store.store import Store
from helpers.goldengames import Script, turns
from helpers.unpainted import unpainted


@cache
def golden_mails(name: str = "spring") -> tuple[tuple[Game, Mail], ...]:
    """Every mail of a golden game, with the game as it stands after it."""
    script, store = Script(name), Store(":memory:")
    with unpainted():
        script.replay(store).run(script.mails, (), None)
    found = tuple((turn.game, mail) for turn in turns(store, script.file.name) for mail in turn.mails)
    store.close()
    return found
