"""Readers of the configuration's values: from what TOML gives to what gm needs. They know no keys and open no files.

A reader raises ValueError with a text that completes `imap.port: ...`. The text shows the wrong value, unless it might
be a password.
"""

from __future__ import annotations

import difflib
import ipaddress
import json
import os
import re
from collections.abc import Callable, Iterable
from datetime import time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

from gm.config.durations import EXPECTED, parse_duration
from gm.post.outbound.address import address_problem

SIZES = {"B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}  # bytes


LISTEN = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([^\s:\[\]]+)):([0-9]{1,5})")
URL = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~%+-]+)*/?")
LOCAL = {"localhost": "127.0.0.1"}


class Secret:
    """A password, which only reveal() shows."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return "***"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def reveal(self) -> str:
        """The password itself, for the one place that needs it."""
        return self._text


def got(value: object) -> str:
    """*value* as written in TOML, shortened, printable and on one line."""
    if isinstance(value, dict | list):
        return "got a section" if isinstance(value, dict) else "got a list"
    if isinstance(value, str):
        found = json.dumps(value, ensure_ascii=not value.isprintable())
    else:
        found = str(value).lower() if isinstance(value, bool) else str(value)
    return f"got {found if len(found) <= 60 else found[:57] + '...'}"


def near(word: str, known: Iterable[str]) -> str:
    """The one of *known* that *word* was probably meant to be, "" if there is none."""
    folded = {name.casefold(): name for name in known}
    matches = difflib.get_close_matches(word.casefold(), folded, n=1)
    return folded[matches[0]] if matches else ""


def text(value: object) -> str:
    """Read one line of text: much of it ends up in a header or in a command to a server."""
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes, {got(value)}")
    if not value or not value.isprintable():
        raise ValueError(f"expected {'one line of plain text' if value else 'some text'}, {got(value)}")
    return value


def mailbox_name(value: object) -> str:
    """Read the name of a mailbox: it begins the keys of its mails, and stands in names of systemd's credentials."""
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,18}[a-z0-9])?", value):
        raise ValueError(f"expected up to 20 small letters, digits and hyphens, {got(value)}")
    return value


def text_or_none(value: object) -> str:
    """Read one line of text, which may be empty."""
    return "" if value == "" else text(value)


def secret(value: object) -> Secret:
    """Read a password, which is never shown again."""
    if not isinstance(value, str) or not is_password(value):
        raise ValueError("expected text in quotes, on one line")
    return Secret(value)


def is_password(word: str) -> bool:
    """Whether *word* could be sent to a mail server as a password."""
    return bool(word) and not re.search(r"[\x00-\x1f\x7f]", word)


def path(value: object) -> Path:
    """Read a path, which may be relative; `~` is expanded."""
    return Path(os.path.expanduser(text(value)))


def path_or_none(value: object) -> Path | None:
    """Read a path, or "" for none."""
    return None if value == "" else path(value)


def whole(least: int, most: int) -> Callable[[object], int]:
    """A reader of integers from *least* to *most*."""

    def read(value: object) -> int:
        if not isinstance(value, int) or isinstance(value, bool):  # in Python True is an int
            raise ValueError(f"expected an integer, {got(value)}")
        if not least <= value <= most:
            raise ValueError(f"expected an integer from {least} to {most}, {got(value)}")
        return value

    return read


def one_of(*words: str) -> Callable[[object], str]:
    """A reader of exactly these words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"expected {' or '.join(map(json.dumps, words))}, {got(value)}")
        return value

    return read


def address(value: object) -> str:
    """Read a mail address."""
    if not _is_address(value):
        raise ValueError(f"expected an address such as gm@example.org, {got(value)}")
    return str(value)


def address_or_none(value: object) -> str:
    """Read a mail address, or "" for none."""
    return "" if value == "" else address(value)


def operators(value: object) -> tuple[tuple[str, str], ...]:
    """Read an operator's address, or a list of them: the name and the address of each.

    One without a name, as in `Ann <ann@example.org>`, is called by what stands before the @.
    """
    listed = value if isinstance(value, list) else [value]
    found = tuple(_operator(one) for one in listed)
    for what, words in (("name", [name for name, _ in found]), ("address", [address for _, address in found])):
        if twice := sorted({word for word in words if [one.lower() for one in words].count(word.lower()) > 1}):
            raise ValueError(f"two operators have the same {what}: {', '.join(twice)}")
    if not found:
        raise ValueError("expected at least one address, got []")
    return found


def _operator(value: object) -> tuple[str, str]:
    match = re.fullmatch(r"\s*([^<>@\"]{1,40}?)\s*<([^<>]+)>\s*", value) if isinstance(value, str) else None
    if match is not None and match[1] and match[1].isprintable():
        return match[1], address(match[2])
    found = address(value)
    return found.partition("@")[0], found


def reply_pattern(value: object) -> str:
    """Read an address with one {token} before the @, or "" for no plus addresses."""
    if value == "":
        return ""
    filled = value.replace("{token}", "t") if isinstance(value, str) else value
    whole_local = isinstance(value, str) and value.count("{token}") == value.rpartition("@")[0].count("{token}") == 1
    if not whole_local or not _is_address(filled) or re.search(r"[{}]", str(filled)):
        raise ValueError(
            f'expected an address with {{token}} once, such as gm+{{token}}@example.org, or "", {got(value)}'
        )
    return str(value)


def _is_address(value: object) -> bool:
    return isinstance(value, str) and value.count("@") == 1 and not address_problem(value)


def host(value: object) -> str:
    """Read a host's name or IP address."""
    if isinstance(value, str) and (re.fullmatch(r"\w([\w.-]*\w)?\.?", value) or _ip(value) is not None):
        return value
    # A URL may hold a password before its @.
    found = "" if "@" in str(value) else f", {got(value)}"
    raise ValueError(f"expected a host such as mail.example.org, without scheme and port{found}")


