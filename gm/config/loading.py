"""The configuration of `gm serve`: one TOML file, read once into frozen values.

All faults of the file are reported at once, by the path of the key. Passwords are looked up here too, and never shown.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import time, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import force_setattr

from gm.config import values as read
from gm.config.example import EXAMPLE
from gm.config.file import ConfigError, Faults, Tables, find_unknown, read_section, read_toml
from gm.config.secrets import find_key, find_optional, find_password
from gm.post.inbound.limits import MAX_MAIL

if TYPE_CHECKING:
    from gm.post.outbound.smtp import Sender as SmtpSender

__all__ = ["EXAMPLE", "Backups", "Box", "Config", "ConfigError", "Gm", "Identity", "Imap", "Limits", "Log"]
__all__ += ["Maildir", "Operator", "Site", "Smtp", "database_key", "database_password", "load_config"]
__all__ += ["mailbox_password", "smtp_password"]

MAILBOX = "mailbox"  # what the section of each of several mailboxes is called
DERIVED = "{local}+{token}@{domain}"  # cannot be confused with a reply_address that an operator could write
RETRY = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360))
IMAP_PORTS = {"implicit": 993, "none": 143}
SMTP_PORTS = {"implicit": 465, "starttls": 587, "none": 25}

Text = Annotated[str, read.text]
Host = Annotated[str, read.host]
Port = Annotated[int, read.whole(1, 65535)]
FilePath = Annotated[Path, read.path]
MaybePath = Annotated[Path | None, read.path]
MaybeFolder = Annotated[str, read.text_or_none]
Password = Annotated[read.Secret | None, read.secret]


class Section(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file. Each field is Annotated with its type and the function that reads it."""


class Gm(Section, frozen=True, kw_only=True):
    """Who the GameMaster is in mail, who its operator is, and where it keeps its files."""

    address: Annotated[str, read.address]
    operator: Annotated[tuple[tuple[str, str], ...], read.operators]  # the name and address of each
    reply_address: Annotated[str, read.reply_pattern] = DERIVED  # after loading: holds {token}, or is empty
    name: Text = "The GameMaster"
    state: FilePath = Path("state")
    database: FilePath = Path("gm.sqlite")
    database_key_file: MaybePath = None
    timezone: Annotated[ZoneInfo, read.timezone] = ZoneInfo("UTC")
    format: Annotated[str, read.one_of("html", "text")] = "html"
    largest_report: Annotated[int, read.size] = 5_000_000

    def __post_init__(self) -> None:
        if self.reply_address == DERIVED:
            local, _, domain = self.address.rpartition("@")
            force_setattr(self, "reply_address", f"{local}+{{token}}@{domain}")


class Database(Section, frozen=True, kw_only=True):
    """The database, where it is not a file."""

    url: Annotated[str, read.database_url]
    password_file: MaybePath = None
    password: Password = None


class Imap(Section, frozen=True, kw_only=True):
    """A mailbox on an IMAP server."""

    host: Host
    port: Port = 0  # after loading: the usual port for tls
    user: Text
    tls: Annotated[Literal["implicit", "none"], read.one_of(*IMAP_PORTS)] = "implicit"
    cafile: MaybePath = None
    password_file: MaybePath = None
    password: Password = None
    folder: Text = "INBOX"
    done: MaybeFolder = "GM/Done"  # empty: the mail stays where it is
    quarantine: MaybeFolder = "GM/Quarantine"  # empty: it goes with the other
    poll: Annotated[timedelta, read.duration] = timedelta(seconds=30)

    def __post_init__(self) -> None:
        force_setattr(self, "port", self.port or IMAP_PORTS[self.tls])



class Maildir(Section, frozen=True, kw_only=True):
    """A mailbox as a folder on this machine."""

    path: FilePath


class NamedImap(Imap, frozen=True, kw_only=True):
    """One of several mailboxes, on an IMAP server."""

    name: Annotated[str, read.mailbox_name]


