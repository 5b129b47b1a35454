"""A failing duty, match, table or bot never silences another; each is logged once, with its id."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import text, update
from structlog.testing import capture_logs

from tests.server.nodes import (
    DAY,
    again,
    late_lines,
    live_match_of,
    node_at,
    people,
    put_on_seat,
    say,
    settled,
    started,
    swept,
)
from tests.server.nodes import pass_time as pass_seconds
from tilefolk.games import find
from tilefolk.server.errors import ApiError, Unavailable
from tilefolk.server.http.calls import operator_api, tables_api
from tilefolk.server.matches.live_match import LiveMatch, Refused
from tilefolk.server.messages import ChangeTable, SitDown
from tilefolk.server.node import duties, sweep, table_changes
from tilefolk.server.node.background import BackgroundTasks
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import resume_matches
from tilefolk.server.people.identity import Person
from tilefolk.server.storage.schema import tables
from tilefolk.server.tables import finished
from tilefolk.server.tables.table import Seat, TableRow

GAME, SERIES = "my_city/eternal", "roll_and_build/campaign"


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


def of_failures(logged: list[Any]) -> list[Any]:
    return [entry for entry in logged if entry["log_level"] == "error"]


@contextlib.contextmanager
def failing_for(match_id: str, method: str) -> Iterator[None]:
    """This method fails for one match alone."""
    whole = getattr(LiveMatch, method)

    def maybe(live: LiveMatch, *words: Any, **more: Any) -> Any:
        if live.id == match_id:
            raise KeyError("a fault")
        return whole(live, *words, **more)

    with patch.object(LiveMatch, method, maybe):
        yield


async def test_one_match_that_fails_keeps_no_other_from_its_deadline(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    started_tables = [await started(node, GAME, [ola, jan], 60) for _ in range(4)]
    bad = await live_match_of(node, started_tables[0])
    with failing_for(bad.id, "answer_late_seats"), capture_logs() as logged:
        await pass_seconds(node, 61)
        for _ in range(5):
            await swept(node)
    for table in started_tables[1:]:
        assert len(await late_lines(node, str(table.match))) == 2, "of both seats"
    assert [(entry["duty"], entry["about"]) for entry in of_failures(logged)] == [("deadlines", bad.id)]
    await swept(node)
    assert len(await late_lines(node, bad.id)) == 2, "what was due is still due"


async def test_one_duty_that_fails_keeps_no_other_from_its_work(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, jan], 60)
    with (
        patch.object(node.peer_events, "catch_up", side_effect=KeyError("a fault")),
        patch.object(node.live_matches, "evict_idle", side_effect=KeyError("a fault")),
        capture_logs() as logged,
    ):
        swept_by = sweep.Sweep(node, first=failing, deadlines=Deadlines(node).sweep)
        await pass_by(node, 61)
        for _ in range(3):
            await swept_by.once()
    assert len(await late_lines(node, str(table.match))) == 2
    assert sorted(entry["duty"] for entry in of_failures(logged)) == ["catch up", "first", "live matches"]


async def failing() -> None:
    raise KeyError("a fault")


async def pass_by(node: Node, seconds: float) -> None:
    """Time passes, and nothing is done about it yet."""
    node.store.clock.adopt(node.store.clock.now() + seconds)


async def test_a_series_that_fails_keeps_no_other_from_going_on(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    started_tables = [await started(node, SERIES, [ola, jan], 7 * DAY, "own") for _ in range(3)]
    whole = Node.start_match

    async def maybe(self: Node, table: Any, **words: Any) -> Any:
        if table.id == started_tables[0].id:
            raise KeyError("a fault")
        return await whole(self, table, **words)

    with patch.object(Node, "start_match", maybe), capture_logs() as logged:
        await pass_seconds(node, 8 * DAY)  # all are late: the first match is over
        for _ in range(3):
            await swept(node)
    assert [(await again(node, table)).number for table in started_tables] == [1, 2, 2]
    assert [entry["about"] for entry in of_failures(logged)] == [started_tables[0].id]


async def test_a_match_that_fails_keeps_no_other_from_being_resumed(tmp_path: Path) -> None:
    file = tmp_path / "tilefolk.sqlite"
    async with node_at(file) as node:
        (ola,) = await people(node, "Ola")
        with patch.object(node.bots, "wake"):
            started_tables = [await started(node, GAME, [ola, "greedy"], None) for _ in range(6)]
    async with node_at(file) as node:
        with failing_for(str(started_tables[0].match), "write_due_lines"), capture_logs() as logged:
            await resume_matches(node)
            await settled(node)
        for table in started_tables[1:]:
            assert (await live_match_of(node, table)).lines_of(1) == 1, "its bot has answered"
        assert [entry["about"] for entry in of_failures(logged)] == [started_tables[0].match]


async def test_a_bot_is_asked_again_after_a_fault_which_is_logged_once(node: Node) -> None:
    (ola,) = await people(node, "Ola")
    game, _ = find(GAME)
    with patch.object(game, "seen", side_effect=KeyError("a fault")), capture_logs() as logged:
        table = await started(node, GAME, [ola, "greedy"], None)
        live = await live_match_of(node, table)
        for _ in range(5):
            node.bots.wake(live)
            await settled(node)
    assert live.lines_of(1) == 0
    assert [entry["about"] for entry in of_failures(logged)] == [f"{live.id} seat 1"]
    node.bots.wake(live)
    await settled(node)
    assert live.lines_of(1) == 1


async def test_what_a_node_does_besides_goes_on_after_a_fault(node: Node) -> None:
    """The tasks of a node are watched: one that ends with a fault is logged and begun again."""
    begun: list[str] = []

    async def once_bad(*_: Any) -> None:
        begun.append("resume")
        if begun.count("resume") == 1:
            raise KeyError("a fault")

    async def beat(*_: Any) -> None:
        begun.append("beat")
        raise KeyError("a fault")

    with (
        patch.object(duties, "resume_matches", once_bad),
        patch.object(duties, "RESTART_SECONDS", 0.01),
        patch.object(sweep, "SWEEP_SECONDS", 0.01),
        patch("tilefolk.server.node.heartbeat.BEAT_SECONDS", 0.01),
        patch.object(Heartbeat, "beat", beat),
        patch.object(sweep.Sweep, "once", beat),
        capture_logs() as logged,
    ):
        running = asyncio.create_task(duties.run_duties(node))
        async with asyncio.timeout(30):
            while begun.count("resume") < 2 or begun.count("beat") < 6:
                await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert sorted(entry["duty"] for entry in of_failures(logged)) == ["heartbeat", "resume", "sweep"]


async def test_a_background_task_that_fails_is_logged() -> None:
    """But not for want of a database: that is logged elsewhere, and the sweep makes up for it."""
    background = BackgroundTasks()

    async def fail(error: Exception) -> None:
        raise error

    with capture_logs() as logged:
        for error in (KeyError("a fault"), Unavailable("gone")):
            background.spawn(fail(error))
        await asyncio.gather(*background.running, return_exceptions=True)
        await asyncio.sleep(0)
    assert [(entry["event"], entry["error"]) for entry in logged] == [("task failed", "KeyError('a fault')")]
    assert not background.running


async def listed(node: Node, host: Person, game: str = GAME, pace: str = "together") -> TableRow:
    """A table on the public list with a free seat."""
    options = {"pace": pace} if pace else {}
    return await table_changes.create_table(node, game, options, True, host.id, [Seat(host.id), Seat()])


async def damage(node: Node, table: TableRow, how: str) -> None:
    """Write what this version does not understand into the rows of a table."""
    its_ends = "line like '@ end%' and match_id in (select id from matches where table_id = :table)"
    damages = {
        "game of a newer version": "update tables set game = 'my_moon/eternal' where id = :table",
        "options that are no JSON": "update tables set options = '{cut' where id = :table",
        "options that are no object": "update tables set options = '[1]' where id = :table",
        "end record that was cut": f"update lines set line = '@ end [[' where {its_ends}",
        "end record of another shape": f"update lines set line = '@ end {{}}' where {its_ends}",
    }
    job, words = text(damages[how]), {"table": table.id}
    await node.store.write(lambda connection: connection.execute(job, words))
    node.table_cache.invalidate()
    finished._end_records = finished._EndRecords()  # as after a start


DAMAGES = {
    "game of a newer version": "newer",
    "options that are no JSON": "broken",
    "options that are no object": "broken",
    "end record that was cut": "broken",
    "end record of another shape": "broken",
}
REQUEST: Any = SimpleNamespace(base_url="http://site/")


@pytest.mark.parametrize("how", DAMAGES)
async def test_one_bad_row_breaks_no_list_and_can_be_closed(node: Node, how: str) -> None:
    ola, jan, iza = await people(node, "Ola", "Jan", "Iza")
    bad = await started(node, SERIES, [ola, jan], 7 * DAY, "own")
    good = await started(node, SERIES, [ola, jan], 7 * DAY, "own")
    late = await started(node, GAME, [ola, jan], 60)
    inviting = await listed(node, iza)
    await pass_seconds(node, 8 * DAY)  # a match of each series is over, the next one has begun
    await settled(node)
    await node.store.write(lambda connection: connection.execute(update(tables).values(listed=True)))
    await put_on_seat(node, bad, 0, Seat())  # so that it is on the list
    await damage(node, bad, how)

    shown = await tables_api.list_tables(REQUEST, iza, node)
    by_id = {table["id"]: table for table in (*shown["open"], *shown["mine"])}
    assert by_id[bad.id]["unreadable"] == DAMAGES[how] and by_id[inviting.id]["unreadable"] is None
    mine = await tables_api.list_tables(REQUEST, jan, node)
    assert {table["id"] for table in mine["mine"]} >= {bad.id, good.id, late.id}

    with capture_logs() as logged:
        await pass_seconds(node, 8 * DAY)
        for _ in range(3):
            await swept(node)
    assert (await again(node, good)).number == 3, "other series go on"
    assert len({entry["about"] for entry in of_failures(logged)}) == len(of_failures(logged)), "each once"

    for_operator = {table["id"]: table for table in await operator_api.tables(node)}
    assert for_operator[bad.id]["unreadable"] in (DAMAGES[how], None)
    closed = await operator_api.change_table(bad.id, ChangeTable(closed=True), node)
    assert closed["closed"] and (await again(node, bad)).closed


async def test_nobody_sits_down_or_plays_at_a_table_that_cannot_be_read(node: Node) -> None:
    ola, jan = await people(node, "Ola", "Jan")
    table = await started(node, GAME, [ola, "greedy"], None)
    await settled(node)
    live = await live_match_of(node, table)
    written = live.seq
    await damage(node, table, "game of a newer version")
    with pytest.raises(Refused, match="table_newer"):
        await say(node, table, ola)
    node.bots.wake(live)
    await settled(node)
    assert live.seq == written
    with pytest.raises(ApiError, match="table_newer"):
        await tables_api.sit(table.id, 1, SitDown(sitter="me"), REQUEST, jan, node)
    shown = await tables_api.show_table(table.id, REQUEST, ola, node)
    assert (shown["unreadable"], shown["match"]["id"], shown["mine"]) == ("newer", table.match, [0])
