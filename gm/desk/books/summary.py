"""What SUMMARY tells of a game: how it stood over time, and who sat where from which phase to which.

While a game runs, that is what everybody was told (`Storied.public`), and no person has a name. Once it is over,
whoever may read its report is told what the report tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from gm.desk.books.earlier import entries_that_count, running_phases
from gm.desk.entries.events import load_game, person_hash
from gm.desk.game.bots import NAME, is_bots
from gm.desk.game.chain import stands
from gm.desk.game.game import Game, seat_names
from gm.registry import ruleset
from gm.rules.pictures.plot import Curve, Plot
from gm.rules.stories.story import Happening, Part, Story
from gm.store.database import iso
from gm.store.players import Player
from gm.store.store import Store

WIDTH = 72
INDENT, GAP = 2, 2  # columns before a table, and between its columns
MOST_ROWS = 40  # of a table: its first, and the last ones


class Term(msgspec.Struct, frozen=True):
    """A player's time in a seat. who: their name, or which player of the seat they were, or what a bot is called.

    since: the code of the phase in which they sat down, "" for the start; left: that in which they left, "" if they
    have not.
    """

    who: str
    since: str
    left: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a game. phase: the title of the one now due; over: how it ended; forming: it has not begun.

    title: of the figures, *what* is counted, and *table* its lines; "" and () if there are none: what is counted is
    *secret* until the end, or nothing was counted yet. more: the rows left out. seats: by name, the terms of each.
    """

    game: str
    rules: str
    phase: str = ""
    over: str = ""
    forming: bool = False
    secret: bool = False
    title: str = ""
    what: str = ""
    table: tuple[str, ...] = ()
    more: int = 0
    seats: tuple[tuple[str, tuple[Term, ...]], ...] = ()


def summary_of(store: Store, name: str, address: str) -> Summary | None:
    """What somebody who writes from *address*, and gets the answer there, is told of a game; None if there is none."""
    if not store.games.has(name):
        return None
    with store.parcels.awake(name):
        text = store.games.state(name)
        game = load_game(text) if text is not None else None
        return _told(store, game, address) if game is not None else None


def _told(store: Store, game: Game, address: str) -> Summary:
    rules = ruleset(game.ruleset)
    if game.state is None:
        return Summary(game=game.name, rules=rules.card.title, forming=not game.over, over=game.over)
    got_report = bool(game.over) and _got_report(store, game, address)
    whole = got_report or (bool(game.over) and game.showing.pages == "report")
    named = (got_report or (whole and game.showing.names)) and not game.nameless
    phases = running_phases(store, game.name)
    plot = _plot(store, game, phases, whole)
    table, more = table_of(plot) if plot is not None else ((), 0)
    phase = None if game.over else rules.rules.phase(game.state)
    return Summary(
        game=game.name, rules=rules.card.title, phase=phase.title if phase is not None else "", over=game.over,
        secret=not (whole or rules.storied.public), title=plot.title if plot is not None else "",
        what=plot.what if plot is not None else "", table=table, more=more,
        seats=tuple(_seats(game, store.players.ever(game.name), phases, named)),
    )  # fmt: skip


def _got_report(store: Store, game: Game, address: str) -> bool:
    """Whether the report of a finished game was mailed to an address: of a player, one who resigned, or a watcher."""
    if person_hash(game.key, address) in game.watchers():
        return True
    own = [one for one in store.players.ever(game.name) if address in (one.address, *one.also)]
    if any(one.left is None for one in own):
        return True
    left = [one.left for one in own if one.left is not None]
    return any(entry.kind == "letter" for n in left for entry in store.journal.entries(game.name, n, n))


def _plot(store: Store, game: Game, phases: Mapping[int, str], whole: bool) -> Plot | None:
    """The first plot of the game's story, of what everybody was told or, if *whole*, of all that the report tells."""
    storied = ruleset(game.ruleset).storied
    kept = entries_that_count(store, game.name)
    told: dict[int, list[Happening]] = {}
    for one in store.disclosed.of(game.name):
        if (whole or one.kind in storied.public) and stands(one.n, kept):
            told.setdefault(one.n, []).append(Happening(one.kind, one.body, iso(one.at)))
    parts: list[Part] = []
    for n, facts in told.items():
        code = _phase_before(phases, n)
        if parts and parts[-1].code == code:
            parts[-1] = msgspec.structs.replace(parts[-1], facts=(*parts[-1].facts, *facts))
        else:
            parts.append(Part(code, code, code, tuple(facts)))
    try:
        story = storied.story(game.options, parts, game.over)
    except (LookupError, TypeError, ValueError, AttributeError):  # facts of an earlier version
        story = Story()
    return next((plot for plot in story.plots if plot.labels), None)


def _phase_before(phases: Mapping[int, str], n: int) -> str:
    """The code of the phase that ran when entry *n* came; of the first entries, that of the first phase."""
    before = [code for at, code in phases.items() if at < n and code]
    return before[-1] if before else next((code for code in phases.values() if code), "")


def table_of(plot: Plot) -> tuple[tuple[str, ...], int]:
    """The lines of a table of figures: a row for each point in time, sides side by side; and how many are left out."""
    last = len(plot.labels) - 1
    shown = [n for n in range(last + 1) if n == 0 or n > last + 1 - MOST_ROWS]
    first = max(len(plot.labels[n]) for n in shown)
    lines: list[str] = []
    for curves in _abreast(plot.curves, WIDTH - INDENT - first):
        lines += [""] * bool(lines)
        lines.append(_row("", first, [one.name for one in curves], curves))
        lines += [_row(plot.labels[n], first, [_figure(one, n, last) for one in curves], curves) for n in shown]
    return tuple(lines), last + 1 - len(shown)


def _abreast(curves: Sequence[Curve], room: int) -> Iterator[list[Curve]]:
    """The sides of a table, as many at a time as there is room for."""
    now: list[Curve] = []
    for one in curves:
        if now and sum(len(each.name) + GAP for each in (*now, one)) > room:
            yield now
            now = []
        now.append(one)
    yield now


def _row(label: str, first: int, cells: Sequence[str], curves: Sequence[Curve]) -> str:
    right = "".join(f"{cell:>{len(one.name) + GAP}}" for cell, one in zip(cells, curves, strict=True))
    return f"{' ' * INDENT}{label:<{first}}{right}".rstrip()


def _figure(one: Curve, n: int, last: int) -> str:
    """The figure of a side at a point, "-" if it has none; at the *last* one, what has become of it, if that is told.
    """
    if n == last and one.fate:
        return one.fate if len(one.fate) <= len(one.name) else one.fate[: len(one.name)]
    value = one.values[n]
    return "-" if value is None else f"{value:g}"


def _seats(
    game: Game, ever: Sequence[Player], phases: Mapping[int, str], named: bool
) -> Iterator[tuple[str, tuple[Term, ...]]]:
    first = min((one.since for one in ever), default=1)
    for seat, name in seat_names(game).items():
        own = [one for one in ever if one.seat == seat]
        persons = [one for one in own if not is_bots(one.address)]
        yield name, tuple(
            Term(
                (_own_name(one) if named else "") or f"player {persons.index(one) + 1}" if one in persons else NAME,
                "" if one.since == first else _phase_before(phases, one.since + 1),
                "" if one.left is None else _phase_before(phases, one.left),
            )
            for one in own
        )


def _own_name(player: Player) -> str:
    """What a player calls themselves, "" if they do not; never an address."""
    return " ".join(word for word in player.name.split() if "@" not in word)
