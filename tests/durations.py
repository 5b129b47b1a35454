"""Where the time of a test run goes, by test and by cause: `make test-profile`.

With TEST_PROFILE naming a file every test adds a line to it: how long it took, processor time of its process
and of those under it (Chromium, servers, PostgreSQL), pages that were loaded, servers that were started.
The module, run with that file, makes tables of the lines. The first test of a module has its fixtures in it.
"""

import contextlib
import json
import os
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

SLOWEST = 20
TICKS = os.sysconf("SC_CLK_TCK")
HEADS = ("tests", "seconds", "own CPU", "children", "waiting", "page loads", "server starts")
counted: Counter[str] = Counter()


def count_calls(owner: Any, method: str, what: str) -> None:
    """Count the calls of a method from now on."""
    right = getattr(owner, method)

    def counting(*arguments: Any, **named: Any) -> Any:
        counted[what] += 1
        return right(*arguments, **named)

    setattr(owner, method, counting)


def pytest_configure(config: pytest.Config) -> None:
    from playwright.sync_api import Page

    from tests.server.serving import Server

    for method in ("goto", "reload"):
        count_calls(Page, method, "page loads")
    count_calls(Server, "start", "server starts")


def now() -> list[float]:
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    children = ended.ru_utime + ended.ru_stime + seconds_below(os.getpid())
    counts = counted["page loads"], counted["server starts"]
    return [time.monotonic(), time.process_time(), children, *counts]


def seconds_below(parent: int) -> float:
    """Processor time of the processes below one that run now, with that of their ended children."""
    seconds = 0.0
    for children in Path(f"/proc/{parent}/task").glob("*/children"):
        with contextlib.suppress(OSError):  # it may have ended meanwhile
            for child in children.read_text(encoding="ascii").split():
                stat = Path(f"/proc/{child}/stat").read_text(encoding="utf-8", errors="replace")
                ticks = stat.rpartition(")")[2].split()[11:15]
                seconds += sum(map(int, ticks)) / TICKS + seconds_below(int(child))
    return seconds


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    before = now()
    result = yield
    took = [max(0.0, round(later - earlier, 4)) for earlier, later in zip(before, now(), strict=True)]
    with Path(os.environ["TEST_PROFILE"]).open("a", encoding="utf-8") as file:
        file.write(json.dumps([item.nodeid, *took]) + "\n")  # short enough to be written in one piece
    return result


def tables(file: Path) -> str:
    """The sections of the tests and the slowest ones, as tables."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    sections: dict[str, list[list[float]]] = defaultdict(list)
    for name, *took in rows:
        sections["/".join(name.split("::")[0].split("/")[:2])].append(took)
    summed = {name: [len(each), *map(sum, zip(*each, strict=True))] for name, each in sections.items()}
    lines = ["| folder | " + " | ".join(HEADS) + " |", "|---|" + "---:|" * len(HEADS)]
    for name, (tests, *took) in sorted(summed.items(), key=lambda each: -each[1][1]):
        lines.append(_row(name, [tests, *_with_waiting(took)]))
    lines += ["", "| slowest | " + " | ".join(HEADS[1:]) + " |", "|---|" + "---:|" * (len(HEADS) - 1)]
    for name, *took in sorted(rows, key=lambda row: -row[1])[:SLOWEST]:
        lines.append(_row(f"`{name.removeprefix('tests/')}`", _with_waiting(took)))
    return "\n".join(lines)


def _with_waiting(took: Sequence[float]) -> list[float]:
    """The figures with the time in which neither the test nor a process under it was at work."""
    seconds, own, children, *counts = took
    return [seconds, own, children, max(0.0, seconds - own - children), *counts]


def _row(name: str, figures: Sequence[float]) -> str:
    return f"| {name} | " + " | ".join(f"{figure:,.1f}".removesuffix(".0") for figure in figures) + " |"


if __name__ == "__main__":
    print(tables(Path(sys.argv[1])))
