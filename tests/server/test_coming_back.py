"""Coming back to a table with time: rules 5 to 7 of docs/time.md."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
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
    put_on_seat,
    say,
    settled,
    started,
    swept,
)
from tilefolk.server.node import table_changes
from tilefolk.server.node.deadlines import visible_deadlines
from tilefolk.server.node.node import Node
from tilefolk.server.tables.table import STAND_IN, Seat

GAME = "my_city/eternal"
MINUTE = 60


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def asleep(node: Node, game: str = GAME, limit: int = MINUTE, pace: str = "together") -> Any:
    """A table whose two people were late together until it slept, and a long time after."""
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, game, [ola, jan], limit, pace)
    while not (await again(node, table)).asleep:
        await pass_time(node, limit + 1)
    await pass_time(node, 30 * DAY)
    return ola, jan, await again(node, table)


async def test_rule_6_who_comes_back_to_a_sleeping_table_is_not_late(node: Node) -> None:
    ola, jan, table = await asleep(node)
    before = await late_lines(node, table.match)
    for person in (ola, jan):
        table = await table_changes.give_seats_back(node, await again(node, table), person)
        await swept(node)
        assert table.seats[table.held_by(person.id)[0]].stand_in is None
    await pass_time(node, MINUTE - 10)
    assert await late_lines(node, table.match) == before, "both have the whole time"
    live = await live_match_of(node, table)
    assert all(
        0 < until - node.store.clock.now() <= 10 for until in visible_deadlines(live, table, [0]).values()
    )
    await pass_time(node, 11)
    assert len(await late_lines(node, table.match)) > len(before), "and not more than that"
    assert not any(seat.stand_in for seat in (await again(node, table)).seats), "one, not four"


async def test_rule_6_a_seat_that_is_taken_back_by_hand_has_the_time_that_is_left(node: Node) -> None:
    ola, jan, ida = await people(node, "Ola", "Jan", "Ida")
    table = await started(node, GAME, [ola, jan, ida], MINUTE)
    await put_on_seat(node, table, 1, Seat(jan.id, stand_in=STAND_IN))
    await settled(node)
    await pass_time(node, MINUTE - 5)
    table = await put_on_seat(node, await again(node, table), 1, Seat(jan.id))
    await say(node, table, jan, "undo")
    await pass_time(node, 10)
    late = await late_lines(node, str(table.match))
    assert sorted(late) == [f"@ late {seat} pass" for seat in range(3)], "to leave it gains nobody time"


async def test_rule_6_to_sit_down_where_one_sits_gains_no_time(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = asyncio.Event()
    monkeypatch.setattr(node.bots.pool, "answer", lambda *_: still.wait())
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    await pass_time(node, MINUTE - 5)
    await put_on_seat(node, table, 0, Seat(ola.id))
    await put_on_seat(node, await again(node, table), 0, Seat(ola.id, stand_in=STAND_IN))
    await put_on_seat(node, await again(node, table), 0, Seat(ola.id))
    await pass_time(node, 10)
    assert await late_lines(node, str(table.match)) == ["@ late 0 pass"], "the other's time stood still"


async def test_everybody_is_told_what_the_end_of_their_time_would_bring(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    live = await live_match_of(node, table := await started(node, GAME, [ola, jan], MINUTE))
    apart = await live_match_of(node, await started(node, GAME, [ola, jan], DAY, "own"))
    assert (live.feed(0).overdue, apart.feed(0).overdue) == ("pass", "end")
    await say(node, table, ola)
    assert (live.feed(0).overdue, live.feed(1).overdue) == (None, "pass")
    while live.feed(1).overdue != "end":  # a church cannot be passed
        await say(node, table, jan)
        await say(node, table, ola)


async def test_rule_5_the_last_one_who_plays_has_no_clock(node: Node) -> None:
    """Not even where a missed deadline would end the part: nobody waits for them."""
    for game, pace, limit in ((GAME, "together", MINUTE), ("roll_and_build/1", "own", DAY)):
        ola, jan = await people(node, "Ola", "Jan")
        table = await started(node, game, [ola, jan], limit, pace)
        await put_on_seat(node, table, 1, Seat(jan.id, stand_in=STAND_IN, late=True))
        await settled(node)
        await pass_time(node, 30 * DAY)
        assert await late_lines(node, str(table.match)) == []
        live, table = await live_match_of(node, table), await again(node, table)
        assert live.acting() == (0,) and visible_deadlines(live, table, [0]) == {}
        await table_changes.give_seats_back(node, table, jan)
        await pass_time(node, limit - 10)
        assert await late_lines(node, live.id) == [], "with the other one the clock is back, for both anew"
        await pass_time(node, 11)
        assert {line.split()[2] for line in await late_lines(node, live.id)} >= {"0"}


async def test_rule_6_a_table_that_is_opened_again_has_its_time_anew(node: Node) -> None:
    table = await started(node, GAME, await people(node, "Ola", "Jan"), MINUTE)
    await table_changes.set_name_and_closed(node, table, "", closed=True)
    await pass_time(node, DAY)
    await table_changes.set_name_and_closed(node, await again(node, table), "", closed=False)
    await pass_time(node, MINUTE - 10)
    assert await late_lines(node, str(table.match)) == []
    await pass_time(node, 11)
    assert len(await late_lines(node, str(table.match))) == 2


async def test_rule_7_a_bot_that_still_thinks_says_nothing_for_who_is_back(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], MINUTE)
    asked, back = asyncio.Event(), asyncio.Event()

    async def slow(*_: object) -> None:
        asked.set()
        await back.wait()

    monkeypatch.setattr(node.bots.pool, "answer", slow)
    await put_on_seat(node, table, 1, Seat(jan.id, stand_in=STAND_IN, late=True))
    await asked.wait()
    await table_changes.give_seats_back(node, await again(node, table), jan)
    back.set()
    await settled(node)
    assert 1 in (await live_match_of(node, table)).acting()


async def test_rule_7_a_bots_answer_from_before_its_persons_line_is_not_written(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Jan comes back, answers and leaves again while the bot thinks: what it found was for another card."""
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    asked, back, thoughts = asyncio.Event(), asyncio.Event(), [("pass",), ("end",)]

    async def slow(*_: object) -> tuple[str]:
        asked.set()
        await back.wait()
        return thoughts.pop()

    monkeypatch.setattr(node.bots.pool, "answer", slow)
    table = await put_on_seat(node, table, 1, away := Seat(jan.id, stand_in=STAND_IN))
    await asked.wait()
    table = await put_on_seat(node, table, 1, Seat(jan.id))
    for person in (jan, ola):
        await say(node, table, person, "pass")
    await put_on_seat(node, table, 1, away)
    back.set()
    await settled(node)
    written = [
        line.split(" ", 1)[1]
        for line in (await live_match_of(node, table)).record().split("\n")
        if line[:2] == "1 "
    ]
    assert (written, thoughts) == (["pass", "pass"], []), "it was asked again"
