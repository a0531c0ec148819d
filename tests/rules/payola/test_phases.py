"""From phase to phase: taxes, defaults, elimination, victory, and who is told what."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from helpers.rows import each_row
from helpers.rulesets import Rules
from msgspec.structs import replace

from gm.rules import EVERYBODY, Step
from gm.rules.provinces.board import Unit

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
GAME = Rules("payola", NOON)
RULES, file = GAME.rules, GAME.file
OPENED = RULES.open(RULES.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC))
START = OPENED.state
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ALL_CENTRES = sorted(RULES.board(START).home)


def after(state: Any, sheets: dict[str, str]) -> Any:
    """The state with these letters filed."""
    for seat, text in sheets.items():
        state = file(state, seat, text).state
    return state


def due(state: Any) -> Step:
    step: Step = RULES.due(state, [], NOON)
    return step


def judged(state: Any, sheets: dict[str, str] | None = None) -> Step:
    """The phase judged with these letters and no others."""
    return due(after(state, sheets or {}))


def board(units: dict[str, list[str]], centres: dict[str, str], **more: Any) -> Any:
    """A game in which the powers have these units and centres, and no others."""
    placed = {u.split()[1][:3]: Unit(p, *u.split()) for p, own in units.items() for u in own}
    owned = {p: tuple(sorted(centres.get(p, "").split())) for p in POWERS}
    return replace(START, units=placed, centres=owned, **more)


def bodies(step: Step, kind: str) -> list[Any]:
    return [n.body for n in step.notices if n.kind == kind]


def told(step: Step, seat: str) -> list[str]:
    """The kinds of notice that one seat alone is told."""
    return [n.kind for n in step.notices if n.audience.kind == "seats" and n.audience.includes(seat)]


# -- taxes ---------------------------------------------------------------------------------------------------------

# 17 for the first centre, 16 for the second, and so on to 1 for the seventeenth.
INCOME = dict(enumerate([0, 17, 33, 48, 62, 75, 87, 98, 108, 117, 125, 132, 138, 143, 147, 150, 152, 153]))


@each_row(("centres", "income"), INCOME.items())
def test_each_spring_a_power_receives_the_sum_over_its_centres(centres: int, income: int) -> None:
    state = board({"FRANCE": ["A PAR"]}, {"FRANCE": " ".join(ALL_CENTRES[:centres])}, season="W", kind="A")
    step = due(replace(state, balances=dict.fromkeys(POWERS, 5)))
    assert (step.state.code, step.state.balances["FRANCE"]) == ("S1902M", 5 + income)
    (told_income,) = [n for n in step.notices if n.kind == "income" and n.audience.includes("FRANCE")]
    assert (told_income.body.centres, told_income.body.amount, told_income.body.balance) == (
        centres,
        income,
        5 + income,
    )


def test_the_first_spring_pays_48_and_russia_62() -> None:
    assert START.balances == {p: 62 if p == "RUSSIA" else 48 for p in POWERS}
    assert START.code == "S1901M"


def test_fall_pays_no_taxes() -> None:
    step = judged(START)
    assert (step.state.code, step.state.balances) == ("F1901M", START.balances)
    assert bodies(step, "income") == []


def test_a_year_without_retreats_and_adjustments_has_two_phases() -> None:
    fall = judged(START).state
    spring = judged(fall)
    assert (fall.code, spring.state.code) == ("F1901M", "S1902M")
    assert spring.state.balances == {p: 124 if p == "RUSSIA" else 96 for p in POWERS}


def test_each_bribe_is_an_entry_of_its_own_and_the_accounts_of_past_years_are_kept() -> None:
    sheet = "5 : A PAR - BUR\n2 : A MUN H\n3 : A MAR H\n3 : F BRE - ENG\n9 : A PAR - PIC\n0 : A MAR - SPA"
    state = judged(judged(START, {"FRANCE": sheet}).state).state
    assert [(e.phase, e.what, e.amount, e.balance) for e in state.accounts["FRANCE"]] == [
        ("S1901M", "taxes for 3 centres", 48, 48),
        ("S1901M", "A MAR H", -3, 45), ("S1901M", "A PAR - PIC", -9, 36), ("S1901M", "F BRE - ENG", -3, 33),
        ("S1901M", "German A MUN H", -2, 31),
        ("S1902M", "taxes for 3 centres", 48, 79),
    ]  # fmt: skip
    assert [e.year for e in state.account("FRANCE", 1902)] == [1902]
    assert (state.brought("FRANCE", 1901), state.brought("FRANCE", 1902), state.first_year("FRANCE")) == (0, 31, 1901)


def test_an_account_of_which_past_years_were_not_kept_begins_with_its_first_entry() -> None:
    state = judged(judged(START).state).state
    short = replace(state, accounts={"FRANCE": state.account("FRANCE", 1902)})
    assert (short.first_year("FRANCE"), short.brought("FRANCE", 1902)) == (1902, 48)
    none = replace(state, accounts={})
    assert (none.first_year("FRANCE"), none.brought("FRANCE", 1902)) == (1902, 96)


def test_accepted_bribes_of_nothing_are_told_too() -> None:
    sheet = "0 : A PAR - BUR\n0 : A MAR - SPA | H\n1 : A MUN H\n2 ! F BRE - ENG"
    (account,) = [row for row in bodies(judged(START, {"FRANCE": sheet}), "account") if row.power == "FRANCE"]
    assert [(row.adjective, row.order, row.amount) for row in account.payments] == [
        ("", "A MAR - SPA", 0), ("", "A PAR - BUR", 0), ("", "F BRE H", 2), ("German", "A MUN H", 1),
    ]  # fmt: skip
    assert (account.spent, account.balance) == (3, 45)


def test_a_bribe_that_was_reduced_to_nothing_is_told() -> None:
    sheet = "1 : A PAR - BUR\n60 : A MAR H"
    (account,) = [row for row in bodies(judged(START, {"FRANCE": sheet}), "account") if row.power == "FRANCE"]
    assert [(row.order, row.amount) for row in account.payments] == [("A MAR H", 48), ("A PAR - BUR", 0)]


def test_who_files_no_sheet_has_no_bribes() -> None:
    (account,) = [row for row in bodies(judged(START), "account") if row.power == "FRANCE"]
    assert (account.payments, account.spent) == ((), 0)


# -- movement ------------------------------------------------------------------------------------------------------


def test_who_files_no_sheet_holds_with_all_units_for_nothing() -> None:
    step = judged(START)
    (moves,) = bodies(step, "moves")
    assert len(moves.orders) == 22
    assert all(row.order.endswith(" H") for row in moves.orders)
    assert step.state.units == START.units


def test_who_files_no_list_gets_the_own_power_first_then_the_others_by_name() -> None:
    lists = judged(START, {"ITALY": "ACCEPT TRIGFEA"}).state.acceptance
    assert lists["FRANCE"] == ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    assert lists["AUSTRIA"] == POWERS
    assert lists["ITALY"] == ("TURKEY", "RUSSIA", "ITALY", "GERMANY", "FRANCE", "ENGLAND", "AUSTRIA")


def test_a_list_stays_in_force_and_a_sheet_does_not() -> None:
    state = judged(START, {"FRANCE": "ACCEPT TRIGFEA\n3 : A PAR - BUR"}).state
    assert "".join(p[0] for p in judged(state).state.acceptance["FRANCE"]) == "TRIGFEA"
    assert state.sheets == {}


def test_what_is_bid_for_the_orders_issued_leaves_the_accounts_and_nothing_else_does() -> None:
    step = judged(START, {"FRANCE": "4 : A PAR - BUR", "ENGLAND": "2 : A PAR - BUR", "GERMANY": "5 : A PAR - PIC"})
    assert step.state.units["BUR"] == Unit("FRANCE", "A", "BUR")
    spent = {p: START.balances[p] - n for p, n in step.state.balances.items()}
    assert spent == {"AUSTRIA": 0, "ENGLAND": 2, "FRANCE": 4, "GERMANY": 0, "ITALY": 0, "RUSSIA": 0, "TURKEY": 0}


def test_each_power_is_told_its_own_money_and_nobody_elses() -> None:
    sheets = {
        "FRANCE": "4 : A PAR - BUR\n0 : A MAR H",
        "ENGLAND": "2 : A PAR - BUR\n7 : A MUN - TYR",
        "GERMANY": "5 : A PAR - PIC",
    }
    step = judged(START, sheets)
    accounts = {n.audience.seats: n.body for n in step.notices if n.kind == "account"}
    assert sorted(accounts) == [(p,) for p in POWERS]
    assert sorted((row.order, row.amount) for row in accounts[("FRANCE",)].units) == [
        ("A MAR H", 0),
        ("A PAR - BUR", 6),
        ("F BRE H", 0),
    ]
    paid = {p: [(row.order, row.amount) for row in accounts[(p,)].payments if row.amount] for p in POWERS}
    assert paid == {
        **{p: [] for p in POWERS},
        "FRANCE": [("A PAR - BUR", 4)],
        "ENGLAND": [("A PAR - BUR", 2), ("A MUN - TYR", 7)],
    }
    assert [(accounts[(p,)].before, accounts[(p,)].spent, accounts[(p,)].balance) for p in POWERS[1:4]] == [
        (48, 9, 39),
        (48, 4, 44),
        (48, 0, 48),
    ]


def test_a_power_that_overdraws_is_not_told_how_often_it_was_reduced() -> None:
    step = judged(START, {"FRANCE": "40 : A PAR - BUR\n40 : A MAR - SPA"})
    (account,) = [n.body for n in step.notices if n.kind == "account" and n.audience.includes("FRANCE")]
    assert (account.spent, account.balance) == (48, 0)
    assert not hasattr(account, "reductions")


def test_what_everybody_is_told_names_no_money() -> None:
    step = judged(START, {"FRANCE": "4321 : A PAR - BUR"}).notices
    public = [n for n in step if n.audience == EVERYBODY]
    assert {n.kind for n in public} == {"moves", "position"}
    assert not any("48" in str(n.body) or "4321" in str(n.body) for n in public)


# The table of who is told what: a kind of notice, and whether everybody, one seat alone or only the disclosure has it.
AUDIENCES = {
    "moves": "everybody",
    "retreats": "everybody",
    "adjustments": "everybody",
    "position": "everybody",
    "eliminated": "everybody",
    "won": "everybody",
    "account": "seats",
    "income": "seats",
    "statement": "seats",
    "filed": "seats",
    "accepted": "seats",
    "cleared": "seats",
    "balance": "seats",
    "trial": "seats",
    "phaserecord": "disclosure",
    "actrecord": "disclosure",
}


def a_life() -> list[Step]:
    """Steps in which every kind of notice is told at least once."""
    letters = "ACCEPT FAEGIRT\n4 : A PAR - BUR\nTRANSFER 3 TO ITALY\nBALANCE\nCLEAR"
    taken = board({"FRANCE": ["A MUN", "A BUR"], "GERMANY": ["A KIE"]}, {"FRANCE": "PAR", "GERMANY": "MUN"}, season="F")
    most = " ".join(c for c in ALL_CENTRES if c != "MUN")
    won = board({"FRANCE": ["A MUN"]}, {"FRANCE": most, "GERMANY": "MUN"}, season="F")
    beaten = board({"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN"]}, {"FRANCE": "PAR MAR", "GERMANY": "MUN"})
    attack = {"FRANCE": "1 : A BUR - MUN\n1 : A RUH S A BUR - MUN"}
    lost = judged(beaten, attack)
    winter = judged(replace(lost.state, season="F"), {})
    return [
        OPENED,
        file(START, "FRANCE", letters),
        file(START, "FRANCE", "TRY\n4 : A PAR H"),
        judged(taken),
        judged(won),
        lost,
        winter,
        judged(board({"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": "PAR"}, season="W", kind="A")),
    ]


def test_every_notice_has_the_audience_that_the_rulings_give_it() -> None:
    found = {(n.kind, n.audience.kind) for step in a_life() for n in step.notices}
    assert found == set(AUDIENCES.items())


def test_what_is_told_to_seats_is_told_to_one_alone() -> None:
    alone = [n for step in a_life() for n in step.notices if n.audience.kind == "seats"]
    assert all(len(n.audience.seats) == 1 for n in alone)


# -- retreats ------------------------------------------------------------------------------------------------------

BEATEN = board(
    {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A BER"]},
    {"FRANCE": "PAR MAR", "GERMANY": "MUN BER"},
)
ATTACK = {"FRANCE": "1 : A BUR - MUN\n1 : A RUH S A BUR - MUN"}


def test_a_dislodged_unit_makes_a_retreat_phase_which_only_its_owner_owes() -> None:
    state = judged(BEATEN, ATTACK).state
    assert state.code == "S1901R"
    assert [(d.seat, d.filed) for d in RULES.duties(state)] == [("GERMANY", False)]
    filed = file(state, "GERMANY", "A MUN - BOH").state
    assert [(d.seat, d.filed) for d in RULES.duties(filed)] == [("GERMANY", True)]


def test_a_retreat_is_made_and_a_missing_one_disbands() -> None:
    state = judged(BEATEN, ATTACK).state
    saved = judged(state, {"GERMANY": "A MUN - BOH"})
    assert (saved.state.code, saved.state.units["BOH"]) == ("F1901M", Unit("GERMANY", "A", "BOH"))
    lost = judged(state)
    assert sorted(lost.state.units) == ["BER", "MUN", "RUH"]
    assert [row.fate for row in bodies(lost, "retreats")[0].orders] == ["disbands"]


def test_a_unit_without_a_place_to_go_makes_no_retreat_phase() -> None:
    units = {"FRANCE": ["A BUR", "A RUH"], "GERMANY": ["A MUN", "A BER", "A KIE", "A SIL", "A BOH", "A TYR"]}
    step = judged(board(units, {"FRANCE": "PAR MAR", "GERMANY": "MUN"}), ATTACK)
    assert step.state.code == "F1901M"
    assert [row.unit for row in bodies(step, "moves")[0].destroyed] == ["A MUN"]


def test_centres_are_counted_after_the_retreats_of_fall() -> None:
    state = judged(replace(BEATEN, season="F"), ATTACK).state
    assert (state.code, state.centres["GERMANY"]) == ("F1901R", ("BER", "MUN"))
    step = judged(state, {"GERMANY": "A MUN - KIE"})
    assert step.state.centres["GERMANY"] == ("BER", "KIE")
    assert step.state.centres["FRANCE"] == ("MAR", "MUN", "PAR")


def test_spring_takes_no_centre() -> None:
    step = judged(judged(BEATEN, ATTACK).state)
    assert step.state.centres == BEATEN.centres


# -- adjustments ---------------------------------------------------------------------------------------------------


def winter(units: dict[str, list[str]], centres: dict[str, str]) -> Any:
    return board(units, centres, season="W", kind="A")


def test_only_who_builds_or_removes_is_asked_in_winter() -> None:
    state = winter(
        {"FRANCE": ["A BUR"], "GERMANY": ["A MUN", "A KIE"], "ITALY": ["A ROM"]},
        {"FRANCE": "PAR MAR", "GERMANY": "MUN", "ITALY": "ROM"},
    )
    assert [(d.seat, d.what) for d in RULES.duties(state)] == [
        ("FRANCE", "build (up to 1)"),
        ("GERMANY", "removal (1)"),
    ]


def test_who_has_no_free_home_centre_is_not_asked() -> None:
    fall = board({"FRANCE": ["A BEL"]}, {"FRANCE": "BEL HOL"}, season="F")
    assert judged(fall).state.code == "S1902M"


def test_builds_are_made_and_those_not_named_waived() -> None:
    state = winter({"FRANCE": ["A BUR"]}, {"FRANCE": "PAR MAR BRE"})
    step = judged(state, {"FRANCE": "BUILD F MAR"})
    assert step.state.units == {"BUR": Unit("FRANCE", "A", "BUR"), "MAR": Unit("FRANCE", "F", "MAR")}
    assert sorted(judged(state).state.units) == ["BUR"]
    assert step.state.code == "S1902M"


def test_missing_removals_are_those_of_civil_disorder() -> None:
    state = winter({"FRANCE": ["A PAR", "A BUR", "F NAO", "A MOS"]}, {"FRANCE": "PAR BRE"})
    # Moscow is farthest from Paris and Brest; the fleet (two steps to Brest) goes before the army next to Paris.
    assert sorted(judged(state).state.units) == ["BUR", "PAR"]
    assert sorted(judged(state, {"FRANCE": "REMOVE A PAR\nREMOVE A BUR"}).state.units) == ["MOS", "NAO"]


# -- elimination ---------------------------------------------------------------------------------------------------


def eliminated() -> Step:
    """A Fall that takes Italy's last centre, while an Italian fleet is at sea."""
    fall = board(
        {"FRANCE": ["A ROM", "A PAR"], "ITALY": ["F TYS"], "GERMANY": ["A MUN"]},
        {"FRANCE": "PAR", "ITALY": "ROM", "GERMANY": "MUN"},
        season="F",
    )
    return judged(fall)


