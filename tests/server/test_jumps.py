"""Somebody sets the time of day, a week forward or back: nothing is late, nothing waits, all order stands."""

import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.server.faulty import up
from tests.server.jumping import BACK, FORWARD, WEEK
from tests.server.nodes import DAY, again, late_lines, node_at, pass_time, people, started, swept
from tests.server.postgres import Postgres, postgres
from tests.server.serving import wait_until
from tests.server.test_operator import operator
from tests.server.test_outages import says, taken, two_people
from tilefolk.server.http.limits import RateLimits
from tilefolk.server.node import table_changes
from tilefolk.server.node.heartbeat import Heartbeat, nodes_up

GAME = "my_city/eternal"
JUMPS = (WEEK, -WEEK)
NOW = time.time()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.mark.parametrize("jump", JUMPS)
async def test_a_deadline_is_neither_sooner_nor_later(tmp_path: Path, jump: float) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        ola, jan = await people(node, "Ola", "Jan")
        table = await started(node, GAME, [ola, jan], DAY)
        assert table.match
        await pass_time(node, DAY / 2)
        with patch("time.time", lambda: NOW + jump):
            await swept(node)
            assert await late_lines(node, table.match) == []
            await pass_time(node, DAY / 2 - 60)
            assert await late_lines(node, table.match) == []
            await pass_time(node, 61)
            assert sorted(await late_lines(node, table.match)) == ["@ late 0 pass", "@ late 1 pass"]


@pytest.mark.parametrize("jump", JUMPS)
async def test_the_roll_of_nodes_is_called_by_the_house_clock(tmp_path: Path, jump: float) -> None:
    """Nobody who is up is struck off, nobody who is gone stays on."""
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        mine = Heartbeat(node)
        with patch.object(node.store.changes, "node_id", "gone"):
            gone = Heartbeat(node)
        for roll in (mine, gone):
            await roll.beat()
        with patch("time.time", lambda: NOW + jump):
            await mine.beat()
            assert len(await node.store.read(nodes_up)) == 2
            await pass_time(node, 61)
            await mine.beat()
            assert [node["id"] for node in await node.store.read(nodes_up)] == [mine._row["id"]]


@pytest.mark.parametrize("jump", JUMPS)
def test_whoever_called_often_may_call_again_in_a_second(jump: float) -> None:
    rates = RateLimits(calls_per_second=2)
    assert [rates.may_call("ola") for _ in range(3)] == [True, True, False]
    with patch("time.time", lambda: NOW + jump):
        wait_until(lambda: rates.may_call("ola"), pause=0.4)


async def test_a_change_is_seen_at_any_time_of_day(cluster: Postgres) -> None:
    """`touched` is only compared for being another: one node a week ahead, the other a week behind."""
    async with node_at(cluster.url) as one, node_at(cluster.url) as other:
        (ola,) = await people(one, "Ola")
        table = await started(one, GAME, [ola], None, "")
        for number, jump in enumerate((0.0, *JUMPS, 0.0)):
            with patch("time.time", lambda jump=jump: NOW + jump):
                await table_changes.set_name_and_closed(
                    one, await again(one, table), f"table {number}", False
                )
            await swept(other)
            assert (await again(other, table)).name == f"table {number}"


def test_play_goes_on_while_clocks_jump(cluster: Postgres, tmp_path: Path) -> None:
    """Real nodes whose clocks are weeks apart: cookies, the operator and every line hold."""
    with up(tmp_path, cluster.url, 2) as nodes:
        visitors, lives, table = two_people(nodes)
        boss = operator(nodes[0])
        for round_, jump in enumerate((FORWARD, BACK, BACK, BACK, FORWARD), 1):
            nodes[0].jump(jump)
            for seat, live in enumerate(lives):
                says(live, seat)
            for seat, live in enumerate(lives):
                assert taken(live, seat, round_)["n"] == round_
            assert len(boss.get("/api/operator")["nodes"]) == 2
            for visitor in visitors:
                assert visitor.get("/api/me") == visitor.me
                assert visitor.get(f"/api/tables/{table}")["match"]["number"] == 1
