"""Reading a mail: the lines that must come out, the fields of the head, and that nothing raises."""

import base64
import quopri

import pytest
from helpers.rows import each_row
from hypothesis import given, settings
from hypothesis import strategies as st

from gm.post.inbound.letter import Line, Mail, read_mail

HEAD = """\
From: Ann <ann@example.org>
To: GM <gm@example.net>
Subject: Re: Spring 1901
Message-ID: <1@example.org>
"""


def letter(body: str, content: str = "text/plain; charset=utf-8", *, head: str = "", encoding: str = "8bit") -> bytes:
    """A mail of one part; *encoding* is the transfer encoding, and base64 and quoted-printable are applied."""
    charset = content.partition("charset=")[2].partition(";")[0].strip('"') or "utf-8"
    return letter_of(body.encode(charset), content, head=head, encoding=encoding)


def letter_of(data: bytes, content: str, *, head: str = "", encoding: str = "8bit") -> bytes:
    """A mail whose one part has these bytes."""
    return (HEAD + head).encode() + _fields(content, encoding) + _encoded(data, encoding)


def multipart(kind: str, *parts: bytes, boundary: str = "b1", head: str = "") -> bytes:
    """A mail of several *parts*, each made by part() or nested()."""
    return (HEAD + head).encode() + nested(kind, *parts, boundary=boundary)


def nested(kind: str, *parts: bytes, boundary: str = "b2") -> bytes:
    """A multipart with its own boundary."""
    line = b"--" + boundary.encode()
    top = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    return top + b"".join(line + b"\n" + part + b"\n" for part in parts) + line + b"--\n"


def part(body: str, content: str = "text/plain; charset=utf-8", encoding: str = "8bit", extra: str = "") -> bytes:
    """One part of a multipart."""
    return extra.encode() + _fields(content, encoding) + _encoded(body.encode(), encoding)


def _fields(content: str, encoding: str) -> bytes:
    return f"Content-Type: {content}\nContent-Transfer-Encoding: {encoding}\n\n".encode()


def _encoded(data: bytes, encoding: str) -> bytes:
    if encoding == "base64":
        return base64.encodebytes(data)
    return quopri.encodestring(data) if encoding == "quoted-printable" else data


FLOWED = "text/plain; charset=utf-8; format=flowed"
HTML = "text/html; charset=utf-8"

QUOTED = "> Last turn you ordered:\n> A PAR - PIC\n> -- \n> GM\n"
GMAIL_HTML = (
    '<div dir="ltr"><div>A PAR - BUR</div><div>F&nbsp;BRE - MAO &amp; &gt; 5</div></div><br>'
    '<div class="gmail_quote"><div class="gmail_attr">On Fri, 20 Nov 2026, 09:37 GM wrote:<br></div>'
    '<blockquote class="gmail_quote">Your orders:<br>A PAR - PIC</blockquote>{below}</div>'
)
OUTLOOK_HTML = (
    "<html><head><title>x</title><style><!-- p {margin:0} --></style></head><body><div class=WordSection1>"
    "<p class=MsoNormal>A PAR - BUR<o:p></o:p></p><p class=MsoNormal>BRIBE F LON &gt; 9<o:p>&nbsp;</o:p></p>"
    '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>Lähettäjä:</b> GM<br><b>Aihe:</b> Spring</p>'
    "</div></div><p class=MsoNormal>A PAR - PIC</p></div></body></html>"
)
OUTLOOK_BLOCK = (
    "From: GM <gm@example.net>\nSent: Friday, November 20, 2026 9:37 AM\nTo: Ann\nSubject: Spring\n\nA PAR - PIC\n"
)
YAHOO_PLAIN = " A PAR - BUR\n\n    On Friday, November 20, 2026 at 09:37, GM <gm@example.net> wrote:\n\n A PAR - PIC\n"
YAHOO_HTML = (
    '<div>A PAR - BUR</div><div class="ydp1 yahoo_quoted"><div>On Friday GM wrote:</div><div>A PAR - PIC</div></div>'
)

