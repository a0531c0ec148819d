"""Who played can stay unknown after the end, until the operator tells it: the report then comes again, with names."""

from __future__ import annotations

import msgspec
import pytest
from helpers.mails import text_of, with_files
from helpers.mailtable import ALICE, BOB, DAY, START, Table
from helpers.seventable import OLGA
from helpers.told import heard

from gm.desk.books.fsck import check_store
from gm.desk.books.results import result_of
from gm.desk.books.showing import Head
from gm.desk.books.summary import summary_of
from gm.desk.file.gamefile import GameFileError, read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.people.records import told_to_all
from gm.league.rounds import read_template
from gm.report.disclosure import disclose, read_disclosure
from gm.site.public import report

GAME = """[game]
name = "spring"
ruleset = "payola"
seed = "s"
site = "report"
site_names = true
{names}
[seats]
FRANCE = {{ address = "alice@example.com", name = "Wilhelmina" }}
ENGLAND = {{ address = "bob@example.com", name = "Bartholomew" }}
"""
NAMES = ("Wilhelmina", "Bartholomew")


class Withheld(Table):
    """A game with names, and an observer and a monitor."""

    def __init__(self, names: str = 'names_after = "never"') -> None:
        self.names = names
        super().__init__()
        for who, word in ((OLGA, "OBSERVE spring AS Olga"), ("mona@watchers.example", "MONITOR spring")):
            self.write(who, word)
            self.write(who, "CONFIRM", self.last(who))

    def open(self, name: str, identity: str = "checked") -> None:
        self.office.open_game(read_game_file(GAME.format(names=self.names)), START, "ab" * 32)

    def operate(self, *run: str) -> None:
        self.office.operate("spring", run, self.at)

    def published(self) -> str:
        newest = self.office.store.site.newest("spring")
        assert newest is not None
        return report(self.office.store, "spring", msgspec.json.decode(newest.head, type=Head), False).decode()

    def named(self) -> dict[str, list[str]]:
        """Which names stand where: in the last mails, the report, its page on the web, SUMMARY and the result."""
        store = self.office.store
        told = {who: with_files(self.last(who)) for who in (ALICE, BOB, OLGA, "mona@watchers.example")}
        told["report"], told["web"] = "".join(disclose(store, "spring")[:2]), self.published()
        told |= {"summary": str(summary_of(store, "spring", BOB)), "disclosure": str(read_disclosure(store, "spring"))}
        told["result"] = str(result_of(store, self.office.game("spring")))
        return {where: [name for name in NAMES if name in text] for where, text in told.items()}


@pytest.fixture
def table() -> Withheld:
    return Withheld()


def test_nobody_is_told_who_played_until_the_operator_tells_it(table: Withheld) -> None:
    table.operate("award", "FRANCE")
    assert {where for where, names in table.named().items() if names} == set()
    assert [who.name for seat in read_disclosure(table.office.store, "spring").seats for who in seat.sitters] == [
        "a player", "a player",
    ]  # fmt: skip
    table.operate("reveal-names")
    assert {where for where, names in table.named().items() if names != list(NAMES)} == set()
    assert "with the names of the players" in table.last(BOB)["Subject"]
    text, page = disclose(table.office.store, "spring")[:2]
    assert "the operator told who played" in text and "the operator told who played" in page
    assert "NAMESREVEALED" not in text
    assert check_store(table.office.store) == ([], 1)


def test_a_public_record_has_the_game_once_it_is_told_who_played(table: Withheld) -> None:
    store = table.office.store
    with store.transaction():
        store.persons.keep_open(BOB, True)
    table.operate("award", "FRANCE")
    assert told_to_all(store, BOB) is None
    table.operate("reveal-names")
    sums = told_to_all(store, BOB)
    assert sums is not None and sums.games == 1


def test_last_words_bring_the_report_without_names(table: Withheld) -> None:
    table.operate("award", "FRANCE")
    table.write(BOB, "STATEMENT\nWell played.\nEND", table.last(BOB))
    table.strike(START + 9 * DAY)
    assert "Well played." in with_files(table.last(ALICE))
    assert table.named()[ALICE] == []


def test_the_end_tells_names_as_ever_unless_the_game_says_otherwise() -> None:
    table = Withheld("")
    table.operate("award", "FRANCE")
    assert {where for where, names in table.named().items() if names != list(NAMES)} == set()
    with pytest.raises(OperatorError, match="its report has told who played"):
        table.operate("reveal-names")


def test_names_are_not_told_while_the_game_runs_and_told_once(table: Withheld) -> None:
    with pytest.raises(OperatorError, match="once the game is over"):
        table.operate("reveal-names")
    table.operate("award", "FRANCE")
    table.operate("reveal-names")
    with pytest.raises(OperatorError, match="its report has told who played"):
        table.operate("reveal-names")


def test_players_read_of_it_with_the_settings_before_anything_else(table: Withheld) -> None:
    assert "nobody is told who played" in text_of(table.mails(ALICE)[0])
    other = Withheld("")
    answers = heard(other)
    other.write(ALICE, "HELP SETTINGS", other.last(ALICE))
    assert "nobody is told who played" not in text_of(other.last(ALICE)) and answers == []


def test_only_what_there_is_can_be_chosen_and_a_league_tells_who_plays() -> None:
    with pytest.raises(GameFileError, match=r"game\.names_after: one of end, never is expected"):
        read_game_file(GAME.format(names='names_after = "later"'))
    with pytest.raises(GameFileError, match=r"^line 4: game\.names_after"):
        read_template('[game]\nname = "x"\nruleset = "payola"\nnames_after = "never"\n', lambda name: "")
