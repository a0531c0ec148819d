"""I AM ALSO: two addresses become one person's by a CONFIRM from each, and nobody learns whether one is known."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, MINUTE, START, Table
from helpers.told import heard, kinds

from gm.desk.arrival.personal import MOST_ADDRESSES, PER_HOUR
from gm.desk.books.purge import purge_game
from gm.desk.mails.asked import PERSON_ASKED, PersonAsked
from gm.post.inbound.authenticity import Authenticity
from gm.rules import as_seat
from gm.store.inbox import State
from gm.store.records import Record

HOME, NEW, THIRD = "ann@home.example", "ann@work.example", "cy@example.net"
VOUCHED, FORGED = Authenticity("pass", "it is signed"), Authenticity("fail", "it is not")


@pytest.fixture
def table() -> Table:
    return Table(judged=True)


def claims(table: Table, who: str, other: str, vouched: bool = True) -> EmailMessage:
    """Let somebody say that another address is theirs; return the answer."""
    table.vouched = VOUCHED if vouched else Authenticity("none", "nothing is known")
    return table.asks(who, f"I AM ALSO {other}")


def linked(table: Table, who: str, other: str) -> None:
    claims(table, who, other)
    table.write(other, "CONFIRM", table.last(other))


def persons(table: Table, who: str) -> list[str]:
    return table.office.store.persons.addresses(who)


def waits(table: Table) -> list[PersonAsked]:
    return list(table.office.store.facts.beginning(PERSON_ASKED, PersonAsked).values())


def record(played: str, address: str) -> Record:
    return Record(
        played, as_seat("ITALY"), 1, address=address, ruleset="payola", ended=START - DAY, came="began", result="won",
        filed=1, late=0, missed=0,
    )  # fmt: skip


def known(table: Table, *addresses: str) -> None:
    """Give addresses a record, each of a game of their own."""
    with table.office.store.transaction():
        table.office.store.records.keep([record(f"g{n}", one) for n, one in enumerate(addresses)])


# -- both confirm --------------------------------------------------------------------------------------------------


def test_two_addresses_are_one_persons_once_each_has_confirmed(table: Table) -> None:
    known(table, HOME, NEW)
    question = claims(table, HOME, NEW, vouched=False)
    assert HOME in words_of(question) and NEW in words_of(question) and table.mails(NEW) == []
    table.write(HOME, "CONFIRM", question)
    assert HOME in words_of(table.last(NEW)) and persons(table, HOME) == [HOME]
    assert table.write(NEW, "CONFIRM", table.last(NEW)).state == State.DONE
    assert persons(table, HOME) == persons(table, NEW) == [HOME, NEW] and waits(table) == []
    told = heard(table)
    table.asks(HOME, "MY RECORD")
    table.asks(NEW, "MY RECORD")
    (_, one), (_, other) = told
    assert one == other and one["addresses"] == [HOME, NEW] and len(one["games"]) == 2
    assert NEW in words_of(table.last(HOME))


def test_whose_mail_is_vouched_for_is_not_asked_themselves(table: Table) -> None:
    claims(table, HOME, NEW)
    assert [one.act for one in waits(table)] == ["link"] and len(table.mails(HOME)) == len(table.mails(NEW)) == 1


def test_in_the_name_of_somebody_else_nothing_comes_to_the_other_address(table: Table) -> None:
    claims(table, HOME, NEW, vouched=False)
    table.write(HOME, "DENY", table.last(HOME))
    assert table.mails(NEW) == [] and waits(table) == []
    table.vouched = FORGED
    table.write(HOME, f"I AM ALSO {NEW}", subject="hello")
    assert waits(table) == []


@pytest.mark.parametrize("lines", ["I am also {}", "  I AM ALSO <{}>", "I Am Also {}.\nthanks"])
def test_it_may_be_written_as_one_writes(table: Table, lines: str) -> None:
    table.vouched = VOUCHED
    table.asks(HOME, lines.format(NEW.upper()))
    assert [one.address for one in waits(table)] == [NEW]


def test_a_sentence_that_begins_so_asks_nobody(table: Table) -> None:
    told = heard(table)
    table.vouched = VOUCHED
    table.asks(HOME, "I am also interested in a game")
    assert [kind for kind, _ in told] == ["nogame"]


# -- nothing is said of the other address ----------------------------------------------------------------------------


def answer(table: Table, other: str) -> str:
    """What Ann is told who says that this address is hers, without the address."""
    return words_of(claims(table, HOME, other)).replace(other, "")


def test_the_answer_is_the_same_whoever_the_other_address_is(table: Table) -> None:
    known(table, EVE)
    linked(table, EVE, "eve@work.example")
    bare = answer(table, NEW)
    assert answer(table, BOB) == answer(table, EVE) == bare


def test_the_answer_is_the_same_where_nothing_more_is_sent(table: Table) -> None:
    bare = answer(table, BOB)
    before = len(table.mails(BOB))
    assert answer(table, BOB) == bare and len(table.mails(BOB)) == before  # at once a second time
    table.write(BOB, "DENY", table.last(BOB))
    table.at += 2 * DAY
    mails = len(table.mails(BOB))
    assert answer(table, BOB) == bare and len(table.mails(BOB)) == mails  # they have said no
    for n in range(3):
        claims(table, f"p{n}@example.org", NEW)
    mails = len(table.mails(NEW))
    assert answer(table, NEW) == bare and len(table.mails(NEW)) == mails  # enough others have asked


def test_who_has_asked_hears_nothing_of_a_deny(table: Table) -> None:
    claims(table, HOME, NEW)
    before = len(table.mails(HOME))
    table.write(NEW, "DENY", table.last(NEW))
    assert len(table.mails(HOME)) == before and persons(table, NEW) == [NEW]


def test_an_address_is_asked_the_same_once_a_day_and_the_newest_mail_counts(table: Table) -> None:
    claims(table, HOME, NEW)
    first = table.last(NEW)
    table.at += DAY + MINUTE
    claims(table, HOME, NEW)
    assert len(table.mails(NEW)) == 2
    table.write(NEW, "CONFIRM", first)
    assert persons(table, NEW) == [NEW]
    table.write(NEW, "CONFIRM", table.mails(NEW)[1])
    assert persons(table, NEW) == [HOME, NEW]


# -- several who claim one -------------------------------------------------------------------------------------------


def test_an_address_that_two_claim_decides_whose_it_is(table: Table) -> None:
    claims(table, HOME, NEW)
    first = table.last(NEW)
    claims(table, THIRD, NEW)
    second = table.last(NEW)
    assert HOME in words_of(first) and THIRD in words_of(second) and THIRD not in words_of(first)
    table.write(NEW, "CONFIRM", second)
    assert persons(table, NEW) == [NEW, THIRD] and persons(table, HOME) == [HOME]
    told = heard(table)
    table.write(NEW, "CONFIRM", first)  # it was asked before the address was somebody's
    assert [facts for _, facts in told] == [{"why": "changed"}] and persons(table, HOME) == [HOME]


def test_an_address_of_somebody_else_brings_that_person_along_and_all_of_them_are_told(table: Table) -> None:
    linked(table, THIRD, NEW)
    before = len(table.mails(THIRD))
    linked(table, HOME, NEW)
    assert persons(table, HOME) == [HOME, NEW, THIRD]
    assert len(table.mails(THIRD)) == before + 1 and HOME in words_of(table.last(THIRD))


def test_a_person_can_have_only_so_many_addresses(table: Table) -> None:
    with table.office.store.transaction():
        for n in range(MOST_ADDRESSES - 1):
            table.office.store.persons.merge(HOME, f"p{n}@example.org")
    linked(table, HOME, NEW)
    assert persons(table, NEW) == [NEW] and len(persons(table, HOME)) == MOST_ADDRESSES


# -- who confirms ----------------------------------------------------------------------------------------------------


def test_only_the_address_that_was_asked_confirms(table: Table) -> None:
    claims(table, HOME, NEW)
    question = table.last(NEW)
    for who in (HOME, EVE):
        table.write(who, "CONFIRM", question)
    table.vouched = FORGED
    assert table.write(NEW, "CONFIRM", question).state == State.HELD
    assert persons(table, HOME) == [HOME]
    table.vouched = Authenticity("none", "nothing is known")
    table.write(NEW, "What is this?", question)
    assert persons(table, HOME) == [HOME]
    table.write(NEW, "CONFIRM", question)
    assert persons(table, HOME) == [HOME, NEW]


def test_a_question_that_others_were_shown_confirms_nothing_any_more(table: Table) -> None:
    claims(table, HOME, NEW)
    question = table.last(NEW)
    table.write(NEW, "Look at this", question, to=f"{question['Reply-To']}, {EVE}")
    table.write(NEW, "CONFIRM", question)
    assert persons(table, HOME) == [HOME]


@pytest.mark.parametrize(("after", "both"), [(timedelta(days=6), [HOME, NEW]), (timedelta(days=8), [HOME])])
def test_a_question_lasts_a_week(table: Table, after: timedelta, both: list[str]) -> None:
    claims(table, HOME, NEW)
    table.at += after
    table.write(NEW, "CONFIRM", table.last(NEW))
    assert persons(table, HOME) == both and waits(table) == []


def test_a_confirm_that_goes_wrong_does_nothing_at_all(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    claims(table, HOME, NEW)
    question, before = table.last(NEW), len(table.mails(HOME))
    with monkeypatch.context() as patch:
        patch.setattr("gm.desk.arrival.personal.write_alone", lambda *_: 1 / 0)  # planted: an error of ours
        assert table.write(NEW, "CONFIRM", question).state == State.FAILED
    assert persons(table, HOME) == [HOME] and len(table.mails(HOME)) == before and len(waits(table)) == 1
    table.write(NEW, "CONFIRM", question)
    assert persons(table, HOME) == [HOME, NEW]


# -- what cannot be ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("other", "why"),
    [(HOME, "same"), ("gm@example.org", "ours"), ("mailer-daemon@example.net", "ours"), ("a\"b@example.net", "unread"),
     (f"{'a' * 70}@example.net", "unread"), ("ann@", "unread")],
)  # fmt: skip
def test_an_address_that_cannot_be_asked_is_answered_with_the_reason(table: Table, other: str, why: str) -> None:
    told = heard(table)
    claims(table, HOME, other)
    assert told == [("personno", {"why": why})] and waits(table) == []


def test_who_is_one_person_already_is_told_so(table: Table) -> None:
    linked(table, HOME, NEW)
    told = heard(table)
    claims(table, NEW, HOME)
    assert told == [("personno", {"why": "one"})]


def test_one_address_asks_so_often_in_an_hour_and_three_at_a_time(table: Table) -> None:
    told = heard(table)
    for n in range(PER_HOUR + 1):
        table.at -= MINUTE  # in the same minute: a bucket refills
        claims(table, HOME, f"p{n}@example.org")
    assert [facts.get("why") for _, facts in told] == [None, None, None, "many", "many", "often"]
    assert len(waits(table)) == 3


def test_in_a_letter_to_a_game_it_is_not_done(table: Table) -> None:
    table.write(ALICE, f"I AM ALSO {NEW}", table.last(ALICE))
    assert "ofnogame" in kinds(table, "FRANCE") and waits(table) == []


def test_a_purge_forgets_what_was_asked_of_its_players(table: Table) -> None:
    claims(table, ALICE, NEW)
    claims(table, HOME, THIRD)
    table.office.operate("spring", ["draw", "FRANCE", "ENGLAND"], table.at)
    store = table.office.store
    with store.transaction():
        store.change("update games set next_strike = null")
        store.change("update outbox set state = 'sent'")
    purge_game(store, "spring")
    assert [one.address for one in waits(table)] == [THIRD]
    assert not any(ALICE in bucket for bucket in store.buckets.addresses())
