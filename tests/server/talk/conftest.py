"""Nodes for table talk, on SQLite and on a PostgreSQL of their own."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.server.nodes import node_at
from tests.server.postgres import Postgres, postgres
from tests.server.talk.saying import fresh
from tilefolk.server.node.node import Node


@pytest.fixture(scope="package")
def cluster() -> Iterator[Postgres]:
    with postgres() as cluster:
        yield cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "tilefolk.sqlite"
    return fresh(request.getfixturevalue("cluster"))


@pytest.fixture
async def node(database: Path | str) -> AsyncIterator[Node]:
    async with node_at(database) as node:
        yield node


@pytest.fixture
async def nodes(cluster: Postgres) -> AsyncIterator[tuple[Node, Node]]:
    """Two nodes on one database."""
    url = fresh(cluster)
    async with AsyncExitStack() as open_now:
        one = await open_now.enter_async_context(node_at(url))
        yield one, await open_now.enter_async_context(node_at(url))
