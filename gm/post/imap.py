"""A mailbox on an IMAP server.

aioimaplib speaks the protocol, but left alone it can wait for ever: `_Line` wraps one connection so that every
command ends, and `ImapMailbox` is the mailbox made of such lines, one after the other.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import re
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from aioimaplib import aioimaplib

from gm.post.mailbox import BATCH, LIMIT, Arrival, MailboxGone, portion

log = logging.getLogger(__name__)
# Below WARNING the library logs whole mails, and a password that holds a quote or a backslash.
logging.getLogger(aioimaplib.__name__).setLevel(logging.WARNING)

# The library's parser recurses once per line of an answer and gives up at about 980 of them.
MOST_UIDS = 100
SLOWEST = 50_000  # bytes a second; a download gets this much time on top of the timeout
GOODBYE = 2.0  # seconds a server may take to answer LOGOUT

Answer = Any  # aioimaplib's Response: result ("OK", "NO", "BAD") and lines (bytes, and bytearray for literals)
Call = Callable[..., Awaitable[Any]]


class _Protocol(aioimaplib.IMAP4ClientProtocol):  # type: ignore[misc]
    """The library's protocol, with its silent deaths made audible."""

    def data_received(self, data: bytes) -> None:
        """Hang up on an answer the parser cannot take.

        Left to asyncio, the error would be logged with the text of the pending command: LOGIN and its password.
        """
        try:
            super().data_received(data)
        except Exception as error:
            self._hang_up(error)

    async def welcome(self, line: bytes) -> None:
        """Take a greeting that is no welcome as the end; the library would wait out its timeout."""
        try:
            await super().welcome(line)
        except Exception as error:
            self._hang_up(error)

    def _hang_up(self, error: Exception) -> None:
        self.conn_lost_cb(error)
        self.transport.abort()


class _Client(aioimaplib.IMAP4):  # type: ignore[misc]
    # aioimaplib.IMAP4_SSL loses conn_lost_cb on its way, so TLS comes by ssl_context.
    def create_client(self, host: str, port: int, loop: Any, conn_lost_cb: Any = None, ssl_context: Any = None) -> None:
        loop = asyncio.get_running_loop()
        self.protocol = _Protocol(loop, conn_lost_cb)
        self._client_task = loop.create_task(loop.create_connection(lambda: self.protocol, host, port, ssl=ssl_context))


class _Line:
    """One connection. Each command ends: with an answer, or with MailboxGone and the connection thrown away.

    After a timeout or an error the connection cannot be used again: a late answer would be taken for the answer to
    the next command. Commands must not overlap; ImapMailbox sees to that.
    """

    def __init__(self, host: str, port: int, context: ssl.SSLContext | None, timeout: float) -> None:
        self._where = f"IMAP server {host}:{port}"
        self._timeout = timeout
        self._lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.client = _Client(host, port, timeout=timeout, conn_lost_cb=self._on_lost, ssl_context=context)

    def _on_lost(self, error: Exception | None) -> None:
        if not self._lost.done():
            self._lost.set_result("the connection was closed" if error is None else _plain(error))

    def gone(self, doing: str, why: str) -> MailboxGone:
        self.drop()
        return MailboxGone(f"{self._where}: {doing}: {why}")

    def drop(self) -> None:
        """End the connection now; a command still waiting for its answer gets MailboxGone."""
        self._on_lost(None)
        client = self.client
        if client.protocol.transport is not None:
            client.protocol.transport.abort()
        if client._idle_waiter is not None:
            client._idle_waiter.cancel()
        for task in (client._client_task, *client.tasks, *client.protocol.tasks):
            task.cancel()

    async def ask(self, doing: str, call: Call, *args: str, seconds: float | None = None, **more: Any) -> Answer:
        """What *call* answers, within *seconds* (the timeout if None). *doing* names it in the log."""
        if self._lost.done():
            raise self.gone(doing, self._lost.result())
        task = asyncio.ensure_future(call(*args, **more))
        try:
            await self._first(task, self._timeout if seconds is None else seconds)
            # Cancelled, though we were not: drop() was called from elsewhere.
            if task.done() and not task.cancelled():
                return task.result()
        except Exception as error:
            # "from None": the library's errors may quote the command, and LOGIN carries the password.
            raise self.gone(doing, _plain(error)) from None
        except asyncio.CancelledError:
            self.drop()
            raise
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        raise self.gone(doing, self._lost.result() if self._lost.done() else "no answer in time")

    async def idle(self, seconds: float) -> None:
        """Return when the server says something, or after *seconds*."""
        news = self.client.protocol.idle_queue
        while not news.empty():
            news.get_nowait()
        ended = await self.ask("IDLE", self.client.idle_start, timeout=seconds + self._timeout)
        said = asyncio.ensure_future(news.get())
        try:
            await self._first(said, seconds)
        except asyncio.CancelledError:
            self.drop()
            raise
        finally:
            said.cancel()
        if said.done() and not said.cancelled() and any(line.startswith(b"BYE") for line in said.result()):
            raise self.gone("IDLE", "the server said goodbye")
        await self.ask("DONE", self._end_idle, ended)

    async def _end_idle(self, ended: Awaitable[Any]) -> Any:
        self.client.idle_done()
        return await ended

    async def rest(self, seconds: float) -> None:
        """Sleep; a connection that is lost meanwhile ends the sleep with MailboxGone."""
        await asyncio.wait({self._lost}, timeout=seconds)
        if self._lost.done():
            raise self.gone("waiting", self._lost.result())

    async def _first(self, task: asyncio.Future[Any], seconds: float) -> None:
        await asyncio.wait({task, self._lost}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)


