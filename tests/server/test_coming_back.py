"""Coming back to a table with time: rules 5 to 7 of docs/time.md."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.houses import (
    DAY,
    again,
    house_at,
    late_lines,
    pass_time,
    people,
    room_of,
    say,
    settled,
    started,
    swept,
)
from tilefolk.server.node.deadlines import deadlines
from tilefolk.server.node.node import House
from tilefolk.server.tables.seating_rules import STAND_IN
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"
MINUTE = 60


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_at(tmp_path / "tilefolk.sqlite") as house:
        yield house


async def asleep(house: House, game: str = GAME, limit: int = MINUTE, pace: str = "together") -> Any:
    """A table whose two people were late together until it slept, and a long time after."""
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, game, [ola, jan], limit, pace)
    while not (await again(house, table)).asleep:
        await pass_time(house, limit + 1)
    await pass_time(house, 30 * DAY)
    return ola, jan, await again(house, table)


async def test_rule_6_who_comes_back_to_a_sleeping_table_is_not_late(house: House) -> None:
    ola, jan, table = await asleep(house)
    before = await late_lines(house, table.match)
    for person in (ola, jan):
        table = await house.welcome(await again(house, table), person)
        await swept(house)
        assert table.seats[table.held_by(person.id)[0]].stand_in is None
    await pass_time(house, MINUTE - 10)
    assert await late_lines(house, table.match) == before, "both have the whole time"
    room = await room_of(house, table)
    assert all(0 < until - house.store.clock.now() <= 10 for until in deadlines(room, table, [0]).values())
    await pass_time(house, 11)
    assert len(await late_lines(house, table.match)) > len(before), "and not more than that"
    assert not any(seat.stand_in for seat in (await again(house, table)).seats), "one, not four"


async def test_rule_6_a_seat_that_is_taken_back_by_hand_has_the_time_that_is_left(house: House) -> None:
    ola, jan, ida = await people(house, "Ola", "Jan", "Ida")
    table = await started(house, GAME, [ola, jan, ida], MINUTE)
    await house.sit(table, 1, Seat(jan.id, stand_in=STAND_IN))
    await settled(house)
    await pass_time(house, MINUTE - 5)
    table = await house.sit(await again(house, table), 1, Seat(jan.id))
    await say(house, table, jan, "undo")
    await pass_time(house, 10)
    late = await late_lines(house, str(table.match))
    assert sorted(late) == [f"@ late {seat} pass" for seat in range(3)], "to leave it gains nobody time"


async def test_rule_6_to_sit_down_where_one_sits_gains_no_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = asyncio.Event()
    monkeypatch.setattr(house.bots._thinkers, "answer", lambda *_: still.wait())
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, GAME, [ola, jan], MINUTE)
    await pass_time(house, MINUTE - 5)
    await house.sit(table, 0, Seat(ola.id))
    await house.sit(await again(house, table), 0, Seat(ola.id, stand_in=STAND_IN))
    await house.sit(await again(house, table), 0, Seat(ola.id))
    await pass_time(house, 10)
    assert await late_lines(house, str(table.match)) == ["@ late 0 pass"], "the other's time stood still"


async def test_everybody_is_told_what_the_end_of_their_time_would_bring(house: House) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    live = await room_of(house, table := await started(house, GAME, [ola, jan], MINUTE))
    apart = await room_of(house, await started(house, GAME, [ola, jan], DAY, "own"))
    assert (live.overdue(0), apart.overdue(0)) == ("pass", "end")
    await say(house, table, ola)
    assert (live.overdue(0), live.overdue(1)) == (None, "pass")
    while live.overdue(1) != "end":  # a church cannot be passed
        await say(house, table, jan)
        await say(house, table, ola)


async def test_rule_5_the_last_one_who_plays_has_no_clock(house: House) -> None:
    """Not even where a missed deadline would end the part: nobody waits for them."""
    for game, pace, limit in ((GAME, "together", MINUTE), ("roll_and_build/1", "own", DAY)):
        ola, jan = await people(house, "Ola", "Jan")
        table = await started(house, game, [ola, jan], limit, pace)
        await house.sit(table, 1, Seat(jan.id, stand_in=STAND_IN, late=True))
        await settled(house)
        await pass_time(house, 30 * DAY)
        assert await late_lines(house, str(table.match)) == []
        room, table = await room_of(house, table), await again(house, table)
        assert room.acting() == (0,) and deadlines(room, table, [0]) == {}
        await house.welcome(table, jan)
        await pass_time(house, limit - 10)
        assert await late_lines(house, room.id) == [], "with the other one the clock is back, for both anew"
        await pass_time(house, 11)
        assert {line.split()[2] for line in await late_lines(house, room.id)} >= {"0"}


async def test_rule_6_a_table_that_is_opened_again_has_its_time_anew(house: House) -> None:
    table = await started(house, GAME, await people(house, "Ola", "Jan"), MINUTE)
    await house.keep(table, "", closed=True)
    await pass_time(house, DAY)
    await house.keep(await again(house, table), "", closed=False)
    await pass_time(house, MINUTE - 10)
    assert await late_lines(house, str(table.match)) == []
    await pass_time(house, 11)
    assert len(await late_lines(house, str(table.match))) == 2


async def test_rule_7_a_bot_that_still_thinks_says_nothing_for_who_is_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ola, jan = await people(house, "Ola", "Jan")
    table = await started(house, GAME, [ola, jan], MINUTE)
    asked, back = asyncio.Event(), asyncio.Event()

    async def slow(*_: object) -> None:
        asked.set()
        await back.wait()

    monkeypatch.setattr(house.bots._thinkers, "answer", slow)
    await house.sit(table, 1, Seat(jan.id, stand_in=STAND_IN, late=True))
    await asked.wait()
    await house.welcome(await again(house, table), jan)
    back.set()
    await settled(house)
    assert 1 in (await room_of(house, table)).acting()
