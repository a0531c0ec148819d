"""The folder of pages against faults, other programs and somebody who means ill: never half a page, or elsewhere."""

from __future__ import annotations

import asyncio
import json
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from helpers.sites import FORMING
from msgspec.structs import replace

from gm.config.loading import Config, Gm, Maildir, Site, Smtp
from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.report.disclosure import disclose
from gm.serve.pages import Pages
from gm.site import keeper
from gm.site.folder import LIST, PART, FolderError, InUse, opened
from gm.site.keeper import Keeper
from gm.store.store import Store

AT = datetime(2026, 2, 1, 18, 0, tzinfo=UTC)
CONFIG = Config(
    gm=Gm(address="gm@gm.invalid", operator=(("operator", OPERATOR),)), maildir=Maildir(path=Path("mail")),
    smtp=Smtp(host="localhost"),
)  # fmt: skip
OPEN = 'site = "open"'


@pytest.fixture(autouse=True)
def few_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages of rules and help are left out: they take long to make."""
    # size: the pages of rules and help take long to make
    monkeypatch.setattr(keeper, "text_pages", lambda layout: {"help.html": b"help"})


@pytest.fixture
def office() -> Iterator[Office]:
    """A house with two games that look for players."""
    store = Store(":memory:")
    office = Office(store, GM, OPERATOR, disclose, believes=True)
    for name in ("autumn", "winter"):
        form(office, name)
    yield office
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for pages, as `gm site` has left it."""
    return tmp_path / "pages"


def form(office: Office, name: str, more: str = OPEN, at: datetime = AT) -> None:
    """Open a game that looks for players."""
    office.open_game(read_game_file(FORMING.format(name=name, ruleset="so-long-sucker", more=more)), at)


def keep(office: Office, folder: Path) -> keeper.Done:
    return Keeper(CONFIG, office.store, folder).make()


def looks(office: Office, folder: Path) -> Pages:
    """What a daemon has to say after one look."""
    pages = Pages(replace(CONFIG, site=Site(folder=folder)), office.store)
    asyncio.run(pages.look())
    return pages


