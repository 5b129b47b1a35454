"""A rematch asks: it starts when everybody who plays has agreed, whichever node they ask."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import select

from tests.server.nodes import again, node_at, people, put_on_seat, say, started, swept
from tests.server.postgres import postgres
from tilefolk.server.errors import ApiError
from tilefolk.server.http.table_json import table_json
from tilefolk.server.matches.registry import create_match
from tilefolk.server.node.node import Node
from tilefolk.server.node.rematch import answer_rematch
from tilefolk.server.people.identity import Person
from tilefolk.server.people.network_bots import add_bot, new_token
from tilefolk.server.storage.schema import matches
from tilefolk.server.tables.rematch_answers import load_answers, store_answer
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

GAME = "my_city/eternal"


@pytest.fixture(params=["sqlite", "postgresql"])
async def nodes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """One node with SQLite, two with PostgreSQL."""
    async with AsyncExitStack() as stack:
        if request.param == "sqlite":
            node = await stack.enter_async_context(node_at(tmp_path / "tilefolk.sqlite"))
            yield node, node
        else:
            cluster = stack.enter_context(postgres(fsync="off"))
            one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
            yield one, other


async def finished(node: Node, *sitting: Person | str) -> TableRow:
    """A table whose people have all ended their part of its first match."""
    table = await started(node, GAME, sitting, None)
    for person in sitting:
        if isinstance(person, Person):
            await say(node, table, person, "end")
    table = await again(node, table)
    while not table.over:  # bots play on
        await asyncio.sleep(0.05)
        table = await again(node, table)
    return table


async def numbers(node: Node, table: TableRow) -> list[int]:
    query = select(matches.c.number).where(matches.c.table_id == table.id).order_by(matches.c.number)
    return list(await node.store.read(lambda connection: connection.execute(query).scalars().all()))


async def shown(node: Node, table: TableRow, person: Person) -> dict[str, object]:
    now = await node.table_now(table.id)
    assert now
    return await table_json(node, now, person, "http://here/")


async def test_it_starts_with_the_last_yes_and_the_old_result_is_named(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await finished(one, ola, jan)
    assert (await shown(one, table, ola))["rematch"] is None

    await answer_rematch(one, table.id, ola, agrees=True)
    assert await numbers(one, table) == [1]
    for node in nodes:
        assert (await shown(node, table, jan))["rematch"] == ["yes", "asked"]

    await answer_rematch(other, table.id, jan, agrees=True)
    assert await numbers(one, table) == [1, 2]
    for node in nodes:
        now = await shown(node, table, jan)
        assert (now["rematch"], now["previous"]) == (None, table.match)
    with pytest.raises(ApiError, match="running"):
        await answer_rematch(other, table.id, jan, agrees=True)


async def test_a_no_ends_the_offer_and_the_next_yes_asks_anew(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan, ewa = await people(one, "Ola", "Jan", "Ewa")
    table = await finished(one, ola, jan, ewa)
    await answer_rematch(one, table.id, ola, agrees=True)
    await answer_rematch(other, table.id, jan, agrees=False)
    assert (await shown(one, table, ola))["rematch"] == ["asked", "no", "asked"]
    await answer_rematch(one, table.id, ewa, agrees=True)
    assert (await shown(other, table, ola))["rematch"] == ["asked", "asked", "yes"]
    await answer_rematch(other, table.id, jan, agrees=True)
    assert await numbers(one, table) == [1]
    await answer_rematch(one, table.id, ola, agrees=True)
    assert await numbers(one, table) == [1, 2]


async def test_two_last_answers_at_once_start_one_match(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await finished(one, ola, jan)
    for number in range(2, 12):
        asked = (answer_rematch(one, table.id, ola, True), answer_rematch(other, table.id, jan, True))
        await asyncio.gather(*asked)
        assert await numbers(one, table) == [*range(1, number + 1)]
        table = await one.table_now(table.id) or table
        for person in (ola, jan):
            await say(one, table, person, "end")
        await other.table_now(table.id)


async def test_bots_follow_and_whoever_is_replaced_is_not_waited_for(nodes: tuple[Node, Node]) -> None:
    one, _ = nodes
    ola, jan = await people(one, "Ola", "Jan")
    token = new_token()
    bot = await one.store.write(lambda connection: add_bot(connection, ola, "Robot", token))
    assert bot
    robot = Person(bot.id, bot.name, "en")
    table = await finished(one, ola, jan, robot, "random")
    await answer_rematch(one, table.id, ola, agrees=True)
    assert (await shown(one, table, ola))["rematch"] == ["yes", "asked", None, None]
    await put_on_seat(one, table, 1, Seat(jan.id, stand_in=STAND_IN))
    await swept(one)
    assert await numbers(one, table) == [1, 2]


async def test_one_person_waits_for_nobody(nodes: tuple[Node, Node]) -> None:
    one, _ = nodes
    [ola] = await people(one, "Ola")
    table = await finished(one, ola, "random")
    await answer_rematch(one, table.id, ola, agrees=True)
    assert await numbers(one, table) == [1, 2]


async def test_what_was_agreed_starts_even_if_its_node_died_at_once(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await finished(one, ola, jan)
    await answer_rematch(one, table.id, ola, agrees=True)
    died = patch("tilefolk.server.node.rematch.start_if_agreed", side_effect=ConnectionResetError)
    with died, pytest.raises(ConnectionResetError):
        await answer_rematch(one, table.id, jan, agrees=True)
    assert await numbers(one, table) == [1]
    await swept(other)
    assert await numbers(one, table) == [1, 2]


async def test_there_is_none_before_the_first_match_is_over(nodes: tuple[Node, Node]) -> None:
    one, _ = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await started(one, GAME, (ola, jan), None)
    with pytest.raises(ApiError, match="running"):
        await answer_rematch(one, table.id, ola, agrees=True)


async def test_those_who_agree_at_once_start_one_match(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        sitting = await people(node, "Ann", "Ben", "Cat", "Dan")
        table = await finished(node, *sitting)
        stored: list[str] = []

        async def counting(*given: object, **named: object) -> object:
            stored.append("match")
            return await create_match(*given, **named)  # type: ignore[arg-type]

        with patch("tilefolk.server.node.node.create_match", counting):
            tables = await asyncio.gather(*(answer_rematch(node, table.id, one, True) for one in sitting))
        assert await numbers(node, table) == [1, 2] and stored == ["match"]
        assert tables[-1].number == 2


async def test_an_answer_that_comes_late_keeps_those_about_a_later_match(nodes: tuple[Node, Node]) -> None:
    one, _ = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await finished(one, ola, jan)
    await one.store.write(lambda connection: store_answer(connection, table.id, 3, jan.id, True))
    answers = await one.store.write(lambda connection: store_answer(connection, table.id, 2, ola.id, True))
    assert answers == {ola.id: True}
    stored = await one.store.read(lambda connection: load_answers(connection, [table.id]))
    assert stored[table.id] == {2: {ola.id: True}, 3: {jan.id: True}}
