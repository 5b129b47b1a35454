"""A line whose receipt was lost is sent again: what is stored is acknowledged again, whatever came since."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.nodes import again, node_at, people, started
from tests.server.open_pages import OpenPage, quiet
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import Seat, TableRow


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def sit_down(node: Node) -> tuple[TableRow, list[Person], list[OpenPage]]:
    sitting = await people(node, "Ola", "Jan", "Ewa")
    table = await started(node, "my_city/eternal", sitting[:2], None)
    pages = [OpenPage(node, person, table.id) for person in sitting]
    await quiet(node)
    return table, sitting, pages


async def answer(node: Node, page: OpenPage, match: str | None, seat: int, n: int, line: str) -> str:
    """The kind of the reply."""
    page.received.clear()
    page.act(match or "", seat, n, line)
    async with asyncio.timeout(10):
        while not (replies := page.of_type("ack") + page.of_type("refused")):
            await asyncio.sleep(0.001)
    await quiet(node)
    return str(replies[0]["type"])


async def test_the_line_that_ended_a_match_after_the_next_has_begun(node: Node) -> None:
    table, _, (ola, jan, ewa) = await sit_down(node)
    match = table.match
    assert await answer(node, ola, match, 0, 0, "end") == "ack"
    assert await answer(node, jan, match, 1, 0, "end") == "ack"
    await node.start_match(await again(node, table))
    await quiet(node)
    assert await answer(node, jan, match, 1, 0, "end") == "ack"
    assert await answer(node, jan, match, 1, 0, "pass") == "refused", "that is another line"
    assert await answer(node, jan, match, 1, 1, "end") == "refused", "nobody ever sent that"
    assert await answer(node, jan, "0" * 24, 1, 0, "end") == "refused"
    other = await started(node, "my_city/eternal", [ewa.connection.person], None)
    assert await answer(node, ewa, other.match, 0, 0, "end") == "refused", "it is a match of another table"


async def test_a_line_that_was_stored_before_its_table_was_closed(node: Node) -> None:
    table, _, (ola, _, ewa) = await sit_down(node)
    assert await answer(node, ola, table.match, 0, 0, "pass") == "ack"
    await table_changes.set_name_and_closed(node, table, "", True)
    assert await answer(node, ola, table.match, 0, 0, "pass") == "ack"
    assert await answer(node, ola, table.match, 0, 1, "pass") == "refused"
    assert await answer(node, ewa, table.match, 0, 0, "pass") == "refused", "others do not learn what she did"


async def test_a_line_of_somebody_who_lost_the_seat_meanwhile(node: Node) -> None:
    table, (_, _, ewa), (ola, _, _) = await sit_down(node)
    assert await answer(node, ola, table.match, 0, 0, "pass") == "ack"
    await table_changes.change_seat(node, table.id, 0, lambda _: Seat(ewa.id))
    assert await answer(node, ola, table.match, 0, 0, "pass") == "refused"
