"""`python -m bench.soak`: eleven kinds of tables for a quarter of an hour, then a look at what is stored.

Matches end and begin again, people come, go and lose their sockets, tables are left for good and others
take their place: at any moment there are as many. Prints a row a minute. The run fails when an acknowledged
line is lost or doubled, when `tilefolk check` or the log has a fault, and, if it was long enough, when the
server needs much more memory at the end than in the fifth minute.
"""

import argparse
import asyncio
import contextlib
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench.soak.table import KINDS, SoakPlayer, Table, TableKind, open_table
from tilefolk.cli.load.figures import count_lost_and_doubled
from tilefolk.cli.load.player import Acknowledged
from tilefolk.cli.load.target_site import wait_until_up
from tilefolk.defaults import DATABASE_FILE
from tilefolk.server.storage.engine import database_url, engine_for

MINUTES, RATE, TABLES_OF_A_KIND = 15, 150.0, 6
COMPARED_MINUTE = 5  # whose memory the last one's is compared with
MOST_GROWTH = 1.15
LEAST_SHARE, MOST_SHARE = 0.9, 1.1  # of tables and people beside the compared minute: as many
TABLE_SECONDS = 60.0, 240.0  # how long a table lasts
CUT_SHARE, AWAY_SHARE = 0.005, 0.002  # of the sockets, every second
AWAY_SECONDS = 3.0, 20.0
PLAYERS_ASKED = 40  # how many are asked whether they may act before a move is left out
LAST_RECEIPT_SECONDS = 10.0
STOP_SECONDS = 30.0
COLUMNS = (
    "minute",
    "RSS MB",
    "matches",
    "moves/s",
    "p50 ms",
    "p99 ms",
    "CPU ms/move",
    "tables",
    "people",
    "refused",
)


class Minute(NamedTuple):
    """What was measured at the end of a minute."""

    number: int
    rss_mb: float
    matches: int
    moves_per_second: float
    p50_ms: float
    p99_ms: float
    cpu_ms_per_move: float
    tables: int
    people: int
    refused: int


