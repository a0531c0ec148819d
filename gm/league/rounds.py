"""What the operator does with a league: found it, begin its rounds, let people in and out. Each is done whole or not.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from msgspec.structs import replace

from gm.desk.books.results import Result, result_of
from gm.desk.entries.events import Opening
from gm.desk.entries.opening import opening_of
from gm.desk.file.fields import Fields
from gm.desk.file.gamefile import GameFile, Player, read_game_file
from gm.desk.game.chance import draw
from gm.desk.game.near import no_such
from gm.desk.game.refusal import OperatorError
from gm.desk.office import Office
from gm.desk.people.blocks import apart
from gm.league.drawing import layout, seed_apart, seeds_of
from gm.league.league import Entrant, League, Round, Table, find_league
from gm.league.letters import tell, tell_newcomers
from gm.league.roster import read_roster
from gm.league.standings import DRAWS
from gm.registry import ruleset
from gm.store.outbox import Post

NAME = re.compile(r"[a-z][a-z0-9-]{0,27}")  # so that there is room for round and table in the names of games
ROUND_OVER = "round over "  # the fact, before the name of a league, of which round the operator has been told that
Load = Callable[[str], str]


def read_template(text: str, load: Load) -> tuple[GameFile, dict[str, str]]:
    """Return the game.toml of a league's games, and the files that it names. Raises GameFileError."""
    files: dict[str, str] = {}

    def kept(name: str) -> str:
        files[name] = load(name)
        return files[name]

    file = read_game_file(text, kept)
    fields = Fields(text)
    finds = ("joining", "") if "joining" in fields.facts else ("game", "beacon")
    given = {
        ("seats", "", "who sits where is drawn"): bool(file.seats),
        ("game", "seed", "each game draws its own"): bool(file.seed),
        ("game", "start", "a game begins with its round"): file.start is not None,
        (*finds, "the players are on the roster"): file.joining is not None,
        ("game", "names_after", "a league tells who plays at which table"): file.names_after != "end",
    }
    for (table, key, why), is_given in given.items():
        if is_given:
            raise fields.fault(table, key, f"has no place in the game.toml of a league: {why}")
    return file, files


def sizes_of(file: GameFile) -> tuple[int, ...]:
    """The numbers of players of which the ruleset has games with the options of a league."""
    rules = ruleset(file.ruleset).rules
    usual = len(rules.seats(file.options))
    others = (size for size, options in rules.tables(file.options).items() if not rules.check(options))
    return tuple(sorted({usual, *others}))


def found_league(
    office: Office, name: str, roster: bytes, template: str, load: Load, *, score: str, rounds: int, at: datetime,
    secret: str = "",
) -> League:
    """Found a league and tell everybody on its roster. Its *secret* is random unless given.

    Raises RosterError, GameFileError, OperatorError.
    """
    if not NAME.fullmatch(name):
        raise OperatorError(f"{name}: lower-case letters, digits and hyphens, at most 28, a letter first")
    if name in office.store.leagues.names():
        raise OperatorError(f"there is a league {name} already")
    file, files = read_template(template, load)
    known = (DRAWS, *ruleset(file.ruleset).card.counts)
    if score not in known:
        raise OperatorError(f"games of {file.ruleset} have no {score}; points can be had for {', '.join(known)}")
    listed = read_roster(roster, office.addresses.check, {})
    league = League(
        name, file.ruleset, template, files, size=len(ruleset(file.ruleset).rules.seats(file.options)),
        sizes=sizes_of(file), score=score, rounds=rounds, secret=secret or secrets.token_hex(32),
        entrants=tuple(Entrant(one.name, one.address, one.timezone) for one in listed),
    )  # fmt: skip
    _check_enough(league)
    league = _with_seed(office, league)

    def found() -> None:
        office.store.leagues.save(name, league)
        tell(office, league, "leaguefounded", at)

    office.store.act(found)
    return league


