"""Two addresses turn out to be one person's: what one person must not be in a game ends, and nobody else learns it."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from helpers.mails import words_of
from helpers.mailtable import BOB, GAME, OPERATOR, Table
from helpers.seventable import ADDRESS, OLGA, SEATS, SevenTable
from helpers.told import brought

from gm.desk.arrival.merging import merge_persons
from gm.desk.file.gamefile import read_game_file
from gm.desk.game.refusal import OperatorError
from gm.desk.people.doubles import Double
from gm.post.inbound.authenticity import Authenticity
from gm.rules import as_seat

VERA, OTHER = "vera@watchers.example", "other@players.example"
ITALY, FRANCE = as_seat("ITALY"), as_seat("FRANCE")


class Doubled(SevenTable):
    """A game of seven with an observer who sees everything, and persons that are put together."""

    def let_see(self, address: str = VERA, name: str = "Vera") -> None:
        self.office.operate("spring", ["observe", "", name], self.at, address=address)

    def sits(self, seat: str, address: str) -> None:
        self.tell(seat, f"SITTER {address} FROM 1 Jan 2026 TO 10 Jan 2026")
        self.reply(seat, "CONFIRM")
        self.write(address, "CONFIRM", self.last(address))

    def offers(self, address: str) -> None:
        self.write(address, "SUBSTITUTE spring")
        self.write(address, "CONFIRM", self.last(address))

    def merge(self, one: str, other: str) -> list[Double]:
        with self.office.store.transaction():
            return merge_persons(self.office, one, other, self.at)

    def everything(self) -> dict[str, int]:
        """How many mails each player, observer and operator has."""
        return {who: len(self.mails(who)) for who in (*ADDRESS.values(), OLGA, VERA, OPERATOR, OTHER)}


@pytest.fixture
def table() -> Doubled:
    found = Doubled()
    found.watch()
    return found


def more(table: Doubled, before: dict[str, int]) -> dict[str, int]:
    """Who has got how many mails more than *before*."""
    return {who: count - before[who] for who, count in table.everything().items() if count > before[who]}


def test_a_player_who_confirms_to_be_an_observer_who_sees_everything_sees_no_more(table: Doubled) -> None:
    table.let_see()
    table.vouched = Authenticity("pass", "it is signed")
    table.asks(ADDRESS["ITALY"], f"I AM ALSO {VERA}")
    before = table.everything()
    table.write(VERA, "CONFIRM", table.last(VERA))
    assert table.office.store.persons.addresses(VERA) == [ADDRESS["ITALY"], VERA]
    assert more(table, before) == {VERA: 2, ADDRESS["ITALY"]: 1, OPERATOR: 1}
    assert "two addresses" in table.of("ITALY")["Subject"]
    assert "you no longer watch" in one_of(table, VERA, "no longer watch")["Subject"]
    assert "ITALY" in words_of(table.last(OPERATOR)) and VERA in words_of(table.last(OPERATOR))
    seen = len(table.mails(VERA))
    table.judge()
    assert len(table.mails(VERA)) == seen, "what was secret in the phase goes to them no more"
    table.tell("FRANCE", "STATUS")
    assert "sees everything" not in words_of(table.of("FRANCE"))
    with pytest.raises(OperatorError):
        table.let_see()
    table.check()


def one_of(table: Doubled, who: str, about: str) -> EmailMessage:
    (found,) = (mail for mail in table.mails(who) if about in str(mail["Subject"]))
    return found


def test_no_player_is_told_anything_new(table: Doubled) -> None:
    """What each player and plain observer reads is the same as if the watcher had left by themselves."""
    left = Doubled()
    left.watch()
    for one in (table, left):
        one.let_see()
    table.merge(ADDRESS["ITALY"], VERA)
    left.write(VERA, "LEAVE", left.last(VERA))
    told = {}
    for one in (table, left):
        one.judge()
        for seat in SEATS:
            one.tell(seat, "STATUS")
        told[id(one)] = [words_of(mail) for who in (*ADDRESS.values(), OLGA) for mail in one.mails(who)]
    heads = [[line for text in told[id(one)] for line in text.splitlines() if "Vera" in line] for one in (table, left)]
    assert heads[0] == heads[1]
    counts = [[len(one.mails(who)) for who in (*ADDRESS.values(), OLGA)] for one in (table, left)]
    assert counts[0] == counts[1]


def test_who_has_had_a_seat_or_sat_sees_no_more_either(table: Doubled) -> None:
    table.let_see()
    table.pass_on("ITALY")
    (double,) = table.merge(ADDRESS["ITALY"], VERA)
    assert (double.seats, double.sees, double.saw) == ((), "Vera", True)
    again = Doubled()
    again.sits("FRANCE", OTHER)
    again.write(OTHER, "NOSITTER", again.last(OTHER))
    again.let_see()
    (double,) = again.merge(OTHER, VERA)
    assert (double.sees, double.sits) == ("Vera", ())
    table.check()
    again.check()


def test_who_has_seen_everything_and_left_is_told_to_the_operator(table: Doubled) -> None:
    table.let_see()
    table.write(VERA, "LEAVE", table.last(VERA))
    before = table.everything()
    assert table.merge(VERA, ADDRESS["ITALY"]) == [Double("spring", (ITALY,), saw=True)]
    assert more(table, before) == {OPERATOR: 1}


def test_two_seats_are_told_to_the_operator_alone(table: Doubled) -> None:
    before = table.everything()
    assert table.merge(ADDRESS["ITALY"], ADDRESS["FRANCE"]) == [Double("spring", (FRANCE, ITALY))]
    assert more(table, before) == {OPERATOR: 1}
    words = words_of(table.last(OPERATOR))
    assert "FRANCE and ITALY" in words and ADDRESS["FRANCE"] in words
    assert table.merge(ADDRESS["ITALY"], "elsewhere@example.org") == [], "it is told once"


def kinds_of(table: Doubled, seat: str) -> list[str]:
    """What the last mail to a seat brought, but for what stands in every one."""
    return [kind for kind in brought(table, table.of(seat)) if kind not in ("lead", "owes", "answers")]


def test_nobody_sits_for_an_opponent_of_theirs(table: Doubled) -> None:
    table.sits("FRANCE", OTHER)
    before = table.everything()
    (double,) = table.merge(OTHER, ADDRESS["ITALY"])
    assert (double.seats, double.sits) == ((ITALY,), (FRANCE,)) and len(double.ends) == 1
    assert more(table, before) == {OTHER: 1, ADDRESS["FRANCE"]: 1, OPERATOR: 1}
    assert table.game.seats[FRANCE].sitter is None and kinds_of(table, "FRANCE") == ["nositter"]
    table.check()


def test_the_player_is_told_as_if_the_sitter_had_stopped(table: Doubled) -> None:
    stopped = Doubled()
    stopped.watch()
    for one in (table, stopped):
        one.sits("FRANCE", OTHER)
    table.merge(OTHER, ADDRESS["ITALY"])
    stopped.write(OTHER, "NOSITTER", stopped.last(OTHER))
    one, other = (brought(each, each.of("FRANCE"))["nositter"] for each in (table, stopped))
    assert one == other


def test_who_has_seen_everything_or_plays_is_not_asked_to_take_over(table: Doubled) -> None:
    table.let_see()
    table.offers(OTHER)
    (double,) = table.merge(OTHER, VERA)
    assert (double.offers, double.sees) == (True, "") and table.game.substitutes == ()
    assert table.game.guests[next(iter(table.game.saw))].sees, "who only watches, watches on"
    before = table.everything()
    table.tell("ITALY", "RESIGN")
    table.reply("ITALY", "CONFIRM")
    assert OTHER not in more(table, before)
    table.check()


def test_who_is_asked_just_then_is_asked_no_more(table: Doubled) -> None:
    table.offers(OTHER)
    table.tell("ITALY", "RESIGN")
    table.reply("ITALY", "CONFIRM")
    question = table.last(OTHER)
    (double,) = table.merge(OTHER, ADDRESS["FRANCE"])
    assert double.offers and table.game.call is None and table.game.pending == {}
    table.write(OTHER, "CONFIRM", question)
    assert not table.game.seats[ITALY].taken
    table.check()


def test_who_stands_in_two_games_is_no_double(table: Doubled) -> None:
    Table.open(table, "autumn")
    assert table.merge(BOB, ADDRESS["ITALY"]) == [] and table.mails(OPERATOR) == []
    assert table.merge(OLGA, ADDRESS["ITALY"]) == [], "a plain observer is told what is public"


def test_two_places_of_a_game_that_has_not_begun(table: Doubled) -> None:
    table.form()
    for who in (VERA, OTHER):
        table.does(who, "JOIN summer")
    before = table.everything()
    assert table.merge(VERA, OTHER) == [Double("summer", joined=(1, 2))]
    assert more(table, before) == {OPERATOR: 1} and "number 1 and 2" in words_of(table.last(OPERATOR))


def test_a_person_with_more_addresses_is_known_by_each(table: Doubled) -> None:
    """The other addresses of a seat's player count, even if nobody has put these together."""
    Table.open(table, "autumn")
    table.let_see()
    assert table.merge(VERA, "alice@example.com") == []
    (double,) = table.merge(ADDRESS["ITALY"], "alice@work.example")
    assert (double.game, double.sees) == ("spring", "Vera")


