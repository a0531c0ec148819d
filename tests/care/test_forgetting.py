"""What goes by itself once a day: withdrawn games, and what is kept of people who never played and do not write."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from helpers.mailtable import ALICE, BOB, DAY, EVE, MINUTE, Table

from gm.config.loading import Create, Keep
from gm.desk.books.forgetting import EVERY, UNHEARD, WITHDRAWN
from gm.desk.books.fsck import check_store
from gm.desk.people.standins import OFFER, next_for
from gm.post.inbound.authenticity import Authenticity
from gm.serve.tidying import tidy
from gm.store.store import Store

ANN, CAROL = "ann@example.org", "carol@example.net"


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    made.office.create = Create(allowed=("payola",))
    made.vouched = Authenticity("pass", "vouched for")
    yield made
    assert check_store(made.office.store)[0] == []


def after(table: Table, time: timedelta) -> Store:
    """Let time pass, and tidy."""
    table.office.store.change("update outbox set state = 'sent'")
    table.at += time
    while tidy(table.office, Keep(traces=timedelta(days=2000)), table.at):
        pass
    return table.office.store


def withdrawn(table: Table, name: str = "autumn") -> None:
    table.write(ANN, "CONFIRM", table.asks(ANN, f"CREATE {name} payola"))
    table.does(EVE, f"JOIN {name}")
    table.write(ANN, "CONFIRM", table.asks(ANN, f"CANCEL {name}"))
    assert table.office.game(name).over


def test_a_withdrawn_game_is_gone_after_a_month_and_its_name_is_free(table: Table) -> None:
    withdrawn(table)
    store = after(table, WITHDRAWN - DAY)
    assert store.games.has("autumn")
    after(table, 2 * DAY)
    assert store.games.names() == ["spring"] and store.people.known("", elsewhere=True) == set()
    for name in ("journal", "snapshots", "people", "tokens", "ledger", "outbox", "inbox"):
        assert store.value(f"select count(*) from {name} where game = 'autumn'") == 0
    withdrawn(table)
    assert store.games.has("autumn"), "its name could be used again"


def test_only_what_was_withdrawn_before_it_began_goes(table: Table) -> None:
    for name in ("autumn", "winter"):
        table.write(ANN, "CONFIRM", table.asks(ANN, f"CREATE {name} payola"))
    table.office.operate("autumn", ["abort"], table.at)
    table.office.operate("spring", ["abort"], table.at)
    assert after(table, 10 * UNHEARD).games.names() == ["autumn", "spring", "winter"]


def test_a_withdrawn_game_stays_while_a_mail_of_it_waits(table: Table) -> None:
    withdrawn(table)
    table.at += 2 * WITHDRAWN
    tidy(table.office, Keep(), table.at)
    assert table.office.store.games.has("autumn")
    assert not after(table, EVERY).games.has("autumn")


def test_what_is_done_once_a_day_is_done_once_a_day(table: Table) -> None:
    store = after(table, DAY)
    withdrawn(table)
    table.at += WITHDRAWN
    store.facts.keep("forgotten", table.at.isoformat().replace("+00:00", "Z"))
    assert after(table, EVERY - MINUTE).games.has("autumn")
    assert not after(table, MINUTE).games.has("autumn")


def test_who_never_played_is_forgotten_a_year_after_they_wrote(table: Table) -> None:
    table.asks(EVE, f"NOT WITH {BOB}")
    table.asks(EVE, "SET RECORD PUBLIC")
    store = after(table, UNHEARD - DAY)
    assert store.blocks.of([EVE]) == [BOB] and store.persons.is_open(EVE)
    after(table, 2 * DAY)
    assert store.blocks.owners() == set() and store.persons.known() == {}


def test_who_writes_plays_or_is_known_otherwise_is_not_forgotten(table: Table) -> None:
    for who in (ALICE, EVE, CAROL, ANN):
        table.asks(who, f"NOT WITH {BOB}")
    with table.office.store.transaction():
        table.office.store.persons.merge(ANN, ALICE)
        table.office.store.persons.keep_note(CAROL, "asks for long weekends")
    store = after(table, UNHEARD - DAY)
    table.asks(EVE, "PING")
    after(table, 2 * DAY)
    assert store.blocks.owners() == {ALICE, ANN, EVE, CAROL}


def test_what_others_have_said_of_them_stays(table: Table) -> None:
    table.asks(EVE, f"NOT WITH {CAROL}")
    table.asks(ALICE, f"NOT WITH {EVE}")
    store = after(table, UNHEARD + DAY)
    assert store.blocks.of([ALICE]) == [EVE] and store.blocks.of([EVE]) == []


def test_blocks_that_were_taken_back_go_when_they_no_longer_count(table: Table) -> None:
    table.asks(ALICE, f"NOT WITH {EVE}\nNOT WITH {CAROL}\nWITH {EVE}")
    table.asks(ALICE, f"WITH {EVE}")
    store = after(table, timedelta(days=29))
    assert store.value("select count(*) from blocks") == 2
    after(table, 2 * DAY)
    assert store.value("select count(*) from blocks") == 1


def test_an_offer_for_any_game_is_forgotten_after_a_year(table: Table) -> None:
    table.asks(EVE, "SUBSTITUTE")
    store = after(table, UNHEARD - DAY)
    assert store.facts.some(OFFER)
    assert not after(table, 2 * DAY).facts.some(OFFER) and next_for(store, table.office.game("spring")) == ""


def test_our_mails_about_no_game_go_with_the_traces_of_what_they_answer(table: Table) -> None:
    table.asks(EVE, "PING")
    store = after(table, timedelta(days=1999))
    assert store.value("select count(*) from outbox where recipient = ?", [EVE]) == 1
    after(table, 2 * DAY)
    assert store.value("select count(*) from outbox where recipient = ?", [EVE]) == 0
    assert store.value("select count(*) from outbox where game = 'spring'") > 0
