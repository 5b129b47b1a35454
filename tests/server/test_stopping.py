"""How a node ends: at once, whatever is in memory, and only after everything acknowledged is stored."""

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import func, select

from tests.effort import times
from tests.server import commands
from tests.server.commands import all_gone, family, serve
from tests.server.faulty import up
from tests.server.postgres import postgres
from tests.server.serving import Visitor, wait_until
from tests.server.test_kills import SETTINGS, compared, seated
from tilefolk.defaults import DATABASE_FILE
from tilefolk.server.matches.audit import audit_all
from tilefolk.server.storage.engine import database_url, engine_for
from tilefolk.server.storage.schema import nodes as nodes_up

SEED, TABLES, SLOWLY = 11, times(6, 20), 0.2
STOP_SECONDS = 0.6  # about as long as it takes a node with so few people

# Python's own end goes through everything in memory, again and again; here it says that it begins.
WITNESS = """
import atexit, os
atexit.register(os.write, 2, b"Python ends\\n")
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_node_leaves_its_memory_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    """Python would need 24 seconds for a gigabyte of it; all else is put away before."""
    monkeypatch.setattr(commands, "PROGRAM", WITNESS + commands.PROGRAM)
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").touch()
    with serve(tmp_path) as server:
        process = server.process
        assert process
        Visitor(server).post("/api/play", game="my_city/eternal", bots=["greedy"])
        wait_until(lambda: len(family(process.pid)) >= len(("node", "tracker", "bot")))
        pids = family(process.pid)
        process.send_signal(number)  # type: ignore[attr-defined]
        assert process.wait(60) == (0 if number == signal.SIGTERM else 130)
        wait_until(lambda: all_gone(pids))
    log = (tmp_path / "log").read_text()
    assert "Python ends" not in log
    assert "stopped" in log.strip().split("\n")[-1] and "Traceback" not in log
    engine = engine_for(database_url(tmp_path / DATABASE_FILE))
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(nodes_up)).scalar_one() == 0
    engine.dispose()


async def test_a_kill_during_the_stop_loses_nothing(tmp_path: Path) -> None:
    await stopped_and_killed(tmp_path, "", 1, times(4, 40))


async def test_a_kill_during_the_stop_of_one_of_two_nodes_loses_nothing(tmp_path: Path) -> None:
    with postgres(**SETTINGS) as cluster:
        await stopped_and_killed(tmp_path, cluster.url, 2, times(4, 40))


async def stopped_and_killed(data: Path, database: str, count: int, kills: int) -> None:
    """Nodes are told to stop while people play, and killed before or after they have."""
    rand = Random(SEED)
    with up(data, database, count) as running:
        players = await seated(running, TABLES, rand)
        playing = [asyncio.create_task(player.play(SLOWLY)) for player in players]
        for _ in range(kills):
            await asyncio.sleep(rand.uniform(0.2, 0.6))
            node = rand.choice(running)
            node.terminate()
            await asyncio.sleep(rand.uniform(0, STOP_SECONDS))
            node.kill()
            node.start()
            await asyncio.to_thread(node.ready)
        for player in players:
            player.hurry = True
        await asyncio.wait_for(asyncio.gather(*playing), 120)
    url = database or str(database_url(data / DATABASE_FILE))
    lost, doubled, sent = compared(url, players)
    engine = engine_for(database_url(url))
    checked = audit_all(engine)
    engine.dispose()
    print(f"{kills} kills, {sent} acknowledged, lost {lost}, doubled {doubled}")
    assert (lost, doubled, checked.differences) == (0, 0, [])
