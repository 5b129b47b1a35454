"""`python -m bench.tables`: a site with very many finished tables, and what it costs to serve it.

Prints one JSON object: milliseconds on the server side of the start page, my tables, the operator's pages and
a sweep (with its SQL alone), the seconds of a start, and time and memory per live match.
"""

import argparse
import asyncio
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
from sqlalchemy import Engine, event, text

from tilefolk.server.http.calls import operator_api, operator_queries, tables_api
from tilefolk.server.matches.bot_pool import BotPool
from tilefolk.server.matches.live_match import LiveMatch
from tilefolk.server.node import table_changes
from tilefolk.server.node.deadlines import Deadlines
from tilefolk.server.node.next_match import NextMatches
from tilefolk.server.node.node import Node
from tilefolk.server.node.sweep import Sweep
from tilefolk.server.people.identity import Person, new_person
from tilefolk.server.reminders.delivery import Mailer
from tilefolk.server.reminders.outbound_http import OutboundHttp
from tilefolk.server.reminders.reminders import Reminders, load_vapid_key
from tilefolk.server.storage.store import Store
from tilefolk.server.tables.table import Seat

GAME = "my_city/eternal"
REPEATS = 15
PORT = 18_473
REQUEST: Any = SimpleNamespace(base_url="http://site/")
NUMBERS = "with recursive n(i) as (select 1 union all select i + 1 from n where i < :count)"

# One table in a hundred has a free seat, one in ten plays a series, one in ten has its lines; of those that
# run every third has a time limit.
FILL = (
    f"""insert into people (id, name, language, created, link_version) {NUMBERS}
        select 'p' || i, 'Guest', 'en', i, 0 from n where i <= :people""",
    f"""insert into tables (id, game, options, listed, time, host, created, touched, name, closed, quiet,
        has_free_seat) {NUMBERS} select 't' || i,
        case when i % 10 = 1 and i > :running then 'roll_and_build/campaign' else '{GAME}' end, '{{}}', 1,
        case when i <= :running and i % 3 = 0 then 86400 end, 'p' || (1 + i % :people), i, i, '', 0, 0,
        i % 100 = 0 and i > :running from n""",
    f"""insert into seats (table_id, seat, person, bot, stand_in, late, clock_from, replaced) {NUMBERS}
        select 't' || i, 0, 'p' || (1 + i % :people), null, null, 0, 0, 0 from n""",
    f"""insert into seats (table_id, seat, person, bot, stand_in, late, clock_from, replaced) {NUMBERS}
        select 't' || i, 1, case when i % 100 > 0 or i <= :running then 'p' || (1 + i * 7 % :people) end,
        null, null, 0, 0, 0 from n""",
    f"""insert into matches (id, table_id, number, header, seed, over, created, next_checked) {NUMBERS}
        select 'm' || i, 't' || i, 1, header, seed, i > :running, i, i > :running from n
        join matches as template on template.id = case when i <= :running then :begun else :ended end""",
    f"""insert into lines (match_id, seq, who, n, line, at, tick) {NUMBERS}
        select 'm' || i, seq, who, lines.n, line, at, tick from n
        join lines on match_id = case when i <= :running then :begun else :ended end
        where i <= :running or i % 10 = 0""",
)


async def play(node: Node, host: Person, rounds: int | None) -> LiveMatch:
    """A match of two seats in which everybody takes the first answer; to its end, or so many rounds."""
    table = await table_changes.create_table(node, GAME, {}, False, host.id, [Seat(host.id), Seat(host.id)])
    live = await node.live_match(str((await node.start_match(table)).match))
    assert live
    while not live.over and (rounds is None or live.lines_of(0) < rounds):
        for seat in live.acting():
            action = next(iter(live.match.game.legal(live.match.state, seat)))
            await live.act_for_bot(seat, action, live.lines_of(seat))
    return live


