"""The orders of a line, as orders are written: lists, labels, several orders in a row, signs of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise

from gm.rules import Line, Seat
from gm.rules.lines.words import BLANKS, first_word, without_remark
from gm.rules.provinces.cutting import ORDER_BEGINNINGS, PLACED, begins_order, begins_word, kinds_at_start
from gm.rules.provinces.headings import heading
from gm.rules.provinces.names import Names
from gm.rules.provinces.tokens import tokens

LISTED = re.compile(rf"[{BLANKS}]*(?:[*•–—-]+[{BLANKS}]*|\d{{1,2}}[.)](?=\s)\s*)")  # the sign of an item of a list
OF_POWER = re.compile(r"\s*(?P<power>[^\W\d_]{3,})\s*(?P<colon>:)\s*(?=\w)")  # `France: A PAR - BUR`
TRIED = re.compile(r"\s*TRY(?=[\s:])[\s:]*", re.IGNORECASE)
ENDS_READY = re.compile(r"(?<![\s,;.])[\s,;.]++(?:AND\s++)?(?P<ready>READY[\s.!?]*)\Z", re.IGNORECASE)
EMPHASIS, EMPHATIC = "! ", ("!", " ")
UNITS = re.compile(r"\b(?:A|F|ARMY|FLEET)\b", re.IGNORECASE)
AMOUNT = tuple("0123456789:")
LONGEST = 2000  # characters of a line that is taken apart
BETWEEN = re.compile(r"[,;]")
VERBS = ("BUILD", "REMOVE", "DISBAND")  # stand before a unit, and are understood before the next one
DONE = frozenset({"HOLD", "SUPPORT", "CONVOY", "DASH", "RETREAT", "DISBAND"})  # what a unit does
LAST = frozenset({"PLACE", "HOLD", "VIA", "DISBAND"})  # with what an order may end
UNIT = ("KIND", "PLACE")


class Forms:
    """Takes the lines of a seat's letters apart; each part keeps its columns."""

    def __init__(self, names: Names, seat: Seat, own: Collection[str]) -> None:
        """*own*: the commands that may stand beside an order: TRY before it, READY behind it."""
        self._names, self._seat, self._own = names, seat, own

    def split(self, lines: Sequence[Line]) -> list[Line]:
        """Return the orders and headings of lines, each as a line of its own; anything else as it is.

        The sign of a list is left out, and so is the name of the sender's power before a colon.
        """
        begins, as_own = self._begins_own, self._as_own
        return [part for line in lines for part in self._parts(line, begins, as_own, parted=self._in_a_row)]

    def split_offers(
        self, lines: Sequence[Line], begins: Callable[[str], bool], plain: Callable[[str], bool]
    ) -> list[Line]:
        """Return the same for offers, in which signs say more, and an amount cannot be meant for two.

        begins: whether a line begins an offer; plain: whether it is nothing but one, which needs no look.
        """
        def parted(text: str) -> list[str]:
            parts = _between(text)
            several = len(parts) > 1
            return parts if several and all(begins(part) and part.lstrip()[:1] in AMOUNT for part in parts) else [text]

        found: list[Line] = []
        for line in lines:
            if plain(line.text) and not line.command:
                found.append(line)
            else:
                found += self._parts(line, begins, str, parted=parted)
        return found

    def _begins_own(self, text: str) -> bool:
        """Return whether a line begins like an order for a unit of one's own, in any phase."""
        word = first_word(text)
        if word in ORDER_BEGINNINGS and word not in ("ARMY", "FLEET"):
            return begins_word(text, word, self._names)
        return begins_order(kinds_at_start(text, self._names))

    def _as_own(self, text: str) -> str:
        return self._signed(self._without_power(_blank(text, LISTED.match(text), self._begins_own)))

    def _parts(
        self,
        line: Line,
        begins: Callable[[str], bool],
        as_own: Callable[[str], str],
        parted: Callable[[str], list[str]],
    ) -> Iterator[Line]:
        """Yield the parts of a line, or the line itself if it has no other. A remark behind several is left out.

        as_own: writes it without what stands before it; parted: its single orders.
        """
        written = without_remark(line.text)
        if line.command or len(written) > LONGEST:
            yield line
            return
        number, text = line.number, as_own(written)
        label, _, labelled = text.partition(":")  # Spring 1901: A PAR - BUR
        if heading(label, self._names) and begins(labelled):
            yield Line(number, label)
            text = as_own(labelled.rjust(len(text)))
        tries, ready = TRIED.match(text), ENDS_READY.search(text)
        if tries is not None and "TRY" in self._own and begins(text[tries.end() :]):
            yield Line(number, tries[0])
            text = as_own(" " * tries.end() + text[tries.end() :])
        if ready is not None and "READY" in self._own and begins(text):
            yield Line(number, " " * ready.start("ready") + ready["ready"])
            text = text[: ready.start()]
        for part in parted(text):
            said = part.rstrip(EMPHASIS) if part.endswith(EMPHATIC) and begins(part) else part
            yield line if said == written else Line(number, said)

    def _without_power(self, text: str) -> str:
        """Return a line without the name of the sender's power before a colon; of another power the name stays."""
        named = OF_POWER.match(text)
        power = self._names.called.get(named["power"].upper()) if named is not None else None
        if named is None or power is None:
            return text
        end = named.end() if power == self._seat else named.start("colon") + 1
        kept = "" if power == self._seat else text[: end - 1]
        return kept.ljust(end) + text[end:]

    def _signed(self, text: str) -> str:
        """Return a line with PAR>BUR as PAR-BUR, and without the colon of BUILD: A PAR and of PAR: H."""
        found = tokens([(1, text)], self._names) if ":" in text or ">" in text else []
        kinds = [token.type for token in found]
        for n, token in enumerate(found[1:-1], 1):
            behind = kinds[n + 1]
            colon = token.type == "COLON"
            unit = kinds[:n] in ([*UNIT], ["PLACE"]) and behind in DONE
            verb = n == 1 and found[0] in (*VERBS, "RETREAT") and behind in PLACED
            sign = " " if colon and (unit or verb) else ""
            sign = "-" if token.type == "GREATER" and kinds[n - 1] == "PLACE" else sign
            text = f"{text[: token.start_pos]}{sign}{text[token.end_pos :]}" if sign else text
        return text

    def _in_a_row(self, text: str) -> list[str]:
        """Return the orders of a line, if there are several, between commas or in a row; else the whole line."""
        if BETWEEN.search(text) is None and len(UNITS.findall(text)) <= 1:
            return [text]
        found = tokens([(1, text)], self._names)
        row = [two.start_pos or 0 for one, two in pairwise(found[1:]) if two.type == "KIND" and one.type in LAST]
        for parts in (_between(text, row), _between(text)):
            if len(parts) > 1 and all(map(self._begins_own, parts)):
                verb = found[0] if found[0] in VERBS else ""
                return [self._with_verb(verb if n else "", part) for n, part in enumerate(parts)]
        return [text]

    def _with_verb(self, verb: str, text: str) -> str:
        """Return an order with the *verb* of the one before it, if it is a unit and nothing else."""
        kinds = [token.type for token in tokens([(1, text)], self._names)]
        inner = text.lstrip(BLANKS)
        before = len(text) - len(inner) - len(verb) - 1
        return f"{' ' * before}{verb} {inner}" if verb and kinds in ([*UNIT], ["PLACE"]) and before >= 0 else text


def _between(text: str, also: Sequence[int] = ()) -> list[str]:
    """Return what stands between the commas of a line, and between some more places, each in its columns."""
    places = sorted({0, len(text), *also, *(match.end() for match in BETWEEN.finditer(text))})
    parts = [" " * start + text[start:end].rstrip(f"{BLANKS},;") for start, end in pairwise(places)]
    return [part for part in parts if part.strip()] or [text]


def _blank(text: str, sign: re.Match[str] | None, begins: Callable[[str], bool]) -> str:
    """Return a line with spaces for the sign before it, if an order follows."""
    if sign is None or not begins(text[sign.end() :]):
        return text
    return " " * sign.end() + text[sign.end() :]
