"""`python -m tests.mutation`: plants small faults in a copy of the package, one at a time, and runs tests.

After every fault build/mutants.json has what is known by then: an interrupted run goes on where it was.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from tests.mutation.faults import Fault, draw
from tests.mutation.fitting import ROOT, Coverage, fitting

SOURCE = ROOT / "src/tilefolk"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
NUMBERS = {"games/laying": 70, "games/point_city": 45, "core": 45, "server": 60}
KILLED, SURVIVED, SAME, BROKEN = "killed", "survived", "equivalent", "not run"
FOUND_FAULT = {1, 2, 4}  # exit codes of pytest; the last one where a file cannot be imported
NOT_POSSIBLE = -1000  # of a fault in what runs while tests are collected
RULES = ("tests/core", "tests/games", "tests/campaign", "tests/test_delta.py")
Result = dict[str, Any]


class Worker:
    """A copy of the package, and processes that run tests against it.

    Most faults are planted in a child of a process that has collected the tests (collected.py); those in
    functions that collecting runs itself take a fresh process (warm.py).
    """

    def __init__(self, tests_root: Path, source: Path, folders: list[str]) -> None:
        self._source = source
        self._folder = tempfile.TemporaryDirectory(prefix="mutants-")
        Path(self._folder.name).chmod(0o755)  # the tests' PostgreSQL runs as somebody else
        self._copy = Path(self._folder.name) / "tilefolk"
        self._log = Path(self._folder.name) / "log"
        shutil.copytree(source, self._copy)
        self._warm = self._started(tests_root, "warm.py")
        self._collected = self._started(tests_root, "collected.py", *folders)
        assert self._collected.stdout
        if not self._collected.stdout.readline():  # no fault is planted before everything is imported
            raise RuntimeError("the tests cannot be collected")

    def _started(self, tests_root: Path, script: str, *words: str) -> subprocess.Popen[str]:
        settings = {
            "PYTHONPATH": self._folder.name,
            "PYTHONDONTWRITEBYTECODE": "1",  # of what has a fault
            "HYPOTHESIS_STORAGE_DIRECTORY": f"{self._folder.name}/hypothesis",
            "TMPDIR": self._folder.name,
        }
        return subprocess.Popen(
            [sys.executable, Path(__file__).with_name(script), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=tests_root,
            env={**os.environ, **settings},
        )

    def run(self, fault: Fault | None, tests: list[str], cpu_seconds: int, wall_seconds: int) -> Result:
        """What becomes of the tests with the fault, or as they are."""
        limits = {"tests": tests, "cpu_seconds": cpu_seconds, "wall_seconds": wall_seconds}
        place = {"path": "", "function": "", "line": 0}
        if fault:
            file = self._copy / fault.path
            place = {"path": str(file), "function": fault.function, "line": fault.line}
            right = (self._source / fault.path).read_text(encoding="utf-8")
            file.write_text(fault.planted(right), encoding="utf-8")
        try:
            ran = ask(self._collected, {**limits, **place})
            if ran["code"] == NOT_POSSIBLE or (ran["code"] == 0 and ran["left"]):
                ran = ask(self._warm, {**limits, "tests": ran.get("left", tests), "log": str(self._log)})
                ran["said"] = self._log.read_text(encoding="utf-8", errors="replace")
            return ran
        finally:
            if fault:
                shutil.copy2(self._source / fault.path, file)

    def close(self) -> None:
        for process in (self._collected, self._warm):
            process.terminate()
            process.communicate()
        self._folder.cleanup()


def ask(process: subprocess.Popen[str], order: dict[str, Any]) -> Result:
    assert process.stdin and process.stdout
    print(json.dumps(order), file=process.stdin, flush=True)
    if not (answer := process.stdout.readline()):
        raise RuntimeError("the run was broken off")
    read: Result = json.loads(answer)
    return read


def verdict(ran: Result, tests: list[str]) -> tuple[str, str]:
    """What a run means, and by which test."""
    if ran["late"]:
        return KILLED, "ran too long"
    if ran["code"] < 0:
        return KILLED, "used too much processor time"
    if ran["code"] == 0:
        return SURVIVED, ""
    if ran.get("failed"):
        return KILLED, ran["failed"]
    rows = [row for row in ran["said"].splitlines() if row.startswith(("FAILED ", "ERROR tests"))]
    if ran["code"] in FOUND_FAULT:
        return KILLED, rows[0].partition(" ")[2].partition(" - ")[0] if rows else tests[0]
    return BROKEN, ran["said"].strip()[-300:]


def equivalents() -> dict[str, str]:
    """Faults that somebody has looked at and found to change nothing, with the reason."""
    listed = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["equivalent"]
    return {"\n".join((each["path"], each["old"], each["new"])): each["why"] for each in listed}


def run_all(faults: Sequence[Fault], options: argparse.Namespace) -> Iterator[tuple[Fault, Result]]:
    """Every fault with what became of it, as soon as it is known."""
    coverage = Coverage(SOURCE)
    known = equivalents()
    workers: SimpleQueue[Worker] = SimpleQueue()
    folders = [each for each in folders_for(faults) if (options.tests_root / each).exists()]
    made = [Worker(options.tests_root, options.source, folders) for _ in range(options.jobs)]
    for worker in made:
        workers.put(worker)

    steady: dict[str, bool] = {}

    def passes(test: str) -> bool:
        """Whether a test that noticed a fault passes without it."""
        if test not in steady:
            worker = workers.get()
            steady[test] = worker.run(None, [test], 200, options.limit)["code"] == 0
            workers.put(worker)
        return steady[test]

    def judge(fault: Fault) -> tuple[Fault, Result]:
        if fault.key in known:
            return fault, {"verdict": SAME, "by": known[fault.key]}
        tests = options.tests or fitting(fault, coverage, options.budget)
        if options.tests_root != ROOT:
            tests = known_there(tests, options.tests_root)
        worker = workers.get()
        try:
            ran = worker.run(fault, tests, int(2 * options.budget) + 20, options.limit)
        except ValueError:
            return fault, {"verdict": BROKEN, "by": "no such lines in that source"}
        finally:
            workers.put(worker)
        said, by = verdict(ran, tests)
        if by.startswith("tests/") and not passes(by):
            said = BROKEN
        return fault, {"verdict": said, "by": by, "cpu": round(ran["cpu"], 1), "tests": tests}

    pool = ThreadPoolExecutor(options.jobs)
    try:
        yield from pool.map(judge, faults)
    finally:
        for worker in made:
            worker.close()  # also in the middle of a run
        pool.shutdown(cancel_futures=True)


def folders_for(faults: Sequence[Fault]) -> list[str]:
    """What is collected for all of them."""
    packages = {fault.path.partition("/")[0] for fault in faults}
    return (
        ["tests/server"] if packages == {"server"} else [*RULES, *["tests/server"] * ("server" in packages)]
    )


def known_there(tests: list[str], root: Path) -> list[str]:
    """The files of the tests, as far as another checkout has them."""
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    return [file for file in files if (root / file).exists()]


def read_results(file: Path) -> dict[str, Result]:
    listed = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return {fault_of(each).key: each for each in listed}


def fault_of(listed: Result) -> Fault:
    return Fault(*(listed[name] for name in ("path", "line", "kind", "function", "old", "new")))


def table(results: Sequence[Result]) -> str:
    rows = ["| package | planted | killed | survived | equivalent | not run | killed of those that count |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|")
    for package in [*NUMBERS, "all"]:
        told = [
            each["verdict"] for each in results if package == "all" or each["path"].startswith(f"{package}/")
        ]
        count = Counter(told)
        share = f"{100 * count[KILLED] / max(1, count[KILLED] + count[SURVIVED]):.0f} %"
        counted = [len(told), *(count[each] for each in (KILLED, SURVIVED, SAME, BROKEN))]
        rows.append(f"| {package} | {' | '.join(map(str, counted))} | {share} |")
    return "\n".join(rows)


def show(each: Result) -> str:
    old, new = ([line.strip() for line in each[name].splitlines()] for name in ("old", "new"))
    place = f"{each['path']}:{each['line']} {each['function']}: {each['kind']}"
    return f"{place}\n    - {' '.join(old)[:300]}\n    + {' '.join(new)[:300]}\n    {each.get('by', '')}"


def options_of(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--package", choices=NUMBERS, action="append", help="several may be named; all")
    parser.add_argument("--number", type=int, help="of faults of each package")
    parser.add_argument("--budget", type=float, default=30.0, help="processor seconds of tests for a fault")
    parser.add_argument("--limit", type=int, default=900, help="seconds after which a run is given up")
    parser.add_argument("--again", action="store_true", help="once more those that survived")
    parser.add_argument("--faults", type=Path, help="those of such a file that are not killed, none drawn")
    parser.add_argument("--file", type=Path, default=ROOT / "build/mutants.json")
    parser.add_argument("--source", type=Path, default=SOURCE, help="the package to copy")
    parser.add_argument("--tests-root", type=Path, default=ROOT, help="where the tests are run")
    parser.add_argument("--list", action="store_true", help="only say which faults are drawn")
    parser.add_argument("tests", nargs="*", help="these tests and no others")
    return parser.parse_args(words)


def drawn(options: argparse.Namespace) -> list[Fault]:
    if options.faults:
        listed = json.loads(options.faults.read_text(encoding="utf-8"))
        return [fault_of(each) for each in listed if each.get("verdict") not in (KILLED, SAME)]
    counts = Coverage(SOURCE).is_reached
    return [
        fault
        for package in options.package or NUMBERS
        for fault in draw(SOURCE, package, options.number or NUMBERS[package], options.seed, counts)
    ]


def main(words: Sequence[str] | None = None) -> None:
    options = options_of(words)
    faults = drawn(options)
    results = read_results(options.file)
    over = (KILLED, SAME) if options.again else (KILLED, SAME, SURVIVED)
    to_do = [fault for fault in faults if results.get(fault.key, {}).get("verdict") not in over]
    if options.list:
        print("\n".join(show(fault.as_json()) for fault in to_do))
        return
    options.file.parent.mkdir(exist_ok=True)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for done, (fault, result) in enumerate(run_all(to_do, options), 1):
            results[fault.key] = {**fault.as_json(), **result}
            options.file.write_text(json.dumps(list(results.values()), indent=1), encoding="utf-8")
            print(f"{done}/{len(to_do)} {result['verdict']} {fault.path}:{fault.line}", flush=True)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on")
    told = [results[fault.key] for fault in faults if fault.key in results]
    for each in told:
        if each["verdict"] in (SURVIVED, BROKEN):
            print(f"{each['verdict']}: {show(each)}")
    print(table(told))


if __name__ == "__main__":
    main()
