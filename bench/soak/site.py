"""`python -m bench.soak.site DATA DESCRIPTOR`: a site as any other, on a socket of its parent's."""

import socket
import sys
from pathlib import Path

from tilefolk.server.run.app import Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import BACKLOG, run

if __name__ == "__main__":
    configure_logs(json_lines=False)
    listening = socket.socket(fileno=int(sys.argv[2]))
    listening.listen(BACKLOG)
    run(Config(Path(sys.argv[1])), listening)
