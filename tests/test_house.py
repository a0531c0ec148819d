"""How the house is built: what stays pure, who is told what, and that nothing lacks its words."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from helpers.rows import each_row
from helpers.sources import Trees

import gm
from gm.cli import main
from gm.desk import notices as desk_notices
from gm.desk.mails.words import READERS, environment, help_page, help_topics
from gm.desk.notices.phrases import phrases
from gm.registry import RULESETS, resource
from gm.rules import EVERYBODY, Audience, Notice

ROOT = Path(gm.__file__).parent
MODULES = {
    ".".join(("gm", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(ROOT.rglob("*.py"))
}
TREES = Trees(MODULES)
IMPURE = {"asyncio", "io", "logging", "os", "pathlib", "random", "secrets", "socket", "sqlite3", "subprocess", "sys",
          "tempfile", "threading", "time", "urllib", "uuid"}  # fmt: skip
CLOCKS = {"now", "today", "utcnow"}

# Told in the disclosure alone, or put inside another notice: these need no template of a mail.
DISCLOSED = {
    "opening", "leaf", "options", "looked", "falsepress", "lastword", "sheetrecord", "unitrecord", "phaserecord",
    "actrecord", "truth", "sidetruth", "dealrecord", "actionrecord", "supportmoved", "wordrecord", "dayends", "profits",
    "wished", "commitrecord", "openrecord", "readafter", "voterecord", "tablesteps",
}  # fmt: skip
PARTS = {
    "holdings", "retreating", "bribed", "payment", "booked", "choice", "sideset", "round", "aircity", "tableposition",
    "answer", "score", "cost", "oneheld",
    "powertold", "provincename", "provincegroup", "fleetborders", "stake",
}  # fmt: skip
PAGES = {"help"}  # its words are the pages of help


def room(module: str) -> str:
    """The room that a module is in: the first name below gm."""
    return module.split(".")[1] if "." in module else "gm"


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


@each_row("module", RULES)
def test_the_rules_import_nothing_of_gm_but_the_rules(module: str) -> None:
    assert [name for name in imports(module) if room(name) != "rules" and name.split(".")[0] == "gm"] == []


@each_row("module", RULES)
def test_the_rules_know_no_clock_no_file_no_network_and_no_chance(module: str) -> None:
    assert [name for name in imports(module) if name.split(".")[0] in IMPURE] == []
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Attribute):
            assert not (node.attr in CLOCKS and "date" in ast.unparse(node.value)), f"line {node.lineno}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "input", "print", "eval", "exec", "__import__"), f"line {node.lineno}"


TEMPLATES = sorted(resource("templates").rglob("*.j2"))


@each_row("path", TEMPLATES)
def test_no_template_reaches_into_a_state(path: Path) -> None:
    inside = re.findall(r"\{[{%].*?[%}]\}", path.read_text(encoding="utf-8"), re.DOTALL)
    assert [one for one in inside if re.search(r"\bstate\.", one)] == []


@each_row("path", TEMPLATES)
def test_a_template_reads_as_its_mail_does(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert max(map(len, text.split("\n"))) <= 120
    assert re.findall(r"[\"'] *~.*\| *(?:wrap|fill)", text) == []


def test_a_notice_without_an_audience_cannot_be_made() -> None:
    with pytest.raises(TypeError):
        Notice(kind="moves", body=None)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Audience()  # type: ignore[call-arg]
    assert Notice(EVERYBODY, "moves", None).audience == EVERYBODY


STATEMENT = re.compile(
    r"\s*((select|with|delete)\b.*\bfrom|insert into|update\b.*\bset|(create|drop|alter) (table|index)"
    r"|pragma|vacuum|savepoint|begin immediate)\b", re.IGNORECASE | re.DOTALL
)  # fmt: skip
RUNS = re.compile(r"\.execute(many|script)?$|(store|tables)\.(rows?|all|one|values?|change|insert(_numbered)?)$")


def statements(tree: ast.AST) -> Iterator[str]:
    """The SQL in a module: texts that look like statements, and calls that run one."""
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in docs:
            parts = [node] if isinstance(node, ast.Constant) else node.values
            text = "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in parts)
            yield from [text] if STATEMENT.match(text) else []
        elif isinstance(node, ast.Call) and RUNS.search(ast.unparse(node.func)):
            yield ast.unparse(node)


@each_row("module", [m for m in MODULES if room(m) not in ("store", "rules", "draw")])
def test_no_sql_stands_outside_the_store(module: str) -> None:
    assert list(statements(TREES[module])) == []
    assert "sqlite_utils" not in {name.split(".")[0] for name in imports(module)}


def test_sql_is_seen() -> None:
    seen = ["f('select a from b')", "x = f'update {t} set a = 1'", "store.rows(q)", "f('pragma x')", "f('vacuum')"]
    assert [len(list(statements(ast.parse(code)))) for code in seen] == [1] * len(seen)
    assert list(statements(ast.parse('"""Update what is set."""\nf("with all of it", "delete it", rows(x))'))) == []


def test_a_letter_and_a_list_of_games_need_no_sqlite_utils() -> None:
    code = (
        "import sys, gm.cli, gm.serve.daemon, gm.desk.office\nfrom gm.store.store import Store\n"
        "assert Store(':memory:').games.listed('all') == []\nassert 'sqlite_utils' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


# What makes bytes of what a reader is told. It looks at nothing of a ruleset but what all draw alike.
RENDERERS = [
    m for m in MODULES
    if m.startswith(("gm.draw", "gm.desk.notices")) or m in {f"gm.desk.mails.{name}" for name in (
        "layout", "page", "viewed", "words",
    )}
]  # fmt: skip
# What words and files go by.
OF_A_GAME = {"key", "name", "options", "ruleset", "seats", "secret", "test", "timezone", "zone"}


@each_row("module", RENDERERS)
def test_what_writes_and_draws_mails_imports_no_state(module: str) -> None:
    rules = {name for name in imports(module) if name.startswith("gm.rules")}
    shared = {"gm.rules", "gm.rules.lines.words"}  # neither knows a state of any ruleset
    assert {name for name in rules if not name.startswith("gm.rules.pictures")} <= shared


@each_row("module", [m for m in MODULES if m.startswith(("gm.draw", "gm.rules.pictures"))])
def test_the_drawing_room_knows_the_shapes_that_it_draws_and_shapes_know_nothing(module: str) -> None:
    known = ("gm.rules.pictures", *["gm.draw"] * (room(module) == "draw"))
    assert [name for name in imports(module) if name.startswith("gm.") and not name.startswith(known)] == []


@each_row("module", RENDERERS)
def test_what_writes_and_draws_mails_reads_no_state(module: str) -> None:
    """A state is handed to the rules, which make a seat's view of it, and is looked at nowhere else."""
    tree = TREES[module]
    views = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func).endswith("rules.view")]
    handed = {id(argument) for call in views for argument in call.args[:1]}
    reads = [n for n in ast.walk(tree) if isinstance(n, ast.Attribute) and n.attr == "state" and id(n) not in handed]
    assert [ast.unparse(node) for node in reads] == []
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ast.unparse(n.func) in ("getattr", "vars")
                and ast.unparse(n.args[0]) == "game"]  # fmt: skip
    of_game = {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and ast.unparse(n.value) == "game"}
    assert of_game <= OF_A_GAME | ({"state"} if module == "gm.desk.mails.viewed" else set())


