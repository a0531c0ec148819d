"""A player's commands as read: what each asks for. Players are numbers as text.

What they lead to is not known here.
"""

from __future__ import annotations

import msgspec

from gm.rules.lines.commands import AskBoard
from gm.rules.negotiation.items import Groups, Items, Support, Win


class Ref(msgspec.Struct, frozen=True):
    """How an answer refers to something: number and player, `5 WITH 3`."""

    number: int
    player: str


class Propose(msgspec.Struct, frozen=True, tag="propose"):
    """PROPOSE TO, PERMIT."""

    to: str
    give: Items
    take: Items
    line: int = 0


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """ACCEPT."""

    ref: Ref
    line: int = 0


class Reject(msgspec.Struct, frozen=True, tag="reject"):
    """REJECT."""

    ref: Ref
    line: int = 0


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw"):
    """WITHDRAW a deal, or one of the sender's waiting items (waiting: its number)."""

    ref: Ref | None
    waiting: int = 0
    line: int = 0


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """COUNTER: propose another deal instead."""

    ref: Ref
    give: Items
    take: Items
    line: int = 0


class Give(msgspec.Struct, frozen=True, tag="give"):
    """GIVE TO: make a gift of support or winnings."""

    to: str
    items: tuple[Support | Win, ...]
    line: int = 0


class Threat(msgspec.Struct, frozen=True, tag="threat"):
    """THREAT. risk: support by owner, in the order written; all: RISK ALL."""

    square: str
    groups: Groups
    risk: Groups = ()
    all: bool = False
    line: int = 0


class Attack(msgspec.Struct, frozen=True, tag="attack"):
    """ATTACK."""

    to: str
    size: int
    line: int = 0


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """GRANT, CALL, PAY or DEFEND. quote: the owners whose support is quoted first.

    ref: what it names, or None; then refs holds what the mail replied to is about. digest: that mail is a digest, or
    the answer must name what it answers for another reason.
    """

    word: str
    ref: Ref | None
    quote: tuple[str, ...] = ()
    line: int = 0
    refs: tuple[Ref, ...] = ()
    digest: bool = False


class Collect(msgspec.Struct, frozen=True, tag="collect"):
    """COLLECT."""

    of: str
    line: int = 0


class Recall(msgspec.Struct, frozen=True, tag="recall"):
    """RECALL; without an amount: ALL."""

    of: str
    amount: int | None
    line: int = 0


class Inform(msgspec.Struct, frozen=True, tag="inform"):
    """INFORM."""

    to: str
    line: int = 0


class Instruct(msgspec.Struct, frozen=True, tag="instruct"):
    """STANDING. what: threat, attack, quote or now, followed by its word or the owners; "asked": show what stands."""

    what: str
    word: str = ""
    quote: tuple[str, ...] = ()
    line: int = 0


class CallGame(msgspec.Struct, frozen=True, tag="callgame"):
    """CALL GAME."""

    line: int = 0


Positive = Threat | Attack | Collect | Recall
Act = (
    Propose | Accept | Reject | Withdraw | Counter | Give | Threat | Attack | Answer | Collect | Recall | Inform
    | Instruct | CallGame | AskBoard
)  # fmt: skip
