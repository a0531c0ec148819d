"""Kinds of messages tell no more than they may: pairs of games that a reader cannot tell apart, and planted leaks.

In each pair the reader gets the same messages at the same times; what may differ is what the kind hides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from helpers.mailtable import MINUTE
from helpers.seventable import ADDRESS, OLGA, SevenTable
from msgspec.structs import replace
from planting import Patch, around

from gm.desk import notices as said
from gm.desk.commands import press, watchers
from gm.desk.commands.visit import Visit
from gm.desk.entries import events
from gm.desk.game import posting
from gm.desk.game.telling import OBSERVER_READER
from gm.rules import as_seat
from gm.rules import to as audience
from gm.rules.provinces.rules import ArmiesAndFleets

Letters = Sequence[tuple[str, Sequence[str]]]  # who writes, and the lines; "" and nothing: the phase is judged


class Pair(msgspec.Struct, frozen=True):
    """Two games with these kinds of messages that Germany, and an observer, must not be able to tell apart."""

    kinds: tuple[str, ...]
    one: Letters
    other: Letters


OTTO = "otto@watchers.example"
JUDGED = ("", ())
OFFER, NEAR = ["4 : A MUN - BUR"], ("PRESS TO TURKEY", "Hello.", "END")
HELLO, TO_ALL = ("PRESS TO GERMANY", "Hello.", "END"), ("BROADCAST", "Hello, all.", "END")
GREY, POSTAL = ("GREY PRESS TO GERMANY", "Hello.", "END"), ("private", "public", "grey", "postal")
BEWARE = ("BROADCAST", "Beware.", "END")
PAIRS = {
    "who wrote in yellow": Pair(("yellow",), [("FRANCE", BEWARE), JUDGED], [("TURKEY", BEWARE), JUDGED]),
    "who got the reply": Pair(
        ("private", "yellow"), [("FRANCE", BEWARE), ("GERMANY", ("", "Who?")), JUDGED],
        [("TURKEY", BEWARE), ("GERMANY", ("", "Who?")), JUDGED],
    ),
    "what is on file far away": Pair(
        ("private", "touch"), [("TURKEY", OFFER), ("GERMANY", NEAR), ("GERMANY", ["SHOW"])],
        [("TURKEY", ["SHOW"]), ("GERMANY", NEAR), ("GERMANY", ["SHOW"])],
    ),
    "what is sealed": Pair(
        POSTAL, [("TURKEY", HELLO), ("FRANCE", TO_ALL)], [("TURKEY", ["SHOW"]), ("FRANCE", ["SHOW"])],
    ),
    "when it was sealed": Pair(
        POSTAL, [("TURKEY", GREY), ("FRANCE", ["SHOW"]), JUDGED], [("TURKEY", ["SHOW"]), ("FRANCE", GREY), JUDGED],
    ),
    "who is muted": Pair(
        ("private", "fake"), [("TURKEY", ["SET QUIET GERMANY"]), ("GERMANY", NEAR), JUDGED],
        [("TURKEY", ["SHOW"]), ("GERMANY", NEAR), JUDGED],
    ),
    "who is false to one who mutes": Pair(
        ("private", "fake"), [("GERMANY", ["SET QUIET TURKEY"]), ("TURKEY", (f"{HELLO[0]} FROM ITALY", *HELLO[1:]))],
        [("GERMANY", ["SET QUIET TURKEY"]), ("ITALY", HELLO)],
    ),
    "who tries to write while watching": Pair(("public",), [(OTTO, TO_ALL), JUDGED], [(OTTO, ["STATUS"]), JUDGED]),
    "who writes to the operator while watching": Pair(
        ("public",), [(OTTO, ("PRESS TO GM", "Hello.", "END")), JUDGED], [(OTTO, ["STATUS"]), JUDGED],
    ),
    "what came back": Pair(
        ("private", "orders-first"), [("TURKEY", HELLO), JUDGED],
        [("TURKEY", ["SHOW"]), JUDGED],
    ),
}  # fmt: skip


def read(kinds: tuple[str, ...], story: Letters, reader: str) -> list[bytes]:
    """What a reader gets, without the heads of the journal, which change with every letter and tell nothing."""
    table = SevenTable(kinds)
    table.watch()
    for seat, lines in story:
        if not seat:
            table.judge()
        elif seat == OTTO:
            table.write(OTTO, "OBSERVE spring AS Otto")
            table.write(OTTO, "CONFIRM", table.last(OTTO))
            table.write(OTTO, "\n".join(lines), table.last(OTTO))
        elif lines[0]:
            table.tell(seat, *lines)
        else:
            table.reply(seat, *lines[1:])
        table.at += MINUTE
    mails = table.mbox(OLGA if reader == "observer" else ADDRESS[reader]).split(b"\n")
    return [line for line in mails if not any(len(word) >= 32 for word in line.split())]


def differs() -> list[str]:
    """The pairs that Germany or an observer can tell apart."""
    return [
        name for name, pair in PAIRS.items()
        if any(read(pair.kinds, pair.one, one) != read(pair.kinds, pair.other, one) for one in ("GERMANY", "observer"))
    ]  # fmt: skip


def test_no_kind_of_message_tells_more_than_it_may() -> None:
    assert differs() == []


def signed(true: Any, talk: Any, message: Any, request: Any) -> Any:
    """A yellow message bears the name of its writer."""
    return true(talk, message, replace(request, grey=False))


def thanks_by_name(true: Any, talk: Any, texts: Any) -> None:
    """Who answers a message without a name is told whom the answer reached."""
    true(talk, texts)
    talk.say_about(f"to {talk.event.press_from}")
    talk.about = f"to {talk.event.press_from}"


def foreseen(true: Any, rules: Any, state: Any, seat: Any) -> tuple[Any, ...]:
    """Whoever has something on file counts as if it had moved next door."""
    coming = (one for one in rules.seats(state.options) if rules.view(state, one).filed and one != seat)
    return tuple(dict.fromkeys((*true(rules, state, seat), *coming)))


def test_a_leak_in_who_touches_whom_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, ArmiesAndFleets, "touching", foreseen)
    assert differs() == ["what is on file far away"]


def tells_of_the_try(true: Any, talk: Any, request: Any, to: Any, readers: int) -> bool:
    """Whoever would have read a message hears that it had to wait for orders."""
    if not (sent := bool(true(talk, request, to, readers))):
        for seat in map(as_seat, request.words):
            talk.turn.note(audience(seat), said.OrdersFirst((), False, ()))
    return sent


def test_a_leak_of_what_came_back_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, press, "may_send", tells_of_the_try)
    assert differs() == ["what came back"]


def unsealed(true: Any, turn: Any, posts: Any) -> bool:
    """Messages of a postal game are mailed at once."""
    turn.game = replace(turn.game, press=tuple(kind for kind in turn.game.press if kind != "postal"))
    return bool(true(turn, posts))


def stamped(true: Any, turn: Any, before: Any) -> None:
    """A message that was sealed tells who has written most lately."""
    first = next((seat for seat, one in turn.game.seats.items() if one.sent.in_hour), "")
    turn.game = replace(turn.game, bag=tuple(replace(one, about=f"{one.about} {first}") for one in turn.game.bag))
    true(turn, before)


def told_that_they_are(true: Any, turn: Any, post: Any) -> bool:
    """Whoever is muted hears of it."""
    if muted := bool(true(turn, post)):
        turn.note(audience(post.press_from), said.OrdersFirst((), False, ()))
    return muted


def by_the_true_sender(true: Any, turn: Any, post: Any) -> bool:
    """What somebody muted has written does not come, whatever name it bears."""
    authors = [body.sender for kind, body in turn.disclosed if kind == "falsepress"]
    muted = turn.game.seats[post.reader].quiet if post.reader in turn.game.seats else ()
    return bool(true(turn, post)) or any(turn.name(seat) in authors for seat in muted)


@pytest.mark.parametrize(
    ("plant", "found"),
    [(told_that_they_are, ["who is muted"]), (by_the_true_sender, ["who is false to one who mutes"])],
)
def test_a_leak_of_who_is_muted_is_found(monkeypatch: Patch, plant: Callable[..., Any], found: list[str]) -> None:
    around(monkeypatch, posting, "is_quiet", plant)
    assert differs() == found


def test_a_leak_of_what_an_observer_tries_to_write_is_found(monkeypatch: Patch) -> None:
    """A game passes on what observers write though it does not say so."""
    around(monkeypatch, Visit, "may_write", lambda true, visit: True)
    assert differs() == ["who tries to write while watching"]


def overheard(true: Any, turn: Any, posts: Any) -> bool:
    """Whoever watches reads what another who does writes to the operator."""
    return bool(true(turn, [*posts, *(replace(post, reader=OBSERVER_READER) for post in posts)]))


def test_a_leak_of_what_an_observer_writes_to_the_operator_is_found(monkeypatch: Patch) -> None:
    around(monkeypatch, watchers, "send", overheard)
    assert differs() == ["who writes to the operator while watching"]


@pytest.mark.parametrize(
    ("module", "where", "plant", "found"),
    [
        (press, "send", unsealed, ["what is sealed", "when it was sealed"]),
        (events, "deliver_bag", stamped, ["when it was sealed"]),
    ],
)
def test_a_leak_of_what_is_sealed_is_found(
    monkeypatch: Patch, module: Any, where: str, plant: Callable[..., Any], found: list[str]
) -> None:
    around(monkeypatch, module, where, plant)
    assert differs() == found


@pytest.mark.parametrize(
    ("where", "plant", "found"),
    [
        ("as_shown", signed, ["who wrote in yellow", "who got the reply", "when it was sealed"]),
        ("answer_grey", thanks_by_name, ["who got the reply"]),
    ],
)
def test_a_leak_of_a_kind_is_found(monkeypatch: Patch, where: str, plant: Callable[..., Any], found: list[str]) -> None:
    around(monkeypatch, press, where, plant)
    assert differs() == found