BODIES: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "Gmail, new text on top": (
        letter(
            f"A PAR - BUR\n3 > A MUN - BUR\n\nOn Fri, Nov 20, 2026 at 9:37 AM GM\n<gm@example.net> wrote:\n\n{QUOTED}"
        ),
        [(1, "A PAR - BUR"), (2, "3 > A MUN - BUR")],
    ),
    "Gmail, HTML only": (letter(GMAIL_HTML.format(below=""), HTML), [(1, "A PAR - BUR"), (2, "F BRE - MAO & > 5")]),
    "Gmail, HTML only, new text below the quotation": (
        letter(GMAIL_HTML.format(below="<div>A MAR H</div>").replace("A PAR - BUR", "Hi"), HTML, encoding="base64"),
        [(1, "Hi"), (2, "F BRE - MAO & > 5"), (3, ""), (7, "A MAR H")],
    ),
    "Gmail in German, attribution over two rows": (
        letter(f"A PAR - BUR\n\nGM <gm@example.net> schrieb am\nFr., 20. Nov. 2026, 09:37:\n{QUOTED}"),
        [(1, "A PAR - BUR")],
    ),
    "Outlook, plain": (
        letter(f"A PAR - BUR\n\n-----Original Message-----\n{OUTLOOK_BLOCK}", encoding="quoted-printable"),
        [(1, "A PAR - BUR")],
    ),
    "Outlook on a phone": (
        letter(f"A PAR - BUR\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n{'_' * 32}\n{OUTLOOK_BLOCK}"),
        [(1, "A PAR - BUR")],
    ),
    "Outlook, HTML only, in a language not known": (
        letter(OUTLOOK_HTML, HTML),
        [(1, "A PAR - BUR"), (2, "BRIBE F LON > 9")],
    ),
    "Outlook on the web": (
        letter(
            '<div>A PAR - BUR</div><div id="appendonsend"></div><hr>'
            '<div id="divRplyFwdMsg">Von: GM</div><div>A PAR H</div>',
            HTML,
        ),
        [(1, "A PAR - BUR")],
    ),
    "Apple Mail on a phone": (
        letter(f"A PAR - BUR\n\nSent from my iPhone\n\n> On 20 Nov 2026, at 09:37, GM wrote:\n> \n{QUOTED}"),
        [(1, "A PAR - BUR")],
    ),
    "Apple Mail, forwarded": (
        letter(f"A PAR - BUR\n\nBegin forwarded message:\n\n{OUTLOOK_BLOCK}"),
        [(1, "A PAR - BUR")],
    ),
    "Thunderbird, flowed, new text below": (
        letter(
            f"On 20/11/2026 09:37, GM wrote:\n{QUOTED}\nA PAR \n- BUR\n From Brest: nothing\n > 12\n-- \nAnn\nA VIE H",
            FLOWED,
        ),
        [(7, "A PAR - BUR"), (9, "From Brest: nothing")],
    ),
    "Thunderbird, flowed, new text in between": (
        letter("Am 20.11.2026 um 09:37 schrieb GM:\n> A PAR - PIC\nA PAR - BUR\n> F BRE - ENG\nF BRE H\n", FLOWED),
        [(3, "A PAR - BUR"), (5, "F BRE H")],
    ),
    "flowed with DelSp": (letter("A PA \nR - B \nUR\n", FLOWED + "; delsp=yes"), [(1, "A PAR - BUR")]),
    "Thunderbird, HTML": (
        letter(
            '<div class="moz-cite-prefix">20.11.2026 09:37, GM kirjoitti:</div><blockquote type="cite">A PAR - PIC'
            '</blockquote><p>A PAR - BUR</p><pre class="moz-signature">-- \nAnn</pre>',
            HTML,
        ),
        [(3, "A PAR - BUR")],
    ),
    "mutt, latin-1": (
        letter(
            f"GM <gm@example.net> writes:\n{QUOTED}\nSchöne Grüße\nA PAR H\n- GAS\n", "text/plain; charset=iso-8859-1"
        ),
        [(7, "Schöne Grüße"), (8, "A PAR H"), (9, "- GAS")],
    ),
    "French": (letter(f"A PAR H\nLe ven. 20 nov. 2026 à 09:37, GM a écrit\xa0:\n{QUOTED}"), [(1, "A PAR H")]),
    "Spanish": (letter(f"A PAR H\nEl vie, 20 nov 2026 a las 9:37, GM escribió:\n{QUOTED}"), [(1, "A PAR H")]),
    "Italian": (letter(f"A PAR H\nIl giorno ven 20 nov 2026 alle 09:37 GM ha scritto:\n{QUOTED}"), [(1, "A PAR H")]),
    "Dutch": (letter(f"A PAR H\nOp vr 20 nov 2026 om 09:37 schreef GM:\n{QUOTED}"), [(1, "A PAR H")]),
    "Yahoo, whose plain form has no quote signs": (
        multipart("alternative", part(YAHOO_PLAIN), part(YAHOO_HTML, HTML)),
        [(1, "A PAR - BUR")],
    ),
    "plain and HTML": (multipart("alternative", part("A PAR H"), part("<p>F BRE H", HTML)), [(1, "A PAR H")]),
    "blank plain and HTML": (multipart("alternative", part(" \n"), part("<p>F BRE H", HTML)), [(1, "F BRE H")]),
    "HTML and a footer from a list": (
        multipart("mixed", nested("alternative", part("A PAR H\n"), part("x", HTML)), part("F BRE H")),
        [(1, "A PAR H"), (3, "F BRE H")],
    ),
    "base64 and UTF-16": (
        letter("A PAR → BUR\r\nF BRE H", "text/plain; charset=utf-16", encoding="base64"),
        [(1, "A PAR → BUR"), (2, "F BRE H")],
    ),
    "UTF-16 without a mark": (
        letter_of("A PAR H".encode("utf-16-be"), "text/plain; charset=utf-16", encoding="base64"),
        [(1, "A PAR H")],
    ),
    "a byte order mark, and invisible characters": (letter("\ufeffA\u200b PAR\0 H"), [(1, "A PAR H")]),
    "Windows dashes labelled latin-1": (
        letter_of(b"A PAR \x96 BUR", "text/plain; charset=iso-8859-1"),
        [(1, "A PAR – BUR")],
    ),
    "a charset nobody knows": (letter_of("A PAR → BUR".encode(), "text/plain; charset=x-none"), [(1, "A PAR → BUR")]),
    "UTF-8 that is not": (letter_of(b"A PAR \x96 BUR", "text/plain; charset=utf-8"), [(1, "A PAR – BUR")]),
    "every kind of line end": (letter("1\r\n2\r3\n4\u20285\u20296"), [(n, str(n)) for n in range(1, 7)]),
    "orders in an attached file": (
        multipart("mixed", part("Sent from my iPad\n"), part("A PAR H\nF BRE H", "text/plain; name=o.txt")),
        [(1, "A PAR H"), (2, "F BRE H")],
    ),
    "an attached file beside a text": (
        multipart("mixed", part("A PAR H"), part("F BRE H", extra="Content-Disposition: attachment\n")),
        [(1, "A PAR H")],
    ),
    "an attached mail": (
        multipart("mixed", part("A PAR H"), b"Content-Type: message/rfc822\n\n\nF BRE H"),
        [(1, "A PAR H")],
    ),
    "a multipart without parts": (letter("A PAR H", "multipart/mixed"), [(1, "A PAR H")]),
    "nothing": (HEAD.encode(), []),
}

