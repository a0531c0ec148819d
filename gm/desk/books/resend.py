"""Sending a mail again that was sent: what the store no longer has of it is made anew by its game.

That is the token of its reply address, which is forgotten once a mail is sent, and the pictures of a game that slept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gm.desk.books.earlier import game_after
from gm.desk.entries import events
from gm.desk.game.game import Game, short
from gm.desk.game.outgoing import MailKind
from gm.desk.mails.delivery import Disclose, past_mails
from gm.desk.mails.paintings import Paintings, Pictures
from gm.desk.mails.words import drawn
from gm.rules import Reader
from gm.store.ledger import Told
from gm.store.outbox import Listed
from gm.store.store import Store

MOST = 400  # mails to a player that may be the one whose copy for a sitter is sent again, newest first


class Again:
    """Completes mails of a store. *copy_id*: the Message-ID of a sitter's copy of a mail."""

    def __init__(
        self, store: Store, game: Callable[[str], Game], copy_id: Callable[..., str], disclose: Disclose
    ) -> None:
        self._store, self._game, self._copy_id, self._disclose = store, game, copy_id, disclose

    def complete(self, number: int) -> None:
        """Complete a mail of the outbox that is to be sent again; nothing happens to one that is whole.

        A token that is no longer valid is not given back: who answers is then known by the Message-ID alone. A picture
        that this version draws otherwise than the one that sent it stays away.
        """
        outbox, mail = self._store.outbox, self._store.outbox.listed(number)
        if mail is None or not mail.game or not self._store.games.has(mail.game):
            return
        missing = [one for one in outbox.files_of(number) if not self._store.pieces.find(one)]
        if not missing and not outbox.lacks_token(number):
            return
        game = self._game(mail.game)
        told, copied = self._told(game, mail)
        if told is None:
            return
        token = short(game.secret(told.reader, "copy token", told.number), 20) if copied else ""
        token = token or game.token(told.reader, told.number)
        if outbox.lacks_token(number) and self._store.tokens.find(token) is not None:
            outbox.give_token(number, token)
        for picture in self._pictures(told) if missing else ():
            self._store.pieces.keep(mail.game, picture)

    def _told(self, game: Game, mail: Listed) -> tuple[Told | None, bool]:
        """What the mail told, None if that is not known; and whether it is a sitter's copy."""
        told = self._store.ledger.with_id(mail.message_id)
        if told is not None:
            return told, False
        reader = Reader(mail.reader)
        for number in self._store.ledger.newest_ids(game.name, reader, MOST):
            if self._copy_id(game, reader, number) == mail.message_id:
                return self._store.ledger.find(game.name, reader, number), True
        return None, False

    def _pictures(self, told: Told) -> Iterator[bytes]:
        """The pictures of a mail, drawn from the journal."""
        store = self._store
        (entry,) = store.journal.entries(told.game, told.n, told.n)
        before = game_after(store, told.game, told.n - 1) if told.n > 1 else None
        past = partial(past_mails, store, told.game, before, before=told.n)
        earlier = partial(game_after, store, told.game)
        turn = events.apply(before, entry.at, entry.kind, data=entry.data, past=past, earlier=earlier)
        plot = self._disclose(store, told.game).plot if told.kind == MailKind.END else None
        for mail in turn.mails:
            if (mail.reader, mail.number) == (told.reader, told.number):
                yield from (one.png for one in drawn(turn.game, mail, Pictures(Paintings()), plot).values())
