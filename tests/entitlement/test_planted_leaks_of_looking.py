"""Looking at games tells no more than it may: pairs of games that a reader cannot tell apart, and planted leaks.

In each pair the reader gets the same mails at the same times; what may differ is what SUMMARY, an open proposal, or a
game that withholds names must not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from helpers.mails import with_files
from helpers.mailtable import MINUTE, START
from helpers.seventable import OLGA, SevenTable
from msgspec.structs import replace
from planting import Patch, around, around_command

from gm.desk.books import summary
from gm.desk.file.gamefile import read_game_file
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
JUDGED, ENDED = ("process",), ("abort",)
Story = Sequence[tuple[str, str] | tuple[str]]  # a letter of a seat, or an act of the operator


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
        return f"{seat.lower()}@players.example"

    def does(self, *step: str) -> None:  # type: ignore[override]
        """Do a step of a story."""
        self.at += MINUTE
        if len(step) == 1:
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


def differs() -> list[str]:
    """The pairs that the reader or an observer can tell apart."""
    return [
        name for name, pair in PAIRS.items()
        if read(pair, pair.one, pair.names[0]) != read(pair, pair.other, pair.names[1])
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


def named(true: Any, store: Any, game: Any, names: Any) -> Any:
    """The report names who played though the game withholds it."""
    return true(store, replace(game, names_after="end"), names)


def called(true: Any, game: Any, ever: Any, phases: Any, _: bool) -> Any:
    """SUMMARY names whoever sits somewhere."""
    return true(game, ever, phases, True)


def treasuries(patch: Patch) -> None:
    """SUMMARY is made of what only the report tells, and begins with the treasuries."""
    patch.setattr(Payola, "public", ("position", "phaserecord"))
    around(patch, Payola, "story", lambda true, *told: replace(found := true(*told), plots=found.plots[1:]))


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (treasuries, ["what somebody has left"]),
        (lambda patch: around(patch, disclosure, "_seats", named), ["who played"]),
        (lambda patch: around(patch, summary, "_seats", called), ["who played", "who plays"]),
        (lambda patch: around_command(patch, "propose_draw", by_name), ["who proposes"]),
        (lambda patch: around_command(patch, "vote_draw", voting), ["who agrees"]),
    ],
    ids=["treasury", "report", "summary", "proposal", "vote"],
)
def test_a_leak_is_found(monkeypatch: Patch, plant: Callable[[Patch], None], found: list[str]) -> None:
    plant(monkeypatch)
    assert differs() == found
