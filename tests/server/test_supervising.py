"""`tilefolk serve` on PostgreSQL: several nodes on one machine; clear words when something is not there."""

import contextlib
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import httpx2 as httpx
import pytest
from sqlalchemy import text

from tests.server.commands import all_gone, family, said, serve
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Server, Visitor, answers, first_choice, is_ready, running, wait_until
from tests.server.test_operator import alone, operator
from tilefolk.server.storage.engine import database_url, engine_for, migrate

LOGGED = re.compile(r"\d{4}-\d\d-\d\dT\S+ \[(info|warning|error) +\] ")

pytestmark = pytest.mark.usefixtures("built")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def test_several_nodes_share_a_port_and_one_that_dies_comes_back(cluster: Postgres, tmp_path: Path) -> None:
    with serve(tmp_path, "--nodes", "2", url=cluster.url) as server:
        boss = operator(server)

        def pids() -> set[int]:
            with contextlib.suppress(httpx.TransportError):  # the node that held the connection is dead
                return {node["pid"] for node in boss.get("/api/operator")["nodes"]}
            return set()

        wait_until(lambda: len(pids()) == 2)
        first, second = pids()
        _, live, _ = alone(server)
        assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
        lines = figure(server, "tilefolk_lines_total")
        assert lines >= 3, "figures of all nodes are added up"
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: len(pids() - {first, second}) == 1)
        wait_until(lambda: answers(server))
        assert figure(server, "tilefolk_lines_total") >= lines
        _, live, _ = alone(server)
        assert live.act(0, first_choice(live.pushes[0]["view"]))["type"] == "ack"
        alive = pids() - {first}
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in alive))


@pytest.mark.parametrize("killed", [False, True], ids=("all alive", "killed before"))
def test_the_end_by_a_key_is_told_in_plain_words(cluster: Postgres, tmp_path: Path, killed: bool) -> None:
    """Ctrl-C goes to the nodes and their bots as well; those that were killed leave locks behind."""
    with serve(tmp_path, "--nodes", "2", url=cluster.url) as server:
        for _ in range(4):
            Visitor(server).post("/api/play", game="my_city/eternal", bots=["greedy"])
        assert server.process
        process = server.process
        wait_until(lambda: len(family(process.pid)) >= len(("us", "tracker", "node", "node", "bot")))
        pids = family(process.pid)
        if killed:
            wait_until(lambda: len(nodes_started(tmp_path)) == 2)
            for node in nodes_started(tmp_path):
                os.kill(node, signal.SIGKILL)
            wait_until(lambda: len(nodes_started(tmp_path)) == 4)
        pids += family(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 0
        wait_until(lambda: all_gone(pids))
    strange = [line for line in (tmp_path / "log").read_text().splitlines() if not LOGGED.match(line)]
    assert not strange


def nodes_started(data: Path) -> list[int]:
    """Their processes, those that are dead as well."""
    return [int(pid) for pid in re.findall(r"started .*pid=(\d+)", (data / "log").read_text())]


def figure(server: Server, name: str) -> float:
    found = re.search(rf"^{name} ([0-9.e+]+)$", httpx.get(f"{server.url}/metrics").text, re.MULTILINE)
    assert found
    return float(found[1])


def test_nodes_end_with_the_process_that_started_them(cluster: Postgres, tmp_path: Path) -> None:
    with serve(tmp_path, "--nodes", "2", url=cluster.url) as server:
        assert server.process
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
        assert len(children) >= 2
        server.process.kill()
        wait_until(lambda: not any(Path(f"/proc/{child}/exe").exists() for child in children))


def test_what_is_wrong_with_a_database_is_said_in_a_sentence(cluster: Postgres, tmp_path: Path) -> None:
    serve_here = ("serve", "--port", "0", "--data", str(tmp_path))
    nowhere = cluster.url.rpartition("/")[0] + "/nowhere"
    for url, wrong, words in (
        ("nonsense", 2, "not the address of a database"),
        ("mysql://x@localhost/x", 2, "not in: mysql"),
        ("postgresql://x@127.0.0.1:1/x", 1, "Nobody answers for PostgreSQL at 127.0.0.1:1"),
        (nowhere, 1, "createdb --owner postgres --encoding UTF8 --template template0 nowhere"),
    ):
        for command in (serve_here, ("check",), ("backup", str(tmp_path / "x")), ("operator",)):
            code, told = said(*command, "--database-url", url)
            assert code == wrong and words in told
    assert not (tmp_path / "x").exists()
    code, told = said(*serve_here, "--nodes", "2")
    assert code == 2 and "one node only" in told
    with patch.dict(sys.modules, {"psycopg": None}):
        code, told = said("check", "--database-url", cluster.url)
    assert code == 2 and "pip install 'tilefolk[cluster]'" in told


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    engine = engine_for(database_url(tmp_path / "tilefolk.sqlite"))
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    code, told = said("serve", "--port", "0", "--data", str(tmp_path))
    assert code == 1 and "9999" in told
    engine.dispose()


def test_the_log_tells_when_the_database_goes_and_comes_back(tmp_path: Path) -> None:
    with postgres() as cluster, running(tmp_path, cluster.url) as server:
        Visitor(server)

        def heard(event: str) -> bool:
            return event in server.log.read_text()

        cluster.stop()
        wait_until(lambda: heard("database gone") and heard("change feed lost"))
        assert not is_ready(server)
        cluster.start()
        wait_until(
            lambda: (
                answers(server) and is_ready(server) and heard("database back") and heard("change feed back")
            )
        )
    told = server.log.read_text()
    for event in ("migrated", "started", "database gone", "database back", "stopped"):
        assert event in told
    for event in ("change feed lost", "change feed back"):
        assert told.count(event) == 1, f"{event}: said once, not at every try"
    assert told.count("database gone") <= 3, "said once, not at every try"
