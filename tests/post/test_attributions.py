"""What sets a quotation off in any language, quotations that nothing sets off, text inside a PGP signature."""

from __future__ import annotations

import pytest
from helpers.rows import each_row
from helpers.steps import steps

from gm.post.inbound.letter import read_mail

QUOTED = "> Last turn you ordered:\n> A PAR - PIC\n"


def mail(body: str, content: str = "text/plain; charset=utf-8", head: str = "") -> bytes:
    return f"From: ann@example.org\n{head}Content-Type: {content}\n\n{body}".encode()


def written(body: str) -> list[str]:
    found = read_mail(mail(body))
    assert found.trouble == ""
    return [line.text for line in found.lines]


@each_row(
    "attribution",
    [
        "pon., 5 sty 2026 o 19:10 The GameMaster <gm@example.org> napisał(a):",
        "2026年1月5日(月) 19:10 The GameMaster <gm@example.org>:",
        "2026/01/05 19:10、The GameMaster <gm@example.org>のメール:",
        "The GameMaster <gm@example.org> 于2026年1月5日周一 19:10写道：",
        "пн, 5 янв. 2026 г. в 19:10, The GameMaster <gm@example.org>:",
        "W dniu 5.01.2026 o 19:10, The GameMaster pisze:",
        "05.01.26 19:10, The GameMaster пишет:",
        "Den mån 5 jan. 2026 kl 19:10 skrev The GameMaster\n<gm@example.org>:",
        "The GameMaster kirjoitti 5.1.2026 klo 19.10:",
    ],
)
def test_an_attribution_in_any_language_is_no_text(attribution: str) -> None:
    assert written(f"4 : A PAR - BUR\n\n{attribution}\n{QUOTED}") == ["4 : A PAR - BUR"]


@each_row(
    "line",
    [
        "I say to this:",  # neither day nor address
        "My offers for 1901:",  # a year is no time of day
        "GM <gm@example.org>, this is what I mean:",  # an address, no day
        "At 19:10 I thought of this:",  # a time of day, no day
        "On 5.01.2026 at 19:10 I thought of this",  # no colon
    ],
)
def test_a_line_above_a_quotation_that_does_not_say_who_and_when_is_text(line: str) -> None:
    assert written(f"{line}\n{QUOTED}4 : A PAR - BUR") == [line, "4 : A PAR - BUR"]


def test_four_fields_in_a_language_not_known_set_off_a_quotation() -> None:
    fields = "Oddi wrth: GM <gm@example.org>\nAnfonwyd: 5 Ionawr 2026 19:10\nI: Ann\nPwnc: Spring"
    found = read_mail(mail(f"4 : A PAR - BUR\n\n{fields}\n\nA PAR - PIC\n"))
    assert [line.text for line in found.lines] == ["4 : A PAR - BUR"]
    assert [line.text for line in found.quoted] == [*fields.split("\n")[1:], "", "A PAR - PIC"]


@pytest.mark.parametrize(
    "fields",
    [
        "Oddi wrth: GM <gm@example.org>\nAnfonwyd: 5 Ionawr 2026 19:10\nI: Ann",  # three
        "Oddi wrth: GM\nAnfonwyd: 5 Ionawr 2026 19:10\nI: Ann\nPwnc: Spring",  # no address
        "Oddi wrth: GM <gm@example.org>\nAnfonwyd: heddiw\nI: Ann\nPwnc: Spring",  # no day
        "Oddi wrth: GM <gm@example.org>\nAnfonwyd: 5 Ionawr 2026 19:10\nI Ann\nPwnc: Spring",  # not in one block
        "From: Paris\nTo: England\nSubject: peace",  # a message of a player's
        "From: Paris, 1901",
    ],
)
def test_anything_less_than_four_such_fields_is_text(fields: str) -> None:
    assert written(f"{fields}\n4 : A PAR - BUR") == [*fields.split("\n"), "4 : A PAR - BUR"]


@pytest.mark.parametrize(
    "body",
    [
        "pon., 5 sty 2026 o 19:10 GM <gm@example.org> napisał(a):\n\n4 : A PAR - PIC",  # nothing above it
        "GM <gm@example.org> wrote:\n4 : A PAR - PIC",
        "W dniu 5.01.2026 o 19:10, Anna pisze:\n4 : A PAR - PIC",
        "4 : A PAR - BUR\nOn 5 Jan 2026, GM <gm@example.org> wrote:\n4 : A PAR - PIC\n> 2 $",  # the sign may be for all
        "READY The GameMaster <gm@example.org> wrote:\n4 : A PAR - PIC",  # something else in the row
    ],
)
def test_a_mail_whose_text_cannot_be_told_from_its_quotation_is_not_read(body: str) -> None:
    found = read_mail(mail(body))
    assert found.lines == ()
    assert found.trouble.startswith("your text cannot be told from the mail that it quotes")