def test_a_power_is_eliminated_in_fall_with_its_last_centre_and_its_units_leave_without_an_order() -> None:
    step = eliminated()
    assert [(n.audience, n.body.power) for n in step.notices if n.kind == "eliminated"] == [(EVERYBODY, "ITALY")]
    assert "TYS" not in step.state.units
    assert (step.state.code, step.state.balances["ITALY"]) == ("S1902M", 48)


def test_an_eliminated_power_is_never_waited_for() -> None:
    state = eliminated().state
    assert "ITALY" not in [d.seat for d in RULES.duties(state)]
    assert "ITALY" not in RULES.votes_needed(state)
    assert not RULES.why_no_wait(state, "ITALY")
    assert RULES.why_no_wait(replace(state, balances={**state.balances, "ITALY": 0}), "ITALY")


def test_an_eliminated_power_may_still_offer_transfer_and_accept() -> None:
    state = after(eliminated().state, {"ITALY": "ACCEPT ITGRFEA\nTRANSFER 8 TO GERMANY\n10 : A MUN - BUR\n5 $"})
    step = due(state)
    assert step.state.units["BUR"].power == "GERMANY"
    assert (step.state.balances["ITALY"], step.state.balances["GERMANY"]) == (30, 48 + 17 + 8)
    assert told(step, "ITALY") == ["account"]


