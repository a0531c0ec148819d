"""Messages without a name in a mail that brings several: each has a reply address of its own, in each copy of the mail.

A reply to such a mail is a letter to the GameMaster. Who wrote a message with a name can be named in it; who gave none
is reached by that address alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from gm.desk.game.game import Game, short
from gm.desk.game.outgoing import Mail
from gm.desk.mails.links import Link, href
from gm.desk.mails.words import write_alone
from gm.desk.notices.phrases import phrase
from gm.post.outbound.compose import Sender


class Nameless(NamedTuple):
    """A message without a name. at: the number of its notice; place: among the messages; number: as if mailed alone."""

    at: int
    place: int
    number: int
    token: str


def nameless(game: Game, mail: Mail, sitter: bool) -> list[Nameless]:
    """Return the messages without a name in a mail that brings several, with the tokens of one copy; [] for none."""
    found: list[Nameless] = []
    for at, (kind, body) in enumerate(mail.notices if mail.token else ()):
        if kind == "piled" and isinstance(body, Mapping) and body["mail"]:
            number: int = body["mail"]
            token = copy_token(game, mail, number) if sitter else game.token(mail.reader, number)
            found.append(Nameless(at, body["place"], number, token))
    return found


def copy_token(game: Game, mail: Mail, number: int) -> str:
    """Return the token in the reply address of a sitter's copy of the reader's mail *number*."""
    return short(game.secret(mail.reader, "copy token", number), 20)


def ways(game: Game, sender: Sender, found: list[Nameless]) -> str:
    """Return what the text of a mail says of answering messages without a name; "" if there are none."""
    if not found:
        return ""
    subjects = [sender.with_token(f"[{game.name}]", one.token) for one in found]
    facts: dict[str, Any] = {
        "ways": [(one.place, sender.reply_to(one.token)) for one in found] if sender.reply_address else [],
        "subjects": [(one.place, subject) for one, subject in zip(found, subjects, strict=True)],
    }
    return write_alone("answernameless", facts).text


def answer_links(game: Game, mail: Mail, sender: Sender, found: list[Nameless]) -> dict[int, list[tuple[str, str]]]:
    """Return the label and the address of a link that answers each message without a name, by where it stands.

    There are none for a player who wants no links.
    """
    if mail.seat is None or not game.seats[mail.seat].links:
        return {}
    label, subject = phrase("link.nameless"), f"[{game.name}]"
    return {one.at: [href(Link(label, subject, "", one.at), sender, one.token)] for one in found}
