"""The draw of tables: sizes, byes, and that nobody meets anybody twice where it can be avoided."""

from __future__ import annotations

from collections import Counter

from helpers.rows import each_row

from gm.league.drawing import Drawn, counted_meetings, drawn, hash_of, layout, pairs, seed_of


def names(number: int) -> list[str]:
    """So many names."""
    return [f"p{one:03}" for one in range(number)]


def draws(players: int, usual: int, allowed: list[int], rounds: int) -> list[Drawn]:
    """Rounds drawn one after the other."""
    found: list[Drawn] = []
    byes: Counter[str] = Counter()
    for number in range(1, rounds + 1):
        met = counted_meetings(one.tables for one in found)
        found.append(drawn(seed_of("class", number, "secret"), names(players), usual, allowed, met, byes))
        byes.update(found[-1].byes)
    return found


@each_row(
    "players,usual,allowed,sizes,byes",
    [
        (24, 4, [4], [4] * 6, 0),
        (21, 4, [3, 4, 5, 6], [5, 4, 4, 4, 4], 0),  # 21/5 is nearer to 4 than 21/6
        (60, 4, [3, 4, 5, 6], [4] * 15, 0),
        (7, 4, [3, 4, 5, 6], [4, 3], 0),
        (23, 7, [7], [7, 7, 7], 2),
        (20, 7, [7], [7, 7], 6),
        (7, 2, [2], [2, 2, 2], 1),
        (2, 4, [3, 4, 5, 6], [], 2),
        (6, 7, [7], [], 6),
    ],
)
def test_tables_are_as_alike_as_can_be_and_byes_as_few(
    players: int, usual: int, allowed: list[int], sizes: list[int], byes: int
) -> None:
    assert layout(players, usual, allowed) == (sizes, byes)


@each_row(
    "players,usual,allowed,rounds", [(24, 4, [4], 3), (60, 4, [3, 4, 5, 6], 4), (16, 4, [4], 3), (21, 3, [3], 5),
                                     (8, 2, [2], 4), (23, 7, [7], 1), (100, 5, [5], 4)],
)  # fmt: skip
def test_nobody_meets_anybody_twice_where_it_can_be_avoided(
    players: int, usual: int, allowed: list[int], rounds: int
) -> None:
    found = draws(players, usual, allowed, rounds)
    assert all(sorted([*sum(one.tables, ()), *one.byes]) == names(players) for one in found)
    assert max(counted_meetings(one.tables for one in found).values()) == 1


def test_where_it_cannot_be_avoided_as_few_as_can_be_meet_again() -> None:
    # Six at tables of three: of three who have met, two or three come to one table. The fewest is one pair for each.
    first, second = draws(6, 3, [3], 2)
    again = set(pairs(first.tables)) & set(pairs(second.tables))
    assert len(again) == 2


def test_byes_go_round_before_anybody_has_a_second_one() -> None:
    found = draws(7, 2, [2], 7)
    assert sorted(name for one in found for name in one.byes) == names(7)


def test_a_draw_is_the_same_whatever_the_order_of_the_names_and_another_from_another_seed() -> None:
    everybody = names(24)
    seeds = [seed_of("class", number, "secret") for number in (1, 2)]
    one = drawn(seeds[0], everybody, 4, [4], {}, {})
    assert drawn(seeds[0], everybody[::-1], 4, [4], {}, {}) == one != drawn(seeds[1], everybody, 4, [4], {}, {})
    assert hash_of("class", 1, seeds[0]) != hash_of("class", 1, seeds[1])


def test_every_seat_falls_to_everybody_alike() -> None:
    firsts = Counter(
        drawn(seed_of("class", number, "s"), names(4), 4, [4], {}, {}).tables[0][0] for number in range(400)
    )  # fmt: skip
    assert sorted(firsts) == names(4) and min(firsts.values()) > 60  # 100 each on average; a fixed seed
