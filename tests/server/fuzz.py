"""`python -m tests.server.fuzz`: odd messages and requests against a server of its own, on loopback only.

The server must answer to the end, say nothing of a failure of ours, and its store must hold sound matches.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.protocol import State

from tests.server.fuzz_requests import KnownIds, odd_request
from tests.server.mutations import mutate
from tests.server.serving import Server, answers, first_choice, free_port, wait_until
from tilefolk.cli.load.random_answer import random_answer
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.storage.engine import database_url, engine_for

GAMES = ("my_city/eternal", "my_island/eternal", "point_city/table", "roll_and_build/1")
SOCKETS, CLIENTS = 8, 8
BATCH = 50  # messages between two proofs that the server still answers
ANSWER_SECONDS = 60.0  # a server that is silent for longer hangs
VALID_SHARE = 0.15  # of the messages, so that matches go on
PROGRAM = """
import sys
from tilefolk.server.http import limits
for name in dir(limits):
    if "_PER_" in name or name.endswith("_BURST"):
        setattr(limits, name, 1_000_000_000)
from tests.server.steady import steady_serve
steady_serve(*sys.argv[1:])
"""


class FuzzServer(Server):
    """A server without limits on rates; what it says goes into a file."""

    def start(self) -> None:
        with self.log.open("wb") as log:
            command = [sys.executable, "-c", PROGRAM, str(self.data), str(self.port)]
            self.process = subprocess.Popen(command, stderr=log)
        wait_until(lambda: answers(self))

    def failures(self) -> list[str]:
        """Lines of the log that tell of a failure of ours."""
        told = self.log.read_text(errors="replace").splitlines()
        return [line for line in told if "Traceback" in line or "[error" in line or "[critical" in line]


class FuzzPlayer:
    """A person at a table who sends odd messages, and now and then a valid one."""

    def __init__(self, server: FuzzServer, game: str, random: Random) -> None:
        self.server, self.game, self.random = server, game, random
        self.http = httpx.AsyncClient(base_url=server.url, headers={"origin": server.url}, timeout=60)
        self.push: dict[str, Any] | None = None
        self.batch, self.answered = 0, asyncio.Event()
        self.counts: Counter[str] = Counter()

    async def run(self, messages: int) -> None:
        async with self.http:
            while self.counts["messages"] < messages:
                table = await self._new_table()
                await self._at_table(table, messages)

    async def _new_table(self) -> str:
        seats = ["me", {"bot": "random"}]
        made = await self.http.post("/api/tables", json={"game": self.game, "seats": seats})
        table: str = made.raise_for_status().json()["id"]
        (await self.http.post(f"/api/tables/{table}/start")).raise_for_status()
        self.push = None
        return table

    async def _at_table(self, table: str, messages: int) -> None:
        """Send until the match is over or the socket is closed."""
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"cookie": cookie, "origin": self.server.url}
        async with connect(url, additional_headers=headers, max_size=None, max_queue=None) as socket:
            reading = asyncio.create_task(self._read(socket))
            try:
                while self._goes_on(socket, messages):
                    await self._send_batch(socket)
            except ConnectionClosed:
                self.counts["closed sockets"] += 1
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    def _goes_on(self, socket: ClientConnection, messages: int) -> bool:
        is_over = self.push is not None and not self.push["view"].get("to_act", True)
        return socket.state is State.OPEN and self.counts["messages"] < messages and not is_over

    async def _send_batch(self, socket: ClientConnection) -> None:
        for _ in range(BATCH):
            valid = self._valid_message()
            is_valid = self.random.random() < VALID_SHARE
            await socket.send(json.dumps(valid) if is_valid else mutate(valid, self.random))
        self.batch += 1
        self.answered.clear()
        last = {"type": "act", "match": f"end-{self.batch}", "seat": 0, "n": 0, "line": "pass"}
        await socket.send(json.dumps(last))  # refused with that name, once all before it were read
        async with asyncio.timeout(ANSWER_SECONDS):
            await self.answered.wait()
        if socket.state is not State.OPEN:
            self.counts["closed sockets"] += 1
            return
        self.counts["messages"] += BATCH

    def _valid_message(self) -> dict[str, Any]:
        random = self.random
        receipt = f"{random.getrandbits(60):016x}"
        others: list[dict[str, Any]] = [
            {"type": "ping"},
            {"type": "say", "id": receipt, "text": "Hello there"},
            {"type": "react", "id": receipt, "reaction": "tea"},
        ]
        if self.push is None or random.random() < 0.2:
            return random.choice(others)
        if random.random() < 0.1:
            place = {"match": self.push["match"], "seat": self.push["seat"]}
            return {"type": "foresee", **place, "id": random.randrange(1000)}
        act = {"type": "act", "match": self.push["match"], "seat": self.push["seat"], "n": self.push["n"]}
        line = "undo" if random.random() < 0.1 else _answer(self.push["view"], random)
        return {**act, "line": line or "pass"}

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                self.counts[message["type"]] += 1
                if message["type"] == "push" and message["seat"] is not None:
                    self.push = message
                if message["type"] == "refused" and message["match"] == f"end-{self.batch}":
                    self.answered.set()
        except WebSocketException:
            await socket.close()  # whoever sends is told
            self.answered.set()


def _answer(view: dict[str, Any], random: Random) -> str:
    """A legal line where one is known."""
    if not view.get("pieces"):
        answers = view.get("answers") or [["pass"]]
        return " ".join(map(str, random.choice(answers)))
    return random_answer(view, random) if view["grid"]["lattice"] != "hex" else first_choice(view)


class FuzzClient:
    """Somebody who calls every operation with real ids and odd values."""

    def __init__(self, server: FuzzServer, random: Random) -> None:
        self.server, self.random = server, random
        self.counts: Counter[str] = Counter()

    async def run(self, requests: int) -> None:
        async with httpx.AsyncClient(base_url=self.server.url, timeout=ANSWER_SECONDS) as http:
            ids = await KnownIds.gather(http)
            for _ in range(requests):
                method, path, options = odd_request(ids, self.random)
                try:
                    answer = await http.request(method, path, **options)
                except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeEncodeError, ValueError):
                    self.counts["not sendable"] += 1
                    continue
                self.counts[f"status {answer.status_code}"] += 1
                if answer.status_code == 500:
                    raise AssertionError(f"{method} {path} {options}: {answer.text[:200]}")


async def fuzz(server: FuzzServer, messages: int, requests: int, seed: int) -> Counter[str]:
    """Send so many messages and requests; what was sent and answered."""
    players = [FuzzPlayer(server, GAMES[n % len(GAMES)], Random(f"{seed} {n}")) for n in range(SOCKETS)]
    clients = [FuzzClient(server, Random(f"{seed} http {n}")) for n in range(CLIENTS)]
    await asyncio.gather(*(player.run(messages // SOCKETS) for player in players))
    await asyncio.gather(*(client.run(requests // CLIENTS) for client in clients))
    total: Counter[str] = Counter()
    for counts in [*(player.counts for player in players), *(client.counts for client in clients)]:
        total += counts
    return total


def run_fuzz(data: Path, messages: int, requests: int, seed: int) -> dict[str, int]:
    """Fuzz a server of its own and check what it leaves behind. Raises AssertionError, TimeoutError."""
    server = FuzzServer(data, free_port())
    server.start()
    try:
        counts = asyncio.run(fuzz(server, messages, requests, seed))
        assert answers(server), "the server does not answer any more"
    finally:
        server.stop()
    assert not server.failures(), server.failures()[:5]
    engine = engine_for(database_url(data / "tilefolk.sqlite"))
    audited = audit_all(engine)
    engine.dispose()
    assert not audited.differences, audited.differences[:3]
    return {**counts, "matches": audited.running + audited.over}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tilefolk-fuzz-") as folder:
        counts = run_fuzz(Path(folder), given.messages, given.requests, given.seed)
    print(json.dumps({**counts, "seconds": round(time.monotonic() - began)}, indent=1, sort_keys=True))


if __name__ == "__main__":
    main()
