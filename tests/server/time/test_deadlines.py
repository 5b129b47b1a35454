"""Deadlines: whoever does not answer in time is answered for."""

import asyncio
from pathlib import Path

from tests.server.nodes import DAY, late_lines, live_match_of, node_at, pass_time, people, say, started, swept
from tests.server.postgres import Postgres
from tests.server.time.games import GAME, MINUTE, TURNS
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person


async def test_whoever_does_not_answer_in_time_is_answered_for(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    await pass_time(node, 50)
    await say(node, table, ola)
    assert await late_lines(node, str(table.match)) == []
    live = await live_match_of(node, table)
    before = live.match.game.closed(live.match.state, 0)
    await pass_time(node, 11)
    assert await late_lines(node, live.id) == ["@ late 1 pass"]
    assert live.match.game.closed(live.match.state, 0) > before, "the round goes on"
    await pass_time(node, 50)
    assert await late_lines(node, live.id) == ["@ late 1 pass"], "everybody has the whole time again"
    await pass_time(node, 11)
    assert sorted(await late_lines(node, live.id)) == ["@ late 0 pass", "@ late 1 pass", "@ late 1 pass"]


async def test_taking_back_gives_no_time(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    live = await live_match_of(node, table)
    began = live.turn_clock.start(0)
    await pass_time(node, 40)
    await say(node, table, ola)
    await say(node, table, ola, "undo")
    assert live.turn_clock.start(0) == began
    await pass_time(node, 21)
    assert sorted(await late_lines(node, live.id)) == ["@ late 0 pass", "@ late 1 pass"]


async def test_turns_have_their_time_one_after_the_other(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, TURNS, [ola, jan], MINUTE, pace="")
    live = await live_match_of(node, table)
    first = live.acting()[0]
    await pass_time(node, 59)
    assert live.acting()[0] == first
    await pass_time(node, 2)
    late = await late_lines(node, live.id)
    assert late and all(line.startswith(f"@ late {first} ") for line in late), "all the turn still asks for"
    assert live.acting()[0] == 1 - first
    await pass_time(node, 30)
    assert live.acting()[0] == 1 - first


async def test_a_forgotten_room_is_due_all_the_same(tmp_path: Path) -> None:
    """Another node, or the same one after years: what is due is read off the record."""
    file = tmp_path / "tilefolk.sqlite"
    async with node_at(file) as node:
        table = await started(node, GAME, await people(node, "Ola", "Jan"), 3 * DAY)
        await pass_time(node, 2 * DAY)
    async with node_at(file) as node:
        await swept(node)
        assert await late_lines(node, str(table.match)) == []
        await pass_time(node, DAY + MINUTE)
        assert len(await late_lines(node, str(table.match))) == 2


async def test_whoever_plays_alone_has_no_clock(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    companies: tuple[list[Person | str], ...] = ([ola], [ola, "greedy"], [ola, ola])
    for sitting in companies:
        table = await started(node, GAME, sitting, 30)
        await pass_time(node, DAY)
        assert await late_lines(node, str(table.match)) == []


async def test_without_time_nobody_is_late(node: Node) -> None:
    table = await started(node, GAME, await people(node, "Ola", "Jan"), None)
    await pass_time(node, 400 * DAY)
    assert await late_lines(node, str(table.match)) == []


async def test_two_nodes_write_what_is_due_once(database: Postgres) -> None:
    async with node_at(database.url) as one, node_at(database.url) as other:
        table = await started(one, GAME, await people(one, "Ola", "Jan", "Ida"), 300)
        for times in (1, 2):
            await pass_time(one, 301)
            await asyncio.gather(*(swept(node) for node in (one, other, one, other)))
            assert len(await late_lines(one, str(table.match))) == 3 * times
