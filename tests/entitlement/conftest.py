"""In this folder all seals are alike."""

import pytest


@pytest.fixture(autouse=True)
def sealed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seal hides its text, but another text has another seal: here all are the same."""
    for place in ("gm.desk.game.seal_of", "gm.desk.turn.seal_of"):
        monkeypatch.setattr(place, lambda salt, text: "0" * 64)
