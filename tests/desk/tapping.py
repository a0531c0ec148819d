"""Following the links in mails as a reader does: a mail program opens the reply, and it is sent as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from html.parser import HTMLParser
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import unquote, urlsplit

from helpers.goldengames import Script
from helpers.mails import parsed, text_of
from msgspec.structs import replace

from gm.desk.game.game import Game
from gm.desk.game.outgoing import ANSWERS
from gm.desk.office import Handled, Office
from gm.offline.replay import GM, OPERATOR
from gm.report.disclosure import disclose
from gm.store.ledger import Told
from gm.store.store import Store

REPLY = re.compile(r"\+([a-z2-7]{20})@")


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
        self.inside = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.inside = True
            self.found.append([str(dict(attrs)["href"]), ""])

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "a"

    def handle_data(self, data: str) -> None:
        if self.inside:
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

    number, phase: of the mail where it stood; text: the plain text there; answers: the number of the mail to which
    the letter counted as an answer; notices: what its sender was told; changed: what changed in the state of the game.
    """

    number: int
    phase: str
    text: str
    opened: Opened
    handled: Handled
    answers: int | None
    notices: tuple[tuple[str, Any], ...]
    changed: frozenset[str]


class Written(NamedTuple):
    """A copy of a mail as it is sent."""

    mail: Told
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

    All of its players want pages. In a replay From is trusted; a letter from a link comes to an office that trusts
    nobody, on the same store, and must find its place as a reply does.

    late: follow them when the phase that the mail is about is over instead or, in a live game, three days later.
    """

    def __init__(self, name: str, late: bool = False) -> None:
        self.taps: list[Tap] = []
        self.late, self.kept = late, list[tuple[Written, datetime]]()
        self.script, self.store = Script(name), Store(":memory:")
        self.office = Office(self.store, GM, OPERATOR, disclose, html=True)
        self.number = self.newest = 0

    def play(self) -> list[Tap]:
        """Follow the links of the game."""
        script = self.script
        mails = [replace(one, raw=one.raw.replace(b"SET FORMAT TEXT", b"SET FORMAT HTML")) for one in script.mails]
        run = script.replay(self.store, lambda _: self.follow_all(), html=True)
        with patch("gm.desk.mails.delivery.drawn", lambda *_: {}):  # size: no picture is drawn
            run.run(mails, script.acts, None)
        self.store.close()
        taps, self.taps, self.kept = self.taps, [], []  # an office is freed late, and holds on to this
        return taps

    def written(self) -> list[Written]:
        """The mails with a page that were sent since this was last asked."""
        query = "select id, recipient, raw from outbox where id > ? order by id"
        found = []
        for row in self.store.rows(query, [self.newest]):
            self.newest, mail = row["id"], parsed(row["raw"])
            page, place = mail.get_body(("html",)), REPLY.search(str(mail["Reply-To"]))
            if page is not None and place is not None:
                token = self.store.tokens.find(place[1])
                assert token is not None
                told = self.store.ledger.find(token.game, token.reader, token.number)
                assert told is not None
                found.append(Written(told, row["recipient"], text_of(mail), str(page.get_content())))
        return found

    def follow_all(self) -> None:
        """Follow the links of what was sent last, or of what has come to its end."""
        name = self.script.file.name
        self.office.forget()
        game, at = self.office.game(name), self.store.journal.last_at(name)
        self.kept += [(one, at) for one in self.written()]
        ripe = [one for one in self.kept if not self.late or _is_over(one[0].mail, one[1], game, at)]
        self.kept = [one for one in self.kept if one not in ripe]
        for one, _ in ripe:
            for opened in links_of(one.page):
                self.follow(name, one, opened)

    def follow(self, name: str, written: Written, opened: Opened) -> None:
        """Send what a link opens, and take back what becomes of it."""
        mail, recipient, text, _ = written
        self.number += 1
        with undone(self.office):
            before, at = self.office.game(name), self.store.journal.last_at(name) + timedelta(seconds=1)
            raw = letter(recipient, opened, self.number)
            handled = self.office.receive(f"tap/{self.number}", raw, at, at)
            *_, last = self.store.journal.entries(name, before.entries)
            answers = (one for one in self.store.ledger.after(name, before.entries)
                       if one.kind in ANSWERS or one.reader == mail.reader)  # fmt: skip
            notices = tuple(notice for one in answers for notice in one.notices)
            changed = _changed(before.state, self.office.game(name).state)
            reply = last.data.get("answers")
            self.taps.append(Tap(mail.number, mail.phase, text, opened, handled, reply, notices, changed))


def _changed(before: Any, after: Any) -> frozenset[str]:
    """The fields of a state that another one does not have alike."""
    fields = () if before is None else before.__struct_fields__  # a game that forms has none
    return frozenset(one for one in fields if getattr(before, one) != getattr(after, one))


def _is_over(mail: Told, sent: datetime, game: Game, at: datetime) -> bool:
    """Whether what a mail asks for is no longer due."""
    if game.clock is None or game.over:
        return False
    return mail.phase != game.clock.phase or (mail.phase == "LIVE" and at - sent > timedelta(days=3))


