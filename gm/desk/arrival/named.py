"""Which games a mail names: in the subject, in lines that ask to join or watch one, or by the name of a league."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gm.desk.books.commit import Books
from gm.desk.commands.table import COMMANDS
from gm.post.inbound.letter import Mail
from gm.store.store import Store

GAME = re.compile(r"\[([a-z][a-z0-9-]{0,39})\]", re.IGNORECASE)
NAMES_GAME = "|".join(command.word for command in COMMANDS.values() if command.names_game)
ASKED_FOR = re.compile(rf"\s*(?:{NAMES_GAME})[\s:]+\[?([a-z][a-z0-9-]{{0,39}})\b", re.IGNORECASE)
SIGNED_ON = re.compile(r"\s*SIGNON[\s:]+\[?([?a-z][a-z0-9-]{0,40})", re.IGNORECASE)  # letter of the power, game
OF_LEAGUE = re.compile(r"(.+)-\d+-\d+")  # what the games of a league are called: league, round and table
LOOKED_AT = 20  # lines searched for such a wish


def in_brackets(mail: Mail) -> list[str]:
    """The words in brackets in the subject that may be names of games, in small letters."""
    return [name.lower() for name in GAME.findall(mail.subject)]


class Named:
    """Finds the games in *books* that mails name."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store, self._has = store, books.has

    def by(self, mail: Mail) -> list[str]:
        """The games named in the subject; if none, those that its lines ask to join or watch, or sign on to.

        If none, the one that its sender plays in the league that the subject names.
        """
        names = in_brackets(mail)
        subject = [name for name in names if self._has(name)]
        return subject or self.asked_for(mail) or self._signed_on(mail) or self._of_league(mail.sender, names)

    def asked_for(self, mail: Mail, whole: bool = False) -> list[str]:
        """The games that the mail asks to join or watch; *whole*: only if it does nothing else."""
        lines = [line.text for line in mail.lines[:LOOKED_AT] if line.text.strip()]
        found = [match for text in lines if (match := ASKED_FOR.match(text))]
        if whole and len(found) < len(lines):
            return []
        return [name for match in found if self._has(name := match[1].lower())]

    def _signed_on(self, mail: Mail) -> list[str]:
        """The game that a classic SIGNON names: `SIGNON Fspring word` is for seat F of game spring."""
        found = [match[1].lower() for line in mail.lines[:LOOKED_AT] if (match := SIGNED_ON.match(line.text))]
        return [name for word in found for name in (word[1:], word) if name and self._has(name)]

    def _of_league(self, address: str, names: Sequence[str]) -> list[str]:
        """The game that is meant by the name of a league, as in replies to its mails: the only one that runs there for
        an address, as a list; [] if there is none.
        """
        seats = self._store.players.seats_of(address) if names else []
        games = {one.game for one in seats if (match := OF_LEAGUE.fullmatch(one.game)) and match[1] in names}
        return [*games] if len(games) == 1 else []
