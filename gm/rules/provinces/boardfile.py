"""The file of a board (TOML, see docs/boards.md) made a Board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from gm.rules.provinces.board import Board, Power, Unit, borders_of
from gm.rules.provinces.boardcheck import NEUTRAL, check_board, edges_of, provinces_of
from gm.rules.provinces.filefaults import Facts, Fault, TomlFile

ALSO = "# What provinces are also called, as gm had it when the game began."


class BoardError(ValueError):
    """A board that cannot be played on. Its text is a line for each fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)


def read_board(text: str, also: Mapping[str, Sequence[str]] = {}) -> Board:
    """Read a board. also: what provinces are also called, by their names. Raises BoardError with all faults."""
    facts, found = check_board(text)
    wrong = [one for one in found if one.wrong]
    if wrong:
        raise BoardError(wrong)
    return _made(facts, also)


def read_played(text: str, also: Mapping[str, Sequence[str]] = {}) -> Board:
    """Read the board of a game that has begun. It was checked then, and goes on whatever is asked of a board today.

    Raises BoardError if the text is no TOML.
    """
    file = TomlFile(text)
    if file.fault is not None:
        raise BoardError([file.fault])
    return _made(file.facts, also)


def with_names(text: str, also: Mapping[str, Sequence[str]]) -> str:
    """Return the text of a board that is right with what its provinces are also called, if it does not say so."""
    facts = TomlFile(text).facts
    if "also" in facts:
        return text
    rows = {code: also[row["name"]] for code, row in facts["provinces"].items() if row["name"] in also}
    lines = [f"{code} = [{', '.join(map(_quoted, names))}]" for code, names in rows.items()]
    return "\n".join((text.rstrip("\n"), "", ALSO, "[also]", *lines, ""))


def _quoted(text: str) -> str:
    """Return a text as TOML."""
    return msgspec.json.encode(text).decode()


def _made(facts: Facts, also: Mapping[str, Sequence[str]]) -> Board:
    """Return the board that right facts describe."""
    provinces, army, fleet = provinces_of(facts["provinces"]), edges_of(facts["army"]), edges_of(facts["fleet"])
    pairs = facts.get("straits", {}).get("army", ())
    straits = frozenset((one, two) for a, b in pairs for one, two in ((a, b), (b, a)))
    for one, two in straits:
        army[one] |= {two}
    touches, near = borders_of(provinces, army, fleet)
    aliases = facts.get("aliases", {})
    called = {code: [word for word, place in aliases.items() if place == code] for code in provinces}
    more = facts.get("also", {code: also.get(one.name, ()) for code, one in provinces.items()})
    more = {code: [word for word in names if word not in aliases] for code, names in more.items()}
    return Board(
        name=facts["board"],
        title=facts["title"],
        victory=facts["victory"],
        year=facts["start"]["year"],
        powers={
            code: Power(code, row["name"], row["adjective"], row["letter"]) for code, row in facts["powers"].items()
        },
        provinces=provinces,
        home={
            centre: "" if power == NEUTRAL else power
            for power, centres in facts["centres"].items()
            for centre in centres
        },
        start={
            power: tuple(Unit(power, *unit.split(" ")) for unit in facts["units"][power]) for power in facts["powers"]
        },
        army=army,
        fleet=fleet,
        touches=touches,
        near=near,
        also={
            code: tuple(dict.fromkeys((*called[code], *more.get(code, ()))))
            for code in provinces
            if called[code] or more.get(code)
        },
        aliases={word: place for word, place in aliases.items() if "/" not in word},
        coasts={word: place for word, place in aliases.items() if "/" in word},
        straits=straits,
        seasonal={sea: tuple(row["open"]) for sea, row in facts.get("seasonal", {}).items()},
        impassable={code: row["name"] for code, row in facts.get("impassable", {}).items()},
        at={code: tuple(row["at"]) for code, row in facts["provinces"].items() if "at" in row},
        not_played=tuple(facts.get("not_played", ())),
    )
