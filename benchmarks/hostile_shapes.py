"""Mails made to cost much to read, by their shapes: a head, one or more parts, and what their texts repeat.

`SHAPES` are those that somebody thought of. `worse` changes and crosses them at random, to find others.
"""

from __future__ import annotations

import base64
import binascii
import quopri
from collections.abc import Callable, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

MAIL, TEXT = 7_990_000, 520_000  # bytes of a mail and of its text: just within the limits
LINES, ROWS, UNMARKED, TAGS = 149_000, 19_000, 5_900, 49_000  # lines of a mail, of its text, tags
HEAD, FIELD = 250_000, 60_000  # bytes of a head and of a field

HTML, PLAIN, FLOWED = b"text/html", b"text/plain", b"text/plain; format=flowed; delsp=yes"
SAID = b"Content-Type: text/plain\n\nSTATUS\n"
FRAMES = ("bare", "mixed", "alternative", "both", "nested", "many", "message", "report", "attached", "picture")


class Shape(msgspec.Struct, frozen=True):
    """A mail: fields before the text, the kind of the text, how it is coded and framed, and what it repeats.

    fields: a name, and what its value repeats. lead: the beginning of the text; pieces: what follows, over and over;
    every: after how many of them a line ends (0: never). share: the part of the allowed size that is used.
    """

    kind: bytes = PLAIN
    pieces: tuple[bytes, ...] = (b"x",)
    every: int = 1
    lead: bytes = b""
    frame: str = "bare"
    coding: str = "8bit"
    charset: bytes = b"utf-8"
    fields: tuple[tuple[bytes, bytes], ...] = ()
    share: float = 1.0

    @property
    def name(self) -> str:
        """What the shape is, on one line."""
        plain = Shape()
        said = {key: getattr(self, key) for key in self.__struct_fields__ if getattr(self, key) != getattr(plain, key)}
        return " ".join(f"{key}={value!r}"[:90] for key, value in said.items()) or "one letter a line"


