"""Runs several nodes on one machine: processes that share a listening socket; one that dies is restarted."""

import os
import signal
import socket
import sys
import time
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from tempfile import TemporaryDirectory
from types import FrameType

import structlog
from prometheus_client.multiprocess import mark_process_dead

from tilefolk.locale import texts
from tilefolk.processes import block_sigint, end_with_parent, silence_resource_tracker
from tilefolk.server.metrics import MULTIPROCESS_FOLDER_VARIABLE
from tilefolk.server.run.app import Config
from tilefolk.server.run.logs import configure_logs
from tilefolk.server.run.serve import run
from tilefolk.server.storage.database_errors import BadDatabase

RESTART_SECONDS = 1.0  # before a node that died is started again
POLL_SECONDS = 0.5  # between two looks whether to stop

log = structlog.get_logger()


class Supervisor:
    """Starts nodes, replaces those that die, stops them all."""

    def __init__(self, config: Config, listening: socket.socket, json_logs: bool) -> None:
        self._settings = config, listening, json_logs
        self._nodes: list[SpawnProcess] = []
        self._stopping = False

    def run(self, nodes: int) -> None:
        """Run until SIGTERM or SIGINT."""
        silence_resource_tracker()
        for name in (signal.SIGTERM, signal.SIGINT):
            signal.signal(name, self._stop)
        with TemporaryDirectory(prefix="tilefolk-figures-") as folder:
            os.environ[MULTIPROCESS_FOLDER_VARIABLE] = folder
            self._nodes = [self._start() for _ in range(nodes)]
            while not self._stopping:
                wait([node.sentinel for node in self._nodes], POLL_SECONDS)
                self._nodes = [node if node.is_alive() else self._replace(node) for node in self._nodes]
            for node in self._nodes:
                node.terminate()
            for node in self._nodes:
                node.join()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _start(self) -> SpawnProcess:
        node = get_context("spawn").Process(target=_serve, args=self._settings)
        with block_sigint():
            node.start()
        return node

    def _replace(self, node: SpawnProcess) -> SpawnProcess:
        if self._stopping:
            return node
        log.error("node died", pid=node.pid, code=node.exitcode)
        mark_process_dead(node.pid)  # type: ignore[no-untyped-call]
        time.sleep(RESTART_SECONDS)
        return self._start()


def _serve(config: Config, listening: socket.socket, json_logs: bool) -> None:
    configure_logs(json_logs)
    end_with_parent()
    try:
        run(config, listening)
    except BadDatabase as error:
        log.error("database refused", error=texts("en").say(error.problem, **error.names))
        sys.exit(1)
