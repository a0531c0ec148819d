"""The Diplomacy Adjudicator Test Cases 3.0: every fate and every place, as tests/cases/datc/ states them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from helpers.rows import each_row

from gm.registry import ruleset

CASES = [
    case
    for path in sorted((Path(__file__).parents[1] / "cases" / "datc").glob("*.toml"))
    for case in tomllib.loads(path.read_text())["case"]
]
GIVEN = ("phase", "units", "orders", "centers")


def position(case: dict[str, Any]) -> dict[str, Any]:
    """What the case gives to the judge: the dislodged only where they are to retreat."""
    given = {key: case[key] for key in GIVEN if key in case}
    if case["phase"].endswith("R"):
        given["dislodged"] = case["dislodged"]
    return given


def test_all_the_165_cases_are_there() -> None:
    assert len(CASES) == 165
    assert len({case["rule"] for case in CASES}) == 164  # 6.J.9 has two positions


@each_row("case", CASES)
def test_every_order_has_the_fate_that_the_case_states(case: dict[str, Any]) -> None:
    answer = ruleset("diplomacy").judged.position(position(case))
    fates = answer["fates"]
    assert {unit: fates[unit]["fate"] for unit in case["fates"]} == case["fates"]
    assert {unit: fates[unit]["order_fate"] for unit in case.get("order_fates", {})} == case.get("order_fates", {})
    assert {unit: fates[unit]["by"] for unit in case.get("by", {})} == case.get("by", {})
    assert {power: units for power, units in answer["units"].items() if units} == case["after"]


@each_row("case", [c for c in CASES if c["phase"].endswith("M")])
def test_dislodged_units_and_contested_provinces_are_those_of_the_case(case: dict[str, Any]) -> None:
    answer = ruleset("diplomacy").judged.position(position(case))
    assert answer["dislodged"] == case.get("dislodged", {})
    assert answer["contested"] == case.get("contested", [])


@each_row("case", [c for c in CASES if "not_read" in c])
def test_orders_that_are_no_orders_of_the_phase_are_listed_as_problems(case: dict[str, Any]) -> None:
    answer = ruleset("diplomacy").judged.position(position(case))
    lines = [case["orders"][power][p["line"] - 1] for power, found in answer["problems"].items() for p in found]
    assert set(lines) == set(case["not_read"])


TWICE = [
    ({"FRANCE": ["BUILD A PAR", "BUILD A PAR", "BUILD A PAR"]}, [], [
        ("BUILD A PAR", "succeeds"), ("BUILD A PAR (2)", "void"), ("BUILD A PAR (3)", "void"),
    ]),
    ({"FRANCE": ["BUILD F BRE", "BUILD F BRE"], "GERMANY": ["BUILD F BRE"]}, [], [
        ("BUILD F BRE", "succeeds"), ("BUILD F BRE (2)", "void"), ("BUILD F BRE (3)", "void"),
    ]),
    ({"FRANCE": ["REMOVE A PIC", "REMOVE A PIC"]}, ["A PIC", "A BUR", "A GAS", "A BEL", "A PAR"], [
        ("A PIC", "disbands"), ("A PIC (2)", "void"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("orders", "units", "fates"), TWICE)
def test_each_of_several_builds_or_removals_alike_is_listed(
    orders: dict[str, list[str]], units: list[str], fates: list[tuple[str, str]]
) -> None:
    given = {
        "phase": "W1901A", "units": {"FRANCE": units}, "orders": orders,
        "centers": {"FRANCE": ["BRE", "MAR", "PAR"], "GERMANY": ["BER", "KIE", "MUN"]},
    }  # fmt: skip
    answer = ruleset("diplomacy").judged.position(given)
    found = [(key, fate["fate"]) for key, fate in answer["fates"].items() if fate.get("why") != "civil disorder"]
    assert found == fates
