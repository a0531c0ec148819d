"""How the tests are built: what they may touch, what they may not assert, and that none of them goes unnoticed."""

from __future__ import annotations

import ast
import os
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from helpers.collected import COLLECTED
from helpers.rows import each_row
from helpers.sources import Trees

TESTS = Path(__file__).parent
CASES = TESTS / "cases.txt"
PLANTED = "entitlement/test_planted_leaks"
NAMED = (PLANTED, "daemon/test_kill", "servers/test_kills")  # listed case by case
WATCHES = {"monotonic", "perf_counter", "process_time", "thread_time"}
PRIVATE = re.compile(r"[])A-Za-z_0-9]\._[a-z]\w*")  # an attribute with a private name, wherever it is read or kept
MOST_PRIVATE = 150
METHOD = "ignore[method-assign]"  # stands where an object is given another method
REASON = re.compile(r"# (time|network|planted|size): \w")
TREES = Trees({str(path.relative_to(TESTS)): path for path in sorted(TESTS.rglob("*.py"))})


def is_private(name: str) -> bool:
    """Whether a name is private: one underscore before it."""
    return name.startswith("_") and not name.startswith("__")


def own_names(tree: ast.AST) -> set[str]:
    """The names that a module of tests declares itself: of functions and classes, and what it keeps in attributes."""
    defined = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    fields = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return defined | fields | {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and is_kept(n)}


def is_kept(node: ast.Attribute) -> bool:
    """Whether something is kept there by whose attribute it is."""
    return isinstance(node.ctx, ast.Store) and ast.unparse(node.value) in ("self", "cls")


def private_of_others(tree: ast.AST, planted: bool) -> Iterator[str]:
    """Where a test reads, calls, imports or replaces something private that its module does not declare itself.

    planted: it plants leaks, whose *self* is gm's.
    """
    own = own_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            if not (planted and ast.unparse(node.value) == "self"):
                yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("gm"):
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("setattr", "around", "patch"):
            words = (a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str))
            yield from (w for w in words if is_private(w.split(".")[-1]) and w not in own)


@each_row("module", TREES)
def test_no_test_touches_what_is_private_elsewhere(module: str) -> None:
    assert sorted(set(private_of_others(TREES[module], module.startswith(PLANTED)))) == []


def test_private_names_do_not_grow_in_number() -> None:
    """What a test keeps for itself needs no name of its own kind: whoever reads it need not tell it from gm's."""
    found = {name: len(PRIVATE.findall((TESTS / name).read_text(encoding="utf-8"))) for name in TREES}
    assert sum(found.values()) <= MOST_PRIVATE, Counter(found).most_common(5)


def patched(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """Where a module of tests replaces something: by monkeypatch or unittest.mock, or by assignment to what it imports.

    A helper that patches counts where it does so, not where it is called.
    """
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {alias.asname or alias.name for node in imports for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if re.fullmatch(r".+\.(setattr|setitem|delattr|delitem)", name) or (
                "patch" in imported and re.fullmatch(r"patch(\.object|\.dict|\.multiple)?", name)
            ):
                yield node
        elif isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Attribute) and ast.unparse(one.value) in imported for one in targets):
                yield node


def unexplained(source: str, tree: ast.AST) -> list[str]:
    """The patches for which no reason stands on their lines, or above them; those in a row may have one together."""
    lines = source.split("\n")
    kept = [one for one in ast.walk(tree) if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Attribute)]
    found = [*patched(tree), *(one for one in kept if METHOD in lines[one.lineno - 1])]
    own = {line for one in found for line in range(one.lineno - 1, one.end_lineno or one.lineno)}

    def is_explained(one: ast.expr | ast.stmt) -> bool:
        if any(REASON.search(line) for line in lines[one.lineno - 1 : one.end_lineno]):
            return True
        above = one.lineno - 2
        while above in own or lines[above].strip() == "with (":
            above -= 1
        while lines[above].lstrip().startswith("#"):
            if REASON.search(lines[above]):
                return True
            above -= 1
        return False

    return [f"line {one.lineno}: {ast.unparse(one)}" for one in found if not is_explained(one)]


@each_row("module", [name for name in TREES if not name.startswith(PLANTED)])
def test_every_patch_says_why(module: str) -> None:
    """Time, the network, something planted (a fault, a leak), or a bound made small, so that a test need not be large.

    All else comes in and goes out by doors: letters and mails, `Rules`, commands, arguments, files, the store.
    """
    assert unexplained((TESTS / module).read_text(encoding="utf-8"), TREES[module]) == []


@each_row(
    ("source", "wrong"),
    [
        ("monkeypatch.setattr(a, 'b', 1)", 1), ("monkeypatch.setattr(a, 'b', 1)  # time: at once", 0),
        ("# size: small\npatch.setitem(a, 'b', 1)\npatch.setattr(\n    a, 'c', 1\n)", 0),
        ("# size: small\n\npatch.setattr(a, 'b', 1)", 1), ("# because\npatch.setattr(a, 'b', 1)", 1),
        ("# size: small\npatch.setattr(a, 'b', 1)\na.c()\npatch.setattr(a, 'c', 1)", 1),
        ("from unittest.mock import patch\nwith patch.object(a, 'b'), patch('c'):\n    pass", 2),
        ("from unittest.mock import patch\n# planted: a leak\nwith (\n    patch('c'), patch('d'),\n):\n    pass", 0),
        ("def patch(): ...\npatch()", 0), ("monkeypatch.setenv('A', 'b')", 0), ("setattr(self, 'a', 1)", 0),
        ("from gm.desk import office\noffice.Office = 1", 1), ("def test(office):\n    office.html = True", 0),
        ("a.b = c  # type: ignore[method-assign]", 1),
        ("patch.setattr(a, 'b', 1)  # fault: it fails", 1), ("patch.setattr(a, 'b', 1)  # planted:", 1),
    ],
)  # fmt: skip
def test_the_rule_for_patches(source: str, wrong: int) -> None:
    assert len(unexplained(source, ast.parse(source))) == wrong


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
