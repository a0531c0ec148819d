"""Orders put together by tapping: whatever comes out is read without a fault."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tapped import MONKEY, read, show, tappable, tapping, written

from gm.rules import Orders

pytestmark = pytest.mark.servers
CLICKS = 40


@pytest.mark.parametrize("name", ["spring", "solo", "colonies", "arctic", "summer"])
def test_every_sheet_that_can_be_tapped_is_read_without_a_fault(browser: Browser, name: str, tmp_path: Path) -> None:
    tried, phases = 0, set[str]()
    with tapping(browser) as shown:
        for n, one in enumerate(tappable(name)[::3]):
            show(shown, written(tmp_path, one.ruleset, one.state.options), one.fragment)
            for sheet in shown.evaluate(MONKEY, [n, CLICKS]):
                found = read(one, sheet)
                assert isinstance(found, Orders) and not found.unread, (one.phase, one.seat, sheet, found)
                tried += 1
            phases.add(one.phase[-1])
    assert tried > 90, tried
    assert "M" in phases, phases
