"""The files of boards and maps, right and wrong: what cannot be played or drawn is a fault with its line.

The faults of the board of the docs, one by one, are in tests/commands/test_board_commands.py.
"""

from __future__ import annotations

import re
from functools import partial

import pytest
from helpers.lake import lake, lake_map
from helpers.rows import each_row
from helpers.steps import steps

from gm.draw.pictures import drawing_of
from gm.draw.png import to_layered_png, to_png
from gm.registry import boards
from gm.rules.provinces.boardcheck import check_board
from gm.rules.provinces.boardfile import read_board
from gm.rules.provinces.mapcheck import check_map, pieces_of
from gm.rules.provinces.mapsize import MOST, MOST_TALL, MOST_WIDE, pixels

FLEET = "[fleet]\n"


def faults(old: str, new: str) -> list[str]:
    """What is wrong with the board of the docs after a change."""
    text = lake().replace(old, new, 1)
    assert text != lake()
    return [str(one) for one in check_board(text)[1] if one.wrong]


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def map_faults(drawing: str) -> list[str]:
    return [str(one) for one in check_map(drawing, read_board(lake()))]


# -- units ---------------------------------------------------------------------------------------------------------


@each_row("unit", ["HIL", "B HIL", "a HIL", "", "A  HIL", "A HIL ", "A HIL/NC", "A Hills", "F", "A XXX"])
def test_a_unit_that_is_none_is_a_fault_and_no_game_begins_with_it(unit: str) -> None:
    (fault,) = faults('"A HIL"', f'"{unit}"')
    line = line_of(lake(), '"A HIL"')
    assert fault.startswith(f"line {line}: [units] NORTH: '{unit}' is no unit")


def test_a_unit_on_a_coast_that_is_none_says_where_a_fleet_can_be() -> None:
    (fault,) = faults('"F POR"', '"F POR/NC"')
    assert fault.endswith("[units] NORTH: a fleet in POR needs its coast: POR")


# -- names ---------------------------------------------------------------------------------------------------------

ALIASES = [
    ('Port = "HIL"', "POR is called Port, too"),
    ('port = "HIL"', "POR is called port, too"),
    ('M-I-L = "HIL"', "M-I-L is the code of a province"),
    ('"M.I.L" = "MIL"', "M.I.L is the code of a province"),
    ('VIA = "HIL"', "no word of orders"),
    ('To = "HIL"', "no word of orders"),
    ('H = "HIL"', "no word of orders"),
    ('"Bay of A" = "HIL"', "no word of orders"),
    ('P1 = "HIL"', "letters and spaces only"),
    ('"Far, far" = "HIL"', "letters and spaces only"),
    ('Far = "HIL/NC"', "a province, or the coast of one, is expected"),
    ('"POR/SC" = "POR/NC"', "a coast that the board has not"),
]


@each_row(("row", "why"), ALIASES)
def test_an_alias_that_is_another_place_or_that_nobody_can_write_is_a_fault(row: str, why: str) -> None:
    (fault,) = faults(FLEET, f"[aliases]\n{row}\n\n[fleet]\n")
    key = row.partition(" = ")[0].strip('"')
    assert fault.startswith(f"line {line_of(lake(), FLEET) + 1}: [aliases] {key}: ") and why in fault


@pytest.mark.parametrize("two", [("Xab", "XAB"), ("Köln", "Koeln"), ("Upper Hill", "Upper-Hill")])
def test_two_places_do_not_share_an_alias_in_any_spelling_but_one_may_have_it_twice(two: tuple[str, str]) -> None:
    rows = [f'[aliases]\n"{two[0]}" = "HIL"\n"{two[1]}" = "{code}"\n\n[fleet]\n' for code in ("MIL", "HIL")]
    (fault,) = faults(FLEET, rows[0])
    assert fault.endswith(f"[aliases] {two[1]}: HIL is called {two[1]}, too")
    assert faults(FLEET, rows[1]) == []