def test_a_player_who_moves_to_the_address_from_which_they_see_everything_of_another_game(table: Doubled) -> None:
    text = GAME.format(name="autumn", identity="checked").replace("alice@example.com", ADDRESS["ITALY"])
    table.let_see()
    table.office.open_game(read_game_file(text), table.at, "cd" * 32)
    table.write(ADDRESS["ITALY"], f"SET ADDRESS {VERA}", table.of("ITALY"))
    before = table.everything()
    for who in (ADDRESS["ITALY"], VERA):
        table.write(who, "CONFIRM", table.last(who))
    assert table.office.store.persons.addresses(VERA) == [ADDRESS["ITALY"], VERA]
    assert not [guest for guest in table.game.guests.values() if guest.sees]
    assert more(table, before)[OPERATOR] == 1 and "As Vera they saw everything" in words_of(table.last(OPERATOR))


# -- what was known before ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["TAKEOVER RUSSIA", "JOIN spring AS RUSSIA", "SUBSTITUTE spring"])
def test_a_second_place_is_refused_from_an_address_that_is_known_to_be_theirs(table: Doubled, line: str) -> None:
    table.tell("RUSSIA", "RESIGN")
    table.reply("RUSSIA", "CONFIRM")
    table.merge(OTHER, ADDRESS["ITALY"])
    table.write(OTHER, line)
    assert brought(table, table.last(OTHER))["noplace"]["why"] == "elsewhere"
    assert table.game.pending == {} and table.game.substitutes == ()
    table.check()


