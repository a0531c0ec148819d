"""What nobody needs does not stay: the texts of mails about no game, and in the end that they ever came or went.

So with what persons were asked and have not answered in time, and once a day with games that were withdrawn, and with
people who never played (gm.desk.books.forgetting). What a player is asked about stays, and so does a letter
on which gm failed, until the operator has dealt with it.
"""

from __future__ import annotations

from datetime import datetime

from gm.config.loading import Keep
from gm.desk.arrival.creating import forget_old
from gm.desk.arrival.personal import waiting
from gm.desk.books.forgetting import forget_if_due
from gm.desk.office import Office
from gm.post.inbound.keeping import head_of

BATCH = 100  # letters that are shortened in one transaction


def tidy(office: Office, keep: Keep, now: datetime) -> int:
    """Do a part of what is due; returns how many texts went, 0 if nothing is left to do."""
    return office.store.act(lambda: _tidied(office, keep, now))


def _tidied(office: Office, keep: Keep, now: datetime) -> int:
    inbox = office.store.inbox
    going = {number for number, _ in inbox.old_strays(now - keep.strays, BATCH)}
    going |= _too_much(office, keep.most, now)
    going |= set(_settled(office, now - keep.strays)[:BATCH])
    for number in going:
        inbox.shorten(number, head_of)
    inbox.forget_strays(now - keep.traces)
    waiting(office.store, now)  # forgets what waits no more
    forget_old(office.store, now)
    forget_if_due(office.store, keep.traces, now)
    return len(going)


def _too_much(office: Office, most: int, now: datetime) -> set[int]:
    """The oldest letters, if all together take more than *most* bytes."""
    over, going = office.store.inbox.size_of_strays() - most, set[int]()
    for number, size in office.store.inbox.old_strays(now, BATCH) if over > 0 else ():
        if over <= 0:
            break
        going.add(number)
        over -= size
    return going


def _settled(office: Office, before: datetime) -> list[int]:
    """Letters whose player was asked about them, and is no longer."""
    alive = set(office.store.games.alive())
    return [
        letter.id
        for letter in office.store.inbox.old_questions(before)
        if letter.game not in alive or not office.is_asked(letter.game, letter.seat, letter.hold)
    ]
