"""Leaks planted in Negotiation, one at a time: at least one for each row of its table "who is told what"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from comparing import must_agree
from msgspec.structs import replace
from phone_histories import HIDDEN, SCENES, Secret, Story, histories
from planting import Leaks, Patch, around

from gm.desk.game.turn import Turn
from gm.rules import EVERYBODY, Notice, Seal, Step
from gm.rules.negotiation import acting, dealing, lapsing, queue, telling
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.game import Negotiation
from gm.rules.negotiation.items import Move, total
from gm.rules.negotiation.state import Begun, State, span

leak = LEAKS = Leaks("negotiation")
Body = Any


def told_to_all(patch: Patch, kind: type, is_meant: Callable[[Body], bool] = lambda body: True) -> None:
    """What is told to one player is told to everybody."""

    def change(true: Any, x: Exchange, player: str, body: Body, *rest: Any, **named: Any) -> None:
        true(x, player, body, *rest, **named)
        if isinstance(body, kind) and is_meant(body):
            x.tell_all(body)

    around(patch, Exchange, "tell", change)


def said_otherwise(patch: Patch, change: Callable[[Exchange, str, Body], Body]) -> None:
    """Something is told in other words: *change* is given the exchange, the reader, and what he is told."""

    def tell(true: Any, x: Exchange, player: str, body: Body, *rest: Any, **named: Any) -> None:
        true(x, player, change(x, player, body), *rest, **named)

    around(patch, Exchange, "tell", tell)


def told_of_actions(patch: Patch, change: Callable[[Exchange, Any, str, Body], Body]) -> None:
    """The same of an action; *change* is given the exchange, the action, the reader, and what he is told."""

    def told(true: Any, x: Exchange, action: Any, reader: str, *rest: Any, **more: Any) -> Body:
        return change(x, action, reader, true(x, action, reader, *rest, **more))

    around(patch, acting, "told", told)


def word(text: str) -> said.NotDone:
    """Something said that is not meant for its reader."""
    return said.NotDone("by the way", text)


# -- deals and gifts -------------------------------------------------------------------------------------------


@leak
def a_proposal_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.DealTold, lambda body: body.event == "proposed")


@leak
def a_refusal_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.DealTold, lambda body: body.event in ("rejected", "withdrawn", "lapsed"))


@leak
def the_effects_of_a_deal_are_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.DealTold, lambda body: body.event == "done")


@leak
def why_one_side_cannot_fulfil_a_deal_is_told_to_the_other(patch: Patch) -> None:
    def change(true: Any, x: Exchange, deal: Any, reader: str, event: str, *rest: Any, **more: Any) -> Body:
        body = true(x, deal, reader, event, *rest, **more)
        other = deal.to if reader == deal.by else deal.by
        return replace(body, why=body.why or dealing.why_not(x, deal, other)) if event == "failed" else body

    around(patch, dealing, "told", change)


@leak
def a_gift_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.GiftTold)


# -- arrivals and departures -----------------------------------------------------------------------------------


@leak
def an_arrival_is_told_to_all(patch: Patch) -> None:
    def change(true: Any, x: Exchange, giver: str, taker: str, items: Any, why: str) -> None:
        true(x, giver, taker, items, why)
        for item in items:
            if isinstance(item, Move):
                x.tell_all(said.Departed(x.word(taker), total(item.groups), item.square))

    around(patch, dealing, "hand_over", change)


@leak
def where_a_departing_piece_goes_is_told(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any) -> None:
        told = Exchange.tell

        def tell(self: Exchange, player: str, body: Body, *rest: Any, **named: Any) -> None:
            if isinstance(body, said.Departed):
                body = replace(body, square=f"{body.square} for {action.square}")
            told(self, player, body, *rest, **named)

        with pytest.MonkeyPatch.context() as within:
            within.setattr(Exchange, "tell", tell)
            true(x, action)

    around(patch, acting, "move_pieces", change)


@leak
def a_departure_by_a_threat_is_told_in_other_words(patch: Patch) -> None:
    around(patch, acting, "departures", lambda true, x, mover, groups: _by_force(x, mover, groups))


def _by_force(x: Exchange, mover: str, groups: Any) -> None:
    for place, number in groups:
        if place != "START" and place[1:] != mover:
            x.tell(place[1:], said.Departed(x.word(mover), number, f"{place}, by force"))


@leak
def the_order_of_departures_tells_who_proposed_the_deal(patch: Patch) -> None:
    patch.setattr(dealing, "sorted", lambda sides, key: list(sides), raising=False)


# -- THREAT ----------------------------------------------------------------------------------------------------


@leak
def a_threat_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.ThreatTold, lambda body: body.event == "begun")


@leak
def the_result_of_a_threat_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.ThreatTold, lambda body: body.event != "begun")


@leak
def the_risk_is_told_before_a_call(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        return replace(body, risk=x.words(action.risk), groups=f"{body.groups} ({x.words(action.risk)})") if (
            isinstance(body, said.ThreatTold) and body.event == "begun"
        ) else body  # fmt: skip

    told_of_actions(patch, change)


@leak
def the_risk_is_told_when_a_threat_is_granted(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        return replace(body, groups=f"{body.groups} ({x.words(action.risk)})") if body.event == "granted" else body

    told_of_actions(patch, change)


@leak
def more_is_told_than_the_defender_quotes(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        called = isinstance(body, said.ThreatTold) and body.event in ("moved", "lost", "standoff")
        return replace(body, quoted=x.words(x.books.borrowed(action.to))) if called else body

    told_of_actions(patch, change)


@leak
def a_threat_that_waits_is_told_to_the_other(patch: Patch) -> None:
    def change(true: Any, x: Exchange, one: Any) -> None:
        true(x, one)
        if one.proposal is None:
            for player in x.state.players:
                x.tell(player, word(f"something of {x.word(one.by)} waits"))

    around(patch, queue, "wait", change)


@leak
def who_answered_is_told(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any, said_word: str, by: str, *rest: Any, **named: Any) -> None:
        true(x, action, said_word, by, *rest, **named)
        x.tell(action.by, word(by))

    around(patch, acting, "record", change)


# -- ATTACK ----------------------------------------------------------------------------------------------------


@leak
def an_attack_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.AttackTold, lambda body: body.event == "begun")


@leak
def the_result_of_an_attack_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.AttackTold, lambda body: body.event != "begun")


@leak
def what_the_attacker_has_is_told_to_the_defender(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        lost = isinstance(body, said.AttackTold) and body.event == "lost" and reader == action.to
        return replace(body, defense=sum(x.books.borrowed(action.by).values())) if lost else body

    told_of_actions(patch, change)


@leak
def what_who_pays_has_is_told_to_the_attacker(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        has = x.books.wins[action.to] + sum(x.books.borrowed(action.to).values())
        return replace(body, other=f"{body.other} (of {has})") if body.event == "paid" else body

    told_of_actions(patch, change)


# -- COLLECT, RECALL, INFORM -----------------------------------------------------------------------------------


@leak
def a_collection_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Collected)


@leak
def a_recall_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Recalled)


@leak
def what_is_informed_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Informed)


@leak
def an_owner_is_told_where_his_support_goes(patch: Patch) -> None:
    def change(true: Any, x: Exchange, owner: str, source: str, target: str, **named: Any) -> None:
        true(x, owner, source, target, **named)
        if owner not in (source, target):
            x.tell(owner, word(f"{source} to {target}"))

    around(patch, Exchange, "support_moves", change)


@leak
def the_board_of_an_owner_shows_who_holds_his_support_in_truth(patch: Patch) -> None:
    def change(true: Any, books: Any, player: str) -> Any:
        return true(replace(books, lent={**books.lent, player: dict(books.support[player])}), player)

    around(patch, telling, "cells_of", change)


@leak
def a_recall_tells_whether_support_was_given_or_taken(patch: Patch) -> None:
    ways: dict[tuple[str, str], str] = {}

    def moves(true: Any, x: Exchange, owner: str, source: str, target: str, number: int, why: str) -> None:
        true(x, owner, source, target, number, why)
        ways[owner, source] = why

    def change(x: Exchange, player: str, body: Body) -> Body:
        if isinstance(body, said.Recalled) and body.mine and body.passed:
            return replace(body, other=f"{body.other} ({[w for (owner, _), w in ways.items() if owner == player]})")
        return body

    def opened(true: Any, *args: Any) -> Step:
        ways.clear()
        step: Step = true(*args)
        return step

    around(patch, Negotiation, "open", opened)
    around(patch, Exchange, "support_moves", moves)
    said_otherwise(patch, change)


# -- the line --------------------------------------------------------------------------------------------------


@leak
def that_something_waits_is_told_to_all(patch: Patch) -> None:
    told_to_all(patch, said.Waits)


@leak
def what_waits_says_why(patch: Patch) -> None:
    def change(x: Exchange, player: str, body: Body) -> Body:
        return replace(body, what=f"{body.what} ({[a.kind for a in x.state.actions]})") if _waits(body) else body

    said_otherwise(patch, change)


@leak
def what_waits_says_whose_line_it_is(patch: Patch) -> None:
    def change(x: Exchange, player: str, body: Body) -> Body:
        return replace(body, what=f"{body.what} ({[a.by for a in x.state.actions]})") if _waits(body) else body

    said_otherwise(patch, change)


@leak
def what_waits_says_how_many_wait(patch: Patch) -> None:
    def change(x: Exchange, player: str, body: Body) -> Body:
        return replace(body, number=len(x.state.waiting)) if _waits(body) else body

    said_otherwise(patch, change)


def _waits(body: Body) -> bool:
    return isinstance(body, said.Waits)


# -- what is a player's own affair -----------------------------------------------------------------------------


@leak
def all_are_reminded(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any, body: Body, reminder: bool = False) -> None:
        true(x, action, body, reminder)
        if reminder:
            x.tell_all(body)

    around(patch, Exchange, "ask", change)


@leak
def silence_is_told(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any) -> None:
        true(x, action)
        x.tell_all(word(f"{x.word(action.to)} is silent"))

    around(patch, lapsing, "window_ends", change)


@leak
def that_silence_answered_is_told_to_the_other(patch: Patch) -> None:
    def change(x: Exchange, action: Any, reader: str, body: Body) -> Body:
        silent = action.to in x.state.silent and body.event != "begun"
        return replace(body, answered="silence" if silent else body.answered)

    told_of_actions(patch, change)


@leak
def why_somebody_is_answered_for_at_once_is_told(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any) -> None:
        true(x, action)
        x.tell(action.by, word(f"silent {action.to in x.state.silent}, away {action.to in x.state.away}"))

    around(patch, queue, "answer_standing", change)


@leak
def standing_instructions_are_told(patch: Patch) -> None:
    told_to_all(patch, said.StandingTold)


@leak
def who_is_away_is_told(patch: Patch) -> None:
    def change(true: Any, rules: Negotiation, state: State, at: Any, absent: Any) -> Step:
        step: Step = true(rules, state, at, absent)
        gone = [one for one in absent if one not in state.away]
        told = [Notice(EVERYBODY, "notdone", word(one)) for one in gone]
        return replace(step, notices=(*step.notices, *told))

    around(patch, Negotiation, "wake", change)


@leak
def the_limits_of_others_are_shown(patch: Patch) -> None:
    def change(true: Any, state: State, player: str) -> Body:
        period = state.period(state.last, span(state.options.period))
        others = [one for one in state.players if Begun(one, "1", period) in state.begun]
        return replace(true(state, player), used=tuple(others))

    around(patch, telling, "boards_told", change)


@leak
def a_message_to_several_names_them(patch: Patch) -> None:
    patch.setattr(Negotiation, "card", replace(Negotiation.card, alone=False))


@leak
def the_votes_are_counted(patch: Patch) -> None:
    def change(true: Any, self: Turn) -> Any:
        votes = sum(sitting.vote == "END" for sitting in self.game.seats.values())
        return replace(true(self), title=f"with {votes} votes")

    around(patch, Turn, "status", change)


# -- the end, the report, the seals ----------------------------------------------------------------------------


@leak
def when_the_last_answer_is_due_is_told(patch: Patch) -> None:
    def change(true: Any, rules: Negotiation, state: State) -> Any:
        return max(one.due for one in state.actions) if state.closing else true(rules, state)

    around(patch, Negotiation, "ends", change)


@leak
def what_is_noted_for_the_report_is_told(patch: Patch) -> None:
    def change(true: Any, x: Exchange, body: Body) -> None:
        true(x, body)
        x.tell_all(word(type(body).__name__))

    around(patch, Exchange, "record", change)


@leak
def a_board_shows_the_winnings_of_all(patch: Patch) -> None:
    def change(true: Any, state: State, player: str) -> Body:
        body = true(state, player)
        return replace(body, board=(*body.board, str(state.books.wins)))

    around(patch, telling, "boards_told", change)


@leak
def a_column_shows_what_stands_beside_it(patch: Patch) -> None:
    def change(true: Any, books: Any, player: str) -> Any:
        return {**true(books, player), **true(books, books.players[int(player) % books.number])}

    around(patch, telling, "column", change)


@leak
def a_seal_is_opened_when_a_threat_is_granted(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any, by: str) -> None:
        true(x, action, by)
        x.seal(Seal(action.by, action.to, "the RISK"))

    around(patch, acting, "grant", change)


@leak
def a_threat_without_risk_has_no_seal(patch: Patch) -> None:
    def change(true: Any, x: Exchange, seal: Seal) -> None:
        if not (seal.text or "").endswith("NOTHING"):
            true(x, seal)

    around(patch, Exchange, "seal", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_negotiation_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)


@pytest.mark.parametrize("name", sorted(SCENES))
def test_each_scene_is_the_same_to_the_reader_whatever_lies_behind_it(name: str) -> None:
    """The pairs are not so unlike that nothing is left to compare; and they are unlike."""
    agreed = 0
    for seed in range(8):
        story = Story("3", str(seed), (name,), ("SET FORMAT HTML", "SET JSON ON") if seed == 0 else ())
        first, second = histories(story, Secret(f"{seed} bare"), Secret(f"{seed} full", frozenset(HIDDEN)))
        agreed += must_agree(first, second) == len(first.parts)
        assert first.secrets != second.secrets
        if agreed == 2:
            return
    raise AssertionError("the reader may know the same in hardly any pair")
