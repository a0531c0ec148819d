"""Letters and digits as strokes, so that a picture needs no font and looks the same everywhere.

A glyph is drawn on a grid of 4 by 6, y downwards.
"""

from __future__ import annotations

HEIGHT, ADVANCE, WIDTH = 6, 5.6, 4
WEIGHT = 0.15  # width of a stroke, relative to the height of a letter
# Points are two digits, x and y; a slash lifts the pen.
GLYPHS = {
    "0": "20 31 35 26 15 11 20",
    "1": "02 20 26/06 46",
    "2": "01 10 30 41 42 06 46",
    "3": "00 40 22 32 43 45 36 16 05",
    "4": "36 30 04 44",
    "5": "40 00 03 12 32 43 45 36 16 05",
    "6": "41 30 10 01 05 16 36 45 44 33 13 04",
    "7": "00 40 16",
    "8": "10 30 41 42 33 13 02 01 10/13 04 05 16 36 45 44 33",
    "9": "05 16 36 45 41 30 10 01 02 13 33 42",
    "A": "06 02 20 42 46/04 44",
    "B": "03 33 42 41 30 00 06 36 45 44 33",
    "C": "41 30 10 01 05 16 36 45",
    "D": "00 06 26 44 42 20 00",
    "E": "40 00 06 46/03 33",
    "F": "40 00 06/03 33",
    "G": "41 30 10 01 05 16 36 45 43 23",
    "H": "00 06/40 46/03 43",
    "I": "10 30/20 26/16 36",
    "J": "40 45 36 16 05",
    "K": "00 06/40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "06 00 30 41 42 33 03",
    "Q": "10 30 41 45 36 16 05 01 10/24 46",
    "R": "06 00 30 41 42 33 03/23 46",
    "S": "41 30 10 01 02 13 33 44 45 36 16 05",
    "T": "00 40/20 26",
    "U": "00 05 16 36 45 40",
    "V": "00 26 40",
    "W": "00 16 22 36 40",
    "X": "00 46/40 06",
    "Y": "00 23 40/23 26",
    "Z": "00 40 06 46",
    "?": "01 10 30 41 42 23 24/26 26",
    "!": "20 24/26 26",
    "+": "21 25/03 43",
    "-": "13 33",
    ".": "26 26",
    ",": "25 17",
    ":": "22 22/25 25",
    "'": "20 21",
    "(": "30 12 14 36",
    ")": "10 32 34 16",
    "/": "40 06",
    "_": "06 46",
    " ": "",
}
UNKNOWN = "00 40 46 06 00"


def number(value: float) -> str:
    """Write a coordinate to a tenth, without needless zeros."""
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def width_of(text: str, height: float) -> float:
    """Return how wide *text* is with letters of this height."""
    return max(0.0, (len(text) * ADVANCE - (ADVANCE - WIDTH)) * height / HEIGHT)


def height_for(text: str, height: float, width: float) -> float:
    """Return the height of letters, at most *height*, with which *text* is at most *width* wide."""
    wide = width_of(text, height)
    return height if wide <= width else height * width / wide


def path(text: str, x: float, y: float, height: float) -> str:
    """Return the strokes of *text*, centred at x, y, as the data of an SVG path."""
    unit = height / HEIGHT
    left, top = x - width_of(text, height) / 2, y - height / 2
    parts = []
    for place, letter in enumerate(text.upper()):
        start = left + place * ADVANCE * unit
        for stroke in GLYPHS.get(letter, UNKNOWN).split("/"):
            points = [f"{number(start + int(p[0]) * unit)} {number(top + int(p[1]) * unit)}" for p in stroke.split()]
            parts += [f"M{'L'.join(points)}"] if points else []
    return "".join(parts)
