"""Which tests fit a fault: those that run its lines, where that was measured; else those that name it."""

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.mutation.faults import Fault

ROOT = Path(__file__).parents[2]
COVERED = ROOT / "build/coverage"
TIMED = ROOT / "build/durations.jsonl"
USUAL_SECONDS = 0.5  # of a test that no profile has timed
SITE_SECONDS, DATABASE_SECONDS = (
    5.0,
    8.0,
)  # of a file of tests/server that starts one and that no profile has timed


class Coverage:
    """What `make coverage` left behind, a few files for each section: the tests that ran each line."""

    def __init__(self, source: Path) -> None:
        self._source = source
        self._tests: dict[str, dict[int, set[str]]] = {}
        files = sorted(COVERED.glob("*")) if COVERED.exists() else []
        self._sections = {file.name.partition(".")[0] for file in files}
        for file in files:
            self._read(file)

    def _read(self, file: Path) -> None:
        from coverage import CoverageData

        data = CoverageData(str(file))
        data.read()
        for measured in data.measured_files():
            path = Path(measured)
            if path.is_relative_to(self._source):
                lines = self._tests.setdefault(path.relative_to(self._source).as_posix(), {})
                for line, contexts in data.contexts_by_lineno(measured).items():
                    lines.setdefault(line, set()).update(filter(None, map(node_of, contexts)))

    def tests_of(self, fault: Fault) -> set[str]:
        """Tests that run any of the lines."""
        lines = self._tests.get(fault.path, {})
        last = fault.line + fault.old.count("\n")
        return set().union(*(lines.get(line, ()) for line in range(fault.line, last + 1)))

    def is_reached(self, fault: Fault) -> bool:
        """Whether anything ran one of the lines; True as well where nobody has measured that."""
        if ("server" if fault.path.startswith("server/") else "tests") not in self._sections:
            return True
        lines = self._tests.get(fault.path, {})
        return any(line in lines for line in range(fault.line, fault.line + fault.old.count("\n") + 1))


@cache
def node_of(context: str) -> str:
    """pytest's name of the test that coverage calls `tests.core.test_grid.test_names`."""
    found = re.fullmatch(r"(tests(?:\.\w+)*?\.test_\w+)\.(test_\w+)", context)
    return f"{found[1].replace('.', '/')}.py::{found[2]}" if found else ""


@cache
def seconds() -> dict[str, float]:
    """Processor time of tests and of files, as the last profile has it."""
    took: dict[str, float] = defaultdict(float)
    if TIMED.exists():
        for row in TIMED.read_text(encoding="utf-8").splitlines():
            name, _, own, children, *_ = json.loads(row)
            test = name.partition("[")[0]
            took[test] += own + children
            took[test.partition("::")[0]] += own + children
    return took


@cache
def cost(test: str) -> float:
    usual = USUAL_SECONDS
    if test.startswith("tests/server"):
        text = (ROOT / test.partition("::")[0]).read_text(encoding="utf-8")
        usual = 4 * USUAL_SECONDS
        if "tests.server.serving" in text:
            usual = SITE_SECONDS
        if "postgres(" in text:
            usual = DATABASE_SECONDS
    return seconds().get(test, usual)


def fitting(fault: Fault, coverage: Coverage, budget: float) -> list[str]:
    """The tests that run the lines, cheap ones first, then files; together they cost less than the budget.

    What is remembered in caches ran in the first test that asked for it, so the others count as well.
    """
    tests = [*sorted(coverage.tests_of(fault), key=cost), *by_name(fault)]
    chosen: list[str] = []
    spent = 0.0
    for test in tests:
        if spent + cost(test) <= budget or not chosen:
            spent += cost(test)
            chosen.append(test)
    return chosen


def by_name(fault: Fault) -> list[str]:
    """Test files that speak of the module or the function, those that say most about them first."""
    files = test_files(fault.path.split("/")[0])
    scored = sorted((-score(text, path, fault), cost(path), path) for path, text in files.items())
    return [path for *_, path in scored]


def score(text: str, path: str, fault: Fault) -> float:
    """How much a test file has to do with a fault."""
    module = fault.path.removesuffix(".py").split("/")
    stem = module[-1]
    words = {word.rstrip("s") for part in module[1:] for word in part.split("_")} - {"server", "api", "call"}
    named = {word.rstrip("s") for word in re.split(r"[/_.]", path)}
    points = 3.0 * ("tilefolk." + ".".join(module) in text) + 2.0 * len(words & named)
    points += 1.5 * (fault.function in text) + 0.5 * (stem in text)
    return points - cost(path) / 4


@cache
def test_files(package: str) -> dict[str, str]:
    folder = ROOT / "tests" / package
    found = folder.rglob("test_*.py") if folder.exists() else ROOT.glob("tests/games/**/test_*.py")
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in found}
