"""A password in a letter is nowhere but in the mail itself: not in journal, answers, questions, inbox or report."""

from __future__ import annotations

import json

from helpers.mails import words_of
from helpers.rows import each_row
from helpers.seventable import ADDRESS, SevenTable
from helpers.told import kinds

FORMS = [
    "SIGNON Fspring sesame77",
    "SIGNON sesame77",
    "SIGNON Fspring/sesame77",
    "* SIGNON Fspring sesame77",
    "1. SIGNON Fspring sesame77",
    "> SIGNON Fspring sesame77",
    "SINGON Fspring sesame77",
    "SIGN ON Fspring sesame77",
    "SIGNON Fspring\nsesame77",
    "SET PASSWORD sesame77",
    "SET PASS sesame77",
    "SET PASSWROD sesame77",
    "PASSWORD sesame77",
]


def everything(table: SevenTable) -> list[str]:
    """Whatever gm keeps and tells, but for mails as they came."""
    store = table.office.store
    mails = [f"{mail['Subject']}\n{words_of(mail)}\n{mail.as_bytes()!r}" for mail in table.mails(ADDRESS["FRANCE"])]
    inbox = [f"{row['subject']} {row['reason']}" for row in store.rows("select subject, reason from inbox")]
    journal = json.dumps([entry.data for entry in store.journal.entries("spring")])
    return [journal, *mails, *inbox, *table.report()]


@each_row("order", ["A PAR-BUR", "A PAR-BUX"])
@each_row("form", FORMS)
def test_a_password_is_nowhere_but_in_the_mail_itself(form: str, order: str) -> None:
    table = SevenTable(ruleset="diplomacy", played=("FRANCE", "GERMANY"))
    table.tell("FRANCE", form, order)
    first = table.mails(ADDRESS["FRANCE"])[0]
    if "\n" not in form:
        table.write(ADDRESS["FRANCE"], order, first, subject=f"Re: [spring] {form}")
    table.write(ADDRESS["FRANCE"], f"{form}\n{order}", subject=f"[spring] {form.replace(chr(10), ' ')}")  # is held
    assert kinds(table, "FRANCE") == ["letterheld"]
    table.write(ADDRESS["FRANCE"], "CONFIRM", table.of("FRANCE"))
    table.operate("abort")
    for told in everything(table):
        assert "sesame77" not in told and "c2VzYW1l" not in told
    assert any("***" in told for told in everything(table))
    table.check()


def test_a_signon_with_its_password_in_the_next_line_stops_no_order() -> None:
    table = SevenTable(ruleset="diplomacy", played=("FRANCE", "GERMANY"))
    table.tell("FRANCE", "SIGNON Fspring", "sesame77", "A PAR-BUR")
    assert table.filed() == ("A PAR - BUR",)
    table.tell("FRANCE", "SIGNON Fspring", "HOLD", "A PAR-PIC")
    assert "nosignon" in kinds(table, "FRANCE")


def test_a_word_that_is_a_command_is_no_password() -> None:
    table = SevenTable(ruleset="diplomacy", played=("FRANCE", "GERMANY"))
    table.tell("FRANCE", "SIGNON Fspring", "SHOW")
    assert "show" in kinds(table, "FRANCE")
    table.tell("FRANCE", "SET PASS sesame77", "A PAR-BUR")
    assert "nosignon" in kinds(table, "FRANCE") and table.filed() == ("A PAR - BUR",)
