"""A node and a database for tests of time."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.nodes import node_at
from tests.server.postgres import Postgres, postgres
from tilefolk.server.node.node import Node


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node


@pytest.fixture(scope="package")
def database() -> Iterator[Postgres]:
    with postgres() as server:
        yield server
