"""The boards of a ruleset: those that come with gm, by their names, and those that games bring along as texts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from gm.rules import Material
from gm.rules.pictures.map import Ground, MapPicture, MapTold
from gm.rules.provinces.board import STANDARD, Board, BoardOptions
from gm.rules.provinces.boardcheck import check_board, own_name
from gm.rules.provinces.boardfile import read_played, with_names
from gm.rules.provinces.charting import at_start
from gm.rules.provinces.faults import words
from gm.rules.provinces.filefaults import Fault
from gm.rules.provinces.mapcheck import check_map
from gm.rules.provinces.mapfile import fits, read_map, schematic
from gm.rules.provinces.reading import Reader

ALSO = "names.toml"  # what provinces of any board are also called
BOARD, MAP = ".toml", ".map.toml"  # how the names of files end
MOST_READ = 64  # boards kept as read


class Looked(msgspec.Struct, frozen=True):
    """What was found in the file of a board, and in that of its map.

    wrong: why no game can begin on it, line by line; notes: what is only strange. If nothing is wrong: about, the board
    in a line; not_played: what its own rulebook has besides; picture: the position at the start, None without points.
    """

    wrong: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    about: str = ""
    not_played: tuple[str, ...] = ()
    picture: MapPicture | None = None


O = TypeVar("O", bound=BoardOptions)  # noqa: E741 - options


class Boards:
    """Boards, and how lines about them are read. A board is given by the name of a known one or by its text.

    Nothing here is of a single game.
    """

    def __init__(self, material: Material, starts: Sequence[str]) -> None:
        """*material*: the grammar of orders, and the files of the known boards; *starts*: the kinds of lines."""
        self._files, self._grammar, self._starts = material.files, material.grammar, tuple(starts)
        self._also = tomllib.loads(material.files[ALSO])
        self.reader = lru_cache(MOST_READ)(self._reader)
        self._ground = lru_cache(MOST_READ)(self._drawn)
        self._faults = lru_cache(MOST_READ)(self._checked)
        self._named = lru_cache(MOST_READ)(self._with_names)

    def names(self) -> tuple[str, ...]:
        """Return the names of the known boards, standard first."""
        names = {name.split(".")[0] for name in self._files if name.endswith(BOARD) and name != ALSO}
        return (STANDARD, *sorted(names - {STANDARD}))

    def text(self, name: str) -> str:
        """Return the text of a known board. Raises KeyError."""
        return self._files[name + BOARD]

    def map_text(self, name: str) -> str:
        """Return the text of the map of a known board, "" if it has none."""
        return self._files.get(name + MAP, "")

    def board(self, given: str) -> Board:
        """Return a board with all of its borders. Raises KeyError or BoardError."""
        return self.reader(given).board

    def _reader(self, given: str, season: str = "") -> Reader:
        """Return the reader for a board as it is in *season*, S or F; "" for all of its borders.

        Raises KeyError or BoardError.
        """
        if season:
            whole = self.reader(given)
            return whole.on(whole.board.in_season(season))
        text = given if "\n" in given else self.text(given)
        return Reader(read_played(text, self._also), self._grammar, self._starts)

    def chosen(self, options: BoardOptions, season: str = "") -> Reader:
        """Return the reader for the board of a game, as for `reader`."""
        return self.reader(options.board_text or options.board, season)

    def look(self, text: str, map_text: str = "") -> Looked:
        """Check the text of a board, and that of its map."""
        found, in_map = self._faults(text, map_text)
        wrong = tuple(str(one) for one in found if one.wrong) + tuple(f"map: {one}" for one in in_map)
        notes = tuple(str(one) for one in found if not one.wrong)
        if wrong:
            return Looked(wrong, notes)
        ground = self._drawn(text, map_text)
        board = self.board(text)
        powers, centres = len(board.powers), len(board.home)
        about = f"{board.title}: {powers} powers, {centres} centres, {board.victory} win, from Spring {board.year}"
        return Looked((), notes, about, board.not_played, MapPicture(ground, at_start(board)) if ground else None)

    def _checked(self, text: str, map_text: str) -> tuple[list[Fault], list[Fault]]:
        """Return what is wrong or strange about a board, and what is wrong about its map, if the board is right.

        The text of a known board may have further names behind it, as games keep it.
        """
        facts, found = check_board(text)
        name = facts.get("board")
        if name in self.names() and not text.startswith(self.text(name)):
            found = sorted([*found, own_name(text, name)])
        if any(one.wrong for one in found) or not map_text:
            return found, []
        return found, check_map(map_text, self.board(text))

    def options(self, name: str) -> BoardOptions:
        """Return what a game has that chooses a known board. Raises KeyError."""
        return self.filled(BoardOptions(board=name))

    def ground(self, options: BoardOptions) -> Ground | None:
        """Return the drawing of the board of a game: its map, or else points and lines; None if it has no points.

        None, too, if it would be too large. Raises KeyError, BoardError or MapError.
        """
        if options.board_text:
            return self._ground(options.board_text, options.map_text)
        return self._ground(options.board, options.map_text or self.map_text(options.board))

    def _drawn(self, given: str, drawing: str) -> Ground | None:
        board = self.board(given)
        ground = read_map(drawing, board) if drawing else schematic(board)
        return ground if ground is not None and fits(ground) else None

    def drawn(self, options: BoardOptions, picture: object) -> object:
        """Return what was told of a phase (MapTold, or its plain form) on the drawing of the board, if it has one."""
        ground = self.ground(options)
        if isinstance(picture, Mapping):
            picture = msgspec.convert(picture, MapTold)
        return MapPicture(ground, picture) if ground and isinstance(picture, MapTold) else picture

    def why_not(self, options: BoardOptions) -> str:
        """Return what is wrong with the choice of a board, as `key: message`; "" if nothing."""
        if options.map and not options.map_text.strip():
            return "map: a file is expected, such as \"mine.map.toml\", with the drawing of the board in it"
        try:
            found, in_map = self._faults(options.board_text or self.text(options.board), options.map_text)
        except KeyError:
            return words("board", board=options.board, boards=", ".join(self.names()))
        wrong = [one for one in found if one.wrong]
        for key, faults in (("board_text", wrong), ("map_text", in_map)):
            if faults:
                return f"{key}: " + "\n".join(map(str, faults))
        return ""

    def filled(self, options: O) -> O:
        """Return options with the texts of the board that they name, and of its drawing if it has one."""
        if options.board_text:
            return replace(options, board_text=self._named(options.board_text))
        drawing = options.map_text or self.map_text(options.board)
        return replace(options, board_text=self._named(self.text(options.board)), map_text=drawing)

    def _with_names(self, text: str) -> str:
        return with_names(text, self._also)
