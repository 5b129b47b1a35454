"""A stand-in for somebody away: after a while, the site's own bot, and only until its person is back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from tests.server.nodes import (
    DAY,
    Connected,
    again,
    gone_for_good,
    live_match_of,
    node_at,
    people,
    say,
    settled,
    started,
)
from tests.server.nodes import pass_time as pass_seconds
from tests.server.postgres import postgres
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls import tables_api
from tilefolk.server.http.table_json import table_json
from tilefolk.server.messages import BotSitter, SitDown
from tilefolk.server.node import table_changes
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.node import Node
from tilefolk.server.people.identity import Person
from tilefolk.server.tables.table import STAND_IN, Seat, TableRow

GAME = "my_city/eternal"
GRACE = 30


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


async def sit(node: Node, table: TableRow, seat: int, person: Person, sitter: Any) -> str:
    """What the person is told."""
    request: Any = SimpleNamespace(base_url="http://site/")
    try:
        await tables_api.sit(table.id, seat, SitDown(sitter=sitter), request, person, node)
    except ApiError as error:
        return error.code
    return "yes"


async def replaceable(node: Node, table: TableRow, person: Person) -> list[bool]:
    shown = await table_json(node, await again(node, table), person, "http://site/")
    return [seat["replaceable"] for seat in shown["seats"]]


BOT = BotSitter(bot=STAND_IN)


async def test_nobody_gets_a_stand_in_before_a_while_has_passed(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    for person in (ola, jan):
        node.presence.enter(table.id, page := Connected(person))
    await gone_for_good(node, table.id, page)
    live = await live_match_of(node, table)
    written = live.seq
    for _ in range(3):
        assert await sit(node, table, 1, ola, BOT) == "away_too_short"
        assert await replaceable(node, table, ola) == [False, False]
        await pass_seconds(node, GRACE / 4)
    assert (await again(node, table)).seats[1] == Seat(jan.id) and live.seq == written
    await pass_seconds(node, GRACE / 4)
    assert await replaceable(node, table, ola) == [False, True]
    assert await sit(node, table, 1, ola, BOT) == "yes"
    await settled(node)
    assert live.lines_of(1) == 1, "the stand-in has answered"


async def test_who_comes_back_in_a_moment_and_leaves_again_has_another_moment(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    table = await started(node, GAME, [ola], None)
    node.presence.enter(table.id, page := Connected(ola))
    for seconds in (0.0, 1000.0):
        with patch("tilefolk.server.node.presence.RECONNECT_SECONDS", seconds):
            node.presence.leave(table.id, page)
        assert ola.id in node.presence.people_at(table.id)
        if not seconds:
            node.presence.enter(table.id, page)
    await asyncio.sleep(0.01)
    assert ola.id in node.presence.people_at(table.id), "the first moment is not counted any more"


async def test_whoever_comes_back_in_between_is_away_from_the_beginning(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    assert await replaceable(node, table, ola) == [False, False]
    await pass_seconds(node, GRACE - 1)
    node.presence.enter(table.id, page := Connected(jan))
    await gone_for_good(node, table.id, page)
    await pass_seconds(node, GRACE - 1)
    assert await sit(node, table, 1, ola, BOT) == "away_too_short"
    await pass_seconds(node, 2)
    assert await sit(node, table, 1, ola, BOT) == "yes"


async def test_others_may_only_call_the_sites_own_stand_in(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    assert await sit(node, table, 1, ola, BOT) == "away_too_short"
    await pass_seconds(node, GRACE + 1)
    assert await sit(node, table, 1, ola, BotSitter(bot="random")) == "stand_in_only"
    assert (await again(node, table)).seats[1].stand_in is None
    assert await sit(node, table, 1, jan, BotSitter(bot="random")) == "yes", "for oneself any bot will do"


async def test_the_seat_is_back_with_its_person(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    await replaceable(node, table, ola)
    await pass_seconds(node, GRACE + 1)
    assert await sit(node, table, 1, ola, BOT) == "yes"
    await settled(node)
    table = await again(node, table)
    assert table.seats[1].stand_in == STAND_IN
    await say(node, table, jan, "undo")  # not refused: whoever acts is back
    assert (await again(node, table)).seats[1] == Seat(jan.id)


async def test_a_bot_chosen_for_oneself_stays_until_it_is_sent_away(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    assert await sit(node, table, 1, jan, "open") == "yes"
    table = await table_changes.give_seats_back(node, await again(node, table), jan)
    assert table.seats[1].stand_in == STAND_IN


async def test_everybody_is_shown_that_a_seat_became_replaceable(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], None)
    told = asyncio.Event()

    class Page(Connected):
        def table_changed(self) -> None:
            told.set()

    node.away.grace_seconds = 0.1
    node.presence.enter(table.id, Page(ola))
    told.clear()
    async with asyncio.timeout(30):
        await told.wait()


async def test_on_two_nodes_a_return_to_the_other_one_counts() -> None:
    async with AsyncExitStack() as stack:
        cluster = stack.enter_context(postgres(fsync="off"))
        one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, GAME, [ola, jan], None)
        assert await sit(one, table, 1, ola, BOT) == "away_too_short"
        await pass_seconds(one, GRACE - 1)
        await Heartbeat(other).beat()
        heard = asyncio.Event()
        forget = one.away.forget

        def note(*words: str) -> None:
            forget(*words)
            heard.set()

        with patch.object(one.away, "forget", note):
            one.table_cache.invalidate(table.id)  # nobody here needs the table
            other.presence.enter(table.id, Connected(jan))
            await settled(other)
            async with asyncio.timeout(30):
                await heard.wait()
        await pass_seconds(one, 2)
        assert await sit(one, table, 1, ola, BOT) in ("away_too_short", "not_yours")


@pytest.mark.parametrize(
    ("pace", "limit", "host", "guest"),
    [
        ("together", None, "yes", "yes"),
        ("together", 60, "yes", "yes"),
        ("own", None, "yes", "not_yours"),
        ("own", DAY, "wait_for_deadline", "wait_for_deadline"),
        ("together", DAY, "wait_for_deadline", "wait_for_deadline"),
    ],
)
async def test_who_gives_the_seat_of_somebody_away_to_a_bot(
    node: Node, pace: str, limit: int | None, host: str, guest: str
) -> None:
    """Where people sit together everybody; where they need not meet only the host, and no deadline runs."""
    ola, jan, iza = await people(node, "Ola", "Jan", "Iza")
    table = await started(node, GAME, [ola, jan], limit, pace)
    await replaceable(node, table, iza)
    await pass_seconds(node, GRACE + 1)
    assert (await again(node, table)).is_correspondence == (pace == "own" or limit == DAY)
    assert await sit(node, table, 1, iza, BOT) == "not_yours"
    for person, seat, answer in ((jan, 0, guest), (ola, 1, host)):
        may = [answer == "yes" and number == seat for number in range(2)]
        assert await replaceable(node, table, person) == may
        assert await sit(node, table, seat, person, BOT) == answer
        seated = (await again(node, table)).seats[seat]
        assert (seated.stand_in, seated.late) == (STAND_IN if answer == "yes" else None, False)
        assert not any(await replaceable(node, table, person))
