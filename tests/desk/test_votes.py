"""Votes on the end: secret, echoed only to their sender, and agreement ends the game at once."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, SevenTable
from helpers.told import faults, notices

from gm.desk.commands.votes import vote_meant
from gm.desk.notices.phrases import phrase
from gm.registry import ruleset

THREE = ("ENGLAND", "FRANCE", "GERMANY")
AMONG = "VOTE DRAW AMONG ENGLAND, FRANCE"
SHAPE = phrase("fault.written-vote", has="VOTE DRAW, VOTE CONCEDE TO and a power", back="NOVOTE")
OTHERS = phrase("fault.votes", has="VOTE DRAW or VOTE CONCEDE TO")


def voted(votes: dict[str, str], played: tuple[str, ...] = THREE) -> SevenTable:
    table = SevenTable(played=played)
    for seat, vote in votes.items():
        table.tell(seat, vote)
    return table


@each_row(
    ("line", "stands"),
    [
        ("VOTE DRAW", "DRAW"),
        ("vote draw.", "DRAW"),
        ("SET DRAW", "DRAW"),
        ("VOTE: DRAW", "DRAW"),
        ("Vote - draw", "DRAW"),
        ("vote for draw", "DRAW"),
        ("Vote for a draw, please!", "DRAW"),
        ("VOTE A DRAW", "DRAW"),
        ("VOTE DRAW PLEASE", "DRAW"),
        (AMONG, "DRAW AMONG ENGLAND FRANCE"),
        ("VOTE DRAW AMONG France and England", "DRAW AMONG ENGLAND FRANCE"),
        ("VOTE DRAW FRA ENG", "DRAW AMONG ENGLAND FRANCE"),
        ("SET DRAW AMONG ENGLAND FRANCE", "DRAW AMONG ENGLAND FRANCE"),
        ("VOTE CONCEDE TO GERMANY", "CONCEDE TO GERMANY"),
        ("SET CONCEDE GERMANY", "CONCEDE TO GERMANY"),
    ],
)
def test_a_vote_is_echoed_to_its_sender_and_nobody_else_hears_of_it(line: str, stands: str) -> None:
    table = SevenTable()
    table.watch()
    outbox = len(table.office.store.rows("select id from outbox"))
    table.tell("FRANCE", line)
    assert notices(table, "FRANCE")["vote"] == {"vote": stands}
    assert len(table.office.store.rows("select id from outbox")) == outbox + 1
    table.tell("FRANCE", "SHOW")
    assert f"Your vote: {stands}." in words_of(table.of("FRANCE"))
    for asker in ("GERMANY", "ITALY"):
        table.tell(asker, "STATUS", "SHOW", "HISTORY")
        assert stands not in words_of(table.of(asker))


@each_row("line", [
    "NOVOTE", "VOTE NONE", "SET NODRAW", "SET NOCONCEDE", "novote.", "vote: none", "NOVOTE please",
])  # fmt: skip
def test_a_vote_is_taken_back(line: str) -> None:
    table = voted({"FRANCE": "VOTE DRAW"})
    table.tell("FRANCE", line)
    assert notices(table, "FRANCE")["vote"] == {"vote": ""}
    assert table.game.seats["FRANCE"].vote == ""


@each_row(
    ("votes", "how", "winners"),
    [
        (dict.fromkeys(THREE, "VOTE DRAW"), "a draw is agreed between England, France, Germany", THREE),
        (dict.fromkeys(THREE, AMONG), "a draw is agreed between England, France", ("ENGLAND", "FRANCE")),
        (
            {"ENGLAND": "VOTE DRAW", "FRANCE": "VOTE DRAW AMONG ENGLAND, FRANCE, GERMANY", "GERMANY": "SET DRAW"},
            "a draw is agreed between England, France, Germany", THREE,
        ),
        (
            {"ENGLAND": "VOTE CONCEDE TO FRANCE", "GERMANY": "SET CONCEDE TO FRANCE"},
            "all others concede to France", ("FRANCE",),
        ),
        (
            {"ENGLAND": "VOTE CONCEDE TO FRANCE", "FRANCE": "VOTE DRAW", "GERMANY": "VOTE CONCEDE TO FRANCE"},
            "all others concede to France", ("FRANCE",),
        ),
    ],
)  # fmt: skip
def test_an_agreement_ends_the_game_at_once(votes: dict[str, str], how: str, winners: tuple[str, ...]) -> None:
    table = voted(votes)
    assert (table.game.over, table.game.winners) == (how, winners)
    for seat in THREE:
        assert notices(table, seat)["over"]["how"] == how
    table.check()


@pytest.mark.parametrize(
    "votes",
    [
        {"ENGLAND": "VOTE DRAW", "FRANCE": "VOTE DRAW"},
        {"ENGLAND": "VOTE DRAW", "FRANCE": "VOTE DRAW", "GERMANY": AMONG},
        {"ENGLAND": "VOTE CONCEDE TO FRANCE", "GERMANY": "VOTE CONCEDE TO ENGLAND"},
        {"ENGLAND": "VOTE CONCEDE TO ITALY", "FRANCE": "VOTE CONCEDE TO ITALY", "GERMANY": "VOTE CONCEDE TO ITALY"},
    ],
)
def test_what_is_no_agreement_leaves_the_game_as_it_is(votes: dict[str, str]) -> None:
    table = voted(votes)
    assert not table.game.over and table.game.clock.phase == "S1901M"


def test_an_abandoned_seat_never_blocks() -> None:
    table = voted({"ENGLAND": "VOTE DRAW", "FRANCE": "VOTE DRAW"})
    table.tell("GERMANY", "RESIGN")
    table.reply("GERMANY", "CONFIRM")
    assert table.game.over == "a draw is agreed between England, France"


def test_the_vote_of_who_left_does_not_bind_who_comes_after_him() -> None:
    table = voted({"FRANCE": "VOTE DRAW"})
    table.pass_on("FRANCE")
    assert table.game.seats["FRANCE"].vote == ""


@each_row(
    ("line", "column", "why", "hints"),
    [
        ("VOTE DRAW AMONG FRANCE", 1, phrase("fault.draw-of-one"), "VOTE CONCEDE TO FRANCE"),
        ("VOTE DRAW AMONG FRANCE, FRANCE", 1, phrase("fault.draw-of-one"), "VOTE CONCEDE TO FRANCE"),
        ("VOTE DRAW AMONG", 11, SHAPE, ""),
        ("VOTE DRAW AMONG FRANCE, ATLANTIS", 25, phrase("fault.unknown-player"), ""),
        ("VOTE CONCEDE TO ATLANTIS", 17, phrase("fault.unknown-player"), ""),
        ("VOTE", 1, SHAPE, ""),
        ("VOTE YES", 6, SHAPE, ""),
        ("VOTE NO", 6, SHAPE, ""),
        ("VOTE: YES", 5, SHAPE, ""),
        ("VOTE END", 1, OTHERS, "VOTE DRAW, VOTE CONCEDE TO"),
        ("PROPOSE DRAW", 1, OTHERS, "VOTE DRAW, VOTE CONCEDE TO"),
    ],
)
def test_a_vote_that_means_nothing_here_is_refused_with_what_it_might_be(
    line: str, column: int, why: str, hints: str
) -> None:
    table = voted({"FRANCE": "VOTE CONCEDE TO GERMANY"})
    table.tell("FRANCE", line, "4 : A PAR - BUR")
    assert faults(table, "FRANCE") == [(1, column, why, hints)]
    assert table.game.seats["FRANCE"].vote == "CONCEDE TO GERMANY" and table.filed() == ()


@pytest.mark.parametrize("line", ["SIGNON Fspring secret", "signon fspring", "SET PASSWORD secret", "SIGNON"])
def test_a_classic_sign_on_is_explained_away_and_the_rest_of_the_letter_done(line: str) -> None:
    table = SevenTable()
    table.tell("FRANCE", line, "4 : A PAR - BUR")
    assert "nosignon" in notices(table, "FRANCE") and "secret" not in words_of(table.of("FRANCE"))
    assert table.filed() == ("4 : A PAR - BUR",)
    assert ADDRESS["FRANCE"] == table.of("FRANCE")["To"]


# -- what is written without VOTE ----------------------------------------------------------------------------------


@each_row("rules", ["payola", "diplomacy"])
@each_row(
    ("line", "hint"),
    [
        ("DRAW", "VOTE DRAW"), ("draw?", "VOTE DRAW"), ("DRAW AMONG FRANCE ENGLAND", "VOTE DRAW"),
        ("CONCEDE TO FRANCE", "VOTE CONCEDE TO and a power"), ("Concede France", "VOTE CONCEDE TO and a power"),
        ("NODRAW", "NOVOTE"), ("NOCONCEDE", "NOVOTE"),
    ],
)  # fmt: skip
def test_a_vote_without_its_word_is_answered_with_how_it_is_written(line: str, hint: str, rules: str) -> None:
    table = SevenTable(ruleset=rules, played=THREE)
    table.tell("ENGLAND", line)
    told = notices(table, "ENGLAND")
    assert told.get("answered", {}).get("topic") == "draw" or told["notread"]["near"] == [hint]
    assert hint in " ".join(words_of(table.of("ENGLAND")).split())
    assert table.game.seats["ENGLAND"].vote == ""


@pytest.mark.parametrize(("name", "hints"), [
    ("negotiation", ()), ("ground-war", ("PROPOSE DRAW",)), ("air-war", ("PROPOSE DRAW",)), ("payola", ("VOTE DRAW",)),
])  # fmt: skip
def test_only_a_vote_that_the_game_has_is_named(name: str, hints: tuple[str, ...]) -> None:
    assert vote_meant(ruleset(name).card, "DRAW") == hints
