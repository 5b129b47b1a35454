"""Collects tests once and runs them again and again, each time in a child with a fault in one function.

That is much quicker than a new process, and possible where the function has not run yet: what ran while tests
were collected may have left its results in caches. Reads a line of JSON for every fault and answers with one.
"""

import contextlib
import gc
import json
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TextIO

import pytest

OPTIONS = ("-q", "-s", "-x", "-p", "no:xdist", "-p", "no:cacheprovider")
QUICK = ("-k", "not postgresql")  # what runs on both databases runs on one
NOT_POSSIBLE = {"code": -1000}


class Collected:
    """A plugin of pytest: instead of everything it runs what it is asked for."""

    def __init__(self, orders: TextIO, answers: TextIO) -> None:
        self._orders, self._answers = orders, answers
        self._ran: set[CodeType] = set()
        self._failed = ""

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """For sys.setprofile: everything that runs while tests are collected."""
        if event == "call":
            self._ran.add(frame.f_code)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self._failed:
            self._failed = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.setprofile(None)
        self._items: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            name = item.nodeid.partition("[")[0]
            self._items[name].append(item)
            self._items[name.partition("::")[0]].append(item)
        self._functions = [each for each in gc.get_objects() if isinstance(each, FunctionType)]
        gc.freeze()
        print("ready", file=self._answers, flush=True)
        for line in self._orders:
            print(json.dumps(self._answer(**json.loads(line))), file=self._answers, flush=True)
        os._exit(0)

    def _answer(
        self, path: str, function: str, line: int, tests: list[str], cpu_seconds: int, wall_seconds: int
    ) -> dict[str, Any]:
        """What becomes of the tests, as in warm.py; without a path the tests as they are."""
        items = [item for test in tests for item in self._items.get(test, ())]
        left = [test for test in tests if test not in self._items]
        changed = self._planted(path, function, line) if path else []
        if not items or changed is None:
            return NOT_POSSIBLE
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            os.close(reader)
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
            for each, new_code in changed:
                each.__code__ = new_code
            os.write(writer, self._run(items).encode())
            os._exit(0)
        os.close(writer)
        status, used, late = self._wait(child, wall_seconds)
        with os.fdopen(reader) as file:
            failed = file.read()
        code = os.waitstatus_to_exitcode(status)
        seconds = used.ru_utime + used.ru_stime
        told = {"failed": failed, "cpu": seconds, "late": late, "left": left}
        return {"code": 1 if failed else code, **told}

    def _wait(self, child: int, wall_seconds: int) -> tuple[int, resource.struct_rusage, bool]:
        until = time.monotonic() + wall_seconds
        while True:
            ended, status, used = os.wait4(child, os.WNOHANG)
            late = time.monotonic() > until
            if ended or late:
                break
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # also what a test left behind
        return (status, used, False) if ended else (*os.wait4(child, 0)[1:], True)

    def _run(self, items: list[pytest.Item]) -> str:
        """In the child: the first test that fails."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                break
        return self._failed

    def _planted(self, path: str, name: str, line: int) -> list[tuple[FunctionType, CodeType]] | None:
        """The functions to change and their new code; None where that is not possible."""
        alike = [
            each
            for each in self._functions
            if each.__code__.co_filename == path
            and each.__code__.co_name == name
            and each.__code__.co_firstlineno <= line
        ]
        if not alike:
            return None
        old = max((each.__code__ for each in alike), key=lambda code: code.co_firstlineno)
        if not self._ran.isdisjoint(codes_in(old)):
            return None
        place = old.co_qualname, old.co_firstlineno, old.co_freevars
        text = Path(path).read_text(encoding="utf-8")
        for code in codes_in(compile(text, path, "exec")):
            if (code.co_qualname, code.co_firstlineno, code.co_freevars) == place:
                return [(each, code) for each in alike if each.__code__ is old]
        return None


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """The code and that of everything defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def main(folders: list[str]) -> None:
    orders, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    plugin = Collected(orders, answers)
    sys.setprofile(plugin.note)
    sys.exit(pytest.main([*OPTIONS, *QUICK, *folders], plugins=[plugin]))


if __name__ == "__main__":
    sys.path[0] = ""  # the tests of the folder it runs in
    main(sys.argv[1:])