def test_aliases_of_a_coast_are_of_its_province_and_no_coast_already() -> None:
    coasts = lake().replace(
        'POR = { name = "Port", kind = "coast"', 'POR = { name = "Port", kind = "coast", coasts = ["NC", "SC"]'
    )
    coasts = coasts.replace('"F POR"', '"F POR/NC"').replace(
        'POR = ["LAK", "FER"]', '"POR/NC" = ["LAK"]\n"POR/SC" = ["FER"]'
    )
    coasts = coasts.replace('FER = ["LAK", "POR", "MIL"]', 'FER = ["LAK", "POR/SC", "MIL"]')
    coasts = coasts.replace('LAK = ["POR", "MIL", "FER"]', 'LAK = ["POR/NC", "MIL", "FER"]')
    wrong = {'"POR/WC" = "POR/NC"': 0, '"POR/SC" = "POR/NC"': 1, '"MIL/WC" = "POR/NC"': 1, '"POR/WC" = "POR/XC"': 1}
    for row, number in wrong.items():
        found = check_board(coasts.replace(FLEET, f"[aliases]\n{row}\n\n[fleet]\n"))[1]
        assert [one.table for one in found if one.wrong] == ["aliases"] * number, row


NAMES = [
    ('name = "Mill"', 'name = "Hil"', "[provinces] MIL: HIL is called Hil, too"),
    ('name = "Mill"', 'name = "Convoy"', "[provinces] MIL: Convoy is a word of orders"),
    ('adjective = "Northern"', 'adjective = "South"', "[powers] NORTH: SOUTH is called South, too"),
    ('adjective = "Southern"', 'adjective = "North"', "[powers] SOUTH: NORTH is called North, too"),
    ('name = "North"', 'name = "Everybody"', "[powers] NORTH: Everybody is a word of letters"),
    ('name = "North"', 'name = "Fleet"', "[powers] NORTH: Fleet is a word of orders"),
    (FLEET, '[impassable]\nSWI = { name = "Mill" }\n\n[fleet]\n', "[impassable] SWI: MIL is called Mill, too"),
    (FLEET, '[impassable]\nSWI = { name = "Hil" }\n\n[fleet]\n', "[impassable] SWI: HIL is called Hil, too"),
]


@each_row(("old", "new", "why"), NAMES)
def test_no_word_means_two_places_or_two_powers(old: str, new: str, why: str) -> None:
    (fault,) = faults(old, new)
    assert why in fault


@pytest.mark.parametrize("name", boards().names())
def test_every_alias_of_the_boards_that_come_with_gm_is_read_as_its_place(name: str) -> None:
    reader = boards().reader(name)
    aliases = check_board(boards().text(name))[0].get("aliases", {})
    for word, place in aliases.items():
        (token,) = reader.tokens([(1, word)])
        assert (token.type, str(token)) == ("PLACE", place), word
    assert aliases or name == "standard"


# -- every fault at once, each with its line -----------------------------------------------------------------------


def test_faults_of_all_tables_are_told_at_once() -> None:
    changes = {
        "victory = 3": "victory = 9",
        'letter = "S"': 'letter = "N"',
        'name = "Mill"': 'name = "Port"',
        'SOUTH = ["F FER"]': 'SOUTH = ["F HIL"]',
        'FER = ["POR", "MIL"]': 'FER = ["POR"]',
        FLEET: '[aliases]\nVIA = "MIL"\n\n[seasonal]\nMIL = { open = ["spring"] }\n\n[ships]\nX = 1\n\n[fleet]\n',
    }
    text = lake()
    for old, new in changes.items():
        text = text.replace(old, new, 1)
    places = [(one.table, one.key) for one in check_board(text)[1]]
    assert places == [
        ("", "victory"), ("powers", "SOUTH"), ("provinces", "MIL"), ("units", "SOUTH"), ("units", "SOUTH"),
        ("army", "MIL"), ("aliases", "VIA"), ("seasonal", "MIL"), ("ships", ""),
    ]  # fmt: skip


MEANINGLESS = [
    ('kind = "land"', 'kind = "hill"', 1),  # of what kind the Hills are is not known: nothing else is said of them
    ("[provinces]", "[province]", 2),  # unknown, and needed
    ("[powers]", "[power]", 2),
    ('HIL = ["POR", "MIL"]', "HIL = 5", 1),
    ("at = [3, 4]", 'at = ["a", 4]', 1),
    ("at = [3, 4]", "at = [true, 4]", 1),
    ('NEUTRAL = ["MIL"]', 'NEUTRAL = "MIL"', 1),
]


@each_row(("old", "new", "number"), MEANINGLESS)
def test_a_fault_is_told_without_those_that_follow_from_it(old: str, new: str, number: int) -> None:
    assert len(faults(old, new)) == number


SUBTABLES = """[powers.NORTH]
name = "North"
adjective = "Northern"
letter = "N"
[powers.SOUTH]
name = "South"
adjective = "Southern"
letter = "ss"
"""


