"""What a test opened is closed after it; a client to serve for those that ask for one; long files first."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import OPENED
from tilefolk.cli import serve_command

LONGEST_FIRST = (
    "test_outages",
    "test_supervising",
    "test_people_nodes",
    "test_nodes",
    "test_api",
    "test_backup",
    "test_kills",
    "test_load",
    "test_hosting",
    "test_sealed_chapters",
    "test_full",
    "test_own_pace",
    "test_network_bots",
    "test_stand_ins",
    "test_bot_warming",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """At the end of a run no process is left with a file that takes long while the others are idle."""
    ranks = {name: rank for rank, name in enumerate(LONGEST_FIRST)}
    items.sort(key=lambda item: ranks.get(item.path.stem, len(ranks)))


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that is built, whether ours is or not."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static/index.html").touch()
    monkeypatch.setattr(serve_command, "STATIC", tmp_path / "static")
