"""The full disclosure of one game: what the store may tell once it is over, as plain values and in order.

Only parts of notices that all rulesets share are read here: `phase` and `title`, the desk's own seals, and `power` and
`what` of the acts of a seat (actrecord).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import msgspec

from gm.desk.books.earlier import entries_that_count, running_phases
from gm.desk.entries.events import load_game
from gm.desk.game.chain import stands
from gm.desk.game.game import Game, seat_names
from gm.desk.mails.delivery import Disclosed
from gm.registry import ruleset
from gm.report.facts import (
    Body,
    Chapter,
    Disclosure,
    Fact,
    Leaf,
    Seal,
    Seat,
    Sitter,
    looks_in,
    mark,
    titles_in,
)
from gm.report.html import write_html, write_press
from gm.report.text import write_summary, write_text
from gm.report.told import story_of
from gm.store.database import iso
from gm.store.ledger import Disclosed as Told
from gm.store.store import Store

CLOSING = "seals"  # told only when a phase is judged
ROLLED = "rolled"  # the operator took the game to another phase
LEAF = "leaf"  # of every entry, whatever it told
OPTIONS = "options"  # as they were when the game was created


def read_disclosure(store: Store, name: str) -> Disclosure:
    """The disclosure of game *name*. Raises KeyError if there is no such game."""
    text = store.games.state(name)
    if text is None:
        raise KeyError(name)
    game = load_game(text)
    found = ruleset(game.ruleset)
    names: dict[str, str] = dict(seat_names(game).items())  # what was told names seats by plain text
    kept = entries_that_count(store, name)
    disclosed = store.disclosed.of(name)
    stretches = _stretches(store, name, disclosed, found.seals, kept)
    told = titles_in(fact for stretch in stretches for fact in stretch.facts)
    for stretch in stretches:
        if stretch.code not in told:
            told[stretch.code] = _title(store, name, stretch)
    # The phase now due, or that in which the game was ended; none if it was won or had not begun.
    phase = None if game.forming else found.rules.phase(game.state)
    if phase is not None:
        told.setdefault(phase.code, phase.title)
        if not stretches or stretches[-1].code != phase.code:
            stretches.append(_Stretch(phase.code, 0))
    chain = tuple(msgspec.convert(told.body, Leaf) for told in disclosed if told.kind == LEAF)
    titles = _titles(stretches, chain, told)
    chapters = tuple(_chapters(stretches, titles, names, kept, sealing=found.seals))
    looks, copies = looks_in(chapters)
    return Disclosure(
        name, found.card.title, game.ruleset, outcome=game.over, seed=game.seed if game.over else "",
        seed_hash=game.seed_hash(), seats=_seats(store, game, names), chapters=chapters, looks=looks, copies=copies,
        chain=chain, options=_options(disclosed, game),
    )  # fmt: skip


def _options(disclosed: Sequence[Told], game: Game) -> Body:
    """The ruleset's options: as the game's chain binds them, or, if it does not, as they are."""
    bound = next((told.body["options"] for told in disclosed if told.kind == OPTIONS), None)
    return bound if bound is not None else dict(msgspec.to_builtins(game.options))


class _Stretch(msgspec.Struct):
    """The facts of a phase, from its opening until it was judged or left for another.

    began: the entry that opened it; judged: the entry that judged it, 0 if none did.
    """

    code: str
    began: int
    facts: list[Fact] = []
    judged: int = 0


def _stretches(
    store: Store, name: str, disclosed: Sequence[Told], sealing: bool, kept: Sequence[range]
) -> list[_Stretch]:
    """The facts grouped by phase, in order. A phase that the game was taken back to appears twice.

    A fact that names no phase belongs to the one that its journal entry judges, or else to the one then running. If
    nothing is sealed (not *sealing*), whatever ends a phase counts as judging it.
    """
    found: list[_Stretch] = []
    running = ""
    phases = running_phases(store, name)
    facts_told = (told for told in disclosed if told.kind not in (LEAF, OPTIONS))
    for n, entry in groupby(facts_told, key=lambda told: told.n):
        facts = [Fact(iso(told.at), told.kind, told.body, counts=stands(n, kept), n=n) for told in entry]
        running = running or next((code for at, code in reversed(phases.items()) if at < n), "")
        judged = [str(fact.body["phase"]) for fact in facts if fact.kind == CLOSING]
        after = phases.get(n) or (judged[-1] if judged else running)
        here = judged[0] if judged else running or after
        if not found or found[-1].code != here:
            found.append(_Stretch(here, n))
        first = len(found) - 1
        found += [_Stretch(code, n) for code in judged[1:]]  # begun and judged at once
        rolled = any(fact.kind == ROLLED for fact in facts)
        if judged or not (sealing or rolled or after == here):
            for one in found[first:]:
                one.judged = n
        if after != found[-1].code or rolled:
            found.append(_Stretch(after, n))
        _share(facts, found[first:], rolled)
        running = after
    return found


def _share(facts: Sequence[Fact], among: Sequence[_Stretch], rolled: bool) -> None:
    """Give the facts of an entry to its phases: those that it judges, in order, and that which then runs, if any.

    A fact that names none of them belongs to the one that was being judged.
    """
    now, left = 0, sum(fact.kind == CLOSING for fact in facts)
    for fact in facts:
        named = [one for one in among[1:] if one.code == fact.body.get("phase")]
        new = named or (among if rolled and fact.kind != ROLLED else [])
        (new[-1] if new else among[now]).facts.append(fact)
        left -= fact.kind == CLOSING
        now += fact.kind == CLOSING and left > 0


def _title(store: Store, name: str, stretch: _Stretch) -> str:
    """The title of a stretch's phase, for when its facts do not tell it; its code if it cannot be found."""
    for n in (stretch.began, stretch.began - 1):
        kept = store.snapshots.nearest(name, n)
        game = load_game(kept.state) if kept is not None else None
        if game is not None and game.state is not None:
            phase = ruleset(game.ruleset).rules.phase(game.state)
            if phase is not None and phase.code == stretch.code:
                return phase.title
    return stretch.code


