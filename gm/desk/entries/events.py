"""What can happen to a game, as its journal records it: applying an entry makes the turn, now or in a replay."""

from __future__ import annotations

import hashlib
import hmac
import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gm.desk import notices as said
from gm.desk.clock.striking import DRAWS, strike
from gm.desk.clock.timing import outage, short_outage, stand, stand_no_more
from gm.desk.commands.guests import do_guests_letter
from gm.desk.commands.letters import LetterHandler
from gm.desk.game.bots import seat_bot
from gm.desk.game.chain import link
from gm.desk.game.forms import FORM, opening_of_today, snapshot_of_today
from gm.desk.game.game import PROOF, Clock, Forming, Game, Guest, Role, Sitting
from gm.desk.game.outgoing import MailKind
from gm.desk.game.posting import deliver_bag, send_piles
from gm.desk.game.refusal import OperatorError
from gm.desk.game.seating import settle_bots
from gm.desk.game.substitutes import call_next
from gm.desk.game.telling import Past
from gm.desk.game.terms import Terms, terms_of
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import LetterEvent
from gm.desk.letter.held import HeldEvent, hold
from gm.desk.notices.phrases import phrase
from gm.desk.operating.operator import DOES_NOT_WAKE, name_doer, operate
from gm.desk.operating.rollback import Earlier
from gm.desk.people.beginning import begin, begin_if_complete, start
from gm.desk.people.places import joined
from gm.desk.people.seeing import tell_so_far
from gm.registry import ruleset
from gm.rules import DISCLOSURE, NOBODY, Person, Reader, Seat, as_seat


class Opening(Terms, frozen=True):
    """The first entry of a journal. seats: each seat with its time zone, or None if it is vacant.

    people: who has the seats that are taken, by salted hash. joining: how the others are found; None: the game begins
    at once. form: see gm.desk.game.forms; proof: `Game.seal_of`; votes, bound: as in Game. bots: the seats of gm's
    simple players. creator: the person who created it by mail and has the first place, unset if none did.
    """

    name: str
    ruleset: str
    options: object
    seed: str
    key: str
    seats: dict[Seat, str | None]
    people: dict[Seat, Person] = msgspec.field(default_factory=dict)
    joining: Forming | None = None
    form: int = FORM
    proof: int = PROOF
    votes: bool = True
    bound: bool = True
    bots: tuple[Seat, ...] | UnsetType = UNSET
    creator: Person | UnsetType = UNSET


def person_hash(key: str, address: str) -> Person:
    """A person's address as the journal knows it: hashed with the game's key as salt, so that it can be purged."""
    return Person(Reader(hmac.new(key.encode(), f"address\0{address}".encode(), hashlib.sha256).hexdigest()[:32]))


def _nothing_earlier(n: int) -> Game:
    raise OperatorError(f"there is no entry {n}")


def apply(
    game: Game | None,
    at: datetime,
    kind: str,
    data: Mapping[str, object],
    past: Past = lambda _: [],
    earlier: Earlier = _nothing_earlier,
) -> Turn:
    """Return the turn that a journal entry makes. *game*: as it was before, None for the first entry.

    past: gives what a reader was told so far; earlier: gives the game after an earlier entry.

    kind: open, letter, held, time, outage, stand, looked, operator. The same game and entry make the same turn.
    Raises NewerForm.
    """
    if game is None:
        turn = _open(msgspec.convert(opening_of_today(data), Opening), at)
    else:
        turn = _turned(game, at, kind, data=data, past=past, earlier=earlier)
        settle_bots(turn)
        deliver_bag(turn, game)
        send_piles(turn)
        call_next(turn)
        tell_so_far(turn, game)
    turn.game = in_order(turn.game)
    if turn.game.proof > 1:
        link(turn, game, kind, data)
    return turn


def _turned(game: Game, at: datetime, kind: str, data: Mapping[str, Any], past: Past, earlier: Earlier) -> Turn:
    """The turn made by any entry after the first."""
    turn = Turn(game, at, past)
    if _wakes(kind, data):
        turn.wake()
    match kind:
        case "letter":
            _do_letter(turn, msgspec.convert(data, LetterEvent))
        case "held":
            hold(turn, msgspec.convert(data, HeldEvent))
        case "time" if data["kind"] == DRAWS:
            begin(turn)
        case "time":
            strike(turn, at, data["kind"])
        case "outage":
            given = short_outage if data.get("short") else outage
            given(turn, datetime.fromisoformat(data["since"]), datetime.fromisoformat(data["to"]))
        case "stand":
            _stand(turn, data)
        case "looked":
            turn.note(DISCLOSURE, said.Looked(data["at"], data["what"]))
        case "operator":
            turn.gathers = data.get("gathers", False)
            operate(turn, data["run"], earlier)
            name_doer(turn, data["run"], data.get("by", ""))
        case _:
            raise ValueError(f"no such kind of entry: {kind}")
    return turn


