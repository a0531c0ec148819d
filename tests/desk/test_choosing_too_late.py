"""Choosing too late: a sheet after the deadline, words after the beacon, another page after the game."""

from __future__ import annotations

import copy
import hashlib
import hmac
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from helpers.mails import text_of, words_of
from helpers.mailtable import DAY, GM, MINUTE
from helpers.rows import each_row
from helpers.told import all_kinds, kinds, notices
from test_beacon import ANN as ONE
from test_beacon import BEACON, GUS, HOUR, SEVEN, VALUE, enter, forming, full, over
from test_commitments import ANN, BOB, DUE, EVE, HOURS, SALT, SHEET, Hidden, HiddenWar

import gm.desk.people.beginning as beginning
import gm.offline.seal as seal
from gm.desk.game.chance import key_of
from gm.desk.game.refusal import OperatorError
from gm.offline.sheet import faults_of
from gm.offline.verify import read_report, verify_report
from gm.post.boxes.mbox import write_mbox
from gm.report.facts import Disclosure, Leaf
from gm.report.html import write_html


def arrives(table: Hidden, text: str, received: Any, now: Any, to: str = "", number: int = 1) -> None:
    """A letter of Ann's that the mailbox got at *received* and we find at *now*."""
    to = to or str(table.mails(ANN)[0]["Reply-To"])
    raw = f"From: <{ANN}>\nTo: {to}\nSubject: [spring]\nMessage-ID: <e{number}@y>\n\n{text}\n"
    table.office.receive(f"1/e{number}", raw.encode(), received, now)


# -- COMMIT and OPEN -------------------------------------------------------------------------------------------


def test_in_a_war_no_sheet_is_taken_in_the_window() -> None:
    table = HiddenWar()
    table.sends(ANN, "F6-F7", at=table.late())
    assert table.filed("SOUTH") == ()


def test_in_a_war_nothing_is_taken_back_in_the_window() -> None:
    table = HiddenWar()
    table.sends(ANN, "F6-F7")
    table.sends(ANN, "CLEAR", at=table.late())
    assert table.filed("SOUTH") == ("MAN F6-F7",)


def test_in_a_war_the_operator_cannot_write_a_sheet_in_the_window() -> None:
    table = HiddenWar()
    table.late()
    table.office.operate("spring", ["act", "SOUTH", "F6-F7"], table.at)
    assert table.filed("SOUTH") == ()


def test_in_a_war_a_sheet_beside_a_commitment_is_not_filed() -> None:
    table = HiddenWar()
    table.sends(ANN, f"COMMIT {'ab' * 32}", "F6-F7")
    assert table.filed("SOUTH") == ()


def test_nobody_chooses_in_the_window_among_letters_that_were_held_before_it() -> None:
    table = Hidden()
    for number in (1, 2):
        arrives(table, f"{number} : A PAR H", table.at, table.at, GM.address, number)
    table.late()
    for number in (1, 2):  # the answer to the first CONFIRM shows the second letter
        asked = next(mail for mail in reversed(table.mails(ANN)) if "DID YOU WRITE THIS" in words_of(mail))
        assert f"| {number} : A PAR H" in words_of(asked)
        table.write(ANN, "CONFIRM", asked)
        assert not table.filed()


def test_the_operator_chooses_in_the_window_among_no_held_letters() -> None:
    table = Hidden()
    for number in (1, 2):
        arrives(table, f"{number} : A PAR H", table.at, table.at, GM.address, number)
    table.late()
    inbox = table.office.store.inbox
    letter = inbox.aside(inbox.put_aside()[1].id)
    assert letter is not None
    table.office.redo(letter, table.at, confirm=True)
    assert not table.filed()


def test_an_outage_in_the_window_opens_it_for_no_sheet() -> None:
    table = Hidden()
    table.late()
    since, to = DUE + 2 * MINUTE, DUE + timedelta(hours=5)
    with table.office.store.transaction():
        table.office.books.commit(
            table.office.game("spring"), "spring", to, now=to, kind="outage",
            data={"since": since.isoformat(), "to": to.isoformat()},
        )  # fmt: skip
    arrives(table, "9 : A PAR H", DUE + timedelta(hours=2), to)
    assert not table.filed()


