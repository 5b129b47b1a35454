"""Nodes that can be killed a hundred times, and people who play on whatever happens."""

import asyncio
import contextlib
import json
import os
import re
import signal
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.nursery import nursery
from tests.server.serving import Server, answers, free_port, wait_until
from tilefolk.cli.load.random_answer import random_answer

GAME = "my_city/eternal"
QUIET = 30.0  # seconds without a word before another node is tried


class Node(Server):
    """A node whose time of day can jump; what it says is kept."""

    def __init__(self, data: Path, database: str = "", kind: str = "node", bots: Sequence[str] = ()) -> None:
        super().__init__(data, free_port(), database)
        self.kind, self.bots = kind, bots

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Does not wait until it answers: see `ready`."""
        words = [str(self.data), str(self.port), self.database, *self.bots]
        self.process = nursery().start(self.kind, words, self.log)

    def ready(self) -> None:
        wait_until(lambda: answers(self), pause=0.02)

    def terminate(self) -> None:
        """Ask it to end."""
        assert self.process is not None
        self.process.terminate()

    def jump(self, number: signal.Signals) -> None:
        """Its time of day jumps, see tests/server/jumping.py."""
        os.kill(self.pid, number)

    def gone(self) -> None:
        assert self.process is not None
        self.process.wait(60)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


def visiting(url: str) -> httpx.AsyncClient:
    """Somebody's browser, as far as calls go."""
    return httpx.AsyncClient(base_url=url, headers={"origin": url}, timeout=60, verify=False)


@contextlib.contextmanager
def up(
    data: Path, database: str = "", count: int = 1, kind: str = "node", bots: Sequence[str] = ()
) -> Iterator[list[Node]]:
    """So many nodes on one database; at the end none of them has met anything it did not expect.

    The kinds of nodes are in tests/server/forking.py.
    """
    nodes = [Node(data, database, kind, bots) for _ in range(count)]
    for node in nodes:
        node.start()
    try:
        for node in nodes:
            node.ready()
        yield nodes
    finally:
        for node in nodes:
            node.kill()
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
        """Until the match is over and every line has its answer."""
        while not self._is_done:
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

    @property
    def _is_done(self) -> bool:
        """The last line may have ended the match, and its receipt got lost."""
        return self.over and self._waits is None

    async def _talk(self, stream: ClientConnection, slowly: float) -> None:
        again, push = self._waits is not None, None
        while not self._is_done:
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
        hold = not self.hurry and self.rand.random() < 0.5
        await stream.send(json.dumps({**act, "line": self._waits, "hold": hold}))
