"""`python -m tests.server.rounds 6 4`: rounds of play, everybody gone in between, and the memory in use then.

People come to four tables (another number: more), play matches at random, and leave; a quarter of an hour
later the next round begins with new people at new tables. The clock is set. Run it under PYTHONTRACEMALLOC=1:
then everything counts that Python has in memory, modules too.
"""

import asyncio
import gc
import json
import sys
import tempfile
import tracemalloc
from collections.abc import Sized
from functools import _lru_cache_wrapper
from itertools import islice
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from tests.server.nodes import again, live_match_of, node_at, people, started, swept
from tests.server.open_pages import OpenPage, quiet
from tilefolk.core.notation import write_action
from tilefolk.server.matches import registry
from tilefolk.server.node import presence
from tilefolk.server.node.node import Node
from tilefolk.server.people import cache as people_cache
from tilefolk.server.tables.table import TableRow

MODES = (
    "my_city/eternal",
    "my_island/campaign",
    "point_city/table",
    "roll_and_build/short",
    "my_city/campaign",
)
MATCHES = 2  # that each table plays
BETWEEN_SECONDS = 900.0  # while everybody is gone


async def play_round(node: Node, tables: int, rand: Random, quick: bool) -> None:
    """Some tables with two people each, from their coming to their going."""
    pages = []
    for number in range(tables):
        mode = MODES[0 if quick else number % len(MODES)]
        sitting = await people(node, "Ola", "Jan")
        for person in sitting:
            await node.people_cache.get(person.credential)
        table = await started(
            node, mode, sitting, None, pace="" if mode.startswith("point_city") else "together"
        )
        pages += [OpenPage(node, person, table.id) for person in sitting]
        await quiet(node)
        for match in range(MATCHES):
            if match:
                table = await node.start_match(await again(node, table))
            await play_match(node, table, rand, quick)
    for page in pages:
        page.shut()
    await asyncio.sleep(0.01)
    await quiet(node)


async def play_match(node: Node, table: TableRow, rand: Random, quick: bool) -> None:
    """Random answers; `quick`: one game, and everybody ends their part at once."""
    live = await live_match_of(node, table)
    while not live.over:
        seat = rand.choice(live.acting())
        legal = live.match.game.legal(live.match.state, seat)
        action = next(islice(legal, rand.randrange(len(legal)), None))
        if quick and ("end",) in legal:
            action = ("end",)
        await live.act(seat, live.next_receipt(seat), write_action(action))
        node.match_grew(live)
        await quiet(node)


async def run_rounds(rounds: int, tables: int, quick: bool = False) -> list[dict[str, Any]]:
    """What is in memory after each round."""
    clock, rand, found = SimpleNamespace(now=0.0), Random(5), []
    clock.monotonic = lambda: clock.now
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(registry, "time", clock),
        patch.object(people_cache, "time", clock),
        patch.object(presence, "RECONNECT_SECONDS", 0.0),
    ):
        async with node_at(Path(folder) / "tilefolk.sqlite") as node:
            for _ in range(rounds):
                await play_round(node, tables, rand, quick)
                clock.now += BETWEEN_SECONDS
                await swept(node)
                clock.now += BETWEEN_SECONDS
                await swept(node)
                await quiet(node)
                if quick:
                    clear_bounded_caches()
                gc.collect()
                traced = tracemalloc.get_traced_memory()[0]
                found.append({"mb": round(traced / 1e6, 2), "sizes": sizes_of(node)})
    return found


def clear_bounded_caches() -> None:
    """They fill slowly, and what they hold says nothing of what is never given back."""
    for cached in [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]:
        if cached.cache_info().maxsize is not None:
            cached.cache_clear()


def sizes_of(thing: object, name: str = "node", known: set[int] | None = None) -> dict[str, int]:
    """How many entries whatever the server's own objects refer to has, by name; empty ones are left out."""
    known = set() if known is None else known
    found: dict[str, int] = {}
    if id(thing) not in known:
        known.add(id(thing))
        for field, value in getattr(thing, "__dict__", {}).items():
            if isinstance(value, Sized) and not isinstance(value, str | bytes) and len(value):
                found[f"{name}.{field}"] = len(value)
            if type(value).__module__.startswith("tilefolk.server"):
                found |= sizes_of(value, f"{name}.{field}", known)
    return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run_rounds(int(sys.argv[1]), int(sys.argv[2]), "quick" in sys.argv))))
