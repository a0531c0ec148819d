"""Which room may look into which: the picture in CONTRIBUTING, compared with the imports."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from helpers.rows import each_row
from test_house import MODULES, TREES, imports, room

from gm.registry import RULESETS

CONTRIBUTING = (Path(__file__).parent.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")


def arrows() -> dict[str, set[str]]:
    """The arrows of the picture: from each room to those right below it."""
    picture = CONTRIBUTING.split("```mermaid\n")[1].split("```")[0]
    found: dict[str, set[str]] = defaultdict(set)
    for start, ends in re.findall(r"^ *(\w+) --> ([\w &]+)$", picture, re.MULTILINE):
        found[start] |= set(ends.split(" & "))
    return found


def order() -> list[str]:
    """The rooms of the desk, from left to right."""
    line = re.search(r"^    notices .*office$", CONTRIBUTING, re.MULTILINE)
    assert line is not None
    return line[0].split()


ARROWS, DESK = arrows(), order()
FREE = {"gm", "__main__"}  # the version, and the door
APART = {"maps"}  # not in the picture: looks into no other room, and none looks into it


def below(start: str) -> set[str]:
    """All rooms to which arrows lead from one."""
    found: set[str] = set()
    left = {start}
    while left:
        left = {end for one in left for end in ARROWS.get(one, ())} - found
        found |= left
    return found


def at_run_time(module: str) -> Iterator[str]:
    """What a module imports of gm, but for types alone."""
    typed = {
        name
        for node in ast.walk(TREES[module])
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for one in ast.walk(node)
        if isinstance(one, ast.ImportFrom)
        for name in [f"{one.module}.{alias.name}" for alias in one.names] + [str(one.module)]
    }
    yield from (name for name in imports(module) if name.split(".")[0] == "gm" and name not in typed)


def folder(module: str) -> str:
    """The folder that a module is in, the innermost room; what lies in gm itself is a room each."""
    alone = MODULES[module].name == "__init__.py" or module.count(".") == 1
    return module if alone else module.rpartition(".")[0]


@cache
def graph() -> dict[str, set[str]]:
    """What each module imports of gm at run time."""
    return {module: {name for name in at_run_time(module) if name in MODULES} for module in MODULES}


def test_the_picture_shows_every_room() -> None:
    rooms = {room(module) for module in MODULES} - FREE - APART
    assert rooms == {*ARROWS, *(end for ends in ARROWS.values() for end in ends)}
    assert {module.split(".")[2] for module in MODULES if module.startswith("gm.desk.")} == {*DESK}


@each_row("module", MODULES)
def test_a_module_looks_only_into_rooms_below_its_own(module: str) -> None:
    allowed = {room(module), *below(room(module)), *FREE}
    assert room(module) in FREE or [name for name in graph()[module] if room(name) not in allowed] == []


@each_row("arrow", [(start, end) for start in ARROWS for end in sorted(ARROWS[start])])
def test_no_arrow_stands_for_nothing(arrow: tuple[str, str]) -> None:
    start, end = arrow
    assert any(room(name) == end for module in MODULES if room(module) == start for name in graph()[module])


@each_row("module", [module for module in MODULES if module.startswith("gm.desk.")])
def test_no_room_of_the_desk_looks_into_one_to_its_right(module: str) -> None:
    own = DESK.index(module.split(".")[2])
    seen = [name for name in graph()[module] if name.startswith("gm.desk.")]
    assert [name for name in seen if DESK.index(name.split(".")[2]) > own] == []


def circle(looks: Mapping[str, set[str]]) -> list[str]:
    """Modules of which each can be reached from itself; [] if there are none."""
    left = {module: set(ends) for module, ends in looks.items()}
    while free := [module for module, ends in left.items() if not ends & left.keys()]:
        for module in free:
            del left[module]
    return sorted(left)


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(graph()) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]


def test_no_two_rooms_import_each_other() -> None:
    pairs = {(folder(module), folder(name)) for module, names in graph().items() for name in names}
    assert [(one, other) for one, other in pairs if one < other and (other, one) in pairs] == []


def test_the_store_knows_of_the_rules_only_what_a_seat_and_a_person_are() -> None:
    trees = [TREES[module] for module in MODULES if room(module) == "store"]
    found = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    taken = {f"{node.module}.{alias.name}" for node in found for alias in node.names}
    assert {name for name in taken if name.startswith("gm.rules")} == {
        f"gm.rules.{name}" for name in ("Reader", "Seat", "NO_SEAT", "Person", "NOBODY")
    }


# -- a ruleset is named nowhere but in its own rooms, the registry and the demo ---------------------------------------

NAMES = {*RULESETS}
OWN = {entry.module.split(".")[2] for entry in RULESETS.values()} | {"war", "provinces"}
OUTSIDE = [module for module in MODULES if room(module) not in ("rules", "registry", "bots")]


@each_row("module", OUTSIDE)
def test_nothing_outside_imports_compares_or_looks_up_a_ruleset_by_name(module: str) -> None:
    assert [name for name in graph()[module] if re.match(rf"gm\.rules\.({'|'.join(OWN)})\b", name)] == []
    texts = {id(node.value) for node in ast.walk(TREES[module]) if isinstance(node, ast.Expr)}
    constants = [node for node in ast.walk(TREES[module]) if isinstance(node, ast.Constant) and id(node) not in texts]
    assert [node.lineno for node in constants if node.value in NAMES] == []
