"""Payola: a mail to a power is a function of what the rules let that power know, and of nothing else."""

from __future__ import annotations

from itertools import product

import pytest
from comparing import first_difference
from histories import ENDINGS, HIDDEN, SEATS, Ending, History, Secret, Story
from playing import OBSERVER, Played

MANY = Ending("grace", True, 4)


def play(story: Story, secret: Secret) -> Played:
    """The history of *story* with *secret* in it."""
    return History(story, secret).tell()


# These need a certain position, happening or end, which the pairs of the search have.
ELSEWHERE = ("bounces", "builds", "extensions", "finale", "retreats", "who_agrees", "who_comes", "who_votes")


@pytest.mark.parametrize("hidden", sorted({*HIDDEN} - {*ELSEWHERE}))
def test_each_thing_that_is_hidden_alone_leaves_the_readers_mail_as_it_is(hidden: str) -> None:
    changed = 0
    for seed, wide in product(range(12), (False, True)):
        story = Story(SEATS[seed % 7], seed, (Ending(ENDINGS[seed % 4], True, 3),))
        plain = play(story, Secret(seed, wide=wide))
        other = play(story, Secret(seed, frozenset({hidden}), wide=wide))
        assert plain.allowed == other.allowed
        assert not first_difference(plain.mails, other.mails)
        changed += plain.secrets != other.secrets
        if changed:
            return
    raise AssertionError(f"{hidden} was never in a history")


@pytest.mark.parametrize("reader", (*SEATS, OBSERVER))
def test_all_that_is_hidden_at_once_leaves_three_phases_of_mail_as_they_are(reader: str) -> None:
    story = Story(reader, 11, (MANY, Ending("early", False, 4), Ending("wait", False, 3)))
    plain, other = play(story, Secret(1)), play(story, Secret(2, frozenset(HIDDEN)))
    assert plain.allowed == other.allowed
    assert plain.secrets != other.secrets
    assert len(plain.mails) > 8
    assert not first_difference(plain.mails, other.mails)


def test_the_same_story_with_the_same_secret_is_the_same_history() -> None:
    hidden = {*HIDDEN} - {"creations"}  # a game that is made by mail has a key that nobody could know before
    story, secret = Story("FRANCE", 3, (MANY, MANY)), Secret(5, frozenset(hidden))
    assert play(story, secret) == play(story, secret)


@pytest.mark.parametrize("reader", ["FRANCE", "TURKEY"])
def test_the_reader_is_told_what_he_may_know(reader: str) -> None:
    """The record by which pairs are chosen is not so fine that nothing is left to compare."""
    one = play(Story(reader, 1, (MANY,)), Secret(1))
    other = play(Story(reader, 2, (MANY,)), Secret(1))
    assert one.allowed != other.allowed
    assert one.mails != other.mails
