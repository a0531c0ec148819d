"""`gm demo RULESET`: a whole game by mail, whose simple players know nothing but their own mails."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers.rows import each_row
from shown import Shown, show
from test_house import MODULES, imports

from gm.bots import player_of
from gm.bots.player import Follower, Looker
from gm.bots.reading import Reading
from gm.demo.show import names_of
from gm.registry import RULESETS, Entry

Find = Callable[[str], Shown]
# The others, whose phases end by the clock, take ten seconds each: .ci/run plays all seven.
QUICK = ["hex-negotiation", "so-long-sucker", "negotiation"]
PLAYERS = [name for name in MODULES if name.startswith("gm.bots")]


@pytest.mark.parametrize("ruleset", QUICK)
def test_a_demonstration_ends_with_the_path_of_the_report(ruleset: str, shown: Find) -> None:
    done = shown(ruleset)
    assert done.status == 0, done.said
    last = done.said.rstrip().split("\n")[-1]
    report = done.folder / "report.html"
    assert last.split()[0] == str(report)
    assert "The game is over: " in done.said and report.stat().st_size > 10_000


@pytest.mark.parametrize("ruleset", QUICK)
def test_every_seat_takes_part_and_no_letter_is_refused_before_the_end(ruleset: str, shown: Find) -> None:
    done = shown(ruleset)
    assert set(done.letters) == set(names_of(ruleset))
    mails = [mail for seat in done.letters for mail in done.mails(seat)]
    assert len(mails) > 20
    assert [mail.text for mail in mails if mail.refused and mail.phase] == []


@pytest.mark.parametrize("ruleset", QUICK)
def test_a_player_given_nothing_but_their_own_mails_writes_the_same_letters(ruleset: str, shown: Find) -> None:
    done = shown(ruleset)
    for seat in names_of(ruleset):
        alone, mails, written = player_of(ruleset)(seat, "demo"), done.mails(seat), []
        for number in done.rounds[seat]:
            written += [text for _, text in alone.replies(mails[:number])]
            mails = mails[number:]
        assert written == done.letters[seat]
        assert len(written) > 3


def test_the_same_seed_makes_the_same_letters_and_another_makes_others(shown: Find, tmp_path: Path) -> None:
    again = show("so-long-sucker", tmp_path / "again", "--seed", "demo")
    other = show("so-long-sucker", tmp_path / "other", "--seed", "another")
    assert again.letters == shown("so-long-sucker").letters
    assert other.status == 0 and other.letters != again.letters


@each_row("module", PLAYERS)
def test_simple_players_cannot_look_at_a_game(module: str) -> None:
    allowed = ("gm.bots", "gm.registry", "gm.rules.pictures.", "gm.rules.provinces.board")
    found = [name for name in imports(module) if name.startswith("gm.") and not name.startswith(allowed)]
    assert found == []
    taken = {name for name in imports(module) if name.startswith("gm.registry.")}
    assert taken <= {"gm.registry.boards", "gm.registry.RULESETS"}  # the map, and whose players to import


@each_row("ruleset", RULESETS)
def test_each_ruleset_has_players_of_its_own(ruleset: str) -> None:
    kind = player_of(ruleset)
    assert kind.__name__ == "Player" and kind.__module__.startswith("gm.bots.")
    assert kind.ends != Follower.ends


def test_a_ruleset_from_outside_is_played_by_those_who_follow_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    # planted: a ruleset from outside, registered by its line
    monkeypatch.setitem(RULESETS, "higher", Entry("outside.higher.game", "Higher", ()))
    assert player_of("higher") is Follower


def mail(phase: str, owes: bool = True, refused: bool = False) -> Reading:
    """A mail that owes something and gives an example."""
    return Reading("[demo]", "gm@gm.test", "<1@gm.test>", phase, owes=owes, refused=refused, over=False,
                   example=("PICK 3",), text="")  # fmt: skip


def test_one_who_follows_examples_answers_each_phase_once_and_mends_once() -> None:
    player = Follower("RED", "demo")
    assert [player.answer(mail("R1", owes=False)), player.answer(mail("")), player.answer(mail("R1"))] == [
        None, None, "PICK 3",
    ]  # fmt: skip
    assert player.answer(mail("R1")) is None
    assert player.answer(mail("R1", refused=True)) == "PICK 3"
    assert player.answer(mail("R1", refused=True)) is None
    assert player.answer(mail("R2")) == "PICK 3"


def test_one_who_looks_at_files_asks_for_them_in_their_first_letter() -> None:
    kind = player_of("hex-negotiation")
    assert issubclass(kind, Looker)
    owing, waiting = kind("BLACK", "demo"), kind("WHITE", "demo")
    assert owing.answer(mail("T1")) == "SET JSON ON\nPICK 3"
    assert waiting.answer(mail("T1", owes=False)) == "SET JSON ON"
    assert waiting.answer(mail("T1", owes=False)) is None


@pytest.mark.parametrize("missing", ["aiosmtpd", "pymap", "pysasl", "proxyprotocol"])
def test_without_its_extra_one_sentence_says_where_the_demonstration_is_to_be_had(missing: str) -> None:
    told = f"import sys; sys.modules[{missing!r}] = None; from gm.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", told, "demo"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stdout == ""
    sentence = r"Error: the demonstration needs a post office.*\[demo\]', or run `make demo` in a checkout\n"
    assert re.fullmatch(sentence, done.stderr)
