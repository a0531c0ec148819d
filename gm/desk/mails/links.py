"""Answering with one tap: links in the HTML form of a mail that open the reader's mail program, the reply ready.

What a mail offers is decided here and nowhere else: of what its notices name as an answer, whatever stands in its text
word for word. Nothing is offered that has a blank to be filled in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from gm.desk.commands.declared import SITTER
from gm.desk.commands.table import COMMANDS
from gm.desk.game.game import Game, seat_names
from gm.desk.game.outgoing import Mail, MailKind
from gm.post.outbound.compose import Sender
from gm.registry import ruleset
from gm.rules.lines.words import first_word

LONGEST = 1_800  # characters of a link: some programs cut at 2,000
TOP = -1  # the place right below the first lines of a mail
WORD = re.compile(r"\w")
GOES_ON = re.compile(r" {6,}\S")
COPY = "Reply: copy the sheet above"
Told = Mapping[str, Any]
Plain = Callable[[object], Any]


class Link(msgspec.Struct, frozen=True):
    """An answer that a mail offers. at: the number of the notice that it stands below, or TOP."""

    label: str
    subject: str
    body: str
    at: int


def links(
    game: Game, mail: Mail, subject: str, text: str, sitter: bool = False, plain: Plain = msgspec.to_builtins
) -> list[Link]:
    """What *mail* offers to answer, in the order in which it stands there. *subject*, *text*: of the mail.

    sitter: its reader sits for the player, and can say less. plain: gives a notice as plain values.
    """
    if not mail.token or game.over:
        return []
    about = subject if subject.startswith("Re: ") else f"Re: {subject}"
    found: dict[str, Link] = {}
    for label, lines, at in _offered(game, mail, text, plain):
        if not (sitter and any(map(_not_for_sitters, lines))):
            body = "\n".join(lines)
            found.setdefault(body, Link(label, about, body, at))
    return sorted(found.values(), key=lambda link: link.at)


def href(link: Link, sender: Sender, token: str) -> tuple[str, str]:
    """The label and the address of a link in the copy of a mail whose reply address has *token* (RFC 6068).

    If the body is too long for an address, it is left out, and the label says so.
    """
    subject = sender.with_token(link.subject, token)
    to = f"mailto:{quote(sender.reply_to(token), safe='@')}?subject={_quoted(subject)}"
    whole = f"{to}&body={_quoted(link.body).replace('%0A', '%0D%0A')}"
    return (link.label, whole) if len(whole) <= LONGEST else (COPY, to)


def _quoted(words: str) -> str:
    """Words for an address; half a character, which a letter may have, becomes a question mark as in the mail."""
    return quote(words, safe="", errors="replace")


def says(text: str, line: str) -> bool:
    """Whether a text, spaced, has the words of *line*, wherever its lines ended."""
    words = _spaced(line)
    at = text.find(words) if words else -1
    while at >= 0:
        end = at + len(words)
        if not (WORD.match(text[max(at - 1, 0) : at]) or WORD.match(text[end : end + 1])):
            return True
        at = text.find(words, at + 1)
    return False


def _spaced(text: str) -> str:
    """A text with a space wherever there is white space."""
    return " ".join(text.split())


def shows(text: str, lines: Sequence[str]) -> bool:
    """Whether *lines* stand in a text one below the other, each alone; long ones may go on, indented, on the next."""
    if not lines or _spaced(" ".join(lines)) not in _spaced(text):
        return False
    if _stand(text, lines):
        return True
    whole = r"\n *".join(r"(?: |\n {6,})".join(map(re.escape, line.split(" "))) for line in lines)
    return re.search(rf"^ *{whole} *$(?!\n {{6,}}\S)", text, re.MULTILINE) is not None


def _stand(text: str, lines: Sequence[str]) -> bool:
    """Whether *lines* stand in a text as most do, which needs no pattern: one below the other, and nothing goes on."""
    below = text.split("\n")
    found = [line.lstrip(" ") for line in below]
    if lines[0] not in found:
        return False
    at = found.index(lines[0])
    end = at + len(lines)
    return found[at:end] == list(lines) and not (end < len(below) and GOES_ON.match(below[end]))


def _not_for_sitters(line: str) -> bool:
    """Whether a line is a command that a sitter may not give."""
    word = first_word(line)
    return any(SITTER not in one.who for one in COMMANDS.values() if one.who and word in (*one.words, *one.shy))


Offered = tuple[str, Sequence[str], int]  # a label, the lines, the place


def _offered(game: Game, mail: Mail, text: str, plain: Plain) -> Iterator[Offered]:
    """What the notices of a mail name as an answer, if its text has it."""
    rules, reader = ruleset(game.ruleset).rules, seat_names(game)[mail.seat] if mail.seat is not None else ""
    spaced = _spaced(text)
    for at, (kind, notice) in enumerate(mail.notices):
        told = plain(notice)
        if kind == "owes":
            yield from _sheet(game, mail, told, text, at)
        words = WAYS[kind](told) if kind in WAYS else rules.ways(kind, told, reader) if reader else ()
        yield from ((f"Reply {line}", (line,), at) for line in words if says(spaced, line))


def _sheet(game: Game, mail: Mail, owes: Told, text: str, at: int) -> Iterator[Offered]:
    """The sheet on file if the mail shows it; the example if nothing is on file.

    It stands above all else in a mail that asks for it, unless it must be copied from the mail: then it stands below.
    """
    assert mail.seat is not None
    if not owes["owes"] or owes["stage"] in ("open", "window"):
        return
    filed: Sequence[str] = ruleset(game.ruleset).rules.view(game.state, mail.seat).filed or ()
    if owes["filed"] or filed:
        if shows(text, filed):
            yield "Reply with what is on file, to change it", filed, at
    elif shows(text, owes["example"]):
        long = len(quote("\n".join(owes["example"]), safe="")) > LONGEST // 2
        asks = mail.kind == MailKind.NOTICE and not long
        yield "Reply with the example, to change it", owes["example"], TOP if asks else at


def _answers(told: Told) -> Iterable[str]:
    """The answers that are due, and the proposals that can be accepted."""
    return [*(way for one in told["answers"] for way in one["ways"]), *(way for way, _ in told["offers"])]


def _asking(told: Told) -> Iterable[str]:
    """What explains the rest, and what shows what is on file or open."""
    return f"HELP {told['topic']}".strip(), "SHOW"


# The lines, complete as they stand, with which a notice of the desk's says that it can be answered.
WAYS: dict[str, Callable[[Told], Iterable[str]]] = {
    "addressasked": lambda told: ("CONFIRM", "DENY"),
    "answers": _answers,
    "confirmasked": lambda told: (told["word"],),
    "invited": lambda told: ("JOIN",),
    "joinasked": lambda told: ("CONFIRM",),
    "letterheld": lambda told: ("CONFIRM", "DENY"),
    "lettersheld": lambda told: [
        *(f"{word} {one['number']}" for one in told["letters"] for word in ("CONFIRM", "DENY")), "DENY ALL"
    ],
    "live": _asking,
    "notbegun": lambda told: ("STOP", "OBSERVE") if told["word"] else ("JOIN", "STOP", "OBSERVE"),
    "owes": _asking,
    "sitsfor": lambda told: ("STATUS", "STOP"),
    "sitterasked": lambda told: ("CONFIRM", "DENY"),
    "turned": lambda told: ("LIST",),
    "vote": lambda told: ("NOVOTE", "UNVOTE END") if told["vote"] else (),
    "watching": lambda told: ("STATUS", "STOP"),
}
