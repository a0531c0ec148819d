"""Negotiation as a ruleset: live from start to end, behind the interface that all games share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from gm.rules import OBSERVERS, Duty, Given, Letter, Material, Orders, Outcome, Phase, Ruling, Seat, Step, as_seat
from gm.rules.lines.letters import out_of_bounds
from gm.rules.negotiation import books as entries
from gm.rules.negotiation import ending, judging, lapsing, telling
from gm.rules.negotiation import notices as said
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.faults import words
from gm.rules.negotiation.filing import carry_out, confirmed
from gm.rules.negotiation.letter import read_letter, reader_for
from gm.rules.negotiation.loosely import loosely
from gm.rules.negotiation.queue import answer_at_once
from gm.rules.negotiation.reading import FIRST, LineReader, name_fault
from gm.rules.negotiation.state import CLOSING, CODES, FEWEST, LIVE, MOST, SPAN, Options, State, span
from gm.rules.negotiation.story import told
from gm.rules.negotiation.view import PHASES, PhoneView, view_of
from gm.rules.pictures.grids import Boards
from gm.rules.ruleset import Audited, Card, Drawn, Judged, Kind, Live, Named, Pace, Rules, Storied, Voted
from gm.rules.stories.story import Part, Story

NO_TIME = "there are no deadlines to wait or ask for here: STANDING says what we answer for you while you are away"


FIRST_YEAR, LAST_YEAR = 1970, 2500  # how a game may end


def end_of(options: Options, began: datetime) -> datetime:
    """Return when a game whose options say so ends. Raises ValueError if they cannot be read."""
    if SPAN.fullmatch(options.end.lower()):
        return began + span(options.end)
    ends = datetime.fromisoformat(options.end)
    if ends.tzinfo is None or not FIRST_YEAR <= ends.year <= LAST_YEAR:
        raise ValueError(options.end)
    return ends.astimezone(UTC).replace(microsecond=0)


def _time_fault(options: Options) -> str:
    """Return what is wrong with the times in the options."""
    for key in ("answer_within", "period"):
        try:
            length = span(getattr(options, key))
        except ValueError as error:
            return f"{key}: {error}"
        if not timedelta(minutes=1) <= length <= timedelta(days=60):
            return words("duration", key=key)
    try:
        if options.end:
            end_of(options, datetime(FIRST_YEAR, 1, 1, tzinfo=UTC))
    except ValueError:
        return words("end")
    return ""


class Negotiation(
    Rules[Options, State],
    Live[State],
    Named[Options, State],
    Voted[State],
    Audited[State],
    Judged,
    Drawn[State],
    Storied[Options],
):
    """The ruleset `negotiation`. It holds a reader, which never changes; everything about a game is in its State."""

    card = Card(
        title="Negotiation, a telephone game",
        options=Options,
        state=State,
        kinds=(Kind(LIVE, "14d", live=True), Kind(CLOSING, "24h", live=True, press=False)),
        pace=Pace(early=False, early_after="0m"),
        fixed={"nmr": "nobody owes anything by the end of the game"},
        codes=CODES,
        letter="until",
        words=FIRST,
        topics=(
            "RULES", "BOARD", "PROPOSE", "ACCEPT", "REJECT", "WITHDRAW", "COUNTER", "ITEMS", "GIVE", "PERMIT", "MOVES",
            "THREAT", "GRANT", "CALL", "QUOTE", "ATTACK", "PAY", "DEFEND", "COLLECT", "RECALL", "INFORM", "STANDING",
            "WAITING", "END", "SCORING", "ANSWERS", "SUPPORT", "IOU",
        ),
        off={"wait": NO_TIME, "nowait": NO_TIME, "extend": NO_TIME, "noextend": NO_TIME},
        press=("private",),
        press_default=("private",),
        alone=True,
        votes=("vote_end",),
        counts=("winnings",),
        news="news for you",
    )  # fmt: skip

    def __init__(self, material: Material) -> None:
        """*material*: the grammar of command lines."""
        self._lines = LineReader(material.grammar)

    def check(self, options: Options) -> str:
        """Return what is wrong with the options beyond their types, or ""."""
        if why := out_of_bounds("players", options.players, FEWEST, MOST):
            return why
        if options.names and len(options.names) != options.players:
            return words("names", number=options.players)
        return name_fault(options.names) or _time_fault(options)

    def settings(self, options: Options) -> tuple[tuple[str, str], ...]:
        """Return the windows of answers and actions, and what may end the game before its time."""
        ends = [word for word, on in (("VOTE END", options.vote_end), ("CALL GAME", options.call_for_end)) if on]
        return (
            ("answers", f"due within {options.answer_within}"),
            ("actions", f"one against the same player in each {options.period}"),
            ("the end", " or ".join(["its time", *ends])),
            *([("prisoners", "stand on the square that was threatened")] if options.prisoners else []),
        )

    def seats(self, options: Options) -> tuple[Seat, ...]:
        """Return the players, 1 to N."""
        return tuple(as_seat(str(number)) for number in range(1, options.players + 1))

    def tables(self, options: Options) -> Mapping[int, Options]:
        """Return the options for each number of players; only the number given if they have registered names."""
        sizes = [options.players] if options.names else range(FEWEST, MOST + 1)
        return {number: replace(options, players=number) for number in sizes}

    def counted(self, state: State) -> Mapping[str, Mapping[Seat, int | Fraction]]:
        """Return what each player's winnings are once all IOUs are settled, as far as they can be."""
        final = ending.settled_of(state).final
        return {"winnings": {player: final[int(player)] for player in state.players}}

    def names(self, options: Options) -> dict[Seat, str]:
        """Return the players' registered names, or their numbers."""
        names = options.names or tuple(f"Player {n}" for n in self.seats(options))
        return dict(zip(self.seats(options), names, strict=True))

    def also(self, options: Options) -> dict[str, Seat]:
        """Return the players by their numbers, as mails write them."""
        return {f"PLAYER {n}": n for n in self.seats(options)}

    def open(self, options: Options, seed: str, at: datetime) -> Step:
        """Give everybody their pieces and open the line."""
        state = State(options=options, seed=seed, began=at, last=at, books=entries.opened(options.players))
        x = Exchange(state, at)
        for player in state.players:
            x.tell(player, self._opens(x, player))
        x.tell_all(self._opens(x, ""), OBSERVERS)
        x.record(self._opens(x, ""))
        for player in state.players:
            telling.show(x, player)
        return x.step()

    def _opens(self, x: Exchange, player: str) -> said.GameOpens:
        options = x.state.options
        words = tuple(x.word(one) for one in x.state.players)
        return said.GameOpens(
            phase="LIVE",
            title="The game",
            reader=x.word(player) if player else "",
            number=options.players,
            players=words,
            answer_within=options.answer_within,
            period=options.period,
            call_for_end=options.call_for_end,
            vote_end=options.vote_end,
            prisoners=options.prisoners,
        )

    def read(self, state: State, seat: Seat, letter: Letter) -> Orders:
        """Read a letter line by line."""
        return read_letter(self._lines, state, seat, letter)

    def loosely(self, state: State, seat: Seat, text: str) -> tuple[str, ...]:
        """Return the lines that a line in plain words may have been meant as."""
        return loosely(reader_for(self._lines, state, seat), state, seat, text)

    def file(self, state: State, seat: Seat, orders: Orders, at: datetime) -> Step:
        """Carry out everything in the order of receipt; within a letter answers come first."""
        x = Exchange(state, at)
        carry_out(x, seat, orders.acts)
        return x.step()

    def confirmed(self, state: State, seat: Seat, name: str, at: datetime) -> Step:
        """End the game if a CALL GAME is confirmed, and nothing has come between."""
        x = Exchange(state, at)
        confirmed(x, seat, name)
        return x.step()

    def phase(self, state: State) -> Phase | None:
        """Return the game, then the last answers, as a phase; None once it is scored."""
        return None if state.how else PHASES[state.closing]

    def duties(self, state: State) -> tuple[Duty, ...]:
        """Nobody owes anything by the end; answers are due in windows of their own."""
        return ()

    # -- time --------------------------------------------------------------------------------------------------

    def alarms(self, state: State) -> tuple[datetime, ...]:
        """Return the ends of windows, their reminders, and the lapses of proposals."""
        times = [time for one in state.actions for time in (one.due, one.remind) if time is not None]
        return tuple(sorted((*times, *(deal.due for deal in state.proposals)))) if not state.how else ()

    def alarm(self, state: State, at: datetime) -> Step:
        """Let the GameMaster answer, remind and let lapse whatever was due."""
        x = Exchange(state, at)
        lapsing.strike(x, at)
        return x.step()

    def warning(self, state: State) -> timedelta | None:
        """Everybody is warned one window before the end."""
        return None if state.closing else span(state.options.answer_within)

    def ends(self, state: State) -> datetime | None:
        """Return the time that the options name; the last answers end one window later, whenever they are due."""
        if state.closing:
            # Everybody is told this: when somebody's answer is due is told to nobody else.
            return state.last + span(state.options.answer_within)
        return end_of(state.options, state.began) if state.options.end else None

    def again(self, then: State, now: State) -> State:
        """Number deals, actions and what waits after the numbers that mails have already named."""

        def more(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
            return {key: max(before.get(key, 0), after.get(key, 0)) for key in {**before, **after}}

        return replace(then, numbers=more(then.numbers, now.numbers), waits=more(then.waits, now.waits))

    def later(self, state: State, since: datetime, by: timedelta) -> State:
        """Put windows and lapses off, except for the time before they began; periods follow the calendar."""

        def lost(begun: datetime) -> timedelta:
            return by - min(by, max(timedelta(0), begun - since))

        actions = tuple(
            replace(one, due=one.due + lost(one.begun), remind=one.remind + lost(one.begun) if one.remind else None)
            for one in state.actions
        )
        window = span(state.options.answer_within)
        proposals = tuple(replace(deal, due=deal.due + lost(deal.due - window)) for deal in state.proposals)
        return replace(state, actions=actions, proposals=proposals)

    def put_off(self, state: State, since: datetime, to: datetime, by: timedelta) -> Step:
        """Put off the answers and proposals that were due in between; their two parties alone are told."""
        x = Exchange(state, to)
        lapsing.put_off(x, since, by)
        return x.step()

    def wake(self, state: State, at: datetime, absent: Sequence[str]) -> Step:
        """End the day if it is over; answer at once for those who are absent from now on."""
        if state.how:
            return Step(state)
        x = Exchange(state, at)
        telling.day_ends(x)
        x.state = replace(x.state, last=at, away=tuple(absent))
        answer_at_once(x)
        ending.after_the_end(x)
        return x.step()

    def digest(self, state: State, seat: Seat, at: datetime) -> Step:
        """A digest ends with the boards."""
        x = Exchange(state, at)
        telling.show(x, seat)
        return x.step()

    def heard(self, state: State, seat: Seat) -> State:
        """A player who writes is no longer silent."""
        return replace(state, silent=tuple(one for one in state.silent if one != seat))

    def due(self, state: State, seats: Sequence[Seat], at: datetime) -> Step:
        """End the game, or the time for the last answers."""
        x = Exchange(state, at)
        if state.closing:
            lapsing.strike(x, max((one.due for one in state.actions), default=at))
        else:
            ending.time_is_up(x)
        return x.step()

    # -- seats -------------------------------------------------------------------------------------------------

    def seat_left(self, state: State, seat: Seat) -> Step:
        """Empty a seat: it keeps all it has, and its standing instructions answer at once."""
        x = Exchange(state, state.last)
        lapsing.leave(x, seat)
        return x.step()

    def seat_taken(self, state: State, seat: Seat) -> Step:
        """Give a newcomer the seat as it stands."""
        vacant = tuple(one for one in state.vacant if one != seat)
        return Step(replace(self.heard(state, seat), vacant=vacant))

    def votes_needed(self, state: State) -> tuple[Seat, ...]:
        """Return the seats that have not resigned, if votes can end the game and it has not reached its end."""
        if state.closing or not state.options.vote_end:
            return ()
        return tuple(one for one in state.players if one not in state.vacant)

    def enough(self, state: State, votes: Sequence[Seat]) -> bool:
        """Return whether two thirds of the seats that have not resigned vote for the end."""
        needed = self.votes_needed(state)
        return ending.enough(len({*votes} & {*needed}), len(needed))

    def stop(self, state: State) -> Step:
        """Call the game by votes."""
        x = Exchange(state, state.last)
        ending.stop(x, "vote")
        return x.step()

    def audit(self, state: State) -> str:
        """Return what is wrong with the books."""
        return entries.audit(state.books)

    # -- views -------------------------------------------------------------------------------------------------

    def view(self, state: State, seat: Seat | None) -> PhoneView:
        """Return what a player knows now; observers know only who plays."""
        return view_of(state, seat)

    def picture(self, state: State, seat: Seat | None) -> Boards | None:
        """Return the boards of a player; observers see none."""
        return telling.boards_told(state, seat).picture if seat is not None else None

    def shown(self, state: State, seat: Seat | None, asked: str) -> tuple[msgspec.Struct, ...]:
        """Return the boards of a player; observers see none."""
        return (telling.boards_told(state, seat),) if seat and not asked else ()

    def ways(self, kind: str, told: Mapping[str, Any], reader: str) -> tuple[str, ...]:
        """Return what answers a deal, or takes back what waits."""
        if kind == "dealtold":
            return (*told["ways"], *((f"WITHDRAW W{told['waiting']}",) if told["waiting"] else ()))
        return (f"WITHDRAW W{told['number']}",) if kind == "waits" else ()

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None while it runs."""
        return Outcome(state.winners, state.how) if state.how else None

    def story(self, options: Options, parts: Sequence[Part], outcome: str) -> Story:
        """Return how a game went (`story`)."""
        return told(parts, outcome)

    def position(self, given: Given, board: str = "standard") -> Ruling:
        """Answer one question of `gm judge negotiation`."""
        return judging.judge(given)
