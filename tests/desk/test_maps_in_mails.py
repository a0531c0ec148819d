"""The map of a phase in result mails, in the answer to MAP, and for whom; it tells what everybody is told."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO

import pytest
from helpers.mails import text_of
from helpers.mailtable import ALICE, START, Table
from helpers.rows import each_row
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SevenTable
from helpers.told import kinds, notices
from PIL import Image

from gm.desk.file.gamefile import read_game_file
from gm.registry import RULESETS, ruleset

SAM = "sam@sitters.example"
STRANGER = "stranger@elsewhere.example"


def opened() -> SevenTable:
    """A game whose players read mails with pictures, and its observer."""
    table = SevenTable()
    table.watch()
    for seat in ("FRANCE", "GERMANY"):
        table.tell(seat, "SET FORMAT HTML")
    return table


def pictures(table: SevenTable, address: str) -> list[bytes]:
    """The pictures of the last mail to an address."""
    return [part.get_content() for part in table.last(address).walk() if part.get_content_type() == "image/png"]


def told(table: SevenTable, seat: str, kind: str) -> dict[str, object]:
    return notices(table, seat, kind)[-1]


def test_a_result_mail_has_one_picture_the_same_for_all() -> None:
    table = opened()
    table.tell("FRANCE", "ACCEPT FAEGIRT", "4 : A PAR - BUR", "2 : A MAR S A PAR - BUR")
    table.judge()
    (france,), (germany,) = (pictures(table, ADDRESS[seat]) for seat in ("FRANCE", "GERMANY"))
    assert france == germany and Image.open(BytesIO(france)).width == 780


def test_map_answers_with_the_position_and_with_a_phase() -> None:
    table = opened()
    table.tell("FRANCE", "ACCEPT FAEGIRT", "4 : A PAR - BUR", "2 : A MAR S A PAR - BUR")
    table.judge()
    result = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == result
    assert "SPRING 1901" in text_of(table.of("FRANCE")) and "A BUR" in text_of(table.of("FRANCE"))
    table.tell("FRANCE", "BOARD")
    assert len(pictures(table, ADDRESS["FRANCE"])) == 1
    table.tell("FRANCE", "MAP F1907M")
    assert pictures(table, ADDRESS["FRANCE"]) == [] and "S1901M" in text_of(table.of("FRANCE"))
    table.check()


def test_what_is_on_file_is_on_no_map() -> None:
    table = opened()
    table.tell("FRANCE", "MAP")
    before = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.tell("FRANCE", "MAP")
    assert pictures(table, ADDRESS["FRANCE"]) == before


def test_an_observer_may_ask_and_a_monitor_and_a_stranger_may_not() -> None:
    table = opened()
    table.judge()
    table.write(OLGA, "MAP S1901M", table.last(OLGA))
    assert "THE BOARD" in text_of(table.last(OLGA))
    table.write(NEWCOMER, "MONITOR spring")
    table.write(NEWCOMER, "CONFIRM", table.last(NEWCOMER))
    for words in ("MAP", "BOARD", "MAP S1901M"):
        table.write(NEWCOMER, words, table.last(NEWCOMER))
        assert "THE BOARD" not in text_of(table.last(NEWCOMER))
    table.write(STRANGER, "MAP", subject="[spring]")
    assert "THE BOARD" not in text_of(table.last(STRANGER))


def test_after_a_rollback_a_phase_counts_as_it_was_judged_last() -> None:
    table = opened()
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.judge()
    first = pictures(table, ADDRESS["FRANCE"])
    table.operate("rollback", "S1901M")
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == []
    table.tell("FRANCE", "4 : A PAR - PIC")
    table.judge()
    second = pictures(table, ADDRESS["FRANCE"])
    table.tell("FRANCE", "MAP S1901M")
    assert pictures(table, ADDRESS["FRANCE"]) == second != first


TALK = ("Map of Europe attached, have a look.", "Board games are fun.", "Table that for now.")


@pytest.mark.parametrize("line", TALK)
def test_talk_is_no_question_for_the_map(line: str) -> None:
    table = opened()
    before = len(table.mails(ADDRESS["FRANCE"]))
    table.tell("FRANCE", line)
    assert len(table.mails(ADDRESS["FRANCE"])) == before + 1
    assert pictures(table, ADDRESS["FRANCE"]) == []


def test_an_answer_has_at_most_three_pictures_and_tells_the_other_boards_in_words() -> None:
    table = opened()
    phases = []
    for _ in range(5):
        phases.append(table.game.clock.phase)
        table.judge()
    asked = [f"MAP {code}" for code in phases]
    table.write(OLGA, "SET FORMAT HTML", table.last(OLGA))
    table.write(OLGA, "\n".join([*asked, *asked, "MAP", "BOARD", "MAP"]), table.last(OLGA))
    table.tell("FRANCE", *asked, "MAP", "BOARD")
    for address in (ADDRESS["FRANCE"], OLGA):
        said = text_of(table.last(address))
        assert said.count("THE BOARD") == 6, "each board once"
        assert said.count("at most 3 pictures") == 1
    assert len(pictures(table, ADDRESS["FRANCE"])) == 3
    assert len(pictures(table, OLGA)) <= 3
    table.tell("FRANCE", *asked[:3])
    assert len(pictures(table, ADDRESS["FRANCE"])) == 3
    assert "enoughpictures" not in notices(table, "FRANCE")
    table.check()


# As people ask for it: what they write, and of which phase the picture is.
ASKED = {
    "MAP S1901M please": "S1901M", "MAP SPRING 1901": "S1901M", "map spring 1901": "S1901M", "MAP S1901": "S1901M",
    "MAP OF SPRING 1901": "S1901M", "MAP Spring 1901: moves": "S1901M", "BOARD SPRING 1901, please.": "S1901M",
    "SHOW MAP S1901M": "S1901M", "MAP S1901M?": "S1901M", "SHOW MAP": "", "SHOW BOARD": "", "MAP please": "",
    "MAP, please!": "", "MAP NOW": "",
}  # fmt: skip


@each_row(("line", "phase"), ASKED.items())
@each_row("ruleset", ["payola", "diplomacy"])
def test_map_is_understood_as_people_write_it(ruleset: str, line: str, phase: str) -> None:
    table = SevenTable(ruleset=ruleset, played=("FRANCE", "GERMANY"))
    table.judge()
    table.tell("FRANCE", line)
    assert notices(table, "FRANCE")["mapped"]["phase"] == phase and "notread" not in kinds(table, "FRANCE")


@pytest.mark.parametrize("line", ["MAP FALL 1901", "MAP SPRING 1907", "MAP SPRING 1901 RETREATS", "MAP W1901A"])
def test_a_phase_that_was_not_judged_is_named_with_those_that_were(line: str) -> None:
    table = opened()
    table.judge()
    table.tell("FRANCE", line)
    assert notices(table, "FRANCE")["nomap"] == {"asked": line.removeprefix("MAP "), "phases": ["S1901M"]}


def test_a_sitter_may_ask_and_gets_what_the_player_would() -> None:
    table = Table()
    table.write(ALICE, f"SITTER {SAM} FROM 6 Jan TO 7 Jan", reply=table.last(ALICE))
    table.write(ALICE, "CONFIRM", reply=table.last(ALICE))
    table.write(SAM, "CONFIRM", reply=table.last(SAM))
    table.at += timedelta(hours=12)
    table.write(SAM, "MAP", to=str(table.last(ALICE)["Reply-To"]), subject="[spring]")
    assert "mapped" in kinds(table, "FRANCE") and "THE BOARD" in text_of(table.last(SAM))
    for address in (ALICE, SAM):
        assert table.last(address)["Subject"] == table.last(SAM)["Subject"]


OTHERS = [name for name in RULESETS if name not in ("payola", "diplomacy")]


class AnyTable(Table):
    """A game of any ruleset with all its seats played."""

    def __init__(self, name: str) -> None:
        found = ruleset(name)
        self.seats = found.rules.seats(found.card.options())
        self.ruleset = name
        super().__init__()

    def open(self, name: str, identity: str = "checked") -> None:
        seats = "\n".join(f'{seat} = "p{n}@players.example"' for n, seat in enumerate(self.seats))
        text = f'[game]\nname = "spring"\nruleset = "{self.ruleset}"\nseed = "s"\n[seats]\n{seats}\n'
        self.office.open_game(read_game_file(text), START, "ab" * 32)

    def told(self, line: str) -> list[tuple[str, object]]:
        """What the first seat is told in answer to a line, without what every answer has."""
        self.write("p0@players.example", line, self.mails("p0@players.example")[0], subject="Re: [spring]")
        found = self.office.store.ledger.newest("spring", self.seats[0], 1)[0].notices
        return [(kind, body) for kind, body in found if kind not in ("owes", "openthreats", "receipt")]


@each_row("name", OTHERS)
def test_in_other_games_map_shows_what_board_or_table_shows(name: str) -> None:
    table = AnyTable(name)
    shown = table.told("MAP")
    assert shown and shown[0][0] not in ("notread", "nothing", "refused", "noboard")
    for line in ("BOARD", "TABLE", "MAP please", "SHOW MAP", "SHOW BOARD"):
        assert table.told(line) == shown, line
