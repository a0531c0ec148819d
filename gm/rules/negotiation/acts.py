"""The commands of a player, read: what each asks for. Players are numbers as text.

What becomes of them is not known here.
"""

from __future__ import annotations

import msgspec

from gm.rules.lines.commands import AskBoard
from gm.rules.negotiation.items import Groups, Items, Support, Win


class Ref(msgspec.Struct, frozen=True):
    """What an answer names: number and player, `5 WITH 3`."""

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
    """WITHDRAW of a deal, or of a waiting item of one's own (waiting: its number)."""

    ref: Ref | None
    waiting: int = 0
    line: int = 0


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """COUNTER: another deal instead."""

    ref: Ref
    give: Items
    take: Items
    line: int = 0


class Give(msgspec.Struct, frozen=True, tag="give"):
    """GIVE TO: a gift of support or winnings."""

    to: str
    items: tuple[Support | Win, ...]
    line: int = 0


class Threat(msgspec.Struct, frozen=True, tag="threat"):
    """THREAT. risk: support by owner, in order; all: RISK ALL."""

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

    ref: what it names, None if nothing; then refs: what the mail tells of to which the letter replies; digest: that
    mail is a digest, or for another reason it must name what it answers.
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
    """RECALL; no amount: ALL."""

    of: str
    amount: int | None
    line: int = 0


class Inform(msgspec.Struct, frozen=True, tag="inform"):
    """INFORM."""

    to: str
    line: int = 0


class Instruct(msgspec.Struct, frozen=True, tag="instruct"):
    """STANDING. what: threat, attack, quote or now, and then its word, or the owners; "asked": what stands."""

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
