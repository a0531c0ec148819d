"""A small server of HTTP for whoever watches gm. It answers GET and HEAD, a few at a time, and holds up nothing else.

Knows nothing of what it shows. However many ask, at most MOST are answered at a time and RATE in a second; each is
given PATIENCE seconds; whoever else asks waits in the system's queue, in which there is room for QUEUE. Whoever has
been there longest without a question makes room for who comes next: so nobody keeps others out by saying nothing.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress

import msgspec

from gm.config.values import Listen

log = logging.getLogger("gm")
MOST, RATE, QUEUE = 16, 100, 128
PATIENCE = 5.0  # seconds for a question and its answer
LONGEST_HEAD = 8_192  # bytes
AGAIN = 60.0  # seconds between two tries to listen
WORDS = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 500: "Internal Server Error",
         503: "Service Unavailable"}  # fmt: skip


class Page(msgspec.Struct, frozen=True):
    """What is answered."""

    status: int
    body: bytes
    kind: str = "text/plain; charset=utf-8"


class Listener:
    """Listens at one address. answer: gives the page at a path, None if there is none."""

    def __init__(self, listen: Listen, answer: Callable[[str], Page | None]) -> None:
        self._listen, self._answer = listen, answer
        self._tasks: set[asyncio.Task[None]] = set()
        self._silent: dict[asyncio.Task[None], None] = {}  # those that have not asked yet, the longest there first

    async def run(self) -> None:
        """Answer until cancelled. If the address cannot be listened at, say so and try again every minute."""
        while True:
            try:
                line = bound(self._listen)
            except OSError as error:
                log.error("metrics: %s cannot be listened at (%s)", self._listen.text, error.strerror)
                await asyncio.sleep(AGAIN)
                continue
            log.info("metrics: http://%s/metrics", self._listen.text)
            try:
                with line:
                    await self._accept(line)
            finally:
                await self._end()

    async def _accept(self, line: socket.socket) -> None:
        loop, places = asyncio.get_running_loop(), asyncio.Semaphore(MOST)

        def left(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self._silent.pop(task, None)
            places.release()

        while True:
            await asyncio.sleep(1 / RATE)
            try:
                asker, _ = await loop.sock_accept(line)
            except OSError as error:  # no files left, or the asker has gone
                log.warning("metrics: nobody can be answered now (%s)", error.strerror)
                await asyncio.sleep(1.0)
                continue
            with ExitStack() as unserved:
                unserved.callback(asker.close)
                await self._room(places)
                task = asyncio.create_task(self._serve(asker))
                unserved.pop_all()
            self._tasks.add(task)
            self._silent[task] = None
            task.add_done_callback(left)

    async def _room(self, places: asyncio.Semaphore) -> None:
        """Take a place, made by whoever has been there longest without a question if all are taken."""
        if places.locked() and self._silent:
            longest = next(iter(self._silent))
            del self._silent[longest]
            longest.cancel()
        await places.acquire()

    async def _serve(self, asker: socket.socket) -> None:
        with asker, suppress(OSError, TimeoutError):
            asker.setblocking(False)
            async with asyncio.timeout(PATIENCE):
                head = await _head(asker)
                task = asyncio.current_task()
                assert task is not None
                self._silent.pop(task, None)
                await asyncio.get_running_loop().sock_sendall(asker, self._answered(head))

    def _answered(self, head: bytes) -> bytes:
        """The bytes that answer a question."""
        words = head.split(b"\r\n", 1)[0].decode("ascii", "replace").split(" ")
        page: Page | None
        if len(words) != 3 or not words[2].startswith("HTTP/1."):
            page = Page(400, b"this is no question in HTTP\n")
        elif words[0] not in ("GET", "HEAD"):
            page = Page(405, b"here is nothing but to look at\n")
        else:
            page = self._page(words[1].partition("?")[0])
        return _written(page, words[0] != "HEAD")

    def _page(self, path: str) -> Page:
        """The page at a path. An error of ours is told by its type alone: it may quote what only some may know."""
        try:
            return self._answer(path) or Page(404, b"there are /metrics and /healthz\n")
        except Exception as error:
            log.error("metrics: a page cannot be made (%s)", type(error).__name__)
            return Page(500, b"an error of gm's own\n")

    async def _end(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def bound(listen: Listen) -> socket.socket:
    """A socket that listens at an address. Raises OSError."""
    line = socket.socket(socket.AF_INET6 if ":" in listen.host else socket.AF_INET)
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setblocking(False)
        line.bind((listen.host, listen.port))
        line.listen(QUEUE)
    except OSError:
        line.close()
        raise
    return line


async def _head(asker: socket.socket) -> bytes:
    """The head of a question, as far as it came: to its end, or to LONGEST_HEAD."""
    head = b""
    while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
        more = await asyncio.get_running_loop().sock_recv(asker, LONGEST_HEAD - len(head))
        if not more:
            break
        head += more
    return head


def _written(page: Page, with_body: bool) -> bytes:
    lines = (
        f"HTTP/1.1 {page.status} {WORDS[page.status]}", f"Content-Type: {page.kind}",
        f"Content-Length: {len(page.body)}", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
        "Connection: close", "", "",
    )  # fmt: skip
    return "\r\n".join(lines).encode() + (page.body if with_body else b"")
