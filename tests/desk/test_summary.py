"""SUMMARY: how a game went so far and who played, as far as everybody was told; of a game that is over, as its report.
"""

from __future__ import annotations

from pathlib import Path

from helpers.mails import text_of, words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, START, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import heard
from helpers.unpainted import unpainted

from gm.desk.books.summary import MOST_ROWS, Summary, Term, summary_of, table_of
from gm.desk.file.gamefile import read_game_file
from gm.desk.mails.delivery import Disclosed
from gm.desk.office import Office
from gm.offline.replay import GM, replay
from gm.post.boxes.mbox import read_mbox
from gm.registry import ruleset
from gm.report.disclosure import disclose
from gm.rules.pictures.plot import Curve, Plot
from gm.store.store import Store

GOLDEN = Path(__file__).parent.parent / "golden"
NAMED = """[game]
name = "spring"
ruleset = "{ruleset}"
seed = "s"
{more}
[seats]
{seats}
"""
POWERS = f'FRANCE = {{ address = "{ALICE}", name = "Alice" }}\nENGLAND = "{BOB}"'
SIDES = f'SOUTH = {{ address = "{ALICE}", name = "Ann" }}\nNORTH = "{BOB}"'


class Named(Table):
    """A game in which a player has told their name."""

    def __init__(self, ruleset: str = "payola", more: str = "", seats: str = POWERS) -> None:
        self.text = NAMED.format(ruleset=ruleset, more=more, seats=seats)
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(self.text), START, "ab" * 32)

    def operate(self, *run: str) -> None:
        self.office.operate("spring", run, self.at)

    def told(self, who: str) -> Summary:
        found = summary_of(self.office.store, "spring", who)
        assert found is not None
        return found


def test_a_summary_has_the_centres_by_year_in_72_columns() -> None:
    table = SevenTable()
    for _ in range(4):
        table.judge()
    table.reply("ITALY", "SUMMARY")
    said = text_of(table.last(ADDRESS["ITALY"]))
    assert "CENTRES AFTER EACH AUTUMN" in said and max(map(len, said.splitlines())) <= 72
    rows = {line.split()[0]: line.split()[1:] for line in said.splitlines() if line.startswith("  ")}
    assert rows["start"] == rows["1901"] == rows["1902"] == ["3", "3", "3", "3", "3", "4", "3"]
    assert "Spring 1903" in said


def test_everybody_is_told_the_same_while_the_game_runs_whoever_asks_and_no_name() -> None:
    table = Named()
    table.strike(START + 8 * DAY)
    assert table.told(ALICE) == table.told(BOB) == table.told(EVE)
    seats = dict(table.told(EVE).seats)
    assert seats["France"] == (Term("player 1", "", ""),) and seats["Italy"] == ()


def test_who_sat_when_is_told_by_phase() -> None:
    table = SevenTable()
    table.judge()
    table.pass_on("ITALY")
    table.judge()
    table.operate("resign", "ITALY")
    table.reply("FRANCE", "SUMMARY")
    told = words_of(table.of("FRANCE"))
    assert "Italy: player 1 until F1901M, player 2 from F1901M until S1902M, then nobody" in told


def test_a_summary_needs_no_game_in_the_subject_and_is_answered_outside_every_ledger() -> None:
    table = SevenTable()
    before = table.office.store.value("select count(*) from ledger")
    answers = heard(table)
    table.write(EVE, "SUMMARY spring", subject="hello")
    table.write(EVE, "SUMMARY [spring]", subject="hello")
    table.write(EVE, "SUMMARY springs", subject="hello")
    assert [kind for kind, _ in answers] == ["summary", "summary", "nosummary"]
    assert "springs" not in text_of(table.last(EVE))
    assert table.office.store.value("select count(*) from ledger") == before


def test_a_summary_beside_orders_is_answered_and_the_orders_are_filed() -> None:
    table = Table()
    table.write(ALICE, "SUMMARY\n4 : A PAR - BUR\nACCEPT FAEGIRT", table.last(ALICE))
    assert "WHO PLAYED" in text_of(table.mails(ALICE)[-2])
    assert any("PAR - BUR" in line for line in table.filed())


def test_a_sentence_about_a_summary_is_no_question() -> None:
    table = SevenTable()
    answers = heard(table)
    table.reply("ITALY", "PRESS TO FRANCE", "Summary of what we said:", "END", "Summary of it all")
    assert [kind for kind, _ in answers] == []


def test_what_is_secret_is_told_only_once_the_game_is_over_and_to_those_who_have_the_report() -> None:
    table = Named("ground-war", seats=SIDES)
    assert table.told(ALICE).secret and table.told(ALICE).table == ()
    table.operate("abort")
    assert table.told(ALICE).title.startswith("Who was ahead") and not table.told(ALICE).secret
    assert table.told(EVE).secret and table.told(EVE).table == ()


