"""Who sits, and whether a match may start, is decided inside the transaction: never are two told yes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, delete, select, update

from tests.effort import times
from tests.server.nodes import node_at, people
from tests.server.postgres import postgres
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls import start_api, tables_api
from tilefolk.server.messages import SitDown
from tilefolk.server.node import table_changes
from tilefolk.server.node.bot_turns import BotTurns
from tilefolk.server.node.node import Node
from tilefolk.server.storage.schema import lines, matches, seats
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

GAME = "roll_and_build/1"
RACES = times(60, 500)  # of each of two kinds on each database


@pytest.fixture(params=["sqlite", "postgresql"])
async def nodes(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Node, Node]]:
    """One node with SQLite, two with PostgreSQL; bots do not think."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(BotTurns, "wake"))
        if request.param == "sqlite":
            node = await stack.enter_async_context(node_at(tmp_path / "tilefolk.sqlite"))
            yield node, node
        else:
            cluster = stack.enter_context(postgres(fsync="off"))
            one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
            yield one, other


async def told(asked: Awaitable[object]) -> str:
    """What whoever asks is told: yes, or why not."""
    try:
        await asked
    except ApiError as error:
        assert error.status in (403, 409)
        return error.code
    return "yes"


async def stored_seats(node: Node, table: TableRow) -> list[Seat]:
    query = select(*(seats.c[part] for part in Seat._fields)).where(seats.c.table_id == table.id)
    rows = await node.store.read(lambda connection: connection.execute(query.order_by(seats.c.seat)).all())
    return [Seat(*row) for row in rows]


async def reset(node: Node, table: TableRow) -> bool:
    """The table as it was before the race; whether a match had begun."""

    def put_back(connection: Connection) -> bool:
        for number, seat in enumerate(table.seats):
            this = (seats.c.table_id == table.id) & (seats.c.seat == number)
            connection.execute(update(seats).where(this).values(**seat._asdict()))
        connection.execute(delete(lines))
        return connection.execute(delete(matches)).rowcount > 0

    return await node.store.write(put_back)


async def test_of_two_people_on_one_seat_one_is_told_yes(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan, iza = await people(one, "Ola", "Jan", "Iza")
    table, rand = (
        await table_changes.create_table(one, GAME, {}, False, ola.id, [Seat(ola.id), Seat()]),
        Random(1),
    )
    for _ in range(RACES):
        racers = [(one, jan), (other, iza)]
        rand.shuffle(racers)
        answers = await asyncio.gather(
            *(told(table_changes.sit(node, table, 1, "me", person)) for node, person in racers)
        )
        assert sorted(answers) == ["seat_taken", "yes"]
        assert (await stored_seats(one, table))[1] == Seat(racers[answers.index("yes")][1].id)
        await reset(one, table)


async def test_no_match_runs_with_a_seat_that_nobody_may_fill(nodes: tuple[Node, Node]) -> None:
    """The host starts while another frees the bot's seat or leaves; two at once may start the one match."""
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    sitting = [Seat(ola.id), Seat(jan.id), Seat(bot="random")]
    table, rand = await table_changes.create_table(one, GAME, {}, False, ola.id, sitting), Random(2)
    for _ in range(RACES):
        starts = [told(node.start_match(table)) for node in (one, other)[: rand.randint(1, 2)]]
        frees = told(table_changes.sit(other, table, rand.choice((1, 2)), "open", jan))
        freed, *started = await asyncio.gather(frees, *starts)
        after = await stored_seats(one, table)
        runs = await reset(one, table)
        assert (Seat() in after) != runs, "either the seat is free or the match runs"
        assert {*started} == ({"yes"} if runs else {"not_full"})
        assert freed in (("yes", "running") if runs else ("yes",))
        if runs and freed == "yes":
            assert after[1] == Seat(jan.id, stand_in=STAND_IN), "who leaves a running match keeps the seat"


async def test_a_seat_taken_elsewhere_is_refused_over_the_interface(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan, iza = await people(one, "Ola", "Jan", "Iza")
    table = await table_changes.create_table(one, GAME, {}, False, ola.id, [Seat(ola.id), Seat()])
    request: Any = SimpleNamespace(base_url="http://site/")
    wanted = SitDown(sitter="me")
    asked = [
        told(tables_api.sit(table.id, 1, wanted, request, who, node))
        for node, who in ((one, jan), (other, iza))
    ]
    assert sorted(await asyncio.gather(*asked)) == ["seat_taken", "yes"]
    free = told(tables_api.sit(table.id, 1, SitDown(sitter="open"), request, ola, one))
    begun = told(start_api.start(table.id, request, ola, other))
    assert sorted(await asyncio.gather(free, begun)) in (["not_full", "yes"], ["not_yours", "yes"])
