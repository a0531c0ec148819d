"""Leaks planted in what games may choose and in what belongs to no game: the search finds each of these, too."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around, around_command

from gm.desk import notices as said
from gm.desk.arrival import personal
from gm.desk.books import commit
from gm.desk.clock import striking
from gm.desk.commands import press, watchers
from gm.desk.commands.visit import Visit
from gm.desk.entries import events
from gm.desk.game import posting
from gm.desk.game import turn as turning
from gm.desk.game.telling import OBSERVER_READER
from gm.desk.game.turn import Turn
from gm.desk.people import seeing
from gm.report import disclosure
from gm.rules import EVERYBODY
from gm.rules import to as audience
from gm.store.persons import Persons
from gm.store.players import Player

leak = LEAKS = Leaks("diplomacy")


def counted(patch: Patch, count: Any) -> None:
    """STATUS has a number beside the phase."""
    around(patch, Turn, "status", lambda true, turn: replace(told := true(turn), phase=f"{told.phase} ({count(turn)})"))


# -- what belongs to no game ---------------------------------------------------------------------------------------


@leak.of("hex-negotiation")
def whois_shows_a_record_that_is_private(patch: Patch) -> None:
    patch.setattr(Persons, "is_open", lambda self, address: True)


@leak
def a_claim_is_answered_otherwise_where_the_address_is_known(patch: Patch) -> None:
    def change(true: Any, office: Any, own: str, other: str) -> str:
        known = office.store.records.of([other]) or office.store.persons.number(other) is not None
        return str(true(office, own, other)) or ("one" if known else "")

    around(patch, personal, "why_not", change)


@leak.of("so-long-sucker")
def who_is_blocked_is_told_another_reason(patch: Patch) -> None:
    def change(true: Any, visit: Visit, about: str, body: Any) -> None:
        apart = visit.event.apart and isinstance(body, said.NoPlace)
        true(visit, about, replace(body, why="full") if apart else body)

    around(patch, Visit, "reply", change)


@leak.of("hex-negotiation")
def list_shows_games_that_are_not_listed(patch: Patch) -> None:
    around(patch, commit, "offer_of", lambda true, game: true(replace(game, listed=True)))


@leak.of("so-long-sucker")
def list_counts_those_who_were_refused_as_joined(patch: Patch) -> None:
    def change(true: Any, game: Any) -> Any:
        offer = true(game)
        return replace(offer, joined=len(game.counts)) if offer else None

    around(patch, commit, "offer_of", change)


@leak.of("hex-negotiation")
def status_counts_the_letters_to_another_game_of_the_reader(patch: Patch) -> None:
    counted(patch, lambda turn: turn.game.entries if turn.game.name == "summer" else 0)


# -- what some games let players do --------------------------------------------------------------------------------


@leak
def status_counts_what_is_kept_for_phases_to_come(patch: Patch) -> None:
    counted(patch, lambda turn: sum(len(one.ahead) for one in turn.game.seats.values()))


@leak
def all_are_told_when_something_was_kept_for_a_phase(patch: Patch) -> None:
    def change(true: Any, turn: Turn) -> None:
        kept = [seat for seat, one in turn.game.seats.items() if one.ahead]
        true(turn)
        if kept:
            turn.note(EVERYBODY, said.TakenUp(turn.phase().code, turn.phase().title, ""))

    around(patch, turning, "take_up", change)


@leak
def who_is_muted_hears_of_it(patch: Patch) -> None:
    def change(true: Any, turn: Turn, post: Any) -> bool:
        if muted := bool(true(turn, post)):
            turn.note(audience(post.press_from), said.OrdersFirst((), False, ()))
        return muted

    around(patch, posting, "is_quiet", change)


@leak
def a_reminder_at_the_time_of_one_goes_to_all_who_owe(patch: Patch) -> None:
    around(patch, striking, "remind_of", lambda true, turn, _: true(turn, [*turn.game.seats]))


@leak
def a_broadcast_without_names_bears_one(patch: Patch) -> None:
    around(patch, press, "as_shown", lambda true, talk, message, one: true(talk, message, replace(one, grey=False)))


@leak
def an_anonymous_proposal_bears_a_name(patch: Patch) -> None:
    def change(true: Any, talk: Any, request: Any) -> None:
        game = talk.turn.game
        talk.turn.game = replace(game, proposals="named")
        true(talk, request)
        talk.turn.game = replace(talk.turn.game, proposals=game.proposals)

    around_command(patch, "propose_draw", change)


@leak
def who_is_late_stands_in_every_notice_that_the_phase_waits(patch: Patch) -> None:
    def change(true: Any, turn: Turn) -> None:
        pace = turn.game.pace
        turn.game = replace(turn.game, pace=replace(pace, show_late=True))
        true(turn)
        turn.game = replace(turn.game, pace=pace)

    around(patch, striking, "still_waits", change)


@leak
def status_counts_the_simple_players_that_have_sent_something(patch: Patch) -> None:
    def sent(turn: Turn) -> int:
        bots = [seat for seat, one in turn.game.seats.items() if one.bot]
        return sum(seat in turn.duties() and turn.duties()[seat].filed for seat in bots)

    counted(patch, sent)


# -- who watches, who may come, who has played ---------------------------------------------------------------------


@leak
def every_observer_sees_everything(patch: Patch) -> None:
    around(patch, seeing, "seeing", lambda true, game: game.watchers("observer") if true(game) else ())


@leak.of("hex-negotiation")
def status_counts_those_who_would_take_over(patch: Patch) -> None:
    counted(patch, lambda turn: len(turn.game.substitutes))


@leak
def all_are_told_that_somebody_is_asked_to_take_over(patch: Patch) -> None:
    def change(true: Any, turn: Turn) -> None:
        before = turn.game.call
        true(turn)
        if turn.game.call not in (None, before):
            turn.note(EVERYBODY, said.Announced(("Somebody is asked to take over.",), ""))
            turn.send("notice", "a seat is vacant")

    around(patch, events, "call_next", change)


@leak.of("so-long-sucker")
def a_watcher_reads_what_another_writes_to_the_operator(patch: Patch) -> None:
    def change(true: Any, turn: Turn, posts: Any) -> bool:
        more = [replace(post, reader=OBSERVER_READER) for post in posts if "postal" not in turn.game.press]
        return bool(true(turn, [*posts, *more]))

    around(patch, watchers, "send", change)


@leak.of("hex-negotiation")
def the_report_names_players_of_a_game_that_never_does(patch: Patch) -> None:
    def change(true: Any, n: int, sitters: Any) -> str:
        one = sitters[n]
        return disclosure.called(one.name, one.address) if isinstance(one, Player) else true(n, sitters)

    around(patch, disclosure, "unnamed", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_a_wider_game_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
