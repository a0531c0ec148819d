"""What a league mails to those who play in it: the same to all, and nothing of a game that runs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal

from gm.desk.mails.words import write_alone
from gm.desk.office import Office
from gm.league.drawing import hash_of
from gm.league.league import Entrant, League, Round
from gm.league.standings import standings
from gm.registry import ruleset

Event = Literal["leaguefounded", "leagueentered", "leagueround", "leagueover"]  # and the name of the mail's template


def tell(office: Office, league: League, event: Event, at: datetime) -> None:
    """Mail everybody who plays in a league what has happened in it. Runs inside a transaction."""
    _mail(office, league, event, (one for one in league.entrants if not one.dropped), at)


def tell_newcomers(office: Office, league: League, newcomers: Iterable[Entrant], at: datetime) -> None:
    """Mail those who have just been let in, and nobody else, that they are. Runs inside a transaction."""
    _mail(office, league, "leagueentered", newcomers, at)


def _mail(office: Office, league: League, event: Event, readers: Iterable[Entrant], at: datetime) -> None:
    written = write_alone(event, facts_of(league))
    delivery, last = office.delivery(at), office.store.outbox.newest()  # somebody may be let in twice within a round
    for one in readers:
        what = "\0".join((league.secret, event, str(len(league.done)), str(last), one.address))
        digits = hashlib.sha256(what.encode()).hexdigest()
        delivery.queue("", one.address, one.address, subject=written.subject, text=written.text, digits=digits)


def facts_of(league: League) -> Mapping[str, object]:
    """What the mail tells: of the round that begins who has a bye, of the round before that who sat where."""
    running = league.done[-1] if league.done and not league.done[-1].over else None
    over = [one for one in league.done if one.over]
    return {
        "league": league.name,
        "title": ruleset(league.ruleset).card.title,
        "score": league.score,
        "rounds": league.rounds,
        "number": len(league.done),
        "players": sorted(league.present, key=str.lower),
        "byes": running.byes if running is not None else (),
        "games": len(running.tables) if running is not None else 0,
        "hash": _hash(league, running) if running is not None else "",
        "next_hash": league.next_hash,
        "last": _opened(over[-1]) if over else None,
        "rows": standings(league) if over else [],
    }


def _hash(league: League, one: Round) -> str:
    return hash_of(league.name, one.number, one.seed)


def _opened(one: Round) -> Mapping[str, object]:
    """A round that is over: its seed, and who sat at which table in the order of the seats."""
    tables = [(table.game, table.names) for table in one.tables]
    return {"number": one.number, "seed": one.seed, "tables": tables, "byes": one.byes}
