"""Opens matches of a campaign while others play, and prints how long the others wait meanwhile.

Stretches without and with openings take turns in one run, so that other work on the machine counts in both.
The tables are made ready first; then the server starts anew on the same data and has read no episode yet.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from threading import Thread

from bench.server.measured import MeasuredServer, measured_server
from tilefolk.cli.load.campaign_text import campaign_before
from tilefolk.cli.load.crowd import Crowd, LoadRun
from tilefolk.cli.load.join import Guest, TablePlan, seat_table, start
from tilefolk.cli.load.player import Player
from tilefolk.cli.load.target_site import free_port

OPENED = (  # with the episode at which a campaign goes on; an episode by itself has read no other one yet
    ("my_island/24", 1),
    ("my_city/24", 1),
    ("my_island/campaign", 14),
    ("my_island/campaign", 20),
    ("my_city/campaign", 20),
)
SEATS = 3
OPEN_SECONDS = 60.0  # until everybody at an opened table must have seen their board
FIGURES = ("openings", "moves", "p50_ms", "p99_ms", "most_ms", "cpu_s")
COLUMNS = ("stretch", *FIGURES, "opening_p50_ms", "opening_most_ms")


class Openings(Thread):
    """Opens the matches of these tables, evenly over some seconds, beside the thread that measures."""

    def __init__(self, tables: list[list[Guest]], seconds: float) -> None:
        super().__init__()
        self._tables, self._seconds = tables, seconds
        self.waits: list[float] = []  # seconds from the start until everybody sees their board

    def run(self) -> None:
        asyncio.run(self._open_all())

    async def _open_all(self) -> None:
        opening = []
        for guests in self._tables:
            opening.append(asyncio.create_task(self._open(guests)))
            await asyncio.sleep(self._seconds / len(self._tables))
        await asyncio.gather(*opening)

    async def _open(self, guests: list[Guest]) -> None:
        begin = time.perf_counter()
        await start(guests[0])
        players = [Player(guest) for guest in guests]
        listening = [asyncio.create_task(player.run()) for player in players]
        async with asyncio.timeout(OPEN_SECONDS):
            while not all(player.push and player.push["view"]["to_act"] for player in players):
                await asyncio.sleep(0.002)
        self.waits.append(time.perf_counter() - begin)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)


def prepare(folder: Path, port: int, count: int) -> list[list[Guest]]:
    """Tables that can start an episode; campaigns have been played by bots so far."""
    texts = [campaign_before(name, SEATS, at) if at > 1 else "" for name, at in OPENED]
    both = zip(OPENED, texts, strict=True)
    plans = [TablePlan(name, SEATS, campaign=text) for (name, _), text in both]
    with measured_server(folder, port) as server:
        return [seat_table((server.url,), number, plans[number % len(plans)]) for number in range(count)]


def measure(
    server: MeasuredServer, crowd: Crowd, run: LoadRun, tables: list[list[Guest]]
) -> dict[str, float | int | None]:
    """One stretch: how long the moves of the others took, and the processor time of the server."""
    openings = Openings(tables, run.seconds * 0.8) if tables else None
    server.tell("plain")
    if openings:
        openings.start()
    times = sorted(entry.seconds * 1000 for entry in crowd.play(run).sent)
    if openings:
        openings.join()
        assert len(openings.waits) == len(tables), "a match was not opened"
    cpu = server.tell("read")["total"] / 1_000_000
    waits = sorted(openings.waits) if openings else []
    return {
        "openings": len(tables),
        "moves": len(times),
        "p50_ms": round(statistics.median(times), 1),
        "p99_ms": round(times[int(len(times) * 0.99)], 1),
        "most_ms": round(times[-1], 1),
        "cpu_s": round(cpu, 2),
        "opening_p50_ms": round(statistics.median(waits) * 1000) if waits else None,
        "opening_most_ms": round(waits[-1] * 1000) if waits else None,
    }


def main() -> None:
    words = argparse.ArgumentParser(prog="make bench-openings", description=__doc__)
    words.add_argument("--openings", type=int, default=50, help="matches opened in a stretch with some")
    words.add_argument("--rounds", type=int, default=2, help="stretches without and with openings")
    words.add_argument("--tables", type=int, default=100, help="tables of the others, four people each")
    words.add_argument("--rate", type=float, default=50, help="moves of the others per second")
    words.add_argument("--seconds", type=float, default=10, help="how long a stretch is")
    words.add_argument("--json", action="store_true", help="print JSON")
    wanted = words.parse_args()
    run = LoadRun(wanted.rate, wanted.seconds, cut_share=0)
    found: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        tables = prepare(folder, port, wanted.openings * wanted.rounds)
        with (
            measured_server(folder, port) as server,
            Crowd((server.url,), wanted.tables, TablePlan()) as crowd,
        ):
            crowd.play(run._replace(seconds=2))
            print(*(f"{column:>15}" for column in COLUMNS), file=sys.stderr)
            for _ in range(wanted.rounds):
                opened, tables = tables[: wanted.openings], tables[wanted.openings :]
                for stretch, ready in (("without", []), ("with", opened)):
                    found.append({"stretch": stretch, **measure(server, crowd, run, ready)})
                    print(*(f"{found[-1][column]!s:>15}" for column in COLUMNS), file=sys.stderr, flush=True)
    if wanted.json:
        print(json.dumps({"load_average": os.getloadavg()[0], "stretches": found}, indent=2))


if __name__ == "__main__":
    main()