def test_the_html_is_read_where_the_plain_form_is_in_doubt() -> None:
    plain = "4 : A PAR - BURSent from my Galaxy\n-------- Original message --------From: GM Date: 05/01/2026 Hello"
    html = "<div>4 : A PAR - BUR</div><div>-------- Original message --------</div><div>From: GM</div>Hello"
    parts = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    found = read_mail(mail(parts, "multipart/alternative; boundary=b"))
    assert [line.text for line in found.lines] == ["4 : A PAR - BUR"]


GLUED = [
    ("4 : A PAR - BUR", "On 2026-11-22 09:00, The GameMaster wrote:"),
    ("4 : A PAR - BUR ", "On Sun, 22 Nov 2026, The GameMaster wrote:"),
    ("4 : A PAR - BUR", "On Sun, 22 Nov 2026 09:00:00 +0000\nThe GameMaster <gm@example.org> wrote:"),
    ("F BRE H", "Am 22.11.26 um 09:00 schrieb The GameMaster:"),
    ("ready", "On Sun, Nov 22, 2026 at 9:00 AM The GameMaster <gm@example.org> wrote:"),
    ("READY", "The GameMaster <gm@example.org> wrote:"),
    ("2 MEN C3-C4", "The GameMaster <gm@example.org> schrieb am 22.11.2026 um 09:00:"),
    ("F BRE H", "The GameMaster <gm@example.org> writes:"),
    ("10 $", "The GameMaster writes on 22.11.2026:"),
    ("4 : A PAR - BUR", "2026-11-22 9:00 GMT+01:00 GM <gm@example.org>:"),
    ("4 : A PAR - BUR", "05.01.26 19:10, The GameMaster пишет:"),
    ("4 : A PAR - BUR", "пн, 5 янв. 2026 г. в 19:10, The GameMaster <gm@example.org>:"),
    ("4 : A PAR - BUR", "pon., 5 sty 2026 o 19:10 The GameMaster <gm@example.org> napisał(a):"),
]


@each_row(("order", "attribution"), GLUED)
def test_an_order_in_the_row_of_an_attribution_is_parted_from_it(order: str, attribution: str) -> None:
    assert written(f"Hello\n{order}{attribution}\n{QUOTED}") == ["Hello", order.rstrip()]


@each_row(
    "row",
    [
        "4 : A PAR - BUR The GameMaster <gm@example.org> writes:",
        "READY The GameMaster <gm@example.org> writes:",
        "readyThe GameMaster <gm@example.org> writes:",
        "F BRE H The GameMaster writes on 22.11.2026:",
        "2 men C3-C4 The GameMaster <gm@example.org> wrote:",
    ],
)
def test_a_row_that_does_not_begin_like_an_attribution_is_no_less_than_shown(row: str) -> None:
    assert written(f"Hello\n{row}\n{QUOTED}") == ["Hello", row]


@each_row(
    "attribution",
    [
        "The GameMaster writes:",
        "The GameMaster schrieb:",
        "Quoting The GameMaster <gm@example.org>:",
        "According to The GameMaster:",
        "Sunday, November 22, 2026, 9:00:00 AM, you wrote:",
        "At 09:00 22/11/2026 +0000, The GameMaster wrote:",
        "On Sun, Nov 22, 2026 at 9:00 AM, The GameMaster < gm@example.org > wrote:",
        '-----"The GameMaster" <gm@example.org> wrote: -----',
        "---- On Sun, 22 Nov 2026 09:00:00 +0000 The GameMaster <gm@example.org> wrote ----",
        "------------------ Original ------------------",
        "------------------ 原始邮件 ------------------",
        "-----Ursprungligt meddelande-----",
    ],
)
def test_what_programs_write_above_quote_signs_is_no_text(attribution: str) -> None:
    assert written(f"4 : A PAR - BUR\n\n{attribution}\n{QUOTED}2 $") == ["4 : A PAR - BUR", "", "2 $"]


@each_row("sign", ["\t", "| ", " > ", ": ", "} ", "GM> ", "TG> "])
@each_row(
    "attribution", ["The GameMaster <gm@example.org> wrote:", "* GM <gm@example.org> [Sun, Nov 22, 2026 at 09:00]:"]
)
def test_what_stands_behind_the_same_sign_below_an_attribution_is_quoted(attribution: str, sign: str) -> None:
    rows = [f"{sign}Last turn you ordered:", sign.rstrip(" "), "2 $", f"{sign}4 : A PAR - PIC", "F BRE H"]
    found = read_mail(mail("\n".join(["4 : A PAR - BUR", attribution, "", *rows])))
    assert [line.text for line in found.lines] == ["4 : A PAR - BUR", "", "2 $", "F BRE H"]
    assert [line.text for line in found.quoted] == ["Last turn you ordered:", "", "4 : A PAR - PIC"]


def test_initials_before_several_rows_are_quote_signs_even_without_an_attribution() -> None:
    assert written("GM> Hello\nGM>\nGM> A PAR - PIC\n4 : A PAR - BUR") == ["4 : A PAR - BUR"]
    assert written("| A PAR - PIC\n\tA PAR H\nGM> hm") == ["| A PAR - PIC", "\tA PAR H", "GM> hm"]


