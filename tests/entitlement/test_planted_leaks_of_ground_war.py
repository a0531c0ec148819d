"""Leaks planted in the Ground War, one at a time, against its table "who is told what": each is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import asdict, replace
from planting import Leaks, Patch, around, told_to_all

from gm.draw.chart import MOVE, Arrow, Entry
from gm.draw.war import WarDrawing
from gm.rules import Audience, Letter, Notice
from gm.rules.ground_war import cycle, filing, knowledge, letter, view
from gm.rules.ground_war import notices as said
from gm.rules.ground_war.cycle import Judge
from gm.rules.ground_war.filing import Filing
from gm.rules.ground_war.game import GroundWar
from gm.rules.ground_war.information import Seen
from gm.rules.ground_war.own import Own
from gm.rules.ground_war.state import State
from gm.rules.ground_war.view import GroundView
from gm.rules.lines.commands import ASKED_BACK
from gm.rules.pictures.war import Mark, Picture, other

leak = LEAKS = Leaks("ground-war")


def seen_within(position: Any, side: str, steps: int) -> set[str]:
    return {near for field in position.men[side] for near in position.board.near(field, steps)}


@leak
def men_are_counted_two_steps_away(patch: Patch) -> None:
    """(a) says: on or next to own men."""

    def change(true: Any, position: Any, side: str, options: Any) -> Seen:
        seen: Seen = true(position, side, options)
        men = {f: n for f, n in position.men[other(side)].items() if f in seen_within(position, side, 2)}
        return replace(seen, men=men)

    around(patch, cycle, "see", change)


@leak
def trucks_are_seen_three_steps_away(patch: Patch) -> None:
    """(b) says: within two steps."""

    def change(true: Any, position: Any, side: str, options: Any) -> Seen:
        seen: Seen = true(position, side, options)
        trucks = {f: n for f, n in position.trucks[other(side)].items() if f in seen_within(position, side, 3)}
        return replace(seen, trucks=trucks)

    around(patch, cycle, "see", change)


@leak
def men_are_seen_three_steps_away(patch: Patch) -> None:
    """(c) says: within two steps."""

    def change(true: Any, position: Any, side: str, options: Any) -> Seen:
        seen: Seen = true(position, side, options)
        occupied = tuple(f for f in position.men[other(side)] if f in seen_within(position, side, 3))
        return replace(seen, occupied=occupied)

    around(patch, cycle, "see", change)


@leak
def whoever_takes_a_city_is_known_at_once(patch: Patch) -> None:
    def change(true: Any, position: Any, side: str, before: Any, number: int) -> Any:
        everywhere = {**position.men, side: dict.fromkeys(position.cities, 1)}
        return true(replace(position, men=everywhere), side, before, number)

    around(patch, knowledge, "cities_seen", change)


@leak
def own_trucks_are_known_wherever_they_stand(patch: Patch) -> None:
    """Farther off than two steps they are as last known."""

    def change(true: Any, before: Any, own: Any, sight: Any, number: int) -> Any:
        return true(before, own, (*sight, *before, *own), number)

    around(patch, knowledge, "trucks_seen", change)


@leak
def a_side_is_told_at_once_what_it_has_lost(patch: Patch) -> None:
    """What was captured out of sight shows when men come there, or never."""

    def change(true: Any, self: Judge, side: str, ended: Any, dead: Any) -> None:
        lost = tuple(f"{field} (lost)" for field in ended.cities[other(side)])
        true(self, side, ended, dead)
        gains = self._records[side].gains
        self._record(side, gains=replace(gains, cities=(*gains.cities, *lost)))

    around(patch, Judge, "gain", change)


@leak
def where_moves_ended_both_sides_are_told(patch: Patch) -> None:
    told_to_all(patch, said.Marched, cycle)


@leak
def new_men_and_captures_both_sides_are_told(patch: Patch) -> None:
    told_to_all(patch, said.Gained, cycle)


@leak
def what_a_side_knows_observers_are_told(patch: Patch) -> None:
    told_to_all(patch, said.Standing, cycle)


@leak
def a_proposal_of_a_draw_observers_are_told(patch: Patch) -> None:
    told_to_all(patch, said.Drawproposed, filing)


@leak
def the_other_side_is_told_what_is_filed(patch: Patch) -> None:
    told_to_all(patch, said.Onfile, filing)


def with_true_enemy(true: Any, state: State, side: str) -> Own:
    own: Own = true(state, side)
    return replace(own, enemy=frozenset(state.position.men[other(side)]))


@leak
def a_trial_is_reckoned_against_the_true_enemy(patch: Patch) -> None:
    around(patch, filing, "own_of", with_true_enemy)


@leak
def wrong_lines_are_answered_otherwise_where_the_enemy_stands(patch: Patch) -> None:
    def change(true: Any, reader: Any, own: Own, lines: Any) -> Any:
        sheet = true(reader, own, lines)
        texts = {line.number: line.text for line in lines}
        enemy = tuple(f"MAN {field}-" for field in now[0].position.men[other(own.side)])
        there = [replace(p, message=f"{p.message}!") for p in sheet.problems if texts[p.line].startswith(enemy)]
        numbers = {p.line for p in there}
        return replace(sheet, problems=(*there, *(p for p in sheet.problems if p.line not in numbers)))

    def read(true: Any, reader: Any, state: State, side: str, written: Any) -> Any:
        now[:] = [state]
        return true(reader, state, side, written)

    now: list[State] = []
    around(patch, letter, "read_sheet", change)
    patch.setattr("gm.rules.ground_war.game.read_letter", lambda *args: read(letter.read_letter, *args))


@leak
def whether_the_other_side_is_ready_is_told(patch: Patch) -> None:
    def change(true: Any, self: Filing) -> Any:
        told = true(self)
        return replace(told, title=f"{told.title}{'' if told.other.upper() in self.state.ready else ','}")

    around(patch, Filing, "onfile", change)


class Counted(GroundView, frozen=True, kw_only=True):
    """A view that tells how many orders there are."""

    orders: int


@leak
def the_orders_of_both_sides_are_counted_in_the_view(patch: Patch) -> None:
    """Nothing prints it; the file that a player may have beside his mail has all of his view."""

    def change(true: Any, self: GroundWar, state: State, seat: str | None) -> Any:
        orders = sum(len(f.moves) for f in state.filed.values())
        return Counted(**asdict(true(self, state, seat)), orders=orders)

    around(patch, GroundWar, "view", change)


@leak
def the_report_of_a_cycle_is_that_of_both_sides(patch: Patch) -> None:
    def change(true: Any, self: Filing, number: int) -> Any:
        mine = true(self, number)
        side = self.side
        self.side = other(side)
        theirs = true(self, number)
        self.side = side
        return replace(mine, rounds=(*mine.rounds, *theirs.rounds))

    around(patch, Filing, "report", change)


def in_pictures(patch: Patch, change: Callable[[Picture, Judge, str], Picture]) -> None:
    """The pictures of a side show what *change* makes of them, which is given the round as it is judged."""

    def note(true: Any, audience: Audience, body: Any) -> Notice:
        if isinstance(body, said.Standing) and body.picture is not None:
            body = replace(body, picture=change(body.picture, judging[0], audience.seats[0]))
        return true(audience, body)

    def tell(true: Any, self: Judge) -> None:
        judging[:] = [self]
        true(self)

    judging: list[Judge] = []
    around(patch, cycle, "note", note)
    around(patch, Judge, "tell_all", tell)


@leak
def the_picture_shows_men_out_of_sight(patch: Patch) -> None:
    """What is only drawn is in no line of the text."""

    def change(picture: Picture, judge: Judge, side: str) -> Picture:
        marks = {field: Mark(enemy=1) for field in judge.state.position.men[other(side)]}
        return replace(picture, marks={**marks, **picture.marks})

    in_pictures(patch, change)


@leak
def a_sign_seen_earlier_is_drawn_as_it_is_now(patch: Patch) -> None:
    """It keeps its dashes and its cycle; only the number is the true one."""

    def change(picture: Picture, judge: Judge, side: str) -> Picture:
        true = judge.state.position.men[other(side)]
        marks = {
            f: mark if mark.seen is None else replace(mark, enemy=true.get(f, 0)) for f, mark in picture.marks.items()
        }
        return replace(picture, marks=marks)

    in_pictures(patch, change)


@leak
def a_city_out_of_sight_is_drawn_with_its_true_possessor(patch: Patch) -> None:
    def change(picture: Picture, judge: Judge, side: str) -> Picture:
        cities = judge.state.position.cities
        marks = {f: replace(mark, city=cities[f].possessor) if mark.city else mark for f, mark in picture.marks.items()}
        return replace(picture, marks=marks)

    in_pictures(patch, change)


@leak
def the_enemys_moves_are_drawn_as_arrows(patch: Patch) -> None:
    def change(true: Any, self: Judge, side: str) -> Any:
        return tuple(trip for one in (side, other(side)) for trip in self.trips.get(one, ()))

    around(patch, Judge, "trips_told", change)


@leak
def an_enemys_arrow_is_drawn_where_it_ends_in_sight(patch: Patch) -> None:
    """That men came is seen; where from is told to nobody."""

    def change(picture: Picture, judge: Judge, side: str) -> Picture:
        came = (trip for trip in judge.trips.get(other(side), ()) if picture.marks.get(trip.ended, Mark()).in_sight)
        return replace(picture, trips=(*picture.trips, *came))

    in_pictures(patch, change)


@leak
def the_key_names_a_sign_that_is_nowhere_on_the_board(patch: Patch) -> None:
    """Only the drawing tells it: no fact of the notice does."""

    def tell(true: Any, self: Judge) -> None:
        judging[:] = [self]
        true(self)

    def entries(true: Any, self: WarDrawing) -> Any:
        yield from true(self)
        if judging and self.picture.side and judging[0].trips.get(other(self.picture.side)):
            yield Entry("Enemy moves", arrow=Arrow(MOVE, ("A1", "A2"), "red", False))

    judging: list[Judge] = []
    around(patch, Judge, "tell_all", tell)
    around(patch, WarDrawing, "entries", entries)


@leak
def an_example_is_made_of_true_positions(patch: Patch) -> None:
    def change(true: Any, state: State, side: str) -> Any:
        return (*true(state, side), f"% towards {' '.join(sorted(state.position.men[other(side)]))}")

    around(patch, view, "example", change)


@leak
def ready_is_asked_back_only_while_the_other_side_has_nothing_on_file(patch: Patch) -> None:
    def change(true: Any, self: GroundWar, state: State, seat: str, sent: Letter) -> Any:
        found = true(self, state, seat, sent)
        if not state.filed.get(other(seat)):
            return found
        return replace(found, problems=tuple(one for one in found.problems if one.code != ASKED_BACK))

    around(patch, GroundWar, "read", change)


@pytest.mark.parametrize("name", LEAKS)
def test_a_leak_planted_in_the_ground_war_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS.must_be_found(name, monkeypatch)
