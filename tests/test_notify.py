"""What the daemon tells systemd."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gm.serve import systemd as notify


@pytest.fixture(params=["file", "abstract"])
def heard(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    name = f"@gm-test-{secrets.token_hex(8)}" if request.param == "abstract" else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind("\0" + name[1:] if name.startswith("@") else name)
        server.settimeout(1)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield server


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (notify.ready, "READY=1"),
        (notify.stopping, "STOPPING=1"),
        (notify.alive, "WATCHDOG=1"),
        (lambda: notify.status("3 games, 7 Züge"), "STATUS=3 games, 7 Züge"),
        (lambda: notify.status("fine\nMAINPID=1\r\n"), "STATUS=fine MAINPID=1"),
        (lambda: notify.status("odd \udcff"), "STATUS=odd ?"),
    ],
)
def test_the_service_manager_is_told(heard: socket.socket, call: Callable[[], None], message: str) -> None:
    call()
    assert heard.recv(1000).decode() == message


def test_a_reload_is_told_with_its_time(heard: socket.socket) -> None:
    before = time.monotonic_ns() // 1000
    notify.reloading()
    first, second = heard.recv(1000).decode().split("\n")
    assert first == "RELOADING=1"
    assert second.startswith("MONOTONIC_USEC=")
    assert before <= int(second.partition("=")[2]) <= time.monotonic_ns() // 1000


@pytest.mark.parametrize(
    "name", [None, "", "relative", "vsock:2:1234", "/no/such/socket", "@nobody-listens-here", "/" + "x" * 300]
)
def test_nobody_listening_is_no_error(name: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    if name is not None:
        monkeypatch.setenv("NOTIFY_SOCKET", name)
    notify.ready()
    notify.status("fine")
    notify.reloading()
    notify.alive()
    notify.stopping()


def test_a_manager_that_does_not_read_holds_up_nobody(heard: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "PATIENCE", 0.001)  # time: how long it waits
    for _ in range(1000):  # more than a socket holds
        notify.status("x" * 1000)
    assert heard.recv(2000).startswith(b"STATUS=x")


@pytest.mark.parametrize(
    ("usec", "pid", "seconds"),
    [
        ("120000000", "ours", 60.0),
        ("120000000", None, 60.0),
        ("3000000", "", 1.5),
        ("120000000", "1", None),
        (None, "ours", None),
        ("", None, None),
        ("0", None, None),
        ("-5", None, None),
        ("soon", None, None),
        ("120000000", "us", None),
    ],
)
def test_the_watchdog_is_calmed_twice_in_its_time_if_it_is_ours(
    usec: str | None, pid: str | None, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("WATCHDOG_USEC", usec), ("WATCHDOG_PID", str(os.getpid()) if pid == "ours" else pid)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert notify.watchdog_seconds() == seconds
