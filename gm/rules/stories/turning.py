"""Where a game turned: the rule by which a report chooses the moments that it tells of, and their sentences.

Where somebody has won, that is first the moment from which on they led, then those at which their lead changed most.
Where nobody has, it is first those at which who was ahead changed, then those at which most changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import msgspec

from gm.rules.lines.words import listed, plural
from gm.rules.pictures.plot import Curve, Plot
from gm.rules.stories.story import Moment

TURNS = 3
CHANGES = 3  # at most as many are told of a moment
CAUSE = re.compile(r"[:;]")  # what stands behind it in the sentence of an outcome says why


class Turning(msgspec.Struct, frozen=True):
    """A plot with its marks, and the moments. stood: as in a story.

    moments: () if it never turned; then *stood* says so.
    """

    plot: Plot
    stood: str
    moments: tuple[Moment, ...]


class _Choice(msgspec.Struct, frozen=True):
    """Which points were chosen: the one from which on the winner led, then those by the rule."""

    stood: str
    good: int | None = None
    rule: str = ""
    most: tuple[int, ...] = ()


def turned(
    plot: Plot, outcome: str, causes: Mapping[int, str] | None = None, called: Callable[[str], str] = str
) -> Turning:
    """Return where a game turned.

    outcome: of the game, "" if it is not over. causes: sentences about what happened at a point. called: makes of a
    label what the point is called.
    """
    if len(plot.labels) < 2 or len(plot.curves) < 2:
        return Turning(plot, "", ())
    winner, why = winner_of(plot.curves, outcome), causes or {}
    choice = _of_nobody(plot, outcome) if winner is None else _of_winner(plot, winner, called)
    chosen = choice.most if choice.good is None else (choice.good, *choice.most)
    of = {n: _subject(plot, winner, n) for n in chosen}
    moments = tuple(
        Moment(
            plot.anchors[n],
            called(plot.labels[n]),
            f"{_told(plot, one, n, n == choice.good)}. {why.get(n) or changes(plot, n)}",
            choice.rule if choice.most[:1] == (n,) else "",
        )
        for n, one in of.items()
    )
    return Turning(marked(plot, {n: one.name for n, one in of.items()}), choice.stood, moments)


def marked(plot: Plot, points: Mapping[int, str]) -> Plot:
    """Return a plot with marks at these points, each on the line of a side."""
    return msgspec.structs.replace(plot, marks=tuple(sorted(points.items())))


def winner_of(curves: Sequence[Curve], outcome: str) -> Curve | None:
    """Return whom an outcome names as the winner, None if it names nobody or several."""
    text, found = CAUSE.split(outcome)[0], []
    for one in sorted(curves, key=lambda one: -len(one.name)):  # a name may be part of another
        parts = re.split(rf"(?<!\w){re.escape(one.name)}(?!\w)", text)
        if len(parts) > 1:
            found.append(one)
            text = "".join(parts)
    return found[0] if len(found) == 1 else None


def _of_winner(plot: Plot, winner: Curve, called: Callable[[str], str]) -> _Choice:
    """Return where a game turned that somebody has won. It did not if they were ahead from the start on."""
    changes = {n: abs(_lead(plot, winner, n) - _lead(plot, winner, n - 1)) for n in range(1, len(plot.labels))}
    good, stood = _for_good(plot, winner), ""
    if _lead(plot, winner, 0) > 0 and good is None and _lead(plot, winner, len(plot.labels) - 1) > 0:
        stood = f"{winner.name} was ahead all the time"
    if good == 1 and _lead(plot, winner, 0) == 0:
        good, stood = None, f"{winner.name} was ahead from {called(plot.labels[1])} to the end"
    others = sorted((n for n in changes if changes[n] and n != good), key=lambda n: (-changes[n], n))
    most = sorted(others[: TURNS - (good is not None)])
    if good is None and not most:
        return _Choice(f"It never turned: {_of(winner.name)} lead never changed ({plot.what})")
    tied = _tied(changes, [n for n in others if n not in most], most)
    changed = f"{'The' if good is None else 'The other'} biggest {plural(len(most), 'change', 'changes')}"
    ahead = all(_lead(plot, winner, n) > 0 for n in most)
    lead = f"of {_of(winner.name)} lead" if ahead else f"in how {winner.name} stood against the best of the others"
    rule = f"{changed} {lead} ({plot.what}{tied})"
    return _Choice(stood, good, rule if most else "", tuple(most))


def _of_nobody(plot: Plot, outcome: str) -> _Choice:
    """Return where a game turned that nobody has won: first of all where somebody else was ahead than before."""
    sums = {n: _moved(plot, n) for n in range(1, len(plot.labels))}
    found = sorted((n for n in sums if sums[n]), key=lambda n: (-sums[n], n))
    others = [n for n in found if _first(plot, n) == _first(plot, n - 1)]
    passing = [n for n in found if n not in others]
    most = [*passing, *others][:TURNS]
    nobody = "Nobody won" if outcome else "The game is not over"
    if not most:
        return _Choice(f"{nobody}, and it never turned: {plot.what} never changed")
    ahead = max(_ahead(plot, n) for n in range(len(plot.labels)))
    far = f"nobody was ever more than {counted(ahead, plot.what)} ahead" if ahead else "nobody was ever ahead"
    among, rivals = (passing, most) if len(passing) > TURNS else (others, [n for n in most if n in others])
    tied = _tied(sums, [n for n in among if n not in most], rivals)
    rule = f"{_whose(len(passing), len(rivals))} ({plot.what}{tied})"
    return _Choice(f"{nobody}: {_at_last(plot)}, and {far}", rule=rule, most=tuple(sorted(most)))


def _whose(passing: int, others: int) -> str:
    """Return the rule for a game that nobody has won: how often who was ahead changed, and how many others are told."""
    if passing > TURNS:
        return f"The biggest of the {passing} changes of who was ahead"
    biggest = f"biggest {plural(others, 'change', 'changes')}"
    if not passing:
        return f"The {biggest}"
    return f"Each time when who was ahead changed{f', and the {biggest} besides' * bool(others)}"


def _tied(changes: Mapping[int, float], left: Sequence[int], chosen: Sequence[int]) -> str:
    """Return what the rule adds where as much changed at a point that was left out as at one that was chosen."""
    least = min((changes[n] for n in chosen), default=0)
    return "; the earlier if equal" if any(changes[n] == least for n in left) else ""


def _at_last(plot: Plot) -> str:
    """Return who was ahead at the last point."""
    first, last = _first(plot, len(plot.labels) - 1), len(plot.labels) - 1
    names, figure = listed([one.name for one in first]), counted(_value(first[0], last), plot.what)
    if len(first) > 1:
        return f"at the end {names} were level at {figure}"
    return f"at the end {names} was ahead by {_figure(_ahead(plot, last))}, with {figure}"


def _for_good(plot: Plot, winner: Curve) -> int | None:
    """Return the point from which on the winner was ahead, having not been before; None if there is none."""
    last = len(plot.labels) - 1
    behind = [n for n in range(last + 1) if _lead(plot, winner, n) <= 0]
    return behind[-1] + 1 if behind and behind[-1] < last else None


def _value(one: Curve, n: int) -> float:
    return one.values[n] or 0


def _rival(plot: Plot, one: Curve, n: int) -> Curve:
    """Return the strongest of the others at a point."""
    return max((other for other in plot.curves if other is not one), key=lambda other: _value(other, n))


def _lead(plot: Plot, one: Curve, n: int) -> float:
    """Return by how much one was ahead of the strongest of the others; less than 0 if it was behind."""
    return _value(one, n) - _value(_rival(plot, one, n), n)


def _ahead(plot: Plot, n: int) -> float:
    """Return by how much the first was ahead of the second."""
    first, second = sorted((_value(one, n) for one in plot.curves), reverse=True)[:2]
    return first - second


def _moved(plot: Plot, n: int) -> float:
    """Return how much changed at a point: between two sides the difference, else all figures."""
    moves = [_value(one, n) - _value(one, n - 1) for one in plot.curves]
    return abs(moves[0] - moves[1]) if len(moves) == 2 else sum(map(abs, moves))


def _first(plot: Plot, n: int, but: Curve | None = None) -> list[Curve]:
    """Return who had most at a point, without *but*: several if they were level."""
    others = [one for one in plot.curves if one is not but]
    most = max(_value(one, n) for one in others)
    return [one for one in others if _value(one, n) == most]


def _subject(plot: Plot, winner: Curve | None, n: int) -> Curve:
    """Return of whom the sentence about a point is: the winner, or who was first after it, rather one who rose."""
    return winner or max(_first(plot, n), key=lambda one: _value(one, n) - _value(one, n - 1))


def _told(plot: Plot, one: Curve, n: int, lasting: bool) -> str:
    """Return a sentence about a point, without a full stop: what it did to the lead of one.

    lasting: one led from then on.
    """
    before, after = _lead(plot, one, n - 1), _lead(plot, one, n)
    if after > 0 >= before:
        return _passing(plot, one, n, passed=before < 0) + (f"; {one.name} leads from then on" if lasting else "")
    if after > 0:
        change = "grows" if after > before else "shrinks"
        figures = f"{change} from {_figure(before)} to" if after != before else "stays at"
        return f"{_of(one.name)} lead {_over(plot, one, n)} {figures} {counted(after, plot.what)}"
    level = [other.name for other in _first(plot, n)]
    if after == 0:
        return f"{listed(level)} are level at {counted(_value(one, n), plot.what)}"
    if before >= 0:
        score = f"{_figure(_value(one, n))} to {_figure(_value(one, n) - after)}"
        return f"{one.name} falls behind {listed(level)}, {score}"
    change = "catches up with" if after > before else "falls back behind"
    return f"{one.name} {change} {listed(level)}: {_figure(-after)} behind, not {_figure(-before)}"


def _passing(plot: Plot, one: Curve, n: int, passed: bool) -> str:
    """Return how one got ahead of those who were first before, or level with it."""
    others = _first(plot, n - 1, but=one)
    names, rose = listed([other.name for other in others]), _value(one, n) > _value(one, n - 1)
    verb = "passes" if passed else "gets ahead of"
    if rose:
        best = max(_value(other, n) for other in others)
        return f"{one.name} {verb} {names}, {_figure(_value(one, n))} to {_figure(best)}"
    now = sorted({_value(other, n) for other in others})
    fell = f"{plural(len(others), 'falls', 'fall')} from {_figure(_value(others[0], n - 1))} to {_figure(now[-1])}"
    still = "still at" if _value(one, n) == _value(one, n - 1) else "down to"
    return f"{one.name}, {still} {_figure(_value(one, n))}, {verb} {names}, who {fell}{' or less' * (len(now) > 1)}"


def _over(plot: Plot, one: Curve, n: int) -> str:
    """Return over whom a lead is, if that is one and the same before and after a point."""
    before, after = _first(plot, n - 1, but=one), _first(plot, n, but=one)
    return f"over {after[0].name}" if before == after and len(after) == 1 else "over the next best"


def changes(plot: Plot, n: int) -> str:
    """Return in a sentence whose figures changed most at a point."""
    found = [(one, _value(one, n) - _value(one, n - 1)) for one in plot.curves]
    most = sorted((pair for pair in found if pair[1]), key=lambda pair: -abs(pair[1]))[:CHANGES]
    told = [f"{one.name} {_figure(_value(one, n - 1))} to {_figure(_value(one, n))}" for one, _ in most]
    return f"{', '.join(told)} {plot.what}."


def _of(name: str) -> str:
    return f"{name}'s" if not name.endswith("s") else f"{name}'"


def counted(value: float, what: str) -> str:
    """Return a figure with what it counts, which is in the plural: `1 man`, `2 men`."""
    noun = what.removesuffix("men") + "man" if what.endswith("men") else what.removesuffix("s")
    return f"{_figure(value)} {noun if value == 1 else what}"


def _figure(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)
