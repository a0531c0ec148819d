"""Real mail servers on loopback, for tests and measurements: Dovecot for the mailboxes, Postfix for the post.

Everything is in one temporary folder. Dovecot runs without root, Postfix only as root. Knows nothing about gm or
pytest:

    with MailServers(["gm", "alice"]) as servers:
        servers.deliver("gm", b"Subject: hello\\r\\n\\r\\nA PAR - BUR\\r\\n")
        servers.mails("gm")  # by IMAP: servers.imaps, servers.address("gm"), servers.password, servers.cafile
"""

from __future__ import annotations

import contextlib
import functools
import grp
import imaplib
import itertools
import os
import pwd
import random
import shutil
import signal
import smtplib
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from string import Template
from typing import Any

from helpers.certificates import certificate

HOST = "127.0.0.1"
DOMAIN = "gm.test"
DOVECOT, MASTER = "/usr/sbin/dovecot", "/usr/lib/postfix/sbin/master"
ETC = Path(__file__).with_name("etc")
PACKAGES = {DOVECOT: "dovecot-imapd", "/usr/lib/dovecot/lmtp": "dovecot-lmtpd", "/usr/bin/openssl": "openssl"}
# Below what the kernel gives to outgoing connections: a port must still be free when a server starts anew.
PORTS = range(20_000, 30_000)
IMAP_WITHOUT = "IMAP4rev1 LITERAL+ SASL-IR LOGIN-REFERRALS ID ENABLE UNSELECT CHILDREN NAMESPACE LIST-EXTENDED"
START = 20.0  # seconds
_count = itertools.count()


def why_missing(postfix: bool = True) -> str:
    """Why these servers cannot run on this machine; empty: they can. *postfix*: is Postfix wanted too?"""
    wanted = PACKAGES | ({MASTER: "postfix"} if postfix else {})
    if missing := [package for file, package in wanted.items() if not os.path.exists(file)]:
        names = " ".join(missing)
        return f"not installed: {names} (apt-get install --no-install-recommends {names})"
    version = dovecot_version()
    if not version.startswith("2.3."):
        return f"the settings here are for Dovecot 2.3, and this machine has {version}"
    return "Postfix starts as root only" if postfix and os.geteuid() else ""


@functools.cache
def dovecot_version() -> str:
    """The version of Dovecot on this machine."""
    return _output(DOVECOT, "--version").split()[0]


def versions() -> str:
    """The servers and their versions, for a log."""
    postfix = _output("/usr/sbin/postconf", "-hd", "mail_version").strip()
    return f"Dovecot {dovecot_version()}, Postfix {postfix}, {_output('openssl', 'version').strip()}"


