"""Where the passwords and the key of the database come from. No text or error made here holds one."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from pathlib import Path

from gm.config.file import ConfigError
from gm.config.values import Secret, is_password

KEY = "gm-key-1:"  # what the file with the key of the database begins with


def find_password(section: str, written: Secret | None, file: Path | None) -> str:
    """The password of *section* ("imap", "smtp", "mailbox-NAME"): *written*, or else from *file*.

    With neither it comes from the systemd credential, or else from the environment. Raises ConfigError if there is
    none or it is unusable.
    """
    found = find_optional(section, written, file)
    if found is not None:
        return found
    raise ConfigError(
        [
            f"{section}.password_file: missing; write the password into a file and name it here, "
            f"or give it as the systemd credential {section}-password or in the environment as {_variable(section)}"
        ]
    )


def find_optional(section: str, written: Secret | None, file: Path | None) -> str | None:
    """The same; None if there is none."""
    if written is not None:
        return written.reveal()
    if file is not None:
        return _read(file, f"{section}.password_file: the file")
    credential, variable = f"{section}-password", _variable(section)
    folder = os.environ.get("CREDENTIALS_DIRECTORY", "")
    if folder and (Path(folder) / credential).exists():
        return _read(Path(folder) / credential, f"{section}.password: the systemd credential {credential}")
    if word := os.environ.get(variable, ""):
        return _usable(word, f"{section}.password: the environment variable {variable}")
    return None


def _variable(section: str) -> str:
    return f"GM_{section.upper().replace('-', '_')}_PASSWORD"


def new_key() -> str:
    """A new key of a database, as the text of a file: one line."""
    return f"{KEY}{base64.b64encode(secrets.token_bytes(32)).decode()}\n"


def read_key(text: str) -> bytes:
    """The key in the text of a file: 32 bytes. Raises ValueError."""
    try:
        key = base64.b64decode(text.strip().removeprefix(KEY), validate=True)
    except binascii.Error:
        key = b""
    if not text.startswith(KEY) or len(key) != 32:
        raise ValueError(f"one line is expected that begins with {KEY} (gm key makes one)")
    return key


def find_key(file: Path | None) -> bytes | None:
    """The key of the database: from *file*, the systemd credential database-key, or GM_DATABASE_KEY; None if none.

    Raises ConfigError if it cannot be read.
    """
    folder = Path(os.environ.get("CREDENTIALS_DIRECTORY", "") or "/nonexistent")
    where = file or (folder / "database-key" if (folder / "database-key").exists() else None)
    text = os.environ.get("GM_DATABASE_KEY", "")
    what = "gm.database_key_file: the file" if file else "the systemd credential database-key"
    if where is not None:
        text = _read(where, what)
    try:
        return read_key(text) if text else None
    except ValueError as error:
        raise ConfigError([f"{what if where else 'the environment variable GM_DATABASE_KEY'}: {error}"]) from None


def _read(path: Path, what: str) -> str:
    try:
        word = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError([f"{what} cannot be read: {error.strerror}"]) from None
    except UnicodeDecodeError:
        # "from None": this error holds what was read.
        raise ConfigError([f"{what} is not UTF-8 text"]) from None
    # Strip only the line end: a password may end in a space.
    return _usable(word.rstrip("\r\n"), what)


def _usable(word: str, what: str) -> str:
    if not is_password(word):
        raise ConfigError([f"{what} must hold the password on one line, and nothing else"])
    return word
