"""What we ship besides code: the pins, the licence, the reasons for each dependency.

Reads only the files of the checkout; knows nothing about the games.
"""

import re
import tomllib
from pathlib import Path

import pytest
from helpers.rows import each_row
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
RUNTIME = tuple(map(Requirement, PROJECT["dependencies"]))
EXTRAS = {extra: tuple(map(Requirement, lines)) for extra, lines in PROJECT["optional-dependencies"].items()}
BUILD = tuple(map(Requirement, PYPROJECT["dependency-groups"]["build"]))
DECLARED = (*RUNTIME, *(requirement for extra in EXTRAS.values() for requirement in extra))
PINNED_BY = {
    "constraints.txt": RUNTIME,
    "constraints-dev.txt": (*RUNTIME, *EXTRAS["dev"]),
    "constraints-bench.txt": (*RUNTIME, *EXTRAS["bench"]),
    "constraints-fuzz.txt": (*RUNTIME, *EXTRAS["fuzz"]),
    "constraints-demo.txt": (*RUNTIME, *EXTRAS["demo"]),
    "constraints-postgres.txt": (*RUNTIME, *EXTRAS["postgres"]),
    "constraints-build.txt": BUILD,
}

# An option (-i, --index-url, -f ...), an address, a path, or "name @ place". The one option allowed is a hash.
PLACE = re.compile(r"^\s*-(?!-hash=)|\s--?(?!hash=)[a-z]|://|file:|\s@\s|(^|\s)[./~]*/", re.MULTILINE)
HOST = re.compile(r"\b[a-z0-9-]+\.(?:com|dev|io|local|net|org)\b|\blocalhost\b", re.IGNORECASE)
LOOSE_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)


def pins(name: str) -> dict[str, tuple[str, int]]:
    """Each package of the constraints file *name*, with its version and how many hashes it has."""
    text = LOOSE_COMMENT.sub("", (ROOT / name).read_text(encoding="utf-8")).replace("\\\n", " ")
    lines = [line.split("--hash=sha256:") for line in text.splitlines() if line.strip()]
    found = {}
    for head, *hashes in lines:
        package, _, version = head.partition(";")[0].strip().partition("==")
        assert all(re.fullmatch(r"[0-9a-f]{64}\s*", digest) for digest in hashes), package
        found[canonicalize_name(package)] = (version, len(hashes))
    return found


@each_row("name", PINNED_BY)
def test_the_constraints_name_no_index_and_no_host(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert PLACE.search(LOOSE_COMMENT.sub("", text)) is None
    assert HOST.search(text) is None
    assert "://" not in text


@each_row("line", ["-i x", "--index-url x", "  --find-links x", "-f ./wheels", "a @ b", "./a.whl", "/a"])
def test_a_line_that_names_a_place_is_noticed(line: str) -> None:
    assert PLACE.search(f"click==1\n{line}\n")


@each_row("name", PINNED_BY)
def test_every_package_in_the_constraints_is_pinned_with_hashes(name: str) -> None:
    unpinned = [package for package, (version, hashes) in pins(name).items() if not version or not hashes]
    assert unpinned == []


@each_row("name", PINNED_BY)
def test_every_dependency_is_pinned_within_its_range(name: str) -> None:
    pinned = pins(name)
    for requirement in PINNED_BY[name]:
        version, _ = pinned[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), requirement


def test_the_constraints_agree_on_every_version() -> None:
    dev = pins("constraints-dev.txt")
    for name in set(PINNED_BY) - {"constraints-dev.txt"}:
        shared = {package: version for package, version in pins(name).items() if package in dev}
        assert shared == {package: dev[package] for package in shared}


@pytest.mark.parametrize("name", ["constraints-dev.txt", "constraints-build.txt"])
def test_the_build_backend_is_pinned_for_development_and_for_the_wheel(name: str) -> None:
    pinned = pins(name)
    for requirement in map(Requirement, PYPROJECT["build-system"]["requires"]):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)][0])


def test_every_dependency_has_its_line_in_contributing_and_no_other_has() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    explained = re.findall(r"^- `([^`]+)`: \w+", text, re.MULTILINE)
    assert sorted(explained) == sorted({requirement.name for requirement in DECLARED})


def test_the_licence_is_the_gpl_version_3() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert licence.split()[:6] == ["GNU", "GENERAL", "PUBLIC", "LICENSE", "Version", "3,"]
    assert "END OF TERMS AND CONDITIONS" in licence
    assert PROJECT["license"] == "GPL-3.0-or-later"


def test_no_pin_reaches_users_that_only_developers_need() -> None:
    assert not {"pytest", "hypothesis", "mypy", "ruff", "uv", "hatchling"} & set(pins("constraints.txt"))


def test_no_operator_gets_the_post_office_of_the_demonstration() -> None:
    assert not {"aiosmtpd", "pymap", "pysasl", "proxy-protocol"} & set(pins("constraints.txt"))
    assert {"aiosmtpd", "pymap"} <= set(pins("constraints-demo.txt")) & set(pins("constraints-dev.txt"))
