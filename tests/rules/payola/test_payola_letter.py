"""Whole letters to a Payola game: what is read, what is refused, what happens at once."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from helpers.faults import Faults
from helpers.rows import each_row
from helpers.rulesets import numbered, places
from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules import Letter, Orders, Problems, Step
from gm.rules.lines.commands import Clear
from gm.rules.payola.acts import Accept, AskBalance, FileAdjustments, FileRetreats, FileSheet, Transfer
from gm.rules.payola.faults import words
from gm.rules.provinces import faults as of_diplomacy
from gm.rules.provinces.board import Unit
from gm.rules.provinces.movement import Dislodged

WHY = Faults(words, of_diplomacy.words)
RULES: Any = ruleset("payola").rules
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
START = RULES.open(RULES.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state


def letter(text: str, subject: str = "", quoted: str = "") -> Letter:
    return Letter(numbered(text), numbered(quoted) if quoted else (), subject)


def read(text: str, subject: str = "", quoted: str = "", state: Any = START, seat: str = "FRANCE") -> Orders | Problems:
    found: Orders | Problems = RULES.read(state, seat, letter(text, subject, quoted))
    return found


def right(text: str, subject: str = "", quoted: str = "", state: Any = START, seat: str = "FRANCE") -> Orders:
    found = read(text, subject, quoted, state, seat)
    assert isinstance(found, Orders), found
    return found


def wrong(text: str, subject: str = "", state: Any = START, seat: str = "FRANCE") -> Problems:
    found = read(text, subject, "", state, seat)
    assert isinstance(found, Problems), found
    return found


def kinds(orders: Orders) -> list[str]:
    return [type(act).__name__ for act in orders.acts]


def sheet_lines(orders: Orders) -> list[int]:
    """The numbers of the lines that were filed as offers."""
    return [offer.line for act in orders.acts if isinstance(act, FileSheet) for offer in act.offers]


def filed(text: str, state: Any = START, seat: str = "FRANCE") -> Step:
    step: Step = RULES.file(state, seat, right(text, state=state, seat=seat), NOON)
    return step


# -- what is read --------------------------------------------------------------------------------------------------

STRETCHES = [
    ("4 : A PAR - BUR", [1], []),
    ("OFFERS\n4 : A PAR - BUR\nEND", [2], []),
    ("OFFERS S1901M\n4 : A PAR - BUR", [2], []),
    ("offers s1901m\n4 : A PAR - BUR\nend", [2], []),
    ("OFFERS:\n4 : A PAR - BUR\nEND.", [2], []),
    ("Dear GM,\n\n4 : A PAR - BUR\n2 $\n\nBest, Anna", [3, 4], ["Dear GM,", "Best, Anna"]),
    ("Hello\nOFFERS\n4 : A PAR - BUR\nEND\nBest, Anna", [3], ["Hello", "Best, Anna"]),
    (": A PAR - BUR\n0 : A MAR H", [1, 2], []),
    (": A PAR - BUR\nA MAR H\n10 $", [1, 2, 3], []),
    ("OFFERS\n4 : A PAR - BUR\nEND\n12 monkeys", [2], ["12 monkeys"]),
    ("12 monkeys\nOFFERS\n4 : A PAR - BUR\nEND", [3], ["12 monkeys"]),
    ("4 : A PAR - BUR\nACCEPT FAEGIRT\n2 : A MAR H", [1, 3], []),
    ("OFFERS\n4 : A PAR - BUR\nBALANCE\n2 : A MAR H\nEND\nTRANSFER 3 TO ITALY", [2, 4], []),
]


@each_row(("text", "lines", "unread"), STRETCHES)
def test_the_lines_from_the_first_to_the_last_order_are_read_and_the_others_quoted(
    text: str, lines: list[int], unread: list[str]
) -> None:
    found = right(text)
    assert sheet_lines(found) == lines
    assert [line.text for line in found.unread] == unread


@pytest.mark.parametrize(("first", "last"), [("IF ENGLAND A BEL", "ENDIF"), ("IF A PAR - BUR FAILS", "End if.")])
def test_nothing_under_a_condition_is_filed_as_if_it_stood_alone(first: str, last: str) -> None:
    assert places(wrong(f"{first}\n4 : A PAR - BUR\n{last}").problems)[-1][0] == 3


SAVINGS = ("25 $", "$ 25", "$25", "SAVE 25", "save 25 $", "Save 25 AgP")


@each_row("line", SAVINGS)
def test_savings_count_wherever_they_stand_in_a_sheet_and_however_they_are_written(line: str) -> None:
    for text in (f"{line}\n4 : A PAR - BUR", f"4 : A PAR - BUR\n{line}", f"4 : A PAR - BUR\n{line}\n2 : A MAR H", line):
        for whole in (text, f"OFFERS\n{text}\nEND", f"Hello\n{text}\n\nBest, Anna"):
            acts = [act for act in right(whole).acts if isinstance(act, FileSheet)]
            assert sum(offer.amount for offer in acts[0].offers if offer.sign == "$") == 25
            assert len(acts[0].offers) == len(text.splitlines())


@each_row("line", ["- $25", "* 25 $", "hoard 25 $", "SAEV 25", "$25 in my purse", "SAVE 25 then 5"])
def test_savings_that_cannot_be_read_stop_the_letter(line: str) -> None:
    for text in (f"{line}\n4 : A PAR - BUR", f"4 : A PAR - BUR\n{line}"):
        assert len(wrong(text).problems) == 1


@pytest.mark.parametrize("line", ["Save me a seat", "I would save 25 if I were you", "$25 is what they paid me"])
def test_talk_of_savings_is_talk(line: str) -> None:
    assert [one.text for one in right(f"4 : A PAR - BUR\n{line}").unread] == [line]


FAULTS = [
    ("4 : A PAR - BUR\nnice weather\n2 : A MAR H", [(2, 1)]),
    ("OFFERS\nnice weather\n4 : A PAR - BUR\nEND", [(2, 1)]),
    ("4 : A PAR - BUR\n\nand PAR-BUR again", [(3, 1)]),
    ("4 : A PAR - BUR\n\nand PAR\u2013BUR again", [(3, 1)]),
    ("4 : A PAR - BUR\n\nTRANFER 5 TO GERMANY", [(3, 1)]),
    ("ACEPT FGAEIRT\n4 : A PAR - BUR", [(1, 1)]),
    ("OFFERS\n4 : A PAR - BUR\nEND\n2 : A MAR H", [(4, 1)]),
    ("A MAR H\nOFFERS\n4 : A PAR - BUR\nEND", [(1, 1)]),
    ("OFFERS\n4 : A PAR - BUR\nEND\nOFFERS\n2 $\nEND", [(4, 1), (5, 1)]),
    ("OFFERS\n4 : A PAR - BUR\nOFFERS\n2 $", [(3, 1)]),
    ("Hello\nOFFERS W1\n4 : A PAR - BUR", [(2, 8)]),
    ("OFFERS\nEND", [(1, 1)]),
    ("Hello\nOFFERS\nEND", [(2, 1)]),
    ("Hello\nOFFERS\n4 : A PAR - MOS\nEND", [(3, 13)]),
    ("OFFERS\n4 : A PAR - MOS\nEND\nACCEPT FAEGIR\nTRANSFER 1.5 TO ITALY", [(2, 13), (4, 8), (5, 10)]),
    ("CLEAR all\n4 : A PAR H", [(1, 7)]),
    ("try   this\n4 : A PAR H", [(1, 1)]),
    ("BALANCE please", [(1, 9)]),
]


@each_row(("text", "where"), FAULTS)
def test_a_line_that_may_hide_an_order_or_cannot_be_read_is_a_fault_at_its_place(
    text: str, where: list[tuple[int, int]]
) -> None:
    assert [(line, column) for line, column, _ in places(wrong(text).problems)] == where


GOING_ON = [
    "4 : A PAR - BUR\n| - GAS",
    "4 : A PAR - BUR |\n- GAS",
    "OFFERS\n4 : A PAR - BUR |\n- GAS",
    "4 : A PAR - BUR |\n\n- GAS\n\nBest, Anna",
    "4 :\nA PAR -\nBUR |\n- GAS\nBest, Anna",
    "4 : A PAR\n- BUR | - GAS\nBest, Anna",
]


@each_row("text", GOING_ON)
def test_the_last_offer_goes_on_below_like_any_other(text: str) -> None:
    assert RULES.on_file(filed(text).state, "FRANCE") == "4 : A PAR - BUR | - GAS"


def test_an_alternative_that_names_no_place_is_not_lost_at_the_end_of_the_letter() -> None:
    assert RULES.on_file(filed("4 : A PAR - BUR\n| H").state, "FRANCE") == "4 : A PAR - BUR | H"


def test_words_that_are_also_english_name_no_province_in_prose() -> None:
    found = right("the war in a bar was gas\n4 : A PAR - BUR")
    assert [line.text for line in found.unread] == ["the war in a bar was gas"]


def test_a_letter_without_any_order_asks_for_nothing() -> None:
    found = right("Hello,\nhow are you?")
    assert (found.acts, len(found.unread)) == ((), 2)


def test_zero_saved_is_a_sheet_for_a_power_with_nothing_to_say() -> None:
    assert kinds(right("0 $")) == ["FileSheet"]


def test_forty_commands_are_the_most_and_the_next_is_told() -> None:
    assert len(right("\n".join(["TRANSFER 1 TO ITALY"] * 40)).acts) == 40
    assert places(wrong("\n".join(["TRANSFER 1 TO ITALY"] * 41)).problems) == [(41, 1, "too-many")]


# -- which phase ---------------------------------------------------------------------------------------------------

FALL = replace(START, season="F")
PHASES = [
    ("OFFERS F1901M\n4 : A PAR - BUR", "", "not-begun", "F1901M", START),
    ("OFFERS S1901M\n4 : A PAR - BUR", "", "over", "S1901M", FALL),
    ("4 : A PAR - BUR", "S1901M", "over", "S1901M", FALL),
    ("OFFERS\n4 : A PAR - BUR\nEND", "S1901M", "over", "S1901M", FALL),
    ("4 : A PAR - BUR\n3 : A PAR - MOS", "S1901M", "over", "S1901M", FALL),
    ("4 : A PAR - BUR", "W1900A", "over", "W1900A", START),
]


@each_row(("text", "subject", "why", "named", "state"), PHASES)
def test_a_sheet_for_another_phase_does_nothing_and_comes_back_ready_for_this_one(
    text: str, subject: str, why: str, named: str, state: Any
) -> None:
    found = wrong(f"{text}\nTRANSFER 1 TO ITALY", subject, state)
    assert found.reason == WHY(why, named=named, due="the phase now due", now=state.code)
    offers = [line for line in text.split("\n") if line[0].isdigit()]
    assert found.retry == (f"OFFERS {state.code}", *offers, "END", "TRANSFER 1 TO ITALY")


RIGHT_PHASES = [
    ("OFFERS F1901M\n4 : A PAR - BUR", "S1901M", FALL),
    ("OFFERS\n4 : A PAR - BUR", "F1901M", FALL),
    ("4 : A PAR - BUR", "", FALL),
    ("ACCEPT FAEGIRT\nTRANSFER 1 TO ITALY", "S1901M", FALL),
]


@pytest.mark.parametrize(("text", "subject", "state"), RIGHT_PHASES)
def test_the_first_line_goes_before_the_subject_and_money_knows_no_phase(text: str, subject: str, state: Any) -> None:
    assert right(text, subject, state=state).acts


# -- commands ------------------------------------------------------------------------------------------------------


def test_clear_acts_first_and_the_rest_in_the_order_written() -> None:
    found = right("TRANSFER 1 TO ITALY\n4 : A PAR - BUR\nACCEPT FAEGIRT\nBALANCE\nCLEAR")
    assert kinds(found)[0] == "Clear"
    assert kinds(found)[1:4] == ["Transfer", "Accept", "AskBalance"]
    assert kinds(found).count("FileSheet") == 1


def test_clear_with_a_sheet_leaves_that_sheet_on_file() -> None:
    before = filed("9 : A PAR - GAS").state
    after = filed("4 : A PAR - BUR\nCLEAR", before).state
    assert RULES.on_file(after, "FRANCE") == "4 : A PAR - BUR"
    assert RULES.on_file(filed("CLEAR", before).state, "FRANCE") == "(nothing)"


def test_a_later_sheet_replaces_the_whole_earlier_one() -> None:
    before = filed("9 : A PAR - GAS\n3 : A MAR - SPA").state
    assert RULES.on_file(filed("4 : A PAR - BUR", before).state, "FRANCE") == "4 : A PAR - BUR"


TRIES = [
    "TRY\n4 : A PAR - BUR",
    "4 : A PAR - BUR\nTRY",
    "OFFERS\n4 : A PAR - BUR\nEND\nTRY",
    "TRY\nTRANSFER 4 TO ITALY",
]


@pytest.mark.parametrize("text", TRIES)
def test_try_anywhere_makes_the_whole_letter_a_dry_run(text: str) -> None:
    found = right(text)
    step = RULES.file(START, "FRANCE", found, NOON)
    assert (found.dry, step.state) == (True, START)
    assert [(n.audience.kind, n.audience.seats) for n in step.notices] == [("seats", ("FRANCE",))]


def test_a_trial_shows_the_sheet_the_cost_and_the_choices_without_any_other_sheet() -> None:
    others = filed("9 : A PAR - PIC", seat="GERMANY").state
    step = filed("TRY\n4 : A PAR - BUR | - GAS\n3 & A PAR H\n60 : A MUN - BUR\n8 $", others)
    trial = step.notices[0].body
    assert trial.lines == ("4 : A PAR - BUR | - GAS", "3 & A PAR H", "60 : A MUN - BUR", "8 $")
    assert trial.most == 4 + 3 + 60  # for Paris: a move of 4 and the gift of 3 with it
    assert trial.available == 48 - 8
    # 67 is 27 too much; with every reduction of 1 Paris costs 2 less until the gift is gone: 7 + 60 = 67,
    # after 3: 1 + 57 = 58, after 4: 0 + 56, after 20: 40.
    assert (trial.reductions, trial.spent) == (20, 40)
    assert [(c.order, c.total) for c in trial.choices][-1] == ("A MUN - BUR", 40)


ACCEPTS = [
    ("ACCEPT FAEGIRT", ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")),
    ("accept t r i g e a f", ("TURKEY", "RUSSIA", "ITALY", "GERMANY", "ENGLAND", "AUSTRIA", "FRANCE")),
    ("ACCEPT F AEG IRT % mine", ("FRANCE", "AUSTRIA", "ENGLAND", "GERMANY", "ITALY", "RUSSIA", "TURKEY")),
]


@pytest.mark.parametrize(("text", "powers"), ACCEPTS)
def test_an_acceptance_list_names_every_power_once(text: str, powers: tuple[str, ...]) -> None:
    assert right(text).acts == (Accept(powers),)


WRONG_ACCEPTS = [
    ("ACCEPT FAEGIR", 8, "missing: T"),
    ("ACCEPT FAEGIRTT", 15, "repeated: T"),
    ("ACCEPT FAEGIRX", 14, "unknown: X; missing: T"),
    ("ACCEPT FAFGQ", 10, "unknown: Q; repeated: F; missing: E I R T"),
    ("ACCEPT", 7, "missing: A E F G I R T"),
    ("ACCEPT F,F", 10, "repeated: F; missing: A E G I R T"),
]


@each_row(("text", "column", "said"), WRONG_ACCEPTS)
def test_a_wrong_acceptance_list_is_told_with_the_letters_that_are_wrong(text: str, column: int, said: str) -> None:
    names = "A Austria, E England, F France, G Germany, I Italy, R Russia, T Turkey"
    fault = WHY.problem((1, column), "accept", names=names, said=said)
    assert wrong(text).problems == (fault,)


TRANSFERS = [
    ("TRANSFER 10 TO ITALY", [(10, "ITALY")]),
    ("transfer 48 to italy", [(48, "ITALY")]),
    ("TRANSFER 010 TO ITALY", [(10, "ITALY")]),
    ("TRANSFER 10 TO ITALY. % a gift", [(10, "ITALY")]),
    ("TRANSFER 40 TO ITALY\nTRANSFER 8 TO TURKEY", [(40, "ITALY"), (8, "TURKEY")]),
]


@each_row(("text", "given"), TRANSFERS)
def test_money_may_be_given_to_any_other_seat(text: str, given: list[tuple[int, str]]) -> None:
    assert right(text).acts == tuple(Transfer(amount, seat) for amount, seat in given)


WRONG_TRANSFERS = [
    ("TRANSFER 49 TO ITALY", (1, 10, "too-much")),
    ("TRANSFER 40 TO ITALY\nTRANSFER 9 TO TURKEY", (2, 10, "too-much")),
    ("TRANSFER 0 TO ITALY", (1, 10, "amount")),
    ("TRANSFER 1.5 TO ITALY", (1, 10, "amount")),
    ("TRANSFER -5 TO ITALY", (1, 10, "amount")),
    ("TRANSFER 1/2 TO ITALY", (1, 10, "amount")),
    ("TRANSFER \u0663 TO ITALY", (1, 10, "amount")),
    ("TRANSFER ten TO ITALY", (1, 10, "amount")),
    ("TRANSFER 9999999999 TO ITALY", (1, 10, "amount")),
    ("TRANSFER 5 TO FRANCE", (1, 15, "own-seat")),
    ("TRANSFER 5 TO ITALIA", (1, 15, "unknown-power")),
    ("TRANSFER 5 ITALY", (1, 1, "transfer")),
    ("TRANSFER", (1, 1, "transfer")),
]


@each_row(("text", "where"), WRONG_TRANSFERS)
def test_a_transfer_that_cannot_be_is_a_fault_at_its_word(text: str, where: tuple[int, int, str]) -> None:
    assert places(wrong(text).problems) == [where]


def test_an_unknown_account_is_told_with_near_misses() -> None:
    assert "ITALY" in wrong("TRANSFER 5 TO ITALIA").problems[0].hints


def test_an_eliminated_power_may_be_given_money_until_its_player_resigns() -> None:
    gone = replace(START, centres={**START.centres, "ITALY": ()}, units={"PAR": START.units["PAR"]})
    assert right("TRANSFER 5 TO ITALY", state=gone).acts
    resigned = RULES.seat_left(gone, "ITALY").state
    assert places(wrong("TRANSFER 5 TO ITALY", state=resigned).problems) == [(1, 15, "no-account")]


def test_money_changes_hands_at_once_and_each_party_gets_one_statement() -> None:
    step = filed("TRANSFER 10 TO ITALY\nTRANSFER 5 TO TURKEY\nTRANSFER 1 TO ITALY")
    assert {p: n for p, n in step.state.balances.items() if n != START.balances[p]} == {
        "FRANCE": 32,
        "ITALY": 59,
        "TURKEY": 53,
    }
    told = {n.audience.seats: n.body for n in step.notices if n.kind == "statement"}
    assert [n.kind for n in step.notices].count("statement") == 3
    assert [(e.what, e.amount) for e in told[("FRANCE",)].entries] == [
        ("to Italy", -10),
        ("to Turkey", -5),
        ("to Italy", -1),
    ]
    assert [(e.what, e.amount) for e in told[("ITALY",)].entries] == [("from France", 10), ("from France", 1)]
    assert [told[(p,)].balance for p in ("FRANCE", "ITALY", "TURKEY")] == [32, 59, 53]
    assert {n.audience.kind for n in step.notices} == {"seats", "disclosure"}


def test_balance_answers_with_every_movement_of_the_year() -> None:
    step = filed("TRANSFER 10 TO ITALY\nBALANCE")
    (answer,) = [n for n in step.notices if n.kind == "balance"]
    assert answer.audience.seats == ("FRANCE",)
    assert (answer.body.balance, [e.amount for e in answer.body.entries]) == (38, [48, -10])


def test_nothing_of_a_letter_with_a_wrong_line_happens() -> None:
    found = wrong("TRANSFER 10 TO ITALY\nACCEPT FAEGIRT\n4 : A PAR - MOS\nCLEAR")
    assert places(found.problems) == [(3, 13, "illegal")]
    assert found.retry == ("TRANSFER 10 TO ITALY", "ACCEPT FAEGIRT", "4 : A PAR - MOS", "CLEAR")


# -- warnings and quotations ---------------------------------------------------------------------------------------

WARNED = [
    ("3 ! A MUN H", True),  # its own HOLD is what it does not pay for
    ("3 ! A MUN - BUR", False),  # pays for the HOLD that it builds
    ("3 & A PAR H\n2 : A PAR - BUR", False),
    ("3 > A PAR - BUR\n2 : A PAR - GAS", False),
    ("3 > A PAR - BUR\n2 : A PAR H", True),
    ("3 @ A PAR H\n2 : A PAR - GAS", True),
    ("3 : A MUN - BUR", False),
    ("9 $", False),
]


@each_row(("text", "warned"), WARNED)
def test_a_conditional_offer_that_its_own_sheet_gives_nothing_to_pay_for_is_filed_with_a_warning(
    text: str, warned: bool
) -> None:
    (sheet,) = right(text).acts
    name = "conditional.negative" if text.startswith("3 !") else "conditional"
    assert sheet.warnings == ((WHY(name, said=text.partition("\n")[0]),) if warned else ())


def test_the_warning_does_not_say_that_a_bribe_pays_for_nothing_when_it_names_an_order_itself() -> None:
    (sheet,) = right("3 > A MUN - BUR\n3 ! F KIE H").acts
    said = WHY("conditional", said="3 > A MUN - BUR"), WHY("conditional.negative", said="3 ! F KIE H")
    assert sheet.warnings == said


QUOTED = [
    ("A PAR - PIC", ["0 > A PAR - PIC"]),
    ("3 : A MUN - BUR", ["3 : A MUN - BUR"]),
    ("On Monday you wrote", []),
    ("A MUN - BUR", []),  # for nothing, a foreign unit: no offer
    ("A PAR - MOS", []),
]


@each_row(("quoted", "offers"), QUOTED)
def test_a_dropped_quotation_that_reads_as_an_offer_is_shown_with_the_sheet_so_changed(
    quoted: str, offers: list[str]
) -> None:
    found = right("\n\n4 : A PAR - BUR", quoted=quoted)
    assert sheet_lines(found) == [3]
    assert [line.text.startswith("> ") for line in found.unread] == [True] * len(offers)
    assert found.retry == (("OFFERS S1901M", *offers, "4 : A PAR - BUR", "END") if offers else ())


# -- retreats ------------------------------------------------------------------------------------------------------


def retreating() -> Any:
    units = {p: u for p, u in START.units.items() if p not in ("PAR", "MAR", "BRE")}
    lost = {
        "BUR": Dislodged(Unit("FRANCE", "A", "BUR"), "MUN", ("GAS", "PAR")),
        "MAO": Dislodged(Unit("FRANCE", "F", "MAO"), "IRI", ("SPA/NC", "SPA/SC", "WES")),
        "POR": Dislodged(Unit("FRANCE", "F", "POR"), "SPA", ("MAO",)),
        "SIL": Dislodged(Unit("RUSSIA", "A", "SIL"), "MUN", ("WAR",)),
    }
    return replace(START, kind="R", units=units, dislodged=lost)


RETREATS = [
    ("A BUR - PAR", "A BUR - PAR"),
    ("A BUR R PAR", "A BUR - PAR"),
    ("A BUR RETREAT PAR", "A BUR - PAR"),
    ("RETREAT A BUR - PAR", "A BUR - PAR"),
    ("RETREAT F POR TO MAO", "F POR - MAO"),
    ("bur to paris", "A BUR - PAR"),
    ("A BUR D", "A BUR D"),
    ("A BUR DISBAND", "A BUR D"),
    ("DISBAND A BUR", "A BUR D"),
    ("A BUR - GAS/NC", "A BUR - GAS"),
    ("F MAO - SPA/SC", "F MAO - SPA/SC"),
    ("F MAO - WES", "F MAO - WES"),
    ("A BUR \u2192 PAR\nF POR D", "A BUR - PAR\nF POR D"),
]


@each_row(("text", "on_file"), RETREATS)
def test_a_retreat_is_read_in_each_form(text: str, on_file: str) -> None:
    state = retreating()
    found = right(text, state=state)
    assert [type(act) for act in found.acts] == [FileRetreats]
    assert RULES.on_file(filed(text, state).state, "FRANCE") == on_file


WRONG_RETREATS = [
    ("A BUR - BEL", (1, 9), ("GAS", "PAR")),
    ("F MAO - SPA", (1, 9), ("SPA/NC", "SPA/SC", "WES")),
    ("F POR - SPA/SC", (1, 9), ("MAO",)),
    ("A SIL - WAR", (1, 3), ()),
    ("A MUN H", (1, 7), ()),
    ("A MUN - RUH", (1, 3), ("A BUR", "F MAO", "F POR")),
    ("F BUR - PAR", (1, 3), ("A BUR - PAR",)),
    ("A BUR - PAR\nA BUR D", (2, 3), ()),
]


@each_row(("text", "where", "hints"), WRONG_RETREATS)
def test_a_wrong_retreat_is_told_with_what_is_possible(text: str, where: tuple[int, int], hints: Any) -> None:
    (fault,) = wrong(text, state=retreating()).problems
    assert ((fault.line, fault.column), fault.hints) == (where, hints)


def test_no_retreat_is_filed_if_one_is_wrong() -> None:
    assert places(wrong("A BUR - PAR\nF POR - WES", state=retreating()).problems) == [(2, 9, "no-retreat")]


CLOSED = ["4 : A PAR - BUR", ": A PAR - BUR", "9 $", "OFFERS\n4 : A PAR - BUR\nEND"]


@each_row("text", CLOSED)
@each_row(
    ("state", "opens"),
    [
        (retreating(), "F1901M"),
        (replace(retreating(), season="F"), "S1902M"),
        (replace(START, season="W", kind="A"), "S1902M"),
    ],
)
def test_offers_are_refused_while_there_is_no_movement(text: str, state: Any, opens: str) -> None:
    (fault,) = wrong(text, state=state).problems
    assert (fault.code, fault.message) == ("offers-closed", WHY("offers-closed", phase=opens))


def test_offers_for_the_coming_phase_are_refused_and_come_back_ready_for_it() -> None:
    found = wrong("OFFERS F1901M\n4 : A PAR - BUR\nEND", state=retreating())
    late = WHY("not-begun", named="F1901M", now="S1901R")
    assert found.reason == f"{late}; {WHY('offers-closed', phase='F1901M')}"
    assert found.retry == ("OFFERS F1901M", "4 : A PAR - BUR", "END")


def test_money_and_lists_are_taken_while_there_is_no_movement() -> None:
    found = right("ACCEPT FAEGIRT\nTRANSFER 3 TO ITALY\nBALANCE\nCLEAR", state=retreating())
    assert [type(act) for act in found.acts] == [Clear, Accept, Transfer, AskBalance]


# -- builds and removals -------------------------------------------------------------------------------------------


def building(units: list[str], centres: str, power: str = "FRANCE") -> Any:
    """A winter in which *power* has these units and centres."""
    own = {u.split()[1][:3]: Unit(power, *u.split()) for u in units}
    others = {p: u for p, u in START.units.items() if u.power != power and p not in own}
    owned = {**START.centres, power: tuple(sorted(centres.split()))}
    return replace(START, season="W", kind="A", units={**others, **own}, centres=owned)


TWO = building(["A SPA", "F BRE"], "BRE MAR PAR SPA")
RUSSIA = building(["A MOS", "F SEV"], "MOS SEV STP WAR", "RUSSIA")
LESS = building(["A PAR", "A BUR", "F BRE"], "BRE")

BUILDS = [
    ("BUILD A PAR", TWO, "FRANCE", "BUILD A PAR"),
    ("build army paris\nbuild fleet marseilles", TWO, "FRANCE", "BUILD A PAR\nBUILD F MAR"),
    ("BUILD A PAR\nWAIVE", TWO, "FRANCE", "BUILD A PAR\nWAIVE"),
    ("WAIVE", TWO, "FRANCE", "WAIVE"),
    ("BUILD F STP/NC", RUSSIA, "RUSSIA", "BUILD F STP/NC"),
    ("BUILD F STP(SC)\nBUILD A WAR", RUSSIA, "RUSSIA", "BUILD F STP/SC\nBUILD A WAR"),
    ("BUILD A STP", RUSSIA, "RUSSIA", "BUILD A STP"),
    ("REMOVE A PAR\nREMOVE F BRE", LESS, "FRANCE", "REMOVE A PAR\nREMOVE F BRE"),
    ("DISBAND A PAR\nDISBAND F BRE", LESS, "FRANCE", "REMOVE A PAR\nREMOVE F BRE"),
    ("A PAR D\nBRE DISBANDS", LESS, "FRANCE", "REMOVE A PAR\nREMOVE F BRE"),
    ("Remove Paris\nRemove Burgundy", LESS, "FRANCE", "REMOVE A PAR\nREMOVE A BUR"),
]


@each_row(("text", "state", "seat", "on_file"), BUILDS)
def test_builds_and_removals_are_filed_as_a_whole(text: str, state: Any, seat: str, on_file: str) -> None:
    assert [type(act) for act in right(text, state=state, seat=seat).acts] == [FileAdjustments]
    assert RULES.on_file(filed(text, state, seat).state, seat) == on_file


WRONG_BUILDS = [
    ("BUILD A PAR\nBUILD A MAR\nWAIVE", TWO, "FRANCE", (3, 1), WHY("too-many-builds", most=2, number=3)),
    ("BUILD A PAR\nBUILD F PAR", TWO, "FRANCE", (2, 9), WHY("build.twice", place="Paris")),
    ("BUILD A BRE", TWO, "FRANCE", (1, 9), WHY("build.no-site", place="Brest")),
    ("BUILD A SPA", TWO, "FRANCE", (1, 9), WHY("build.no-site", place="Spain")),
    ("BUILD A MUN", TWO, "FRANCE", (1, 9), WHY("build.no-site", place="Munich")),
    ("BUILD A BUR", TWO, "FRANCE", (1, 9), WHY("build.no-site", place="Burgundy")),
    ("BUILD F PAR", TWO, "FRANCE", (1, 9), WHY("build.inland")),
    ("BUILD PAR", TWO, "FRANCE", (1, 7), WHY("no-kind")),
    ("BUILD F STP", RUSSIA, "RUSSIA", (1, 9), WHY("build.coast", coasts="STP/NC or STP/SC")),
    ("REMOVE A SPA", TWO, "FRANCE", (1, 1), WHY("removals", most=0, number=1)),
    ("REMOVE A PAR", LESS, "FRANCE", (1, 1), WHY("removals", most=2, number=1)),
    ("REMOVE A PAR\nREMOVE A BUR\nREMOVE F BRE", LESS, "FRANCE", (3, 1), WHY("removals", most=2, number=3)),
    ("REMOVE A PAR\nREMOVE A PAR", LESS, "FRANCE", (2, 10), WHY("removal.twice")),
    ("REMOVE A PAR\nREMOVE A MUN", LESS, "FRANCE", (2, 10), WHY("foreign-unit.own", unit="A MUN")),
    ("REMOVE A PAR\nREMOVE A GAS", LESS, "FRANCE", (2, 10), WHY("no-unit", place="Gascony")),
    ("REMOVE A PAR\nREMOVE A BRE", LESS, "FRANCE", (2, 10), WHY("wrong-kind", place="Brest", kind="a fleet")),
]


@each_row(("text", "state", "seat", "where", "message"), WRONG_BUILDS)
def test_a_wrong_build_or_removal_is_one_fault_at_its_place(
    text: str, state: Any, seat: str, where: tuple[int, int], message: str
) -> None:
    (fault,) = wrong(text, state=state, seat=seat).problems
    assert (fault.line, fault.column, fault.message) == (*where, message)


def test_a_fleet_for_two_coasts_is_hinted_with_both() -> None:
    (fault,) = wrong("BUILD F STP", state=RUSSIA, seat="RUSSIA").problems
    assert fault.hints == ("F STP/NC", "F STP/SC")
