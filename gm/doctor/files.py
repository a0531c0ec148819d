"""Passwords, folders and files: whether gm can use them, and whether others can."""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from gm.config.loading import Config, ConfigError, Imap, key_file, mailbox_password, smtp_password
from gm.doctor.finding import Finding, bad, ok, warn

BESIDE = ("-wal", "-shm", ".lock")  # the files beside a database in use


def check_files(path: Path, config: Config) -> list[Finding]:
    """Check the configuration file, the passwords, the state folder, the database and the files beside it."""
    return [*_configuration(path), *_passwords(config), *_folder(config), *_database(config)]


def _configuration(path: Path) -> Iterator[Finding]:
    if path.stat().st_mode & stat.S_IWOTH:
        yield bad("files", f"anybody can change {path}", f"chmod o-w {path}")


def _passwords(config: Config) -> Iterator[Finding]:
    """Check whether each password can be found, and who can read its file."""
    imaps = [(box.name, box.where) for box in config.boxes if isinstance(box.where, Imap)]
    sources: list[tuple[str, Callable[[], object]]] = [
        (f"mailbox {name}" if name else "imap", partial(mailbox_password, name, imap)) for name, imap in imaps
    ]
    sources += [("smtp", partial(smtp_password, config))] if config.smtp.user else []
    for name, find in sources:
        try:
            find()
        except ConfigError as error:
            todo = "if only the service has it, as a credential: run gm doctor with the service's credentials"
            yield bad("files", f"no password for [{name}]: {error}", todo)
        else:
            yield ok("files", f"the password for [{name}] is there")
    for file in (*(imap.password_file for _, imap in imaps), config.smtp.password_file):
        if file is not None and file.exists() and file.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
            yield warn("files", f"anybody on this machine can read the password in {file}", f"chmod 600 {file}")


def _folder(config: Config) -> Iterator[Finding]:
    folder = config.gm.state
    if not folder.exists():
        yield warn("files", f"there is no folder {folder}", "gm makes it when it is first started")
    elif not folder.is_dir():
        yield bad("files", f"{folder} is no folder", "name another one as gm.state")
    elif folder.stat().st_mode & stat.S_IWOTH:
        yield bad("files", f"anybody on this machine can put other files into {folder}", f"chmod o-w {folder}")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield bad("files", f"{who()} cannot write to {folder}", f"run gm as {owner(folder)}, or chown the folder")
    else:
        yield ok("files", f"{who()} can write to {folder}")


def _database(config: Config) -> Iterator[Finding]:
    database = config.gm.database
    if not database.is_file():
        return
    theirs = owner(database)
    if database.stat().st_uid != os.geteuid() and os.geteuid() != 0:  # root's go to whose the database is
        todo = f"run gm as {theirs}: whatever other commands write would not be the daemon's to change"
        yield warn("files", f"the database belongs to {theirs}, and this is {who()}", todo)
    if not os.access(database, os.W_OK):
        yield bad("files", f"{who()} cannot write to {database}", f"run gm as {theirs}, or chown the database")
    for file in (Path(f"{database}{end}") for end in BESIDE):
        if file.exists() and owner(file) != theirs:
            told = f"{file} belongs to {owner(file)}, and the database to {theirs}"
            yield bad("files", told, f"chown {theirs} {file}")
    yield from _readable(config)


def _readable(config: Config) -> Iterator[Finding]:
    """Check who can read the database, the copies that gm has left beside it, and the key of the log."""
    database = config.gm.database
    copies = sorted(database.parent.glob(f"{database.name}.before-*"))
    told = dict.fromkeys((database, *copies), "read sealed orders in")
    told[key_file(config)] = "name the people in the log by"
    for file, what in told.items():
        if file.is_file() and file.stat().st_mode & stat.S_IROTH and file.parent.stat().st_mode & stat.S_IXOTH:
            yield warn("files", f"anybody on this machine can {what} {file}", f"chmod 600 {file}")


def who() -> str:
    """The user that this process runs as."""
    return _name(os.geteuid())


def owner(path: Path) -> str:
    """The owner of a file."""
    return _name(path.stat().st_uid)


def _name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"
