"""Well-formed offers are read without the grammar. It reads each the same, and so does it a letter of many."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from gm.registry import ruleset
from gm.rules import Letter, Line, as_seat
from gm.rules.lines.letters import Fault
from gm.rules.payola.cutting import begins_bid, begins_command, names_bid
from gm.rules.payola.letter import WORDS, LetterReader
from gm.rules.payola.plain import PlainOffers
from gm.rules.payola.reading import SheetReader
from gm.rules.payola.state import Offer, State
from gm.rules.provinces.board import Unit
from gm.rules.provinces.forms import Forms
from gm.rules.provinces.headings import heading
from gm.rules.provinces.reading import Reader

BOARDS = ("standard", "colonial", "youngstown", "loeb9")
EXTRA = ["STP/NC", "STP/SC", "SPA/SC", "BUL/EC", "BUL", "XXX", "WAR", "par", "Paris", "SPA/XX", "PAR/NC", "VIA"]
SIGNS = [*(4 * ":>!@&"), "$", "-", "#", ""]
OTHERS = ["", "Hello there", "CLEAR", "TRY", "% no", "OFFERS S1901M", "END", "A PAR - BUR", "| H", "ACCEPT AEF"]
SEEDS = st.integers(0, 10**12)
NUMBERS = ["0", "9999", "10000", "007", "", "100", "101"]
ODD = ["", " ", "|", "%", ".", "a", "A", "-", "\u00a0", "\u0663"]


def known(board: str) -> tuple[Reader, State, str]:
    """The reader of a board, its first position with some fleets on coasts and at sea, and a power."""
    rules: Any = ruleset("payola").rules
    options = rules.card.options(board=board)
    state = rules.open(options, "seed", None).state
    reader = rules.reader(state)
    units = dict(state.units)
    for n, code in enumerate(sorted(reader.board.provinces)):
        if code not in units and n % 3 == 0:
            places = reader.board.fleet_places(code)
            kind = "F" if places else "A"
            owner = sorted(reader.board.powers)[n % len(reader.board.powers)]
            units[code] = Unit(as_seat(owner), kind, places[0] if places else code)
    return reader, replace(state, units=units), sorted(reader.board.powers)[0]


KNOWN = {board: known(board) for board in BOARDS}


def legal(reader: Reader, state: State, payer: str) -> list[str]:
    """Some orders that the unit in *payer* can be given, as they are written."""
    board, units = reader.board, state.units
    unit = units[payer]
    moves = [f"- {place}" for place in sorted(board.reach(unit.kind, unit.place))]
    near = sorted(board.supported_from(unit.kind, unit.place))
    holds = [f"S {units[code]}" for code in near if code in units]
    helped = [
        f"S {other} - {place}" for other in units.values() for place in sorted(board.reach(other.kind, other.place))
        if place[:3] in near
    ]  # fmt: skip
    carried = [f"- {code} VIA" for code in near] + [f"C {other} - {near[0]}" for other in units.values() if near][:3]
    return ["H", *moves, *holds, *helped[:12], *carried]


def odd(chance: Random, reader: Reader, state: State) -> str:
    """An order that may be none."""
    places = [*sorted(reader.board.provinces), *EXTRA]
    one, two = chance.choice(places), chance.choice(places)
    unit = chance.choice([*map(str, state.units.values()), f"{chance.choice('AF')} {one}"])
    return chance.choice(
        [f"- {one}", f"- {one} VIA", f"- {one} - {two}", f"S {unit}", f"S {unit} - {two}", f"C {unit} - {two}", "HOLD"]
    )


def offer(chance: Random, reader: Reader, state: State) -> str:
    """A line that is a well-formed offer, or nearly."""
    def often() -> bool:
        return chance.random() < 0.85

    def number() -> str:
        return str(chance.randint(1, 40)) if often() else chance.choice(NUMBERS)

    payer = chance.choice(sorted(state.units))
    right = legal(reader, state, payer)
    choices = [chance.choice(right) if often() else odd(chance, reader, state) for _ in range(chance.choice((1, 1, 2)))]
    head = f"{'' if often() else number() + '*'}{number()}{'' if often() else '#' + number()}"
    sign = chance.choice(SIGNS)
    text = f"{head} {sign}" if sign == "$" else f"{head} {sign} {state.units[payer]} {' | '.join(choices)}"
    if often():
        return text
    at = chance.randrange(len(text))  # one character is left out or another
    return text[:at] + chance.choice(ODD) + text[at + 1 :]


def read(reader: SheetReader, text: str) -> Offer | str:
    """What the grammar reads a line as; the code of its fault."""
    try:
        return reader.parsed([(0, text)])
    except Fault as fault:
        return fault.problem.code


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_read_directly_the_grammar_reads_the_same(board: str) -> None:
    reader, state, power = KNOWN[board]
    sheets = SheetReader(reader, state.units, as_seat(power))
    found = []
    own = frozenset((*WORDS, "BUILD", "REMOVE", "WAIVE"))

    @settings(max_examples=600, deadline=None)
    @given(SEEDS)
    def compare(seed: int) -> None:
        text = offer(Random(seed), reader, state)
        plain = sheets.plain(text)
        found.append(plain is not None)
        if plain is None:
            return
        assert read(sheets, text) == plain
        assert begins_bid(text, reader.names) and names_bid(text, reader.names)
        assert not begins_command(text, reader.names, own)
        assert heading(text, reader.names) is None
        line = Line(3, text)
        forms = Forms(reader.names, as_seat(power), ("TRY",))
        assert forms.split_offers([line], lambda one: names_bid(one, reader.names), lambda _: False) == [line]

    compare()
    assert 75 < sum(found) < len(found) - 75, "neither well-formed lines nor near misses were rare"


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_a_letter_of_well_formed_offers_and_near_misses_is_read_as_by_the_grammar_alone(seed: int) -> None:
    reader, state, power = KNOWN["standard"]
    chance = Random(seed)
    texts = [
        chance.choice(OTHERS) if chance.random() < 0.3 else offer(chance, reader, state)
        for _ in range(chance.randint(1, 8))
    ]
    letter = Letter(tuple(Line(n, text) for n, text in enumerate(texts, 1)))
    with pytest.MonkeyPatch.context() as patch:
        quick = LetterReader(reader.board, reader, state, as_seat(power)).read(letter)
        patch.setattr(PlainOffers, "offer", lambda self, text: None)  # planted: it knows no line
        assert LetterReader(reader.board, reader, state, as_seat(power)).read(letter) == quick


def test_lines_that_we_write_ourselves_need_no_grammar() -> None:
    reader, state, power = KNOWN["standard"]
    sheets = SheetReader(reader, state.units, as_seat(power))
    for text in ("12 : F LON - NTH", "2*8#4 > A PAR - BUR | H", "25 $", "3 ! A PAR S A MAR - BUR", "4 @ F BRE - MAO"):
        assert sheets.plain(text) is not None, text
