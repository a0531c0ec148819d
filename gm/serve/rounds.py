"""Tells the operator once when a round of a league is over: how it stands, and the command that goes on."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.league.league import League, find_league
from gm.league.rounds import ROUND_OVER, settled
from gm.league.standings import standings
from gm.registry import ruleset
from gm.serve.troubles import mail_operator
from gm.store.store import Store


def ended(store: Store) -> dict[str, int]:
    """The leagues with a round that is over and of which the operator has not been told so, with its number.

    A round before the last does not count, nor does any once the league is over: whoever went on knew.
    """
    alive = set(store.games.alive())
    over = {name: _over(find_league(store, name), alive) for name in store.leagues.names()}
    return {name: number for name, number in over.items() if number not in (0, _told(store, name))}


def tell(office: Office, now: datetime) -> None:
    """Mail the operator of the rounds that are over. Runs inside a transaction, so that it is sent only once."""
    for name, number in ended(office.store).items():
        office.store.facts.keep(f"{ROUND_OVER}{name}", number)
        mail_operator(office, "roundover", _facts(office, find_league(office.store, name)), now)


def _told(store: Store, name: str) -> int:
    return store.facts.recall(f"{ROUND_OVER}{name}", int) or 0


def _over(league: League, alive: Container[str]) -> int:
    """The number of the last round if its games are over and nobody has gone on, 0 otherwise."""
    last = league.done[-1] if league.done and not league.closed else None
    return last.number if last is not None and not any(table.game in alive for table in last.tables) else 0


def _facts(office: Office, league: League) -> dict[str, object]:
    """What the mail tells. gone: why there are no standings, "" if there are."""
    gone = ""
    try:
        league = settled(office, league)
    except OperatorError as error:
        gone = str(error)
    return {
        "league": league.name,
        "title": ruleset(league.ruleset).card.title,
        "number": len(league.done),
        "rounds": league.rounds,
        "gone": gone,
        "rows": () if gone else standings(league),
    }
