"""What a mail of Payola says of the board, the centres and the account of its reader."""

from __future__ import annotations

import re

from goldens import Golden

Units = dict[str, list[str]]


def mail(golden: Golden, to: str, subject: str) -> str:
    """The text of the one mail to a reader with these words in its subject, in its own lines."""
    found = [text for _, about, text in golden.mails(to) if subject in about]
    assert len(found) == 1, [about for _, about, _ in golden.mails(to)]
    return found[0]


def units(text: str) -> Units:
    """The units of each power, as THE BOARD of a mail lists them."""
    return {power: rest.split(", ") for power, rest in _rows(text, r"THE BOARD\n")}


def centres(text: str) -> Units:
    """The centres of each power, and those of none, as CENTRES of a mail lists them; their number agrees."""
    found = {}
    for power, rest in _rows(text, r"CENTRES.*\n"):
        number, *owned = rest.split()
        assert int(number) == len(owned), rest
        found[power] = owned
    return found


def account(text: str) -> tuple[int, int]:
    """How much a mail says was spent or paid in, and the balance afterwards."""
    change, balance = re.findall(r"(?:centres|total expended) +([+-]?\d+)\n(?: .*\n)*?  balance now +(\d+)\n", text)[0]
    return int(change), int(balance)


def lines(text: str) -> list[str]:
    """The lines of a mail, each with single spaces."""
    return [" ".join(line.split()) for line in text.split("\n")]


def _rows(text: str, title: str) -> list[tuple[str, str]]:
    """The rows of a table under its title: the first word, and the rest with what goes on below it."""
    block = re.findall(rf"(?m)^{title}((?:  .*\n)+)", text)[-1]
    joined = re.sub(r"\n {6,}", " ", block)
    return [(power, " ".join(rest.split())) for power, rest in re.findall(r"(?m)^  (\w+) +(.*)$", joined)]
