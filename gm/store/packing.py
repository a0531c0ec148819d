"""Texts and mails in less space, as the database holds them: compressed, and without what it keeps elsewhere.

A packed value says how it was packed, so that a later version may pack in another way and still read it. Files in
mails are left out of them, and kept once for a game; the token of a reply address stands beside its mail, so that it
can be forgotten once the mail is sent. What is packed is unpacked to the same bytes, whatever they are.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

PACKED: Mapping[str, frozenset[str]] = {
    "journal": frozenset({"data"}),
    "snapshots": frozenset({"state"}),
    "texts": frozenset({"text"}),
    "ledger": frozenset({"body", "notices"}),
    "disclosed": frozenset({"body"}),
    "inbox": frozenset({"raw"}),
    "outbox": frozenset({"raw"}),
    "pieces": frozenset({"data"}),
}
MAGIC = b"\0gm"  # no text that SQLite gives as bytes, and no mail, begins so
TEXT, BYTES, MAIL, AS_IT_IS = b"t", b"b", b"m", b"="
PNG = b"\x89PNG"
SHORT = 100  # characters of a text that is not worth packing
V = TypeVar("V")


class Way(msgspec.Struct, frozen=True):
    """A way of packing. dictionary: the file of what texts are likely to say, which never changes once it was used."""

    level: int
    dictionary: str


WAYS = {1: Way(4, "packing1.txt")}  # level 6 takes 1.6 times as long, for 4% less
NOW = max(WAYS)


@cache
def dictionary(way: int) -> bytes:
    """What a compressor in this way has seen before."""
    return (Path(__file__).parent / WAYS[way].dictionary).read_bytes()


PLAIN = 0  # the way of what is not compressed, because all of it together will be


@cache
def _begun(way: int) -> zlib._Compress:
    """A compressor that has seen the dictionary; it is copied for each use."""
    return zlib.compressobj(WAYS[way].level, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=dictionary(way))


def _compressed(data: bytes) -> bytes:
    made = _begun(NOW).copy()
    return made.compress(data) + made.flush()


def _expanded(way: int, data: bytes) -> bytes:
    if way == PLAIN:
        return data
    made = zlib.decompressobj(-zlib.MAX_WBITS, zdict=dictionary(way))
    return made.decompress(data) + made.flush()


def _head(kind: bytes) -> bytes:
    return MAGIC + bytes([NOW]) + kind


HEAD = len(MAGIC) + 2


def pack(value: object) -> object:
    """Text or bytes, packed; a short text, what is empty, and any other value as it is."""
    if isinstance(value, str):
        return _head(TEXT) + _compressed(value.encode("utf-8", "surrogatepass")) if len(value) >= SHORT else value
    if isinstance(value, bytes) and value:
        made = value if value.startswith(PNG) else _compressed(value)  # nothing makes a PNG smaller
        return _head(BYTES) + made if len(made) < len(value) else _head(AS_IT_IS) + value
    return value


def unpack(value: V, piece: Callable[[str], bytes]) -> V:
    """What was packed; any other value as it is. *piece* gives a file by its hash."""
    if not isinstance(value, bytes) or not value.startswith(MAGIC):
        return value
    way, kind, data = value[len(MAGIC)], value[HEAD - 1 : HEAD], value[HEAD:]
    if kind == AS_IT_IS:
        return data  # type: ignore[return-value]
    if kind == MAIL:
        return _whole_mail(way, data, piece)  # type: ignore[return-value]
    plain = _expanded(way, data)
    return plain.decode("utf-8", "surrogatepass") if kind == TEXT else plain  # type: ignore[return-value]


# -- mails of ours -------------------------------------------------------------------------------------------------

LARGE = 1_500  # characters of a file in base64 that is kept apart from its mail
MOST_READ = 4  # files that are remembered while an event is stored
FILE = re.compile(rb"\r\n\r\n((?:[A-Za-z0-9+/]{76}\r\n)+(?:[A-Za-z0-9+/]{1,75}={0,2}\r\n)?)")
MARK, DIGEST = b"\r\n\r\n\0", 64  # what stands for a file: this and its hash
LENGTH = 20  # characters of a token
TOKEN = re.compile(
    rb"^(?:Reply-To:[^\r\n]*?(?<![a-z0-9])|Subject:(?:[^\r\n]|\r\n )*?\(#)([a-z2-7]{20}|10{18}[1-9])(?![a-z0-9])",
    re.MULTILINE,
)
NOWHERE = 255  # no token was found in the mail
BROKEN = b"=\r\n"  # may stand inside a token in quoted-printable text
PLACES = tuple(b"1" + b"0" * (LENGTH - 2) + b"%d" % number for number in range(1, 10))  # no token has such digits


def pack_mail(raw: bytes, keep: Callable[[bytes], str] | None, read: dict[bytes, bytes] | None = None) -> bytes:
    """A mail of ours, packed. *keep* is given each large file in it and returns its hash; None: files stay in it.

    read: files that were read lately, by their texts, since many mails of an event have the same.
    The token of its reply address stands in front, so that it can be forgotten; it is nowhere else.
    """
    if b"\0" in raw:  # none that we compose has one, and MARK begins with it
        return pack(raw)  # type: ignore[return-value]
    files = {} if read is None else read
    body = FILE.sub(lambda found: _cut(found, keep, files), raw) if keep is not None else raw
    token, place, body = _hidden(body)
    return _head(MAIL) + _kept(token, place) + _compressed(body)


def _kept(token: bytes, place: int) -> bytes:
    return bytes([place, len(token)]) + token


def _cut(found: re.Match[bytes], keep: Callable[[bytes], str], read: dict[bytes, bytes]) -> bytes:
    text = found[1]
    if text not in read:
        if len(read) >= MOST_READ:
            read.clear()
        read[text] = _content(text)
    return MARK + keep(read[text]).encode() if read[text] else found[0]


def _content(text: bytes) -> bytes:
    """A large file of its text in base64, b"" if it is none, or if the same text cannot be made of it again."""
    try:
        content = base64.b64decode(text) if len(text) >= LARGE else b""
    except ValueError:
        return b""
    return content if _base64(content) == text else b""


def _base64(content: bytes) -> bytes:
    return base64.encodebytes(content).replace(b"\n", b"\r\n")


def _hidden(raw: bytes) -> tuple[bytes, int, bytes]:
    """The token of a mail, the number of what stands in its place, and the mail so; b"" if it cannot be hidden."""
    found = TOKEN.search(raw, 0, raw.find(b"\r\n\r\n") + 1)
    if found is not None and found[1] in PLACES:  # it was forgotten before the mail came from another database
        return b"", PLACES.index(found[1]), raw
    place = next((place for place in PLACES if place not in raw), None)
    if found is None or place is None:
        return b"", NOWHERE, raw
    hidden = _replaced(raw, found[1], place)
    if _replaced(hidden, place, found[1]) != raw:
        return b"", NOWHERE, raw
    return found[1], PLACES.index(place), hidden


def _replaced(raw: bytes, word: bytes, by: bytes) -> bytes:
    """A mail with a word replaced, also where a soft line break stands inside it."""
    joined = raw.replace(BROKEN, b"")
    broken = joined.count(word) != raw.count(word)
    raw = raw.replace(word, by)
    for at in range(1, len(word)) if broken else ():
        raw = raw.replace(word[:at] + BROKEN + word[at:], by[:at] + BROKEN + by[at:])
    return raw


def _whole_mail(way: int, data: bytes, piece: Callable[[str], bytes]) -> bytes:
    place, size = data[0], data[1]
    token, raw = data[2 : 2 + size], _expanded(way, data[2 + size :])
    if token:
        raw = _replaced(raw, PLACES[place], token)
    if MARK not in raw:
        return raw
    first, *rest = raw.split(MARK)
    return first + b"".join(
        b"\r\n\r\n" + _base64(piece(part[:DIGEST].decode())) + part[DIGEST:] for part in rest
    )


def loosened(value: object) -> object:
    """What was packed, as it was; a mail of ours still without its files, and packed in the way PLAIN."""
    if not isinstance(value, bytes) or not value.startswith(MAGIC):
        return value
    if value[HEAD - 1 : HEAD] != MAIL:
        return unpack(value, lambda digest: b"")
    kept, body = _parts(value)
    return MAGIC + bytes([PLAIN]) + MAIL + kept + _expanded(value[len(MAGIC)], body)


def tightened(value: object) -> object:
    """What `loosened` gave for a mail of ours, packed again."""
    if not isinstance(value, bytes) or not value.startswith(MAGIC):
        return pack(value)
    kept, body = _parts(value)
    return _head(MAIL) + kept + _compressed(_expanded(value[len(MAGIC)], body))


def _parts(packed: bytes) -> tuple[bytes, bytes]:
    """The token of a packed mail with what belongs to it, and the rest."""
    end = HEAD + 2 + packed[HEAD + 1]
    return packed[HEAD:end], packed[end:]


def files_of(packed: bytes) -> list[str]:
    """The hashes of the files of a packed mail that are kept apart from it."""
    if not packed.startswith(MAGIC) or packed[HEAD - 1 : HEAD] != MAIL:
        return []
    body = _expanded(packed[len(MAGIC)], _parts(packed)[1])
    return [part[:DIGEST].decode() for part in body.split(MARK)[1:]]


def lacks_token(packed: bytes) -> bool:
    """Whether the token of a packed mail was forgotten."""
    return packed[HEAD - 1 : HEAD] == MAIL and packed[HEAD] != NOWHERE and packed[HEAD + 1] == 0


def with_token(packed: bytes, token: str) -> bytes:
    """A packed mail with the token of its reply address, "" to forget it; unchanged if it never had one."""
    if packed[HEAD - 1 : HEAD] != MAIL or packed[HEAD] == NOWHERE:
        return packed
    return packed[:HEAD] + _kept(token.encode(), packed[HEAD]) + packed[HEAD + 2 + packed[HEAD + 1] :]
