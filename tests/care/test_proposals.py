"""Whatever a mail of a golden game proposes is understood when it is sent as printed, at once, by whoever got it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers.goldengames import GOLDEN, Script, turns
from helpers.unpainted import unpainted

from gm.desk.commands.letters import LetterHandler
from gm.desk.game.game import Game
from gm.desk.game.questions import NO_MAIL
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import LetterEvent
from gm.rules import NOBODY, Line, Seat
from gm.store.store import Store

GAMES = sorted(path.parent.name for path in GOLDEN.glob("*/game.toml"))
WRONG = {"refused", "wronglines", "pressunclear", "notread", "nothing", "notdone"}
SECOND = timedelta(seconds=1)


def proposals(kind: str, body: Any) -> Iterator[tuple[str, ...]]:
    """The letters that a notice proposes, each as its lines."""
    if kind == "owes" and body["example"] and body["stage"] not in ("open", "window"):
        yield tuple(body["example"])
    for way in body.get("ways", ()) if body.get("event", "") in ("", "begun", "proposed") else ():
        yield (way,)
    if kind == "overlooked" and body["retry"]:
        yield tuple(body["retry"])
    if kind == "pressunclear" and body["private"] and body["sender"]:
        yield (f"PRESS TO {body['sender']}", *body["as_press"], "END")
        yield tuple(body["for_us"])


def sent(game: Game, seat: Seat, lines: tuple[str, ...]) -> set[str]:
    """The kinds of what the answer to a new letter tells."""
    turn = Turn(game, (game.woken or game.clock.opened) + SECOND) if game.clock is not None else None
    assert turn is not None
    numbered = tuple(Line(number, text) for number, text in enumerate(lines, 1))
    LetterHandler(turn, LetterEvent(seat, NOBODY, numbered, answers=NO_MAIL, operator=False, careful=True)).handle()
    return {kind for mail in turn.mails if mail.reader == seat for kind, _ in mail.notices}


@pytest.mark.parametrize("name", GAMES)
def test_what_a_golden_mail_proposes_works(name: str, tmp_path: Path) -> None:
    script, store = Script(name), Store(tmp_path / "gm.sqlite")
    with unpainted():
        script.replay(store).run(script.mails, script.acts, None)
    tried = 0
    for n, turn in enumerate(turns(store, script.file.name), 1):
        game = turn.game
        if game.over or game.clock is None or game.clock.paused:
            continue
        for mail in turn.mails:
            for kind, notice in mail.notices if mail.reader in game.seats else ():
                for lines in proposals(kind, msgspec.to_builtins(notice)):
                    tried += 1
                    told = sent(game, Seat(mail.reader), lines)
                    assert not WRONG & told, (n, mail.reader, kind, lines, told)
    assert tried > 2
