"""What HELP tells of the board of a game: its powers, its provinces, and what lies next to one of them. All public."""

from __future__ import annotations

import msgspec

from gm.rules.provinces import notices as said
from gm.rules.provinces.board import Board
from gm.rules.provinces.names import Names, plain

KINDS = {"sea": "a sea", "coast": "land on a coast", "land": "inland"}
GROUPS = {"sea": "SEAS", "coast": "LAND ON A COAST", "land": "INLAND"}


def told_of(board: Board, names: Names, topic: str) -> tuple[msgspec.Struct, ...]:
    """Return what is told on a topic of HELP, in capitals, besides its page: BOARD, PROVINCES, PROVINCE and a name."""
    word, _, name = topic.strip(" .?!").partition(" ")
    if word not in ("PROVINCE", "PROVINCES"):
        return (_board(board),) if topic == "BOARD" else ()
    if not name.strip():
        return (_provinces(board),)
    found = names.matches(plain(name.partition("/")[0]))
    if not found:
        return (said.NoProvince(name, tuple(names.near(name))),)
    return tuple(_province(board, code) for code in found)


def _board(board: Board) -> said.BoardTold:
    powers = tuple(
        said.PowerTold(
            name=power.name,
            letter=power.letter,
            centres=tuple(sorted(centre for centre, owner in board.home.items() if owner == code)),
            units=tuple(str(unit) for unit in board.start[code]),
        )
        for code, power in board.powers.items()
    )
    neutral = tuple(sorted(centre for centre, owner in board.home.items() if not owner))
    return said.BoardTold(
        board.title, board.victory, len(board.home), powers, neutral,
        seasonal=tuple((f"{sea} {board.named(sea)}", seasons) for sea, seasons in board.seasonal.items()),
        straits=tuple(sorted((one, other) for one, other in board.straits if one < other)),
        not_played=board.not_played,
    )  # fmt: skip


def _provinces(board: Board) -> said.ProvincesTold:
    return said.ProvincesTold(
        tuple(
            said.ProvinceGroup(
                what,
                tuple(
                    said.ProvinceName(code, facts.name, code in board.home)
                    for code, facts in sorted(board.provinces.items())
                    if facts.kind == kind
                ),
            )
            for kind, what in GROUPS.items()
        )
    )


def _province(board: Board, code: str) -> said.ProvinceTold:
    facts = board.provinces[code]
    what = KINDS[facts.kind]
    owner = next((power.name for seat, power in board.powers.items() if board.home.get(code) == seat), "")
    if code in board.home:
        what += f", a home centre of {owner}" if owner else ", a neutral centre"
    return said.ProvinceTold(
        code=code,
        name=facts.name,
        what=what,
        armies=_named(board, board.army.get(code, ())),
        fleets=tuple(
            said.FleetBorders(place[4:], _named(board, board.fleet[place]))
            for place in board.fleet_places(code)
        ),
        also=board.also.get(code, ()),
    )


def _named(board: Board, places: frozenset[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{place} {board.named(place)}" for place in sorted(places))
