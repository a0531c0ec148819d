"""What strangers write is printed by no command as it came; errors have one form; lists fit 80 columns."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from operating import COMMANDS, Desk, arguments
from test_wrong_words import WRONG

from gm.commands.tables import WIDTH
from gm.doctor.finding import Finding, bad
from gm.store.database import iso

EVIL = "\x1b]0;owned\x07\x9b2J\u202egnihton\u2028\x7f\r\nERROR: forged\x00\U000e0041"
LOOKING = [
    "list", "list --json", "list --csv", "show spring", "show spring --json", "show spring --csv",
    "show spring --reveal --yes", "seats spring", "seats spring --json", "seats spring --csv", "log spring",
    "log spring --reveal --yes", "log spring --reveal --yes --json", "log spring --reveal --yes --csv", "inbox",
    "inbox --json", "inbox --csv", "outbox --all", "outbox --all --json", "outbox --all --csv", "inbox redo 3",
    "preview spring --reveal --yes", "fsck", "fsck --json",
]  # fmt: skip


def raw(said: str) -> list[str]:
    """The characters of an output that a terminal might obey, or that cannot be seen."""
    return [c for c in said if not c.isprintable() and c != "\n"]


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """A desk to which somebody has written who means ill, with a server that does, too."""
    head = "From: =?utf-8?q?=1B]0;x=07?= <eve@far.example>\nSubject: [spring] =?utf-8?q?=1B[2J=E2=80=AE?=\n"
    at = datetime.now(UTC).replace(microsecond=0)
    for number, text in enumerate((EVIL, f"OBSERVE spring AS {EVIL}", f"PRESS TO FRANCE\n{EVIL}\nEND")):
        mail = f"{head}Message-ID: <\x1b[31m{number}@far.example>\nTo: gm@example.org\n\n{text}\n"
        desk.office.receive(f"2/{number}", mail.encode(), at, at)
    desk.store.change("update outbox set answer = ?, tries = 2", [EVIL])
    desk.store.change("update players set name = ?", [EVIL])
    desk.store.change("update inbox set sender = ?, reason = ? where state = 'held'", [EVIL, EVIL])
    mail = desk.store.outbox.all()[0]
    desk.store.bounces.add(mail, at, hard=True, said=EVIL)
    return desk


@pytest.mark.parametrize("words", LOOKING)
def test_nothing_from_outside_is_printed_raw(desk: Desk, words: str) -> None:
    said = desk.run(*words.split())
    assert raw(said.both) == []
    assert "--csv" in words or not re.search("^ERROR: forged", said.both, re.MULTILINE)  # there it is within a cell


def test_json_keeps_what_was_written(desk: Desk) -> None:
    assert EVIL in {row["answer"] for row in json.loads(desk.run("outbox", "--all", "--json").out)}


def test_what_a_server_says_to_the_doctor_is_not_printed_raw(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def checked(*_: object) -> list[Finding]:
        return [bad("smtp", EVIL, EVIL)]

    monkeypatch.setattr("gm.commands.care.check_up", checked)  # planted: what a hostile server says
    for words in (["doctor"], ["doctor", "--json"]):
        assert raw(desk.run(*words).both) == []


def test_an_error_that_quotes_what_somebody_wrote_is_not_printed_raw(desk: Desk) -> None:
    for words in (["show", EVIL.replace("\x00", "")], [f"x{EVIL}".replace("\x00", "")], ["list", f"--{EVIL}"]):
        said = desk.run(*words)
        assert said.status and raw(said.both) == []


# -- errors ----------------------------------------------------------------------------------------------------------

ERROR = re.compile(r"Error: \S.*\n(  .*\n)*(Try: gm help[ \w]*\n)?")
WRONG_WAYS = [(name, *given[0]) for name, given in WRONG.items() if name in COMMANDS and name != "inbox drop"]


@pytest.mark.parametrize("words", WRONG_WAYS, ids=lambda words: words[0])
def test_every_error_has_the_same_form(desk: Desk, words: tuple[str, ...]) -> None:
    name, *given = words
    said = desk.run(*name.split(), *given)
    told = said.both[said.both.index("Error: ") :]
    assert said.status in (1, 2)
    assert ERROR.fullmatch(told), told
    assert ("Try: gm help" in told) == (said.status == 2 and "game.name" not in told)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["inbx"], "Error: there is no command inbx; did you mean inbox?\nTry: gm help\n"),
        (["list", "--alll"], "Error: No such option '--alll'. Did you mean '--all'?\nTry: gm help list\n"),
        (["inbox", "redo", "x"], "Error: Invalid value for 'NUMBER': 'x' is not a valid integer range.\n"
                                 "Try: gm help inbox redo\n"),
        (["--colour"], "Error: No such option '--colour'.\nTry: gm help\n"),
    ],
)  # fmt: skip
def test_wrong_words_name_the_help_that_says_more(desk: Desk, words: list[str], told: str) -> None:
    said = desk.run(*words)
    assert (said.status, said.both, said.out) == (2, told, "")


def test_several_faults_stand_below_each_other(desk: Desk) -> None:
    file = desk.folder / "gm.toml"
    file.write_text(file.read_text().replace('operator = "operator@example.org"\n', "naem = 1\n"))
    said = desk.run("list").both
    assert said == (
        "Error: the configuration is wrong:\n  line 3: gm.naem: no such key; name?\n  line 1: gm.operator: missing\n"
    )


def test_a_game_file_that_is_wrong_is_an_error_like_any_other(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text('[game]\nname = "x"\n', encoding="utf-8")
    said = desk.run("new", "--file", str(file))
    assert said.status == 2 and said.both.startswith(f"Error: {file}: ") and ERROR.fullmatch(said.both)


@pytest.mark.parametrize(
    ("text", "place", "meant"),
    [
        ('[game]\nname = "x"\nrulset = "payola"\n', "line 3: game.rulset: ", "ruleset"),
        ('[game]\nname = "x"\n[calender]\n', "line 3: calender: ", "calendar"),
        ('[game]  # ours\nname = "x"\nruleset = "payola"\nidentity = "check"\n', "line 4: game.identity: ", "checked"),
    ],
)
def test_a_slip_in_a_game_file_is_told_with_its_line_and_what_may_be_meant(
    desk: Desk, tmp_path: Path, text: str, place: str, meant: str
) -> None:
    file = tmp_path / "game.toml"
    file.write_text(text, encoding="utf-8")
    said = desk.run("new", "--file", str(file)).both
    assert said.startswith(f"Error: {file}: {place}") and f"Did you mean {meant}" in said


def test_a_file_that_cannot_be_read_or_written_is_an_error_like_any_other(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_bytes(b"\xff\xfe")
    said = desk.run("report", "spring", "--reveal", "--yes", "--out", str(file / "folder"))
    assert (said.status, said.both) == (1, f"Error: {file / 'folder'}: Not a directory\n")
    said = desk.run("new", "--file", str(file))
    assert (said.status, said.both) == (2, "Error: a file named there is not UTF-8 text: see byte 0\n")


# -- help ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_gm_help_says_what_the_command_says_itself(desk: Desk, name: str) -> None:
    found = desk.run("help", *name.split())
    assert (found.status, found.out) == (0, desk.run(*name.split(), "--help").out)


def test_gm_help_alone_is_the_list_of_all_commands(desk: Desk) -> None:
    assert desk.run("help").out == desk.run("--help").out
    assert desk.run("help", "list", "all").both == "Error: there is no command all\nTry: gm help list\n"


# -- 80 columns ------------------------------------------------------------------------------------------------------

LONG = "a-player-with-a-long-name.of-somewhere@of-a-long-domain.example"


def test_inbox_and_outbox_fit_80_columns_and_break_no_address(desk: Desk) -> None:
    desk.store.change("update inbox set sender = ?, reason = 'unproven, waits for a CONFIRM'", [LONG])
    desk.store.change("update outbox set recipient = ?, answer = '451 4.7.1 try again later'", [LONG])
    desk.store.change("update outbox set reader = ? where id = 1", ["0123456789abcdef" * 4])
    for words in ("inbox", "outbox --all"):
        lines = desk.run(*words.split()).out.split("\n")
        assert max(map(len, lines)) <= WIDTH
        assert sum(LONG in line for line in lines) == sum(re.match(r"\d+ ", line) is not None for line in lines[1:-2])
        assert lines[0].split()[0] == "n"
    assert "spring/01234567..." in desk.run("outbox", "--all").out


def test_the_inbox_looks_so(desk: Desk) -> None:
    desk.store.change("delete from inbox where id > 2")
    at = datetime(2026, 1, 5, 18, tzinfo=UTC)
    desk.store.change("update inbox set sender = 'bob@far.example', reason = 'unproven', received = ?", [iso(at)])
    assert desk.run("inbox").out == (
        "n  received              game\n"
        "2  2026-01-05T18:00:00Z  spring/ENGLAND\n"
        "      from bob@far.example: unproven\n"
        "1 put aside\n"
    )


def test_the_arguments_of_help_are_those_of_a_command(tmp_path: Path) -> None:
    assert " ".join(arguments("help", tmp_path)) in COMMANDS
