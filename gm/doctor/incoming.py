"""Incoming mail: a folder on an IMAP server, or a Maildir. Nothing in it is opened, marked or created."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from gm.config.loading import Config, ConfigError, Imap, Maildir, mailbox_password
from gm.doctor.files import owner, who
from gm.doctor.finding import Finding, bad, ok, skip, warn
from gm.post.boxes.imap_client import Line
from gm.post.boxes.imap_folder import Folder
from gm.post.boxes.mailbox import MailboxGone

TIMEOUT = 15.0  # seconds for each answer of the server
GOODBYE = 2.0
AHEAD = timedelta(minutes=2)  # clocks that differ by less are considered equal


async def check_incoming(config: Config) -> list[Finding]:
    """Check the configured mailboxes, and whether a mail to a plus address would arrive there."""
    found: list[Finding] = []
    for box in config.boxes:
        found += await _imap(box.name, box.where) if isinstance(box.where, Imap) else list(_maildir(box.where))
    if config.gm.reply_address:
        address = config.gm.reply_address.replace("{token}", "test")
        todo = f"send a mail to {address} from elsewhere: it must come into the same folder"
        found.append(skip("plus", f"whether mail to {address} arrives cannot be seen from here", todo))
    return found


async def _imap(name: str, imap: Imap) -> list[Finding]:
    try:
        password = mailbox_password(name, imap)
    except ConfigError:
        return [skip("imap", "no login without the password")]  # check_files reports the missing password
    cafile = str(imap.cafile) if imap.cafile else None
    context = ssl.create_default_context(cafile=cafile) if imap.tls == "implicit" else None
    line = Line(imap.host, imap.port, context, TIMEOUT)
    try:
        await line.enter(imap.user, password)
        found = [ok("imap", f"{imap.host}:{imap.port} lets gm in as {imap.user}"), *_abilities(line.abilities)]
        found += await _folders(Folder(line, imap.folder), imap)
        await line.ask("LOGOUT", line.client.logout, seconds=GOODBYE)
    except MailboxGone as error:
        return [bad("imap", str(error), _advice(str(error), imap))]
    finally:
        line.drop()
    return found


def _advice(trouble: str, imap: Imap) -> str:
    if ": login: " in trouble:
        return "see imap.user and the password; some providers want a password made for programs alone"
    if "certificate" in trouble.lower():
        return f"the certificate must be for {imap.host}; imap.cafile names one of your own"
    if "folder" in trouble:
        return "imap.folder must name a folder that is there"
    return f"is it up, and are imap.host and imap.port right? Try: nc -vz {imap.host} {imap.port}"


def _abilities(abilities: frozenset[str]) -> Iterator[Finding]:
    if "IDLE" in abilities:
        yield ok("imap", "the server announces new mail at once (IDLE)")
    else:
        yield warn("imap", "the server does not announce new mail (no IDLE)", "gm looks every imap.poll; that will do")
    if not {"MOVE", "UIDPLUS"} & abilities:
        told = "the server cannot move mail safely (neither MOVE nor UIDPLUS)"
        yield warn("imap", told, "mail that was dealt with stays in the folder, marked")


async def _folders(folder: Folder, imap: Imap) -> list[Finding]:
    missing = await folder.missing(name for name in (imap.done, imap.quarantine) if name)
    found = [skip("imap", f"there is no folder {name} yet", "gm serve makes it") for name in missing]
    newest = await folder.peek()
    if newest is None:
        return [*found, ok("imap", f"folder {folder.name} is there, and empty")]
    found.append(ok("imap", f"folder {folder.name} is there; its newest mail came at {newest:%Y-%m-%d %H:%M} UTC"))
    if newest > datetime.now(UTC) + AHEAD:
        told = f"by the mail server's clock a mail came at {newest:%Y-%m-%d %H:%M:%S} UTC, which is still to come here"
        found.append(bad("clock", told, "set the clock that is wrong: deadlines go by the mail server's"))
    return found


def _maildir(maildir: Maildir | None) -> Iterator[Finding]:
    assert maildir is not None
    path = maildir.path
    if not (path / "new").is_dir():
        yield bad("maildir", f"{path} is no Maildir: it has no folder new", "maildir.path must name one that is there")
        return
    folders = [path, path / "new", path / "cur"]
    closed = [str(folder) for folder in folders if folder.exists() and not os.access(folder, os.W_OK | os.X_OK)]
    if closed:
        todo = f"let gm run as {owner(path)}, or give it the right to write there"
        yield bad("maildir", f"{who()} cannot write to {', '.join(closed)}", todo)
    else:
        yield ok("maildir", f"{path} is there, and {who()} can write to it")
