"""What a game of Negotiation tells: the bodies of its notices. The audience is chosen where one is made, never here.

All fields are plain values, ready for templates. Players are in words ("player 3"); support is by owner, in words.
ref: number and player as an answer names them (`6 WITH 2`). ways: commands that answer. mine: it is the reader's doing.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from gm.rules.pictures.grids import Boards

Counts = dict[str, int]
Ways = tuple[str, ...]


class GameOpens(msgspec.Struct, frozen=True):
    """What a player has at the start, and how this game is played. players: all in words; reader: "" for observers."""

    phase: str
    title: str
    reader: str
    number: int
    players: tuple[str, ...]
    answer_within: str
    period: str
    call_for_end: bool
    vote_end: bool
    prisoners: bool


class DealTold(msgspec.Struct, frozen=True):
    """A deal, and what became of it.

    event: proposed, rejected, withdrawn, countered, lapsed, waits, failed, done. gives, gets: what the reader gives and
    gets, in words. moves: what moved, in words. why: for the side that failed. due, ways: while it is open.
    waiting: the number under which the reader may take their ACCEPT back.
    """

    ref: str
    number: int
    other: str
    event: str
    mine: bool
    proposer: bool
    gives: str
    gets: str
    moves: tuple[str, ...] = ()
    why: str = ""
    due: datetime | None = None
    ways: Ways = ()
    waiting: int = 0


class GiftTold(msgspec.Struct, frozen=True):
    """Support or winnings given without a deal."""

    other: str
    mine: bool
    given: tuple[str, ...]


class Stake(msgspec.Struct, frozen=True):
    """What the one who answers sets against a THREAT or an ATTACK, from their own boards alone.

    kind: THREAT or ATTACK. borrowed: the support of others that they hold; winnings, uncommitted: in an ATTACK. most:
    what they can lose at most, support by CALL or winnings by PAY or DEFEND.
    """

    kind: str
    borrowed: Counts
    most: int
    winnings: int = 0
    uncommitted: int = 0


class ThreatTold(msgspec.Struct, frozen=True):
    """A THREAT. event: begun, granted, moved, standoff, lost.

    risk: the support risked, once the reader may know it; quoted: the defender's. home: pieces of the reader's own
    support that came home by it. captured: "winnings" or "prisoners", what the lost pieces are to the winner. answered:
    "" if the defender answered in person; told to the defender alone: "standing instruction", or "silence" if their
    standing instructions go on answering at once until they write. stake: for the one who is to answer.
    """

    ref: str
    number: int
    other: str
    event: str
    mine: bool
    square: str
    pieces: int
    groups: str
    risk: Counts | None = None
    offense: int = 0
    defense: int = 0
    quoted: Counts = {}
    home: int = 0
    captured: str = ""
    due: datetime | None = None
    ways: Ways = ()
    counter: bool = False
    answered: str = ""
    stake: Stake | None = None


class AttackTold(msgspec.Struct, frozen=True):
    """An ATTACK. event: begun, paid, won, lost (by the attacker).

    paid: winnings that were handed over. winnings, uncommitted, borrowed: the defender's figures, for the attacker
    alone, after a defence. defense, offense: their sums, or the reader's own where those may not be told. shown: the
    support that the attacker had to reveal. answered, stake: as in a THREAT.
    """

    ref: str
    number: int
    other: str
    event: str
    mine: bool
    size: int
    paid: int = 0
    winnings: int = 0
    uncommitted: int = 0
    borrowed: Counts = {}
    defense: int = 0
    shown: int | None = None
    due: datetime | None = None
    ways: Ways = ()
    counter: bool = False
    answered: str = ""
    stake: Stake | None = None


class Collected(msgspec.Struct, frozen=True):
    """COLLECT: the whole debt, and what was paid of it."""

    ref: str
    number: int
    other: str
    mine: bool
    debt: int
    paid: int


class Recalled(msgspec.Struct, frozen=True):
    """RECALL: how many were asked for (None: all), how many came back, and where others went, by third player."""

    ref: str
    number: int
    other: str
    mine: bool
    asked: int | None
    returned: int
    passed: Counts


class Informed(msgspec.Struct, frozen=True):
    """INFORM: where the owner's support went, by third player."""

    other: str
    mine: bool
    passed: Counts


class Departed(msgspec.Struct, frozen=True):
    """Pieces have left a square of the reader's column."""

    owner: str
    number: int
    square: str


