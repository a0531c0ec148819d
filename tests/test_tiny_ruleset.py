"""A ruleset of one page, made in a folder of its own and registered by one line, is played by mail to its report.

The desk supplies what it does not bring: pages of help, SHOW and STATUS, reminders, the chapters of the report.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import pytest
from helpers.alike import sealed_alike
from helpers.mails import mails_in, posted, with_files, words_of
from helpers.mailtable import ALICE, BOB, DAY, Table
from helpers.told import faults

from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.mails.words import help_page, help_topics
from gm.offline.replay import replay
from gm.registry import RULESETS, Entry, ruleset
from gm.report.disclosure import disclose

RULES = '''
"""Two players pick a number in secret, round by round. Whoever had the higher one in two rounds has won."""
import msgspec
from lark import Lark, UnexpectedInput
from msgspec.structs import replace

from gm.rules import DISCLOSURE, EVERYBODY, Duty, Orders, Outcome, Phase, Problems, Step, to
from gm.rules.lines.letters import not_done, problem
from gm.rules.lines.letters import out_of_place, own_lines, to_retry
from gm.rules.lines.letters import note
from gm.rules.lines.words import asks, first_word, unmarked
from gm.rules.ruleset import Card, Kind, Rules, View

SEATS = ("EAST", "WEST")


class State(msgspec.Struct, frozen=True):
    round: int = 1
    picks: dict[str, int] = {}
    won: tuple[str, ...] = ()
    how: str = ""


class Picked(msgspec.Struct, frozen=True):
    number: int


class Compared(msgspec.Struct, frozen=True):
    phase: str
    winner: str


class Numbers(msgspec.Struct, frozen=True):
    phase: str
    picks: dict[str, int]


class Higher(Rules):
    card = Card(title="The higher number", state=State, kinds=(Kind("round", "1d"),), codes="R[0-9]+", words=("PICK",))

    def __init__(self, material):
        self._reader = Lark(material.grammar, parser="lalr")

    def seats(self, options):
        return SEATS

    def open(self, options, seed, at):
        return Step(State())

    def read(self, state, seat, letter):
        late = out_of_place(letter.phase, f"R{state.round}", self.card.codes, lambda code: int(code[1:]))
        if late:
            return Problems((), to_retry(letter), late)
        acts, problems, unread = [], [], []
        for line in own_lines(letter):
            if first_word(line.text) != "PICK":
                unread.append(line)
            elif asks(line.text):
                problems.append(not_done(line))
            else:
                try:
                    acts.append(int(self._reader.parse(unmarked(line.text).strip()).children[0]))
                except UnexpectedInput:
                    problems.append(problem(line, "number", "a number from 1 to 9 is expected", ["PICK 5"]))
        return Orders(tuple(acts), tuple(unread), problems=tuple(problems))

    def file(self, state, seat, orders, at):
        if not orders.acts:
            return Step(state)
        told = note(to(seat), Picked(orders.acts[-1]))
        return Step(replace(state, picks={**state.picks, seat: orders.acts[-1]}), (told,))

    def phase(self, state):
        return None if state.how else Phase(f"R{state.round}", "round", f"Round {state.round}")

    def duties(self, state):
        return () if state.how else tuple(Duty(seat, "orders", seat in state.picks, "you pick 0") for seat in SEATS)

    def due(self, state, seats, at):
        east, west = (state.picks.get(seat, 0) for seat in SEATS)
        winner = "" if east == west else "EAST" if east > west else "WEST"
        code = self.phase(state).code
        told = note(EVERYBODY, Compared(code, winner)), note(DISCLOSURE, Numbers(code, state.picks))
        how = f"{winner} has won two rounds" if winner and winner in state.won else ""
        return Step(State(state.round + 1, {}, (*state.won, winner), how), told)

    def seat_left(self, state, seat):
        other = SEATS[seat == SEATS[0]]
        return Step(replace(state, won=(*state.won, other), how=f"{other} is left alone"))

    def view(self, state, seat):
        filed = (f"PICK {state.picks[seat]}",) if seat in state.picks else ()
        return View() if seat is None else View(filed=filed, example=("PICK 5",))

    def outcome(self, state):
        return Outcome(state.won[-1:], state.how) if state.how else None
'''
GRAMMAR = 'start: "PICK"i DIGIT\nDIGIT: "1".."9"\n%ignore " "\n'
TEMPLATES = {
    "picked": "You have picked {{ n.number }}.\n",
    "compared": "{{ n.phase }}: "
    "{{ n.winner ~ ' had the higher number' if n.winner else 'the numbers were alike; pick again' }}.\n",
}
OPENING = '[game]\nname = "spring"\nruleset = "higher"\nseed = "s"\n'
SEATED = (
    OPENING + 'start = 2026-01-05T18:00:00Z\n[seats]\nEAST = "east@players.example"\nWEST = "west@players.example"\n'
)


def install(home: Path, patch: pytest.MonkeyPatch, rules: str = RULES) -> None:
    """Write the ruleset into a folder of its own, and register it."""
    files = {f"templates/higher/{name}.txt.j2": text for name, text in TEMPLATES.items()}
    for name, text in {"higher.py": rules, "grammars/higher.lark": GRAMMAR, **files}.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")
    patch.syspath_prepend(home)
    # planted: a ruleset from outside, registered by its line
    patch.delitem(sys.modules, "higher", raising=False)
    patch.setitem(RULESETS, "higher", Entry("higher", "Higher", ("higher.lark",), home=home))
    ruleset.cache_clear()


@pytest.fixture(autouse=True)
def higher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ruleset is there while a test runs."""
    install(tmp_path, monkeypatch)
    yield
    sys.modules.pop("higher", None)