class _Fact(msgspec.Struct, frozen=True):
    """What never changes about a mail under one UID."""

    received: datetime
    size: int


class ImapMailbox:
    """A folder on an IMAP server, as gm.post.mailbox.Mailbox describes it.

    Which mails are new:

    * with *done_folder*: every mail in *folder* that is not \\Deleted. Done mail has been moved away, so it does not
      matter that somebody read the mailbox with a mail program and so marked mails as seen;
    * without: every mail not \\Deleted that lacks the keyword $GmDone, or \\Seen where the server keeps no keywords.
      On such a server nobody else may read the folder.

    Done mail is marked first and moved second. If moving fails, the mail stays, marked; it is not shown again
    before the next open(). Without *quarantine_folder*, quarantined mail goes where the other done mail goes.
    The folders are created if missing. Their names are plain text, in the server's own hierarchy.

    *tls*: "implicit" (verified, against *cafile* alone if given) or "none". *timeout*, *idle_cap* and *poll* are
    seconds, *limit* is bytes. One call at a time is served, the others wait for it; but close() ends a wait().
    """

    def __init__(
        self,
        host: str,
        port: int,
        user: str,
        password: str,
        *,
        tls: Literal["implicit", "none"],
        cafile: str | None = None,
        folder: str = "INBOX",
        done_folder: str | None = None,
        quarantine_folder: str | None = None,
        timeout: float = 30.0,
        idle_cap: float = 60.0,
        poll: float = 30.0,
        limit: int = LIMIT,
        batch: int = BATCH,
    ) -> None:
        """Raises ValueError if mail would be moved to where it is read, OSError if *cafile* cannot be used."""
        if folder in (done_folder, quarantine_folder):
            raise ValueError(f"processed mail would be moved to {folder}, from which new mail is read")
        self._host, self._port, self._user, self._password = host, port, user, password
        self._context = ssl.create_default_context(cafile=cafile) if tls == "implicit" else None
        self._folder, self._done, self._quarantine = folder, done_folder, quarantine_folder
        self._timeout, self._idle_cap, self._poll = timeout, idle_cap, poll
        self._limit, self._batch = limit, min(batch, MOST_UIDS)
        self._turn = asyncio.Lock()
        self._open_line: _Line | None = None
        self._forget()

    def _forget(self) -> None:
        """Drop what was learnt about the folder: under a new UIDVALIDITY the same UID is another mail."""
        self._validity = 0
        self._marks = "\\Seen"
        self._new: tuple[str, ...] = ("UNDELETED",)
        self._facts: dict[int, _Fact] = {}
        self._shown: set[int] = set()
        self._stuck: set[int] = set()  # done, but still here because moving failed
        self._unreadable: set[int] = set()

    async def open(self) -> None:
        async with self._turn:
            self._drop()
            self._forget()
            self._open_line = _Line(self._host, self._port, self._context, self._timeout)
            await self._enter()
            for name in {self._done, self._quarantine} - {None}:
                await self._provide(str(name))
            await self._select()

    async def _enter(self) -> None:
        client = self._line.client
        await self._line.ask("connecting", client.wait_hello_from_server)
        self._want("login", await self._line.ask("login", client.login, aioimaplib.quoted(self._user), self._password))
        # What a server can do often differs after the login, and the library misreads the list in LOGIN's answer.
        await self._line.ask("CAPABILITY", client.protocol.capability)

    async def _provide(self, name: str) -> None:
        client = self._line.client
        answer = await self._line.ask("LIST", client.list, '""', wire_name(name))
        if len(answer.lines) < 2:  # the last line is the server's verdict, the others are folders
            self._want(f"creating folder {name}", await self._line.ask("CREATE", client.create, wire_name(name)))

    async def _select(self) -> None:
        answer = await self._line.ask("SELECT", self._line.client.select, wire_name(self._folder))
        self._want(f"opening folder {self._folder}", answer)
        text = b"\n".join(answer.lines).decode("ascii", "replace")
        validity = re.search(r"\[UIDVALIDITY (\d+)\]", text)
        if validity is None or "[READ-ONLY]" in text:
            raise self._line.gone("SELECT", "no UIDVALIDITY" if validity is None else "the folder is read-only")
        self._validity = int(validity[1])
        keyword = re.search(r"\[PERMANENTFLAGS \([^)]*\\\*", text) is not None
        if keyword:
            self._marks += " $GmDone"
        if self._done is None:
            self._new = ("UNDELETED", "UNKEYWORD", "$GmDone") if keyword else ("UNDELETED", "UNSEEN")

    async def look(self) -> tuple[Arrival, ...]:
        async with self._turn:
            waiting = await self._waiting()
            await self._learn(waiting)
            order = sorted(self._facts, key=lambda uid: (self._facts[uid].received, uid))
            order = order[: portion([self._facts[uid].size for uid in order], self._batch, self._limit)]
            # Mails without facts count as shown too, or wait() would come back for them at once for ever.
            self._shown.update(order, waiting - self._facts.keys())
            return await self._read(order)

    async def done(self, keys: Sequence[str], kept: bool = True) -> None:
        async with self._turn:
            uids = [int(uid) for validity, _, uid in (key.partition("/") for key in keys) if self._is_mine(validity)]
            folder = self._done if kept else self._quarantine or self._done
            for start in range(0, len(uids), MOST_UIDS):
                await self._settle(uids[start : start + MOST_UIDS], folder)

    async def wait(self, seconds: float) -> None:
        async with self._turn:
            clock = asyncio.get_running_loop().time
            until = clock() + seconds
            # The search before each IDLE is needed: the news of a mail that came during an earlier command is
            # swallowed with that command's answer, and IDLE then says nothing. For the same reason IDLE is kept short.
            while await self._waiting() <= self._shown and (left := until - clock()) > 0:
                if "IDLE" in self._abilities:
                    await self._line.idle(min(left, self._idle_cap))
                else:
                    await self._line.rest(min(left, self._poll))

    async def close(self) -> None:
        line = self._open_line
        if line is not None and not self._turn.locked():
            with contextlib.suppress(MailboxGone):
                await line.ask("LOGOUT", line.client.logout, seconds=min(self._timeout, GOODBYE))
        self._drop()

    def _drop(self) -> None:
        line, self._open_line = self._open_line, None
        if line is not None:
            line.drop()

    @property
    def _line(self) -> _Line:
        if self._open_line is None:
            raise MailboxGone("the mailbox is not open")
        return self._open_line

    @property
    def _abilities(self) -> frozenset[str]:
        return frozenset(self._line.client.protocol.capabilities)

    def _is_mine(self, validity: str) -> bool:
        return validity == str(self._validity)

    def _want(self, doing: str, answer: Answer) -> None:
        """Raise MailboxGone unless the server said OK."""
        if answer.result == "OK":
            return
        said = answer.lines[-1].decode("ascii", "replace") if answer.lines else ""
        raise self._line.gone(doing, f"the server said {answer.result} {self._clean(said)}")

    def _clean(self, said: str) -> str:
        """What the server said, on one line. Some servers repeat a command they did not understand, LOGIN too."""
        for form in (str(aioimaplib.quoted(self._password)), self._password):
            said = said.replace(form, "***") if self._password else said
        return " ".join(said.split())[:200]

    async def _search(self, *criteria: str) -> set[int]:
        answer = await self._line.ask("SEARCH", self._line.client.uid_search, *criteria, charset=None)
        self._want("SEARCH", answer)
        return {int(word) for line in answer.lines[:-1] for word in line.split() if word.isdigit()}

    async def _waiting(self) -> set[int]:
        """The UIDs of new mail."""
        # Some servers look for new mail at NOOP only.
        await self._line.ask("NOOP", self._line.client.noop)
        return await self._search(*self._new) - self._stuck

    async def _learn(self, waiting: set[int]) -> None:
        """Keep the facts of the *waiting* mails, fetching those not known yet."""
        self._facts = {uid: fact for uid, fact in self._facts.items() if uid in waiting}
        self._shown &= waiting
        unknown = sorted(waiting - self._facts.keys())
        for start in range(0, len(unknown), MOST_UIDS):
            chunk = unknown[start : start + MOST_UIDS]
            # No ENVELOPE or BODYSTRUCTURE: brackets within a subject derail the library's parser.
            for uid, (text, _) in (await self._fetch(chunk, "(UID INTERNALDATE RFC822.SIZE)")).items():
                if (fact := _fact(text)) is not None:
                    self._facts[uid] = fact

    async def _read(self, order: Sequence[int]) -> tuple[Arrival, ...]:
        """The mails themselves; one that vanished meanwhile is left out."""
        sizes = {uid: self._facts[uid].size for uid in order if self._facts[uid].size <= self._limit}
        found = await self._fetch(list(sizes), "(UID BODY.PEEK[])", sum(sizes.values())) if sizes else {}
        gone = sizes.keys() - found.keys() - self._unreadable
        return tuple(self._arrival(uid, found[uid][1] if uid in found else b"") for uid in order if uid not in gone)

    def _arrival(self, uid: int, raw: bytes) -> Arrival:
        fact = self._facts[uid]
        # The announced size may be wrong; what counts is what came.
        size = len(raw) or fact.size
        return Arrival(f"{self._validity}/{uid}", fact.received, raw if size <= self._limit else b"", size)

    async def _fetch(self, uids: Sequence[int], items: str, size: int = 0) -> dict[int, tuple[str, bytes]]:
        """Text and literal of each of *uids* the server gives. One broken mail does not hide the others."""
        client, seconds = self._line.client, self._timeout + size / SLOWEST
        answer = await self._line.ask("FETCH", client.uid, "fetch", uid_set(uids), items, seconds=seconds)
        found = fetched(answer.lines)
        if answer.result != "OK" and len(uids) > 1:
            for uid in uids:
                found.update({} if uid in found else await self._fetch([uid], items, size))
        elif answer.result != "OK":
            log.warning("the mail with UID %s cannot be fetched: the server said %s", uids[0], answer.result)
            self._unreadable.update(uids)
        return found

    async def _settle(self, uids: Sequence[int], folder: str | None) -> None:
        """Mark these mails as done, then move them to *folder* if there is one."""
        client = self._line.client
        marks = f"({self._marks})"
        self._want("STORE", await self._line.ask("STORE", client.uid, "store", uid_set(uids), "+FLAGS.SILENT", marks))
        if folder is not None and not await self._move(uids, folder):
            left = await self._search("UID", uid_set(uids), "UNDELETED")
            self._stuck |= left
            if left:
                log.warning("%d processed mails could not be moved to %s; they stay, marked", len(left), folder)

    async def _move(self, uids: Sequence[int], folder: str) -> bool:
        """Move these mails; True only if the server confirms each of them. Nothing is deleted unconfirmed."""
        command = "move" if "MOVE" in self._abilities else "copy"
        answer = await self._line.ask(command.upper(), self._line.client.uid, command, uid_set(uids), wire_name(folder))
        if answer.result != "OK":
            return False
        # OK alone may mean that nothing was found to move; COPYUID tells what was.
        moved = copied(answer.lines, uids) if "UIDPLUS" in self._abilities else list(uids)
        if command == "copy" and moved:
            await self._remove(moved)
        return len(moved) == len(uids)

    async def _remove(self, uids: Sequence[int]) -> None:
        client, names = self._line.client, uid_set(uids)
        self._want("STORE", await self._line.ask("STORE", client.uid, "store", names, "+FLAGS.SILENT", "(\\Deleted)"))
        # A plain EXPUNGE would also remove what a person has marked as deleted: without UIDPLUS the mail stays, marked.
        if "UIDPLUS" in self._abilities:
            self._want("EXPUNGE", await self._line.ask("EXPUNGE", client.uid, "expunge", names))


