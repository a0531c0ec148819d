"""NOT WITH and WITH: who may say it, what it keeps apart, that nobody learns of it, and what is left after a purge."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from helpers.mails import words_of
from helpers.mailtable import ALICE, BOB, DAY, EVE, WORK, Table
from helpers.told import brought, faults, heard

from gm.desk.arrival.putback import note_put_back
from gm.desk.books.fsck import check_store
from gm.desk.books.purge import purge_game
from gm.desk.entries.events import person_hash
from gm.desk.notices.phrases import phrase
from gm.desk.people.blocks import LASTS, MOST
from gm.post.inbound.authenticity import Authenticity
from gm.store.store import Store

NEW, CAROL = "new@example.net", "carol@example.net"


class Blocking(Table):
    """A running game of Alice and Bob with five vacant seats, and summer, which looks for players."""

    def __init__(self, joining: str = "") -> None:
        super().__init__()
        self.form(joining=joining)
        self.vouched = Authenticity("pass", "vouched for")

    def says(self, who: str, line: str) -> str:
        """Write a line to no game, and return what became of it."""
        answers = heard(self)
        self.asks(who, line)
        ((kind, facts),) = answers
        assert kind == "blocks"
        ((what, _),) = facts["done"]
        return str(what)

    def named(self, who: str) -> list[str]:
        """Whom somebody's own list has."""
        answers = heard(self)
        self.asks(who, "NOT WITH")
        ((_, facts),) = answers
        return list(facts["others"])

    def joined(self, who: str, game: str = "summer") -> bool:
        self.does(who, f"JOIN {game}")
        found = self.office.game(game)
        return person_hash(found.key, who) in found.guests

    def refused(self, who: str, line: str) -> str:
        """The words of the answer to somebody who does not get a place, without what is about that mail alone."""
        return words_of(self.asks(who, line))


@pytest.fixture
def table() -> Blocking:
    return Blocking()


# -- who may say it ----------------------------------------------------------------------------------------------------


def test_a_list_is_kept_shown_and_taken_back(table: Blocking) -> None:
    assert table.named(ALICE) == []
    assert table.says(ALICE, "NOT WITH <Eve@Evil.example>.") == table.says(ALICE, f"not with {NEW}") == "kept"
    assert table.named(ALICE) == [EVE, NEW] and table.named(EVE) == []
    assert table.says(ALICE, f"WITH {EVE}") == "lifted" and table.says(ALICE, f"WITH {EVE}") == "unknown"
    assert table.named(ALICE) == [NEW]


def test_each_line_of_a_mail_counts(table: Blocking) -> None:
    count = len(table.mails(ALICE))
    table.asks(ALICE, f"NOT WITH {EVE}\nNOT WITH {NEW}\nNOT WITH {CAROL}\nWITH {NEW}\nWITH {BOB}")
    assert len(table.mails(ALICE)) == count + 2 and table.named(ALICE) == [CAROL, EVE]


@pytest.mark.parametrize(
    ("line", "what"), [("NOT WITH bob", "unread"), (f"NOT WITH {ALICE}", "own"), (f"WITH {BOB}", "unknown")]
)
def test_what_cannot_be_is_answered(table: Blocking, line: str, what: str) -> None:
    assert table.says(ALICE, line) == what and table.named(ALICE) == []


def test_an_address_may_stand_behind_a_name(table: Blocking) -> None:
    table.asks(ALICE, f"NOT WITH Eve Dropper <{EVE}>")
    assert table.named(ALICE) == [EVE]
    table.asks(ALICE, f"WITH <{EVE}>.")
    assert table.named(ALICE) == []


@pytest.mark.parametrize(
    "line", [f"With Eve <{EVE}> I never play", "With kind regards", "With thanks", "Not with me, I am afraid."]
)
def test_sentences_that_begin_so_are_no_commands(table: Blocking, line: str) -> None:
    answers = heard(table)
    table.write(ALICE, line, subject="hello")
    assert [kind for kind, _ in answers] == ["nogame"]


