"""For every ruleset: a mail to a reader is a function of what the rules let them know, and of nothing else."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from comparing import ToldApart, channels, first_difference, must_agree
from generators import GENERATORS
from ground_histories import OFTEN, GroundHistory
from ground_histories import pair as ground_pair
from helpers.rows import each_row
from hidden_at_the_desk import DESK, SECRETS
from playing import OBSERVER, WITHHELD, Part, Played, Sent, secret_of
from reached import CHANNELS, READERS, reasons, unexplained
from telling import the_reader_cannot_tell
from war_histories import HIDDEN, Ending, Secret, Story, story_of

from gm.registry import RULESETS

HERE = Path(__file__).parent
QUIET = Ending("deadline", False, False, 5)


def test_every_ruleset_has_its_generator() -> None:
    assert set(GENERATORS) == set(RULESETS), "a row in generators.py, and the module of histories that it names"


@each_row("ruleset", RULESETS)
def test_every_ruleset_hides_something_of_its_own_and_has_leaks_planted_in_it(ruleset: str) -> None:
    assert {*GENERATORS[ruleset].hidden} - {*DESK}, "HIDDEN has nothing that is secret in this game alone"
    planted = [path for path in HERE.glob("test_planted_leaks*.py") if f'Leaks("{ruleset}")' in path.read_text()]
    assert planted, "a module test_planted_leaks_of_....py"
    assert (HERE.parent / "rules" / ruleset.replace("-", "_")).is_dir(), "tests of the rules"


@pytest.mark.parametrize("ruleset", GENERATORS)
def test_no_mail_tells_apart_what_the_rules_do_not(ruleset: str) -> None:
    compared = [the_reader_cannot_tell(ruleset, number, counts=True) for number in GENERATORS[ruleset].numbers]
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
        assert (plain.secrets != other.secrets) or hidden in ("private_press", "bounces", "words_of_a_watcher")


def test_pairs_of_the_ground_war_stand_otherwise_out_of_sight() -> None:
    """The search would find nothing if the enemy stood on the same fields in both histories of each pair."""
    unlike = 0
    for seed in range(12):
        story = story_of(seed, OFTEN, 3, 4)
        first, second = ground_pair(story, secret_of(seed, HIDDEN), Secret(seed, frozenset(HIDDEN)))
        agreed = must_agree(first, second) // 2
        moves = [(one.get("men"), other.get("men")) for one, other in zip(first.track, second.track, strict=False)]
        unlike += any(one != other for one, other in moves[:agreed])
        if unlike == 4:
            return
    raise AssertionError("they stand otherwise in hardly any pair")


@pytest.mark.usefixtures("painted")
def test_pictures_of_a_pair_are_the_same_to_the_byte() -> None:
    story = Story("SOUTH", 8, (QUIET,), "near", True)
    first, second = ground_pair(story, Secret(1), Secret(2, frozenset(HIDDEN) - {"finale"}))
    assert must_agree(first, second) == 2
    types = {part.get_content_type() for mail in first.mails for part in message_from_bytes(mail.raw).walk()}
    assert types >= {"text/plain", "text/html", "application/json", "text/calendar", "image/png"}
    assert first.track[0]["moves"] != second.track[0]["moves"]


def mail(raw: bytes, reader: str = "seat", **facts: str) -> Sent:
    """A mail to somebody who reads, alike in all that is not named."""
    return Sent(**{"recipient": "a@x", "path": "b@x", "at": "now", **facts}, reader=reader, raw=raw)


@each_row(
    ("one", "other", "found"),
    [
        (mail(b"Subject: a\n\nx\n"), mail(b"Subject: b\n\nx\n"), ("seat", "subject", "('Subject', 'a') or")),
        (mail(b"X-N: a\n\nx\n"), mail(b"X-N: b\n\nx\n"), ("seat", "headers", "('X-N', 'a') or ('X-N', 'b')")),
        (mail(b"Subject: a\n\nx\ny\n"), mail(b"Subject: a\n\nx\nz\n"), ("seat", "text", "line 2: 'y' or 'z'")),
        (mail(b"\nx\n", at="one"), mail(b"\nx\n", at="two"), ("seat", "time", "'one' or 'two'")),
        (mail(b"\nx\n", path="b+c@x"), mail(b"\nx\n"), ("seat", "envelope", "'b+c@x' or 'b@x'")),
        (mail(b"\nx\n", path=WITHHELD), mail(b"\nx\n"), ("seat", "withheld", "True or False")),
        (mail(b"Subject: a\n\nx\n", "sitter"), None, ("sitter", "sending", "mail 1 is in one history only")),
    ],
)
def test_the_first_difference_is_named(one: Sent, other: Sent | None, found: tuple[str, str, str]) -> None:
    reader, channel, words = first_difference([one], [other] if other else []) or ("", "", "")
    assert (reader, channel) == found[:2] and found[2] in words
    assert first_difference([one], [one]) is None


def test_what_comes_after_the_rules_tell_a_difference_is_not_compared() -> None:
    a, b, c = (mail(raw) for raw in (b"\na", b"\nb", b"\nc"))
    first = Played((Part("one", 1, (a,)), Part("two", 2, (b,))), "")
    second = Played((Part("one", 1, (a,)), Part("two", 3, (c,))), "")
    assert must_agree(first, second) == 1
    with pytest.raises(ToldApart, match="in two: seat, text: mail 1"):
        must_agree(first, Played((Part("one", 1, (a,)), Part("two", 2, (c,))), ""))


def test_what_commands_show_is_compared() -> None:
    first, second = (Played((Part("one", 1, (), (("log", text),)),), "") for text in ("in a", "in b"))
    with pytest.raises(ToldApart, match="in one: operator, log: line 1: 'in a' or 'in b'"):
        must_agree(first, second)


def test_reasons_for_empty_cells_name_what_there_is() -> None:
    known = {
        "ruleset": set(GENERATORS), "secret": {secret for one in GENERATORS.values() for secret in one.hidden},
        "reader": set(READERS), "channel": set(CHANNELS),
    }  # fmt: skip
    for one in reasons():
        assert one["why"]
        for key, names in known.items():
            assert {*one.get(key, ())} - {"all but"} <= names, (key, one["why"])


def test_what_no_pair_has_reached_is_told_unless_there_is_a_reason() -> None:
    cells = {(name, "who", reader, channel) for name in ("payola",) for reader in READERS for channel in CHANNELS}
    reached = dict.fromkeys(cells, 1)
    assert list(unexplained(reached, {"payola": ["who"]}, 5000)) == []
    left = {cell: n for cell, n in reached.items() if cell[2:] not in (("seat", "page"), ("seat", "log"))}
    assert list(unexplained(left, {"payola": ["who"]}, 5000)) == ["payola | seat | page", "payola | who | seat | page"]
    assert list(unexplained({}, {"payola": ["who"]}, 1)) == []


def test_each_channel_of_a_mail_is_one_of_the_table() -> None:
    mails = GENERATORS["ground-war"].sample().mails
    found = {channel for mail in mails for channel in channels(mail.raw)}
    assert found >= {"sending", "time", "envelope", "subject", "headers", "text", "page", "JSON", "picture", "calendar"}
    assert found <= set(CHANNELS)
