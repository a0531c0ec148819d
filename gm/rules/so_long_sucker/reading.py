"""Order lines of So Long Sucker, from words to acts, forgiving of how people write. What is allowed is not known here.

The only thing known about a game is its colours, not what is on its table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec
from lark import Lark, Token, Tree
from msgspec.structs import replace

from gm.rules import NO_SEAT, Problem, Seat, as_seat
from gm.rules.lines import letters as faults
from gm.rules.lines.letters import Fault, near, one_of, parse, parser, unknown_word
from gm.rules.lines.slips import MOST_UNKNOWN, explained, is_misspelt, one_slip, talks, unknown_in
from gm.rules.lines.words import NUMBERS, kinds_of, tokens
from gm.rules.so_long_sucker import checking
from gm.rules.so_long_sucker.acts import Act, Discard, Kill, Next, Play, Refuse, Transfer
from gm.rules.so_long_sucker.faults import words
from gm.rules.so_long_sucker.state import COLOURS

GLUED = r"(?i:PLAY|NEXT|KILL|DISCARD|TRANSFER|RESCUE|REFUSE|RED|GREEN|BLUE|YELLOW|VIOLET)"  # PLAYred, redNEXTgreen
WORD = re.compile(
    rf"(?P<MINUS>[-–−]\d+)|(?P<NUMBER>\d+)|(?P<WORD>{GLUED}(?={GLUED}+\b)|[^\W\d_]+)|(?P<COMMA>[,;&+])"
    r"|(?P<SIGN>[^\s.:!#()])"
)
ORDERS = ("PLAY", "NEXT", "KILL", "DISCARD", "TRANSFER", "RESCUE", "REFUSE")
MOST = 999  # the highest number that is read as one
WORDS: Mapping[str, str] = {
    **{word: word for word in ORDERS},
    "PUT": "PLAY", "PLACE": "PLAY", "DROP": "PLAY", "LAY": "PLAY", "GIVE": "TRANSFER",
    "ON": "ON", "ONTO": "ON", "TO": "TO", "NEW": "NEW", "ME": "ME", "MYSELF": "ME", "AND": "COMMA", "THEN": "COMMA",
    "PILE": "PILE",
}  # fmt: skip
BEGIN = frozenset((*ORDERS, "PUT", "PLACE", "DROP", "GIVE", "TABLE"))  # what lines begin with
FILLERS = frozenset({"CHIP", "CHIPS", "PLAYER", "TURN", "MOVE", "A", "AN", "THE", "OF", "PLEASE"})
BEFORE_NEXT = frozenset({"IS", "GOES", "MOVES", "PLAYS"})  # blue is next
NAMES: Mapping[str, str] = {
    **{colour: colour for colour in COLOURS}, **{f"{colour}S": colour for colour in COLOURS},
    **{colour[0]: colour for colour in COLOURS}, "PURPLE": "VIOLET",
}  # fmt: skip
OTHERS = ("ORANGE", "PINK", "BLACK", "BROWN", "GREY", "GRAY", "GOLD")  # colours that nobody plays
SHORTEST = 3  # letters of a shortened name; a single letter will do too
ALIKE = 0.7  # how closely a word must resemble a colour to be a misspelt one
SAID = {
    "COLOUR": "a colour", "NUMBER": "a number", "ON": "ON and a pile", "NEXT": "NEXT", "TO": "TO and a player",
    "COMMA": "a comma", "RESCUE": "RESCUE", "$END": "the end of the line",
}  # fmt: skip
COLOUR_FIRST = (["COLOUR", "PLAY"], ["COLOUR", "NEXT"], ["COLOUR", "COLOUR"])  # red play; blue next; red > blue
STARTS = {word: f"{word.lower()}_line" for word in ORDERS}


class Order(msgspec.Struct, frozen=True):
    """A line understood: its acts, and the word for each of its parts (checking.COLOUR and so on)."""

    acts: tuple[Act, ...]
    places: tuple[dict[str, Token], ...]


def line_parser(grammar: str) -> Lark:
    """Return the parser for lines of this game."""
    return parser(grammar, tuple(STARTS.values()))


def words_of(text: str, line: int = 1) -> list[Token]:
    """Return the words of a line without remark (%) and filler words; unknown ones have the type UNKNOWN."""
    found: list[Token] = []
    for token in tokens(WORD, text, line, _kind):
        if token.type != "COMMA" or (found and found[-1].type != "COMMA"):
            found.append(token)
    while found and found[-1].type == "COMMA":
        found.pop()
    return _plainly(found)


def _plainly(found: list[Token]) -> list[Token]:
    """Leave out what means nothing: PILE, except in `PLAY red pile 1`, where it means ON, and IS in `blue is next`."""
    kept: list[Token] = []
    for token, following in pairwise([*found, None]):
        assert token is not None
        named = bool(kept) and kept[-1].type == "COLOUR" and following is not None and following.type == "NEXT"
        if named and token.upper() in BEFORE_NEXT:
            continue
        if token.type != "PILE":
            kept.append(token)
        elif following is not None and following.type == "NUMBER" and kept and kept[-1].type != "ON":
            kept.append(Token.new_borrow_pos("ON", str(token), token))
    return kept


def _kind(match: re.Match[str]) -> tuple[str, str]:
    kind, text = match.lastgroup or "", match[0]
    if kind == "MINUS":
        return "UNKNOWN", text
    if kind == "SIGN":
        return ("", "") if text in "->*–—•" else ("UNKNOWN", text)
    if kind != "WORD":
        return kind, text
    upper = text.upper()
    if upper in FILLERS:
        return "", ""
    if upper in NUMBERS:
        return "NUMBER", NUMBERS[upper]
    if upper in WORDS:
        return WORDS[upper], text
    colour = _named(upper)
    return ("COLOUR", colour) if colour else ("UNKNOWN", text)


def _named(upper: str) -> str:
    """Return the colour that a full or shortened name means; "" for none."""
    if upper in NAMES:
        return NAMES[upper]
    found = {colour for name, colour in NAMES.items() if len(upper) >= SHORTEST and name.startswith(upper)}
    return found.pop() if len(found) == 1 else ""


def is_meant(found: Sequence[Token]) -> bool:
    """Return whether a line (words_of) is meant as an order, right or wrong; all else is prose.

    An order word with a colour is an order, however misspelt the rest: if it were prose, the lines below it would be
    carried out without it.
    """
    kinds = kinds_of(found)
    unknown = unknown_in(found)
    if not kinds:
        return False
    if kinds[:3] == ["REFUSE", "TO", "RESCUE"] or _begins_with_colour(found) or _says_no(found):
        return True
    if kinds[0] in ORDERS:
        if not unknown or "COLOUR" in kinds[:3]:
            return True
        if "COLOUR" in kinds and not _has_misspelt_colour(found):
            return not talks(unknown) and "UNKNOWN" not in kinds[2 : kinds.index("COLOUR")]
        if kinds[0] == "PLAY" and ("ON", "NUMBER") in pairwise(kinds):
            return not talks(unknown) and len(unknown) <= MOST_UNKNOWN
        return not talks(unknown) and (_has_misspelt_colour(found) or (_counts(found) and len(unknown) <= 2))
    if is_misspelt(found, BEGIN, ("COLOUR",)):
        return True
    return _has_shape(kinds) and not talks(unknown) and len(unknown) <= (2 if kinds[0] == "UNKNOWN" else 1)


def _begins_with_colour(found: Sequence[Token]) -> bool:
    """Return whether a line says red play, blue next or red > blue; two letters alone are somebody's initials."""
    return kinds_of(found) in COLOUR_FIRST and all((token.end_pos or 0) - (token.start_pos or 0) > 1 for token in found)


