"""How the tests are built: what they may touch, what they may not assert, and that none of them goes unnoticed."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from helpers.collected import COLLECTED
from helpers.rows import each_row
from helpers.sources import Trees

TESTS = Path(__file__).parent
CASES = TESTS / "cases.txt"
NAMED = ("entitlement/test_planted_leaks", "daemon/test_kill", "servers/test_kills")  # listed case by case
WATCHES = {"monotonic", "perf_counter", "process_time", "thread_time"}
TREES = Trees({str(path.relative_to(TESTS)): path for path in sorted(TESTS.rglob("*.py"))})


def is_private(name: str) -> bool:
    """Whether a name is private: one underscore before it."""
    return name.startswith("_") and not name.startswith("__")


def own_names(tree: ast.AST) -> set[str]:
    """The private names that a module of tests declares itself."""
    defined = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    of_self = (n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.unparse(n.value) in ("self", "cls"))
    return defined | {n.attr for n in of_self}


@cache
def own() -> set[str]:
    """The private names that all modules of tests declare themselves."""
    return {name for tree in TREES.values() for name in own_names(tree)}


def private_of_gm(tree: ast.AST) -> Iterator[str]:
    """Where a test reads, calls, imports or replaces something private of gm."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own():
            if ast.unparse(node.value) not in ("self", "cls", "super()"):
                yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("gm"):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("setattr", "around", "patch"):
            words = (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
            yield from (w for w in words if is_private(w.split(".")[-1]) and w not in own())


@each_row("module", TREES)
def test_no_test_touches_what_is_private_in_gm(module: str) -> None:
    assert sorted(set(private_of_gm(TREES[module]))) == []


@each_row("module", TREES)
def test_no_test_asserts_seconds(module: str) -> None:
    asserts = [ast.unparse(node.test) for node in ast.walk(TREES[module]) if isinstance(node, ast.Assert)]
    assert [one for one in asserts if " - " in one and any(f"{watch}()" in one for watch in WATCHES)] == []


@each_row("module", TREES)
def test_what_a_test_imports_from_another_module_of_tests_is_there(module: str) -> None:
    places = {Path(name).with_suffix("").as_posix().replace("/", "."): tree for name, tree in TREES.items()}
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("helpers."):
            there = {ast.unparse(n) for n in ast.walk(places[str(node.module)]) if isinstance(n, ast.Name)}
            there |= own_names(places[str(node.module)])
            assert {alias.name for alias in node.names} <= there


def test_no_helper_is_written_twice() -> None:
    found = Counter(
        ast.unparse(node.body)  # type: ignore[arg-type]
        for tree in TREES.values() for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("test_")
        if len(ast.unparse(node)) > 250
    )  # fmt: skip
    assert [body for body, count in found.items() if count > 1] == []


def test_every_planted_fault_fits_its_file() -> None:
    """Forty, five in each of eight rooms; `make mutants` says which tests notice them."""
    faults = tomllib.loads((TESTS / "faults.toml").read_text(encoding="utf-8"))["fault"]
    assert sorted(Counter(fault["room"] for fault in faults).values()) == [5] * 8
    places = {fault["name"]: (TESTS.parent / fault["file"]).read_text(encoding="utf-8") for fault in faults}
    assert len(places) == 40
    assert [fault["name"] for fault in faults if places[fault["name"]].count(fault["old"]) != 1] == []


def cases(collected: Sequence[str]) -> list[str]:
    """Each planted leak and each kill by its name; of other modules how many tests they have."""
    names = [name.removeprefix("tests/") for name in collected]
    counted = Counter(name.split("::")[0] for name in names if not name.startswith(NAMED))
    listed = [name for name in names if name.startswith(NAMED)]
    return sorted([*listed, *(f"{module} {count}" for module, count in counted.items())])


def test_no_case_has_gone(request: pytest.FixtureRequest) -> None:
    """Of what is collected here; a module may have more tests than listed. `make cases` writes the list anew."""
    now = cases(request.config.stash[COLLECTED])
    if os.environ.get("GM_CASES") == "write":
        CASES.write_text("\n".join(now) + "\n", encoding="utf-8")
    modules = {re.split("::| ", line)[0] for line in now}
    counts = {name: int(count) for name, _, count in (line.rpartition(" ") for line in now if "::" not in line)}
    gone = []
    for line in CASES.read_text(encoding="utf-8").splitlines():
        module = re.split("::| ", line)[0]
        assert (TESTS / module).is_file(), module
        if module in modules and not any("::" in argument for argument in request.config.args):
            there = line in now if "::" in line else counts[module] >= int(line.rpartition(" ")[2])
            gone += [] if there else [line]
    assert gone == []
