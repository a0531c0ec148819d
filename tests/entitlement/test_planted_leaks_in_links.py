"""Leaks planted in the links that answer a mail: a link may say no more than the mail in which it stands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around

from gm.desk.mails import delivery, taps
from gm.desk.mails.links import Link
from gm.registry import ruleset
from gm.rules import Seat

leak = LEAKS = Leaks("payola")
SHOWN: list[Any] = []  # the games and mails whose links are made, the last one last


def others(game: Any, mail: Any) -> list[Seat]:
    """The seats that do not read a mail."""
    return [seat for seat in game.seats if seat != mail.seat]


def changed(patch: Patch, change: Any) -> None:
    """Have *change* make the links of a mail of those that it has, given the game and the mail."""

    def links(true: Any, game: Any, mail: Any, *rest: Any, **named: Any) -> list[Link]:
        found: list[Link] = change(true(game, mail, *rest, **named), game, mail)
        return found

    around(patch, delivery, "links", links)


@leak
def a_link_opens_the_sheet_of_somebody_else(patch: Patch) -> None:
    def change(found: list[Link], game: Any, mail: Any) -> list[Link]:
        view = ruleset(game.ruleset).rules.view
        sheets = ["\n".join(view(game.state, seat).filed or ()) for seat in others(game, mail)]
        return [replace(one, body=max(sheets)) if "file" in one.label else one for one in found]

    changed(patch, change)


@leak.of("diplomacy")
def a_link_goes_to_the_reply_address_of_the_mail_before(patch: Patch) -> None:
    tokens = [""]

    def change(true: Any, link: Link, sender: Any, token: str) -> Any:
        if token != tokens[-1]:
            tokens.append(token)
        return true(link, sender, tokens[-2] or token)

    around(patch, delivery, "href", change)


@leak.of("ground-war")
def ready_is_offered_once_the_other_side_is(patch: Patch) -> None:
    def change(found: list[Link], game: Any, mail: Any) -> list[Link]:
        duties = ruleset(game.ruleset).rules.duties(game.state)
        ready = any(duty.final for duty in duties if duty.seat != mail.seat)
        return [*found, Link("Reply READY", "Re: x", "READY", 0)] if ready and found else found

    changed(patch, change)


@leak.of("air-war")
def the_order_of_links_tells_whether_the_other_side_has_filed(patch: Patch) -> None:
    def change(found: list[Link], game: Any, mail: Any) -> list[Link]:
        filed = any(duty.filed for duty in ruleset(game.ruleset).rules.duties(game.state) if duty.seat != mail.seat)
        return found[::-1] if filed else found

    changed(patch, change)


@leak.of("negotiation")
def what_others_must_answer_is_a_link_too(patch: Patch) -> None:
    def change(found: list[Link], game: Any, mail: Any) -> list[Link]:
        views = [ruleset(game.ruleset).rules.view(game.state, seat) for seat in others(game, mail)]
        ways = [way for view in views for one in getattr(view, "answers", ()) or () for way in one.ways]
        return [*found, *(Link(way, "Re: x", way, len(mail.notices) - 1) for way in ways)] if found else []

    changed(patch, change)


@leak
def a_link_leaves_out_its_body_when_others_have_filed(patch: Patch) -> None:
    def change(found: list[Link], game: Any, mail: Any) -> list[Link]:
        view = ruleset(game.ruleset).rules.view
        filed = sum(len(view(game.state, seat).filed or ()) for seat in others(game, mail))
        return [replace(one, body="") if filed > 8 else one for one in found]

    changed(patch, change)


def tapped(patch: Patch, change: Any) -> None:
    """Have *change* make what the link to the page for tapping says, given that, the game and the mail."""

    def position(true: Any, url: str, file: str, position: Any) -> Any:
        return true(url, file, change(position, *SHOWN[-1]))

    def remembered(true: Any, game: Any, mail: Any, *rest: Any) -> Any:
        SHOWN.append((game, mail))
        return true(game, mail, *rest)

    around(patch, taps, "link", position)
    around(patch, delivery, "tap_link", remembered)


@leak
def the_page_for_tapping_knows_the_silver_of_the_richest(patch: Patch) -> None:
    def change(found: Any, game: Any, mail: Any) -> Any:
        return replace(found, facts={**found.facts, "m": max(game.state.balances.values())})

    tapped(patch, change)


@leak.of("diplomacy")
def the_page_for_tapping_begins_with_what_others_have_on_file(patch: Patch) -> None:
    def change(found: Any, game: Any, mail: Any) -> Any:
        view = ruleset(game.ruleset).rules.view
        return replace(found, filed=[line for seat in game.seats for line in view(game.state, seat).filed or ()])

    tapped(patch, change)


@leak
def a_link_to_the_page_is_left_out_when_others_have_filed(patch: Patch) -> None:
    def change(true: Any, game: Any, mail: Any, *rest: Any) -> Any:
        at, found = true(game, mail, *rest)
        view = ruleset(game.ruleset).rules.view
        filed = sum(len(view(game.state, seat).filed or ()) for seat in others(game, mail)) if found else 0
        return at, "" if filed > 8 else found

    around(patch, delivery, "tap_link", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_a_link_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
