"""`tilefolk load` for two seconds: on a file, on two nodes, on two addresses; and what it refuses to do."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.commands import said
from tests.server.postgres import Postgres, postgres
from tests.server.serving import Visitor, running

SMALL = ("--sockets", "8", "--tables", "2", "--rate", "10", "--seconds", "2", "--json")


@pytest.fixture
def cluster() -> Iterator[Postgres]:
    with postgres() as server:
        yield server


def load(*words: str) -> dict[str, Any]:
    command = [sys.executable, "-c", "from tilefolk.cli.main import run; run()", "load", *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def assert_kept(figures: dict[str, Any]) -> None:
    assert figures["acknowledged"] > 0
    assert (figures["lost"], figures["doubled"], figures["unanswered"]) == (0, 0, 0)
    assert figures["memory_mb"] > 10


def test_on_a_file() -> None:
    figures = load(*SMALL)
    assert (figures["sockets"], figures["tables"]) == (8, 2)
    assert_kept(figures)


def test_with_bots_on_half_of_the_seats() -> None:
    figures = load(*SMALL, "--game", "point_city/table", "--bots", "2", "--bot", "mole")
    assert (figures["sockets"], figures["tables"]) == (4, 2)
    assert_kept(figures)


def test_on_two_nodes(cluster: Postgres) -> None:
    figures = load(*SMALL, "--database-url", cluster.url, "--nodes", "2")
    assert_kept(figures)
    assert len(figures["sockets_by_node"]) == 2
    code, told = said("load", "--database-url", cluster.url)
    assert code == 1 and "tables in this database already" in told


def test_on_two_addresses(cluster: Postgres, tmp_path: Path) -> None:
    with running(tmp_path, cluster.url) as one, running(tmp_path, cluster.url) as two:
        Visitor(one).get("/api/tables")
        figures = load(*SMALL, "--url", one.url, "--url", two.url, "--database-url", cluster.url)
    assert_kept(figures)
    assert min(figures["sockets_by_node"]) >= 4, "every table has people on both"


def test_what_is_wrong_is_said_in_a_sentence() -> None:
    for words, code, told in (
        (("--nodes", "2"), 2, "one node only"),
        (("--seats", "2", "--bots", "2"), 2, "No seat is left"),
        (("--bots", "1", "--bot", "eagle"), 2, "eagle is not a bot"),
        (("--game", "my_city/eternal", "--seats", "6"), 2, "my_city/eternal"),
        (("--url", "nonsense"), 2, "not an address of a server"),
        (("--url", "http://127.0.0.1:1"), 1, "No server answers"),
        (("--url", "http://127.0.0.1:1", "--nodes", "2"), 2, "--nodes belongs"),
        (("--database-url", "mysql://x@localhost/x"), 1, "not in: mysql"),
    ):
        assert said("load", *words)[0] == code
        assert told in said("load", *words)[1]
