"""The store under fault: a job's failure is its own, cancelled ones do no harm, lost hints are made good."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, delete, func, insert, select, text
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from structlog.testing import capture_logs

from tests.server.nodes import (
    Connected,
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
from tilefolk.server import metrics
from tilefolk.server.errors import Unavailable
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.matches.records import select_rows
from tilefolk.server.node import people_changes
from tilefolk.server.node.heartbeat import Heartbeat
from tilefolk.server.people.identity import find_person, new_person
from tilefolk.server.reminders.subscriptions import Device, add_device, load_subscriber, set_webhook
from tilefolk.server.storage.change_feed import ChangeFeed
from tilefolk.server.storage.engine import snapshot
from tilefolk.server.storage.line_writer import LineRow, NewLines, SqliteLines
from tilefolk.server.storage.schema import matches, settings
from tilefolk.server.storage.schema import nodes as up
from tilefolk.server.storage.schema import people as known
from tilefolk.server.storage.store import Job, Store, _settle
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


@pytest.fixture
async def stores(cluster: Postgres) -> AsyncIterator[tuple[Store, Store]]:
    both = Store(cluster.url), Store(cluster.url)
    yield both
    for store in both:
        store.close()


def setting(name: str, value: str = "x") -> Callable[[Connection], None]:
    """A job that notes a setting."""

    def note(connection: Connection) -> None:
        connection.execute(insert(settings).values(name=name, value=value))

    return note


async def test_somebody_who_stopped_waiting_a_moment_ago_keeps_nobody_from_an_answer(tmp_path: Path) -> None:
    """Their task has not noticed yet that it is cancelled when the answers of the group come."""
    store, jobs = Store(tmp_path / "tilefolk.sqlite"), SimpleQueue[Job | None]()
    gone, waits = (asyncio.create_task(store._wait_for(jobs, "", setting("any"))) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    group = [job for job in (jobs.get(), jobs.get()) if job]
    for job in group:
        job.outcome = "answer", None
    _settle(group)
    assert await waits == "answer"
    store.close()


async def test_the_failure_of_one_job_is_its_own(stores: tuple[Store, Store]) -> None:
    """Jobs of one group: a wrong value, a taken key, an error of ours, and two locks in a ring."""
    store, _ = stores

    def fails(connection: Connection) -> None:
        setting("fails")(connection)
        raise ValueError("ours")

    jobs = (setting("one"), setting("nul", "\0"), fails, setting("one"), setting("two"))
    done = await asyncio.gather(*(store.write(job) for job in jobs), return_exceptions=True)
    assert [type(each) for each in done[1:4]] == [DataError, ValueError, IntegrityError]
    query = text("select name from settings where name in ('one', 'nul', 'fails', 'two') order by name")
    assert await store.read(lambda connection: connection.execute(query).scalars().all()) == ["one", "two"]


def taken(live: LiveMatch, text: str) -> NewLines:
    """A line on the place of the match's last one."""
    return NewLines(live.id, [LineRow(live.id, live.seq, 0, None, text, 0.0, 1.0)], False)


def next_line(live: LiveMatch, text: str) -> NewLines:
    return NewLines(live.id, [LineRow(live.id, live.seq + 1, 0, None, text, 0.0, 1.0)], True)


@pytest.mark.parametrize("kind", ["file", "postgres"])
async def test_a_line_whose_place_is_taken_fails_alone(kind: str, tmp_path: Path, cluster: Postgres) -> None:
    """Lines are written by groups: the others of its group are stored, each once, and end their matches."""
    async with node_at(tmp_path / "tilefolk.sqlite" if kind == "file" else cluster.url) as node:
        (ola,) = await people(node, "Ola")
        tables = [await started(node, GAME, [ola], None) for _ in range(3)]
        one, two, three = [await live_match_of(node, table) for table in tables]
        new = (next_line(one, "0 first"), taken(two, "0 second"), next_line(three, "0 third"))
        go = threading.Event()  # until then they wait, so that they make one group
        holding = asyncio.create_task(node.store.write(lambda connection: go.wait(20)))
        waiting = [asyncio.create_task(node.store.append(one)) for one in new]
        await asyncio.sleep(0)
        go.set()
        done = await asyncio.gather(*waiting, return_exceptions=True)
        await holding
        assert [type(each) for each in done] == [type(None), IntegrityError, type(None)]
        found = [
            await node.store.read(partial(select_rows, match_id=live.id, after=live.seq - 1))
            for live in (one, two, three)
        ]
        assert [[row.line for row in rows][1:] for rows in found] == [["0 first"], [], ["0 third"]]
        ended = select(matches.c.id).where(matches.c.over, matches.c.id.in_([one.id, two.id, three.id]))
        over = await node.store.read(lambda connection: set(connection.execute(ended).scalars()))
        assert over == {one.id, three.id}