def fail_for(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Have the page of a game fail as it is made."""
    true = Keeper.game_page

    def page(self: Keeper, game: str, one: Any) -> bytes:
        if game == name:
            raise ValueError("a secret of the players")
        return true(self, game, one)

    monkeypatch.setattr(Keeper, "game_page", page)  # planted: a page that fails


# -- one game that cannot be shown -------------------------------------------------------------------------------------


def test_a_game_that_cannot_be_shown_stops_no_other(
    office: Office, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail_for(monkeypatch, "autumn")
    pages = looks(office, folder)
    assert (folder / "games" / "winter.html").exists() and (folder / "index.html").exists()
    assert pages.trouble == "pages that cannot be made: games/autumn.html (ValueError)"


def test_a_page_that_can_no_longer_be_made_stays_as_it_was(
    office: Office, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(office, folder)
    before = (folder / "games" / "autumn.html").read_bytes()
    form(office, "spring")
    fail_for(monkeypatch, "autumn")
    monkeypatch.setattr(keeper, "__version__", "another")  # planted: another gm, which makes all pages anew
    done = keep(office, folder)
    assert (folder / "games" / "autumn.html").read_bytes() == before
    assert done.failed == ("games/autumn.html (ValueError)",) and "games/spring.html" in done.written
    monkeypatch.undo()


# -- who writes ------------------------------------------------------------------------------------------------------


def test_only_one_gm_at_a_time_writes_into_a_folder(office: Office, folder: Path) -> None:
    with opened(folder):
        with pytest.raises(InUse, match="another gm writes into"):
            keep(office, folder)
        assert looks(office, folder).trouble == "", "the daemon waits, and troubles nobody"
        assert not (folder / "index.html").exists()
    keep(office, folder)
    assert (folder / "index.html").exists()


def test_a_look_that_is_cut_off_leaves_the_folder_to_others(office: Office, folder: Path) -> None:
    steps = Keeper(CONFIG, office.store, folder).steps()
    next(steps)
    steps.close()
    assert keep(office, folder).files == len([path for path in folder.rglob("*.*") if path.name != LIST])


def test_a_folder_that_was_removed_is_made_again_at_the_next_look(office: Office, folder: Path) -> None:
    kept = Keeper(CONFIG, office.store, folder)
    kept.make()
    assert not kept.is_behind()
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.rmdir()
    assert kept.is_behind()
    kept.make()
    assert (folder / "games" / "autumn.html").exists()


# -- killed at any step ----------------------------------------------------------------------------------------------


class Killed(BaseException):
    """The process ends here."""


def test_killed_at_any_call_pages_are_whole_and_the_next_run_makes_the_folder_as_it_should_be(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill before each call that changes the folder."""
    whole = tmp_path / "whole"
    keep(office, whole)
    expected = files(whole)
    for fatal in range(200):
        folder, died = tmp_path / f"at-{fatal}", False
        with monkeypatch.context() as patch:
            die_after(patch, fatal)
            try:
                keep(office, folder)
            except Killed:
                died = True
        seen = {name: data for name, data in files(folder).items() if not name.endswith(PART) and name != LIST}
        assert all(expected[name] == data for name, data in seen.items()), "half a page is seen"
        assert keep(office, folder).foreign == ()
        assert files(folder) == expected
        if not died:
            break
    assert not died and fatal > 10


def die_after(patch: pytest.MonkeyPatch, calls: int) -> None:
    """End the process after so many calls that change files."""
    done = [0]

    def counted(name: str) -> None:
        true = getattr(os, name)

        def call(*args: Any, **named: Any) -> Any:
            if done[0] == calls:
                raise Killed
            done[0] += 1
            return true(*args, **named)

        patch.setattr(os, name, call)  # planted: a kill

    for name in ("replace", "utime", "fchmod", "unlink", "mkdir"):
        counted(name)


def files(folder: Path) -> dict[str, bytes]:
    """All files in a folder, by their names."""
    if not folder.exists():
        return {}
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_a_killed_gm_left_of_a_game_goes_with_the_game(office: Office, folder: Path) -> None:
    keep(office, folder)
    half = folder / "games" / f"autumn.html{PART}"
    half.write_bytes(b"half of a page")
    with office.store.transaction():
        office.store.site.purge("autumn")
    keep(office, folder)
    assert [path.name for path in (folder / "games").iterdir()] == ["winter.html"]


# -- things in the way -----------------------------------------------------------------------------------------------


def test_a_folder_in_the_place_of_a_page_is_left_alone_and_named(office: Office, folder: Path) -> None:
    keep(office, folder)
    (folder / "games" / "autumn.html").unlink()
    (folder / "games" / "autumn.html").mkdir()
    form(office, "spring", at=AT + timedelta(hours=1))
    done = keep(office, folder)
    assert done.foreign == ("games/autumn.html",) and (folder / "games" / "spring.html").exists()


@pytest.mark.parametrize("name", [f"index.html{PART}", f"{LIST}{PART}", f"games/autumn.html{PART}", LIST])
def test_a_folder_where_gm_writes_for_a_moment_is_a_clear_fault(name: str, office: Office, folder: Path) -> None:
    (folder / name).mkdir(parents=True)
    with pytest.raises(FolderError, match=r"pages/.*(cannot be written: Is a directory|is no file of gm's)"):
        keep(office, folder)


def test_a_pipe_in_the_place_of_the_list_is_not_waited_for(office: Office, folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / LIST)
    with pytest.raises(FolderError, match=r"is no file of gm's: remove it"):
        keep(office, folder)


@pytest.mark.parametrize("name", ["index.html", f"index.html{PART}", "games", "reports", LIST, f"{LIST}{PART}"])
def test_no_link_in_the_folder_leads_gm_elsewhere(name: str, office: Office, folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "passwd").write_text("root")
    folder.mkdir()
    (folder / name).symlink_to(elsewhere if name in ("games", "reports") else elsewhere / "passwd")
    try:
        keep(office, folder)
    except FolderError as error:
        assert str(folder / name) in str(error)
    assert files(elsewhere) == {"passwd": b"root"}


@pytest.mark.parametrize("name", ["../passwd", "/etc/passwd", "a/../../passwd", ".htaccess", "a\0b", "a/b/c", "", "/"])
def test_a_list_that_somebody_changed_removes_nothing_but_pages(name: str, office: Office, folder: Path) -> None:
    keep(office, folder)
    foreign = [folder.parent / "passwd", folder / ".htaccess"]
    for path in foreign:
        path.write_text("kept")
    made = json.loads((folder / LIST).read_text())
    made["files"][name] = [4, 0, "", ""]
    (folder / LIST).write_text(json.dumps(made))
    assert keep(office, folder).removed == ()
    assert all(path.read_text() == "kept" for path in foreign)


# -- what a web server could tell ------------------------------------------------------------------------------------


def test_the_list_which_names_every_game_is_for_gm_alone(office: Office, folder: Path) -> None:
    form(office, "cellar", f"{OPEN}\nlisted = false")
    keep(office, folder)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*.*")}
    assert {name for name, mode in modes.items() if mode & 0o077 == 0} == {LIST}
    assert "cellar" in (folder / LIST).read_text() and "cellar" not in (folder / "index.html").read_text()


def test_lists_do_not_change_when_something_is_told_in_a_game_that_they_do_not_name(
    office: Office, folder: Path
) -> None:
    """Neither their bytes nor their times: both tell when it was."""
    form(office, "cellar", f"{OPEN}\nlisted = false")
    keep(office, folder)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.*") if path.name != LIST}
    site, last = office.store.site, office.store.site.newest("cellar")
    assert last is not None
    with office.store.transaction():
        site.tell("cellar", AT + timedelta(days=1), "something", head=last.head, page=site.page("cellar"))
    done = keep(office, folder)
    assert done.written == ("games/cellar.html",)
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("*.*") if path.name != LIST} == before