async def fill(node: Node, tables: int, running: int) -> None:
    host = await node.store.write(lambda connection: new_person(connection, "en"))
    begun, ended = await play(node, host, 6), await play(node, host, None)
    words: dict[str, int | str] = {"count": tables, "people": max(1, tables // 10), "running": running}
    words |= {"begun": begun.id, "ended": ended.id}
    with node.store._engine.execution_options(writes=True).begin() as connection:
        for statement in FILL:
            connection.execute(text(statement), words)


class SqlTime:
    """Adds up the processor time of SQL: SQLite runs in the thread that asks."""

    def __init__(self, engine: Engine) -> None:
        self.seconds, self._began = 0.0, 0.0
        event.listen(engine, "before_cursor_execute", self._before)
        event.listen(engine, "after_cursor_execute", self._after)

    def _before(self, *_: Any) -> None:
        self._began = time.thread_time()

    def _after(self, *_: Any) -> None:
        self.seconds += time.thread_time() - self._began


async def milliseconds(work: Callable[[], Awaitable[object]]) -> dict[str, float]:
    """The medians of several runs: how long they took, and how much of a processor."""
    taken, used = [], []
    for _ in range(REPEATS):
        began, cpu = time.perf_counter(), time.process_time()
        await work()
        taken.append(time.perf_counter() - began)
        used.append(time.process_time() - cpu)
    return {
        "wall": round(1000 * statistics.median(taken), 1),
        "cpu": round(1000 * statistics.median(used), 1),
    }


def memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def measure(data: Path, tables: int, running: int) -> dict[str, Any]:
    store, pool = Store(data / "tilefolk.sqlite"), BotPool(1)
    node = Node(store, pool)
    began = time.perf_counter()
    await fill(node, tables, running)
    figures: dict[str, Any] = {"tables": tables, "fill_s": round(time.perf_counter() - began, 1)}
    memory, began = memory_mb(), time.process_time()
    for number in range(1, running + 1):
        assert await node.live_match(f"m{number}")
    figures["live_matches"] = running
    figures["cpu_ms_per_live_match"] = round(1000 * (time.process_time() - began) / running, 1)
    figures["kb_per_live_match"] = round(1024 * (memory_mb() - memory) / running)
    newcomer = await store.write(lambda connection: new_person(connection, "en"))
    regular = Person("p7", "Guest", "en")
    reminders = Reminders(node, Mailer(store, await load_vapid_key(store), OutboundHttp(False)))
    duties = {"deadlines": Deadlines(node).sweep, "next_match": NextMatches(node).sweep}
    sweep = Sweep(node, **duties, reminders=reminders.sweep)
    figures["start_page_ms"] = await milliseconds(lambda: tables_api.list_tables(REQUEST, newcomer, node))
    figures["my_tables_ms"] = await milliseconds(lambda: tables_api.list_tables(REQUEST, regular, node))
    figures["operator_figures_ms"] = await milliseconds(
        lambda: store.read(lambda connection: operator_queries.site_figures(connection, data))
    )
    figures["operator_tables_ms"] = await milliseconds(lambda: operator_api.tables(node))
    figures["operator_people_ms"] = await milliseconds(lambda: operator_api.people(node))
    await sweep.once()
    sql = SqlTime(store._engine)
    figures["sweep_ms"] = await milliseconds(sweep.once)
    figures["sweep_sql_cpu_ms"] = round(1000 * sql.seconds / REPEATS, 1)
    await node.close()
    pool.close()
    store.close()
    return figures


def start_seconds(data: Path) -> dict[str, float]:
    """From the start of a server's process to its first answer; and its processor time until it ended."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "tilefolk.server.run.load_server", str(data), str(PORT)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{PORT}/healthz", timeout=1).raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.02)
        taken = time.perf_counter() - began
        server.kill()
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return {"wall": round(taken, 2), "cpu": round(used, 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200_000)
    parser.add_argument("--running", type=int, default=1000)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        figures = asyncio.run(measure(data, words.tables, words.running))
        figures["database_mb"] = round((data / "tilefolk.sqlite").stat().st_size / 2**20)
        figures["start_s"] = start_seconds(data)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
