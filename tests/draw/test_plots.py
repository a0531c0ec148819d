"""Lines over time and flows: every figure where it belongs, every name readable, the same said in words."""

from __future__ import annotations

import itertools
import re
from xml.etree import ElementTree

import pytest
from helpers.rows import each_row
from msgspec.structs import replace

from gm.draw.pictures import drawing_of
from gm.draw.plot import APART, CAPITALS, RING, WIDE, FlowDrawing, LeadDrawing, PlotDrawing
from gm.rules.pictures.plot import Curve, Flow, Lead, Plot

PHONE = 390  # pixels


def plot(*lines: tuple[int | None, ...], names: str = "ABCDEFGHIJ", labels: tuple[str, ...] = ()) -> Plot:
    """A plot of these lines, named by letters."""
    found = labels or tuple(str(1901 + n) for n in range(len(lines[0])))
    curves = tuple(Curve(names[n], line, n) for n, line in enumerate(lines))
    return Plot("Centres", "centres", found, found, curves, len(lines))


def texts(drawn: str) -> list[tuple[float, float, str, str]]:
    """The words of a drawing in a page: x, y, on which side of x they stand, and what they say."""
    root = ElementTree.fromstring(drawn)
    found = [(one.attrib, one.text or "") for one in root.iter("text")]
    return [(float(at["x"]), float(at["y"]), at["text-anchor"], text) for at, text in found]


@each_row(
    ("top", "ticks"),
    [(0, "0 1"), (1, "0 1"), (4, "0 1 2 3 4"), (7, "0 2 4 6 8"), (18, "0 5 10 15 20"), (62, "0 20 40 60 80"),
     (486, "0 100 200 300 400 500"), (1001, "0 500 1000 1500")],
)  # fmt: skip
def test_the_figures_on_the_left_are_round_and_reach_over_the_highest(top: int, ticks: str) -> None:
    left = [text for _, _, side, text in texts(PlotDrawing(plot((0, top))).inline()) if side == "end"]
    assert " ".join(left) == ticks


@pytest.mark.parametrize("ends", [(18, 6, 6, 2, 2, 0, 0), (0,) * 10, (5, 5, 5, 5, 4, 4, 4, 4, 4, 3), tuple(range(10))])
def test_every_line_is_named_at_its_end_and_no_two_names_meet(ends: tuple[int, ...]) -> None:
    drawn = PlotDrawing(plot(*((3, end) for end in ends))).inline()
    names = sorted((y, text) for _, y, side, text in texts(drawn) if side == "start")
    assert sorted(text for _, text in names) == sorted(f"{'ABCDEFGHIJ'[n]} {end}" for n, end in enumerate(ends))
    assert all(below - above >= APART - 0.1 for (above, _), (below, _) in itertools.pairwise(names))
    high = float(re.search(r'viewBox="0 0 \d+ (\d+)"', drawn)[1])  # type: ignore[index]
    assert names[0][0] > 0 and names[-1][0] < high


def test_a_line_goes_through_its_figures_and_begins_where_it_has_some() -> None:
    drawing = PlotDrawing(plot((0, 10, 5), (None, 4, None)))
    lines = [one.attrib["d"] for one in ElementTree.fromstring(drawing.inline()).iter("path")
             if one.attrib.get("class") == "plot-rim"]  # fmt: skip
    points = [[tuple(map(float, at.split())) for at in re.split("[ML]", line)[1:]] for line in lines]
    long = max(points, key=len)
    assert [len(one) for one in sorted(points, key=len)] == [1, 3]
    (x0, y0), (x1, y1), (x2, y2) = long
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2) and y0 - y2 == pytest.approx((y0 - y1) / 2, abs=0.2)


@each_row("count", [2, 5, 9, 30, 58, 300])
def test_labels_below_never_meet_and_the_last_is_always_there(count: int) -> None:
    labels = tuple(f"2026-03-{n:02}" for n in range(count))
    drawn = PlotDrawing(plot(tuple(range(count)), labels=labels)).inline()
    below = [(x, text) for x, _, side, text in texts(drawn) if side == "middle"]
    assert below[0][1] == labels[0] and below[-1][1] == labels[-1]
    assert all(right - left >= 10 * 9 for (left, _), (right, _) in itertools.pairwise(below))


