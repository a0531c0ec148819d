"""For all tests: Hypothesis never times an example, and every run is the same."""

import gc
import os
from collections.abc import Iterator

import pytest
from helpers import costs
from helpers.collected import COLLECTED
from helpers.sources import read
from hypothesis import settings

from gm.serve.memory import give_back_large

# Their games are played once, on one worker.
WITH_GOLDEN_MAILS = ("test_cards.py", "test_html_mails.py", "test_mail_schema.py")

settings.register_profile("gm", deadline=None, derandomize=True)
settings.load_profile("gm")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What the Makefile hands over."""
    parser.addoption("--tier", choices=("all", "default", "rest"), default="all", help="which tests, by their cost")
    parser.addoption("--costs", action="store_true", help="keep what the tests cost now in tests/costs.toml")


def pytest_configure(config: pytest.Config) -> None:
    """Measure what the tests cost, and keep their memory small."""
    costs.register(config)
    config.pluginmanager.register(Tidier(), "tidier")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where the tests run beside each other, those that start mail servers and those of one game share a worker."""
    config.stash[COLLECTED] = [name for item in items for name in [item.nodeid] * len(getattr(item.obj, "rows", "1"))]
    costs.choose(config, items)
    for item in items:
        if os.environ.get("GM_TEST_DATABASE") and item.get_closest_marker("sqlite"):
            item.add_marker(pytest.mark.skip(reason="it looks into what only SQLite has"))
        if item.get_closest_marker("servers"):
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))  # browsers beside mail servers
        elif item.path.name in WITH_GOLDEN_MAILS:
            item.add_marker(pytest.mark.xdist_group("golden mails"))
        elif item.path.parent.name == "golden":
            item.add_marker(pytest.mark.xdist_group(item.path.name))


def pytest_collection_finish() -> None:
    """Leave what was collected (the trees of all modules among it) out of every later search for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


class Tidier:
    """Keeps a worker small: closed databases and games that are over hang in circles until garbage is collected."""

    GROWN = 64 * 2**20  # bytes

    def __init__(self) -> None:
        self.next = 0
        give_back_large()

    def pytest_runtest_teardown(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        """Behind a test, and behind the last of a module."""
        if nextitem is None or nextitem.path != item.path:
            read.cache_clear()
        if costs.resident() > self.next:
            gc.collect()
            self.next = costs.resident() + self.GROWN


if os.environ.get("GM_TEST_DATABASE") == "postgres":
    from helpers.elsewhere import on_postgres

    @pytest.fixture(scope="session", autouse=True)
    def _databases_elsewhere() -> Iterator[None]:
        """Each file that would be a database stands for one of a server."""
        with on_postgres():
            yield