def test_lines_are_right_in_tables_of_tables_and_in_values_of_several_lines() -> None:
    start, end = lake().index("[powers]"), lake().index("[provinces]")
    text = lake()[:start] + SUBTABLES + lake()[end:]
    (fault,) = check_board(text)[1]
    assert (fault.line, fault.table, fault.key) == (line_of(text, 'letter = "ss"'), "powers", "SOUTH")
    text = lake().replace('HIL = ["POR", "MIL"]', 'HIL = [ # [to]\n  "POR",\n  "MLI",\n]')
    one, two = check_board(text)[1]
    assert (one.line, one.key, two.line, two.key) == (
        line_of(text, "HIL = ["),
        "HIL",
        line_of(text, 'MIL = ["HIL"'),
        "MIL",
    )
    text = lake().replace("victory = 3", 'not_played = ["""\nvictory = 3\n[army]\n"""]\nvictory = 9')
    assert [one.line for one in check_board(text)[1]] == [line_of(text, "not_played"), line_of(text, "victory = 9")]


def test_an_unknown_table_of_several_is_told_by_its_first_line() -> None:
    text = lake().replace(FLEET, "[[seasons]]\nopen = 1\n\n[[seasons]]\nopen = 2\n\n[fleet]\n")
    (fault,) = check_board(text)[1]
    assert (fault.line, fault.table, fault.key) == (line_of(text, "[[seasons]]"), "seasons", "")


NO_TOML = [
    ("victory = 3", "victory = ", ("", "victory")),
    ('NORTH = ["A HIL", "F POR"]', 'NORTH = ["A HIL", ', ("units", "NORTH")),
    ('HIL = ["POR", "MIL"]', 'HIL = ["POR"]\nHIL = ["MIL"]', ("army", "HIL")),
    ("victory = 3", "victory = " + "9" * 5000, ("", "victory")),
]


@pytest.mark.parametrize(("old", "new", "place"), NO_TOML)
def test_what_is_no_toml_is_told_with_its_table_and_key(old: str, new: str, place: tuple[str, str]) -> None:
    facts, (fault,) = check_board(lake().replace(old, new, 1))
    assert facts == {} and (fault.table, fault.key) == place and "this is no TOML" in str(fault)


@each_row("text", ["", "a = " + "[" * 100_000, "#" * 400_001, "\ufeff[powers", 'a = "\x00"', "= 1"])
def test_no_text_is_too_odd_to_be_told_what_is_wrong_with_it(text: str) -> None:
    assert any(one.wrong for one in check_board(text)[1])


# -- paths and notes -----------------------------------------------------------------------------------------------


def test_a_province_that_no_path_leads_to_is_a_fault() -> None:
    text = lake()
    for old, new in (
        ("[centres]", 'ISL = { name = "Isle", kind = "coast", at = [9, 9] }\n\n[centres]'),
        ("[army]\n", "[army]\nISL = []\n"), (FLEET, "[fleet]\nISL = []\n"),
    ):  # fmt: skip
        text = text.replace(old, new, 1)
    (fault,) = (one for one in check_board(text)[1] if one.wrong)
    assert (fault.table, fault.key, fault.why) == ("provinces", "ISL", "no path leads from HIL to ISL")


def test_a_coast_without_a_sea_and_an_island_are_notes_and_can_be_played() -> None:
    inland = lake().replace('HIL = { name = "Hills", kind = "land"', 'HIL = { name = "Hills", kind = "coast"')
    (note,) = check_board(inland.replace(FLEET, "[fleet]\nHIL = []\n", 1))[1]
    assert not note.wrong and str(note).endswith("[provinces] HIL: HIL is on the coast, and no fleet can go there")
    island = lake().replace('POR = ["HIL", "FER"]', 'POR = ["HIL"]').replace('MIL = ["HIL", "FER"]', 'MIL = ["HIL"]')
    (note,) = check_board(island.replace('FER = ["POR", "MIL"]', "FER = []"))[1]
    assert not note.wrong and str(note).endswith(
        "[provinces] FER: FER is an island: an army comes and goes by convoy only"
    )


# -- how large a picture becomes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("down", [30, 1200, 9999])
def test_points_that_would_make_a_picture_too_high_are_a_fault_before_anything_is_drawn(down: int) -> None:
    text = re.sub(r"at = \[\d", "at = [1", lake()).replace("at = [1, 4]", f"at = [1, {down}]")
    (fault,) = check_board(text)[1]
    assert (fault.key, fault.line) == (
        "FER",
        line_of(text, f"at = [1, {down}]"),
    ) and f"at most {MOST_TALL}" in fault.why