AUDIENCES = {"EVERYBODY", "OBSERVERS", "OPERATOR", "DISCLOSURE"}
TELLERS = {"Notice", "note", "_note"}
# Their notes are rows of the store, told to nobody.
RECORDS = {"gm.desk.books.bounces", "gm.desk.office", "gm.serve.carrier"}


def is_audience(node: ast.expr, names: set[str]) -> bool:
    """Whether an expression is an audience: one of the four, `to(...)`, or a parameter declared as one."""
    if isinstance(node, ast.Name):
        return node.id in AUDIENCES | names
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "to" and bool(node.args)


def declared(tree: ast.AST) -> set[str]:
    """The parameters that are declared as audiences."""
    found = (arg for n in ast.walk(tree) if isinstance(n, ast.FunctionDef) for arg in n.args.args)
    return {arg.arg for arg in found if arg.annotation is not None and ast.unparse(arg.annotation) == "Audience"}


@each_row("module", [m for m in MODULES if room(m) in ("desk", "rules") and m not in RECORDS])
def test_every_notice_that_is_made_names_its_audience(module: str) -> None:
    names = declared(TREES[module])
    for node in ast.walk(TREES[module]):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in TELLERS:
            given = node.args[0] if node.args else next((k.value for k in node.keywords if k.arg == "audience"), None)
            assert given is not None and is_audience(given, names), f"line {node.lineno}: {ast.unparse(node)}"