def _check_enough(league: League) -> None:
    """Raise OperatorError if there are too few players for a single table."""
    if not layout(len(league.present), league.size, league.sizes)[0]:
        least = min(league.sizes)
        raise OperatorError(f"{len(league.present)} players are too few: a game takes {least}")


def _with_seed(office: Office, league: League) -> League:
    """The league with the seed of its next round, whose hash is about to be told: one that keeps people apart.

    Once the hash is out nothing can be chosen any more, so it heeds who plays, and who wants that, as it is told.
    """
    league = replace(league, chosen="")
    blocked = apart(office.store, {one.name: one.address for one in league.entrants if not one.dropped})
    if not blocked or not league.next_seed:
        return league
    seeds = seeds_of(league.name, len(league.done) + 1, league.secret)
    return replace(league, chosen=seed_apart(seeds, league.draw, blocked))


def settled(office: Office, league: League) -> League:
    """The league with the results of its last round, if all games of that are over; else as it is."""
    last = league.done[-1] if league.done else None
    if last is None or last.over or unfinished(office, last):
        return league
    results = tuple(_result(office, table) for table in last.tables)
    return replace(league, done=(*league.done[:-1], replace(last, results=results)))


def unfinished(office: Office, one: Round) -> list[str]:
    """The names of the games of a round that are not over. Raises OperatorError if one is not in the database."""
    found = [(table.game, office.store.games.find(table.game)) for table in one.tables]
    if gone := [name for name, game in found if game is None]:
        raise OperatorError(f"not in the database: {', '.join(gone)}; gm import brings a game back")
    return [name for name, game in found if game is not None and not game.over]


def _result(office: Office, table: Table) -> Result:
    return result_of(office.store, office.game(table.game))


def go_on(office: Office, name: str, at: datetime) -> League:
    """Begin the next round or, after the last one, end the league; tell everybody. Raises OperatorError."""
    league = find_league(office.store, name)
    if league.closed:
        raise OperatorError(f"{name} is over")
    before, league = league, settled(office, league)
    if league.done and not league.done[-1].over:
        left = unfinished(office, league.done[-1])
        raise OperatorError(f"round {len(league.done)} is not over: {', '.join(left)}")
    if len(league.done) == league.rounds:
        return _close(office, before, replace(league, closed=True), at)
    return _begin(office, before, league, at)


def _save(office: Office, before: League, after: League) -> None:
    """Store a league that was read before. Runs inside a transaction. Raises OperatorError if it has changed since."""
    if find_league(office.store, before.name) != before:
        raise OperatorError(f"{before.name} has just been changed by another command: look, and try again")
    office.store.leagues.save(after.name, after)


def _close(office: Office, before: League, league: League, at: datetime) -> League:
    def close() -> None:
        _save(office, before, league)
        tell(office, league, "leagueover", at)

    office.store.act(close)
    return league


def _begin(office: Office, before: League, league: League, at: datetime) -> League:
    _check_enough(league)
    number = len(league.done) + 1
    seed = league.next_seed
    found = league.draw(seed)
    file, _ = read_template(league.template, lambda name: league.files[name])
    files = [_game(league, file, number, place, table) for place, table in enumerate(found.tables, 1)]
    tables = tuple(
        Table(one.name, tuple(one.seats), names) for one, names in zip(files, found.tables, strict=True)
    )  # fmt: skip
    begun = _with_seed(office, replace(league, done=(*league.done, Round(number, seed, at, tables, found.byes))))

    def also() -> None:
        _save(office, before, begun)
        tell(office, begun, "leagueround", at)

    office.open_games([(one, _opening(league, one)) for one in files], at, also)
    return begun


def _opening(league: League, file: GameFile) -> Opening:
    """The first entry of a game, with a key and a seed of its own that only the league's secret can tell."""
    return opening_of(file, draw(league.secret, f"key/{file.name}"), draw(league.secret, f"game/{file.name}"))