class Server:
    """One server: its processes, all in one session of their own, and its log."""

    def __init__(self, command: Sequence[str], ports: Sequence[int], log: Path, user: Mapping[str, Any]) -> None:
        self.command, self.ports, self._log, self.user = command, ports, log, user
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, on the data and ports it had before; returns when every port greets."""
        assert self.process is None, "it runs already"
        with self._log.open("ab") as log:
            self.process = process = subprocess.Popen(
                self.command, start_new_session=True, cwd="/", stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                **self.user,
            )  # fmt: skip
        # Of the ports that speak TLS at once none greets in the clear; the first one always does.
        _until(lambda: process.poll() is not None or _greets(self.ports[0]), f"{self.command[0]} to start")
        if process.poll() is not None:
            self.kill()
            raise RuntimeError(f"{self.command[0]} ended at once:\n{self.log()}")

    def stop(self) -> None:
        """End it as an operator does: every client is told goodbye."""
        self.end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does: nothing is said, nothing is tidied up."""
        self.end(signal.SIGKILL)

    def log(self) -> str:
        """What it has logged so far."""
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.exists() else ""

    def end(self, number: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        # The whole session: processes that serve a client outlive the master's end.
        for last in (number, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, last)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
        # The others end a moment later, and until then they may still take a call, or make a file.
        _until(lambda: not _lives(process.pid), f"the processes of {self.command[0]} to end")
        _until(lambda: all(map(_is_free, self.ports)), f"{self.command[0]} to leave its ports")


class MailServers:
    """Dovecot and Postfix with a mailbox for each of *users*, all with the same password; a context manager.

    *postfix*: start it too (else mail comes in by deliver() and fill()). *dovecot_more*: text added to dovecot.conf.
    *postfix_more*: settings of main.cf. *answers*: what Postfix says to a recipient, such as {"a@gm.test": "451 4.7.1
    later"}; it may be changed while Postfix runs. *names*: whom the certificate is for.

    Ports: imap (clear, with STARTTLS), imaps, lmtp; submission (STARTTLS and login are a must), submissions (TLS from
    the start, login a must), mx (mail from outside). *cafile* is the certificate to trust.
    """

    def __init__(
        self,
        users: Iterable[str],
        *,
        domain: str = DOMAIN,
        password: str = "swordfish-and-parsley",
        postfix: bool = True,
        dovecot_more: str = "",
        postfix_more: Mapping[str, str] | None = None,
        answers: dict[str, str] | None = None,
        names: Sequence[str] = ("DNS:localhost", "IP:127.0.0.1"),
    ) -> None:
        self.users, self.domain, self.password, self.answers = list(users), domain, password, answers
        # Short: a Unix socket in it may have 108 bytes of name.
        self.folder = Path(tempfile.mkdtemp(prefix="gm", dir="/tmp"))
        self.folder.chmod(0o755)  # several users work in it
        self.cafile = self.folder / "cert.pem"
        ports = free_ports(7)
        self.imap, self.imaps, self.lmtp, self.submission, self.submissions, self.mx, self.auth = ports
        self.owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        self.book: socketserver.ThreadingTCPServer | None = None
        self.has_postfix = postfix
        certificate(self.folder, names)
        self.dovecot, self.postfix = self._dovecot(dovecot_more), self._postfix(postfix_more or {})

    def __enter__(self) -> MailServers:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start what is wanted."""
        self.dovecot.start()
        if self.has_postfix:
            if self.answers is not None and self.book is None:
                self.open_book()
            self.postfix.start()

    def close(self) -> None:
        """End everything and remove the folder."""
        self.postfix.kill()
        self.dovecot.kill()
        if self.book is not None:
            self.book.shutdown()
            self.book.server_close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, user: str) -> str:
        """The address of *user*, which is the name to log in with too."""
        return f"{user}@{self.domain}"

    def home(self, user: str) -> Path:
        """The Maildir of *user*, as Dovecot keeps it."""
        return self.folder / "mail" / user / "Maildir"

    def deliver(self, user: str, raw: bytes) -> None:
        """Put a mail into the inbox of *user* as the post does, by LMTP."""
        with smtplib.LMTP(HOST, self.lmtp, local_hostname="localhost") as line:
            line.sendmail(self.address("sender"), [self.address(user)], raw)

    def fill(self, user: str, raws: Iterable[bytes], received: datetime | None = None) -> None:
        """Lay many mails into the inbox of *user* at once, by writing files; *received*: now, unless given."""
        self.make(self.home(user).parent, self.home(user), *(self.home(user) / name for name in ("tmp", "new", "cur")))
        for raw in raws:
            seconds = int(received.timestamp() if received else time.time())
            file = self.home(user) / "tmp" / f"{seconds}.M{next(_count):06}P{os.getpid()}.fill"
            file.write_bytes(raw)
            self.own(file)
            os.utime(file, (seconds, seconds))  # what Dovecot tells as INTERNALDATE
            file.rename(self.home(user) / "new" / file.name)

    @contextlib.contextmanager
    def client(self, user: str) -> Iterator[imaplib.IMAP4]:
        """A mail program of *user*, logged in."""
        with imaplib.IMAP4(HOST, self.imap, timeout=20) as line:
            line.login(self.address(user), self.password)
            yield line

    def mails(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """The mails in a folder of *user*, by IMAP; none if there is no such folder. *folder* as on the wire."""
        with self.client(user) as line:
            answer, found = line.select(f'"{folder}"', readonly=True)
            if answer != "OK" or found == [b"0"]:
                return []
            _, parts = line.fetch("1:*", "(BODY.PEEK[])")
            return [part[1] for part in parts if isinstance(part, tuple)]

    def count(self, user: str, folder: str = "INBOX") -> int:
        """How many mails are in a folder of *user*; none if there is no such folder. Costs the server nothing."""
        box = self.home(user) if folder == "INBOX" else self.home(user) / f".{folder.replace('/', '.')}"
        return sum(len(os.listdir(box / name)) for name in ("new", "cur") if (box / name).is_dir())

    def send(self, sender: str, recipients: Sequence[str], raw: bytes) -> None:
        """Hand in a mail of user *sender* for the addresses, as a mail program does: TLS, login."""
        with smtplib.SMTP(HOST, self.submission, local_hostname="localhost", timeout=20) as line:
            line.starttls()  # whom it speaks to, gm is tested to check; this is only how a player's letter comes
            line.login(self.address(sender), self.password)
            line.sendmail(self.address(sender), recipients, raw)

    def kick(self, user: str) -> None:
        """Throw *user* out of all connections."""
        command = ["/usr/bin/doveadm", "-c", str(self.folder / "dovecot.conf"), "kick", self.address(user)]
        subprocess.run(command, check=True, capture_output=True, **self.as_owner())

    # -- making ready ------------------------------------------------------------------------------------------

    def _dovecot(self, more: str) -> Server:
        owner = self.owner
        self.make(*(self.folder / name for name in ("run", "state", "mail")))
        users = (f"{self.address(user)}:{{PLAIN}}{self.password}:{owner.pw_uid}:{owner.pw_gid}::"
                 f"{self.folder}/mail/{user}::\n" for user in self.users)  # fmt: skip
        (self.folder / "users").write_text("".join(users), encoding="utf-8")
        (self.folder / "dovecot.conf").write_text(self.settings("dovecot.conf") + more, encoding="utf-8")
        (self.folder / "dovecot.log").touch()
        self.own(*self.folder.iterdir(), self.folder)
        command = [DOVECOT, "-F", "-c", str(self.folder / "dovecot.conf")]
        ports = [self.imap, self.imaps, self.lmtp, self.auth]
        return Server(command, ports, self.folder / "dovecot.log", self.as_owner())

    def _postfix(self, more: Mapping[str, str]) -> Server:
        etc = self.folder / "postfix" / "etc"
        ports = [self.mx, self.submission, self.submissions]
        server = Server([MASTER, "-c", str(etc), "-d"], ports, self.folder / "postfix.log", {})
        if not self.has_postfix:
            return server
        if self.answers is not None:
            port = free_ports(1)[0]
            self.book_port = port
            more = {"smtpd_recipient_restrictions": f"check_recipient_access tcp:{HOST}:{port}", **more}
        etc.mkdir(parents=True)
        _make_queue(self.folder / "postfix")
        # Another user's folder above its own makes Postfix complain.
        shutil.chown(self.folder, 0, 0)
        changed = "".join(f"{name} = {value}\n" for name, value in more.items())
        # Of each second setting of a name master warns, and hangs when it has warned ten times before postlogd runs.
        kept = (line for line in self.settings("main.cf").splitlines(True) if line.split("=")[0].strip() not in more)
        (etc / "main.cf").write_text("".join(kept) + changed, encoding="utf-8")
        (etc / "master.cf").write_text(self.settings("master.cf"), encoding="utf-8")
        for file in etc.iterdir():
            os.utime(file, (time.time() - 60,) * 2)  # it would wait two seconds for a fresh file to "cool down"
        return server

    def settings(self, name: str) -> str:
        owner = self.owner
        return Template((ETC / name).read_text(encoding="utf-8")).substitute(
            folder=self.folder, domain=self.domain, user=owner.pw_name, group=grp.getgrgid(owner.pw_gid).gr_name,
            auth=self.auth, imap=self.imap, imaps=self.imaps, lmtp=self.lmtp, mx=self.mx,
            submission=self.submission, submissions=self.submissions,
        )  # fmt: skip

    def as_owner(self) -> dict[str, Any]:
        """How to start a process as the user that owns the mail."""
        if os.geteuid():
            return {}
        return {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []}

    def own(self, *paths: Path) -> None:
        if os.geteuid() == 0:
            for path in paths:
                os.chown(path, self.owner.pw_uid, self.owner.pw_gid)

    def make(self, *folders: Path) -> None:
        for folder in folders:
            folder.mkdir(exist_ok=True)
            self.own(folder)

    def open_book(self) -> None:
        """Let Postfix ask us, with each recipient, what to say (tcp_table(5))."""
        answers = self.answers
        assert answers is not None

        class Book(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                for line in self.rfile:
                    answer = answers.get(line.decode().strip().removeprefix("get "))
                    said = f"200 {answer.replace(' ', '%20')}" if answer else "500 unknown"
                    self.wfile.write(f"{said}\n".encode())

        class Books(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True
            block_on_close = False

        self.book = Books((HOST, self.book_port), Book)
        threading.Thread(target=self.book.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


Start = Callable[..., MailServers]  # what starts servers, and takes the settings of MailServers


def _make_queue(folder: Path) -> None:
    """The folders Postfix writes to, as postfix-files(5) has them; `postfix check` makes them too, but slowly."""
    private = ("active", "bounce", "corrupt", "defer", "deferred", "flush", "hold", "incoming", "private", "saved")
    modes = {"data": 0o700, "queue/maildrop": 0o730, "queue/public": 0o710, "queue/trace": 0o700}
    for name, mode in (modes | {f"queue/{name}": 0o700 for name in private}).items():
        path = folder / name
        path.mkdir(parents=True)
        shutil.chown(path, "postfix", None if mode == 0o700 else "postdrop")
        path.chmod(mode)
    (folder / "queue" / "pid").mkdir()


def free_ports(number: int) -> list[int]:
    """So many ports on which nothing listens."""
    ports: list[int] = []
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        if _is_free(port):
            ports.append(port)
        if len(ports) == number:
            return ports
    raise RuntimeError(f"no {number} ports are free in {PORTS}")


def _is_free(port: int) -> bool:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind((HOST, port))
        except OSError:
            return False
        return True


def _lives(session: int) -> bool:
    """Is there a process of that session? One that has ended and that nobody has buried yet is none."""
    for file in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, its_session = file.read_text(errors="replace").rpartition(")")[2].split()[:4]
            if int(its_session) == session and state not in "ZX":
                return True
    return False


def _greets(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((HOST, port), 1) as line:
        line.settimeout(5)
        return bool(line.recv(100))
    return False


def _until(true: Callable[[], bool], what: str) -> None:
    limit = time.monotonic() + START
    while not true():
        if time.monotonic() > limit:
            raise TimeoutError(f"waited {START} s in vain for {what}")
        time.sleep(0.005)


def _output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
