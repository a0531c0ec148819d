"""A whole house on loopback, as its players see it: `gm serve`, a post office, and a web server with gm's folder.

It runs in a thread of its own, since Playwright and a loop of asyncio cannot share one. What a test does is what a
player's mail program and browser would do.
"""

from __future__ import annotations

import asyncio
import html
import re
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from axe_playwright_python.sync_playwright import Axe
from helpers.served import DOMAIN, PASSWORD, Served, letter, post
from playwright.sync_api import Page

from gm.bots.reading import Reading, read
from gm.demo.postoffice import HOST, PostOffice

PAGES = """
[site]
folder = "{folder}"
url = "{url}"
"""
LONGEST = 30.0  # seconds that something may take


class House:
    """What one house shows to the outside. url: of its folder of pages, without a slash at the end."""

    def __init__(self, folder: Path, url: str, served: Served, office: PostOffice, do: Callable[..., Any]) -> None:
        self.folder, self.url = folder, url
        self.served, self.office, self.do = served, office, do
        self.sent = 0
        self.read: dict[str, int] = {}

    def begin(self, name: str, game: str) -> None:
        """Begin a game from the text of its game.toml."""
        file = self.folder / f"{name}.toml"
        file.write_text(game, encoding="utf-8")
        status, said = self.do(self.served.run("new", "--file", str(file)))
        assert status == 0, said

    def mail(self, who: str, to: str, subject: str, text: str) -> None:
        """Send a mail as *who*, whose mailbox is who@gm.test."""
        self.sent += 1
        made = letter(who, text, f"{who}-{self.sent}", to=to, subject=subject)
        self.do(post(made, self.office))

    def follow(self, who: str, link: str) -> str:
        """Send just the mail that a mailto: link makes, and return its text."""
        parts = urlsplit(link)
        assert parts.scheme == "mailto"
        said = parse_qs(parts.query, strict_parsing=True)
        assert said.keys() <= {"subject", "body"}
        (subject,), (body,) = said["subject"], said["body"]
        self.mail(who, unquote(parts.path), subject, body.replace("\r\n", "\n"))
        return body.replace("\r\n", "\n")

    def answer(self, who: str, mail: Reading, text: str) -> None:
        """Reply to a mail."""
        self.mail(who, mail.reply_to, f"Re: {mail.subject}", text)

    def next(self, who: str, words: str) -> tuple[Reading, bytes]:
        """The next mail to *who* whose subject or text has these words; those before it count as read."""
        found = self.until(lambda: self.find(who, words), f"{who} is told {words!r}")
        assert isinstance(found, tuple)
        return found

    def find(self, who: str, words: str) -> tuple[Reading, bytes] | None:
        mails = self.office.mailbox_bytes(who)
        for at in range(self.read.get(who, 0), len(mails)):
            mail = read(mails[at])
            if words in f"{mail.subject}\n{' '.join(mail.text.split())}":
                self.read[who] = at + 1
                return mail, mails[at]
        return None

    def until(self, true: Callable[[], Any], what: str) -> Any:
        """Wait until something is true, and return it."""
        limit = time.monotonic() + LONGEST
        while not (found := true()):
            assert time.monotonic() < limit, f"waited in vain: {what}\n{self.served.text()[-2000:]}"
            time.sleep(0.05)
        return found

    def page_link(self, raw: bytes) -> str:
        """The link to a page of this house in the HTML of a mail."""
        shown = html_of(raw)
        (link,) = set(re.findall(rf'href="({re.escape(self.url)}/compose-[^"]*)"', shown))
        return html.unescape(str(link))


def html_of(raw: bytes) -> str:
    """The HTML form of a mail."""
    body = message_from_bytes(raw, policy=policy.default).get_body(("html",))
    return str(body.get_content())


def broken_rules(page: Page) -> list[str]:
    """What axe-core finds on a page as it is shown now."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def web_server(folder: Path) -> Iterator[str]:
    """Show a folder on loopback; gives its address."""
    server = ThreadingHTTPServer((HOST, 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://{HOST}:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def loop_apart() -> Iterator[Callable[[Awaitable[Any]], Any]]:
    """A loop of asyncio in a thread of its own; gives what runs something there to its end."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def bounded(work: Awaitable[Any]) -> Any:
        return await asyncio.wait_for(work, LONGEST)

    try:
        yield lambda work: asyncio.run_coroutine_threadsafe(bounded(work), loop).result()
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def house(folder: Path, players: list[str]) -> Iterator[House]:
    """A house whose daemon runs, without games. players: those who have a mailbox, as who@gm.test."""
    pages = folder / "pages"
    pages.mkdir()
    with loop_apart() as do, web_server(pages) as url:
        office = PostOffice(["gm", "operator", *players], DOMAIN, PASSWORD)
        do(office.__aenter__())
        served = Served(folder)
        try:
            served.configure(office.smtp_port, office.imap_port)
            served.write(served.config.read_text(encoding="utf-8") + PAGES.format(folder=pages, url=url))
            do(served.start())
            yield House(folder, url, served, office, do)
        finally:
            do(served.close())
            do(office.__aexit__(None, None, None))
