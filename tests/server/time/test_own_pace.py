"""Own pace over weeks: one deadline for the match, and series of people who never meet."""

import asyncio
from typing import Any

import pytest

from tests.server.nodes import (
    DAY,
    again,
    late_lines,
    live_match_of,
    node_at,
    pass_time,
    people,
    say,
    settled,
    started,
    swept,
    visit,
)
from tests.server.postgres import Postgres
from tests.server.time.games import GAME, MINUTE
from tilefolk.campaign import SERIES
from tilefolk.games import all_modes
from tilefolk.server.matches.series import standing_of
from tilefolk.server.node import table_changes
from tilefolk.server.node.node import Node
from tilefolk.server.tables.table import STAND_IN


@pytest.mark.parametrize("mode", [mode for mode in all_modes() if dict(mode.options).get("pace")])
def test_every_game_of_one_shared_draw_offers_own_pace(mode: Any) -> None:
    assert dict(mode.options)["pace"] == ("together", "own")


async def test_at_own_pace_the_deadline_is_one_for_the_match(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 2 * DAY, "own")
    live = await live_match_of(node, table)
    await pass_time(node, DAY)
    for _ in range(3):
        await say(node, table, jan)
    assert live.turn_clock.start(0) == live.turn_clock.start(1)
    await visit(node, table, ola)
    assert live.match.game.seen(live.match.state, 0).boards[1].round == 0, "not even who is done looks on"
    await pass_time(node, DAY - 10)
    assert live.acting() == (1,)
    await pass_time(node, 11)
    assert live.acting() == (), "the rest of the part is ended"
    late = await late_lines(node, live.id)
    assert late == ["@ late 1 end"]
    assert (await again(node, table)).seats[1].stand_in is None, "one missed deadline"
    assert live.match.game.seen(live.match.state, 0) == live.match.state, "all boards are open"


async def test_a_series_by_people_who_never_meet(node: Node) -> None:
    """Over simulated weeks, one of them asleep: it ends by itself, with one visit per person and episode."""
    ola, jan, ida = await people(node, "Ola", "Jan", "Ida")
    table = await started(node, "roll_and_build/chapter-1", [ola, jan, ida], 7 * DAY, "own")
    visits = []
    for episode in (1, 2, 3):
        live = await live_match_of(node, table)
        assert live.match.header.game == f"roll_and_build/{episode}"
        for person, day in ((ola, 2), (jan, 3)):
            await pass_time(node, day * DAY)
            assert await visit(node, table, person) > 0
            visits.append((episode, person.name))
        assert live.acting() == (2,), "it waits for the one who sleeps"
        await pass_time(node, 2 * DAY + MINUTE)
        assert live.match.end
        assert set(await late_lines(node, live.id)) == {"@ late 2 end"}
        table = await again(node, table)
        assert table.number == min(episode + 1, 3), "the next episode has begun, nobody had to press anything"
    assert table.over and standing_of(table, SERIES[table.game]).over
    await pass_time(node, 30 * DAY)
    assert (await again(node, table)).number == 3, "a new series begins when somebody wants it"
    assert visits == [(episode, name) for episode in (1, 2, 3) for name in ("Ola", "Jan")]
    assert table.seats[2].stand_in == STAND_IN, "three deadlines missed: a bot would play the fourth at once"


async def test_a_series_sleeps_until_one_of_its_people_comes_back(node: Node) -> None:
    """Nobody misses deadlines of matches that begin while all are away."""
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/campaign", [ola, jan], 7 * DAY, "own")
    for _ in range(5):
        await pass_time(node, 8 * DAY)
    table = await again(node, table)
    assert (table.asleep, table.number, table.over) == (True, 3, True), "three deadlines missed"
    await table_changes.give_seats_back(node, table, ola)
    await swept(node)
    assert (await again(node, table)).number == 4


async def test_a_series_goes_on_once_on_two_nodes(database: Postgres) -> None:
    async with node_at(database.url) as one, node_at(database.url) as other:
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, "roll_and_build/short", [ola, jan], None, "own")
        for person in (ola, jan):
            await visit(one, table, person)
        await asyncio.gather(swept(one), swept(other))
        found = [await node.table_now(table.id) for node in (one, other)]
        assert found[0] == found[1] and found[0] and (found[0].number, found[0].over) == (2, False)
        live_matches = [await live_match_of(node, found[0]) for node in (one, other)]
        assert live_matches[0].record() == live_matches[1].record()


@pytest.mark.parametrize(
    ("pace", "limit", "sitting"),
    [("together", None, 2), ("together", 60, 2), ("own", 7 * DAY, 1)],
)
async def test_who_sits_together_begins_the_next_match(
    node: Node, pace: str, limit: int | None, sitting: int
) -> None:
    persons = await people(node, *("Ola", "Jan")[:sitting])
    table = await started(node, "roll_and_build/short", [*persons, "greedy"], limit, pace)
    live = await live_match_of(node, table)
    while not live.over:
        for person in persons:
            if table.held_by(person.id)[0] in live.acting():
                await say(node, table, person)
        await settled(node)
    await swept(node)
    await settled(node)
    assert ((await again(node, table)).number, (await again(node, table)).over) == (1, True)
