"""`gm demo --play SEAT`: a person plays in the terminal; here their lines are piped in."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from shown import Shown, show

ASKED = "Your letter; a line with a single dot sends it"


def play(ruleset: str, seat: str, folder: Path, *lines: str) -> Shown:
    """Play on a seat by typing these lines."""
    return show(ruleset, folder, "--play", seat, typed="".join(f"{line}\n" for line in lines))


def subjects(done: Shown) -> list[str]:
    """The subjects of the mails that were shown."""
    return [line.removeprefix("Subject: ") for line in done.said.split("\n") if line.startswith("Subject: ")]


def test_a_person_plays_a_whole_game_by_examples(tmp_path: Path) -> None:
    done = play("hex-negotiation", "white", tmp_path, *["example"] * 9)
    assert done.status == 0
    assert subjects(done)[0] == "[demo] T1: the game begins" and subjects(done)[-1] == "[demo] END: the game is over"
    assert done.said.count("(The report follows in the mail.)") <= 1 and "FULL DISCLOSURE" not in done.said
    assert done.said.rstrip().split("\n")[-1].split()[0] == str(done.folder / "report.html")


def test_five_lines_say_what_it_is_how_long_it_takes_and_how_to_leave(tmp_path: Path) -> None:
    done = play("so-long-sucker", "RED", tmp_path, "quit")
    first = done.said.split("\n\n")[0]
    assert first.count("\n") == 4
    assert "You are RED" in first and "a quarter of an hour" in first and "`quit` leaves" in first
    assert str(done.folder) in first


def test_a_mistyped_order_is_told_and_can_be_mended(tmp_path: Path) -> None:
    sheet = ["A PAR - BURGUDNY", "F BRE - MAO", "A MAR H", "."]
    done = play("diplomacy", "FRANCE", tmp_path, *sheet, "A PAR - BUR", *sheet[1:], "quit")
    assert done.status == 0
    assert "Did you mean A PAR - BUR?" in done.said
    assert subjects(done)[1] == "Re: [demo] S1901M: nothing has changed"
    assert subjects(done)[3] == "[demo] F1901M: Spring 1901 judged"  # time passes as soon as the letter is right
    assert done.letters["FRANCE"][0] == "\n".join(sheet[:3])


def test_in_the_telephone_game_the_others_write_once_for_each_letter(tmp_path: Path) -> None:
    wish = ["PROPOSE TO 1: GIVE NOTHING FOR MOVE 2 FROM START TO A1", "."]
    done = play("negotiation", "3", tmp_path, *wish, "next", "BOARD", ".", "quit")
    assert done.status == 0 and "The game is not over; this is how it was left." in done.said
    assert done.letters["3"] == [wish[0], "BOARD"]
    assert {len(done.letters[seat]) for seat in ("1", "2", "4")} <= {2, 3, 4}  # at most in each of four rounds
    assert "Deal 1 with Player 1: Player 1 has " in done.said  # accepted or rejected
    assert (done.folder / "3.mbox").exists() and not (done.folder / "report.html").exists()


def test_next_lets_time_pass_with_what_is_on_file(tmp_path: Path) -> None:
    done = play("ground-war", "south", tmp_path, "MAN F4-F5", ".", "next", "quit")
    assert done.letters["SOUTH"] == ["MAN F4-F5"]
    assert "MAN F4-F5" in done.said.partition("YOUR MOVES")[2].partition("\n\n")[0]
    assert subjects(done)[-1] == "[demo] C2M: Cycle 1 moves judged"


def test_the_editor_begins_with_the_example_and_what_it_saves_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "editor"
    script.write_text('#!/bin/sh\nprintf "VOTE DRAW\\n" >> "$1"\n', encoding="utf-8")
    script.chmod(0o700)
    monkeypatch.setenv("EDITOR", str(script))
    done = play("diplomacy", "TURKEY", tmp_path, "edit", "quit")
    (letter,) = done.letters["TURKEY"]
    assert letter.split("\n")[-1] == "VOTE DRAW" and letter.startswith("F ANK - ")


def test_an_editor_that_saves_nothing_sends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "true")
    done = play("so-long-sucker", "RED", tmp_path, "edit", "quit")
    assert "RED" not in done.letters and done.said.count(ASKED) == 2


def test_help_lists_the_words_and_again_shows_the_last_mail(tmp_path: Path) -> None:
    done = play("so-long-sucker", "RED", tmp_path, "help", "again", "", "QUIT")
    for word in ("example", "next", "edit", "again", "help", "quit"):
        assert f"\n  {word} " in done.said
    assert len(subjects(done)) > len({*subjects(done)})
    assert "RED" not in done.letters


def test_the_end_of_the_input_sends_what_was_begun_and_then_leaves(tmp_path: Path) -> None:
    done = play("so-long-sucker", "GREEN", tmp_path, "HELP RULES")
    assert done.status == 0
    assert done.letters["GREEN"] == ["HELP RULES"]
    assert "RULES: So Long Sucker on one page" in done.said


def test_who_leaves_by_ctrl_c_is_told_where_the_game_lies(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gm", "demo", "so-long-sucker", "--play", "RED", "--state", str(tmp_path)]
    heeds = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # though whoever runs the tests may ignore it
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, preexec_fn=heeds
    ) as running:
        assert running.stdout is not None
        said = ""
        while ASKED not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        running.send_signal(signal.SIGINT)
        assert "The game is not over; this is how it was left." in running.stdout.read()
        assert running.wait(60) == 0


@pytest.mark.parametrize(
    ("ruleset", "seat", "told"),
    [
        ("payola", "FRANKE", "there is no seat FRANKE; did you mean FRANCE?"),
        ("negotiation", "9", "there is no seat 9; there are 1, 2, 3, 4"),
        ("ground-war", "west", "there is no seat west; there are SOUTH, NORTH"),
    ],
)
def test_a_seat_that_does_not_exist_is_told_with_those_that_do(
    ruleset: str, seat: str, told: str, tmp_path: Path
) -> None:
    done = play(ruleset, seat, tmp_path)
    assert (done.status, done.said) == (1, f"Error: {told}\n")
    assert not done.folder.exists()
