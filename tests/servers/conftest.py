"""Tests here talk to Dovecot, Postfix and PostgreSQL. Where these cannot run, the tests are skipped and say why.

With GM_REQUIRE_SERVERS=1 in the environment, as in .ci/run, that is a failure.
"""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.postgres import Cluster
from helpers.postgres import why_missing as why_no_postgres
from mailservers import MailServers, Start, why_missing

from gm.store.server import Server

NUMBERS = itertools.count()
Make = Callable[[], Server]


def _start(closing: contextlib.ExitStack, postfix: bool, **settings: Any) -> MailServers:
    if reason := why_missing(postfix):
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but the mail servers cannot run: {reason}", pytrace=False)
        pytest.skip(f"the mail servers cannot run: {reason}")
    return closing.enter_context(MailServers(**{"users": ["gm", "alice"], "postfix": postfix, **settings}))


@pytest.fixture
def start_dovecot() -> Iterator[Start]:
    """Starts Dovecot alone; takes the settings of MailServers."""
    with contextlib.ExitStack() as closing:
        yield lambda **settings: _start(closing, False, **settings)


@pytest.fixture
def start_both() -> Iterator[Start]:
    """Starts Dovecot and Postfix; takes the settings of MailServers."""
    with contextlib.ExitStack() as closing:
        yield lambda **settings: _start(closing, True, **settings)


@pytest.fixture(scope="package")
def cluster() -> Iterator[Cluster]:
    """A running PostgreSQL server."""
    if reason := why_no_postgres():
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but PostgreSQL cannot run: {reason}", pytrace=False)
        pytest.skip(f"PostgreSQL cannot run: {reason}")
    made = Cluster()
    yield made
    made.close()


@pytest.fixture
def make(cluster: Cluster, tmp_path: Path) -> Make:
    """Makes a new, empty database."""
    return lambda: cluster.made(f"d{next(NUMBERS)}", tmp_path / "gm.sqlite")
