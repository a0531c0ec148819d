"""How the house is built: which room may look into which, what stays pure, and that nothing lacks its words."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec
import pytest

import gm
from gm.cli import main
from gm.desk import notices as desk_notices
from gm.desk import notices_of_time
from gm.desk.words import environment, help_page, help_topics
from gm.registry import RULESETS, resource
from gm.rules import EVERYBODY, Audience, Notice
from gm.rules.payola import notices as payola_notices

ROOT = Path(gm.__file__).parent
MODULES = {
    ".".join(("gm", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}
IMPURE = {"asyncio", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "sys",
          "tempfile", "threading", "time", "urllib", "uuid"}  # fmt: skip
CLOCKS = {"now", "today", "utcnow"}

# Which rooms each room may look into, besides itself and what is free to all.
FREE = {"gm", "registry", "config", "durations", "notify"}
BELOW_DESK = {"post", "store", "draw", "rules"}
TOP = ("cli", "commands", "daemon", "carrier", "caretaker", "doctor", "replay", "judge", "report", "demo")
FACES = {*TOP, "desk", *BELOW_DESK}
ROOMS = {
    **dict.fromkeys((*TOP, "__main__"), FACES),
    "desk": BELOW_DESK,
    "post": {"store"},
    "store": set(),
    "draw": {"rules"},
    "rules": set(),
}

# Told in the disclosure alone, or put inside another notice: these need no template of a mail.
DISCLOSED = {"opening", "looked", "falsepress", "sheetrecord", "unitrecord", "phaserecord", "actrecord"}
PARTS = {"holdings", "retreating", "bribed", "payment", "booked", "choice"}
PAGES = {"help"}  # its words are the pages of help


def room(module: str) -> str:
    """The room that a module is in: the first name below gm; all of the configuration is one."""
    name = module.split(".")[1] if "." in module else "gm"
    return "config" if name.startswith("config") else name


def imports(module: str) -> Iterator[str]:
    """Every module that *module* imports, wherever in it."""
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in MODULES else str(node.module) for name in names)


def definitions(body: list[ast.stmt], before: str) -> Iterator[tuple[str, ast.AST]]:
    """The public functions and classes of a module, and those of its public classes."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield f"{before}.{node.name}", node
            if isinstance(node, ast.ClassDef):
                yield from definitions(node.body, f"{before}.{node.name}")


RULES = [name for name in MODULES if name.startswith("gm.rules")]


@pytest.mark.parametrize("module", RULES)
def test_the_rules_import_nothing_of_gm_but_the_rules(module: str) -> None:
    assert [name for name in imports(module) if room(name) != "rules" and name.split(".")[0] == "gm"] == []


@pytest.mark.parametrize("module", RULES)
def test_the_rules_know_no_clock_no_file_no_network_and_no_chance(module: str) -> None:
    assert [name for name in imports(module) if name.split(".")[0] in IMPURE] == []
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Attribute):
            assert not (node.attr in CLOCKS and "date" in ast.unparse(node.value)), f"line {node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "input", "print", "eval", "exec", "__import__"), f"line {node.lineno}"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_looks_only_into_rooms_below_its_own(module: str) -> None:
    own = room(module)
    allowed = ROOMS.get(own, BELOW_DESK) | FREE | {own}
    assert [name for name in imports(module) if name.split(".")[0] == "gm" and room(name) not in allowed] == []


def test_every_room_has_its_place_in_the_house() -> None:
    assert {room(module) for module in MODULES} <= set(ROOMS) | FREE


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) in ("post", "rules", "store")])
def test_post_rules_and_store_never_import_each_other(module: str) -> None:
    strangers = {"post", "rules", "store"} - {room(module)} - ({"store"} if room(module) == "post" else set())
    assert [name for name in imports(module) if name.startswith("gm.") and room(name) in strangers] == []


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) in ("desk", "post", "store")])
def test_no_module_below_the_faces_names_a_ruleset(module: str) -> None:
    text = MODULES[module].read_text(encoding="utf-8").lower()
    assert [name for name in ("payola", "diplomacy") if name in text] == []


@pytest.mark.parametrize("path", sorted(resource("templates").rglob("*.j2")), ids=lambda path: path.name)
def test_no_template_reaches_into_a_state(path: Path) -> None:
    inside = re.findall(r"\{[{%].*?[%}]\}", path.read_text(encoding="utf-8"), re.DOTALL)
    assert [one for one in inside if re.search(r"\bstate\.", one)] == []


def test_a_notice_without_an_audience_cannot_be_made() -> None:
    with pytest.raises(TypeError):
        Notice(kind="moves", body=None)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Audience()  # type: ignore[call-arg]
    assert Notice(EVERYBODY, "moves", None).audience == EVERYBODY


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_it_is_for(module: str) -> None:
    assert ast.get_docstring(TREES[module])


def test_every_public_function_and_class_has_a_docstring() -> None:
    found = [(name, node) for module, tree in TREES.items() for name, node in definitions(tree.body, module)]
    assert len(found) > 300
    assert [name for name, node in found if not ast.get_docstring(node)] == []  # type: ignore[arg-type]


def commands(group: click.Group, before: str = "gm") -> Iterator[tuple[str, click.Command]]:
    """Every command, those of the groups too."""
    for name, command in group.commands.items():
        yield f"{before} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{before} {name}")


COMMANDS = dict(commands(main))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(name: str) -> None:
    assert COMMANDS[name].help and COMMANDS[name].get_short_help_str()


def test_every_module_can_be_imported_alone() -> None:
    for found in pkgutil.walk_packages(gm.__path__, "gm."):
        if found.name != "gm.__main__":
            importlib.import_module(found.name)


def kinds() -> dict[str, str]:
    """Every kind of notice, and which of the two makers of notices it belongs to."""
    return {
        name.lower(): place
        for place, module in (("desk", desk_notices), ("desk", notices_of_time), ("payola", payola_notices))
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, msgspec.Struct) and found.__module__ == module.__name__
    }


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind not in DISCLOSED | PARTS | PAGES])
def test_every_notice_that_a_player_can_be_sent_has_its_template(kind: str) -> None:
    place = kinds()[kind]
    names = environment().list_templates(filter_func=lambda name: name.endswith(f"/{kind}.txt.j2"))
    assert f"{place}/{kind}.txt.j2" in names


def test_what_needs_no_template_is_a_notice_that_has_none() -> None:
    assert set(kinds()) >= DISCLOSED | PARTS
    names = {name.split("/")[-1] for name in environment().list_templates() if not name.startswith("report/")}
    assert [kind for kind in DISCLOSED | PARTS if f"{kind}.txt.j2" in names] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_topic_of_help_has_its_page(ruleset: str) -> None:
    index = help_page(ruleset, "")
    for topic in help_topics(ruleset):
        page = help_page(ruleset, topic)
        assert page.strip() and page != index and "no page" not in page
        assert topic in index
