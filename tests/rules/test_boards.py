"""What each board says, as tables by hand: its powers, what a year's taxes are on it, and what words mean on it.

Sections are those of the rules of Payola: 2.1 has the taxes of the standard board, 6 those of any other.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from helpers.rows import each_row
from helpers.rulesets import Rules
from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules import Orders, Problems
from gm.rules.payola.acts import Accept, FileSheet, Transfer
from gm.rules.payola.state import tax
from gm.rules.provinces.orders import Move

PAYOLA = Rules("payola")
NAMES = ("standard", "colonial", "loeb9", "youngstown")


@cache
def opened(board: str) -> Any:
    """The state in which a game on a board begins."""
    options = replace(ruleset("payola").card.options(), board=board)
    return PAYOLA.rules.open(options, "seed", PAYOLA.at).state


def board_of(name: str) -> Any:
    """A board with all of its borders."""
    return PAYOLA.rules.known.board(name)


def act(board: str, seat: str, line: str) -> Any:
    """What a letter of one line does in the first Spring."""
    found = PAYOLA.read(opened(board), seat, line)
    assert isinstance(found, Orders), found
    (only,) = found.acts
    return only


def code(board: str, seat: str, line: str) -> str:
    """What is wrong with a letter of one line."""
    found = PAYOLA.read(opened(board), seat, line)
    assert isinstance(found, Problems), found
    (only,) = found.problems
    return only.code


def test_these_are_the_boards_that_there_are() -> None:
    assert set(PAYOLA.rules.boards()) == set(NAMES)


# -- taxes -----------------------------------------------------------------------------------------------------------

# 2.1: the table of the rules, for 1 to 17 centres. The 18th brings 18 - 18, and none costs anything.
STANDARD = [17, 33, 48, 62, 75, 87, 98, 108, 117, 125, 132, 138, 143, 147, 150, 152, 153, 153, 153, 153]
# 6: the first centre brings one silver piece fewer than the victory criterion, 20: 19, 18, 17 ... 1, 0.
LOEB9 = [
    19, 37, 54, 70, 85, 99, 112, 124, 135, 145, 154, 162, 169, 175, 180, 184, 187, 189, 190, 190, 190, 190,
]  # fmt: skip
# 6: of 30: 29, 28, 27 ... The sum for n is 30 n - n (n + 1) / 2 up to n = 29.
COLONIAL = {1: 29, 2: 57, 3: 84, 4: 110, 5: 135, 6: 159, 10: 245, 20: 390, 28: 434, 29: 435, 30: 435, 31: 435, 32: 435}
# 6: of 37: 36, 35, 34 ... The sum for n is 37 n - n (n + 1) / 2 up to n = 36.
YOUNGSTOWN = {
    1: 36, 2: 71, 3: 105, 4: 138, 5: 170, 6: 201, 10: 315, 20: 530, 35: 665, 36: 666, 37: 666, 38: 666, 39: 666,
}  # fmt: skip
TAXES = {
    "standard": dict(enumerate(STANDARD, 1)),
    "loeb9": dict(enumerate(LOEB9, 1)),
    "colonial": COLONIAL,
    "youngstown": YOUNGSTOWN,
}


@each_row(
    ("board", "centres", "income"),
    [(board, n, income) for board, table in TAXES.items() for n, income in {0: 0, **table}.items()],
)
def test_taxes(board: str, centres: int, income: int) -> None:
    assert tax(board_of(board), centres) == income


@pytest.mark.parametrize("name", NAMES)
def test_each_centre_brings_one_less_than_the_one_before_and_none_less_than_nothing(name: str) -> None:
    board = board_of(name)
    gains = [tax(board, n) - tax(board, n - 1) for n in range(1, board.victory + 3)]
    assert gains == [*range(board.victory - 1, -1, -1), 0, 0]


BALANCES = {  # 2.1, 6: in the first Spring, by the home centres of each
    "standard": {"RUSSIA": 62, "": 48},
    "loeb9": {"RUSSIA": 70, "": 54},
    "colonial": {"BRITAIN": 159, "CHINA": 135, "RUSSIA": 135, "JAPAN": 110, "": 84},
    "youngstown": {"RUSSIA": 201, "CHINA": 105, "INDIA": 105, "JAPAN": 105, "": 138},
}


@pytest.mark.parametrize("board", NAMES)
def test_what_each_power_has_in_the_first_spring(board: str) -> None:
    said = BALANCES[board]
    assert opened(board).balances == {power: said.get(power, said[""]) for power in board_of(board).powers}


# -- powers ----------------------------------------------------------------------------------------------------------

FACTS = {  # victory criterion, first year, provinces, centres, powers by letter (4.1)
    "standard": (18, 1901, 75, 34, "AUSTRIA ENGLAND FRANCE GERMANY ITALY RUSSIA TURKEY", "AEFGIRT"),
    "colonial": (30, 1870, 119, 58, "BRITAIN CHINA FRANCE HOLLAND JAPAN RUSSIA TURKEY", "BCFHJRT"),
    "loeb9": (20, 1901, 86, 38, "AUSTRIA ENGLAND FRANCE GERMANY ITALY NORWAY RUSSIA SPAIN TURKEY", "AEFGINRST"),
    "youngstown": (
        37, 1901, 180, 72,
        "AUSTRIA CHINA ENGLAND FRANCE GERMANY INDIA ITALY JAPAN RUSSIA TURKEY", "ACEFGNIJRT",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_facts(name: str) -> None:
    victory, year, provinces, centres, powers, letters = FACTS[name]
    board = board_of(name)
    assert (board.victory, board.year, len(board.provinces), len(board.home)) == (victory, year, provinces, centres)
    assert {power.code: power.letter for power in board.powers.values()} == dict(
        zip(powers.split(), letters, strict=True)
    )
    assert opened(name).year == year


@pytest.mark.parametrize("name", NAMES)
def test_an_acceptance_list_has_every_power_of_the_board_by_its_letter(name: str) -> None:
    *_, powers, letters = FACTS[name]
    assert act(name, "RUSSIA", f"ACCEPT {letters}") == Accept(tuple(powers.split()))
    assert act(name, "RUSSIA", f"ACCEPT {letters[::-1]}") == Accept(tuple(powers.split()[::-1]))
    assert code(name, "RUSSIA", f"ACCEPT {letters[1:]}") == "accept"


# -- words -----------------------------------------------------------------------------------------------------------

PLACES = [  # where a place stands, a word is one, even if a power is called so
    ("standard", "ENGLAND", "2 : F LON - ENG", "ENG"),
    ("standard", "ENGLAND", "2 : F LON TO Eng", "ENG"),
    ("loeb9", "FRANCE", "2 : F BRE - ENG", "ENG"),
    ("loeb9", "RUSSIA", "2 : F STP/NC - Norway", "OSL"),
    ("loeb9", "RUSSIA", "2 : F STP/NC TO NORWAY", "OSL"),
    ("youngstown", "JAPAN", "2 : F TOK - JAP", "JAP"),
    ("youngstown", "JAPAN", "2 : F TOK TO JAP", "JAP"),
    ("youngstown", "JAPAN", "2 : JAPAN F TOK - JAP", "JAP"),
    ("youngstown", "RUSSIA", "2 : A OMS - TUR", "TUR"),
    ("youngstown", "TURKEY", "2 : RUSSIA A OMS TO TUR", "TUR"),
    ("youngstown", "ENGLAND", "2 : F LON - ENG", "ENG"),
]


@each_row(("board", "seat", "line", "place"), PLACES)
def test_where_a_place_stands_a_word_is_a_place(board: str, seat: str, line: str, place: str) -> None:
    found = act(board, seat, line)
    assert isinstance(found, FileSheet)
    assert [offer.orders for offer in found.offers] == [(Move(place),)]


NO_PLACES = [  # words for powers that no place is called by, and one that several are
    ("standard", "AUSTRIA", "2 : A VIE - Turkey", "unknown-province"),
    ("loeb9", "SPAIN", "2 : A MAD - Spain", "unknown-province"),
    ("loeb9", "RUSSIA", "2 : F STP/NC - NOR", "ambiguous-province"),
    ("loeb9", "RUSSIA", "2 : F STP/NC - NORW", "ambiguous-province"),  # Norway, which is Oslo here, or the sea
    ("youngstown", "JAPAN", "2 : F TOK - Japan", "unknown-province"),
    ("colonial", "JAPAN", "2 : F TOK - JAP", "unknown-province"),
    ("colonial", "TURKEY", "2 : A ANG - TUR", "unknown-province"),
]


@each_row(("board", "seat", "line", "fault"), NO_PLACES)
def test_where_a_place_stands_a_word_for_a_power_is_none(board: str, seat: str, line: str, fault: str) -> None:
    assert code(board, seat, line) == fault


POWERS = [  # 2.3: to whom money goes
    ("standard", "FRANCE", "ENG", "ENGLAND"),
    ("loeb9", "FRANCE", "ENG", "ENGLAND"),
    ("loeb9", "FRANCE", "Norway", "NORWAY"),
    ("loeb9", "FRANCE", "NOR", "NORWAY"),
    ("loeb9", "FRANCE", "N", "NORWAY"),
    ("loeb9", "FRANCE", "S", "SPAIN"),
    ("youngstown", "FRANCE", "JAP", "JAPAN"),
    ("youngstown", "FRANCE", "TUR", "TURKEY"),
    ("youngstown", "FRANCE", "ENG", "ENGLAND"),
    ("youngstown", "FRANCE", "N", "INDIA"),
    ("youngstown", "FRANCE", "I", "ITALY"),
    ("colonial", "FRANCE", "JAP", "JAPAN"),
    ("colonial", "FRANCE", "TUR", "TURKEY"),
    ("colonial", "FRANCE", "Dutch", "HOLLAND"),
]


@each_row(("board", "seat", "word", "power"), POWERS)
def test_in_a_transfer_a_word_is_a_power(board: str, seat: str, word: str, power: str) -> None:
    assert act(board, seat, f"TRANSFER 2 TO {word}") == Transfer(2, power)
    assert act(board, seat, f"TRANSFER 2 AgP TO {word.lower()}") == Transfer(2, power)


@each_row(
    ("board", "word"),
    [("standard", "Norway"), ("colonial", "ENG"), ("youngstown", "Turkestan"), ("loeb9", "Oslo"), ("loeb9", "SWE")],
)
def test_in_a_transfer_a_place_is_no_power(board: str, word: str) -> None:
    assert code(board, "FRANCE", f"TRANSFER 2 TO {word}") == "unknown-power"


LISTS = [  # 4.1
    ("loeb9", "Norway, Spain, AUS, ENG, FRA, GER, ITA, RUS, TUR", "NSAEFGIRT"),
    ("youngstown", "JAP TUR ENG Austria China France Germany India Italy Russia", "JTEACFGNIR"),
    ("colonial", "JAP TUR Britain China France Holland Russia", "JTBCFHR"),
    ("standard", "ENG TUR AUS FRA GER ITA RUS", "ETAFGIR"),
]


@pytest.mark.parametrize(("board", "words", "letters"), LISTS)
def test_in_an_acceptance_list_a_word_is_a_power(board: str, words: str, letters: str) -> None:
    found = act(board, "RUSSIA", f"ACCEPT {words}")
    assert isinstance(found, Accept)
    assert "".join(board_of(board).powers[power].letter for power in found.powers) == letters


# -- other words for places ------------------------------------------------------------------------------------------

ALIASES = [
    (name, word, place)
    for name in NAMES
    for word, place in tomllib.loads(
        (files("gm.rules.provinces") / "boards" / f"{name}.toml").read_text(encoding="utf-8")
    )
    .get("aliases", {})
    .items()
]
SOME = [
    ("colonial", "Abysinnia", "ABY"), ("colonial", "Somaliland", "SOM"),
    ("loeb9", "DEN", "COP"), ("loeb9", "Norway", "OSL"), ("loeb9", "SWE", "STO"), ("loeb9", "Portugal", "LIS"),
    ("youngstown", "BOB", "BEN"), ("youngstown", "SOJ", "JAP"), ("youngstown", "Turkistan", "TUR"),
    ("youngstown", "HON", "KYU"), ("youngstown", "JOR/SC", "JOR/WC"),
]  # fmt: skip


def test_the_aliases_of_the_boards_are_those_of_their_files() -> None:
    assert set(SOME) <= set(ALIASES)
    assert len(ALIASES) == 2 + 3 + 9 + 32  # standard, colonial, loeb9, youngstown


@each_row(("board", "word", "place"), ALIASES)
def test_every_alias_reads_as_its_place(board: str, word: str, place: str) -> None:
    reader = PAYOLA.rules.known.reader(board)
    for written in (word, word.upper(), word.lower()):
        found = reader.tokens([(1, f"F {written}")])
        assert [(token.type, str(token)) for token in found] == [("KIND", "F"), ("PLACE", place)]


@each_row("word", ["JOR/SC", "jor/sc", "JOR (SC)", "Jordan (south coast)", "JOR south coast", "JOR SC"])
def test_another_name_of_a_coast_is_that_coast(word: str) -> None:
    answer = ruleset("diplomacy").judged.position(
        {
            "phase": "S1901M",
            "units": {"TURKEY": ["F RED", "F EGY/EC"]},
            "orders": {"TURKEY": [f"F RED - {word}", f"F EGY/EC S F RED - {word}"]},
        },
        "youngstown",
    )
    assert "problems" not in answer
    assert answer["fates"] == {
        "F RED": {"order": "F RED - JOR/WC", "fate": "succeeds"},
        "F EGY/EC": {"order": "F EGY/EC S F RED - JOR/WC", "fate": "succeeds"},
    }
    assert answer["units"] == {"TURKEY": ["F EGY/EC", "F JOR/WC"]}


def test_a_fleet_retreats_to_a_coast_by_its_other_name_and_one_there_is_ordered_by_it() -> None:
    answer = ruleset("diplomacy").judged.position(
        {
            "phase": "S1901R",
            "units": {},
            "dislodged": {"F RED": {"power": "TURKEY", "from": "ADE", "retreats": ["JOR/WC"]}},
            "orders": {"TURKEY": ["F RED - JOR/SC"]},
        },
        "youngstown",
    )
    assert answer["units"] == {"TURKEY": ["F JOR/WC"]}
    answer = ruleset("diplomacy").judged.position(
        {"phase": "F1901M", "units": {"TURKEY": ["F JOR/WC"]}, "orders": {"TURKEY": ["F JOR/SC - RED"]}}, "youngstown"
    )
    assert answer["units"] == {"TURKEY": ["F RED"]}


@pytest.mark.parametrize(("word", "place"), [("JOR/NC", "JOR/NC"), ("JOR/WC", "JOR/WC"), ("STP/SC", "STP/SC")])
def test_other_coasts_stay_what_they_are(word: str, place: str) -> None:
    found = PAYOLA.rules.known.reader("youngstown").tokens([(1, word)])
    assert [str(token) for token in found] == [place]
