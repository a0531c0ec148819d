"""Following the links in mails as a reader does: a mail program opens the reply, and it is sent as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

from gm.desk.arrival.door import Door, Identified
from gm.desk.game.game import Game
from gm.desk.game.outgoing import ANSWERS, Mail
from gm.desk.mails.delivery import Delivery
from gm.desk.office import Handled, Office
from gm.offline.replay import replay
from gm.post.inbound.authenticity import Authenticity
from gm.report.disclosure import disclose

GOLDEN = Path(__file__).parent.parent / "golden"


class Opened(NamedTuple):
    """What a mail program opens for a mailto link."""

    label: str
    to: str
    subject: str
    body: str


class _Anchors(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[list[str]] = []
        self._inside = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self._inside = True
            self.found.append([str(dict(attrs)["href"]), ""])

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found[-1][1] += data


def addresses(page: str) -> list[str]:
    """The addresses of all links of a page."""
    return [address for address, _ in _Anchors(page).found]


def links_of(page: str) -> list[Opened]:
    """What the links of a page open, as RFC 6068 has it; a plus sign is one."""
    found = []
    for address, label in _Anchors(page).found:
        parts = urlsplit(address)
        assert parts.scheme == "mailto" and not parts.netloc and not parts.fragment
        fields = dict(one.split("=", 1) for one in parts.query.split("&"))
        assert set(fields) <= {"subject", "body"}
        said = {name: unquote(value, errors="strict") for name, value in fields.items()}
        found.append(Opened(label, unquote(parts.path), said["subject"], said.get("body", "")))
    return found


def letter(sender: str, opened: Opened, number: int) -> bytes:
    """The mail that is sent when nothing is changed in it."""
    mail = EmailMessage(policy=SMTP)
    mail["From"] = Address(addr_spec=sender)
    mail["To"], mail["Subject"], mail["Message-ID"] = opened.to, opened.subject, f"<tap-{number}@client.example>"
    mail.set_content(opened.body.replace("\r\n", "\n") + "\n")
    return mail.as_bytes()


class Tap(NamedTuple):
    """A link that was followed.

    mail: where it stood; text: the plain text there; found: whose the letter was taken for; answers: what its sender
    was told; before, after: the game.
    """

    mail: Mail
    text: str
    opened: Opened
    handled: Handled
    found: Identified
    answers: tuple[Mail, ...]
    before: Game
    after: Game


class Written(NamedTuple):
    """A copy of a mail as it is sent."""

    mail: Mail
    recipient: str
    text: str
    page: str


class _Undo(BaseException):
    """Takes everything back."""


@contextmanager
def undone(office: Office) -> Iterator[None]:
    """Whatever happens within it has not happened afterwards."""
    known = dict(office.books.known)
    try:
        with office.store.transaction():
            yield
            raise _Undo
    except _Undo:
        pass
    finally:
        office.books.known.clear()
        office.books.known.update(known)


class Tapping:
    """Plays a golden game and follows every link of every mail at once, without any effect on the game.

    late: follow them when the phase that the mail is about is over instead or, in a live game, three days later.
    """

    def __init__(self, late: bool = False) -> None:
        self.taps: list[Tap] = []
        self._late, self._kept = late, list[tuple[Written, datetime]]()
        self._office: Office | None = None
        self._written: list[Written] = []
        self._mails: list[Mail] = []
        self._mail: Mail | None = None
        self._found: list[Identified] = []
        self._number = 0

    def play(self, name: str) -> list[Tap]:
        """Follow the links of the golden game of this name."""
        folder = GOLDEN / name
        acts = folder / "acts.jsonl"
        with self._patched():
            replay(
                (folder / "game.toml").read_text(), (folder / "in.mbox").read_bytes(),
                acts.read_text() if acts.exists() else "", None, disclose, folder=folder,
            )  # fmt: skip
        return self.taps

    @contextmanager
    def _patched(self) -> Iterator[None]:
        tapping, deliver, queue, believe = self, Delivery.deliver, Delivery.queue, Door.believe

        def delivered(self: Delivery, game: Game, mail: Mail, *rest: Any) -> None:
            tapping._mail = mail
            tapping._mails.append(mail)
            deliver(self, game, mail, *rest)
            tapping._mail = None

        def queued(self: Delivery, *args: Any, **named: Any) -> None:
            queue(self, *args, **named)
            if tapping._mail is not None and named.get("html"):
                tapping._written.append(Written(tapping._mail, args[2], named["text"], named["html"]))

        def believed(self: Door, mail: Any, at: datetime, prove: Any = None) -> Identified:
            # In a replay From is trusted; a link must find its place as a reply does.
            if not tapping._number or not mail.message_id.startswith("tap-"):
                return believe(self, mail, at, prove)
            tapping._found.append(self.identify(mail, at, lambda: Authenticity("none", "")))
            return tapping._found[-1]

        with (
            patch.object(Delivery, "deliver", delivered), patch.object(Delivery, "queue", queued),
            patch.object(Delivery, "wants_html", lambda *_: True), patch.object(Door, "believe", believed),
            patch("gm.desk.mails.delivery.drawn", lambda *_: {}), self._after("receive"), self._after("strike_before"),
            self._after("operate"), self._after("open_game"),
        ):  # fmt: skip
            yield

    def _after(self, name: str) -> Any:
        tapping, true = self, getattr(Office, name)

        def happened(self: Office, *args: Any, **named: Any) -> Any:
            found = true(self, *args, **named)
            if tapping._office is None:
                tapping._office = self
                tapping._follow_all()
                tapping._office = None
            return found

        return patch.object(Office, name, happened)

    def _follow_all(self) -> None:
        assert self._office is not None
        (name,) = self._office.store.games.names()
        game, at = self._office.game(name), self._office.store.journal.last_at(name)
        self._kept += [(one, at) for one in self._written]
        ripe = [one for one in self._kept if not self._late or _is_over(one[0].mail, one[1], game, at)]
        self._kept = [one for one in self._kept if one not in ripe]
        for one, _ in ripe:
            for opened in links_of(one.page):
                self._follow(name, one, opened)
        self._written = []

    def _follow(self, name: str, written: Written, opened: Opened) -> None:
        assert self._office is not None
        office, (mail, recipient, text, _) = self._office, written
        self._number += 1
        with undone(office):
            self._mails.clear()
            self._found.clear()
            before = office.game(name)
            at = office.store.journal.last_at(name) + timedelta(seconds=1)
            handled = office.receive(f"tap/{self._number}", letter(recipient, opened, self._number), at, at)
            answers = tuple(one for one in self._mails if one.kind in ANSWERS or one.reader == mail.reader)
            found = self._found[-1] if self._found else Identified()
            self.taps.append(Tap(mail, text, opened, handled, found, answers, before, office.game(name)))


def _is_over(mail: Mail, sent: datetime, game: Game, at: datetime) -> bool:
    """Whether what a mail asks for is no longer due."""
    if game.clock is None or game.over:
        return False
    return mail.phase != game.clock.phase or (mail.phase == "LIVE" and at - sent > timedelta(days=3))
