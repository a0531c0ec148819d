"""A report with a step-through: one script, always the same, named by the policy; all can be read without it."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from helpers.rows import each_row
from msgspec.structs import replace
from test_report import Page, with_press

from gm.offline.replay import replay
from gm.registry import resource
from gm.report.disclosure import read_disclosure
from gm.report.facts import Disclosure
from gm.report.html import stepper, write_html
from gm.store.store import Store

GAME = Path(__file__).parent.parent / "golden" / "pie"
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script src=x>",
    "</h4></div></section>",
    '"><svg onload=x()>',
    "{{ d }}",
)


@cache
def stones() -> Disclosure:
    """What is disclosed of a game of stones."""
    found: list[Disclosure] = []

    def keep(store: Store, name: str) -> tuple[str, str]:
        found.append(read_disclosure(store, name))
        return "", ""

    replay((GAME / "game.toml").read_text(), (GAME / "in.mbox").read_bytes(), "", None, keep, lambda fault: None)
    return found[-1]


def page_of(disclosure: Disclosure) -> Page:
    return Page(write_html(disclosure))


def test_there_is_one_script_that_runs_and_it_is_ours() -> None:
    page = page_of(stones())
    scripts = [attrs for tag, attrs in page.tags if tag == "script"]
    assert scripts == [{}, {"type": "application/json", "id": "disclosure"}]
    assert page.scripts[0] == stepper() == (resource("templates") / "report" / "stepper.js").read_text("utf-8")


def test_the_policy_lets_this_script_run_and_no_other() -> None:
    page = page_of(stones())
    digest = base64.b64encode(hashlib.sha256(page.scripts[0].encode()).digest()).decode()
    policy = next(attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")
    assert policy == f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def test_the_script_fetches_nothing_and_makes_no_markup_of_text() -> None:
    script = stepper()
    assert not re.search(
        r"</|innerHTML|outerHTML|document\.write|eval|fetch|XMLHttp|import|http|\.src|setTimeout", script
    )
    assert script.isascii()


@each_row("line", HOSTILE)
def test_no_text_of_a_player_is_markup_or_script_in_a_report_with_steps(line: str) -> None:
    page = page_of(replace(with_press(stones(), line), outcome=line))
    assert not page.wrong and not page.open
    assert [tag for tag, _ in page.tags].count("script") == 2 and page.scripts[0] == stepper()
    for _, attrs in page.tags:
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style")]
        assert (attrs.get("href") or "#").startswith("#")
    assert line in page.text


def test_every_position_stands_in_the_page_and_none_is_hidden_without_the_script() -> None:
    page = page_of(stones())
    steps = [attrs["id"] for tag, attrs in page.tags if attrs.get("class") == "step"]
    assert steps == ["T1", "T2", "T2S", *(f"T{number}" for number in range(3, 8))]  # SWAP is a phase of its own
    boards = [attrs for _, attrs in page.tags if attrs.get("class") == "hexboard"]
    assert len(boards) == 9  # the beginning, SWAP, and seven turns
    assert not [attrs for _, attrs in page.tags if "hidden" in attrs]
    assert ".step.now" not in stepper() and "@media screen" in write_html(stones())
    assert [word in page.text for word in ("SWAP: the players changed", "Black replaced A1.")] == [True, True]


def test_a_position_says_in_words_what_stands_where() -> None:
    boards = [attrs["aria-label"] for tag, attrs in page_of(stones()).tags if attrs.get("class") == "hexboard"]
    assert boards[1] == "After turn 1, White to play. Black: B2 C3 D2. White: no stones."
    assert boards[-1] == "The end. Black: A1 B1 B2 C1 C2 D1 D2 E1 E2. White: A2 A3 B3 B4 C3 C4 C5 D3 D4."
