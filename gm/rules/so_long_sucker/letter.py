"""A letter to a game of So Long Sucker: its lines are carried out in the order written, up to the first refused one.

Each line is tried on the position that the lines above it leave. Everybody sees that position.
"""

from __future__ import annotations

import re

from lark import Lark, Token

from gm.rules import NO_SEAT, Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.lines.commands import read_alone
from gm.rules.lines.letters import Fault, not_reached, out_of_place, own_lines, problem, to_retry
from gm.rules.lines.slips import unled
from gm.rules.lines.words import without_remark
from gm.rules.so_long_sucker.acts import Act, AskTable, Discard, Next, Play, Refuse, Transfer
from gm.rules.so_long_sucker.checking import WHOLE, why_not
from gm.rules.so_long_sucker.filing import carry_out
from gm.rules.so_long_sucker.reading import ORDERS, explain, is_meant, read_order, words_of
from gm.rules.so_long_sucker.referee import Referee
from gm.rules.so_long_sucker.state import CODES, RESCUE, State

WORDS = (*ORDERS, "TABLE")
ALONE = {"TABLE": AskTable()}
ANY_TIME = (Discard, Transfer)
NUMBER = re.compile(r"T(\d{1,9})[A-Z]")


class LetterReader:
    """Reads one letter from one seat, for what is due now."""

    def __init__(self, parser: Lark, state: State, seat: Seat) -> None:
        self._parser, self._seat = parser, seat
        self._before, self._now = state, state
        self._acts: list[Act] = []
        self._asks: list[AskTable] = []
        self._problems: list[Problem] = []
        self._unread: list[Line] = []
        self._given = ""  # the player who got the move by the last line because nobody else could be named

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, its first wrong line, and the lines below it, which were not looked at."""
        orders: list[tuple[Line, list[Token]]] = []
        for line in own_lines(letter):
            self._sort(line, orders)
        for line, found in orders:
            self._line(line, found, letter.phase.upper(), letter.wrong)
        asks = tuple(dict.fromkeys(self._asks))
        if not self._acts and self._problems and self._problems[0].code == "over":
            return Problems((), to_retry(letter), self._problems[0].message, asks)
        return Orders((*self._acts, *asks), tuple(self._unread), asks=asks, problems=tuple(self._problems))

    def _sort(self, line: Line, orders: list[tuple[Line, list[Token]]]) -> None:
        """Tell questions, orders and prose apart."""
        found = words_of(line.text, line.number)
        try:
            ask = read_alone(line, ALONE)
        except Fault as fault:
            self._problems.append(fault.problem)
            return
        if ask is not None:
            self._asks.append(ask)
        elif is_meant(words_of(unled(line.text))):
            orders.append((line, found))
        elif without_remark(line.text).strip():
            self._unread.append(line)

    def _line(self, line: Line, found: list[Token], named: str, wrong: int) -> None:
        """Try a line; the first refused one ends the letter. wrong: the first that the desk refuses, or 0."""
        first = self._problems[0].line if self._problems else wrong
        if 0 < first < line.number:
            self._problems.append(not_reached(line.number, first))
            return
        try:
            self._try(found, named)
        except Fault as fault:
            seats = self._now.seats
            self._problems.append(explain(self._parser, fault.problem, line.text, self._seat, seats))

    def _try(self, found: list[Token], named: str) -> None:
        distressed = self._now.mover if self._now.kind == RESCUE and not self._now.winner else NO_SEAT
        order = read_order(self._parser, found, self._seat, seats=self._now.seats, distressed=distressed)
        trial = self._now
        done: list[Act] = []
        for act, places in zip(order.acts, order.places, strict=True):
            if self._says_again(act):
                continue
            self._check_phase(act, found[0], named)
            reason = why_not(trial, self._seat, act)
            if reason is not None:
                raise Fault(problem(places.get(reason.part, places[WHOLE]), reason.code, reason.message, reason.hints))
            referee = Referee(trial)
            carry_out(referee, self._seat, act)
            trial = referee.state
            done.append(act)
            self._given = next((event.to for event in referee.events if event.what == "only"), "")
        self._now = trial
        self._acts += done

    def _says_again(self, act: Act) -> bool:
        """Return whether a separate NEXT names the player to whom the line above had to give the move anyway."""
        return isinstance(act, Next) and act.to == self._given and bool(self._acts) and isinstance(self._acts[-1], Play)

    def _check_phase(self, act: Act, word: Token, named: str) -> None:
        """Raise Fault if the letter answers a mail about an earlier move. Chips may change hands at any time.

        RESCUE and REFUSE belong to the distress that they answer: a rescued player may ask again within the same
        move. A TRANSFER belongs to nothing.
        """
        if isinstance(act, ANY_TIME) and word.type != "RESCUE":
            return
        before = self._before
        answers = before.kind == RESCUE and (isinstance(act, Refuse) or word.type == "RESCUE")
        first = before.distress if answers else before.since
        said = out_of_place(named, before.code, CODES, lambda code: _side_of(code, first, before.number))
        if said:
            raise Fault(problem(word, "over", said))


def _side_of(code: str, first: int, last: int) -> int:
    """Return whether a code is before (-1), within (0) or after (1) the numbers from *first* to *last*."""
    found = NUMBER.fullmatch(code)
    number = int(found[1]) if found else first
    return (number > last) - (number < first)
