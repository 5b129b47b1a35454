"""A failing duty, match, table or bot never silences another; each is logged once, with its id."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs

from tests.server.nodes import DAY, again, late_lines, live_match_of, node_at, people, settled, started, swept
from tests.server.nodes import pass_time as pass_seconds
from tilefolk.games import find
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node import duties, sweep
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import resume_matches

GAME, SERIES = "my_city/eternal", "roll_and_build/campaign"


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


def of_failures(logged: list[Any]) -> list[Any]:
    return [entry for entry in logged if entry["log_level"] == "error"]


@contextlib.contextmanager
def failing_for(match_id: str, method: str) -> Iterator[None]:
    """This method fails for one match alone."""
    whole = getattr(LiveMatch, method)

    def maybe(live: LiveMatch, *words: Any, **more: Any) -> Any:
        if live.id == match_id:
            raise KeyError("a fault")
        return whole(live, *words, **more)

    with patch.object(LiveMatch, method, maybe):
        yield


async def test_one_match_that_fails_keeps_no_other_from_its_deadline(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    tables = [await started(node, GAME, [ola, jan], 60) for _ in range(4)]
    bad = await live_match_of(node, tables[0])
    with failing_for(bad.id, "answer_late_seats"), capture_logs() as logged:
        await pass_seconds(node, 61)
        for _ in range(5):
            await swept(node)
    for table in tables[1:]:
        assert len(await late_lines(node, str(table.match))) == 2, "of both seats"
    assert [(entry["duty"], entry["about"]) for entry in of_failures(logged)] == [("deadlines", bad.id)]
    await swept(node)
    assert len(await late_lines(node, bad.id)) == 2, "what was due is still due"


async def test_one_duty_that_fails_keeps_no_other_from_its_work(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 60)
    with (
        patch.object(node.peer_events, "catch_up", side_effect=KeyError("a fault")),
        patch.object(node.live_matches, "evict_idle", side_effect=KeyError("a fault")),
        capture_logs() as logged,
    ):
        swept_by = sweep.Sweep(node, first=failing, deadlines=Deadlines(node).sweep)
        await pass_by(node, 61)
        for _ in range(3):
            await swept_by.once()
    assert len(await late_lines(node, str(table.match))) == 2
    assert sorted(entry["duty"] for entry in of_failures(logged)) == ["catch up", "first", "live matches"]


async def failing() -> None:
    raise KeyError("a fault")


async def pass_by(node: Node, seconds: float) -> None:
    """Time passes, and nothing is done about it yet."""
    node.store.clock.adopt(node.store.clock.now() + seconds)


async def test_a_series_that_fails_keeps_no_other_from_going_on(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    tables = [await started(node, SERIES, [ola, jan], 7 * DAY, "own") for _ in range(3)]
    whole = Node.start_match

    async def maybe(self: Node, table: Any, wait: bool) -> Any:
        if table.id == tables[0].id:
            raise KeyError("a fault")
        return await whole(self, table, wait)

    with patch.object(Node, "start_match", maybe), capture_logs() as logged:
        await pass_seconds(node, 8 * DAY)  # all are late: the first match is over
        for _ in range(3):
            await swept(node)
    assert [(await again(node, table)).number for table in tables] == [1, 2, 2]
    assert [entry["about"] for entry in of_failures(logged)] == [tables[0].id]


async def test_a_match_that_fails_keeps_no_other_from_being_resumed(tmp_path: Path) -> None:
    file = tmp_path / "tilefolk.sqlite"
    async with node_at(file) as node:
        (ola,) = await people(node, "Ola")
        with patch.object(node.bots, "wake"):
            tables = [await started(node, GAME, [ola, "greedy"], None) for _ in range(6)]
    async with node_at(file) as node:
        with failing_for(str(tables[0].match), "write_due_lines"), capture_logs() as logged:
            await resume_matches(node)
            await settled(node)
        for table in tables[1:]:
            assert (await live_match_of(node, table)).lines_of(1) == 1, "its bot has answered"
        assert [entry["about"] for entry in of_failures(logged)] == [tables[0].match]


async def test_a_bot_is_asked_again_after_a_fault_which_is_logged_once(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    game, _ = find(GAME)
    with patch.object(game, "seen", side_effect=KeyError("a fault")), capture_logs() as logged:
        table = await started(node, GAME, [ola, "greedy"], None)
        live = await live_match_of(node, table)
        for _ in range(5):
            node.bots.wake(live)
            await settled(node)
    assert live.lines_of(1) == 0
    assert [entry["about"] for entry in of_failures(logged)] == [f"{live.id} seat 1"]
    node.bots.wake(live)
    await settled(node)
    assert live.lines_of(1) == 1


async def test_what_a_node_does_besides_goes_on_after_a_fault(node: Node) -> None:
    """The tasks of a node are watched: one that ends with a fault is logged and begun again."""
    begun: list[str] = []

    async def once_bad(*_: Any) -> None:
        begun.append("resume")
        if begun.count("resume") == 1:
            raise KeyError("a fault")

    async def beat(*_: Any) -> None:
        begun.append("beat")
        raise KeyError("a fault")

    with (
        patch.object(duties, "resume_matches", once_bad),
        patch.object(duties, "RESTART_SECONDS", 0.01),
        patch.object(sweep, "SWEEP_SECONDS", 0.01),
        patch("tilefolk.server.node.heartbeat.BEAT_SECONDS", 0.01),
        patch.object(Heartbeat, "beat", beat),
        patch.object(sweep.Sweep, "once", beat),
        capture_logs() as logged,
    ):
        running = asyncio.create_task(duties.run_duties(node))
        while begun.count("resume") < 2 or begun.count("beat") < 6:
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert sorted(entry["duty"] for entry in of_failures(logged)) == ["heartbeat", "resume", "sweep"]