class HigherTable(Table):
    """The game, which finds its two players by mail."""

    def open(self, name: str, identity: str = "checked") -> None:
        file = read_game_file(f'{OPENING}identity = "{identity}"\n[joining]\n[seats]\n')
        self.office.open_game(file, datetime(2026, 1, 5, 18, tzinfo=UTC), "ab" * 32)


def playing() -> HigherTable:
    """The game with both players in it; East was the first to join."""
    made = HigherTable()
    for who, seat in ((ALICE, "EAST"), (BOB, "WEST")):
        made.does(who, f"JOIN spring {seat}")
    return made


@pytest.fixture
def table() -> HigherTable:
    return playing()


def said(table: HigherTable, who: str, *lines: str) -> str:
    """The answer to a letter that replies to the last mail."""
    table.write(who, "\n".join(lines), table.last(who))
    return words_of(table.last(who))


def pass_round(table: HigherTable) -> None:
    """Nobody writes until the round is over."""
    clock = table.office.game("spring").clock
    assert clock is not None
    table.at = clock.deadline + DAY / 24
    table.strike(table.at)


def test_players_join_by_mail_and_the_game_begins(table: HigherTable) -> None:
    assert all(sitting.taken for sitting in table.office.game("spring").seats.values())
    assert "You play EAST" in words_of(table.last(ALICE)) and "You play WEST" in words_of(table.last(BOB))
    assert "YOU OWE: orders for Round 1 (R1)" in words_of(table.last(ALICE))
    assert "HELP explains the rest" in words_of(table.last(ALICE))


def test_a_fault_is_shown_with_its_line_and_its_problem_and_right_lines_stand(table: HigherTable) -> None:
    wrong = said(table, ALICE, "PICK 77")
    assert "line 1" in wrong and "a number from 1 to 9 is expected" in wrong and "PICK 5" in wrong
    assert table.filed("EAST", "spring") == ()
    assert "You have picked 7." in said(table, ALICE, "PICK 7", "PICK seven")
    assert table.filed("EAST", "spring") == ("PICK 7",)
    assert "a question does nothing" in said(table, ALICE, "PICK 8?")
    assert table.filed("EAST", "spring") == ("PICK 7",)


def test_a_letter_for_a_round_that_is_over_does_nothing(table: HigherTable) -> None:
    first = table.last(ALICE)
    pass_round(table)
    table.write(ALICE, "PICK 7", first)
    assert "Nothing has changed: R1 is over: now due is R2." in words_of(table.last(ALICE))
    assert table.filed("EAST", "spring") == ()


