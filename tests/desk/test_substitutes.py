"""Whoever has offered to take over is asked when a place falls vacant: in order, one a day, and nobody else is told."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from helpers.latetable import Late
from helpers.mailtable import DAY, MINUTE
from helpers.seventable import ADDRESS, NEWCOMER, OLGA
from helpers.told import brought

from gm.desk.books.purge import purge_game
from gm.desk.people.standins import OFFER

SAM, TINA = "sam@substitutes.example", "tina@substitutes.example"
ALL = (*ADDRESS.values(),)


class Table(Late):
    """A game in which all seven powers are played."""

    def __init__(self, clock: str = "", game: str = "") -> None:
        super().__init__(clock, game=game, players=tuple(ADDRESS))

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

    def asked_now(self, address: str) -> bool:
        """Whether the last mail to somebody asks them to take a place."""
        found = self.office.store.ledger.with_id(str(self.last(address)["Message-ID"]).strip("<>"))
        return found is not None and "substituteasked" in dict(found.notices)

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


# -- offers for any game -----------------------------------------------------------------------------------------------


def anywhere(table: Table, *who: str, line: str = "SUBSTITUTE") -> None:
    """Let addresses write about no game, and confirm what they are asked."""
    for address in who:
        table.write(address, line, subject="hello")
        if "CONFIRM needed" in table.last(address)["Subject"]:
            table.write(address, "CONFIRM", table.last(address))


def test_an_offer_for_any_game_is_asked_after_those_for_the_game_and_used_up() -> None:
    table = Table()
    anywhere(table, TINA)
    table.offer(SAM)
    table.resign("ITALY")
    assert (table.asked_now(SAM), table.asked_now(TINA)) == (True, False)
    table.write(SAM, "DENY", table.last(SAM))
    assert table.asked_now(TINA)
    table.taken(TINA)
    assert table.game.seats["ITALY"].taken
    table.check()


def test_offers_for_any_game_are_asked_in_order_a_day_each_and_one_game_asks_once() -> None:
    table = Table()
    anywhere(table, SAM, TINA, SAM)
    table.resign("ITALY")
    assert (table.asked_now(SAM), table.asked_now(TINA)) == (True, False)
    table.until(DAY + 2 * MINUTE)
    assert table.asked_now(TINA)
    table.until(9 * DAY)
    mails = [len(table.mails(address)) for address in (SAM, TINA)]
    assert mails == [5, 3], "two mails for each offer, and one question each"
    table.check()


def test_an_offer_for_any_game_is_taken_back() -> None:
    table = Table()
    anywhere(table, SAM)
    anywhere(table, SAM, line="SUBSTITUTE OFF")
    table.resign("ITALY")
    assert not table.asked_now(SAM) and len(table.mails(SAM)) == 4


def test_an_offer_for_any_game_is_forgotten_after_a_year() -> None:
    table = Table()
    anywhere(table, SAM)
    table.at += 366 * DAY
    anywhere(table, TINA)
    assert offered(table) == [TINA]


def test_nobody_offers_or_takes_back_an_offer_in_the_name_of_somebody_else() -> None:
    table = Table()
    table.write(TINA, "SUBSTITUTE", subject="hello")
    assert offered(table) == []
    anywhere(table, SAM)
    table.write(SAM, "SUBSTITUTE OFF", subject="hello")
    assert offered(table) == [SAM]
    table.write(SAM, "DENY", table.last(SAM))
    assert offered(table) == [SAM]


def test_a_game_that_there_is_not_is_no_offer() -> None:
    table = Table()
    anywhere(table, SAM, line="SUBSTITUTE autumn")
    table.resign("ITALY")
    assert len(table.mails(SAM)) == 1


def test_who_has_played_in_a_game_is_not_asked_to_play_in_it_again() -> None:
    table = Table()
    table.resign("ITALY")
    anywhere(table, ADDRESS["ITALY"], ADDRESS["FRANCE"], TINA)
    table.until(DAY)
    table.tell("FRANCE", "STATUS")
    assert table.game.call is not None and table.asked_now(TINA)
    assert not table.asked_now(ADDRESS["ITALY"]) and not table.asked_now(ADDRESS["FRANCE"])


def test_a_game_asks_nobody_whose_record_is_less_than_it_wants() -> None:
    table = Table("[joining]\nrecord = { games = 1 }")
    anywhere(table, SAM)
    table.resign("ITALY")
    assert len(table.mails(SAM)) == 2 and {*offered(table)} == {SAM}


@pytest.mark.parametrize("clock", ['[joining]\nword = "sesame"', "hidden"])
def test_games_that_not_everybody_can_find_and_join_ask_nobody_who_did_not_name_them(clock: str) -> None:
    table = Table("", "listed = false") if clock == "hidden" else Table(clock)
    anywhere(table, SAM)
    table.resign("ITALY")
    assert len(table.mails(SAM)) == 2


def test_a_purge_forgets_an_offer() -> None:
    table = Table()
    anywhere(table, ADDRESS["FRANCE"], TINA)
    assert {*offered(table)} == {ADDRESS["FRANCE"], TINA}
    table.operate("abort")
    table.until(8 * DAY)
    store = table.office.store
    with store.transaction():
        for mail in store.outbox.unsent():
            store.outbox.sent(mail.id, 1, "250 ok", table.at)
    purge_game(store, "spring")
    assert offered(table) == [TINA], "this game knows nothing of her"


def offered(table: Table) -> list[str]:
    return [name.removeprefix(OFFER) for name in table.office.store.facts.beginning(OFFER, str)]


def test_who_takes_a_place_by_another_way_is_not_asked_later() -> None:
    table = Table()
    table.offer(NEWCOMER)
    table.at += MINUTE
    table.office.operate("spring", ("replace", "ITALY"), table.at, address=NEWCOMER)
    assert table.game.substitutes == ()


# -- who has named a player in NOT WITH ------------------------------------------------------------------------------


def names(table: Table, one: str, other: str) -> None:
    """Let the owner of an address not want to be seated with that of another."""
    with table.office.store.transaction():
        table.office.store.blocks.keep(one, other)


BLOCKS = pytest.mark.parametrize("own", [True, False], ids=["their own", "against them"])


@BLOCKS
def test_who_cannot_sit_with_a_player_is_not_asked_and_the_next_is(own: bool) -> None:
    table = Table()
    names(table, *((SAM, ADDRESS["FRANCE"]) if own else (ADDRESS["FRANCE"], SAM)))
    table.offer(SAM, TINA)
    before = len(table.mails(SAM))
    table.resign("ITALY")
    assert (table.asked(SAM), table.asked(TINA), len(table.mails(SAM))) == (0, 1, before)
    table.until(2 * DAY)
    assert len(table.mails(SAM)) == before and table.game.substitutes != ()
    table.resign("FRANCE")
    assert table.asked(SAM) == 1, "the other has left: in the moment of it, as anybody is asked"
    table.taken(SAM)
    assert table.game.seats["FRANCE"].taken and not table.game.skipped
    table.check()


@BLOCKS
def test_whoever_offers_while_a_place_is_vacant_is_answered_as_anybody_is(own: bool) -> None:
    table, other = Table(), Table()
    names(table, *((SAM, ADDRESS["FRANCE"]) if own else (ADDRESS["FRANCE"], SAM)))
    for one in (table, other):
        one.resign("ITALY")
        one.offer(SAM)
    answer = brought(table, table.last(SAM))
    assert answer == {"substitute": {"game": "spring", "offers": True, "nothing": False}}
    assert answer in [brought(other, mail) for mail in other.mails(SAM)]
    table.offer(TINA)
    assert (table.asked(SAM), other.asked(SAM), table.asked(TINA)) == (0, 1, 1)
    table.check()


def test_whoever_takes_the_block_back_is_asked_when_something_happens_next() -> None:
    table = Table()
    names(table, SAM, ADDRESS["FRANCE"])
    table.offer(SAM)
    table.resign("ITALY")
    with table.office.store.transaction():
        table.office.store.blocks.lift([SAM], ADDRESS["FRANCE"], table.at)
    assert table.asked(SAM) == 0
    table.tell("RUSSIA", "SHOW")
    assert table.asked(SAM) == 1 and not table.game.skipped
    table.check()


def test_once_the_game_is_over_nobody_is_asked_again() -> None:
    table = Table()
    names(table, SAM, ADDRESS["FRANCE"])
    table.offer(SAM)
    table.resign("ITALY")
    table.office.operate("spring", ["abort"], table.at)
    with table.office.store.transaction():
        table.office.store.blocks.lift([SAM], ADDRESS["FRANCE"], table.at)
    table.tell("RUSSIA", "STATUS")
    assert "status" in brought(table, table.of("RUSSIA")) and table.asked(SAM) == 0
    table.check()


def test_whoever_comes_into_the_game_counts_at_once() -> None:
    table = Table()
    names(table, TINA, SAM)
    table.offer(SAM, TINA)
    table.resign("ITALY")
    table.resign("RUSSIA")
    table.taken(SAM)
    assert table.asked(TINA) == 0 and table.game.call is None
    table.check()


def test_others_are_told_the_same_whoever_is_not_asked() -> None:
    table, other = Table(), Table()
    names(table, SAM, ADDRESS["FRANCE"])
    table.offer(SAM)
    other.at = table.at
    for one in (table, other):
        one.resign("ITALY")
        one.tell("RUSSIA", "STATUS")
        one.until(2 * DAY)
    told = [[brought(one, mail) for address in ALL for mail in one.mails(address)] for one in (table, other)]
    assert told[0] == told[1]


def test_an_offer_for_any_game_is_asked_when_those_to_the_game_must_not_be() -> None:
    table = Table()
    names(table, SAM, ADDRESS["FRANCE"])
    table.offer(SAM)
    with table.office.store.transaction():
        table.office.store.facts.keep(f"{OFFER}{TINA}", "2026-01-01T00:00:00Z")
    table.resign("ITALY")
    assert (table.asked(SAM), table.asked(TINA)) == (0, 1)
    table.check()
