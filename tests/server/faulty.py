"""Nodes that can be killed a hundred times, and people who play on whatever happens."""

import asyncio
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.serving import Server, answers, free_port, wait_until
from tilefolk.cli.load.random_answer import random_answer

GAME = "my_city/eternal"
QUIET = 30.0  # seconds without a word before another node is tried


class Node(Server):
    """A node in a process of its own that starts at once; what it says is kept."""

    def __init__(self, nursery: "Nursery", data: Path, database: str = "") -> None:
        super().__init__(data, free_port(), database)
        self.log, self.pid = data / f"node-{self.port}.log", 0
        self._nursery = nursery

    def start(self) -> None:
        """Does not wait until it answers: see `ready`."""
        self.pid = self._nursery.start(self)

    def ready(self) -> None:
        wait_until(lambda: answers(self))

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.gone()

    def terminate(self) -> None:
        """Ask it to end."""
        os.kill(self.pid, signal.SIGTERM)

    def jump(self, number: signal.Signals) -> None:
        """Its time of day jumps, see tests/server/jumping.py."""
        os.kill(self.pid, number)

    def gone(self) -> None:
        wait_until(lambda: not Path(f"/proc/{self.pid}").exists(), pause=0.01)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


class Nursery:
    """Where nodes come from, see tests/server/forking.py; with it they end."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.server.forking"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    def start(self, node: Node) -> int:
        assert self._process.stdin and self._process.stdout
        order = (node.port, str(node.data), str(node.log), node.database)
        print(json.dumps(order), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        with self._process:  # it sees the end of its orders
            pass


def visiting(url: str) -> httpx.AsyncClient:
    """Somebody's browser, as far as calls go."""
    return httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60, verify=False)


@contextlib.contextmanager
def up(data: Path, database: str = "", count: int = 1) -> Iterator[list[Node]]:
    """So many nodes on one database; at the end none of them has met anything it did not expect."""
    with contextlib.closing(Nursery()) as nursery:
        nodes = [Node(nursery, data, database) for _ in range(count)]
        for node in nodes:
            node.start()
        for node in nodes:
            node.ready()
        yield nodes
    for node in nodes:
        assert not re.search('Traceback|failed", "level": "error"', node.said()), node.said()


class Player:
    """A seat of a person: any node will do, and what is not acknowledged is sent again as it was."""

    def __init__(self, nodes: Sequence[Node], cookie: str, table: str, seat: int, rand: Random) -> None:
        self.nodes, self.cookie, self.table, self.seat, self.rand = nodes, cookie, table, seat, rand
        self.match = ""
        self.acknowledged: list[str] = []
        self.resent = self.told = self.cut = 0
        self.hurry, self.over = False, False
        self._waits: str | None = None  # the line on its way

    async def play(self, slowly: float) -> None:
        """Until the match is over."""
        while not self.over:
            node = self.rand.choice(self.nodes)
            address = f"ws://127.0.0.1:{node.port}/api/tables/{self.table}/live"
            headers = {"cookie": self.cookie, "origin": node.url}
            try:
                async with connect(
                    address, additional_headers=headers, max_size=None, compression=None, ping_interval=None
                ) as stream:
                    await self._talk(stream, slowly)
            except (OSError, WebSocketException, TimeoutError):
                self.cut += 1
                await asyncio.sleep(self.rand.uniform(0.1, 0.4))

    async def _talk(self, stream: ClientConnection, slowly: float) -> None:
        again, push = self._waits is not None, None
        while not self.over:
            message = json.loads(await asyncio.wait_for(stream.recv(), QUIET))
            kind = message["type"]
            self.told += kind == "problem"
            if kind in ("ack", "refused") and message["n"] == len(self.acknowledged):
                self._answered(kind == "ack", message)
            if kind == "push" and message["seat"] == self.seat:
                push = message
                self.match, self.over = push["match"], push["view"]["phase"] == "over"
            if push and again:
                self.resent += 1
                await self._send(stream)
                again = False
            elif push and self._waits is None and (line := self._choice(push)):
                await asyncio.sleep(0 if self.hurry else self.rand.uniform(0, slowly))
                self._waits = line
                await self._send(stream)

    def _answered(self, taken: bool, message: dict[str, Any]) -> None:
        assert self._waits is not None
        if taken:
            self.acknowledged.append(self._waits)
        else:
            assert self._waits == "undo", message  # which may come too late
        self._waits = None

    def _choice(self, push: dict[str, Any]) -> str | None:
        if push["n"] != len(self.acknowledged) or self.over:
            return None
        if self.seat in push["view"]["to_act"]:
            return "end" if self.hurry else random_answer(push["view"], self.rand)
        return "undo" if push["may_undo"] and not self.hurry and self.rand.random() < 0.3 else None

    async def _send(self, stream: ClientConnection) -> None:
        act = {"type": "act", "match": self.match, "seat": self.seat, "n": len(self.acknowledged)}
        await stream.send(json.dumps({**act, "line": self._waits}))
