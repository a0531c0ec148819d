"""Looking at games tells no more than it may: pairs of games that a reader cannot tell apart, and planted leaks.

In each pair the reader gets the same mails at the same times; what may differ is what SUMMARY, an open proposal, or a
game that withholds names must not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import pytest
from helpers.mails import with_files
from helpers.mailtable import MINUTE, START
from helpers.seventable import OLGA, SevenTable
from msgspec.structs import replace
from planting import Patch, around, around_command

from gm.desk.arrival import enquiring
from gm.desk.entries import events
from gm.desk.file.gamefile import read_game_file
from gm.desk.people import seeing
from gm.report import disclosure
from gm.rules.payola.game import Payola

GAME = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
{more}
[deadlines]
grace = "0s"
[seats]
{seats}
"""
JUDGED, ENDED, SEES = ("process",), ("abort",), ("observe",)
AGAIN = ("rollback", "S1901M", "with-orders")
VERA = "vera@watchers.example"
Story = Sequence[tuple[str, ...]]  # a letter of a seat, or an act of the operator


class Pair(msgspec.Struct, frozen=True):
    """Two games that *reader*, and an observer, must not be able to tell apart. names: of the players of a seat."""

    ruleset: str
    reader: str
    one: Story
    other: Story
    more: str = ""
    seats: tuple[str, ...] = ()
    names: tuple[str, str] = ("Wilhelmina", "Wilhelmina")


POWERS = ("FRANCE", "ITALY", "TURKEY", "GERMANY")
PAIRS = {
    "what somebody has left": Pair(
        "payola", "GERMANY", [("FRANCE", "4 : A PAR - BUR"), JUDGED, ("GERMANY", "SUMMARY")],
        [("FRANCE", "9 : A PAR - BUR"), JUDGED, ("GERMANY", "SUMMARY")], "", POWERS,
    ),
    "who proposes": Pair(
        "payola", "GERMANY", [("FRANCE", "PROPOSE DRAW"), ("ITALY", "STATUS"), JUDGED],
        [("ITALY", "PROPOSE DRAW"), ("FRANCE", "STATUS"), JUDGED], 'proposals = "anonymous"', POWERS,
    ),
    "who agrees": Pair(
        "payola", "GERMANY", [("FRANCE", "PROPOSE DRAW"), ("ITALY", "VOTE DRAW"), ("TURKEY", "VOTE DRAW"), JUDGED],
        [("FRANCE", "PROPOSE DRAW"), ("ITALY", "SHOW"), ("TURKEY", "VOTE CONCEDE TO ITALY"), JUDGED],
        "proposals = true", POWERS,
    ),
    "what another observer sees": Pair(
        "payola", "GERMANY", [("FRANCE", "PRESS TO ITALY\nThe dagger sleeps.\nEND"), SEES, JUDGED],
        [("FRANCE", "PRESS TO ITALY\nGood morning to you.\nEND"), SEES, JUDGED], "", POWERS,
    ),
    "what is on file": Pair(
        "payola", VERA, [SEES, JUDGED, ("FRANCE", "4 : A PAR - BUR")], [SEES, JUDGED, ("FRANCE", "9 : A PAR - BUR")],
        "", POWERS,
    ),
    "what is on file again": Pair(
        "payola", VERA, [SEES, ("FRANCE", "4 : A PAR - BUR"), AGAIN], [SEES, ("FRANCE", "9 : A PAR - BUR"), AGAIN],
        "", POWERS,
    ),
    "who is seen": Pair("payola", VERA, [SEES, JUDGED], [SEES, JUDGED], "", POWERS, ("Wilhelmina", "Ermintrude")),
    "who played": Pair(
        "payola", "GERMANY", [ENDED, ("GERMANY", "SUMMARY")], [ENDED, ("GERMANY", "SUMMARY")], 'names_after = "never"',
        POWERS, ("Wilhelmina", "Ermintrude"),
    ),
    "who plays": Pair(
        "payola", "GERMANY", [("GERMANY", "SUMMARY")], [("GERMANY", "SUMMARY")], "", POWERS,
        ("Wilhelmina", "Ermintrude"),
    ),
}  # fmt: skip


class LookedAt(SevenTable):
    """A game of a pair, with an observer."""

    def __init__(self, pair: Pair, name: str) -> None:
        self.pair, self.called = pair, name
        super().__init__(ruleset=pair.ruleset)
        self.watch()

    def open(self, name: str, identity: str = "checked") -> None:
        seats = [f'{seat} = "{self.at_home(seat)}"' for seat in self.pair.seats]
        first = self.pair.seats[0]
        seats[0] = f'{first} = {{ address = "{self.at_home(first)}", name = "{self.called}" }}'
        text = GAME.format(ruleset=self.pair.ruleset, more=self.pair.more, seats="\n".join(seats))
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def at_home(self, seat: str) -> str:
        return seat if "@" in seat else f"{seat.lower()}@players.example"

    def does(self, *step: str) -> None:  # type: ignore[override]
        """Do a step of a story."""
        self.at += MINUTE
        if step == SEES:
            self.office.operate("spring", ["observe", "", "Vera"], self.at, address=VERA)
            return
        if len(step) != 2:
            self.operate(*step)
            return
        seat, line = step
        first = self.mails(self.at_home(seat))[0]
        self.write(self.at_home(seat), line, first, subject="Re: [spring]")