def _do_letter(turn: Turn, event: LetterEvent) -> None:
    if event.seat:
        LetterHandler(turn, event).handle()
    else:
        do_guests_letter(turn, event)


def _stand(turn: Turn, data: Mapping[str, Any]) -> None:
    """The clock stands for a fault of ours, or no longer does."""
    if "over" in data:
        stand_no_more(turn, [as_seat(seat) for seat in data["over"]])
    else:
        stand(turn, as_seat(data["seat"]), data["strike"])


def _wakes(kind: str, data: Mapping[str, Any]) -> bool:
    """Whether an entry begins with what the time has brought in a live game. A stand does not: that may be at fault."""
    match kind:
        case "looked":
            return False
        case "stand":
            return "over" in data
        case "operator":
            return data["run"][0] not in DOES_NOT_WAKE
    return True


def _open(opening: Opening, at: datetime) -> Turn:
    """Begin the game, tell everybody and start the first phase; or open it for players to join."""
    found = ruleset(opening.ruleset)
    options = msgspec.convert(opening.options, found.card.options)
    forms = opening.joining is not None
    # In the rules' order: keys stored as JSON come in another.
    zones = {seat: opening.seats[seat] for seat in found.rules.seats(options)}
    seats = {seat: Sitting(zone is not None and not forms, zone or "") for seat, zone in zones.items()}
    game = Game(
        opening.name, opening.ruleset, options, opening.seed, opening.key, seats, state=None, forming=opening.joining,
        proof=opening.proof, votes=opening.votes, bound=opening.bound, creator=opening.creator or NOBODY,
        **terms_of(opening),
    )  # fmt: skip
    if opening.joining is None:
        turn = Turn(game, at)
        for seat in opening.bots or ():
            seat_bot(turn, seat)
        start(turn)
        return turn
    guests = _kept(opening)
    turn = Turn(replace(game, guests=guests, forming=replace(opening.joining, joined=len(guests))), at)
    _tell_kept(turn)
    begin_if_complete(turn)
    return turn


def _kept(opening: Opening) -> dict[Person, Guest]:
    """Who has a place from the beginning in a game that finds its other players by mail."""
    found = ruleset(opening.ruleset)  # in its order: the journal's keys come in another
    options = msgspec.convert(opening.options, found.card.options)
    seats = [seat for seat in found.rules.seats(options) if seat in opening.people]
    if opening.creator:
        return {opening.creator: Guest(Role.PLAYER, 1)}
    return {
        opening.people[seat]: Guest(Role.PLAYER, number, seat=seat, timezone=opening.seats[seat] or "")
        for number, seat in enumerate(seats, 1)
    }


def _tell_kept(turn: Turn) -> None:
    game, forming = turn.game, turn.game.forming
    assert forming is not None
    for person, guest in game.guests.items():
        about, told = "subject.kept", list[tuple[str, object]]()
        if person == game.creator:
            created = said.Created(game.name, turn.card.title, len(game.seats), forming.word, game.listed)
            about, told = "subject.created", [("created", created)]
        told.append(("joined", joined(turn, guest)))
        turn.mail(person, MailKind.NOTICE, phrase(about), told, footer=False)


def in_order(game: Game) -> Game:
    """The game with its persons in stored order, so that it is the same whether or not it was read again."""
    guests, pending, counts = (dict(sorted(table.items())) for table in (game.guests, game.pending, game.counts))
    return replace(game, guests=guests, pending=pending, counts=counts)


def load_game(text: str) -> Game:
    """Read a game from its JSON, in whatever form. Raises NewerForm."""
    facts = snapshot_of_today(msgspec.json.decode(text))
    found = ruleset(facts["ruleset"])
    card, rules = found.card, found.rules
    options, state, clock = facts.pop("options"), facts.pop("state"), facts.pop("clock", None)
    game: Game = msgspec.convert({**facts, "options": None, "state": None, "clock": None}, Game)
    options = {key: sys.intern(value) if isinstance(value, str) else value for key, value in options.items()}
    chosen = msgspec.convert(options, card.options)
    if state is not None and state.get("options") == options:
        state["options"] = options  # its long texts are in memory once, for all games on the same board
    return replace(
        game,
        options=chosen,
        seats={seat: game.seats[seat] for seat in rules.seats(chosen)},  # in the rules' order, as when it was opened
        state=None if state is None else msgspec.convert(rules.in_order(state), card.state),  # it has not begun
        clock=msgspec.convert(clock, Clock | None),
    )