def wire_name(name: str) -> str:
    """A folder's name as it goes over the wire: modified UTF-7 (RFC 3501, 5.1.3) in quotes."""

    def shifted(run: re.Match[str]) -> str:
        code = base64.b64encode(run[0].encode("utf-16-be"), b"+,").rstrip(b"=")
        return f"&{code.decode('ascii')}-"

    return str(aioimaplib.quoted(re.sub(r"[^\x20-\x7e]+", shifted, name.replace("&", "&-"))))


def uid_set(uids: Iterable[int]) -> str:
    return ",".join(map(str, uids))


def copied(lines: Sequence[bytes], uids: Iterable[int]) -> list[int]:
    """Those of *uids* a COPYUID among *lines* names (RFC 4315); empty if there is none."""
    match = re.search(rb"\[COPYUID \d+ ([\d,:]+) [\d,:]+\]", b"\n".join(lines))
    if match is None:
        return []
    spans = [sorted(map(int, part.split(":"))) for part in match[1].decode("ascii").split(",") if part]
    return [uid for uid in uids if any(span[0] <= uid <= span[-1] for span in spans)]


def fetched(lines: Iterable[bytes | bytearray]) -> dict[int, tuple[str, bytes]]:
    """Text and literal by UID, from the answer to a FETCH of which each mail has one literal at most."""
    mails: list[tuple[list[str], bytearray]] = []
    for line in lines:
        if isinstance(line, bytearray):
            mails[-1][1].extend(line)
        elif re.match(rb"\d+ FETCH \(", line):
            mails.append(([line.decode("ascii", "replace")], bytearray()))
        elif mails:
            mails[-1][0].append(line.decode("ascii", "replace"))
    return _by_uid((" ".join(texts), bytes(literal)) for texts, literal in mails)


