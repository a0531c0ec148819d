"""Commands in the words of other games or of talk, and the right form of each.

Only a whole line counts, and nothing is done for it: its answer shows the line to send.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from lark import Token

from gm.rules.lines.words import QUESTION
from gm.rules.negotiation.board import column_of

Known = Callable[[str], str]  # a player's number by the word for them; "" if it names nobody

PLAYER, SQUARE = r"(?P<player>[\w-]+)", r"(?P<square>[A-IK]\d{1,2})"
GROUPS = r"(?P<groups>\d+ FROM (?:START|[A-IK]\d{1,2})(?:(?: ?,| AND|, AND) \d+ FROM (?:START|[A-IK]\d{1,2}))*)"
NUMBER = r"(?P<number>\d+)"
AGREED = r"(?:YES|YES PLEASE|OK|OKAY|AGREED|DEAL|I AGREE|I ACCEPT(?: IT| THAT| (?:THE|YOUR|THAT) DEAL)?)"
GIVEN = "GIVE TO {player}: SUPPORT {number}"


class Form(NamedTuple):
    """A way to say something, as a regular expression for a whole line in capitals, and the lines that say it here."""

    said: str
    lines: tuple[str, ...]


FORMS = (
    Form(rf"MOVE {GROUPS} TO {SQUARE}",
         ("PROPOSE TO {owner}: GIVE NOTHING FOR MOVE {groups} TO {square}", "THREAT {square} WITH {groups}")),
    Form(rf"MOVE {NUMBER} (?:FROM )?(?P<start>START|[A-IK]\d{{1,2}}) ?(?:TO|->?|>) ?{SQUARE}",
         ("PROPOSE TO {owner}: GIVE NOTHING FOR MOVE {number} FROM {start} TO {square}",
          "THREAT {square} WITH {number} FROM {start}")),
    Form(rf"(?:LEND|LOAN|SUPPORT)(?: TO)? {PLAYER} {NUMBER}(?: SUPPORT)?", (GIVEN,)),
    Form(rf"(?:LEND|LOAN)(?: TO)? {PLAYER} SUPPORT {NUMBER}", (GIVEN,)),
    Form(rf"(?:LEND|LOAN|SUPPORT|GIVE) (?:SUPPORT )?{NUMBER}(?: SUPPORT)? TO {PLAYER}", (GIVEN,)),
    Form(rf"IOU {NUMBER} (?:TO|FOR) {PLAYER}", ("PROPOSE TO {player}: GIVE IOU {number} FOR NOTHING",)),
    Form(rf"IOU TO {PLAYER} {NUMBER}", ("PROPOSE TO {player}: GIVE IOU {number} FOR NOTHING",)),
    Form(rf"(?:PAY|GIVE) (?:WIN )?{NUMBER}(?: WIN)? TO {PLAYER}", ("GIVE TO {player}: WIN {number}",)),
    Form(rf"ATTACK {PLAYER} WITH {NUMBER}", ("ATTACK {player} FOR {number}",)),
    Form(rf"ATTACK {NUMBER} (?:OF|FROM) {PLAYER}", ("ATTACK {player} FOR {number}",)),
    Form(r"CALL THE GAME|END THE GAME", ("CALL GAME",)),
    Form(rf"INFORM {PLAYER} .+", ("INFORM {player}",)),
    Form(r"STANDING THREAT .+", ("STANDING THREAT CALL", "STANDING THREAT GRANT")),
    Form(r"STANDING ATTACK .+", ("STANDING ATTACK DEFEND", "STANDING ATTACK PAY")),
)  # fmt: skip
ANSWERS = (
    (rf"{AGREED}", "ACCEPT"), (r"I REJECT(?: IT)?|REFUSED|I REFUSE(?: IT)?", "REJECT"),
    (r"(?:I|I WILL|ILL|I ['’] LL) (?P<word>CALL|GRANT|PAY|DEFEND)(?: IT| THAT)?", ""),
    (r"(?P<word>ACCEPT|REJECT|CALL|GRANT|PAY|DEFEND) (?:IT|THAT|THIS)", ""),
)  # fmt: skip


def right_forms(found: Sequence[Token], known: Known) -> tuple[str, ...]:
    """Return the lines that say what a line, given by its words, means; () if it is in none of these forms."""
    text = _said(found)
    for form in FORMS:
        match = re.fullmatch(form.said, text)
        facts = match.groupdict() if match else {}
        if match is None or ("player" in facts and not known(facts["player"])):
            continue
        facts["owner"] = column_of(facts.get("square") or "")
        return tuple(line.format(**facts) for line in form.lines)
    return ()


def answer_meant(found: Sequence[Token]) -> str:
    """Return the word of the answer that a line of talk gives (ACCEPT, CALL ...); "" if it gives none."""
    for said, word in ANSWERS:
        if match := re.fullmatch(said, _said(found)):
            return word or match["word"]
    return ""


def _said(found: Sequence[Token]) -> str:
    return " ".join(token.upper() for token in found if token.type != QUESTION).replace(" ,", ",")
