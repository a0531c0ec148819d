"""SET ADDRESS: confirmed at the old address and at the new one; the journal holds no address."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, SHEET, WORK, Table
from helpers.store import dumped
from helpers.told import brought, faults

from gm.desk.books.fsck import check_store
from gm.desk.books.purge import purge_game
from gm.desk.notices.phrases import phrase
from gm.store.database import as_json
from gm.store.store import Store

NEW, NEWER, CAROL = "new@example.net", "newer@example.net", "carol@example.net"
NEAR_BY = (ALICE, BOB, WORK, EVE, NEW, NEWER, CAROL)


@pytest.fixture
def table() -> Table:
    return Table()


def goes(table: Table, seat: str = "FRANCE") -> str:
    player = table.office.store.players.find("spring", seat)
    return player.address if player is not None else ""


def asked_there(table: Table, letter: str = f"SET ADDRESS {NEW}") -> None:
    """Up to the question at the new address."""
    table.write(ALICE, letter, table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))


@pytest.mark.parametrize(
    "letter",
    [
        f"SET ADDRESS {NEW}", f"set address: {NEW}.", f"SET ADDRESS <{NEW}>", f"SET ADDRESS TO {NEW}",
        f"SET ADDRESS = {NEW}", f"SET ADDRESS {NEW.upper()}", f"SET ADDRESS {NEW}<mailto:{NEW}>",
        f'SET ADDRESS "{NEW}"',
    ],
)  # fmt: skip
def test_mail_goes_to_the_new_address_once_both_have_confirmed(table: Table, letter: str) -> None:
    table.write(ALICE, letter, table.last(ALICE))
    assert table.mails(NEW) == []
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert "addressasked" in brought(table, table.last(NEW)) and goes(table) == ALICE
    table.write(NEW, "CONFIRM", table.last(NEW))
    assert goes(table) == NEW
    assert [mail["Subject"] for mail in table.mails(NEW)][1:] == ["[spring] S1901M: your new address"]
    assert "goes to another address from now on" in words_of(table.last(ALICE))


def test_the_question_shows_the_address_which_no_book_keeps(table: Table) -> None:
    table.write(ALICE, f"SET ADDRESS {NEW}", table.last(ALICE))
    assert f"sent to {NEW}?" in words_of(table.last(ALICE))
    told = table.office.store.rows("select body, notices from ledger where game = 'spring'")
    assert told and not any(NEW in row["body"] + str(row["notices"]) for row in told)
    entries = table.office.store.rows("select data from journal where game = 'spring'")
    assert not any(NEW in row["data"] for row in entries)


@pytest.mark.parametrize(
    "letter",
    [f"SET ADDRESS {NEW} {NEWER}", f"SET ADDRESS {NEW},{NEWER}", f"SET ADDRESS {NEW} and {NEWER}",
     f"SET ADDRESS {NEW} (no longer {ALICE})"],
)  # fmt: skip
def test_two_addresses_in_one_line_are_refused(table: Table, letter: str) -> None:
    table.write(ALICE, letter, table.last(ALICE))
    assert brought(table, table.last(ALICE))["noaddress"]["why"] == phrase("fault.two-in-one")
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert goes(table) == ALICE and table.mails(NEW) == [] and table.mails(NEWER) == []


def test_the_question_at_the_new_address_shows_nothing_of_the_seat(table: Table) -> None:
    asked_there(table)
    said = words_of(table.last(NEW))
    assert "France" not in said and ALICE not in said
    assert brought(table, table.last(NEW)) == {"addressasked": {"game": "spring", "title": "Payola Diplomacy"}}


def test_both_addresses_write_and_the_new_one_is_written_to(table: Table) -> None:
    asked_there(table)
    table.write(NEW, "CONFIRM", table.last(NEW))
    table.write(NEW, SHEET, table.last(NEW))
    assert table.filed() == ("4 : A PAR - BUR",)
    table.write(ALICE, "4 : A PAR - PIC", table.last(NEW))
    assert table.filed() == ("4 : A PAR - PIC",)
    assert brought(table, table.last(NEW))["filed"]["lines"] == ["4 : A PAR - PIC"]


def test_an_address_of_his_own_needs_no_question_there_and_leads_back_again(table: Table) -> None:
    asked_there(table, f"SET ADDRESS {WORK}")
    assert goes(table) == WORK and "moved" in brought(table, table.last(WORK))
    assert "goes to another address" in words_of(table.last(ALICE))
    table.write(WORK, f"SET ADDRESS {ALICE}", table.last(WORK))
    table.write(WORK, "CONFIRM", table.last(WORK))
    assert goes(table) == ALICE


@pytest.mark.parametrize(
    ("address", "why"),
    [
        (ALICE, phrase("fault.same-address")),
        ("gm@example.org", phrase("fault.our-address")),
        ("gm+abc@example.org", phrase("fault.our-address")),
        ("mailer-daemon@example.net", phrase("fault.our-address")),
        ("rubbish", phrase("fault.no-address")),
        ("rubb@ish@example.net", phrase("fault.no-address")),
        ("new@exämple.net", phrase("fault.no-address")),
    ],
)
def test_an_address_that_cannot_be_is_refused_at_once(table: Table, address: str, why: str) -> None:
    table.write(ALICE, f"SET ADDRESS {address}", table.last(ALICE))
    assert brought(table, table.last(ALICE))["noaddress"] == {"why": why} and goes(table) == ALICE
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert goes(table) == ALICE
    assert not any("addressasked" in brought(table, mail) for mail in table.mails(address))


def test_two_new_addresses_in_one_letter_are_a_fault_of_the_letter(table: Table) -> None:
    table.write(ALICE, f"SET ADDRESS {NEW}\nSET ADDRESS {NEWER}", table.last(ALICE))
    assert faults(table, "FRANCE") == [(2, 1, phrase("fault.two-addresses"), "")]
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    assert table.mails(NEW) == table.mails(NEWER) == []


@pytest.mark.parametrize("answer", ["DENY", "hello"])
def test_without_a_confirm_at_the_new_address_all_stays_as_it_is(table: Table, answer: str) -> None:
    asked_there(table)
    asked = table.last(NEW)
    table.write(NEW, answer, asked)
    assert goes(table) == ALICE
    if answer == "DENY":
        table.write(NEW, "CONFIRM", asked)
        assert goes(table) == ALICE


def test_a_forged_new_address_is_asked_about_twice_at_the_old_one(table: Table) -> None:
    table.write(ALICE, f"SET ADDRESS {EVE}")
    assert "letterheld" in brought(table, table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    asked = brought(table, table.last(ALICE))["confirmasked"]
    assert asked["what"] == phrase("ask.own-address", game="spring") and table.mails(EVE) == []
    for sender, reply in [(EVE, table.last(ALICE)), (ALICE, table.last(BOB))]:
        table.write(sender, "CONFIRM", reply)
    assert table.mails(EVE)[1:] == [] and goes(table) == ALICE


def test_nobody_confirms_an_address_that_is_not_his(table: Table) -> None:
    asked_there(table)
    asked = table.last(NEW)
    table.write(EVE, "CONFIRM", asked)
    table.write(ALICE, "CONFIRM", asked)
    table.write(NEW, "CONFIRM", subject="[spring]")
    table.write(BOB, "CONFIRM", asked)
    assert (goes(table), goes(table, "ENGLAND")) == (ALICE, BOB)


def test_a_confirm_after_a_takeover_touches_nobody(table: Table) -> None:
    asked_there(table)
    asked = table.last(NEW)
    table.office.operate("spring", ["replace", "FRANCE"], table.at, CAROL)
    table.write(NEW, "CONFIRM", asked)
    assert goes(table) == CAROL and table.office.store.players.seats_of(NEW) == []
    assert brought(table, table.last(NEW))["nothingtoconfirm"] == {"waits": False, "answers": False}


def test_a_question_not_yet_confirmed_ends_with_its_players_leave(table: Table) -> None:
    table.write(ALICE, f"SET ADDRESS {NEW}", table.last(ALICE))
    asked = table.last(ALICE)
    table.office.operate("spring", ["replace", "FRANCE"], table.at, CAROL)
    table.write(ALICE, "CONFIRM", asked)
    assert table.mails(NEW) == [] and goes(table) == CAROL


def test_a_question_of_two_weeks_ago_can_no_longer_be_confirmed(table: Table) -> None:
    asked_there(table)
    table.write(NEW, "CONFIRM", table.last(NEW), at=table.at + 15 * DAY)
    assert goes(table) == ALICE


def test_who_watched_from_the_new_address_watches_no_more(table: Table) -> None:
    table.does(NEW, "OBSERVE spring")
    asked_there(table)
    table.write(NEW, "CONFIRM", table.last(NEW))
    assert goes(table) == NEW and table.office.game("spring").guests == {}


def test_the_new_address_dies_with_the_seat(table: Table) -> None:
    asked_there(table)
    table.write(NEW, "CONFIRM", table.last(NEW))
    last = table.last(NEW)
    table.office.operate("spring", ["replace", "FRANCE"], table.at, CAROL)
    table.write(NEW, SHEET, last)
    table.write(ALICE, SHEET, last)
    assert table.filed() == () and goes(table) == CAROL


def everything(table: Table) -> None:
    table.form()
    asked_there(table)
    table.write(ALICE, f"SET ADDRESS to {BOB}\nSET ADDRESS no@@such", table.last(ALICE))
    table.write(ALICE, f"SET ADDRESS {EVE}")
    table.does(CAROL, f"JOIN summer\n-\nCarol {CAROL}")
    table.does(NEWER, f"OBSERVE spring AS {NEWER}\nmy address is <{NEWER}>")
    table.office.operate("summer", ["invite", ""], table.at, WORK)
    table.write(NEW, "CONFIRM", table.last(NEW))


@pytest.mark.parametrize("name", ["spring", "summer"])
def test_no_address_stands_in_a_journal(table: Table, name: str) -> None:
    everything(table)
    entries = list(table.office.store.journal.entries(name))
    assert len(entries) > 3
    assert [entry.n for entry in entries if "@" in as_json(entry.data)] == []
    assert "@" not in as_json(table.office.game(name))
    assert check_store(table.office.store) == ([], 2)


def purged(path: Path) -> Store:
    """A database whose two games have been purged."""
    table = Table(path=str(path))
    everything(table)
    for name in ("spring", "summer"):
        table.office.operate(name, ["abort"], table.at)
    table.strike(table.at + 30 * DAY)
    store = table.office.store
    store.change("update outbox set state = 'sent'")
    for name in ("spring", "summer"):
        purge_game(store, name)
    return store


def test_a_purge_leaves_no_address_of_anybody_who_came_near_the_game(tmp_path: Path) -> None:
    data = dumped(purged(tmp_path / "gm.sqlite")).lower()
    assert "spring" in data and [one for one in NEAR_BY if one in data] == []


@pytest.mark.sqlite
def test_a_purge_leaves_no_address_in_the_file_either(tmp_path: Path) -> None:
    purged(tmp_path / "gm.sqlite").close()
    data = (tmp_path / "gm.sqlite").read_bytes().lower()
    assert [one for one in NEAR_BY if one.encode() in data] == []


def test_nobody_can_find_out_whether_an_address_plays_in_the_game(table: Table) -> None:
    told = []
    for address in (BOB, "nobody@example.org"):
        table.write(ALICE, f"SET ADDRESS {address}", table.mails(ALICE)[0])
        asked = words_of(table.last(ALICE)).replace(address, "(the address)")
        table.write(ALICE, "CONFIRM", table.last(ALICE))
        told.append((asked, words_of(table.last(ALICE))))
    assert told[0] == told[1]


def test_who_plays_in_the_game_cannot_take_another_players_mail(table: Table) -> None:
    table.write(ALICE, f"SET ADDRESS {BOB}", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(BOB, "CONFIRM", table.last(BOB))
    assert goes(table) == ALICE