HEAD = """\
From gm@example.org Sun Nov 22 09:00:00 2026
Return-Path: <gm@example.org>
Delivered-To: ann@example.org
From: The GameMaster <gm@example.org>
To: ann@example.org
Subject: [spring] S1901M
Date: Sun, 22 Nov 2026 09:00:00 +0000

A PAR - PIC
"""


@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_head_of_a_mail_as_it_came_sets_off_a_quotation(first: int) -> None:
    head = HEAD.split("\n", first)[-1]
    assert written(f"4 : A PAR - BUR\n{head}") == ["4 : A PAR - BUR"]
    behind_tabs = "".join(f"\t{line}\n" for line in head.splitlines())
    assert written(f"4 : A PAR - BUR\n{behind_tabs}\n2 $") == ["4 : A PAR - BUR", "", "2 $"]


SIGNED = """\
Hi,
-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256
A PAR H

> - quoted
4 : A PAR - BUR
- - MAR
- --\x20
Ann
-----BEGIN PGP SIGNATURE-----

iQEzBAEBCAAdFiEE
-----END PGP SIGNATURE-----
5 : A MAR - GAS
"""


def test_text_signed_with_pgp_is_what_was_signed() -> None:
    found = read_mail(mail(SIGNED))
    # The signature line of the mail, escaped by PGP, ends the letter.
    assert [(line.number, line.text) for line in found.lines] == [(1, "Hi,"), (7, "4 : A PAR - BUR"), (8, "- MAR")]


def test_text_below_a_pgp_signature_counts() -> None:
    found = read_mail(mail(SIGNED.replace("- -- \nAnn\n", "")))
    assert [line.text for line in found.lines] == ["Hi,", "4 : A PAR - BUR", "- MAR", "5 : A MAR - GAS"]


@pytest.mark.parametrize("name", ["X-Autoreply", "X-Autorespond"])
def test_an_old_responder_is_a_machine(name: str) -> None:
    assert read_mail(mail("A PAR H", head=f"{name}: yes\n")).machine == name


@pytest.mark.parametrize(
    ("content", "trouble"),
    [
        (
            "application/pkcs7-mime; smime-type=signed-data",
            "it is signed in a way that puts the text inside the signature",
        ),
        ("application/x-pkcs7-mime; smime-type=enveloped-data", "encrypted"),
        ("application/pkcs7-mime; name=smime.p7m", "encrypted"),
    ],
)
def test_what_is_inside_smime_is_not_read_and_the_reason_is_told(content: str, trouble: str) -> None:
    assert read_mail(mail("MIAGCSqGSIb3DQEHAqCAMIACAQ==", content)).trouble == trouble


SLOW = [
    "a: " + "x" * 5000 + "\n",
    "--original message" * 10,
    "-" * 999,
    "On 5 a@b ",
    "a@b wrote: ",
    "2026 10:10 a@b:\n",
    "-----BEGIN PGP SIGNED MESSAGE-----\n",
    "Å: 2026 10:10 a@b\n",
    "x On 5 wrote:\n> x\n",
    "GM <a@b.c> wrote:\n\tx\n",
    "ABc" * 100 + " wrote:\n> x\n",
    "a " * 150 + ":\n",
    "\tReturn-Path: <a@b>\n",
    "---x wrote ",
    "a@",
]


@each_row("piece", SLOW)
def test_a_text_made_to_be_slow_is_no_more_work_than_another(piece: str) -> None:
    def work(length: int) -> int:
        return steps(lambda: read_mail(mail(piece * (length // len(piece)))))

    assert work(300_000) < 2.3 * work(150_000) + 3000


BOLD = """\
--b
Content-Type: text/plain; charset=utf-8; format=flowed

*4 : A PAR - BUR*
2 : *A MAR - GAS*
/3 : F BRE - MAO/
5 * 2 is *ten*
_7 $_ and *more*

> *A PAR - PIC*
--b
Content-Type: text/html; charset=utf-8

<p><b>4 : A PAR - BUR</b><br>2 : <b>A MAR - GAS</b><br><i>3 : F BRE - MAO</i><br>5 * 2 is *ten*<br>_7 $_ and more</p>
<blockquote type="cite"><b>A PAR - PIC</b></blockquote>
--b--
"""


def test_signs_of_bold_and_slanted_words_are_no_text_where_the_html_form_has_none() -> None:
    found = read_mail(mail(BOLD, "multipart/alternative; boundary=b"))
    assert [line.text for line in found.lines] == [
        "4 : A PAR - BUR", "2 : A MAR - GAS", "3 : F BRE - MAO", "5 * 2 is *ten*", "_7 $_ and *more*",
    ]  # fmt: skip


def test_what_stands_below_a_signature_line_is_kept_apart() -> None:
    body = f"A PAR H\n-- \nAnn\n2 $\n\nOn 20/11/2026, GM wrote:\n{QUOTED}\nF BRE H\nSent from my iPhone"
    found = read_mail(mail(body))
    assert [line.text for line in found.lines] == ["A PAR H"]
    assert [(line.number, line.text) for line in found.below if line.text] == [(3, "Ann"), (4, "2 $"), (10, "F BRE H")]
