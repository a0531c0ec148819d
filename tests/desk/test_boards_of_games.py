"""A game keeps its board from its beginning on: whatever becomes of the files changes no byte of it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers.lake import lake, lake_map
from helpers.mailtable import START
from helpers.seventable import ADDRESS, SEATS, SevenTable
from msgspec.structs import replace

from gm import registry
from gm.desk.books.exchange import pack, unpack
from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFileError, files_beside, read_game_file
from gm.registry import RULESETS, ruleset
from gm.registry import boards as known
from gm.report.disclosure import disclose
from gm.rules.provinces.board import BoardOptions
from gm.rules.provinces.boardcheck import check_board

GAME = """[game]
name = "lake"
ruleset = "{rules}"
seed = "s"
[options]
board = "mine.toml"
{more}
[deadlines]
movement = "3d"
grace = "0s"
[seats]
NORTH = "nora@players.example"
SOUTH = "saul@players.example"
"""


class LakeTable(SevenTable):
    """A game on a board of somebody's own."""

    def __init__(self, folder: Path, rules: str, more: str = "") -> None:
        self.folder, self.rules, self.more = folder, rules, more
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        file = read_game_file(GAME.format(rules=self.rules, more=self.more), files_beside(self.folder))
        self.office.open_game(file, START, "ab" * 32)

    def send(self, address: str, *lines: str) -> None:
        self.write(address, "\n".join(lines), self.mails(address)[0], subject="Re: [lake]")

    def pass_phase(self) -> None:
        self.at = self.at.replace(hour=(self.at.hour + 1) % 24)
        self.office.operate("lake", ("process",), self.at)


LINES = {"payola": "5 : A HIL - MIL", "diplomacy": "A HIL - MIL"}
OWN = {
    "deleted": None,
    "edited": ('name = "Mill"', 'name = "Milldale"'),
    "wrong": ("[army]", "[armies]"),
    "replaced": ("", ""),
}


def _changed(text: str, change: tuple[str, str] | None) -> str:
    old, new = change or ("", "")
    assert old in text
    return text.replace(old, new, 1) if old else ""


def _everything(table: SevenTable, name: str, addresses: Sequence[str]) -> list[object]:
    """Whatever a game has said and will say: its mails, its report, its file, and that its journal rebuilds it."""
    assert check_store(table.office.store) == ([], 1)
    mails = [one.as_bytes() for who in addresses for one in table.mails(who)]
    return [mails, disclose(table.office.store, name)[:2], unpack(pack(table.office.store, name, START))]


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("rules", LINES)
@pytest.mark.parametrize("what", OWN)
def test_whatever_becomes_of_the_files_of_a_board_changes_nothing(
    tmp_path: Path, what: str, rules: str, drawn: bool
) -> None:
    told = []
    for keep in (True, False):
        folder = tmp_path / str(keep)
        folder.mkdir()
        files = {"mine.toml": lake(), "mine.map.toml": lake_map()}
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        table = LakeTable(folder, rules, 'map = "mine.map.toml"' if drawn else "")
        table.send("nora@players.example", LINES[rules])
        for name, text in files.items() if not keep else ():
            if what == "deleted":
                (folder / name).unlink()
            else:
                (folder / name).write_text(_changed(text, OWN[what] if name == "mine.toml" else None), encoding="utf-8")
        _restart()
        table.office.forget()
        table.pass_phase()
        table.send("saul@players.example", "MAP", "HELP BOARD")
        told.append(_everything(table, "lake", ("nora@players.example", "saul@players.example")))
    assert told[0] == told[1]
    assert any(b"A MIL" in one for one in told[0][0])  # type: ignore[attr-defined]


# What becomes of the files that come with gm, in the middle of a game: for each file its new text, None if it is gone.
BUNDLED: dict[str, dict[str, str | None]] = {
    "the board edited": {"standard.toml": '"Picardy"'},
    "the board replaced": {"standard.toml": "loeb9.toml"},
    "the board deleted": {"standard.toml": None, "standard.map.toml": None},
    "the map edited": {"standard.map.toml": "width = 1560"},
    "the map replaced": {"standard.map.toml": "loeb9.map.toml"},
    "further names edited": {"names.toml": "Burgund"},
    "no further names": {"names.toml": ""},
}


