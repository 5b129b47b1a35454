"""The site clock: nodes share it, and it stands still while nobody could move."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.server.nodes import late_lines, pass_time, people, say, started, swept
from tests.server.time.games import GAME, MINUTE
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import lines
from tilefolk.server.storage.site_clock import MAX_UNCONFIRMED_SECONDS, SiteClock, stored_seconds
from tilefolk.server.storage.store import Store


class Hands:
    """A monotonic clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


async def moved_on(store: Store, clock: SiteClock) -> float:
    clock.adopt(await store.write(clock.advance, "clock"))
    return clock.now()


async def test_nodes_share_one_clock_that_only_grows(tmp_path: Path) -> None:
    store, here, there = Store(tmp_path / "one.sqlite"), Hands(), Hands()
    one, other = SiteClock(0.0, here), SiteClock(0.0, there)
    for _ in range(10):
        here.at += 3
        there.at += 2.9
        assert await moved_on(store, one) == pytest.approx(await moved_on(store, other))
    assert one.now() == pytest.approx(30)
    there.at += 3
    assert await moved_on(store, other) == pytest.approx(33), "one node alone carries it on"
    late = SiteClock(store.read_now(stored_seconds), Hands())
    assert late.now() == pytest.approx(33), "a new node takes it over"
    assert await moved_on(store, one) == pytest.approx(33), "who was behind is no more"
    store.close()


async def test_it_stands_still_while_the_database_does_not_answer() -> None:
    hands = Hands()
    clock = SiteClock(500.0, hands)
    hands.at += 3600
    assert clock.now() == 500 + MAX_UNCONFIRMED_SECONDS


def test_it_stands_still_while_the_server_is_down(tmp_path: Path) -> None:
    file = tmp_path / "one.sqlite"
    hands = Hands()
    store = Store(file)
    clock = SiteClock(0.0, hands)
    hands.at += 7
    asyncio.run(moved_on(store, clock))
    store.close()
    hands.at += 86_400
    again = Store(file)
    assert again.clock.now() == pytest.approx(7, abs=1)
    again.close()


async def test_the_time_of_day_may_jump(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(node, GAME, await people(node, "Ola", "Jan"), MINUTE)
    for jump in (0.0, 4e9):
        monkeypatch.setattr("time.time", lambda jump=jump: jump)
        await swept(node)
    assert await late_lines(node, str(table.match)) == []
    assert node.store.clock.now() < 30


async def test_lines_carry_the_clock(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await pass_time(node, 1000)
    await say(node, table, ola)
    query = select(lines.c.tick).where(lines.c.match_id == table.match).order_by(lines.c.seq)
    ticks = await node.store.read(lambda connection: connection.execute(query).scalars().all())
    assert [round(tick, -3) for tick in (ticks[0], ticks[-1])] == [0, 1000]
