"""Whether a mail has a line is found without a pattern where that is plain; the pattern says the same."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from gm.desk.mails import links

WORDS = ["A", "PAR", "-", "BUR", "SHOW", "HELP", "OFFERS", "SHOWN", "x_SHOW", "12", ":", "a.b"]
GAPS = [" ", " ", " ", "  ", "\n", "\n      ", "\n       ", "\n  ", " \n", "\n\n", "\t", "\n     "]


def text_of(chance: Random, most: int) -> str:
    """Some words with white space of all kinds between them."""
    words = [chance.choice(WORDS) + chance.choice(GAPS) for _ in range(chance.randint(0, most))]
    return f"{chance.choice(['', '  ', '      ', 'x'])}{''.join(words)}"


def lines_of(chance: Random, text: str) -> list[str]:
    """Lines that stand in the text, more or less."""
    rows = text.split("\n")
    start = chance.randrange(len(rows))
    found = [row.strip(" ") if chance.random() < 0.9 else row for row in rows[start : start + chance.randint(1, 3)]]
    return [" ".join(row.split()) if chance.random() < 0.2 else row for row in found]


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 10**12))
def test_lines_stand_in_a_text_as_the_pattern_says(seed: int) -> None:
    chance = Random(seed)
    text = text_of(chance, 14)
    lines = lines_of(chance, text)
    whole = r"\n *".join(r"(?: |\n {6,})".join(map(re.escape, line.split(" "))) for line in lines)
    expected = re.search(rf"^ *{whole} *$(?!\n {{6,}}\S)", text, re.MULTILINE) is not None
    assert links.shows(text, lines) == expected, (text, lines)


@settings(max_examples=1500, deadline=None)
@given(st.integers(0, 10**12))
def test_words_stand_in_a_text_as_the_pattern_says(seed: int) -> None:
    chance = Random(seed)
    text = text_of(chance, 14)
    line = " ".join(chance.choice(WORDS) for _ in range(chance.randint(0, 3)))
    words = r"\s+".join(map(re.escape, line.split()))
    expected = bool(words) and re.search(rf"(?<!\w){words}(?!\w)", text) is not None
    assert links.says(" ".join(text.split()), line) == expected, (text, line)


def test_nothing_stands_where_there_are_no_lines() -> None:
    assert not links.shows("SHOW", [])
