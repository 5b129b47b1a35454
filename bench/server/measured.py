"""A server in a process of its own that tells what it has spent (`bench.server.site`)."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilefolk.cli.load.target_site import wait_until_up


class MeasuredServer:
    """A server in a process of its own that can be asked what its stages took."""

    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url, self._process = url, process

    def tell(self, command: str) -> dict[str, float]:
        """What was spent since the last command, in microseconds; the next measurement begins."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        told: dict[str, float] = json.loads(self._process.stdout.readline())
        return told


@contextlib.contextmanager
def measured_server(folder: Path, port: int) -> Iterator[MeasuredServer]:
    command = [sys.executable, "-m", "bench.server.site", str(folder), str(port)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, **pipes) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            if not wait_until_up(url, process):
                raise OSError("the server did not start")
            yield MeasuredServer(url, process)
        finally:
            process.terminate()
