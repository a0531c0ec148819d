"""Orders for units that the last two results list as destroyed, disbanded or removed: passed over, the rest acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helpers.rows import each_row
from helpers.rulesets import NOON, Rules, places
from msgspec.structs import replace

from gm.rules import Problems, as_seat
from gm.rules.provinces.board import Unit
from gm.rules.provinces.campaign import Fallen
from gm.rules.provinces.movement import Dislodged

GAMES = {name: Rules(name) for name in ("diplomacy", "payola")}
FRANCE = as_seat("FRANCE")


def unit(text: str, power: str = "FRANCE") -> Unit:
    """A unit as it is written."""
    return Unit(as_seat(power), *text.split())


def fallen(text: str, how: str = "was destroyed", title: str = "Fall 1905", power: str = "FRANCE") -> Fallen:
    return Fallen(unit(text, power), how, title)


def standing(name: str, **owned: str) -> Any:
    """A game in Spring 1901 with these units of each power."""
    rules = GAMES[name].rules
    units = [unit(text, power) for power, own in owned.items() for text in own.split(", ")]
    return replace(
        rules.open(rules.card.options(), "seed", NOON).state, units={one.province: one for one in units}
    )


def answer(name: str, state: Any, text: str) -> tuple[list[tuple[str, str]], Any]:
    """The orders that a letter of France is told are passed over, each with why, and the state after the letter."""
    step = GAMES[name].file(state, "FRANCE", text)
    found = [one.body for one in step.notices if one.kind == "passedover"]
    return [tuple(row) for body in found for row in body.orders], step.state


# -- letters of real retreats: a line is for a unit that was destroyed ------------------------------------------------

LETTERS = [
    ("A BEL D\nF DEN R BAL\nA MUN R KIE", {"A BEL": "", "A MUN": "KIE TYR", "F DEN": "BAL KIE"}),
    ("A VEN R APU\nA RUM D", {"A RUM": "", "A VEN": "TUS APU"}),
    ("A BER R SIL\nA BUD D", {"A BER": "PRU SIL", "A BUD": ""}),
    ("A MUN R SIL\nF RUM D", {"A MUN": "BOH SIL TYR", "F RUM": ""}),
    ("F ARM D\nA SER R ALB", {"A SER": "ALB", "F ARM": ""}),
    ("A VIE R TYR\nF GRE D", {"A VIE": "TYR", "F GRE": ""}),
    ("A HOL D\nF NWY R NTH", {"A HOL": "", "F NWY": "NTH NWG BAR"}),
    ("A BEL D\nF MAO R SPA/SC", {"A BEL": "", "F MAO": "NAF POR SPA/NC SPA/SC WES"}),
    ("A BUR R MAR\nF SPA/NC D", {"A BUR": "RUH MAR", "F SPA/NC": ""}),
    ("F SEV D\nA RUM R UKR", {"A RUM": "UKR", "F SEV": ""}),
    ("F BRE D\nF NAP R ION", {"F BRE": "", "F NAP": "ION"}),
    ("A TYR D\nA WAR R PRU", {"A TYR": "", "A WAR": "LVN PRU"}),
    ("F SWE R FIN\nA VIE - BUD", {"A VIE": "", "F SWE": "FIN BOT"}),
    ("F NWY R NWG\nDISBAND SWE", {"A SWE": "", "F NWY": "NWG SKA BAR"}),
    ("F NWY R SKA\nREMOVE A BER", {"A BER": "", "F NWY": "NWG SKA BAR"}),
    ("A NAP H\nA VEN R TUS", {"A NAP": "", "A VEN": "TUS"}),
]


@each_row("name", GAMES)
@each_row(("letter", "retreats"), LETTERS)
def test_what_is_ordered_for_a_destroyed_unit_is_passed_over_and_the_rest_retreats(
    name: str, letter: str, retreats: Mapping[str, str]
) -> None:
    (lost,) = (text for text, to in retreats.items() if not to)
    dislodged = {text[2:5]: Dislodged(unit(text), "", tuple(to.split())) for text, to in retreats.items() if to}
    attackers = ", ".join(f"{'A' if text[0] == 'F' and '/' in text else text[0]} {text[2:5]}" for text in retreats)
    state = replace(standing(name, ITALY=attackers), kind="R", dislodged=dislodged, fallen=((), (fallen(lost),)))
    told, after = answer(name, state, letter)
    (line,) = (line for line in letter.split("\n") if lost[2:5] in line)
    assert told == [(line, f"{lost} was destroyed in Fall 1905")]
    assert set(after.retreats["FRANCE"]) == set(dislodged)


# -- which orders are passed over, and which are wrong as ever --------------------------------------------------------

TOLD = (
    (fallen("A BEL", "was removed", "Winter 1904 adjustments"),),
    (fallen("F PIC"), fallen("A RUH", "disbanded", "Fall 1905 retreats"), fallen("A MUN", power="GERMANY")),
)
HERE = {"FRANCE": "A PAR, A BUR, F MAO", "ENGLAND": "F BEL", "GERMANY": "A RUH, A KIE"}
BEL, RUH = "A BEL was removed in Winter 1904 adjustments", "A RUH disbanded in Fall 1905 retreats"
PIC, MUN = "F PIC was destroyed in Fall 1905", "A MUN was destroyed in Fall 1905"
OVER = [
    ("A BEL - HOL", BEL), ("A RUH H", RUH), ("F PIC S A PAR - BRE", PIC), ("Picardy - BRE", PIC),
    ("French A BEL - HOL", BEL),
]  # fmt: skip
WRONG = ["A PIC - BRE", "F RUH H", "A GAS H", "A MUN - TYR", "A PAR S F PIC", "A PAR S A PIC", "F BEL H"]


@each_row(("line", "why"), OVER)
def test_orders_for_own_units_of_the_last_two_results_are_passed_over(line: str, why: str) -> None:
    state = replace(standing("diplomacy", **HERE), fallen=TOLD)
    told, after = answer("diplomacy", state, f"A PAR - PIC\n{line}\nA BUR H\nREADY")
    assert told == [(line, why)]
    assert set(after.orders["FRANCE"]) == {"PAR", "BUR"} and after.ready == (FRANCE,)


@each_row("line", WRONG)
def test_any_other_unit_that_is_not_there_is_wrong(line: str) -> None:
    """Another kind, a unit of another power, one that is helped, one that nobody has told of."""
    state = replace(standing("diplomacy", **HERE), fallen=TOLD)
    found = GAMES["diplomacy"].read(state, "FRANCE", f"A BUR H\nA BEL H\n{line}")
    assert isinstance(found, Problems) and [place[0] for place in places(found.problems)] == [3]


def test_a_letter_that_is_all_for_such_units_changes_nothing_and_says_so() -> None:
    state = replace(standing("diplomacy", **HERE), fallen=TOLD)
    told, after = answer("diplomacy", state, "A BEL H")
    assert len(told) == 1 and after == state


def test_another_unit_of_ones_own_in_its_place_is_ordered() -> None:
    state = replace(standing("diplomacy", FRANCE="A BEL, A PIC"), fallen=TOLD)
    told, after = answer("diplomacy", state, "A BEL H\nPIC - BRE")
    assert told == [] and set(after.orders["FRANCE"]) == {"BEL", "PIC"}


def test_try_says_it_too() -> None:
    state = replace(standing("diplomacy", **HERE), fallen=TOLD)
    told, after = answer("diplomacy", state, "TRY\nA BEL H\nA PAR H")
    assert len(told) == 1 and after == state


def winter(name: str, centres: Sequence[str]) -> Any:
    """Winter, with as many centres of France as are told."""
    state = standing(name, FRANCE="A BUR, F MAO", ENGLAND="F PIC")
    return replace(state, season="W", kind="A", centres={**state.centres, "FRANCE": tuple(centres)}, fallen=TOLD)


@each_row("name", GAMES)
def test_removals_of_units_that_are_gone_are_passed_over_but_builds_are_not(name: str) -> None:
    told, after = answer(name, winter(name, ["PAR"]), "REMOVE A BEL\nREMOVE A BUR")
    assert [line for line, _ in told] == ["REMOVE A BEL"] and len(after.adjustments["FRANCE"]) == 1
    built = replace(winter(name, ["PAR", "BRE", "MAR"]), fallen=((), (fallen("A MAR"), fallen("F SPA/SC"))))
    told, after = answer(name, built, "BUILD A MAR")
    assert told == [] and after.adjustments["FRANCE"][0].place == "MAR"
    assert isinstance(GAMES[name].read(built, "FRANCE", "BUILD F SPA/SC"), Problems)


OFFERS = [
    ("4 : A BEL - HOL", BEL), ("2 > A MUN - TYR", MUN), ("3 # 2 : German A MUN H | - TYR", MUN), ("F PIC H", PIC),
]  # fmt: skip


@each_row(("line", "why"), OFFERS)
def test_offers_for_units_of_any_power_that_are_gone_are_passed_over(line: str, why: str) -> None:
    state = replace(standing("payola", **HERE), fallen=TOLD)
    told, after = answer("payola", state, f"OFFERS\n4 : A PAR - PIC\n{line}\n10 $\nEND")
    assert told == [(line, why)] and len(after.sheets["FRANCE"]) == 2
    told, after = answer("payola", state, f"OFFERS\n{line}\nEND")
    assert told == [(line, why)] and after == state


@each_row("line", ["4 : A RUH - BUR", "2 : F BEL H"])
def test_an_offer_for_whoever_stands_there_now_is_one(line: str) -> None:
    state = replace(standing("payola", **HERE), fallen=TOLD)
    told, after = answer("payola", state, line)
    assert told == [] and len(after.sheets["FRANCE"]) == 1


@each_row("line", ["4 : A GAS - BUR", "4 : A PIC H", "4 : A PAR S F PIC"])
def test_an_offer_for_any_other_unit_that_is_not_there_is_wrong(line: str) -> None:
    state = replace(standing("payola", **HERE), fallen=TOLD)
    assert isinstance(GAMES["payola"].read(state, "FRANCE", line), Problems)


# -- what the results list -------------------------------------------------------------------------------------------


def kept(state: Any) -> list[list[str]]:
    """The units that each of the last results lists."""
    return [[str(one.unit) for one in result] for result in state.fallen]


def test_the_last_two_results_are_kept_and_no_more() -> None:
    """A VEN, beaten out of Venice, disbands. With that centre gone, Italy must remove one of its two units."""
    game = GAMES["diplomacy"]
    state = standing("diplomacy", ITALY="A VEN, F NAP, A APU", AUSTRIA="A TRI, A TYR")
    state = replace(state, centres={**dict.fromkeys(state.centres, ()), "ITALY": ("NAP", "VEN"), "AUSTRIA": ("TRI",)})
    state = game.file(state, "AUSTRIA", "A TRI - VEN\nA TYR S A TRI - VEN").state
    state = game.due(state).state
    assert (state.code, kept(state)) == ("S1901R", [[]])
    state = game.due(state).state
    assert (state.code, kept(state)) == ("F1901M", [[], ["A VEN"]])
    assert state.fallen[1][0] == Fallen(unit("A VEN", "ITALY"), "disbanded", "Spring 1901 retreats")
    state = game.due(state).state
    assert (state.code, kept(state)) == ("W1901A", [["A VEN"], []])
    state = game.due(state).state
    assert (state.code, kept(state)) == ("S1902M", [[], ["A APU"]])
    assert state.fallen[1][0].how == "was removed"