def test_a_pause_does_not_stretch_the_window() -> None:
    table = Hidden()
    table.late()
    with pytest.raises(OperatorError, match="window"):
        table.office.operate("spring", ["pause"], DUE + 3 * MINUTE)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("L6-M6", "L6-K6"), ("L6-M6", "L6-\u212a6")),  # the sign for Kelvin is a K to NFC, and to nobody else
        (("TRUCK D4-D5", "-C6 WITH 2"), ("TRUCK" + " " * 60 + "D4-D5", "-C6 WITH 2")),  # long enough to be broken
    ],
)
def test_one_commitment_opens_one_sheet(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    found = []
    for sheet in (first, second):
        table = HiddenWar()
        table.commits(ANN, "SOUTH", *first, phase=table.phase())
        table.opens(ANN, *sheet)
        if table.office.game("spring").seats["SOUTH"].opened:
            found.append(table.filed("SOUTH"))
    assert len(set(found)) == 1


SHEETS = [
    ("OFFERS", "4 : A PAR - BUR", "5 $", "END"),
    ("4 : A PAR - BUR", "SIGNOFF"),
    ("PRESS TO GERMANY", "hello", "END", "5 $"),
]


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_gm_seal_makes_can_be_opened(sheet: tuple[str, ...]) -> None:
    if list(faults_of("payola", "FRANCE", "\n".join(sheet))):
        return  # gm seal --rules has said so
    made = seal.sealed("spring", "S1901M", "FRANCE", "\n".join(sheet))
    table = Hidden()
    table.sends(ANN, made.split("\n")[2])
    table.sends(ANN, made.split("Keep it:\n")[1], at=table.late())
    assert table.office.game("spring").seats["FRANCE"].opened, table.faults("FRANCE")


def test_an_opening_in_reply_to_press_is_one() -> None:
    table = Hidden()
    table.commits(ANN, "FRANCE", *SHEET)
    table.sends(BOB, "PRESS TO FRANCE", "hello", "END")
    press = table.last(ANN)
    table.late()
    table.write(ANN, "\n".join((f"OPEN {SALT}", *SHEET, "END")), press)
    assert table.office.game("spring").seats["FRANCE"].opened and len(table.filed()) == len(SHEET)


@pytest.mark.parametrize("line", [f"OPEN: {SALT}", f"OPEN {SALT}.", f"OPEN <{SALT}>", f"OPEN {SALT[:20]}xyz"])
def test_who_mistypes_open_is_not_told_that_only_open_is_taken(line: str) -> None:
    table = Hidden()
    table.commits(ANN, "FRANCE", *SHEET)
    table.sends(ANN, line, *SHEET, "END", at=table.late())
    faults = table.faults("FRANCE")
    assert table.filed() or not any("only OPEN is taken" in fault for fault in faults)


def test_an_opening_that_came_in_time_and_was_found_too_late_is_told_so() -> None:
    table = Hidden()
    table.commits(ANN, "FRANCE", *SHEET)
    table.late()
    table.strike(DUE + HOURS + MINUTE)
    arrives(table, f"OPEN {SALT}\n4 : A PAR - BUR\n5 $\nEND", DUE + timedelta(hours=11), DUE + HOURS + 5 * MINUTE)
    assert "toolate" in kinds(table, "FRANCE")


def test_what_was_asked_for_after_the_deadline_is_gone_when_the_game_is_taken_back_to_before_it() -> None:
    table = Hidden()
    table.sends(BOB, "TRANSFER 5 TO FRANCE", at=table.late())
    table.office.operate("spring", ["rollback", "S1901M"], table.at)
    assert table.office.game("spring").seats["GERMANY"].later == ()


def test_a_rollback_with_orders_keeps_commitments_or_says_that_they_are_gone() -> None:
    table = Hidden()
    table.commits(ANN, "FRANCE", *SHEET)
    table.late()
    table.office.operate("spring", ["rollback", "S1901M", "with-orders"], table.at)
    assert table.office.game("spring").seats["FRANCE"].commitment or "COMMIT" in text_of(table.last(ANN))


def test_letters_that_act_later_act_each_by_itself() -> None:
    table = Hidden()
    table.late()
    table.sends(ANN, "ACCEPT FAEGIRT")
    for _ in range(3):  # of 48
        table.sends(ANN, "TRANSFER 20 TO GERMANY")
    table.strike(DUE + HOURS + MINUTE)
    assert text_of(table.last(BOB)).count("from France") == 2  # of 48, twice 20
    assert table.office.game("spring").seats["FRANCE"].later == () and "notacted" in all_kinds(table, "FRANCE")
    untold = notices(table, "FRANCE")["notacted"]["lines"]
    assert "ACCEPT FAEGIRT" not in str(untold)


# -- draws -----------------------------------------------------------------------------------------------------


def mbox(table: Any, who: str) -> bytes:
    rows = table.office.store.rows("select raw from outbox where recipient = ? order by id", [who])
    return b"".join(write_mbox("gm@example.org", table.at, row["raw"]) for row in rows)


def faults_after(table: Any) -> tuple[str, ...]:
    table.strike(table.at + 2 * HOUR)
    table.at += 3 * HOUR
    return verify_report(over(table), mbox(table, ONE), beacon=VALUE).faults


def test_words_chosen_after_the_beacon_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator, with another gm and one player (number 7), chooses that player's words once the value is known."""

    def chosen(_: object) -> tuple[tuple[int, str], ...]:
        for k in range(10000):
            words = ((7, f"lucky {k}"),)
            key = key_of("summer", "s", VALUE, words).encode()
            draws = {n: hmac.new(key, f"seat/{n}".encode(), hashlib.sha256).digest() for n in range(1, 8)}
            if min(draws, key=lambda n: draws[n]) == 7:
                return words
        raise AssertionError

    table = full(BEACON)
    enter(table, VALUE)
    monkeypatch.setattr(beginning, "words_of", chosen)  # planted: an operator who cheats
    assert faults_after(table) and SEVEN[6] == GUS


@pytest.mark.parametrize("extra", [(), ((99, "of nobody"),), ((7, "twice"),)])
def test_words_in_another_order_or_of_nobody_are_found(
    monkeypatch: pytest.MonkeyPatch, extra: tuple[tuple[int, str], ...]
) -> None:
    table = forming(BEACON)
    for number, who in enumerate(SEVEN):
        table.does(who, f"JOIN summer NONCE words{number}")
    enter(table, VALUE)
    real = beginning.words_of
    # planted: an operator who cheats
    monkeypatch.setattr(
        beginning, "words_of", lambda players: (*real(players), *extra) if extra else tuple(reversed(real(players)))
    )
    assert faults_after(table)


def test_seats_given_otherwise_are_found_though_the_report_does_not_say_what_was_wished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = full(BEACON)
    enter(table, VALUE)
    # planted: an operator who cheats, and tells nothing of the wishes
    monkeypatch.setattr(beginning, "disclose_wishes", lambda *_: None)
    monkeypatch.setattr(
        beginning, "assign",
        lambda key, seats, who: dict(zip(sorted(who, key=lambda one: -who[one].number), seats, strict=False)),
    )  # fmt: skip
    assert faults_after(table)


def test_a_game_with_a_beacon_whose_report_has_no_draw_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    table = full(BEACON)
    enter(table, VALUE)
    # planted: an operator who cheats, and tells nothing of the draw
    monkeypatch.setattr(beginning, "disclose_wishes", lambda *_: None)
    monkeypatch.setattr(beginning, "draw_told", lambda *_: None)
    assert faults_after(table)


# -- the page and its journal ----------------------------------------------------------------------------------


def _swap_names(page: Any) -> None:
    seats = {seat["code"]: seat for seat in page["seats"]}
    seats["GERMANY"]["name"], seats["ITALY"]["name"] = "Italy", "Germany"


def _move_facts(page: Any) -> None:
    page["chapters"][1]["facts"] += page["chapters"][0]["facts"]
    page["chapters"][0]["facts"] = []


def _reverse_chapters(page: Any) -> None:
    page["chapters"].reverse()


def _reverse_facts(page: Any) -> None:
    for chapter in page["chapters"]:
        chapter["facts"].reverse()


def _other_code(page: Any) -> None:
    page["chapters"][0]["code"] = "S1905M"


def _not_judged(page: Any) -> None:
    page["chapters"][0]["judged"] = False


def _other_rules(page: Any) -> None:
    page["ruleset"] = "ground-war"


FORGERIES = [
    _swap_names, _move_facts, _reverse_chapters, _reverse_facts, _other_code, _not_judged, _other_rules,
]  # fmt: skip


@each_row("forge", FORGERIES)
def test_a_page_made_of_the_facts_in_another_place_is_found(forge: Any) -> None:
    table = Hidden()
    table.sends(ANN, "4 : A PAR - BUR")
    table.sends(BOB, "PRESS TO FRANCE", "I promise you Burgundy", "END")
    table.sends(EVE, "PRESS TO FRANCE", "hello from Rome", "END")
    table.late()
    table.strike(DUE + HOURS + MINUTE)
    table.at = DUE + HOURS + 2 * MINUTE
    table.sends(BOB, "4 : A MUN H")
    html, mails = table.ends(), table.mbox(ANN)
    assert verify_report(html, mails).ok
    report = read_report(html)
    assert report.page is not None
    page = msgspec.structs.replace(report.page, chain=tuple(Leaf(*entry) for entry in report.chain))
    facts = copy.deepcopy(msgspec.json.decode(msgspec.json.encode(page)))
    forge(facts)
    assert not verify_report(write_html(msgspec.convert(facts, Disclosure)), mails).ok


# -- the sealed database ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("begins", ["gm-sealed:AAAA", "gm-fixed:AAAA"])
def test_what_a_stranger_writes_like_something_sealed_breaks_nothing(begins: str) -> None:
    from gm.desk.books.exchange import pack

    table = Hidden()
    table.office.store.lock(bytes(range(32)))
    first = table.mails(ANN)[0]
    raw = f"From: <{ANN}>\nTo: {first['Reply-To']}\nSubject: [spring]\nMessage-ID: <{begins}>\n\n5 $\n"
    assert table.office.receive("1/x", raw.encode(), table.at, table.at).state == "done"
    raw = f'From: "{begins}" <eva@evil.example>\nTo: {GM.address}\nSubject: [spring]\n\nOBSERVE spring AS Owl\n'
    assert table.office.receive("1/y", raw.encode(), table.at, table.at).state != "failed"
    pack(table.office.store, "spring", table.at + DAY)


def test_an_act_of_the_operators_cannot_be_guessed_from_the_hash_of_a_sealed_journal() -> None:
    """Letters have a keyed digest in their entries; what the operator writes in somebody's name has nothing."""
    from gm.store.journal import entry_hash

    table = Hidden()
    table.office.operate("spring", ["act", "FRANCE", "4 : A PAR - BUR"], table.at)
    table.office.store.lock(bytes(range(32)))
    query = "select n, at, kind, version, before, hash from journal where game = 'spring' order by n desc limit 1"
    ((n, at, kind, version, before, digest),) = table.office.store.tuples(query)
    for bid in range(10):  # whoever has a copy of the sealed database tries what it may have been
        entry = msgspec.json.encode({"run": ["act", "FRANCE", f"{bid} : A PAR - BUR"]}, order="sorted").decode()
        assert entry_hash("spring", n, at, kind=kind, data=entry, version=version, before=before) != digest

