"""In this folder all seals, leaves and heads are alike, and pictures are not painted."""

import os
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from generators import GENERATORS
from helpers.alike import sealed_alike
from helpers.unpainted import unpainted
from reached import REACHED, rows, table, unexplained

from gm.desk.game.game import Game

PAIRS = int(os.environ.get("GM_PAIRS", "0"))
TABLE = Path(__file__).parents[2] / "build" / "entitlement.txt"


@pytest.fixture(autouse=True)
def all_sealed_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text has another seal: here all are the same."""
    sealed_alike(monkeypatch)
    # A salt that opens a seal is drawn with the key; nobody can tell from it how many were drawn before.
    true = Game.secret

    def secret(game: Game, *what: Any) -> str:
        return "0" * 64 if what[1] == "seal" else true(game, *what)

    monkeypatch.setattr(Game, "secret", secret)  # planted: an opening that says nothing, as the seals above


@pytest.fixture(autouse=True)
def drawn_and_not_painted(request: pytest.FixtureRequest) -> Iterator[None]:
    """What is drawn is compared in the place of what is painted."""
    with nullcontext() if "painted" in request.fixturenames else unpainted():
        yield


@pytest.fixture
def painted() -> None:
    """Pictures are PNG, as in gm."""


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand on what was compared; a cell that long searches never reach needs a reason."""
    workeroutput = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["reached"] = [[*cell, n] for cell, n in REACHED.items()]
    elif PAIRS and list(_unexplained()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a worker has compared."""
    for *cell, n in getattr(node, "workeroutput", {}).get("reached", []):
        REACHED[tuple(cell)] += n


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table of a long search."""
    if not PAIRS:
        return
    for ruleset in sorted({cell[0] for cell in REACHED}):
        terminalreporter.write_sep("-", f"{ruleset}: how often each secret was compared, / by how many channels")
        terminalreporter.write_line("\n".join(table(REACHED, ruleset)))
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text("\n".join(rows(REACHED.items())), encoding="utf-8")
    terminalreporter.write_line(f"{TABLE} has each cell")
    for cell in _unexplained():
        terminalreporter.write_line(f"never reached, and empty_cells.toml does not say why: {cell}")


def _unexplained() -> Iterator[str]:
    """The empty cells without a reason, of the rulesets that were searched."""
    searched = {cell[0] for cell in REACHED}
    secrets = {name: one.hidden for name, one in GENERATORS.items() if name in searched}
    return unexplained(REACHED, secrets, PAIRS)