def _says_no(found: Sequence[Token]) -> bool:
    """Return whether a line refuses a rescue in other words: no rescue."""
    return len(found) == 2 and found[0].upper() in ("NO", "NOT", "DONT") and found[1].type == "RESCUE"


def _has_misspelt_colour(found: Sequence[Token]) -> bool:
    return any(
        near(token, COLOURS, cutoff=ALIKE)
        or any(one_slip(token.upper(), colour) or colour.startswith(token.upper()) for colour in (*COLOURS, *OTHERS))
        for token in unknown_in(found)
    )


def _counts(found: Sequence[Token]) -> bool:
    return any(token[-1].isdigit() or token.type == "NUMBER" for token in found)


def _has_shape(kinds: Sequence[str]) -> bool:
    """Return whether a line says where a colour goes, or who is next, though it lacks its first word."""
    pairs = [*pairwise(kinds)]
    placed = not {("ON", "NUMBER"), ("TO", "NEW"), ("ON", "NEW")}.isdisjoint(pairs) or ("NEXT", "COLOUR") in pairs
    given = kinds[1:3] == ["NUMBER", "COLOUR"] and kinds[3:] in ([], ["TO", "COLOUR"])
    given = given or kinds == ["UNKNOWN", "UNKNOWN", "NUMBER", "COLOUR"]
    handed = kinds[:2] == ["UNKNOWN", "COLOUR"] and kinds[2:] in (["COLOUR"], ["NUMBER", "COLOUR"])
    return "COLOUR" in kinds and (placed or given or handed)


def read_order(parser: Lark, found: list[Token], seat: Seat, seats: Sequence[Seat], distressed: Seat) -> Order:
    """Read the order on a line of *seat*. distressed: the player who asks for a rescue, or "". Raises Fault."""
    for token in found:
        if token.type == "UNKNOWN":
            raise unknown_word(token, "an order", ORDERS if token is found[0] else [*seats, *ORDERS, "ON", "TO"])
        if token.type == "COLOUR" and token not in seats:
            raise words.fault(token, "unknown-colour", seats, colour=token)
    if found[0].type not in STARTS:
        raise words.fault(found[0], "no-order-word", words=", ".join(ORDERS))
    tree = parse(parser, found, STARTS[found[0].type], one_of(SAID), show=str.lower)
    return _Meaning(found[0], tree, seat, distressed).order()