KEPT = {
    "a sentence like an attribution": "On second thoughts, what I wrote:\nA PAR - BUR\nF BRE H",
    "a dated sentence like an attribution": "On 20 Nov 2026 I wrote:\nA PAR - BUR",
    "what somebody wrote in a year of the game": "What England wrote in 1901:\nA PAR - BUR",
    "a line From": "From: Paris\nA PAR - BUR",
    "press with a head of its own": "From: France\nTo: England\nSubject: peace\n\nA PAR - BUR",
    "bars and colons": "| A PAR - BUR\n4 : A PAR - BUR\n: A PAR H\n-- A MAR H\n--- \n - GAS",
    "a sign that is not the first": " > A PAR - BUR\n3 > A MUN - BUR\nBRIBE A MUN > 12",
    "a line of underscores": f"{'_' * 30}\nA PAR - BUR",
    "a forward of nothing": "Begin forwarded message:\nA PAR - BUR",
    "a hard wrap": f"A MAR S A PAR - BUR {'AND ' * 12}\n- GAS",
}


def numbered(lines: tuple[Line, ...]) -> list[tuple[int, str]]:
    return [(line.number, line.text) for line in lines]


@each_row("name", BODIES)
def test_the_new_text_comes_out_and_nothing_else(name: str) -> None:
    raw, expected = BODIES[name]
    mail = read_mail(raw)
    assert numbered(mail.lines) == expected
    assert (mail.trouble, mail.machine) == ("", "")


