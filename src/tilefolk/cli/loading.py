"""`tilefolk load`: many people at many tables, each answering by the view it was pushed."""

import asyncio
import contextlib
import json
import multiprocessing
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

SEATS = 4
GAME = "my_city/eternal"
RECONNECT = 0.02  # of the sockets, every second


class Plan(NamedTuple):
    """What one client process does."""

    url: str
    tables: int
    rate: float
    seconds: float
    seed: int


class Sent(NamedTuple):
    """A line the server acknowledged."""

    match: str
    seat: int
    n: int
    line: str
    seconds: float


def load(
    sockets: int, tables: int, rate: float, seconds: float, url: str | None, data: Path | None
) -> dict[str, Any]:
    """Play for so long and compare what was acknowledged with what is stored."""
    with _server(url, data) as (address, folder, process):
        plans = _plans(address, sockets, tables, rate, seconds)
        with multiprocessing.get_context("spawn").Pool(len(plans)) as pool:
            sent = [entry for part in pool.map(_client, plans) for entry in part]
        memory = _memory(process.pid) if process else None
        lost, doubled = _compared(folder / "tilefolk.sqlite", sent) if folder else (None, None)
    times = sorted(entry.seconds * 1000 for entry in sent)
    return {
        "sockets": sum(plan.tables for plan in plans) * SEATS,
        "tables": sum(plan.tables for plan in plans),
        "acknowledged": len(sent),
        "lost": lost,
        "doubled": doubled,
        "p50_ms": round(statistics.median(times), 1) if times else None,
        "p99_ms": round(times[int(len(times) * 0.99)], 1) if times else None,
        "memory_mb": memory,
    }