def read(pair: Pair, story: Story, name: str) -> list[list[str]]:
    """What the reader and an observer get, files and all, without heads of the journal and the like: they tell nothing.
    """
    table = LookedAt(pair, name)
    for step in story:
        table.does(*step)
    both = [table.mails(address) for address in (table.at_home(pair.reader), OLGA)]
    texts = [" ".join(f"{mail['Date']} {mail['Subject']} {with_files(mail)}" for mail in mails) for mails in both]
    return [[word for word in text.split() if len(word) < 32] for text in texts]


def differs(names: Iterable[str] = PAIRS) -> list[str]:
    """Those of these pairs that the reader or an observer can tell apart."""
    return [
        name for name, pair in PAIRS.items()
        if name in names and read(pair, pair.one, pair.names[0]) != read(pair, pair.other, pair.names[1])
    ]  # fmt: skip


def test_looking_at_a_game_tells_no_more_than_it_may() -> None:
    assert differs() == []


def by_name(true: Any, talk: Any, request: Any) -> None:
    """An anonymous proposal bears the name of the proposer."""
    game = talk.turn.game
    talk.turn.game = replace(game, proposals="named")
    true(talk, request)
    talk.turn.game = replace(talk.turn.game, proposals=game.proposals)


def voting(true: Any, talk: Any, request: Any) -> None:
    """Who votes for a proposal says so to all."""
    true(talk, request)
    for seat in talk.turn.game.seats:
        if seat != talk.seat:
            talk.turn.mail(seat, "notice", "a vote", [("vote", talk.answer[-1][1])])


def named(true: Any, n: int, sitters: Any) -> Any:
    """The report names who played though the game withholds it."""
    return sitters[n].name or true(n, sitters)


def called(true: Any, store: Any, name: str, address: str) -> Any:
    """SUMMARY names whoever sits somewhere."""
    players = ", ".join(one.name or one.address for one in store.players.ever(name))
    return replace(found := true(store, name, address), rules=f"{found.rules} with {players}")


def treasuries(patch: Patch) -> None:
    """SUMMARY is made of what only the report tells, and begins with the treasuries."""
    patch.setattr(Payola, "public", ("position", "phaserecord"))
    around(patch, Payola, "story", lambda true, *told: replace(found := true(*told), plots=found.plots[1:]))


def to_every_observer(true: Any, game: Any) -> Any:
    """Ordinary observers get what those get who see everything."""
    return game.watchers() if true(game) else ()


def at_once(true: Any, turn: Any, before: Any) -> None:
    """Who sees everything is told whenever something happens, of the phase that runs, too."""
    if before.clock is not None:
        true(turn, replace(before, clock=replace(before.clock, phase=""), rolled=turn.game.rolled))


def seated(true: Any, told: Any) -> Any:
    """Who sees everything sees who plays."""
    return replace(true(told), seats=told.seats)


def all_of_it(patch: Patch) -> None:
    around(patch, events, "tell_so_far", at_once)
    around(patch, disclosure, "so_far_of", lambda true, told: replace(told, seats=true(told).seats))


def taken_back(true: Any, told: Any) -> Any:
    """Who sees everything sees what was taken back of the phase that runs again."""
    return replace(true(told), chapters=told.chapters[:-1])


def as_it_is_taken_back(patch: Patch) -> None:
    around(patch, events, "tell_so_far", at_once)
    around(patch, disclosure, "so_far_of", taken_back)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (lambda patch: around(patch, seeing, "seeing", to_every_observer), ["what another observer sees"]),
        (all_of_it, ["what is on file"]),
        (as_it_is_taken_back, ["what is on file again"]),
        (lambda patch: around(patch, disclosure, "so_far_of", seated), ["who is seen"]),
        (treasuries, ["what somebody has left"]),
        (lambda patch: around(patch, disclosure, "unnamed", named), ["who played"]),
        (lambda patch: around(patch, enquiring, "summary_of", called), ["who played", "who plays"]),
        (lambda patch: around_command(patch, "propose_draw", by_name), ["who proposes"]),
        (lambda patch: around_command(patch, "vote_draw", voting), ["who agrees"]),
    ],
    ids=["observers", "running", "again", "players", "treasury", "report", "summary", "proposal", "vote"],
)
def test_a_leak_is_found(monkeypatch: Patch, plant: Callable[[Patch], None], found: list[str]) -> None:
    plant(monkeypatch)
    assert differs(found) == found
