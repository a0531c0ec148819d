"""The lists of games: the first page, those that it leads to, what programs read, and the feed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from gm.desk.books.showing import Head
from gm.site.words import Layout, stamp
from gm.store.site import Event

FIRST = 60  # games of a kind on the first page
LATEST = 15  # of those that are over
MOST = 180  # games on another page
FEED = 50
Rows = Sequence[tuple[str, Head]]
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


class Lists:
    """The first page and all lists, made again only if a game in them has changed."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._made: dict[str, tuple[Rows, dict[str, bytes]]] = {}  # by the beginning of their files' names

    def pages(self, heads: Mapping[str, Head]) -> dict[str, bytes]:
        """The pages, by the names of their files. *heads*: by the names of the games."""
        made: dict[str, tuple[Rows, dict[str, bytes]]] = {}
        for start, label, rows in _lists(heads):
            kept = self._made.get(start)
            made[start] = kept if kept and kept[0] == rows else (rows, _split(self._layout, start, label, rows))
        self._made = made
        pages = {name: page for _, files in made.values() for name, page in files.items()}
        return {**_first(self._layout, heads), **pages}


def _first(layout: Layout, heads: Mapping[str, Head]) -> dict[str, bytes]:
    waiting, running, over, years = _sorted(heads)
    more = [(f"index-{year}.html", f"Games that ended in {year}") for year in years]
    sections = (
        _section("waiting", "Games that look for players", "None does now.", waiting),
        _section("running", "Games that run", "None runs now.", running),
        ("over", "Games that are over", "None is yet.", over[:LATEST], more),
    )
    return {"index.html": layout.page("index.html.j2", sections=sections)}


def _lists(heads: Mapping[str, Head]) -> Iterator[tuple[str, str, Rows]]:
    """The lists that have pages of their own: how their files begin, what they are called, and their games."""
    waiting, running, _, years = _sorted(heads)
    if len(waiting) > FIRST:
        yield "index-waiting", "Games that look for players", waiting
    if len(running) > FIRST:
        yield "index-running", "Games that run", running
    for year, rows in years.items():
        yield f"index-{year}", f"Games that ended in {year}", sorted(rows, key=lambda one: one[0])


def _sorted(heads: Mapping[str, Head]) -> tuple[Rows, Rows, Rows, dict[int, list[tuple[str, Head]]]]:
    """The games that wait, run and are over, as far as lists may name them, and the latter by years, newest first."""
    shown = [(name, head) for name, head in sorted(heads.items(), key=lambda one: one[0]) if head.listed]
    waiting = [(name, head) for name, head in shown if head.forming and not head.over]
    running = [(name, head) for name, head in shown if not head.forming and not head.over]
    over = [(name, head) for name, head in shown if head.over]
    over.sort(key=lambda one: one[1].ended or LONG_AGO, reverse=True)
    years: dict[int, list[tuple[str, Head]]] = {}
    for name, head in over:
        years.setdefault((head.ended or LONG_AGO).year, []).append((name, head))
    return waiting, running, over, years


def _section(about: str, label: str, none: str, rows: Rows) -> tuple[str, str, str, Rows, list[tuple[str, str]]]:
    more = [(f"index-{about}.html", f"All {len(rows)}")] if len(rows) > FIRST else []
    return about, label, none, rows[:FIRST], more


def _split(layout: Layout, start: str, label: str, rows: Rows) -> dict[str, bytes]:
    """A list in as many pages as it needs."""
    parts = [rows[at : at + MOST] for at in range(0, len(rows), MOST)]
    return {
        f"{start}{f'-{n}' if n > 1 else ''}.html": layout.page(
            "list.html.j2", start=start, label=label, number=n, of=len(parts), rows=part
        )
        for n, part in enumerate(parts, 1)
    }


def for_programs(layout: Layout, heads: Mapping[str, Head], times: Mapping[str, datetime]) -> bytes:
    """games.json: the games that lists name. *times*: when something public was last told in each."""
    games = [dict(_facts(layout, name, head, times[name])) for name, head in sorted(heads.items()) if head.listed]
    return msgspec.json.format(msgspec.json.encode({"games": games}, order="sorted"), indent=1) + b"\n"


def _facts(layout: Layout, name: str, head: Head, at: datetime) -> Iterator[tuple[str, object]]:
    yield "name", name
    yield "ruleset", head.ruleset
    yield "title", head.title
    yield "state", "over" if head.over else "waiting" if head.forming else "running"
    yield "told", stamp(at)
    yield "page", f"games/{name}.html"
    if head.over:
        yield from (("how", head.over), ("ended", stamp(head.ended or at)))
        yield "report", f"reports/{name}.html" if has_report(head) else None
        return
    yield from (("places", head.places), ("taken", head.joined if head.forming else head.places - len(head.vacant)))
    yield from (("vacant", head.vacant), ("word", head.word))
    yield from (("join", layout.address), ("phase", head.phase or None))
    yield from (("due", stamp(head.deadline) if head.deadline else None), ("paused", head.paused))


def has_report(head: Head) -> bool:
    """Whether there is a public report of a game."""
    return head.report and bool(head.over) and not head.forming


def feed(layout: Layout, events: Sequence[Event]) -> bytes:
    """feed.xml: the newest events, the newest first."""
    local, _, domain = layout.address.rpartition("@")
    updated = max((one.at for one in events), default=LONG_AGO)
    return layout.page("feed.xml.j2", events=events, site=f"tag:{domain},2026:{local}", updated=updated)
