"""boardgame.io's server with people at its tables, started and asked through node."""

import contextlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web.build import install, npm

from tilefolk.cli.load.crowd import PROCESSES, LoadRun
from tilefolk.cli.load.figures import Figures, summarize
from tilefolk.cli.load.target_site import free_port

HERE = Path(__file__).parent
SERVER = "server.cjs"


class Tables:
    """A server and its clients, each in processes of their own."""

    def __init__(self, server: int, clients: list[subprocess.Popen[str]]) -> None:
        self._server, self._clients = server, clients

    def measure(self, run: LoadRun) -> Figures:
        share = run._replace(rate=run.rate / len(self._clients))
        for client in self._clients:
            assert client.stdin is not None
            client.stdin.write(json.dumps(share._asdict()) + "\n")
            client.stdin.flush()
        parts = [_receive(client) for client in self._clients]
        seconds = [took / 1000 for part in parts for took in part["times"]]
        return summarize(run, seconds, sum(part["unanswered"] for part in parts), [self._server])


@contextlib.contextmanager
def boardgame_io(tables: int, folder: Path | None) -> Iterator[Tables]:
    """Its server with everybody seated; with a folder it writes files, without it keeps all in memory."""
    install(HERE)
    ports = [str(free_port()), str(free_port())]
    with contextlib.ExitStack() as running:
        server = running.enter_context(_node(SERVER, *ports, *([str(folder)] if folder else [])))
        assert server.stdout is not None
        if server.stdout.readline().strip() != "ready":
            raise OSError("boardgame.io's server did not start")
        shares = [len(range(index, tables, PROCESSES)) for index in range(PROCESSES)]
        clients = [running.enter_context(_node("clients.cjs", *ports, str(share))) for share in shares]
        for client in clients:
            _receive(client)
        yield Tables(server.pid, clients)


@contextlib.contextmanager
def _node(script: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    command, env = npm()
    with subprocess.Popen(
        [str(Path(command).with_name("node")), script, *words],
        cwd=HERE,
        env={**env, "NODE_ENV": "production"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL if script == SERVER else None,  # it tells of every line sent twice
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _receive(client: subprocess.Popen[str]) -> dict[str, Any]:
    assert client.stdout is not None
    line = client.stdout.readline()
    if not line:
        raise OSError("a process of the clients died")
    told: dict[str, Any] = json.loads(line)
    return told
