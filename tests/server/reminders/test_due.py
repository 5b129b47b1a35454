"""Who is called, and when: once for each barrier, and nobody who is there."""

import asyncio

from tests.server.callboxes import CallBox
from tests.server.nodes import (
    DAY,
    Connected,
    again,
    gone_for_good,
    node_at,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
    visit,
)
from tests.server.postgres import postgres
from tests.server.reminders.calling import GAME, TURNS, called, hooked, names
from tilefolk.server.node.node import Node
from tilefolk.server.reminders.reminders import AWAY_SECONDS
from tilefolk.server.tables.table import STAND_IN


async def test_each_round_calls_once(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    await called(node, AWAY_SECONDS / 2)
    assert names(box) == [], "they may have gone for a moment"
    await called(node)
    assert names(box) == ["Jan", "Ola"]
    await say(node, table, ola)
    await called(node, DAY)
    assert names(box) == ["Jan", "Ola"], "the same round, however long it takes"
    await say(node, table, jan)
    await called(node)
    assert names(box) == ["Jan", "Jan", "Ola", "Ola"]


async def test_only_whoever_is_waited_for_is_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, TURNS, [ola, jan], None, pace="")
    await called(node)
    (first,) = names(box)
    await visit(node, table, ola if first == "Ola" else jan)
    await called(node)
    assert names(box) == ["Jan", "Ola"]


async def test_own_pace_calls_once_for_the_match(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], 7 * DAY, "own")
    await called(node)
    for _ in range(5):
        await say(node, table, ola)
        await called(node)
    assert names(box) == ["Jan", "Ola"]


async def test_who_is_connected_is_not_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    page = Connected(ola)
    node.presence.enter(table.id, page)
    await called(node)
    assert names(box) == ["Jan"]
    await gone_for_good(node, table.id, page)
    await called(node, AWAY_SECONDS - 5)
    assert names(box) == ["Jan"]
    await called(node, 6)
    assert names(box) == ["Jan", "Ola"], "who leaves without an answer is called then"


async def test_who_left_the_seat_to_a_bot_is_not_called(node: Node, box: CallBox) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    await hooked(node, box, ola, jan)
    table = await started(node, GAME, [ola, jan], None)
    await put_on_seat(node, table, 1, table.seats[1]._replace(stand_in=STAND_IN))
    await called(node)
    assert names(box) == ["Ola"]
    assert (await again(node, table)).match


async def test_several_nodes_call_once(box: CallBox) -> None:
    with postgres() as database:
        async with node_at(database.url) as one, node_at(database.url) as other:
            ola, jan = await people(one, "Ola", "Jan")
            await hooked(one, box, ola, jan)
            table = await started(one, GAME, [ola, jan], None)
            page = Connected(ola)
            other.presence.enter(table.id, page)
            await swept(other)
            await called(one, AWAY_SECONDS - 5)
            for _ in range(3):
                await asyncio.gather(pass_time(one, 3), swept(other), swept(one), swept(other))
            await asyncio.gather(settled(one), settled(other))
            assert names(box) == ["Jan"], "known to be connected, though to another node"
