"""Two nodes at one campaign: the last choices at once, a branch and a restart asked for on both."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import func, select

from tests.effort import times
from tests.server.campaigns import CAMPAIGN
from tests.server.nodes import (
    again,
    live_match_of,
    node_at,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
)
from tests.server.postgres import Postgres, postgres
from tilefolk.campaign.record import read_series
from tilefolk.core.notation import write_action
from tilefolk.server.errors import ApiError
from tilefolk.server.matches.live_match import Refused
from tilefolk.server.matches.series import newest_series_text
from tilefolk.server.messages import Act
from tilefolk.server.node import campaign_changes, moves
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import lines, matches, tables
from tilefolk.server.tables.loading import load_table
from tilefolk.server.tables.table import Seat, TableRow

RACES = times(8, 200)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres(fsync="off") as cluster:
        yield cluster


@pytest.fixture
async def nodes(cluster: Postgres) -> AsyncIterator[tuple[Node, Node]]:
    async with AsyncExitStack() as stack:
        one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
        yield one, other


async def to_the_choices(node: Node, *sitting: Person) -> TableRow:
    """A campaign whose people have ended their parts of the first episode and have a sticker each to put."""
    table = await started(node, CAMPAIGN, sitting, None)
    for person in sitting:
        await say(node, table, person, "end")
    live = await live_match_of(node, table)
    assert live.acting() == tuple(range(len(sitting)))
    return table


async def choose(node: Node, table: TableRow, person: Person, seat: int) -> None:
    """The seat's only choice, on this node."""
    live = await node.live_match(str(table.match))
    assert live
    await live.refresh()
    line = write_action(live.match.game.legal(live.match.state, seat)[0])
    act = Act(type="act", match=live.id, seat=seat, n=live.next_receipt(seat), line=line)
    now = await node.table_now(table.id)
    assert now
    await moves.act(node, now, person, act)


async def stored(node: Node, table_id: str) -> TableRow:
    return await node.store.read(lambda connection: load_table(connection, table_id))


async def record_lines(node: Node, match: str) -> list[str]:
    query = select(lines.c.line).where(lines.c.match_id == match).order_by(lines.c.seq)
    return await node.store.read(lambda connection: list(connection.execute(query).scalars()))


async def branches_of(node: Node, table_id: str) -> list[str]:
    query = select(tables.c.id).where(tables.c.branched_from == table_id)
    return await node.store.read(lambda connection: list(connection.execute(query).scalars()))


async def test_the_last_choices_and_a_branch_at_once(nodes: tuple[Node, Node]) -> None:
    """Nothing is stuck and nothing is doubled, whichever node is faster."""
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    for _ in range(RACES):
        table = await to_the_choices(one, ola, jan)
        await asyncio.gather(choose(one, table, ola, 0), choose(other, table, jan, 1))
        now = await stored(one, table.id)
        assert now.over and len(now.past) == 1
        told = await record_lines(one, str(now.match))
        assert (
            sum(" stick " in line for line in told) == 2
            and sum(line.startswith("@ end") for line in told) == 1
        )
        made = await asyncio.gather(*(campaign_changes.branch(node, now, 1, ola) for node in nodes))
        assert made[0].id == made[1].id and await branches_of(one, table.id) == [made[0].id]
        assert [past.end for past in made[0].past] == [past.end for past in now.past]


