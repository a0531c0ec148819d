"""Reports for anybody: seats instead of players, no message but those to all, unless the game says otherwise."""

from __future__ import annotations

import re

import msgspec
import pytest
from helpers.sites import played
from wholehouse import Site

from gm.desk.books.exchange import import_game
from gm.desk.books.showing import Head
from gm.report.disclosure import read_disclosure
from gm.site.public import OWN, SAID, TOLD, public_of, report
from gm.store.store import Store

WIDENED = 'site = "report"\nsite_names = true\nsite_press = true'
QUOTED = re.compile(r"<blockquote[^>]*>(.*?)</blockquote>", re.DOTALL)


def published(name: str, setting: str) -> tuple[str, Store]:
    """The public report of a golden game with a setting, and the store that has it."""
    store = Store(":memory:")
    import_game(store, played(name, setting=setting))
    newest = store.site.newest(name)
    assert newest is not None
    return report(store, name, msgspec.json.decode(newest.head, type=Head), False).decode(), store


@pytest.fixture(scope="module")
def wide() -> tuple[str, Store]:
    return published("solo", WIDENED)


def test_a_report_has_what_was_ordered_and_who_won(site: Site) -> None:
    text = site.files["reports/solo.html"]
    for words in ("France has won with 18 centres.", "Phase by phase", "Seals and seed", "A PAR", "Where it turned"):
        assert words in text
    assert 'id="disclosure"' not in text and "full disclosure" not in text and "All games" in text


def test_a_report_has_no_player_and_no_message_but_those_to_all(site: Site, wide: tuple[str, Store]) -> None:
    narrow, (whole, store) = site.files["reports/solo.html"], wide
    disclosure = read_disclosure(store, "solo")
    private = [fact for fact in disclosure.of("press") if not fact.body["broadcast"]]
    assert private
    for fact in private:
        line = max(fact.body["lines"], key=len)
        assert msgspec.json.encode(line)[1:-1].decode() not in narrow
    names = {sitter.name for seat in disclosure.seats for sitter in seat.sitters}
    assert names and not [name for name in names if f">{name}<" in narrow]
    assert [name for name in names if f">{name}<" in whole] == list(names)
    assert len(QUOTED.findall(whole)) == len(QUOTED.findall(narrow)) + len(private)


def test_a_name_that_is_an_address_is_not_shown() -> None:
    disclosure = read_disclosure(published("stones", 'site = "report"')[1], "stones")
    shown = public_of(disclosure, {("BLACK", 0): ""}, False)
    assert [sitter.name for seat in shown.seats for sitter in seat.sitters] == ["a player", "a player"]


def test_a_notice_of_the_desk_that_nobody_has_thought_about_stays_out(site: Site) -> None:
    assert OWN | {"actrecord"} >= TOLD | SAID and not TOLD & SAID
    store = site.office.store
    for name in ("solo", "parlor", "stones", "crossroads"):
        shown = public_of(read_disclosure(store, name), {}, False)
        kinds = {fact.kind for chapter in shown.chapters for fact in chapter.facts}
        assert kinds & OWN <= TOLD | {"press", "announced"} and shown.chain == ()


def test_an_open_game_has_no_report_when_it_is_over() -> None:
    _, store = published("stones", 'site = "open"')
    newest = store.site.newest("stones")
    assert newest is not None and not msgspec.json.decode(newest.head, type=Head).report
