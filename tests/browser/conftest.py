"""Tests here look at pages in a real browser. Where none can run, they are skipped and say why.

With GM_REQUIRE_SERVERS=1 in the environment, as in .ci/run, that is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from screens import browser_running, why_missing


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, started once for each module: while it runs, no other test could run a loop of asyncio."""
    reason = why_missing()
    if reason and os.environ.get("GM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"GM_REQUIRE_SERVERS=1, but no browser can run: {reason}", pytrace=False)
    if reason:
        pytest.skip(f"no browser can run: {reason}")
    with browser_running() as running:
        yield running
