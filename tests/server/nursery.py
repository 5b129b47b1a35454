"""Where servers come from: one process that has all imported, see tests/server/forking.py."""

import atexit
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

PREFIX = "TILEFOLK_"  # of the environment's variables that a server reads


class Forked:
    """A server's process, which is no child of ours."""

    def __init__(self, pid: int) -> None:
        self.pid, self._handle = pid, -1
        with contextlib.suppress(ProcessLookupError):  # gone already
            self._handle = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """Something once it is gone."""
        return 0 if self._gone(0) else None

    def wait(self, timeout: float | None = None) -> int:
        if not self._gone(timeout):
            raise TimeoutError(f"process {self.pid} goes on")
        return 0

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def terminate(self) -> None:
        self._send(signal.SIGTERM)

    def _send(self, number: signal.Signals) -> None:
        if not self._gone(0):
            signal.pidfd_send_signal(self._handle, number)

    def _gone(self, timeout: float | None) -> bool:
        if self._handle != -1 and select.select([self._handle], [], [], timeout)[0]:
            os.close(self._handle)
            self._handle = -1
        return self._handle == -1


class Nursery:
    """Starts servers; with it they end."""

    def __init__(self) -> None:
        settings = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=settings,
        )

    def start(self, kind: str, words: list[str], log: Path) -> Forked:
        assert self._process.stdin and self._process.stdout
        settings = {name: value for name, value in os.environ.items() if name.startswith(PREFIX)}
        order = {"kind": kind, "words": words, "log": str(log), "settings": settings}
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return Forked(int(self._process.stdout.readline()))

    def close(self) -> None:
        with self._process:  # it sees the end of its orders
            pass


@cache
def nursery() -> Nursery:
    """The one of this process."""
    opened = Nursery()
    atexit.register(opened.close)
    return opened
