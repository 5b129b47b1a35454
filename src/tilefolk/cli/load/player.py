"""One client on one seat; it reconnects whenever its socket is cut."""

import asyncio
import contextlib
import json
import time
from itertools import cycle
from random import Random
from typing import Any, NamedTuple

from tilefolk.cli.load.client_socket import ClientSocket, open_socket
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
        self.waits: list[float] = []  # seconds from a receipt until it was this seat's turn again
        self._answered: tuple[str, float] | None = None  # the match and when its receipt came
        self._last: tuple[str, int] = ("", -1)  # match and number of the newest acknowledged line
        self._over = ""  # the match after which it agreed to a rematch
        self._sees_board = False  # on this socket: a line that waited for it is sent again then
        self._socket: ClientSocket | None = None
        self._asking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Listen, and reconnect whenever the socket is cut; a pending line is sent again."""
        for url in cycle(self.guest.urls):
            was_cut = False
            try:
                self._sees_board = False
                self._socket = await open_socket(url, self._path(), self.guest.cookie, self._received)
                was_cut = await self._socket.closed
            except OSError:
                pass
            finally:
                if self._socket is not None:
                    self._socket.abort()
            if not was_cut:
                await asyncio.sleep(RETRY_SECONDS)

    def _path(self) -> str:
        """Where it listens; it names what it knows already."""
        known = self.push.get("known_id", "") if self.push else ""
        return f"/api/tables/{self.guest.table}/live?deltas=1&known={known}"

    def _received(self, socket: ClientSocket, text: str) -> None:
        self._socket, message = socket, json.loads(text)
        kind = message["type"]
        if kind in ("push", "delta") and message["seat"] == self.guest.seat:
            self._pushed(message)
            if not self._sees_board:
                self._sees_board = True
                if self.waiting is not None:
                    self._write(self.waiting)
        elif kind == "ack" and self.waiting and message["n"] == self.waiting.n:
            self._acknowledged(self.waiting)
        elif kind == "refused":
            self.refused += 1
            self.waiting = None

    def _acknowledged(self, line: Pending) -> None:
        seconds = time.perf_counter() - line.begin
        self.sent.append(Acknowledged(line.match, self.guest.seat, line.n, line.line, seconds))
        self._last = line.match, line.n
        self.waiting = None
        self._answered = line.match, time.perf_counter()
        self._note_wait()

    def _pushed(self, message: dict[str, Any]) -> None:
        push = push_after(self.push, message)
        if push is None:
            self._send({"type": "whole", "seat": message["seat"]})
            return
        self.push = push
        self._note_wait()
        over = not push["view"]["to_act"]
        if over and self._over != push["match"]:
            self._over = push["match"]
            self._asking = asyncio.get_running_loop().create_task(self._rematch())

    async def _rematch(self) -> None:
        while self.push and self.push["match"] == self._over:
            with contextlib.suppress(OSError):
                await start(self.guest)
            await asyncio.sleep(REMATCH_RETRY_SECONDS)

    def _note_wait(self) -> None:
        """How long the others took; nothing where the match ended."""
        if self._answered and self.may_act and self.push:
            match, since = self._answered
            if match == self.push["match"]:
                self.waits.append(time.perf_counter() - since)
            self._answered = None

    def take_waits(self) -> list[float]:
        """All waits since the last call; one that lasts still counts as long as it has lasted."""
        going_on = [time.perf_counter() - self._answered[1]] if self._answered else []
        waits, self.waits, self._answered = self.waits + going_on, [], None
        return waits

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
        self.send_line(random_answer(self.push["view"], rand))

    def send_line(self, line: str) -> None:
        """Send a line, at once or when this socket has shown the board; it waits for its receipt."""
        assert self.push is not None
        self.waiting = Pending(self.push["match"], self.push["n"], line, time.perf_counter())
        if self._sees_board:
            self._write(self.waiting)

    def _write(self, line: Pending) -> None:
        self._send(
            {"type": "act", "match": line.match, "seat": self.guest.seat, "n": line.n, "line": line.line}
        )

    def _send(self, message: dict[str, Any]) -> None:
        if self._socket is not None:
            self._socket.send(json.dumps(message))

    def cut(self) -> None:
        if self._socket is not None:
            self._socket.close()
