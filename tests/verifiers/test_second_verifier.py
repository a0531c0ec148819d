"""Two verifiers, one of which has no code of gm: true reports pass both, and each kind of tampering is found."""

from __future__ import annotations

import ast
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache, reduce
from pathlib import Path
from random import Random
from types import ModuleType

import hidden_game
import pytest
import tampered as made
from helpers.junk import JUNK, places
from helpers.unpainted import unpainted
from tampered import Taken

from gm.offline.replay import replay
from gm.offline.verify import verify_report
from gm.post.boxes.mbox import read_mbox, write_mbox
from gm.report.disclosure import disclose
from gm.report.machine import read_part

ROOT = Path(__file__).parents[2]
SECOND = ROOT / "docs" / "verify.py"
GOLDEN = sorted(path.parent.name for path in (ROOT / "tests" / "golden").glob("*/game.toml"))
UNTIL = datetime(2026, 1, 20, tzinfo=UTC)
LOOK = '{"at": "2026-01-06T00:00:00Z", "run": ["reveal", "the", "report"]}\n'
STORIES = {
    "back": [("2026-01-12T00:00:00Z", "rollback", "S1901M")],
    "back with its orders": [("2026-01-12T00:00:00Z", "rollback", "S1901M", "with-orders")],
    "back twice": [("2026-01-12T00:00:00Z", "rollback", "F1901M"), ("2026-01-13T00:00:00Z", "rollback", "S1901M")],
    "back and forward": [("2026-01-12T00:00:00Z", "rollback", "S1901M"), ("2026-01-12T01:00:00Z", "forward")],
    "forward after more was judged": [
        ("2026-01-09T00:00:00Z", "rollback", "S1901M"),
        ("2026-01-09T01:00:00Z", "process"),
        ("2026-01-09T02:00:00Z", "forward"),
    ],
    "restored": [("2026-01-12T00:00:00Z", "restored", "", "")],
}
READERS = {"quick": "cleo@three.example", "restored": "cleo@three.example", "parlor": "rosa@example.org",
           "pie": "ben@example.org", "summer": "chloe@example.org", "hidden": "france@players.example"}  # fmt: skip


def loaded(path: Path, name: str) -> ModuleType:
    """A file as a module."""
    found = importlib.util.spec_from_file_location(name, path)
    assert found and found.loader
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


second = loaded(SECOND, "second_verifier")


@cache
def played(name: str) -> tuple[str, bytes]:
    """The report of a game, and all its mails."""
    folder = ROOT / "tests" / "golden" / name
    if name in GOLDEN:
        acts = folder / "acts.jsonl"
        with unpainted():
            out, (_, html) = replay((folder / "game.toml").read_text(), (folder / "in.mbox").read_bytes(),
                                    acts.read_text() if acts.exists() else "", None, disclose)  # fmt: skip
        return html, out
    if name == "hidden":
        with unpainted():
            out, (_, html) = replay(hidden_game.GAME, hidden_game.letters(), hidden_game.acts(), UNTIL, disclose)
        return html, out
    sample = loaded(ROOT / "tests" / "report" / "quickgame.py", "sample_game")
    acts = LOOK if name == "quick" else ""
    acts += "".join(json.dumps({"at": at, "run": run}) + "\n" for at, *run in STORIES.get(name, []))
    with unpainted():
        game = sample.play(until=sample.START) if name == "begun" else sample.play(sample.letters(), UNTIL, acts)
    return game.html, game.out


def mails_to(out: bytes, reader: str) -> bytes:
    return b"".join(write_mbox(mail.sender, mail.at, mail.raw) for mail in read_mbox(out)
                    if f"\nTo: {reader}\n".encode() in mail.raw.replace(b"\r\n", b"\n"))  # fmt: skip


def faults_of(html: str, *mails: Path) -> list[str]:
    """What the second verifier says, in this process; a report that it cannot read is a fault."""
    try:
        return second.faults_of(html, [str(path) for path in mails])
    except Exception as error:
        return [f"cannot be read: {error}"]


def found_by(report: Taken, mails: Path | None) -> str:
    """Who finds a fault: both, gm, second or nobody."""
    html = report.written()
    read = (mails.read_bytes(), [mails]) if mails else (b"", [])
    finds = (not verify_report(html, read[0]).ok, bool(faults_of(html, *read[1])))
    return {(True, True): "both", (True, False): "gm", (False, True): "second", (False, False): "nobody"}[finds]


