"""What programs put around a player's text that only their own mails have: quotations, footers, stubs. Made, not sent.

`docs/mail.md` says which of them were seen in an original, and which are known from descriptions.
"""

from __future__ import annotations

import pytest
from helpers.rows import each_row

from gm.post.inbound.letter import read_mail

OWN = ["ACCEPT FGAEIRT", "4 : A PAR - BUR"]
TEXT = "\n".join(OWN)
OURS = "France, Spring 1901 judged.\nA MAR - GAS\n2 : F BRE - MAO"
ON = "On Sunday, 22 November 2026 at 09:00:00 UTC, The GameMaster <gm@example.org> wrote:"


def signed(mark: str, text: str = OURS) -> str:
    return "\n".join(f"{mark}{line}" for line in text.split("\n"))


def mail(body: str, content: str = "text/plain") -> bytes:
    return f"From: ann@example.org\nContent-Type: {content}; charset=utf-8\n\n{body}\n".encode()


def written(raw: bytes) -> list[str]:
    found = read_mail(raw)
    assert found.trouble == ""
    return [line.text for line in found.lines if line.text]


HEADING = "From: The GameMaster <gm@example.org>\n{to}: Ann\nDate: Sun, Nov 22, 2026 05:00 PM\nSubject: [spring] x"
PLAIN = {
    "Thunderbird": f"{TEXT}\n\nOn 22.11.26 09:00, The GameMaster wrote:\n{signed('> ')}\n",
    "Thunderbird, below": f"Am 22.11.26 um 09:00 schrieb The GameMaster:\n{signed('> ')}\n\n{TEXT}\n\n-- \nAnn\nParis",
    "Gnus": f"The GameMaster <gm@example.org> writes:\n\n{signed('> ')}\n\n{TEXT}",
    "Gnus with initials": f">>>>> GM == The GameMaster <gm@example.org> writes:\n\n{signed('GM> ')}\n\n{TEXT}",
    "The Bat!": f"Hello The,\n\nSunday, November 22, 2026, 9:00:00 AM, you wrote:\n\n{signed('TG> ')}\n\n{TEXT}",
    "Zoho": f"{TEXT}\n\nSent using Zoho Mail\n\n ---- On Sun, 22 Nov 2026 09:00:00 +0000 The GameMaster "
    f"<gm@example.org> wrote ----\n{signed(' > ')}",
    "Zoho, unmarked": f"{TEXT}\n\n---- On Sun, 22 Nov 2026 09:00:00 +0000 GM <gm@example.org> wrote ----\n\n{OURS}",
    "Lotus": f'{TEXT}\n\n-----"The GameMaster" <gm@example.org> wrote: -----\n\n>To: Ann\n{signed(">")}',
    "Lotus, unmarked": f'{TEXT}\n\n-----"GM" <gm@example.org> wrote: -----\n{HEADING.format(to="To")}\n\n{OURS}',
    "QQ": f"{TEXT}\n\n\n------------------ Original ------------------\n{HEADING.format(to='To')}\n\n{OURS}",
    "QQ in Chinese": f"{TEXT}\n\n发自我的iPhone\n\n------------------ 原始邮件 ------------------\n"
    f"发件人: The GameMaster <gm@example.org>\n发送时间: 2026年11月22日 17:00\n收件人: Ann\n主题: x\n\n{OURS}",
    "Superhuman": f"{TEXT}\n\nSent via Superhuman ( https://sprh.mn/?vip=ann@example.org )\n\n"
    f"On Sun, Nov 22, 2026 at 9:00 AM, The GameMaster < gm@example.org > wrote:\n\n{signed('> ')}",
    "Proton": f"{TEXT}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\n{ON}\n\n{signed('> ')}",
    "Proton on a phone": f"{TEXT}\n\nSent from Proton Mail for iOS.\n\n"
    f"-------- Original Message --------\n{ON}\n\n> {OURS[:9]}",
    "a Swedish iPhone": f"{TEXT}\n\nSkickat från min iPhone\n\n"
    f"> 22 nov. 2026 kl. 09:00 skrev GM <gm@example.org>:\n> \n> x",
    "Swedish Outlook": f"{TEXT}\n\nSkickat från Outlook för Android\n\n________________________________\n"
    f"Från: GM <gm@example.org>\nSkickat: den 22 november 2026 09:00\nTill: Ann\nÄmne: x\n\n{OURS}",
    "a Swedish separator": f"{TEXT}\n\n-----Ursprungligt meddelande-----\nFrån: GM\n\n{OURS}",
    "Horde": f"{TEXT}\n\nQuoting The GameMaster <gm@example.org>:\n\n{signed('> ')}".replace(":\n\n>", ":\n>"),
}


@each_row("name", PLAIN)
def test_the_text_of_other_programs_is_read_and_nothing_else(name: str) -> None:
    found = written(mail(PLAIN[name]))
    assert [line for line in found if line not in ("Hello The,",)] == OWN


