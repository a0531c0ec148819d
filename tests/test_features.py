"""The page of features: each row is whole, links to its section, and is shown by tests that there are.

It compares tables; whether a row tells the truth is for whoever writes it, and for the tests that it names.
"""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import gm

ROOT = Path(gm.__file__).parent.parent
PAGE = (ROOT / "docs" / "features.md").read_text(encoding="utf-8")
SHOWN: dict[str, list[str]] = tomllib.loads((ROOT / "tests" / "features.toml").read_text(encoding="utf-8"))
ROW = re.compile(r"^\| ([A-Z]\d[-\d]*) \| (.+?) \| (\w+) \| (.+) \|$", re.MULTILINE)
ROWS = {row[1]: row for row in ROW.finditer(PAGE)}
ASKED = {"A": 16, "B": 12, "C": 10, "D": 14, "E": 9, "F": 16, "G": 9, "H": 9, "I": 8, "J": 11, "K": 5, "L": 6, "M": 25}
WRONG = {1: 14, 2: 8, 3: 5, 4: 5, 5: 7, 6: 5, 7: 6, 8: 4}  # how many rows there are of N1, N2 and so on
CLAIMS = ("yes", "partly")
LINK = re.compile(r"\]\([a-z]+\.md#[a-z0-9-]+\)")  # where it leads, tests/test_docs.py follows


@cache
def functions(module: str) -> frozenset[str]:
    """The names of the tests in a module; none if it is not there."""
    path = ROOT / module
    found = ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.is_file() else ()
    return frozenset(one.name for one in found if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def missing(names: list[str]) -> list[str]:
    """Those of the tests *names* that are not in the tree."""
    parts = {name: name.partition("::") for name in names}
    return [name for name, (module, _, test) in parts.items() if test not in functions(module)]


def test_every_row_is_there_once_and_whole() -> None:
    asked = {f"{letter}{number}" for letter, last in ASKED.items() for number in range(1, last + 1)}
    asked |= {f"N{kind}-{number}" for kind, last in WRONG.items() for number in range(1, last + 1)}
    lines = [line.split(" | ") for line in PAGE.splitlines() if re.match(r"\| [A-Z]\d", line)]
    assert len(lines) == len(ROWS) and {len(cells) for cells in lines} == {4}
    assert {*ROWS} == asked
    assert {row[3] for row in ROWS.values()} == {*CLAIMS, "no", "refused"}


def test_what_is_claimed_is_described_somewhere_and_shown_by_tests() -> None:
    claims = {name: row for name, row in ROWS.items() if row[3] in CLAIMS}
    assert [name for name, row in claims.items() if LINK.search(row[4]) is None] == []
    assert {*SHOWN} == {*claims} and all(SHOWN.values())


def test_the_tests_that_show_it_are_in_the_tree() -> None:
    assert missing([name for names in SHOWN.values() for name in names]) == []
    assert {name.partition("::")[0] for names in SHOWN.values() for name in names} > {"tests/desk/test_votes.py"}


def test_a_test_that_is_gone_is_noticed() -> None:
    here = "tests/test_features.py::test_a_test_that_is_gone_is_noticed"
    gone = ["tests/test_features.py::test_of_nothing", "tests/test_gone.py::test_of_nothing"]
    assert missing([here, *gone]) == gone


def test_the_readme_leads_to_it() -> None:
    assert "(docs/features.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
