"""Tests here talk to Dovecot and Postfix. Where these cannot run, the tests are skipped and say why.

With GM_REQUIRE_SERVERS=1 in the environment, as in .ci/run, that is a failure.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import pytest
from mailservers import MailServers, Start, why_missing


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
