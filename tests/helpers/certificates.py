"""Certificates for servers in tests."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest


def certificate(folder: Path, names: Sequence[str] = ("DNS:localhost", "IP:127.0.0.1")) -> tuple[Path, Path]:
    """Make cert.pem and key.pem in *folder*, a self-signed certificate for *names*; returns both paths.

    If openssl is missing, the test is skipped.
    """
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=gm-test", "-addext", f"subjectAltName={','.join(names)}",
         "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return cert, key
