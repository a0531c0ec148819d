"""The Debian package in a Debian of its own (a chroot): installed, running a game, upgraded, removed and purged.

`make test-package` builds the package before. In the chroot no systemd runs: the service's command is started by hand,
as its user and with its credentials. Where this cannot be done the tests are skipped and say why; with
GM_REQUIRE_SERVERS=1 in the environment, as in .ci/run, that is a failure.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from helpers.served import DOMAIN, letter, post, run, until

from gm.demo.postoffice import PostOffice

pytestmark = pytest.mark.package

ROOT = Path(__file__).parents[2]
PACKAGES = sorted((ROOT / "dist").glob("gm-gamemaster_*-1_*.deb"))
NEEDED = "python3,adduser,ca-certificates"  # what the package depends on, so that apt need not fetch it
PASSWORD = "correct horse battery staple"
GAME = f"""[game]
name = "spring"
ruleset = "diplomacy"
identity = "open"

[seats]
FRANCE = "france@{DOMAIN}"
ENGLAND = "england@{DOMAIN}"
"""
USERS = ("gm", "operator", "france", "england")
NEXT = "Next (/usr/share/doc/gm-gamemaster/operator.md"
QUIET = {"DEBIAN_FRONTEND": "noninteractive", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


class Debian:
    """A Debian in a folder."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __truediv__(self, path: str) -> Path:
        """A path in it."""
        return self.root / path

    def ask(self, *words: str) -> tuple[int, str]:
        """Run a command in it as root: its exit status, and all that it says."""
        done = subprocess.run(
            ["chroot", str(self.root), *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=QUIET,
            stdin=subprocess.DEVNULL, check=False, timeout=120,
        )  # fmt: skip
        return done.returncode, done.stdout

    def do(self, *words: str) -> str:
        """Run a command in it that succeeds; what it says."""
        status, said = self.ask(*words)
        assert status == 0, said
        return said

    def install(self, package: Path) -> str:
        """Install a package, as an operator would; what is said."""
        shutil.copy(package, self / "root")
        return self.do("apt-get", "install", "--yes", f"/root/{package.name}")

    def owner(self, path: str) -> tuple[str, str]:
        """Whose a file is, and its mode."""
        name, mode = self.do("stat", "-c", "%U %a", f"/{path}").split()
        return name, mode

    def gm(self, *words: str) -> str:
        """Run a command of gm's that succeeds."""
        return self.do("gm", *words)

    @contextlib.asynccontextmanager
    async def service(self) -> AsyncIterator[None]:
        """The command of the unit, running as systemd would run it: as its user, with its credentials and folders."""
        unit = (self / "usr/lib/systemd/system/gm.service").read_text(encoding="utf-8")
        said = dict(re.findall(r"^(ExecStart|User|StateDirectory)=(.*)$", unit, re.MULTILINE))
        credentials = self / "run/credentials"
        shutil.rmtree(credentials, ignore_errors=True)
        credentials.mkdir()
        for name, file in re.findall(r"^LoadCredential=(.*):/(.*)$", unit, re.MULTILINE):
            shutil.copy(self / file, credentials / name)
        self.do("chown", "-R", said["User"], "/run/credentials")
        process = await asyncio.create_subprocess_exec(
            "chroot", f"--userspec={said['User']}:{said['User']}", str(self.root), *said["ExecStart"].split(),
            env={"PATH": QUIET["PATH"], "CREDENTIALS_DIRECTORY": "/run/credentials",
                 "STATE_DIRECTORY": f"/var/lib/{said['StateDirectory']}"},
            stdin=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            yield
        finally:
            if process.returncode is None:
                process.terminate()
            _, log = await asyncio.wait_for(process.communicate(), 30)
        assert process.returncode == 0, log.decode()


def why_not() -> str:
    """What is missing for a chroot, "" if nothing is."""
    if not PACKAGES:
        return "there is no package in dist: make deb"
    if os.geteuid() != 0:
        return "only root can work in a chroot"
    return "" if shutil.which("mmdebstrap") else "mmdebstrap is missing (apt-get install mmdebstrap)"


@pytest.fixture
def debian(tmp_path: Path) -> Iterator[Debian]:
    """A new Debian of the release that runs here, with what the package depends on."""
    if reason := why_not():
        if os.environ.get("GM_REQUIRE_SERVERS") == "1":
            pytest.fail(f"GM_REQUIRE_SERVERS=1, but {reason}", pytrace=False)
        pytest.skip(reason)
    suite = platform.freedesktop_os_release()["VERSION_CODENAME"]
    root = tmp_path / "debian"
    command = ["mmdebstrap", "--quiet", "--mode=root", "--variant=apt", f"--include={NEEDED}", suite, str(root)]
    subprocess.run(command, check=True, timeout=500, env={**os.environ, **QUIET})
    yield Debian(root)
    subprocess.run(["rm", "-rf", "--one-file-system", str(root)], check=True)


def second(package: Path, place: Path) -> Path:
    """The same package as a later one, whose example of a configuration says more."""
    subprocess.run(["dpkg-deb", "-R", str(package), str(place / "later")], check=True)
    control = place / "later/DEBIAN/control"
    text = control.read_text(encoding="utf-8")
    control.write_text(re.sub(r"^(Version: .*)-1$", r"\1-2", text, flags=re.MULTILINE), encoding="utf-8")
    with (place / "later/usr/share/gm-gamemaster/gm.toml").open("a", encoding="utf-8") as example:
        example.write("# a new key\n")
    made = place / package.name.replace("-1_", "-2_")
    build = ["dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build"]
    subprocess.run([*build, str(place / "later"), str(made)], check=True)
    return made


def configure(debian: Debian, office: PostOffice) -> None:
    """Fill in the configuration that the package brought, and write the passwords, as docs/operator.md says."""
    file = debian / "etc/gm/gm.toml"
    text = file.read_text(encoding="utf-8")
    assert 'state = "/var/lib/gm"\n' in text
    for old, new in (
        ("gm@example.org", f"gm@{DOMAIN}"), ("you@example.org", f"operator@{DOMAIN}"),
        ("imap.example.org", "127.0.0.1"), ("smtp.example.org", "127.0.0.1"),
        ("#port = 993", f"port = {office.imap_port}"), ("#port = 465", f"port = {office.smtp_port}"),
        ('#tls = "implicit"', 'tls = "none"'), ('#poll = "30s"', 'poll = "1s"'),
    ):  # fmt: skip
        assert old in text, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    for name in ("imap-password", "smtp-password"):
        (debian / f"etc/gm/{name}").touch(mode=0o600)
        (debian / f"etc/gm/{name}").write_text(f"{PASSWORD}\n", encoding="utf-8")


def check_installed(debian: Debian, said: str) -> None:
    """What an installation leaves, and says."""
    assert NEXT in said
    assert debian.owner("var/lib/gm") == ("gm", "700")
    assert debian.owner("etc/gm/gm.toml") == ("root", "644")
    user = debian.do("getent", "passwd", "gm")
    assert re.fullmatch(r"gm:x:\d+:\d+:GameMaster[, ]*:/var/lib/gm:/usr/sbin/nologin\n", user)
    assert debian.gm("--version").startswith("gm, version ")
    assert "the demonstration needs a post office" in debian.ask("gm", "demo")[1]
    assert not list(debian.root.glob("usr/lib/gm/lib/python3*/site-packages/aiosmtpd"))
    debian.do("/usr/lib/gm/bin/python3", "-c", "import psycopg")


async def play(debian: Debian, office: PostOffice, order: str) -> None:
    """France writes an order, and is answered by the service."""
    async with debian.service():
        before = len(office.mailbox_bytes("france"))
        await post(letter("FRANCE", order, order.replace(" ", "")), office)
        filed = f"\n  {order}".encode()
        await until(lambda: any(filed in mail for mail in office.mailbox_bytes("france")[before:]), f"{order} is filed")


async def live(debian: Debian, place: Path) -> None:
    async with PostOffice(USERS, DOMAIN, PASSWORD) as office:
        check_installed(debian, debian.install(PACKAGES[-1]))
        configure(debian, office)
        (debian / "root/game.toml").write_text(GAME, encoding="utf-8")
        assert "gm serve is not running" in debian.gm("new", "--file", "/root/game.toml")
        assert debian.owner("var/lib/gm/gm.sqlite") == ("gm", "600")
        await play(debian, office, "A PAR - BUR")

        edited = (debian / "etc/gm/gm.toml").read_bytes()
        assert NEXT not in debian.install(second(PACKAGES[-1], place))
        assert "-2" in debian.do("dpkg-query", "--show", "gm-gamemaster")
        assert (debian / "etc/gm/gm.toml").read_bytes() == edited
        await play(debian, office, "F BRE - MAO")
        assert "0 differences" in debian.gm("fsck")

    debian.do("apt-get", "remove", "--yes", "gm-gamemaster")
    assert not (debian / "usr/lib/gm").exists() and not (debian / "usr/bin/gm").exists()
    assert (debian / "etc/gm/gm.toml").read_bytes() == edited

    said = debian.do("apt-get", "purge", "--yes", "gm-gamemaster")
    assert "The games stay in /var/lib/gm" in said and "stays, too: passwords" in said
    assert debian.owner("var/lib/gm/gm.sqlite") == ("gm", "600")
    assert sorted(path.name for path in (debian / "etc/gm").iterdir()) == ["imap-password", "smtp-password"]


def test_a_package_is_installed_runs_a_game_is_upgraded_removed_and_purged(debian: Debian, tmp_path: Path) -> None:
    run(live(debian, tmp_path), 400)
    check_purged_whole(debian)


def check_purged_whole(debian: Debian) -> None:
    """Where no game is, and nothing was put into /etc/gm, nothing stays."""
    debian.do("rm", "-r", "/var/lib/gm", "/etc/gm")
    debian.install(PACKAGES[-1])
    said = debian.do("apt-get", "purge", "--yes", "gm-gamemaster")
    assert "stay" not in said.partition("Purging")[2]
    assert debian.ask("getent", "passwd", "gm")[0] != 0
    gone = ("etc/gm", "var/lib/gm", "usr/lib/gm", "usr/share/doc/gm-gamemaster")
    assert [path for path in gone if (debian / path).exists()] == []