@pytest.mark.parametrize("at", ["[9999, 9999]", "[9999, 0]", "[0, 7]", "[3, 18]"])
def test_a_picture_of_points_that_are_right_is_as_large_as_was_reckoned(at: str) -> None:
    found = boards().look(lake().replace("at = [3, 4]", f"at = {at}"))
    drawing = drawing_of(found.picture)
    assert found.picture is not None and drawing is not None and drawing.width == 780
    assert pixels(found.picture.ground.height, 390) <= MOST_TALL


SIZES = [
    ((60_000, 60_000, 390), ["width", "height"]), ((6_000, 1200, 390), ["width"]), ((1560, 9_999, 390), ["height"]),
    ((20, 1200, 390), ["width"]), ((1560, 0, 390), ["height"]), ((1560, 1200, 2_000), ["narrowest"]),
    ((1560, -1200, 390), ["height"]), ((1560, 1200, 0), ["narrowest"]), ((10**18, 1200, 1280), ["width"]),
]  # fmt: skip


@each_row(("size", "keys"), SIZES)
def test_a_map_of_a_size_that_cannot_be_painted_is_a_fault(size: tuple[int, int, int], keys: list[str]) -> None:
    found = check_map(lake_map(size=size), read_board(lake()))
    assert [(one.table, one.key) for one in found] == [("", key) for key in keys]


@pytest.mark.parametrize("size", [(1560, 1200, 390), (3840, 5120, 390), (3840, 5120, 960), (4200, 2400, 1280)])
def test_the_picture_of_a_map_is_as_large_as_was_reckoned(size: tuple[int, int, int]) -> None:
    found = boards().look(lake(), lake_map(size=size))
    drawing = drawing_of(found.picture)
    assert drawing is not None and drawing.width == pixels(size[0], size[2]) <= MOST_WIDE


def test_a_game_that_has_a_drawing_too_large_to_be_painted_goes_on_without_pictures() -> None:
    known = boards()
    for drawing, is_drawn in ((lake_map(), True), (lake_map(size=(2 * MOST + 2, 1200, 390)), False)):
        options = known.options("standard").__class__(board="lake", board_text=lake(), map_text=drawing)
        assert (known.ground(options) is not None) is is_drawn
    tall = re.sub(r"at = \[\d", "at = [1", lake()).replace("at = [1, 4]", "at = [1, 9999]")
    assert known.ground(known.options("standard").__class__(board="lake", board_text=tall)) is None


@pytest.mark.parametrize(("wide", "high"), [(30_000, 30_000), (780, 122_500), (8_000, 8_000), (1, 10_001)])
def test_nothing_is_painted_that_would_fill_the_memory(wide: int, high: int) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 9 9"></svg>'
    colours = ("#ffffff",)
    for paint in (lambda: to_png(svg, colours), lambda: to_layered_png((svg, svg, svg, svg), svg, (), colours)):
        with pytest.raises(ValueError, match="is not painted"):
            paint()


# -- maps ----------------------------------------------------------------------------------------------------------

PATHS = {
    "M1 2l3": "an SVG path", "M1 2": "three or more points", "M1 2L3 4": "three or more points",
    "M1 1 1 1 1 1z": "three or more points",
    "M1 2c1 2 3 4 5 6z": "an SVG path", "z": "an SVG path", "L1 2 3 4 5 6z": "an SVG path", "": "an SVG path",
    "M1 2 3 4 5 6z 7 8": "an SVG path", "M1.5 2 3 4 5 6z": "an SVG path", "M1 2 3 4 5 6zM": "an SVG path",
    "M1 2 3 4 5 9999z": "outside", "M1 2l-3 0 5 5z": "outside", "M9999999999 1 2 3 4 5z": "an SVG path",
}  # fmt: skip


@each_row(("path", "why"), PATHS.items())
def test_an_outline_that_is_none_or_lies_outside_is_a_fault(path: str, why: str) -> None:
    drawing = lake_map(POR=path)
    (fault,) = map_faults(drawing)
    assert fault.startswith(f"line {line_of(drawing, 'POR = ')}: [paths] POR: ") and why in fault


def test_paths_are_read_as_svg_reads_them() -> None:
    assert pieces_of("M1 2l3-4 0,5zm10 10 1 0L7-8,9 9 Z") == [
        [(1, 2), (4, -2), (4, 3)],
        [(11, 12), (12, 12), (7, -8), (9, 9)],
    ]