def _game(league: League, file: GameFile, number: int, place: int, names: Sequence[str]) -> GameFile:
    """The game of a table: that of the template, for so many, with a name of its own."""
    rules, people = ruleset(file.ruleset).rules, {one.name: one for one in league.entrants}
    options = file.options if len(names) == league.size else rules.tables(file.options)[len(names)]
    players = [Player(people[name].address, name, people[name].timezone) for name in names]
    seats = dict(zip(rules.seats(options), players, strict=True))
    return replace(file, name=f"{league.name}-{number}-{place}", options=options, seats=seats)


def open_league(office: Office, name: str) -> League:
    """Return a league that is not over. Raises OperatorError."""
    league = find_league(office.store, name)
    if league.closed:
        raise OperatorError(f"{name} is over")
    return league


def let_in(office: Office, name: str, roster: bytes, at: datetime) -> list[Entrant]:
    """Let those on a roster in, from the next draw on, and tell them; return them.

    A name that was dropped is back, with the address given now, also when no draw is to come. Raises RosterError,
    OperatorError.
    """
    league = open_league(office, name)
    taken = _taken(league)
    new = read_roster(roster, office.addresses.check, taken)
    names = {one.name.lower() for one in new}
    kept = [one for one in league.entrants if one.name.lower() not in names]
    again = {one.name.lower(): one.name for one in league.entrants}
    if not league.next_seed and any(name not in again for name in names):
        raise OperatorError(f"the last round of {league.name} has begun: no draw is to come")
    added = [Entrant(again.get(one.name.lower(), one.name), one.address, one.timezone) for one in new]
    after = replace(league, entrants=(*kept, *added))

    def let() -> None:
        _save(office, league, after)
        tell_newcomers(office, after, added, at)

    office.store.act(let)
    return added


def _taken(league: League) -> Mapping[str, str]:
    """The names and addresses of those who play, in small letters."""
    there = [one for one in league.entrants if not one.dropped]
    return {word.lower(): "in the league" for one in there for word in (one.name, one.address)}


def drop(office: Office, name: str, who: str) -> str:
    """Drop somebody, named by name or address, from the next draw on; return their name. Raises OperatorError."""
    league = open_league(office, name)
    there = sorted(league.entrants, key=lambda one: one.dropped)
    found = next((one for one in there if who.lower() in (one.name.lower(), one.address)), None)
    if found is None:
        raise OperatorError(no_such("player", who, [one.name for one in league.entrants]))
    if found.dropped:
        raise OperatorError(f"{found.name} has been dropped already")
    entrants = tuple(replace(one, dropped=one is found or one.dropped) for one in league.entrants)
    office.store.act(lambda: _save(office, league, replace(league, entrants=entrants)))
    return found.name


def forget(office: Office, name: str) -> bool:
    """Remove a league and its mails from the database file; False if a reader kept old pages in use.

    Its games stay. Raises OperatorError if there is no such league, and while mails to its players wait.
    """
    store = office.store
    find_league(store, name)
    unsent = [store.outbox.find(mail.message_id) for mail in store.outbox.unsent() if not mail.game]
    if waiting := sum(mail is not None and _is_of(name, mail) for mail in unsent):
        raise OperatorError(f"mails to its players are not sent yet: {waiting}; see gm outbox, and try again later")
    store.overwrite()
    with store.transaction():
        store.facts.forget(f"{ROUND_OVER}{name}")
        for mail in store.outbox.strays():
            if _is_of(name, mail):
                store.outbox.remove(mail.id)
        store.leagues.remove(name)
    return store.scrub()


def _is_of(name: str, mail: Post) -> bool:
    """Whether a mail that belongs to no game is one of a league's: to its players, or to the operator about a round."""
    begins = f"[{name}] " if mail.reader == mail.recipient else f"[gm] league {name}: "
    return f"\nSubject: {begins}".encode() in mail.raw
