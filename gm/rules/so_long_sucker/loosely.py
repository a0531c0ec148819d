"""What a line in plain words may have been meant as: its colours by the part that each plays. Nothing is done by it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from gm.rules import NO_SEAT, Seat
from gm.rules.lines.guessing import NUMBERS, denied, spelt
from gm.rules.pictures.table import MANY
from gm.rules.so_long_sucker.chips import prisoners
from gm.rules.so_long_sucker.choices import outcome_of, owed
from gm.rules.so_long_sucker.reading import NAMES, OTHERS, SHORTEST
from gm.rules.so_long_sucker.state import COLOURS, KILL, NEXT, PLAY, RESCUE, State

CHIP, TO, PILE, GIVE, DISCARD = "chip", "to", "pile", "give", "discard"  # the parts of a line
PARTS: Mapping[str, str] = {
    **dict.fromkeys(("PLAY", "PLAYS", "PLAYING", "PUT", "PLACE", "DROP", "LAY", "START", "OPEN"), CHIP),
    **dict.fromkeys(("NEXT", "THEN", "FOLLOWED", "GOES", "MOVE", "TURN", "NAME"), TO),
    **dict.fromkeys(("ON", "ONTO", "PILE", "HEAP", "STACK", "TOP", "#"), PILE),
    **dict.fromkeys(("GIVE", "TRANSFER", "HAND", "DONATE", "RETURN"), GIVE),
    **dict.fromkeys(("DISCARD", "KILL", "THROW", "DUMP", "DEAD"), DISCARD),
}  # fmt: skip
NEW = (GIVE, DISCARD, CHIP)  # parts with which another order may begin
BEHIND = frozenset({"NEXT", "TURN", "GOES", "MOVES", "FOLLOWS"})  # blue is next; blue's turn
COLOUR_WORDS = {name: colour for name, colour in NAMES.items() if len(name) > 1}
SHORT = {colour[0] + "".join(char for char in colour[1:] if char not in "AEIOU"): colour for colour in COLOURS}  # grn
SIGN = re.compile(r"(?P<word>[^\W\d_]+)(?P<own>['\u2019]s?\b)?|(?P<number>\d{1,2})|(?P<sign>[#.;!/\n])")
OR = re.compile(r"\bor\b", re.IGNORECASE)
REFUSES = re.compile(r"\b(?:refused?|decline|no\s+rescue|let\s+\w+\s+die)\b", re.IGNORECASE)
DOES_NOT = re.compile(r"\b(?:not|no|won['\u2019]?t|don['\u2019]?t|never|cannot|can['\u2019]?t)\b", re.IGNORECASE)
ACTS = re.compile(r"\b(?:play|lay|put|kill|rescue|save|discard|transfer)", re.IGNORECASE)  # though no colour is named
IT = re.compile(r"\b(give|hand)\s+(?:it|(?:him|her|them)\s+the\s+(?:move|turn)|the\s+(?:move|turn))\b", re.IGNORECASE)
ORDINALS = {"FIRST": "1", "SECOND": "2", "THIRD": "3", "FOURTH": "4", **NUMBERS}
DISCS = {"\U0001f534": " red ", "\U0001f535": " blue ", "\U0001f7e2": " green ", "\U0001f7e1": " yellow "}
MYSELF = frozenset({"ME", "MYSELF"})
MOST = 6  # meanings proposed


class Said:
    """The colours and numbers of an order, by the part that each plays."""

    def __init__(self, part: str) -> None:
        self.part, self.named = part, False
        self.chips: list[str] = []
        self.to: list[str] = []
        self.under: list[str] = []  # colours of piles
        self.pile = self.count = 0
        self.new = self.back = False

    def colour(self, colour: str) -> None:
        """Take a colour: once a chip is named, the next one is a player."""
        if self.part == PILE:
            self.under.append(colour)
        elif self.part == TO or (self.chips and self.part == CHIP):
            self.to.append(colour)
        else:
            self.chips.append(colour)
        self.part = TO if self.part == PILE else self.part

    def number(self, number: int) -> None:
        """Take a number: of a pile, or of chips."""
        if self.part == PILE:
            self.pile, self.part = number, TO
        else:
            self.count = self.count or number


def loosely(state: State, seat: Seat, text: str) -> tuple[str, ...]:
    """Return the lines that a line may have been meant as."""
    text = "".join(DISCS.get(sign, sign) for sign in text)
    mine = next((one for one in owed(state) if one.seat == seat), None)
    what = mine.what if mine else ""
    if what == RESCUE and REFUSES.search(text):
        return () if DOES_NOT.search(re.sub(r"\bno\s+rescue\b", "", text, flags=re.IGNORECASE)) else ("REFUSE",)
    if denied(OR.sub("/", text)):
        return ()
    said = _orders(IT.sub(r"\1 next", text).replace("give next", "next"), seat, what)
    if not (any(one.chips or one.to or one.under for one in said) or ACTS.search(text)):
        return ()
    return tuple(islice(_lines(state, seat, said, what), MOST))


def _lines(state: State, seat: Seat, said: Sequence[Said], what: str) -> Iterator[str]:
    """Yield the meanings of orders, each with one of its own from every order."""
    for parts in product(*(list(dict.fromkeys(_meant(state, seat, one, what))) for one in said)):
        if parts:
            yield "\n".join(parts)


def _orders(text: str, seat: Seat, what: str) -> list[Said]:
    """Return the orders of a line: a new one begins where a chip is played or handed on after another is named."""
    found = [Said(TO if what == NEXT else CHIP)]
    words = [*SIGN.finditer(text)]
    for at, match in enumerate(words):
        now = found[-1]
        upper = (match["word"] or match["sign"] or "").upper()
        colour = str(seat) if upper in MYSELF else _colour(upper) if match["word"] else ""
        following = next((one["word"].upper() for one in words[at + 1 :] if one["word"] and one["word"] != "is"), "")
        part = PARTS.get(spelt(upper, PARTS) if len(upper) > SHORTEST else upper, "")
        if colour and match["own"] and following not in BEHIND:
            now.under += [colour] if PARTS.get(following) == PILE else []  # green's pile, not green's friend
            continue
        if colour and colour == seat and PARTS.get(following) == CHIP:
            continue  # blue plays blue
        if colour and now.part != PILE and following in BEHIND and not _is_a_colour(words, at + 2):
            now.to.append(colour)
        elif colour:
            now.colour(colour)
        elif match["number"] or (upper in ORDINALS and not _is_a_noun(words, at)):
            now.number(int(match["number"] or ORDINALS[upper]))
        elif part in NEW and upper != "DEAD" and (now.chips or (now.to and part != CHIP)):
            found.append(Said(part))
        elif part:
            now.part, now.named = part, True
        now.new |= upper == "NEW"
        now.back |= upper == "BACK"
    return found


def _colour(word: str) -> str:
    """Return the colour that a word names, or is a slip of; one that nobody plays stays as it is; "" for none."""
    if word in OTHERS:
        return word
    return COLOUR_WORDS.get(spelt(word, COLOUR_WORDS), "") or SHORT.get(word, "")


def _is_a_colour(words: Sequence[re.Match[str]], at: int) -> bool:
    return at < len(words) and bool(_colour((words[at]["word"] or "").upper()))


def _is_a_noun(words: Sequence[re.Match[str]], at: int) -> bool:
    """Return whether "one" stands for a chip: the red one."""
    return at > 0 and words[at]["word"].upper() == "ONE" and _is_a_colour(words, at - 1)


def _meant(state: State, seat: Seat, said: Said, what: str) -> Iterator[str]:
    """Yield the lines that an order may mean, right or wrong."""
    if (said.part in (GIVE, DISCARD) and what != KILL) or (what != PLAY and said.back):
        yield from _handed(state, seat, said)
    elif what == PLAY:
        yield from _played(state, seat, said)
    elif what == NEXT:
        yield from (f"NEXT {one.lower()}" for one in said.to)
    elif what == KILL:
        inside = tuple(dict.fromkeys(state.piles[state.pile - 1] or ()))
        yield from (f"KILL {one.lower()}" for one in [one for one in said.chips if one in inside] or inside)
    elif what == RESCUE:
        held = prisoners(seat, state.hands[seat])
        for one in [one for one in said.chips if one in held] or held:
            yield f"RESCUE {min(said.count or 1, held[one])} {one.lower()}"


def _handed(state: State, seat: Seat, said: Said) -> Iterator[str]:
    """Yield how the chips named may be handed on, or killed."""
    held = prisoners(seat, state.hands[seat])
    for colour in [one for one in said.chips if one in held] or held:
        lot = f"{min(said.count or (held[colour] if said.back else 1), held[colour])} {colour.lower()}"
        if said.part == DISCARD:
            yield f"DISCARD {lot}"
        else:
            others = [one for one in (*said.to, *said.chips) if one != colour]
            others = others or ([colour] if said.back else [one for one in COLOURS if one != seat])
            yield from (f"TRANSFER {lot} TO {one.lower()}" for one in others)


def _played(state: State, seat: Seat, said: Said) -> Iterator[str]:
    """Yield how a chip may be played: where one part is missing or impossible, with all that may stand there."""
    held = state.hands[seat]
    there = [number for number, chips in enumerate(state.piles, 1) if chips is not None]
    under = [number for number in there if {*said.under} & {*(state.piles[number - 1] or ())}]
    named = said.pile or said.count
    piles = under or ([named] if named in there else [*there, 0] if said.pile and not said.new else [0])
    for colour, pile in product([one for one in said.chips if one in held] or held, piles):
        where = f" ON {pile}" if pile else ""
        how, to = outcome_of(state, colour, pile)
        next_ones = [one for one in said.to if one in to] or (to if said.to else [NO_SEAT])
        for following in next_ones if how == MANY else [NO_SEAT]:
            yield f"PLAY {colour.lower()}{where}" + (f" NEXT {following.lower()}" if following else "")
