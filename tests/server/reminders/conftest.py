"""Somebody who is called, and a node that calls."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.server.callboxes import CallBox, call_box
from tests.server.nodes import node_at
from tilefolk.server.node.node import Node


@pytest.fixture
def box() -> Iterator[CallBox]:
    with call_box() as box:
        yield box


@pytest.fixture
async def node(tmp_path: Path) -> AsyncIterator[Node]:
    async with node_at(tmp_path / "tilefolk.sqlite") as node:
        yield node