OPEN = "it holds together by itself, since a forger can make every hash again: only the heads in mails show it"
RULES = "gm verify does not repeat the rules; with mails both see that the heads are others"
PAGE = "the second verifier does not look at the visible page"
SIGNED = "the second verifier does not check signatures"
WISHES = "the second verifier does not look at what players wished for"
BESIDE = "the second verifier does not look at remarks beside an act"
LAST = "nothing binds what comes after the last head that was mailed"
TOLD = "only the mails can say so"
NOTED = "only the version that made a page can make it again: gm verify notes that it did not compare it"
NAMES = "names of players are in no hash"
# In words; what is done; whose report; who finds it without mails, and with those of one player; why not both at once.
Row = tuple[str, Callable[[Taken], None], str, str, str, str]


def rows(game: str, alone: str, mailed: str, why: str, kinds: dict[str, Callable[[Taken], None]]) -> list[Row]:
    return [(words, tamper, game, alone, mailed, why) for words, tamper in kinds.items()]


TABLE: list[Row] = [
    *rows("quick", "both", "both", "", {
        "the text of a seal": made.text_of_a_seal,
        "the salt of a seal": made.salt_of_a_seal,
        "a replaced sheet left out of the seals": made.seal_dropped,
        "two seats exchange their seals": made.seals_swapped,
        "a sheet that was withdrawn is published": made.withdrawn_sheet_published,
        "the first sheet is judged, not the last": made.first_sheet_judged,
        "two seals are published for one seat": made.two_published,
        "all seals in the old form": made.form_1_in_format_2,
        "new seals in a report of the old format": made.form_2_in_format_1,
        "an entry of the journal cut out": made.entry_dropped,
        "two entries exchanged": made.entries_exchanged,
        "an entry rewritten": made.entry_rewritten,
        "an entry of a kind that there is not": made.entry_of_no_kind,
        "a judging hidden, with hashes that fit": made.judging_hidden,
        "the game goes on after its end": made.after_the_end,
        "no journal": made.no_journal,
        "another seed": made.seed_changed,
        "no seed, but an outcome": made.seed_withheld,
        "neither seed nor outcome": made.end_withheld,
        "another outcome": made.outcome_changed,
        "a step of the history dropped": made.step_dropped,
        "a step of the history invented": made.step_invented,
        "another name of the game": made.game_renamed,
        "a fact in the machine-readable part alone": made.fact_in_the_machine_part,
        "JSON that ends too soon": made.broken_json,
        "a number for the journal": made.number_for_a_list,
        "an entry that is none": made.word_for_an_entry,
        "a seal without a text": made.seal_without_text,
        "a format that there is not": made.unknown_format,
        "a look of the operator not listed at the top": made.look_off_the_top,
        "a fact taken back, though nothing was": made.fact_undone,
        "a fact at another time than its entry": made.fact_of_another_time,
        "a fact among those of another phase": made.fact_in_another_phase,
        "a line in an entry that means nothing": made.line_of_no_meaning,
    }),
    ("each seal at the first time", made.other_times, "forward after more was judged", "both", "both", ""),
    *rows("quick", "nobody", "both", OPEN, {
        "a replaced sheet never came": made.forget_first_sheet,
        "a sheet invented": made.sheet_invented,
        "a closed entry cut out": made.closed_entry_dropped,
        "an entry at another time": made.time_rewritten,
        "a closed entry put in": made.entry_invented,
        "an entry closed that tells of press": made.press_closed,
        "another key of receipts": made.key_changed,
        "another seed, with its hash": made.seed_and_hash,
        "the end cut off": made.end_withheld_everywhere,
        "another outcome, wherever it stands": made.outcome_everywhere,
        "other words of press": made.press_rewritten,
        "a look of the operator never was": made.look_dropped,
        "all told in the old format": made.format_1,
    }),
    ("a restore hidden", made.restore_hidden, "restored", "nobody", "both", OPEN),
    ("two players exchange their seats", made.two_seats_exchanged, "summer", "gm", "both", WISHES),
    *rows("quick", "nobody", "both", TOLD, {
        "a head in a mail": made.head_in_a_mail,
        "a receipt of no entry": made.receipt_of_no_entry,
        "a receipt of another time": made.receipt_of_another_time,
        "a receipt of another sheet": made.receipt_of_another_sheet,
        "a receipt that cannot be read": made.receipt_broken,
        "the seed's hash in a mail": made.seed_hash_in_a_mail,
        "a result without seals": made.result_without_seals,
        "another seal in a result": made.seal_in_a_result,
        "a result without its head": made.result_without_head,
    }),
    ("a receipt signed with another key", made.receipt_signed_by_another, "quick", "nobody", "gm", SIGNED),
    *rows("quick", "gm", "gm", PAGE, {
        "a line more in the visible page": made.visible_page,
        "another order in the visible page": made.visible_order,
    }),
    ("an act marked as withdrawn later", made.mark_changed, "quick", "gm", "gm", BESIDE),
    *rows("quick", "both", "both", "", {
        "another title of a phase": made.title_changed,
        "two powers exchange their names on the board": made.powers_exchanged,
        "another name of a place on the board": made.place_renamed,
        "no options": made.options_dropped,
        "phases that do not count, though nothing was taken back": made.chapters_uncounted,
        "a phase that never was": made.chapter_invented,
        "all in one phase": made.one_chapter,
        "another name of the last phase": made.last_phase_renamed,
        "another version of gm, with a script": made.another_version,
        "another version of gm, with another policy": made.policy_that_allows_all,
        "keys in clear that are packed otherwise": made.packed_over_clear,
        "more behind what is packed": made.packed_with_more_behind,
        "what is packed is cut off": made.packed_and_cut,
        "a key that stands twice": made.packed_key_twice,
        "a format with a point": made.format_with_a_point,
        "seals alone, in the new format": made.nothing_left,
        "a number is packed": made.packed_number,
        "null is packed": made.packed_nothing,
        "bytes that are no text are packed": made.packed_bytes,
        "lists in lists without end": made.packed_too_deep,
        "far too much is packed": made.packed_too_large,
        "a second part for programs": made.second_part,
    }),
    ("another version of gm, with a script that its policy names", made.another_script, "quick", "gm", "gm", PAGE),
    *rows("pie", "both", "both", "", {
        "another size of the board": made.side_changed,
        "turns shifted into the next": made.chapters_shifted,
        "a turn not called judged": made.turn_not_judged,
    }),
    *rows("back", "both", "both", "", {
        "what was taken back counts": made.all_counted,
        "the game went back to another entry": made.rolled_elsewhere,
    }),
    ("another page, of another version of gm", made.page_of_another_version, "quick", "nobody", "nobody", NOTED),
    ("another name of a player", made.player_renamed, "quick", "nobody", "nobody", NAMES),
    ("an entry more at the end", made.entry_at_the_end, "quick", "nobody", "nobody", LAST),
    *rows("quick", "second", "both", RULES, {
        "a sheet rewritten, with a seal that fits": made.sheet_rewritten,
        "an offer lowered in sheet, seal and bids": made.sheet_rewritten_with_its_results,
        "the list of another power under one's own name": made.own_sheet_under_another_name,
        "other seals in the page of a result": made.seals_of_a_result,
        "a balance": made.balance_changed,
        "a payment": made.payment_changed,
        "taxes": made.taxes_changed,
        "a greater transfer": made.transfer_invented,
        "a transfer left out": made.transfer_dropped,
        "another order bought": made.another_order_bought,
        "another acceptance list": made.accepted_by_another_list,
        "offers that were not reduced": made.reductions_hidden,
        "savings left out": made.savings_ignored,
        "a unit of another power": made.unit_of_another,
    }),
    *rows("hidden", "both", "both", "", {
        "other words of a player for the draws": made.words_changed,
        "another value of the beacon in the draw": made.value_changed,
        "another salt of a commitment": made.opened_with_another_salt,
        "another sheet opened": made.another_sheet_opened,
    }),
    *rows("hidden", "nobody", "both", OPEN, {
        "another commitment, and what opens it": made.committed_to_another,
        "a commitment that never was": made.commitment_dropped,
    }),
    ("another value of the beacon everywhere", made.value_everywhere, "hidden", "both", "both", ""),
    ("other wishes of a player", made.wishes_changed, "hidden", "gm", "both", WISHES),
    *rows("summer", "both", "both", "", {
        "a draw for a seat": made.lot_changed,
        "draws in another order": made.lots_out_of_order,
        "another seed of seats, with its hash": made.seed_and_hash,
    }),
    *rows("parlor", "second", "both", RULES, {
        "somebody else moves first": made.another_first_move,
        "the draw of the first move": made.first_draw_changed,
        "a chip that the player has not": made.chip_of_another_colour,
        "a chip on another pile": made.chip_on_another_pile,
        "another chip killed": made.another_chip_killed,
        "a dead chip hidden": made.dead_chip_hidden,
        "the move to another player": made.move_to_another,
        "a rescue that never was": made.rescue_forgotten,
        "a defeat before all have refused": made.defeat_too_soon,
        "another survivor": made.outcome_everywhere,
    }),
    *rows("pie", "second", "both", RULES, {
        "a stone elsewhere": made.stone_elsewhere,
        "a stone on another": made.stone_on_another,
        "a stone replaced that was not placed last": made.stone_not_to_be_replaced,
        "four stones in a turn": made.four_stones,
        "other groups": made.groups_changed,
        "another winner of the stone game": made.stones_winner,
    }),
    ("a turn left out", made.turn_dropped, "pie", "both", "both", ""),
]  # fmt: skip


