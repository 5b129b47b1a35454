"""Whoever comes to another node sees there what was acknowledged to them, whatever that node has heard."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.nodes import again, node_at, people, say, started
from tests.server.open_pages import OpenPage, quiet
from tilefolk.server.node.node import Node

GAME = "my_city/eternal"


@pytest.fixture
async def nodes(tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """Two nodes of one site that hear nothing of each other: every announcement is late."""
    async with node_at(tmp_path / "tilefolk.sqlite") as here, node_at(tmp_path / "tilefolk.sqlite") as there:
        for node in (here, there):
            node.store.shared = True
        yield here, there


async def first_push(page: OpenPage, node: Node) -> dict[str, object]:
    async with asyncio.timeout(10):
        while not page.of_type("push"):
            await asyncio.sleep(0.001)
    await quiet(node)
    return page.of_type("push")[0]


async def test_the_first_view_at_another_node_knows_my_acknowledged_line(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    await first_push(OpenPage(there, ola, table.id), there)  # the match is in memory there
    await say(here, table, ola, "pass")
    push = await first_push(OpenPage(there, ola, table.id), there)
    assert (push["match"], push["n"]) == (table.match, 1)


async def test_the_first_view_at_another_node_is_of_the_match_i_answered_in(nodes: tuple[Node, Node]) -> None:
    here, there = nodes
    ola, jan = await people(here, "Ola", "Jan")
    table = await started(here, GAME, [ola, jan], None)
    await first_push(OpenPage(there, ola, table.id), there)
    for person in (ola, jan):
        await say(here, table, person, "end")
    await quiet(here)
    table = await here.start_match(await again(here, table))
    await say(here, table, ola, "pass")
    push = await first_push(OpenPage(there, ola, table.id), there)
    assert (push["match"], push["n"]) == (table.match, 1)
