"""The systemd unit in deploy/, read by systemd itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.servers

UNIT = Path(__file__).parents[2] / "deploy" / "gm.service"
MOST = 1.1  # of exposure, as `systemd-analyze security` counts it: 0 is none, 10 is all


@pytest.fixture
def analyze() -> str:
    """systemd-analyze of a systemd that can look at a unit that is not installed (250 or newer: Debian 12)."""
    found = shutil.which("systemd-analyze")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout if found else ""
    number = re.match(r"systemd (\d+)", said)
    if found and number and int(number[1]) >= 250:
        return found
    reason = f"systemd-analyze of systemd 250 or newer is needed; there is {number[0] if number else 'none'}"
    if os.environ.get("GM_REQUIRE_SERVERS") == "1":
        pytest.fail(f"GM_REQUIRE_SERVERS=1, but {reason}", pytrace=False)
    pytest.skip(reason)


def test_systemd_finds_no_fault_in_the_unit(analyze: str, tmp_path: Path) -> None:
    text = UNIT.read_text(encoding="utf-8")
    copy = tmp_path / UNIT.name
    copy.write_text(text.replace("/opt/gm/bin/gm", sys.executable), encoding="utf-8")  # it must be there to be run
    done = subprocess.run([analyze, "verify", str(copy)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    copy.write_text(text.replace("/opt/gm/bin/gm", "/nonexistent/gm"), encoding="utf-8")
    assert subprocess.run([analyze, "verify", str(copy)], capture_output=True, check=False).returncode != 0


def test_the_service_is_exposed_to_no_more_than_its_work_needs(analyze: str) -> None:
    command = [analyze, "security", "--offline=true", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Overall exposure level for gm\.service: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= MOST, done.stdout