async def test_two_nodes_that_wait_for_each_other_go_on(stores: tuple[Store, Store]) -> None:
    """The database ends one of two transactions in a ring: that job may be tried again, others stand."""
    names = ("here", "there")
    for name in names:
        await stores[0].write(setting(name))
    meet = asyncio.Barrier(2), asyncio.get_running_loop()

    def ring(first: str, second: str) -> Callable[[Connection], None]:
        def job(connection: Connection) -> None:
            lock = text("update settings set value = 'y' where name = :name")
            connection.execute(lock, {"name": first})
            asyncio.run_coroutine_threadsafe(meet[0].wait(), meet[1]).result(20)
            connection.execute(lock, {"name": second})

        return job

    done = await asyncio.gather(
        stores[0].write(ring(*names)), stores[1].write(ring(*reversed(names))), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in done) == ["NoneType", Unavailable.__name__]
    assert await stores[0].write(lambda connection: new_person(connection, "en"))


async def test_jobs_that_are_cancelled_at_any_moment_leave_the_store_alive(
    stores: tuple[Store, Store],
) -> None:
    store, rand = stores[0], Random("cancel")
    for _ in range(300):
        task = asyncio.create_task(store.write(lambda connection: new_person(connection, "en")))
        await asyncio.sleep(rand.uniform(0, 0.004))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    person = await store.write(lambda connection: new_person(connection, "en"))
    assert await store.read(lambda connection: find_person(connection, person.id)) == person


async def test_what_is_queued_at_the_end_is_written(
    cluster: Postgres, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tilefolk.server.storage.store.MAX_JOBS_PER_COMMIT", 5)  # several groups
    store = Store(cluster.url)
    waiting = [
        asyncio.create_task(store.write(lambda connection: new_person(connection, "en"))) for _ in range(12)
    ]
    await asyncio.sleep(0)
    await asyncio.to_thread(store.close)
    written = [person.id for person in await asyncio.gather(*waiting)]
    count = select(func.count()).where(known.c.id.in_(written))
    assert await stores[0].read(lambda connection: connection.execute(count).scalar()) == len(written)


async def test_closing_waits_for_what_is_being_written(tmp_path: Path) -> None:
    store, written = Store(tmp_path / "tilefolk.sqlite"), []

    def write_slowly(_: Connection) -> None:
        time.sleep(0.05)
        written.append("all")

    waiting = asyncio.create_task(store.write(write_slowly))
    await asyncio.sleep(0)
    await asyncio.to_thread(store.close)
    assert written == ["all"]
    await waiting


async def test_one_person_calls_on_both_nodes_at_once(stores: tuple[Store, Store]) -> None:
    """The same browser, a new one and a webhook, all in the same moment: nobody is refused."""
    for number in range(50):
        await all_at_once(stores, Device(f"https://push.example/{number}", "key", "secret"))


async def all_at_once(stores: tuple[Store, Store], device: Device) -> None:
    person = await stores[0].write(lambda connection: new_person(connection, "en"))
    jobs: list[Callable[[Connection], None]] = [
        lambda connection: add_device(connection, person.id, "https://x/", device, 1.0),
        lambda connection: set_webhook(connection, person.id, "https://x/", "https://hook.example/", 1.0),
    ]
    await asyncio.gather(*(store.write(job) for job in jobs for store in stores))
    found = await stores[0].read(lambda connection: load_subscriber(connection, person.id))
    assert (found.webhook, found.devices) == ("https://hook.example/", (device,))


class Page(Connected):
    """Notes how often the table has changed, and whether it is closed."""

    changes, dismissed = 0, False

    def table_changed(self) -> None:
        self.changes += 1

    def disconnect(self) -> None:
        self.dismissed = True


async def test_lost_hints_are_made_good_by_polled_heads(cluster: Postgres) -> None:
    """Nobody hears a hint: what the other node did is known after the next sweep."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(ChangeFeed, "listen", lambda self, heard: None))
        one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
        ola, jan = await people(one, "Ola", "Jan")
        table = await started(one, GAME, [ola, jan], None)
        here, there = await live_match_of(one, table), await live_match_of(other, await again(other, table))
        for _ in range(5):
            for person in (ola, jan):
                await say(one, table, person)
            assert there.seq < here.seq
            await swept(other)
            assert there.match.state == here.match.state
        await put_on_seat(one, await again(one, table), 1, Seat(jan.id, stand_in="greedy"))
        assert (await again(other, table)).seats[1].stand_in is None
        await swept(other)
        assert (await again(other, table)).seats[1].stand_in == "greedy"
        other.presence.enter(table.id, page := Page(jan))
        await people_changes.delete_person(one, jan)
        await swept(other)
        assert page.dismissed


async def test_the_end_of_a_match_is_told_also_where_it_is_known_already(cluster: Postgres) -> None:
    """The table was read anew, for somebody's new name, before the last line was heard of."""
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(ChangeFeed, "listen", lambda self, heard: None))
        one, other = [await stack.enter_async_context(node_at(cluster.url)) for _ in range(2)]
        (ola,) = await people(one, "Ola")
        table = await started(one, GAME, [ola], None)
        there = await live_match_of(other, await again(other, table))
        other.presence.enter(table.id, page := Page(ola))
        await settled(other)
        await say(one, table, ola, "end")
        await people_changes.forget_names(
            other,
        )
        assert (await again(other, table)).over
        before = page.changes
        await other.peer_events.refresh(there)
        await settled(other)
        assert page.changes > before