def _plans(url: str, sockets: int, tables: int, rate: float, seconds: float) -> list[Plan]:
    count = max(1, min(tables, sockets // SEATS))
    processes = 2 if count > 1 else 1
    shares = [count // processes + (index < count % processes) for index in range(processes)]
    return [Plan(url, share, rate * share / count, seconds, index) for index, share in enumerate(shares)]


@contextlib.contextmanager
def _server(
    url: str | None, data: Path | None
) -> Iterator[tuple[str, Path | None, subprocess.Popen[bytes] | None]]:
    """The server under load: the one at the address, or one of our own for as long as it takes."""
    if url is not None:
        yield url.rstrip("/"), data, None
        return
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        process = subprocess.Popen([sys.executable, "-m", "tilefolk.server.alone", folder, str(port)])
        address = f"http://127.0.0.1:{port}"
        try:
            _await(address)
            yield address, Path(folder), process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _await(url: str) -> None:
    for _ in range(400):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"{url}/healthz", timeout=1).close()
            return
        time.sleep(0.05)
    raise TimeoutError(url)


class Player:
    """One person on one seat, with its socket."""

    def __init__(self, url: str, cookie: str, table: str, seat: int) -> None:
        self.url, self.cookie, self.table, self.seat = url, cookie, table, seat
        self.push: dict[str, Any] | None = None
        self.waiting: tuple[int, str, float] | None = None
        self.sent: list[Sent] = []
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Listen, and come back whenever the line is cut; an unanswered line is sent again."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/tables/{self.table}/live"
        while True:
            try:
                headers = {"cookie": self.cookie, "origin": self.url}
                async with connect(address, additional_headers=headers, max_size=None) as self._socket:
                    await self._listen(self._socket)
            except (ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(0.2)

    async def _listen(self, stream: ClientConnection) -> None:
        again = self.waiting
        async for text in stream:
            message = json.loads(text)
            if message["type"] == "push" and message["seat"] == self.seat:
                self.push = message
                if again is not None:
                    await self._write(again[0], again[1])
                    again = None
            elif message["type"] == "ack" and self.waiting and message["n"] == self.waiting[0]:
                n, line, begin = self.waiting
                self.sent.append(Sent(message["match"], self.seat, n, line, time.perf_counter() - begin))
                self.waiting = None
            elif message["type"] == "refused":
                self.waiting = None

    @property
    def may_act(self) -> bool:
        return bool(
            self.push
            and self.waiting is None
            and self.seat in self.push["view"]["to_act"]
            and self.push["n"] == len(self.sent)
        )

    async def act(self, rand: Random) -> None:
        assert self.push is not None
        line = chosen(self.push["view"], rand)
        self.waiting = (self.push["n"], line, time.perf_counter())
        await self._write(self.push["n"], line)

    async def _write(self, n: int, line: str) -> None:
        message = {
            "type": "act",
            "match": (self.push or {})["match"],
            "seat": self.seat,
            "n": n,
            "line": line,
        }
        with contextlib.suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(json.dumps(message))

    async def cut(self) -> None:
        if self._socket is not None:
            await self._socket.close()


def chosen(view: dict[str, Any], rand: Random) -> str:
    """A legal line picked from the view alone."""
    grid, places = view["grid"], []
    for piece in view["pieces"]:
        for shape in piece["shapes"]:
            if legal := int(shape["legal"], 16):
                places.append((piece["name"], shape["orientation"], legal))
    if not places:
        return " ".join(map(str, view["answers"][0]))
    name, orientation, legal = rand.choice(places)
    bits = [bit for bit in range(legal.bit_length()) if legal >> bit & 1]
    row, column = divmod(rand.choice(bits), grid["width"])
    return f"place {name} {orientation} {chr(65 + column + grid['left'])}{row + 1 + grid['top']}"


def _client(plan: Plan) -> list[Sent]:
    return asyncio.run(_play(plan))


async def _play(plan: Plan) -> list[Sent]:
    rand = Random(plan.seed)
    players = await asyncio.to_thread(_seated, plan)
    running = [asyncio.create_task(player.run()) for player in players]
    while not all(player.push for player in players):
        await asyncio.sleep(0.1)
    end, next_act, next_cut = time.monotonic() + plan.seconds, time.monotonic(), time.monotonic() + 1
    while (now := time.monotonic()) < end:
        if now >= next_act:
            next_act += 1 / plan.rate
            ready = [player for player in players if player.may_act]
            if ready:
                await rand.choice(ready).act(rand)
        if now >= next_cut:
            next_cut += 1
            for player in rand.sample(players, max(1, int(len(players) * RECONNECT))):
                asyncio.get_running_loop().create_task(player.cut())
        await asyncio.sleep(max(0.0, min(next_act, next_cut) - time.monotonic()))
    for _ in range(100):
        if not any(player.waiting for player in players):
            break
        await asyncio.sleep(0.1)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    return [entry for player in players for entry in player.sent]


def _seated(plan: Plan) -> list[Player]:
    players = []
    for _ in range(plan.tables):
        cookies = [_cookie(plan.url) for _ in range(SEATS)]
        body = {"game": GAME, "options": {}, "seats": ["me", "open", "open", "open"], "listed": False}
        table = _call(plan.url, "POST", "/api/tables", cookies[0], body)["id"]
        for seat in range(1, SEATS):
            _call(plan.url, "PUT", f"/api/tables/{table}/seats/{seat}", cookies[seat], {"sitter": "me"})
        _call(plan.url, "POST", f"/api/tables/{table}/start", cookies[0], {})
        players += [Player(plan.url, cookies[seat], table, seat) for seat in range(SEATS)]
    return players


def _cookie(url: str) -> str:
    with urllib.request.urlopen(f"{url}/api/me", timeout=30) as answer:
        cookie: SimpleCookie = SimpleCookie(answer.headers["set-cookie"])
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookie.items())


def _call(url: str, method: str, path: str, cookie: str, body: dict[str, Any]) -> Any:
    headers = {"cookie": cookie, "content-type": "application/json", "origin": url}
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def _compared(path: Path, sent: list[Sent]) -> tuple[int, int]:
    """How many acknowledged lines the store lacks, and how many it has twice."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as store:
        rows = store.execute("select match_id, who, n, line from lines where n is not null").fetchall()
    stored: dict[tuple[str, int, int], list[str]] = {}
    for match, who, n, line in rows:
        stored.setdefault((match, who, n), []).append(line)
    lost = sum(f"{entry.seat} {entry.line}" not in stored.get(entry[:3], []) for entry in sent)
    doubled = sum(len(stored.get(entry[:3], [])) > 1 for entry in sent)
    return lost, doubled


def _memory(pid: int) -> float | None:
    """Megabytes the server holds."""
    with contextlib.suppress(OSError):
        for row in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if row.startswith("VmRSS"):
                return round(int(row.split()[1]) / 1024, 1)
    return None
