"""The configuration of `gm serve`: one TOML file, read once into frozen values.

Every fault of the file is told at once, by the path of its key. Passwords are looked up here too, and shown nowhere.
"""

from __future__ import annotations

import os
import re
import ssl
import stat
import tomllib
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import FieldInfo, force_setattr

from gm import config_values as read
from gm.config_example import EXAMPLE
from gm.post.mailbox import LIMIT

__all__ = ["EXAMPLE", "Config", "ConfigError", "Gm", "Imap", "Limits", "Maildir", "Smtp"]
__all__ += ["imap_password", "load_config", "smtp_password"]

DERIVED = "{local}+{token}@{domain}"
IMAP_PORTS = {"implicit": 993, "none": 143}
SMTP_PORTS = {"implicit": 465, "starttls": 587, "none": 25}
Port = Annotated[int, read.whole(1, 65535)]
