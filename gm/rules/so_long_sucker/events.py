"""What happens at the table, event by event, each with a sentence for everybody.

A sentence depends only on its event. Colours in capitals are players; in lower case they are chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

GM = "the GameMaster"
WEIGHTIEST = (
    "win", "resign", "defeat", "burn", "capture", "distress", "rescue", "kill", "refuse", "transfer", "discard", "next",
    "lowest", "only", "play", "draw",
)  # fmt: skip


class Happened(msgspec.Struct, frozen=True):
    """One thing that happened. seat: who did it, or to whom it happened; to: whom else it concerns.

    what: draw, absent, play, next, only, lowest, capture, burn (a defeated colour captures), kill, discard, transfer,
    rescue, distress, asked, refuse, defeat, rebound, resign, win. pile: its number; chips: by colour. by_gm: it was
    nobody's order, the GameMaster did it. words: the sentence.
    """

    what: str
    words: str
    seat: str = ""
    to: str = ""
    pile: int = 0
    chips: dict[str, int] = {}
    by_gm: bool = False


def listed(names: Iterable[str], last: str = "and") -> str:
    """Join names: `A, B and C`."""
    found = list(names)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)


def chips_in_words(chips: Mapping[str, int]) -> str:
    """Return chips in words: `2 red and 1 green`."""
    return listed(f"{count} {colour.lower()}" for colour, count in chips.items())


def sentence(text: str) -> str:
    """Return *text* with a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def absent(seat: str) -> Happened:
    """The grace period is over, and the GameMaster does what was owed."""
    return Happened("absent", sentence(f"{seat} has sent nothing in time, so {GM} acts for {seat}"), seat, by_gm=True)


def played(seat: str, colour: str, pile: int, new: bool, by_gm: bool) -> Happened:
    """A chip is played on a pile (4)."""
    who = f"{GM}, for {seat}," if by_gm else seat
    where = f"a new pile, pile {pile}" if new else f"pile {pile}"
    return Happened(
        what="play",
        words=sentence(f"{who} plays {colour.lower()} on {where}"),
        seat=seat,
        to="",
        pile=pile,
        chips={colour: 1},
        by_gm=by_gm,
    )


def named(seat: str, to: str, by_gm: bool) -> Happened:
    """The mover gives somebody the move (5)."""
    who = f"{GM}, for {seat}," if by_gm else seat
    what = "keeps the move" if to == seat and not by_gm else f"gives the move to {to}"
    return Happened("next", sentence(f"{who} {what}"), seat, to, by_gm=by_gm)


def only(seat: str, to: str, pile: int) -> Happened:
    """Only one player can be named, so the GameMaster does it (5)."""
    said = f"the move goes to {to}: of those in the game {to} alone has no chip in pile {pile}"
    return Happened(what="only", words=sentence(said), seat=seat, to=to, pile=pile, by_gm=True)


def given_to_lowest(seat: str, to: str, pile: int) -> Happened:
    """All surviving players are in the pile (5)."""
    said = f"everybody in the game has a chip in pile {pile}, and {to}'s latest lies lowest: {to} has the move"
    return Happened(what="lowest", words=sentence(said), seat=seat, to=to, pile=pile, by_gm=True)


def captured(seat: str, captor: str, pile: int) -> Happened:
    """Two chips of the same colour in succession (6)."""
    said = f"that is {captor.lower()} on {captor.lower()}: {captor} captures pile {pile}"
    return Happened(what="capture", words=sentence(said), seat=seat, to=captor, pile=pile)


def burnt(seat: str, colour: str, pile: int, chips: Mapping[str, int]) -> Happened:
    """A defeated colour captures: the whole pile is killed (10)."""
    said = f"that is {colour.lower()} on {colour.lower()}, and {colour} is out: all of pile {pile} is dead"
    return Happened(
        what="burn",
        words=sentence(f"{said}, and the move goes back to {seat}"),
        seat=seat,
        to=colour,
        pile=pile,
        chips=dict(chips),
    )


def killed(captor: str, colour: str, pile: int, taken: Mapping[str, int], by_gm: bool) -> Happened:
    """One chip of a captured pile is killed, and the rest are taken (6)."""
    who = f"{GM}, for {captor}," if by_gm else captor
    said = f"{who} kills {colour.lower()}; {captor} takes {chips_in_words(taken)} into hand and has the move"
    return Happened(what="kill", words=sentence(said), seat=captor, to="", pile=pile, chips={colour: 1}, by_gm=by_gm)


def orphaned(captor: str, pile: int, chips: Mapping[str, int]) -> Happened:
    """The player who was to kill a chip has resigned: the whole pile is dead (10)."""
    said = f"{captor} was to take pile {pile}: all of it is dead"
    return Happened(what="burn", words=sentence(said), seat=captor, to=captor, pile=pile, chips=dict(chips))