def test_strokes_are_nine_pixels_high_on_a_phone_and_stay_in_the_picture() -> None:
    names = ("Player 3 (Chen)", "Player 10 (Jo)")
    drawing = PlotDrawing(plot((1, 12), (2, 3), names=names))  # type: ignore[arg-type]
    assert CAPITALS * 1.15 * PHONE / WIDE >= 9
    across = [float(x) for d in re.findall(r' d="([^"]+)"', drawing.svg()) for x in re.findall(r"[ML](-?[\d.]+) ", d)]
    assert min(across) >= 0 and max(across) <= WIDE
    assert drawing.png().startswith(b"\x89PNG") and drawing.png() == PlotDrawing(drawing.picture).png()


def test_a_plot_says_in_words_what_it_shows() -> None:
    told = drawing_of(plot((3, 5), (None, 4)))
    assert told is not None
    assert told.lines() == ("Centres.", "A, centres: 1901: 3, 1902: 5.", "B, centres: 1902: 4.")


FLOW = Flow("Silver", "AgP", ("A", "B", "C"), ((0, 1, 6), (0, 2, 2), (2, 1, 4)))


def test_a_flow_has_a_band_for_each_amount_as_wide_as_that_and_names_both_ends_with_sums() -> None:
    drawn = FlowDrawing(FLOW).inline()
    widths = [float(one) for one in re.findall(r'stroke-width="([\d.]+)" stroke-opacity', drawn)]
    assert widths == pytest.approx([3 * widths[1], widths[1], 2 * widths[1]], abs=0.15)
    assert sorted((side, text) for _, _, side, text in texts(drawn)) == [
        ("end", "A 8"), ("end", "C 4"), ("start", "B 10"), ("start", "C 2"),
    ]  # fmt: skip
    assert FlowDrawing(FLOW).lines()[1:] == ("A to B: 6 AgP.", "A to C: 2 AgP.", "C to B: 4 AgP.")


def test_what_players_are_called_does_no_harm_in_a_drawing() -> None:
    name = '"><script>x</script>'
    for shape in (Plot("T", "x", ("1",), ("1",), (Curve(name, (1,)),), 1), Flow(name, "x", (name,), ((0, 0, 1),))):
        drawing = drawing_of(shape)
        assert drawing is not None
        assert "<script" not in drawing.inline() and "<script" not in drawing.svg()
        ElementTree.fromstring(drawing.inline())


def test_lines_with_the_same_figures_run_beside_each_other() -> None:
    drawn = PlotDrawing(plot((4, 6), (4, 6), (4, 6), (4, 1))).inline()
    lines = {one.attrib["d"] for one in ElementTree.fromstring(drawn).iter("path")
             if one.attrib.get("class") == "plot-rim"}  # fmt: skip
    assert len(lines) == 4


def rings(drawn: str) -> list[tuple[float, float]]:
    """Where the rings of marks are."""
    found = [one.attrib for one in ElementTree.fromstring(drawn).iter("circle")]
    return [(float(at["cx"]), float(at["cy"])) for at in found if float(at["r"]) == RING]


