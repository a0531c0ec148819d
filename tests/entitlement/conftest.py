"""In this folder all seals, leaves and heads are alike, and pictures are not painted."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from helpers.alike import sealed_alike
from helpers.unpainted import unpainted

from gm.desk.game.game import Game


@pytest.fixture(autouse=True)
def all_sealed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text has another seal: here all are the same."""
    sealed_alike(monkeypatch)
    # A salt that opens a seal is drawn with the key; nobody can tell from it how many were drawn before.
    true = Game.secret

    def secret(game: Game, *what: Any) -> str:
        return "0" * 64 if what[1] == "seal" else true(game, *what)

    monkeypatch.setattr(Game, "secret", secret)


@pytest.fixture(autouse=True)
def drawn_and_not_painted(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is drawn is compared in the place of what is painted."""
    with nullcontext() if "painted" in request.fixturenames else unpainted():
        yield


@pytest.fixture
def painted() -> None:
    """Pictures are PNG, as in gm."""
