"""Any bytes as a mail: read_mail never raises, and what it hands on is clean and within its limits."""

from __future__ import annotations

import unicodedata
from pathlib import Path

from fuzzing import fuzz

from gm.post.inbound.letter import read_mail
from gm.post.inbound.limits import MAX_LINE, MAX_ROWS, MAX_WRITTEN, MAX_WRITTEN_ROWS

HEAD = b"From: Ann <ann@example.org>\nTo: gm@example.net\nSubject: [spring]\n"
PARTS = b'MIME-Version: 1.0\nContent-Type: multipart/%s; boundary="b"\n\n--b\n%s\n--b\n%s\n--b--\n'
PLAIN = b"Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes\n\n4 : A PAR - \nBUR\n> quoted\n-- \nAnn\n"
HTML = b"Content-Type: text/html\n\n<div>A PAR H<br><blockquote type=cite>x</blockquote></div><!-- x --><p>&nbsp;&#65;"
SEEDS = [
    HEAD + b"\n4 : A PAR - BUR\n\nOn 20/11/2026 09:37, GM <gm@example.net> wrote:\n> 5 : A PAR H\n",
    HEAD + PARTS % (b"alternative", PLAIN, HTML),
    HEAD + PARTS % (b"mixed", HTML, b"Content-Disposition: attachment; filename=o.txt\n\nA PAR H\n"),
    HEAD + b"Content-Transfer-Encoding: base64\n\nQSBQQVIgSA==\n",
    HEAD + b"Content-Transfer-Encoding: quoted-printable\nContent-Type: text/plain; charset=utf-16\n\nA=00=20=\n=00\n",
    HEAD + b"Content-Type: message/rfc822\n\n" + HEAD + b"\nA PAR H\n",
    HEAD + b"\nA PAR H\n\n-----Original Message-----\nFrom: GM\nSent: Friday 20\nTo: Ann\nSubject: x\n\nA PAR - PIC\n",
]
WORDS = [
    "--b", "boundary=", "Content-Type: ", "multipart/alternative", "text/html", "charset=", "utf-7", "=?utf-8?b?", "?=",
    "<blockquote>", "<!--", "-->", "<![if", "&#x", "wrote:", "On 20/11/2026", "> ", "-- \n", "\r\n", "\u202e", "\u2028",
]  # fmt: skip


def mails() -> list[bytes]:
    """The seeds, and the mails of real programs where the tests have some."""
    return [*SEEDS, *(path.read_bytes() for path in sorted(Path(__file__).parent.parent.glob("mail/*.eml")))]


def entry(data: bytes) -> None:
    """Read one mail."""
    mail = read_mail(data)
    assert mail.trouble != "unreadable"
    assert len(mail.lines) <= MAX_WRITTEN_ROWS and len(mail.quoted) <= MAX_ROWS
    assert sum(len(line.text) for line in mail.lines) <= MAX_WRITTEN
    for line in (*mail.lines, *mail.quoted):
        assert not {"\n", "\r", "\0", "\u2028", "\u202e", "\u200b"} & set(line.text)
    assert all(len(line.text) <= MAX_LINE for line in mail.lines)
    for text in (mail.subject, mail.sender_name, mail.sender, *mail.recipients):
        assert not [sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Cs")]


if __name__ == "__main__":
    fuzz(entry, mails(), WORDS)
