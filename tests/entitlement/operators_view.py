"""What the operator sees without --reveal: what commands print, what gm notes in its log, and tells whoever watches."""

from __future__ import annotations

import logging
import re
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from click.testing import CliRunner

from gm.cli import main
from gm.commands import common
from gm.config.loading import Limits
from gm.desk.office import Office
from gm.serve.metrics import Metrics

COMMANDS = (
    "list", "list --json", "show spring", "show spring --json", "seats spring", "seats spring --json", "log spring",
    "log spring --json", "inbox", "inbox --json", "outbox", "outbox --json",
)  # fmt: skip
HASH = re.compile(r"\b[0-9a-f]{64}\b")  # of an entry: made from what it says


def shown(office: Office, now: datetime) -> str:
    """What the commands that show something print, one after the other."""
    class Then(datetime):
        """A clock that stands."""

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now

    store = SimpleNamespace(**{name: getattr(office.store, name) for name in dir(office.store) if name[0] != "_"})
    store.close = lambda: None
    # size: a store in memory, of which no file is made for each look; time: a clock that stands
    with (
        patch.object(common, "load", lambda _: None), patch.object(common, "tables_of", lambda _: store),
        patch.object(common, "datetime", Then),
    ):  # fmt: skip
        said = [(words, CliRunner().invoke(main, words.split())) for words in COMMANDS]
    for words, one in said:
        assert one.exit_code == 0, (words, one.output)
    return HASH.sub("(hash)", "\n".join(f"$ gm {words}\n{one.output}" for words, one in said))


def at_the_port(office: Office, meter: Metrics, now: datetime, size: int = 0) -> str:
    """What whoever watches gm can read: /metrics, without the sizes of files, which are not here. size: of one."""
    meter.look(office.store, Limits(), now)
    meter.note({}, 0, size, 0)
    return meter.page().decode()


class Log(logging.Handler):
    """Keeps what gm logs, if *listens*."""

    def __init__(self, listens: bool) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []
        self.gm, self.before = logging.getLogger("gm"), logging.getLogger("gm").level
        if listens:
            self.gm.setLevel(logging.INFO)
            self.gm.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(f"{record.levelname} {record.getMessage()}")

    def close(self) -> None:
        """Listen no more."""
        self.gm.removeHandler(self)
        self.gm.setLevel(self.before)
        super().close()
