"""An interrupt stops all processes of the command line, and none outlives the others."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

LONG = ("sim", "my_city/eternal", "--matches", "100000", "--jobs", "2")
ENDLESS = [sys.executable, "-m", "tilefolk", *LONG]


@pytest.mark.slow
def test_an_interrupt_stops_all_processes() -> None:
    with interrupts_heard():
        run = subprocess.Popen(
            ENDLESS, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    try:
        workers = started(run.pid, 2)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        _, said = run.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 130
    assert b"Traceback" not in said and gone(workers)


@contextlib.contextmanager
def interrupts_heard() -> Iterator[None]:
    """Whoever starts the tests in the background of a shell has Ctrl-C ignored, and so all they start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_processes_end_with_the_one_that_started_them() -> None:
    run = subprocess.Popen(ENDLESS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    workers = started(run.pid, 2)
    run.kill()
    run.wait()
    assert gone(workers)


def started(pid: int, count: int) -> list[int]:
    """The workers of a process, once they work: they have used some time of the processor."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    for _ in range(400):
        found = [int(child) for child in children.read_text().split()]
        spent = [Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split() for child in found]
        working = [child for child, stat in zip(found, spent, strict=True) if int(stat[11]) > 60]
        if len(working) >= count:
            return found
        time.sleep(0.05)
    raise TimeoutError


def gone(pids: list[int]) -> bool:
    for _ in range(100):
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.05)
    return False


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
