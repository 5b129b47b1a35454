"""Workers are warm before a bot that searches is asked, and no answer fails because they are not."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.server.nodes import again, node_at, people, put_on_seat, settled, started
from tilefolk.bots.characters import CHARACTERS, Warmth
from tilefolk.server.errors import ApiError
from tilefolk.server.http.calls.site_api import prepare_bots
from tilefolk.server.matches.bot_pool import BotPool, Thought, ask_bot
from tilefolk.server.matches.bot_warming import Warming
from tilefolk.server.matches.bot_workers import CLOSE_SECONDS, Worker, Workers
from tilefolk.server.messages import PrepareBots
from tilefolk.server.node import table_changes
from tilefolk.server.tables.table import Seat

CITY, ISLAND = "my_city/eternal", "my_island/eternal"
SEARCH, QUICK_IN_CITY = "tilefolk.bots.search", "tests.server.quick_in_city"


class Jobs:
    """Runs jobs in place of the processes: warm-ups end when they are told to, answers at once."""

    def __init__(self) -> None:
        self.warmed: list[tuple[Worker, str]] = []
        self.asked: list[Worker] = []
        self.may_end = asyncio.Event()
        self.fault: Exception | None = None

    async def run(self, worker: Worker, wait_seconds: float, job: Callable[..., Any], *call: Any) -> Any:
        if job is ask_bot:
            self.asked.append(worker)
            await asyncio.sleep(0.01)
            return Thought(("pass",), 0.1)
        warmth = getattr(job, "__self__", None)
        assert isinstance(warmth, Warmth)
        self.warmed.append((worker, warmth.mode))
        await self.may_end.wait()
        if self.fault:
            raise self.fault
        return None


@pytest.fixture
async def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    jobs = Jobs()

    def run(worker: Worker, *job: Any) -> Any:
        return jobs.run(worker, *job)

    monkeypatch.setattr(Worker, "run", run)
    return jobs


async def until(holds: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def answer(pool: BotPool, bot: str) -> Any:
    return await pool.answer(bot, CITY, None, 0, b"", 0)


async def test_every_worker_gets_warm_once_and_no_mode_waits_for_another(jobs: Jobs) -> None:
    jobs.may_end.set()
    workers = Workers(3)
    warming = Warming(workers)
    for mode in (CITY, ISLAND, CITY):
        warming.want(Warmth(SEARCH, mode), 2)
    await until(lambda: len(jobs.warmed) == 6)
    await asyncio.sleep(0.01)
    assert len(set(jobs.warmed)) == len(jobs.warmed) == 6
    assert [mode for _, mode in jobs.warmed[:2]] == [CITY, ISLAND]


async def test_only_as_many_get_warm_as_may_be_asked_at_once_and_one_more(jobs: Jobs) -> None:
    jobs.may_end.set()
    pool = BotPool(8)
    pool.prepare(["owl", "fox", "mole"], CITY)
    await until(lambda: len(jobs.warmed) == 3)
    await asyncio.gather(*(answer(pool, "owl") for _ in range(4)))
    await until(lambda: len(jobs.warmed) == 5)
    await asyncio.sleep(0.01)
    assert pool.workers.warm_for(Warmth(SEARCH, CITY)) == len({worker for worker, _ in jobs.warmed}) == 5


async def test_an_answer_waits_for_a_warm_worker_and_others_do_not_wait_with_it(jobs: Jobs) -> None:
    pool = BotPool(2)
    searched = asyncio.create_task(answer(pool, "owl"))
    await until(lambda: jobs.warmed)
    assert await answer(pool, "mole") == ("pass",)
    assert not searched.done() and len(jobs.asked) == 1, "its time has not begun"
    jobs.may_end.set()
    assert await searched == ("pass",)
    assert jobs.asked[1] is jobs.warmed[0][0]


async def test_a_mode_gets_its_first_worker_although_another_waits_for_its_second(jobs: Jobs) -> None:
    jobs.may_end.set()
    pool = BotPool(2)
    async with pool.workers.lend(lambda worker: True) as busy:
        pool.prepare(["owl"], CITY)
        await until(lambda: jobs.warmed)
        pool.prepare(["owl"], ISLAND)
        await until(lambda: len(jobs.warmed) == 2)
        assert [mode for worker, mode in jobs.warmed if worker is not busy] == [CITY, ISLAND]
    await until(lambda: len(jobs.warmed) == 4)


async def test_who_stops_waiting_leaves_the_worker_to_others(jobs: Jobs) -> None:
    pool = BotPool(1)
    gone, waits = (asyncio.create_task(answer(pool, "owl")) for _ in range(2))
    await until(lambda: jobs.warmed)
    gone.cancel()
    jobs.may_end.set()
    assert await asyncio.wait_for(waits, 60) == ("pass",)
    assert await asyncio.wait_for(answer(pool, "mole"), 60) == ("pass",)


@pytest.mark.parametrize("fault", [ValueError("no tables"), TimeoutError(), BrokenProcessPool("killed")])
async def test_a_warm_up_that_fails_is_not_tried_for_ever(jobs: Jobs, fault: Exception) -> None:
    jobs.fault = fault
    jobs.may_end.set()
    pool = BotPool(1)
    assert await asyncio.wait_for(answer(pool, "owl"), 60) == ("pass",)
    pool.prepare(["owl"], CITY)
    await asyncio.sleep(0.01)
    assert len(jobs.warmed) == 1


async def test_a_new_process_is_warmed_again() -> None:
    pool, warmth = BotPool(1), Warmth(QUICK_IN_CITY, CITY)
    pool._warming.want(warmth, 1)
    await until(lambda: pool.workers.warm_for(warmth))
    (process,) = pool.workers.processes
    process.kill()
    process.join()
    assert await pool.run(60.0, sum, [1, 2]) == 3
    await until(lambda: pool.workers.warm_for(warmth))
    assert [one.pid for one in pool.workers.processes] != [process.pid]
    pool.close()


async def test_a_node_stops_while_a_worker_is_warmed_up() -> None:
    pool, warmth = BotPool(2), Warmth(QUICK_IN_CITY, ISLAND)
    pool._warming.want(warmth, 1)
    await until(lambda: pool.workers.processes)
    began, processes = time.monotonic(), pool.workers.processes
    await asyncio.to_thread(pool.close)
    assert time.monotonic() - began < CLOSE_SECONDS + 40
    for process in processes:
        process.join(60)
    assert processes and not any(process.is_alive() for process in processes)


class Prepared(NamedTuple):
    bots: list[str]
    mode: str


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[Prepared]:
    prepared: list[Prepared] = []

    def prepare(pool: BotPool, bots: list[str], mode: str) -> None:
        prepared.append(Prepared(sorted(bots), mode))

    monkeypatch.setattr(BotPool, "prepare", prepare)
    return prepared


async def test_workers_get_warm_while_somebody_chooses_a_bot(
    tmp_path: Path, prepared: list[Prepared]
) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        for game in (CITY, "my_city/campaign"):
            await prepare_bots(PrepareBots(game=game), node)
        assert prepared == [(["owl"], CITY), (["owl"], "my_city/1")], "a campaign begins with its first match"
        with pytest.raises(ApiError, match="unknown_game"):
            await prepare_bots(PrepareBots(game="my_city/nowhere"), node)


async def test_workers_get_warm_when_a_bot_is_seated_and_not_without_one(
    tmp_path: Path, prepared: list[Prepared]
) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        seats = [Seat(ola.id), Seat()]
        table = await table_changes.create_table(node, CITY, {}, False, ola.id, seats)
        assert prepared == []
        table = await put_on_seat(node, table, 1, Seat(bot="owl"))
        assert prepared.pop() == (["owl"], CITY)
        await table_changes.set_name_and_closed(node, table, "", True)
        prepared.clear()
        await again(node, table)
        assert prepared == [], "a closed table waits for nobody"
        seats = [Seat(ola.id), Seat(bot="fox")]
        await table_changes.create_table(node, "my_island/campaign", {}, False, ola.id, seats)
        assert prepared == [(["fox"], "my_island/1")], "the next match of its series"


async def test_a_site_without_bots_that_search_starts_no_process_for_them(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        table = await table_changes.create_table(node, CITY, {}, False, ola.id, [Seat(ola.id)])
        await table_changes.create_table(node, CITY, {}, False, ola.id, [Seat(ola.id), Seat(bot="beaver")])
        await node.start_match(table)
        await settled(node)
        assert node.bots.pool.workers.processes == []


async def test_running_matches_have_warm_workers_after_a_start(tmp_path: Path) -> None:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        (ola,) = await people(node, "Ola")
        table = await started(node, "roll_and_build/1", [ola, "owl"], None)
        await settled(node)
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        assert table.match and await node.live_match(table.match)
        await settled(node)
        warmth = CHARACTERS["owl"].warmth("roll_and_build/1")
        await until(lambda: warmth and node.bots.pool.workers.warm_for(warmth))
