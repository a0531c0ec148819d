"""Copies in the format of age (age-encryption.org), for backups that leave the machine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyrage

HEAD = b"age-encryption.org/v1"


class WrongKey(Exception):
    """A recipient or an identity cannot be read, or does not fit. The text says which."""


def is_encrypted(path: Path) -> bool:
    """Whether a file is in age's binary format."""
    with path.open("rb") as file:
        return file.read(len(HEAD)) == HEAD


def encrypt(source: Path, target: Path, recipients: Sequence[str]) -> None:
    """Write *source*, encrypted to these public keys (age1... or ssh-...), to *target*. Raises WrongKey."""
    pyrage.encrypt_file(str(source), str(target), [_recipient(one) for one in recipients])


def _recipient(text: str) -> object:
    try:
        return (pyrage.ssh.Recipient if text.startswith("ssh-") else pyrage.x25519.Recipient).from_str(text)
    except pyrage.RecipientError:
        raise WrongKey(f"{text!r} is no public key of age (age1...) or ssh (ssh-ed25519 ...)") from None


def check_recipients(recipients: Sequence[str]) -> None:
    """Raise WrongKey if one of them cannot be read."""
    for one in recipients:
        _recipient(one)


def decrypt(source: Path, target: Path, identity: Path) -> None:
    """Write *source*, opened with the secret keys in the file *identity*, to *target*. Raises WrongKey."""
    try:
        text = identity.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise WrongKey(f"{identity} cannot be read as the secret key of age or ssh") from None
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("AGE-SECRET-KEY-")]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines]
        found = keys or [pyrage.ssh.Identity.from_buffer(text.encode())]
        pyrage.decrypt_file(str(source), str(target), found)
    except pyrage.IdentityError:
        raise WrongKey(f"{identity} holds no secret key of age or ssh, or one with a passphrase") from None
    except pyrage.DecryptError:
        raise WrongKey(f"{source} cannot be opened with {identity}") from None
