"""Starts an installed `tilefolk serve` by itself and looks whether it gives out the page, without node."""

import contextlib
import os
import re
import subprocess
import sys
import time
import urllib.request
from pathlib import Path


def main(command: str, data: Path) -> None:
    env = {"PATH": str(Path(command).parent), "HOME": str(data), "LANG": "C.UTF-8"}
    server = subprocess.Popen(
        [command, "serve", "--port", "0", "--data", str(data)], env=env, stdout=subprocess.PIPE
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline().decode()
        found = re.search(r"http://[^ ]+", line)
        assert found, f"no address in {line!r}"
        page = _page(found.group())
        assert "<script" in page, "the page is not the client"
        print(f"served {len(page)} bytes from the wheel")
    finally:
        server.terminate()
        server.wait(20)


def _page(address: str) -> str:
    for _ in range(200):
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=2) as answer:
            return str(answer.read().decode())
        time.sleep(0.05)
    raise TimeoutError(address)


if __name__ == "__main__":
    main(os.fspath(sys.argv[1]), Path(sys.argv[2]))
