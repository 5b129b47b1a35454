"""A real server for tests: its own process and folder, real sockets; a client that plays by the view."""

import contextlib
import itertools
import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from random import SystemRandom
from typing import Any, Protocol

import httpx2 as httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.nursery import nursery
from tests.server.steady import LUCK
from tilefolk.delta import push_after

WORKERS = 64  # more of them than ever share a machine
OPENED: list[Any] = []  # clients and sockets; a fixture closes them after every test


class Process(Protocol):
    """What tests do to a server's process."""

    @property
    def pid(self) -> int: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...


class Server:
    """A server that can be killed and started again on the same data."""

    def __init__(self, data: Path, port: int, database: str = "", kind: str = "steady") -> None:
        self.data, self.port, self.database, self.kind = data, port, database, kind
        self.url = f"http://127.0.0.1:{port}"
        self.log = data / f"node-{port}.log"
        self.process: Process | None = None

    def start(self) -> None:
        """Draws are the same in every run, see tests/server/steady.py."""
        self.data.mkdir(exist_ok=True)
        words = [str(self.data), str(self.port), *([self.database] if self.database else [])]
        self.process = nursery().start(self.kind, words, self.log)
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            if answers(self):
                return
            time.sleep(0.02)
        raise TimeoutError(f"the server did not start: {self.log.read_text()}")

    def luck(self, name: str) -> None:
        """From now on every match has draws of its own, the same ones in every run of the test so named."""
        (self.data / LUCK).write_text(name)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        self.process.terminate()
        self.process.wait(60)


def _own_ports() -> Iterator[int]:
    """None twice in a while, none that another worker may take before its server is up or while it is down.

    Nor one of those that the system gives to callers.
    """
    mine = range(10_240 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % WORKERS, 32_768, WORKERS)
    start = SystemRandom().randrange(len(mine))
    yield from itertools.cycle([*mine[start:], *mine[:start]])


PORTS = _own_ports()


def free_port() -> int:
    while True:
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port := next(PORTS)))
            return port


@contextlib.contextmanager
def running(data: Path, database: str = "", kind: str = "steady") -> Iterator[Server]:
    server = Server(data, free_port(), database, kind)
    server.start()
    try:
        yield server
    finally:
        if server.process and server.process.poll() is None:
            server.stop()


def answers(server: Server, path: str = "/healthz") -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{server.url}{path}", timeout=20, verify=False).status_code == 200
    return False


def is_ready(server: Server) -> bool:
    """Whether it can store something."""
    return answers(server, "/readyz")


def wait_until(holds: Callable[[], object], seconds: float = 60, pause: float = 0.1) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(pause)


class Visitor:
    """A person with a cookie, as a browser would be one."""

    def __init__(self, server: Server, name: str = "") -> None:
        self.server = server
        heads = {"origin": server.url}
        self.http = httpx.Client(base_url=server.url, headers=heads, timeout=60, verify=False)
        OPENED.append(self.http)
        self.me = self.http.get("/api/me").raise_for_status().json()
        if name:
            self.me = self.http.put("/api/me", json={"name": name}).raise_for_status().json()

    def post(self, path: str, **body: Any) -> Any:
        return self.http.post(path, json=body).raise_for_status().json()

    def put(self, path: str, **body: Any) -> Any:
        return self.http.put(path, json=body).raise_for_status().json()

    def get(self, path: str) -> Any:
        return self.http.get(path).raise_for_status().json()

    def record(self, match: str) -> str:
        return self.http.get(f"/api/matches/{match}/record").raise_for_status().text

    def live(self, table: str, deltas: bool = True) -> "Live":
        return Live(self.server, self.cookie(), table, deltas)

    def move(self, server: Server) -> None:
        """The same browser at the same site somewhere else."""
        self.server, self.http.base_url = server, server.url
        self.http.headers["origin"] = server.url

    def cookie(self) -> str:
        cookie: SimpleCookie = SimpleCookie()
        for name, value in self.http.cookies.items():
            cookie[name] = value
        return cookie.output(header="", sep=";").strip()


