"""In this folder all seals are alike, and pictures are not painted."""

from typing import Any

import pytest

from gm.desk.game.game import Game


@pytest.fixture(autouse=True)
def sealed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seal hides its text, but another text has another seal: here all are the same."""
    for place in ("gm.desk.game.game.seal_of", "gm.desk.game.turn.seal_of", "gm.desk.game.telling.seal_of"):
        monkeypatch.setattr(place, lambda salt, text: "0" * 64)
    # A salt that opens a seal is drawn with the key; nobody can tell from it how many were drawn before.
    true = Game.secret

    def secret(game: Game, *what: Any) -> str:
        return "0" * 64 if what[1] == "seal" else true(game, *what)

    monkeypatch.setattr(Game, "secret", secret)


@pytest.fixture(autouse=True)
def drawn_and_not_painted(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """A PNG takes long; what is on it is what is drawn, so that is compared in its place."""
    if "painted" not in request.fixturenames:
        monkeypatch.setattr("gm.draw.drawing.to_png", lambda svg, colours: svg.encode())


@pytest.fixture
def painted() -> None:
    """Pictures are PNG, as in gm."""