def test_an_eliminated_power_receives_no_taxes() -> None:
    state = judged(judged(eliminated().state).state).state
    assert (state.code, state.balances["ITALY"]) == ("S1903M", 48)


def test_the_treasury_of_an_eliminated_power_is_forfeited_when_its_player_resigns() -> None:
    step = RULES.seat_left(eliminated().state, "ITALY")
    assert (step.state.balances["ITALY"], step.state.forfeited) == (0, ("ITALY",))
    assert {n.audience.kind for n in step.notices} == {"disclosure"}


def test_an_eliminated_power_without_a_coin_is_lost_when_its_player_resigns() -> None:
    state = eliminated().state
    left = RULES.seat_left(replace(state, balances={**state.balances, "ITALY": 0}), "ITALY").state
    assert RULES.lost(left) == ("ITALY",)


def test_a_resignation_with_centres_leaves_money_and_position_to_a_replacement() -> None:
    left = RULES.seat_left(START, "FRANCE").state
    assert (left.balances["FRANCE"], left.forfeited) == (48, ())
    assert "FRANCE" not in [d.seat for d in RULES.duties(left)]
    taken = RULES.seat_taken(left, "FRANCE").state
    assert taken == START
    assert "FRANCE" in [d.seat for d in RULES.duties(taken)]


