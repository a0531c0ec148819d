"""For all tests: Hypothesis never times an example, and every run is the same."""

import gc
import os
from collections.abc import Iterator

import pytest
from helpers import costs
from helpers.collected import COLLECTED
from hypothesis import settings

# Their games are played once, on one worker.
WITH_GOLDEN_MAILS = ("test_cards.py", "test_html_mails.py", "test_mail_schema.py")

settings.register_profile("gm", deadline=None, derandomize=True)
settings.load_profile("gm")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What the Makefile hands over."""
    parser.addoption("--tier", choices=("all", "default", "rest"), default="all", help="which tests, by their cost")
    parser.addoption("--costs", action="store_true", help="keep what the tests cost now in tests/costs.toml")


def pytest_configure(config: pytest.Config) -> None:
    """Measure what the tests cost."""
    costs.register(config)


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


if os.environ.get("GM_TEST_DATABASE") == "postgres":
    from helpers.elsewhere import on_postgres

    @pytest.fixture(scope="session", autouse=True)
    def _databases_elsewhere() -> Iterator[None]:
        """Each file that would be a database stands for one of a server."""
        with on_postgres():
            yield
