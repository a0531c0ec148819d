"""The HTML form of a mail and the file beside it tell a power nothing that its mail may not: they are compared too."""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes

import pytest
from comparing import first_difference
from histories import HIDDEN, SEATS, Ending, History, Secret, Story
from playing import START, Played

PHASES = (Ending("grace", True, 4), Ending("early", False, 4), Ending("wait", False, 3))


def play(story: Story, secret: Secret) -> Played:
    """The history of *story* with *secret* in it, for a reader who wants everything that there is."""
    history = History(story, secret)
    history.receive(START + timedelta(seconds=1), story.reader, "SET FORMAT HTML\nSET JSON ON")
    return history.tell()


@pytest.mark.parametrize("reader", SEATS)
def test_what_is_hidden_leaves_pages_and_files_as_they_are(reader: str) -> None:
    story = Story(reader, 11, PHASES)
    plain, other = play(story, Secret(1)), play(story, Secret(2, frozenset(HIDDEN)))
    assert plain.allowed == other.allowed
    assert plain.secrets != other.secrets
    assert not first_difference(plain.mails, other.mails)


def test_the_mails_compared_have_pages_and_files() -> None:
    mails = play(Story("FRANCE", 3, PHASES[:1]), Secret(5)).mails[1:]
    assert len(mails) > 3
    for raw in mails:
        types = [part.get_content_type() for part in message_from_bytes(raw).walk()]
        assert types[2:] == ["text/plain", "text/html", "application/json"]
