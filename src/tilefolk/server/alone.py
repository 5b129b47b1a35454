"""`python -m tilefolk.server.alone DATA PORT [DATABASE]`: one node by itself, for load and tests."""

import os
import socket
import sys
from pathlib import Path

from tilefolk.server.app import Config, quiet_logs
from tilefolk.server.running import BACKLOG, run

if __name__ == "__main__":
    quiet_logs(json_lines=False)
    generous = Config(
        Path(sys.argv[1]),
        "".join(sys.argv[3:]),
        calls_per_second=10_000,
        newcomers_per_minute=1_000_000,
        bot_seconds=20.0,
        near_calls="TILEFOLK_NEAR_CALLS" in os.environ,
    )
    run(generous, socket.create_server(("127.0.0.1", int(sys.argv[2])), backlog=BACKLOG))
