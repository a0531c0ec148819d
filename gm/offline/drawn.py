"""Checking the draw of seats in a report, and the beacon that it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gm.desk.game.chance import assign, draw, key_of
from gm.offline.chained import Chain
from gm.report.facts import Disclosure
from gm.rules import Seat, as_seat


class _Drawn(msgspec.Struct):
    """What is checked of the notice of that name."""

    lots: tuple[tuple[int, str, str], ...]
    value: str = ""
    beacon: str = ""
    words: tuple[tuple[int, str], ...] = ()


class _Wished(msgspec.Struct):
    """What is checked of the notice of that name."""

    players: tuple[tuple[int, Seat, tuple[Seat, ...], Seat], ...]


class _Newcomer(msgspec.Struct):
    """As gm.desk.game.chance.Newcomer."""

    number: int
    seat: Seat
    wishes: tuple[Seat, ...]


def wrong_draws(page: Disclosure, chain: Chain, value: str | None) -> Iterator[str]:
    """A line for each way in which the seats were not drawn as the report says, once its seed is told.

    value: of the beacon as it was published, None if it is not to be compared.
    """
    beacons = chain.said("beacon") or [""]
    entered = [str(fact.body.get("value")) for fact in page.of("beaconentered")]
    if value is not None and value not in entered[-1:]:
        yield f"the value of the beacon in the report is {entered[-1] if entered else 'missing'}, not {value}"
    facts = page.of("drawn")
    if not facts:
        return
    try:
        drawn = msgspec.convert(facts[-1].body, _Drawn)
        wished = [msgspec.convert(fact.body, _Wished) for fact in page.of("wished")]
    except msgspec.ValidationError:
        yield "what the report says of the draw of seats cannot be read"
        return
    if [drawn.beacon] != beacons or drawn.value != (entered[-1] if entered else ""):
        yield "the seats were drawn from another beacon, or another value of it, than was told before"
    if page.seed:
        yield from _wrong_seats(page, drawn, wished[-1:])


def _wrong_seats(page: Disclosure, drawn: _Drawn, wished: Sequence[_Wished]) -> Iterator[str]:
    """A line for each draw that its key does not make, and if seats were given otherwise. wished: none, or one."""
    key = key_of(page.game, page.seed, drawn.value, drawn.words)
    for number, digits, name in drawn.lots:
        if draw(key, f"seat/{number}")[:16] != digits:
            yield f"{name}: the draw of number {number} is not what the seed makes"
    for told in wished:
        newcomers = {n: _Newcomer(n, seat, wishes) for n, seat, wishes, _ in told.players}
        if assign(key, map(as_seat, page.names), newcomers) != {n: got for n, *_, got in told.players}:
            yield "the seats were not given as the draws and the wishes say"
        names = {n: page.names.get(got, got) for n, *_, got in told.players}
        if any(names.get(number) != name for number, _, name in drawn.lots):
            yield "the seats were told otherwise than they were given"
