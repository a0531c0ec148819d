"""Whether gm can be watched at metrics.listen, and by whom."""

from __future__ import annotations

import http.client
import os
import socket

from gm.config.loading import Config
from gm.config.values import Listen
from gm.doctor.database import is_served
from gm.doctor.finding import Finding, bad, ok, warn

PATIENCE = 5.0  # seconds
ANY = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def check_watching(config: Config) -> list[Finding]:
    """Check metrics.listen, if it is set: who can reach it, and whether gm answers there or could."""
    listen = config.metrics.listen
    if listen is None:
        return []
    found = [_asked(listen) if is_served(config) else _tried(listen)]
    if not listen.is_loopback:
        todo = "let only the machine that watches reach it (a firewall), or listen at 127.0.0.1"
        told = f"other machines may reach {listen.text}, where gm tells how many mails come and go, and when"
        found.append(warn("metrics", told, todo))
    return found


def _asked(listen: Listen) -> Finding:
    """What /healthz of the running daemon says."""
    line = http.client.HTTPConnection(ANY.get(listen.host, listen.host), listen.port, timeout=PATIENCE)
    try:
        line.request("GET", "/healthz")
        answer = line.getresponse()
        said = answer.read(4096).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as error:
        todo = "its log says why; has gm been restarted, or reloaded, since metrics.listen was set?"
        return bad("metrics", f"gm does not answer at {listen.text} ({type(error).__name__})", todo)
    finally:
        line.close()
    if answer.status == 200:
        return ok("metrics", f"http://{listen.text}/healthz says ok")
    told = f"http://{listen.text}/healthz says: {'; '.join(said.splitlines())}"
    return warn("metrics", told, "see the other findings, and gm's log")


def _tried(listen: Listen) -> Finding:
    """Whether the address could be listened at."""
    with socket.socket(socket.AF_INET6 if ":" in listen.host else socket.AF_INET) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((listen.host, listen.port))
            line.listen(1)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else str(error)
            todo = "name another port, or an address of this machine, as metrics.listen"
            return bad("metrics", f"{listen.text} cannot be listened at: {why}", todo)
    return ok("metrics", f"{listen.text} is free, and gm can listen there")
