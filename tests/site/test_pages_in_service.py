"""`gm site`, the doctor, and the daemon's keeping of the folder: faults are told, and the games go on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers.mailtable import GM, OPERATOR, START
from helpers.sites import config, with_pages

from gm.cli import main
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.doctor.pages import check_pages
from gm.report.disclosure import disclose
from gm.serve.pages import Pages
from gm.store.store import Store

CONFIG = """[gm]
address = "gm@example.org"
operator = "operator@example.org"
state = "{folder}/state"
[maildir]
path = "{folder}/mail"
[smtp]
host = "localhost"
[site]
folder = "{folder}/www"
url = "https://example.org/gm"
"""
GAME = with_pages('[game]\nname = "autumn"\nruleset = "diplomacy"\nseed = "s"\n[joining]\n', 'site = "open"')


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    (tmp_path / "state").mkdir()
    (tmp_path / "gm.toml").write_text(CONFIG.format(folder=tmp_path))
    store = Store(tmp_path / "state" / "gm.sqlite")
    office = Office(store, GM, OPERATOR, disclose)
    office.open_game(read_game_file(GAME), START)
    yield office
    store.close()


def run(tmp_path: Path, *words: str) -> tuple[int, str]:
    """What gm site says, and its exit status."""
    done = CliRunner().invoke(main, ["--config", str(tmp_path / "gm.toml"), "site", *words])
    return done.exit_code, done.output


def test_the_command_makes_the_folder_whole_and_says_what_it_wrote(office: Office, tmp_path: Path) -> None:
    assert office.store.site.numbers() == {"autumn": 1}
    status, said = run(tmp_path)
    assert status == 0 and "0 removed" in said and (tmp_path / "www" / "games" / "autumn.html").exists()
    (tmp_path / "www" / "index.html").unlink()
    assert ", 1 written, 0 removed" in run(tmp_path)[1]
    assert ", 0 written, 0 removed" in run(tmp_path)[1]
    assert run(tmp_path, str(tmp_path / "other"))[0] == 0 and (tmp_path / "other" / "feed.xml").exists()


@pytest.mark.usefixtures("office")
def test_the_command_names_files_in_the_way_and_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    (tmp_path / "www" / "index.html").write_text("mine")
    status, said = run(tmp_path)
    assert status == 1 and "not gm's and were left alone: index.html" in said
    (tmp_path / "link").symlink_to(tmp_path / "www")
    status, said = run(tmp_path, str(tmp_path / "link"))
    assert status == 1 and "is a link to elsewhere" in said


def test_the_daemon_tells_of_a_fault_goes_on_and_makes_it_good(office: Office, tmp_path: Path) -> None:
    folder = tmp_path / "www"
    folder.write_text("a file")
    pages = Pages(config(folder), office.store)
    asyncio.run(pages.look())
    assert "cannot be used as a folder" in pages.trouble
    folder.unlink()
    asyncio.run(pages.look())
    assert pages.trouble == "" and (folder / "index.html").exists()
    (folder / "index.html").unlink()
    (folder / "index.html").mkdir()
    office.operate("autumn", ["abort"], START)
    asyncio.run(pages.look())
    assert "files are in the way that are not gm's: index.html" in pages.trouble
    assert "<h1>autumn</h1>" in (folder / "games" / "autumn.html").read_text()


def test_without_a_folder_nothing_is_kept(office: Office) -> None:
    pages = Pages(config(), office.store)
    asyncio.run(pages.look())
    assert pages.trouble == ""


def test_the_doctor_says_whether_the_folder_will_do(tmp_path: Path) -> None:
    def found(folder: Path | None) -> str:
        (one,) = check_pages(config(folder))
        return one.level

    assert found(None) == "skip" and found(tmp_path / "new") == "ok"
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path)
    assert found(tmp_path / "file") == "bad" and found(tmp_path / "link") == "bad"
    tmp_path.chmod(0o700)
    assert found(tmp_path) == "warn"
    tmp_path.chmod(0o755)
    assert found(tmp_path) == "ok"


def test_search_engines_may_list_pages_only_if_the_operator_says_so(office: Office, tmp_path: Path) -> None:
    for index in (True, False):
        folder = tmp_path / f"{index}"
        asyncio.run(Pages(config(folder, index), office.store).look())
        assert ("noindex" in (folder / "index.html").read_text()) is not index
