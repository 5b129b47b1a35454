"""Late three times in a row: a bot stands in until its person is back."""

from typing import Any

from tests.server.nodes import (
    DAY,
    again,
    late_lines,
    live_match_of,
    pass_time,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
)
from tests.server.time.games import GAME, MINUTE
from tilefolk.server.node import table_changes
from tilefolk.server.node.deadlines import MAX_LATE_IN_A_ROW
from tilefolk.server.node.node import Node
from tilefolk.server.tables.table import STAND_IN


async def late_thrice(node: Node) -> Any:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    for times in range(3):
        assert (await again(node, table)).seats[1].stand_in is None, times
        await say(node, table, ola)
        await pass_time(node, 61)
    return ola, jan, table


async def test_late_three_times_in_a_row_a_bot_stands_in(node: Node) -> None:
    _, jan, table = await late_thrice(node)
    seat = (await again(node, table)).seats[1]
    assert (seat.person, seat.stand_in, seat.late) == (jan.id, STAND_IN, True)
    live = await live_match_of(node, table)
    await settled(node)
    assert live.match.lines[-1].who == 1, "the bot plays on at once"
    assert len(await late_lines(node, live.id)) == 3


async def test_who_acts_gets_the_seat_back(node: Node) -> None:
    _, jan, table = await late_thrice(node)
    await settled(node)
    await say(node, table, jan, "undo")
    assert (await again(node, table)).seats[1].stand_in is None


async def test_a_table_whose_people_are_all_late_sleeps_until_one_is_back(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan, "random"], MINUTE)
    for _ in range(MAX_LATE_IN_A_ROW):
        await settled(node)
        await pass_time(node, 61)
    assert (await again(node, table)).asleep
    await settled(node)  # the bot still answers what it was asked before
    live = await live_match_of(node, table)
    played = len(live.match.lines)
    for _ in range(3):
        await pass_time(node, DAY)
        await settled(node)
    assert len(live.match.lines) == played
    await table_changes.give_seats_back(node, await again(node, table), ola)
    await settled(node)
    assert not (await again(node, table)).asleep
    assert live.acting() == (0,), "the bots have answered, jan's too"


async def test_a_series_whose_people_all_sleep_waits_for_them(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, "roll_and_build/campaign", [ola, jan], 7 * DAY, "own")
    for _ in range(10):
        await pass_time(node, 8 * DAY)
        await settled(node)
    table = await again(node, table)
    assert (table.number, table.over, table.asleep) == (MAX_LATE_IN_A_ROW, True, True)
    await table_changes.give_seats_back(node, table, jan)
    await swept(node)
    assert (await again(node, table)).number == MAX_LATE_IN_A_ROW + 1


async def test_an_answer_in_between_counts(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    for sleeps in (True, True, False, True, True):
        await say(node, table, ola)
        if not sleeps:
            await say(node, table, jan)
        else:
            await pass_time(node, 61)
    assert (await again(node, table)).seats[1].stand_in is None


async def test_a_seat_left_on_purpose_stays_with_the_bot(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    left = table.seats[1]._replace(stand_in=STAND_IN)
    table = await table_changes.give_seats_back(node, await put_on_seat(node, table, 1, left), jan)
    assert table.seats[1] == left