@each_row("name", KEPT)
def test_what_is_not_clearly_quoted_is_kept(name: str) -> None:
    assert [line.text for line in read_mail(letter(KEPT[name])).lines] == [
        line.rstrip() for line in KEPT[name].split("\n")
    ]


def test_an_order_above_an_attribution_is_not_taken_for_its_beginning() -> None:
    body = f"On 1901 what he wrote counts\nGM <gm@example.net> wrote:\n{QUOTED}"
    assert numbered(read_mail(letter(f"A PAR - BUR\n{body}")).lines)[0] == (1, "A PAR - BUR")
    assert numbered(read_mail(letter(f"F BRE H\nGM wrote on 20.11.2026:\n{QUOTED}")).lines) == [(1, "F BRE H")]


def test_a_signature_line_ends_the_letter_whatever_stands_below_it() -> None:
    mail = read_mail(letter(f"Hi\n-- \nAnn\nOn 20/11/2026, GM wrote:\n{QUOTED}A PAR H\n--\nA VIE H"))
    assert numbered(mail.lines) == [(1, "Hi")]


def test_quoted_lines_keep_their_numbers_and_lose_their_signs() -> None:
    mail = read_mail(letter("A PAR H\nOn 20/11/2026, GM wrote:\n> > A PAR - PIC\n>>\n>F BRE > 3\n> -- "))
    assert numbered(mail.quoted) == [(3, "A PAR - PIC"), (4, ""), (5, "F BRE > 3"), (6, "--")]


def test_what_stands_below_a_separator_is_quoted() -> None:
    mail = read_mail(letter("A PAR H\n\n-------- Original message --------\nA PAR - PIC\n"))
    assert numbered(mail.quoted) == [(4, "A PAR - PIC")]


def test_quoted_html_is_quoted_text() -> None:
    assert read_mail(letter(GMAIL_HTML.format(below=""), HTML)).quoted[-1] == Line(6, "A PAR - PIC")


@each_row(
    ("source", "expected"),
    [
        ("<table><tr><td>A</td><td>PAR</td></tr><tr><td>B</td></tr></table>", ["A PAR", "B"]),
        ("<pre>A  PAR\nF  BRE</pre>", ["A  PAR", "F  BRE"]),
        ('<blockquote style="margin:0 0 0 40px;border:none;padding:0">A PAR H</blockquote>', ["A PAR H"]),
        (
            "A PAR H</div></p></b><br>3 < 4 > 2<br><![if x[y]]>F BRE H<!-- open",
            ["A PAR H", "3 < 4 > 2", "F BRE H open"],
        ),
        ("<head><title>x</head><body>A\nPAR<script>B</script> H", ["A PAR H"]),
        ("A PAR H<div class=gmail_signature>Ann<br>Queen</div>F BRE H", ["A PAR H", "F BRE H"]),
    ],
)
def test_html_reads_as_a_browser_shows_it(source: str, expected: list[str]) -> None:
    assert shown(source) == expected


def shown(source: str) -> list[str]:
    """The lines of a letter in HTML."""
    return [line.text for line in read_mail(letter(source, HTML)).lines]


@each_row(
    "how",
    [
        'style="display:none"',
        'style="DISPLAY : None"',
        "style='color:red; display: none !important; display:block'",
        'style="display:block;display:none"',
        'style="display:none" style="display:block"',
        'style="visibility:hidden"',
        'style="visibility: collapse ;"',
        'style="font-size:0"',
        'style="font-size: 0px"',
        'style="font-size:0.0pt"',
        'style="font-size:0em;line-height:1"',
        'style="opacity:0"',
        'style="opacity:.0"',
        'style="max-height:0;overflow:hidden"',
        'style="Max-Height: 0PX"',
        "hidden",
        'hidden=""',
        'style="color:red" HIDDEN',
    ],
)
@each_row("tag", ["div", "span", "p", "td", "font", "tr"])
def test_text_that_its_writer_cannot_see_is_left_out(how: str, tag: str) -> None:
    inside = f"<{tag} {how}>A MUN H<br><b>A VIE <i>H</i></b><img src=x></{tag}>"
    table = f"<table><tr>{inside}<td>F BRE H</td></tr></table>" if tag in ("td", "tr") else f"{inside}F BRE H"
    assert shown(f"A PAR H<br>{table}") == ["A PAR H", "F BRE H"]


