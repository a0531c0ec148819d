"""The folder of pages: files whole or not at all, only those that changed, and nothing that is not gm's."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from gm.site.folder import LIST, PART, Folder, FolderError, opened

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = AT + timedelta(hours=1)
FILES = {"index.html": b"first", "games/spring.html": b"spring"}


def put(path: Path, files: dict[str, bytes], at: datetime = AT, of: str = "") -> Folder:
    """Have these files in a folder, and no others of gm's."""
    with opened(path) as folder:
        for name, data in files.items():
            folder.keep(name, at, of, lambda data=data: data)  # type: ignore[misc]
        folder.settle(files, at)
    return folder


def found(path: Path) -> dict[str, bytes]:
    """What is in a folder, but for the list."""
    return {
        str(one.relative_to(path)): one.read_bytes() for one in path.rglob("*") if one.is_file() and one.name != LIST
    }


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "www" / "gm"


def test_files_are_there_with_their_time_and_anybody_can_read_them(path: Path) -> None:
    before = os.umask(0o077)
    try:
        made = put(path, FILES)
    finally:
        os.umask(before)
    assert found(path) == FILES and made.written == list(FILES)
    assert {stat.S_IMODE(one.stat().st_mode) for one in (path, *path.rglob("*")) if one.is_dir()} == {0o755}
    for name in (*FILES, LIST):
        there = (path / name).stat()
        assert there.st_mtime == AT.timestamp()
        assert stat.S_IMODE(there.st_mode) == (0o600 if name == LIST else 0o644)


def test_what_is_as_it_should_be_is_not_touched(path: Path) -> None:
    put(path, FILES)
    places = {name: (path / name).stat().st_ino for name in (*FILES, LIST)}
    again = put(path, FILES)
    assert (again.written, again.removed) == ([], [])
    assert {name: (path / name).stat().st_ino for name in places} == places


def test_a_file_made_of_the_same_is_not_made_again(path: Path) -> None:
    put(path, FILES, of="1")
    def fail() -> bytes:
        raise AssertionError("it is made again")

    with opened(path) as folder:
        for name in FILES:
            folder.keep(name, AT, "1", fail)
        with pytest.raises(AssertionError):
            folder.keep("index.html", AT, "2", fail)


@pytest.mark.parametrize("change", ["longer text", "other"])
def test_a_file_that_somebody_changed_is_made_anew(path: Path, change: str) -> None:
    put(path, FILES, of="1")
    (path / "index.html").write_text(change)
    assert put(path, FILES, of="1").written == ["index.html"]
    assert found(path) == FILES


def test_what_is_no_longer_wanted_goes_and_nothing_else_does(path: Path) -> None:
    put(path, FILES)
    (path / "notes.txt").write_text("mine")
    made = put(path, {"index.html": b"second"}, LATER)
    assert (made.written, made.removed) == (["index.html"], ["games/spring.html"])
    assert found(path) == {"index.html": b"second", "notes.txt": b"mine"}


def test_a_file_that_is_not_ours_is_left_alone_and_named(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "index.html").write_text("mine")
    made = put(path, FILES)
    assert made.foreign == ["index.html"] and found(path) == {**FILES, "index.html": b"mine"}
    assert put(path, {}).removed == ["games/spring.html"]
    assert found(path) == {"index.html": b"mine"}


def test_without_its_list_gm_knows_a_file_that_is_as_it_would_write_it(path: Path) -> None:
    put(path, FILES)
    (path / LIST).unlink()
    (path / "games" / "spring.html").write_text("mine")
    made = put(path, FILES)
    assert (made.foreign, made.written) == (["games/spring.html"], ["index.html"])
    assert put(path, {}).removed == ["index.html"]


@pytest.mark.parametrize("text", ["", "{", '{"format":2,"files":{}}', '{"format":1,"files":{"../x":[1,1,""]}}'])
def test_a_list_that_cannot_be_read_removes_nothing(path: Path, text: str) -> None:
    put(path, FILES)
    (path.parent / "x").write_text("mine")
    (path / LIST).write_text(text)
    assert put(path, {}).removed == []
    assert found(path) == FILES and (path.parent / "x").read_text() == "mine"


def test_a_gm_that_was_killed_while_it_wrote_leaves_no_file_that_is_foreign_or_half(path: Path) -> None:
    with opened(path) as folder:
        folder.announce(FILES)
        folder.keep("index.html", AT, "", lambda: b"first")
    (path / f"other.html{PART}").write_text("ha")
    made = put(path, {**FILES, "other.html": b"other"})
    assert made.foreign == [] and found(path) == {**FILES, "other.html": b"other"}


def test_no_link_is_followed(path: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").write_text("theirs")
    put(path, {"index.html": b"first"})
    (path / "index.html").unlink()
    (path / "index.html").symlink_to(elsewhere / "file")
    (path / f"feed.xml{PART}").symlink_to(elsewhere / "file")
    (path / "feed.xml").symlink_to(elsewhere / "file")
    made = put(path, {"index.html": b"second", "feed.xml": b"feed"})
    assert made.foreign == ["feed.xml"] and (path / "index.html").read_bytes() == b"second"
    assert not (path / "index.html").is_symlink() and (elsewhere / "file").read_text() == "theirs"
    (path / "games").symlink_to(elsewhere)
    with pytest.raises(FolderError, match="games is a link to elsewhere"):
        put(path, FILES)
    assert sorted(one.name for one in elsewhere.iterdir()) == ["file"]


def test_a_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "here").symlink_to(tmp_path / "there")
    with pytest.raises(FolderError, match="is a link to elsewhere"):
        put(tmp_path / "here", {})


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("x")
    with pytest.raises(FolderError, match="cannot be used as a folder"):
        put(tmp_path / "here", {})


def test_a_full_disk_is_told_and_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(path, FILES)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gm.site.folder.os.replace", full)  # planted: a full disk
    with pytest.raises(FolderError, match=r"index\.html cannot be written: No space left on device"):
        put(path, {"index.html": b"second"}, LATER)
    assert found(path) == FILES


def test_a_folder_in_the_place_of_a_file_is_left_alone(path: Path) -> None:
    put(path, FILES)
    (path / "index.html").unlink()
    (path / "index.html").mkdir()
    assert put(path, {"index.html": b"second"}).foreign == ["index.html"]
    assert put(path, {}).foreign == ["index.html"]


def test_a_page_that_says_the_same_keeps_its_time_and_a_list_knows_what_it_was_made_of(path: Path) -> None:
    put(path, FILES)
    assert put(path, FILES, LATER).written == []
    assert (path / "index.html").stat().st_mtime == AT.timestamp()
    put(path, {"a.html": b"a"}, of="1")
    with opened(path) as folder:
        assert folder.has("a.html", AT, "1") and not folder.has("a.html", AT, "2")
        assert not folder.has("a.html", LATER, "1") and not folder.has("b.html", AT, "1")
