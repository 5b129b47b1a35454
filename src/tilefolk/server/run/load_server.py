"""`python -m tilefolk.server.run.load_server DATA PORT [DATABASE [NODES]]`: a site for load tests.

Instead of a port it takes a socket of its parent's, as `fd:NUMBER`: nobody else can take that port meanwhile.
"""

import os
import socket
import sys
from pathlib import Path

from tilefolk.defaults import STAND_IN_GRACE_SECONDS
from tilefolk.server.run.app import Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import BACKLOG, run
from tilefolk.server.run.supervisor import Supervisor


def serve_alone(data: str, port: str, database: str = "", nodes: str = "1") -> None:
    configure_logs(json_lines=False)
    generous = Config(
        Path(data),
        database,
        hold_seconds=float(os.environ.get("TILEFOLK_HOLD", "0")),
        stand_in_grace_seconds=float(os.environ.get("TILEFOLK_STAND_IN_GRACE", STAND_IN_GRACE_SECONDS)),
        calls_per_second=10_000,
        newcomers_per_minute=1_000_000,
        sockets_per_address=100_000,
        loopback_webhooks="TILEFOLK_NEAR_CALLS" in os.environ,
    )
    listening = _listen(port)
    if nodes == "1":
        run(generous, listening)
    else:
        Supervisor(generous, listening, json_logs=False).run(int(nodes))


def _listen(port: str) -> socket.socket:
    kind, _, number = port.rpartition(":")
    if kind != "fd":
        return socket.create_server(("127.0.0.1", int(port)), backlog=BACKLOG)
    listening = socket.socket(fileno=int(number))
    listening.listen(BACKLOG)
    return listening


if __name__ == "__main__":
    serve_alone(*sys.argv[1:])
