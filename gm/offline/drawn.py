"""Checking the draw of seats in a report: from what it was made, that nobody could choose it, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gm.desk.game.chance import assign, draw, key_of
from gm.offline.chained import Chain
from gm.report.facts import Disclosure
from gm.rules import Seat, as_seat

Words = tuple[tuple[int, str], ...]


class _Drawn(msgspec.Struct):
    """What is checked of the notice of that name."""

    lots: tuple[tuple[int, str, str], ...] = ()
    value: str = ""
    beacon: str = ""
    words: Words = ()


class _Wished(msgspec.Struct):
    """What is checked of the notice of that name."""

    players: tuple[tuple[int, Seat, tuple[Seat, ...], Seat], ...] = ()


class _Closed(msgspec.Struct):
    """What is checked of the notice ListClosed."""

    words: Words = ()


class _Newcomer(msgspec.Struct):
    """As gm.desk.game.chance.Newcomer."""

    number: int
    seat: Seat
    wishes: tuple[Seat, ...]


def wrong_draws(page: Disclosure, chain: Chain, value: str | None) -> Iterator[str]:
    """A line for each way in which the seats were not drawn as they must be, once the seed is told.

    value: of the beacon as it was published, None if it is not to be compared.
    """
    entered = [str(fact.body.get("value")) for fact in page.of("beaconentered")]
    if value is not None and value not in entered[-1:]:
        yield f"the value of the beacon in the report is {entered[-1] if entered else 'missing'}, not {value}"
    if not page.seed or not (chain.said("joining") or page.of("drawn")):
        return
    drawn = [msgspec.convert(fact.body, _Drawn) for fact in page.of("drawn")] or [_Drawn()]
    wished = [msgspec.convert(fact.body, _Wished) for fact in page.of("wished")]
    beacon = (chain.said("beacon") or [""])[0]
    if len(drawn) > 1 or (chain.entries and len(wished) != 1 + bool(beacon)):
        yield "the report does not tell of one draw of seats, and of what was wished for it"
    if drawn[0].value != (entered[-1] if entered else "") or drawn[0].beacon != (beacon if page.of("drawn") else ""):
        yield "the seats were drawn from another beacon, or another value of it, than was told before"
    if beacon:
        yield from _not_closed(page, drawn[0], wished)
    yield from _wrong_seats(page, drawn[0], wished[-1] if wished else None)


def _not_closed(page: Disclosure, drawn: _Drawn, wished: list[_Wished]) -> Iterator[str]:
    """A line if what was drawn from was not fixed before the value of the beacon was entered."""
    closed, entered = page.of("listclosed"), page.of("beaconentered")
    order = [fact.n for fact in (*closed, *entered, *page.of("drawn"))]
    if len(closed) != 1 or not entered or order != sorted(order):
        yield "the list of players was not closed first, then the beacon entered, and then the draws made"
        return
    if msgspec.convert(closed[0].body, _Closed).words != drawn.words:
        yield "the seats were drawn with other words of players than were told when the list was closed"
    if len(wished) == 2 and [one[:3] for one in wished[0].players] != [one[:3] for one in wished[1].players]:
        yield "other players or wishes were drawn for than when the list was closed"


def _wrong_seats(page: Disclosure, drawn: _Drawn, wished: _Wished | None) -> Iterator[str]:
    """A line for each draw that its key does not make, and if seats were given otherwise."""
    key = key_of(page.game, page.seed, drawn.value, drawn.words)
    for number, digits, name in drawn.lots:
        if draw(key, f"seat/{number}")[:16] != digits:
            yield f"{name}: the draw of number {number} is not what the seed makes"
    if wished is None:
        return
    newcomers = {number: _Newcomer(number, seat, wishes) for number, seat, wishes, _ in wished.players}
    given = {number: got for number, *_, got in wished.players}
    if assign(key, map(as_seat, page.names), newcomers) != given:
        yield "the seats were not given as the draws and the wishes say"
    names = {number: page.names.get(got, got) for number, got in given.items()}
    lots = {number: name for number, _, name in drawn.lots}
    if lots != {number: names[number] for number, one in newcomers.items() if not one.seat}:
        yield "the seats were told otherwise than they were given"
    numbers = [number for number, _ in drawn.words]
    if numbers != sorted({*numbers}) or not {*numbers} <= given.keys():
        yield "the words for the draws are not those of the players, in the order of joining"