class NamedMaildir(Maildir, frozen=True, kw_only=True):
    """One of several mailboxes, as a folder on this machine."""

    name: Annotated[str, read.mailbox_name]


class Box(Struct, frozen=True):
    """A mailbox, and the name that tells it from others; "" for the one that needs none."""

    name: str
    where: Imap | Maildir


class Smtp(Section, frozen=True, kw_only=True):
    """The server that accepts our mail."""

    host: Host
    port: Port = 0  # after loading: the usual port for tls
    user: Annotated[str | None, read.text] = None  # None: no login
    tls: Annotated[Literal["implicit", "starttls", "none"], read.one_of(*SMTP_PORTS)] = "implicit"
    cafile: MaybePath = None
    password_file: MaybePath = None
    password: Password = None
    local_hostname: Host = "localhost"
    return_path: Annotated[Literal["own", "plain"], read.one_of("own", "plain")] = "own"
    connections: Annotated[int, read.whole(1, 20)] = 4

    def __post_init__(self) -> None:
        force_setattr(self, "port", self.port or SMTP_PORTS[self.tls])


class Identity(Section, frozen=True, kw_only=True):
    """What proves who wrote a letter, besides the reply address it came to."""

    authserv_id: Annotated[str, read.text_or_none] = ""
    receivers: Annotated[tuple[str, ...], read.hosts] = ()
    dkim: Annotated[bool, read.yes_or_no] = False


class Limits(Section, frozen=True, kw_only=True):
    """How much is answered and read, and when sending is tried again."""

    answers_per_hour: Annotated[int, read.whole(1, 1_000_000)] = 30
    mails_per_hour: Annotated[int, read.whole(1, 1_000_000_000)] = 50_000
    mails_per_day: Annotated[int, read.whole(1, 1_000_000_000)] = 500_000
    mail_size: Annotated[int, read.size] = MAX_MAIL  # bytes
    retry: Annotated[tuple[timedelta, ...], read.durations] = RETRY


class Operator(Section, frozen=True, kw_only=True):
    """What the operator is told unasked, and where players complain about them."""

    digest: Annotated[time | None, read.time_of_day] = time(7)  # in gm.timezone; None: no digest
    free_disk: Annotated[int, read.size] = 500_000_000  # bytes
    complaints: Annotated[str, read.address_or_none] = ""  # "" for nowhere
    # Groups of players who are known to be of one household; None: nothing is told of households.
    households: Annotated[tuple[tuple[str, ...], ...] | None, read.households] = None


class Create(Section, frozen=True, kw_only=True):
    """Which games players may create by mail."""

    allowed: Annotated[tuple[str, ...], read.names] = ()  # the names of their rules; none: nobody creates games
    games: Annotated[int, read.whole(1, 1000)] = 2  # that are not over, of one person


class Keep(Section, frozen=True, kw_only=True):
    """How long what nobody needs is kept. What belongs to a game stays as long as the game."""

    strays: Annotated[timedelta, read.duration] = timedelta(days=7)  # the text of mail that belongs to no game
    traces: Annotated[timedelta, read.duration] = timedelta(days=400)  # that it came, from whom, and its head
    most: Annotated[int, read.size] = 50_000_000  # bytes of such texts; the oldest go first


class Log(Section, frozen=True, kw_only=True):
    """What the log of the daemon says, and how."""

    format: Annotated[Literal["text", "json"], read.one_of("text", "json")] = "text"
    level: Annotated[str, read.one_of("info", "warning", "error")] = "info"
    senders: Annotated[Literal["hashed", "clear"], read.one_of("hashed", "clear")] = "hashed"


class Metrics(Section, frozen=True, kw_only=True):
    """Where whoever watches gm can ask it how it does."""

    listen: Annotated[read.Listen | None, read.listen] = None  # None: nowhere
class Backups(Section, frozen=True, kw_only=True):
    """The backups that the daemon makes by itself."""

    folder: Annotated[Path | None, read.path_or_none] = None  # None: it makes none
    every: Annotated[timedelta, read.duration] = timedelta(days=1)
    keep: Annotated[tuple[int, int], read.days_and_weeks] = (7, 4)  # one of each of so many days, and weeks


