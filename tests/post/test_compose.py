"""Outgoing mails as bytes: whatever is put into a field, it says that and nothing else; texts stay complete."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import EmailMessage

import msgspec
import pytest
from helpers.mails import parsed, text_of
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.outbound.compose import HTML, Attachment, Image, Outgoing, Sender, compose

SENDER = Sender("Payola GM", "gm@example.net", "gm+{token}@example.net")
BARE = Sender("Payola GM", "gm@example.net")
MAIL = Outgoing(
    recipient="ann@example.org", subject="[spring] S1901M: the game begins", text="Hello.\n",
    message_id="7f@example.net", date=datetime(2026, 1, 5, 18, 0, tzinfo=UTC),
)  # fmt: skip
WHOLE = """\
From: Payola GM <gm@example.net>
To: ann@example.org
Reply-To: gm+c0ffee@example.net
Subject: [spring] S1901M: your orders
Date: Mon, 05 Jan 2026 18:00:00 +0000
Message-ID: <7f@example.net>
In-Reply-To: <1@example.org>
References: <0@example.net> <1@example.org>
Auto-Submitted: auto-replied
X-Auto-Response-Suppress: All
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit
MIME-Version: 1.0

A PAR - BUR
.
"""
WITH_REPORT = """\
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_ab"

--=_ab
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit

It is over.

--=_ab
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="spring-report.html"
Content-Type: text/html; charset="utf-8"
MIME-Version: 1.0

PHA+w6k8L3A+Cg==

--=_ab--
"""
BOTH_FORMS = """\
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_ab"

--=_ab
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit

It is over.

--=_ab
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: quoted-printable

<p>It is =C3=BCber.</p>

--=_ab--
"""
WITH_FILES = """\
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_ab"

--=_ab
Content-Type: multipart/alternative; boundary="=_alt.ab"

--=_alt.ab
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit

It is over.

--=_alt.ab
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 7bit

<p>It is over.</p>

--=_alt.ab--

--=_ab
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="spring-F1901M.json"
Content-Type: application/json
MIME-Version: 1.0

e30=

--=_ab
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="spring.ics"
Content-Type: text/calendar; method=PUBLISH; charset=utf-8
MIME-Version: 1.0

e30=

--=_ab--
"""
WITH_A_PICTURE = """\
MIME-Version: 1.0
Content-Type: multipart/related; boundary="=_ab"; type="multipart/alternative"

--=_ab
Content-Type: multipart/alternative; boundary="=_alt.ab"

--=_alt.ab
Content-Type: text/plain; charset="utf-8"
Content-Transfer-Encoding: 7bit

The board.

--=_alt.ab
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: 7bit

<img src="cid:1f@board" alt="The board.">

--=_alt.ab--

--=_ab
Content-Type: image/png
Content-Transfer-Encoding: base64
Content-ID: <1f@board>
Content-Disposition: attachment; filename="spring-C3M.png"

iVBORwD/

--=_ab--
"""
ALWAYS = {"from", "date", "message-id", "auto-submitted", "x-auto-response-suppress",
          "mime-version", "content-type"}  # fmt: skip
SOMETIMES = {"to", "subject", "reply-to", "in-reply-to", "references", "content-transfer-encoding"}


def mail(**changed: object) -> Outgoing:
    """MAIL with some fields *changed*."""
    return msgspec.structs.replace(MAIL, **changed)


def file(text: str, name: str = "x.html", content_type: str = HTML) -> tuple[Attachment, ...]:
    """One attachment."""
    return (Attachment(name, content_type, text),)


def read(raw: bytes) -> EmailMessage:
    """*raw* as the standard library's stricter reader sees it."""
    found = parsed(raw)
    return found


