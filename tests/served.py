"""Starts an installed `tilefolk serve` by itself and looks whether it gives out the page, without node."""

import contextlib
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def main(command: str, data: Path) -> None:
    env = {"PATH": str(Path(command).parent), "HOME": str(data), "LANG": "C.UTF-8"}
    with serving(command, data, env=env) as (address, _):
        page = _page(address)
        assert "<script" in page, "the page is not the client"
        print(f"served {len(page)} bytes from the wheel")


@contextlib.contextmanager
def serving(command: str | Path, data: Path, **how: Any) -> Iterator[tuple[str, str]]:
    """The address of a server that runs in the block, and what it says about the kernels of bots."""
    words = [command, "serve", "--port", "0", "--data", data]
    server = subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, **how)
    try:
        assert server.stdout is not None
        line, kernels = (server.stdout.readline().decode() for _ in range(2))
        found = re.search(r"http://[^ ]+", line)
        assert found, f"no address in {line!r}"
        yield found.group(), kernels.strip()
    finally:
        server.terminate()
        server.wait(60)


def _page(address: str) -> str:
    for _ in range(1200):
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=20) as answer:
            return str(answer.read().decode())
        time.sleep(0.05)
    raise TimeoutError(address)


if __name__ == "__main__":
    main(os.fspath(sys.argv[1]), Path(sys.argv[2]))