@pytest.mark.parametrize("rules", LINES)
@pytest.mark.parametrize("what", BUNDLED)
def test_a_game_goes_on_as_it_began_when_the_files_that_come_with_gm_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, what: str, rules: str
) -> None:
    told = []
    try:
        for number, change in enumerate(({}, BUNDLED[what])):
            home = tmp_path / str(number)
            boards = Path(shutil.copytree(registry.HERE / RULESETS[rules].data, home / RULESETS[rules].data))
            for one in LINES:
                # planted: files that come with gm, but can be changed
                monkeypatch.setitem(RULESETS, one, replace(RULESETS[one], home=home))
            _restart()
            table = SevenTable(ruleset=rules, played=("FRANCE", "GERMANY"))
            sign = "5 : " if rules == "payola" else ""
            table.tell("FRANCE", f"{sign}A Parigi - Burgund")
            for name, text in change.items():
                _change(boards / name, text)
            _restart()
            table.office.forget()
            table.judge()
            table.tell("GERMANY", "MAP", "HELP BOARD", "HELP PROVINCE Burgund")
            table.tell("FRANCE", f"{sign}A Burgund - Parigi")
            table.judge()
            told.append(_everything(table, "spring", [ADDRESS[seat] for seat in SEATS]))
    finally:
        monkeypatch.undo()
        _restart()
    assert told[0] == told[1]
    assert any(b"A BUR - PAR" in one for one in told[0][0])  # type: ignore[attr-defined]


def _change(file: Path, what: str | None) -> None:
    """Change a file: the words *what* in it, or all of it for those of another, for nothing or for no file at all."""
    if what is None:
        file.unlink()
    elif what.endswith(".toml"):
        shutil.copy(file.with_name(what), file)
    else:
        before = file.read_text(encoding="utf-8")
        assert what in before
        after = before.replace(what, what[::-1] if what.isalpha() else what.upper(), 1) if what else ""
        file.write_text(after, encoding="utf-8")


def _restart() -> None:
    """Forget what was read of rulesets and their files, as a new process would."""
    registry.ruleset.cache_clear()
    registry.boards.cache_clear()


@pytest.mark.parametrize("rules", LINES)
def test_a_game_begun_with_the_text_of_its_board_alone_still_reads_further_names(rules: str) -> None:
    found = ruleset(rules)
    options = found.card.options(board_text=known().text("standard"))
    (token,) = found.rules.known.chosen(options).tokens([(1, "Parigi")])  # type: ignore[attr-defined]
    assert (token.type, str(token)) == ("PLACE", "PAR")


def test_a_board_has_further_names_of_its_own() -> None:
    text = lake().replace("[fleet]", '[also]\nHIL = ["Colline", "Hügel"]\n\n[fleet]')
    options = known().filled(BoardOptions(board_text=text))
    assert options.board_text == text
    for word in ("Colline", "Huegel", "Hügel"):
        (token,) = known().chosen(options).tokens([(1, word)])
        assert (token.type, str(token)) == ("PLACE", "HIL")
    assert any(one.table == "also" for one in check_board(text.replace("HIL = [\"C", "HIX = [\"C"))[1])


def test_the_boards_that_come_with_gm_are_kept_too() -> None:
    rules = ruleset("payola")
    options = rules.rules.filled(rules.card.options(board="loeb9"))
    assert options.board_text.startswith(known().text("loeb9"))
    assert 'board = "loeb9"' in options.board_text and 'board = "loeb9"' in options.map_text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "mine.toml"),
        ("format = 1\n", "mine.toml: line 1: "),
        (lake().replace("HIL = [", "HIL = [1, "), "mine.toml: line 28: "),
        (lake().replace('"A HIL"', '"HIL"'), "mine.toml: line 24: "),
        (lake().replace('"A HIL"', '"B HIL"'), "mine.toml: line 24: "),
        (lake().replace("at = [3, 4]", "at = [3, 9999]"), "mine.toml: line 16: "),
    ],
)
def test_no_game_begins_on_a_board_that_is_wrong(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GameFileError, match=why):
        read_game_file(GAME.format(rules="diplomacy", more=""), files_beside(tmp_path))


def test_no_game_begins_with_a_map_of_another_board(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(lake(), encoding="utf-8")
    drawing = 'format = 1\nboard = "sea"\nwidth = 100\nheight = 100\nnarrowest = 25\n'
    (tmp_path / "mine.map.toml").write_text(drawing, encoding="utf-8")
    with pytest.raises(GameFileError, match=r"mine.map.toml: line 2: board: this is a drawing of sea"):
        read_game_file(GAME.format(rules="diplomacy", more='map = "mine.map.toml"'), files_beside(tmp_path))


@pytest.mark.parametrize("map_", ["empty.map.toml", "mine"])
def test_no_game_begins_with_a_map_that_is_none(tmp_path: Path, map_: str) -> None:
    (tmp_path / "mine.toml").write_text(lake(), encoding="utf-8")
    (tmp_path / "empty.map.toml").write_text("", encoding="utf-8")
    with pytest.raises(GameFileError, match=r"options\.map: .*a file is expected"):
        read_game_file(GAME.format(rules="diplomacy", more=f'map = "{map_}"'), files_beside(tmp_path))