def lines_of(text: str) -> str:
    """A text as it is meant to be read: line feeds, one at the end."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return lines if lines.endswith("\n") else lines + "\n"


def meant(text: str) -> str:
    """What is left of *text* on one line without controls."""
    seen = "".join(" " if re.match(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", letter) else letter for letter in text)
    return " ".join(seen.split())


# --- the bytes ---


def test_an_answer_has_these_bytes() -> None:
    answer = mail(
        subject="[spring] S1901M: your orders", text="A PAR - BUR\n.\n", token="c0ffee", answer=True,
        in_reply_to="1@example.org", thread=["0@example.net"],
    )  # fmt: skip
    assert compose(SENDER, answer) == WHOLE.replace("\n", "\r\n").encode()


def test_a_mail_with_a_report_has_these_parts() -> None:
    ended = mail(text="It is over.", attachments=file("<p>é</p>\n", "spring-report.html"), boundary="=_ab")
    assert compose(SENDER, ended).endswith(WITH_REPORT.replace("\n", "\r\n").encode())


def test_a_mail_in_both_forms_has_these_parts_the_plainest_first() -> None:
    ended = mail(text="It is over.", html="<p>It is über.</p>", boundary="=_ab")
    assert compose(SENDER, ended).endswith(BOTH_FORMS.replace("\n", "\r\n").encode())


def test_files_stand_beside_both_forms_of_the_text() -> None:
    calendar = "text/calendar; method=PUBLISH; charset=utf-8"
    files = (*file("{}", "spring-F1901M.json", "application/json"), *file("{}", "spring.ics", calendar))
    ended = mail(text="It is over.", html="<p>It is over.</p>", attachments=files, boundary="=_ab")
    assert compose(SENDER, ended).endswith(WITH_FILES.replace("\n", "\r\n").encode())


BOARD = Image("spring-C3M.png", "1f@board", b"\x89PNG\x00\xff")


def test_a_picture_that_the_page_shows_and_that_is_a_file_is_in_the_mail_once() -> None:
    page = '<img src="cid:1f@board" alt="The board.">'
    told = mail(text="The board.", html=page, images=(BOARD,), boundary="=_ab")
    raw = compose(SENDER, told)
    assert raw.endswith(WITH_A_PICTURE.replace("\n", "\r\n").encode())
    parts = [part for part in read(raw).walk() if part.get_content_type() == "image/png"]
    assert [(part.get_content(), part.get_filename()) for part in parts] == [(BOARD.content, "spring-C3M.png")]
    body = read(raw).get_body(("html",))
    assert body is not None and body.get_content().strip() == page


@pytest.mark.parametrize(
    ("file", "files", "kinds"),
    [
        (False, False, ["alternative", "plain", "related", "html", "png"]),
        (False, True, ["mixed", "alternative", "plain", "related", "html", "png", "json"]),
        (True, False, ["related", "alternative", "plain", "html", "png"]),
        (True, True, ["mixed", "related", "alternative", "plain", "html", "png", "json"]),
    ],
)
def test_a_picture_is_beside_the_page_or_as_a_file_beside_both_forms(file: bool, files: bool, kinds: list[str]) -> None:
    view = (Attachment("x.json", "application/json", "{}"),) if files else ()
    told = mail(
        html="<p>x</p>", images=(msgspec.structs.replace(BOARD, file=file),), attachments=view, boundary="=_ab"
    )
    found = read(compose(SENDER, told))
    assert [part.get_content_subtype() for part in found.walk()] == kinds
    assert not message_from_bytes(compose(SENDER, told)).defects


def test_a_picture_without_a_page_is_a_file() -> None:
    found = read(compose(SENDER, mail(images=(BOARD,), boundary="=_ab")))
    assert [part.get_content_type() for part in found.walk()] == ["multipart/mixed", "text/plain", "image/png"]


@pytest.mark.parametrize("bad", ["", "a b", "a>\r\nBcc: <b@x"])
def test_a_name_of_a_picture_that_could_say_more_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="printable ASCII"):
        compose(SENDER, mail(html="x", images=(Image("x.png", bad, b"x"),), boundary="=_ab"))


@each_row("bad", ["", "json", "text/html\r\nBcc: b@x", 'a/b; c="d', "a/b; c", "a/b;c=d"])
def test_a_content_type_that_could_say_more_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="content type"):
        compose(SENDER, mail(attachments=file("x", content_type=bad), boundary="=_ab"))


@each_row("line", ["--=_ab", "--=_ab--", "--=_alt.ab", "--=_alt.ab--", "--=_rel.ab", "--=_rel.ab--"])
def test_no_boundary_in_either_form_ends_a_part(line: str) -> None:
    text = f"before\n{line}\nafter\n"
    found = read(compose(SENDER, mail(text=text, html=f"<p>{text}", attachments=file("x"), boundary="=_ab")))
    both, attached = found.iter_parts()
    assert [part.get_content().replace("\r\n", "\n") for part in both.iter_parts()] == [text, f"<p>{text}"]
    assert attached.get_content() == "x"


def test_without_plus_addresses_the_token_stands_in_the_subject() -> None:
    found = read(compose(BARE, mail(token="c0ffee")))
    assert found["Subject"] == "[spring] S1901M: the game begins (#c0ffee)"
    assert found["Reply-To"] is None


def test_an_id_that_is_answered_stands_once_in_the_thread() -> None:
    found = read(compose(SENDER, mail(in_reply_to="b@x", thread=["a@x", "b@x"])))
    assert found["References"] == "<a@x> <b@x>"


def test_of_a_long_thread_the_last_ten_ids_stand_each_on_a_line_of_its_own() -> None:
    ids = [f"{n}{'x' * 200}@example.org" for n in range(12)]
    raw = compose(SENDER, mail(thread=ids))
    assert f"References: <{ids[2]}>\r\n <{ids[3]}>\r\n".encode() in raw
    assert read(raw)["References"].split() == [f"<{one}>" for one in ids[2:]]


@each_row("bad", ["é@example.org", "a b@x", "a>b@x", "<a@x>", "a\x01@x", "x" * 1000, "a\r\nBcc: b@x"])
def test_an_id_of_others_that_cannot_stand_in_a_field_is_left_out(bad: str) -> None:
    found = read(compose(SENDER, mail(in_reply_to=bad, thread=["0@example.net", bad])))
    assert found["In-Reply-To"] is None
    assert found["References"] == "<0@example.net>"


@each_row("bad", ["", "a b@x", "a>@x", "é@x", "a@x\r\nBcc: b@x"])
def test_our_own_id_must_have_its_form(bad: str) -> None:
    with pytest.raises(ValueError, match="Message-ID"):
        compose(SENDER, mail(message_id=bad))


@each_row("bad", ["", "=_", "ab", '=_a"b', "=_a\r\nb", "=_" + "a" * 69])
def test_a_boundary_that_could_stand_in_a_text_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="boundary"):
        compose(SENDER, mail(attachments=file("x"), boundary=bad))


def test_a_text_with_the_boundary_in_it_does_not_end_its_part() -> None:
    text = "before\n--=_ab\nafter\n--=_ab--\n"
    found = read(compose(SENDER, mail(text=text, attachments=file("x"), boundary="=_ab")))
    assert len(list(found.iter_parts())) == 2
    assert text_of(found) == text


# --- names, subjects, addresses ---


@each_row(
    ("name", "field"),
    [
        ("Payola GM", b"From: Payola GM <gm@example.net>\r\n"),
        ("", b"From: gm@example.net\r\n"),
        ("Mr. X", b'From: "Mr. X" <gm@example.net>\r\n'),
        ('GM "The Bank" \\', b'From: "GM \\"The Bank\\" \\\\" <gm@example.net>\r\n'),
        ("Ömer, GM", b"From: =?utf-8?q?=C3=96mer=2C_GM?=\r\n <gm@example.net>\r\n"),
        ("=?utf-8?q?boo?=", b"From: =?utf-8?q?=3D=3Futf-8=3Fq=3Fboo=3F=3D?=\r\n <gm@example.net>\r\n"),
        ("GM\r\nBcc: ben@example.org", b'From: "GM Bcc: ben@example.org" <gm@example.net>\r\n'),
    ],
)
def test_the_name_of_the_gamemaster_is_quoted_or_encoded_where_it_must_be(name: str, field: bytes) -> None:
    assert compose(Sender(name, "gm@example.net"), MAIL).startswith(field)


def test_a_long_subject_in_other_letters_is_cut_between_letters_into_short_lines() -> None:
    subject = "Наступление на Варшаву " * 20
    raw = compose(SENDER, mail(subject=subject))
    field = raw.partition(b"Subject: ")[2].partition(b"\r\nDate: ")[0].split(b"\r\n")
    assert len(field) > 10
    assert all(len(line) <= 76 for line in field)
    for line in field:
        found = re.fullmatch(rb" ?=\?utf-8\?q\?([^?]+)\?=", line)
        assert found
        bytes.fromhex(found[1].replace(b"_", b"=20").replace(b"=", b"").decode()).decode("utf-8")
    assert read(raw)["Subject"] == subject.strip()


def test_a_subject_of_a_thousand_letters_fits_the_line_limit() -> None:
    raw = compose(SENDER, mail(subject="x" * 5000))
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert read(raw)["Subject"] == "x" * 5000


@each_row(
    ("address", "written"),
    [
        ("ann@example.org", "ann@example.org"),
        ("o'neill+x.y_z@example.org", "o'neill+x.y_z@example.org"),
        ("gm@[127.0.0.1]", "gm@[127.0.0.1]"),
        ("jör@exämple.org", "jör@exämple.org"),
        ("ann@example.org, ben@example.org", "annexample.orgben@example.org"),
        ("ann@example.org\r\nBcc: ben@example.org", "annexample.orgBccben@example.org"),
        ("Ann <ann@example.org>", "Annann@example.org"),
        ("ann\0\x7f@example.org", "ann@example.org"),
    ],
)
def test_an_address_field_holds_one_address_and_nothing_else(address: str, written: str) -> None:
    raw = compose(SENDER, mail(recipient=address))
    assert f"\r\nTo: {written}\r\n".encode() in raw


# --- texts ---


@each_row(
    ("text", "body"),
    [
        ("A PAR - BUR\n", b"A PAR - BUR\r\n"),
        ("A PAR - BUR", b"A PAR - BUR\r\n"),
        ("", b"\r\n"),
        ("a\r\nb\rc\n", b"a\r\nb\r\nc\r\n"),
        ("Grüße = 1 \n", b"Gr=C3=BC=C3=9Fe =3D 1=20\r\n"),
        ("a\0b\n", b"a=00b\r\n"),
    ],
)
def test_a_text_has_these_bytes(text: str, body: bytes) -> None:
    assert compose(SENDER, mail(text=text)).partition(b"\r\n\r\n")[2] == body


def test_a_line_too_long_for_mail_comes_back_whole() -> None:
    text = "x" * 3000 + "\nshort\n"
    raw = compose(SENDER, mail(text=text))
    assert max(map(len, raw.split(b"\r\n"))) <= 76
    assert text_of(read(raw)) == text


@each_row("name", ['re"port.html', "Bericht für Österreich.html", "a\r\nb.html", "x" * 300, "a\\b"])
def test_the_name_of_an_attachment_comes_back_on_one_line(name: str) -> None:
    raw = compose(SENDER, mail(attachments=file("x", name), boundary="=_ab"))
    (part,) = read(raw).iter_attachments()
    assert part.get_filename() == meant(name)[:64]


# --- whatever is put in ---

LETTERS = st.text(st.characters(codec="utf-8"), max_size=120)
NASTY = st.lists(
    st.sampled_from(["\r\n", "\n", "\r", "\0", "Bcc: ben@example.org", "=?utf-8?q?", "?=", '"', "\\", "<", ">", ",",
                     ";", ":", "(", ")", "@", " ", "\t", "\x85", "\u2028", "ü", "日本", "x" * 500, ".", "--=_ab"]),
    max_size=12,
).map("".join)  # fmt: skip
ANY = st.one_of(LETTERS, NASTY, st.text(st.characters(categories=["Cs", "Cc", "Lu", "Zs", "Cf"]), max_size=20))
OURS = st.builds(
    Outgoing,
    recipient=ANY,
    subject=ANY,
    text=ANY,
    message_id=st.just("7f@example.net"),
    date=st.just(MAIL.date),
    token=ANY,
    answer=st.booleans(),
    in_reply_to=ANY,
    thread=st.lists(ANY, max_size=12),
    html=ANY,
    attachments=st.lists(st.builds(Attachment, ANY, st.just(HTML), ANY), max_size=2).map(tuple),
    boundary=st.just("=_ab"),
)


@settings(max_examples=300, deadline=None)
@given(st.builds(Sender, ANY, st.just("gm@example.net"), st.sampled_from(["", "gm+{token}@example.net"])), OURS)
def test_whatever_is_put_in_the_fields_are_ours_and_each_stands_once(sender: Sender, outgoing: Outgoing) -> None:
    raw = compose(sender, outgoing)
    assert raw == compose(sender, outgoing)
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 998 and b"\r" not in line and b"\n" not in line and b"\0" not in line for line in lines)
    head = [line.partition(b":")[0].decode().lower() for line in lines[: lines.index(b"")] if not line.startswith(b" ")]
    assert len(head) == len(set(head))
    assert set(head) >= ALWAYS
    assert set(head) <= ALWAYS | SOMETIMES
    found = message_from_bytes(raw)
    assert not found.defects
    files = len(outgoing.attachments)
    assert found.is_multipart() == bool(outgoing.html or files)
    if found.is_multipart():
        assert len(found.get_payload()) == (1 + files if files else 2)


@settings(max_examples=300, deadline=None)
@given(st.one_of(LETTERS, NASTY), st.one_of(LETTERS, NASTY), st.one_of(LETTERS, NASTY))
def test_subject_both_forms_and_attachment_are_read_as_they_were_meant(subject: str, text: str, other: str) -> None:
    raw = compose(SENDER, mail(subject=subject, text=text, html=other, attachments=file(other), boundary="=_ab"))
    found = read(raw)
    assert (found["Subject"] or "") == meant(subject)
    assert text_of(found) == lines_of(text)
    page = found.get_body(("html",)) if other else None
    assert page is None or page.get_content().replace("\r\n", "\n") == lines_of(other)
    assert [part.get_payload(decode=True) for part in found.iter_attachments()] == [other.encode()]


LOCAL = st.text("abcxyzABC0123456789!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=20)
DOMAIN = st.lists(st.text("abcxyz0123456789", min_size=1, max_size=10), min_size=2, max_size=3).map(".".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(LETTERS, NASTY), LOCAL, DOMAIN)
def test_name_and_address_of_the_gamemaster_are_read_as_they_were_meant(name: str, local: str, domain: str) -> None:
    found = read(compose(Sender(name, f"{local}@{domain}"), mail(recipient=f"{local}@{domain}")))
    (box,) = found["From"].addresses
    assert (box.username, box.domain) == (local, domain)
    assert found["To"].addresses[0].addr_spec == f"{local}@{domain}"
    # Some releases of the standard library keep the space between two encoded words of a name (RFC 2047, 6.2).
    assert box.display_name.replace(" ", "") == meant(name).replace(" ", "")
