"""What is packed comes back as it was, whatever it is; and a mail that was sent no longer shows its reply address."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from helpers.rows import each_row
from hypothesis import given
from hypothesis import strategies as st

from gm.post.outbound.compose import Attachment, Image, Outgoing, Sender, compose
from gm.store import packing
from gm.store.outbox import State
from gm.store.packing import MAGIC, SHORT, pack, pack_mail, unpack, with_token
from gm.store.store import Store
from gm.store.vault import Vault

AT = datetime(2026, 3, 1, 12, tzinfo=UTC)
TOKEN = "abcdefghij234567abcd"
PLUS = Sender("The GameMaster", "gm@example.org", "gm+{token}@example.org")
PLAIN = Sender("The GameMaster", "gm@example.org")
PICTURE = b"\x89PNG" + bytes(range(256)) * 30
PAGE = "<p>" + "A PAR - BUR, and so on. " * 400
HTML = f"<p>caf\u00e9 {'x' * 60} <a href='mailto:gm+{TOKEN}@example.org'>yes</a></p>\n" * 40


def mail(sender: Sender = PLUS, html: str = "", token: str = TOKEN, files: tuple[Attachment, ...] = ()) -> bytes:
    """A mail of ours."""
    shown = (Image("map.png", "1@example.org", PICTURE),) if html else ()
    return compose(sender, Outgoing(
        "alice@example.com", "[spring] S1901M", "Hello.\n", message_id="1@example.org", date=AT, token=token,
        html=html, boundary="=_0123456789", attachments=files, images=shown,
    ))  # fmt: skip


MAILS = [
    mail(), mail(PLAIN), mail(token=""), mail(html=HTML), mail(PLAIN, HTML), mail(PLUS, HTML, token=""),
    mail(files=(Attachment("report.html", "text/html", PAGE),)),
    *(mail(files=(Attachment("even.html", "text/html", "x" * size),)) for size in range(57 * 40 - 2, 57 * 40 + 3)),
]  # fmt: skip


class Kept(dict[str, bytes]):
    """Files by their hashes."""

    def keep(self, content: bytes) -> str:
        self[digest := sha256(content).hexdigest()] = content
        return digest


@given(st.text() | st.binary() | st.integers() | st.none() | st.text(min_size=SHORT) | st.just(MAGIC + b"\1m\0\0x"))
def test_any_value_comes_back_as_it_was(value: object) -> None:
    assert unpack(pack(value), Kept().__getitem__) == value


@each_row("raw", MAILS)
def test_a_mail_of_ours_comes_back_byte_for_byte(raw: bytes) -> None:
    kept = Kept()
    assert unpack(pack_mail(raw, kept.keep), kept.__getitem__) == raw
    assert unpack(pack_mail(raw, None), kept.__getitem__) == raw


@given(st.binary(max_size=300))
def test_whatever_a_mail_is_it_comes_back(end: bytes) -> None:
    kept = Kept()
    for raw in (end, mail(html=HTML) + end, mail() + b"\r\n\r\n" + end, b"100000000000000000010\r\n" + mail() + end):
        assert unpack(pack_mail(raw, kept.keep), kept.__getitem__) == raw


def test_large_files_are_kept_once_and_outside_of_their_mails() -> None:
    kept = Kept()
    one, other = (pack_mail(mail(html=HTML, token=token), kept.keep) for token in (TOKEN, TOKEN[::-1]))
    assert list(kept.values()) == [PICTURE]
    assert max(len(one), len(other)) < 700


@pytest.mark.parametrize("raw", [mail(), mail(PLAIN), mail(html=HTML)])
def test_the_token_of_a_mail_can_be_forgotten_and_given_back(raw: bytes) -> None:
    kept = Kept()
    packed = pack_mail(raw, kept.keep)
    forgotten = with_token(packed, "")
    shown = unpack(forgotten, kept.__getitem__).replace(b"=\r\n", b"")
    assert TOKEN.encode() not in forgotten and TOKEN.encode() not in shown and b"Hello." in shown
    assert packing.lacks_token(forgotten) and not packing.lacks_token(packed)
    assert unpack(with_token(forgotten, TOKEN), kept.__getitem__) == raw
    # It also can after the mail went to another database without its token.
    again = pack_mail(unpack(forgotten, kept.__getitem__), kept.keep)
    assert unpack(with_token(again, TOKEN), kept.__getitem__) == raw


def test_a_mail_without_reply_address_is_given_none() -> None:
    packed = pack_mail(mail(token=""), None)
    assert not packing.lacks_token(packed) and with_token(packed, TOKEN) == packed


def test_what_one_way_packed_is_read_when_another_way_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pack(PAGE)
    # planted: a later way of packing
    monkeypatch.setitem(packing.WAYS, 2, packing.Way(1, "packing1.txt"))
    monkeypatch.setattr(packing, "NOW", 2)
    after = pack(PAGE)
    assert before != after
    assert unpack(before, Kept().__getitem__) == PAGE == unpack(after, Kept().__getitem__)


def test_the_dictionary_never_changes() -> None:
    assert {way: zlib.crc32(packing.dictionary(way)) for way in packing.WAYS} == {1: 2663131299}


def test_only_a_mail_that_was_sent_forgets_its_token() -> None:
    for key in (None, b"k" * 32):
        store = Store(":memory:")
        if key is not None:
            store.vault = Vault(key)
        for game in ("spring", ""):
            store.outbox.add(game, "FRANCE", "alice@example.com", "1@example.org", mail(html=HTML), AT, False)
        first, second = store.outbox.all()
        assert first.raw == second.raw == mail(html=HTML)
        store.outbox.sent(first.id, 1, "250 Ok", AT)
        first, second = store.outbox.all()
        assert TOKEN.encode() not in first.raw.replace(b"=\r\n", b"") and second.raw == mail(html=HTML)
        assert store.outbox.lacks_token(first.id) and not store.outbox.lacks_token(second.id)
        assert first.state == State.SENT
        store.outbox.give_token(first.id, TOKEN)
        assert store.outbox.all()[0].raw == mail(html=HTML)
        assert PICTURE[:400] not in b"".join(raw for (raw,) in store.execute("select raw from outbox where id = 1"))
        assert (PICTURE in [data for (data,) in store.execute("select data from pieces")]) is False
        store.close()