def _titles(stretches: Sequence[_Stretch], chain: Sequence[Leaf], told: Mapping[str, str]) -> list[str]:
    """The title of each stretch: what the chain calls its phase or, if that names none, what was *told* by code."""
    lines = [line for leaf in chain for line in leaf.text.split("\n")[2:] if line.startswith("phase ")]
    begun = [line.split(" ", 2)[1:] for line in lines]
    first = len(stretches) - len(begun)  # what came before the first phase has none
    if [stretch.code for stretch in stretches[max(0, first) :]] != [code for code, _ in begun]:
        first = len(stretches)
    return [told.get(one.code, one.code) if n < first else begun[n - first][1] for n, one in enumerate(stretches)]


def _chapters(
    stretches: Sequence[_Stretch],
    titles: Sequence[str],
    names: Mapping[str, str],
    kept: Sequence[range],
    sealing: bool,
) -> Iterator[Chapter]:
    """The chapters. What was on file again after the game was taken back is opened each time."""
    times: Counter[str] = Counter()
    opened: dict[tuple[str, str, str], Body] = {}
    for stretch, title in zip(stretches, titles, strict=True):
        code, facts = stretch.code, stretch.facts
        times[code] += 1
        own = [fact.body for fact in facts if fact.kind == "opening"]
        opened |= {(body["phase"], names.get(body["seat"], body["seat"]), body["seal"]): body for body in own}
        told = [tuple(entry) for fact in facts if fact.kind == CLOSING for entry in fact.body["seals"]]
        again = [opened[code, name, seal] for name, seal in told if (code, name, seal) in opened]
        bodies = [*own, *(body for body in again if body not in own)]
        seals = tuple(_seal(body, names, told, times[code]) for body in bodies)
        counts = not stretch.judged or stands(stretch.judged, kept)
        yield Chapter(
            code, title, mark(facts, partly=counts), seals, judged=bool(told) or not sealing, time=times[code],
            counts=counts,
        )  # fmt: skip


def _seal(body: Body, names: Mapping[str, str], told: Sequence[tuple[str, ...]], time: int) -> Seal:
    seat, seal = body["seat"], body["seal"]
    name = names.get(seat, seat)
    return Seal(
        body["phase"], seat, name, salt=body["salt"], text=body["text"], seal=seal, published=(name, seal) in told,
        time=time, form=body.get("form", 1), about=body.get("about", ""),
    )  # fmt: skip


def _seats(store: Store, game: Game, names: Mapping[str, str]) -> tuple[Seat, ...]:
    players = store.players.ever(game.name)
    times: dict[int | None, str] = {n: iso(at) for n, at in store.journal.times(game.name).items()}
    times[min((player.since for player in players), default=1)] = ""
    each = {seat: [one for one in players if one.seat == seat] for seat in game.seats}
    return tuple(
        Seat(
            seat,
            names.get(seat, seat),
            tuple(
                Sitter(
                    unnamed(n, own) if game.names_after == "never" else called(one.name, one.address),
                    times.get(one.since, ""), times.get(one.left, ""),
                )
                for n, one in enumerate(own)
            ),
        )
        for seat, own in each.items()
    )  # fmt: skip


def unnamed(n: int, sitters: Sequence[object]) -> str:
    """What the nth of those who had a seat is called, counted from 0, where nobody is named."""
    return f"player {n + 1}" if len(sitters) > 1 else "a player"


def called(name: str, address: str) -> str:
    """What a player is called: their name, or else their address up to the @, but never what follows the @."""
    words = [word for word in name.split() if "@" not in word] or [(name.strip() or address).split("@")[0]]
    return " ".join(words).strip() or "a player whose name was not kept"


def so_far_of(disclosure: Disclosure) -> Disclosure:
    """What whoever sees everything may see of a running game: not the phase that runs, nor who plays.

    Of a phase that was taken back and runs again, what was on file may be so again.
    """
    chapters = tuple(one for one in disclosure.chapters if one.code != disclosure.chapters[-1].code)
    looks, copies = looks_in(chapters)
    seats = tuple(
        msgspec.structs.replace(seat, sitters=tuple(
            msgspec.structs.replace(one, name=unnamed(n, seat.sitters)) for n, one in enumerate(seat.sitters)
        ))
        for seat in disclosure.seats
    )  # fmt: skip
    return msgspec.structs.replace(disclosure, chapters=chapters, looks=looks, copies=copies, seats=seats, chain=())


def disclose(store: Store, game: str, *, so_far: bool = False) -> Disclosed:
    """The report of *game*, from what is known by now. so_far: as `so_far_of` has it, for a mail without a summary."""
    disclosure = read_disclosure(store, game)
    if so_far:
        told = so_far_of(disclosure)
        return Disclosed(write_text(told), write_html(told), press=write_press(told))
    plots = story_of(disclosure).plots
    return Disclosed(
        write_text(disclosure), write_html(disclosure), write_summary(disclosure), plots[0] if plots else None,
        write_press(disclosure),
    )  # fmt: skip