@pytest.mark.parametrize("count", [3, 12, 60])
def test_a_mark_has_a_ring_a_line_and_its_label(count: int) -> None:
    labels = tuple(f"T{n}" for n in range(count))
    for marks in ((1,), (1, count - 1), (count // 2,)):
        shown = replace(plot(tuple(range(count)), labels=labels), marks=tuple((n, "A") for n in marks))
        drawn = PlotDrawing(shown).inline()
        words = {text: x for x, _, side, text in texts(drawn) if side == "middle"}
        assert {labels[n] for n in marks} <= {*words}
        assert [x for x, _ in rings(drawn)] == pytest.approx([words[labels[n]] for n in marks], abs=0.2)
        assert drawn.count('class="mark"') == len(marks)


def test_marks_that_stand_close_together_have_labels_in_two_rows() -> None:
    labels = tuple(f"T{n}P" for n in range(24))
    shown = replace(plot(tuple(range(24)), labels=labels), marks=((20, "A"), (21, "A"), (23, "A")))
    plain, drawn = PlotDrawing(replace(shown, marks=())), PlotDrawing(shown)
    rows = {text: y for _, y, side, text in texts(drawn.inline()) if side == "middle"}
    assert rows["T23P"] == rows["T0P"] < rows["T21P"]
    assert drawn.draw()[2] > plain.draw()[2]


def test_a_ring_is_on_the_line_of_the_side_that_is_meant() -> None:
    drawing = PlotDrawing(replace(plot((9, 9), (1, 2)), marks=((1, "B"),)))
    ((_, y),) = rings(drawing.inline())
    assert y == pytest.approx(drawing.y(2), abs=0.1)


def test_the_lead_is_above_the_middle_for_the_first_and_below_it_for_the_second() -> None:
    """The lead is 0, 3, -1 and -2: it crosses the middle three quarters of the way from 3 to -1."""
    curves = (Curve("A", (4, 5, 4, 4), 0), Curve("B", (4, 2, 5, 6), 1))
    names = ("0", "1", "2", "3")
    drawing = LeadDrawing(Lead("Lead", "men", names, names, curves, 2, ((1, "A"), (3, "B"))))
    drawn = drawing.inline()
    areas = [re.findall(r"[ML]([\d.]+) ([\d.]+)", one.attrib["d"]) for one in ElementTree.fromstring(drawn).iter("path")
             if one.attrib["d"].endswith("Z")]  # fmt: skip
    above, below = ([(float(x), float(y)) for x, y in area] for area in areas)
    middle = drawing.y(0)
    assert (min(y for _, y in above), max(y for _, y in above)) == pytest.approx((drawing.y(3), middle), abs=0.1)
    assert (min(y for _, y in below), max(y for _, y in below)) == pytest.approx((middle, drawing.y(-2)), abs=0.1)
    start, crossing = sorted({x for x, _ in above} & {x for x, _ in below})
    first = next(x for x, y in above if y == min(y for _, y in above))
    assert crossing - start == pytest.approx(1.75 * (first - start), abs=0.2)
    assert [y for _, y in rings(drawn)] == pytest.approx([drawing.y(3), drawing.y(-2)], abs=0.1)
    assert list(drawing.described()) == [*PlotDrawing(drawing.picture).described()]


@pytest.mark.parametrize(("a", "b", "figures"), [((4, 5), (4, 2), "0 1 2 3"), ((4, 1), (4, 3), "2 1 0 1")])
def test_the_figures_reach_as_far_as_either_was_ahead(a: tuple[int, ...], b: tuple[int, ...], figures: str) -> None:
    curves = (Curve("A", a, 0), Curve("B", b, 1))
    drawing = LeadDrawing(Lead("Lead", "men", ("0", "1"), ("0", "1"), curves, 2))
    left = [text for _, _, side, text in texts(drawing.inline()) if side == "end"]
    assert " ".join(left) == figures and drawing.png().startswith(b"\x89PNG")
@each_row("sign", ["\u202e", "\u2066", "\x07", "\ud800", "<b>", '"'])
@each_row("kind", ["lines", "flows"])
def test_no_sign_in_a_name_changes_what_stands_around_it(sign: str, kind: str) -> None:
    name = f"Fra{sign}nce"
    flow = Flow("Silver", "AgP", (name, "Italy"), ((0, 1, 5),))
    drawing = drawing_of(Plot(f"Centres {sign}", "centres", ("1901",), ("1901",), (Curve(name, (3,), 0),), 1)
                         if kind == "lines" else flow)  # fmt: skip
    assert drawing is not None
    words = " ".join(drawing.lines())
    assert sign in ("<b>", '"') or sign not in words + drawing.inline() + drawing.svg()
    ElementTree.fromstring(drawing.inline())
    assert "[U+" in drawing.inline() or name in [text.rsplit(" ", 1)[0] for *_, text in texts(drawing.inline())]
