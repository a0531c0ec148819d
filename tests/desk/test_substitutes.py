"""Whoever has offered to take over is asked when a place falls vacant: in order, one a day, and nobody else is told."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from helpers.latetable import Late
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import ADDRESS, NEWCOMER, OLGA
from helpers.told import brought

SAM, TINA = "sam@substitutes.example", "tina@substitutes.example"
ALL = (*ADDRESS.values(),)


class Table(Late):
    """A game in which all seven powers are played."""

    def __init__(self, clock: str = "") -> None:
        super().__init__(clock, players=tuple(ADDRESS))

    def offer(self, *who: str, line: str = "SUBSTITUTE") -> None:
        for address in who:
            self.write(address, line, subject="[spring]")
            self.write(address, "CONFIRM", self.last(address))

    def resign(self, seat: str) -> None:
        self.tell(seat, "RESIGN")
        self.reply(seat, "CONFIRM")

    def asked(self, address: str) -> int:
        """How often somebody has been asked to take a place."""
        return sum("substituteasked" in brought(self, mail) for mail in self.mails(address))

    def taken(self, address: str, mail: EmailMessage | None = None) -> None:
        self.write(address, "CONFIRM", mail or self.last(address))


def test_the_first_who_offered_is_asked_and_takes_the_place() -> None:
    table = Table()
    table.offer(SAM, TINA)
    assert table.asked(SAM) == table.asked(TINA) == 0
    table.resign("ITALY")
    told = brought(table, table.last(SAM))["substituteasked"]
    assert (told["seat_name"], told["phase"]) == ("Italy", "Spring 1901")
    assert table.asked(TINA) == 0
    table.taken(SAM)
    assert "welcome" in brought(table, table.mails(SAM)[3]) and table.game.seats["ITALY"].taken
    table.until(3 * DAY)
    assert table.asked(TINA) == 0 and table.game.call is None
    table.resign("RUSSIA")
    assert table.asked(TINA) == 1
    table.check()


def test_each_has_a_day_and_then_the_first_who_confirms_has_it() -> None:
    table = Table()
    table.offer(SAM, TINA)
    table.resign("ITALY")
    table.until(DAY - 2 * MINUTE)
    assert table.asked(TINA) == 0
    table.until(5 * MINUTE)
    assert table.asked(SAM) == table.asked(TINA) == 1
    late, tinas = table.last(SAM), table.last(TINA)
    table.taken(SAM, late)
    assert table.game.seats["ITALY"].taken
    table.taken(TINA, tinas)
    assert brought(table, table.last(TINA)).keys() >= {"seattaken"}
    table.resign("RUSSIA")
    assert table.asked(TINA) == 2, "somebody else was quicker: they are still the first"
    table.check()


def test_who_denies_lets_the_next_be_asked_at_once_and_has_used_up_their_offer() -> None:
    table = Table()
    table.offer(SAM, TINA)
    table.resign("ITALY")
    table.write(SAM, "DENY", table.last(SAM))
    assert table.asked(TINA) == 1 and table.game.substitutes == ()
    table.taken(TINA)
    table.resign("RUSSIA")
    assert table.asked(SAM) == 1
    table.offer(SAM)
    assert table.asked(SAM) == 2, "a place is vacant already"


def test_one_after_the_other_is_asked_for_two_places() -> None:
    table = Table()
    table.offer(SAM, TINA)
    table.resign("ITALY")
    table.resign("RUSSIA")
    assert (table.asked(SAM), table.asked(TINA)) == (1, 0)
    table.taken(SAM)
    assert brought(table, table.last(TINA))["substituteasked"]["seat_name"] == "Russia"


@pytest.mark.parametrize("word", ["SUBSTITUTE OFF", "LEAVE", "STOP"])
def test_an_offer_is_taken_back_by_its_writer_alone(word: str) -> None:
    table = Table()
    table.offer(SAM)
    mine = table.last(SAM)
    table.write(SAM, word, subject="[spring]")
    assert len(table.game.substitutes) == 1, "that may have been written by anybody"
    table.write(SAM, word, mine)
    assert table.game.substitutes == ()
    table.resign("ITALY")
    assert table.asked(SAM) == 0


def test_an_offer_needs_its_writers_confirm() -> None:
    table = Table()
    table.write(SAM, "SUBSTITUTE spring", subject="hello")
    assert table.game.substitutes == () and "confirmasked" in brought(table, table.last(SAM))
    table.resign("ITALY")
    assert table.asked(SAM) == 0
    table.taken(SAM, table.mails(SAM)[0])
    assert table.asked(SAM) == 1


def test_a_game_with_a_password_wants_it() -> None:
    table = Table('[joining]\nword = "sesame"')
    table.offer(SAM)
    assert brought(table, table.mails(SAM)[0])["noplace"]["why"] == "word" and table.game.substitutes == ()
    table.offer(SAM, line="SUBSTITUTE spring WORD Sesame")
    assert len(table.game.substitutes) == 1


def test_nobody_can_offer_once_a_game_is_over() -> None:
    table = Table()
    table.operate("abort")
    table.offer(SAM)
    assert table.game.substitutes == ()


def test_a_player_has_a_place_already() -> None:
    table = Table()
    table.tell("FRANCE", "SUBSTITUTE")
    assert "alreadyseated" in brought(table, table.of("FRANCE")) and table.game.substitutes == ()


def test_who_watches_can_offer_and_nobody_else_is_told_of_anything() -> None:
    table = Table()
    table.watch()
    table.offer(OLGA)
    before = {address: len(table.mails(address)) for address in ALL}
    table.offer(SAM)
    assert {address: len(table.mails(address)) for address in ALL} == before
    table.resign("ITALY")
    assert table.asked(OLGA) == 1 and table.asked(SAM) == 0
    counts = {address: len(table.mails(address)) for address in ALL}
    table.write(OLGA, "DENY", table.last(OLGA))
    assert {address: len(table.mails(address)) for address in ALL} == counts and table.asked(SAM) == 1


def test_who_takes_a_place_by_another_way_is_not_asked_later() -> None:
    table = Table()
    table.offer(NEWCOMER)
    table.at += MINUTE
    table.office.operate("spring", ("replace", "ITALY"), table.at, address=NEWCOMER)
    assert table.game.substitutes == ()
