"""For tests of mailboxes: waiting for one that goes, and IMAP servers that answer as they are told."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from gm.post.boxes.imap import ImapMailbox
from gm.post.boxes.mailbox import MailboxGone


async def gone(call: Any, seconds: float = 30.0) -> str:
    """The text of the MailboxGone that *call* must raise within *seconds*."""
    with pytest.raises(MailboxGone) as caught:
        await asyncio.wait_for(call, seconds)
    return str(caught.value)


class Script:
    """A server that answers as told. None is silence, "" hanging up.

    `{t}` in an answer stands for the tag, `|` for a pause; with a NUL behind it, the server then hangs up.
    """

    USUAL = (
        ("CAPABILITY", "* CAPABILITY IMAP4rev1\r\n{t} OK done\r\n"),
        ("LIST", '* LIST () "/" x\r\n{t} OK done\r\n'),
        ("SELECT", "* OK [UIDVALIDITY 7] x\r\n* OK [PERMANENTFLAGS (\\Seen \\*)] x\r\n{t} OK [READ-WRITE] done\r\n"),
        ("UID SEARCH", "* SEARCH\r\n{t} OK done\r\n"),
    )

    def __init__(self, greeting: str | None = "* OK hello\r\n", **answers: Callable[[str], str | None] | str | None):
        self.greeting = greeting
        self.answers = dict(self.USUAL) | {name.replace("_", " "): answer for name, answer in answers.items()}
        self.heard: list[str] = []

    @contextlib.asynccontextmanager
    async def box(self, **more: Any) -> AsyncIterator[ImapMailbox]:
        settings: dict[str, Any] = {"tls": "none", "done_folder": "Done", "timeout": 0.5}
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        mailbox = ImapMailbox("127.0.0.1", port, "gm", 'se"cret', **(settings | more))
        try:
            yield mailbox
        finally:
            await mailbox.close()
            server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.closing(writer), contextlib.suppress(asyncio.CancelledError, ConnectionError):
            await self.talk(reader, writer)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((self.greeting or "").encode())
        while line := (await reader.readline()).decode():
            self.heard.append(line.strip().partition(" ")[2])
            answer = self.answer(line)
            if answer == "":
                return
            for part in (answer or "").split("|"):
                if part == "\0":
                    return
                writer.write(part.encode())
                await writer.drain()
                await asyncio.sleep(0.02 if "|" in (answer or "") else 0)

    def answer(self, line: str) -> str | None:
        tag, _, command = line.strip().partition(" ")
        for name, answer in self.answers.items():
            if command.startswith(name):
                text = answer(command) if callable(answer) else answer
                return text if text is None else text.replace("{t}", tag)
        return f"{tag} OK done\r\n"

    def said(self, start: str) -> list[str]:
        return [command for command in self.heard if command.startswith(start)]


def search(*uids: int) -> str:
    return f"* SEARCH {' '.join(map(str, uids))}\r\n{{t}} OK done\r\n"


FACTS = 'UID <uid> INTERNALDATE "<date>" RFC822.SIZE <size>'
BODY = "UID <uid> BODY<what> {<size>}\r\n<raw>"
NO = "NO"


@dataclass
class Kept:
    """A mail in the folder of a scripted server, and how the server tells of it; "" leaves it out of the answer.

    wrong: how often the body is told so, before it is told as it should be. asked: how often it was asked for.
    """

    raw: str
    facts: str = FACTS
    body: str = BODY
    wrong: int = 1_000_000
    asked: int = 0


class Folder(Script):
    """A server with mails in its folder, by UID. All were received at *date*.

    noise: lines that nobody asked for, before and between its answers. ends: how it breaks off its next answers to
    FETCH; "" for one that it does not.
    """

    def __init__(self, mails: dict[int, Kept], date: str, noise: str = "", ends: Sequence[str] = ()) -> None:
        super().__init__(
            CAPABILITY="* CAPABILITY IMAP4rev1 MOVE UIDPLUS\r\n{t} OK done\r\n", UID_FETCH=self.fetch,
            UID_MOVE=self.move, UID_SEARCH=lambda _: search(*self.mails),
        )  # fmt: skip
        self.mails, self.date, self.noise, self.ends = mails, date, noise, list(ends)
        self.moved: dict[int, str] = {}  # where mails were moved to

    def fetch(self, command: str) -> str:
        """The answer to a FETCH of facts or bodies."""
        uids = [int(uid) for uid in command.split()[2].split(",")]
        told = {uid: self.told(uid, command) for uid in uids if uid in self.mails}
        lines = [f"* {uid} FETCH ({text})\r\n" for uid, text in told.items() if text not in ("", NO)]
        answer = self.noise + self.noise.join(lines)
        end = self.ends.pop(0) if self.ends else ""
        if end == "cut":
            return answer[: len(answer) // 2] + "|\0"
        if end:
            return f"{end.replace('<answer>', answer)}\r\n"
        return f"{answer}{{t}} {NO if NO in told.values() else 'OK'} done\r\n"

    def told(self, uid: int, command: str) -> str:
        """What is told of one mail."""
        kept, form = self.mails[uid], self.mails[uid].facts
        if "BODY" in command:
            kept.asked += 1
            form = BODY if kept.asked > kept.wrong else kept.body
        facts = {"uid": uid, "date": self.date, "size": len(kept.raw), "what": "[]<0>" if "<0." in command else "[]"}
        for name, value in facts.items():
            form = form.replace(f"<{name}>", str(value))
        return form.replace("<raw>", kept.raw)

    def move(self, command: str) -> str:
        """The answer to a MOVE, which is done."""
        uids, folder = command.split()[2:4]
        for uid in map(int, uids.split(",")):
            if self.mails.pop(uid, None) is not None:
                self.moved[uid] = folder.strip('"')
        return f"{{t}} OK [COPYUID 9 {uids} {uids}] done\r\n"
