"""The operator's commands for a game that finds its players by mail, up to ending it before it began."""

from __future__ import annotations

import pytest
from operating import Desk

ANN = "ann@example.net"


@pytest.fixture
def forming(desk: Desk) -> Desk:
    """The desk with a game `winter` that looks for its players."""
    said = desk.run("create", "payola", "winter", "--word", "sesame", "--approval", "--unlisted")
    assert said.status == 0 and "JOIN winter WORD sesame" in said.out
    return desk


def test_a_game_is_created_as_its_options_say(forming: Desk) -> None:
    found = forming.office.game("winter").forming
    assert found is not None and (found.word, found.approval, found.seats) == ("sesame", True, "wished")
    assert forming.run("create", "payola", "drawn", "--drawn").status == 0
    other = forming.office.game("drawn").forming
    assert other is not None and (other.word, other.approval, other.seats) == ("", False, "drawn")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("payola", 'x"\nseed = "mine'), "lower-case letters"),
        (("payola", "x", "--word", 'a"\napproval = "no'), "one word of at most 40"),
        (("payola", "x", "--word", "two words"), "one word of at most 40"),
        (("payola", "Winter"), "lower-case letters"),
    ],
)
def test_a_name_or_word_that_cannot_be_is_refused_whatever_is_in_it(
    desk: Desk, words: tuple[str, ...], why: str
) -> None:
    said = desk.run("create", *words)
    assert said.status == 2 and why in said.both
    assert desk.store.rows("select name from games") == [{"name": "spring"}]


def test_who_is_invited_is_shown_and_can_be_refused(forming: Desk) -> None:
    assert forming.run("invite", "winter", ANN, "--seat", "france", "--name", "Ann").status == 0
    shown = forming.run("seats", "winter").out
    assert ANN in shown and "invited" in shown and "FRANCE" in shown
    assert forming.run("invite", "winter", "bob@example.net", "--seat", "FRANCE").status == 1
    assert forming.run("refuse", "winter", ANN).status == 0
    assert ANN not in forming.run("seats", "winter").out


def test_nobody_begins_a_game_without_players(forming: Desk) -> None:
    said = forming.run("begin", "winter", "--yes")
    assert said.status == 1 and "nobody has joined yet" in said.both


def test_a_game_that_never_began_can_be_looked_at_checked_and_put_away(forming: Desk) -> None:
    forming.run("invite", "winter", ANN)
    assert forming.run("abort", "winter", "--yes").status == 0
    for words in (("show", "winter"), ("seats", "winter"), ("list",), ("fsck", "winter")):
        assert forming.run(*words).status == 0, words
    page = forming.folder / "pages"
    said = forming.run("report", "winter", "--out", str(page))
    assert said.status == 0, said.both
    for file in page.iterdir():
        assert "sesame" not in file.read_text(encoding="utf-8")
    forming.store.change("update outbox set state = 'sent'")
    assert forming.run("archive", "winter").status == 0
    assert not forming.store.games.has("winter")


def test_the_commands_show_no_word(forming: Desk) -> None:
    for words in (("show", "winter"), ("seats", "winter"), ("list",), ("seats", "winter", "--json")):
        assert "sesame" not in forming.run(*words).both


def test_a_game_can_be_tried_before_anybody_is_invited(desk: Desk) -> None:
    file = desk.folder / "autumn.toml"
    file.write_text('[game]\nname = "autumn"\nruleset = "payola"\n[joining]\nword = "sesame"\n', encoding="utf-8")
    said = desk.run("new", "--file", str(file), "--tester", "me@example.org")
    assert said.status == 0 and "autumn-test" in said.out
    assert {mail.recipient for mail in desk.store.outbox.all() if mail.game == "autumn-test"} == {"me@example.org"}
    assert not desk.store.games.has("autumn")
    assert desk.run("new", "--file", str(file), "--tester", "me").status == 2
    assert desk.run("new", "payola", "autumn", "--tester", "me@example.org").status == 0
    assert desk.store.games.has("autumn-test2") and desk.run("fsck").status == 0
