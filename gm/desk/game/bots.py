"""Seats that gm's own simple players have: bots. Everybody is told which; a person may take over any of them.

A bot has an address to which no mail is ever sent (gm.serve.bots hands it over), and which nobody can guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gm.desk.game.game import Game, short
from gm.registry import ruleset
from gm.rules import Person, Reader, Seat

if TYPE_CHECKING:
    from gm.desk.game.turn import Turn

DOMAIN = "bot.invalid"  # no mail can ever be sent there (RFC 2606)
NAME = "gm's simple player"
BOT = "bot"
AUTOPILOTS = ("hold", BOT)  # what becomes of a vacant seat: what the rules say, or a bot plays it
PLAIN = "text"  # the form of a bot's mails


def address_of(bot: Person) -> str:
    """The address of a bot."""
    return f"{bot}@{DOMAIN}"


def is_bots(address: str) -> bool:
    """Whether an address is a bot's."""
    return address.endswith(f"@{DOMAIN}")


def bots_of(game: Game) -> tuple[Seat, ...]:
    """The seats that bots play."""
    return tuple(seat for seat, sitting in game.seats.items() if sitting.bot)


def is_played(game: Game) -> bool:
    """Whether a person plays in a game that has begun: bots do not go on without one."""
    persons = {seat for seat, sitting in game.seats.items() if sitting.taken and not (sitting.bot or sitting.resigned)}
    return not persons <= _finished(game)


def _finished(game: Game) -> set[Seat]:
    """The seats for which nothing is left to play."""
    found = ruleset(game.ruleset)
    gone, phase = {*found.rules.lost(game.state)}, found.rules.phase(game.state)
    if phase is None or phase.kind != found.card.kinds[0].name or "vote_draw" not in found.card.votes:
        return gone
    # Where survivors vote, who neither survives nor owes anything in a phase of this kind is eliminated.
    owing = {duty.seat for duty in found.rules.duties(game.state)}
    return gone | ({*game.seats} - owing - {*found.voted.votes_needed(game.state)})


def seat_bot(turn: Turn, seat: Seat) -> Person:
    """Let a bot have a seat that nobody has, and return who it is to the desk."""
    sitting = turn.game.seats[seat]
    bot = Person(Reader(short(turn.game.secret(seat, "bot", sitting.mails), 20)))
    turn.sit(seat, taken=True, bot=True, format=PLAIN)
    turn.seated[seat] = bot
    return bot


def seat_bots(turn: Turn) -> None:
    """Let bots have the seats without a player in a game that begins, if it says so and a person plays."""
    if turn.game.autopilot == BOT and any(sitting.taken for sitting in turn.game.seats.values()):
        for seat, sitting in turn.game.seats.items():
            if not sitting.taken:
                seat_bot(turn, seat)


def without_bots(turn: Turn) -> object:
    """The state as it would be for votes if nobody had the seats of bots: nobody needs their agreement."""
    state = turn.game.state
    for seat in bots_of(turn.game):
        state = turn.rules.seat_left(state, seat).state
    return state
