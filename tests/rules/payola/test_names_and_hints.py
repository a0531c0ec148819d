"""What provinces are called, and what the answer to a wrong line proposes: tables of whole lines."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import numbered
from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules import Letter, Orders, Problem, Problems, as_seat
from gm.rules.payola.acts import FileSheet
from gm.rules.provinces.board import Unit
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.names import Names, plain

RULES: Any = ruleset("payola").rules
START = RULES.open(RULES.card.options(), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
FOLDER = files("gm.rules.provinces") / "boards"
ALSO = tomllib.loads((FOLDER / "names.toml").read_text(encoding="utf-8"))
BOARDS = {name: read_board((FOLDER / f"{name}.toml").read_text(encoding="utf-8"), ALSO) for name in RULES.boards()}


def read(text: str, seat: str = "FRANCE") -> Orders | Problems:
    found: Orders | Problems = RULES.read(START, seat, Letter(numbered(text)))
    return found


def problem(text: str, seat: str = "FRANCE") -> Problem:
    found = read(text, seat)
    assert isinstance(found, Problems), found
    (only,) = found.problems
    return only


# -- names ---------------------------------------------------------------------------------------------------------

ELSEWHERE = [
    ("LYO", "GOL", "Gulf of Lyons", "Golf von Lyon", "Golfe du Lion", "Golfo de León", "Golfo del Leone"),
    ("NAO", "NAT", "Nordatlantik", "Atlantique Nord", "Atlántico Norte", "Nord Atlantico"),
    ("NWG", "NRG", "Norwegische See", "Mer de Norvège", "Mar de Noruega", "Mare di Norvegia"),
    ("ENG", "ECH", "Ärmelkanal", "Aermelkanal", "La Manche", "Canal de la Mancha", "Canale della Manica"),
    ("BOT", "GOB", "Bottnischer Meerbusen", "Golfe de Botnie", "Golfo de Botnia", "Golfo di Botnia"),
    ("TYS", "TYN", "Tyrrhenisches Meer", "Mer Tyrrhénienne", "Mar Tirreno"),
    ("MAO", "MAT", "MID", "Mid Atlantic", "Mittelatlantik", "Atlántico medio", "Medio Atlantico"),
    ("WES", "WMS", "WMED", "Westliches Mittelmeer", "Méditerranée occidentale", "Mediterráneo occidental"),
    ("NTH", "NTS", "Nordsee", "Mer du Nord", "Mar del Norte", "Mare del Nord"),
    ("LVP", "LPL"),
    ("TYR", "TRL", "Tirol", "Tyrol", "Tirolo"),
    ("RUM", "Romania", "Roumania", "Rumänien", "Rumaenien", "Roumanie", "Rumanía"),
    ("STP", "Saint Petersburg", "St. Petersburg", "Saint-Pétersbourg", "San Petersburgo", "San Pietroburgo"),
    ("MUN", "München", "Muenchen", "MUNCHEN", "Mu\u0308nchen", "Múnich", "Monaco"),
    ("VIE", "Wien", "Vienne", "Viena"),
    ("BUR", "Burgund", "Bourgogne", "Borgoña", "BORGONA", "Borgogna"),
    ("PRU", "Preußen", "PREUSSEN", "Prusse", "Prusia"),
    ("GRE", "Griechenland", "Grèce", "Grecia", "Griech"),
    ("NAF", "Nordafrika", "Afrique du Nord", "Norte de África", "Nord Africa"),
    ("HOL", "Netherlands", "Niederlande", "Pays-Bas", "Países Bajos", "Olanda"),
]

# Names in the map files of other judges that none of the above gives, and how people shorten names.
SHORT = [
    ("BLA", "bs", "blk sea"), ("BUR", "burgandy"), ("EAS", "eme", "emd", "eas med", "e med", "e. mediterranean"),
    ("ENG", "eng ch", "eng channel"), ("GAL", "galacia"), ("IRI", "irs"), ("LVP", "livp", "l'pool"),
    ("LVN", "lvo", "lva", "livo"), ("NAO", "na", "n. atlantic", "n atl", "n.atlantic ocean"),
    ("NAF", "nora", "n afr", "n. africa"), ("NTH", "ns", "norsea", "n. sea"), ("NWG", "norwsea", "norg", "norw sea"),
    ("PIE", "pid"), ("SEV", "sevastapol"), ("TYR", "tyl"), ("TYS", "tyh", "tyrhh"),
    ("WES", "wme", "wmd", "wes med", "w. med", "west mediterranean"), ("YOR", "yonkers"), ("SPA", "spn"),
    ("SPA/NC", "spn/nc", "spn(nc)", "spa ncs", "spa-nc", "SPA (NCS)"),
    ("SPA/SC", "spn/sc", "spn(sc)", "spa/wc", "Spain (west coast)", "spain-sc"),
    ("STP/NC", "stp-nc", "St Petersburg-NC", "stp ncs"), ("STP/SC", "stp-sc", "stpete/sc", "STP SCS"),
    ("BUL/EC", "bul/nc", "bul(nc)", "bulgaria/nc", "bul-ec", "bul ecs"),
]  # fmt: skip


@each_row(("place", "name"), [(place, name) for place, *names in SHORT for name in names])
def test_names_as_they_are_shortened_are_read(place: str, name: str) -> None:
    found = RULES.known.reader("standard").tokens([(1, name)])
    assert [(token.type, str(token)) for token in found] == [("PLACE", place)]


@each_row(("line", "names", "lines"), [
    ("1 : F SWE - NOR", "Norway (NWY), North Africa (NAF), North Atlantic Ocean (NAO), North Sea (NTH), Norwegian Sea "
     "(NWG)", ["1 : F SWE - NWY"]),
    ("1 : A MOS - LIV", "Livonia (LVN), Liverpool (LVP)", ["1 : A MOS - LVN"]),
    ("1 : F EDI - NORW", "Norwegian Sea (NWG), Norway (NWY)", ["1 : F EDI - NWG"]),
])  # fmt: skip
def test_a_name_that_could_be_several_places_is_asked_first_for_what_can_be_reached(
    line: str, names: str, lines: list[str]
) -> None:
    """What can be reached stands first, and of whole lines only those that are right are proposed."""
    state = replace(START, units={**START.units, "SWE": Unit(as_seat("RUSSIA"), "F", "SWE")})
    found = RULES.read(state, "RUSSIA", Letter(numbered(line)))
    assert isinstance(found, Problems)
    assert (found.problems[0].message, list(found.problems[0].hints)) == (f"this could be {names}", lines)


@each_row(("code", "name"), [(code, name) for code, *names in ELSEWHERE for name in names])
def test_names_of_other_judges_and_languages_are_known(code: str, name: str) -> None:
    assert Names(BOARDS["standard"]).matches(plain(name)) == (code,)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_no_other_name_stands_for_two_provinces_or_hides_a_name_of_the_board(board: Any) -> None:
    names = Names(board)
    said = [plain(name) for others in board.also.values() for name in {plain(one) for one in others}]
    assert len(said) == len(set(said))
    assert not set(said) & {*names.codes, *names.full}
    assert all(names.matches(plain(name)) == (code,) for code, others in board.also.items() for name in others)


YOUNGSTOWN = [
    ("SIA", "SIAM", "Gulf of Siam", "GOS"), ("OKH", "OKHOTSK", "SOO", "Okutsk"), ("TON", "TONKIN", "Tonk", "GOT"),
    ("ADE", "ADEN", "GOA"), ("BEN", "BENGAL", "BOB"), ("BOT", "BOTHNIA"), ("LYO", "LYON"), ("ECS", "ECH"),
    ("ENG", "Channel"), ("FOR", "Taiwan"), ("MOG", "Mogadishu"), ("SAK", "Saghalien"),
]  # fmt: skip


@each_row(("code", "name"), [(code, name) for code, *names in YOUNGSTOWN for name in names])
def test_a_board_has_names_of_its_own(code: str, name: str) -> None:
    assert Names(BOARDS["youngstown"]).matches(plain(name)) == (code,)


@each_row("letter", "ABCDEFGHIJKL")
def test_a_name_may_end_in_a_letter_that_is_a_sign_elsewhere(letter: str) -> None:
    reader = RULES.known.reader("youngstown")
    for written in (f"F Off Board {letter} H", f"f off board {letter.lower()} holds", f"F OFF-BOARD-{letter} H"):
        kinds = [(token.type, str(token)) for token in reader.tokens([(1, written)])]
        assert kinds[:2] == [("KIND", "F"), ("PLACE", f"OB{letter}")] and kinds[2][0] == "HOLD" and len(kinds) == 3


def test_what_other_names_of_a_board_begin_with_is_as_good_as_what_its_names_do() -> None:
    assert Names(BOARDS["loeb9"]).matches("NORW") == ("NWG", "OSL")
    assert Names(BOARDS["loeb9"]).matches("NORWA") == ("OSL",)


ORDERS = [
    ("FRANCE", "4 : A Parigi - Bourgogne", "PAR", "BUR"),
    ("FRANCE", "4 : A Marsella - Gascuña", "MAR", "GAS"),
    ("GERMANY", "4 : A München TO Tirol", "MUN", "TYR"),
    ("GERMANY", "4 : A Muenchen MOVES TO Burgund", "MUN", "BUR"),
    ("FRANCE", "4 : F Brest - La Manche", "BRE", "ENG"),
    ("ITALY", "4 : F Napoli - Mar Tirreno", "NAP", "TYS"),
    ("RUSSIA", "4 : F Saint Petersburg (south coast) - GOB", "STP", "BOT"),
    ("RUSSIA", "4 : F St. Petersburg/sc - Gulf of Bothnia", "STP", "BOT"),
    ("RUSSIA", "4 : F STP South Coast - BOT", "STP", "BOT"),
]


@each_row(("seat", "line", "unit", "to"), ORDERS)
def test_an_order_may_use_any_of_them(seat: str, line: str, unit: str, to: str) -> None:
    found = read(line, seat)
    assert isinstance(found, Orders), found
    (act,) = found.acts
    assert isinstance(act, FileSheet)
    assert [(offer.unit, offer.orders[0].to) for offer in act.offers] == [(unit, to)]  # type: ignore[union-attr]


# -- hints ---------------------------------------------------------------------------------------------------------

HINTS = [  # a province that is none, where it stands, and what is proposed
    ("4 : A PRA - BUR", 7, ("4 : A PAR - BUR",)),
    ("4 : A PAR - BRU", 13, ("4 : A PAR - BUR", "4 : A PAR - BRE")),
    ("4 : A PRA - BRU", 7, ("4 : A PAR - BUR", "4 : A PAR - BRE")),
    ("4 : A PAR - BURR", 13, ("4 : A PAR - BUR",)),
    ("4 : F BRE - MOA", 13, ("4 : F BRE - MAO",)),
    ("4 : A PAR S A MRA - BUR", 15, ("4 : A PAR S A MAR - BUR",)),
    ("4 : A PAR - NAR", 13, ()),
]


@each_row(("line", "column", "hints"), HINTS)
def test_a_misspelt_province_is_taken_for_what_its_unit_can_do(line: str, column: int, hints: tuple[str, ...]) -> None:
    found = problem(line)
    assert (found.code, found.column) == ("unknown-province", column)
    assert found.hints == hints or (not hints and all(len(hint) == 3 for hint in found.hints))


ILLEGAL = [  # a province that is one, and hardly the one that was meant
    ("4 : A PAR - BUL", "4 : A PAR - BUR"),
    ("4 : F BRE - NAO", "4 : F BRE - MAO"),
]


@pytest.mark.parametrize(("line", "hint"), ILLEGAL)
def test_an_impossible_order_is_taken_for_a_possible_one_that_is_a_slip_away(line: str, hint: str) -> None:
    assert (problem(line).code, problem(line).hints) == ("illegal", (hint,))


NO_PROVINCES = [  # what is no province, where it stands, and what is proposed
    ("2x5 : A PAR - BUR", 2, ("2*5 : A PAR - BUR",)),
    ("2 × 5 : A PAR - BUR", 3, ("2 * 5 : A PAR - BUR",)),
    ("4 for A PAR - BUR", 3, ("4 : A PAR - BUR",)),
    ("3 MOVE A PAR - BUR", 3, ("3 : A PAR - BUR",)),
    ("3 MOVE A PAR", 3, ()),
    ("4 - A PAR - BUR", 3, ("4 : A PAR - BUR",)),
    ("4 : A PAR SUPORT A MAR - BUR", 11, ("4 : A PAR SUPPORT A MAR - BUR",)),
    ("4 : A PAR X BUR", 11, ("4 : A PAR - BUR",)),
    ("4 : A PAR R BUR", 11, ("4 : A PAR - BUR",)),
]


@each_row(("line", "column", "hints"), NO_PROVINCES)
def test_what_stands_where_no_province_may_is_not_called_one(line: str, column: int, hints: tuple[str, ...]) -> None:
    found = problem(line)
    assert found.code in ("misplaced", "unknown-sign")
    assert (found.column, found.hints) == (column, hints)


def test_only_what_an_offer_may_have_there_is_said_to_be_expected() -> None:
    expected = problem("4 : A PAR X BUR").message.partition(":")[2].removesuffix(" was expected")
    assert expected.strip().split(" or ") == ["'-'", "H", "S", "C"]


SIGNED = [  # an offer behind a sign, where the first sign stands that does not belong there, and what is proposed
    ("-5 : A PAR - BUR", 1, "5 : A PAR - BUR"),
    ("- 5 : A PAR - BUR", 1, "5 : A PAR - BUR"),
    ("• 5 : A PAR - BUR", 1, "5 : A PAR - BUR"),
    ("+4 : A PAR - BUR", 1, "4 : A PAR - BUR"),
    ("(4) A PAR - BUR", 1, "4 A PAR - BUR"),
    ("(4) : A PAR - BUR", 1, "4 : A PAR - BUR"),
    ("$4 : A PAR - BUR", 4, "4 : A PAR - BUR"),
    ("> A PAR - BUR", 1, "0 > A PAR - BUR"),
]


@each_row("beside", ["", "3 : A MAR H\n", "OFFERS\n3 : A MAR H\n"])
@each_row(("line", "column", "hint"), SIGNED)
def test_a_sign_before_an_offer_is_told_with_the_offer_without_it(
    line: str, column: int, hint: str, beside: str
) -> None:
    found = problem(f"{beside}{line}")
    assert (found.line, found.column, found.hints) == (beside.count("\n") + 1, column, (hint,))


def test_a_list_of_offers_is_told_line_by_line() -> None:
    found = read("- 4 : A PAR - BUR\n- 3 : A MAR H")
    assert isinstance(found, Problems)
    assert [one.hints for one in found.problems] == [("4 : A PAR - BUR",), ("3 : A MAR H",)]


@pytest.mark.parametrize("rule", ["---", "====", "* * *".replace(" ", ""), "-----"])
def test_a_line_drawn_between_offers_means_nothing(rule: str) -> None:
    found = read(f"4 : A PAR - BUR\n{rule}\n3 : A MAR H")
    assert isinstance(found, Orders)
    assert [offer.line for act in found.acts if isinstance(act, FileSheet) for offer in act.offers] == [1, 3]


def test_a_fleet_on_the_wrong_coast_is_told_on_which_it_is() -> None:
    assert START.units["STP"] == Unit("RUSSIA", "F", "STP/SC")
    assert "south coast" in problem("10 : F STP - NWY", "RUSSIA").message


@pytest.mark.parametrize("line", ["BUILD A CAN", "BUILD F CAN", "build a can"])
def test_a_province_whose_abbreviation_is_a_word_of_talk_is_built_in(line: str) -> None:
    begun = RULES.open(RULES.card.options(board="colonial"), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    units = {province: unit for province, unit in begun.units.items() if province != "CAN"}
    found = RULES.read(replace(begun, kind="A", units=units), "CHINA", Letter(numbered(line)))
    assert isinstance(found, Orders) and len(found.acts) == 1 and not found.unread


def test_an_ambiguous_beginning_may_be_another_name_of_the_board_too() -> None:
    begun = RULES.open(RULES.card.options(board="loeb9"), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    found = RULES.read(begun, "NORWAY", Letter(numbered("2 : A Nor - Swe")))
    (only,) = found.problems
    assert only.code == "ambiguous-province" and "(OSL)" in only.message
    assert only.hints == ("2 : A OSL - Swe",)


def test_a_fault_shows_the_words_of_the_letter() -> None:
    begun = RULES.open(RULES.card.options(board="youngstown"), "seed", datetime(2026, 1, 5, 18, tzinfo=UTC)).state
    (only,) = RULES.read(begun, "ENGLAND", Letter(numbered("2 : F Joh - Java Sea"))).problems
    assert only.message.startswith("'Sea' ")
    assert problem("4 : Army Paris army Burgundy").message.startswith("'army' ")
