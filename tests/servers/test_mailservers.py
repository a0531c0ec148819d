"""The tests' own servers: what is said if they cannot run."""

from __future__ import annotations

import mailservers
import pytest
from mailservers import Start, why_missing


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that lacks a package."""
    monkeypatch.setitem(mailservers.PACKAGES, "/nowhere/lmtp", "dovecot-lmtpd")  # planted: a package that is missing


def test_what_is_missing_is_named_with_the_command_that_installs_it(bare_machine: None) -> None:
    assert "dovecot-lmtpd" in why_missing()
    assert "apt-get install --no-install-recommends" in why_missing(postfix=False)


def test_without_servers_a_test_is_skipped_and_says_why(
    bare_machine: None, start_both: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GM_REQUIRE_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="dovecot-lmtpd"):
        start_both()


def test_where_servers_are_required_their_absence_is_a_failure(
    bare_machine: None, start_dovecot: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GM_REQUIRE_SERVERS", "1")
    with pytest.raises(pytest.fail.Exception, match="dovecot-lmtpd"):
        start_dovecot()
