"""Pages on the web show what an observer may know, and are written when that changes: at no other time.

Histories that a seat or an observer cannot tell apart must leave the same folder: names, bytes and times of files, and
the same writes. Then leaks are planted in what is shown: a pair tells each.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import choices
import pytest
from comparing import ToldApart
from generators import GENERATORS
from helpers.sites import with_pages
from msgspec.structs import replace
from planting import Patch, around
from playing import OPERATOR, Table
from telling import the_reader_cannot_tell

from gm.config.loading import Config, Gm, Maildir, Smtp
from gm.desk.books import showing
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.telling import Telling
from gm.registry import RULESETS
from gm.site import keeper
from gm.site.keeper import Keeper
from gm.store.journal import Journal
from gm.store.site import Site

OPERATOR_AT = "operator@gm.invalid"
CONFIG = Config(
    gm=Gm(address="gm@gm.invalid", operator=(("operator", OPERATOR_AT),)), maildir=Maildir(path=Path("mail")),
    smtp=Smtp(host="localhost"),
)  # fmt: skip
NUMBERS = range(4)


class Shown:
    """The folder of pages of one history, looked at again and again."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.folder = folder
        self.keeper = Keeper(CONFIG, table.store, self.folder)
        self.store = table.store

    def look(self) -> tuple[tuple[str, str], ...]:
        """What somebody sees who looks at every file, and the writes since the last look."""
        written = self.keeper.make().written if self.keeper.is_behind() else ()
        files = [
            f"{path.relative_to(self.folder)} {path.stat().st_mtime_ns}\n{path.read_text()}"
            for path in sorted(self.folder.rglob("*")) if path.is_file()
        ]  # fmt: skip
        told = self.store.rows("select number, at, title from site order by number")
        return ("writes", f"{written} {told}"), ("pages", "\n".join(files))


@pytest.fixture
def looked_at(monkeypatch: Patch, tmp_path: Path) -> None:
    """Games have pages, and the end of each part of a history shows them as well."""
    patch, shown, running = monkeypatch, dict[Table, Shown](), list[Table]()

    def part(true: Any, table: Table, *args: Any, **named: Any) -> None:
        running[:] = [table] if named.get("running") else []
        true(table, *args, **named)

    def see(true: Any, table: Table) -> tuple[tuple[str, str], ...]:
        if table.reader == OPERATOR or running:  # while the phase ran the pages were others
            return true(table)
        if table not in shown:
            shown[table] = Shown(table, tmp_path / f"{len(shown)}")
        return *true(table), *shown[table].look()

    # planted: pages, which no history has by itself
    patch.setattr(
        choices, "read_game_file", lambda text, load: read_game_file(with_pages(text, 'site = "open"'), load)
    )
    # size: the pages of rules and help take long to make
    patch.setattr(keeper, "text_pages", lambda layout: MappingProxyType({}))
    around(patch, Table, "part", part)
    around(patch, Table, "shown", see)


@pytest.mark.usefixtures("looked_at")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_page_tells_apart_what_the_rules_do_not(ruleset: str) -> None:
    compared = [the_reader_cannot_tell(ruleset, number) for number in NUMBERS]
    assert sum(compared) >= GENERATORS[ruleset].least * len(compared) / 2


# -- planted leaks -----------------------------------------------------------------------------------------------


def a_page_is_written_whenever_something_happens(patch: Patch) -> None:
    def keep(true: Any, store: Any, before: Any, turn: Any) -> None:
        turn.public = turn.public or "something"
        true(store, before, turn)

    around(patch, showing, "keep_shown", keep)
    patch.setattr("gm.desk.books.commit.keep_shown", showing.keep_shown)  # planted: a leak


def a_page_bears_the_time_of_the_entry_before(patch: Patch) -> None:
    before: list[datetime] = []

    def append(true: Any, journal: Journal, game: str, at: datetime, *more: Any) -> Any:
        before.append(at)
        return true(journal, game, at, *more)

    def tell(true: Any, site: Site, game: str, at: datetime, *more: Any, **named: Any) -> None:
        true(site, game, max((one for one in before if one < at), default=at), *more, **named)

    around(patch, Journal, "append", append)
    around(patch, Site, "tell", tell)


def a_list_counts_the_entries_of_the_journal(patch: Patch) -> None:
    def head(true: Any, game: Any, turn: Any, before: Any) -> Any:
        return replace(true(game, turn, before), phase=f"{game.entries}")

    around(patch, showing, "head_of", head)


def seats_stand_in_the_order_in_which_they_were_sent_mails(patch: Patch) -> None:
    def page(true: Any, turn: Any) -> Any:
        found, sent = true(turn), [sitting.mails for sitting in turn.game.seats.values()]
        order = sorted(range(len(sent)), key=lambda n: sent[n])
        return replace(found, notices=(*found.notices, ("announced", {"lines": [f"{order}"], "alone": ""})))

    around(patch, showing, "page_of", page)


def the_feed_names_who_was_told_something(patch: Patch) -> None:
    def mail(true: Any, telling: Telling, reader: Any, kind: Any, about: str, *more: Any, **named: Any) -> None:
        telling.public = telling.public and f"{telling.public}, {about}"
        true(telling, reader, kind, about, *more, **named)

    around(patch, Telling, "mail", mail)


def a_page_says_how_many_letters_came(patch: Patch) -> None:
    def page(true: Any, turn: Any) -> Any:
        found, mails = true(turn), sum(sitting.mails for sitting in turn.game.seats.values())
        return replace(found, notices=(*found.notices, ("announced", {"lines": [f"{mails}"], "alone": ""})))

    around(patch, showing, "page_of", page)


LEAKS = (
    a_page_is_written_whenever_something_happens, a_page_bears_the_time_of_the_entry_before,
    a_list_counts_the_entries_of_the_journal, seats_stand_in_the_order_in_which_they_were_sent_mails,
    the_feed_names_who_was_told_something, a_page_says_how_many_letters_came,
)  # fmt: skip


@pytest.mark.usefixtures("looked_at")
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_into_the_pages_is_found(leak: Any, monkeypatch: Patch) -> None:
    leak(monkeypatch)
    with pytest.raises(ToldApart) as found:
        for number in range(12):
            the_reader_cannot_tell("diplomacy", number)
    assert found.value.channel in ("pages", "writes")