@pytest.mark.parametrize("verdict", ["none", "fail"])
def test_what_anybody_may_have_written_changes_nothing(table: Blocking, verdict: str) -> None:
    table.vouched = Authenticity(verdict, "")  # type: ignore[arg-type]
    assert table.says(ALICE, f"NOT WITH {EVE}") == table.says(ALICE, f"WITH {EVE}") == "unproven"
    assert EVE not in words_of(table.last(ALICE)) and table.named(ALICE) == []


def test_a_reply_to_a_mail_of_ours_proves_it_and_leaves_nothing_in_the_game(table: Blocking) -> None:
    table.vouched = Authenticity("none", "nothing is known")
    entries = table.office.store.games.entries("spring")
    table.write(ALICE, f"NOT WITH {EVE}", table.last(ALICE))
    assert table.named(ALICE) == [EVE] and table.office.store.games.entries("spring") == entries
    assert table.office.store.value("select game from inbox order by id desc limit 1 offset 1") == ""


def test_a_player_whose_sitter_is_forged_says_nothing_in_the_sitters_name(table: Blocking) -> None:
    table.vouched = Authenticity("none", "nothing is known")
    table.write(ALICE, f"SITTER {EVE} FROM 6 Jan TO 20 Jan", table.last(ALICE))
    table.write(ALICE, "CONFIRM", table.last(ALICE))
    table.write(EVE, "CONFIRM", table.last(EVE))
    own = [mail for mail in table.mails(ALICE) if "+" in str(mail["Reply-To"])][-1]
    table.at += DAY
    table.write(EVE, f"NOT WITH {BOB}", own)
    assert table.named(EVE) == []


def test_beside_other_lines_of_a_letter_it_is_a_fault(table: Blocking) -> None:
    table.write(ALICE, f"4 : A PAR - BUR\nNOT WITH {EVE}", table.last(ALICE))
    assert [text for _, _, text, _ in faults(table, "FRANCE")] == [phrase("fault.not-alone")]
    assert table.named(ALICE) == []


# -- what it keeps apart -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("blocker", "other"), [(ALICE, EVE), (EVE, ALICE)])
def test_neither_joins_where_the_other_has_joined(table: Blocking, blocker: str, other: str) -> None:
    assert table.joined(ALICE)
    table.says(blocker, f"NOT WITH {other}")
    assert brought(table, table.asks(EVE, "JOIN summer"))["noplace"]["why"] == "full" and not table.joined(EVE)
    assert table.joined(BOB)
    table.says(blocker, f"WITH {other}")
    assert table.joined(EVE)
    assert check_store(table.office.store)[0] == []


@pytest.mark.parametrize(("blocker", "other"), [(BOB, EVE), (EVE, BOB)])
@pytest.mark.parametrize("line", ["JOIN spring AS ITALY", "TAKEOVER ITALY\nspring", "JOIN spring"])
def test_neither_takes_a_seat_beside_the_other(table: Blocking, blocker: str, other: str, line: str) -> None:
    table.says(blocker, f"NOT WITH {other}")
    table.write(EVE, line, subject="[spring]")
    told = brought(table, table.last(EVE))
    assert "seattaken" in told or told["noplace"]["why"] == "running"
    assert table.office.game("spring").pending == {}


def test_who_was_asked_before_the_other_came_is_refused_at_the_confirm(table: Blocking) -> None:
    table.says(ALICE, f"NOT WITH {EVE}")
    asked = table.asks(EVE, "JOIN summer")
    assert table.joined(ALICE)
    table.write(EVE, "CONFIRM", asked)
    assert brought(table, table.last(EVE))["noplace"]["why"] == "full"


def test_it_holds_for_all_addresses_of_both(table: Blocking) -> None:
    with table.office.store.transaction():
        table.office.store.persons.merge(EVE, NEW)
    table.says(BOB, f"NOT WITH {EVE}")
    table.says(CAROL, f"NOT WITH {WORK}")  # which Alice may write from in spring
    for who in (NEW, CAROL):
        table.write(who, "JOIN spring AS ITALY")
        assert "seattaken" in brought(table, table.last(who))
    assert table.says(WORK, f"NOT WITH {ALICE}") == "own"


