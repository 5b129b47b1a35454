"""The figures of a run, and whether they pass the bar."""

import contextlib
import os
import socket
import statistics
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, select

from tilefolk.cli.load.crowd import LoadRun, RunResult
from tilefolk.cli.load.player import Acknowledged
from tilefolk.server.node.heartbeat import nodes_up
from tilefolk.server.storage.schema import lines
from tilefolk.server.storage.store import Store

P99_LIMIT_MS = 150.0  # milliseconds within which 99 of 100 lines are acknowledged
LEAST_SHARE = 0.95  # of the moves asked for
MATCHES_PER_QUERY = 200  # matches looked up by one query


class Figures(NamedTuple):
    """What one run measured; None where it cannot be measured from here."""

    rate: float
    acknowledged: int
    per_second: float
    lost: int | None
    doubled: int | None
    refused: int
    unanswered: int
    p50_ms: float | None
    p99_ms: float | None
    memory_mb: float | None
    sockets_by_node: list[int] | None
    load_average: float
    # From a person's receipt until it is their turn again, at tables with one person.
    bots_p50_s: float | None = None
    bots_p99_s: float | None = None
    bots_most_s: float | None = None

    @property
    def holds(self) -> bool:
        """The bar: nothing lost, doubled or unanswered, p99 within its limit, nearly all moves made."""
        quick = self.p99_ms is not None and self.p99_ms <= P99_LIMIT_MS
        whole = not (self.lost or self.doubled or self.unanswered)
        return quick and whole and self.per_second >= self.rate * LEAST_SHARE


def measure_run(run: LoadRun, played: RunResult, store: Store | None) -> Figures:
    """Compare the acknowledged lines with the stored ones, and read memory and sockets of the nodes."""
    seconds = [entry.seconds for entry in played.sent]
    summed = summarize(run, seconds, played.unanswered, store.read_now(_local_pids) if store else [])
    lost, doubled = (
        store.read_now(lambda found: count_lost_and_doubled(found, played.sent)) if store else (None, None)
    )
    return with_waits(summed._replace(lost=lost, doubled=doubled, refused=played.refused), played.waits)


def with_waits(figures: Figures, waits: list[float]) -> Figures:
    """The figures with how long people alone with bots waited for them."""
    if not waits:
        return figures
    seconds = sorted(waits)
    return figures._replace(
        bots_p50_s=round(statistics.median(seconds), 2),
        bots_p99_s=round(seconds[int(len(seconds) * 0.99)], 2),
        bots_most_s=round(seconds[-1], 2),
    )


def summarize(run: LoadRun, seconds: list[float], unanswered: int, pids: list[int]) -> Figures:
    """The figures that need no store: response times, memory and sockets."""
    times = sorted(each * 1000 for each in seconds)
    return Figures(
        rate=round(run.rate, 1),
        acknowledged=len(times),
        per_second=round(len(times) / run.seconds, 1),
        lost=None,
        doubled=None,
        refused=0,
        unanswered=unanswered,
        p50_ms=round(statistics.median(times), 1) if times else None,
        p99_ms=round(times[int(len(times) * 0.99)], 1) if times else None,
        memory_mb=round(sum(map(_memory_mb, pids)), 1) if pids else None,
        sockets_by_node=[_socket_count(pid) for pid in pids] if pids else None,
        load_average=round(os.getloadavg()[0], 1),
    )


def count_lost_and_doubled(connection: Connection, sent: list[Acknowledged]) -> tuple[int, int]:
    """Count acknowledged lines that the store lacks under their receipt, and lines it has twice.

    No seat can lay a piece on the same place twice, so a second such line is a double under any receipt.
    """
    stored: dict[tuple[str, int, int], str] = {}
    times: Counter[tuple[str, int, str]] = Counter()
    matches = sorted({entry.match for entry in sent})
    for index in range(0, len(matches), MATCHES_PER_QUERY):
        wanted = lines.c.match_id.in_(matches[index : index + MATCHES_PER_QUERY]) & lines.c.n.is_not(None)
        for row in connection.execute(select(lines).where(wanted)):
            line = row.line.partition(" ")[2]
            stored[row.match_id, row.who, row.n] = line
            times[row.match_id, row.who, line] += 1
    lost = sum(stored.get(entry[:3]) != entry.line for entry in sent)
    laid = [entry for entry in sent if entry.line.startswith("place ")]
    doubled = sum(times[entry.match, entry.seat, entry.line] > 1 for entry in laid)
    return lost, doubled


def _local_pids(connection: Connection) -> list[int]:
    """The process ids of the nodes on this machine."""
    here = socket.gethostname()[:80]
    return [node["pid"] for node in nodes_up(connection) if node["host"] == here]


def _memory_mb(pid: int) -> float:
    """The resident memory of a process in megabytes."""
    with contextlib.suppress(OSError):
        for row in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if row.startswith("VmRSS"):
                return int(row.split()[1]) / 1024
    return 0.0


def _socket_count(pid: int) -> int:
    """The open sockets of a process, including those to its database."""
    with contextlib.suppress(OSError):
        return sum(file.is_socket() for file in Path(f"/proc/{pid}/fd").iterdir())
    return 0