def test_a_published_report_makes_the_summary_public_but_not_the_names() -> None:
    table = Named("ground-war", 'site = "report"', SIDES)
    table.operate("abort")
    assert table.told(EVE).table == table.told(ALICE).table != ()
    assert [dict(table.told(one).seats)["South"][0].who for one in (EVE, BOB)] == ["player 1", "Ann"]


def test_names_are_told_after_the_end_to_players_and_who_resigned_but_not_to_who_was_put_out() -> None:
    table = Named()
    table.write(BOB, "RESIGN", table.last(BOB))
    table.write(BOB, "CONFIRM", table.last(BOB))
    table.office.operate("spring", ["replace", "ITALY"], table.at, address="carol@example.net")
    table.operate("resign", "ITALY")
    table.operate("award", "FRANCE")
    who = {one: dict(table.told(one).seats)["France"][0].who for one in (ALICE, BOB, "carol@example.net", EVE)}
    assert who == {ALICE: "Alice", BOB: "Alice", "carol@example.net": "player 1", EVE: "player 1"}


def test_an_observer_has_the_report_and_its_names() -> None:
    table = Named()
    table.write(OLGA, "OBSERVE spring AS Olga")
    table.write(OLGA, "CONFIRM", table.last(OLGA))
    table.operate("award", "FRANCE")
    assert dict(table.told(OLGA).seats)["France"][0].who == "Alice"


def test_a_purged_game_has_no_names_left() -> None:
    table = Named()
    table.operate("award", "FRANCE")
    with table.office.store.transaction():
        table.office.store.players.purge("spring")
    assert dict(table.told(ALICE).seats)["France"][0].who == "player 1"


def test_a_game_that_has_not_begun_has_nothing_to_tell() -> None:
    table = Table()
    table.form()
    assert "has not begun" in words_of(table.asks(NEWCOMER, "SUMMARY summer"))


def test_what_the_operator_took_back_is_not_in_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite")
    office = Office(store, GM, "operator@gm.invalid", disclose, believes=True)
    with unpainted():
        office.open_game(read_game_file(NAMED.format(ruleset="diplomacy", more="", seats=POWERS)), START)
        for _ in range(3):
            office.operate("spring", ["process"], START)
        rows = [len(found.table) for found in [summary_of(store, "spring", "")] if found is not None]
        office.operate("spring", ["rollback", "S1901M"], START)
        rows += [len(found.table) for found in [summary_of(store, "spring", "")] if found is not None]
    assert rows == [3, 2]


@each_row(
    ("folder", "what"),
    [
        ("spring", "centres"), ("airlift", "chips"), ("stones", "stones"), ("parlor", "chips"), ("crossroads", ""),
        ("exchange", ""),
    ],
)
def test_each_ruleset_tells_of_a_running_game_what_all_were_told_or_that_it_is_secret(
    folder: str, what: str
) -> None:
    found: list[Summary] = []

    def look(store: Store, name: str) -> Disclosed:
        """Compare what a summary is made of with what each player was told by the same entry."""
        told = summary_of(store, name, "")
        game = Office(store, GM, "", look).game(name)
        kinds = ruleset(game.ruleset).storied.public
        for fact in store.disclosed.of(name):
            if fact.kind in kinds:
                mails = [one for one in store.ledger.of_entry(name, fact.n) if one.reader in game.seats]
                readers = {one.reader for one in mails for kind, _ in one.notices if kind == fact.kind}
                assert readers == {*game.seats}
        assert told is not None and not told.over
        found.append(told)
        return Disclosed("", "")

    text, letters = (GOLDEN / folder / "game.toml").read_text(), (GOLDEN / folder / "in.mbox").read_bytes()
    mails = list(read_mbox(letters))
    with unpainted():
        replay(text, letters, "", mails[len(mails) // 3].at, look, folder=GOLDEN / folder)
    (told,) = found
    assert (told.what, told.secret, len(told.table) > 2) == (what, not what, bool(what))
    assert all(len(line) <= 72 for line in told.table)


def test_a_table_with_many_sides_and_many_rows_keeps_within_its_columns() -> None:
    curves = tuple(Curve(f"Player {n} (Somebody)", (1, 2.5, *[None] * 98), fate="out" * (n == 1)) for n in range(8))
    lines, more = table_of(Plot("Winnings", "winnings", tuple(map(str, range(100))), (), curves))
    assert max(map(len, lines)) <= 72 and more == 100 - MOST_ROWS
    assert sum(line.split()[:1] == ["99"] for line in lines) == 3  # three blocks of sides
