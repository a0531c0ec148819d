"""Whole letters and their answers: what they repeat, and what they say is still owed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from helpers.mails import mails_in, posted, text_of
from msgspec.structs import replace

from gm.desk.entries.events import apply
from gm.desk.file.gamefile import read_game_file
from gm.desk.mails.words import write_mail
from gm.desk.notices.phrases import phrase
from gm.desk.office import Office
from gm.offline.replay import GM, OPERATOR
from gm.offline.replay import replay as play
from gm.rules.provinces.faults import words
from gm.store.store import Store

GAME = """[game]
name = "spring"
ruleset = "payola"
start = 2026-01-05T18:00:00Z
[options]
nmr = "{nmr}"
[seats]
ENGLAND = "ben@example.org"
FRANCE = "chloe@example.org"
GERMANY = "dirk@example.org"
"""


def letter(sender: str, hour: int, text: str, subject: str = "[spring] S1901M") -> bytes:
    return posted(datetime(2026, 1, 6, hour, tzinfo=UTC), sender, subject, text, f"{hour}.{sender}")


def answers(to: str, *letters: bytes, nmr: str = "hold") -> list[tuple[str, str]]:
    """Subject and text of everything that a reader gets."""
    out, _ = play(GAME.format(nmr=nmr), b"".join(letters), "", None, lambda *_: ("", ""))
    return [(str(mail["Subject"]), text_of(mail)) for _, mail in mails_in(out) if mail["To"] == to]


def given_back(text: str) -> list[str]:
    """The lines below YOUR MAIL."""
    lines = text.partition("YOUR MAIL, to mend and send back:\n")[2].split("\n")
    return [line[2:] for line in lines[: lines.index("")]]


def refused(text: str, subject: str = "[spring] S1901M") -> str:
    return next(t for s, t in answers("ben@example.org", letter("ben@example.org", 9, text, subject)) if "Re:" in s)


def test_a_wrong_letter_comes_back_whole_with_its_press() -> None:
    text = "4 : F LON - NTHH or so\nPRESS TO GERMANY\nLet us talk.\nEND\n5 : A LVP - YOR"
    assert given_back(refused(text)) == text.split("\n")


def test_a_sheet_for_another_phase_comes_back_with_all_that_stood_beside_it() -> None:
    text = "ACCEPT EFGIART\nPRESS TO GERMANY\nLet us talk.\nEND\n5 : A LVP - YOR"
    back = given_back(refused(text, "[spring] F1901M"))
    sheet = ["OFFERS S1901M", "5 : A LVP - YOR", "END"]
    assert back == [*sheet, "ACCEPT EFGIART", "PRESS TO GERMANY", "Let us talk.", "END"]


def test_the_text_of_a_press_whose_first_line_is_wrong_is_not_read_as_orders() -> None:
    text = refused("PRESS TO FRNACE\nLet us talk.\nA second line.\nEND\n5 : A LVP - YOR")
    assert "1 fault" in text and "Did you mean PRESS TO FRANCE?" in text


def test_press_to_oneself_is_a_slip_and_is_not_sent() -> None:
    assert phrase("fault.press-to-self") in refused("PRESS TO ENGLAND, FRANCE\nLet us talk.\nEND")


def test_a_build_outside_winter_is_told_when_builds_open() -> None:
    assert words("builds-closed", year=1901) in refused("BUILD A LON")


def test_whoever_has_filed_offers_is_not_threatened_with_holds_for_a_missing_list() -> None:
    text = refused("5 : A LVP - YOR")
    assert "YOU OWE: an acceptance list" in text
    assert "HOLD" not in text.partition("YOU OWE")[2]


def test_whoever_has_resigned_is_told_of_no_duty() -> None:
    got = answers(
        "ben@example.org",
        letter("ben@example.org", 9, "RESIGN"),
        letter("ben@example.org", 10, "CONFIRM"),
    )
    assert got[-1][0] == "Re: [spring] S1901M: you have resigned"
    assert "YOU OWE" not in got[-1][1] and "TO ANSWER" not in got[-1][1]


@pytest.mark.parametrize(
    ("nmr", "said"), [("hold", "is judged with what there is"), ("wait", "waits until everything")]
)
def test_grace_says_what_happens_at_its_end(nmr: str, said: str) -> None:
    got = answers("ben@example.org", letter("dirk@example.org", 9, "STATUS"), nmr=nmr)
    (grace,) = [text for subject, text in got if subject.startswith("[spring] S1901M") and "grace has begun" in subject]
    assert said in " ".join(grace.split())
    assert ("HOLD for 0" in grace) == (nmr == "hold")


def test_questions_are_answered_after_a_game_that_was_won() -> None:
    at = datetime(2026, 1, 5, 18, tzinfo=UTC)
    file = read_game_file(GAME.format(nmr="hold"))
    office = Office(Store(":memory:"), GM, OPERATOR, lambda *_: ("", ""), believes=True)
    office.open_game(file, at)
    running = office.game("spring")
    won = replace(running, over="France has won", clock=None, state=replace(running.state, winner="FRANCE"))
    lines = [{"number": n, "text": text} for n, text in enumerate(("SHOW", "STATUS", "HELP"), 1)]
    turn = apply(won, at, "letter", {"seat": "ENGLAND", "person": "", "lines": lines})
    (mail,) = turn.mails
    assert [kind for kind, _ in mail.notices] == ["over", "status", "help"]
    assert "France has won" in write_mail(turn.game, mail).text
