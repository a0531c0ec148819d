"""`gm persons`: who plays here over all games, notes, merging and parting, and records of games that ended before."""

from __future__ import annotations

from datetime import UTC, datetime

from operating import Desk

from gm.desk.people.standins import OFFER, offers_anywhere

ALICE, LISSY, BOB = "alice@far.example", "lissy@near.example", "bob@far.example"


def person(desk: Desk, address: str) -> dict[str, object]:
    (found,) = (one for one in desk.json("persons") if address in one["addresses"])
    return dict(found)


def test_each_person_has_a_line_with_where_they_play(desk: Desk) -> None:
    rows = desk.json("persons")
    assert [one["addresses"] for one in rows] == [[ALICE], [BOB], ["carla@far.example"], [LISSY]]
    assert person(desk, ALICE)["seats"] == ["spring/FRANCE"]
    said = desk.run("persons")
    assert said.status == 0 and "4 persons" in said.out and ALICE in said.out


def test_persons_are_merged_and_parted(desk: Desk) -> None:
    assert desk.run("persons", "merge", ALICE, LISSY.upper(), "--yes").status == 0
    assert person(desk, LISSY)["addresses"] == [ALICE, LISSY] and "lissy" in desk.run("persons").out
    assert desk.run("persons", "merge", LISSY, ALICE, "--yes").status == 1
    assert desk.run("persons", "part", LISSY).status == 0
    assert person(desk, LISSY)["addresses"] == [LISSY] and desk.run("persons", "part", LISSY).status == 1


def test_nothing_is_merged_without_a_yes(desk: Desk) -> None:
    assert desk.run("persons", "merge", ALICE, BOB, typed="n\n").status != 0
    assert person(desk, BOB)["addresses"] == [BOB]


def test_two_seats_of_one_person_in_one_game_are_named(desk: Desk) -> None:
    assert "TWO SEATS" not in desk.run("persons").out
    desk.run("persons", "merge", ALICE, BOB, "--yes")
    assert "TWO SEATS IN spring" in desk.run("persons").out
    assert "TWO SEATS IN spring" in desk.run("persons", "show", BOB).out
    desk.end()
    assert "TWO SEATS" not in desk.run("persons").out


def test_a_tester_may_have_two_seats(desk: Desk) -> None:
    assert desk.run("new", "payola", "autumn", "--tester", ALICE).status == 0
    assert len(person(desk, ALICE)["seats"]) > 2
    assert "TWO SEATS" not in desk.run("persons").out + desk.run("persons", "show", ALICE).out


def test_a_note_is_kept_replaced_and_removed(desk: Desk) -> None:
    for text in ("first", "asks for longer weekends"):
        assert desk.run("persons", "note", ALICE, text).status == 0
    assert person(desk, ALICE)["note"] == "asks for longer weekends" in desk.run("persons", "show", ALICE).out
    assert desk.run("persons", "note", ALICE).status == 0 and person(desk, ALICE)["note"] == ""


def test_a_note_stands_where_a_game_is_looked_at(desk: Desk) -> None:
    assert [one["note"] for one in desk.json("seats", "spring")["seats"]] == [""] * 7
    desk.run("persons", "note", ALICE, "asks for longer weekends")
    notes = {one["seat"]: one["note"] for one in desk.json("seats", "spring")["seats"]}
    assert notes.pop("FRANCE") == "asks for longer weekends" and {*notes.values()} == {""}
    assert "note: asks for longer weekends" in desk.run("seats", "spring").out


def test_a_person_is_shown_with_each_game(desk: Desk) -> None:
    assert desk.json("persons", "show", BOB)["records"] == []
    desk.end()
    (record,) = desk.json("persons", "show", BOB)["records"]
    assert (record["played"], record["seat"], record["result"]) == ("spring", "ENGLAND", "aborted")
    assert "spring/ENGLAND" in desk.run("persons", "show", BOB).out


def test_records_of_a_game_that_ended_before_are_counted_once(desk: Desk) -> None:
    desk.end()
    before = desk.json("persons")
    desk.store.change("delete from records")
    assert "3 records made" in desk.run("persons", "count").out and desk.json("persons") == before
    assert "0 records made" in desk.run("persons", "count").out
    assert "3 records made" in desk.run("persons", "count", "spring").out and desk.json("persons") == before


def test_a_record_stays_when_its_game_is_archived(desk: Desk) -> None:
    desk.end()
    before = desk.json("persons", "show", BOB)["records"]
    assert desk.run("archive", "spring").status == 0
    assert desk.json("persons", "show", BOB)["records"] == before != []


def test_a_person_can_be_forgotten(desk: Desk) -> None:
    desk.run("persons", "note", BOB, "a note")
    desk.end()
    with desk.store.transaction():
        assert offers_anywhere(desk.store, BOB, datetime.now(UTC))
    assert desk.run("persons", "forget", BOB, "--yes").status == 0
    assert desk.store.facts.beginning(OFFER, str) == {}
    found = person(desk, BOB)
    assert found["note"] == "" and found["sums"]["games"] == 0  # type: ignore[index]
    assert person(desk, ALICE)["sums"]["games"] == 1  # type: ignore[index]


def test_of_blocks_only_the_numbers_are_shown_and_forgetting_somebody_removes_them(desk: Desk) -> None:
    with desk.store.transaction():
        desk.store.blocks.keep(ALICE, BOB)
        desk.store.blocks.keep("stranger@far.example", BOB)
    shown = [desk.json("persons", "show", who) for who in (ALICE, BOB, "stranger@far.example")]
    assert [(one["blocks"], one["blocked"]) for one in shown] == [(1, 0), (0, 2), (1, 0)]
    said = desk.run("persons", "show", ALICE).out
    assert "names 1, named by 0" in said and BOB not in said
    assert desk.run("persons", "forget", BOB, "--yes").status == 0
    assert desk.store.rows("select * from blocks") == []


def test_a_person_who_has_made_their_record_public_is_shown_as_such(desk: Desk) -> None:
    assert desk.json("persons", "show", BOB)["public"] is False and "public" not in desk.run("persons", "show", BOB).out
    with desk.store.transaction():
        desk.store.persons.keep_open(BOB, True)
    assert desk.json("persons", "show", BOB)["public"] is True and "public" in desk.run("persons", "show", BOB).out
