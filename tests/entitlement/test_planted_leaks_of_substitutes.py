"""Nobody learns who has offered to take over, or is asked; planted leaks of both are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from helpers.latetable import Late
from helpers.mailtable import DAY
from helpers.seventable import ADDRESS, OLGA
from planting import Patch, around

from gm.desk.commands import confirming
from gm.desk.entries import events
from gm.desk.game.outgoing import MailKind
from gm.rules import EVERYBODY

SAM = "sam@substitutes.example"
READERS = {"FRANCE": ADDRESS["FRANCE"], "observer": OLGA, "operator": "operator@example.org"}


def read(offers: bool) -> dict[str, list[bytes]]:
    """What each reader gets when Italy resigns and, a day later, somebody takes its place: asked before, or not."""
    table = Late("", players=tuple(ADDRESS))
    table.watch()
    if offers:
        table.write(SAM, "SUBSTITUTE", subject="[spring]")
        table.write(SAM, "CONFIRM", table.last(SAM))
    table.at = table.game.clock.opened + DAY / 2
    table.tell("ITALY", "RESIGN")
    table.reply("ITALY", "CONFIRM")
    table.until(2 * DAY)
    mails = {who: table.mbox(address).split(b"\n") for who, address in READERS.items()}
    return {who: [one for one in lines if all(len(w) < 32 for w in one.split())] for who, lines in mails.items()}


def told_apart() -> list[str]:
    one, other = read(False), read(True)
    return [who for who in READERS if one[who] != other[who]]


def test_nobody_learns_who_has_offered_or_is_asked() -> None:
    assert told_apart() == []


def telling(true: Callable[..., Any], turn: Any, *more: Any) -> Any:
    """Do it, and tell everybody that something has been sent to somebody."""
    before = len(turn.mails)
    found = true(turn, *more)
    if any(mail.kind == MailKind.QUESTION for mail in turn.mails[before:]):
        turn.note(EVERYBODY, turn.status())
        turn.send(MailKind.NOTICE, "somebody is asked")
    return found


def test_a_call_that_all_are_told_of_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, events, "call_next", telling)
    assert told_apart() == ["FRANCE", "observer"]


def test_an_offer_that_all_are_told_of_is_found(monkeypatch: Patch) -> None:
    def aloud(true: Callable[..., Any], visit: Any) -> None:
        true(visit)
        visit.turn.note(EVERYBODY, visit.turn.status())

    around(monkeypatch, confirming, "offers", aloud)
    assert told_apart() == ["FRANCE", "observer"]
