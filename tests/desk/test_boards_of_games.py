"""A game keeps its board from its beginning on: editing or deleting the file changes no byte of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.lake import lake
from helpers.mailtable import START
from helpers.seventable import SevenTable

from gm.desk.books.fsck import check_store
from gm.desk.file.gamefile import GameFileError, files_beside, read_game_file
from gm.registry import ruleset
from gm.report.disclosure import disclose

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


@pytest.mark.parametrize("rules", ["payola", "diplomacy"])
def test_deleting_the_file_of_a_board_changes_nothing(tmp_path: Path, rules: str) -> None:
    sent: list[list[bytes]] = []
    reports = []
    for keep in (True, False):
        folder = tmp_path / str(keep)
        folder.mkdir()
        (folder / "mine.toml").write_text(lake(), encoding="utf-8")
        table = LakeTable(folder, rules)
        if not keep:
            (folder / "mine.toml").unlink()
        line = "5 : A HIL - MIL" if rules == "payola" else "A HIL - MIL"
        table.send("nora@players.example", line)
        table.pass_phase()
        table.office.forget()
        table.send("saul@players.example", "MAP", "HELP BOARD")
        assert check_store(table.office.store) == ([], 1)
        sent.append([one.as_bytes() for who in ("nora", "saul") for one in table.mails(f"{who}@players.example")])
        reports.append(disclose(table.office.store, "lake"))
    assert sent[0] == sent[1] and reports[0] == reports[1]
    assert any(b"A MIL" in one for one in sent[0])


def test_the_boards_that_come_with_gm_are_kept_too() -> None:
    rules = ruleset("payola")
    options = rules.rules.filled(rules.card.options(board="loeb9"))
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