class Site(Section, frozen=True, kw_only=True):
    """Where the pages about games are kept, and where a browser finds them."""

    folder: Annotated[Path | None, read.path_or_none] = None  # None: gm keeps none
    url: Annotated[str, read.url] = ""  # without a slash at the end; "" where no address is known
    index: Annotated[bool, read.yes_or_no] = False  # whether search engines may list the pages


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file, with at least one mailbox, and one of *imap* and *maildir* at most. Paths are absolute."""

    gm: Gm
    database: Database | None = None
    imap: Imap | None = None
    maildir: Maildir | None = None
    mailbox: tuple[NamedImap | NamedMaildir, ...] = ()
    smtp: Smtp
    identity: Identity = Identity()
    limits: Limits = Limits()
    operator: Operator = Operator()
    create: Create = Create()
    keep: Keep = Keep()
    log: Log = Log()
    metrics: Metrics = Metrics()
    backup: Backups = Backups()
    site: Site = Site()

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All mailboxes."""
        first = [Box("", where) for where in (self.imap, self.maildir) if where is not None]
        return (*first, *(Box(where.name, where) for where in self.mailbox))


SECTIONS: dict[str, type[Section]] = {
    "gm": Gm, "database": Database, "imap": Imap, "maildir": Maildir, "smtp": Smtp, "identity": Identity,
    "limits": Limits, "operator": Operator, "create": Create, "keep": Keep, "log": Log, "metrics": Metrics,
    "backup": Backups, "site": Site,
}  # fmt: skip


def load_config(path: Path) -> Config:
    """The configuration in the file at *path*.

    Raises ConfigError if the file cannot be read or is not TOML, or else with every wrong key and value, and its line.
    """
    tables, private, faults = read_toml(path)
    boxes = tables.pop(MAILBOX, [])
    find_unknown(tables, SECTIONS, faults)
    _check_incoming(tables, boxes, faults)
    sections: Tables = {MAILBOX: _boxes(boxes, path, private, faults)}
    for name, kind in SECTIONS.items():
        if name in tables or name not in ("database", "imap", "maildir"):
            values = read_section(name, kind, tables.get(name, {}), faults)
            _settle_paths(name, values, path.absolute().parent)
            for key, what in _contradictions(values, private):
                faults.add(name, key, what)
            sections[name] = values
    if "database" in sections and find_spec("psycopg") is None:
        faults.add("database", "url", "needs the extra gm[postgres], which is not installed")
    if "database" in sections and sections.get("backup", {}).get("folder") is not None:
        no_copies = "gm makes no copies of a database on a server; pg_dump does (docs/operator.md)"
        faults.add("backup", "folder", no_copies)
    if faults.told:
        raise ConfigError(faults.told)
    made: Tables = {name: SECTIONS[name](**values) for name, values in sections.items() if name != MAILBOX}
    return Config(**made, mailbox=tuple(kind(**values) for kind, values in sections[MAILBOX]))


def _check_incoming(tables: Mapping[str, object], boxes: object, faults: Faults) -> None:
    if "imap" in tables and "maildir" in tables:
        faults.add("maildir", "", "is there as well as [imap]; keep one of them")
    elif "imap" not in tables and "maildir" not in tables and not boxes:
        faults.add("maildir", "", "missing, and so is [imap]")


def _boxes(boxes: object, path: Path, private: bool, faults: Faults) -> list[tuple[Any, Tables]]:
    """The kind and the values of each [[mailbox]]. Whatever is wrong is added to *faults*."""
    if not isinstance(boxes, list):
        faults.add(MAILBOX, "", f"write [[{MAILBOX}]], once for each mailbox")
        return []
    found: list[tuple[Any, Tables]] = []
    for number, table in enumerate(boxes, 1):
        kind = NamedMaildir if isinstance(table, dict) and "path" in table else NamedImap
        values = read_section(MAILBOX, kind, table, faults, number)
        if "name" in values and values["name"] in [others.get("name") for _, others in found]:
            faults.add(MAILBOX, "name", "two mailboxes have the same name", number)
        _settle_paths(MAILBOX, values, path.absolute().parent)
        for key, what in _contradictions(values, private):
            faults.add(MAILBOX, key, what, number)
        found.append((kind, values))
    return found


