"""The log of gm serve: how its lines are written, and who writes a mail in it. Nothing from outside stands in it raw.

People are named by an HMAC of their address with the log's own key, so that a log can be shown to others. The key lies
in a file of its own: once that is gone, nobody can say any more who is who.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import os
import re
import secrets
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from gm.config.loading import Config, key_file
from gm.desk.game.failure import TRACE
from gm.desk.office import Handled
from gm.post.outbound.smtp import Outcome
from gm.rules.pictures.harmless import harmless, in_line
from gm.store.inbox import State
from gm.store.outbox import Listed

log = logging.getLogger("gm")
ADDRESS = re.compile(
    r"""(?:"(?:[^"\\]|\\.){1,80}"|[^\s<>\[\](),;:"'][^\s<>\[\](),;:"]*)@(?:\[[^\]\s]{1,80}\]|[^\s<>\[\](),;:"']+)"""
)
DIGITS = 16  # of the HMAC of an address
MOST = 200  # characters of a Message-ID, and of what a server said; longer texts may have been cut before
DELETE = r"\u007f"  # the one control character that JSON would leave as it is
FACTS = "facts"  # what a record has for programs
PRIORITIES = {logging.ERROR: 3, logging.WARNING: 4, logging.INFO: 6}  # of syslog, which the journal reads
# What became of a mail, in the log and in the metrics.
BECAME = {
    State.DONE: "acted", State.ANSWERED: "answered", State.HELD: "held", State.DENIED: "held", State.FAILED: "failed",
    State.IGNORED: "ignored", State.KNOWN: "known",
}  # fmt: skip


class Names:
    """What the log calls people. key: of the HMAC; None: it names their addresses."""

    def __init__(self, key: bytes | None = b"") -> None:
        self._key = key

    def of(self, address: str) -> str:
        """What the log calls whoever has this address."""
        if self._key is None or not address:
            return address or "nobody"
        return hmac.new(self._key, address.lower().encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:DIGITS]

    def hide(self, text: str) -> str:
        """*text* with people in the place of addresses: servers name them in their answers."""
        return ADDRESS.sub(lambda found: self.of(found[0].strip(".")), text)


def names_of(config: Config) -> Names:
    """What the log calls people, with the key in the folder gm.state, which is made if there is none.

    If it cannot be made or read, that is logged, and people have other names until the next start: games go on.
    """
    if config.log.senders == "clear":
        return Names(None)
    file = key_file(config)
    try:
        key = file.read_bytes().strip() if file.exists() else b""
        return Names(key or _new_key(file))
    except OSError as error:
        log.warning("%s cannot be used (%s): until the next start the log has other names", file, error.strerror)
        return Names(secrets.token_bytes(32))


def _new_key(file: Path) -> bytes:
    """A new key, written into a file that only its owner can read: whole, or not at all."""
    key = secrets.token_hex(32).encode()
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    number = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(number, "wb") as made:
        made.write(key + b"\n")
    os.replace(part, file)
    return key


# -- lines about mails ---------------------------------------------------------------------------------------------


def tell_in(names: Names, message_id: str, sender: str, handled: Handled) -> None:
    """Log what became of a mail that came. The seat is left out: it would say who is who."""
    facts = {
        "mail": "in", "message_id": _brief(message_id), "sender": names.of(sender), "game": handled.game,
        "became": BECAME[handled.state], "why": _said(names, handled.reason),
    }  # fmt: skip
    level = logging.WARNING if handled.state == State.FAILED else logging.INFO
    why = f", {facts['why']}" if facts["why"] else ""
    log.log(
        level, "in <%s> from %s, %s: %s%s", facts["message_id"], facts["sender"], facts["game"] or "no game",
        facts["became"], why, extra={FACTS: facts},
    )  # fmt: skip


def tell_out(names: Names, mail: Listed, outcome: Outcome) -> None:
    """Log what the server said to a mail of ours."""
    sent = outcome.kind == "sent"
    facts = {
        "mail": "out", "message_id": _brief(mail.message_id), "recipient": names.of(mail.recipient), "game": mail.game,
        "became": outcome.kind, "why": "" if sent else _said(names, outcome.answer),
    }  # fmt: skip
    why = f", {facts['why']}" if facts["why"] else ""
    log.log(
        logging.INFO if sent else logging.WARNING, "out <%s> to %s, %s: %s%s", facts["message_id"],
        facts["recipient"], facts["game"] or "no game", facts["became"], why, extra={FACTS: facts},
    )  # fmt: skip


def _said(names: Names, text: str) -> str:
    """What somebody said, without addresses. What is long was or is cut, and so ends before a piece of an address."""
    if len(text) < MOST:
        return names.hide(text)
    text = text[: MOST - 3].rpartition(" ")[0]
    if text.count('"') % 2:  # the beginning of "Alice B."@example.org
        text = text.rpartition('"')[0]
    return f"{names.hide(text)}..."


def _brief(text: str) -> str:
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."


# -- how lines are written -----------------------------------------------------------------------------------------


def set_up(config: Config, form: str | None = None, stream: TextIO | None = None) -> None:
    """Let everything be logged as [log] says, on the standard error. form: "text" or "json", whatever [log] says."""
    stream = stream or sys.stderr
    journal = goes_to_journal(stream, os.environ)
    handler = logging.StreamHandler(stream)
    handler.setFormatter((InJson if (form or config.log.format) == "json" else InText)(journal))
    logging.basicConfig(level=config.log.level.upper(), handlers=[handler], force=True)


def goes_to_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether *stream* leads into the journal of systemd, which notes the time of each line itself."""
    try:
        there = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{there.st_dev}:{there.st_ino}"


class InText(logging.Formatter):
    """A line of text for each record: time, level, what is said. *journal*: with neither, but the journal's mark."""

    def __init__(self, journal: bool) -> None:
        super().__init__()
        self._journal = journal

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; where an error is told, more lines below it, indented: none looks like a record's."""
        lines = [self._line(record), *(f"  {line}" for line in _trace(self, record))]
        return "\n".join(f"{_mark(record)}{line}" for line in lines) if self._journal else "\n".join(lines)

    def _line(self, record: logging.LogRecord) -> str:
        said = in_line(record.getMessage())
        return said if self._journal else f"{_at(record)} {record.levelname} {said}"


class InJson(InText):
    """An object of JSON on a line for each record; the time stands in it in any case. Nothing but ASCII is written."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        told = {"at": _at(record), "level": record.levelname.lower(), "said": record.getMessage()}
        trace = _trace(self, record)
        told |= getattr(record, FACTS, {}) | ({"trace": trace} if trace else {})
        return f"{_mark(record) if self._journal else ''}{json.dumps(told).replace(chr(127), DELETE)}"


def _at(record: logging.LogRecord) -> str:
    return f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _mark(record: logging.LogRecord) -> str:
    """By what the journal knows how much a line matters (sd-daemon(3))."""
    return f"<{next((mark for level, mark in PRIORITIES.items() if record.levelno >= level), 7)}>"


def _trace(formatter: logging.Formatter, record: logging.LogRecord) -> list[str]:
    """Where an error of ours happened, line by line and without values (`noted`); nothing if none did.

    What another library logs of an error is told as it says it.
    """
    if record.exc_info:
        return harmless(formatter.formatException(record.exc_info)).split("\n")
    return [in_line(line) for line in getattr(record, TRACE, ())]