def _by_uid(mails: Iterable[tuple[str, bytes]]) -> dict[int, tuple[str, bytes]]:
    found: dict[int, tuple[str, bytes]] = {}
    for text, literal in mails:
        uid = re.search(r"\bUID (\d+)", text)
        # Servers slip in changes of flags; only what was asked for counts.
        if uid and ("BODY[]" in text or "INTERNALDATE" in text):
            found[int(uid[1])] = (text, literal)
    return found


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _fact(text: str) -> _Fact | None:
    date = re.search(r'INTERNALDATE "([^"]*)"', text)
    size = re.search(r"RFC822\.SIZE (\d+)", text)
    received = internal_date(date[1]) if date else None
    return _Fact(received, int(size[1])) if received and size else None


def internal_date(text: str) -> datetime | None:
    """The moment an INTERNALDATE such as ` 7-Feb-2026 09:05:00 +0100` names, in UTC; None if it names none."""
    match = re.fullmatch(r" ?(\d+)-(\w{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", text)
    if match is None or match[2].title() not in MONTHS:
        return None
    day, _, year, hour, minute, second, sign, hours, minutes = match.groups()
    offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        # Not strptime: its month names follow the locale.
        month = 1 + MONTHS.index(match[2].title())
        when = datetime(int(year), month, int(day), int(hour), int(minute), min(int(second), 59))
        return (when - offset).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def _plain(error: Exception) -> str:
    """What to log of *error*. Of the library's own errors only the kind: their text may quote a command."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate was refused: {error.verify_message}"
    if isinstance(error, TimeoutError | aioimaplib.CommandTimeout):
        return "no answer in time"
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return type(error).__name__
