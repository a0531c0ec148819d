"""How long each field of a seat lasts: every field states it, and once that is over it is as at the start."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest
from helpers.seventable import SevenTable

from gm.desk.game.game import LIFETIMES, Lasts, Sitter, Sitting, lifetimes, renewed
from gm.desk.game.questions import Question
from gm.desk.game.seating import leave, take
from gm.desk.game.turn import Turn
from gm.desk.time.absence import Absence

AT = datetime(2026, 1, 6, tzinfo=UTC)
FIELDS = [field.name for field in msgspec.structs.fields(Sitting)]
SET = {
    "timezone": "Europe/Paris", "vote": "DRAW", "wait": True, "questions": (Question(("resign",), AT, (1,)),),
    "format": "text", "attach": True, "reminders": False, "calendar": True, "open": True, "extend": 60, "digest": 3600,
    "quiet": ("ITALY",),
    "sitter": Sitter("person", AT, AT), "absences": (Absence(AT.date(), AT.date(), "UTC"),),
}  # fmt: skip


def unstated(kind: type) -> list[str]:
    return [field.name for field in msgspec.structs.fields(kind) if field.name not in lifetimes(kind)]


def test_every_field_of_a_seat_says_how_long_it_lasts() -> None:
    assert unstated(Sitting) == []


def test_a_field_that_does_not_say_so_is_found() -> None:
    class More(Sitting, frozen=True):
        xyzzy: str = ""

    assert unstated(More) == ["xyzzy"]


@pytest.mark.parametrize("ended", [(), (Lasts.PHASE,), (Lasts.PHASE, Lasts.JUDGING), tuple(Lasts)])
def test_what_is_over_is_as_at_the_start_and_the_rest_stays(ended: tuple[Lasts, ...]) -> None:
    used: Any = dict.fromkeys(FIELDS, "used")
    after, start = renewed(Sitting(**used), *ended), Sitting()
    for name in FIELDS:
        assert getattr(after, name) == (getattr(start, name) if LIFETIMES[name] in ended else "used"), name


def left_and_taken(*acts: Any) -> Sitting:
    """France's seat, which was used, after some acts of a turn."""
    game = SevenTable().game
    used = msgspec.structs.replace(game.seats["FRANCE"], **SET)
    turn = Turn(msgspec.structs.replace(game, seats={**game.seats, "FRANCE": used}), AT)
    for act in acts:
        act(turn)
    return turn.game.seats["FRANCE"]


def test_whoever_takes_a_seat_inherits_no_setting_of_the_player_before() -> None:
    taken = left_and_taken(
        lambda turn: leave(turn, "FRANCE"), lambda turn: take(turn, "FRANCE", "newcomer", "Asia/Tokyo")
    )
    kept = {name for name in FIELDS if getattr(taken, name) != getattr(Sitting(True, "Asia/Tokyo"), name)}
    assert {LIFETIMES[name] for name in kept} <= {Lasts.FOR_GOOD, Lasts.JUDGING}


def test_a_seat_that_was_left_keeps_what_lasts_until_it_is_taken() -> None:
    left = left_and_taken(lambda turn: leave(turn, "FRANCE"))
    assert (left.taken, left.vote, left.wait, left.sitter, left.absences) == (False, "", False, None, ())
    assert (left.timezone, left.format, left.reminders, left.open) == ("Europe/Paris", "text", False, True)