PAGE = "".join(f"<div>{line}</div>" for line in OWN)
QUOTE = "<div>A MAR - GAS</div><div>2 : F BRE - MAO</div>"
HTML = {
    "Yahoo": f'{PAGE}<div id="ydp12ab34cdyahoo_quoted_2142999335" class="ydp12ab34cdyahoo_quoted"><div>On Sunday, 22 '
    f"November 2026 at 09:00:00 GMT, GM &lt;gm@example.org&gt; wrote:</div><div>{QUOTE}</div></div>",
    "Zoho": f'{PAGE}<div class="zmail_extra_hr" style="height:0"></div>'
    f'<div class="zmail_extra">---- On Sun, 22 Nov 2026 '
    f'<b>GM</b> wrote ---<br><blockquote id="blockquote_zmail">{QUOTE}</blockquote></div>',
    "Superhuman": f'{PAGE}<div class="sh-signature"><div class="gmail_signature">Ann, Paris</div></div><br>'
    f'<div class="sh-quoted-content"><div class="gmail_quote">On Sun, Nov 22, 2026 at 9:00 AM, GM wrote:<br>'
    f'<blockquote class="gmail_quote">{QUOTE}</blockquote></div></div>',
    "Lotus": f'{PAGE}<div><font color="#990099">-----"GM" &lt;gm@example.org&gt; wrote: -----</font></div>'
    f'<div class="iNotesHistory"><div>To: Ann<br>From: GM<br>{QUOTE}</div></div>',
    "Zimbra": f'{PAGE}<hr id="zwchr" data-marker="__DIVIDER__">'
    f'<div data-marker="__HEADERS__"><b>From: </b>GM</div>{QUOTE}',
    "Outlook for Mac": f'{PAGE}<span id="OLK_SRC_BODY_SECTION"><div>From: GM</div>{QUOTE}</span>',
    "Tuta": f'{PAGE}<br>22. Nov 2026, 09:00 by gm@example.org:<br>'
    f'<blockquote class="tutanota_quote">{QUOTE}</blockquote>',
    "NetEase": f'{PAGE}<br>At 2026-11-22 09:00:00, "GM" &lt;gm@example.org&gt; wrote:<br>'
    f'<blockquote id="isReplyContent" style="padding-left: 1ex">{QUOTE}</blockquote>',
    "Outlook, with a bare rule": f'{PAGE}<div id="appendonsend"></div><hr style="width:98%">{QUOTE}',
    "Outlook, quoted once more": f'{PAGE}<div id="x_appendonsend"></div><hr><div><b>Lähettäjä:</b> GM</div>{QUOTE}',
    "Outlook, its styles rewritten": f'{PAGE}<div style="border-right: none; border-image: initial; border-top: 1pt '
    f'solid rgb(225, 225, 225); padding: 3pt 0in 0in;"><b>X:</b> GM</div>{QUOTE}',
    "Outlook on a phone": f'{PAGE}<div class="ms-outlook-mobile-reference-message">{QUOTE}</div>',
    "Windows Mail": f'{PAGE}<div style="padding-top: 5px; border-top-color: rgb(229, 229, 229); border-top-width: 1px; '
    f'border-top-style: solid;"><b>От:</b> GM<br><b>Отправлено:</b> воскресенье</div>{QUOTE}',
    "Yandex, unmarked": f'{PAGE}<div>22.11.2026, 09:00, "GM" &lt;gm@example.org&gt;:</div>{QUOTE}',
    "Gmail, quoted once more by Outlook": f'{PAGE}<div class="x_gmail_quote"><div>{QUOTE}</div></div>',
}


@each_row("name", HTML)
def test_the_page_of_other_programs_is_read_and_nothing_else(name: str) -> None:
    found = written(mail(HTML[name], "text/html"))
    assert [line for line in found if not line.startswith("22. Nov")] == OWN


def in_two_forms(plain: str, page: str) -> bytes:
    parts = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n"
    return f"From: ann@example.org\nContent-Type: multipart/alternative; boundary=b\n\n{parts}".encode()


@pytest.mark.parametrize(
    "stub",
    [
        "This message is in HTML. Please use a mail program that shows it.",
        "Your mail client does not support HTML mails.",
        "Sent from my iPhone",
        "Diese Nachricht kann nur als HTML angezeigt werden.",
    ],
)
def test_a_few_words_in_place_of_the_page_are_not_the_text(stub: str) -> None:
    assert written(in_two_forms(stub, PAGE)) == OWN


@pytest.mark.parametrize("page", [PAGE, f"{PAGE}<p>France, Spring 1901 judged.</p>{QUOTE}", "<p>Hello</p>", ""])
def test_the_plain_form_is_read_if_it_says_what_the_page_says_or_is_no_stub(page: str) -> None:
    assert written(in_two_forms(TEXT, page)) == OWN


def test_a_quotation_with_nothing_else_is_no_reason_to_read_the_page() -> None:
    assert written(in_two_forms(f"{ON}\n{signed('> ')}", f"<p>{ON}</p>{QUOTE}")) == []