@each_row(
    "how",
    [
        "",
        'style="display:block"',
        'style="display:none;display:block"',
        'hidden style="display:block"',
        'style="visibility:visible"',
        'style="font-size:0.9em"',
        'style="font-size:10px"',
        'style="font-size:07pt"',
        'style="opacity:0.5"',
        'style="max-height:none"',
        'style="max-height:05px"',
        'style="border:0;margin:0px;height:0"',
        'title="display:none"',
        'class="hidden"',
        "aria-hidden=true",
    ],
)
def test_text_that_is_seen_is_kept(how: str) -> None:
    assert shown(f"A PAR H<div {how}>F BRE H</div>A MAR H") == ["A PAR H", "F BRE H", "A MAR H"]


@each_row(
    ("source", "expected"),
    [
        ("<div style='font-size:0'>B<p style='font-size:14px'>A PAR H</p>C</div>", ["A PAR H"]),
        ("<div style='font-size:0'>B<p style='font:14px Arial'>A PAR <b>H</b></p>C</div>", ["A PAR H"]),
        ("<div style='font-size:0'>B<p style='font-size:2em'>C</p><p style='font-size:inherit'>D</p></div>A PAR H",
         ["A PAR H"]),
        ("<div style='visibility:hidden'>B<p style='visibility:visible'>A PAR <b>H</b></p>C</div>", ["A PAR H"]),
        ("<div style='visibility:hidden'>B<p style='visibility:inherit'>C</p></div>A PAR H", ["A PAR H"]),
        ("<div hidden>B<p style='visibility:visible;font-size:9pt;display:block'>C</p></div>A PAR H", ["A PAR H"]),
        ("<div style='opacity:0'>B<p style='opacity:1'>C</p></div>A PAR H", ["A PAR H"]),
    ],
)  # fmt: skip
def test_only_what_is_seen_inside_a_hidden_element_is_kept(source: str, expected: list[str]) -> None:
    assert shown(source) == expected


@each_row(
    ("source", "expected"),
    [
        ("<p hidden>B<p>A PAR H<p>F BRE H", ["A PAR H", "F BRE H"]),
        ("<p hidden><span>B<b>C<div>A PAR H</div>", ["A PAR H"]),
        ("<p style='font-size:0'>B<p>A PAR H", ["A PAR H"]),
        ("<p><span style='visibility:hidden'>B<p>A PAR H", ["A PAR H"]),
        ("<p><span hidden>B<hr>A PAR H", ["A PAR H"]),
        ("<ul><li hidden>B<ul><li>C</ul>D<li>A PAR H</ul>", ["A PAR H"]),
        ("<ul><li hidden><p>B<li>A PAR H</ul>", ["A PAR H"]),
        ("<dl><dt hidden>B<dd>A PAR H<dd hidden>C<dt>F BRE H</dl>", ["A PAR H", "F BRE H"]),
        ("<table><tr><td hidden>B<table><tr><td>C</table>D<td>A PAR H</table>", ["A PAR H"]),
        ("<table><tr hidden><td>B<td>C<tr><td>A PAR H</table>", ["A PAR H"]),
        ("<table><tbody hidden><tr><td>B<tr><th>C<tbody><tr><td>A PAR H</table>", ["A PAR H"]),
        ("<div><div hidden>B</div>A PAR H<span hidden>C</div>F BRE H", ["A PAR H", "F BRE H"]),
        ("<div hidden>B</span></p></div></div></div>A PAR H", ["A PAR H"]),
        ("<div hidden><br hidden><img hidden><hr hidden>B</div>A PAR H", ["A PAR H"]),
        ("<br hidden><img hidden>A PAR H<input style='display:none'> ALWAYS", ["A PAR H ALWAYS"]),
    ],
)
def test_what_is_hidden_ends_where_a_browser_would_end_it(source: str, expected: list[str]) -> None:
    assert shown(source) == expected