def _settle_paths(name: str, values: Tables, base: Path) -> None:
    """Make paths absolute, so that it does not matter where gm is started."""
    if name == "gm":
        # systemd may pass several, separated by colons.
        ours = os.environ.get("STATE_DIRECTORY", "").partition(":")[0] or "state"
        values["state"] = base / values.get("state", ours)
        values["database"] = values["state"] / values.get("database", "gm.sqlite")
    for key, value in values.items():
        if isinstance(value, Path):
            values[key] = base / value


def _contradictions(values: Tables, private: bool) -> Iterator[tuple[str, str]]:
    """Faults in combinations of values that are each valid: the key, and what is wrong with it."""
    if values.get("address", "").lower() in {address.lower() for _, address in values.get("operator", ())}:
        yield "operator", "must not be gm's own address, or gm would write to itself"
    if values.get("tls") == "none" and not read.is_loopback(values.get("host", "localhost")):
        yield "tls", '"none" is for a server on this machine only; elsewhere anybody on the way could read along'
    for key in ("done", "quarantine"):
        if key in values and values[key] == values.get("folder", "INBOX"):
            yield key, "must not be the folder new mail is read from"
    if values.get("dkim") and find_spec("dkim") is None:
        yield "dkim", "needs the extra gm[dkim], which is not installed"
    if values.get("cafile") and (trouble := _cafile_trouble(values["cafile"])):
        yield "cafile", trouble
    yield from _password_contradictions(values, private)


def _password_contradictions(values: Mapping[str, object], private: bool) -> Iterator[tuple[str, str]]:
    if "password" in values and not private:
        yield "password", "others can read this file; chmod 600 it, or use password_file"
    if "password" in values and "password_file" in values:
        yield "password", "there is password_file as well; keep one of them"


def _cafile_trouble(path: Path) -> str:
    """Why the certificates in *path* cannot be used, "" if they can."""
    import ssl  # large, and few files name certificates

    try:
        ssl.create_default_context(cafile=path)
    except ssl.SSLError:
        return "holds no certificate in PEM form"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ""


def mailbox_password(name: str, imap: Imap) -> str:
    """The password of a mailbox. name: its name, "" for [imap]. Raises ConfigError, which says where to put it.
    """
    return find_password(f"{MAILBOX}-{name}" if name else "imap", imap.password, imap.password_file)


def database_key(config: Config) -> bytes | None:
    """The key with which the database may be sealed, None if there is none. Raises ConfigError if it is unusable."""
    return find_key(config.gm.database_key_file)


def database_password(config: Config) -> str | None:
    """The password of [database], None if there is none: the server may know us without. Raises ConfigError."""
    database = config.database
    return None if database is None else find_optional("database", database.password, database.password_file)


def key_file(config: Config) -> Path:
    """The file with the log's own key."""
    return config.gm.state / "log.key"


def smtp_password(config: Config) -> str | None:
    """The password of [smtp], None if there is no user and so no login. Raises ConfigError, as imap_password()."""
    if config.smtp.user is None:
        if config.smtp.password or config.smtp.password_file:
            raise ConfigError(["smtp.user: missing; without it the password is of no use"])
        return None
    return find_password("smtp", config.smtp.password, config.smtp.password_file)


def make_sender(config: Config) -> SmtpSender:
    """A connection to the configured SMTP server."""
    from gm.post.outbound.smtp import Sender as SmtpSender  # large: most commands send nothing

    smtp = config.smtp
    return SmtpSender(
        smtp.host, smtp.port, tls=smtp.tls, cafile=str(smtp.cafile) if smtp.cafile else None, user=smtp.user,
        password=smtp_password(config), local_hostname=smtp.local_hostname,
    )  # fmt: skip
