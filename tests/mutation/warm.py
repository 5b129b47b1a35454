"""Runs pytest in a child of a process that has imported much of what tests need, but nothing of ours.

Reads a line of JSON for every run and answers with a line: the exit code, seconds of processor time, whether
it ran past its limit. Every run imports the package anew, from PYTHONPATH.
"""

import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from typing import Any

IMPORTED = (
    *("pytest", "_pytest.fixtures", "hypothesis", "sqlalchemy", "alembic.command", "fastapi", "starlette"),
    *("uvicorn", "websockets", "httpx2", "prometheus_client", "structlog", "typer", "rich", "babel"),
    *("cryptography", "wasmtime", "pydantic"),
)
OPTIONS = ("-x", "-rfE", "--tb=line", "-p", "no:xdist", "-p", "no:cacheprovider")
QUICK = ("-k", "not postgresql")  # what runs on both databases runs on one
QUIET = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # plugins were imported before pytest began


def run(tests: list[str], log: str, cpu_seconds: int, wall_seconds: int) -> dict[str, Any]:
    child = os.fork()
    if not child:
        begin(tests, log, cpu_seconds)
    until = time.monotonic() + wall_seconds
    try:
        while not (ended := os.wait4(child, os.WNOHANG))[0]:
            if time.monotonic() > until:
                os.killpg(child, signal.SIGKILL)
                ended = os.wait4(child, 0)
                break
            time.sleep(0.05)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what a test left behind
    _, status, used = ended
    code = os.waitstatus_to_exitcode(status)
    return {"code": code, "cpu": used.ru_utime + used.ru_stime, "late": time.monotonic() > until}


def begin(tests: list[str], log: str, cpu_seconds: int) -> None:
    """In the child: never returns."""
    code = 70
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.setpgid(0, 0)
        output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output, stream.fileno())
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        import pytest

        code = int(pytest.main([*OPTIONS, *QUIET, *QUICK, *tests]))
        if code == pytest.ExitCode.NO_TESTS_COLLECTED:
            code = 0  # all of them need PostgreSQL
    finally:
        sys.stdout.flush()
        sys.exit(code)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.path[0] = ""  # the tests of the folder it runs in
    for name in IMPORTED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    assert not any(name.partition(".")[0] == "tilefolk" for name in sys.modules)
    for line in sys.stdin:
        print(json.dumps(run(**json.loads(line))), flush=True)
