"""Whoever has resigned still gets the report at the end, once, whatever became of the seat."""

from __future__ import annotations

from email.message import EmailMessage

from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, MINUTE, WORK, Table

from gm.desk.books.fsck import check_store


def resigned(who: str = ALICE) -> Table:
    """A game that one player has left."""
    table = Table()
    table.write(who, "RESIGN", table.last(who))
    table.write(who, "CONFIRM", table.last(who))
    return table


def ends(table: Table, who: str) -> list[EmailMessage]:
    """The mails to an address that say that the game is over."""
    return [mail for mail in table.mails(who) if "END: the game is over" in str(mail["Subject"])]


def test_who_resigns_is_told_that_the_report_will_come_and_gets_it_with_the_others() -> None:
    table = resigned()
    assert "When the game is over, you get its report." in words_of(table.last(ALICE))
    assert "you get its report" not in words_of(table.last(BOB))
    before = len(table.mails(ALICE))
    table.office.operate("spring", ["abort"], table.at)
    (mail,) = table.mails(ALICE)[before:]
    said = words_of(mail)
    assert said.startswith("The game is over:") and "You have played France in it." in said
    assert "WHERE IT TURNED" in said or "HOW IT STOOD AT THE END" in said
    assert [part.get_filename() for part in mail.iter_attachments()] == ["spring-report.html"]
    assert len(ends(table, BOB)) == 1 and check_store(table.office.store) == ([], 1)


def test_who_has_come_back_or_watches_gets_it_once() -> None:
    table = resigned()
    table.write(ALICE, "OBSERVE spring AS Owl", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.office.operate("spring", ["abort"], table.at)
    assert len(ends(table, ALICE)) == 1
    table = resigned()
    table.write(ALICE, "TAKEOVER FRANCE", table.last(ALICE))
    table.office.operate("spring", ["abort"], table.at)
    assert len(ends(table, ALICE)) == 1


def test_who_was_put_out_by_the_operator_gets_no_more_mail() -> None:
    table = Table()
    table.office.operate("spring", ["resign", "FRANCE"], table.at)
    before = len(table.mails(ALICE))
    table.at += DAY
    table.office.operate("spring", ["abort"], table.at)
    assert len(table.mails(ALICE)) == before


def test_it_goes_to_the_address_where_the_mail_of_the_game_went() -> None:
    table = Table()
    table.write(WORK, "RESIGN", table.last(ALICE))
    table.write(WORK, "CONFIRM", table.last(ALICE))
    table.at += MINUTE
    table.office.operate("spring", ["abort"], table.at)
    assert len(ends(table, ALICE)) == 1 and not ends(table, WORK)