def discarded(seat: str, colour: str, count: int) -> Happened:
    """Prisoners are killed (8)."""
    chips = {colour: count}
    return Happened("discard", sentence(f"{seat} kills {chips_in_words(chips)} of their prisoners"), seat, chips=chips)


def transferred(seat: str, to: str, colour: str, count: int, rescues: bool) -> Happened:
    """Prisoners change hands (8), which may be a rescue (9)."""
    chips = {colour: count}
    if rescues:
        return Happened("rescue", sentence(f"{seat} rescues {to} with {chips_in_words(chips)}"), seat, to, chips=chips)
    return Happened("transfer", sentence(f"{seat} gives {to} {chips_in_words(chips)}"), seat, to, chips=chips)


def in_distress(seat: str, asked: Iterable[str]) -> Happened:
    """The player with the move has no chip; whoever holds a prisoner may rescue them (9)."""
    said = f"{seat} has the move and no chip; {listed(asked, 'or')} may come to the rescue"
    return Happened("distress", sentence(said), seat)


def also_asked(seat: str, asked: Iterable[str]) -> Happened:
    """Somebody has meanwhile received a prisoner (9)."""
    said = f"{listed(asked)} came by a prisoner, and may rescue {seat} too: there is new time for an answer"
    return Happened("asked", sentence(said), seat)


def refused(seat: str, to: str, by_gm: bool) -> Happened:
    """A rescue is refused (9); at the deadline, silence is a refusal."""
    said = f"{seat} has not answered, which counts as a refusal" if by_gm else f"{seat} refuses to rescue {to}"
    return Happened("refuse", sentence(said), seat, to, by_gm=by_gm)


def defeated(seat: str, asked: Sequence[str], refused: Sequence[str]) -> Happened:
    """A defeat is final (9). asked: who was asked for a rescue; refused: who has refused it."""
    why = "every holder of a prisoner has refused"
    if not asked:
        why = "they have no chip to play and nobody holds a prisoner"
    elif not refused:
        why = "nobody holds a prisoner any more"
    elif set(asked) - set(refused):
        have = "has" if len(refused) == 1 else "have"
        why = f"{listed(refused)} {have} refused, and nobody else holds a prisoner any more"
    return Happened("defeat", sentence(f"{seat} is defeated: {why}"), seat)


def rebounded(seat: str, to: str, given: bool) -> Happened:
    """The move goes back along the line of turns (9); given: there was somebody to take it."""
    said = f"the move rebounds to {to}" if given else f"no turn is left to go back to: {to}, seated next, has the move"
    return Happened("rebound", sentence(said), seat, to)


def resigned(seat: str, chips: Mapping[str, int]) -> Happened:
    """A player has resigned, nobody came to the seat, or the operator has vacated it."""
    held = f"their chips, {chips_in_words(chips)}, are dead" if chips else "they held no chip"
    return Happened("resign", sentence(f"{seat} is out of the game and defeated; {held}"), seat, chips=dict(chips))


def won(seat: str) -> Happened:
    """One player survives (11)."""
    return Happened("win", sentence(f"{seat} survives all others and has won"), seat)


def drawn(seat: str) -> Happened:
    """A draw decides who moves first (3)."""
    return Happened("draw", sentence(f"{seat} has the first move, by a draw"), seat, by_gm=True)


def headline(events: Sequence[Happened]) -> str:
    """Return what has happened in the words of a subject: the weightiest of *events*, the last one of its kind."""
    found = {event.what: event for event in events}
    event = next((found[what] for what in WEIGHTIEST if what in found), None)
    if event is None:
        return ""
    chips = chips_in_words(event.chips)
    return {
        "win": f"{event.seat} has won",
        "resign": f"{event.seat} is out of the game",
        "defeat": f"{event.seat} is defeated",
        "burn": f"all of pile {event.pile} is dead",
        "capture": f"{event.to} captures pile {event.pile}",
        "distress": f"{event.seat} asks for a rescue",
        "rescue": f"{event.seat} rescues {event.to}",
        "kill": f"{event.seat} kills a chip of pile {event.pile}",
        "refuse": f"{event.seat} refuses to rescue {event.to}",
        "transfer": f"{event.seat} gives {event.to} {chips}",
        "discard": f"{event.seat} kills {chips}",
        "next": f"{event.seat} gives the move to {event.to}",
        "lowest": f"{event.to} has the move",
        "only": f"{event.to} has the move",
        "play": f"{event.seat} plays {chips}",
        "draw": f"{event.seat} has the first move",
    }[event.what]