# -- what is owed and how it ends ------------------------------------------------------------------------------------

OWED = [
    ("", "offers and an acceptance list", False),
    ("4 : A PAR H", "an acceptance list", False),
    ("0 $", "an acceptance list", False),
    ("ACCEPT FAEGIRT", "offers", False),
    ("ACCEPT FAEGIRT\n0 $", "offers", True),
]


@each_row(("text", "what", "filed"), OWED)
def test_the_first_movement_wants_a_sheet_and_a_list(text: str, what: str, filed: bool) -> None:
    state = file(START, "FRANCE", text).state if text else START
    (duty,) = [d for d in RULES.duties(state) if d.seat == "FRANCE"]
    assert (duty.what, duty.filed) == (what, filed)


def winning(centres: int, season: str) -> Step:
    """France stands in Munich, a German centre, and owns so many without it."""
    own = [c for c in ALL_CENTRES if c not in ("MUN", "LON")][:centres]
    state = board(
        {"FRANCE": ["A MUN"], "GERMANY": ["A SIL"]},
        {"FRANCE": " ".join(own), "GERMANY": "MUN", "ENGLAND": "LON"},
        season=season,
    )
    return judged(state)


def test_eighteen_centres_after_a_fall_turn_win() -> None:
    step = winning(17, "F")
    assert step.state.winner == "FRANCE"
    assert (RULES.phase(step.state), RULES.duties(step.state)) == (None, ())
    assert RULES.outcome(step.state).winners == ("FRANCE",)
    assert [n.audience for n in step.notices if n.kind == "won"] == [EVERYBODY]


def test_seventeen_centres_or_a_spring_do_not_win() -> None:
    assert winning(16, "F").state.winner == ""
    assert winning(17, "S").state.winner == ""
    assert RULES.outcome(winning(17, "S").state) is None
