"""A player's boards as they know them: as tables of words with changes marked, and for the report."""

from __future__ import annotations

from msgspec.structs import replace

from gm.rules.negotiation import notices as said
from gm.rules.negotiation.board import LEVELS, START
from gm.rules.negotiation.books import Books
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.items import place_key
from gm.rules.negotiation.state import Begun, Standing, State, span
from gm.rules.negotiation.textboard import board_lines
from gm.rules.pictures.grids import Boards, Box, Grid, Row

Cells = dict[str, str]
ACCOUNTS = (
    ("LENT", "Support lent"), ("BORROWED", "Support borrowed"), ("COLLECT", "IOUs to collect"), ("OWED", "IOUs owed"),
)  # fmt: skip
RECORD = (("WON", "Wins from"), ("LOST", "Losses to"))


def cells_of(books: Books, player: str) -> Cells:
    """Return every non-empty cell of a player's boards, by name: `A5`, `LENT 4`, `PASSED 2/7`."""
    tables = {
        "LENT": books.lent[player], "BORROWED": books.borrowed(player), "COLLECT": books.held[player],
        "OWED": books.owed[player], "WON": books.won[player], "LOST": books.lost[player],
    }  # fmt: skip
    found = {f"{name} {other}": str(n) for name, row in tables.items() for other, n in row.items() if n}
    found |= {place: str(n) for place, n in books.places(player).items()}
    for owner, row in books.passed[player].items():
        found |= {f"PASSED {third}/{owner}": str(n) for third, n in row.items() if n}
    for square, numbers in column(books, player).items():
        found[square] = f"({sum(numbers.values())})"
    boxes = {"WIN": books.wins[player], "LOSS": books.losses[player], "UNCOMMITTED": books.uncommitted(player)}
    return found | {name: str(n) for name, n in boxes.items()} | {START: str(books.at(player, START))}


def column(books: Books, player: str) -> dict[str, dict[str, int]]:
    """Return who stands on the squares of a player's own column, and how many: the player sees that territory."""
    found: dict[str, dict[str, int]] = {}
    for other in books.players:
        for place, number in books.places(other).items():
            if place != START and place[1:] == player:
                found.setdefault(place, {})[other] = number
    return dict(sorted(found.items(), key=lambda one: place_key(one[0])))


def drawn(books: Books, player: str, title: str, before: Cells | None = None) -> Boards:
    """Return the boards of a player, with what differs from *before* marked."""
    cells = cells_of(books, player)
    changed = changes(before, cells)
    players, own = books.players, int(player) - 1

    def row(name: str, keys: list[str], shut: tuple[int, ...] = ()) -> Row:
        marks = tuple(n for n, key in enumerate(keys) if key in changed)
        return Row(name, tuple(cells.get(key, "") for key in keys), marks, shut)

    squares = tuple(row(level, [f"{level}{other}" for other in players]) for level in LEVELS)
    accounts = tuple(row(words, [f"{name} {other}" for other in players], (own,)) for name, words in ACCOUNTS)
    record = tuple(row(words, [f"{name} {other}" for other in players], (own,)) for name, words in RECORD)
    passed = tuple(
        row(third, [f"PASSED {third}/{owner}" for owner in players], (own, int(third) - 1))
        for third in players
        if third != player
    )
    boxes = tuple(
        Box(words, cells[name], name in changed)
        for name, words in ((START, "START"), ("WIN", "WIN"), ("LOSS", "LOSS"), ("UNCOMMITTED", "UNCOMMITTED SUPPORT"))
    )
    return Boards(
        title=title,
        boxes=boxes,
        squares=Grid("MAIN BOARD", players, squares, own),
        accounts=Grid("SUPPORT AND IOUS", players, accounts, own),
        passed=Grid("SUPPORT PASSED ON: owner across, to whom down", players, passed, own),
        record=Grid("WINS AND LOSSES", players, record, own),
    )


def changes(before: Cells | None, cells: Cells) -> set[str]:
    """Return the cells that differ from those shown before; none if none were shown."""
    if before is None:
        return set()
    return {key for key in {*before, *cells} if before.get(key, "") != cells.get(key, "")}


def boards_told(state: State, player: str) -> said.BoardsTold:
    """Return the answer to BOARD, as of the last event."""
    books, before = state.books, state.shown.get(player)
    period = state.period(state.last, span(state.options.period))
    title = f"The boards of {state.options.word(player)}"
    there = tuple(
        (square, "your prisoners" if other == player else state.options.word(other), number)
        for square, numbers in column(books, player).items()
        for other, number in numbers.items()
    )
    used = tuple(
        state.options.word(other) for other in state.players if Begun(player, other, period) in state.begun
    )  # fmt: skip
    changed = bool(changes(before, cells_of(books, player)))
    boards = drawn(books, player, title, before)
    return said.BoardsTold(
        reader=state.options.word(player),
        picture=boards,
        board=board_lines(boards),
        column=there,
        used=used,
        changed=changed,
    )


def show(x: Exchange, player: str) -> None:
    """Tell a player their boards; later changes will be marked the next time."""
    x.tell(player, boards_told(x.state, player))
    x.state = replace(x.state, shown={**x.state.shown, player: cells_of(x.books, player)})


def day_ends(x: Exchange) -> None:
    """Record, at the first event of a new day (UTC), how the boards stood at the end of the last one."""
    day = x.state.last.date()
    if day != x.at.date():
        x.record(end_of_day(x.state, day.isoformat()))


def end_of_day(state: State, day: str, last: bool = False) -> said.DayEnds:
    """Return all boards as they stand. *last*: this is the end of the game."""
    word = state.options.word
    return said.DayEnds(day, {word(p): drawn(state.books, p, f"{word(p)} on {day}") for p in state.players}, last)


def standing_told(standing: Standing, changed: bool) -> said.StandingTold:
    """Return the standing instructions in words."""
    return said.StandingTold(
        threat=standing.threat, attack=standing.attack, quote=standing.quote, now=standing.now, changed=changed
    )
