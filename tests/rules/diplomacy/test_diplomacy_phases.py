"""From phase to phase: moves and retreats judged, centres counted, units built and removed, the game won."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.rulesets import NOON, Rules
from msgspec.structs import replace

from gm.rules import EVERYBODY, as_seat
from gm.rules.provinces.board import Unit

GAME = Rules("diplomacy")
START: Any = GAME.rules.open(GAME.rules.card.options(), "seed", NOON).state


def standing(**units: str) -> dict[str, Unit]:
    """Units by power, parted by commas: FRANCE="A PAR, F BRE"."""
    found = [Unit(as_seat(power), *unit.split()) for power, row in units.items() for unit in row.split(", ")]
    return {unit.province: unit for unit in found}


def judged(state: Any, **letters: str) -> Any:
    """The state after letters of some powers (lines parted by commas) and the end of the phase."""
    for power, text in letters.items():
        state = GAME.file(state, power, text.replace(", ", "\n")).state
    return GAME.due(state).state


def places(state: Any, power: str) -> str:
    return ", ".join(str(unit) for unit in state.owned_by(power))


def test_phases_that_nobody_needs_are_left_out() -> None:
    state, codes = START, []
    for _ in range(5):
        codes.append(state.code)
        state = judged(state)
    assert codes == ["S1901M", "F1901M", "S1902M", "F1902M", "S1903M"]


def test_units_without_an_order_hold() -> None:
    state = judged(START, FRANCE="A PAR-BUR")
    assert places(state, "FRANCE") == "F BRE, A BUR, A MAR"
    assert places(state, "ITALY") == "F NAP, A ROM, A VEN"
    assert (state.orders, state.ready) == ({}, ())


def test_a_dislodged_unit_retreats_or_disbands() -> None:
    state = replace(START, units=standing(FRANCE="A PAR, A GAS", GERMANY="A BUR, A MUN"))
    state = judged(state, FRANCE="A PAR-BUR, A GAS S A PAR-BUR", GERMANY="A MUN H")
    assert (state.code, list(state.dislodged)) == ("S1901R", ["BUR"])
    duties = {duty.seat: duty.what for duty in GAME.rules.duties(state)}
    assert duties == {"GERMANY": "retreats"}
    assert places(judged(state, GERMANY="A BUR-RUH"), "GERMANY") == "A MUN, A RUH"
    left = judged(state)
    assert (left.code, places(left, "GERMANY")) == ("F1901M", "A MUN")


def test_centres_change_hands_in_fall_and_units_are_built_for_them() -> None:
    state = judged(START, FRANCE="A MAR-SPA, F BRE-MAO")
    state = judged(state, FRANCE="F MAO-POR")
    assert (state.code, state.centres["FRANCE"]) == ("W1901A", ("BRE", "MAR", "PAR", "POR", "SPA"))
    assert {duty.seat: duty.what for duty in GAME.rules.duties(state)} == {"FRANCE": "builds (up to 2)"}
    after = judged(state, FRANCE="BUILD F BRE, BUILD A MAR")
    assert (after.code, places(after, "FRANCE")) == ("S1902M", "F BRE, A MAR, A PAR, F POR, A SPA")
    assert places(judged(state), "FRANCE") == "A PAR, F POR, A SPA"


REMOVED = [
    (("BRE", "MAR", "PAR"), "A BUR, A GAS, A PAR"),  # F NTH and A RUH are 2 away, and F MAO is a fleet that is 1 away
    (("BRE", "PAR"), "A GAS, A PAR"),  # and then A BUR, by the alphabet
]


@pytest.mark.parametrize(("centres", "left"), REMOVED)
def test_missing_removals_take_the_farthest_units_fleets_before_armies_and_then_by_the_alphabet(
    centres: tuple[str, ...], left: str
) -> None:
    units = standing(FRANCE="A PAR, F MAO, A BUR, A GAS, F NTH, A RUH")
    state = judged(replace(START, season="F", units=units, centres={**START.centres, "FRANCE": centres}))
    assert state.code == "W1901A"
    after = judged(state)
    assert (after.code, places(after, "FRANCE")) == ("S1902M", left)


def test_ready_does_instead_of_retreats_and_builds() -> None:
    state = judged(judged(START, FRANCE="A MAR-SPA"))
    ready = GAME.file(state, "FRANCE", "READY").state
    (duty,) = GAME.rules.duties(ready)
    assert duty.filed and duty.final


def test_a_power_without_centres_is_out_and_owes_and_votes_nothing() -> None:
    units = standing(FRANCE="A MUN, A BER, A KIE", GERMANY="A RUH")
    state = judged(replace(START, season="F", units=units, centres={**START.centres, "FRANCE": ("PAR",)}))
    assert state.eliminated(as_seat("GERMANY")) and places(state, "GERMANY") == ""
    assert "GERMANY" not in GAME.rules.votes_needed(state)
    assert "GERMANY" not in {duty.seat for duty in GAME.rules.duties(judged(state))}


EIGHTEEN = ("ANK", "BEL", "BER", "BRE", "BUD", "BUL", "CON", "DEN", "EDI", "GRE", "HOL", "KIE", "LON", "LVP", "MAR",
            "MOS", "MUN")  # fmt: skip


@pytest.mark.parametrize(("other", "winner"), [(0, "FRANCE"), (17, "FRANCE")])
def test_eighteen_centres_win_on_the_standard_board(other: int, winner: str) -> None:
    left = tuple(sorted({*START.centres["ITALY"], *START.centres["RUSSIA"]}))[:other]
    centres = {**dict.fromkeys(START.centres, ()), "FRANCE": EIGHTEEN, "ITALY": left}
    state = replace(START, season="F", units=standing(FRANCE="A PAR"), centres=centres)
    won = judged(state)
    assert won.winner == winner
    assert GAME.rules.phase(won) is None and GAME.rules.duties(won) == ()
    assert GAME.rules.outcome(won).winners == ("FRANCE",)
    assert judged(replace(state, units=standing(FRANCE="A UKR"))).winner == ""


@pytest.mark.parametrize("board", GAME.rules.boards())
def test_a_game_is_played_on_every_board(board: str) -> None:
    options = GAME.rules.filled(GAME.rules.card.options(board=board))
    assert GAME.rules.check(options) == ""
    state = GAME.rules.open(options, "seed", NOON).state
    for seat in GAME.rules.seats(options):
        view = GAME.rules.view(state, seat)
        state = GAME.file(state, seat, "\n".join((*view.example, "READY"))).state
    assert all(duty.filed for duty in GAME.rules.duties(state))
    after = GAME.due(state)
    assert after.state.code[0::5] in ("SR", "FM")
    assert {note.audience for note in after.notices} == {EVERYBODY}


def test_the_shared_draw_names_all_survivors_unless_the_votes_may_name_them() -> None:
    rules, france, italy = GAME.rules, as_seat("FRANCE"), as_seat("ITALY")
    named = replace(START, options=replace(START.options, draws="named"))
    assert rules.why_no_draw(START, (france, italy)) and not rules.why_no_draw(named, (france, italy))
    assert not rules.why_no_draw(START, rules.seats(START.options))
    gone = replace(named, centres={**START.centres, "ITALY": ()})
    assert "Italy" in rules.why_no_draw(gone, (france, italy))
    assert rules.settings(START.options) == () != rules.settings(named.options)