async def test_a_database_that_fails_is_not_asked_a_second_time_for_the_same_lines(tmp_path: Path) -> None:
    asked: list[list[Job]] = []
    commit = Store._commit

    def note(store: Store, group: list[Job]) -> None:
        asked.append(group)
        commit(store, group)

    gone = sqlite3.OperationalError("disk I/O error")
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        table = await started(node, GAME, [ola], None)
        with (
            patch.object(SqliteLines, "write", side_effect=gone),
            patch.object(Store, "_commit", note),
            pytest.raises(Unavailable),
        ):
            await say(node, table, ola)
        assert asked == []


async def test_every_failure_of_the_database_counts_and_is_logged_once(tmp_path: Path) -> None:
    """An operator's alarms go by the number, see docs/hosting.md."""

    def fail(_: Connection) -> None:
        raise OperationalError("select", {}, Exception("gone"))

    def failures() -> float:
        (counted,) = metrics.database_failures.collect()
        return next(sample.value for sample in counted.samples if sample.name.endswith("_total"))

    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        before = failures()
        with capture_logs() as logged:
            for run in (node.store.read, node.store.read, node.store.write):
                with pytest.raises(Unavailable):
                    await run(fail)
            await node.store.read(lambda connection: connection.execute(text("select 1")).scalar())
        assert failures() - before == 3
        told = [(entry["event"], entry["to"]) for entry in logged]
        assert told == [("database gone", "read"), ("database gone", "write"), ("database back", "read")]


async def test_the_log_of_a_file_is_short_again_after_a_backup(tmp_path: Path) -> None:
    """While somebody reads one moment for long, it grows; it must not stay so large until the stop."""
    store = Store(tmp_path / "tilefolk.sqlite")
    log = tmp_path / "tilefolk.sqlite-wal"

    async def write(megabytes: int) -> None:
        for at in range(megabytes):
            row = insert(settings).values(name=f"{at}", value="x" * (1 << 20))
            await store.write(partial(Connection.execute, statement=row))
        await store.write(lambda connection: connection.execute(delete(settings)))

    with snapshot(store._engine) as reader:
        reader.execute(select(settings)).all()
        await write(8)
        assert log.stat().st_size > 8 << 20
    await write(1)
    await write(1)
    assert log.stat().st_size <= 6 << 20
    store.close()


@pytest.mark.parametrize("kind", ["file", "cluster"])
async def test_only_a_site_of_several_nodes_warns_of_silent_ones(
    kind: str, cluster: Postgres, tmp_path: Path
) -> None:
    """On a file the silent one is this node itself before it was killed."""
    gone = {"id": "gone", "host": "x", "pid": 1, "version": "0", "started": 0.0, "seen": -1000.0}
    async with node_at(tmp_path / "tilefolk.sqlite" if kind == "file" else cluster.url) as node:
        row = insert(up).values(**gone, rooms=0, sockets=0)
        await node.store.write(partial(Connection.execute, statement=row))
        with capture_logs() as told:
            await Heartbeat(node).beat()
        await settled(node)
        left = await node.store.read(lambda connection: connection.execute(select(up.c.id)).scalars().all())
    assert "gone" not in left
    assert [entry["event"] for entry in told].count("nodes silent") == (kind == "cluster")
