"""Pages on which orders are tapped, as files: small, closed to everything outside, and the same for the same board."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path
from zlib import crc32

import pytest
from helpers.rows import each_row
from msgspec.structs import replace

from gm.compose.fragment import LONGEST, Position, fragment, link
from gm.compose.page import Mailbox, page, pages, place
from gm.registry import RULESETS, boards, resource, ruleset

BOX = Mailbox("gm@example.org", "gm+{token}@example.org")
LARGEST = 250_000
SCRIPTS = sorted((resource("templates") / "compose").glob("*.js"))
AT = Position(
    game="spring", ruleset="diplomacy", phase="S1901M", seat="FRANCE", token="abcdefghij0123456789", board="01234567",
    facts={"u": ["APAR"]}, filed=("A PAR - BUR",),
)  # fmt: skip


@cache
def made() -> dict[str, str]:
    return {name: content.decode() for name, content in pages(BOX).items()}


def test_every_board_that_comes_with_gm_has_a_page() -> None:
    assert {f"compose-{name}.html" for name in boards().names()} <= {*made()}


def test_no_page_is_large() -> None:
    assert {name: len(text) for name, text in made().items() if len(text.encode()) > LARGEST} == {}


def test_every_page_runs_its_own_script_alone_and_loads_nothing() -> None:
    for text in made().values():
        is_closed(text)


def is_closed(text: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert len(scripts) == 1
    named = [f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'" for one in scripts + styles]
    assert policy[1] == (
        f"default-src 'none'; script-src {named[0]}; style-src {' '.join(dict.fromkeys(named[1:]))}; img-src 'none'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)[^\"' ]*", text) == []
    assert re.findall(r'\b(?:src|style|on\w+)="', text) == []


@each_row("path", SCRIPTS)
def test_no_script_makes_markup_of_text_or_reaches_outside(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|Function\(|fetch\(|XMLHttp|Worker|import\("
    assert re.findall(forbidden, text) == []
    assert re.findall(r"localStorage|sessionStorage|cookie|sendBeacon|WebSocket|location\.(?:href|assign)", text) == []


def test_the_mailbox_is_the_page_s_own_and_markup_in_it_stays_text() -> None:
    options = ruleset("diplomacy").card.options()
    _, content = page("diplomacy", options, Mailbox("gm@example.org", "</script><b>{token}@example.org"))
    assert b"</script><b>" not in content
    assert b"\\u003c/script\\u003e\\u003cb\\u003e{token}@example.org" in content


def test_both_games_on_a_board_share_its_page() -> None:
    assert place("payola", ruleset("payola").card.options()) == place("diplomacy", ruleset("diplomacy").card.options())


def test_a_game_that_keeps_the_text_of_a_known_board_has_the_page_of_that_board() -> None:
    rules = ruleset("payola")
    kept = rules.rules.filled(rules.card.options(board="colonial"))
    found = place("payola", kept)
    assert found is not None and found.file == "compose-colonial.html"


def test_an_own_board_has_a_page_of_its_own() -> None:
    rules, text = ruleset("payola"), boards().text("standard").replace('board = "standard"', 'board = "own"')
    own = rules.card.options(board="own", board_text=text)
    same = rules.card.options(board="own", board_text=text.replace("victory = 18", "victory = 18\n# a remark"))
    where = place("payola", own)
    assert where is not None and where.own
    assert re.fullmatch(r"compose-own-[0-9a-f]{8}\.html", where.file)
    assert place("payola", same) == where
    assert page("payola", own, BOX)[0] == where.file


def test_a_board_that_has_changed_has_another_page() -> None:
    rules, text = ruleset("payola"), boards().text("standard")
    changed = rules.card.options(board_text=text.replace('name = "Burgundy"', 'name = "Bourgogne"'))
    before, after = place("payola", rules.card.options()), place("payola", changed)
    assert before is not None and after is not None
    assert before.digest != after.digest and before.file != after.file


def test_a_ruleset_without_tapping_has_no_page() -> None:
    without = [name for name in RULESETS if not ruleset(name).tapped.boards_to_tap()]
    assert without
    for name in without:
        options = ruleset(name).card.options()
        assert place(name, options) is None
        with pytest.raises(LookupError):
            page(name, options, BOX)


def test_the_same_board_gives_the_same_bytes() -> None:
    options = ruleset("diplomacy").card.options(board="loeb9")
    assert page("diplomacy", options, BOX) == page("diplomacy", options, BOX)


# --- fragments ---


def test_a_fragment_has_a_version_plain_json_and_its_check() -> None:
    version, payload, check = fragment(AT).split(".")
    assert version == "1"
    assert check == f"{crc32(payload.encode()):08x}"
    assert json.loads(base64.urlsafe_b64decode(payload + "===")) == [
        "spring", "diplomacy", "S1901M", "FRANCE", "abcdefghij0123456789", "01234567", {"u": ["APAR"]}, ["A PAR - BUR"],
    ]  # fmt: skip


def test_a_link_leaves_out_what_is_on_file_rather_than_being_too_long() -> None:
    def on_file(address: str) -> int:
        payload = address.partition("#")[2].split(".")[1]
        return len(json.loads(base64.urlsafe_b64decode(payload + "==="))[7])

    assert on_file(link("https://x.example", "compose-standard.html", AT)) == 1
    long = replace(AT, filed=("A PAR - BUR",) * 100)
    found = link("https://x.example", "compose-standard.html", long)
    assert on_file(found) == 0 and len(found) <= LONGEST


def test_there_is_no_link_where_the_position_alone_is_too_long() -> None:
    assert link("https://x.example", "compose-standard.html", replace(AT, facts="A" * 1200)) == ""


def test_a_slash_behind_the_address_of_the_pages_makes_no_difference() -> None:
    assert link("https://x.example/a/", "f.html", AT) == link("https://x.example/a", "f.html", AT)
