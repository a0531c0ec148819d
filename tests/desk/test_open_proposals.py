"""Open proposals of an end: everybody is told at once, with or without the name; votes on them stay secret."""

from __future__ import annotations

import pytest
from helpers.mails import words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, EVERYTHING, GAME, OLGA, SEATS, START, SevenTable
from helpers.told import notices

from gm.desk.file.gamefile import GameFileError, read_game_file

FILE = '[game]\nname = "spring"\nruleset = "{ruleset}"\nproposals = {proposals}\n'
AGREE = "If you agree, reply"


class Proposing(SevenTable):
    """A game of seven with open proposals."""

    def __init__(self, proposals: str = "true", press: tuple[str, ...] = EVERYTHING) -> None:
        self.proposals = proposals
        super().__init__(press)

    def open(self, name: str, identity: str = "checked") -> None:
        kinds = ", ".join(f'"{kind}"' for kind in self.press)
        seats = "\n".join(f'{seat} = "{ADDRESS[seat]}"' for seat in self.played)
        text = GAME.format(press=kinds, seats=seats, **self.chosen)
        text = text.replace("seed =", f"proposals = {self.proposals}\nseed =")
        self.office.open_game(read_game_file(text), START, "ab" * 32)


@pytest.mark.parametrize(
    ("line", "what", "word"),
    [
        ("PROPOSE DRAW", "a draw between all who still play", "VOTE DRAW"),
        ("propose draw.", "a draw between all who still play", "VOTE DRAW"),
        ("PROPOSE DRAW AMONG ITALY, FRANCE", "a draw between France and Italy", "VOTE DRAW AMONG France, Italy"),
        ("PROPOSE CONCEDE TO TURKEY", "that Turkey has won", "VOTE CONCEDE TO Turkey"),
    ],
)
def test_everybody_is_told_at_once_who_proposes_what_and_how_to_agree(line: str, what: str, word: str) -> None:
    table = Proposing(press=())
    table.watch()
    before = table.counts()
    table.tell("FRANCE", line)
    assert notices(table, "FRANCE")["proposes"] == {"what": what, "word": word, "named": True}
    for seat in SEATS:
        if seat != "FRANCE":
            assert notices(table, seat)["proposed"] == {"by": "France", "what": what, "word": word}
            assert AGREE in words_of(table.of(seat))
    assert {seat: n - before[seat] for seat, n in table.counts().items()} == dict.fromkeys(SEATS, 1)
    assert "France proposes" in words_of(table.last(OLGA)) and AGREE not in words_of(table.last(OLGA))
    table.reply("ITALY", word)
    assert table.game.seats["ITALY"].vote == word.upper().removeprefix("VOTE ").replace(",", "")
    assert table.game.seats["FRANCE"].vote == ""  # a proposal is no vote
    table.check()


def test_an_anonymous_proposal_bears_no_name_until_the_report() -> None:
    table = Proposing('"anonymous"')
    table.watch()
    table.tell("FRANCE", "PROPOSE DRAW")
    assert notices(table, "ITALY")["proposed"]["by"] == ""
    assert "A player proposes a draw" in words_of(table.of("ITALY"))
    assert "France" not in words_of(table.last(OLGA)).split("proposes")[1]
    table.operate("abort")
    assert all("France proposed a draw between all who still play" in one for one in table.report())


def test_the_report_has_a_proposal_once_and_no_more_of_it_than_all_were_told() -> None:
    table = Proposing()
    table.tell("FRANCE", "PROPOSE DRAW")
    table.operate("abort")
    text, page = table.report()
    assert text.count("proposed a draw") == page.count("France proposed a draw") == 1


def test_one_proposal_is_open_for_each_player_until_the_phase_is_over() -> None:
    table = Proposing()
    table.tell("FRANCE", "PROPOSE DRAW")
    told = table.counts()
    table.tell("FRANCE", "PROPOSE CONCEDE TO ITALY")
    assert "you have a proposal open already" in words_of(table.of("FRANCE"))
    table.tell("ITALY", "PROPOSE CONCEDE TO TURKEY")
    assert {seat: n - told[seat] for seat, n in table.counts().items() if seat != "FRANCE"} == dict.fromkeys(
        (seat for seat in SEATS if seat != "FRANCE"), 1
    )
    table.judge()
    table.tell("FRANCE", "PROPOSE CONCEDE TO ITALY")
    assert notices(table, "TURKEY")["proposed"]["by"] == "France"


def test_two_proposals_in_one_letter_are_refused_and_nobody_hears_of_either() -> None:
    table = Proposing()
    before = table.counts()
    table.tell("FRANCE", "PROPOSE DRAW", "PROPOSE CONCEDE TO ITALY")
    assert {seat: n - before[seat] for seat, n in table.counts().items() if n != before[seat]} == {"FRANCE": 1}


def test_whoever_takes_the_seat_over_may_propose() -> None:
    table = Proposing()
    table.tell("FRANCE", "PROPOSE DRAW")
    table.pass_on("FRANCE")
    assert table.game.seats["FRANCE"].proposed == ""


def test_what_is_no_vote_of_the_game_is_no_proposal() -> None:
    table = Proposing()
    before = table.counts()
    for line in ("PROPOSE END", "PROPOSE DRAW AMONG FRANCE"):
        table.tell("FRANCE", line)
    assert {seat for seat, n in table.counts().items() if n != before[seat]} == {"FRANCE"}


def test_a_game_without_the_option_refuses_a_proposal_as_ever() -> None:
    table = SevenTable()
    before = table.counts()
    table.tell("FRANCE", "PROPOSE DRAW")
    assert "VOTE DRAW" in words_of(table.of("FRANCE"))
    assert {seat for seat, n in table.counts().items() if n != before[seat]} == {"FRANCE"}


@each_row("ruleset", ["ground-war", "air-war", "hex-negotiation", "so-long-sucker", "negotiation"])
def test_where_propose_belongs_to_the_rules_the_option_is_refused(ruleset: str) -> None:
    with pytest.raises(GameFileError, match=r"^line 4: game\.proposals: "):
        read_game_file(FILE.format(ruleset=ruleset, proposals="true"))


@each_row(
    ("given", "means"), [("true", "named"), ("false", "none"), ('"anonymous"', "anonymous"), ('"named"', ""), ("1", "")]
)
def test_what_the_option_may_be(given: str, means: str) -> None:
    text = FILE.format(ruleset="diplomacy", proposals=given)
    if means:
        assert read_game_file(text).proposals == means
    else:
        with pytest.raises(GameFileError, match=r"game\.proposals: true, false or \"anonymous\" is expected"):
            read_game_file(text)


def test_players_read_of_it_with_the_settings() -> None:
    table = Proposing('"anonymous"')
    assert "without the name (HELP PROPOSALS)" in words_of(table.mails(ADDRESS["FRANCE"])[0])
