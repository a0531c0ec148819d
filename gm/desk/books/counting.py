"""Records of players: counted when a game ends, from what its journal has in the end.

What a rollback has undone does not count, and what a forward has brought back counts again. After the end nothing can
be taken back, so a record is made once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from gm.desk.books.earlier import game_after
from gm.desk.books.results import is_rated
from gm.desk.entries import events
from gm.desk.game.bots import is_bots
from gm.desk.game.game import Game
from gm.desk.game.punctual import FILED, MISSING, OWING
from gm.desk.game.refusal import OperatorError
from gm.desk.operating.rollback import ROLLS
from gm.rules import Seat
from gm.store.deeds import Deed
from gm.store.engine import StoreError
from gm.store.journal import Journaled
from gm.store.players import Player
from gm.store.records import Record
from gm.store.store import Store


class Uncounted(OperatorError):
    """The records of a game cannot be made. The text says why."""


def keep_records(store: Store, game: Game) -> None:
    """Make the records of a game that has just ended. Runs inside a transaction."""
    entries = store.journal.entries(game.name)
    store.records.keep(_records(store, game, entries, store.deeds.of(game.name)))
    store.deeds.purge(game.name)


def count_again(store: Store, name: str) -> int:
    """Make the records of a game that ended under an earlier version; return how many. Raises Uncounted.

    Its journal is carried out again; nothing else of the game is changed, and it sleeps on if it slept.
    """
    with store.parcels.awake(name):
        text, entries = store.games.state(name), store.journal.entries(name)
        if any(entry.purged for entry in entries):
            raise Uncounted(f"the texts of {name} are purged: nothing of it can be counted")
        game = events.load_game(text or "")
        found = _records(store, game, entries, list(_deeds(store, name, entries)))
    with store.transaction():
        store.records.keep(found)
    return len(found)


def _deeds(store: Store, name: str, entries: Iterable[Journaled]) -> Iterator[Deed]:
    """What the entries of a journal show, carried out one after the other. Raises Uncounted."""
    game: Game | None = None
    for entry in entries:
        try:
            turn = events.apply(game, entry.at, entry.kind, entry.data, earlier=partial(game_after, store, name))
        except StoreError:
            raise
        except Exception as error:  # whatever today's rules object to
            why = f"this version cannot carry out entry {entry.n} of {name}, which {entry.version} wrote"
            raise Uncounted(f"{why} ({type(error).__name__})") from error
        game = turn.game
        yield from (Deed(entry.n, seat, what) for seat, what in turn.deeds)


def _records(store: Store, game: Game, entries: Sequence[Journaled], deeds: Iterable[Deed]) -> list[Record]:
    """The records of all who have played a game that is over, and whose addresses are known."""
    players = store.players.ever(game.name)
    began = min((player.since for player in players), default=0)
    line, kinds = standing(entries), {entry.n: entry.kind for entry in entries}
    counted, rated = [deed for deed in deeds if deed.n in line], int(is_rated(game, players))
    found = []
    for player in players:
        if not player.address or is_bots(player.address) or game.test:
            continue
        filed, late, missed = tally(counted, player)
        resigned = player.left is not None and kinds.get(player.left) == "letter"
        found.append(
            Record(
                game.name, player.seat, player.since, address=player.address, ruleset=game.ruleset,
                ended=entries[-1].at, came="began" if player.since == began else "took over",
                result=_result(game, player, resigned), filed=filed, late=late, missed=missed,
                rated=rated, named=int(not game.nameless),
            )
        )  # fmt: skip
    return found


def standing(entries: Sequence[Journaled]) -> set[int]:
    """The numbers of the entries that led to where the game stands: those behind a rollback's mark are left out."""
    back = {
        entry.n: next(int(word) for word in entry.data["run"][1:] if word.isdigit())
        for entry in entries
        if entry.kind == "operator" and entry.data["run"][0] in ROLLS
    }
    found, n = set[int](), entries[-1].n if entries else 0
    while n > 0:
        found.add(n)
        n = back.get(n, n - 1)
    return found


def tally(deeds: Iterable[Deed], player: Player) -> tuple[int, int, int]:
    """How often a player was in time, was late, and missed what they owed; as long as they had the seat."""
    filed = late = missed = 0
    owing = False
    for deed in deeds:
        if deed.seat != player.seat or deed.n <= player.since or (player.left is not None and deed.n > player.left):
            continue
        missed += deed.what == MISSING
        late += deed.what == FILED and owing
        filed += deed.what == FILED and not owing
        owing = deed.what == OWING
    return filed, late, missed


def _result(game: Game, player: Player, resigned: bool) -> str:
    """What became of a player, as `Record.result` has it."""
    if resigned or (player.left is None and game.seats[player.seat].resigned):
        return "resigned"
    if player.left is not None:
        return "put out"
    return result_of(game, player.seat)


def result_of(game: Game, seat: Seat) -> str:
    """How a game that is over ended for a seat."""
    if game.aborted:
        return "aborted"
    if not game.winners:
        return "ended"
    if seat not in game.winners:
        return "lost"
    return "won" if len(game.winners) == 1 else "shared"
