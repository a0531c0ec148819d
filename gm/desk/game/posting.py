"""Messages on their way: mailed when their letter is done or, in a postal game, with the results of the phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk.game.game import Clock, Game, Role, seat_of
from gm.desk.game.outgoing import MailKind
from gm.desk.game.piles import answered_by, latest, too_much
from gm.desk.game.post import Post
from gm.desk.game.telling import OBSERVER_READER, OPERATOR_READER
from gm.desk.game.turn import Turn
from gm.desk.time.times import in_brief
from gm.rules import Seat, as_seat

NAMELESS = as_seat("(grey)")  # in what a player has muted: messages that bear no name
WATCHERS = as_seat("(observers)")  # and messages of those who watch


def send(turn: Turn, posts: Sequence[Post]) -> bool:
    """Mail messages or, in a postal game, put those between players into its bag; return whether any are in there."""
    waits = "postal" in turn.game.press and not turn.game.over
    kept = [post for post in posts if waits and post.reader != OPERATOR_READER]
    plain = (replace(post, told=(post.told[0], msgspec.to_builtins(post.told[1]))) for post in kept)
    turn.game = replace(turn.game, bag=(*turn.game.bag, *plain))
    _mail(turn, [post for post in posts if post not in kept])
    return bool(kept)


def deliver_bag(turn: Turn, before: Game) -> None:
    """Mail what is in the bag if the phase is over, or the game. A rollback leaves it there: nothing is told twice."""
    now = turn.game
    ended = now.over or before.clock is None or now.clock is None or before.clock.phase != now.clock.phase
    if not now.bag or not ended or now.rolled != before.rolled:
        return
    turn.game = replace(now, bag=())
    _mail(turn, [replace(post, told=(post.told[0], msgspec.convert(post.told[1], said.Press))) for post in now.bag])


def _mail(turn: Turn, posts: Sequence[Post]) -> None:
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
        seat = seat_of(turn.game, first.reader)
        if seat is not None and gathers(turn, seat) and not is_quiet(turn, first):
            for post in (first, *others):
                pile_up(turn, seat, post)
            continue
        kind = MailKind.OPERATOR if first.reader == OPERATOR_READER else MailKind.PRESS
        told = [first.told, *(post.told for post in others)]
        turn.mail(
            first.reader, kind, first.about, told, footer=False, press_from=first.press_from, talk=first.talk,
            quiet=is_quiet(turn, first),
        )  # fmt: skip


def gathers(turn: Turn, seat: Seat) -> bool:
    """Whether messages for a seat wait for its digest. In a postal game they do until all of a phase are there."""
    on = bool(turn.game.seats[seat].digest) and not turn.card.live and not turn.game.over
    return on and ("postal" in turn.game.press or not at_once(turn, seat))


def at_once(turn: Turn, seat: Seat) -> bool:
    """Whether the phase may be over soon, as far as a seat knows: nothing that is written to it may wait any more."""
    clock = turn.game.clock
    if clock is None or clock.grace:
        return True
    return not clock.paused and (turn.at >= latest(clock) or _may_end(turn, seat, clock))


def _may_end(turn: Turn, seat: Seat, clock: Clock) -> bool:
    """Whether all but a seat may hold the phase open no longer: nothing is missing from it, and it has no WAIT.

    The others may have been ready since the phase began.
    """
    pace, sitting = turn.game.pace, turn.game.seats[seat]
    if not pace.early or pace.commit or not turn.ruleset.seals or seat in turn.missing():
        return False
    waits = sitting.wait and not turn.rules.why_no_wait(turn.game.state, seat)
    return not waits and clock.opened + parse_duration(pace.early_after) < clock.deadline


def pile_up(turn: Turn, seat: Seat, post: Post) -> None:
    """Put a message by for its reader's digest. To reply to one without a name, its reader needs a mail of its own.

    So they do to reply without theirs in a game in which nobody can write that: in one with yellow messages.
    """
    kind, press = post.told
    nameless, sitting = not press.sender or (press.unnamed and "grey" not in turn.game.press), turn.game.seats[seat]
    number = sitting.mails if nameless and post.press_from and "private" in turn.game.press else 0
    if number:
        turn.mail(seat, MailKind.PILED, post.about, [post.told], footer=False, press_from=post.press_from, quiet=True)
    body = said.Piled(
        **msgspec.structs.asdict(press), at=in_brief(turn.at.replace(second=0), turn.game.zone(seat)),
        answer=answered_by(turn.game, kind, press, nameless), mail=number,
    )  # fmt: skip
    pile = (*turn.game.seats[seat].pile, ("piled", msgspec.to_builtins(body)))
    turn.sit(seat, pile=pile, piled_since=sitting.piled_since or turn.at)


def send_piles(turn: Turn) -> None:
    """Mail what has piled up for those for whom it must not wait any longer. Nothing piles up in an event before it."""
    for seat, sitting in turn.game.seats.items() if not turn.card.live else ():
        if sitting.pile and ("postal" in turn.game.press or too_much(sitting.pile) or at_once(turn, seat)):
            turn.send_digest(seat)


def is_quiet(turn: Turn, post: Post) -> bool:
    """Whether a player has muted whoever a message seems to be from. It goes by what the message shows."""
    seat = seat_of(turn.game, post.reader)
    if seat is None:
        return False
    muted = turn.game.seats[seat].quiet
    if post.writer:
        return WATCHERS in muted
    return post.told[1].sender in ["" if one == NAMELESS else turn.name(one) for one in muted if one != WATCHERS]


def _for_each(turn: Turn, posts: Sequence[Post]) -> Iterator[Post]:
    """The messages; in the place of one to all who watch, one for each of those who do now."""
    for post in posts:
        if post.reader == OBSERVER_READER:
            watchers = (person for person in turn.game.watchers(Role.OBSERVER) if person != post.writer)
            yield from (replace(post, reader=person) for person in watchers)
        else:
            yield post
