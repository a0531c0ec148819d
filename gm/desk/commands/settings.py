"""What players set for themselves, such as their time zone and the look of their mails. Nobody else is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta

from lark import Token, Tree
from msgspec.structs import replace

from gm.config.durations import write_duration
from gm.desk import notices as said
from gm.desk.commands.declared import GUEST, PLAYER, SITTER, Command
from gm.desk.commands.visit import Visit
from gm.desk.game.game import Game
from gm.desk.letter.conversation import Conversation, Talk
from gm.desk.letter.lookalikes import in_latin, visible
from gm.desk.letter.reading import Reading, Request, plain, tokens_of
from gm.desk.notices.phrases import phrase
from gm.desk.time.dates import read_length, read_lengths
from gm.desk.time.times import in_words
from gm.desk.time.zones import find_zone, near_zones
from gm.registry import ruleset
from gm.rules import Line, Problem
from gm.rules.lines.words import listed

# The words for each choice of a setting.
FORMATS = {"TEXT": "text", "HTML": "html", "PLAIN": "text"}
ON_OFF = {"ON": "on", "OFF": "off", "YES": "on", "NO": "off"}
DIGEST_WORDS = {
    "NEVER": "OFF", "STOP": "OFF", "ON": "1d", "YES": "1d", "DAILY": "1d", "HOURLY": "1h", "WEEKLY": "7d",
}  # fmt: skip
SHORTEST_DIGEST, LONGEST_DIGEST = timedelta(hours=1), timedelta(days=7)
SHORTEST_REMINDER, LONGEST_REMINDER, MOST_REMINDERS = timedelta(hours=1), timedelta(days=14), 4


def one_of(choices: Mapping[str, str]) -> Reading:
    """Make a reader for a setting that is one of *choices*."""

    def read(line: Line, tree: Tree[Token], _: Mapping[str, str]) -> Request | Problem:
        name, (token,) = str(tree.data), tokens_of(tree)
        word = plain(token)
        if word not in choices:
            known = tuple(dict.fromkeys(found.upper() for found in choices.values()))
            why = phrase("fault.choices", name=name.upper(), known=" or ".join(known))
            return Problem(line.number, token.column or 1, "unknown-choice", message=why, hints=known)
        return Request(name, (choices[word],), line=line.number)

    return read


def _read_length(line: Line, tree: Tree[Token], _: Mapping[str, str]) -> Request | Problem:
    """Read SET DIGEST: a length of time, or OFF. The request's word is whole seconds."""
    (token,) = tokens_of(tree)
    if plain(token) in ("OFF", "NO", "NONE"):
        return Request("digest", ("0",), line=line.number)
    length = read_length(token)
    if length is None or not SHORTEST_DIGEST <= length <= LONGEST_DIGEST:
        near = "8h" if length is None else "1h" if length < SHORTEST_DIGEST else "7d"
        hints = (f"SET DIGEST {DIGEST_WORDS.get(plain(token), near)}", "SET DIGEST OFF")
        why = phrase("fault.digest")
        return Problem(
            line.number, token.column or 1, "unknown-length", message=why, hints=tuple(dict.fromkeys(hints))
        )
    return Request("digest", (str(int(length.total_seconds())),), line=line.number)


def _read_reminders(line: Line, tree: Tree[Token], _: Mapping[str, str]) -> Request | Problem:
    """Read SET REMINDERS: ON, OFF, or times before a deadline. The words: "on", "off", or whole seconds."""
    (token,) = tokens_of(tree)
    if plain(token) in ON_OFF:
        return Request("reminders", (ON_OFF[plain(token)],), line=line.number)
    times = read_lengths(token)
    if not 0 < len(times) <= MOST_REMINDERS or min(times) < SHORTEST_REMINDER or max(times) > LONGEST_REMINDER:
        hints = ("SET REMINDERS 2d 6h", "SET REMINDERS ON", "SET REMINDERS OFF")
        return Problem(
            line.number, token.column or 1, "unknown-length", message=phrase("fault.reminders"), hints=hints
        )
    seconds = sorted({int(time.total_seconds()) for time in times}, reverse=True)
    return Request("reminders", tuple(map(str, seconds)), line=line.number)


def _read_zone(line: Line, tree: Tree[Token], _: Mapping[str, str]) -> Request | Problem:
    (token,) = tokens_of(tree)
    zone = find_zone(token)
    if not zone:
        why = phrase("fault.zone")
        return Problem(line.number, token.column or 1, "unknown-zone", message=why, hints=near_zones(token))
    return Request("zone", (zone,), line=line.number)


def _zone(talk: Conversation, request: Request) -> None:
    talk.turn.sit(talk.seat, timezone=request.words[0])
    talk.say_about(phrase("subject.zone"))
    talk.tell(said.Zone(request.words[0], talk.turn.words(talk.turn.at, talk.seat)))


