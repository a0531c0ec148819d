"""The forms in which games are stored: `open` entries and snapshots name theirs, and old ones are converted on reading.

A form newer than this version's is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from gm import __version__
from gm.desk.game.refusal import OperatorError
from gm.registry import ruleset
from gm.rules.ruleset import Pace

Facts = dict[str, Any]
Change = Callable[[Facts], Facts]  # from the JSON of one form to that of the next


def _pace_apart(facts: Facts) -> Facts:
    """Form 2: a game's choices about its deadlines (the pace) are no longer among the ruleset's options."""
    found = ruleset(facts["ruleset"])
    chosen = {key: value for key, value in facts["options"].items() if key in Pace.__struct_fields__}
    options = {key: value for key, value in facts["options"].items() if key not in chosen}
    usual = found.card.pace.early_after
    then = usual if usual == Pace().early_after else "0m"  # rounds of a war ended at once, then
    pace = {**msgspec.to_builtins(found.card.pace), "early_after": then, **chosen}
    paced = found.rules.pace(msgspec.convert(options, found.card.options), msgspec.convert(pace, Pace))
    return {**facts, "options": options, "pace": msgspec.to_builtins(paced)}


def _pace_apart_in_state(facts: Facts) -> Facts:
    """The same for a snapshot, whose state repeats the options."""
    found = _pace_apart(facts)
    if found["state"] is not None:  # the game has begun
        found["state"] = {**found["state"], "options": found["options"]}
    return found


def _sealed_without_place(facts: Facts) -> Facts:
    """Form 3: a game says how it seals (`proof`); until then a seal named neither game nor phase nor seat."""
    return {**facts, "proof": 1}


def _votes_untold(facts: Facts) -> Facts:
    """Form 4: a game says whether its report tells who voted how (`votes`); until then none did."""
    return {**facts, "votes": False}


def _unbound(facts: Facts) -> Facts:
    """Form 5: a game says whether its chain names options, phases and where the operator went back to (`bound`)."""
    return {**facts, "bound": False}


# How each form becomes the next, from form 1 on: (the data of an `open` entry, a snapshot).
CHANGES: tuple[tuple[Change, Change], ...] = (
    (_pace_apart, _pace_apart_in_state),
    (_sealed_without_place, _sealed_without_place),
    (_votes_untold, _votes_untold),
    (_unbound, _unbound),
)
FORM = 1 + len(CHANGES)


class NewerForm(OperatorError):
    """It was written by a later version of gm, and this one would misread it."""


def opening_of_today(data: Mapping[str, object]) -> Facts:
    """The data of an `open` entry in today's form. Raises NewerForm."""
    return brought_up(data, [opening for opening, _ in CHANGES])


def snapshot_of_today(facts: Mapping[str, object]) -> Facts:
    """A snapshot in today's form. Raises NewerForm."""
    return brought_up(facts, [snapshot for _, snapshot in CHANGES])


def brought_up(facts: Mapping[str, Any], changes: Sequence[Change]) -> Facts:
    """*facts* after the *changes* later than their form, which is 1 if they name none. Raises NewerForm."""
    form, newest = facts.get("form", 1), 1 + len(changes)
    if form not in range(1, newest + 1):
        raise NewerForm(
            f"the game {facts['name']} was written in form {form} by a newer version of gm, "
            f"and gm {__version__} reads forms up to {newest}"
        )
    found = dict(facts)
    for change in changes[form - 1 :]:
        found = change(found)
    return {**found, "form": newest}
