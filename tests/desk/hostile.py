"""Letters meant to break gm, each as large as a mailbox lets through. Run as a script, it lets gm handle them all.

Prints a line of JSON for each: its name, what became of it, what its writer was told, the processor seconds it took,
and the most memory that this process (Python, gm and the letter) has had so far, in MB.
"""

from __future__ import annotations

import json
import sys
import time
import zlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from gm.desk.file.gamefile import read_game_file
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.store.store import Store

AT = datetime(2026, 1, 5, 18, tzinfo=UTC)
GAME = """[game]
name = "spring"
ruleset = "payola"
start = 2026-01-05T18:00:00Z
[seats]
ENGLAND = "ben@example.org"
FRANCE = "chloe@example.org"
GERMANY = "dirk@example.org"
"""
WHO = b"From: Ben <ben@example.org>\nSubject: [spring] S1901M\n"
ALL, TEXT, LINE = 7_990_000, 520_000, 3_990  # bytes of a mail, of its text, characters of a line: just allowed
MIXED = b'Content-Type: multipart/mixed; boundary="b"\n\n--b\n\nSTATUS\n--b\n'


def field(value: bytes, name: bytes = b"X-A") -> bytes:
    """A letter with one long field."""
    # The digits make each of them another letter.
    return WHO + name + b": " + value[:250_000] + b"\n\nHELP %d\n" % zlib.crc32(name + value)


def picture(data: bytes, encoding: bytes = b"7bit") -> bytes:
    """A letter with one large attachment."""
    return WHO + MIXED + b"Content-Type: image/png\nContent-Transfer-Encoding: " + encoding + b"\n\n" + data[:ALL]


def text(data: bytes, kind: bytes = b"text/plain; charset=utf-8") -> bytes:
    """A letter with as much text as is read."""
    return WHO + b"Content-Type: " + kind + b"\n\n" + data[:TEXT]


