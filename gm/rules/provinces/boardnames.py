"""What provinces and powers of a board's file are called, checked: no word may mean two of them, or be read as none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from gm.rules.provinces.boardform import Form
from gm.rules.provinces.names import plain, spelt
from gm.rules.provinces.tokens import ATOM, NAME_WORDS, ORDER_WORDS

# Words that stand in letters where a power may, and are read first.
READERS = frozenset({
    "ALL", "EVERYBODY", "EVERYONE", "NOBODY", "OPERATOR", "GM", "MASTER", "UMPIRE", "AND", "AMONG", "END", "NONE",
    "DRAW", "CONCEDE", "VOTE", "NOVOTE", "FROM",
})  # fmt: skip

HYPHEN = re.compile(r"(?<=\w)-(?=\w)")  # within a name
Claim = tuple[str, str, str, str]  # table, key, the word as it stands there, and what it means


def check_names(form: Form) -> None:
    """Note every word that two provinces, or two powers, are called by, and those that orders cannot have."""
    _claimed(form, _provinces(form))
    _claimed(form, _powers(form))
    for table, key, word, _ in (*_provinces(form), *_powers(form)):
        if len(plain(word)) > 1 and plain(word) in ORDER_WORDS and table != "aliases":
            form.wrong(table, key, "order-word", word=word)
    for _, power, word, _ in _powers(form):
        if plain(word) in READERS:
            form.wrong("powers", power, "power-word", word=word)
    for table, key, word, _ in (*_provinces(form), *_powers(form)):
        if len({unicodedata.name(letter, "").split(" ")[0] for letter in word if letter.isalpha()}) > 1:
            form.wrong(table, key, "scripts", name=word)
    _aliases(form)


def _provinces(form: Form) -> Iterator[Claim]:
    """Yield what provinces are called, codes first, and aliases last; closed land is none, but has a name, too."""
    tables = ("provinces", "impassable")
    for table in tables:
        yield from ((table, code, code, code) for code in form.table(table))
    for table in tables:
        yield from ((table, code, row["name"], code) for code, row in form.rows[table].items())
    for word, place in form.rows["aliases"].items():
        if "/" not in word:
            yield "aliases", word, word, place


def _powers(form: Form) -> Iterator[Claim]:
    yield from (("powers", power, power, power) for power in form.table("powers"))
    for field in ("name", "adjective", "letter"):
        yield from (("powers", power, row[field], power) for power, row in form.rows["powers"].items())


def _claimed(form: Form, claims: Iterator[Claim]) -> None:
    """Note each word that means something else already."""
    meant: dict[str, str] = {}
    codes = form.table("provinces")
    for table, key, word, what in claims:
        for one in sorted(spelt(word)) if table == "aliases" else [plain(word)]:
            if table == "aliases" and one in codes:
                form.wrong(table, key, "alias-code", word=word)
            elif meant.setdefault(one, what) != what:
                form.wrong(table, key, "alike", other=meant[one], name=word)


def _aliases(form: Form) -> None:
    """Check that each alias can be written, and means a place."""
    codes = form.table("provinces")
    coasts = {f"{code}/{coast}" for code, row in form.rows["provinces"].items() for coast in row.get("coasts", [])}
    called: dict[str, str] = {}
    for word, place in form.rows["aliases"].items():
        code = place.partition("/")[0]
        unclear = code in codes and code not in form.rows["provinces"]
        if "/" in word:
            fits = word.partition("/")[0].upper() == code and (place in coasts or unclear)
            if not fits or word.upper() in coasts or called.setdefault(word.upper(), place) != place:
                form.wrong("aliases", word, "alias-coast")
        elif place not in codes:
            form.wrong("aliases", word, "alias")
        elif not _can_be_written(word):
            form.wrong("aliases", word, "alias-unread")


def _can_be_written(word: str) -> bool:
    """Return whether the words of an alias are all words, and none is one of orders."""
    parts = [*ATOM.finditer(HYPHEN.sub("", word))]
    return len(parts) < 2 * NAME_WORDS and all(
        part.lastgroup == "WORD" and plain(part[0]) not in ORDER_WORDS for part in parts
    )
