"""What belongs to no game, answered outside any ledger: PING, LIST, WHOAMI, MY RECORD, HELP and STOP without a game.

The answers depend only on the sender's own mail, on what is public, and on where their own address plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from difflib import get_close_matches
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from gm.desk.arrival.door import Identified, Prove
from gm.desk.arrival.enquiring import MailEnquiry, known_of
from gm.desk.arrival.named import LOOKED_AT, in_brackets
from gm.desk.arrival.personal import Personal
from gm.desk.commands.asking import MOST_OFFERS
from gm.desk.commands.declared import Command
from gm.desk.commands.plainly import help_asked
from gm.desk.commands.table import COMMANDS, command_reader, do, first_words
from gm.desk.letter.cleaning import are_thanks
from gm.desk.letter.reading import Request
from gm.desk.mails.words import help_in_short
from gm.desk.people.listing import offers
from gm.post.inbound.letter import Mail
from gm.rules import Line
from gm.rules.lines.words import bare, first_word, is_marked

if TYPE_CHECKING:
    from gm.desk.office import Office

OURS = "gm"  # stands in brackets in the subjects of mails to the operator
SEEKERS = first_words(*(name for name, command in COMMANDS.items() if command.names_game == "seeks"))
MOST_ASKED = 40  # lines of a mail in which questions are looked for that are answered without a game
FIRST = [(phrase.split()[0], one) for one in COMMANDS.values() for phrase in (*one.words, *one.shy)]
ANYBODYS = {word: command for word, command in FIRST if command.anybody}
SHARED = ANYBODYS.keys() & {word for word, command in FIRST if not command.anybody}


def _command(text: str) -> Command | None:
    """The command that a line may be, by its first word; where others begin with that, too, by the whole line."""
    if first_word(text) not in SHARED:
        return ANYBODYS.get(first_word(text))
    read = command_reader().read(Line(0, text), {})
    return COMMANDS[read.name] if isinstance(read, Request) and COMMANDS[read.name].anybody else None


def _behind_join(text: str) -> list[str]:
    """The word after JOIN or OBSERVE, which would name a game, as a list; [] if there is none."""
    words = text.split()
    return words[1:2] if first_word(text) in SEEKERS else []


def _shapes(mail: Mail) -> list[str]:
    """How commands are written with which lines of a mail begin, but which are not read."""
    said = [f"{' '.join(word.strip(':,') for word in bare(line.text).split())} " for line in mail.lines[:LOOKED_AT]]
    meant = [one for one in COMMANDS.values() if one.anybody and one.shape]
    return [one.shape for one in meant if any(text.startswith(f"{head} ") for head in one.heads for text in said)]


def _said(mail: Mail) -> list[Line]:
    """The lines of a mail that say something, as far as questions are looked for in them."""
    said = (Line(line.number, line.text) for line in mail.lines if line.text.strip())
    return list(islice(said, MOST_ASKED + 1))


class FrontDesk:
    """Answers what can be answered without a game."""

    def __init__(self, office: Office, personal: Personal) -> None:
        self._office, self._store, self._personal = office, office.store, personal

    def asked(self, mail: Mail, found: Identified) -> list[Request]:
        """The questions in the mail that are answered here, each once, in order; of some, with all of their lines."""
        asked: dict[str, Request] = {}
        lines = _said(mail)
        alone = all(_command(line.text) for line in lines)
        for line in lines:
            if is_marked(line.text) and not alone:
                continue  # a sentence in a list
            command = _command(line.text)
            if command is None or (found.game and not command.beside_games(alone)):
                continue
            request = command_reader().read(Line(line.number, line.text), {})
            if isinstance(request, Request):
                one = msgspec.structs.replace(request, name=command.name)
                before = asked.setdefault(command.name, one)
                if command.several:
                    asked[command.name] = msgspec.structs.replace(before, body=(*before.body, " ".join(one.words)))
        return list(asked.values())

    def only_asks(self, mail: Mail, asked: Sequence[Request]) -> bool:
        """Whether the mail contains nothing but the questions *asked*."""
        names = {request.name for request in asked}
        lines = _said(mail)
        commands = (_command(line.text) for line in lines)
        return 0 < len(lines) <= MOST_ASKED and all(one is not None and one.name in names for one in commands)

    def answer(
        self, asked: Sequence[Request], mail: Mail, found: Identified, received: datetime, now: datetime, prove: Prove,
        again: bool,
    ) -> None:  # fmt: skip
        """Answer the questions *asked*. again: they were answered before a restore, and are not answered twice."""
        enquiry = MailEnquiry(self._office, self._personal, mail, found, received=received, now=now, prove=prove,
                              again=again)  # fmt: skip
        for request in asked:
            do(enquiry, request)

    def no_game(self, mail: Mail, now: datetime) -> None:
        """Answer a mail about no game: say where the address plays and watches, and what may have been meant.

        A plain sentence is answered with a page of HELP, mere thanks not at all.
        """
        if are_thanks([line.text for line in mail.lines]):
            return
        known = known_of(self._office, mail.sender)
        games = [one["game"] for one in known["seats"] if not one["over"]] + [one["game"] for one in known["guests"]]
        over = [one["game"] for one in known["seats"] if one["over"]]
        words = [word.strip("[].,:").lower() for line in mail.lines[:LOOKED_AT] for word in _behind_join(line.text)]
        page = help_asked([line.text for line in mail.lines])
        if page is not None and not words:
            self._office.answer(mail, "helpanswer", {"text": help_in_short(page)}, now=now, known=bool(known["seats"]))
            return
        shown = offers(self._store, MOST_OFFERS)[0] if words else []
        open_now = [offer.game for offer in shown if not offer.aborted]
        near = dict.fromkeys(name for word in words for name in get_close_matches(word, open_now, 3, 0.6))
        facts = {
            "games": list(dict.fromkeys(games)), "asked": bool(words), "near": list(near), "shapes": _shapes(mail),
            "over": list(dict.fromkeys(over)), "named": next((name for name in in_brackets(mail) if name != OURS), ""),
        }  # fmt: skip
        self._office.answer(mail, "nogame", facts, now=now, known=bool(games))
