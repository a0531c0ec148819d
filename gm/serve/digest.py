"""The operator's daily mail: what needs attention, and how much was done. It holds nothing sealed.

It covers live games and what is new since the last digest, so its cost does not grow with the number of old games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import msgspec

from gm.desk.books.bounces import failing
from gm.desk.game.game import Clock, Game
from gm.desk.office import Office
from gm.desk.people.households import Exempt, Household, new_households, note_told
from gm.desk.time.times import in_words
from gm.doctor.growth import growth_in_words
from gm.doctor.house import reached, sent_now
from gm.registry import ruleset
from gm.rules import Seat
from gm.serve.troubles import Outage, last_outage, mail_operator, stuck
from gm.store.database import iso
from gm.store.growth import marks
from gm.store.store import Store

MOST = 20  # lines under one heading
HOUSEHOLDS = {
    "person": "they are one person (gm persons)", "sitter": "one sits for the other in another game",
    "domain": "their addresses have the same domain, which is no provider's that gm knows",
}  # fmt: skip


class Last(msgspec.Struct, frozen=True):
    """When the last digest was sent, and where the tables of letters and mails, and of all that grows, ended then."""

    at: datetime
    inbox: int
    outbox: int
    ends: dict[str, int] | None = None  # none in a digest that an earlier version sent


class Room(msgspec.Struct, frozen=True):
    """How much space the disk has, in words, and whether that is too little; or what is taken on a server."""

    free: str = ""
    low: bool = False
    taken: str = ""


class Late(msgspec.Struct, frozen=True):
    """A phase whose deadline has passed, and who still owes something."""

    game: str
    phase: str
    since: str
    missing: tuple[str, ...]


def is_due(store: Store, hour: time, zone: ZoneInfo, now: datetime) -> bool:
    """Whether a digest is due: none has been sent since the last *hour* in *zone*."""
    last = _last(store)
    return last is not None and last.at < _latest(hour, zone, now) <= now


def begin(store: Store, now: datetime) -> None:
    """Let the first digest count from *now* on; does nothing once that is set. Runs inside a transaction."""
    if _last(store) is None:
        _keep(store, now)


def send(
    office: Office, zone: ZoneInfo, room: Room, now: datetime, copied: str | None = None, exempt: Exempt | None = None
) -> None:
    """Queue the digest and note that it was sent. Runs inside a transaction, so that it is sent only once.

    copied: when the last good backup was made, in words, "" if never; None where gm makes none by itself. exempt: of
    whom it is known that they are of one household; None: nothing is told of households.
    """
    last = _last(office.store)
    assert last is not None
    games = [office.game(name) for name in office.store.games.alive()]
    homes = new_households(office.store, games, exempt)[:MOST] if exempt is not None else []
    if exempt is not None:
        note_told(office.store, games, homes)
    facts = {**_facts(office, games, homes, last, room, zone=zone.key, now=now), "copied": copied}
    mail_operator(office, "digest", facts, now)
    _keep(office.store, now)


def _last(store: Store) -> Last | None:
    return store.facts.recall("digest", Last)


def _keep(store: Store, now: datetime) -> None:
    newest = {"inbox": store.inbox.newest() or 0, "outbox": store.outbox.newest() or 0}
    store.facts.keep("digest", {"at": iso(now), **newest, "ends": marks(store)})


def _latest(hour: time, zone: ZoneInfo, now: datetime) -> datetime:
    """When it was last *hour* in *zone*; if clocks skip that hour, the moment when it would have come."""
    there = now.astimezone(zone)
    today = datetime.combine(there.date(), hour, zone).astimezone(UTC)
    if today <= now:
        return today
    yesterday = there.date().fromordinal(there.date().toordinal() - 1)
    return datetime.combine(yesterday, hour, zone).astimezone(UTC)


def _facts(
    office: Office, games: Sequence[Game], homes: Sequence[Household], last: Last, room: Room, zone: str, now: datetime
) -> dict[str, object]:
    store = office.store
    outage, put_aside = last_outage(store), store.inbox.put_aside(last.inbox)
    out = _in_words(outage, zone) if outage and (outage.until is None or outage.until > last.at) else None
    lists: dict[str, Sequence[object]] = {
        "late": [late for game in games if (late := _late(store, game, zone, now)) is not None],
        "waiting": [line for game in games for line in _waiting(game, zone)],
        "bounces": list(_bounces(store, zone)),
        "put_aside": [f"{one.id} {one.sender} {one.game}".rstrip() + f": {one.reason}" for one in put_aside],
        "unsent": list(_unsent(store, zone, now)),
        "house": list(house_lines(store, zone, now)),
        "households": [_household(store, one) for one in homes],
    }
    return {
        **lists,
        "since": in_words(last.at.replace(second=0), zone),
        "letters": store.inbox.count(last.inbox),
        "mails": store.outbox.count(last.outbox),
        "running": sum(game.forming is None for game in games),
        "forming": sum(game.forming is not None for game in games),
        "lie_aside": len(store.inbox.put_aside()),
        "outage": out,
        "most": MOST,
        "room": room,
        "grown": growth_in_words(store, last.ends),
        "wants": sum(map(len, lists.values())) + room.low + (out is not None),
    }


def _late(store: Store, game: Game, zone: str, now: datetime) -> Late | None:
    """Who missed the deadline of the phase now due, None for nobody. The operator may know: gm show says it, too."""
    clock = game.clock
    if clock is None or clock.paused is not None or clock.deadline >= now:
        return None
    owing = [duty.seat for duty in ruleset(game.ruleset).rules.duties(game.state) if not duty.filed]
    missing = tuple(_who(store, game.name, seat) for seat in owing if game.seats[seat].taken)
    return Late(game.name, clock.phase, in_words(clock.deadline, zone), missing) if missing else None


def _who(store: Store, game: str, seat: Seat) -> str:
    player = store.players.find(game, seat)
    return f"{seat} ({player.name or player.address})" if player else seat


def _household(store: Store, one: Household) -> str:
    """Two seats that seem to be of one household."""
    both = " and ".join(_who(store, one.game, seat) for seat in one.seats)
    return f"{one.game} {both}: {HOUSEHOLDS[one.why]}"


def _waiting(game: Game, zone: str) -> Iterator[str]:
    """The reasons why a game does not go on by itself."""
    unapproved = sum(not guest.approved for guest in game.guests.values())
    if unapproved:
        yield f"{game.name}: {unapproved} to be approved (gm approve)"
    clock = game.clock
    if clock is not None and clock.paused is not None:
        since = f"since {in_words(clock.paused, zone)}"
        yield f"{game.name} is paused {since} (gm resume {game.name})" if clock.stopped else (
            f"{game.name} stands {since} for a fault of ours: {_faults(clock)}"
        )
    elif clock is not None and clock.waiting:
        yield f"{game.name} {clock.phase} waits for whoever is missing{_ways(game.name, clock)}"


def _faults(clock: Clock) -> str:
    """What a clock stands for, and until when at the latest."""
    seats = [one.seat for one in clock.stands or () if one.seat]
    return f"a letter or a mail of {', '.join(seats)} (gm inbox, gm outbox)" if seats else "its clock cannot strike"


def _ways(name: str, clock: Clock) -> str:
    return f" (gm process {name} {clock.phase} goes on without, gm replace finds somebody else)"


def _bounces(store: Store, zone: str) -> Iterator[str]:
    """A line for each seat whose mail fails, in games that are not over."""
    for game, reader in store.bounces.hard_in_live_games():
        if fails := failing(store, game, reader):
            times = "once" if fails.n == 1 else f"{fails.n} times"
            yield f"{game} {reader}, {fails.recipient}: {times}, last {in_words(fails.at, zone)}: {fails.said}"


def _unsent(store: Store, zone: str, now: datetime) -> Iterator[str]:
    """Lines about mails that are stuck in the outbox."""
    waits = stuck(store, now)
    if waits is not None:
        said = f"; the server says: {waits.answer}" if waits.answer else ""
        yield f"{waits.count} waiting, the oldest since {in_words(waits.since, zone)}{said}"
    yield from (f"{count} {state}" for state, count in store.outbox.not_going().items())


def house_lines(store: Store, zone: str, now: datetime) -> Iterator[str]:
    """A line if a limit of the house was reached within a day."""
    when = reached(store.facts, now)
    if when is not None:
        in_hour, in_day = sent_now(store.facts, now)
        yield f"reached at {in_words(when, zone)}; {in_hour} mails have left in this hour, {in_day} today"


def _in_words(outage: Outage, zone: str) -> str:
    since = in_words(outage.since, zone)
    if outage.until is None:
        return f"has been out of reach since {since}"
    return f"was out of reach from {since} to {in_words(outage.until, zone)}"
