"""Leaks planted on purpose, one at a time: the search that finds none in gm finds each of these. Here: Payola's."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around

from gm.desk import notices as said
from gm.desk.clock import striking
from gm.desk.commands import letters, press
from gm.desk.commands.letters import LetterHandler
from gm.desk.game import turn
from gm.desk.game.turn import Turn
from gm.rules import EVERYBODY, Problem
from gm.rules.payola import filing, letter, phases
from gm.rules.payola.filing import Filing
from gm.rules.payola.game import Payola
from gm.rules.payola.phases import Judge
from gm.rules.provinces import turning

leak = LEAKS = Leaks("payola")


@leak
def the_account_names_who_paid(patch: Patch) -> None:
    def change(true: Any, self: Any, state: Any, paid: Any, power: str, made: Any, **named: Any) -> Any:
        account = true(self, state, paid, power, made, **named)
        payers = [", ".join(p for p, sums in made.paid.items() if sums.get(u.province)) for u in state.owned_by(power)]
        units = tuple(
            replace(row, outcome=f"{row.outcome}, paid by {who}") if row.amount else row
            for row, who in zip(account.units, payers, strict=True)
        )
        return replace(account, units=units)

    around(patch, Judge, "account", change)


@leak
def the_account_counts_the_rounds_of_all_reductions(patch: Patch) -> None:
    def change(true: Any, self: Any, state: Any, paid: Any, power: str, made: Any, **named: Any) -> Any:
        account = true(self, state, paid, power, made, **named)
        rounds = max(made.reductions.values())
        units = tuple(replace(row, outcome=f"{row.outcome} in round {rounds}") for row in account.units)
        return replace(account, units=units)

    around(patch, Judge, "account", change)


@leak
def the_moves_carry_totals(patch: Patch) -> None:
    seen: list[Any] = []

    def determined(true: Any, *args: Any) -> Any:
        seen[:] = [true(*args)]
        return seen[0]

    def told(true: Any, board: Any, units: Any, texts: Any, fates: Any) -> Any:
        rows = true(board, units, texts, fates)
        totals = {texts[p]: total for p, total in seen[0].total.items()}
        return tuple(replace(row, outcome=f"{row.outcome} for {totals[row.order]}") for row in rows)

    around(patch, phases, "determined", determined)
    around(patch, phases, "tell_movement", told)


@leak
def a_statement_shows_the_balance_of_the_other_party(patch: Patch) -> None:
    def change(true: Any, self: Any, amount: int, other: str) -> None:
        true(self, amount, other)
        for seat, party in ((self._seat, other), (other, self._seat)):
            row = self._statements[seat].pop()
            self._statements[seat].append(replace(row, what=f"{row.what} ({self._state.balances[party]})"))

    around(patch, Filing, "transfer", change)


@leak
def a_refused_transfer_tells_the_balance_of_the_other_party(patch: Patch) -> None:
    def change(true: Any, self: Any, line: Any) -> None:
        true(self, line)
        if self._problems and self._problems[-1].code == "too-much":
            last: Problem = self._problems.pop()
            self._problems.append(replace(last, message=f"{last.message}; {self._state.balances}"))

    around(patch, letter.LetterReader, "read_command", change)


@leak
def a_trial_reckons_with_the_sheets_of_others(patch: Patch) -> None:
    def change(true: Any, self: Any, alone: Any, *rest: Any) -> Any:
        mine = {self._seat: alone.sheets[self._seat]}
        return true(self, replace(alone, sheets={**self._state.sheets, **mine}, balances=self._state.balances), *rest)

    around(patch, filing.Filing, "trial", change)


@leak
def what_a_filed_sheet_may_spend_depends_on_the_sheets_of_others(patch: Patch) -> None:
    def change(true: Any, state: Any, power: str) -> int:
        return max(0, true(state, power) - sum(seat != power for seat in state.sheets))

    around(patch, filing, "available", change)


@leak
def a_reminder_names_to_everybody_who_is_missing(patch: Patch) -> None:
    def change(true: Any, self: Turn, due: Any) -> None:
        self.note(EVERYBODY, said.Reminder(f"{' '.join(self.missing())} in {self.rules.phase(self.game.state).title}"))
        true(self, due)

    around(patch, striking, "remind", change)


@leak
def a_reminder_goes_to_everybody_once_anybody_is_missing(patch: Patch) -> None:
    def change(true: Any, self: Turn, due: Any) -> None:
        if len(self.missing()) == 1:
            self.note(EVERYBODY, said.Reminder(self.rules.phase(self.game.state).title))
        true(self, due)

    around(patch, striking, "remind", change)


@leak
def grace_names_the_late(patch: Patch) -> None:
    def change(true: Any, title: str, until: str, late: Any, waits: bool) -> Any:
        return true(title, until, tuple(running[-1].missing()), waits)

    running: list[Turn] = []
    around(patch, striking, "deadline_passes", lambda true, self: (running.append(self), true(self)))
    around(patch, said, "Grace", change)


@leak
def the_early_notice_names_the_last_who_filed(patch: Patch) -> None:
    last = [""]

    def handle(true: Any, self: LetterHandler) -> None:
        true(self)
        clock = self._turn.game.clock
        if clock is not None and clock.complete == self._turn.at:
            last[0] = self._seat

    around(patch, LetterHandler, "handle", handle)
    around(patch, said, "Early", lambda true, phase: true(f"{phase}, last {last[0]},"))


@leak
def message_ids_come_from_a_shared_counter(patch: Patch) -> None:
    def change(true: Any, self: Turn, reader: str, seat: str | None) -> int:
        own = true(self, reader, seat)
        return sum(sitting.mails for sitting in self.game.seats.values()) if reader in self.game.seats else own

    around(patch, Turn, "count_mail", change)


@leak
def refused_letters_are_counted_in_public(patch: Patch) -> None:
    count = [0]

    def refuse(true: Any, self: LetterHandler, *args: Any) -> None:
        count[0] += 1
        true(self, *args)

    def opened(true: Any, *args: Any, **named: Any) -> Any:
        count[0] = 0
        return true(*args, **named)

    around(patch, said, "Opened", opened)
    around(patch, LetterHandler, "refuse", refuse)
    around(patch, said, "Seals", lambda true, code, seals: true(f"{code} after {count[0]} refusals", seals))


@leak
def status_carries_balances(patch: Patch) -> None:
    def change(true: Any, self: Payola, state: Any, seat: str | None) -> Any:
        facts = true(self, state, seat)
        if seat is None:
            rows = tuple(replace(h, name=f"{h.name} {state.balances[h.power]}") for h in facts.position.holdings)
            return replace(facts, position=replace(facts.position, holdings=rows))
        return facts

    around(patch, Payola, "view", change)


@leak
def the_footer_counts_who_is_missing(patch: Patch) -> None:
    def change(true: Any, self: Turn, seat: str) -> Any:
        owes = true(self, seat)
        return replace(owes, soon=f"{owes.soon}, {len(self.missing())} missing")

    around(patch, Turn, "owes", change)


@leak
def status_shows_who_waits_and_who_votes(patch: Patch) -> None:
    def change(true: Any, self: Turn) -> Any:
        found = [x for x in self.game.seats.values() if x.wait or x.vote]
        told = true(self)
        return replace(told, phase=f"{told.phase} ({len(found)})")

    around(patch, Turn, "status", change)


@leak
def status_counts_the_pages_of_diaries(patch: Patch) -> None:
    def change(true: Any, self: Turn) -> Any:
        told = true(self)
        return replace(told, phase=f"{told.phase} ({sum(len(x.notes) for x in self.game.seats.values())})")

    around(patch, Turn, "status", change)


@leak
def private_press_is_announced(patch: Patch) -> None:
    def change(true: Any, talk: Any, seats: Any, command: Any) -> None:
        true(talk, seats, command)
        talk.turn.note(EVERYBODY, said.Seated(f"somebody wrote to {len(seats)}"))

    around(patch, press, "send_press", change)


@leak
def the_list_of_readers_of_a_broadcast_lacks_its_true_writer(patch: Patch) -> None:
    def change(true: Any, talk: Any, message: Any, command: Any) -> Any:
        return replace(true(talk, message, command), to=message.to, broadcast=False)

    around(patch, press, "as_shown", change)


@leak
def a_grey_message_is_numbered_by_its_writer(patch: Patch) -> None:
    def change(true: Any, talk: Any, message: Any, command: Any) -> Any:
        head = true(talk, message, command)
        letters = talk.turn.game.seats[talk.seat].mails
        return head if head.sender else replace(head, lines=(*head.lines, f"({letters})"))

    around(patch, press, "as_shown", change)


@leak
def the_acceptance_lists_are_in_the_position(patch: Patch) -> None:
    def change(true: Any, board: Any, state: Any, *rest: Any) -> Any:
        found = true(board, state, *rest)
        lists = (" ".join("".join(p[0] for p in state.acceptance.get(h.power, ())) for h in found.holdings),)
        return replace(found, neutral=(*found.neutral, *lists))

    around(patch, turning, "position", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)


def test_the_leaks_are_gone_after_their_test() -> None:
    assert turn.Turn.count_mail.__qualname__ == "Telling.count_mail"
    assert letters.LetterHandler.refuse.__qualname__ == "LetterHandler.refuse"
