"""A letter to a Payola game, read as one act: either all of it is right, or nothing happens and every fault is told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from gm.rules import Letter, Line, Orders, Problem, Problems, Seat
from gm.rules.lines.commands import Ask, Clear, Try
from gm.rules.lines.letters import MOST_WRONG, SHOWN, Fault, not_done, out_of_place, sorted_problems
from gm.rules.lines.words import asks, ends_condition
from gm.rules.payola.acts import (
    Act,
    FileSheet,
    Transfer,
)
from gm.rules.payola.commands import read_accept, read_balance, read_transfer
from gm.rules.payola.cutting import (
    SAVING,
    Cut,
    begins_offer,
    cut,
    is_talk,
    names_bid,
    own_word,
    says_nothing,
    wrapped_remarks,
)
from gm.rules.payola.faults import words
from gm.rules.payola.reading import SheetReader, check_size
from gm.rules.payola.state import DIRECT, NEGATIVE, SAVINGS, Offer, State, convert, write_offer
from gm.rules.provinces.ahead import Withdrawn, kept, to_come
from gm.rules.provinces.board import Board
from gm.rules.provinces.campaign import order_of
from gm.rules.provinces.cutting import Pieces, alone, explained, joined
from gm.rules.provinces.faults import words as shared
from gm.rules.provinces.forms import Forms
from gm.rules.provinces.headings import Heading, differing, headed, heading
from gm.rules.provinces.names import plain
from gm.rules.provinces.orders import HOLD, Move
from gm.rules.provinces.own import (
    CLOSED,
    GONE,
    ORDER_WORDS,
    FileAdjustments,
    FileRetreats,
    OwnReader,
    PassOver,
    gone,
    one_line,
    winter_only,
)
from gm.rules.provinces.reading import Reader, names_a_way

WORDS = ("OFFERS", "END", "ACCEPT", "TRANSFER", "BALANCE", "TRY", "CLEAR")
SHEET = ("OFFERS", "END")  # around a sheet
ALONE: Mapping[str, Act] = {"TRY": Try(), "CLEAR": Clear()}
WORD = re.compile(r"[^\W\d_]{3,}")
SAVED = re.compile(r"\$|^\W*SAVE\b", re.IGNORECASE)
BESIDE = ("TRY",)  # may stand on the line of an order
CODE = r"[SFW]\d{4}[MRA]"
MOST_COMMANDS = 40


class LetterReader:
    """Reads one letter from one seat for the phase now due."""

    def __init__(self, board: Board, reader: Reader, state: State, seat: Seat) -> None:
        self._board, self._reader, self._state, self._seat = board, reader, state, seat
        self._sheets = SheetReader(reader, state.units, seat)
        self._own = OwnReader(reader, state, seat)
        self._words = frozenset((*WORDS, *ORDER_WORDS[state.kind]))
        self._problems: list[Problem] = []
        self._acts: list[Act] = []
        self._written: list[tuple[Pieces, Any]] = []
        self._passed: list[tuple[str, str]] = []
        self._lines: list[str] = []
        self._other_lines: list[str] = []
        self._sheet_line = 1
        self._withdrawn = Withdrawn(state, Letter(()), reader.names)
        self._balance = state.balances.get(seat, 0)

    def read(self, letter: Letter) -> Orders | Problems:
        """Return what the letter asks for, or everything that is wrong with it."""
        reads = self._read_offer if self._state.kind == "M" else self._read_order
        self._withdrawn = Withdrawn(self._state, letter, self._reader.names)
        letter = self._withdrawn.letter
        lines, named = self._headed(letter.lines)
        found = cut(lines, self._reader.names, self._words, reads, self._is_plain)
        phase = self._named(found, named)
        if to_come(self._state, phase):
            return self._kept(phase, found, letter)
        phase = phase or letter.phase.upper()
        ends = [line for line in letter.lines if not line.command and ends_condition(line.text)]
        self._problems += [*found.problems, *(words.problem(line, "conditions") for line in ends)]
        self._count_commands(found.inside)
        for line, pieces, value in joined(found.inside, self._is_command, reads):
            if len(self._problems) > MOST_WRONG:
                break
            if value is None:
                self.read_command(line)
                continue
            self._lines += [text.strip() for _, text in pieces]
            if isinstance(value, Fault) and value.problem.code == GONE:
                self._passed.append((one_line(pieces), value.problem.message))
            elif isinstance(value, Fault):
                self._problems.append(self._explained(value.problem, pieces, reads))
            else:
                self._written.append((pieces, value))
        if self._state.kind == "M":
            self._problems += wrapped_remarks(found.inside, self._reader.names)
        return self._judged(letter, found.outside, phase, found.heading is not None)

    def _kept(self, phase: str, found: Cut, letter: Letter) -> Orders | Problems:
        """Return the letter as one that is kept for a phase to come, or why it is not."""
        own = [line for line in found.inside if not line.command]
        beside = [line for line in own if own_word(line.text) in WORDS and own_word(line.text) not in SHEET]
        problems = [*self._problems, *(one for one in found.problems if one.code == "second-offers")]
        if not any(own_word(line.text) not in WORDS for line in own):
            problems.append(words.problem((found.heading_line, 1), "empty"))
        read = kept(self._state, phase, letter, beside, problems)
        return replace(read, drops=self._withdrawn.phases) if isinstance(read, Orders) else read

    def _explained(self, problem: Problem, pieces: Pieces, reads: Callable[[Pieces], object]) -> Problem:
        """Return the problem of an offer or an order with lines that it was probably meant as, if that can be told.

        Talk between offers is meant as a remark.
        """
        if len(self._problems) >= SHOWN:
            return problem
        if says_nothing(self._sheets.tokens(pieces), self._words):
            return replace(problem, hints=(f"% {one_line(pieces)}",))
        return explained(problem, pieces, self._reader.names, self._words, reads)

    def _judged(self, letter: Letter, unread: tuple[Line, ...], phase: str, headed: bool) -> Orders | Problems:
        quoted = self._quoted_offers(letter)
        has_orders = bool(self._lines) or headed or any(isinstance(act, Clear) for act in self._acts)
        late = (
            out_of_place(phase, self._state.code, CODE, rank=order_of, due="the phase now due") if has_orders else ""
        )
        if late:
            return self._wrong_phase(phase, late)
        self._file_written(headed)
        dry = any(isinstance(act, Try) for act in self._acts)
        self._problems += self._withdrawn.beside_trial() if dry else []
        if self._problems:
            retry = tuple(line.text for line in letter.lines)
            return Problems(sorted_problems(self._problems), retry, asks=self._asks())
        acts = tuple(act for act in self._acts if not isinstance(act, Try))
        clear = [act for act in acts if isinstance(act, Clear)][:1]
        rest = [act for act in acts if not isinstance(act, Clear)]
        passed = [PassOver(tuple(self._passed))] if self._passed else []
        retry = self._mended(quoted, letter)
        return Orders(
            acts=(*passed, *clear, *rest), unread=(*unread, *quoted), retry=retry, dry=dry, asks=self._asks(),
            drops=self._withdrawn.phases,
        )  # fmt: skip

    def _asks(self) -> tuple[Act, ...]:
        return tuple(dict.fromkeys(act for act in self._acts if isinstance(act, Ask)))

    def _headed(self, lines: Sequence[Line]) -> tuple[list[Line], list[tuple[Line, Heading]]]:
        """Return the orders of a letter, each as a line of its own, and the headings that stand beside them."""
        forms, names = Forms(self._reader.names, self._seat, BESIDE), self._reader.names
        if self._state.kind == "M":
            parts = forms.split_offers(lines, lambda text: names_bid(text, names), self._is_plain)
        else:
            parts = forms.split(lines)
        named = headed([line for line in parts if not self._is_plain(line.text)], names)
        above = {line for line, _ in named}
        return [line for line in parts if line not in above], named

    def _named(self, found: Cut, headings: Sequence[tuple[Line, Heading]]) -> str:
        """Return the phase that the letter names: that behind OFFERS or of a heading; "" if it names none."""
        self._sheet_line = found.heading_line
        named = [(line, code) for line, one in headings if (code := one.code(self._state))]
        if found.heading:
            one = heading(found.heading, self._reader.names)
            code = one.code(self._state) if one is not None else ""
            if code:
                named.insert(0, (Line(found.heading_line, found.heading), code))
            else:
                at = (found.heading_line, found.heading_column)
                self._problems.append(words.problem(at, "heading", phase=self._state.code))
        self._problems += differing(named)
        return named[0][1] if named else ""

    def _count_commands(self, lines: Sequence[Line]) -> None:
        """Check that there are at most 40 commands, including the desk's (which alone are counted by the desk)."""
        counted = [line for line in lines if self._is_command(line)]
        counted = [line for line in counted if own_word(line.text) not in ("OFFERS", "END", "SIGNOFF")]
        if len(counted) > MOST_COMMANDS >= sum(line.command for line in counted):
            self._problems.append(words.problem((counted[MOST_COMMANDS].number, 1), "too-many", most=MOST_COMMANDS))

    def _is_command(self, line: Line) -> bool:
        return line.command or own_word(line.text) in WORDS

    def read_command(self, line: Line) -> None:
        """Read a line that is a command: its act or its problem is kept."""
        word = own_word(line.text)
        if line.command or word in ("OFFERS", "END"):
            return
        self._other_lines.append(line.text)
        if asks(line.text) and word != "BALANCE":
            act: Act | Problem = not_done(line)
        elif word == "BALANCE":
            act = read_balance(self._state, self._seat, line)
        elif word == "ACCEPT":
            act = read_accept(self._board, self._reader.names, line)
        elif word == "TRANSFER":
            called, forfeited = self._reader.names.called, self._state.forfeited
            act = read_transfer(self._board, called, line, self._seat, balance=self._balance, forfeited=forfeited)
        else:
            act = alone(line, word, ALONE)
        if isinstance(act, Problem):
            self._problems.append(act)
            return
        if isinstance(act, Transfer):
            self._balance -= act.amount
        self._acts.append(act)

    def _read_offer(self, pieces: Pieces) -> Offer | Fault:
        if own_word(pieces[0][1]) in CLOSED["M"]:
            return winter_only(self._state, self._sheets.tokens(pieces))
        try:
            return self._sheets.read(pieces)
        except Fault as fault:
            return gone(self._state, self._sheets.tokens(pieces)) or fault

    def _is_plain(self, text: str) -> bool:
        return self._state.kind == "M" and self._sheets.plain(text) is not None

    def _read_order(self, pieces: Pieces) -> Any:
        """Read a retreat or an adjustment of the sender's power; offers are for movement phases."""
        found = self._sheets.tokens(pieces)
        if self._state.kind == "R" and own_word(pieces[0][1]) in CLOSED["R"]:
            return winter_only(self._state, found)
        if found and found[0].type in ("NUMBER", "COLON", *SAVING):
            return words.fault(found[0], "offers-closed", phase=self._state.next_movement)
        try:
            return self._own.read(found, [value for _, value in self._written])
        except Fault as fault:
            return gone(self._state, found, self._seat) or fault

    def _file_written(self, headed: bool) -> None:
        """Make one act of all order lines together, and check them as a whole."""
        if not self._written:
            if headed and not self._problems and not self._passed:
                self._problems.append(words.problem((self._sheet_line, 1), "empty"))
            return
        if self._problems:
            return
        values = [value for _, value in self._written]
        if self._state.kind == "M":
            own = [unit.province for unit in self._state.owned_by(self._seat)]
            fault = check_size(values, own)
            self._problems += self._without_amount() if fault is None else [fault.problem]
            if self._problems:
                return
            self._acts.append(FileSheet(tuple(values), self._warnings(values, own)))
        elif self._state.kind == "R":
            self._acts.append(FileRetreats(dict(values)))
        else:
            self._problems += self._own.miscounted(values, self._written[-1][0][0][0])
            self._acts.append(FileAdjustments(tuple(values)))

    def _warnings(self, offers: Sequence[Offer], own: Sequence[str]) -> tuple[str, ...]:
        """Warn of conditional offers that would pay for no order named in their own sheet (rulings: accepted)."""
        bids = convert(offers, own)
        named = {(bid.unit, bid.orders[0]) for bid in bids if bid.sign == DIRECT}
        said = [*self._ways()]
        for offer in offers:
            if offer.sign in (DIRECT, SAVINGS):
                continue
            condition = convert([offer], ())[-1]
            if not any(unit == offer.unit and condition.pays_for(order) for unit, order in named):
                name = "conditional.negative" if offer.sign == NEGATIVE else "conditional"
                said.append(words(name, said=write_offer(offer, self._state.units, self._board.army)))
        return tuple(said)

    def _ways(self) -> Iterator[str]:
        """Warn of offers for an army that say which fleets shall carry it."""
        for pieces, offer in self._written:
            by_sea = any(isinstance(order, Move) and order.via for order in offer.orders)
            if by_sea and names_a_way(self._reader.parse(self._sheets.tokens(pieces), "offer_line")):
                yield shared("path", order=write_offer(offer, self._state.units, self._board.army))

    def _without_amount(self) -> Iterator[Problem]:
        """Ask for the amounts of a sheet in which none is written, if it orders more than HOLD."""
        if all(order == HOLD for _, offer in self._written for order in offer.orders):
            return
        found = [self._sheets.tokens(pieces) for pieces, _ in self._written]
        if any(token.type == "NUMBER" for line in found for token in line):
            return
        for pieces, offer in self._written:
            said = write_offer(offer, self._state.units, self._board.army)
            yield words.problem((pieces[0][0], 1), "no-amount.sheet", (said,))

    def _wrong_phase(self, phase: str, said: str) -> Problems:
        now = self._state.code
        retry = (*self._lines, *self._other_lines)
        if self._state.kind == "M":
            retry = (f"OFFERS {now}", *self._lines, "END", *self._other_lines)
        elif phase[5] == "M":
            said += "; " + words("offers-closed", phase=self._state.next_movement)
            retry = (f"OFFERS {self._state.next_movement}", *self._lines, "END", *self._other_lines)
        return Problems((), retry, said, self._asks())

    def _quoted_offers(self, letter: Letter) -> tuple[Line, ...]:
        """Return dropped quotations that would read as offers, to show as unread, since they may have been meant.

        Those that stand among the lines of a quoted sheet count even if they are wrong.
        """
        if self._state.kind != "M":
            return ()
        of_sheet, names = {line.number for line in letter.sheet}, self._reader.names
        found = []
        for line in letter.quoted:
            text = line.text.strip()
            meant = line.number in of_sheet and begins_offer(text, names) and not is_talk(text, names)
            if meant or (self._may_offer(line) and isinstance(self._read_quoted(line), Offer)):
                found.append(Line(line.number, f"> {text}"))
        return tuple(found)

    def _may_offer(self, line: Line) -> bool:
        """Return whether a quotation may name a province, or save: most are our own prose and need no reading."""
        if SAVED.search(line.text):
            return True
        return any(self._reader.names.matches(plain(word)) for word in WORD.findall(line.text))

    def _read_quoted(self, line: Line) -> Offer | Fault:
        """Read a quotation as a possible offer: as it stands if it has an amount, else as a move bribe of 0 (3.1)."""
        text = line.text.strip().removeprefix("> ")
        whole = text[:1].isdigit() or text[:1] == ":" or SAVED.search(text)
        return self._read_offer([(line.number, text if whole else f"0 > {text}")])

    def _mended(self, quoted: tuple[Line, ...], letter: Letter) -> tuple[str, ...]:
        """Return the sheet with the dropped quotations as offers, ready to send back.

        It has all lines of the sheet that is quoted, but for units to which the letter itself offers something.
        """
        if not quoted:
            return ()
        offers = [v for _, v in self._written if isinstance(v, Offer)]
        written, differ = {offer.unit for offer in offers}, {line.number for line in letter.quoted}
        lines = [(offer.line, write_offer(offer, self._state.units, self._board.army)) for offer in offers]
        for line in (*quoted, *(one for one in letter.sheet if one.number not in differ)):
            offer = self._read_quoted(line)
            if isinstance(offer, Fault):
                lines.append((line.number, self._probably(line, offer)))
            elif line in quoted or offer.unit not in written:
                lines.append((line.number, write_offer(offer, self._state.units, self._board.army)))
        return (f"OFFERS {self._state.code}", *(text for _, text in sorted(lines)), "END")

    def _probably(self, line: Line, fault: Fault) -> str:
        """Return what a wrong quotation was meant as if only one thing can be, else what is written."""
        text = line.text.strip().removeprefix("> ")
        hints = self._explained(fault.problem, [(line.number, text)], self._read_offer).hints
        right = [one for one in hints if not isinstance(self._read_offer([(line.number, one)]), Fault)]
        return right[0] if len(right) == 1 else text