def made(shape: Shape, most: int = MAIL) -> bytes:
    """The mail of a shape, of at most *most* bytes, and otherwise as large as is allowed of it."""
    sender = b"From: Ben <ben@example.org>\nSubject: [spring] S1901M\n"
    room = min(HEAD, most // 2) // max(len(shape.fields), 1)
    fields = b"".join(
        name + b": " + piece * (min(room, FIELD) // max(len(piece), 1)) + b"\n" for name, piece in shape.fields
    )
    return (sender + fields + _Maker(shape, min(TEXT, most), most).framed())[:most]


class _Maker:
    """Makes what is below the head of a mail of a shape, with at most so many bytes of text."""

    def __init__(self, shape: Shape, text: int, mail: int) -> None:
        self._shape, self._most, self._mail = shape, text, mail

    def framed(self) -> bytes:
        """The text in its frame."""
        make = getattr(self, f"_{self._shape.frame}")
        made: bytes = make()
        return made

    def _bare(self) -> bytes:
        return self._part(self._most)

    def _mixed(self) -> bytes:
        return _parts(b"mixed", [SAID, self._part(self._most)])

    def _alternative(self) -> bytes:
        return _parts(b"alternative", [SAID, self._part(self._most)])

    def _both(self) -> bytes:
        return _parts(b"alternative", [self._part(self._most // 2, kind) for kind in (PLAIN, HTML)])

    def _nested(self) -> bytes:
        raw = self._part(self._most - 5000)
        for level in range(17):
            raw = _parts(b"alternative" if level % 2 else b"mixed", [raw], b"b%d" % level)
        return raw

    def _many(self) -> bytes:
        return _parts(b"mixed", [self._part(self._most // 195, share=1 / 190)] * 190)

    def _message(self) -> bytes:
        return _parts(b"mixed", [SAID, b"Content-Type: message/rfc822\n\nFrom: a@b\n" + self._part(self._most)])

    def _report(self) -> bytes:
        said = b"Final-Recipient: rfc822; a@b\nAction: failed\nDiagnostic-Code: " + self._text(1000) + b"\n\n"
        status = b"Content-Type: message/delivery-status\n\n" + said * 150
        return _parts(b"report; report-type=delivery-status", [self._part(self._most), status])

    def _attached(self) -> bytes:
        return _parts(b"mixed", [SAID, b"Content-Disposition: attachment\n" + self._part(self._most)])

    def _picture(self) -> bytes:
        data = self._text(self._most)
        data = data * max(min(self._mail // max(len(data), 1), LINES // max(data.count(b"\n"), 1)), 1)
        head = b"Content-Type: image/png\nContent-Transfer-Encoding: " + self._shape.coding.encode() + b"\n\n"
        return _parts(b"mixed", [self._part(1000), head + data])

    def _part(self, most: int, kind: bytes = b"", share: float = 1.0) -> bytes:
        """One part with its own fields."""
        shape = self._shape
        head = b"Content-Type: " + (kind or shape.kind) + b"; charset=" + shape.charset + b"\n"
        head += b"Content-Transfer-Encoding: " + shape.coding.encode() + b"\n\n"
        return head + CODINGS.get(shape.coding, bytes)(self._text(most, share))

    def _text(self, most: int, share: float = 1.0) -> bytes:
        """The text, before its coding, of about *most* bytes; share: of the lines and tags that a mail may have."""
        shape, most = self._shape, int(most * self._shape.share)
        unit = b"".join(
            piece + (b"\n" if shape.every and not n % shape.every else b"")
            for n, piece in enumerate(shape.pieces * max(shape.every, 1), 1)
        )
        count = (most - len(shape.lead)) // max(len(unit), 1)
        if ends := unit.count(b"\n"):
            rows = ROWS if unit.startswith(b">") or b"\n>" in unit else UNMARKED
            count = min(count, int(rows * share) // ends)
        if tags := unit.count(b"<") if HTML in (shape.kind, PLAIN if shape.frame != "both" else HTML) else 0:
            count = min(count, int(TAGS * share) // tags)
        return shape.lead + unit * max(count, 1)


def _parts(kind: bytes, parts: Sequence[bytes], boundary: bytes = b"b") -> bytes:
    top = b"Content-Type: multipart/" + kind + b"; boundary=" + boundary + b"\n\n"
    return top + b"".join(b"--" + boundary + b"\n" + part + b"\n" for part in parts) + b"--" + boundary + b"--\n"


def _uuencoded(data: bytes) -> bytes:
    rows = (binascii.b2a_uu(data[n : n + 45]) for n in range(0, len(data), 45))
    return b"begin 644 x\n" + b"".join(rows) + b"end\n"


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "base64": base64.encodebytes, "quoted-printable": quopri.encodestring, "x-uuencode": _uuencoded,
}  # fmt: skip


def _html(*pieces: bytes, **more: object) -> Shape:
    return Shape(HTML, pieces, every=0, **more)  # type: ignore[arg-type]


SHAPES: dict[str, Shape] = {
    f"page of {b''.join(pieces)[:40]!r}": _html(*pieces)
    for pieces in (
        (b"<b>",), (b"<b></b>",), (b"<b></i>",), (b"<div>",), (b"<div></div>",), (b"<p>",), (b"<li>",), (b"<br>",),
        (b"<td>x</td>",), (b"<pre>\n",), (b"<blockquote>",), (b"<blockquote>", b"x", b"</blockquote>"), (b"</",),
        (b"</b>",), (b"<!--",), (b"<!-- -->",), (b"<![CDATA[",), (b"<!x>",), (b"<?x>",), (b"<a ",), (b"<a b='>",),
        (b"<a b=c>",), (b"<a b c d e f g h>",), (b"<p style='a:b;c:d!e'>",), (b"<p class='a b c d'>",), (b"&#",),
        (b"&amp",), (b"&#65;",), (b"&lt;",), (b"&notit;",), (b"<title>",), (b"<script></",), (b"<textarea>",),
        (b"<style>", b"x", b"</style>"), (b"<x\0y>",), (b"<b/>",), (b"<", b">"), (b"<s>x</s>",), (b"<svg><a/>",),
        (b"<a href=\"", b"\">"), (b"<plaintext>",), (b"<p style='font-size:0'>x",), (b"<noscript>",), (b"<i >",),
    )
} | {
    "page of attributes": _html(b"a=b ", lead=b"<p "),
    "page of quoted attributes": _html(b"a='b' ", lead=b"<p "),
    "page of classes": _html(b"a ", lead=b"<p class='"),
    "page of style": _html(b"a:b;", lead=b"<p style='"),
    "page of entities in an attribute": _html(b"&amp;", lead=b"<p style='"),
    "page of blanks": _html(b" ", lead=b"<p style='border-top:"),
    "page of spaces between": _html(b"x ", lead=b""),
    "page of quotes that end no tag": _html(b'<a =">="'),
    "page of tags and text": _html(b"<b>some"),
    "page of paragraphs and text": _html(b"<p>some"),
    "page of ends and text": _html(b"<b></b>xy<i></i>xy"),
    "page of lists and text": _html(b"<li><b>some words</i>"),
    "page of deep divs and dds": _html(b"<div><dd>", b"</dt>"),
} | {
    f"text of {b''.join(pieces)[:40]!r}": Shape(PLAIN, pieces, every=len(pieces))
    for pieces in (
        (b"",), (b"x",), (b"> x",), (b">",), (b"> " * 2000,), (b"x:",), (b"x y:",), (b"-- ",), (b"GM>",), (b"\t",),
        (b"On 20/11/2026 wrote:", b">"), (b"On 20/11/2026 GM <g@x.org> wrote:", b"", b"x", b""), (b"From: x",),
        (b"From: x", b"Date: 1", b"To: y"), (b"Received: x",), (b"Return-Path: x",), (b"a: b",), (b"x 1 a@b:",),
        (b"_" * 30,), (b"-" * 99,), (b"Sent from my",), (b"-----BEGIN PGP SIGNED MESSAGE-----", b""), (b"*a* _b_",),
        (b"SIGNON x",), (b"SET PASSWORD x",), (b"my password",),
        (b"MY THE NEW " * 300,), (b"SET" + b"_" * 3900,), (b"> SET" + b"_" * 3900,), (b"On 1 " + b"a@" * 190,),
        (b"SIGN ON " * 500,), (b"> PASSWORD " * 350,), (b"Received: x", b"a: b"), (b"wrot " * 18 + b":", b"> x"),
        (b"On 20/11/2026 GM <g@x.org> wrote:", b"On 1" * 1000), (b"1 a. b) ",), (b"On " * 100 + b"1",), (b"x: | x",),
        (b"2026-11-20 x <a@b>:",), (b"Quoting a:",), (b"-----x-----",), (b"    " * 200,), (b"| x",), (b"wrote",),
        (b"----- On 1 wrote x",), (b"a@" * 150,), (b"\xe2\x80\x8b" * 8,), (b"BUR|On 1/1/26 a@b wrote:", b"> x"),
        (b"BURAa" * 70 + b":", b"> x"), (b"Aa1/1/26 a@b " * 20 + b":", b"> x"), (b"On 1" * 90 + b":", b"> x"),
    )
} | {
    f"one line of {piece[:30]!r}": Shape(PLAIN, (piece,), every=0)
    for piece in (
        b"x", b" ", b">", b"> ", b"a@", b"a@b ", b"*a", b"*", b"_x_ ", b"1/", b"On 1 ", b"wrote ", b"\xff", b"\0", b"-",
        b"SIGNON", b"PASSWORD ", b"a.", b"\t", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"12:", b"--", b"From: ", b":",
    )
} | {
    f"flowed {b''.join(pieces)!r}": Shape(FLOWED, pieces, every=len(pieces))
    for pieces in ((b"a ",), (b"> ",), (b">>a ", b">"), (b" ",), (b"-- ",), (b"", b" "))
} | {
    f"{coding} of {piece!r}": Shape(PLAIN, (piece,), every=0, coding=coding)
    for coding in ("base64", "quoted-printable", "x-uuencode") for piece in (b"x", b"= ", b"\xff", b"\n")
} | {
    f"charset {charset.decode()}": Shape(PLAIN, (piece,), every=0, charset=charset)
    for charset, piece in (
        (b"utf-7", b"+AAA-"), (b"utf-7", b"+"), (b"punycode", b"a"), (b"idna", b"xn--a."), (b"utf-16", b"a"),
        (b"iso-2022-jp", b"\x1b$B!!"), (b"hz", b"~{"), (b"raw_unicode_escape", b"\\u0041"), (b"unicode_escape", b"\\x"),
        (b"gb18030", b"\x81\x30\x81\x30"), (b"x-unknown", b"\xff"), (b"utf-8", b"\xff"), (b"base64", b"a"),
        (b"iso2022_kr", b"\x0e"), (b"big5hkscs", b"\x88\x62"), (b"zlib", b"x"), (b"cp65001", b"\xff"),
        (b"utf-32", b"abcd"), (b"euc_jis_2004", b"\x8f\xa1"), (b"rot13", b"a"), (b"utf-8", b"\xf0\x9f\x98\x80"),
    )
} | {
    f"field {name.decode()} of {piece!r}": Shape(fields=((name, piece),), share=0.01)
    for name, piece in (
        (b"To", b"a@b, "), (b"To", b"<"), (b"To", b'"'), (b"To", b"("), (b"To", b"()"), (b"To", b"\\"), (b"To", b"a:"),
        (b"To", b"<a@b>,"), (b"To", b"\"x\" <a@b>"), (b"From", b"<a@b> "), (b"To", b"\"a\"<"), (b"To", b",;"),
        (b"Subject", b"=?utf-8?q?=41?= "), (b"Subject", b"=?a?q?"), (b"Subject", b"=?utf-8?b?QQ==?="),
        (b"Subject", b"=?"),
        (b"Subject", b"=?x?q?a?="), (b"Subject", b"=?utf-7?q?+?= "), (b"Subject", b"=?punycode?q?aaaaaaaaaa"),
        (b"Message-ID", b"<"), (b"References", b"<a@b>"), (b"References", b"<a@b"), (b"Subject", b"SIGNON "),
        (b"Subject", b"SET PASSWORD "), (b"Subject", b"\xff"), (b"Return-Path", b" <"), (b"Received", b"by x "),
        (b"Authentication-Results", b"a;"), (b"Content-Type", b"; a*1*=b"), (b"Content-Type", b';a="'),
        (b"Auto-Submitted", b"a"), (b"X-Failed-Recipients", b"a@b,"), (b"Content-Disposition", b'; filename*0="a"'),
    )
} | {
    "many fields": Shape(fields=tuple((b"To", b"a@b, ") for _ in range(480)), share=0.01),
    "many From": Shape(fields=tuple((b"From", b"<a@b> ") for _ in range(480)), share=0.01),
    "a picture": Shape(pieces=(b"QUJD" * 18,), frame="picture", coding="base64"),
    "a picture in short lines": Shape(pieces=(b"QUI=",), frame="picture", coding="base64"),
    "a picture of empty lines": Shape(pieces=(b"",), frame="picture"),
    "a picture in one line": Shape(pieces=(b"x",), every=0, frame="picture"),
    "a picture of 8 bits": Shape(pieces=(b"\xff" * 30,), frame="picture"),
    "a picture of hyphens": Shape(pieces=(b"--",), frame="picture"),
    "a picture of delimiters": Shape(pieces=(b"--b ",) + (b"x",) * 200, every=1, frame="picture"),
    "a picture of returns": Shape(pieces=(b"x\r",), every=1, frame="picture"),
} | {
    f"{frame} of {kind.decode()} {piece!r}": Shape(kind, (piece,), every=every, frame=frame)
    for frame in ("mixed", "alternative", "both", "nested", "many", "message", "report", "attached")
    for kind, piece, every in ((HTML, b"<b>", 0), (PLAIN, b"On 20/11/2026 GM <g@x.org> wrote:", 1), (PLAIN, b"*x*", 1))
}  # fmt: skip

BITS = tuple(dict.fromkeys(piece for shape in SHAPES.values() for piece in (*shape.pieces, shape.lead) if piece))
FIELDS = tuple(dict.fromkeys(field for shape in SHAPES.values() for field in shape.fields[:1]))
CHARSETS = tuple(dict.fromkeys(shape.charset for shape in SHAPES.values()))


def worse(shape: Shape, other: Shape, chance: Random) -> Shape:
    """A shape near *shape*, with something of *other*; it need not cost more."""
    match chance.randrange(9):
        case 0:
            return replace(shape, pieces=(shape.pieces + other.pieces)[:6])
        case 1:
            pieces = [*shape.pieces]
            pieces[chance.randrange(len(pieces))] = chance.choice(BITS)
            return replace(shape, pieces=tuple(pieces))
        case 2:
            return replace(shape, every=chance.choice((0, 1, len(shape.pieces), 7, 60)))
        case 3:
            return replace(shape, frame=chance.choice(FRAMES))
        case 4:
            return replace(shape, coding=chance.choice(("8bit", "base64", "quoted-printable", "x-uuencode")))
        case 5:
            return replace(shape, kind=chance.choice((HTML, PLAIN, FLOWED)), charset=chance.choice(CHARSETS))
        case 6:
            return replace(shape, fields=(*shape.fields, chance.choice(FIELDS))[-3:])
        case 7:
            return replace(shape, lead=chance.choice((b"", other.lead, *other.pieces, *shape.pieces)))
    piece = chance.choice(shape.pieces)
    cut = chance.randrange(len(piece) + 1)
    changed = chance.choice((piece * 2, piece[:cut], piece[cut:], piece[:cut] + bytes([chance.randrange(256)])))
    return replace(shape, pieces=(*shape.pieces[:-1], changed[:4000]))