def test_what_the_ruleset_does_not_bring_is_the_desks(table: HigherTable) -> None:
    said(table, ALICE, "PICK 7")
    assert "WHAT WE HAVE FROM YOU for Round 1 (R1) PICK 7" in said(table, ALICE, "SHOW")
    assert "The higher number" in said(table, BOB, "STATUS")
    assert "TOPICS" in said(table, BOB, "HELP")
    strange = ("silver", "AgP", "offers", "province", "units", "centres", "acceptance")  # another game's words
    for topic in help_topics("higher"):
        page = help_page("higher", topic)
        assert "There is no help on" not in page
        assert [word for word in strange if word in page] == [], topic


def test_silence_at_the_deadline_is_judged_and_the_game_ends_with_its_report(table: HigherTable) -> None:
    pass_round(table)
    assert "the numbers were alike" in words_of(table.last(BOB))
    for _ in range(2):
        said(table, BOB, "PICK 3")
        pass_round(table)
    assert table.office.game("spring").over
    for who in (ALICE, BOB):
        end = table.last(who)
        assert "R3: WEST had the higher number." in words_of(end)
        assert "FULL DISCLOSURE of game spring (The higher number)" in with_files(end)
    text, page, *_ = disclose(table.office.store, "spring")
    assert re.findall("R[123] Round [123]", text) == ["R1 Round 1", "R2 Round 2", "R3 Round 3"]
    assert text.count('picks: {"WEST": 3}') == 2 and "WEST has won two rounds" in text
    assert page.count("<h4>Numbers</h4>") == 3 and "The higher number, full disclosure" in page


def test_replay_plays_the_same_game_twice() -> None:
    start = datetime(2026, 1, 5, 19, tzinfo=UTC)
    mbox = b"".join(
        posted(start + n * DAY, "east@players.example", f"[spring] R{n + 1}", "PICK 4", f"{n}@x") for n in range(2)
    )
    (first, report), (again, _) = (replay(SEATED, mbox, "", None, disclose) for _ in range(2))
    assert first == again and "EAST has won two rounds" in report[0]
    assert sum("You have picked 4." in words_of(mail) for _, mail in mails_in(first)) == 2


def test_a_key_that_it_does_not_know_is_refused() -> None:
    with pytest.raises(GameFileError, match=r"options\.prize"):
        read_game_file(f"{SEATED}[options]\nprize = 1\n")


def difference(reader: str) -> str:
    """How the mail of a reader tells apart two histories that differ in West's number alone; "" if it does not."""
    playing, comparing = import_module("playing"), import_module("comparing")
    played = []
    for number in (6, 9):
        history = playing.Table(reader, SEATED, playing.Secret(0), 0)
        history.write(600, "EAST", "PICK 5")
        history.write(1200, "WEST", f"PICK {number}")
        history.run()
        history.part("R1", ())
        played.append(history.played())
    one, other = played
    assert one.secrets != other.secrets and "had the higher number" in str(one.mails[-1])
    return str(comparing.first_difference(one.mails, other.mails) or "")


@pytest.mark.parametrize("reader", ["EAST", "OBSERVER"])
def test_what_one_player_picks_leaves_the_mail_of_others_as_it_is(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent / "entitlement")
    sealed_alike(monkeypatch)
    assert difference(reader) == ""
    leaky = RULES.replace("Compared(code, winner)", 'Compared(code, f"{winner} with {max(east, west)}")')
    install(tmp_path / "leaky", monkeypatch, leaky)
    assert "WEST with 6 had the higher number" in difference(reader)


@pytest.mark.parametrize("line", ["VOTE DRAW", "SET DRAW", "WAIT", "PRESS TO WEST\nHello\nEND", "HISTORY"])
def test_a_command_that_the_rules_refuse_is_answered_with_what_they_have_instead(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "this game is played to its end"
    off = dict.fromkeys(("vote_draw", "wait", "press", "history"), why)
    card = f'words=("PICK",), letter="whole", votes=("vote_draw",), off={off!r}'
    install(tmp_path / "off", monkeypatch, RULES.replace('words=("PICK",)', card))
    table = playing()
    before = {who: len(table.mails(who)) for who in (ALICE, BOB)}
    table.write(ALICE, f"{line}\nPICK 5", table.last(ALICE))
    assert faults(table, "EAST") == [(1, 1, why, "")]
    assert {who: len(table.mails(who)) for who in (ALICE, BOB)} == {**before, ALICE: before[ALICE] + 1}
    seat = table.office.game("spring").seats["EAST"]
    assert (table.filed("EAST"), seat.vote, seat.wait) == ((), "", False)
