"""How much of a mail is read: just under each limit it is, just over it is not, and the reason names the limit."""

from __future__ import annotations

import zipfile
from functools import partial
from io import BytesIO

from helpers.rows import each_row
from helpers.steps import steps

from gm.post.inbound.letter import read_mail

FROM = b"From: ann@example.org\n"
ORDER = b"\n4 : A PAR - BUR\n"


def mixed(*parts: bytes, boundary: bytes = b"b1") -> bytes:
    """A multipart of *parts*, each of them with its own fields."""
    line = b"--" + boundary
    top = b'Content-Type: multipart/mixed; boundary="' + boundary + b'"\n\n'
    return top + b"".join(line + b"\n" + part + b"\n" for part in parts) + line + b"--\n"


def of_size(count: int) -> bytes:
    """A mail of exactly so many bytes, most of them a picture."""
    picture = b"Content-Type: image/png\n\n"
    empty = FROM + mixed(ORDER, picture)
    # Lines of 1,000 characters: it is the bytes that count here.
    filling = (b"x" * 999 + b"\n") * (count // 1000 + 1)
    return FROM + mixed(ORDER, picture + filling[: count - len(empty)])


def with_head(count: int) -> bytes:
    """A mail with a head of so many bytes, the blank line included."""
    field = b"X-A: " + b"a" * 994 + b"\n"
    rest = count - len(FROM) - 1
    return FROM + field * (rest // 1000 - 1) + b"X-B: " + b"b" * (rest % 1000 + 994) + b"\n" + ORDER


def with_fields(count: int) -> bytes:
    return FROM + b"X-A: a\n" * (count - 1) + ORDER


def with_parts(count: int) -> bytes:
    """So many parts, the multipart around the others being one of them."""
    return FROM + mixed(ORDER, *[b"\nx"] * (count - 2))


def nested(depth: int) -> bytes:
    raw = ORDER
    for level in range(depth - 1):
        raw = mixed(raw, boundary=b"b%d-" % level)
    return FROM + raw


def with_lines(count: int) -> bytes:
    """So many ends of lines, most of them in an attachment."""
    empty = FROM + mixed(ORDER, b"Content-Type: image/png\n\n")
    return FROM + mixed(ORDER, b"Content-Type: image/png\n\n" + b"\n" * (count - empty.count(b"\n")))


def with_text(count: int) -> bytes:
    """A text of so many bytes, most of them quoted."""
    quoted = (b"> " + b"x" * 997 + b"\n") * (count // 1000 + 1)
    return FROM + ORDER + quoted[: count - len(ORDER) + 1]


def with_text_in_two_parts(count: int) -> bytes:
    half = (b"> " + b"x" * 997 + b"\n") * (count // 2000)
    return FROM + mixed(b"\n" + half, b"\n" + half + b"> " + b"y" * (count % 2000))


def with_rows(count: int) -> bytes:
    return FROM + ORDER + b"> x\n" * (count - 2) + b"> x"


def with_unmarked(count: int) -> bytes:
    """So many lines without quote signs, most of them quoted by a program that writes none."""
    return FROM + ORDER + b"-----Original Message-----\n" + b"x\n" * (count - 3) + b"x\n> y"


def with_tags(count: int) -> bytes:
    return FROM + b"Content-Type: text/html\n\n<p>A PAR H" + b"<br>" * 10 + b"</b>" * (count - 11)


def with_tags_in_two_parts(count: int) -> bytes:
    page = b"Content-Type: text/html\n\n<p>A PAR H"
    return FROM + mixed(page + b"</b>" * (count // 2 - 1), page + b"</b>" * (count - count // 2 - 1))


def with_written_rows(count: int) -> bytes:
    return FROM + b"\n" + b"x\n" * count


def with_written(count: int) -> bytes:
    return (
        FROM
        + b"\n"
        + b"x" * 999
        + b"\n"
        + b"y" * 999
        + b"\n"
        + (b"z" * 998 + b"\n") * (count // 998 - 3)
        + (b"x" * (count - 1998 - 998 * (count // 998 - 3)))
    )


def with_line(count: int) -> bytes:
    return FROM + b"\nA PAR H\n" + b"x" * count


LIMITS = {
    "bytes": (of_size, 8_000_000, "8 MB"),
    "bytes of the head": (with_head, 256 * 1024, "256 kB"),
    "fields of the head": (with_fields, 500, "500 fields"),
    "parts": (with_parts, 200, "200 parts"),
    "depth": (nested, 20, "20 deep"),
    "lines with attachments": (with_lines, 150_000, "150,000 lines"),
    "bytes of text": (with_text, 512 * 1024, "512 kB"),
    "bytes of text in two parts": (with_text_in_two_parts, 512_000, "512 kB"),
    "lines of text": (with_rows, 20_000, "20,000 lines"),
    "lines without quote signs": (with_unmarked, 6_000, "6,000 lines without quote signs"),
    "tags": (with_tags, 50_000, "50,000 tags"),
    "tags in two parts": (with_tags_in_two_parts, 50_000, "50,000 tags"),
    "lines of new text": (with_written_rows, 1_000, "1,000 lines of new text"),
    "characters of new text": (with_written, 50_000, "50,000 characters of new text"),
    "characters in a line": (with_line, 4_000, "line 2 is longer than 4,000 characters"),
}
SLACK = {"bytes of text in two parts": 20_000}  # counted roughly, so that the parts can be alike


@each_row("name", LIMITS)
def test_just_under_a_limit_a_mail_is_read(name: str) -> None:
    make, limit, _ = LIMITS[name]
    mail = read_mail(make(limit))
    assert mail.trouble == ""
    assert mail.sender == "ann@example.org" and (mail.lines or mail.quoted)


@each_row("name", LIMITS)
def test_just_over_a_limit_a_mail_says_which_and_what_to_do(name: str) -> None:
    make, limit, words = LIMITS[name]
    mail = read_mail(make(limit + SLACK.get(name, 1)))
    assert words in mail.trouble and "; please " in mail.trouble
    assert (mail.sender, mail.lines, mail.quoted) == ("ann@example.org", (), ())


def test_the_makers_of_the_table_make_what_they_say() -> None:
    assert len(of_size(8_000_000)) == 8_000_000
    head = with_head(256 * 1024).partition(ORDER)[0]
    assert len(head) + 1 == 256 * 1024
    assert len(with_fields(500).partition(ORDER)[0].splitlines()) == 500
    assert with_lines(150_000).count(b"\n") == 150_000
    assert len(with_text(512 * 1024).removeprefix(FROM)) - 1 == 512 * 1024
    assert len(b"".join(with_written(50_000).partition(b"\n\n")[2].split(b"\n"))) == 50_000


def test_a_mail_without_a_boundary_may_have_any_lines_of_hyphens() -> None:
    mail = read_mail(FROM + b"\nA PAR H\n" + b"> -- x\n" * 2_000)
    assert (mail.trouble, len(mail.lines)) == ("", 1)


def test_lines_that_end_in_two_characters_count_once() -> None:
    assert read_mail(with_lines(120_000).replace(b"\n", b"\r\n")).trouble == ""


def test_an_attached_archive_is_never_unpacked() -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", b"A PAR H\n" * 1_000_000)
    fields = b'Content-Type: application/zip\nContent-Disposition: attachment; filename="o.txt.zip"\n\n'
    content = packed.getvalue().replace(b"\n", b"")
    raw = FROM + mixed(ORDER, fields + content)
    mail = read_mail(raw)
    assert [line.text for line in mail.lines] == ["4 : A PAR - BUR"]
    assert [raw[start:end] for start, end in mail.unread] == [content]


@each_row("coding", ["", "8bit", "binary", "base64", "x-unknown"])
def test_an_attachment_of_any_bytes_hinders_nothing_and_is_found(coding: str) -> None:
    content = bytes(range(128, 256)) * 40
    fields = f"Content-Type: application/zip; name=o.zip\nContent-Transfer-Encoding: {coding}\n\n".encode()
    raw = FROM + mixed(ORDER, fields + content)
    mail = read_mail(raw)
    assert [line.text for line in mail.lines] == ["4 : A PAR - BUR"]
    assert [raw[start:end] for start, end in mail.unread] == ([] if coding == "base64" else [content])


@each_row("charset", ["zlib", "bz2", "hex", "rot13", "idna", "punycode", "unicode_escape"])
def test_no_charset_unpacks_anything(charset: str) -> None:
    mail = read_mail(FROM + f"Content-Type: text/plain; charset={charset}\n".encode() + ORDER)
    assert [line.text for line in mail.lines] == ["4 : A PAR - BUR"]


def in_each_other(levels: int) -> bytes:
    """A mail of alternatives in alternatives."""
    raw = b"Content-Type: text/plain\n\nOn 20/11/2026 GM <gm@x.org> wrote:\nx\n"
    for level in range(levels):
        inner = b"Content-Type: text/html\n\n<p></p>"
        raw = mixed(inner, raw, boundary=b"b%d-" % level).replace(b"/mixed", b"/alternative", 1)
    return FROM + raw


def test_alternatives_in_alternatives_are_read_once_each() -> None:
    few, many = (steps(partial(read_mail, in_each_other(levels))) for levels in (9, 18))
    assert many < 2.2 * few


def of_pages(parts: int) -> bytes:
    """A mail of so many pages with 40 kB of text each, of which 13 are as many as a mail may have."""
    return FROM + mixed(*[b"Content-Type: text/html\n\n<p>" + b"A" * 40_000] * parts)


def test_no_more_text_is_read_than_a_mail_may_have() -> None:
    assert "512 kB" in read_mail(of_pages(14)).trouble
    two, twelve, fifty, most = (steps(partial(read_mail, of_pages(parts))) for parts in (2, 12, 50, 150))
    assert (most - fifty) / 100 < 0.6 * (twelve - two) / 10, "beyond the limit a part costs as much as one that is read"
