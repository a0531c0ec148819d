"""The forms in which a game is kept: an `open` entry and a snapshot say which is theirs, and old ones are read as new.

A form is older than this version's, or the same; a newer one is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gm import __version__
from gm.desk.operating.refusal import OperatorError

Facts = dict[str, Any]
Change = Callable[[Facts], Facts]  # what JSON holds in one form, and in the next
# How each form becomes the next, from form 1 on: the data of an `open` entry, and a snapshot.
CHANGES: tuple[tuple[Change, Change], ...] = ()
FORM = 1 + len(CHANGES)


class NewerForm(OperatorError):
    """A later version of gm has written it: this one would misread it."""


def opening_of_today(data: Mapping[str, Any]) -> Facts:
    """The data of an `open` entry in today's form. Raises NewerForm."""
    return brought_up(data, [opening for opening, _ in CHANGES])


def snapshot_of_today(facts: Mapping[str, Any]) -> Facts:
    """A snapshot in today's form. Raises NewerForm."""
    return brought_up(facts, [snapshot for _, snapshot in CHANGES])


def brought_up(facts: Mapping[str, Any], changes: Sequence[Change]) -> Facts:
    """*facts*, whose form is 1 where they name none, after those *changes* that come after it. Raises NewerForm."""
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
