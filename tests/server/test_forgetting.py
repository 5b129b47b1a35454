"""What a node has in memory goes when nobody needs it any more: matches, tables, people."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from tests.effort import LONG
from tests.server.nodes import again, live_match_of, node_at, people, say, started, swept
from tests.server.open_pages import OpenPage, quiet
from tilefolk.server.matches import registry
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import TableRow

GAME = "my_city/eternal"


class Clock:
    """Stands for the time of the process."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(registry, "time", clock)
    return clock


async def sit_down(node: Node) -> tuple[list[Person], TableRow, list[OpenPage]]:
    """Two people with open pages at a table whose first match runs."""
    sitting = await people(node, "Ola", "Jan")
    table = await started(node, GAME, sitting, None)
    pages = [OpenPage(node, person, table.id) for person in sitting]
    await quiet(node)
    return sitting, table, pages


async def play_to_the_end(node: Node, table: TableRow, sitting: list[Person]) -> TableRow:
    for person in sitting:
        await say(node, table, person, "end")
    await quiet(node)
    return await again(node, table)


async def later(node: Node, clock: Clock, seconds: float) -> set[str]:
    """The matches in memory after so much time."""
    clock.now += seconds
    await swept(node)
    return {*node.live_matches.all()}


async def test_a_finished_match_leaves_though_its_people_play_on(node: Node, clock: Clock) -> None:
    sitting, table, _ = await sit_down(node)
    first = cast(str, table.match)
    table = await node.start_match(await play_to_the_end(node, table, sitting))
    await quiet(node)
    second = cast(str, table.match)
    assert first != second and await later(node, clock, 50) == {first, second}
    assert await later(node, clock, 15) == {second}


async def test_a_finished_match_leaves_a_minute_after_its_last_watcher(node: Node, clock: Clock) -> None:
    sitting, table, pages = await sit_down(node)
    match = (await play_to_the_end(node, table, sitting)).match
    assert await later(node, clock, 5_000) == {match}, "they look at the result"
    for page in pages:
        page.shut()
    assert await later(node, clock, 50) == {match}
    assert await later(node, clock, 15) == set()
    assert not node.table_cache.all()


async def test_a_running_match_waits_longer_for_its_people(node: Node, clock: Clock) -> None:
    _, table, pages = await sit_down(node)
    for page in pages:
        page.shut()
    assert await later(node, clock, 590) == {table.match}
    assert await later(node, clock, 15) == set()


async def test_a_match_that_is_read_stays_a_minute(node: Node, clock: Clock) -> None:
    sitting, table, pages = await sit_down(node)
    await play_to_the_end(node, table, sitting)
    for page in pages:
        page.shut()
    await later(node, clock, 50)
    live = await live_match_of(node, table)
    assert await later(node, clock, 50) == {live.id}
    assert await later(node, clock, 15) == set()


def test_memory_after_hours_of_rounds_is_that_after_the_first() -> None:
    """In `make test-long` whole matches of all games; otherwise few that end soon."""
    command = [sys.executable, "-m", "tests.server.rounds", *(("8", "20") if LONG else ("4", "3", "quick"))]
    traced = {**os.environ, "PYTHONTRACEMALLOC": "1"}
    ended = subprocess.run(command, env=traced, capture_output=True, text=True, check=True)
    rounds = json.loads(ended.stdout.splitlines()[-1])
    assert rounds[-1]["sizes"] == rounds[0]["sizes"]
    assert rounds[-1]["mb"] <= 1.1 * rounds[0]["mb"]
    if not LONG:
        assert rounds[-1]["mb"] - rounds[1]["mb"] < 0.2, "a match takes 0.1 MB, a person 1 kB"
