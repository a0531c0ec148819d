"""Reports of games that an earlier version began: what their journals do not bind is held against itself, and noted."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import tampered as made
from tampered import Taken
from test_second_verifier import ROOT, second

from gm.offline.verify import verify_report
from gm.report.disclosure import disclose
from gm.store.store import Store

VERSIONS = ROOT / "tests" / "care" / "versions"
KEPT = sorted(f"{path.parent.parent.name}/{path.parent.name}" for path in VERSIONS.glob("*/*/gm.sql.xz"))


@cache
def report_of(kept: str) -> str:
    """The report of a game that an earlier version left in the middle, as this version makes it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "gm.sqlite"
        database = sqlite3.connect(path)
        database.executescript(lzma.decompress((VERSIONS / kept / "gm.sql.xz").read_bytes()).decode())
        database.close()
        store = Store(path)
        html = disclose(store, kept.partition("/")[2]).page
        store.close()
    return html


@pytest.mark.parametrize("kept", KEPT)
def test_a_true_report_has_no_fault_and_a_note_of_what_its_journal_does_not_name(kept: str) -> None:
    verdict, other = verify_report(report_of(kept)), second.checked(report_of(kept), [])
    assert (verdict.faults, other.faults) == ((), [])
    if kept.startswith(("0.7.0", "0.8.0")):  # their journals name everything
        assert not verdict.unchecked and not other.notes
        return
    early = kept.startswith(("0.1.0", "0.2.0"))
    words = "nothing but seals and seed" if early else "the options"
    assert len(verdict.unchecked) == len(other.notes) == 1
    assert verdict.unchecked[0].startswith(words) and other.notes[0].startswith(words)
    assert str(verdict).endswith("\nNothing is wrong in what was checked.")


@pytest.mark.parametrize(
    ("kept", "tamper"),
    [
        ("0.6.0/spring", made.powers_exchanged),
        ("0.6.0/spring", made.chapters_uncounted),
        ("0.6.0/spring", made.chapter_invented),
        ("0.6.0/spring", made.title_changed),
        ("0.6.0/stones", made.chapters_shifted),
        ("0.6.0/stones", made.one_chapter),
        ("0.6.0/stones", made.turn_not_judged),
        ("0.6.0/parlor", made.chapters_shifted),
        ("0.3.0/parlor", made.chapters_uncounted),
    ],
)
def test_what_it_says_must_fit_all_the_same(kept: str, tamper: Callable[[Taken], None]) -> None:
    report = Taken(report_of(kept), b"")
    tamper(report)
    html = report.written()
    assert verify_report(html).faults and second.faults_of(html, [])


@pytest.mark.parametrize("tamper", [made.place_renamed, made.no_journal])
def test_what_it_does_not_bind_is_never_all_well(tamper: Callable[[Taken], None]) -> None:
    report = Taken(report_of("0.6.0/stones" if tamper is made.no_journal else "0.6.0/spring"), b"")
    tamper(report)
    assert "All is well" not in str(verify_report(report.written()))
    assert second.checked(report.written(), []).notes