@pytest.mark.parametrize(
    ("raw", "trouble"),
    [
        (multipart("mixed", part("x", "image/png")), "no text part"),
        (
            multipart(
                "encrypted", part("Version: 1", "application/pgp-encrypted"), part("x", "application/octet-stream")
            ),
            "encrypted",
        ),
        (letter("x", "application/pkcs7-mime; smime-type=enveloped-data"), "encrypted"),
        (letter("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"), "encrypted"),
    ],
)
def test_a_mail_without_readable_text_says_why(raw: bytes, trouble: str) -> None:
    mail = read_mail(raw)
    assert (mail.trouble, mail.lines, mail.quoted) == (trouble, (), ())


@each_row(
    ("head", "reason"),
    [
        ("Return-Path: <>\n", "Return-Path: <>"),
        ("Auto-Submitted: auto-replied; owner-email=a@b.c\n", "Auto-Submitted: auto-replied"),
        ("Auto-Submitted: No (a person)\n", ""),
        ("Precedence: Bulk\n", "Precedence: bulk"),
        ("Precedence: junk\n", "Precedence: junk"),
        ("Precedence: list\n", "Precedence: list"),
        ("Precedence: auto_reply\n", "Precedence: auto_reply"),
        ("Precedence: first-class\n", ""),
        ("List-Id: <x.example.org>\n", "List-Id"),
        ("List-Post: <mailto:x@example.org>\n", "List-Post"),
        ("List-Unsubscribe: <mailto:x@example.org>\n", "List-Unsubscribe"),
        ("Received: from a by b\n" * 21, "21 Received"),
        ("Received: from a by b\n" * 20, ""),
        ("X-Auto-Response-Suppress: All\n", ""),
        ("Return-Path: <ann@example.org>\n", ""),
    ],
)
def test_a_mail_is_a_machines_for_a_reason(head: str, reason: str) -> None:
    assert read_mail(letter("A PAR H", head=head)).machine == reason


@each_row(
    ("value", "reason"),
    [
        ("Mail Delivery <MAILER-DAEMON@example.org>", "From: mailer-daemon"),
        ("MAILER-DAEMON", "From: mailer-daemon"),
        ("Mail <MAILER-DAEMON>", "From: mailer-daemon"),
        ("postmaster@example.org", "From: postmaster"),
        ("no-reply@example.org", "From: no-reply"),
        ("noreply+7@example.org", "From: noreply+7"),
        ("Noreply Ann <ann@example.org>", ""),
        ("postmasters@example.org", ""),
    ],
)
def test_a_machine_may_be_known_by_its_name(value: str, reason: str) -> None:
    assert read_mail(f"From: {value}\n\nA PAR H".encode()).machine == reason


def test_a_report_is_a_machines() -> None:
    assert read_mail(multipart("report", part("Undelivered"))).machine == "multipart/report"


@each_row(
    ("fields", "sender", "name"),
    [
        ("From: Ann <Ann@Example.ORG>", "ann@example.org", "Ann"),
        ("From: ann@example.org (Ann)", "ann@example.org", "Ann"),
        ('From: "Ann, Queen <x@y.z>" <ann@example.org>', "ann@example.org", "Ann, Queen <x@y.z>"),
        ("From: x@y.z <ann@example.org>", "ann@example.org", "x@y.z"),
        ("From: =?ISO-2022-JP?B?GyRCOzNFRBsoQg==?= <ann@example.org>", "ann@example.org", "山田"),
        (
            "From: =?utf-8?q?A=E2=80=AEnn?=\n =?utf-8?q?_=C3?= =?utf-8?q?=A9=0A?= <ann@example.org>",
            "ann@example.org",
            "Ann é",
        ),
        ("From: Zoë <ann@example.org>", "ann@example.org", "Zoë"),
        ("From: ann@example.org, bob@example.org", "", ""),
        ("From: ann@example.org\nFrom: bob@example.org", "", ""),
        ("From: ann@example.org)bob@example.org", "", ""),
        ("From: undisclosed-recipients:;", "", ""),
        ("From: <bob@example.org> <ann@example.org>", "", ""),
        ("From: Bob <bob@example.org>Ann <ann@example.org>", "", ""),
        ("From: <ann@example.org> bob@example.org", "", ""),
        ('From: <ann@example.org> "bob"@example.org', "", ""),
        ("From: <bob@example.org> <ann@example.org>, ann@example.org", "", ""),
        ("From: ann@example.org, bob@example.org\x07", "", ""),
        ("From: bob@example.org: ann@example.org", "", ""),
        ("From: bob@example.org (<ann@example.org>)", "", ""),
        (f"From: bob@example.org{',' * 300}ann@example.org", "", ""),
        ("From: Queen, Ann <ann@example.org>", "ann@example.org", "Ann"),
        ("From: Ann <the queen> <ann@example.org> (at home)", "ann@example.org", "Ann <the queen>"),
        ("From: Ann <<ann@example.org>>", "ann@example.org", "Ann <"),
        ("From: Players: ann@example.org;", "ann@example.org", ""),
        ("From: mi\u212ae@example.org", "mi\u212ae@example.org", ""),
        ("From: ZO\u00cb@Example.ORG", "zo\u00cb@example.org", ""),
        ("Subject: x", "", ""),
    ],
)
def test_the_sender_is_one_person_or_nobody(fields: str, sender: str, name: str) -> None:
    mail = read_mail(f"{fields}\n\nA PAR H".encode())
    assert (mail.sender, mail.sender_name) == (sender, name)


