"""Plants the faults of tests/faults.toml one at a time, and says which tests notice each.

    python tools/plant_faults.py [--tier default|all] [--modules N] [--jobs N] [NAME ...]

Each fault is planted in a copy of the checkout, where the tests of the default tier run, the likeliest first, until one
fails; if none does, and all tiers are asked for, the rest run too, those with servers last. It ends with a table, and
with 1 if a fault was noticed by none. With --modules only the N likeliest modules run, for a quick look. Where a fault
fits its file no longer, because that was changed, it says so: plant it where the code has gone to.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[1]
FAULTS = ROOT / "tests" / "faults.toml"
NOTICED = re.compile(r"^(?:FAILED|ERROR|SUBFAILED\S*) (.+?)(?: - |$)", re.MULTILINE)
WORD = re.compile(r"[a-z]{3,}")
TESTS = ("-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
TIERS = {
    "default": ("--tier", "default", "-m", "not servers and not package"),
    "rest": ("--tier", "rest", "-m", "not servers and not package"),
    "servers": ("-m", "servers"),
}


@dataclass(frozen=True)
class Fault:
    """One fault: in which file which text takes the place of which other, and what a user would notice."""

    name: str
    room: str
    file: str
    notices: str
    old: str
    new: str

    def planted(self, text: str) -> str:
        """The text of its file with the fault in it. Raises ValueError where it does not fit exactly once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: its text stands {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)


def read_faults(path: Path = FAULTS) -> list[Fault]:
    """All faults, in the order of the file."""
    return [Fault(**one) for one in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]]


def copied(folder: Path) -> Path:
    """A copy of the checkout's files in *folder*."""
    names = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in filter(None, names.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def nearest(fault: Fault, copy: Path) -> list[str]:
    """All modules of tests, first those that name the module of the fault, or have words with it in common."""
    words = set(WORD.findall(f"{fault.room} {fault.name} {fault.file}"))
    module = fault.file.removesuffix(".py").replace("/", ".")

    def distance(path: Path) -> tuple[int, str]:
        name = str(path.relative_to(copy))
        return -3 * (module in path.read_text(encoding="utf-8")) - len(words & {*WORD.findall(name)}), name

    return [str(path.relative_to(copy)) for path in sorted((copy / "tests").rglob("test_*.py"), key=distance)]


def noticed(fault: Fault, copy: Path, tier: str, modules: int | None) -> str:
    """The first test of a tier that fails in a copy; "" if none does."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *TIERS[tier], *TESTS, *nearest(fault, copy)[:modules]],
        cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, capture_output=True, text=True,
    )  # fmt: skip
    if run.returncode in (0, 5):  # 5: of these modules the tier has no test
        return ""
    found = NOTICED.search(run.stdout)
    return found[1] if found else f"pytest ended with {run.returncode}"


def tried(fault: Fault, copy: Path, tiers: tuple[str, ...], modules: int | None) -> tuple[str, str]:
    """Which tier notices a fault, and by which test; two empty texts if none does."""
    file = copy / fault.file
    right = file.read_text(encoding="utf-8")
    file.write_text(fault.planted(right), encoding="utf-8")
    try:
        for tier in tiers:
            if test := noticed(fault, copy, tier, modules):
                return tier, test
    finally:
        file.write_text(right, encoding="utf-8")
    return "", ""


def main() -> int:
    """Try the faults that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tier", choices=("default", "all"), default="all")
    parser.add_argument("--modules", type=int, default=None)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    faults = [fault for fault in read_faults() if not asked.names or fault.name in asked.names]
    tiers = ("default",) if asked.tier == "default" else tuple(TIERS)
    copies: SimpleQueue[Path] = SimpleQueue()
    found = dict[str, tuple[str, str]]()

    def work(fault: Fault) -> None:
        copy = copies.get()
        try:
            found[fault.name] = tried(fault, copy, tiers, asked.modules)
        finally:
            copies.put(copy)
        print(f"{fault.room:20} {fault.name:44} {' '.join(found[fault.name]) or 'NOT NOTICED'}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.jobs):
            copies.put(copied(Path(folder) / str(number)))
        with ThreadPoolExecutor(asked.jobs) as jobs:
            list(jobs.map(work, faults))
    by_default = sum(tier == "default" for tier, _ in found.values())
    missed = sum(not tier for tier, _ in found.values())
    print(f"{len(faults)} faults: {by_default} noticed by the default tier, {missed} by no test")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
