"""One text is read once, whatever a program does to the parts of its mail; and what a mail lost on its way is mended.

The rules for the fields of parts are those of RFC 2045: 5.2 for a Content-Type, 6.7 for what ends a line.
"""

from __future__ import annotations

import pytest
from helpers.rows import each_row

from gm.post.inbound.letter import read_mail

OWN = ["ACCEPT FGAEIRT", "4 : A PAR - BUR"]
TEXT = "\n".join(OWN)
PAGE = "<div>ACCEPT FGAEIRT</div><div><b>4 : A PAR</b> - BUR</div>"
LIST = f"<ul>{''.join(f'<li>{line}</li>' for line in OWN)}</ul>"
ON = "On 22/11/2026 09:00, GM <gm@example.org> wrote:"


def part(content: str, body: str) -> str:
    return f"Content-Type: {content}; charset=utf-8\n\n{body}\n"


PLAIN, HTML = part("text/plain", TEXT), part("text/html", PAGE)


def several(boundary: str, *parts: str, end: str = "--") -> str:
    return "".join(f"--{boundary}\n{one}" for one in parts) + f"--{boundary}{end}\n"


def nested(kind: str, *parts: str) -> str:
    return f"Content-Type: multipart/{kind}; boundary=inner\n\n{several('inner', *parts)}"


def mail(content: str, body: str, head: str = "") -> bytes:
    kind = f"Content-Type: {content}\n" if content else ""
    return f"From: ann@example.org\nMIME-Version: 1.0\n{head}{kind}\n{body}".encode()


def written(raw: bytes) -> list[str]:
    found = read_mail(raw)
    assert found.trouble == ""
    return [line.text for line in found.lines if line.text]


MIXED, RELATED = "multipart/mixed; boundary=x", "multipart/related; boundary=x"
ONE_TEXT = {
    "plain and page in mixed": mail(MIXED, several("x", PLAIN, HTML)),
    "page and plain": mail(MIXED, several("x", HTML, PLAIN)),
    "in related": mail(RELATED, several("x", HTML, PLAIN)),
    "nested": mail(MIXED, several("x", nested("related", HTML), PLAIN)),
    "both as alternatives, and one again": mail(MIXED, several("x", nested("alternative", PLAIN, HTML), HTML)),
    "twice as plain text": mail(MIXED, several("x", PLAIN, PLAIN)),
    "list signs in the plain one": mail(
        MIXED, several("x", part("text/plain", "\n".join(f"* {line}" for line in OWN)), part("text/html", LIST))
    ),
    "stars for bold": mail(MIXED, several("x", HTML, part("text/plain", "ACCEPT FGAEIRT\n*4 : A PAR* - BUR"))),
    "quoted by signs, and by the page": mail(
        MIXED,
        several("x", part("text/plain", f"{TEXT}\n\n{ON}\n> 2 $"),
                part("text/html", f"{PAGE}<div class=gmail_quote>{ON}<blockquote>2 $</blockquote></div>")),
    ),
    "quoted without signs, and by the page": mail(
        MIXED,
        several("x", part("text/plain", f"{TEXT}\n\n2 $"), part("text/html", f"{PAGE}<blockquote>2 $</blockquote>")),
    ),
    "no boundary named": mail("multipart/mixed", several("x", PLAIN, HTML)),
    "alternatives without a boundary": mail("multipart/alternative", several("x", PLAIN, HTML)),
    "another boundary named": mail("multipart/mixed; boundary=y", several("x", PLAIN, HTML)),
    "an inner boundary lost": mail(
        MIXED, several("x", f"Content-Type: multipart/alternative\n\n{several('inner', PLAIN, HTML)}")
    ),
    "the type lost": mail("", several("x", PLAIN, HTML)),
    "the type lost, with what stands above parts": mail(
        "text/plain", f"This is a message in several parts.\n\n{several('x', PLAIN, HTML)}"
    ),
    "no end": mail(MIXED, several("x", PLAIN, HTML, end="")),
}  # fmt: skip


@each_row("name", ONE_TEXT)
def test_the_same_text_in_two_parts_is_one_text(name: str) -> None:
    found = written(ONE_TEXT[name])
    assert [line.lstrip("* ").replace("*", "") for line in found] == OWN


@each_row(
    "other",
    [
        part("text/html", "<div>2 : A MAR - SPA</div>"),
        part("text/html", f"{PAGE}<div>2 : A MAR - SPA</div>"),
        part("text/html", PAGE.replace("4 :", "4 &gt;")),  # another sign of an order
        part("text/plain", "4 : A PAR - BUR"),
    ],
)
def test_texts_that_differ_are_all_read(other: str) -> None:
    more = written(mail("multipart/mixed; boundary=x", several("x", other)))
    assert written(mail(MIXED, several("x", PLAIN, other))) == [*OWN, *more]


@each_row(
    "content",
    [
        "text/plain charset=utf-8",
        'text/plain charset="utf-8" format=flowed',
        "text/plain, charset=utf-8",
        "text/plain: charset=utf-8",
        "text / plain; charset=utf-8",
        '"text/plain"; charset=utf-8',
        "plain/text; charset=utf-8",
        "charset=utf-8; text/plain",
        "; text/plain",
        "text; charset=utf-8",
        "text/; charset=utf-8",
        "/plain",
        "plain",
        "utf-8",
    ],
)
def test_a_content_type_that_lacks_a_sign_or_has_its_halves_swapped_is_plain_text(content: str) -> None:
    assert written(mail(content, f"{TEXT}\nÄh\n")) == [*OWN, "Äh"]


@each_row("content", ["text/html charset=utf-8", "html/text", "charset=utf-8; text/html"])
def test_a_page_so_labelled_is_a_page(content: str) -> None:
    assert written(mail(content, PAGE)) == OWN


@each_row("content", ["multipart/mixed boundary=x", 'multipart/mixed, boundary="x"', "boundary=x; multipart/mixed"])
def test_parts_so_labelled_are_parts(content: str) -> None:
    assert written(mail(content, several("x", PLAIN))) == OWN


@each_row("blanks", [" ", "  ", "\t", " \t "])
@each_row("end", ["\n", "\r\n"])
def test_blanks_behind_a_soft_line_break_go(blanks: str, end: str) -> None:
    body = f"ACCEPT FGAEIRT{end}4 : A PAR - ={blanks}{end}BUR{end}=3D 4{end}"
    raw = mail("text/plain; charset=utf-8", body, "Content-Transfer-Encoding: Quoted-Printable\n")
    assert written(raw) == [*OWN, "= 4"]


@pytest.mark.parametrize("sign", ["\v", "\f", "\x85", "\u2028", "\u2029", "\r"])
def test_whatever_ends_a_line_ends_it(sign: str) -> None:
    assert written(mail("text/plain; charset=utf-8", f"ACCEPT FGAEIRT{sign}4 : A PAR - BUR")) == OWN


@each_row("text", ["\uff1e 2 $", "\uff1e\uff1e2 $", "\uff1e> 2 $"])
def test_a_wide_quote_sign_is_one(text: str) -> None:
    found = read_mail(mail("text/plain; charset=utf-8", f"{TEXT}\n\n{ON}\n{text}"))
    assert [line.text for line in found.lines] == OWN and [line.text for line in found.quoted] == ["2 $"]
