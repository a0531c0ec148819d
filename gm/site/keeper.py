"""Keeps the folder of pages as the store says: all of it, or what has changed since it was last looked at.

A look that finds nothing new costs one question to the database. What is written follows from what was told publicly.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from gm import __version__
from gm.compose.page import Mailbox, page, pages
from gm.config.loading import Config
from gm.desk.books.showing import Head, Page
from gm.desk.entries.events import load_game
from gm.desk.mails.words import write_told
from gm.report.facts import Disclosure
from gm.report.html import Drawn
from gm.site.folder import Folder, FolderError, is_there, opened
from gm.site.lists import FEED, LONG_AGO, Lists, feed, for_programs, has_report
from gm.site.public import report
from gm.site.texts import text_pages
from gm.site.words import Layout
from gm.store.engine import StoreError
from gm.store.store import Store

MOST_EVENTS = 12  # on the page of a game
MADE = datetime(2026, 1, 1, tzinfo=UTC)  # the time of pages that hang on no game


class Done(NamedTuple):
    """What was done to a folder, as names of files. foreign: they are in the way, and not gm's.

    failed: those that could not be made, each with the kind of the fault, whose words may quote what is hidden.
    """

    written: tuple[str, ...]
    removed: tuple[str, ...]
    foreign: tuple[str, ...]
    failed: tuple[str, ...]
    files: int


class _Known(NamedTuple):
    """A game as it was last looked at."""

    number: int
    at: datetime
    head: Head


class _ToldAgain(Exception):
    """Something was told in a game while the folder was written."""


class Keeper:
    """Keeps one folder of pages about the games of a store, and of pages on which orders are tapped."""

    def __init__(self, config: Config, store: Store, path: Path) -> None:
        self._store, self._path = store, path
        self._mailbox = Mailbox(config.gm.address, config.gm.reply_address or "")
        self._index = config.site.index
        self._layout = Layout(config.site.index, config.gm.address, config.site.url)
        self._made_by = hashlib.sha256(
            "\0".join((__version__, str(config.site.index), *self._mailbox, config.site.url)).encode()
        ).hexdigest()[:16]
        self._lists = Lists(self._layout)
        self._games: dict[str, _Known] = {}
        self._fixed: Mapping[str, tuple[bytes, str]] | None = None
        self._whole = False  # whether the folder was as it should be after the last look
        self._seen = False  # whether every file has been looked at

    def is_behind(self) -> bool:
        """Whether something was told since the folder was last made what it should be, or somebody has emptied it."""
        return not (self._whole and is_there(self._path)) or self._store.site.numbers() != self._numbers()

    def _numbers(self) -> dict[str, int]:
        return {name: one.number for name, one in self._games.items()}

    def steps(self, thorough: bool = False) -> Generator[Done]:
        """Make the folder what it should be, a file in each step; others may change the games between two steps.

        Each step gives what was done so far. Raises FolderError; whoever begins again goes on where this ended.
        thorough: look at every file; else, once all were looked at, only at those of games in which something was told.
        """
        self._whole, quick = False, self._seen and not thorough
        self._learn(self._store.site.numbers())
        with opened(self._path) as folder:
            yield from self._written(folder, quick)

    def _written(self, folder: Folder, quick: bool) -> Iterator[Done]:
        last = max((one.at for one in self._games.values()), default=LONG_AGO)
        files, failed = list(self._files()), list[str]()
        folder.announce(name for name, *_ in files)
        for name, at, of, make in files:
            if quick and folder.has(name, at, of):
                continue
            try:
                folder.keep(name, at, of, make)
            except _ToldAgain:
                folder.note(last)  # the next look goes on from here
                return
            except (FolderError, StoreError):
                raise
            except Exception as error:  # the pages of all other games are as good as before
                failed.append(f"{name} ({type(error).__name__})")
            yield _done(folder, failed, len(files))
        folder.settle([name for name, *_ in files], last)
        self._whole = self._seen = True
        yield _done(folder, failed, len(files))

    def make(self) -> Done:
        """Look at every file, and make the folder what it should be. Raises FolderError."""
        while True:
            *_, done = [Done((), (), (), (), 0), *self.steps(thorough=True)]
            if self._whole:
                return done

    def _learn(self, numbers: Mapping[str, int]) -> None:
        """Read what has changed."""
        known = {name: one for name, one in self._games.items() if name in numbers}
        for name, number in numbers.items():
            if name not in known or known[name].number != number:
                newest = self._store.site.newest(name)
                if newest is not None:
                    head = msgspec.json.decode(newest.head, type=Head)
                    known[name] = _Known(newest.number, newest.at, head)
        self._games = known

    def _files(self) -> Iterator[tuple[str, datetime, str, Callable[[], bytes]]]:
        """Every file: its name, its time, what it is made of, and what makes it. Lists follow what they lead to."""
        for name, (data, of) in self._fixed_pages().items():
            yield name, MADE, of, partial(_same, data)
        boards = {one.head.board: (name, one.head) for name, one in sorted(self._games.items()) if one.head.board}
        for file, (name, head) in boards.items():
            yield file, MADE, self._made_by, partial(self._board, name, head)
        for name, one in sorted(self._games.items()):
            of = f"{self._made_by} {one.number}"
            yield f"games/{name}.html", one.at, of, partial(self.game_page, name, one)
            if has_report(one.head):
                yield f"reports/{name}.html", one.at, of, partial(self._report, name, one)
        # A list has no time of a game that it does not name.
        heads = {name: one.head for name, one in self._games.items()}
        times = {name: one.at for name, one in self._games.items()}
        last = max((times[name] for name, head in heads.items() if head.listed), default=LONG_AGO)
        for name, data in self._lists.pages(heads).items():
            yield name, last, "", partial(_same, data)
        yield "games.json", last, "", partial(for_programs, self._layout, heads, times)
        yield "feed.xml", last, "", self._feed

    def _fixed_pages(self) -> Mapping[str, tuple[bytes, str]]:
        """The pages that hang on no game, each with a digest."""
        if self._fixed is None:
            made = {**pages(self._mailbox), **text_pages(self._layout)}
            self._fixed = {name: (data, hashlib.sha256(data).hexdigest()[:16]) for name, data in made.items()}
        return self._fixed

    def _feed(self) -> bytes:
        hidden = {name for name, one in self._games.items() if not one.head.listed}
        events = self._store.site.events(FEED * (1 + len(hidden)))
        return feed(self._layout, [one for one in events if one.name not in hidden][:FEED])

    def _check(self, name: str, one: _Known) -> None:
        """Raise _ToldAgain if something was told in a game since this look began: all that is shown is of one time."""
        newest = self._store.site.newest(name)
        if newest is None or newest.number != one.number:
            raise _ToldAgain

    def _report(self, name: str, one: _Known) -> bytes:
        self._check(name, one)
        return report(self._store, name, one.head, self._index)

    def game_page(self, name: str, one: _Known) -> bytes:
        """The page of a game."""
        self._check(name, one)
        head, shown = one.head, msgspec.json.decode(self._store.site.page(name), type=Page)
        return self._layout.page(
            "game.html.j2", name=name, head=head, at=one.at, never=not has_report(head),
            picture=self._picture(name, head, shown), told=write_told(head.ruleset, name, head.zone, shown.notices),
            events=self._store.site.events_of(name, MOST_EVENTS),
        )  # fmt: skip

    def _picture(self, name: str, head: Head, shown: Page) -> Markup:
        """The board as SVG, "" if it is not drawn."""
        if shown.picture is None:
            return Markup("")
        empty = Disclosure(
            name, head.title, head.ruleset, outcome="", seed="", seed_hash="", seats=(), chapters=(), looks=(),
            copies=(), options=msgspec.to_builtins(self._options(name)),
        )  # fmt: skip
        return Drawn(empty).picture(shown.picture)

    def _board(self, name: str, head: Head) -> bytes:
        """The page on which orders of a game on a board of its own are tapped."""
        return page(head.ruleset, self._options(name), self._mailbox)[1]

    def _options(self, name: str) -> object:
        with self._store.parcels.awake(name):
            text = self._store.games.state(name)
        assert text is not None
        return load_game(text).options


def _done(folder: Folder, failed: list[str], files: int) -> Done:
    return Done(tuple(folder.written), tuple(folder.removed), tuple(folder.foreign), tuple(failed), files)


def _same(data: bytes) -> bytes:
    return data
