"""What grows with a game is kept once, and whoever reads the game gets the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gm.store.database import as_json
from gm.store.parts import RUN, Parts
from gm.store.store import Store

WORDS = "some words that are long enough to be worth a place of their own, once there are a few of them " * 4
SMALL = 4_000  # characters of a game without what has grown


class Inside(msgspec.Struct, frozen=True):
    told: tuple[str, ...] = ()
    filed: dict[str, tuple[str, ...]] = {}
    board: str = ""


class Game(msgspec.Struct, frozen=True):
    name: str
    state: Any
    entries: int = 0


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "gm.sqlite")
    yield store
    store.close()


def told(count: int) -> tuple[str, ...]:
    return tuple(f"{number}: {WORDS}" for number in range(count))


def kept(store: Store) -> int:
    return int(store.value("select count(*) from texts"))


def short_and_whole(store: Store, parts: Parts, game: Game, anew: bool = True) -> str:
    """The short form, after seeing that it leads to the whole."""
    with store.transaction():
        short = parts.short(game.name, game, anew, "key")
    assert parts.whole(game.name, short) == as_json(game)
    assert Parts(store, store.texts).whole(game.name, short) == as_json(game)  # of another process
    return short


@pytest.mark.parametrize("count", [0, 1, RUN - 1, RUN, RUN + 1, 10 * RUN + 3])
def test_a_game_of_any_length_is_short_and_read_whole(store: Store, count: int) -> None:
    seats = {"FRANCE": told(count), "ÖSTERREICH": told(count // 2), "": ("x",)}
    game = Game("spring", Inside(told(count), seats, board=WORDS * 20))
    assert len(short_and_whole(store, Parts(store, store.texts), game)) < SMALL


def test_what_has_not_changed_is_not_written_again(store: Store) -> None:
    parts, game = Parts(store, store.texts), Game("spring", Inside(told(50)))
    short_and_whole(store, parts, game)
    before = kept(store)
    for number in range(5):
        later = msgspec.structs.replace(game, entries=number, state=msgspec.structs.replace(game.state, board="b"))
        assert len(short_and_whole(store, parts, later, anew=False)) < SMALL
    assert kept(store) == before


def test_a_longer_sequence_adds_its_end_alone(store: Store) -> None:
    parts = Parts(store, store.texts)
    short_and_whole(store, parts, Game("spring", Inside(told(20 * RUN))))
    before = kept(store)
    short_and_whole(store, parts, Game("spring", Inside(told(20 * RUN + 1))))
    assert kept(store) <= before + 2


def test_what_has_changed_meanwhile_is_written_as_it_is(store: Store) -> None:
    parts = Parts(store, store.texts)
    short_and_whole(store, parts, Game("spring", Inside(told(50))))
    short_and_whole(store, parts, Game("spring", Inside(told(51))), anew=False)
    short_and_whole(store, parts, Game("spring", None), anew=False)


def test_what_was_undone_is_kept_again(store: Store) -> None:
    parts, game = Parts(store, store.texts), Game("spring", Inside(told(50)))
    with pytest.raises(ZeroDivisionError), store.transaction():
        parts.short(game.name, game, True, "key")
        raise ZeroDivisionError
    assert kept(store) == 0
    assert len(short_and_whole(store, parts, game, anew=False)) < SMALL


def test_two_games_share_nothing(store: Store) -> None:
    parts = Parts(store, store.texts)
    for name in ("spring", "summer"):
        short_and_whole(store, parts, Game(name, Inside(told(50))))
    store.texts.purge("spring")
    short_and_whole(store, parts, Game("summer", Inside(told(50))), anew=False)


def test_nobody_can_write_a_mark(store: Store) -> None:
    parts = Parts(store, store.texts)
    game = Game("spring", Inside(told(50)))
    short = short_and_whole(store, parts, game)
    mark = short[short.index('{"kept part"') :][:82]
    short_and_whole(store, parts, Game("spring", Inside((mark, WORDS * 20), board=mark)))


def test_without_the_key_of_a_game_nobody_can_try_what_a_part_says(store: Store) -> None:
    names = []
    for key in ("one", "another"):
        with store.transaction():
            Parts(store, store.texts).short("spring", Game("spring", Inside(told(50))), True, key)
        names.append(set(store.values("select hash from texts")))
        store.texts.purge("spring")
    assert names[0] and names[0].isdisjoint(names[1])


@pytest.mark.parametrize("inside", ["{mark}", "[{mark},{mark}]"])
def test_a_part_that_is_within_itself_is_read_to_an_end(store: Store, inside: str) -> None:
    mark = '{"kept part":"' + "a" * 64 + '"}'
    with store.transaction():
        store.insert("texts", game="spring", hash=f"part {'a' * 64}", text=inside.format(mark=mark))
    assert mark in Parts(store, store.texts).whole("spring", f'{{"state":{mark}}}')
