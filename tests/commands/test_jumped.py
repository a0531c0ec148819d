"""The operator's commands where this machine's clock has jumped since the daemon was sure of it."""

from __future__ import annotations

from datetime import timedelta

from operating import Desk

from gm.doctor.clock import HOUSE, Hands, Sure

HOURS = timedelta(hours=5)


def test_an_act_bears_the_daemons_time_and_the_operator_is_warned(desk: Desk) -> None:
    hands = Hands()
    true = hands.wall() + HOURS  # the machine's clock is behind
    desk.store.facts.keep(HOUSE, Sure(hands.boot(), hands.up(), true))
    said = desk.run("pause", "spring")
    assert said.status == 0
    assert "This machine's clock is 5 hours behind what gm serve reckons" in said.both
    assert "5 hours" not in said.out
    entry = desk.store.journal.of_kind("spring", "operator")[-1]
    assert entry is not None and abs(entry.at - true) < timedelta(minutes=2)


def test_where_nothing_has_jumped_nothing_is_said(desk: Desk) -> None:
    hands = Hands()
    desk.store.facts.keep(HOUSE, Sure(hands.boot(), hands.up(), hands.wall()))
    assert "clock" not in desk.run("pause", "spring").both
