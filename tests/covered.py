"""`make coverage`: which lines and branches of the package the tests run, also in processes that they start.

Coverage starts by itself in every Python process below, because the environment names its settings. A server
that a test kills outright tells nothing. `python -m tests.covered --root DIRECTORY tests server` measures
another checkout with the settings and tools of this one.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"
COUNTS = ("num_statements", "covered_lines", "num_branches", "covered_branches")


def measure(root: Path, section: str) -> int:
    """Run a section of `make test`; one file for every process goes to build/coverage."""
    settings = {
        "COVERAGE_PROCESS_START": str(ROOT / "pyproject.toml"),
        "COVERAGE_FILE": str(BUILD / "coverage" / section),
        "PYTHONPATH": str(root / "src"),
    }
    command = [sys.executable, "tests/sections.py", section]
    return subprocess.run(command, cwd=root, env={**os.environ, **settings}, check=False).returncode


def combined(root: Path) -> dict[str, Any]:
    """What all processes ran, as coverage tells it in JSON."""
    told = BUILD / "coverage.json"
    places = {"COVERAGE_FILE": str(BUILD / "coverage.data"), "PYTHONPATH": str(root / "src")}
    files = map(str, sorted((BUILD / "coverage").iterdir()))
    for words in (["combine", "--keep", *files], ["json", "-o", str(told)]):
        settings = ["-q", f"--rcfile={ROOT / 'pyproject.toml'}"]
        command = [sys.executable, "-m", "coverage", words[0], *settings, *words[1:]]
        subprocess.run(command, cwd=root, env={**os.environ, **places}, check=True)
    measured: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return measured


def table(measured: dict[str, Any]) -> str:
    """Lines and branches by package."""
    packages: dict[str, list[int]] = defaultdict(lambda: [0] * len(COUNTS))
    for file, each in measured["files"].items():
        inside = Path(file.partition("src/tilefolk/")[2])
        for name in (inside.parts[0] if len(inside.parts) > 1 else "modules by themselves", "all"):
            for index, count in enumerate(COUNTS):
                packages[name][index] += each["summary"][count]
    rows = ["| package | lines | run | branches | run |", "|---|---:|---:|---:|---:|"]
    for name, (lines, run, branches, taken) in sorted(packages.items(), key=lambda each: each[0] == "all"):
        rows.append(f"| {name} | {lines:,} | {share(run, lines)} | {branches:,} | {share(taken, branches)} |")
    return "\n".join(rows)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.covered")
    parser.add_argument("sections", nargs="*", default=["tests", "witness", "server"])
    parser.add_argument("--root", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--table", action="store_true", help="run nothing, only tell what was measured")
    options = parser.parse_args()
    codes = []
    if not options.table:
        shutil.rmtree(BUILD / "coverage", ignore_errors=True)
        (BUILD / "coverage").mkdir(parents=True)
        codes = [measure(options.root.absolute(), section) for section in options.sections]
    print(table(combined(options.root.absolute())))
    sys.exit(max(codes, default=0))


if __name__ == "__main__":
    main()
