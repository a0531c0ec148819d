"""Messages on their way: mailed when their letter is done or, in a postal game, with the results of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.game.game import Game, Role, seat_of
from gm.desk.game.outgoing import MailKind
from gm.desk.game.post import Post
from gm.desk.game.telling import OBSERVER_READER, OPERATOR_READER, Telling
from gm.rules import as_seat

NAMELESS = as_seat("(grey)")  # in what a player has muted: messages that bear no name
WATCHERS = as_seat("(observers)")  # and messages of those who watch


def send(turn: Telling, posts: Sequence[Post]) -> bool:
    """Mail messages or, in a postal game, put those between players into its bag; return whether any are in there."""
    waits = "postal" in turn.game.press and not turn.game.over
    kept = [post for post in posts if waits and post.reader != OPERATOR_READER]
    plain = (replace(post, told=(post.told[0], msgspec.to_builtins(post.told[1]))) for post in kept)
    turn.game = replace(turn.game, bag=(*turn.game.bag, *plain))
    _mail(turn, [post for post in posts if post not in kept])
    return bool(kept)


def deliver_bag(turn: Telling, before: Game) -> None:
    """Mail what is in the bag if the phase is over, or the game. A rollback leaves it there: nothing is told twice."""
    now = turn.game
    ended = now.over or before.clock is None or now.clock is None or before.clock.phase != now.clock.phase
    if not now.bag or not ended or now.rolled != before.rolled:
        return
    turn.game = replace(now, bag=())
    _mail(turn, [replace(post, told=(post.told[0], msgspec.convert(post.told[1], said.Press))) for post in now.bag])


def _mail(turn: Telling, posts: Sequence[Post]) -> None:
    """Mail messages to their readers.

    Those that one reader gets as from the same sender, and to the same circle, share a mail. It goes by what is shown:
    who reads two messages in one mail learns nothing that the messages do not say. Messages without a name have a mail
    each, or they would tell that somebody has written both.
    """
    mails: dict[object, list[Post]] = {}
    for number, post in enumerate(_for_each(turn, posts)):
        key = (post.reader, post.told[0], post.press_from, post.talk, post.together) if post.together else number
        mails.setdefault(key, []).append(post)
    for first, *others in mails.values():
        kind = MailKind.OPERATOR if first.reader == OPERATOR_READER else MailKind.PRESS
        told = [first.told, *(post.told for post in others)]
        turn.mail(
            first.reader, kind, first.about, told, footer=False, press_from=first.press_from, talk=first.talk,
            quiet=is_quiet(turn, first),
        )  # fmt: skip


def is_quiet(turn: Telling, post: Post) -> bool:
    """Whether a player has muted whoever a message seems to be from. It goes by what the message shows."""
    seat = seat_of(turn.game, post.reader)
    if seat is None:
        return False
    muted = turn.game.seats[seat].quiet
    if post.writer:
        return WATCHERS in muted
    return post.told[1].sender in ["" if one == NAMELESS else turn.name(one) for one in muted if one != WATCHERS]


def _for_each(turn: Telling, posts: Sequence[Post]) -> Iterator[Post]:
    """The messages; in the place of one to all who watch, one for each of those who do now."""
    for post in posts:
        if post.reader == OBSERVER_READER:
            watchers = (person for person in turn.game.watchers(Role.OBSERVER) if person != post.writer)
            yield from (replace(post, reader=person) for person in watchers)
        else:
            yield post
