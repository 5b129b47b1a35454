"""Several nodes on one database: whoever writes last, there is one order and every receipt is in it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from random import Random
from unittest.mock import patch

import pytest
from sqlalchemy import select, update

from tests.effort import times
from tests.server.nodes import (
    Connected,
    gone_for_good,
    live_match_of,
    node_at,
    people,
    say,
    settled,
    started,
    swept,
)
from tests.server.postgres import Postgres, postgres
from tilefolk.core.notation import read, write_action
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.matches.registry import create_match, load_live_match
from tilefolk.server.matches.series import NextMatch
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.people.identity import new_person
from tilefolk.server.storage.schema import lines
from tilefolk.server.storage.schema import nodes as roll_of_nodes
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.queries import create_table
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"
TIMES = times(120, 1000)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
async def nodes(database: Postgres) -> AsyncIterator[tuple[Store, Store]]:
    one, other = Store(database.url), Store(database.url)
    yield one, other
    one.close()
    other.close()


async def new_match(nodes: tuple[Store, Store]) -> tuple[LiveMatch, LiveMatch]:
    """A match of two seats, open on both nodes."""
    one, other = nodes
    host = await one.write(lambda connection: new_person(connection, "en"))
    sitting = [Seat(person=host.id), Seat(person=host.id)]
    table = await one.write(lambda connection: create_table(connection, GAME, {}, False, host.id, sitting))
    here = await create_match(one, table.id, 1, 2, NextMatch(GAME, {}))
    there = await load_live_match(other, here.id)
    assert there is not None
    return here, there


def choice(live: LiveMatch, seat: int, stream: Random) -> str:
    """Some answer that does not end the seat's part, if there is one."""
    legal = [action for action in live.match.game.legal(live.match.state, seat) if action != ("end",)]
    return write_action(stream.choice(legal or [("end",)]))


async def said(live: LiveMatch, seat: int, text: str) -> bool:
    """Whether the line was acknowledged."""
    try:
        await live.act(seat, live.next_receipt(seat), text)
    except Refused:
        return False
    return True


async def stored(store: Store, match_id: str) -> list[str]:
    query = select(lines.c.line).where(lines.c.match_id == match_id).order_by(lines.c.seq)
    return [
        str(line) for line in await store.read(lambda connection: connection.execute(query).scalars().all())
    ]


async def in_step(*live_matches: LiveMatch) -> None:
    for live in live_matches:
        await live.refresh()
    assert len({live.match.state for live in live_matches}) == 1


async def test_the_last_two_placements_arrive_on_both_nodes_at_once(nodes: tuple[Store, Store]) -> None:
    stream, here_there = Random("last two"), await new_match(nodes)
    acknowledged: dict[str, list[str]] = {}
    for _ in range(TIMES):
        here, there = here_there
        if len(here.acting()) < 2:
            here, there = here_there = await new_match(nodes)
        before = here.match.game.closed(here.match.state, 0)
        texts = [choice(live, seat, stream) for seat, live in enumerate(here_there)]
        done = await asyncio.gather(*(said(live, seat, texts[seat]) for seat, live in enumerate(here_there)))
        assert done == [True, True]
        acknowledged.setdefault(here.id, []).extend(f"{seat} {text}" for seat, text in enumerate(texts))
        await in_step(here, there)
        assert here.match.game.closed(here.match.state, 0) > before, "the round is stuck"
    for match_id, sent in acknowledged.items():
        record = [line for line in await stored(nodes[0], match_id) if line[0] in "01"]
        assert sorted(record) == sorted(sent)


async def test_a_take_back_meets_the_closing_placement(nodes: tuple[Store, Store]) -> None:
    stream, here_there = Random("take back"), await new_match(nodes)
    taken_back = 0
    for _ in range(TIMES):
        here, there = here_there
        if len(here.acting()) < 2:
            here, there = here_there = await new_match(nodes)
        before = here.match.game.closed(here.match.state, 0)
        assert await said(here, 0, choice(here, 0, stream))
        await in_step(here, there)
        closing = choice(there, 1, stream)
        both = [said(here, 0, "undo"), said(there, 1, closing)]
        order = stream.choice((1, -1))  # who comes first may always be the first
        undone, closed = (await asyncio.gather(*both[::order]))[::order]
        assert closed
        await in_step(here, there)
        assert (here.match.game.closed(here.match.state, 0) == before) == undone
        taken_back += undone
        if undone:
            assert await said(there, 0, choice(there, 0, stream))
            await in_step(here, there)
        assert here.match.game.closed(here.match.state, 0) > before
        whole = [read(line) for line in await stored(nodes[1], here.id)]
        assert whole == here.match.lines
    assert 0 < taken_back < TIMES, "both orders happen"


async def test_who_is_here_is_known_on_all_nodes(database: Postgres) -> None:
    """Also when a hint is lost, and when a node dies with people on it."""
    async with node_at(database.url) as one, node_at(database.url) as other:
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, GAME, [ola, jan], None)
        rolls = [Heartbeat(one), Heartbeat(other)]
        for roll in rolls:
            await roll.beat()
        visitor = Connected(ola)

        async def seen_there() -> set[str]:
            found = await other.table_now(table.id)
            assert found
            return other.people_at(found)

        one.presence.enter(table.id, visitor)
        await settled(one)
        assert await seen_there() == {ola.id}
        one.presence.leave(table.id, visitor)
        one.presence.enter(table.id, visitor)
        await settled(one)
        assert await seen_there() == {ola.id}, "a reload is no absence"
        await gone_for_good(one, table.id, visitor)
        assert await seen_there() == set()

        one.presence.enter(table.id, visitor)
        await settled(one)
        await one.store.write(
            lambda connection: connection.execute(update(roll_of_nodes).values(seen=-1000.0))
        )
        await rolls[1].beat()
        assert await seen_there() == set(), "the people of a silent node are not counted"
        await rolls[0].beat()
        await swept(one)
        await swept(other)
        known = await other.table(table.id)
        assert known and other.people_at(known) == {ola.id}, "whoever was only slow is back"


async def test_what_one_node_writes_is_shown_to_those_on_another(database: Postgres) -> None:
    class Page(Connected):
        def match_changed(self, live: LiveMatch) -> None:
            shown.append(live.seq)

    shown: list[int] = []
    async with node_at(database.url) as one, node_at(database.url) as other:
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, GAME, [ola, jan], None)
        there = await live_match_of(other, table)
        other.presence.enter(table.id, Page(jan))
        await settled(other)
        shown.clear()
        await say(one, table, ola)
        await settled(one)
        await other.peer_events.refresh(there)
        await settled(other)
        assert there.seq == (await live_match_of(one, table)).seq
        assert shown and shown[-1] == there.seq


async def test_what_a_dead_node_owed_is_done_by_another(database: Postgres) -> None:
    """A bot was to answer in a match that nobody looks at; the node that let it think is no more."""
    async with node_at(database.url) as other:
        async with node_at(database.url) as one:
            (ola,) = await people(one, "Ola")
            await Heartbeat(one).beat()
            with patch.object(one.bots, "wake", lambda live: None):
                table = await started(one, GAME, [ola, "random"], None, "own")
        live = await load_live_match(other.store, str(table.match))
        assert live and 1 in live.acting()
        await other.store.write(
            lambda connection: connection.execute(update(roll_of_nodes).values(seen=-1000.0))
        )
        await Heartbeat(other).beat()
        await settled(other)
        live = await load_live_match(other.store, str(table.match))
        assert live and live.acting() == (0,)
