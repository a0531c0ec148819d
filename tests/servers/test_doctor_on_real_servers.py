"""`gm doctor` against Dovecot and Postfix: encrypted, with logins; it leaves no trace in the mailbox."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest
from helpers.certificates import certificate
from helpers.findings import said as told
from mailservers import MailServers, Start
from realworld import letter

from gm.config.loading import Config, load_config
from gm.doctor.incoming import check_incoming
from gm.doctor.outgoing import check_outgoing

pytestmark = pytest.mark.servers

CONFIG = """[gm]
address = "gm@gm.test"
operator = "alice@gm.test"
[imap]
host = "localhost"
port = {imaps}
user = "gm@gm.test"
cafile = "{cafile}"
password_file = "password"
folder = "{folder}"
[smtp]
host = "localhost"
port = {submission}
tls = "starttls"
user = "gm@gm.test"
cafile = "{cafile}"
password_file = "password"
"""


def configured(
    folder: Path, servers: MailServers, password: str = "", inbox: str = "INBOX", cafile: str = ""
) -> Config:
    (folder / "password").write_text(password or servers.password, encoding="utf-8")
    (folder / "gm.toml").write_text(
        CONFIG.format(
            imaps=servers.imaps, submission=servers.submission, cafile=cafile or servers.cafile, folder=inbox
        ),
        encoding="utf-8",
    )
    return load_config(folder / "gm.toml")


def test_a_mailbox_on_dovecot_is_examined_without_a_trace(start_dovecot: Start, tmp_path: Path) -> None:
    servers = start_dovecot()
    config = configured(tmp_path, servers)
    empty = asyncio.run(check_incoming(config))
    assert "is there, and empty" in told(empty, "ok") and told(empty, "bad") == ""
    servers.deliver("gm", letter("one"))
    home = servers.home("gm")
    (new,) = (path for path in home.rglob("*") if path.parent.name == "new" and path.is_file())
    found = asyncio.run(check_incoming(config))
    assert f"its newest mail came at {datetime.now(UTC):%Y-%m-%d}" in told(found, "ok")
    assert "(IDLE)" in told(found, "ok")
    assert "there is no folder GM/Done yet" in told(found, "skip")
    assert told(found, "bad") + told(found, "warn") == ""
    assert new.exists()  # a folder that is opened has its mails moved away from there
    assert not [path for path in home.rglob("*") if "Done" in path.name]


def test_what_dovecot_refuses_is_told_with_what_to_do(start_dovecot: Start, tmp_path: Path) -> None:
    servers = start_dovecot()
    wrong = told(asyncio.run(check_incoming(configured(tmp_path, servers, password="mistyped"))), "bad")
    assert "see imap.user and the password" in wrong and "mistyped" not in wrong
    folder = told(asyncio.run(check_incoming(configured(tmp_path, servers, inbox="Nowhere"))), "bad")
    assert "opening folder Nowhere" in folder and "imap.folder must name a folder that is there" in folder
    (tmp_path / "other").mkdir()
    certificate(tmp_path / "other")
    cafile = str(tmp_path / "other" / "cert.pem")
    refused = told(asyncio.run(check_incoming(configured(tmp_path, servers, cafile=cafile))), "bad")
    assert "certificate" in refused and "imap.cafile names one of your own" in refused


def test_the_way_out_over_postfix_is_examined_and_no_mail_is_begun(start_both: Start, tmp_path: Path) -> None:
    servers = start_both()
    found = asyncio.run(check_outgoing(configured(tmp_path, servers)))
    assert f"localhost:{servers.submission} lets gm in as gm@gm.test" in told(found, "ok")
    assert told(found, "bad") + told(found, "warn") == ""
    wrong = told(asyncio.run(check_outgoing(configured(tmp_path, servers, password="mistyped"))), "bad")
    assert "refused the login" in wrong and "see smtp.user" in wrong and "mistyped" not in wrong
    assert servers.count("gm") == servers.count("alice") == 0