def test_the_head_is_read_in_the_order_the_game_needs() -> None:
    raw = (
        "Cc: Bob <bob@example.org>, GM@example.net\nTo: friends: eve@example.org, dan@example.org;\n"
        'Delivered-To: gm+t1@example.net\nX-Original-To: gm@example.net\nTo: "x@y.z" <zoe@example.org>\n'
        "Message-ID: <2@example.org>\nIn-Reply-To: <b@x> \nReferences: <a@x>\n <b@x>\n <c@x>\n"
        "Subject: =?utf-8?b?w5ZybGk=?= and\n  =?x?q?bad =?= \x07more\n\n"
    )
    mail = read_mail(raw.encode())
    assert mail.recipients == tuple(
        f"{name}@example.{top}"
        for name, top in [
            ("gm+t1", "net"),
            ("gm", "net"),
            ("eve", "org"),
            ("dan", "org"),
            ("zoe", "org"),
            ("bob", "org"),
        ]
    )
    assert (mail.message_id, mail.replied) == ("2@example.org", ("b@x", "c@x", "a@x"))
    assert mail.subject.startswith("Örli and ")
    assert "\x07" not in mail.subject


REAL = [raw for raw, _ in BODIES.values()]
# What the parsers look for, so that chance finds the branches behind it.
SPICE = [
    b"\r\n",
    b"\n\n",
    b"--b1\n",
    b"<",
    b"<!--",
    b"&#x110000;",
    b"=?u?b?*?=",
    b"\xff\xfe",
    b"> ",
    b'"',
    b"\0",
    b":",
    b"<br>",
]


@given(st.binary(max_size=2000))
@settings(max_examples=150, deadline=None)
def test_no_bytes_make_it_raise(raw: bytes) -> None:
    assert isinstance(read_mail(raw), Mail)


@given(st.sampled_from(REAL), st.data())
@settings(max_examples=250, deadline=None)
def test_no_change_to_a_real_mail_makes_it_raise(raw: bytes, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = data.draw(st.integers(start, min(len(raw), start + 20)))
        raw = raw[:start] + data.draw(st.sampled_from(SPICE) | st.binary(max_size=5)) + raw[end:]
    mail = read_mail(raw)
    assert mail.trouble != "unreadable"
    assert all("\n" not in line.text and "\0" not in line.text for line in mail.lines + mail.quoted)


@given(st.lists(st.from_regex(r"[A-Z0-9][A-Z0-9 ]{0,6}( [-:>|] [A-Z]{3})?", fullmatch=True), min_size=1, max_size=8))
@settings(max_examples=100, deadline=None)
def test_no_order_is_lost_above_or_below_a_quotation(orders: list[str]) -> None:
    text = "\n".join(orders)
    mail = read_mail(letter(f"{text}\n\nOn 20/11/2026 09:37, GM wrote:\n{QUOTED}{text}\n"))
    assert [line.text for line in mail.lines if line.text] == [order.rstrip() for order in orders] * 2