@pytest.mark.parametrize("row", TABLE, ids=[row[0] for row in TABLE])
def test_each_kind_of_tampering_is_found_by_those_who_can(row: Row, tmp_path: Path) -> None:
    _, tamper, game, alone, mailed, why = row
    html, out = played(game)
    report = Taken(html, mails_to(out, READERS.get(game, "cleo@three.example")))
    mails = tmp_path / "own.mbox"
    mails.write_text(report.mails)
    assert "restored" in game or found_by(report, mails) == "nobody"  # a restored game is never all well
    tamper(report)
    mails.write_text(report.mails)
    if game == "restored":
        assert verify_report(report.written()).ok and not faults_of(report.written())
    assert (found_by(report, None), found_by(report, mails)) == (alone, mailed)
    assert bool(why) is ((alone, mailed) != ("both", "both"))


def test_what_is_left_out_of_all_hashes_is_what_the_table_says() -> None:
    unseen = [row[0] for row in TABLE if row[4] == "nobody"]
    assert unseen == [
        "another page, of another version of gm", "another name of a player", "an entry more at the end",
    ]  # fmt: skip


def test_the_page_on_trust_has_the_figures_of_the_table() -> None:
    """It counts with the mails of one player, and without any."""
    text = " ".join((ROOT / "docs" / "trust.md").read_text(encoding="utf-8").split())
    alone, mailed = (Counter(row[column] for row in TABLE) for column in (3, 4))
    assert len({row[0] for row in TABLE}) == len(TABLE) >= 40
    for words in (
        f"{len(TABLE)} kinds of tampering",
        f"both find {mailed['both']}, `gm verify` alone {mailed['gm']}, the second alone {mailed['second']}",
        f"neither {mailed['nobody']}",
        f"both find {alone['both']}, `gm verify` alone {alone['gm']}, the second alone {alone['second']}",
        f"neither {alone['nobody']}",
    ):
        assert words in text, words


