"""Measures the servers in turn, several times; prints all figures and the ratios of their medians as JSON."""

import argparse
import contextlib
import json
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.peers.boardgame_io import boardgame_io
from tilefolk.cli.load.command import search_rate, start_load
from tilefolk.cli.load.crowd import LoadRun
from tilefolk.cli.load.figures import Figures
from tilefolk.cli.load.join import FOUR_PEOPLE
from tilefolk.cli.load.target_site import SiteRequest
from tilefolk.locale import texts

Measure = Callable[[LoadRun], Figures]
Server = Callable[[int], contextlib.AbstractContextManager[Measure]]
SEATS = FOUR_PEOPLE.seats
COMPARED = ("highest_rate", "p50_ms", "p99_ms", "memory_mb")


@contextlib.contextmanager
def tilefolk(tables: int) -> Iterator[Measure]:
    """One node of ours on SQLite: a move is acknowledged after its commit is on the disk."""
    with start_load(texts("en"), tables * SEATS, tables, SiteRequest()) as load:
        yield load.measure


@contextlib.contextmanager
def in_memory(tables: int) -> Iterator[Measure]:
    """boardgame.io as it comes: everything is lost with the process."""
    with boardgame_io(tables, None) as peer:
        yield peer.measure


@contextlib.contextmanager
def on_files(tables: int) -> Iterator[Measure]:
    """boardgame.io's FlatFile: a move is sent out before its file is written, and nothing is synced."""
    with tempfile.TemporaryDirectory() as folder, boardgame_io(tables, Path(folder)) as peer:
        yield peer.measure


SERVERS = {"tilefolk": tilefolk, "boardgame_io_memory": in_memory, "boardgame_io_files": on_files}


def main() -> None:
    words = argparse.ArgumentParser(prog="make bench-peers", description=__doc__)
    words.add_argument("--tables", type=int, default=250)
    words.add_argument("--rate", type=float, default=50)
    words.add_argument("--seconds", type=float, default=15)
    words.add_argument("--runs", type=int, default=3)
    wanted = words.parse_args()
    first = LoadRun(wanted.rate, wanted.seconds)
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in SERVERS}
    for _ in range(wanted.runs):
        for name, server in SERVERS.items():
            runs[name].append(_measured(name, server, wanted.tables, first))
    found = {name: _medians(SERVERS[name], of_server) for name, of_server in runs.items()}
    peers = {name: _ratios(found["tilefolk"], peer) for name, peer in found.items() if name != "tilefolk"}
    machine = f"{os.cpu_count()} cores, {platform.system()}, CPython {platform.python_version()}"
    sizes = {"machine": machine, "tables": wanted.tables, "sockets": wanted.tables * SEATS}
    print(json.dumps({**sizes, "servers": found, "tilefolk_to": peers}, indent=2))


def _measured(name: str, server: Server, tables: int, first: LoadRun) -> dict[str, Any]:
    """The figures at the first rate, and the highest rate that holds."""
    print(name, file=sys.stderr)
    with server(tables) as measure:
        best, steps = search_rate(measure, first, sys.stderr)
    return {"highest_rate": best, **steps[0], "steps": steps}


def _medians(server: Server, runs: list[dict[str, Any]]) -> dict[str, Any]:
    """What was compared as the median of all runs, and the runs."""
    medians = {name: statistics.median(run[name] or 0 for run in runs) for name in COMPARED}
    return {"what": server.__doc__, **medians, "runs": runs}


def _ratios(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, float]:
    return {name: round(ours[name] / theirs[name], 2) for name in COMPARED if ours[name] and theirs[name]}


if __name__ == "__main__":
    main()
