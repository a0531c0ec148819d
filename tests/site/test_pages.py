"""What the folder of pages has: each game as it has chosen, lists, a feed, rules, and nothing that it may not have."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree

import pytest
from helpers.sites import ADDRESS, GAMES, MADE, URL, config
from msgspec.structs import replace
from wholehouse import Site

from gm.desk.books.showing import Head
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM
from gm.registry import RULESETS
from gm.report.disclosure import disclose
from gm.site.keeper import Keeper
from gm.site.lists import FIRST, MOST, Lists
from gm.site.words import Layout
from gm.store.store import Store

OVER = {name for name, until in GAMES.items() if not until}
ATOM = "{http://www.w3.org/2005/Atom}"
HEAD = Head("Diplomacy", "diplomacy", listed=True, zone="UTC", phase="Spring 1901", places=7)
LAYOUT = Layout(False, ADDRESS, URL)
DAY = timedelta(days=1)
POLICY = re.compile(r"Content-Security-Policy\"\s+content=\"default-src 'none'; style-src 'unsafe-inline'")


def pages(site: Site) -> dict[str, str]:
    """The pages that this room writes; those to tap orders on have a policy of their own."""
    return {name: text for name, text in site.files.items() if name.endswith(".html") and "compose-" not in name}


def test_the_folder_has_these_files(site: Site) -> None:
    games = {*GAMES, "autumn", "table"}
    expected = {"index.html", "index-2026.html", "help.html", "help-all.html", "players.html", "games.json", "feed.xml"}
    expected |= {f"games/{name}.html" for name in games} | {f"reports/{name}.html" for name in OVER}
    expected |= {f"rules-{name}.html" for name in RULESETS} | {".gm-site.json"}
    assert {name for name in site.files if not name.startswith("compose-")} == expected


def test_every_page_names_a_policy_and_asks_search_engines_to_stay_away(site: Site) -> None:
    for name, text in pages(site).items():
        assert POLICY.search(text), name
        assert '<meta name="robots" content="noindex">' in text, name
        assert "<script" not in text or name.startswith("reports/"), name
        assert not re.search(r"(?:src|srcset)=", text), name


def test_every_link_leads_to_a_file_of_the_folder_or_opens_a_mail(site: Site) -> None:
    for name, text in pages(site).items():
        for target in re.findall(r'<a [^>]*href="([^"]+)"', text):
            if target.startswith(("mailto:", "https://", "#")):
                continue
            path, _, anchor = target.partition("#")
            found = (site.folder / Path(name).parent / path).resolve().relative_to(site.folder.resolve())
            assert str(found) in site.files, (name, target)
            assert not anchor or f'id="{anchor}"' in site.files[str(found)], (name, target)


def test_every_anchor_of_the_text_for_players_is_there(site: Site) -> None:
    text = site.files["players.html"]
    for anchor in re.findall(r'href="#([^"]+)"', text):
        assert f'id="{anchor}"' in text, anchor


def test_a_game_is_shown_as_an_observer_is_told_it(site: Site) -> None:
    page = site.files["games/spring.html"]
    assert "Payola Diplomacy" in page and "Fall 1902" in page and "<svg" in page and "THE BOARD" in page
    for secret in ("Anna", "anna@", "Chlo", "AgP", "YOUR", "on file"):
        assert secret not in page


def test_nobodys_address_or_name_stands_in_any_file(site: Site) -> None:
    rows = site.office.store.rows("select game, address, name from players")
    assert len(rows) > 20 and "Fjodor" in {row["name"] for row in rows}
    for file, text in site.files.items():
        assert not [row["address"] for row in rows if str(row["address"]) in text], file
        # In the telephone game names are seats; in parlor a player calls another by name, to everybody.
        names = {str(row["name"]) for row in rows if row["game"] != "exchange"} - {"", "Yvonne"}
        if file.startswith(("games/", "index", "feed", "reports/")):
            assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)], file


def test_a_war_shows_observers_no_more_than_its_beginning_until_it_is_over(site: Site) -> None:
    assert "G8" in site.files["reports/crossroads.html"]
    page = site.files["games/crossroads.html"]
    assert "../reports/crossroads.html" in page and "Read the report" in page


def test_the_button_to_join_opens_a_mail_that_asks_to_join(site: Site) -> None:
    (target,) = re.findall(r'<a class="do" href="([^"]+)" aria-label="Join autumn by mail">', site.files["index.html"])
    mail = urlsplit(target.replace("&amp;", "&"))
    asked = parse_qs(mail.query)
    assert (mail.scheme, mail.path) == ("mailto", ADDRESS) and asked["body"] == ["JOIN autumn"]


def test_lists_have_games_by_name_and_those_that_are_over_by_their_end(site: Site) -> None:
    index = site.files["index.html"]
    named = re.findall(r'<a class="name" href="games/(\w+).html">', index)
    assert named == ["autumn", "table", "airlift", "exchange", "spring", "solo", "stones", "parlor", "crossroads"]


def test_programs_can_read_the_games(site: Site) -> None:
    games = {one["name"]: one for one in json.loads(site.files["games.json"])["games"]}
    assert {name: one["state"] for name, one in games.items()} == {
        **{name: "over" if name in OVER else "running" for name in GAMES}, "autumn": "waiting", "table": "waiting",
    }  # fmt: skip
    assert games["autumn"]["places"] == 7 and games["autumn"]["join"] == ADDRESS
    assert games["solo"]["report"] == "reports/solo.html" and games["spring"]["due"] == "2026-01-15T13:15:00Z"


def test_the_feed_is_atom_with_the_newest_events_first(site: Site) -> None:
    feed = ElementTree.fromstring(site.files["feed.xml"])
    entries = feed.findall(f"{ATOM}entry")
    times = [str(one.findtext(f"{ATOM}updated")) for one in entries]
    assert len(entries) == 50 and times == sorted(times, reverse=True) and feed.findtext(f"{ATOM}updated") == times[0]
    assert len({one.findtext(f"{ATOM}id") for one in entries}) == 50
    first = entries[0].find(f"{ATOM}link")
    assert first is not None and first.get("href") == f"{URL}/games/solo.html"


def test_times_of_files_are_those_of_what_was_told(site: Site) -> None:
    def time_of(name: str) -> datetime:
        return datetime.fromtimestamp((site.folder / name).stat().st_mtime, UTC)

    last = {name: site.office.store.site.newest(name) for name in site.office.store.site.numbers()}
    for name, newest in last.items():
        assert newest is not None and time_of(f"games/{name}.html") == newest.at
    newest_of_all = max(one.at for one in last.values() if one is not None)
    assert {time_of(name) for name in ("index.html", "games.json", "feed.xml", ".gm-site.json")} == {newest_of_all}


@pytest.mark.parametrize("count", [0, FIRST, FIRST + 1, 3 * MOST])
def test_no_list_is_larger_than_100_kilobytes_however_many_games_there_are(count: int) -> None:
    ended = datetime(2025, 6, 1, tzinfo=UTC)
    heads = {
        **{f"a-game-with-a-rather-long-name-{n}": HEAD for n in range(count)},
        **{f"another-game-with-a-long-name-{n}": replace(HEAD, forming=True, word=True) for n in range(count)},
        **{
            f"a-finished-game-{n}": replace(HEAD, over="a draw is agreed between all of them", ended=ended + n * DAY)
            for n in range(count)
        },
    }
    made = Lists(LAYOUT).pages(heads)
    assert max(map(len, made.values())) < 100_000
    for name in heads:
        assert any(f'games/{name}.html"'.encode() in page for page in made.values()), name


def test_a_game_that_is_not_listed_has_a_page_that_nothing_names(tmp_path: Path) -> None:
    store = Store(":memory:")
    office = Office(store, GM, "operator@example.org", disclose, believes=True)
    text = '[game]\nname = "conclave"\nruleset = "diplomacy"\nlisted = false\nsite = "open"\n[joining]\n'
    office.open_game(read_game_file(text), MADE)
    Keeper(config(), store, tmp_path / "www").make()
    named = [
        one.name for one in (tmp_path / "www").rglob("*")
        if one.is_file() and one.name != ".gm-site.json" and "conclave" in one.read_text(encoding="utf-8")
        and not one.name.startswith(("compose", "help", "rules", "players"))
    ]  # fmt: skip
    assert named == ["conclave.html"]
    store.close()
