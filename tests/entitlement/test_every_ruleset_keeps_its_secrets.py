"""For every ruleset: a mail to a reader is a function of what the rules let them know, and of nothing else."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from comparing import first_difference, must_agree
from generators import GENERATORS
from ground_histories import OFTEN, GroundHistory
from ground_histories import pair as ground_pair
from hidden_at_the_desk import DESK, SECRETS
from playing import OBSERVER, Part, Played
from telling import the_reader_cannot_tell
from war_histories import HIDDEN, Ending, Secret, Story, secret_of, story_of

from gm.registry import RULESETS

HERE = Path(__file__).parent
QUIET = Ending("deadline", False, False, 5)


def test_every_ruleset_has_its_generator() -> None:
    assert set(GENERATORS) == set(RULESETS), "a row in generators.py, and the module of histories that it names"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_hides_something_of_its_own_and_has_leaks_planted_in_it(ruleset: str) -> None:
    assert {*GENERATORS[ruleset].hidden} - {*DESK}, "HIDDEN has nothing that is secret in this game alone"
    planted = [path for path in HERE.glob("test_planted_leaks*.py") if f'is_found("{ruleset}"' in path.read_text()]
    assert planted, "a module test_planted_leaks_of_....py"
    assert (HERE.parent / "rules" / ruleset.replace("-", "_")).is_dir(), "tests of the rules"


@pytest.mark.parametrize("ruleset", GENERATORS)
def test_no_mail_tells_apart_what_the_rules_do_not(ruleset: str) -> None:
    compared = [the_reader_cannot_tell(ruleset, number) for number in GENERATORS[ruleset].numbers]
    assert sum(compared) >= GENERATORS[ruleset].least * len(compared)


@pytest.mark.parametrize("hidden", sorted(SECRETS))
def test_each_thing_that_is_hidden_at_the_desk_alone_leaves_every_readers_mail_as_it_is(hidden: str) -> None:
    """Each in a round of its own, for a side and for an observer; none of them moves the clock."""
    for reader in ("SOUTH", OBSERVER):
        mails = []
        for at in (0, 121):
            history = GroundHistory(Story(reader, 7, (QUIET, QUIET), "near"), Secret(3))
            if at:
                SECRETS[hidden](history, "NORTH", at)
            mails.append(history.tell())
        plain, other = mails
        assert must_agree(plain, other) == len(plain.parts) == 4
        assert (plain.secrets != other.secrets) or hidden == "private_press"


def test_pairs_of_the_ground_war_stand_otherwise_out_of_sight() -> None:
    """The search would find nothing if the enemy stood on the same fields in both histories of each pair."""
    unlike = 0
    for seed in range(12):
        story = story_of(seed, OFTEN, 3, 4)
        first, second = ground_pair(story, secret_of(seed), Secret(seed, frozenset(HIDDEN)))
        agreed = must_agree(first, second) // 2
        moves = [(one.get("men"), other.get("men")) for one, other in zip(first.track, second.track, strict=False)]
        unlike += any(one != other for one, other in moves[:agreed])
        if unlike == 4:
            return
    raise AssertionError("they stand otherwise in hardly any pair")


@pytest.mark.usefixtures("painted")
def test_pictures_of_a_pair_are_the_same_to_the_byte() -> None:
    story = Story("SOUTH", 3, (QUIET,), "near", True)
    first, second = ground_pair(story, Secret(1), Secret(2, frozenset(HIDDEN) - {"finale"}))
    assert must_agree(first, second) == 2
    types = {part.get_content_type() for raw in first.mails for part in message_from_bytes(raw).walk()}
    assert types >= {"text/plain", "text/html", "application/json", "text/calendar", "image/png"}
    assert first.track[0]["moves"] != second.track[0]["moves"]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (b"Subject: a\n\nx\n", b"Subject: b\n\nx\n", "header ('Subject', 'a') or ('Subject', 'b')"),
        (b"Subject: a\n\nx\ny\n", b"Subject: a\n\nx\nz\n", "text/plain : line 2: 'y' or 'z'"),
        (b"Subject: a\n\nx\n", None, "mail 1 is in one history only: a"),
    ],
)
def test_the_first_difference_is_named(one: bytes, other: bytes | None, words: str) -> None:
    found = first_difference([one], [other] if other else [])
    assert words in found
    assert first_difference([one], [one]) == ""


def test_what_comes_after_the_rules_tell_a_difference_is_not_compared() -> None:
    first = Played((Part("one", 1, (b"a",)), Part("two", 2, (b"b",))), "")
    second = Played((Part("one", 1, (b"a",)), Part("two", 3, (b"c",))), "")
    assert must_agree(first, second) == 1
    with pytest.raises(AssertionError, match="in two: mail 1"):
        must_agree(first, Played((Part("one", 1, (b"a",)), Part("two", 2, (b"c",))), ""))