@each_row(
    ("call", "names_one"),
    [
        ("note(EVERYBODY, body)", True), ("note(to(seat), body)", True), ("note(audience, body)", True),
        ("note(body, body)", False), ("note(to(), body)", False), ("note(None, body)", False),
    ],
)  # fmt: skip
def test_an_audience_is_known_by_its_look(call: str, names_one: bool) -> None:
    node = ast.parse(call, mode="eval").body
    assert isinstance(node, ast.Call)
    assert is_audience(node.args[0], {"audience"}) == names_one


def test_the_audience_of_a_notice_has_no_default() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(Notice)}
    assert fields["audience"].required and fields["audience"].type is Audience


@each_row("ruleset", RULESETS)
def test_no_notice_of_a_ruleset_has_the_kind_of_one_of_the_desk(ruleset: str) -> None:
    """Its template would be used for the other."""
    assert set(structs_of(desk_notices)) & set(structs_of(notices_of(ruleset))) == set()


def notices_of(ruleset: str) -> Any:
    """The module in which a ruleset declares its notices."""
    return importlib.import_module(RULESETS[ruleset].module.rpartition(".")[0] + ".notices")


def structs_of(module: Any) -> list[str]:
    """The kinds of the notices that a module declares, or has from an engine."""
    return [
        name.lower()
        for name, found in vars(module).items()
        if isinstance(found, type) and issubclass(found, msgspec.Struct)
        if found.__module__.startswith(module.__name__) or found.__module__.endswith(".notices")
    ]


@each_row("module", MODULES)
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


@each_row("name", COMMANDS)
def test_every_command_says_what_it_does(name: str) -> None:
    assert COMMANDS[name].help and COMMANDS[name].get_short_help_str()


def test_every_module_can_be_imported_alone() -> None:
    for found in pkgutil.walk_packages(gm.__path__, "gm."):
        if found.name != "gm.__main__" and not found.name.startswith("gm.maps."):  # maps needs an extra
            importlib.import_module(found.name)


# Every kind of notice, and whose it is: the desk's or a ruleset's.
KINDS = [
    *(("desk", kind) for kind in structs_of(desk_notices)),
    *((ruleset, kind) for ruleset in RULESETS for kind in structs_of(notices_of(ruleset))),
]


def test_each_phrase_of_the_desk_is_named_and_each_name_has_its_phrase() -> None:
    tables = "|".join({name.partition(".")[0] for name in phrases()})
    texts = [path.read_text(encoding="utf-8") for name, path in MODULES.items() if room(name) == "desk"]
    named = {name for text in texts for name in re.findall(rf'"((?:{tables})\.[a-z-]+)"', text)}
    asked = ("join", "observe", "monitor", "leave", "substitute", "substitute-off", "address", "sitter")
    acts = {f"ask.{act}" for act in asked}  # named by the act
    assert named | acts == set(phrases())


FAULTS = [m for m in MODULES if m.startswith("gm.rules.") and m.endswith(".faults") and m != "gm.rules.lines.letters"]


@each_row("module", FAULTS)
def test_a_ruleset_finds_each_fault_for_which_it_has_words(module: str) -> None:
    beside = [path for path in MODULES[module].parent.glob("*.py") if path != MODULES[module]]
    found = "".join(path.read_text(encoding="utf-8") for path in beside)
    for name in importlib.import_module(module).words.by_name:
        code, _, more = name.partition(".")
        assert f'"{name}"' in found or (more and f'f"{code}.{{' in found)


@each_row("kind_of", [one for one in KINDS if one[1] not in DISCLOSED | PARTS | PAGES])
def test_every_notice_that_a_player_can_be_sent_has_its_template(kind_of: tuple[str, str]) -> None:
    place, kind = kind_of
    places = [f"desk/{reader}" for reader in READERS] if place == "desk" else [place]
    found = [f"{place}/{kind}.txt.j2" for place in places]
    lacks = f"its template (templates/{found[0]}), or its name in DISCLOSED or PARTS above"
    assert len(set(found) & set(environment().list_templates())) == 1, lacks


def test_what_needs_no_template_is_a_notice_that_has_none() -> None:
    assert {kind for _, kind in KINDS} >= DISCLOSED | PARTS
    names = {name.split("/")[-1] for name in environment().list_templates() if not name.startswith("report/")}
    assert [kind for kind in DISCLOSED | PARTS if f"{kind}.txt.j2" in names] == []


@each_row("ruleset", RULESETS)
def test_every_topic_of_help_has_its_page(ruleset: str) -> None:
    index = help_page(ruleset, "")
    for topic in help_topics(ruleset):
        page = help_page(ruleset, topic)
        assert page.strip() and page != index and "no page" not in page
        assert topic in index
