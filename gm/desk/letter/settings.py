"""What a player sets for himself: WAIT, his time zone, how his mails look. Told to nobody else."""

from __future__ import annotations

from datetime import timedelta

from gm.desk import notices as said
from gm.desk.letter.commands import Command
from gm.desk.letter.conversation import Commands, Conversation
from gm.desk.people.seats import sits_no_more
from gm.durations import write_duration


def _wait(talk: Conversation, _: Command) -> None:
    turn, why_not = talk.turn, why_no_wait(talk)
    if why_not:
        talk.tell(said.Wait(False, why_not))
        return
    turn.sit(talk.seat, wait=True)
    talk.say_about("WAIT noted")
    talk.tell(said.Wait(True))


def why_no_wait(talk: Conversation, _: Command | None = None) -> str:
    """Why no phase waits for him, "" if it does."""
    return talk.turn.rules.why_no_wait(talk.turn.game.state, talk.seat)


def _nowait(talk: Conversation, _: Command) -> None:
    talk.turn.sit(talk.seat, wait=False)
    talk.say_about("NOWAIT noted")
    talk.tell(said.Wait(False))


def _zone(talk: Conversation, command: Command) -> None:
    talk.turn.sit(talk.seat, timezone=command.words[0])
    talk.say_about("your time zone")
    talk.tell(said.Zone(command.words[0], talk.turn.words(talk.turn.at, talk.seat)))


def _format(talk: Conversation, command: Command) -> None:
    talk.turn.sit(talk.seat, format=command.words[0])
    _noted(talk, "FORMAT", command.words[0])


def _json(talk: Conversation, command: Command) -> None:
    talk.turn.sit(talk.seat, attach=command.words[0] == "on")
    _noted(talk, "JSON", command.words[0])


def _reminders(talk: Conversation, command: Command) -> None:
    talk.turn.sit(talk.seat, reminders=command.words[0] == "on")
    _noted(talk, "REMINDERS", command.words[0])


def _calendar(talk: Conversation, command: Command) -> None:
    talk.turn.sit(talk.seat, calendar=command.words[0] == "on")
    _noted(talk, "CALENDAR", command.words[0])


def _digest(talk: Conversation, command: Command) -> None:
    """SET DIGEST: what is no hurry comes together. What has piled up already comes at once if it is switched off."""
    turn, seconds = talk.turn, int(command.words[0])
    if not turn.rules.live:
        _noted(talk, "DIGEST", "off: in this game each mail comes at its time, and few come between")
        return
    turn.sit(talk.seat, digest=seconds)
    if not seconds:
        pile = turn.game.seats[talk.seat].pile
        turn.sit(talk.seat, pile=(), piled_since=None)
        talk.answer += pile
    every = write_duration(timedelta(seconds=seconds))
    _noted(talk, "DIGEST", f"{every}: what wants an answer comes at once all the same" if seconds else "off")


def _noted(talk: Conversation, name: str, value: str) -> None:
    talk.say_about("your settings")
    talk.tell(said.SetTo(name, value))


def _stop(talk: Conversation, _: Command) -> None:
    """STOP: what can be left out of a player's mail is, and he is told how to leave; who sits for him sits no more."""
    if talk.event.sitter:
        sits_no_more(talk.turn, talk.seat)
        talk.say_about("nobody sits for you")
        talk.tell(said.NoSitter("", by_sitter=True))
        return
    talk.turn.sit(talk.seat, reminders=False, calendar=False)
    talk.say_about("STOP noted")
    talk.tell(said.Stopped(talk.turn.name(talk.seat), talk.turn.game.name, bool(talk.turn.game.over)))


def _signon(talk: Conversation, _: Command) -> None:
    """The classic way to begin a letter: done without."""
    talk.tell(said.NoSignon(talk.turn.name(talk.seat)))


SETTINGS: Commands = {
    "wait": _wait,
    "nowait": _nowait,
    "zone": _zone,
    "format": _format,
    "json": _json,
    "reminders": _reminders,
    "calendar": _calendar,
    "digest": _digest,
    "stop": _stop,
    "signon": _signon,
}
