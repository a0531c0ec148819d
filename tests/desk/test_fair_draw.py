"""The draw of seats: each player gets one, a larger draw passes nobody over, and no seed favours anybody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from helpers.mails import words_of
from helpers.mailtable import Table
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gm.desk.game.chance import assign
from gm.desk.game.game import Guest

SEATS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ROUNDS = 2100


def draw(seed: str, purpose: str) -> str:
    return hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).hexdigest()


@st.composite
def newcomers(draw: st.DrawFn) -> dict[str, Guest]:
    """Up to seven players with any wishes, some with a seat kept for them, in any order of joining."""
    count = draw(st.integers(1, 7))
    numbers = draw(st.permutations(range(1, count + 3)))[:count]
    kept = [*draw(st.permutations(SEATS))[: draw(st.integers(0, count))], *[""] * count]
    wishes = st.lists(st.sampled_from(SEATS), unique=True, max_size=7).map(tuple)
    return {f"person{n}": Guest("player", n, wishes=draw(wishes), seat=kept[i]) for i, n in enumerate(numbers)}


seeds = st.text(min_size=1, max_size=20)


@given(seeds, newcomers())
def test_every_player_gets_exactly_one_seat_and_a_kept_one_is_his(seed: str, players: dict[str, Guest]) -> None:
    found = assign(seed, SEATS, players)
    assert found.keys() == players.keys()
    assert len(set(found.values())) == len(found) and set(found.values()) <= set(SEATS)
    assert all(found[person] == guest.seat for person, guest in players.items() if guest.seat)


def prefers(guest: Guest, seat: str, to: str) -> bool:
    """Whether he asked for *seat* before *to*, or for *seat* and not at all for *to*."""
    wishes = guest.wishes
    return seat in wishes and (to not in wishes or wishes.index(seat) < wishes.index(to))


@given(seeds, newcomers())
def test_nobody_would_rather_have_a_seat_that_went_to_a_larger_draw(seed: str, players: dict[str, Guest]) -> None:
    found = assign(seed, SEATS, players)
    drawn = {p: draw(seed, f"seat/{guest.number}") for p, guest in players.items() if not guest.seat}
    free = set(SEATS) - set(found.values())
    for person in drawn:
        envied = [other for other in drawn if prefers(players[person], found[other], found[person])]
        assert all(drawn[other] < drawn[person] for other in envied)
        assert not any(prefers(players[person], seat, found[person]) for seat in free)


@given(seeds, newcomers(), st.randoms())
def test_the_draw_depends_on_the_seed_and_the_numbers_alone(
    seed: str, players: dict[str, Guest], chance: object
) -> None:
    people = list(players)
    chance.shuffle(people)  # type: ignore[attr-defined]
    renamed = {f"other {person}": replace(players[person], timezone="Europe/Paris", name="x") for person in people}
    one = assign(seed, SEATS, players)
    other = assign(seed, SEATS, renamed)
    assert {f"other {person}": seat for person, seat in one.items()} == other


@given(seeds)
def test_who_wishes_for_nothing_gets_a_seat_by_the_draws_of_the_seats(seed: str) -> None:
    found = assign(seed, SEATS, {str(n): Guest("player", n) for n in range(1, 8)})
    players = sorted(range(1, 8), key=lambda n: draw(seed, f"seat/{n}"))
    assert [found[str(n)] for n in players] == sorted(SEATS, key=lambda seat: draw(seed, f"lot/{seat}"))


def rounds(wishes: tuple[str, ...]) -> Counter[tuple[int, str]]:
    """How often each number gets each seat, over many seeds, if all have the same wishes."""
    players = {str(n): Guest("player", n, wishes=wishes) for n in range(1, 8)}
    count: Counter[tuple[int, str]] = Counter()
    for seed in range(ROUNDS):
        count.update((int(n), seat) for n, seat in assign(f"seed {seed}", SEATS, players).items())
    return count


def test_over_many_seeds_each_number_gets_each_seat_as_often_whatever_all_wish_for() -> None:
    """300 times each is expected. 36 degrees of freedom: chi-square stays below 68 in 999 of 1000 fair draws."""
    for wishes in ((), ("FRANCE",), ("RUSSIA", "FRANCE", "ITALY"), SEATS):
        count = rounds(wishes)
        expected = ROUNDS / 7
        assert sum((count[n, seat] - expected) ** 2 / expected for n in range(1, 8) for seat in SEATS) < 68


def test_the_start_mail_shows_draws_that_anybody_can_check_with_the_seed() -> None:
    table = Table()
    table.form()
    wishes = ["PREFER ITALY", "PREFER ITALY", "AS FRANCE", "", "PREFER ITALY, TURKEY", "", "*"]
    for number, wish in enumerate(wishes, 1):
        table.does(f"p{number}@example.net", f"JOIN summer {wish}")
    said = words_of(table.last("p1@example.net"))
    lots = {n: draw("s", f"seat/{n}") for n in (1, 2, 4, 5, 6, 7)}
    places = [said.index(f"{digits[:16]} number {n}:") for n, digits in sorted(lots.items(), key=lambda lot: lot[1])]
    assert places == sorted(places)
    first = min((1, 2, 5), key=lots.__getitem__)
    assert f"{lots[first][:16]} number {first}: Italy" in said
    assert "Kept before the draw: France." in said and hashlib.sha256(b"s").hexdigest() in said