class Waits(msgspec.Struct, frozen=True):
    """Something of the reader's is waiting for the line to be free; `WITHDRAW W2` takes it back."""

    number: int
    what: str


class WaitOver(msgspec.Struct, frozen=True):
    """Something of the reader's is no longer waiting. event: runs, failed, withdrawn, lapsed."""

    number: int
    what: str
    event: str
    why: str = ""


class NotDone(msgspec.Struct, frozen=True):
    """A command that came to nothing, and why; nobody else hears of it."""

    what: str
    why: str
    hints: tuple[str, ...] = ()
    when: datetime | None = None


class StandingTold(msgspec.Struct, frozen=True):
    """What the GameMaster answers for the reader. quote: owners whose support is quoted first."""

    threat: str
    attack: str
    quote: tuple[str, ...]
    now: bool
    changed: bool


class AnswerDue(msgspec.Struct, frozen=True):
    """A reminder: an answer is still due. default: what the GameMaster will answer otherwise."""

    ref: str
    number: int
    other: str
    what: str
    due: datetime
    ways: Ways
    default: str
    stake: Stake | None = None


class BoardsTold(msgspec.Struct, frozen=True):
    """Both boards of the reader. column: who stands on which square of their column.

    used: the players against whom no positive action is left in this period.
    changed: some cells have changed since they were last shown. board: both boards as lines of text.
    """

    reader: str
    picture: Boards
    board: tuple[str, ...]
    column: tuple[tuple[str, str, int], ...]
    used: tuple[str, ...]
    changed: bool


class GameCalled(msgspec.Struct, frozen=True):
    """The game has been called, and by which rule: call, vote."""

    rule: str


class TimeIsUp(msgspec.Struct, frozen=True):
    """The time of the game is over. open: something must still be answered before the scoring."""

    phase: str
    title: str
    open: bool


class Score(msgspec.Struct, frozen=True):
    """A player's result: final winnings, what was paid and collected on IOUs, and the sum, exact and as a decimal."""

    player: str
    winnings: int
    paid: str
    collected: str
    final: str
    decimal: str


class FinalScores(msgspec.Struct, frozen=True):
    """The settlement, step by step."""

    scores: tuple[Score, ...]
    steps: tuple[str, ...]
    left: int


class PutOff(msgspec.Struct, frozen=True):
    """We were out of reach for a short time, so an answer or a proposal has more: to both parties. what: in words."""

    number: int
    other: str
    what: str
    due: datetime


# -- for the disclosure alone ----------------------------------------------------------------------------------


class DealRecord(msgspec.Struct, frozen=True):
    """A deal or a gift and what became of it. by, to: who proposed it to whom; number 0: a gift."""

    at: datetime
    by: str
    to: str
    number: int
    event: str
    give: str
    take: str
    why: str = ""


class ActionRecord(msgspec.Struct, frozen=True):
    """A positive action with all its figures. answer: GRANT, CALL ...; by whom: player, standing. what: in words.

    risk, quoted: support by owner; in an ATTACK the support of others held by attacker and defender. uncommitted,
    winnings: the defender's, in an ATTACK. told: what RECALL told of support that went on, by third player. begun: when
    it began, None if it was done at once.
    """

    at: datetime
    by: str
    to: str
    number: int
    kind: str
    what: str
    answer: str
    answered_by: str
    offense: int
    defense: int
    risk: Counts
    quoted: Counts
    result: str
    uncommitted: int = 0
    winnings: int = 0
    told: Counts = {}
    begun: datetime | None = None


class SupportMoved(msgspec.Struct, frozen=True):
    """Support of *owner* changed hands; in its owner's hand it is UNCOMMITTED. why: loan, gift, deal ..."""

    at: datetime
    owner: str
    source: str
    target: str
    number: int
    why: str


class WordRecord(msgspec.Struct, frozen=True):
    """Anything else a player did: STANDING, INFORM, a command that came to nothing, something that waited."""

    at: datetime
    player: str
    what: str


class DayEnds(msgspec.Struct, frozen=True):
    """All boards at the end of a day (UTC) or (last) of the game, each as its player knew it."""

    day: str
    boards: dict[str, Boards]
    last: bool = False


class Profits(msgspec.Struct, frozen=True):
    """Who won how much from whom: by winner, then by loser."""

    number: int
    won: dict[str, Counts]