def test_what_was_asked_before_they_were_put_together_gives_no_second_seat(table: Doubled) -> None:
    table.tell("RUSSIA", "RESIGN")
    table.reply("RUSSIA", "CONFIRM")
    table.write(OTHER, "TAKEOVER RUSSIA")
    table.merge(OTHER, ADDRESS["ITALY"])
    table.write(OTHER, "CONFIRM", table.last(OTHER))
    assert brought(table, table.last(OTHER))["noplace"]["why"] == "elsewhere"
    assert not table.game.seats[as_seat("RUSSIA")].taken
    table.check()


def test_a_second_place_in_a_game_that_looks_for_players_is_refused(table: Doubled) -> None:
    table.form()
    table.merge(OTHER, VERA)
    table.does(VERA, "JOIN summer")
    table.asks(OTHER, "JOIN summer")
    assert brought(table, table.last(OTHER))["noplace"]["why"] == "elsewhere"
    table.does(VERA, "JOIN summer PREFER ITALY")
    (guest,) = table.office.game("summer").guests.values()
    assert guest.wishes == (ITALY,), "who is in changes their wishes as ever"


def test_nobody_agrees_to_sit_for_an_opponent_but_for_themselves_they_may(table: Doubled) -> None:
    table.merge(OTHER, ADDRESS["ITALY"])
    table.sits("FRANCE", OTHER)
    assert table.game.seats[FRANCE].sitter is None and "nothingtoconfirm" in brought(table, table.last(OTHER))
    table.sits("ITALY", OTHER)
    assert table.game.seats[ITALY].sitter is not None
    table.check()


def test_whoever_has_left_may_come_back_from_another_address(table: Doubled) -> None:
    table.merge(OTHER, ADDRESS["ITALY"])
    table.tell("ITALY", "RESIGN")
    table.reply("ITALY", "CONFIRM")
    table.write(OTHER, "TAKEOVER ITALY")
    table.write(OTHER, "CONFIRM", table.last(OTHER))
    assert table.game.seats[ITALY].taken
    table.check()
