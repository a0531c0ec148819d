"""Leaks planted without regard to how they are looked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from planting import Leaks, Patch, around

from gm.commands import journal
from gm.config.durations import parse_duration
from gm.desk import notices as said
from gm.desk import office
from gm.desk.books import commit
from gm.desk.clock import striking
from gm.desk.commands import joining, press
from gm.desk.game.game import Game, Role, Sitter
from gm.desk.game.outgoing import MailKind
from gm.desk.game.telling import Telling
from gm.desk.game.turn import Turn
from gm.desk.letter.conversation import Talk
from gm.desk.mails import delivery
from gm.desk.operating import operator
from gm.registry import ruleset
from gm.rules import EVERYBODY, OBSERVERS, Notice, Seat, to
from gm.rules.air_war import game as air_game
from gm.rules.air_war.filing import Filing as AirFiling
from gm.rules.air_war.game import AirWar
from gm.rules.ground_war import filing as ground_filing
from gm.rules.ground_war import telling as ground_telling
from gm.rules.ground_war import view as ground_view
from gm.rules.hex_negotiation.filing import Filing as StoneFiling
from gm.rules.negotiation import acting, telling
from gm.rules.negotiation import game as phone_game
from gm.rules.negotiation.exchange import Exchange
from gm.rules.negotiation.game import Negotiation
from gm.rules.negotiation.notices import AttackTold, ThreatTold
from gm.rules.negotiation.state import pair
from gm.rules.payola.acts import Transfer
from gm.rules.payola.game import Payola
from gm.rules.payola.phases import Judge
from gm.rules.payola.state import lines_on_file
from gm.rules.war.sides import enemy

leak = LEAKS = Leaks("payola")


def on_file(game: Game) -> int:
    """How many seats have sent what they owe."""
    running = game.state is not None and not game.over
    return sum(duty.filed for duty in ruleset(game.ruleset).rules.duties(game.state)) if running else 0


def mails(game: Game) -> int:
    """How many mails all seats were sent."""
    return sum(sitting.mails for sitting in game.seats.values())


def in_each_mail(patch: Patch, count: Callable[[Game], int], write: Callable[[Any, int], Any]) -> None:
    """Let *write* change what goes out, by a number that is counted in the game."""
    counted: list[int] = []

    def deliver(true: Any, self: Any, game: Game, *args: Any, **named: Any) -> None:
        counted[:] = [count(game)]
        true(self, game, *args, **named)
        counted.clear()

    def composed(true: Any, sender: Any, mail: Any) -> bytes:
        return true(sender, write(mail, counted[0]) if counted else mail)

    around(patch, delivery.Delivery, "deliver", deliver)
    around(patch, delivery, "compose", composed)


def each_notice(step: Any, change: Callable[[Notice], Notice]) -> Any:
    """The step with each of its notices changed."""
    return replace(step, notices=tuple(map(change, step.notices)))


# -- Payola ----------------------------------------------------------------------------------------------------


@leak
def a_reminder_counts_who_is_missing(patch: Patch) -> None:
    def change(true: Any, turn: Turn, due: Any) -> None:
        missing = len(turn.missing())
        true(turn, due)
        turn.mails[:] = [replace(mail, about=f"{mail.about} ({missing} missing)") for mail in turn.mails]

    around(patch, striking, "remind", change)


@leak
def status_counts_the_sheets_on_file(patch: Patch) -> None:
    def change(true: Any, self: Telling) -> said.Status:
        status = true(self)
        return replace(status, phase=f"{status.phase}, {on_file(self.game)} are in") if status.phase else status

    around(patch, Telling, "status", change)


@leak
def a_message_id_counts_all_mails_of_the_game(patch: Patch) -> None:
    in_each_mail(patch, mails, lambda mail, n: replace(mail, message_id=f"{n}.{mail.message_id}"))


@leak
def a_phase_ends_to_the_second_after_the_last_sheet(patch: Patch) -> None:
    def change(true: Any, game: Game) -> Any:
        found = true(game)
        if found is None or found[1] != "early" or game.clock is None or game.clock.complete is None:
            return found
        return game.clock.complete + parse_duration(game.pace.early_after), "early"

    for module in (striking, office, commit):
        around(patch, module, "next_strike", change)


@leak
def the_page_has_a_comment_with_what_is_in(patch: Patch) -> None:
    def change(true: Any, game: Game, *args: Any, **named: Any) -> str:
        return f"{true(game, *args, **named)}<!-- {on_file(game)} in -->\n"

    around(patch, delivery, "write_html", change)


@leak
def try_knows_that_others_bid_too(patch: Patch) -> None:
    def change(true: Any, self: Payola, state: Any, seat: Seat, orders: Any, at: Any) -> Any:
        def warned(notice: Notice) -> Notice:
            others = len([one for one in state.sheets if one != seat])
            if notice.kind != "trial" or not others:
                return notice
            warnings = (*notice.body.warnings, f"{others} other sheets may outbid yours")
            return replace(notice, body=replace(notice.body, warnings=warnings))

        return each_notice(true(self, state, seat, orders, at), warned)

    around(patch, Payola, "file", change)


@leak
def a_refused_line_is_mended_from_anybodys_sheet(patch: Patch) -> None:
    def change(true: Any, self: Payola, state: Any, seat: Seat, letter: Any) -> Any:
        read = true(self, state, seat, letter)
        lines = tuple(line for one in state.sheets for line in lines_on_file(self.board(state), state, one))
        return replace(read, problems=tuple(replace(one, hints=(*one.hints, *lines[:2])) for one in read.problems))

    around(patch, Payola, "read", change)


@leak
def a_transfer_tells_the_receivers_balance(patch: Patch) -> None:
    def change(true: Any, self: Payola, state: Any, seat: Seat, orders: Any, at: Any) -> Any:
        step = true(self, state, seat, orders, at)
        has = [step.state.balances[act.to] for act in orders.acts if isinstance(act, Transfer)]

        def told(notice: Notice) -> Notice:
            if notice.kind != "statement" or seat not in notice.audience.seats:
                return notice
            entries = [replace(one, what=f"{one.what}, who has {has[0]}") for one in notice.body.entries]
            return replace(notice, body=replace(notice.body, entries=tuple(entries)))

        return each_notice(step, told)

    around(patch, Payola, "file", change)


@leak
def the_judged_orders_come_in_the_order_of_wealth(patch: Patch) -> None:
    def change(true: Any, self: Judge, state: Any) -> Any:
        def ranked(notice: Notice) -> Notice:
            if notice.kind != "moves":
                return notice
            orders = sorted(notice.body.orders, key=lambda told: -state.balances[told.power])
            return replace(notice, body=replace(notice.body, orders=tuple(orders)))

        return each_notice(true(self, state), ranked)

    around(patch, Judge, "judge", change)


@leak
def the_seal_of_silence_is_always_the_same(patch: Patch) -> None:
    def change(true: Any, self: Turn, seat: Seat) -> str:
        seal = true(self, seat)
        return seal if self.filed(seat) else "0" * len(seal)

    around(patch, Turn, "seal", change)


@leak
def list_counts_the_invited_as_joined(patch: Patch) -> None:
    def change(true: Any, game: Game) -> Any:
        offer = true(game)
        invited = sum(guest.role == Role.INVITED for guest in game.guests.values())
        return replace(offer, joined=offer.joined + invited) if offer is not None and offer.forming else offer

    around(patch, commit, "offer_of", change)


@leak
def gm_show_counts_lines_without_reveal(patch: Patch) -> None:
    def change(true: Any, game: Game) -> Any:
        view, seen = ruleset(game.ruleset).rules.view, true(game)
        if game.clock is None:
            return seen
        count = {seat: len(view(game.state, seat).filed or ()) for seat in game.seats}
        return replace(seen, seats=tuple(replace(one, owes=f"{one.owes} ({count[one.seat]})") for one in seen.seats))

    around(patch, commit, "glance_of", change)


@leak
def gm_show_prints_a_sheet_without_reveal(patch: Patch) -> None:
    def change(true: Any, game: Game) -> Any:
        filed, seen = ruleset(game.ruleset).sealed.on_file, true(game)
        if game.clock is None:
            return seen
        return replace(seen, seats=tuple(replace(one, owes=filed(game.state, one.seat)) for one in seen.seats))

    around(patch, commit, "glance_of", change)


@leak
def a_grey_broadcast_leaves_its_writer_out_of_the_readers(patch: Patch) -> None:
    def change(true: Any, talk: Any, press_: Any, request: Any) -> Any:
        shown = true(talk, press_, request)
        return replace(shown, to=tuple(name for name in shown.to if name != talk.name)) if shown.broadcast else shown

    around(patch, press, "as_shown", change)


@leak
def a_newcomer_gets_the_diary_of_whoever_had_the_seat(patch: Patch) -> None:
    def change(true: Any, turn: Turn, seat: Seat, *args: Any, **named: Any) -> None:
        notes = turn.game.seats[seat].notes
        true(turn, seat, *args, **named)
        turn.sit(seat, notes=notes)

    around(patch, joining, "take_over", change)
    around(patch, operator, "take", change)


# -- Negotiation, a telephone game -----------------------------------------------------------------------------


@leak.of("negotiation")
def status_says_who_is_on_the_phone(patch: Patch) -> None:
    def change(true: Any, state: Any, seat: Seat | None) -> Any:
        view = true(state, seat)
        busy = {state.options.word(p): " (on the phone)" if state.action_of(p) else "" for p in state.players}
        return replace(view, players=tuple(one + busy[one] for one in view.players)) if seat is None else view

    around(patch, phone_game, "view_of", change)


@leak.of("negotiation")
def deals_are_numbered_throughout_the_game(patch: Patch) -> None:
    def change(true: Any, self: Exchange, one: str, other: str) -> int:
        highest = max(self.state.numbers.values(), default=0)
        self.state = replace(self.state, numbers={**self.state.numbers, pair(one, other): highest})
        return true(self, one, other)

    around(patch, Exchange, "numbered", change)


@leak.of("negotiation")
def the_closing_ends_when_the_last_answer_is_due(patch: Patch) -> None:
    def change(true: Any, self: Negotiation, state: Any) -> Any:
        dues = [action.due for action in state.actions]
        return max(dues) if state.closing and dues else true(self, state)

    around(patch, Negotiation, "ends", change)


@leak.of("negotiation")
def a_threat_shows_its_risk_to_the_threatened(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any, reader: str, event: str, *args: Any, **more: Any) -> Any:
        body = true(x, action, reader, event, *args, **more)
        return replace(body, risk=x.words(action.risk)) if isinstance(body, ThreatTold) else body

    around(patch, acting, "told", change)


@leak.of("negotiation")
def the_boards_name_all_who_were_acted_against(patch: Patch) -> None:
    def change(true: Any, state: Any, player: str) -> Any:
        used = {begun.to for begun in state.begun} - {player}
        told = true(state, player)
        return replace(told, used=tuple(state.options.word(one) for one in state.players if one in used))

    around(patch, telling, "boards_told", change)


@leak.of("negotiation")
def the_picture_of_the_boards_counts_busy_lines(patch: Patch) -> None:
    def change(true: Any, state: Any, player: str) -> Any:
        told = true(state, player)
        title = f"{told.picture.title}, {len(state.actions)} lines are busy"
        return replace(told, picture=replace(told.picture, title=title))

    around(patch, telling, "boards_told", change)


@leak.of("negotiation")
def status_counts_who_is_away_or_silent(patch: Patch) -> None:
    def change(true: Any, self: Telling) -> said.Status:
        status, state = true(self), self.game.state
        held = len({*state.silent, *state.away})
        return replace(status, title=f"{status.title}, {held} answered for") if held else status

    around(patch, Telling, "status", change)


@leak.of("negotiation")
def gm_log_shows_what_was_written_without_reveal(patch: Patch) -> None:
    def change(true: Any, entry: Any, seats: Any, _: bool) -> Any:
        return true(entry, seats, True)

    around(patch, journal, "entry_facts", change)


@leak.of("negotiation")
def who_is_paid_off_learns_the_others_winnings(patch: Patch) -> None:
    def change(true: Any, x: Exchange, action: Any, reader: str, event: str, *args: Any, **more: Any) -> Any:
        body = true(x, action, reader, event, *args, **more)
        paid = isinstance(body, AttackTold) and body.mine and event == "paid"
        return replace(body, winnings=x.books.wins[action.to]) if paid else body

    around(patch, acting, "told", change)


@leak.of("negotiation")
def the_answer_to_a_vote_counts_the_votes(patch: Patch) -> None:
    def change(true: Any, self: Talk, body: object) -> None:
        true(self, body)
        if isinstance(body, said.Vote):
            votes = sum(bool(sitting.vote) for sitting in self.turn.game.seats.values())
            self.about = f"{self.about} ({votes} of {len(self.turn.game.seats)})"

    around(patch, Talk, "tell", change)


# -- the Ground War --------------------------------------------------------------------------------------------


@leak.of("ground-war")
def what_was_seen_once_is_kept_up_to_date(patch: Patch) -> None:
    def change(true: Any, state: Any, side: Seat) -> Any:
        found, there = true(state, side), state.position.men[enemy(side)]
        seen = {field: replace(one, men=there.get(field, one.men)) for field, one in found.knows.enemy.items()}
        return replace(found, knows=replace(found.knows, enemy=seen))

    around(patch, ground_view, "outlook_of", change)
    around(patch, ground_telling, "outlook_of", change)


@leak.of("ground-war")
def captured_trucks_vanish_from_the_board_at_once(patch: Patch) -> None:
    def change(true: Any, state: Any, side: Seat) -> Any:
        found, own = true(state, side), state.position.trucks[side]
        known = {field: parked for field, parked in found.knows.trucks.items() if field in own}
        return replace(found, knows=replace(found.knows, trucks=known))

    around(patch, ground_view, "outlook_of", change)
    around(patch, ground_telling, "outlook_of", change)


@leak.of("ground-war")
def the_json_file_counts_the_orders_that_are_in(patch: Patch) -> None:
    def change(true: Any, game: Game, *args: Any) -> str:
        return true(game, *args).replace("{", f'{{\n "in": {on_file(game)},', 1)

    around(patch, delivery, "view_json", change)


@leak.of("ground-war")
def a_calendar_entry_says_whether_orders_are_in(patch: Patch) -> None:
    def change(true: Any, game: Game, *args: Any, **named: Any) -> Any:
        files = true(game, *args, **named)
        return [replace(one, content=one.content.replace("is due", f"is due ({on_file(game)} in)")) for one in files]

    around(patch, delivery, "calendar_file", change)


@leak.of("ground-war")
def an_observer_sees_the_present_position_as_the_first(patch: Patch) -> None:
    def change(true: Any, state: Any) -> Any:
        return true(replace(state, initial=state.position))

    around(patch, ground_view, "setup_of", change)


@leak.of("ground-war")
def report_retells_what_both_sides_were_told(patch: Patch) -> None:
    def change(true: Any, self: Any, cycle: int) -> Any:
        told, other = true(self, cycle), ground_filing.Filing(self.state, enemy(self.side))
        return replace(told, rounds=(*told.rounds, *true(other, cycle).rounds))

    around(patch, ground_filing.Filing, "report", change)


@leak.of("ground-war")
def a_seal_ends_with_the_length_of_the_orders(patch: Patch) -> None:
    def change(true: Any, self: Turn, seat: Seat) -> str:
        return f"{true(self, seat)[:-2]}{len(self.on_file(seat)) % 100:02}"

    around(patch, Turn, "seal", change)


# -- the Air War -----------------------------------------------------------------------------------------------


@leak.of("air-war")
def status_says_that_somebody_asks_to_wait(patch: Patch) -> None:
    def change(true: Any, self: Telling) -> said.Status:
        status, waits = true(self), any(sitting.wait for sitting in self.game.seats.values())
        return replace(status, title=f"{status.title}, somebody waits") if waits else status

    around(patch, Telling, "status", change)


@leak.of("air-war")
def ready_is_told_to_both_sides(patch: Patch) -> None:
    def change(true: Any, self: AirFiling, orders: Any) -> Any:
        step = true(self, orders)
        ready = [replace(one, body=replace(one.body, lines=())) for one in step.notices if one.kind == "airready"]
        more = [replace(one, audience=to(enemy(one.audience.seats[0]))) for one in ready]
        return replace(step, notices=(*step.notices, *more))

    around(patch, AirFiling, "act", change)


@leak.of("air-war")
def the_title_of_a_round_says_who_is_ready(patch: Patch) -> None:
    def change(true: Any, self: AirWar, state: Any) -> Any:
        phase = true(self, state)
        return replace(phase, title=f"{phase.title}, {len(state.ready)} ready") if phase and state.ready else phase

    around(patch, AirWar, "phase", change)


@leak.of("air-war")
def observers_hear_of_a_proposed_draw(patch: Patch) -> None:
    def change(true: Any, self: AirFiling, orders: Any) -> Any:
        step = true(self, orders)
        offered = [one for one in step.notices if one.kind == "drawoffered" and not one.body.again]
        return replace(step, notices=(*step.notices, *(replace(one, audience=OBSERVERS) for one in offered[:1])))

    around(patch, AirFiling, "act", change)


@leak.of("air-war")
def the_example_shows_what_the_enemy_has_on_file(patch: Patch) -> None:
    def change(true: Any, state: Any, side: Seat | None) -> Any:
        view = true(state, side)
        lines = state.filed.get(enemy(side), ()) if side else ()
        return replace(view, example=(*(view.example or ()), *lines[:1])) if lines else view

    around(patch, air_game, "view_of", change)


# -- So Long Sucker --------------------------------------------------------------------------------------------


@leak.of("so-long-sucker")
def status_counts_who_asks_for_more_time(patch: Patch) -> None:
    def change(true: Any, self: Telling) -> said.Status:
        status, asking = true(self), sum(sitting.extend > 0 for sitting in self.game.seats.values())
        return replace(status, title=f"{status.title}, {asking} ask for more time") if asking else status

    around(patch, Telling, "status", change)


@leak.of("so-long-sucker")
def observers_are_told_who_writes_to_whom(patch: Patch) -> None:
    def change(true: Any, talk: Any, seats: Any, request: Any) -> None:
        true(talk, seats, request)
        about = f"{talk.name} has written to {len(seats)}"
        for person in talk.turn.game.watchers(Role.OBSERVER) if request.name == "press" else ():
            talk.turn.mail(person, MailKind.NOTICE, about, [("status", talk.turn.status())], footer=False)

    around(patch, press, "send_press", change)


@leak.of("so-long-sucker")
def status_says_who_keeps_a_diary(patch: Patch) -> None:
    def change(true: Any, self: Telling) -> said.Status:
        status = true(self)
        kept = [", keeps a diary" if sitting.notes else "" for sitting in self.game.seats.values()]
        seats = tuple((name, what + more) for (name, what), more in zip(status.seats, kept, strict=True))
        return replace(status, seats=seats)

    around(patch, Telling, "status", change)


@leak.of("so-long-sucker")
def a_mail_is_as_long_as_there_are_questions_open(patch: Patch) -> None:
    def waiting(game: Game) -> int:
        return sum(len(sitting.questions) for sitting in game.seats.values())

    in_each_mail(patch, waiting, lambda mail, n: replace(mail, text=mail.text + "\n" * n))


# -- Negotiation, a stone game ---------------------------------------------------------------------------------


@leak.of("hex-negotiation")
def everybody_hears_of_a_proposed_draw(patch: Patch) -> None:
    def change(true: Any, self: StoneFiling, orders: Any) -> Any:
        step = true(self, orders)
        draws = [one for one in step.notices if one.kind == "stonesdraw" and not one.body.yours]
        return replace(step, notices=(*step.notices, *(replace(one, audience=OBSERVERS) for one in draws)))

    around(patch, StoneFiling, "act", change)


@leak.of("hex-negotiation")
def the_board_goes_to_everybody_when_one_asks_for_it(patch: Patch) -> None:
    def change(true: Any, self: StoneFiling, orders: Any) -> Any:
        def shared(notice: Notice) -> Notice:
            return replace(notice, audience=EVERYBODY) if notice.kind == "stonesboard" else notice

        return each_notice(true(self, orders), shared)

    around(patch, StoneFiling, "act", change)


@leak.of("hex-negotiation")
def a_sitter_gets_copies_for_ever(patch: Patch) -> None:
    def change(true: Any, self: Sitter, at: Any) -> bool:
        return true(self, at) or at >= self.until

    around(patch, Sitter, "covers", change)


@leak.of("hex-negotiation")
def the_report_has_every_diary(patch: Patch) -> None:
    def change(true: Any, self: Turn, *args: Any) -> None:
        for seat in self.game.seats:
            self.sit(seat, open=True)
        true(self, *args)

    around(patch, Turn, "end", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_from_outside_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these leaks makes some pair of histories tell apart what it must not."""
    LEAKS.must_be_found(name, monkeypatch)
