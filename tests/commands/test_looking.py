"""What the commands that only look show: list, show, seats, log, as tables of 80 columns and as JSON."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from helpers.rows import each_row
from operating import COMMANDS, Desk

from gm.commands.tables import WIDTH, table
from gm.desk.books.bounces import note
from gm.desk.entries.events import person_hash
from gm.desk.file.gamefile import read_game_file
from gm.store.database import iso

LONG = """[game]
name = "a-game-whose-name-has-all-of-forty-signs"
ruleset = "payola"
timezone = "America/Argentina/ComodRivadavia"
[seats]
FRANCE = { address = "somebody.with-a-very-long-address.indeed@mail.of-a-long-domain.example", name = "Ann Smith" }
"""


@pytest.fixture
def crowded(desk: Desk) -> Desk:
    """Long names, a mail that bounces, letters put aside, mails that are refused."""
    now = datetime.now(UTC).replace(microsecond=0)
    desk.office.open_game(read_game_file(LONG), now)
    mail = next(mail for mail in desk.store.outbox.all() if mail.reader == "FRANCE" and mail.game != "spring")
    said = "550 5.1.1 <somebody>: Recipient address rejected: no such user here, and never was"
    note(desk.store, mail, True, said, now)
    desk.store.change("update outbox set state = 'refused', tries = 3, answer = ?", ["550 5.7.1 " + "word " * 60])
    return desk


FORMING = """[game]
name = "autumn"
ruleset = "payola"
[joining]
approval = true
[seats]
FRANCE = "dora@far.example"
"""


@pytest.fixture
def forming(desk: Desk) -> Desk:
    """A game that has not begun, which Emil has joined; France is kept for Dora."""
    now = datetime.now(UTC).replace(microsecond=0)
    desk.office.open_game(read_game_file(FORMING), now)
    asks = (
        "From: Emil <emil@far.example>\nSubject: [autumn]\nMessage-ID: <e1@far>\n\nJOIN autumn PREFER ITALY, ENGLAND\n"
    )
    assert desk.office.receive("3/1", asks.encode(), now, now).state == "done"
    (row,) = desk.store.rows("select message_id from ledger where game = 'autumn' and reader != '(operator)' "
                             "and subject like '%?%' order by rowid desc limit 1")  # fmt: skip
    confirms = (
        f"From: emil@far.example\nSubject: x\nIn-Reply-To: <{row['message_id']}>\nMessage-ID: <e2@far>\n\nCONFIRM\n"
    )
    assert desk.office.receive("3/2", confirms.encode(), now, now).state == "done"
    return desk


def test_a_game_that_has_not_begun_is_listed_and_shown_so(forming: Desk) -> None:
    assert " has not begun" in forming.run("list").out
    assert forming.json("list")[0]["phase"] is None
    assert forming.run("show", "autumn").out.startswith("autumn: Payola Diplomacy\nhas not begun\n")


def test_who_has_joined_and_waits_for_approval_is_shown_with_the_seats(forming: Desk) -> None:
    others = {one["address"]: one for one in forming.json("seats", "autumn")["others"]}
    assert (others["emil@far.example"]["approved"], others["emil@far.example"]["wishes"]) == (
        False,
        ["ITALY", "ENGLAND"],
    )
    assert (others["dora@far.example"]["approved"], others["dora@far.example"]["seat"]) == (True, "FRANCE")
    said = " ".join(forming.run("seats", "autumn").out.split())
    assert "emil@far.example> player WAITS FOR APPROVAL, wishes ITALY, ENGLAND" in said
    assert "<dora@far.example> player FRANCE is kept for them" in said


def test_a_game_that_has_not_begun_has_a_log(forming: Desk) -> None:
    kinds = [row["kind"] for row in forming.json("log", "autumn")]
    assert kinds == ["open", "letter", "letter"]


LISTS = [("list",), ("list", "--all"), ("inbox",), ("outbox",), ("outbox", "--all")]
LISTS += [(name, game) for name in ("show", "seats", "log") for game in ("spring", LONG.split('"')[1])]


@pytest.mark.parametrize("words", LISTS, ids=" ".join)
def test_a_table_fits_80_columns(words: tuple[str, ...], crowded: Desk) -> None:
    said = crowded.run(*words)
    assert said.status == 0
    assert [line for line in said.out.split("\n") if len(line) > WIDTH] == []


def test_the_games_that_run_are_listed_with_what_is_missing(desk: Desk) -> None:
    (line,) = desk.run("list").out.splitlines()
    assert line.split()[:5] == ["spring", "payola", "S1901M,", "2", "missing"]
    (row,) = desk.json("list")
    assert (row["game"], row["phase"], row["missing"]) == ("spring", "S1901M", ["ENGLAND", "GERMANY"])
    assert row["next"] == desk.store.rows("select next_strike from games")[0]["next_strike"]


def test_games_that_are_over_are_listed_apart(desk: Desk) -> None:
    assert desk.run("list", "--over").out == "no game is over\n"
    assert desk.run("list", "--archived").out == "no game is archived\n"
    desk.end()
    assert desk.run("list").out == "no game runs\n"
    (row,) = desk.json("list", "--over")
    assert row == {
        "game": "spring", "ruleset": "payola", "over": "the operator has ended the game without a result",
        "next": None,
    }  # fmt: skip
    assert desk.json("list", "--all") == [row]


def test_a_paused_game_is_listed_so(desk: Desk) -> None:
    desk.run("pause", "spring")
    assert "S1901M, paused, 2 missing" in desk.run("list").out


def test_of_games_that_are_over_no_state_is_read(desk: Desk) -> None:
    desk.end()
    desk.store.change("delete from snapshots")
    assert desk.run("list", "--all").status == 0


def test_a_seat_is_shown_with_what_it_owes(desk: Desk) -> None:
    lines = desk.run("show", "spring").out.splitlines()
    assert next(line for line in lines if "FRANCE" in line).split()[:4] == ["FRANCE", "in", "Alice", "Ardent"]
    assert next(line for line in lines if "ENGLAND" in line).split()[:4] == ["ENGLAND", "MISSING", "Bob", "Bold"]
    assert next(line for line in lines if "TURKEY" in line).split() == ["TURKEY", "(vacant)"]


def test_one_seat_can_be_shown_alone(desk: Desk) -> None:
    said = desk.run("show", "spring", "france").out
    assert "FRANCE" in said and "ENGLAND" not in said
    (seat,) = desk.json("show", "spring", "FRANCE")["seats"]
    assert seat == {
        "seat": "FRANCE", "name": "Alice Ardent", "address": "alice@far.example", "owes": "offers", "in": True,
        "wait": False, "bounces": None,
    }  # fmt: skip


def test_seats_tell_since_when_and_whose_mail_bounces(desk: Desk) -> None:
    at = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)
    mail = next(mail for mail in desk.store.outbox.all() if mail.reader == "ENGLAND")
    note(desk.store, mail, True, "550 no such user", at)
    seats = {one["seat"]: one for one in desk.json("seats", "spring")["seats"]}
    assert seats["ENGLAND"]["since"] == desk.store.rows("select at from journal where n = 1")[0]["at"]
    assert seats["ENGLAND"]["bounces"] == {"n": 1, "at": iso(at), "said": "550 no such user"}
    assert seats["TURKEY"] == {
        "seat": "TURKEY", "name": None, "address": None, "since": None, "bounces": None, "absent": [], "sitter": None,
        "note": "",
    }  # fmt: skip
    assert "MAIL BOUNCES (once" in desk.run("seats", "spring").out


def test_a_newcomer_is_there_since_he_came(desk: Desk) -> None:
    desk.run("replace", "spring", "TURKEY", "dora@far.example", "--name", "Dora")
    entry = desk.store.rows("select at, n from journal order by n desc limit 1")[0]
    turkey = next(one for one in desk.json("seats", "spring")["seats"] if one["seat"] == "TURKEY")
    assert (turkey["name"], turkey["since"]) == ("Dora", entry["at"])


def test_the_log_tells_who_and_what_and_no_text(desk: Desk, tmp_path: Path) -> None:
    desk.run("tell", "spring", "FRANCE", "an iguana")
    desk.run("announce", "spring", "an iguana")
    desk.run("replace", "spring", "TURKEY", "dora@far.example")
    desk.run("export", "spring", str(tmp_path / "spring.gm"))
    rows = desk.json("log", "spring")
    when = re.compile(r", \d{4}-\d\d-\d\d \d\d:\d\d UTC$")
    assert when.search(rows[-1]["what"])
    assert [(row["n"], row["kind"], row["who"], when.sub("", row["what"])) for row in rows] == [
        (1, "open", "", ""),
        (2, "letter", "FRANCE", ""),
        (3, "held", "ENGLAND?", "unproven"),
        (4, "operator", "the operator", "tell FRANCE"),
        (5, "operator", "the operator", "announce"),
        (6, "operator", "the operator", "replace TURKEY"),
        (7, "looked", "the operator", "a copy of the game (gm export)"),
    ]
    said = desk.run("log", "spring").out
    assert "iguana" not in said
    game = desk.office.game("spring")
    assert person_hash(game.key, "dora@far.example") not in said
    assert [row["hash"] for row in rows] == [entry.hash for entry in desk.store.journal.entries("spring")]


def test_the_last_entries_of_the_log_are_shown_alone(desk: Desk) -> None:
    assert [row["n"] for row in desk.json("log", "spring", "--last", "1")] == [3]
    assert desk.run("log", "spring", "--last", "0").status == 2


def test_a_strike_of_the_clock_is_in_the_log(desk: Desk) -> None:
    desk.office.strike_before(datetime.now(UTC) + timedelta(days=30))
    last = desk.json("log", "spring")[-1]
    assert (last["kind"], last["who"], last["what"]) == ("time", "the clock", "remind")


def test_mail_is_listed_as_json_without_its_text(desk: Desk) -> None:
    rows = desk.json("outbox", "--all")
    assert rows and not any("raw" in row for row in rows)
    held = desk.json("inbox")
    assert [(row["game"], row["seat"], row["state"]) for row in held] == [
        ("spring", "ENGLAND", "held"),
        ("", "", "held"),
    ]
    assert not any({"raw", "subject"} & set(row) for row in held)


SHOWS = ("list", "show", "seats", "log", "inbox", "outbox", "fsck")


@each_row("name", SHOWS)
def test_what_shows_something_can_show_it_as_json(name: str) -> None:
    assert "--json" in {option for param in COMMANDS[name].params for option in param.opts}


# -- tables ------------------------------------------------------------------------------------------------------


def test_columns_are_as_wide_as_what_stands_in_them() -> None:
    assert table([("a", "bb"), ("ccc", "d")]) == ["a    bb", "ccc  d"]
    assert table([("x",)], ("head",), indent=2) == ["  head", "  x"]
    assert table([]) == []


def test_what_is_too_wide_goes_on_below_and_nothing_is_cut_off() -> None:
    words = "word " * 40
    lines = table([("1", words, "end")])
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()).replace(" end", "", 1) == f"1 {words.strip()}"
    assert lines[0].startswith("1  word") and lines[0].endswith("end") and lines[1].startswith("   word")


def test_a_word_without_a_break_is_broken() -> None:
    lines = table([("x" * 300, "y")])
    assert max(map(len, lines)) <= WIDTH
    assert "".join(lines).count("x") == 300


def test_a_line_over_the_whole_width_stands_in_below_its_row() -> None:
    assert table([("a", "b"), "more of it"]) == ["a  b", "      more of it"]


def test_nothing_that_a_terminal_obeys_is_printed() -> None:
    assert table([("a\x1b[2Jb\nc",), "\x07"]) == [
        "a[U+001B][2Jb[U+000A]c", "      [U+0007]"
    ]


def test_of_a_game_in_which_nothing_is_on_file_what_show_tells_is_shown(desk: Desk) -> None:
    seats = (word for n in range(1, 4) for word in ("--seat", f"{n}=p{n}@far.example"))
    assert desk.run("new", "negotiation", "tele", *seats).status == 0
    desk.office.operate("tele", ["act", "1", "PROPOSE TO 2: GIVE SUPPORT 1 FOR IOU 2"], datetime.now(UTC))
    assert "IOU" not in desk.run("show", "tele").out
    shown = desk.run("show", "tele", "2", "--reveal", "--yes").both
    assert "Deal 1 WITH 1, by Player 1" in shown and "Your STANDING instructions" in shown
    ends = desk.json("show", "tele")["deadline"]
    assert [one["next"] for one in desk.json("list") if one["game"] == "tele"] == [ends]
