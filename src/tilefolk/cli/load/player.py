"""One client on one seat; it reconnects whenever its socket is cut."""

import asyncio
import contextlib
import json
import time
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tilefolk.cli.load.join import Guest, start
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.delta import push_after

RETRY_SECONDS = 0.2  # seconds before a server that does not answer is tried again
REMATCH_RETRY_SECONDS = 1.0  # seconds before it says again that it agrees to a rematch


class Acknowledged(NamedTuple):
    """A line the server acknowledged, and after how many seconds."""

    match: str
    seat: int
    n: int
    line: str
    seconds: float


class Pending(NamedTuple):
    """A line that is not acknowledged yet, and when it was first sent."""

    match: str
    n: int
    line: str
    begin: float


class Player:
    """Acts when told to, remembers what was acknowledged, and agrees to a rematch after a match."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.push: dict[str, Any] | None = None
        self.waiting: Pending | None = None
        self.sent: list[Acknowledged] = []
        self.refused = 0
        self._last: tuple[str, int] = ("", -1)  # match and number of the newest acknowledged line
        self._over = ""  # the match after which it agreed to a rematch
        self._socket: ClientConnection | None = None
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen, and reconnect whenever the socket is cut; a pending line is sent again."""
        for url in cycle(self.guest.urls):
            address = f"{url.replace('http', 'ws', 1)}/api/tables/{self.guest.table}/live?deltas=1"
            headers = {"cookie": self.guest.cookie, "origin": url}
            try:
                async with connect(address, additional_headers=headers, max_size=None) as self._socket:
                    await self._listen(self._socket)
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, stream: ClientConnection) -> None:
        again = self.waiting
        async for text in stream:
            message = json.loads(text)
            if message["type"] in ("push", "delta") and message["seat"] == self.guest.seat:
                await self._pushed(stream, message)
                if again is not None:
                    await self._write(again)
                    again = None
            elif message["type"] == "ack" and self.waiting and message["n"] == self.waiting.n:
                self._acknowledged(self.waiting)
            elif message["type"] == "refused":
                self.refused += 1
                self.waiting = None

    def _acknowledged(self, line: Pending) -> None:
        seconds = time.perf_counter() - line.begin
        self.sent.append(Acknowledged(line.match, self.guest.seat, line.n, line.line, seconds))
        self._last = line.match, line.n
        self.waiting = None

    async def _pushed(self, stream: ClientConnection, message: dict[str, Any]) -> None:
        push = push_after(self.push, message)
        if push is None:
            await stream.send(json.dumps({"type": "whole", "seat": message["seat"]}))
            return
        self.push = push
        over = not push["view"]["to_act"]
        if over and self._over != push["match"]:
            self._over = push["match"]
            self._asking = asyncio.create_task(self._rematch())

    async def _rematch(self) -> None:
        while self.push and self.push["match"] == self._over:
            with contextlib.suppress(OSError):
                await asyncio.to_thread(start, self.guest)
            await asyncio.sleep(REMATCH_RETRY_SECONDS)

    @property
    def may_act(self) -> bool:
        """Whether it is this seat's turn according to a view that is newer than its last line."""
        push = self.push
        return (
            push is not None
            and self.waiting is None
            and self.guest.seat in push["view"]["to_act"]
            and (push["match"] != self._last[0] or push["n"] > self._last[1])
        )

    async def act(self, rand: Random) -> None:
        assert self.push is not None
        line = random_answer(self.push["view"], rand)
        self.waiting = Pending(self.push["match"], self.push["n"], line, time.perf_counter())
        await self._write(self.waiting)

    async def _write(self, line: Pending) -> None:
        message = {"match": line.match, "seat": self.guest.seat, "n": line.n, "line": line.line}
        with contextlib.suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(json.dumps({"type": "act", **message}))

    async def cut(self) -> None:
        if self._socket is not None:
            await self._socket.close()