LINKS = [
    ('"POR FOR" = { why = "bridge", line = [[1, 2], [3, 4]] }', "two different places"),
    ('"POR POR" = { why = "bridge", line = [[1, 2], [3, 4]] }', "two different places"),
    ('POR = { why = "bridge", line = [[1, 2], [3, 4]] }', "two different places"),
    ('"POR FER" = { why = "", line = [[1, 2], [3, 4]] }', "a word is expected that says why"),
    ('"POR FER" = { why = "bridge", line = [[1, 2]] }', "a line from a point to another"),
    ('"POR FER" = { why = "bridge", line = [] }', "a line from a point to another"),
    ('"POR FER" = { why = "bridge", line = [[1, 2], [1, 2]] }', "a line from a point to another"),
    ('"POR FER" = { why = "bridge", line = [[1, 2], [3, 9999]] }', "outside"),
    ('"POR FER" = { line = [[1, 2], [3, 4]] }', "why"),
]


@each_row(("row", "why"), LINKS)
def test_a_link_that_joins_no_two_places_or_says_nothing_is_a_fault(row: str, why: str) -> None:
    drawing = lake_map(more=f"[links]\n{row}")
    (fault,) = map_faults(drawing)
    key = row.partition(" = ")[0].strip('"')
    assert fault.startswith(f"line {line_of(drawing, row)}: [links] {key}: ") and why in fault
    assert map_faults(lake_map(more='[links]\n"POR FER" = { why = "bridge", line = [[1, 2], [3, 4]] }')) == []


def test_all_faults_of_a_map_are_told_at_once() -> None:
    drawing = lake_map(
        more='[links]\n"A B" = { why = "x", line = [[1, 2], [3, 4]] }\n[rivers]\nX = 1', POR="M1", XXX="M1 1 2 2 3 1z"
    )
    places = [
        re.sub(r"^line \d+: (.*?): .*", r"\1", one) for one in map_faults(drawing.replace("width = 1560", "width = 9"))
    ]
    assert places == ["width", "[paths] POR", "[paths] XXX", "[links] A B", "[rivers]"]


def test_a_map_has_as_many_outlines_as_can_be_painted_apart() -> None:
    many = "".join(
        f'{chr(65 + n // 26)}X{chr(65 + n % 26)} = {{ name = "{chr(65 + n // 26)}x{chr(65 + n % 26)}" }}\n'
        for n in range(260)
    )
    board = read_board(lake().replace(FLEET, f"[impassable]\n{many}\n[fleet]\n"))
    paths = {code: "M1 1 2 2 3 1z" for code in board.impassable}
    assert "at most 255 outlines" in str(check_map(lake_map(**paths), board)[0])


# -- what else is no board -----------------------------------------------------------------------------------------

MANY = '"x", ' * 41
MORE = [
    (FLEET, '[seasonal]\nLAK = { open = ["winter"] }\n\n[fleet]\n', "[seasonal] LAK", "when units move"),
    ('name = "Port"', 'name = "\u0420\u043ert"', "[provinces] POR", "letters of two alphabets"),
    ("NORTH = {", "END = {", "[powers] END", "END is a word of letters"),
    ("NORTH = {", "DRAW = {", "[powers] DRAW", "DRAW is a word of letters"),
    ("HIL = {", "YES = {", "[provinces] YES", "no word of orders"),
    ("HIL = {", "THE = {", "[provinces] THE", "no word of orders"),
    ("format = 1", "format = true", "format", "format = 1 is expected"),
    ("victory = 3", 'victory = 3\nnot_played = ["two\\nlines"]', "not_played", "at most 40 sentences"),
    ("victory = 3", f"victory = 3\nnot_played = [{MANY}]", "not_played", "at most 40 sentences"),
    ('board = "lake"', 'board = "standard"', "board", "another needs another name"),
]


@each_row(("old", "new", "place", "why"), MORE)
def test_what_else_could_not_be_played_is_a_fault(old: str, new: str, place: str, why: str) -> None:
    text = lake().replace(old, new, 1)
    found = boards().look(text).wrong
    line = line_of(text, new.strip().splitlines()[-1 if "not_played" in new else 1 if "seasonal" in new else 0])
    assert any(one.startswith(f"line {line}: {place}: ") and why in one for one in found), found