def _zone_of_a_guest(visit: Visit, request: Request) -> None:
    guest = visit.guest()
    if guest is not None:
        visit.set_guest(replace(guest, timezone=request.words[0]))
        visit.reply(phrase("subject.zone"), said.Zone(request.words[0], in_words(visit.turn.at, request.words[0])))


def _sets(field: str) -> Callable[[Conversation, Request], None]:
    """Make a handler that sets a field of the seat to the choice, or switches it on or off."""

    def choose(talk: Conversation, request: Request) -> None:
        choice = request.words[0]
        talk.turn.sit(talk.seat, **{field: {"on": True, "off": False}.get(choice, choice)})
        _noted(talk, request.name.upper(), choice)

    return choose


def _digest(talk: Conversation, request: Request) -> None:
    """SET DIGEST: send together what is not urgent. Switching it off sends at once what has piled up.

    In games with turns, choosing another time does so too.
    """
    turn, seconds = talk.turn, int(request.words[0])
    if not turn.card.live and not talk.event.gathers:
        _noted(talk, "DIGEST", phrase("reason.no-digest"))
        return
    turn.sit(talk.seat, digest=seconds)
    if not turn.card.live:
        turn.send_digest(talk.seat)
    elif not seconds:
        pile = turn.game.seats[talk.seat].pile
        turn.sit(talk.seat, pile=(), piled_since=None)
        talk.answer += pile
    _noted(talk, "DIGEST", digest_in_words(turn.game, seconds))


def digest_in_words(game: Game, seconds: int) -> str:
    """What a player is told of their digests every so many seconds; 0 if they have none."""
    if not seconds:
        return "off"
    every = write_duration(timedelta(seconds=seconds))
    if ruleset(game.ruleset).card.live:
        return phrase("reason.digest", every=every)
    if "postal" in game.press:
        return phrase("reason.messages-postal", every=every)
    may_end = game.pace.early and ruleset(game.ruleset).seals
    early = [phrase("reason.messages-early")] if may_end else []
    return "; ".join([phrase("reason.messages", every=every), *early])


def names_digest(lines: Iterable[str]) -> bool:
    """Whether a letter may set digests."""
    return any("DIGEST" in in_latin(visible(line), lambda _: True).upper() for line in lines)


def _reminders(talk: Conversation, request: Request) -> None:
    """SET REMINDERS: at the usual times, never, or at times before a deadline that are still to come."""
    turn, first = talk.turn, request.words[0]
    if first in ON_OFF.values():
        turn.sit(talk.seat, reminders=first == "on", remind_at=(), reminded=None)
        _noted(talk, "REMINDERS", first)
    elif turn.card.live or turn.game.reminders == "none":
        _noted(talk, "REMINDERS", phrase("reason.usual-reminders" if turn.card.live else "reason.no-reminders"))
    else:
        seconds = tuple(map(int, request.words))
        turn.sit(talk.seat, reminders=True, remind_at=seconds, reminded=turn.at)
        times = listed([write_duration(timedelta(seconds=before)) for before in seconds])
        _noted(talk, "REMINDERS", phrase("reason.reminders", times=times))


def _noted(talk: Conversation, name: str, value: str) -> None:
    talk.say_about(phrase("subject.settings"))
    talk.tell(said.SetTo(name, value))


def _signon(talk: Talk, _: Request) -> None:
    """SIGNON, the classic way to begin a letter: nothing needs doing."""
    talk.tell(said.NoSignon(talk.name))


SETTINGS = (
    Command(
        "zone", ("SET ZONE topic",), topic="ZONE", read=_read_zone, who=PLAYER | GUEST, after_end=True,
        player=_zone, guest=_zone_of_a_guest,
    ),
    Command(
        "format", ("SET FORMAT word",), topic="FORMAT", read=one_of(FORMATS), after_end=True, player=_sets("format"),
    ),
    Command(
        "links", ("SET LINKS word",), topic="FORMAT", read=one_of(ON_OFF), after_end=True, player=_sets("links"),
    ),
    Command("reminders", ("SET REMINDERS topic",), topic="REMINDERS", read=_read_reminders, player=_reminders),
    Command("calendar", ("SET CALENDAR word",), topic="CALENDAR", read=one_of(ON_OFF), player=_sets("calendar")),
    Command(
        "digest", ("SET DIGEST topic",), topic="DIGEST", read=_read_length, player=_digest,
        certain=re.compile(r"\s*SET\s+DIGEST\s+\S+\s*\Z", re.IGNORECASE),
    ),
    Command(
        "json", ("SET JSON word",), topic="FORMAT", read=one_of(ON_OFF), after_end=True, player=_sets("attach"),
    ),
    Command(
        "signon", ("SIGNON topic?",), classic=("SET PASSWORD topic?", "SET PASS topic?"), topic="ADDRESS",
        who=PLAYER | SITTER | GUEST, verbatim=True, idle=True, after_end=True, player=_signon, guest=_signon,
    ),
)  # fmt: skip
