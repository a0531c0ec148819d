"""An observer who sees everything: named to all first, told of each phase once it is over, and never a player."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from helpers.mails import with_files, words_of
from helpers.seventable import ADDRESS, NEWCOMER, OLGA, SEATS, SevenTable
from helpers.told import all_kinds, brought, kinds, notices

from gm.desk.game.refusal import OperatorError
from gm.rules import as_seat

VERA, TWIN = "vera@watchers.example", "vera@home.example"
SECRET, LATER = "The dagger sleeps.", "The dagger wakes."


class Watched(SevenTable):
    """A game of seven whose players have names, with an observer and one who sees everything."""

    def __init__(self, press: tuple[str, ...] = ("private", "public", "observers")) -> None:
        super().__init__(press)
        self.watch()

    def let_see(self, address: str = VERA, name: str = "Vera") -> None:
        self.office.operate("spring", ["observe", "", name], self.at, address=address)

    def files(self, mail: EmailMessage) -> str:
        return with_files(mail)


@pytest.fixture
def table() -> Watched:
    found = Watched()
    found.tell("FRANCE", "PRESS TO ITALY", SECRET, "END")
    found.let_see()
    return found


def test_all_are_told_by_name_before_anything_is_seen(table: Watched) -> None:
    for seat in SEATS:
        assert notices(table, seat)["seesall"] == {"name": "Vera"}
    assert "Vera watch this game and see everything" in words_of(table.last(OLGA))
    ids = [row["recipient"] for row in table.office.store.rows("select recipient from outbox order by id")]
    assert ids.index(VERA) > max(n for n, one in enumerate(ids) if one == ADDRESS["TURKEY"])
    table.tell("ITALY", "STATUS")
    assert "Watched by Olga, Vera (sees everything)." in words_of(table.of("ITALY"))
    table.check()


def test_a_phase_is_seen_once_it_is_over_and_nothing_of_the_one_that_runs(table: Watched) -> None:
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.tell("ITALY", "VOTE DRAW")
    assert SECRET not in table.files(table.last(VERA)) and len(table.mails(VERA)) == 1
    table.judge()
    seen = table.files(table.last(VERA))
    assert "all that there is to see" in table.last(VERA)["Subject"]
    assert SECRET in seen and "A PAR - BUR" in seen and "Spring 1901" in seen
    assert "Italy voted for a draw" in seen
    table.tell("FRANCE", "PRESS TO ITALY", LATER, "END")
    table.tell("FRANCE", "4 : A BUR - MUN")
    before = len(table.mails(VERA))
    table.judge()
    assert sum(LATER in table.files(one) for one in table.mails(VERA)[:before]) == 0
    assert SECRET in table.files(table.last(VERA)) and LATER in table.files(table.last(VERA))
    table.check()


def test_an_observer_and_the_players_get_nothing_more_than_before(table: Watched) -> None:
    table.judge()
    assert not [mail for one in (OLGA, ADDRESS["GERMANY"]) for mail in table.mails(one) if SECRET in table.files(mail)]
    assert "sofar" not in all_kinds(table, "GERMANY")


def test_who_plays_is_not_seen(table: Watched) -> None:
    table.judge()
    seen = table.files(table.last(VERA))
    assert not [seat for seat in SEATS if f"{seat.lower()}@" in seen] and "a player" in seen


def so_far(table: Watched) -> list[EmailMessage]:
    """The mails in which Vera gets all that there is to see."""
    return [mail for mail in table.mails(VERA) if "all that there is to see" in mail["Subject"]]


def test_what_the_operator_takes_back_is_seen_and_so_is_what_comes_instead(table: Watched) -> None:
    table.judge()
    table.judge()
    table.operate("rollback", "S1901M")
    assert len(so_far(table)) == 2, "nothing before the phase is over that runs again"
    table.tell("FRANCE", "PRESS TO ITALY", LATER, "END")
    table.judge()
    assert len(so_far(table)) == 3
    assert SECRET in table.files(so_far(table)[-1]) and LATER in table.files(so_far(table)[-1])
    table.check()


@pytest.mark.parametrize("back", [("F1901M", "with-orders"), ("S1901M",)])
def test_what_was_taken_back_and_is_on_file_again_is_not_seen(table: Watched, back: tuple[str, ...]) -> None:
    table.judge()
    table.tell("FRANCE", "4 : A PAR - BUR")
    table.operate("rollback", *back)
    if back == ("S1901M",):
        table.operate("forward")
    assert table.filed() == ("4 : A PAR - BUR",)
    table.let_see("olaf@watchers.example", "Olaf")
    seen = (*table.mails(VERA), *table.mails("olaf@watchers.example"))
    assert not [mail for mail in seen if "A PAR - BUR" in table.files(mail)]
    table.judge()
    assert "A PAR - BUR" in table.files(table.last(VERA))
    table.check()


def test_the_end_brings_the_report_as_to_all_who_watch(table: Watched) -> None:
    table.operate("abort")
    ends = [mail.get_body().get_content() for mail in (table.last(VERA), table.last(OLGA))]
    assert "spring-report.html" in ends[0] and ends[0] == ends[1]
    assert all("the operator let Vera see everything from then on" in words(one) for one in table.report())
    assert not any("seesall" in one.lower().partition('id="disclosure"')[0] for one in table.report())


@pytest.mark.parametrize("name", ["FRANCE", "GM", ""])
def test_no_name_misleads(name: str) -> None:
    table = Watched()
    table.let_see(name=name)
    assert notices(table, "ITALY")["seesall"]["name"].startswith("observer ")


def test_who_has_had_a_seat_under_any_address_of_theirs_sees_nothing() -> None:
    table = Watched()
    with pytest.raises(OperatorError, match="has a seat in spring already"):
        table.let_see(ADDRESS["ITALY"])
    table.pass_on("ITALY")
    table.office.store.persons.merge(ADDRESS["ITALY"], "other@players.example")
    for address in (ADDRESS["ITALY"], "other@players.example"):
        with pytest.raises(OperatorError, match="has had a seat in spring"):
            table.let_see(address)


def test_who_sits_or_has_sat_for_a_player_sees_nothing() -> None:
    table = Watched()
    table.tell("ITALY", f"SITTER {VERA} FROM 1 Jan 2026 TO 10 Jan 2026")
    table.reply("ITALY", "CONFIRM")
    table.write(VERA, "CONFIRM", table.last(VERA))
    for word in ("SHOW", "NOSITTER"):
        with pytest.raises(OperatorError, match="has sat for a player of spring"):
            table.let_see()
        table.reply("ITALY", word)


def test_who_sees_everything_gets_no_seat_by_any_way(table: Watched) -> None:
    table.pass_on("ITALY")
    table.tell("TURKEY", "RESIGN")
    table.reply("TURKEY", "CONFIRM")
    table.write(VERA, "TAKEOVER TURKEY", table.last(VERA))
    assert notices(table, person(table))["noplace"]["why"] == "saw"
    table.write(VERA, "STOP", table.last(VERA))
    table.write(VERA, "TAKEOVER TURKEY", subject="[spring]")
    assert notices(table, person(table))["noplace"]["why"] == "saw"
    table.write(VERA, "SUBSTITUTE", subject="[spring]")
    assert notices(table, person(table))["noplace"]["why"] == "saw" and not table.game.substitutes
    with pytest.raises(OperatorError, match="they can have no seat in it"):
        table.office.operate("spring", ["replace", "TURKEY"], table.at, address=VERA)
    table.tell("FRANCE", f"SITTER {VERA} FROM 1 Jan 2026 TO 10 Jan 2026")
    table.reply("FRANCE", "CONFIRM")
    table.write(VERA, "CONFIRM", table.last(VERA))
    assert kinds(table, person(table)) == ["nothingtoconfirm"]
    assert all(one.sitter is None for one in table.game.seats.values())


def words(text: str) -> str:
    return " ".join(text.split())


def person(table: Watched) -> str:
    """Vera, as the game knows her."""
    (found,) = table.game.saw
    return str(found)


def test_who_asked_for_a_seat_before_cannot_take_it_afterwards() -> None:
    table = Watched()
    table.tell("TURKEY", "RESIGN")
    table.reply("TURKEY", "CONFIRM")
    table.write(NEWCOMER, "TAKEOVER TURKEY", subject="[spring]")
    asked = table.last(NEWCOMER)
    table.let_see(NEWCOMER, "Nina")
    table.write(NEWCOMER, "CONFIRM", asked)
    assert not table.game.seats["TURKEY"].taken


def test_they_write_to_nobody(table: Watched) -> None:
    counts = table.counts()
    table.write(VERA, "BROADCAST\nI know it all.\nEND", table.last(VERA))
    assert table.counts() == counts and "BROADCAST" not in words_of(table.mails(VERA)[0])
    table.write(OLGA, "BROADCAST\nA fine game.\nEND", table.last(OLGA))
    assert table.counts() != counts


def test_stop_ends_it_and_observe_makes_them_an_ordinary_observer(table: Watched) -> None:
    table.write(VERA, "STOP", table.last(VERA))
    table.write(VERA, "OBSERVE spring AS Vera", subject="[spring]")
    table.write(VERA, "CONFIRM", table.last(VERA))
    table.judge()
    assert SECRET not in table.files(table.last(VERA)) and "sofar" not in all_kinds(table, person(table))


def test_an_observer_can_be_let_see_everything_and_only_once() -> None:
    table = Watched()
    table.let_see(OLGA, "Olga")
    assert notices(table, "ITALY")["seesall"] == {"name": "Olga"}
    with pytest.raises(OperatorError, match="everything already"):
        table.let_see(OLGA, "Olga")


def test_a_letter_between_two_phases_does_not_bring_it_again(table: Watched) -> None:
    table.judge()
    seen = len(table.mails(VERA))
    table.tell("FRANCE", "4 : A BUR - MUN")
    table.operate("deadline", "+1d")
    assert [notice for notice in all_kinds(table, person(table)) if notice == "sofar"] == ["sofar"]
    assert len(table.mails(VERA)) == seen + 1  # of the deadline


# -- the same person at other addresses --------------------------------------------------------------------------------


def with_two_addresses() -> Watched:
    """A game in which Vera, who has another address, sees everything, and Turkey is vacant."""
    table = Watched()
    table.let_see()
    table.office.store.persons.merge(VERA, TWIN)
    table.tell("TURKEY", "RESIGN")
    table.reply("TURKEY", "CONFIRM")
    return table


@pytest.mark.parametrize("line", ["TAKEOVER TURKEY", "JOIN spring AS TURKEY", "SUBSTITUTE"])
def test_nor_from_another_address_of_theirs(line: str) -> None:
    table = with_two_addresses()
    table.write(TWIN, line, subject="[spring]")
    assert brought(table, table.last(TWIN))["noplace"]["why"] == "saw"
    table.write(TWIN, "CONFIRM", table.last(TWIN))
    assert not table.game.seats["TURKEY"].taken and not table.game.substitutes
    table.check()


@pytest.mark.parametrize("line", ["SITTER {} FROM 1 Jan 2026 TO 10 Jan 2026", "SET ADDRESS {}"])
@pytest.mark.parametrize("address", [VERA, TWIN])
def test_no_players_mail_goes_to_an_address_of_theirs(line: str, address: str) -> None:
    table = with_two_addresses()
    table.tell("FRANCE", line.format(address))
    table.reply("FRANCE", "CONFIRM")
    table.write(address, "CONFIRM", table.last(address))
    player = table.office.store.players.find("spring", as_seat("FRANCE"))
    assert table.game.seats["FRANCE"].sitter is None and player is not None and player.address == ADDRESS["FRANCE"]


def test_the_operator_gives_another_address_of_theirs_no_seat() -> None:
    table = with_two_addresses()
    with pytest.raises(OperatorError, match="they can have no seat in it"):
        table.office.operate("spring", ["replace", "TURKEY"], table.at, address=TWIN)


@pytest.mark.parametrize("address", [VERA, TWIN])
def test_no_game_asks_them_to_take_over(address: str) -> None:
    table = with_two_addresses()
    for one in (address, NEWCOMER):
        table.write(one, "SUBSTITUTE", subject="hello")
        table.write(one, "CONFIRM", table.last(one))
    table.tell("FRANCE", "STATUS")
    assert "substituteasked" in brought(table, table.last(NEWCOMER))
    assert "question" not in [kind(table, mail) for mail in table.mails(address)]


def test_who_is_let_see_everything_offers_to_take_over_no_more() -> None:
    table = Watched()
    table.write(VERA, "SUBSTITUTE", subject="[spring]")
    table.write(VERA, "CONFIRM", table.last(VERA))
    assert table.game.substitutes
    table.let_see()
    assert not table.game.substitutes


def kind(table: Watched, mail: EmailMessage) -> str:
    """Of what kind a mail of the game is, "" for one that no game sent."""
    found = table.office.store.ledger.with_id(str(mail["Message-ID"]).strip("<>"))
    return found.kind if found is not None else ""
