"""Time zones as players name them: in full, or by the city alone where only one zone has it."""

from __future__ import annotations

import difflib
from functools import cache
from zoneinfo import available_timezones

LONGEST_NAME = 40  # characters of what may be a misspelt zone


@cache
def _zones() -> dict[str, str]:
    """Every zone by its name and, if unique, by its city; keys are case-folded."""
    names = sorted(available_timezones())
    cities: dict[str, list[str]] = {}
    for name in names:
        # "posix/" and "right/" repeat the others, "Etc/" has no cities, and older names have no region.
        if "/" in name and not name.startswith(("posix/", "right/", "Etc/", "SystemV/")):
            cities.setdefault(_folded(name.rsplit("/", 1)[1]), []).append(name)
    found = {city: zones[0] for city, zones in cities.items() if len(zones) == 1}
    return {**found, **{_folded(name): name for name in names}}


@cache
def _by_first_letter() -> dict[str, list[str]]:
    """The keys of the zones, by the first letter of the whole and of the city."""
    found: dict[str, list[str]] = {}
    for key in _zones():
        for letter in {key[:1], key.rpartition("/")[2][:1]}:
            found.setdefault(letter, []).append(key)
    return found


def _folded(name: str) -> str:
    return name.casefold().replace(" ", "_")


def find_zone(words: str) -> str:
    """The zone that *words* name; "" if there is none."""
    return _zones().get(_folded(words.strip(" .")), "")


def near_zones(words: str) -> tuple[str, ...]:
    """Up to three zones with names similar to *words*, by the first letter of their region or city."""
    if len(words) > LONGEST_NAME:
        return ()
    name = _folded(words.strip(" ."))
    found = difflib.get_close_matches(name, _by_first_letter().get(name[:1], ()), n=3, cutoff=0.6)
    return tuple(dict.fromkeys(_zones()[name] for name in found))