class Server:
    """A site in a process of its own, with its data and its log."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"
        with socket.create_server(("127.0.0.1", 0)) as listening, self.log.open("wb") as log:
            self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
            command = [sys.executable, "-m", "bench.soak.site", str(folder), str(listening.fileno())]
            self.process = subprocess.Popen(
                command, pass_fds=(listening.fileno(),), stdout=log, stderr=log, process_group=0
            )

    @property
    def rss_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else 0.0

    @property
    def cpu_seconds(self) -> float:
        """Of the server alone, without its bots."""
        times = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def matches(self) -> int:
        """How many it has in memory."""
        with urllib.request.urlopen(f"{self.url}/metrics", timeout=30) as answer:
            found = re.search(r"^tilefolk_rooms (\S+)", answer.read().decode(), re.MULTILINE)
        return int(float(found[1])) if found else 0

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def faults(self) -> list[str]:
        lines = self.log.read_text(errors="replace").splitlines()
        return [line for line in lines if "[error" in line or "[critical" in line or "Traceback" in line]


@contextlib.contextmanager
def started() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            if not wait_until_up(server.url, server.process):
                raise SystemExit(server.log.read_text())
            yield server
        finally:
            server.stop()


class Soak:
    """The tables and their people, and what was acknowledged to those that are gone."""

    def __init__(self, server: Server, rate: float, tables_of_a_kind: int, seed: int) -> None:
        self._server, self._rate, self._rand = server, rate, Random(seed)
        self._wanted = [kind for kind in KINDS for _ in range(tables_of_a_kind)]
        self._tables: list[Table] = []
        self._replacing: set[asyncio.Task[None]] = set()
        self._sent: list[Acknowledged] = []
        self._refused_by_gone = 0

    @property
    def _players(self) -> list[SoakPlayer]:
        return [player for table in self._tables for player in table.players]

    async def run(self, minutes: int) -> tuple[list[Minute], list[Acknowledged]]:
        for kind in self._wanted:
            await self._open(kind)
        moving = [asyncio.create_task(self._move()), asyncio.create_task(self._turn_over())]
        try:
            told = [await self._minute(number) for number in range(1, minutes + 1)]
        finally:
            for task in (*moving, *self._replacing):
                task.cancel()
            await asyncio.gather(*moving, *self._replacing, return_exceptions=True)
        await self._wait_for_receipts()
        for table in self._tables:
            await self._close(table)
        self._tables.clear()
        return told, self._sent

    async def _open(self, kind: TableKind) -> None:
        try:
            lasts = self._rand.uniform(*TABLE_SECONDS)
            self._tables.append(await open_table(self._server.url, kind, self._rand, lasts))
        except OSError as error:
            print(f"a table did not start: {error}", file=sys.stderr)

    async def _close(self, table: Table) -> None:
        self._sent += await table.close()
        self._refused_by_gone += sum(player.refused for player in table.players)

    async def _replace(self, table: Table) -> None:
        self._tables.remove(table)
        await self._close(table)
        await self._open(table.kind)

    async def _turn_over(self) -> None:
        """Every second some sockets are cut, some people go away for a while, some tables are left."""
        while True:
            await asyncio.sleep(1)
            for table in self._tables:
                for player in table.players:
                    if self._rand.random() < CUT_SHARE:
                        player.cut()
                    elif self._rand.random() < AWAY_SHARE:
                        player.go_away(self._rand.uniform(*AWAY_SECONDS))
            for table in [one for one in self._tables if one.is_over(time.monotonic())]:
                task = asyncio.create_task(self._replace(table))
                self._replacing.add(task)
                task.add_done_callback(self._replacing.discard)
                await asyncio.sleep(0)

    async def _move(self) -> None:
        """Moves come evenly, by whoever may act."""
        next_act = time.monotonic()
        while True:
            next_act = max(next_act + 1 / self._rate, time.monotonic() - 1)
            players = self._players
            asked = self._rand.choices(players, k=PLAYERS_ASKED) if players else []
            ready = next((player for player in asked if player.may_act), None)
            if ready is not None:
                await ready.act(self._rand)
            await asyncio.sleep(max(0.0, next_act - time.monotonic()))

    async def _minute(self, number: int) -> Minute:
        cpu, begin = self._server.cpu_seconds, time.monotonic()
        self._collect()
        before = len(self._sent)
        await asyncio.sleep(60)
        self._collect()
        news, seconds = self._sent[before:], time.monotonic() - begin
        waited = sorted(line.seconds * 1000 for line in news) or [0.0]
        minute = Minute(
            number,
            round(self._server.rss_mb, 1),
            await asyncio.to_thread(self._server.matches),
            round(len(news) / seconds, 1),
            round(statistics.median(waited), 1),
            round(waited[int(len(waited) * 0.99)], 1),
            round((self._server.cpu_seconds - cpu) * 1000 / max(1, len(news)), 2),
            len(self._tables),
            sum(player.is_here for player in self._players),
            self._refused_by_gone + sum(player.refused for player in self._players),
        )
        print(*(f"{value!s:>11}" for value in minute), flush=True)
        return minute

    def _collect(self) -> None:
        """Take what was acknowledged to the people who are there."""
        for player in self._players:
            self._sent += player.sent
            player.sent = []

    async def _wait_for_receipts(self) -> None:
        end = time.monotonic() + LAST_RECEIPT_SECONDS
        while any(player.waiting for player in self._players) and time.monotonic() < end:
            await asyncio.sleep(0.1)


def memory_verdict(told: list[Minute]) -> tuple[bool, str]:
    """Whether the memory of the last minute may stand beside that of the compared one, in words."""
    if len(told) <= COMPARED_MINUTE:
        return True, "too short to compare memory"
    first, last = told[COMPARED_MINUTE - 1], told[-1]
    growth = last.rss_mb / first.rss_mb
    is_alike = all(
        LEAST_SHARE <= now / max(1, then) <= MOST_SHARE
        for then, now in ((first.tables, last.tables), (first.people, last.people))
    )
    said = (
        f"RSS at minute {last.number}: {growth:.2f} of that at minute {first.number}, at most {MOST_GROWTH}"
    )
    alike = "as many" if is_alike else "NOT as many"
    return growth <= MOST_GROWTH and is_alike, f"{said}, with {alike} tables and people present"


def look_up(server: Server, sent: list[Acknowledged]) -> tuple[int, int]:
    """How many acknowledged lines are lost or doubled in the store of a server that has stopped."""
    engine = engine_for(database_url(server.folder / DATABASE_FILE))
    try:
        with engine.connect() as connection:
            return count_lost_and_doubled(connection, sent)
    finally:
        engine.dispose()


def soak(minutes: int, rate: float, tables_of_a_kind: int, seed: int) -> bool:
    with started() as server:
        for number, kind in enumerate(KINDS, start=1):
            print(f"{number:3} {kind.name}")
        print(*(f"{name:>11}" for name in COLUMNS), flush=True)
        told, sent = asyncio.run(Soak(server, rate, tables_of_a_kind, seed).run(minutes))
        server.stop()
        lost, doubled = look_up(server, sent)
        command = [sys.executable, "-m", "tilefolk", "check", "--data", str(server.folder)]
        checked = subprocess.run(command, check=False).returncode
        faults = server.faults()
    holds, said = memory_verdict(told)
    print(f"{len(sent)} acknowledged lines: {lost} lost, {doubled} doubled; `check` ended with {checked}")
    print(f"{len(faults)} faults in the log", *faults[:10], sep="\n  ")
    print(said)
    return holds and not (lost or doubled or checked or faults)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.partition("\n")[0])
    asked.add_argument("--minutes", type=int, default=MINUTES)
    asked.add_argument("--rate", type=float, default=RATE, help="moves a second")
    asked.add_argument("--tables", type=int, default=TABLES_OF_A_KIND, help="of each kind")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    sys.exit(0 if soak(given.minutes, given.rate, given.tables, given.seed) else 1)


if __name__ == "__main__":
    main()
