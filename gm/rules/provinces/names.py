"""What provinces and coasts are called: abbreviations, names on the board and elsewhere, and what resembles them."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from gm.rules.lines.letters import near
from gm.rules.lines.players import abbreviated
from gm.rules.lines.slips import one_slip
from gm.rules.provinces.board import COASTS, Board

NO_LETTER = re.compile(r"[^\w]|_")
REMEMBERED = 4096  # words whose meaning is cached: players write the same few hundred again and again
SHORTEST = 3  # letters of an abbreviation, or of the beginning of a name
SHORTEST_ELSEWHERE = 4  # letters of the beginning of a name that is not the board's own
MOST_NEAR = 4
SAINT = re.compile(r"\ASt\b")
WATERS = re.compile(r"\A(?:Gulf|Bay|Sea) of (?=\w)", re.IGNORECASE)
UMLAUTS = str.maketrans({"Ä": "AE", "Ö": "OE", "Ü": "UE"})


@lru_cache(REMEMBERED)
def plain(name: str) -> str:
    """Return a name as it is compared: in capitals, without spaces, accents, hyphens, full stops or apostrophes."""
    return NO_LETTER.sub("", unicodedata.normalize("NFKD", name.upper()))


def spelt(name: str) -> set[str]:
    """Return a name as it may be written on any keyboard: Koeln or Koln for Köln."""
    umlauts = unicodedata.normalize("NFC", name.upper()).translate(UMLAUTS)
    return {plain(name), plain(umlauts)}


def _coast_words(code: str) -> tuple[str, ...]:
    """Return what a coast is called (see plain): SC, SCS, south, south coast, southern coast, s coast."""
    name = COASTS[code].removesuffix(" coast").upper()
    return code, f"{code}S", name, f"{name}COAST", f"{name}ERNCOAST", f"{name[0]}COAST"


class Names:
    """The words for the provinces of a board.

    Abbreviations come before names, the board's names before those of other boards and languages, and all of them
    before unambiguous beginnings. A gulf is also called by the rest of its name: Siam.
    """

    def __init__(self, board: Board) -> None:
        self.codes = frozenset(board.provinces)
        named = {name.upper(): code for code, one in board.powers.items() for name in (code, one.name)}
        other = {name.upper(): code for code, one in board.powers.items() for name in (one.adjective, one.letter)}
        self.called = {**other, **abbreviated(named)}  # what players may call the powers
        self.owners = {word: code for word, code in {**other, **named}.items() if len(word) > 1}
        self.letters = frozenset(power.letter for power in board.powers.values())
        named_so = {p.name: p.code for p in board.provinces.values()}
        self.full = {plain(name): code for name, code in named_so.items()}
        self._own = {word: code for name, code in board.aliases.items() for word in spelt(name)} | self.full
        self.also = {word: code for code, names in board.also.items() for name in names for word in spelt(name)}
        self.also |= {plain(SAINT.sub("SAINT", name)): code for name, code in named_so.items()}
        waters = {plain(WATERS.sub("", name)): code for name, code in named_so.items()}
        self.also |= {word: code for word, code in waters.items() if word not in self.owners}
        self.coasts = frozenset(c for p in board.provinces.values() for c in p.coasts)
        self.places = {word.upper(): place for word, place in board.coasts.items()}  # coasts also called otherwise
        self.coasts_said = self.coasts | {word.upper().partition("/")[2] for word in board.coasts}
        self._coasts = {word: code for code in self.coasts_said for word in _coast_words(code)}
        self._pool = {**self.also, **self._own, **{code: code for code in self.codes}}
        self.longest = max(map(len, self._pool), default=0)  # letters of the longest name
        self.matches = lru_cache(REMEMBERED)(self._matches)
        self.near = lru_cache(REMEMBERED)(self._near)
        self.like = lru_cache(REMEMBERED)(self._like)

    def _matches(self, word: str) -> tuple[str, ...]:
        """Return the provinces that *word* (see plain) may mean, sorted; several if it is ambiguous."""
        if word in self._pool:
            return (self._pool[word],)
        if len(word) < SHORTEST:
            return ()
        found = tuple(sorted({code for name, code in self._own.items() if name.startswith(word)}))
        elsewhere = {code for name, code in self.also.items() if name.startswith(word)}
        if len(found) > 1:
            return tuple(sorted({*found, *elsewhere}))
        if found or len(word) < SHORTEST_ELSEWHERE:
            return found
        return tuple(elsewhere) if len(elsewhere) == 1 else ()

    def _like(self, word: str) -> tuple[str, ...]:
        """Return the provinces that *word* (see plain) may be a slip of, even if it is another, the nearest first."""
        codes = sorted(code for code in self.codes if one_slip(word, code))
        return tuple(one for one in dict.fromkeys((*self.near(word), *codes)) if one != word)

    def _near(self, word: str) -> tuple[str, ...]:
        """Return some provinces whose names or abbreviations resemble *word*, those one slip away first."""
        close = near(plain(word), self._pool, 2 * MOST_NEAR)
        return tuple(dict.fromkeys(self._pool[name] for name in close))[:MOST_NEAR]

    def coast(self, written: str) -> str:
        """Return the coast that some words mean, as the board writes it; "" for none that it has or that is also said.
        """
        return self._coasts.get(plain(written), "")
