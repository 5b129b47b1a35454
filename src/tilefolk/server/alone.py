"""`python -m tilefolk.server.alone DATA PORT [DATABASE [NODES]]`: a site by itself, for load and tests."""

import os
import socket
import sys
from pathlib import Path

from tilefolk.server.app import Config, quiet_logs
from tilefolk.server.running import BACKLOG, run
from tilefolk.server.supervising import Supervisor


def serve_alone(data: str, port: str, database: str = "", nodes: str = "1") -> None:
    quiet_logs(json_lines=False)
    generous = Config(
        Path(data),
        database,
        calls_per_second=10_000,
        newcomers_per_minute=1_000_000,
        near_calls="TILEFOLK_NEAR_CALLS" in os.environ,
    )
    listening = socket.create_server(("127.0.0.1", int(port)), backlog=BACKLOG)
    if nodes == "1":
        run(generous, listening)
    else:
        Supervisor(generous, listening, json_logs=False).run(int(nodes))


if __name__ == "__main__":
    serve_alone(*sys.argv[1:])