@pytest.mark.parametrize("game", [*GOLDEN, "quick", "begun", "hidden", *(one for one in STORIES if one != "restored")])
def test_a_true_report_has_no_fault(game: str, tmp_path: Path) -> None:
    html, out = played(game)
    mails = tmp_path / "all.mbox"
    mails.write_bytes(out)
    assert faults_of(html) == []
    assert faults_of(html, mails) == []


def test_a_report_that_is_made_again_without_a_change_is_the_same_report() -> None:
    html, out = played("quick")
    report = Taken(html, out)
    assert report.written() == html
    report.again = True
    assert report.written() == html


def test_a_restored_game_is_never_all_well() -> None:
    assert faults_of(played("restored")[0]) == ["the game was restored: what that undid cannot be checked"]


@pytest.mark.parametrize("game", ["quick", "parlor", "pie"])
def test_no_broken_value_in_a_report_makes_the_second_verifier_crash(game: str) -> None:
    report, chance, found = Taken(played(game)[0], b""), Random(1), 0
    ways = list(places(report.data))
    for _ in range(100):
        report.data = read_part(report.machine)
        *path, last = chance.choice(ways)
        there = reduce(lambda value, key: value[key], path, report.data)
        if chance.random() < 0.4:
            del there[last]
        else:
            there[last] = chance.choice(JUNK)
        found += bool(faults_of(report.written()))
    assert found > 50


def run(*given: str) -> tuple[int, str, str]:
    """What the second verifier does as a program of its own, without anything of ours in reach."""
    done = subprocess.run([sys.executable, "-I", str(SECOND), *given], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def test_it_runs_by_itself_and_its_status_says_what_it_found(tmp_path: Path) -> None:
    html, out = played("quick")
    report, mails, forged = (tmp_path / name for name in ("report.html", "my.mbox", "forged.html"))
    report.write_text(html)
    mails.write_bytes(mails_to(out, READERS["quick"]))
    forged.write_text(html.replace('"seed": "', '"seed": "x', 1))
    status, said, error = run(str(report), "--mails", str(mails))
    assert (status, error) == (0, "") and said.startswith("All is well.\nnote: not checked here: signatures")
    status, said, error = run(str(forged))
    assert (status, error) == (1, "") and "the seed does not make the seed's hash\n" in said
    for path in (str(mails), str(tmp_path / "missing")):
        status, said, error = run(path)
        assert (status, said) == (2, "") and "cannot be read" in error and "Traceback" not in error


def test_it_is_one_short_file_that_needs_the_standard_library_alone() -> None:
    text = SECOND.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 630 and max(map(len, text.splitlines())) <= 120
    tree = ast.parse(text)
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)
