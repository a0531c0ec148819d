"""The story of a report: what is counted is what happened, and the turning points are those of the stated rule."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import Played
from msgspec.structs import replace
from test_steps import page_of

from gm.offline.replay import replay
from gm.registry import RULESETS, ruleset
from gm.report.disclosure import read_disclosure
from gm.report.facts import Disclosure
from gm.report.html import write_html
from gm.report.tables import as_csv
from gm.report.told import story_of
from gm.rules.pictures.plot import Curve, Plot
from gm.rules.story import Moment, Story, Table, turned
from gm.store.store import Store

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = (
    "spring", "summer", "solo", "arctic", "boxes", "colonies", "crossroads", "airlift", "exchange", "parlor", "stones",
    "pie",
)  # fmt: skip


@cache
def disclosed(game: str) -> Disclosure:
    """What is disclosed of a golden game."""
    found: list[Disclosure] = []

    def keep(store: Store, name: str) -> tuple[str, str]:
        found.append(read_disclosure(store, name))
        return "", ""

    folder = GOLDEN / game
    acts = folder / "acts.jsonl"
    said = acts.read_text() if acts.exists() else ""
    replay((folder / "game.toml").read_text(), (folder / "in.mbox").read_bytes(), said, None, keep)
    return found[-1]


@cache
def told(game: str) -> Story:
    return story_of(disclosed(game))


def figures(game: str, what: str) -> Plot:
    """The plot of a game that counts this."""
    return next(plot for plot in told(game).plots if plot.what == what)


def table(game: str, name: str) -> Table:
    return next(one for one in told(game).tables if one.name == name)


def facts(game: str, kind: str) -> list[dict[str, Any]]:
    return [fact.body for fact in disclosed(game).of(kind) if fact.counts]


def plot(**values: tuple[int, ...]) -> Plot:
    """A plot with these lines, whose points are 0, 1 and so on."""
    names = tuple(str(n) for n in range(len(next(iter(values.values())))))
    curves = tuple(Curve(name, line, place) for place, (name, line) in enumerate(values.items()))
    return Plot("A plot", "points", names, tuple(f"P{n}" for n in names), curves, len(curves))


# The lead of whom the outcome names, or of who stands best at the end, worked out by hand from point to point.
@pytest.mark.parametrize(
    ("lines", "outcome", "turns"),
    [
        ({"A": (3, 5, 5, 9), "B": (3, 3, 4, 4)}, "A has won", "1 2 3"),  # lead 0 2 1 5
        ({"A": (3, 5, 5, 9), "B": (3, 3, 4, 4)}, "B has won", "1 2 3"),  # lead 0 -2 -1 -5
        ({"A": (1, 2, 3, 4, 5), "B": (1, 1, 1, 1, 1)}, "A has won", "2 3 4"),  # each the same: the later ones decided
        ({"A": (5, 5, 5), "B": (1, 5, 9)}, "a draw", "1 2"),  # best at the end is B: -4 0 4
        ({"A": (1, 1, 1, 8, 9), "B": (1, 9, 9, 9, 0), "C": (1, 1, 7, 2, 2)}, "A has won", "1 3 4"),  # 0 -8 -8 -1 7
        ({"A": (4, 4, 4), "B": (2, 2, 2)}, "A has won", ""),
        ({"A": (4, 6)}, "A has won", ""),
    ],
)
def test_a_game_turned_where_the_lead_changed_most(
    lines: Mapping[str, tuple[int, ...]], outcome: str, turns: str
) -> None:
    rule, moments = turned(plot(**lines), "points", outcome)
    assert [one.label for one in moments] == turns.split()
    head = ("", "The point after", "The two points after", "The three points after")[len(moments)]
    assert rule.startswith(head) and bool(rule) == bool(moments)


def test_a_moment_says_what_changed_most_and_then_what_else_is_known_of_it() -> None:
    lines = plot(A=(3, 8), B=(3, 2), C=(3, 3), D=(3, 5), E=(3, 4))
    _, (moment,) = turned(lines, "years", "A has won", {1: " (and more)"})
    assert moment == Moment("P1", "1", "A 3 to 8, D 3 to 5, B 3 to 2 points (and more)")


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_is_a_link_to_what_it_tells_of(game: str) -> None:
    page = page_of(disclosed(game))
    names = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    assert told(game).moments and {one.anchor for one in told(game).moments} <= names
    assert all(f"#{one.anchor}" in {attrs.get("href") for _, attrs in page.tags} for one in told(game).moments)


@pytest.mark.parametrize("game", GAMES)
def test_a_plot_has_a_figure_for_each_of_its_points(game: str) -> None:
    for shown in told(game).plots:
        assert shown.labels and {len(one.values) for one in shown.curves} == {len(shown.labels)} == {len(shown.anchors)}
    for one in told(game).tables:
        assert {len(row) for row in one.rows} <= {len(one.columns)}


def test_every_ruleset_tells_a_story() -> None:
    assert {disclosed(game).ruleset for game in GAMES} == {*RULESETS}


# -- Payola ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["spring", "summer", "arctic", "boxes", "colonies"])
def test_what_each_power_paid_is_what_its_accounts_lost(game: str) -> None:
    """The bribes are counted from the units that took them, the spending from the sheets (5.7)."""
    spent: dict[str, int] = dict.fromkeys(disclosed(game).names.values(), 0)
    for record in facts(game, "phaserecord"):
        for sheet in record["sheets"]:
            spent[disclosed(game).names[sheet["power"]]] += sheet["spent"]
    paid = {row[1]: row[-1] for row in table(game, "paid").rows if row[0] == "all"}
    assert paid == spent and any(spent.values())


@pytest.mark.parametrize("game", ["spring", "summer"])
def test_silver_flows_as_the_matrix_says_without_what_a_power_paid_itself(game: str) -> None:
    flow = told(game).flows[0]
    sums = {name: 0 for name in flow.names}
    for start, end, amount in flow.amounts:
        assert start != end and amount > 0
        sums[flow.names[start]] += amount
    assert sums == {row[1]: row[-2] for row in table(game, "paid").rows if row[0] == "all"}
    years = [[row[2:] for row in table(game, "paid").rows if row[0] == year] for year in dict.fromkeys(
        row[0] for row in table(game, "paid").rows)]  # fmt: skip
    for whole, *parts in zip(*years, strict=True):
        assert [*whole] == [sum(column) for column in zip(*parts, strict=True)]


def test_a_power_that_ran_short_is_told_by_how_much(played: Played) -> None:
    """England has 27 silver pieces and offers 30 and 9, so 12 are missing; six reductions leave 24 and 3 (5.5)."""
    short = dict(story_of(played.disclosure).remarks)["What ran short"]
    fell = "those accepted fell from 30 to 24 and 9 to 3."
    assert f"Fall 1901: England was short by 12, so its offers were reduced 6 times; {fell}" in short


def test_the_best_bribe_gains_most_for_its_silver_and_the_dearest_failure_cost_most() -> None:
    bribes = [row for row in table("spring", "bribes").rows if row[1] != row[2]]
    remarks = dict(told("spring").remarks)
    best = max(row[6] / row[4] for row in bribes)
    told_of = {f"{row[1]} paid {row[4]} AgP for {row[2]}'s {row[3]}": row for row in bribes}
    shown = next(row for words, row in told_of.items() if words in remarks["The best bribe"][0])
    assert shown[6] / shown[4] == best > 0
    failed = [row for row in bribes if row[5] not in ("moved", "held", "gave support", "convoyed")]
    dearest = remarks["The dearest failure"][0]
    assert f"paid {max(row[4] for row in failed)} AgP" in dearest


def test_taxes_are_told_for_the_year_in_which_they_can_be_spent() -> None:
    """Three centres pay 48 and four 62 at the start; what Winter 1901 pays is for 1902 (2.1)."""
    income = figures("spring", "AgP") if figures("spring", "AgP").title.startswith("Taxes") else told("spring").plots[2]
    by_name = {one.name: one.values for one in income.curves}
    assert income.labels[:2] == ("1901", "1902") and by_name["Russia"][0] == 62 and by_name["France"][0] == 48


def test_the_centres_are_those_of_the_boards_as_counted() -> None:
    assert [one.values[-1] for one in figures("solo", "centres").curves if one.name == "France"] == [18]
    counted = [body for body in facts("solo", "position") if body["counted"]]
    for n, body in enumerate(counted, 1):
        for one, holding in zip(figures("solo", "centres").curves, body["holdings"], strict=True):
            assert one.values[n] == len(holding["centres"])
    assert told("solo").rule.startswith("The three years after which the lead of France")


# -- the other games ---------------------------------------------------------------------------------------------------


def test_no_man_comes_from_nowhere_and_none_goes_unseen() -> None:
    """Men at the end of a cycle are those before, less the dead, and those that cities made."""
    men, losses = figures("crossroads", "men"), figures("crossroads", "losses")
    made = {name: [0] * len(men.labels) for name in ("South", "North")}
    for truth in facts("crossroads", "truth"):
        for side in truth["sides"]:
            made[side["name"]][men.labels.index(f"C{truth['cycle']}")] += len(side["made"]) * bool(truth["over"])
    for have, lost in zip(men.curves, losses.curves, strict=True):
        for n in range(1, len(men.labels)):
            fell = lost.values[n] - lost.values[n - 1]
            assert have.values[n] == have.values[n - 1] - fell + made[have.name][n], (have.name, men.labels[n])


def test_no_chip_of_an_air_war_comes_from_nowhere() -> None:
    chips, losses = figures("airlift", "chips"), figures("airlift", "losses")
    made = {name: [0] * len(chips.labels) for name in ("South", "North")}
    for fire in facts("airlift", "airfire"):
        for side, cities in fire["made"].items():
            made[side.title()][chips.labels.index(f"C{fire['cycle']}")] += len(cities)
    for have, lost in zip(chips.curves, losses.curves, strict=True):
        assert have.values[0] == 30
        for n in range(1, len(chips.labels)):
            fell = lost.values[n] - lost.values[n - 1]
            assert have.values[n] == have.values[n - 1] - fell + made[have.name][n], (have.name, chips.labels[n])


def test_chips_in_hand_on_the_table_and_dead_are_all_chips() -> None:
    steps = disclosed("parlor").of("tablelaid", "tableturned")
    first = sum(one.values[0] for one in figures("parlor", "chips").curves)
    for n, fact in enumerate(steps):
        table_now = fact.body["standing"]
        piled = sum(len(pile["chips"]) for pile in table_now["piles"])
        held = sum(one.values[n] for one in figures("parlor", "chips").curves)
        assert held + piled + sum(table_now["dead"].values()) == first


def test_the_table_is_kept_and_shown_between_the_acts_of_a_letter() -> None:
    turned_by = {fact.n: fact.body for fact in disclosed("parlor").of("tableturned")}
    steps = disclosed("parlor").of("tablesteps")
    all_chips = sum(one.values[0] for one in figures("parlor", "chips").curves)
    assert steps
    for fact in steps:
        last = 0
        for happened, position in fact.body["positions"]:
            held = sum(sum(tray["chips"].values()) for tray in position["hands"])
            piled = sum(len(pile["chips"]) for pile in position["piles"])
            assert held + piled + sum(position["dead"].values()) == all_chips
            assert last < happened < len(turned_by[fact.n]["happened"])
            last = happened
    between = sum(len(fact.body["positions"]) for fact in steps)
    page = write_html(disclosed("parlor"))
    assert page.count("Chips in hand. Line of turns") == 1 + len(turned_by) + between


@pytest.mark.parametrize("game", ["stones", "pie"])
def test_a_stone_game_on_one_line_is_judged_to_the_same_end(game: str) -> None:
    record = dict(told(game).remarks)["The game on one line"][0]
    last = disclosed(game).of("stonesplayed")[-1].body
    judged = ruleset("hex-negotiation").judged.position({"side": last["picture"]["side"], "game": record})
    assert "problems" not in judged and judged["stones"] == {
        colour: [*cells] for colour, cells in last["picture"]["stones"].items()
    }
    largest = {one.name.upper(): one.values[-1] for one in figures(game, "stones").curves}
    assert {colour: sizes[0] for colour, sizes in judged["groups"].items()} == largest


@pytest.mark.parametrize(
    ("record", "line"),
    [("PLACE A1 B2 C3; PLACE D4", 2), ("SWAP", 1), ("PLACE A1 B2 C3; SWAP; SWAP", 3), ("PLACE Z9 B2 C3", 1)],
)
def test_a_wrong_turn_of_a_game_on_one_line_is_told_with_its_number(record: str, line: int) -> None:
    judged = ruleset("hex-negotiation").judged.position({"game": record})
    assert {one["line"] for one in judged["problems"]} == {line}


def test_the_winnings_of_a_telephone_game_are_those_of_its_last_boards() -> None:
    days = facts("exchange", "dayends")
    won = {
        name: int(next(box["cell"] for box in one["boxes"] if box["name"] == "WIN"))
        for name, one in days[-1]["boards"].items()
    }
    assert {one.name: one.values[-1] for one in figures("exchange", "winnings").curves} == won
    done = [body for body in facts("exchange", "dealrecord") if body["event"] == "done"]
    deals = next(flow for flow in told("exchange").flows if flow.what == "deals")
    assert sum(amount for *_, amount in deals.amounts) == len(done)


def test_facts_that_no_ruleset_tells_make_no_story_and_no_crash(played: Played) -> None:
    broken = tuple(
        replace(chapter, facts=tuple(replace(fact, body={}) for fact in chapter.facts))
        for chapter in played.disclosure.chapters
    )
    assert story_of(replace(played.disclosure, chapters=broken)) == Story()
    assert story_of(replace(played.disclosure, ruleset="chess")) == Story()


def test_csv_reads_back_what_a_table_says() -> None:
    one = Table("t", "T", ("a", "b"), (("x, y", 1), ('say "no"', None), ("=1+1", 2.5)))
    assert [*csv.reader(io.StringIO(as_csv(one)))] == [["a", "b"], ["x, y", "1"], ['say "no"', ""], ["'=1+1", "2.5"]]
