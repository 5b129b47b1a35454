"""`python -m tilefolk.server.alone DATA PORT`: the server by itself, generous; for load and tests."""

import sys
from pathlib import Path

import uvicorn

from tilefolk.server.app import Config, create_app, quiet_logs


def run(data: Path, port: int) -> None:
    quiet_logs(json_lines=False)
    app = create_app(Config(data, calls_per_second=10_000, newcomers_per_minute=1_000_000, bot_seconds=20.0))
    uvicorn.run(
        app,
        port=port,
        log_level="warning",
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=16_384,
        backlog=4096,
        timeout_graceful_shutdown=5,
    )


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]))