async def test_of_two_last_agreements_one_makes_the_new_table(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan, iza = await people(one, "Ola", "Jan", "Iza")
    for _ in range(RACES):
        table = await started(one, CAMPAIGN, (ola, jan, iza), None)
        await campaign_changes.ask_restart(one, table, 0, ola)
        asked = [
            campaign_changes.ask_restart(node, table, 0, who) for node, who in ((one, jan), (other, iza))
        ]
        await asyncio.gather(*asked)
        now = await stored(one, table.id)
        assert await branches_of(one, table.id) == [now.goes_on] and now.restart is None
        new = await stored(other, str(now.goes_on))
        assert [seat.person for seat in new.seats] == [ola.id, jan.id, iza.id]


async def test_two_restarts_at_once_are_one_and_a_refusal(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await to_the_choices(one, ola, jan)
    for node, who, seat in ((one, ola, 0), (other, jan, 1)):
        await choose(node, table, who, seat)
    table = await one.start_match(await stored(one, table.id))
    asked = [
        campaign_changes.ask_restart(node, table, after, who)
        for node, who, after in ((one, ola, 0), (other, jan, 1))
    ]
    told = await asyncio.gather(*asked, return_exceptions=True)
    assert [error.code for error in told if isinstance(error, ApiError)] == ["restart_asked"]
    now = await stored(one, table.id)
    assert now.goes_on is None and now.restart and len(now.restart.agreed) == 1


async def test_a_start_never_misses_who_joined_or_slept_just_now(nodes: tuple[Node, Node]) -> None:
    """The line-up of a match is that of the table when it was stored."""
    one, other = nodes
    (ola,) = await people(one, "Ola")
    for _ in range(min(RACES, 4)):
        table = await started(one, CAMPAIGN, (ola, "random", "random"), None)
        await say(one, table, ola, "end")
        while not (await stored(one, table.id)).over:
            await settled(one)
            live = await live_match_of(one, table)
            if 0 in live.acting():
                await say(one, table, ola, "later")
        between = await stored(one, table.id)
        told = await asyncio.gather(
            one.start_match(between), campaign_changes.sleep(other, between, 1, ola), return_exceptions=True
        )
        codes = {error.code for error in told if isinstance(error, ApiError)}
        assert codes <= {"lineup_changed", "between_episodes"} and len(codes) <= 1
        now = await stored(one, table.id)
        if now.number == 2:
            live = await live_match_of(other, now)
            assert live.match.header.seats == len(now.seats)
            assert (live.match.header.lineup or (0, 1, 2)) == now.lineup
        await asyncio.gather(settled(one), settled(other))


async def test_mc_r47_a_stand_in_never_puts_stickers_and_who_gets_the_seat_does(
    nodes: tuple[Node, Node],
) -> None:
    one, _ = nodes
    ola, jan = await people(one, "Ola", "Jan")
    table = await to_the_choices(one, ola, jan)
    await put_on_seat(one, table, 1, Seat(jan.id, stand_in="greedy", late=True))
    await settled(one)
    await say(one, await again(one, table), ola)
    now = await stored(one, table.id)
    assert now.over and now.past[0].end["kept"][1][-1] == ["award.first", "later", 1]
    now = await one.start_match(now)
    await settled(one)
    live = await live_match_of(one, now)
    assert live.match.state.setting.legacies[1].owed, "it stays owed"
    await say(one, now, ola, "end")
    await settled(one)
    while not (await stored(one, table.id)).over:
        await say(one, await again(one, table), ola, "later")
        await settled(one)
    now = await stored(one, table.id)
    owed = len(now.past[1].end["legacy"][1]["owed"])
    assert owed >= 2
    await put_on_seat(one, now, 1, Seat(bot="greedy"))
    now = await one.start_match(await stored(one, table.id))
    await settled(one)
    live = await live_match_of(one, now)
    assert len(live.match.state.setting.answered[1]) == owed, "the bot has the seat now, with all on it"


async def test_a_campaign_at_the_table_is_that_of_its_text(nodes: tuple[Node, Node]) -> None:
    """Seats join, sleep and wake on either node; the text folds to what both show."""
    one, other = nodes
    (ola,) = await people(one, "Ola")
    table = await started(one, CAMPAIGN, (ola, "random"), None, "own")
    steps = ["join", "sleep", "wake", "join"]
    for number, step in enumerate(steps):
        await say(one, await again(one, table), ola, "end")
        await asyncio.gather(settled(one), settled(other))
        now, node = await stored(one, table.id), nodes[number % 2]
        assert now.over
        if step == "join":
            await campaign_changes.join(node, now, "open", ola)
            last = len(now.seats)
            await put_on_seat(node, now, last, Seat(bot="random"))
        elif step == "sleep":
            await campaign_changes.sleep(node, now, 1, ola)
        else:
            await campaign_changes.wake(node, now, 1, "open", ola)
            await put_on_seat(node, now, 1, Seat(bot="random"))
        table = await one.start_match(await stored(one, table.id))
        await put_owed(one, table, ola)
    text = await one.store.read(lambda connection: newest_series_text(connection, table.id))
    record = read_series(str(text))
    assert [match.header.lineup for match in record.matches] == [(), (), (0, 2), ()]
    assert [match.header.seats for match in record.matches] == [2, 3, 2, 3]
    assert record.seats == 4 and record.standing.legacy[3].count("progress") <= min(
        record.standing.totals[:3]
    )


async def put_owed(node: Node, table: TableRow, person: Person) -> None:
    live = await live_match_of(node, table)
    while 0 in live.match.state.setting.owes:
        await say(node, table, person)


async def test_a_restarted_table_rests(nodes: tuple[Node, Node]) -> None:
    one, other = nodes
    (ola,) = await people(one, "Ola")
    table = await started(one, CAMPAIGN, (ola, "random"), None, "own")
    await settled(one)
    old = await campaign_changes.ask_restart(one, table, 0, ola)
    assert old.goes_on
    before = await record_lines(one, str(old.match))
    for node in nodes:
        await swept(node)
        await settled(node)
    assert await record_lines(one, str(old.match)) == before
    with pytest.raises(Refused, match="goes_on"):
        await say(one, old, ola, "end")
    counted = select(func.count()).select_from(matches).where(matches.c.table_id == old.id)
    assert await other.store.read(lambda connection: connection.execute(counted).scalar_one()) == 1