class WholePushes:
    """The newest push of every seat, made of the pushes and deltas that came over one wire."""

    def __init__(self) -> None:
        self.newest: dict[int | None, dict[str, Any]] = {}

    def read(self, text: str | bytes) -> dict[str, Any]:
        """A message; of a delta the push it comes to."""
        message: dict[str, Any] = json.loads(text)
        if message["type"] in ("push", "delta"):
            push = push_after(self.newest.get(message["seat"]), message)
            assert push is not None, "a delta does not fit what was sent before it"
            self.newest[message["seat"]] = message = push
        return message


class Live:
    """A socket to a table that remembers the newest push per seat and everything it got.

    It asks for deltas, as browsers do, and shows tests the pushes they come to; `deltas` are as they came.
    """

    def __init__(self, server: Server, cookie: str, table: str, deltas: bool = True) -> None:
        headers = {"cookie": cookie, "origin": server.url}
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live{'?deltas=1' if deltas else ''}"
        # what a test does not read yet must not hold up the answers to pings
        turn_clock = {"max_size": None, "max_queue": None, "ping_interval": None}
        self._opening = connect(url, additional_headers=headers, **turn_clock)
        self.socket: ClientConnection = self._opening.__enter__()
        OPENED.append(self)
        self.table: dict[str, Any] = {}
        self._whole = WholePushes()
        self.pushes = self._whole.newest
        self.traffic: list[dict[str, Any]] = []
        self.deltas: list[dict[str, Any]] = []

    def take(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        if (came := json.loads(text))["type"] == "delta":
            self.deltas.append(came)
        message = self._whole.read(text)
        self.traffic.append(message)
        if message["type"] == "table":
            self.table = message["table"]
        return message

    def wait_for(self, kind: str, timeout: float = 60) -> dict[str, Any]:
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            message = self.take(until - time.monotonic())
            if message["type"] == kind:
                return message
        raise TimeoutError(kind)

    def rest(self) -> list[dict[str, Any]]:
        """Take all that is due by now, as long as it may be on its way; everything this socket got.

        Answers do not wait for a table that is still being read: the first one is waited for.
        """
        while not self.table:
            self.take()
        for _ in range(2):  # an answer goes before whatever else is due with it
            self.send(type="ping")
            self.wait_for("pong")
        return [message for message in self.traffic if message["type"] != "pong"]

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def act(self, seat: int, line: str, n: int | None = None) -> dict[str, Any]:
        """Send a line and wait for its receipt or refusal."""
        push = self.pushes[seat]
        number = push["n"] if n is None else n
        self.send(type="act", match=push["match"], seat=seat, n=number, line=line)
        while True:
            message = self.take()
            if message["type"] in ("ack", "refused") and message["n"] == number:
                return message

    def play(self, seat: int, line: str) -> dict[str, Any]:
        """Send a line; once it is acknowledged, wait until it is seen."""
        before = self.pushes[seat]["n"]
        answer = self.act(seat, line)
        while answer["type"] == "ack" and self.pushes[seat]["n"] == before:
            self.take()
        return answer

    def close(self) -> None:
        self._opening.__exit__(None, None, None)


def first_choice(view: dict[str, Any]) -> str:
    """A legal line picked from the view alone."""
    for piece in view.get("pieces", ()):
        grid = view["grid"]
        for shape in piece["shapes"]:
            legal = int(shape["legal"], 16)
            if legal:
                bit = (legal & -legal).bit_length() - 1
                row, column = bit // grid["width"] + grid["top"], bit % grid["width"] + grid["left"]
                cell = f"{column},{row}" if grid["lattice"] == "hex" else f"{chr(65 + column)}{row + 1}"
                return f"place {piece['name']} {shape['orientation']} {cell}"
    return " ".join(map(str, view["answers"][0]))