def html(piece: bytes) -> bytes:
    """HTML that repeats one piece."""
    return text(piece * (TEXT // len(piece)), b"text/html")


def quoted(line: bytes) -> bytes:
    """A letter that quotes the same line as often as is read."""
    return text(b"STATUS\n" + (b"> " + line + b"\n") * min(19_000, TEXT // (len(line) + 3) - 1))


def lines(line: str) -> bytes:
    """The same line as often as a letter may have it."""
    return text((line + "\n").encode() * min(999, 49_000 // (len(line) + 1)))


def long(head: str, piece: str) -> bytes:
    """A few lines as long as may be: *head*, and then *piece* over and over."""
    return lines((head + piece * LINE)[:LINE])


def alternatives(depth: int) -> bytes:
    """Alternatives within alternatives, all of them doubtful."""
    levels = [b'Content-Type: multipart/alternative; boundary="b%d-"\n\n--b%d-\n' % (n, n) for n in range(depth)]
    return WHO + (b"\nOn 20/11/2026 GM <g@x.org> wrote:\n\nx\n" * 30).join(levels) + b"\n" + b"x y:\n" * 15_000


P = [a + b for a in ("LON", "PAR", "MUN", "VIE") for b in (" - BUR", " - NTH", " - RUH", " - TYR", "")]
# fmt: off
LETTERS: dict[str, Callable[[], bytes]] = {
    "one line of 8 MB": lambda: WHO + b"\n" + b"a" * ALL,
    "4 million empty lines": lambda: WHO + b"\n" + b"\n" * 4_000_000,
    "4 million returns": lambda: WHO + b"\n" + b"\r" * 4_000_000,
    "random bytes": lambda: WHO + b"\n" + bytes(range(256)) * (ALL // 256),
    "NULs": lambda: text(b"\0\n" * 240_000),
    "surrogates": lambda: text(b"\xed\xa0\x80" * 170_000),
    "a picture of 8 MB": lambda: picture((b"QUJD" * 18 + b"\n") * 115_000, b"base64"),
    "a picture in short lines": lambda: picture(b"a\n" * 149_000),
    "a picture in lines of 8 bits": lambda: picture(b"\xff" * 30 + b"\n" + b"\xff" * 8_000_000),
    "base64 of nothing": lambda: picture(b"*\n" * 149_000, b"base64"),
    "a packed file that would be large": lambda: picture(zlib.compress(b"\0" * 5_000_000).replace(b"\n", b"") * 1_600),
    "100,000 parts": lambda: WHO + MIXED + b"\n\nx\n--b\n" * 100_000,
    "100,000 nested parts": lambda: WHO
    + b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(100_000)),
    "390 nested parts": lambda: WHO
    + b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(390)),
    "250,000 nested mails": lambda: WHO + b"Content-Type: message/rfc822\n\n" * 250_000,
    "alternatives in alternatives": lambda: alternatives(18),
    "200 parts of text": lambda: WHO + MIXED + (b"\n" + b"x" * 40_000 + b"\n--b\n") * 190,
    "200 parts of HTML": lambda: WHO + MIXED + (b"Content-Type: text/html\n\n" + b"<p>A" * 10_000 + b"\n--b\n") * 190,
    "parameters": lambda: WHO + b"Content-Type: text/plain" + b"; a*1*=b" * 30_000 + b"\n\nSTATUS",
    "parameters in 200 parts": lambda: WHO + MIXED + (b"Content-Type: a" + b';a="' * 500 + b"\n\nx\n--b\n") * 190,
    "100,000 addresses": lambda: field(b", ".join(b"a%d@x.org" % n for n in range(100_000)), b"To"),
    "250,000 quotes in To": lambda: field(b'"' * 250_000, b"To"),
    "250,000 brackets in To": lambda: field(b"<(" * 125_000, b"To"),
    "encoded words": lambda: field(b"=?utf-8?q?=41?= " * 15_000, b"Subject"),
    "half encoded words": lambda: field(b"=?a?q?" * 40_000, b"Subject"),
    "encoded words in charsets": lambda: field(b" ".join(b"=?x%d?q?a?=" % n for n in range(20_000)), b"Subject"),
    "an encoded word of punycode": lambda: field(b"=?punycode?q?" + b"a" * 60_000 + b"?=", b"Subject"),
    "a long Message-ID": lambda: field(b"<" + b"a" * 200_000 + b"@x>", b"Message-ID"),
    "40,000 references": lambda: field(b"<a@b>" * 40_000, b"References"),
    "30,000 fields": lambda: WHO + b"To: a@b\n" * 30_000 + b"\nHISTORY",
    "a report": lambda: WHO
    + b'Content-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: message/delivery-status\n\n'
    + b"Final-Recipient: rfc822; a@b\nStatus: 5.1.1\nAction: failed\n\n" * 60_000,
    "a report in plain words": lambda: b"Return-Path: <>\n"
    + WHO
    + b"\nHi. This is the qmail-send program\n"
    + b"<a@b>:\n550 no\n" * 15_000,
    **{
        f"HTML of {piece!r}": lambda piece=piece: html(piece)  # type: ignore[misc]
        for piece in (
            b"<!--", b"<a ", b"<b></i>", b"<a b='>", b"&#", b"<div>", b"<li>", b"<td>x</td>", b"<pre>\n",
            b"<blockquote>", b"</", b"<![CDATA[", b"<title>", b"<p " + b"a=b " * 40_000 + b">",
            b'<p style="border-top:' + b" " * 90_000,
        )
    },
    **{
        f"text of {piece!r}": lambda piece=piece: text(piece * (TEXT // len(piece)))  # type: ignore[misc]
        for piece in (
            b"On 20/11/2026 wrote:\n>\n>\n", b"> " * 2_000, b"From: x\nDate: 1\n", b"x:\n", b" ", b"-- \n",
        )
    },
    **{
        f"quoted {line!r}": lambda line=line: quoted(line)  # type: ignore[misc]
        for line in (
            b"4 : A PAR - BUR", b"A PAR - ", b"north sea " * 30, b"PAR " * 9_000, b"STATUS", b"10 : F LON - NTH | H",
        )
    },
    **{
        f"lines of {line}": lambda line=line: lines(line)  # type: ignore[misc]
        for line in (
            "4 : F LON - NTH", "4 : A XYZZY - BUR", "PRESS TO FRANCE", "PRESS TO FRNACE", "OFFERS", "STATUS", "HISTORY",
            "ACCEPT EFGIART", "TRANSFER 9 TO FRNCE", "| H", "4 : F LON - NTH |", "STATSU", "the fleet in North Sea",
            "x,", "4 : F LON - NTH and then goes to sea again ok to the lands of the night a",
            "100*1 > F LON - NTH | H",
        )
    },
    **{
        f"{head!r} and then {piece!r}": lambda head=head, piece=piece: long(head, piece)  # type: ignore[misc]
        for head in ("", "4 : F LON - ", "PRESS TO ")
        for piece in ("(", "9", "\u0663", "a-", "NTH-", "north ", "| H ", ". ", "FRANCE ")
    },
    "thousands of alternatives": lambda: text(("4 : F LON H" + "\n| S ".join(P * 49))[:49_000].encode()),
    "a press to everybody of 50 kB": lambda: text(b"BROADCAST\n" + b"4 : F LON - NTH %\n" * 990 + b"END"),
    "40 times HISTORY": lambda: text("".join(f"HISTORY {n}\n" for n in range(40)).encode()),
}
# fmt: on


def main(database: str) -> None:
    """Handle every letter."""
    office = Office(Store(database), GM, OPERATOR, lambda *_: ("", ""), 100_000, believes=True)
    office.open_game(read_game_file(GAME), AT)
    print(json.dumps(["(nothing yet)", "", "", 0.0, _peak()]))
    for number, (name, make) in enumerate(LETTERS.items()):
        raw = make()
        last = office.store.rows("select max(id) as id from outbox")[0]["id"]
        started = time.process_time()
        handled = office.receive(f"k{number}", raw, AT, AT)
        took = time.process_time() - started
        rows = office.store.rows("select raw from outbox where id > ? and recipient = 'ben@example.org'", [last])
        told = rows[0]["raw"].decode().split("\r\n\r\n", 1)[1][:300] if rows else ""
        del raw
        print(json.dumps([name, handled.state, told, round(took, 2), _peak()]))


def _peak() -> int:
    """From /proc: what getrusage() tells counts the process that started this one, too, as it was then."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) >> 10


if __name__ == "__main__":
    main(sys.argv[1])