def database_url(value: object) -> str:
    """Read the URL of a database; it may hold no password, for it is shown in messages. No text of it is repeated."""
    if not isinstance(value, str) or not re.fullmatch(r"postgres(ql)?://[!-~]*", value):
        raise ValueError('expected a URL such as "postgresql://gm@db.example.org/gm"')
    if re.search(r"//[^/?]*:[^/?]*@|[?&]password=", value):
        raise ValueError("must hold no password: use database.password_file, or database.password")
    return value


def is_loopback(name: str) -> bool:
    """Whether the host *name* is this machine."""
    ip = _ip(name)
    folded = name.rstrip(".").lower()
    return ip.is_loopback if ip else folded == "localhost" or folded.endswith(".localhost")


def _ip(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


class Listen(Struct, frozen=True):
    """An address of this machine, and a port. text: as it is written."""

    host: str
    port: int

    @property
    def text(self) -> str:
        """The address as it is written in the configuration."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)


def listen(value: object) -> Listen | None:
    """Read an address and a port to listen at; "" for none."""
    if value == "":
        return None
    match = LISTEN.fullmatch(value) if isinstance(value, str) else None
    host = (match[1] or LOCAL.get(match[2], match[2])) if match else ""
    ip = _ip(host)
    if match is None or ip is None or (ip.version == 6) != bool(match[1]) or not 1 <= int(match[3]) <= 65535:
        raise ValueError(f'expected an IP address and a port, such as "127.0.0.1:9108" or "[::1]:9108", {got(value)}')
    return Listen(host, int(match[3]))


def url(value: object) -> str:
    """Read the address of a folder on the web, without a slash at its end; "" for none.

    Pages and mails put a name and a fragment behind it, so it may have neither query nor fragment. Nor may it have a
    user or a password, since everybody reads it.
    """
    if value == "":
        return ""
    if not isinstance(value, str) or not URL.fullmatch(value):
        found = "" if "@" in str(value) else f", {got(value)}"
        raise ValueError(f"expected a web address such as https://example.org/gm, without ? and #{found}")
    return value.rstrip("/")


def timezone(value: object) -> ZoneInfo:
    """Read the name of a time zone."""
    name = text(value)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # not found, not a name at all, the name of a folder
        guess = near(name, available_timezones())
        hint = f"; {guess}?" if guess else ""
        raise ValueError(f"expected a time zone such as Europe/Berlin, {got(name)}{hint}") from None


def duration(value: object) -> timedelta:
    """Read a duration above zero."""
    try:
        span = parse_duration(value) if isinstance(value, str) else timedelta()
    except ValueError:
        span = timedelta()
    if not span:
        raise ValueError(f"{EXPECTED}, {got(value)}")
    return span


def durations(value: object) -> tuple[timedelta, ...]:
    """Read a list of at least one duration."""
    if not isinstance(value, list) or not value:
        raise ValueError(
            f'expected a list of durations such as ["1m", "1h"], {got(value) if value != [] else "got []"}'
        )
    return tuple(map(duration, value))


def time_of_day(value: object) -> time | None:
    """Read an hour and a minute, or "" for none."""
    if value == "":
        return None
    match = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f'expected a time such as "07:00", or "", {got(value)}')
    return time(int(match[1]), int(match[2]))


def size(value: object) -> int:
    """Read a size above zero, in bytes."""
    match = re.fullmatch(r"([0-9]{1,9}) ?([KMG]?B)", value.strip().upper()) if isinstance(value, str) else None
    if match is None or int(match[1]) == 0:
        raise ValueError(f"expected a number with B, KB, MB or GB, such as 10MB, {got(value)}")
    return int(match[1]) * SIZES[match[2]]


def yes_or_no(value: object) -> bool:
    """Read true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, {got(value)}")
    return value


def days_and_weeks(value: object) -> tuple[int, int]:
    """Read how many days and how many weeks something is kept: "7d 4w", "14d", "8w"."""
    words = value.split(" ") if isinstance(value, str) else []
    found = {word[-1]: int(word[:-1]) for word in words if re.fullmatch(r"[0-9]{1,4}[dw]", word)}
    days, weeks = found.get("d", 0), found.get("w", 0)
    if len(found) != len(words) or not days + weeks:
        raise ValueError(f'expected days and weeks such as "7d 4w", {got(value)}')
    return days, weeks


def names(value: object) -> tuple[str, ...]:
    """Read a list of names, which may be empty."""
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise ValueError(f'expected a list of names such as ["payola"], {got(value)}')
    return tuple(value)


def households(value: object) -> tuple[tuple[str, ...], ...]:
    """Read a list, which may be empty, of lists of addresses and of domains behind an @."""
    if not isinstance(value, list) or not all(isinstance(group, list) and group for group in value):
        raise ValueError(f'expected lists such as [["a@x.example", "b@x.example"], ["@school.example"]], {got(value)}')
    return tuple(tuple(map(_address_or_domain, group)) for group in value)


def _address_or_domain(value: object) -> str:
    if isinstance(value, str) and value.startswith("@"):
        return f"@{host(value[1:]).lower()}"
    return address(value).lower()


def hosts(value: object) -> tuple[str, ...]:
    """Read a list of hosts, which may be empty."""
    if not isinstance(value, list):
        raise ValueError(f'expected a list of hosts such as ["mx.example.org"], {got(value)}')
    return tuple(map(host, value))