def test_who_is_invited_is_answered_no_otherwise(table: Blocking) -> None:
    assert table.joined(ALICE)
    table.says(ALICE, f"NOT WITH {EVE}")
    table.office.operate("summer", ["invite"], table.at, address=EVE)
    table.write(EVE, "JOIN", table.last(EVE))
    assert brought(table, table.last(EVE))["noplace"]["why"] == "full"


def test_who_is_in_already_stays(table: Blocking) -> None:
    assert table.joined(ALICE) and table.joined(EVE)
    table.says(ALICE, f"NOT WITH {EVE}")
    table.write(EVE, "JOIN PREFER ITALY", table.last(EVE))
    found = table.office.game("summer")
    assert found.guests[person_hash(found.key, EVE)].wishes == ("ITALY",)


def test_one_person_names_so_many_within_thirty_days(table: Blocking) -> None:
    others = [f"p{number}@example.net" for number in range(MOST + 1)]
    assert [table.says(ALICE, f"NOT WITH {one}") for one in others] == ["kept"] * MOST + ["many"]
    assert table.says(ALICE, f"WITH {others[0]}") == "lifted"
    assert table.says(ALICE, f"NOT WITH {others[MOST]}") == "many"
    assert table.says(ALICE, f"NOT WITH {others[0]}") == "kept" and table.says(ALICE, f"WITH {others[0]}") == "lifted"
    table.at += LASTS + timedelta(minutes=1)
    assert table.says(ALICE, f"NOT WITH {others[MOST]}") == "kept" and len(table.named(ALICE)) == MOST


def test_a_letter_that_a_restore_has_put_back_acts_again_without_an_answer(table: Blocking) -> None:
    assert table.says(ALICE, f"NOT WITH {EVE}") == "kept"
    store, count = table.office.store, len(table.mails(ALICE))
    whole = store.value("select whole from inbox order by id desc limit 1")
    with store.transaction():
        store.blocks.forget([ALICE])
        store.change("delete from inbox where whole = ?", [whole])
        note_put_back(store, [(whole, table.at)])
    table.letters -= 1
    table.write(ALICE, f"NOT WITH {EVE}", subject="hello")
    assert store.blocks.of([ALICE]) == [EVE] and len(table.mails(ALICE)) == count


# -- what is left of it ------------------------------------------------------------------------------------------------


def ended(table: Blocking) -> Store:
    """The store once spring, the only game that knows Alice and Bob, is over and all is sent."""
    table.at += DAY
    table.office.operate("spring", ("abort",), table.at)
    table.strike(table.at + 30 * DAY)
    table.office.store.change("update outbox set state = 'sent'")
    return table.office.store


@pytest.mark.parametrize("gone", [ALICE, BOB])
def test_a_purge_removes_whatever_names_somebody(gone: str, tmp_path: Path) -> None:
    table = Blocking()
    table.says(ALICE, f"NOT WITH {BOB}")
    table.says(EVE, f"NOT WITH {gone}")
    store = ended(table)
    assert purge_game(store, "spring")
    assert store.rows("select * from blocks") == []
    assert all(gone.encode() not in row["raw"] for row in store.rows("select raw from outbox where game = ''"))
    assert all(gone.encode() not in row["raw"] for row in store.rows("select raw from inbox"))


def test_a_sealed_database_seals_it(tmp_path: Path) -> None:
    store = Store(tmp_path / "gm.sqlite", b"k" * 32)
    with store.transaction():
        store.blocks.keep(ALICE, BOB)
    store.lock(b"k" * 32)
    with store.transaction():
        store.blocks.keep(EVE, BOB)
    held = " ".join(map(str, store.tuples("select address, other from blocks")))
    assert BOB not in held and ALICE not in held and EVE not in held
    assert store.blocks.against([BOB]) == [ALICE, EVE] and store.blocks.of([EVE]) == [BOB]
    store.close()