def explain(parser: Lark, problem: Problem, text: str, seat: Seat, seats: Sequence[Seat]) -> Problem:
    """Return the problem of a line with what the whole line was probably meant as, if that can be told."""

    def is_right(line: str) -> bool:
        found = words_of(line)
        try:
            return found != [] and bool(read_order(parser, found, seat, seats=seats, distressed=NO_SEAT).acts)
        except Fault:
            return False

    found = words_of(text)
    if _says_no(found):
        return replace(problem, hints=("REFUSE",))
    if _begins_with_colour(found):
        first, second = found[0].lower(), found[1].lower()
        line = f"NEXT {first}" if found[1].type == "NEXT" else f"PLAY {first}"
        line = f"{line} NEXT {second}" if found[1].type == "COLOUR" else line
        return replace(problem, hints=(line,) if is_right(line) else problem.hints)
    return explained(problem, text, found, (*ORDERS, *NAMES, "ON", "TO"), is_right)


class _Meaning:
    """Turns a parsed line into acts."""

    def __init__(self, word: Token, tree: Tree[Token], seat: Seat, distressed: Seat) -> None:
        self._word, self._tree, self._seat, self._distressed = word, tree, seat, distressed

    def order(self) -> Order:
        """Return the acts of the line, and where their parts are."""
        kind = self._word.type
        if kind in ("DISCARD", "TRANSFER", "RESCUE"):
            return self._lots(kind)
        to, place = self._seat_named()
        places = {checking.WHOLE: self._word, **({checking.TO: place} if place is not None else {})}
        colour = self._only("COLOUR")
        if colour is not None:
            places[checking.COLOUR] = colour
        return Order((self._single(kind, colour, to, places),), (places,))

    def _single(self, kind: str, colour: Token | None, to: Seat, places: dict[str, Token]) -> Act:
        if kind == "REFUSE":
            self._check_distressed(to, places)
            return Refuse()
        if kind == "NEXT":
            return Next(to)
        self._check_single()
        assert colour is not None
        if kind == "KILL":
            return Kill(str(colour))
        return Play(str(colour), self._pile(places), to)

    def _lots(self, kind: str) -> Order:
        """Return one act for each lot of chips."""
        to, place = self._seat_named()
        acts: list[Act] = []
        places: list[dict[str, Token]] = []
        for lot in self._parts("lot"):
            colour = next(token for token in lot.children if isinstance(token, Token) and token.type == "COLOUR")
            count = next((t for t in lot.children if isinstance(t, Token) and t.type == "NUMBER"), None)
            where = {checking.WHOLE: self._word, checking.COLOUR: colour, checking.COUNT: count or colour}
            where |= {checking.TO: place} if place is not None else {}
            acts.append(self._lot(kind, str(colour), number(count) if count is not None else 1, to=to, where=where))
            places.append(where)
        return Order(tuple(acts), tuple(places))

    def _lot(self, kind: str, colour: str, count: int, to: Seat, where: dict[str, Token]) -> Act:
        if kind == "DISCARD":
            return Discard(colour, count)
        if kind == "RESCUE":
            if not self._distressed:
                raise words.fault(self._word, "no-distress.transfer")
            self._check_distressed(to, where)
            return Transfer(colour, count, self._distressed)
        return Transfer(colour, count, to)

    def _check_distressed(self, to: Seat, places: Mapping[str, Token]) -> None:
        """Raise Fault unless the player named in RESCUE or REFUSE is the one who asks for it."""
        if to and self._distressed and to != self._distressed:
            raise words.fault(places[checking.TO], "not-distressed", (self._distressed,), mover=self._distressed)

    def _check_single(self) -> None:
        """Raise Fault unless only one chip is played, or killed out of a pile."""
        count = self._only("NUMBER")
        if count is not None and number(count) != 1:
            raise words.fault(count, "one-chip")

    def _parts(self, name: str) -> list[Tree[Token]]:
        """Return the parts of the line with this name, in the order written."""
        return [one for one in self._tree.children if isinstance(one, Tree) and one.data == name]

    def _only(self, kind: str) -> Token | None:
        """Return the word of this kind in the line itself, not in one of its parts; None if there is none."""
        return next((one for one in self._tree.children if isinstance(one, Token) and one.type == kind), None)

    def _seat_named(self) -> tuple[Seat, Token | None]:
        """Return the player that the line names, and the word for it."""
        for tree in self._parts("seat"):
            token = tree.children[0]
            assert isinstance(token, Token)
            return (self._seat if token.type == "ME" else as_seat(str(token))), token
        return NO_SEAT, None

    def _pile(self, places: dict[str, Token]) -> int:
        """Return the number of the pile that is named; 0: a new one."""
        for tree in self._parts("place"):
            token = next((one for one in tree.children if isinstance(one, Token) and one.type == "NUMBER"), None)
            if token is not None:
                places[checking.PLACE] = token
                if not number(token):
                    raise words.fault(token, "no-pile.nought")
                return number(token)
        return 0


def number(token: Token) -> int:
    """Return the number that *token* writes. Raises Fault if it is absurdly large."""
    return faults.number(token, MOST, words("too-much"))