@pytest.mark.parametrize("name", boards().names())
def test_the_text_of_a_known_board_is_that_board_also_as_games_keep_it(name: str) -> None:
    for text in (boards().text(name), boards().options(name).board_text):
        assert boards().look(text, boards().map_text(name)).wrong == ()


def test_a_board_without_seas_has_an_empty_table_for_fleets() -> None:
    text = lake()[: lake().index("[fleet]")] + "[fleet]\n"
    text = re.sub(r"(?m)^LAK = .*\n", "", text).replace('kind = "coast"', 'kind = "land"')
    text = text.replace('"F POR"', '"A POR"').replace('"F FER"', '"A FER"')
    assert check_board(text)[1] == []
    (fault,) = faults('NORTH = ["HIL", "POR"]\nSOUTH = ["FER"]\nNEUTRAL = ["MIL"]', "")
    assert fault.endswith("[centres]: this table has no row")


def test_over_a_strait_an_army_comes_and_goes_so_that_is_no_island() -> None:
    assert not any("SIC is an island" in note for note in boards().look(boards().text("loeb9")).notes)
    island = lake().replace('POR = ["HIL", "FER"]', 'POR = ["HIL"]').replace('MIL = ["HIL", "FER"]', 'MIL = ["HIL"]')
    island = island.replace('FER = ["POR", "MIL"]', "FER = []")
    assert check_board(island.replace(FLEET, '[straits]\narmy = [["POR", "FER"]]\n\n[fleet]\n'))[1] == []


def grid(side: int) -> str:
    """A square board of land, each province bordering on four others."""
    codes = [f"{a}{b}{c}" for a in "BDG" for b in "BDGJKLMNPQRSTVWXZ" for c in "BDGJKLMNPQRSTVWXZ"][: side * side]
    near = {
        code: [codes[m] for m in (n - side, n + side, *(n - 1,) * (n % side > 0), *(n + 1,) * (n % side < side - 1))
               if 0 <= m < len(codes)]
        for n, code in enumerate(codes)
    }  # fmt: skip
    head = lake()[: lake().index("[provinces]")]
    rows = "".join(f'{code} = {{ name = "Land {code}", kind = "land" }}\n' for code in codes)
    edges = "".join(f"{code} = {others}\n" for code, others in near.items()).replace("'", '"')
    centres = f'NORTH = ["{codes[0]}"]\nSOUTH = ["{codes[1]}"]\nNEUTRAL = ["{codes[2]}"]\n'
    units = f'NORTH = ["A {codes[0]}"]\nSOUTH = ["A {codes[1]}"]\n'
    return f"{head}[provinces]\n{rows}[centres]\n{centres}[units]\n{units}[army]\n{edges}[fleet]\n"


def test_a_large_board_is_checked_at_once_and_one_too_large_is_a_fault() -> None:
    small, large = (steps(partial(check_board, grid(side))) for side in (10, 20))
    assert check_board(grid(20))[1] == [] and large < 6 * small  # four times as many provinces
    (fault,) = check_board(grid(21))[1]
    assert str(fault).endswith("[provinces]: a board has at most 400 provinces")


# -- the top of a map, and its rows ---------------------------------------------------------------------------------

HEADS = [
    ("width = 1560\n", "width = 1560.0\n", "width", "a whole number is expected"),
    ("width = 1560\n", "", "width", "a whole number is expected"),
    ("width = 1560\n", "width = true\n", "width", "a whole number is expected"),
    ('board = "lake"', "board = 7", "board", "a text is expected"),
    ("format = 1", "format = 2", "format", "a whole number from 1 to 1"),
    ("label = [100, 40]", "label = [100, 40], color = 1", "[places] HIL", "no such table or key"),
    ("unit = [100, 80]", "unit = [100.5, 80]", "[places] HIL", "Expected `int`"),
]


@each_row(("old", "new", "place", "why"), HEADS)
def test_a_fault_at_the_top_of_a_map_or_in_a_row_has_its_key(old: str, new: str, place: str, why: str) -> None:
    drawing = lake_map().replace(old, new, 1)
    (fault,) = map_faults(drawing)
    assert f": {place}: " in fault and why in fault
    assert not new or fault.startswith(f"line {line_of(drawing, new.strip())}: ")


@each_row("text", ["\n", "[paths", "x = " + "[" * 5000, "width = " + "9" * 5000, "x = " + "{a=" * 3000])
def test_no_map_is_too_odd_to_be_told_what_is_wrong_with_it(text: str) -> None:
    assert map_faults(text)
