"""`python -m tests.server.forking`: nodes out of a process that has all imported, so that they start at once.

Reads a line of JSON for every node, the arguments of `serve`, and answers with the id of its process.
"""

import json
import os
import signal
import socket
import sys
from pathlib import Path

from tests.server import jumping  # before anybody else asks for the time
from tilefolk.server.run.app import Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import BACKLOG, run


def serve(port: int, data: str, log: str, database: str) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    jumping.listen()
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    configure_logs(json_lines=True)
    config = Config(Path(data), database, calls_per_second=10_000, newcomers_per_minute=1_000_000)
    run(config, socket.create_server(("127.0.0.1", port), backlog=BACKLOG))


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is killed leaves nothing behind
    for line in sys.stdin:
        child = os.fork()
        if not child:
            serve(*json.loads(line))
            os._exit(0)
        print(child, flush=True)
    os.killpg(0, signal.SIGKILL)  # nobody wants nodes any more
